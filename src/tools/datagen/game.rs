//! One game of the engine against itself.
//!
//! It begins with random stones near the middle, as many as chance wants, drawn again until a search finds neither side
//! ahead. From there on every move is the search's: chance has no part in it, as openings are many enough for games to
//! differ. The game is played out, also where a win is proved, so that its result is that of the board; it is drawn as
//! soon as neither side can make a five any more.

use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::base::{Random, Score, Stop, mix};
use crate::board::{Geometry, Point};
use crate::engine::with_rule_set;
use crate::record::GameResult;
use crate::record::scored::{ScoredGame, ScoredMove};
use crate::rules::Rule;
use crate::search::{Control, Limits, Report, Resources, Searcher};
use crate::tools::arena::referee::{DrawRules, Referee};
use crate::tools::arena::verdict::End;

/// The table of each game: new, so that no game depends on another, and so small that this costs nothing.
const RESOURCES: Resources = Resources { memory: 64 << 20, table: Some(8 << 20), threads: 1 };
/// Openings that are drawn before it is said that there is no balanced one.
const TRIES: u32 = 1000;
/// How far from the middle of an opening its stones may lie, in columns and rows.
const SPREADS: [usize; 3] = [2, 3, 4];
/// The middle of an opening is off the board's by at most the width or height divided by this.
const OFF_CENTER: usize = 6;

/// What all games of a run have in common.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub geometry: Geometry,
    /// The most nodes for a move.
    pub nodes: u64,
    /// What all chance comes from, together with the number of the game.
    pub seed: u64,
    /// How many stones an opening has.
    pub stones: RangeInclusive<usize>,
    /// How far from even the score after an opening may be.
    pub balance: u16,
    /// With how many stones on the board a game is drawn.
    pub draw_after: Option<usize>,
}

impl Settings {
    /// The run's mark in its records: another one for other settings.
    pub fn run(&self) -> u64 {
        let numbers = [
            self.seed,
            self.rule.number() as u64,
            self.geometry.width() as u64,
            self.geometry.height() as u64,
            self.nodes,
            *self.stones.start() as u64,
            *self.stones.end() as u64,
            self.balance.into(),
            self.draw_after.map_or(0, |stones| stones as u64),
        ];
        numbers.into_iter().fold(0, |run, number| mix(run ^ number))
    }
}

/// Plays the game with this number. Nothing comes of it if `stop` is raised meanwhile. With the same engine it is the
/// same game for the same settings and number, whatever was played before.
///
/// # Errors
/// Memory that is not to be had, or no opening that is balanced.
pub fn play(settings: &Settings, number: u32, stop: &Stop) -> anyhow::Result<Option<ScoredGame>> {
    let mut table = Table::new(settings, number)?;
    let found = table.open(stop).with_context(|| format!("game {number}"))?;
    let Some((mut referee, mut thought)) = found else { return Ok(None) };
    let opening = referee.moves().to_vec();
    let mut thoughts = Vec::new();
    while !stop.is_raised() {
        thoughts.push(thought);
        let end = referee.play(thought.best).ok().context("the search plays on an occupied point")?;
        if let Some(end) = end {
            let Settings { rule, geometry, .. } = *settings;
            let moves = scored(&thoughts, after(&end, &referee));
            let result = end.winner.map_or(GameResult::Draw, GameResult::Win);
            return Ok(Some(ScoredGame { rule, geometry, opening, moves, result }));
        }
        thought = table.think(&referee);
    }
    Ok(None)
}

/// What a search has come to.
#[derive(Clone, Copy, Debug)]
struct Thought {
    best: Point,
    /// Nothing if there was no choice.
    score: Option<Score>,
}

/// The value of the end of a game for the side that would be to move.
fn after(end: &End, referee: &Referee) -> Score {
    match end.winner {
        Some(winner) if winner == referee.to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
        None => Score::DRAW,
    }
}

