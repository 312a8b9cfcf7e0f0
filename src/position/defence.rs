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
        let attacker = !self.to_move();
        let Some(five) = self.points(attacker, Threat::Five).first().map(Point::from_index) else {
            return Answers::new();
        };
        if !R::ENDS_MATTER && self.count(attacker, Threat::Five) > 1 {
            return Answers::new();
        }
        let mut answers = self.stops_to_five(five);
        if R::ENDS_MATTER {
            // One stone may stop several fives, or one and not another.
            let cell = self.to_move().into();
            answers.retain(|answer| {
                self.with_stone(*answer, cell, |after| after.count(attacker, Threat::Five) == 0)
            });
        }
        answers
    }

    /// The legal moves of the side to move after which `five` is no five of the other side any more.
    pub fn stops_to_five(&mut self, five: Point) -> Answers {
        let defender = self.to_move();
        let mut stops = Answers::new();
        if R::ENDS_MATTER {
            // A five can be stopped beside itself as well.
            for beside in self.around(five, !defender, LineClass::Five).iter().map(Point::from_index) {
                let stopped =
                    |after: &mut Self| beside == five || after.threat(five, !defender) != Threat::Five;
                if self.with_stone(beside, defender.into(), stopped) {
                    stops.push(beside);
                }
            }
        } else if !self.is_forbidden(five, defender) {
            stops.push(five);
        }
        stops
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

    /// Points among which every move of the side to move lies that does not lose to an open four which threatens it:
    /// those that stop the open four, and fours of its own. Some may be forbidden.
    pub fn defences_to_open_four(&self) -> BitSet {
        let side = self.to_move();
        let fours = [Threat::Four, Threat::FourThree, Threat::OpenFour];
        let mut defences = self.answers_to_open_four(!side);
        for class in fours {
            defences.union_with(self.points(side, class));
        }
        if R::FORBIDDEN {
            // A suspect point, should it be legal, counts if one of its lines is a four.
            let suspects = self.points(side, Threat::Suspect).iter();
            defences
                .union_with(&suspects.filter(|&at| self.makes_four(Point::from_index(at), side)).collect());
        }
        defences
    }

    /// Whether a stone of `color` on the empty `point` makes a four in some line.
    #[inline]
    pub fn makes_four(&self, point: Point, color: Color) -> bool {
        let lines = self.lines(point);
        (0..4).any(|direction| (LineClass::Four..LineClass::Five).contains(&lines.class(color, direction)))
    }

    /// Whether a stone of `color` on the empty `point` joins others: a closed three in one line, or twos in two.
    pub fn makes_lines(&self, point: Point, color: Color) -> bool {
        let lines = self.lines(point);
        let at_least = |least: LineClass| (0..4).filter(|&d| lines.class(color, d) >= least).count();
        at_least(LineClass::Three) >= 1 || at_least(LineClass::Two) >= 2
    }

    /// The empty points in the lines through `point`, as far as the rule looks, on which a stone of `color` makes at
    /// least `class` in that line.
    pub fn beside(&self, point: Point, color: Color, class: LineClass) -> BitSet {
        let mut set = BitSet::EMPTY;
        for direction in 0..4 {
            self.for_each_beside(point, direction, |position, at| {
                let beside = Point::from_index(at);
                if position.cell(beside) == Cell::Empty
                    && position.lines(beside).class(color, direction) >= class
                {
                    set.insert(at);
                }
            });
        }
        set
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
