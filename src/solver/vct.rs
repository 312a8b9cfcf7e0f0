//! Wins by threats (VCT): depth-first proof-number search over fours, threes, and quiet moves that threaten to win by
//! fours.
//!
//! A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and its Applications", 2002; threat sequences after
//! V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994. That a threat is whatever would win by
//! simpler threats if it went unanswered is the idea of T. Thomsen, "Lambda-Search in Game Trees", 2000.

use std::collections::HashMap;
use std::sync::Arc;

use super::numbers::{INFINITE, NumberTable, Numbers};
use super::{Proof, Vcf, VcfLimits, Verdict};
use crate::base::{BitSet, Color, mix};
use crate::board::{Cell, Point, SIDE_KEY, stone_key};
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;

/// How far a search for a win by threats may go.
#[derive(Clone, Copy, Debug)]
pub struct VctLimits {
    /// The most positions, those of the wins by fours included.
    pub nodes: u64,
    /// The most plies to the five, if not any number.
    pub plies: Option<u32>,
    /// What is looked at in a node, at most.
    pub width: Width,
}

/// What a search for a win by threats looks at in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Moves that join stones, and short wins by fours.
    Narrow,
    /// All moves that might threaten to win by fours, and longer ones: for when there is no win in the narrow.
    Wide,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Child {
    point: Point,
    /// The key of the position that it leads to.
    key: u64,
    /// What is assumed of that position before it has been looked at.
    guess: Numbers,
}

/// A prover of wins by threats. What it has learned lasts from one search to the next.
#[derive(Debug)]
pub struct ThreatSolver {
    numbers: NumberTable,
    /// The moves of nodes: finding them is dear, and a node is visited often.
    children: HashMap<u64, Arc<[Child]>>,
    /// How many moves are kept, and at most.
    kept: usize,
    most_kept: usize,
    vcf: Vcf,
    /// Whether a limit has ever kept a node of a search as wide as it may be from being seen to be won: what is remembered
    /// as disproved may not be.
    cut: bool,
    nodes: u64,
}

impl ThreatSolver {
    /// The longest line, in plies.
    const MAX_PLY: u32 = 160;
    /// How many positions without a win by fours are remembered, as a power of two.
    const VCF_BITS: u32 = 15;

    /// A solver that remembers about `bytes` bytes: half of them numbers, half moves.
    pub fn new(bytes: usize) -> ThreatSolver {
        ThreatSolver {
            numbers: NumberTable::new(bytes / 2),
            children: HashMap::new(),
            kept: 0,
            most_kept: bytes / 2 / size_of::<Child>(),
            vcf: Vcf::new(Self::VCF_BITS),
            cut: false,
            nodes: 0,
        }
    }

    /// Positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn keep(&mut self, key: u64, children: &Arc<[Child]>) {
        // A node of few moves takes room as well.
        self.kept += children.len() + 4;
        if self.kept > self.most_kept {
            self.children.clear();
            self.kept = children.len() + 4;
        }
        self.children.insert(key, Arc::clone(children));
    }

    /// Whether the side to move wins by threats, looked for within `limits` for as long as `go_on`, asked now and then,
    /// says so. "No win" says that no sequence of the threats that are looked at wins, within the plies if there is a
    /// limit; a solver that a limit of its own has cut off once does not say so any more. A wide search begins with a
    /// narrow one.
    pub fn solve<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        let attacker = position.to_move();
        let width = Width::Narrow;
        let mut run =
            Run { solver: self, position, attacker, limits, width, nodes: 0, stopped: false, go_on };
        let mut verdict = run.solve();
        if !run.stopped && limits.width == Width::Wide && !matches!(verdict, Verdict::Win(_)) {
            run.width = Width::Wide;
            verdict = run.solve();
        }
        self.nodes = run.nodes;
        verdict
    }

    /// The shortest win by such threats, or the shortest found where limits end the search for a shorter one.
    pub fn solve_shortest<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        let mut verdict = self.solve(position, limits, go_on);
        let mut nodes = self.nodes;
        while let Verdict::Win(proof) = &verdict
            && proof.plies() > 1
        {
            let plies = Some(proof.plies() - 2);
            let left = VctLimits { nodes: limits.nodes.saturating_sub(nodes), plies, ..limits };
            let shorter = self.solve(position, left, go_on);
            nodes += self.nodes;
            if !matches!(shorter, Verdict::Win(_)) {
                break;
            }
            verdict = shorter;
        }
        self.nodes = nodes;
        verdict
    }

    /// Those of `moves`, legal for the side to move, after which the other side is proved to win by threats. The limit on
    /// nodes is for all of them together; where `go_on` ends the search, the moves left are not proved to lose.
    pub fn lost_moves<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        moves: &[Point],
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> BitSet {
        let (mut lost, mut nodes) = (BitSet::EMPTY, 0);
        for (index, &point) in moves.iter().enumerate() {
            if !go_on() {
                break;
            }
            // Each has its share of what the others have left.
            let share = limits.nodes.saturating_sub(nodes) / (moves.len() - index) as u64;
            position.play(point, &mut NoObserver);
            if let Verdict::Win(_) = self.solve(position, VctLimits { nodes: share, ..limits }, go_on) {
                lost.insert(point.index());
            }
            position.undo(&mut NoObserver);
            nodes += self.nodes;
        }
        self.nodes = nodes;
        lost
    }
}

