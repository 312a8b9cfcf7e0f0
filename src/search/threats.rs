//! The solver of threats at the root: wins of the side to move, and answers to those of its opponent.

use super::node::Worker;
use super::root::RootMove;
use crate::board::Point;
use crate::position::Position;
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
        self.ask(OWN_SHARE, |position, limits, go_on| {
            let verdict = solver.solve(position, limits, go_on);
            (verdict.win(), solver.nodes())
        })
    }

    /// Where the opponent threatens to win by threats, moves that are proved to lose to it come last.
    pub(super) fn prefer_answers_to_threats(&mut self, solver: &mut ThreatSolver, moves: &mut [RootMove]) {
        let threat = self.ask(ALL_SHARE, |position, limits, go_on| {
            position.pass();
            let verdict = solver.solve(position, limits, go_on);
            position.pass();
            (verdict.win(), solver.nodes())
        });
        if threat.is_some() {
            let points: Vec<Point> = moves.iter().map(|root_move| root_move.point).collect();
            let lost = self.ask(ALL_SHARE, |position, limits, go_on| {
                let lost = solver.lost_moves(position, &points, limits, go_on);
                (lost, solver.nodes())
            });
            moves.sort_by_key(|root_move| lost.contains(root_move.point.index()));
        }
    }

    /// What the solver makes of the position, with a small part of the nodes that are left and up to this share of the
    /// time. `solve` answers its nodes as well.
    fn ask<T>(
        &mut self,
        share: u64,
        solve: impl FnOnce(&mut Position<R>, VctLimits, &mut dyn FnMut() -> bool) -> (T, u64),
    ) -> T {
        let control = self.control;
        let limits = VctLimits { nodes: ROOT_NODES.min(control.stop.left() / 16), plies: None };
        let mut go_on = || !control.is_over() && !control.is_enough(share);
        let (found, nodes) = solve(&mut self.position, limits, &mut go_on);
        self.count(nodes);
        found
    }
}
