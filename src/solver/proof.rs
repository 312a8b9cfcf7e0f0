use std::sync::Arc;

use crate::board::Point;

/// A proof that the side to move wins: its move, and how it goes on after every answer.
///
/// Parts that two branches share are kept once, so a proof is cheap to clone and may be far smaller than its tree.
#[derive(Clone, Debug)]
pub struct Proof(Arc<Step>);

#[derive(Debug)]
struct Step {
    attack: Point,
    answers: Vec<(Point, Proof)>,
    otherwise: Option<Proof>,
    plies: u32,
    by_fours: bool,
}

impl Proof {
    /// A five.
    pub fn five(point: Point) -> Proof {
        Proof(Arc::new(Step {
            attack: point,
            answers: Vec::new(),
            otherwise: None,
            plies: 1,
            by_fours: true,
        }))
    }

    /// The move `attack` that is followed by a proof of its own after each of `answers`, and by `otherwise` after all
    /// others.
    pub fn new(attack: Point, answers: Vec<(Point, Proof)>, otherwise: Proof) -> Proof {
        let listed = answers.iter().map(|(_, proof)| proof.plies());
        let plies = 2 + listed.fold(otherwise.plies(), u32::max);
        let by_fours = otherwise.plies() == 1 && answers.iter().all(|(_, proof)| proof.is_by_fours());
        Proof(Arc::new(Step { attack, answers, otherwise: Some(otherwise), plies, by_fours }))
    }

    /// The move of the side that wins.
    pub fn attack(&self) -> Point {
        self.0.attack
    }

    /// The answers after which it goes on in a way of its own.
    pub fn answers(&self) -> &[(Point, Proof)] {
        &self.0.answers
    }

    /// How it goes on after `answer` if it does so in a way of its own.
    pub fn listed(&self, answer: Point) -> Option<&Proof> {
        self.answers().iter().find(|(listed, _)| *listed == answer).map(|(_, next)| next)
    }

    /// How it goes on after all other answers; nothing if the move is a five.
    pub fn otherwise(&self) -> Option<&Proof> {
        self.0.otherwise.as_ref()
    }

    /// Plies to the five against the longest defence.
    pub fn plies(&self) -> u32 {
        self.0.plies
    }

    /// Whether each of its moves threatens a five.
    pub fn is_by_fours(&self) -> bool {
        self.0.by_fours
    }

    /// The moves of the longest defence, up to the move after which no answer is better than any other.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.attack()];
        let mut proof = self;
        // Of answers that hold out equally long the first listed.
        while let Some((answer, next)) = proof.answers().iter().rev().max_by_key(|(_, proof)| proof.plies())
            && next.plies() + 2 == proof.plies()
        {
            line.extend([*answer, next.attack()]);
            proof = next;
        }
        line
    }

    /// Every step of the proof once, each after those that it goes on with.
    pub fn steps(&self) -> Vec<&Proof> {
        let mut seen = std::collections::HashSet::new();
        let mut steps = Vec::new();
        // Deep proofs would overflow the stack of a recursion; `true` marks a step whose followers are done.
        let mut open = vec![(self, false)];
        while let Some((proof, done)) = open.pop() {
            if done {
                steps.push(proof);
            } else if seen.insert(proof.id()) {
                open.push((proof, true));
                open.extend(proof.otherwise().map(|next| (next, false)));
                open.extend(proof.answers().iter().map(|(_, next)| (next, false)));
            }
        }
        steps
    }

    /// What tells a step from others as long as the proof lives.
    pub fn id(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}
