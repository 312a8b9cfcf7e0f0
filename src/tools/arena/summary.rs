//! What the results of a match come to: strengths, the test, and what each engine needed and did wrong.

use std::collections::BTreeMap;

use serde::Serialize;

use super::results::{Results, Row, Usage};
use super::sprt::{Decision, Sprt};
use super::statistics::{Estimate, Tally};
use super::verdict::{Fault, Reason};

/// A match in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Games that have been played.
    pub games: usize,
    /// Each engine against all others.
    pub engines: Vec<EngineSummary>,
    /// Each pair of engines that has met.
    pub pairs: Vec<PairSummary>,
    /// The test of the first engine against the second, if one was asked for.
    pub sprt: Option<SprtSummary>,
}

/// What an engine has done.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    /// What it is called.
    pub name: String,
    /// How its games ended.
    pub tally: Tally,
    /// What that says.
    pub estimate: Option<Estimate>,
    /// Games lost by faults, by kind.
    pub faults: BTreeMap<Fault, u64>,
    /// What it needed.
    pub usage: Usage,
    /// The mean depth of its searches, in plies, if it told.
    pub depth: Option<f64>,
    /// Its nodes a second, if it told.
    pub nodes_per_second: Option<f64>,
}

/// How two engines did against each other, as the first of them sees it.
#[derive(Clone, Debug, Serialize)]
pub struct PairSummary {
    /// The places of both in the list.
    pub engines: (usize, usize),
    /// How the games ended for the first.
    pub tally: Tally,
    /// What that says.
    pub estimate: Option<Estimate>,
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtSummary {
    /// What is tested.
    pub sprt: Sprt,
    /// The log-likelihood ratio of H1 to H0.
    pub ratio: f64,
    /// What is decided, if anything.
    pub decision: Option<Decision>,
}

impl Summary {
    /// Sums results up, with a test if one is asked for.
    pub fn new(results: &Results, sprt: Option<Sprt>) -> Summary {
        let engines = (0..results.plan.engines.len()).map(|engine| summary_of(results, engine)).collect();
        let sprt = sprt.map(|sprt| {
            let tally = tally(results, 0, |other| other == 1);
            let (ratio, decision) = (sprt.ratio(&tally.pairs), sprt.decide(&tally.pairs));
            SprtSummary { sprt, ratio, decision }
        });
        Summary { games: results.games.len(), engines, pairs: pairs(results), sprt }
    }

    /// What the test has decided, if there is one and it has.
    pub fn decision(&self) -> Option<Decision> {
        self.sprt.and_then(|sprt| sprt.decision)
    }
}

fn summary_of(results: &Results, engine: usize) -> EngineSummary {
    let mut usage = Usage::default();
    let mut faults = BTreeMap::new();
    for row in results.games.values() {
        let sides = [row.black, row.white].into_iter().zip(&row.usage);
        sides.filter(|(side, _)| *side == engine).for_each(|(_, needed)| usage.merge(needed));
        if let (Reason::Fault(fault), true) = (row.reason, lost(row, engine)) {
            *faults.entry(fault).or_default() += 1;
        }
    }
    let tally = tally(results, engine, |_| true);
    let ratio = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
    EngineSummary {
        name: results.plan.engines[engine].name.clone(),
        tally,
        estimate: tally.estimate(),
        faults,
        depth: ratio(usage.depths, usage.depth_moves),
        nodes_per_second: ratio(usage.nodes, usage.nodes_us).map(|per_micro| per_micro * 1e6),
        usage,
    }
}

/// Whether the engine played the game and lost it.
pub fn lost(row: &Row, engine: usize) -> bool {
    [row.black, row.white].contains(&engine) && row.half_points(engine) == 0
}

fn pairs(results: &Results) -> Vec<PairSummary> {
    let engines = results.plan.engines.len();
    let pairs = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
    let pairs = pairs.map(|(first, second)| {
        let tally = tally(results, first, |other| other == second);
        PairSummary { engines: (first, second), tally, estimate: tally.estimate() }
    });
    pairs.filter(|pair| pair.tally.games() > 0).collect()
}

/// How the games of an engine against those that are wanted ended.
fn tally(results: &Results, engine: usize, is_wanted: impl Fn(usize) -> bool) -> Tally {
    let mut tally = Tally::default();
    // The first game of an encounter waits here for the second.
    let mut waiting: BTreeMap<usize, usize> = BTreeMap::new();
    for row in results.games.values() {
        let opponent = match engine {
            _ if row.black == engine => row.white,
            _ if row.white == engine => row.black,
            _ => continue,
        };
        if !is_wanted(opponent) {
            continue;
        }
        let half_points = row.half_points(engine);
        tally.add_game(half_points);
        match waiting.remove(&row.encounter) {
            Some(first) => tally.add_pair(first + half_points),
            None => drop(waiting.insert(row.encounter, half_points)),
        }
    }
    tally
}
