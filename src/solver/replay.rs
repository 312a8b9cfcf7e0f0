//! Whether a proof still holds after another stone, read off the patterns.

use super::Proof;
use crate::base::{BitSet, Color};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat};
use crate::position::{NoObserver, Position, Stones};
use crate::rules::RuleSet;

impl Proof {
    /// Whether a proof by fours wins as it stands for the side to move, in a position with other stones than it was
    /// found in; `pressing` are the fives of the other side. Quick where the proof is short; "no" does not say that there
    /// is no win.
    pub fn holds<R: RuleSet>(&self, stones: &mut Stones<R>, pressing: &[Point]) -> bool {
        let (side, attack) = (stones.to_move(), self.attack());
        if stones.cell(attack) != Cell::Empty {
            return false;
        }
        if stones.threat(attack, side) == Threat::Five {
            return true;
        }
        if !pressing.is_empty() && !stones.answers_to_fives(pressing).contains(&attack)
            || !stones.makes_four(attack, side)
            || stones.is_forbidden(attack, side)
        {
            return false;
        }
        stones.play(attack);
        let holds = self.holds_after_attack(stones);
        stones.undo(attack);
        holds
    }

    fn holds_after_attack<R: RuleSet>(&self, stones: &mut Stones<R>) -> bool {
        let Some(five) = self.otherwise().map(Proof::attack) else {
            return false;
        };
        if stones.first_five(&[five], !stones.to_move()).is_none() {
            return false;
        }
        let mut stops = stones.stops_to_five(five).into_iter();
        stops.all(|answer| self.listed(answer).is_some_and(|next| next.holds_after(answer, stones)))
    }

    /// Whether a proof by fours holds after `answer` of the side to move, which has no five before.
    pub fn holds_after<R: RuleSet>(&self, answer: Point, stones: &mut Stones<R>) -> bool {
        stones.play(answer);
        let pressing = stones.fives_beside(answer);
        let holds = self.holds(stones, &pressing);
        stones.undo(answer);
        holds
    }

    /// Whether a proof, each move of which threatens to win by fours at least, wins as it stands after `answer` of the side
    /// to move, which has no five before.
    pub(super) fn still_wins_after<R: RuleSet>(&self, answer: Point, position: &mut Position<R>) -> bool {
        if self.is_by_fours() {
            return position.on_stones(|stones| self.holds_after(answer, stones));
        }
        position.play(answer, &mut NoObserver);
        let wins = self.still_wins(position);
        position.undo(&mut NoObserver);
        wins
    }

    /// The same after the answer, for the side to move.
    fn still_wins<R: RuleSet>(&self, position: &mut Position<R>) -> bool {
        let (side, attack) = (position.to_move(), self.attack());
        if self.is_by_fours() {
            let pressing = position.fives(!side);
            return position.on_stones(|stones| self.holds(stones, &pressing));
        }
        let pressed = position.count(!side, Threat::Five) > 0;
        if position.cell(attack) != Cell::Empty
            || pressed && !position.answers_to_five().contains(&attack)
            || position.is_forbidden(attack, side)
        {
            return false;
        }
        position.play(attack, &mut NoObserver);
        let wins = self.still_wins_after_attack(position);
        position.undo(&mut NoObserver);
        wins
    }

    /// The same with the attack on the board, against the answers that matter: those that the proof lists, and those that
    /// may refute what it threatens, which has to win if nothing is answered.
    fn still_wins_after_attack<R: RuleSet>(&self, position: &mut Position<R>) -> bool {
        let Some(otherwise) = self.otherwise() else {
            return false;
        };
        let mut answers: BitSet = if position.count(!position.to_move(), Threat::Five) > 0 {
            position.answers_to_five().into_iter().map(Point::index).collect()
        } else {
            position.pass();
            let threatens = otherwise.still_wins(position);
            position.pass();
            if !threatens {
                return false;
            }
            otherwise.points_that_may_refute(position)
        };
        for (answer, _) in self.answers() {
            answers.insert(answer.index());
        }
        answers.iter().map(Point::from_index).all(|answer| {
            position.cell(answer) != Cell::Empty
                || position.is_forbidden(answer, position.to_move())
                || self.listed(answer).unwrap_or(otherwise).still_wins_after(answer, position)
        })
    }

    /// The empty points among which every move of the side to move lies that may keep a proof of the other side from
    /// holding: those of the proof, fours of its own, and points that would make of an answer in the proof a four. A
    /// proof of more than fours leaves time for a four where there is a three.
    pub(super) fn points_that_may_refute<R: RuleSet>(&self, position: &Position<R>) -> BitSet {
        let defender = position.to_move();
        let mut points = position.fours(defender);
        if !self.is_by_fours() {
            let makes_three =
                |&point: &Point| (0..4).any(|d| position.lines(point).class(defender, d) >= LineClass::Three);
            points.union_with(&position.empty_points().filter(makes_three).map(Point::index).collect());
        }
        for step in self.steps() {
            points.insert(step.attack().index());
            // Where ends matter a stone beside the row may do; where blocks are forbidden, one that lifts the ban.
            if R::ENDS_MATTER || R::FORBIDDEN && defender == Color::Black && step.answers().is_empty() {
                points.union_with(&position.beside(step.attack(), defender, LineClass::Dead));
            }
            for (answer, _) in step.answers() {
                points.insert(answer.index());
                points.union_with(&position.beside(*answer, defender, LineClass::Two));
            }
        }
        points.iter().filter(|&at| position.cell(Point::from_index(at)) == Cell::Empty).collect()
    }
}
