//! A match: its games spread over threads, and what comes back from them.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;

use super::engines::EngineSpec;
use super::game::{self, Played, Terms};
use super::merge;
use super::openings::{self, Opening};
use super::options::Arguments;
use super::player::Manners;
use super::records::Records;
use super::referee::DrawRules;
use super::report;
use super::results::{Plan, PlannedEngine, Results, Row};
use super::schedule::{Fixture, Schedule};
use super::sprt::Sprt;
use super::summary::Summary;
use super::verdict::Reason;
use crate::base::Stop;
use crate::tools::batch;

/// How often the file of results is written while games are played.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Plays the match that the command line asks for, and writes its results also if it is interrupted.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let engines = engines(arguments)?;
    let sprt = arguments.sprt.parse()?;
    ensure!(sprt.is_none() || engines.len() == 2, "--sprt is for two engines");
    let geometry = arguments.game.geometry();
    let openings = match &arguments.openings {
        Some(path) => openings::read(path, geometry, arguments.game.rule)?,
        None => Vec::new(),
    };
    let results = results(arguments, plan(arguments, &engines, &openings))?;
    let fixtures = schedule(arguments, engines.len(), &openings).fixtures();
    // Games from one opening stay together, as their results are looked at together.
    let fixtures = fixtures.into_iter().filter(|fixture| arguments.shard.has(fixture.encounter));
    let pending: Vec<Fixture> =
        fixtures.filter(|fixture| !results.games.contains_key(&fixture.game)).collect();

    let stop = batch::stop_at_interrupt();
    let records = Records::open(
        arguments.psq.as_deref(),
        arguments.sgf.as_deref(),
        arguments.messages.as_deref(),
        arguments.resume,
    )?;
    let json = arguments.json.as_deref();
    let mut match_ =
        Match { engines: &engines, sprt, json, results, records, bar: batch::bar(pending.len()) };
    let missing = match_.play(pending, &terms(arguments), arguments.concurrency, &stop)?;
    let summary = Summary::new(&match_.results, sprt);
    merge::publish(&match_.results, &summary, json, out)?;
    if missing > 0 && summary.decision().is_none() {
        bail!("interrupted with {missing} games to go");
    }
    Ok(())
}

fn engines(arguments: &Arguments) -> anyhow::Result<Vec<EngineSpec>> {
    let words = &arguments.engines.0;
    ensure!(words.len() >= 2, "a match needs two engines, each as --engine cmd=PROGRAM or --engine hanxing");
    let parse = |words: &Vec<String>| EngineSpec::parse(words.iter().map(String::as_str));
    let engines: Vec<EngineSpec> = words.iter().map(parse).collect::<anyhow::Result<_>>()?;
    for (index, engine) in engines.iter().enumerate() {
        let same = engines[..index].iter().any(|other| other.name == engine.name);
        ensure!(!same, "two engines are called {}, tell them apart with name=NAME", engine.name);
    }
    Ok(engines)
}

fn plan(arguments: &Arguments, engines: &[EngineSpec], openings: &[Opening]) -> Plan {
    let geometry = arguments.game.geometry();
    let planned = engines.iter().zip(&arguments.engines.0);
    let word = |opening: &Opening| opening.iter().map(|&point| geometry.name(point)).collect();
    Plan {
        engines: planned
            .map(|(engine, words)| PlannedEngine { name: engine.name.clone(), words: words.clone() })
            .collect(),
        gauntlet: arguments.gauntlet,
        games: arguments.games,
        rule: arguments.game.rule.number(),
        width: geometry.width(),
        height: geometry.height(),
        openings: openings.iter().map(word).collect(),
        shuffle: arguments.shuffle,
        symmetry: arguments.symmetry,
        seed: arguments.seed,
        draws: draws(arguments),
        tolerance_ms: arguments.tolerance,
        send_board: arguments.sendboard,
        strict: arguments.strict,
    }
}

/// What has been played before, if the match is to go on.
fn results(arguments: &Arguments, plan: Plan) -> anyhow::Result<Results> {
    match &arguments.json {
        Some(path) if arguments.resume && path.exists() => {
            let results = Results::read(path)?;
            results.check_plan(&plan).context("--continue")?;
            Ok(results)
        }
        _ => Ok(Results::new(plan)),
    }
}

fn schedule<'a>(arguments: &Arguments, engines: usize, openings: &'a [Opening]) -> Schedule<'a> {
    Schedule {
        engines,
        gauntlet: arguments.gauntlet,
        games: arguments.games,
        openings,
        shuffle: arguments.shuffle,
        symmetry: arguments.symmetry,
        seed: arguments.seed,
        geometry: arguments.game.geometry(),
    }
}

fn draws(arguments: &Arguments) -> DrawRules {
    DrawRules {
        moves: arguments.draw_after,
        free_points: arguments.draw_free,
        no_line: arguments.draw_no_line,
    }
}

fn terms(arguments: &Arguments) -> Terms {
    let manners = Manners {
        tolerance: Duration::from_millis(arguments.tolerance),
        start_limit: Duration::from_millis(arguments.start_limit),
        send_board: arguments.sendboard,
        strict: arguments.strict,
        keep_messages: arguments.messages.is_some(),
    };
    Terms { geometry: arguments.game.geometry(), rule: arguments.game.rule, draws: draws(arguments), manners }
}

/// A match in progress.
struct Match<'a> {
    engines: &'a [EngineSpec],
    sprt: Option<Sprt>,
    json: Option<&'a Path>,
    results: Results,
    records: Records,
    bar: ProgressBar,
}

impl Match<'_> {
    /// Plays `pending`, several games at a time, until all are played, the test is decided or `stop` is raised.
    /// Returns how many have not been played.
    fn play(
        &mut self,
        pending: Vec<Fixture>,
        terms: &Terms,
        concurrency: usize,
        stop: &Stop,
    ) -> anyhow::Result<usize> {
        let (total, before) = (pending.len(), self.results.games.len());
        let (engines, mut saved) = (self.engines, Instant::now());
        let play = |fixture| game::play(&fixture, engines, terms, stop);
        let collect = |played| self.collect(&played, &mut saved, stop);
        batch::spread(pending, concurrency, stop, play, collect)?;
        self.bar.finish_and_clear();
        Ok(total - (self.results.games.len() - before))
    }

    /// Takes note of a game; the file of results was last `saved` then.
    fn collect(&mut self, played: &Played, saved: &mut Instant, stop: &Stop) -> anyhow::Result<()> {
        self.records.write(played, self.engines)?;
        let row = Row::new(played);
        if let Reason::Fault(_) = row.reason {
            self.tell(&report::fault_line(&self.results, &row))?;
        }
        self.results.add(row)?;
        let summary = Summary::new(&self.results, self.sprt);
        self.bar.inc(1);
        self.bar.set_message(report::score_line(&summary));
        if let Some(json) = self.json.filter(|&path| path != Path::new("-"))
            && saved.elapsed() >= SAVE_EVERY
        {
            self.results.write(&summary, json)?;
            *saved = Instant::now();
        }
        if summary.decision().is_some() {
            stop.raise();
        }
        Ok(())
    }

    /// Writes a line to standard error, above the progress bar.
    fn tell(&self, line: &str) -> io::Result<()> {
        self.bar.suspend(|| writeln!(io::stderr(), "{line}"))
    }
}
