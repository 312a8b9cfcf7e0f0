//! How games end.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::Color;

/// What an engine did that the rules of the game know nothing of. Each loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It could not be started, or did not say `OK` to the board.
    NoStart,
    /// It left, or closed its output, when it should have moved.
    Crash,
    /// It answered with something that is no move.
    Garbage,
    /// It moved off the board or on a stone.
    IllegalMove,
    /// It did not answer within its time and the tolerance.
    Timeout,
    /// It used more memory than it was given.
    Memory,
    /// It wrote more than anybody could want to read.
    Flood,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NoStart => "no start",
            Fault::Crash => "crash",
            Fault::Garbage => "garbage",
            Fault::IllegalMove => "illegal move",
            Fault::Timeout => "timeout",
            Fault::Memory => "memory",
            Fault::Flood => "flood",
        })
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning row.
    Five,
    /// A forbidden move of black in renju.
    Foul,
    /// The end of a continuous game, which more fives win.
    Points,
    /// No point is free.
    FullBoard,
    /// Only so many points are free that the game counts as drawn.
    FewFreePoints,
    /// The number of moves that the match allows.
    MoveLimit,
    /// No row can be won any more.
    NoLine,
    /// A fault of the loser.
    Fault(Fault),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Five => "five",
            Reason::Foul => "foul",
            Reason::Points => "points",
            Reason::FullBoard => "full board",
            Reason::FewFreePoints => "few free points",
            Reason::MoveLimit => "move limit",
            Reason::NoLine => "no line left",
            Reason::Fault(fault) => return fault.fmt(f),
        })
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
    /// What else there is to say, for people.
    pub detail: String,
}

impl End {
    /// A draw.
    pub fn draw(reason: Reason) -> End {
        End { winner: None, reason, detail: String::new() }
    }

    /// A win.
    pub fn win(winner: Color, reason: Reason) -> End {
        End { winner: Some(winner), reason, detail: String::new() }
    }

    /// A loss by a fault.
    pub fn fault(loser: Color, fault: Fault, detail: String) -> End {
        End { winner: Some(!loser), reason: Reason::Fault(fault), detail }
    }
}
