use std::sync::Arc;

use super::weights::{ByLines, Weights, threat_mask};
use crate::base::{Color, PerColor, Score};
use crate::board::{Cell, Point};
use crate::pattern::Threat;
use crate::position::{Lines, Observer, Position, WindowChange};
use crate::rules::RuleSet;

/// What is summed over the empty points, in parts of [`Weights::PARTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sums {
    /// The values of the points for black less those for white.
    balance: i32,
    /// What the threats of both sides at one point are worth to each colour, should it be to move.
    cross: PerColor<i32>,
}

/// Pattern weights: the sum over the empty points of what their shapes are worth, kept incrementally, and the threats
/// that each side has.
///
/// The sum is the mean of those before and after the last move: the side that has just moved has gained more than it
/// will keep. (The idea is Rapfi's.)
#[derive(Clone, Debug)]
pub struct Classic {
    weights: &'static Weights,
    values: PerColor<Arc<ByLines>>,
    sums: Sums,
    history: Vec<Sums>,
}

impl Classic {
    /// The evaluation of `position`, ready to follow it.
    pub fn new<R: RuleSet>(position: &Position<R>) -> Classic {
        let weights = Weights::of(R::KIND);
        let mut classic = Classic {
            weights,
            values: weights.values.clone(),
            sums: Sums::default(),
            history: Vec::with_capacity(position.geometry().points()),
        };
        for point in position.empty_points() {
            classic.sums.balance += classic.balance(position.lines(point));
            classic.add_threats(position.threats(point), 1);
        }
        classic
    }

    /// What the lines of an empty point are worth to black less what they are worth to white.
    #[inline(always)]
    fn balance(&self, lines: Lines) -> i32 {
        let value = |color| i32::from(self.values[color][usize::from(lines.of(color))]);
        value(Color::Black) - value(Color::White)
    }

    #[inline(always)]
    fn add_threats(&mut self, threats: PerColor<Threat>, sign: i32) {
        for color in Color::BOTH {
            let cross = self.weights.cross[threats[color] as usize][threats[!color] as usize];
            self.sums.cross[color] += sign * i32::from(cross);
        }
    }

    /// What is summed over the empty points.
    pub fn sums(&self) -> Sums {
        self.sums
    }

    /// The value of the position for the side to move.
    pub fn score<R: RuleSet>(&self, position: &Position<R>) -> Score {
        let weights = self.weights;
        let side = position.to_move();
        let before = self.history.last().unwrap_or(&self.sums);
        let balance = self.sums.balance + before.balance;
        let own = if side == Color::Black { balance } else { -balance };
        let points = (own + self.sums.cross[side] + before.cross[side]) / (2 * Weights::PARTS);
        let counts = |color, weights: &[i16; Threat::COUNT]| -> i32 {
            let worth =
                |threat: Threat| position.count(color, threat) as i32 * i32::from(weights[threat as usize]);
            // What none and forbidden points are worth is nothing.
            Threat::ALL[1..=Threat::Five as usize].iter().map(|&threat| worth(threat)).sum()
        };
        let threats = counts(side, &weights.counts[0]) + counts(!side, &weights.counts[1]);
        let mask = i32::from(weights.mask[threat_mask(position)]) + i32::from(weights.tempo[side]);
        Score::eval(points + threats + mask)
    }
}

impl Observer for Classic {
    #[inline]
    fn put(&mut self, _: Point, _: Cell, lines: Lines, threats: PerColor<Threat>) {
        self.history.push(self.sums);
        self.sums.balance -= self.balance(lines);
        self.add_threats(threats, -1);
    }

    #[inline(always)]
    fn window_changed(&mut self, change: &WindowChange) {
        if change.old_lines != change.new_lines {
            self.sums.balance += self.balance(change.new_lines) - self.balance(change.old_lines);
            if change.old_threats != change.new_threats {
                self.add_threats(change.old_threats, -1);
                self.add_threats(change.new_threats, 1);
            }
        }
    }

    #[inline]
    fn undo(&mut self) {
        if let Some(sums) = self.history.pop() {
            self.sums = sums;
        }
    }
}
