//! The answers to what threatens: the points that stop a five, and those that stop an open four.

use arrayvec::ArrayVec;

use super::Position;
use crate::base::{BitSet, Color};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat, WindowKey};
use crate::rules::RuleSet;

/// Points that answer a five: one, or a few more where the ends of a five matter.
pub type Answers = ArrayVec<Point, { 4 * (2 * WindowKey::REACH + 1) }>;

impl<R: RuleSet> Position<R> {
    /// The legal moves of the side to move after which the other side has no five left. Asked when it has one.
    pub fn answers_to_five(&mut self) -> Answers {
        let defender = self.to_move();
        let mut answers = Answers::new();
        let Some(five) = self.points(!defender, Threat::Five).first().map(Point::from_index) else {
            return answers;
        };
        if R::ENDS_MATTER {
            // The five can be stopped beside itself as well, and one stone may stop several.
            for answer in self.around(five, !defender, LineClass::Five).iter().map(Point::from_index) {
                let stops = |after: &mut Self| after.count(!defender, Threat::Five) == 0;
                if self.with_stone(answer, Cell::from(defender), stops) {
                    answers.push(answer);
                }
            }
        } else if self.count(!defender, Threat::Five) == 1 && !self.is_forbidden(five, defender) {
            answers.push(five);
        }
        answers
    }

    /// Points among which every answer to the open fours that `attacker` threatens lies, counter-fours apart.
    pub fn answers_to_open_four(&self, attacker: Color) -> BitSet {
        let mut threats = self.points(attacker, Threat::OpenFour).iter().map(Point::from_index);
        let Some(first) = threats.next() else {
            return BitSet::EMPTY;
        };
        // Each threat has to be stopped, so an answer is one to all of them.
        threats.fold(self.around(first, attacker, LineClass::Four), |answers, threat| {
            let missed = answers.without(&self.around(threat, attacker, LineClass::Four));
            answers.without(&missed)
        })
    }

    /// `point` and the empty points beside it in the lines in which it has at least `class` for `color`, as far as a
    /// stone there can matter to what `color` makes on `point`.
    fn around(&self, point: Point, color: Color, class: LineClass) -> BitSet {
        let mut near = BitSet::EMPTY;
        near.insert(point.index());
        let strong = |direction: &usize| {
            let made = self.lines(point).class(color, *direction);
            made >= class && made != LineClass::Overline
        };
        for direction in (0..4).filter(strong) {
            self.for_each_beside(point, direction, |position, at| {
                let beside = Point::from_index(at);
                // Without ends to block, a stone matters only where `color` itself would make a four or more.
                if position.cell(beside) == Cell::Empty
                    && (R::ENDS_MATTER || position.lines(beside).class(color, direction) >= LineClass::Four)
                {
                    near.insert(at);
                }
            });
        }
        near
    }
}
