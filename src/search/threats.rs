//! The solver of threats at the root: wins of the side to move, and answers to those of its opponent.

use super::node::Worker;
use super::root::RootMove;
use crate::board::Point;
use crate::rules::RuleSet;
use crate::solver::{Proof, ThreatSolver, VctLimits};

/// How far the root looks for a win by threats of either side, and for the moves that answer it, all together.
const ROOT_NODES: u64 = 200_000;
/// The part of the soft time limit, in percent, after which it stops looking for own wins.
const OWN_SHARE: u64 = 2;
/// The part after which it stops looking for the opponent's.
const ALL_SHARE: u64 = 4;

impl<R: RuleSet> Worker<'_, R> {
    /// A win by threats of the side to move.
    pub(super) fn win_by_threats(&mut self, solver: &mut ThreatSolver) -> Option<Proof> {
        let (limits, control) = (self.solver_limits(), self.control);
        let mut go_on = || !control.is_over() && !control.is_enough(OWN_SHARE);
        let verdict = solver.solve(&mut self.position, limits, &mut go_on);
        self.count(solver.nodes());
        verdict.win()
    }

    /// Where the opponent threatens to win by threats, moves that are proved to lose to it come last.
    pub(super) fn prefer_answers_to_threats(&mut self, solver: &mut ThreatSolver, moves: &mut [RootMove]) {
        let (limits, control) = (self.solver_limits(), self.control);
        let mut go_on = || !control.is_over() && !control.is_enough(ALL_SHARE);
        self.position.pass();
        let threat = solver.solve(&mut self.position, limits, &mut go_on);
        self.position.pass();
        self.count(solver.nodes());
        if threat.win().is_some() {
            let points: Vec<Point> = moves.iter().map(|root_move| root_move.point).collect();
            let limits = self.solver_limits();
            let lost = solver.lost_moves(&mut self.position, &points, limits, &mut go_on);
            self.count(solver.nodes());
            moves.sort_by_key(|root_move| lost.contains(root_move.point.index()));
        }
    }

    /// A small part of the nodes that are left.
    fn solver_limits(&self) -> VctLimits {
        VctLimits { nodes: ROOT_NODES.min(self.control.stop.left() / 16), plies: None }
    }
}
