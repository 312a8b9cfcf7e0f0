//! What games come to in numbers.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

use super::files::{self, Place, Stored};
use crate::base::{Color, Score};
use crate::board::{Geometry, Point};
use crate::record::GameResult;
use crate::record::scored::{ScoredGame, ScoredMove};
use crate::rules::Rule;

/// The lengths of games that are counted together.
const BIN: usize = 10;
/// The longest bar of the histogram, in characters.
const BAR: usize = 50;

/// Sums up the games of all files.
///
/// # Errors
/// The first file or game that cannot be read, or what `out` refuses.
pub fn run(paths: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    let mut stats = Stats::default();
    files::for_each(paths, |stored| {
        stats.add(&stored);
        Ok(())
    })?;
    Ok(stats.write(out)?)
}

/// Sums over games.
#[derive(Clone, Debug, Default)]
struct Stats {
    games: u64,
    distinct: HashSet<(Rule, Geometry, Vec<Point>)>,
    runs: HashSet<u64>,
    /// By the number of the rule, width and height.
    boards: BTreeMap<(i64, usize, usize), Board>,
    /// How many games have how many moves, the opening included.
    lengths: BTreeMap<usize, u64>,
    scores: Scores,
}

/// Sums over the games of one rule and size.
#[derive(Clone, Copy, Debug, Default)]
struct Board {
    games: u64,
    positions: u64,
    black: u64,
    white: u64,
    draws: u64,
}

/// Sums over scores.
#[derive(Clone, Copy, Debug, Default)]
struct Scores {
    /// Those that are no mates.
    open: u64,
    mates: u64,
    /// The sum of the sizes of those that are no mates.
    size: f64,
    /// The sums of the cross-entropies of those that are no mates, and of the others, in nats.
    open_loss: f64,
    mate_loss: f64,
}

impl Stats {
    fn add(&mut self, Stored { place, game }: &Stored) {
        self.games += 1;
        let points: Vec<Point> = game.points().collect();
        *self.lengths.entry(points.len()).or_default() += 1;
        self.distinct.insert((game.rule, game.geometry, points));
        if let Place::Record(_, id) = place {
            self.runs.insert(id.run);
        }
        let key = (game.rule.number(), game.geometry.width(), game.geometry.height());
        self.boards.entry(key).or_default().add(game);
        let mover = if game.opening.len() % 2 == 0 { Color::Black } else { Color::White };
        let movers = [mover, !mover].into_iter().cycle();
        game.moves.iter().zip(movers).for_each(|(played, mover)| self.scores.add(played, mover, game.result));
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let positions: u64 = self.boards.values().map(|board| board.positions).sum();
        write!(out, "{} games, {} distinct, {positions} positions", self.games, self.distinct.len())?;
        match self.runs.len() {
            // Text does not tell.
            0 => {}
            1 => write!(out, ", 1 run")?,
            runs => write!(out, ", {runs} runs")?,
        }
        writeln!(out, "\n\nrule   board    games  positions  black %  white %  draws %")?;
        for ((rule, width, height), board) in &self.boards {
            let Board { games, positions, .. } = board;
            let [black, white, draws] =
                [board.black, board.white, board.draws].map(|part| percent(part, *games));
            let size = format!("{width}x{height}");
            writeln!(out, "{rule:4} {size:>7} {games:8} {positions:10} {black:8.1} {white:8.1} {draws:8.1}")?;
        }
        self.write_lengths(out)?;
        self.scores.write(out)
    }

    fn write_lengths(&self, out: &mut impl Write) -> io::Result<()> {
        let (Some((least, _)), Some((most, _))) =
            (self.lengths.first_key_value(), self.lengths.last_key_value())
        else {
            return Ok(());
        };
        let sum: u64 = self.lengths.iter().map(|(&length, games)| length as u64 * games).sum();
        writeln!(out, "\nmoves a game: {:.1}, {least} to {most}", mean(sum as f64, self.games))?;
        let mut bins = BTreeMap::<usize, u64>::new();
        self.lengths.iter().for_each(|(length, games)| *bins.entry(length / BIN).or_default() += games);
        let highest = bins.values().copied().max().unwrap_or(1);
        for bin in least / BIN..=most / BIN {
            let games = bins.get(&bin).copied().unwrap_or(0);
            let bar = "#".repeat((games as usize * BAR).div_ceil(highest as usize));
            writeln!(out, "{:4}-{:<4} {games:8} {bar}", bin * BIN, bin * BIN + BIN - 1)?;
        }
        Ok(())
    }
}

