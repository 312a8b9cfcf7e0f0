use crate::board::Point;

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
}
