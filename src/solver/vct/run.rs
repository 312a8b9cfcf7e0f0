//! One search: depth-first proof-number search, and the proof of what it has found.

use std::collections::HashMap;
use std::sync::Arc;

use super::{ThreatSolver, VctLimits, Width};
use crate::base::{Color, mix};
use crate::board::{Cell, Point, SIDE_KEY, stone_key};
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;
use crate::solver::numbers::{INFINITE, Numbers};
use crate::solver::{Proof, Verdict};

/// Where a search is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: u32,
    /// What is looked at here.
    pub(super) width: Width,
}

impl Node {
    /// The node after a move, if so much is looked at there.
    pub(super) fn next(self, width: Width) -> Node {
        Node { ply: self.ply + 1, width }
    }
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    point: Point,
    /// The key of the node that it leads to.
    key: u64,
    /// What is looked at in that node.
    width: Width,
    /// What is assumed of that node before it has been looked at.
    guess: Numbers,
}

/// The numbers of a node as its children have them.
struct Sum {
    numbers: Numbers,
    /// The child to look at next.
    best: usize,
    /// The number that this child is picked by, of the next best child.
    second: u32,
}

/// One search.
pub(super) struct Run<'a, R: RuleSet> {
    pub(super) solver: &'a mut ThreatSolver,
    pub(super) position: &'a mut Position<R>,
    pub(super) attacker: Color,
    pub(super) limits: VctLimits,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
}

