use crate::base::{Color, PerColor, Score};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat};
use crate::position::{Lines, Observer, Position, WindowChange};
use crate::rules::{RuleKind, RuleSet};

/// What each line class of an empty point is worth to the side that has it.
type LineWeights = [i32; 16];
/// What each threat class of an empty point is worth on top of its lines.
type ThreatWeights = [i32; Threat::COUNT];

/// The weights of one rule, 200 units to a factor of *e* in the odds of winning. Attack and defence weigh differently:
/// a threat is worth more to the side to move, which can carry it out at once.
///
/// They come of a logistic regression of the results of games that the engine played against itself.
struct Weights {
    lines: LineWeights,
    /// For the side to move.
    attack: ThreatWeights,
    /// For the other side.
    defence: ThreatWeights,
    /// For having the move.
    tempo: i32,
}

const FREE: Weights = Weights {
    // Dead One OpenOne Two ThinTwo OpenTwo Three ThinThree OpenThree Four DoubleFour OpenFour Five Overline
    lines: [0, -2, -3, -1, 1, 2, 13, 20, 20, 30, 30, 145, 145, 0, 0, 0],
    // None Three OpenThree DoubleThree Four FourThree OpenFour Five Suspect Forbidden
    attack: [0, 1, 16, 20, 29, 200, 300, 600, 0, 0],
    defence: [0, 0, 7, 19, 26, 260, 38, 300, 0, 0],
    tempo: 121,
};
/// The games of standard gave nearly the same weights.
const EXACT: Weights = FREE;

/// The weights that `kind` has for positions with `to_move` to move.
const fn weights(kind: RuleKind) -> &'static Weights {
    match kind {
        RuleKind::Freestyle | RuleKind::Caro => &FREE,
        RuleKind::Standard | RuleKind::Renju | RuleKind::CaroExact => &EXACT,
    }
}

/// Pattern weights: the sum over the empty points of what their line classes are worth, kept incrementally, and the
/// threats that each side has.
#[derive(Clone, Debug)]
pub struct Classic {
    weights: &'static LineWeights,
    sums: PerColor<i32>,
    history: Vec<PerColor<i32>>,
}

impl Classic {
    /// The evaluation of `position`, ready to follow it.
    pub fn new<R: RuleSet>(position: &Position<R>) -> Classic {
        let mut classic = Classic {
            weights: &weights(R::KIND).lines,
            sums: PerColor::default(),
            history: Vec::with_capacity(position.geometry().points()),
        };
        for point in position.empty_points() {
            classic.add(position.lines(point), 1);
        }
        classic
    }

    fn add(&mut self, lines: Lines, sign: i32) {
        for color in Color::BOTH {
            for direction in 0..4 {
                self.sums[color] += sign * self.weight(lines.class(color, direction));
            }
        }
    }

    #[inline(always)]
    fn weight(&self, class: LineClass) -> i32 {
        self.weights[class as usize]
    }

    /// The summed line weights of each colour.
    pub fn sums(&self) -> PerColor<i32> {
        self.sums
    }

    /// The value of the position for the side to move.
    pub fn score<R: RuleSet>(&self, position: &Position<R>) -> Score {
        let weights = weights(R::KIND);
        let side = position.to_move();
        let threats = |color, weights: &ThreatWeights| {
            let worth = |threat: Threat| position.count(color, threat) as i32 * weights[threat as usize];
            // What none and forbidden points are worth is nothing.
            Threat::ALL[1..=Threat::Five as usize].iter().map(|&threat| worth(threat)).sum::<i32>()
        };
        let lines = self.sums[side] - self.sums[!side];
        let threats = threats(side, &weights.attack) - threats(!side, &weights.defence);
        Score::eval(lines + threats + weights.tempo)
    }
}

impl Observer for Classic {
    #[inline]
    fn put(&mut self, _: Point, _: Cell, lines: Lines) {
        self.history.push(self.sums);
        self.add(lines, -1);
    }

    #[inline(always)]
    fn window_changed(&mut self, change: &WindowChange) {
        if change.old_lines != change.new_lines {
            for color in Color::BOTH {
                let class = |lines: Lines| lines.class(color, change.direction);
                self.sums[color] +=
                    self.weight(class(change.new_lines)) - self.weight(class(change.old_lines));
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
