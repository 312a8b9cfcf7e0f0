use crate::base::BitSet;
use crate::board::Point;
use crate::pattern::{LineClass, Threat};
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
#[derive(Debug)]
pub struct Vcf {
    limits: VcfLimits,
    nodes: u64,
    line: Vec<Point>,
}

impl Vcf {
    /// A search within `limits`.
    pub fn new(limits: VcfLimits) -> Vcf {
        Vcf { limits, nodes: 0, line: Vec::new() }
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves of the win that was found, from the attacker's first on, up to the move that leaves no defence.
    pub fn line(&self) -> impl Iterator<Item = Point> {
        self.line.iter().rev().copied()
    }

    /// Plies to the five if the side to move wins by fours.
    pub fn search<R: RuleSet>(&mut self, position: &mut Position<R>) -> Option<u32> {
        self.line.clear();
        self.attack(position, self.limits.fours)
    }

    fn attack<R: RuleSet>(&mut self, position: &mut Position<R>, fours: u32) -> Option<u32> {
        self.nodes += 1;
        let side = position.to_move();
        if let Some(five) = position.points(side, Threat::Five).first() {
            return self.wins_by(five, 1);
        }
        let pressed = position.count(!side, Threat::Five) > 0;
        if !pressed && let Some(four) = position.points(side, Threat::OpenFour).first() {
            return self.wins_by(four, 3);
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

    fn wins_by(&mut self, point: usize, plies: u32) -> Option<u32> {
        self.line.push(Point::from_index(point));
        Some(plies)
    }

    /// Plies to the five if `point` makes a four after which every answer loses by further fours.
    fn try_four<R: RuleSet>(&mut self, position: &mut Position<R>, point: Point, fours: u32) -> Option<u32> {
        let side = position.to_move();
        let lines = position.lines(point);
        if !(0..4)
            .any(|direction| (LineClass::Four..LineClass::Overline).contains(&lines.class(side, direction)))
        {
            return None;
        }
        position.play(point, &mut NoObserver);
        let plies = self.defend(position, fours - 1);
        position.undo(&mut NoObserver);
        if plies.is_some() {
            self.line.push(point);
        }
        plies.map(|plies| plies + 1)
    }

    /// Plies to the attacker's five if every answer of the side to move to the four on the board loses.
    fn defend<R: RuleSet>(&mut self, position: &mut Position<R>, fours: u32) -> Option<u32> {
        let mark = self.line.len();
        let mut longest = 2;
        for answer in position.answers_to_five() {
            self.line.truncate(mark);
            position.play(answer, &mut NoObserver);
            let plies = self.attack(position, fours);
            position.undo(&mut NoObserver);
            let Some(plies) = plies else {
                self.line.truncate(mark);
                return None;
            };
            self.line.push(answer);
            longest = longest.max(plies + 1);
        }
        Some(longest)
    }
}