/// The moves with their scores. Where there was no choice it is that of the position after the move, of which the last
/// has the score `end`.
fn scored(thoughts: &[Thought], end: Score) -> Vec<ScoredMove> {
    let mut next = end;
    let score = |thought: &Thought| {
        next = thought.score.unwrap_or((-next).deeper(1));
        ScoredMove { point: thought.best, score: next }
    };
    let mut moves: Vec<_> = thoughts.iter().rev().map(score).collect();
    moves.reverse();
    moves
}

/// What one game is played with.
struct Table<'a> {
    settings: &'a Settings,
    searcher: Searcher,
    random: Random,
}

impl Table<'_> {
    fn new(settings: &Settings, number: u32) -> anyhow::Result<Table<'_>> {
        let mut searcher = Searcher::default();
        searcher.prepare(settings.geometry, &RESOURCES)?;
        let random = Random::new(settings.run() ^ mix(number.into()));
        Ok(Table { settings, searcher, random })
    }

    /// A balanced opening and what the search makes of it, or nothing if `stop` is raised.
    fn open(&mut self, stop: &Stop) -> anyhow::Result<Option<(Referee, Thought)>> {
        for _ in 0..TRIES {
            if stop.is_raised() {
                return Ok(None);
            }
            let Some(referee) = self.draw() else { continue };
            let thought = self.think(&referee);
            let is_even = |score: Score| score.value().abs() <= self.settings.balance.into();
            if thought.score.is_some_and(is_even) {
                return Ok(Some((referee, thought)));
            }
        }
        let balance = self.settings.balance;
        bail!(
            "none of {TRIES} random openings is found within {balance} of even: raise --balance or --nodes"
        );
    }

    /// Random stones, unless they decide the game.
    fn draw(&mut self) -> Option<Referee> {
        let Settings { rule, geometry, ref stones, draw_after, .. } = *self.settings;
        let count = stones.start() + self.random.below(stones.end() - stones.start() + 1);
        let spread = SPREADS[self.random.below(SPREADS.len())];
        let (x, y) = geometry.coordinates(geometry.center());
        let mut shifted = |middle: usize, size: usize| {
            let most = size / OFF_CENTER;
            middle - most + self.random.below(2 * most + 1)
        };
        let (x, y) = (shifted(x, geometry.width()), shifted(y, geometry.height()));
        let is_near = |&point: &Point| {
            let (column, row) = geometry.coordinates(point);
            column.abs_diff(x) <= spread && row.abs_diff(y) <= spread
        };
        let mut points: Vec<Point> = geometry.all().filter(is_near).collect();
        self.random.shuffle(&mut points);
        let draws = DrawRules { moves: draw_after, free_points: 0, no_line: true };
        let mut referee = Referee::new(geometry, rule, draws);
        let is_open = points.into_iter().take(count).all(|point| matches!(referee.play(point), Ok(None)));
        is_open.then_some(referee)
    }

    fn think(&mut self, referee: &Referee) -> Thought {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let control = Control::new(Instant::now(), referee.moves().len(), &limits);
        let (grid, to_move, mut score) = (referee.grid(), referee.to_move(), None);
        let mut report = |report: Report| score = Some(report.score);
        let best = with_rule_set!(self.settings.rule.kind, R => {
            self.searcher.search::<R>(grid, to_move, &control, &mut report)
        });
        Thought { best, score }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_without_choice_has_the_score_that_follows() {
        let thought = |score| Thought { best: Point::from_index(0), score };
        let known = Some(Score::eval(30));
        let thoughts = [None, known, None, None].map(thought);
        let scores = |end| scored(&thoughts, end).iter().map(|played| played.score).collect::<Vec<_>>();
        let expected = [Score::eval(-30), Score::eval(30), Score::loss_in(2), Score::win_in(1)];
        assert_eq!(scores(Score::loss_in(0)), expected);
        assert_eq!(scores(Score::DRAW)[2..], [Score::DRAW; 2]);
        assert_eq!(scores(Score::win_in(0))[2..], [Score::win_in(2), Score::loss_in(1)]);
    }
}