impl Width {
    /// The most nodes of the search for a win by fours of the attacker.
    const fn fours(self) -> u64 {
        match self {
            Width::Narrow => 300,
            Width::Wide => 1500,
        }
    }
}

/// One search.
struct Run<'a, R: RuleSet> {
    solver: &'a mut ThreatSolver,
    position: &'a mut Position<R>,
    attacker: Color,
    limits: VctLimits,
    width: Width,
    nodes: u64,
    stopped: bool,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<R: RuleSet> Run<'_, R> {
    /// The most nodes of the search for a win by fours of the side that defends.
    const DEFENDER_VCF: u64 = 40;

    /// Searches as far as the limits and the width let it.
    fn solve(&mut self) -> Verdict {
        match self.expand(Numbers::INFINITE, 0) {
            Numbers { proof: 0, .. } => {
                self.proof_of_attack(0, &mut HashMap::new()).map_or(Verdict::Unknown, Verdict::Win)
            }
            Numbers { disproof: 0, .. } if !self.solver.cut => Verdict::NoWin,
            _ => Verdict::Unknown,
        }
    }

    /// What tells a node from all others: the position, who attacks, how many plies are left, and what is looked at.
    fn key(&self, hash: u64, ply: u32) -> u64 {
        let attacker = if self.attacker == Color::White { 0x9E6C_63D0_876A_3F5B } else { 0 };
        let left = self.limits.plies.map_or(0, |plies| 1 + u64::from(plies.saturating_sub(ply)));
        hash ^ attacker ^ mix(left << 1 | self.width as u64)
    }

    /// The plies left to win in.
    fn left(&self, ply: u32) -> u32 {
        self.limits.plies.unwrap_or(ThreatSolver::MAX_PLY).saturating_sub(ply)
    }

    fn is_spent(&mut self) -> bool {
        self.stopped |= self.nodes >= self.limits.nodes;
        self.stopped
    }

    /// Takes note of a limit that may have kept a node from being seen to be won, if there was one and no wider search
    /// follows.
    fn note_cut(&mut self, cut: bool) {
        self.solver.cut |= cut && self.width == self.limits.width;
    }

    /// A node takes many times what the question does.
    fn ask_to_go_on(&mut self) {
        self.stopped |= !(self.go_on)();
    }

    /// Searches the position until its numbers reach one of `limits`.
    fn expand(&mut self, limits: Numbers, ply: u32) -> Numbers {
        self.nodes += 1;
        self.ask_to_go_on();
        let attacks = self.position.to_move() == self.attacker;
        let key = self.key(self.position.hash(), ply);
        let children = match self.children(key, ply) {
            Ok(children) => children,
            Err(decided) => {
                self.solver.numbers.put(key, decided);
                return decided;
            }
        };
        loop {
            let (numbers, best, second) = self.sum_up(&children, attacks);
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
            self.expand(child_limits, ply + 1);
            self.position.undo(&mut NoObserver);
        }
    }

    fn numbers_of(&self, child: &Child) -> Numbers {
        self.solver.numbers.get(child.key).unwrap_or(child.guess)
    }

    /// The numbers of a node from those of its children, the child to look at next, and the decisive number of the
    /// next best one.
    ///
    /// To disprove all attacks takes about as much as the hardest and a bit for each of the others: they have most of
    /// their lines in common, which a sum would count again and again (T. Ueda et al., "Weak Proof-Number Search",
    /// 2008). To prove all answers takes the sum: the more of them there are, the weaker is the threat.
    fn sum_up(&self, children: &[Child], attacks: bool) -> (Numbers, usize, u32) {
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut most, mut sum, mut open) = (0, 0u32, 0u32);
        for (index, child) in children.iter().enumerate() {
            let numbers = self.numbers_of(child);
            // The attacker needs one child proved, the defender one disproved.
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
        (numbers, best, second)
    }

    /// The moves of a node, or its numbers if it is decided without them.
    fn children(&mut self, key: u64, ply: u32) -> Result<Arc<[Child]>, Numbers> {
        let attacks = self.position.to_move() == self.attacker;
        // There has to be room for a five, and for an answer before it.
        if self.left(ply) < if attacks { 1 } else { 2 } {
            self.note_cut(self.limits.plies.is_none());
            return Err(Numbers::DISPROVED);
        }
        if let Some(children) = self.solver.children.get(&key) {
            return Ok(Arc::clone(children));
        }
        let moves = if attacks { self.attacks(ply)? } else { self.defences(ply)? };
        if moves.is_empty() {
            return Err(if attacks { Numbers::DISPROVED } else { Numbers::PROVED });
        }
        let side = Cell::from(self.position.to_move());
        let child = |(point, guess)| {
            let hash = self.position.hash() ^ stone_key(point, side) ^ SIDE_KEY;
            Child { point, key: self.key(hash, ply + 1), guess }
        };
        let children: Arc<[Child]> = moves.into_iter().map(child).collect();
        self.solver.keep(key, &children);
        Ok(children)
    }

    /// What a search for a win by fours of the side to move within `plies` says.
    fn look_for_fours(&mut self, plies: u32, nodes: u64) -> Verdict {
        let fours = u8::try_from(plies.saturating_sub(1) / 2).unwrap_or(VcfLimits::ANY_LENGTH);
        let limits = VcfLimits { fours, ..VcfLimits::nodes(nodes) };
        let verdict = self.solver.vcf.search(self.position, limits, self.go_on);
        self.nodes += self.solver.vcf.nodes();
        verdict
    }

    /// The attacker's win by fours, who is to move, within `plies`.
    fn win_by_fours(&mut self, plies: u32) -> Option<Proof> {
        let verdict = self.look_for_fours(plies, self.width.fours());
        self.note_cut(matches!(verdict, Verdict::Unknown));
        verdict.win()
    }

    /// How the attacker wins by fours if the side to move does nothing.
    fn threatened_win(&mut self, plies: u32) -> Option<Proof> {
        self.position.pass();
        let proof = self.win_by_fours(plies);
        self.position.pass();
        proof
    }

    /// The attacker's moves that may be threats, each with a guess at the numbers that it leads to.
    fn attacks(&mut self, ply: u32) -> Result<Vec<(Point, Numbers)>, Numbers> {
        if self.win_by_fours(self.left(ply)).is_some() {
            return Err(Numbers::PROVED);
        }
        let pressed = self.position.count(!self.attacker, Threat::Five) > 0;
        let points: BitSet = if pressed {
            self.position.answers_to_five().into_iter().map(Point::index).collect()
        } else {
            self.position.candidates()
        };
        let must_stop = !pressed && self.position.count(!self.attacker, Threat::OpenFour) > 0;
        let stops = if must_stop { self.position.defences_to_open_four() } else { points };
        let mut moves = Vec::new();
        for point in points.iter().filter(|&point| stops.contains(point)).map(Point::from_index) {
            if let Some(guess) = guess(self.position, self.attacker, point, pressed, self.width)
                && !self.position.is_forbidden(point, self.attacker)
            {
                moves.push((point, guess));
            }
        }
        Ok(moves)
    }

    /// The defender's answers to what the attacker threatens.
    fn defences(&mut self, ply: u32) -> Result<Vec<(Point, Numbers)>, Numbers> {
        let side = self.position.to_move();
        if self.position.count(side, Threat::Five) > 0 {
            return Err(Numbers::DISPROVED);
        }
        let answers: Vec<Point> = if self.position.count(self.attacker, Threat::Five) > 0 {
            self.position.answers_to_five().into_iter().collect()
        } else {
            // What the attacker does not threaten with is no threat, and who can win first need not answer.
            let threat = self.threatened_win(self.left(ply) - 1).ok_or(Numbers::DISPROVED)?;
            if let Verdict::Win(_) = self.look_for_fours(ThreatSolver::MAX_PLY, Self::DEFENDER_VCF) {
                return Err(Numbers::DISPROVED);
            }
            let suspects = threat.points_that_may_refute(self.position);
            let suspects = suspects.iter().map(Point::from_index);
            suspects.filter(|&answer| self.refutes(answer, &threat)).collect()
        };
        Ok(answers.into_iter().map(|answer| (answer, Numbers::UNKNOWN)).collect())
    }

    /// Whether `answer` is a legal move of the side to move, which has no five, after which `threat` no longer wins as it
    /// stands.
    fn refutes(&mut self, answer: Point, threat: &Proof) -> bool {
        !self.position.is_forbidden(answer, !self.attacker)
            && !self.position.on_stones(|stones| threat.holds_after(answer, stones))
    }

    /// The proof of a position that has been proved, the attacker to move. Parts that the tables have lost are searched
    /// again, within the limits; nothing if those do not suffice. `known` has the parts found before.
    fn proof_of_attack(&mut self, ply: u32, known: &mut HashMap<u64, Proof>) -> Option<Proof> {
        let key = self.key(self.position.hash(), ply);
        if let Some(proof) = known.get(&key) {
            return Some(proof.clone());
        }
        // A proof of many steps takes its time as well.
        self.ask_to_go_on();
        if self.stopped {
            return None;
        }
        let proof = match self.win_by_fours(self.left(ply)) {
            Some(proof) => proof,
            None => {
                if self.expand(Numbers::INFINITE, ply) != Numbers::PROVED {
                    return None;
                }
                let children = self.children(key, ply).ok()?;
                let child = children.iter().find(|child| self.numbers_of(child).proof == 0)?;
                self.position.play(child.point, &mut NoObserver);
                let proof = self.proof_of_threat(child.point, ply + 1, known);
                self.position.undo(&mut NoObserver);
                proof?
            }
        };
        known.insert(key, proof.clone());
        Some(proof)
    }

    /// The proof that begins with the threat `attack` on the board. Every legal answer is tried, whatever the search
    /// took for relevant.
    fn proof_of_threat(&mut self, attack: Point, ply: u32, known: &mut HashMap<u64, Proof>) -> Option<Proof> {
        let otherwise = match self.position.points(self.attacker, Threat::Five).first() {
            Some(five) => Proof::five(Point::from_index(five)),
            None => self.threatened_win(self.left(ply) - 1)?,
        };
        let mut answers = Vec::new();
        let empty: Vec<Point> = self.position.empty_points().collect();
        for answer in empty {
            if self.refutes(answer, &otherwise) {
                self.position.play(answer, &mut NoObserver);
                let proof = self.proof_of_attack(ply + 1, known);
                self.position.undo(&mut NoObserver);
                answers.push((answer, proof?));
            }
        }
        Some(Proof::new(attack, answers, otherwise))
    }
}

/// A guess at the numbers of the attacker's move on `point`: the stronger the threat, the less is left to prove. Nothing
/// for a move that can hardly be one, unless the attacker is `pressed` to play there or the search is wide.
fn guess<R: RuleSet>(
    position: &Position<R>,
    attacker: Color,
    point: Point,
    pressed: bool,
    width: Width,
) -> Option<Numbers> {
    let proof = match position.threat(point, attacker) {
        Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::DoubleThree => 1,
        Threat::Four => 2,
        Threat::OpenThree | Threat::Suspect => 3,
        Threat::Three => 6,
        Threat::None | Threat::Forbidden if position.makes_lines(point, attacker) => 8,
        Threat::None | Threat::Forbidden if pressed => 2,
        Threat::None if width == Width::Wide => 16,
        Threat::None | Threat::Forbidden => return None,
    };
    Some(Numbers { proof, disproof: 1 })
}
