//! Games as text: the moves in one word, and the formats PSQ (Piskvork) and SGF (Smart Game Format); positions in any of
//! these forms or as a diagram; and games with scores to learn from, compact or as text.

pub mod psq;
pub mod scored;
mod setup;
pub mod sgf;

use std::time::Duration;

use crate::base::{Color, PerColor};
use crate::board::{Geometry, Point};
use crate::rules::Rule;

pub use setup::{Setup, SetupError};

/// A game as it was played: black's and white's moves in turn, the opening included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub geometry: Geometry,
    /// The rule of the game.
    pub rule: Rule,
    /// Who played which colour.
    pub names: PerColor<String>,
    /// The moves from the first stone on.
    pub moves: Vec<Move>,
    /// How the game ended, if it did.
    pub result: Option<GameResult>,
}

/// A move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the stone was put.
    pub point: Point,
    /// How long its player thought; nothing for the stones of an opening.
    pub time: Option<Duration>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The side that won.
    Win(Color),
    /// Neither side won.
    Draw,
}

impl Record {
    /// The moves in one word, `h8i9j10`, as openings are written.
    pub fn moves_in_a_word(&self) -> String {
        self.moves.iter().map(|played| self.geometry.name(played.point)).collect()
    }
}
