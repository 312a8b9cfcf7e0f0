//! Fits the pattern weights of a rule to games: the values of shapes to results and scores, by logistic regression, and
//! the order of moves to the moves that were played, by its form for a choice among many (D. McFadden, "Conditional
//! logit analysis of qualitative choice behavior", 1973).

mod model;
mod moves;
mod slots;
mod values;

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::files;
use crate::engine::with_rule_set;
use crate::record::scored::ScoredGame;
use crate::rules::{RuleKind, RuleSet};

/// Fits the pattern weights of a rule to games and writes them as a file of weights
///
/// Every tenth game is left out of the fit and shows how well the weights do on games that they were not made from.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Games of one rule that 'play' or 'text' has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much the result of a game counts beside the scores of the search, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.7)]
    results: f32,
    /// How often to go through the games
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// One game in so many is left out of the fit.
const HELD_OUT: usize = 10;

/// Fits the weights, writes them, and tells `out` how well they do.
///
/// # Errors
/// Options that make no sense, files that cannot be read or written, or games of several rules.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    ensure!((0.0..=1.0).contains(&arguments.results), "--results {} is not within 0..1", arguments.results);
    let mut games = Vec::new();
    files::for_each(&arguments.files, |stored| {
        games.push(stored.game);
        Ok(())
    })?;
    let kind = kind_of(&games)?;
    let text = with_rule_set!(kind, R => fit::<R>(&games, arguments, out))?;
    fs::write(&arguments.out, text).with_context(|| format!("weights {}", arguments.out.display()))
}

fn kind_of(games: &[ScoredGame]) -> anyhow::Result<RuleKind> {
    let Some(first) = games.first() else {
        bail!("there is no game to learn from");
    };
    let kind = first.rule.kind;
    ensure!(games.iter().all(|game| game.rule.kind == kind), "the games are of several rules");
    Ok(kind)
}

fn fit<R: RuleSet>(
    games: &[ScoredGame],
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<String> {
    let parts = |held_out: bool| {
        games.iter().enumerate().filter(move |(at, _)| (at % HELD_OUT == 0) == held_out).map(|(_, game)| game)
    };
    let mut text = format!("# {} games of rule {}", games.len(), games[0].rule.number());

    let learned = values::Samples::of::<R>(parts(false), arguments.results);
    let kept = values::Samples::of::<R>(parts(true), arguments.results);
    let value_slots = slots::Values::new::<R>();
    let values = learned.fit(&value_slots, arguments.epochs);
    for (name, samples) in [("fitted", &learned), ("held out", &kept)] {
        let line = format!(
            "values, {name}: {} positions, cross-entropy of results {:.4}",
            samples.len(),
            samples.loss(&values)
        );
        writeln!(out, "{line}")?;
        write!(text, "\n# {line}")?;
    }
    text.push('\n');

    let learned = moves::Choices::of::<R>(parts(false));
    let kept = moves::Choices::of::<R>(parts(true));
    let move_slots = slots::Moves::new::<R>();
    let moves = learned.fit(&move_slots, arguments.epochs);
    for (name, choices) in [("fitted", &learned), ("held out", &kept)] {
        let moves::Accuracy { loss, first, rank } = choices.accuracy(&moves);
        let line = format!(
            "moves, {name}: {} choices, cross-entropy {loss:.4}, {:.1} % come first, mean rank {rank:.2}",
            choices.len(),
            100.0 * first,
        );
        writeln!(out, "{line}")?;
        writeln!(text, "# {line}")?;
    }
    slots::write(&mut text, &value_slots, &values, &move_slots, &moves);
    Ok(text)
}
