use crate::board::{Cell, Point};
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;

/// A proof that the side to move wins: its move, and how it goes on after every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move of the side that wins.
    pub attack: Point,
    /// The answers after which it goes on in a way of its own.
    pub answers: Vec<(Point, Proof)>,
    /// How it goes on after all other answers; nothing if the move is a five.
    pub otherwise: Option<Box<Proof>>,
}

impl Proof {
    /// A five.
    pub fn five(point: Point) -> Proof {
        Proof { attack: point, answers: Vec::new(), otherwise: None }
    }

    /// Plies to the five against the longest defence.
    pub fn plies(&self) -> u32 {
        let listed = self.answers.iter().map(|(_, proof)| proof);
        listed.chain(self.otherwise.as_deref()).map(|proof| 2 + proof.plies()).max().unwrap_or(1)
    }

    /// The moves of the longest defence, up to the move that no point stops.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.attack];
        let mut proof = self;
        // Of answers that hold out equally long the first listed.
        while let Some((answer, next)) = proof.answers.iter().rev().max_by_key(|(_, proof)| proof.plies()) {
            line.extend([*answer, next.attack]);
            proof = next;
        }
        line
    }

    /// The number of attacking moves.
    pub fn size(&self) -> usize {
        let listed: usize = self.answers.iter().map(|(_, proof)| proof.size()).sum();
        1 + listed + self.otherwise.as_ref().map_or(0, |proof| proof.size())
    }

    /// Whether the proof holds in `position`, whose side to move is the one that wins, judged by the patterns.
    pub fn holds<R: RuleSet>(&self, position: &mut Position<R>) -> bool {
        let side = position.to_move();
        if position.cell(self.attack) != Cell::Empty {
            return false;
        }
        let Some(otherwise) = &self.otherwise else {
            return position.threat(self.attack, side) == Threat::Five;
        };
        if position.is_forbidden(self.attack, side) {
            return false;
        }
        position.play(self.attack, &mut NoObserver);
        let holds = position.count(!side, Threat::Five) == 0
            && self.answers_of_consequence(position).into_iter().all(|answer| {
                let listed = self.answers.iter().find(|(listed, _)| *listed == answer);
                let next = listed.map_or(&**otherwise, |(_, proof)| proof);
                position.play(answer, &mut NoObserver);
                let holds = next.holds(position);
                position.undo(&mut NoObserver);
                holds
            });
        position.undo(&mut NoObserver);
        holds
    }

    /// The legal answers to the attack just made that do not lose at once for reasons that the patterns show.
    fn answers_of_consequence<R: RuleSet>(&self, position: &mut Position<R>) -> Vec<Point> {
        let defender = position.to_move();
        if position.count(!defender, Threat::Five) > 0 {
            return position.answers_to_five().into_iter().collect();
        }
        let points: Vec<Point> = if position.count(!defender, Threat::OpenFour) > 0 {
            position.defences_to_open_four().iter().map(Point::from_index).collect()
        } else {
            position.geometry().all().filter(|&p| position.cell(p) == Cell::Empty).collect()
        };
        points.into_iter().filter(|&point| !position.is_forbidden(point, defender)).collect()
    }
}
