//! The answers to what threatens: the points that stop a five, and those that stop an open four.

use arrayvec::ArrayVec;

use super::{Position, Stones};
use crate::base::{BitSet, Color};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat, WindowKey};
use crate::rules::RuleSet;

/// Points that answer a five: one, or a few more where the ends of a five matter. There is room for a point and all that
/// lie beside it as far as any rule looks.
pub type Answers = ArrayVec<Point, MOST_ANSWERS>;

const MOST_ANSWERS: usize = 4 * 2 * WindowKey::REACH + 1;

impl<R: RuleSet> Stones<R> {
    /// The legal moves of the side to move after which none of `fives`, all that the other side has, is left.
    pub fn answers_to_fives(&mut self, fives: &[Point]) -> Answers {
        let [first, others @ ..] = fives else { return Answers::new() };
        // Where ends do not matter, a stone stops the five that it lies on and no other.
        if !R::ENDS_MATTER && !others.is_empty() {
            return Answers::new();
        }
        let mut answers = self.stops_to_five(*first);
        for &five in others {
            let stops = self.stops_to_five(five);
            answers.retain(|answer| stops.contains(answer));
        }
        answers
    }

    /// The legal moves of the side to move after which `five` is no five of the other side any more.
    pub fn stops_to_five(&mut self, five: Point) -> Answers {
        let defender = self.to_move();
        let mut stops = Answers::new();
        if !self.is_forbidden(five, defender) {
            stops.push(five);
        }
        if R::ENDS_MATTER {
            let is_five = |class| class == LineClass::Five;
            let mut lines = (0..4).filter(|&direction| is_five(self.class(five, !defender, direction)));
            // A five in one line can be stopped beside itself as well.
            if let (Some(direction), None) = (lines.next(), lines.next()) {
                let stretch = self.stretch(five, direction);
                let stays = |&offset: &isize| {
                    let blocked = stretch.with(offset, defender.into());
                    is_five(self.tables().class(blocked.window(0), !defender))
                };
                let beside = stretch.empty(R::REACH).filter(|offset| !stays(offset));
                stops.extend(beside.map(|offset| self.step(five, direction, offset)));
                stops.sort_unstable();
            }
        }
        stops
    }

    /// The first of `points`, row by row, that is a five of `color`.
    #[inline]
    pub fn first_five(&self, points: &[Point], color: Color) -> Option<Point> {
        let is_five =
            |point: Point| self.cell(point) == Cell::Empty && self.threat(point, color) == Threat::Five;
        points.iter().copied().filter(|&point| is_five(point)).min()
    }

    /// The fives that the stone on `point` takes part in.
    #[inline]
    pub fn fives_beside(&self, point: Point) -> Answers {
        let mut fives = Answers::new();
        self.for_each_four(point, 3, |beside, class| {
            if class == LineClass::Five && !fives.contains(&beside) {
                fives.push(beside);
            }
        });
        fives
    }

    /// Adds to `points` those on which another stone makes a four or more in a line through the stone on `point`.
    #[inline]
    pub fn insert_fours_beside(&self, point: Point, points: &mut BitSet) {
        self.for_each_four(point, 2, |beside, _| points.insert(beside.index()));
    }

    /// Calls `look` with every empty point where another stone makes a four or more of a line through the stone on
    /// `point`, and the class. Lines with fewer than `others` stones beside it are not looked at.
    #[inline]
    fn for_each_four(&self, point: Point, others: u32, mut look: impl FnMut(Point, LineClass)) {
        let Some(color) = self.cell(point).color() else { return };
        for direction in 0..4 {
            if self.stretch(point, direction).count(color, 4) < others {
                continue;
            }
            for (beside, class) in self.beside(point, color, direction, 4) {
                if class >= LineClass::Four && class != LineClass::Overline {
                    look(beside, class);
                }
            }
        }
    }

    /// The empty points in a line through `point` up to `reach` from it, each with the class that a stone of `color` makes
    /// there in that line.
    #[inline]
    fn beside(
        &self,
        point: Point,
        color: Color,
        direction: usize,
        reach: usize,
    ) -> impl Iterator<Item = (Point, LineClass)> {
        let stretch = self.stretch(point, direction);
        stretch.empty(reach).map(move |offset| {
            let class = self.tables().class(stretch.window(offset), color);
            (self.step(point, direction, offset), class)
        })
    }

    /// `point` and the empty points beside it in the lines in which it makes a four or a five for `color`, as far as a
    /// stone there can matter to that.
    fn around(&self, point: Point, color: Color) -> BitSet {
        // Without ends to block, a stone matters only where `color` itself would make a four or more.
        let least = if R::ENDS_MATTER { LineClass::Dead } else { LineClass::Four };
        let mut near = BitSet::EMPTY;
        near.insert(point.index());
        for direction in 0..4 {
            let made = self.class(point, color, direction);
            if made >= LineClass::Four && made != LineClass::Overline {
                let beside = self.beside(point, color, direction, R::REACH);
                beside.filter(|&(_, class)| class >= least).for_each(|(point, _)| near.insert(point.index()));
            }
        }
        near
    }
}

impl<R: RuleSet> Position<R> {
    /// The fives of `color`; if it has more than any stone can have to do with, as many.
    pub fn fives(&self, color: Color) -> Answers {
        self.points(color, Threat::Five).iter().map(Point::from_index).take(MOST_ANSWERS).collect()
    }

    /// The legal moves of the side to move after which the other side has no five left. Asked when it has one.
    pub fn answers_to_five(&mut self) -> Answers {
        let fives = self.fives(!self.to_move());
        self.on_stones(|stones| stones.answers_to_fives(&fives))
    }

    /// Points among which every answer to the open fours that `attacker` threatens lies, counter-fours apart.
    pub fn answers_to_open_four(&self, attacker: Color) -> BitSet {
        let mut threats = self.points(attacker, Threat::OpenFour).iter().map(Point::from_index);
        let Some(first) = threats.next() else {
            return BitSet::EMPTY;
        };
        // Each threat has to be stopped, so an answer is one to all of them.
        threats.fold(self.stones().around(first, attacker), |answers, threat| {
            let missed = answers.without(&self.stones().around(threat, attacker));
            answers.without(&missed)
        })
    }

    /// The points on which a stone of `color` makes a four. Some may be forbidden.
    pub fn fours(&self, color: Color) -> BitSet {
        let mut fours = BitSet::EMPTY;
        for class in [Threat::Four, Threat::FourThree, Threat::OpenFour] {
            fours.union_with(self.points(color, class));
        }
        if R::KIND.has_forbidden(color) {
            let doubtful = self.points(color, Threat::Suspect).union(self.points(color, Threat::Forbidden));
            let makes_four = |&point: &usize| self.stones().makes_four(Point::from_index(point), color);
            fours.union_with(&doubtful.iter().filter(makes_four).collect());
        }
        fours
    }

    /// Points among which every move of the side to move lies that does not lose to an open four which threatens it:
    /// those that stop the open four, and fours of its own. Some may be forbidden.
    pub fn defences_to_open_four(&self) -> BitSet {
        let side = self.to_move();
        self.answers_to_open_four(!side).union(&self.fours(side))
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
        let stones = self.stones();
        let beside = (0..4).flat_map(|direction| stones.beside(point, color, direction, R::REACH));
        beside.filter(|&(_, made)| made >= class).map(|(beside, _)| beside.index()).collect()
    }
}
