//! The checker of proofs. It knows the rules from the referee alone: no patterns, and nothing of the provers.

use std::collections::HashMap;
use std::fmt;

use super::Proof;
use crate::base::Color;
use crate::board::{Cell, Grid, Point, stone_key};
use crate::rules::{self, Foul, Outcome, RuleKind};

/// What has been learned from a proof that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Plies to the end of the game against the longest defence.
    pub plies: u32,
    /// How many positions with the attacker to move have been replayed.
    pub positions: u64,
}

/// Where a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The moves that show it, from the position that the proof is about to the one at fault.
    pub line: Vec<Point>,
    /// What is wrong with the last of these moves.
    pub fault: Fault,
}

/// What is wrong with a move of a proof, or with the lack of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The attack is on no empty point of the board.
    NotEmpty,
    /// The attack is forbidden.
    Foul(Foul),
    /// The attack fills the board.
    Draw,
    /// The answer wins.
    AnswerWins,
    /// The proof does not say how to go on after the answer.
    NoFollowUp,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotEmpty => f.write_str("the attack is on no empty point"),
            Fault::Foul(foul) => write!(f, "the attack is forbidden ({foul})"),
            Fault::Draw => f.write_str("the attack fills the board"),
            Fault::AnswerWins => f.write_str("the answer wins"),
            Fault::NoFollowUp => f.write_str("the proof ends with the answer"),
        }
    }
}

/// Replays `proof` for `to_move` against every legal answer of the other side. The game must not be over yet.
///
/// An answer that is a foul ends the game and needs no proof. Two positions in which the proof goes on with the same
/// step are taken for one if their 64-bit hashes are equal, so that the parts of a proof that its branches share are
/// replayed once. Every step fills two points, so the recursion is at most 512 steps deep: far below a megabyte.
///
/// # Errors
/// [`Flaw`], the first one found.
pub fn check(kind: RuleKind, grid: &Grid, to_move: Color, proof: &Proof) -> Result<Checked, Flaw> {
    let mut replay = Replay {
        kind,
        grid: grid.clone(),
        attacker: to_move,
        hash: 0,
        line: Vec::new(),
        lengths: HashMap::new(),
        positions: 0,
    };
    match replay.step(proof) {
        Ok(plies) => Ok(Checked { plies, positions: replay.positions }),
        // The moves have been left on the board, where the replay came to a halt.
        Err(fault) => Err(Flaw { line: replay.line, fault }),
    }
}

struct Replay {
    kind: RuleKind,
    grid: Grid,
    attacker: Color,
    /// Of the stones that have been added.
    hash: u64,
    line: Vec<Point>,
    /// The plies that steps, told by their identity, have been found to take in positions, told by their hash.
    lengths: HashMap<(u64, usize), u32>,
    positions: u64,
}

impl Replay {
    /// Replays a step that the attacker goes on with. Answers the plies to its end.
    fn step(&mut self, step: &Proof) -> Result<u32, Fault> {
        let key = (self.hash, step.id());
        if let Some(plies) = self.lengths.get(&key) {
            return Ok(*plies);
        }
        self.positions += 1;
        let attack = step.attack();
        self.line.push(attack);
        if attack.index() >= self.grid.geometry().points() || self.grid.get(attack) != Cell::Empty {
            return Err(Fault::NotEmpty);
        }
        let plies = match rules::judge(self.kind, &self.grid, attack, self.attacker) {
            Outcome::Win => 1,
            Outcome::Foul(foul) => return Err(Fault::Foul(foul)),
            Outcome::Continue => {
                self.put(attack, self.attacker);
                let plies = 1 + self.answers(step)?;
                self.lift(attack);
                self.lengths.insert(key, plies);
                plies
            }
        };
        self.line.pop();
        Ok(plies)
    }

    /// Replays all answers to the attack of `step`, which is on the board. Answers the plies to the end of the longest.
    fn answers(&mut self, step: &Proof) -> Result<u32, Fault> {
        if self.grid.is_full() {
            return Err(Fault::Draw);
        }
        let defender = !self.attacker;
        let mut longest = 0;
        for answer in self.grid.geometry().all() {
            if self.grid.get(answer) != Cell::Empty {
                continue;
            }
            self.line.push(answer);
            if rules::wins(self.kind, &self.grid, answer, defender) {
                return Err(Fault::AnswerWins);
            }
            longest = longest.max(self.answer(step, answer)?);
            self.line.pop();
        }
        Ok(longest)
    }

    /// Replays what follows on an answer that wins nothing. Answers the plies to the end.
    fn answer(&mut self, step: &Proof, answer: Point) -> Result<u32, Fault> {
        let defender = !self.attacker;
        let may_be_foul = self.kind.has_forbidden(defender);
        let before = may_be_foul.then(|| (self.grid.clone(), self.hash, self.line.len()));
        let next = step.listed(answer).or(step.otherwise()).ok_or(Fault::NoFollowUp);
        let fault = match next.and_then(|next| {
            self.put(answer, defender);
            let plies = 1 + self.step(next)?;
            self.lift(answer);
            Ok(plies)
        }) {
            Ok(plies) => return Ok(plies),
            Err(fault) => fault,
        };
        // A foul is no answer. To ask for it is dear, and needed only where the proof fails otherwise.
        match before {
            Some((grid, hash, length)) if rules::forbidden(&grid, answer).is_some() => {
                (self.grid, self.hash) = (grid, hash);
                self.line.truncate(length);
                Ok(1)
            }
            _ => Err(fault),
        }
    }

    fn put(&mut self, point: Point, color: Color) {
        self.grid.set(point, color.into());
        self.hash ^= stone_key(point, color.into());
    }

    fn lift(&mut self, point: Point) {
        self.hash ^= stone_key(point, self.grid.get(point));
        self.grid.set(point, Cell::Empty);
    }
}
