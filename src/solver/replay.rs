//! Whether a proof still holds after another stone, read off the patterns.

use super::Proof;
use crate::base::{BitSet, Color};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat};
use crate::position::{Position, Stones};
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
        stones.stops_to_five(five).into_iter().all(|answer| {
            let listed = self.answers().iter().find(|(listed, _)| *listed == answer);
            listed.is_some_and(|(_, next)| next.holds_after(answer, stones))
        })
    }

    /// Whether it holds after `answer` of the side to move, which has no five before.
    pub fn holds_after<R: RuleSet>(&self, answer: Point, stones: &mut Stones<R>) -> bool {
        stones.play(answer);
        let pressing = stones.fives_beside(answer);
        let holds = self.holds(stones, &pressing);
        stones.undo(answer);
        holds
    }

    /// The empty points among which every move of the side to move lies that may keep a proof by fours of the other side
    /// from holding: those of the proof, fours of its own, and points that would make of an answer in the proof a four.
    pub(super) fn points_that_may_refute<R: RuleSet>(&self, position: &Position<R>) -> BitSet {
        let defender = position.to_move();
        let mut points = position.fours(defender);
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
