use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position for the side to move: evaluation units, or a mate distance near the ends of the range.
///
/// A mate is counted in plies to the five: the side that plays the five now has `Score::win_in(1)`.
/// Every score fits an `i16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// An even position.
    pub const DRAW: Score = Score(0);
    /// Above every score that can occur; the open end of a search window.
    pub const INFINITE: Score = Score(32_000);
    /// A win on the board: the distance zero, from which mates count down.
    pub const MATE: Score = Score(30_000);
    /// Evaluations are kept strictly below this bound and mates above it.
    const MATE_BOUND: i32 = 29_000;

    /// Evaluation units to a factor of *e* in the odds of winning.
    pub const UNITS: i32 = 200;

    /// A score of `units`, clamped to what an evaluation may say (never a mate).
    #[inline]
    pub fn eval(units: i32) -> Score {
        Score(units.clamp(1 - Self::MATE_BOUND, Self::MATE_BOUND - 1))
    }

    /// The side to move wins in `plies` half-moves.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::MATE.0 - plies as i32)
    }

    /// The side to move loses in `plies` half-moves.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::MATE.0)
    }

    /// The number behind the score.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score behind a number that [`Score::value`] gave, as kept in a table.
    #[inline]
    pub const fn from_value(value: i16) -> Score {
        Score(value as i32)
    }

    /// Whether the score is a proved win of the side to move.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MATE_BOUND
    }

    /// Whether the score is a proved loss of the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MATE_BOUND
    }

    /// Whether the score is a proved win or loss.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the five if the score is a mate.
    pub fn mate_distance(self) -> Option<u32> {
        self.is_mate().then(|| (Self::MATE.0 - self.0.abs()) as u32)
    }

    /// The same score seen from `ply` half-moves nearer to the root: mates get further away.
    #[inline]
    pub fn deeper(self, ply: usize) -> Score {
        match self {
            s if s.is_win() => Score(s.0 - ply as i32),
            s if s.is_loss() => Score(s.0 + ply as i32),
            s => s,
        }
    }

    /// The inverse of [`Score::deeper`].
    #[inline]
    pub fn nearer(self, ply: usize) -> Score {
        match self {
            s if s.is_win() => Score(s.0 + ply as i32),
            s if s.is_loss() => Score(s.0 - ply as i32),
            s => s,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, units: i32) -> Score {
        Score(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, units: i32) -> Score {
        Score(self.0 - units)
    }
}

impl fmt::Display for Score {
    /// `+M7` and `-M8` for mates in plies, otherwise the plain number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) if self.0 > 0 => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_named_by_their_distance() {
        assert_eq!(Score::win_in(7).to_string(), "+M7");
        assert_eq!(Score::loss_in(8).to_string(), "-M8");
        assert_eq!(Score::eval(-31).to_string(), "-31");
        assert!(!Score::eval(1_000_000).is_mate());
    }

    #[test]
    fn a_mate_moves_away_towards_the_root() {
        assert_eq!(Score::win_in(1).deeper(4), Score::win_in(5));
        assert_eq!(Score::loss_in(2).deeper(4), Score::loss_in(6));
        assert_eq!(Score::win_in(5).nearer(4), Score::win_in(1));
        assert_eq!(Score::eval(40).deeper(4), Score::eval(40));
    }
}
