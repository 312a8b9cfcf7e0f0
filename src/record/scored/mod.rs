//! Games with what the search thought of each move, to learn evaluations from: [`archive`], the compact and
//! checksummed form of files, and [`text`], a line for people and scripts.

pub mod archive;
pub mod text;

use super::GameResult;
use crate::base::Score;
use crate::board::{Geometry, Point};
use crate::rules::Rule;

/// A game whose moves were searched, but for those of its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// The rule of the game.
    pub rule: Rule,
    /// The size of the board.
    pub geometry: Geometry,
    /// The stones to begin with, black's and white's in turn.
    pub opening: Vec<Point>,
    /// The moves after the opening.
    pub moves: Vec<ScoredMove>,
    /// How the game ended.
    pub result: GameResult,
}

/// A move that a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// Where the stone was put.
    pub point: Point,
    /// The value of the position before the move for the side that made it.
    pub score: Score,
}

impl ScoredGame {
    /// The points of all moves, the opening included.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.opening.iter().copied().chain(self.moves.iter().map(|played| played.point))
    }
}

/// The score that is written as `number`, if there is such a one.
fn score(number: i16) -> Option<Score> {
    (number.unsigned_abs() <= Score::MATE.value() as u16).then(|| Score::from_value(number))
}
