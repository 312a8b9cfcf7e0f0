//! Wins by fours and by other threats at the root: those of the side to move, and answers to those of its opponent.

use super::node::Worker;
use super::parameters;
use super::root::RootMove;
use crate::board::Point;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::solver::{Proof, ThreatSolver, VcfLimits, VctLimits};

/// How far the root looks for a win by fours.
const ROOT_VCF_NODES: u64 = 60_000;

impl<R: RuleSet> Worker<'_, R> {
    /// A win of the side to move by fours or, with a `solver`, by other threats: looked for with a small part of the nodes
    /// that are left, and by threats until so many `shares` of the time are over.
    pub(super) fn root_win(&mut self, solver: Option<&mut ThreatSolver>, shares: u64) -> Option<Proof> {
        let left = self.control.stop.left();
        let by_fours = self.win_by_fours(VcfLimits::nodes(ROOT_VCF_NODES.min(left / 8)));
        by_fours.or_else(|| {
            let solver = solver?;
            self.ask(shares, |position, limits, go_on| {
                let verdict = solver.solve(position, limits, go_on);
                (verdict.win(), solver.nodes())
            })
        })
    }

    /// Where the opponent threatens to win, moves on the points of that win come first, and those last that are proved
    /// to lose to it.
    pub(super) fn prefer_answers(&mut self, mut solver: Option<&mut ThreatSolver>, moves: &mut [RootMove]) {
        self.position.pass();
        let threat = self.root_win(solver.as_deref_mut(), 2);
        self.position.pass();
        let Some(line) = threat.map(|proof| proof.line()) else {
            return;
        };
        moves.sort_by_key(|root_move| !line.contains(&root_move.point));
        if let Some(solver) = solver {
            let points: Vec<Point> = moves.iter().map(|root_move| root_move.point).collect();
            let lost = self.ask(2, |position, limits, go_on| {
                let lost = solver.lost_moves(position, &points, limits, go_on);
                (lost, solver.nodes())
            });
            moves.sort_by_key(|root_move| lost.contains(root_move.point.index()));
        }
    }

    /// What the solver makes of the position, with a small part of the nodes that are left and until so many shares of
    /// the time are over. `solve` answers its nodes as well.
    fn ask<T>(
        &mut self,
        shares: u64,
        solve: impl FnOnce(&mut Position<R>, VctLimits, &mut dyn FnMut() -> bool) -> (T, u64),
    ) -> T {
        let control = self.control;
        let most = parameters::root_threats() as u64 * 1000;
        let limits = VctLimits { nodes: most.min(control.stop.left() / 16), plies: None };
        let percent = parameters::root_share() as u64 * shares;
        let mut go_on = || !control.is_over() && !control.is_enough(percent);
        let (found, nodes) = solve(&mut self.position, limits, &mut go_on);
        self.count(nodes);
        found
    }
}
