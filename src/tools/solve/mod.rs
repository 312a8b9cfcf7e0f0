//! Forced wins: found, shown, proved and checked.

mod text;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;

use super::batch;
use super::map::write_map;
use super::position::{BadInput, Exercise, SetupOptions};
use crate::base::Stop;
use crate::board::{Geometry, Point};
use crate::engine::with_rule_set;
use crate::position::{NoObserver, Position};
use crate::record::Setup;
use crate::rules::RuleSet;
use crate::solver::{Claim, Flaw, Proof, ThreatSolver, Vcf, VcfLimits, VctLimits, Verdict, Width};
use text::{Language, Name};

/// How long a position is thought about if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The size of the table of positions without a win by fours: 8 MiB.
const VCF_BITS: u32 = 20;
/// What the solver of threats may remember.
const VCT_BYTES: usize = 128 << 20;
/// More than the solver of threats remembers of a node, taking many together.
const NODE_BYTES: usize = 1 << 10;
/// Wins in up to so many plies are summed up by themselves: those that threats alone can be expected to find.
const SHORT: u32 = 15;

/// Looks for a forced win of the side to move and proves it
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Win by fours, threes and quiet moves that threaten to win by them (VCT) [default]
    #[arg(long, conflicts_with = "vcf")]
    vct: bool,
    /// Win by fours alone (VCF)
    #[arg(long)]
    vcf: bool,
    /// Positions that the prover may visit, for results that repeat [default: no limit but time]
    #[arg(long, value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,
    /// Time for each position [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Look for the shortest win
    #[arg(long)]
    shortest: bool,
    /// Language
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// Write the proof of the one position to FILE
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Check the proof in FILE against every defence
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vct", "vcf", "nodes", "time", "shortest", "proof", "positions"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupOptions,
    /// Moves in one word, as h8i9j10 with rows from the top, or a file with such moves, a PSQ or SGF game or a diagram
    /// (. empty, X black, O white, # dead); - reads positions from standard input, one a line: moves, or 'rule size moves
    /// n' with n the plies of a known win, or without
    #[arg(value_name = "POSITION", required_unless_present = "check")]
    positions: Vec<String>,
}

fn parse_seconds(text: &str) -> anyhow::Result<Duration> {
    Ok(Duration::try_from_secs_f64(text.parse()?)?)
}

/// Prints to `out` what is found in the positions, or what a proof is worth.
///
/// # Errors
/// [`BadInput`], a proof that does not hold, and what `out` or a file refuses.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.check {
        Some(file) => check_file(file, arguments.lang, out),
        None => arguments.solve(out),
    }
}

/// What came of one position.
struct Found {
    verdict: Verdict,
    nodes: u64,
    time: Duration,
    /// How many positions the check of a proof has replayed.
    replayed: u64,
}

/// Sums over positions.
#[derive(Default)]
struct Totals {
    positions: usize,
    proved: usize,
    /// The same of those that are known to be won in few plies.
    short: usize,
    short_proved: usize,
    nodes: u64,
    time: Duration,
}

impl Totals {
    fn add(&mut self, exercise: &Exercise, found: &Found) {
        let proved = usize::from(matches!(found.verdict, Verdict::Win(_)));
        self.positions += 1;
        self.proved += proved;
        if exercise.plies.is_some_and(|plies| plies <= SHORT) {
            self.short += 1;
            self.short_proved += proved;
        }
        self.nodes += found.nodes;
        self.time += found.time;
    }
}