impl Board {
    fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        *match game.result {
            GameResult::Win(Color::Black) => &mut self.black,
            GameResult::Win(Color::White) => &mut self.white,
            GameResult::Draw => &mut self.draws,
        } += 1;
    }
}

impl Scores {
    fn add(&mut self, played: &ScoredMove, mover: Color, result: GameResult) {
        let points = match result {
            GameResult::Win(winner) => f64::from(u8::from(winner == mover)),
            GameResult::Draw => 0.5,
        };
        let loss = cross_entropy(played.score, points);
        if played.score.is_mate() {
            self.mates += 1;
            self.mate_loss += loss;
        } else {
            self.open += 1;
            self.size += f64::from(played.score.value().abs());
            self.open_loss += loss;
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Scores { open, mates, size, open_loss, mate_loss } = *self;
        let all = open + mates;
        writeln!(out, "\npositions with a proved win or loss: {:.1} %", percent(mates, all))?;
        writeln!(out, "mean size of other scores: {:.1}", mean(size, open))?;
        writeln!(
            out,
            "cross-entropy of scores and results: {:.4}, without proved ones {:.4}",
            mean(open_loss + mate_loss, all),
            mean(open_loss, open)
        )
    }
}

/// The cross-entropy, in nats, of what a score promises its side and the points that it got, from 0 to 1.
fn cross_entropy(score: Score, points: f64) -> f64 {
    log_loss(f64::from(score.value()) / f64::from(Score::UNITS), points)
}

/// The cross-entropy, in nats, of what the logarithm of the odds promises and the points that came, from 0 to 1.
pub fn log_loss(odds: f64, points: f64) -> f64 {
    // ln(1 + exp(x)), which must not overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    points * softplus(-odds) + (1.0 - points) * softplus(odds)
}

fn mean(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

fn percent(part: u64, whole: u64) -> f64 {
    mean(100.0 * part as f64, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_entropy_is_that_of_the_formula() {
        let plain = |units: i32, points: f64| {
            let p = 1.0 / (1.0 + (-f64::from(units) / 200.0).exp());
            -points * p.ln() - (1.0 - points) * (1.0 - p).ln()
        };
        for units in [-900, -200, 0, 3, 500] {
            for points in [0.0, 0.5, 1.0] {
                let difference = cross_entropy(Score::eval(units), points) - plain(units, points);
                assert!(difference.abs() < 1e-9, "{units} {points}");
            }
        }
        assert!(cross_entropy(Score::win_in(1), 1.0) < 1e-9);
        assert!((cross_entropy(Score::win_in(1), 0.0) - 149.995).abs() < 1e-9);
    }

    #[test]
    fn games_are_summed_up() {
        let mut stats = Stats::default();
        for line in ["0 15 B h8 h9:-20 g8:40 i1:-29998 i8:29999", "0 15 B h8 h9:-20 g8:40 i1:-29998 i8:29999"]
        {
            stats.add(&Stored { place: Place::Line(1), game: line.parse().unwrap() });
        }
        stats.add(&Stored { place: Place::Line(2), game: "4 8x11 D a1 b1:0".parse().unwrap() });
        let mut out = Vec::new();
        stats.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for line in [
            "3 games, 2 distinct, 9 positions",
            "   0   15x15        2          8    100.0      0.0      0.0",
            "   4    8x11        1          1      0.0      0.0    100.0",
            "moves a game: 4.0, 2 to 5",
            "positions with a proved win or loss: 44.4 %",
            "mean size of other scores: 24.0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line:?} is not in\n{text}");
        }
    }
}
