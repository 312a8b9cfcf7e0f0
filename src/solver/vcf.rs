use super::Proof;
use crate::base::BitSet;
use crate::board::Point;
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;

/// How far a search for a win by fours may go.
#[derive(Clone, Copy, Debug)]
pub struct VcfLimits {
    /// The most fours in a row.
    pub fours: u32,
    /// The most positions.
    pub nodes: u64,
}

/// A search for a win by continuous fours (VCF) of the side to move, depth first.
///
/// It looks at every four that is legal, with counter-fours of the defender answered by fours only. What it finds is a
/// win; what it does not find within its limits is not proved to be none.
pub struct Vcf<'a> {
    limits: VcfLimits,
    nodes: u64,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> Vcf<'a> {
    /// Positions between two questions whether to go on: less than a millisecond.
    const ASK_INTERVAL: u64 = 512;

    /// A search within `limits` that now and then asks `go_on`, and ends where that says no.
    pub fn new(limits: VcfLimits, go_on: &'a mut dyn FnMut() -> bool) -> Vcf<'a> {
        Vcf { limits, nodes: 0, go_on }
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A proof that the side to move wins by fours, if one is found.
    pub fn search<R: RuleSet>(&mut self, position: &mut Position<R>) -> Option<Proof> {
        self.attack(position, self.limits.fours)
    }

    fn attack<R: RuleSet>(&mut self, position: &mut Position<R>, fours: u32) -> Option<Proof> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::ASK_INTERVAL) && !(self.go_on)() {
            self.limits.nodes = 0;
        }
        let side = position.to_move();
        if let Some(five) = position.points(side, Threat::Five).first() {
            return Some(Proof::five(Point::from_index(five)));
        }
        let pressed = position.count(!side, Threat::Five) > 0;
        if !pressed && let Some(four) = position.points(side, Threat::OpenFour).first() {
            return self.try_four(position, Point::from_index(four), 1);
        }
        if fours == 0 || self.nodes >= self.limits.nodes {
            return None;
        }
        if pressed {
            let answers = position.answers_to_five();
            return answers.into_iter().find_map(|answer| self.try_four(position, answer, fours));
        }
        // A four with a three leaves more to follow it up with.
        let [best, rest] = [Threat::FourThree, Threat::Four].map(|threat| *position.points(side, threat));
        let suspects = if R::FORBIDDEN { *position.points(side, Threat::Suspect) } else { BitSet::EMPTY };
        [best, rest, suspects].into_iter().flat_map(|set| set.iter()).map(Point::from_index).find_map(
            |point| {
                if position.is_forbidden(point, side) { None } else { self.try_four(position, point, fours) }
            },
        )
    }

    /// The proof that begins with `point` if it makes a four after which every answer loses by further fours.
    fn try_four<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        point: Point,
        fours: u32,
    ) -> Option<Proof> {
        if !position.makes_four(point, position.to_move()) {
            return None;
        }
        position.play(point, &mut NoObserver);
        let proof = self.defend(position, point, fours - 1);
        position.undo(&mut NoObserver);
        proof
    }

    /// The proof that begins with the four `attack` on the board, if every answer of the side to move loses.
    fn defend<R: RuleSet>(&mut self, position: &mut Position<R>, attack: Point, fours: u32) -> Option<Proof> {
        let attacker = !position.to_move();
        let five = position.points(attacker, Threat::Five).first().map(Point::from_index)?;
        let mut answers = Vec::new();
        for answer in position.stops_to_five(five) {
            position.play(answer, &mut NoObserver);
            // Where another five is left, the attack needs no further search.
            let left = position.points(attacker, Threat::Five).first().map(Point::from_index);
            let proof = match left {
                Some(left) => Some(Proof::five(left)),
                None => self.attack(position, fours),
            };
            position.undo(&mut NoObserver);
            answers.push((answer, proof?));
        }
        Some(Proof { attack, answers, otherwise: Some(Box::new(Proof::five(five))) })
    }
}
