//! Whether a proof still holds after another stone, read off the patterns.

use super::Proof;
use crate::base::{BitSet, Color};
use crate::board::{Cell, Point};
use crate::pattern::{LineClass, Threat};
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;

impl Proof {
    /// Whether a proof by fours wins as it stands for the side to move, in a position with other stones than it was
    /// found in. Quick where the proof is short; "no" does not say that there is no win.
    pub fn holds<R: RuleSet>(&self, position: &mut Position<R>) -> bool {
        let (side, attack) = (position.to_move(), self.attack());
        if position.cell(attack) != Cell::Empty {
            return false;
        }
        if position.threat(attack, side) == Threat::Five {
            return true;
        }
        // A five of the other side has to be stopped on the way.
        if position.count(!side, Threat::Five) > 0 && !position.answers_to_five().contains(&attack)
            || !position.stones().makes_four(attack, side)
            || position.is_forbidden(attack, side)
        {
            return false;
        }
        position.play(attack, &mut NoObserver);
        let holds = self.holds_after_attack(position);
        position.undo(&mut NoObserver);
        holds
    }

    fn holds_after_attack<R: RuleSet>(&self, position: &mut Position<R>) -> bool {
        let attacker = !position.to_move();
        let Some(five) = self.otherwise().map(Proof::attack) else {
            return false;
        };
        if position.cell(five) != Cell::Empty || position.threat(five, attacker) != Threat::Five {
            return false;
        }
        position.stops_to_five(five).into_iter().all(|answer| {
            let listed = self.answers().iter().find(|(listed, _)| *listed == answer);
            listed.is_some_and(|(_, next)| {
                position.play(answer, &mut NoObserver);
                let holds = next.holds(position);
                position.undo(&mut NoObserver);
                holds
            })
        })
    }

    /// The empty points among which every move of the side to move lies that may keep a proof by fours of the other side
    /// from holding: those of the proof, fours of its own, and points that would make of an answer in the proof a four.
    pub(super) fn points_that_may_refute<R: RuleSet>(&self, position: &Position<R>) -> BitSet {
        let defender = position.to_move();
        let mut points = BitSet::EMPTY;
        for class in [Threat::Four, Threat::FourThree, Threat::OpenFour, Threat::Suspect] {
            points.union_with(position.points(defender, class));
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
