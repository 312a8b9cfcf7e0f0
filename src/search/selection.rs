//! What the tree leaves out, and what it searches less deep.

use super::moves::Demand;
use super::node::{Node, Worker};
use super::parameters;
use crate::base::Score;
use crate::board::Point;
use crate::eval::Weights;
use crate::pattern::Threat;
use crate::rules::RuleSet;

/// A move that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub point: Point,
    /// Its place in the order of those tried, from one.
    pub tried: usize,
    /// How much less likely it looks than the likeliest, in 1/64 of a factor of *e*.
    pub unlikely: i32,
    /// Whether it neither makes nor stops anything from an open three on.
    pub quiet: bool,
}

impl<R: RuleSet> Worker<'_, R> {
    /// Whether a move neither makes nor stops anything from an open three on.
    #[inline]
    pub(super) fn is_quiet(&self, point: Point) -> bool {
        let side = self.position.to_move();
        self.position.threat(point, side) < Threat::OpenThree
            && self.position.threat(point, !side) < Threat::OpenThree
    }

    /// The score of a node that need not be searched, if the static evaluation says so.
    pub(super) fn prune(&mut self, node: &Node) -> Option<Score> {
        let &Node { alpha, beta, depth, ply, eval, improving, .. } = node;
        if alpha.is_mate() || beta.is_mate() {
            return None;
        }
        // What the table knows of the position may be nearer to the truth.
        let eval = node.known.filter(|entry| entry.corrects(eval)).map_or(eval, |entry| entry.score);
        if eval.is_mate() {
            return None;
        }
        // Reverse futility: so far above beta that a few plies will not bring it down.
        let margin = parameters::reverse_slope() * (depth - i32::from(improving));
        if depth <= parameters::reverse_depth() && eval - margin >= beta {
            return Some(eval);
        }
        // Razoring: so far below alpha that only a win by fours could help, and there is none.
        let margin = parameters::razor_base() + parameters::razor_slope() * depth;
        if depth <= parameters::razor_depth() && eval + margin < alpha {
            return Some(eval);
        }
        // Null move: if passing holds beta, so will a move. Only the side that is not threatened may pass, and a
        // threat of the opponent shows as a refutation.
        if node.cut_node && depth >= parameters::null_depth() && eval >= beta + parameters::null_margin() {
            let above = (eval - beta.value()).value();
            let reduced = depth - parameters::null_base() - depth / 4 - (above / 150).min(2);
            self.position.pass();
            let score = -self.search::<false>(-beta, -beta + 1, reduced, ply + 1, false);
            self.position.pass();
            if self.stopped {
                return Some(Score::DRAW);
            }
            if score >= beta {
                return Some(if score.is_win() { beta } else { score });
            }
        }
        None
    }

    /// Whether so many moves are all that a node is worth.
    pub(super) fn is_enough(node: &Node, tried: usize) -> bool {
        let &Node { depth, improving, .. } = node;
        let count = parameters::count_base()
            + (parameters::count_slope() + parameters::count_square() * depth) * depth;
        node.demand != Demand::StopFive
            && 4 * tried as i32 > if improving { count } else { count * parameters::count_falling() / 100 }
    }

    /// Whether a move is not worth a search.
    pub(super) fn is_pruned(&self, node: &Node, alpha: Score, candidate: &Candidate) -> bool {
        let &Node { depth, eval, .. } = node;
        if !candidate.quiet || node.demand != Demand::Free {
            return false;
        }
        if candidate.unlikely > parameters::unlikely_base() + parameters::unlikely_slope() * depth {
            return true;
        }
        let margin = parameters::futility_base() + parameters::futility_slope() * depth;
        depth <= parameters::futility_depth() && eval + margin < alpha
    }

    /// How many plies less deep a late move is searched at first.
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node,
        candidate: &Candidate,
        previous: [Option<Point>; 2],
    ) -> i32 {
        let &Candidate { point, tried, unlikely, quiet } = candidate;
        let side = self.position.to_move();
        // In 1/256 plies: the product of the logarithms of depth and move number.
        let mut reduction =
            log2_16(node.depth as u32) * log2_16(tried as u32) * parameters::reduction_slope() / 256
                + parameters::reduction_base();
        reduction += unlikely * parameters::reduction_unlikely() / Weights::MOVE_UNITS;
        reduction -= self.history.score(side, previous, point) * 256 / parameters::reduction_history();
        if node.cut_node {
            reduction += parameters::reduction_cut();
        }
        if PV {
            reduction -= parameters::reduction_variation();
        }
        if !quiet {
            reduction -= parameters::reduction_threat();
        }
        if node.demand == Demand::StopOpenFour || self.position.threat(point, side) >= Threat::Four {
            reduction -= parameters::reduction_threat();
        }
        (reduction / 256).clamp(0, node.depth - 1)
    }
}

/// Sixteen times the binary logarithm, linear between powers of two.
fn log2_16(n: u32) -> i32 {
    let whole = n.max(1).ilog2();
    ((whole << 4) + ((n.max(1) << 4 >> whole) & 15)) as i32
}
