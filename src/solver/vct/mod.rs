//! Wins by threats (VCT): depth-first proof-number search over fours, threes, and quiet moves that threaten to win by
//! fours, or by threats.
//!
//! A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and its Applications", 2002; threat sequences after
//! V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994. That a threat is whatever would win by
//! simpler threats if it went unanswered is the idea of T. Thomsen, "Lambda-Search in Game Trees", 2000.

mod moves;
mod run;

use std::collections::HashMap;
use std::sync::Arc;

use super::numbers::NumberTable;
use super::{Vcf, Verdict};
use crate::base::BitSet;
use crate::board::Point;
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;
use run::{Child, Run};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Moves that join stones, and short wins by fours.
    Narrow,
    /// All moves that might threaten to win by fours, and longer ones: for when there is no win in the narrow.
    Wide,
    /// One move on the way that threatens no win by fours, but one by the threats of a narrow search: for when there is no
    /// win in the wide.
    Quiet,
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
    /// limit; a solver that a limit of its own has cut off once does not say so any more. A wider search begins with the
    /// narrower ones; what quiet moves do not win is left at what the wide search says.
    pub fn solve<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        self.search(position, limits, go_on).0
    }

    /// The verdict, and the width in which there is a win, if there is one.
    fn search<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> (Verdict, Width) {
        let attacker = position.to_move();
        let mut run = Run { solver: self, position, attacker, limits, nodes: 0, stopped: false, go_on };
        let mut found = (Verdict::Unknown, Width::Narrow);
        for width in [Width::Narrow, Width::Wide, Width::Quiet] {
            if width > limits.width || run.is_spent() {
                break;
            }
            let verdict = run.solve(width);
            let wins = matches!(verdict, Verdict::Win(_));
            if wins || width < Width::Quiet {
                found = (verdict, width);
            }
            if wins {
                break;
            }
        }
        self.nodes = run.nodes;
        found
    }

    /// The shortest win by such threats, or the shortest found where limits end the search for a shorter one.
    pub fn solve_shortest<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VctLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        let (mut verdict, width) = self.search(position, limits, go_on);
        // Where there is a win by threats, nobody asks for quiet moves.
        let width = width.max(limits.width.min(Width::Wide));
        let mut nodes = self.nodes;
        while let Verdict::Win(proof) = &verdict
            && proof.plies() > 1
        {
            let plies = Some(proof.plies() - 2);
            let left = VctLimits { nodes: limits.nodes.saturating_sub(nodes), plies, width };
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
