//! The summary of a match as a table.

use std::io::{self, Write};

use super::results::{Results, Row};
use super::statistics::{Estimate, Tally};
use super::summary::{EngineSummary, PairSummary, SprtSummary, Summary};
use super::verdict::Reason;

/// Games lost by faults that are listed one by one; beyond that their number has to do.
const LISTED_FAULTS: usize = 50;

/// Writes everything that there is to say about a match.
///
/// # Errors
/// What `out` refuses.
pub fn write(results: &Results, summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let engines = &summary.engines;
    if engines.len() > 2 {
        table(&STANDING_HEADS, &standings(engines), out)?;
        writeln!(out)?;
    }
    table(&PAIR_HEADS, &summary.pairs.iter().map(|pair| pair_line(engines, pair)).collect::<Vec<_>>(), out)?;
    if let Some(sprt) = &summary.sprt {
        writeln!(out, "{}", sprt_line(sprt))?;
    }
    writeln!(out)?;
    table(&USAGE_HEADS, &engines.iter().map(usage_line).collect::<Vec<_>>(), out)?;
    faults(results, engines, out)
}

/// How a match stands, in few words: for the progress bar.
pub fn score_line(summary: &Summary) -> String {
    let best = summary.engines.iter().max_by(|a, b| {
        let score = |engine: &EngineSummary| engine.estimate.map_or(0.0, |estimate| estimate.score);
        score(a).total_cmp(&score(b))
    });
    match (&summary.pairs[..], best) {
        ([pair], _) => {
            let (first, second) = pair.engines;
            let Tally { wins, draws, losses, .. } = pair.tally;
            let names = (&summary.engines[first].name, &summary.engines[second].name);
            let ratio = summary.sprt.map_or(String::new(), |sprt| format!(" LLR {:+.2}", sprt.ratio));
            format!("{} {wins}-{draws}-{losses} {}{ratio}", names.0, names.1)
        }
        (_, Some(best)) => format!("{} leads", best.name),
        _ => String::new(),
    }
}

const STANDING_HEADS: [&str; 8] = ["engine", "games", "W", "D", "L", "score", "Elo", "95 %"];

/// The engines from the strongest to the weakest, each against all others.
fn standings(engines: &[EngineSummary]) -> Vec<Vec<String>> {
    let mut engines: Vec<_> = engines.iter().collect();
    let score = |engine: &EngineSummary| engine.estimate.map_or(0.0, |estimate| estimate.score);
    engines.sort_by(|a, b| score(b).total_cmp(&score(a)));
    let line = |engine: &EngineSummary| {
        let Tally { wins, draws, losses, .. } = engine.tally;
        let counts = [engine.tally.games(), wins, draws, losses].map(|count| count.to_string());
        let strength = strength(engine.estimate.as_ref());
        [engine.name.clone()].into_iter().chain(counts).chain(strength.into_iter().take(3)).collect()
    };
    engines.into_iter().map(line).collect()
}

const PAIR_HEADS: [&str; 11] =
    ["engine", "against", "games", "W", "D", "L", "score", "Elo", "95 %", "LOS", "pairs 0 ½ 1 1½ 2"];

fn pair_line(engines: &[EngineSummary], pair: &PairSummary) -> Vec<String> {
    let Tally { wins, draws, losses, pairs } = pair.tally;
    let (first, second) = pair.engines;
    let names = [first, second].map(|engine| engines[engine].name.clone());
    let counts = [pair.tally.games(), wins, draws, losses].map(|count| count.to_string());
    let pairs = pairs.map(|count| count.to_string()).join(" ");
    names.into_iter().chain(counts).chain(strength(pair.estimate.as_ref())).chain([pairs]).collect()
}

/// Score, Elo, its error and likelihood of superiority.
fn strength(estimate: Option<&Estimate>) -> [String; 4] {
    let Some(Estimate { score, elo, error, los }) = estimate else {
        return [(); 4].map(|()| "-".to_string());
    };
    let error = if error.is_finite() { format!("±{error:.1}") } else { "-".to_string() };
    [format!("{:.1} %", score * 100.0), format!("{elo:+.1}"), error, format!("{:.1} %", los * 100.0)]
}

fn sprt_line(SprtSummary { sprt, ratio, decision }: &SprtSummary) -> String {
    let (lower, upper) = sprt.bounds();
    let decision = decision.map_or("undecided".to_string(), |decision| format!("{decision:?} accepted"));
    format!("SPRT {sprt}: LLR {ratio:.2} [{lower:.2}, {upper:.2}], {decision}")
}

const USAGE_HEADS: [&str; 9] =
    ["engine", "moves", "depth", "nodes/s", "time s", "mean ms", "longest ms", "late", "peak MiB"];

fn usage_line(engine: &EngineSummary) -> Vec<String> {
    let usage = &engine.usage;
    let known = |number: Option<f64>, digits| number.map_or("-".to_string(), |n| format!("{n:.digits$}"));
    let peak = (usage.peak_memory > 0).then_some(usage.peak_memory as f64 / f64::from(1 << 20));
    vec![
        engine.name.clone(),
        usage.moves.to_string(),
        known(engine.depth, 1),
        known(engine.nodes_per_second, 0),
        format!("{:.1}", usage.time_ms as f64 / 1000.0),
        known((usage.moves > 0).then(|| usage.time_ms as f64 / usage.moves as f64), 1),
        usage.longest_ms.to_string(),
        usage.late.to_string(),
        known(peak, 0),
    ]
}

/// Games that were lost by faults: how many of each kind, and the first of them one by one.
fn faults(results: &Results, engines: &[EngineSummary], out: &mut impl Write) -> io::Result<()> {
    for engine in engines {
        for (fault, count) in &engine.faults {
            writeln!(out, "{} lost {count} by {fault}", engine.name)?;
        }
        if engine.usage.forced_departures > 0 {
            let times = engine.usage.forced_departures;
            writeln!(out, "{} did not leave at END and was killed {times} times", engine.name)?;
        }
    }
    let rows = results.games.values().filter(|row| matches!(row.reason, Reason::Fault(_)));
    rows.take(LISTED_FAULTS).try_for_each(|row| writeln!(out, "  {}", fault_line(results, row)))
}

/// A game that was lost by a fault, in a sentence.
pub fn fault_line(results: &Results, row: &Row) -> String {
    let loser = if row.winner == Some(row.black) { row.white } else { row.black };
    let names = &results.plan.engines;
    let (name, opponent) = (&names[loser].name, &names[row.black + row.white - loser].name);
    format!("game {}: {name} against {opponent}: {}: {}", row.game + 1, row.reason, row.detail)
}

/// Writes lines under heads, the first column to the left and numbers to the right.
fn table(heads: &[&str], lines: &[Vec<String>], out: &mut impl Write) -> io::Result<()> {
    let heads: Vec<String> = heads.iter().map(|head| head.to_string()).collect();
    let width = |column: usize| {
        let cells = [&heads].into_iter().chain(lines).filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let is_text = |column: usize| matches!(heads[column].as_str(), "engine" | "against");
    for line in [&heads].into_iter().chain(lines) {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if is_text(column) { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