impl<R: RuleSet> Run<'_, R> {
    /// Searches from the position on, as far as the limits and the width let it.
    pub(super) fn solve(&mut self, width: Width) -> Verdict {
        let root = Node { ply: 0, width };
        match self.expand(Numbers::INFINITE, root) {
            Numbers { proof: 0, .. } => self.prove(root).map_or(Verdict::Unknown, Verdict::Win),
            Numbers { disproof: 0, .. } if !self.solver.cut => Verdict::NoWin,
            _ => Verdict::Unknown,
        }
    }

    /// What tells a node from all others: the position, who attacks, how many plies are left, and what is looked at.
    fn key(&self, hash: u64, node: Node) -> u64 {
        let attacker = if self.attacker == Color::White { 0x9E6C_63D0_876A_3F5B } else { 0 };
        let left = self.limits.plies.map_or(0, |plies| 1 + u64::from(plies.saturating_sub(node.ply)));
        hash ^ attacker ^ mix(left << 2 | node.width as u64)
    }

    /// The plies left to win in.
    pub(super) fn left(&self, node: Node) -> u32 {
        self.limits.plies.unwrap_or(ThreatSolver::MAX_PLY).saturating_sub(node.ply)
    }

    /// Whether a limit ends the search.
    pub(super) fn is_spent(&self) -> bool {
        self.stopped || self.nodes >= self.limits.nodes
    }

    /// Takes note of a limit that may have kept a node from being seen to be won, if there was one and no wider search
    /// follows that tells whether there is a win.
    pub(super) fn note_cut(&mut self, cut: bool, width: Width) {
        self.solver.cut |= cut && width == self.limits.width.min(Width::Wide);
    }

    /// A node takes many times what the question does.
    fn ask_to_go_on(&mut self) {
        self.stopped |= !(self.go_on)();
    }

    /// Searches the position until its numbers reach one of `limits`.
    pub(super) fn expand(&mut self, limits: Numbers, node: Node) -> Numbers {
        self.nodes += 1;
        self.ask_to_go_on();
        let attacks = self.position.to_move() == self.attacker;
        let key = self.key(self.position.hash(), node);
        let children = match self.children(key, node) {
            Ok(children) => children,
            Err(decided) => {
                self.solver.numbers.put(key, decided);
                return decided;
            }
        };
        loop {
            let Sum { numbers, best, second } = self.sum_up(&children, attacks);
            let reached = numbers.proof >= limits.proof || numbers.disproof >= limits.disproof;
            if reached || numbers.is_decided() || self.is_spent() {
                self.solver.numbers.put(key, numbers);
                return numbers;
            }
            let child = children[best];
            let now = self.numbers_of(&child);
            // A quarter more than the second best, so that the search does not hop to and fro between the two.
            let rival = second.saturating_add(second / 4 + 1);
            let child_limits = if attacks {
                let disproof = limits.disproof - numbers.disproof + now.disproof;
                Numbers { proof: limits.proof.min(rival), disproof }
            } else {
                let proof = limits.proof - numbers.proof + now.proof;
                Numbers { proof, disproof: limits.disproof.min(rival) }
            };
            self.position.play(child.point, &mut NoObserver);
            self.expand(child_limits, node.next(child.width));
            self.position.undo(&mut NoObserver);
        }
    }

    fn numbers_of(&self, child: &Child) -> Numbers {
        self.solver.numbers.get(child.key).unwrap_or(child.guess)
    }

    /// The numbers of a node from those of its children, of which the attacker needs one proved and the defender one
    /// disproved.
    ///
    /// To disprove all attacks takes about as much as the hardest and a bit for each of the others: they have most of
    /// their lines in common, which a sum would count again and again (T. Ueda et al., "Weak Proof-Number Search",
    /// 2008). To prove all answers takes the sum: the more of them there are, the weaker is the threat.
    fn sum_up(&self, children: &[Child], attacks: bool) -> Sum {
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut most, mut sum, mut open) = (0, 0u32, 0u32);
        for (index, child) in children.iter().enumerate() {
            let numbers = self.numbers_of(child);
            let (one, all) =
                if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
            most = all.max(most);
            sum = sum.saturating_add(all).min(INFINITE);
            open += u32::from(all > 0);
            if one < least {
                (second, least, best) = (least, one, index);
            } else if one < second {
                second = one;
            }
        }
        let numbers = if attacks {
            Numbers { proof: least, disproof: (most + open.saturating_sub(1)).min(INFINITE) }
        } else {
            Numbers { proof: sum, disproof: least }
        };
        Sum { numbers, best, second }
    }

    /// The moves of a node, or its numbers if it is decided without them.
    fn children(&mut self, key: u64, node: Node) -> Result<Arc<[Child]>, Numbers> {
        let attacks = self.position.to_move() == self.attacker;
        // There has to be room for a five, and for an answer before it.
        if self.left(node) < if attacks { 1 } else { 2 } {
            self.note_cut(self.limits.plies.is_none(), node.width);
            return Err(Numbers::DISPROVED);
        }
        if let Some(children) = self.solver.children.get(&key) {
            return Ok(Arc::clone(children));
        }
        let (moves, width) = if attacks { (self.attacks(node)?, node.width) } else { self.defences(node)? };
        if moves.is_empty() {
            return Err(if attacks { Numbers::DISPROVED } else { Numbers::PROVED });
        }
        let side = Cell::from(self.position.to_move());
        let child = |(point, guess)| {
            let hash = self.position.hash() ^ stone_key(point, side) ^ SIDE_KEY;
            Child { point, key: self.key(hash, node.next(width)), width, guess }
        };
        let children: Arc<[Child]> = moves.into_iter().map(child).collect();
        self.solver.keep(key, &children);
        Ok(children)
    }

    /// The proof that the attacker, who is to move, wins, as far as the limits let it be found.
    pub(super) fn prove(&mut self, node: Node) -> Option<Proof> {
        self.proof_of_attack(node, &mut HashMap::new())
    }

    /// The proof of a position that has been proved, the attacker to move. Parts that the tables have lost are searched
    /// again, within the limits; nothing if those do not suffice. `known` has the parts found before.
    fn proof_of_attack(&mut self, node: Node, known: &mut HashMap<u64, Proof>) -> Option<Proof> {
        let key = self.key(self.position.hash(), node);
        if let Some(proof) = known.get(&key) {
            return Some(proof.clone());
        }
        // A proof of many steps takes its time as well.
        self.ask_to_go_on();
        if self.stopped {
            return None;
        }
        let proof = match self.win_by_fours(self.left(node), node.width) {
            Some(proof) => proof,
            None => {
                if self.expand(Numbers::INFINITE, node) != Numbers::PROVED {
                    return None;
                }
                let children = self.children(key, node).ok()?;
                let child = children.iter().find(|child| self.numbers_of(child).proof == 0)?;
                self.position.play(child.point, &mut NoObserver);
                let proof = self.proof_of_threat(child.point, node.next(child.width), known);
                self.position.undo(&mut NoObserver);
                proof?
            }
        };
        known.insert(key, proof.clone());
        Some(proof)
    }

    /// The proof that begins with the threat `attack` on the board. Every legal answer is tried, whatever the search
    /// took for relevant.
    fn proof_of_threat(
        &mut self,
        attack: Point,
        node: Node,
        known: &mut HashMap<u64, Proof>,
    ) -> Option<Proof> {
        let (otherwise, width) = match self.first_five() {
            Some(five) => (Proof::five(five), node.width),
            None => self.threat(node)?,
        };
        let mut answers = Vec::new();
        let empty: Vec<Point> = self.position.empty_points().collect();
        for answer in empty {
            if self.refutes(answer, &otherwise) {
                self.position.play(answer, &mut NoObserver);
                let proof = self.proof_of_attack(node.next(width), known);
                self.position.undo(&mut NoObserver);
                answers.push((answer, proof?));
            }
        }
        Some(Proof::new(attack, answers, otherwise))
    }
}
