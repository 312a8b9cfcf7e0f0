//! Wins by fours and by other threats at the root: those of the side to move, and answers to those of its opponent.

use super::node::Worker;
use super::parameters;
use super::root::RootMove;
use crate::board::Point;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::solver::{Proof, ThreatSolver, VcfLimits, VctLimits, Width};

/// How far the root looks for a win by fours.
const ROOT_VCF_NODES: u64 = 60_000;

impl<R: RuleSet> Worker<'_, R> {
    /// A win of the side to move by fours, looked for with a small part of the nodes that are left.
    pub(super) fn root_fours(&mut self) -> Option<Proof> {
        let left = self.control.stop.left();
        self.win_by_fours(VcfLimits::nodes(ROOT_VCF_NODES.min(left / 8)))
    }

    /// A win of the side to move by threats, looked for until so many `shares` of the time are over.
    pub(super) fn root_threats(&mut self, solver: &mut ThreatSolver, shares: u64) -> Option<Proof> {
        self.ask(shares, |position, limits, go_on| {
            let verdict = solver.solve(position, limits, go_on);
            (verdict.win(), solver.nodes())
        })
    }

    /// Where the opponent threatens to win by fours, moves on the points of that win come first; where it does so by any
    /// threats, those that the `solver` proves to lose come last.
    pub(super) fn prefer_answers(&mut self, mut solver: Option<&mut ThreatSolver>, moves: &mut [RootMove]) {
        self.position.pass();
        let fours = self.root_fours();
        let threats = match solver.as_deref_mut() {
            Some(solver) if fours.is_none() => self.root_threats(solver, 2),
            _ => None,
        };
        self.position.pass();
        let threatened = fours.is_some() || threats.is_some();
        if let Some(line) = fours.map(|proof| proof.line()) {
            moves.sort_by_key(|root_move| !line.contains(&root_move.point));
        }
        if let Some(solver) = solver.filter(|_| threatened) {
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
        let nodes = most.min(control.stop.left() / 16);
        // In games the wide search costs the tree more than it finds.
        let limits = VctLimits { nodes, plies: None, width: Width::Narrow };
        let percent = parameters::root_share() as u64 * shares;
        let mut go_on = || !control.is_over() && !control.is_enough(percent);
        let (found, nodes) = solve(&mut self.position, limits, &mut go_on);
        self.count(nodes);
        found
    }
}
