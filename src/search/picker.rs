//! The moves of a node one after the other, the best first, and what is learned from the one that refutes it.

use super::moves::{self, Demand, Hints, Scored};
use super::node::{Node, Worker};
use crate::base::BitSet;
use crate::board::Point;
use crate::rules::RuleSet;

/// What is left of the moves of a node. They lie at the end of [`Worker::moves`].
#[derive(Debug)]
pub(super) struct Picker {
    ply: usize,
    /// The moves one ply and two plies before.
    previous: [Option<Point>; 2],
    /// The moves that are not scored yet.
    rest: Option<BitSet>,
    /// Where the moves of the node begin.
    pub start: usize,
    /// Where those begin that have not been taken yet.
    next: usize,
    /// How likely the likeliest looks by its patterns, once the move that the table remembers has been tried.
    pub likeliest: i32,
}

impl<R: RuleSet> Worker<'_, R> {
    /// The moves of a node. The one that the table remembers comes first: if it refutes the node, the others need not be
    /// looked at.
    pub(super) fn picker(&mut self, node: &Node, previous: [Option<Point>; 2]) -> Picker {
        let mut points = moves::points(&mut self.position, node.demand);
        let (ply, start) = (node.ply, self.moves.len());
        if let Some(point) = node.known.and_then(|entry| entry.best)
            && points.contains(point.index())
        {
            points.toggle(point.index());
            self.score_moves(ply, previous, &[point.index()].into_iter().collect());
        }
        Picker { ply, previous, rest: Some(points), start, next: start, likeliest: 0 }
    }

    /// The best of the moves that are left.
    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut Picker) -> Option<Scored> {
        if picker.next == self.moves.len() {
            let points = picker.rest.take()?;
            self.score_moves(picker.ply, picker.previous, &points);
            let likely = self.moves[picker.start..].iter().map(|scored| scored.likely());
            picker.likeliest = likely.max().unwrap_or(0);
            if picker.next == self.moves.len() {
                return None;
            }
        }
        picker.next += 1;
        Some(moves::select_best(&mut self.moves, picker.next - 1))
    }

    /// Appends the moves on `points` to those of the nodes on the way.
    fn score_moves(&mut self, ply: usize, previous: [Option<Point>; 2], points: &BitSet) {
        let hints = Hints { killers: self.frames[ply].killers, previous, history: self.history };
        moves::score(&self.position, points, &hints, &mut self.moves);
    }

    /// Learns from the last move taken, which refuted its node: it was good, those tried before it were not.
    pub(super) fn learn_cutoff(&mut self, picker: &Picker, node: &Node) {
        if node.demand == Demand::StopFive {
            return;
        }
        let side = self.position.to_move();
        let bonus = (node.depth * node.depth * 8 + 32 * node.depth).min(1600);
        let Some((best, before)) = self.moves[picker.start..picker.next].split_last() else { return };
        let best = best.point();
        self.history.learn(side, picker.previous, best, bonus);
        for tried in before {
            self.history.learn(side, picker.previous, tried.point(), -bonus / 2);
        }
        let killers = &mut self.frames[node.ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        self.history.set_counter(side, picker.previous[0], best);
    }
}