impl Arguments {
    fn solve(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let exercises = self.exercises()?;
        if self.proof.is_some() && exercises.len() != 1 {
            let fault = anyhow!("--proof is for one position, not {}", exercises.len());
            return Err(BadInput::new(fault).into());
        }
        let alone = self.positions.len() == 1 && self.positions[0] != "-";
        let bar = if alone { ProgressBar::new_spinner() } else { batch::bar(exercises.len()) };
        bar.enable_steady_tick(Duration::from_millis(100));
        let (stop, mut totals) = (batch::stop_at_interrupt(), Totals::default());
        let work = |exercise| Some((exercise, self.find(exercise, &stop)));
        // One after the other, so that each has the machine for itself.
        let done = batch::spread(exercises.iter().collect(), 1, &stop, work, |(exercise, found)| {
            let found = found?;
            totals.add(exercise, &found);
            bar.inc(1);
            bar.set_message(format!("{} proved", totals.proved));
            bar.suspend(|| match alone {
                true => self.write_page(&exercise.setup, &found, out),
                false => self.write_line(totals.positions, exercise, &found, out),
            })?;
            match &self.proof {
                Some(file) => write_proof(file, &exercise.setup, found.verdict),
                None => Ok(()),
            }
        });
        bar.finish_and_clear();
        done?;
        if !alone {
            let (proved, short) = ((totals.proved, totals.positions), (totals.short_proved, totals.short));
            let is_suite = exercises.iter().any(|exercise| exercise.plies.is_some());
            let summary = self.lang.summary(proved, is_suite.then_some(short), SHORT);
            let spent = self.lang.spent(totals.nodes, totals.time);
            writeln!(out, "{}", self.lang.list(&[summary, spent]))?;
        }
        Ok(())
    }

    /// All positions that are asked about.
    fn exercises(&self) -> Result<Vec<Exercise>, BadInput> {
        let mut exercises = Vec::new();
        for word in &self.positions {
            match word.as_str() {
                "-" => exercises.extend(self.setup.read_stream()?),
                word => exercises.push(Exercise { setup: self.setup.read(word)?, plies: None }),
            }
        }
        Ok(exercises)
    }

    /// Looks for a win and checks it.
    fn find(&self, exercise: &Exercise, stop: &Stop) -> anyhow::Result<Found> {
        let setup = &exercise.setup;
        let start = Instant::now();
        let time = self.time.or(self.nodes.is_none().then_some(USUAL_TIME));
        let mut go_on = || !stop.is_raised() && time.is_none_or(|time| start.elapsed() < time);
        let (verdict, nodes) = with_rule_set!(setup.rule.kind, R => {
            self.prove(&mut Position::<R>::new(&setup.grid, setup.to_move), &mut go_on)
        });
        let time = start.elapsed();
        let mut replayed = 0;
        if let Verdict::Win(proof) = &verdict {
            let checked = Claim::new(setup.clone(), proof.clone()).check();
            let geometry = setup.grid.geometry();
            let fault =
                |flaw| anyhow!("internal error, a proof does not hold: {}", describe(geometry, &flaw));
            replayed = checked.map_err(fault)?.positions;
        }
        Ok(Found { verdict, nodes, time, replayed })
    }

    /// Asks the prover that the options pick, with nothing learned before. Answers its nodes as well.
    fn prove<R: RuleSet>(
        &self,
        position: &mut Position<R>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> (Verdict, u64) {
        let nodes = self.nodes.unwrap_or(u64::MAX);
        if !self.vcf {
            // What a few nodes cannot fill would only have to be provided by the system.
            let bytes = usize::try_from(nodes)
                .map_or(VCT_BYTES, |nodes| nodes.saturating_mul(NODE_BYTES).min(VCT_BYTES));
            let (mut vct, limits) =
                (ThreatSolver::new(bytes), VctLimits { nodes, plies: None, width: Width::Quiet });
            let verdict = match self.shortest {
                true => vct.solve_shortest(position, limits, go_on),
                false => vct.solve(position, limits, go_on),
            };
            return (verdict, vct.nodes());
        }
        let (mut vcf, limits) = (Vcf::new(VCF_BITS), VcfLimits::nodes(nodes));
        let verdict = match self.shortest {
            true => vcf.search_shortest(position, limits, go_on),
            false => vcf.search(position, limits, go_on),
        };
        (verdict, vcf.nodes())
    }

    fn verdict(&self, setup: &Setup, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Win(proof) => self.lang.win(setup.to_move, proof.plies()),
            Verdict::NoWin => self.lang.no_win(self.vcf).to_string(),
            Verdict::Unknown => self.lang.unknown().to_string(),
        }
    }

