//! Fixed positions searched to a fixed number of nodes: how fast the engine is, and a signature of what it found.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::base::Score;
use crate::board::{Geometry, Point};
use crate::engine::with_rule_set;
use crate::eval::Classic;
use crate::position::Position;
use crate::record::Setup;
use crate::rules::{Rule, RuleKind, RuleSet};
use crate::search::{Control, Limits, Report, Resources, Searcher};

/// A position a line: the rule's number, width, height and the moves, black first.
const POSITIONS: &str = include_str!("bench_positions.txt");
/// The table of each search: small, so that a run is short.
const RESOURCES: Resources = Resources { memory: 64 << 20, table: Some(16 << 20), threads: 1 };

/// Searches fixed positions and prints nodes, time, speed and a signature of the results
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Nodes for each position
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time pairs of doing and undoing a move instead, with all incremental state, in millions a second
    #[arg(long)]
    moves: bool,
}

/// Runs the benchmark and prints to `out`.
///
/// # Errors
/// What `out` refuses.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let positions: Vec<_> = POSITIONS.lines().map(parse).collect::<anyhow::Result<_>>()?;
    if arguments.moves {
        time_moves(&positions, out)?
    } else {
        time_search(&positions, arguments.nodes, out)?
    }
    Ok(())
}

fn parse(line: &str) -> anyhow::Result<Setup> {
    let words: Vec<&str> = line.split(' ').collect();
    let [rule, width, height, moves] = words[..] else {
        anyhow::bail!("'{line}' is not 'rule width height moves'");
    };
    let rule = Rule::try_from(rule.parse::<i64>().context("rule")?)?;
    let geometry = Geometry::new(width.parse()?, height.parse()?)?;
    Ok(Setup::read(moves, Some(rule), Some(geometry))?)
}

fn time_search(positions: &[Setup], nodes: u64, out: &mut impl Write) -> io::Result<()> {
    let mut signature = Signature::default();
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    for position in positions {
        let found = with_rule_set!(position.rule.kind, R => search::<R>(position, nodes));
        let geometry = position.grid.geometry();
        writeln!(
            out,
            "{:10} {:2}x{:<2} depth {:2} ev {:5} best {:4} nodes {:8} time {:6} ms",
            position.rule.kind.to_string(),
            geometry.width(),
            geometry.height(),
            found.depth,
            found.score.to_string(),
            geometry.name(found.best),
            found.nodes,
            found.time.as_millis(),
        )?;
        signature.add(found.best.index() as u64);
        signature.add(found.score.value() as u64);
        signature.add(found.nodes);
        all_nodes += found.nodes;
        all_time += found.time;
    }
    writeln!(
        out,
        "{} positions, {all_nodes} nodes, {} ms, {} nodes/s, signature {:08x}",
        positions.len(),
        all_time.as_millis(),
        (all_nodes as f64 / all_time.as_secs_f64()) as u64,
        signature.0 as u32,
    )
}

/// A running hash of what was found: the steps of FNV-1a over whole numbers.
struct Signature(u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    }
}

/// What the search of a position found.
struct Found {
    best: Point,
    score: Score,
    depth: u32,
    nodes: u64,
    time: Duration,
}

fn search<R: RuleSet>(position: &Setup, nodes: u64) -> Found {
    let mut searcher = Searcher::default();
    // Without its memory the searcher answers from static weights, which the signature shows.
    searcher.prepare(position.grid.geometry(), &RESOURCES).unwrap_or_default();
    let start = Instant::now();
    let control = Control::new(start, 0, &Limits { nodes: Some(nodes), ..Limits::default() });
    let (mut score, mut depth) = (Score::DRAW, 0);
    let mut report = |report: Report| (score, depth) = (report.score, report.depth);
    let best = searcher.search::<R>(&position.grid, position.to_move, &control, &mut report);
    Found { best, score, depth, nodes: control.stop.spent(), time: start.elapsed() }
}

fn time_moves(positions: &[Setup], out: &mut impl Write) -> io::Result<()> {
    for kind in RuleKind::ALL {
        for size in [15, 20] {
            let chosen = positions.iter().filter(|position| {
                position.rule.kind == kind && position.grid.geometry().points() == size * size
            });
            let (mut pairs, mut time) = (0, Duration::ZERO);
            for position in chosen {
                let (more, took) = with_rule_set!(kind, R => pairs_of_moves::<R>(position));
                pairs += more;
                time += took;
            }
            if pairs > 0 {
                let speed = pairs as f64 / time.as_secs_f64() / 1e6;
                writeln!(out, "{:10} {size}x{size} {speed:.2} million pairs/s", kind.to_string())?;
            }
        }
    }
    Ok(())
}

/// Does and undoes every candidate of a position over and over: how many pairs, and how long they took.
fn pairs_of_moves<R: RuleSet>(bench: &Setup) -> (u64, Duration) {
    const LEAST: Duration = Duration::from_millis(100);
    let mut position = Position::<R>::new(&bench.grid, bench.to_move);
    let mut eval = Classic::new(&position);
    let candidates: Vec<Point> = position.candidates().iter().map(Point::from_index).collect();
    let (start, mut pairs) = (Instant::now(), 0);
    while start.elapsed() < LEAST {
        for &point in candidates.iter().cycle().take(5_000) {
            position.play(point, &mut eval);
            position.undo(&mut eval);
            pairs += 1;
        }
    }
    (pairs, start.elapsed())
}