    /// The moves of the longest defence with their names.
    fn named_line(&self, setup: &Setup, proof: &Proof) -> Vec<String> {
        let geometry = setup.grid.geometry();
        let names = with_rule_set!(setup.rule.kind, R => name_moves::<R>(setup, &proof.line()));
        let moves = proof.line().into_iter().zip(names);
        moves.map(|(point, name)| self.lang.named(&geometry.name(point), name)).collect()
    }

    /// Writes what was found in a position on several lines.
    fn write_page(&self, setup: &Setup, found: &Found, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.verdict(setup, &found.verdict))?;
        if let Verdict::Win(proof) = &found.verdict {
            for (named, number) in self.named_line(setup, proof).into_iter().zip(1..) {
                writeln!(out, "{number:3}  {named}")?;
            }
            write_numbered(setup, &proof.line(), out)?;
            writeln!(out, "{}", self.lang.proof(proof.steps().len(), found.replayed))?;
        }
        writeln!(out, "{}", self.lang.spent(found.nodes, found.time))
    }

    /// Writes what was found in the position of this number on one line.
    fn write_line(
        &self,
        number: usize,
        exercise: &Exercise,
        found: &Found,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let Exercise { setup, plies } = exercise;
        let known = plies.map_or(String::new(), |plies| self.lang.known(plies));
        let mut parts = vec![format!("{}{known}", self.verdict(setup, &found.verdict))];
        if let Verdict::Win(proof) = &found.verdict {
            parts.push(self.lang.list(&self.named_line(setup, proof)));
        }
        parts.push(self.lang.spent(found.nodes, found.time));
        writeln!(out, "{number}: {}", parts.join("; "))
    }
}

/// The names of the moves of a line, attacks and answers in turn.
fn name_moves<R: RuleSet>(setup: &Setup, line: &[Point]) -> Vec<Name> {
    let mut position = Position::<R>::new(&setup.grid, setup.to_move);
    let mut name = |&point: &Point| {
        let name = match position.to_move() == setup.to_move {
            true => Name::of_attack(&position, point),
            false => Name::of_answer(&position, point),
        };
        position.play(point, &mut NoObserver);
        name
    };
    line.iter().map(&mut name).collect()
}

/// Writes the board with the moves of `line` numbered from one.
fn write_numbered(setup: &Setup, line: &[Point], out: &mut impl Write) -> io::Result<()> {
    let grid = &setup.grid;
    let cell = |point: Point| match line.iter().position(|&played| played == point) {
        Some(index) => format!("{} ", index + 1),
        None => format!("{} ", grid.get(point).symbol()),
    };
    write_map(grid.geometry(), &grid.geometry().all().map(cell).collect::<Vec<_>>(), out)
}

fn write_proof(file: &Path, setup: &Setup, verdict: Verdict) -> anyhow::Result<()> {
    let Some(proof) = verdict.win() else {
        bail!("there is no win, so {} has not been written", file.display());
    };
    let text = Claim::new(setup.clone(), proof).to_string();
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Checks the proof in a file.
fn check_file(file: &Path, lang: Language, out: &mut impl Write) -> anyhow::Result<()> {
    let read = || anyhow::Ok(fs::read_to_string(file)?.parse::<Claim>()?);
    let claim = read().with_context(|| file.display().to_string()).map_err(BadInput::new)?;
    let checked = claim
        .check()
        .map_err(|flaw| anyhow!("not proved: {}", describe(claim.setup.grid.geometry(), &flaw)))?;
    if checked.plies > claim.plies {
        bail!("not proved: the win takes {} plies, not {}", checked.plies, claim.plies);
    }
    writeln!(out, "{}", lang.proved(claim.setup.to_move, checked.plies, checked.positions))?;
    Ok(())
}

/// A flaw on one line.
fn describe(geometry: Geometry, flaw: &Flaw) -> String {
    let line: Vec<String> = flaw.line.iter().map(|&point| geometry.name(point)).collect();
    format!("after {} {}", line.join(" "), flaw.fault)
}
