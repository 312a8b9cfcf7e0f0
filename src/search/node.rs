//! One node of the tree: prune, extend, loop over the moves, store.

use super::control::Control;
use super::history::History;
use super::moves::{self, Demand, Hints, Scored};
use super::table::{Bound, Entry, Table};
use crate::base::Score;
use crate::board::Point;
use crate::eval::Classic;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::solver::{Proof, Vcf, VcfLimits};

/// The deepest ply of the tree.
pub const MAX_PLY: usize = 200;
/// Nodes between two looks at the clock and at what others have spent: about a millisecond.
const POLL_INTERVAL: u64 = 512;
/// How far a leaf looks for a win by fours.
const LEAF_VCF: VcfLimits = VcfLimits { fours: VcfLimits::ANY_LENGTH, nodes: 32 };
/// How many positions without a win by fours a worker remembers, as a power of two.
const VCF_BITS: u32 = 13;

/// What a node leaves for its neighbours in the tree.
#[derive(Clone, Debug, Default)]
struct Frame {
    eval: Score,
    killers: [Option<Point>; 2],
    /// The principal variation from here on.
    line: Vec<Point>,
}

/// One thread's view of a search.
pub struct Worker<'a, R: RuleSet> {
    pub(super) position: Position<R>,
    pub(super) eval: Classic,
    pub(super) history: &'a mut History,
    table: &'a Table,
    pub(super) control: &'a Control,
    vcf: Vcf,
    frames: Vec<Frame>,
    /// The moves of all nodes on the way from the root.
    moves: Vec<Scored>,
    pub(super) stopped: bool,
    nodes: u64,
    /// Nodes already reported to the control.
    reported: u64,
    next_poll: u64,
    pub(super) selective_depth: usize,
    /// The depth of the iteration, which bounds how far extensions may lead.
    pub(super) root_depth: i32,
}

impl<'a, R: RuleSet> Worker<'a, R> {
    /// A worker at the root `position`.
    pub fn new(
        position: Position<R>,
        table: &'a Table,
        history: &'a mut History,
        control: &'a Control,
    ) -> Worker<'a, R> {
        let eval = Classic::new(&position);
        let mut worker = Worker {
            position,
            eval,
            history,
            table,
            control,
            vcf: Vcf::new(VCF_BITS),
            frames: vec![Frame::default(); MAX_PLY + 2],
            moves: Vec::with_capacity(4096),
            stopped: false,
            nodes: 0,
            reported: 0,
            next_poll: 0,
            selective_depth: 0,
            root_depth: 0,
        };
        worker.poll();
        worker
    }

    /// Reports what was spent and asks whether to go on.
    pub(super) fn poll(&mut self) {
        let left = self.control.stop.spend(self.nodes - self.reported);
        self.reported = self.nodes;
        self.next_poll = self.nodes + left.min(POLL_INTERVAL);
        self.stopped |= left == 0 || self.control.is_over();
    }

    /// Plays a move in the tree.
    #[inline]
    pub(super) fn play(&mut self, point: Point) {
        self.position.play(point, &mut self.eval);
        self.count(1);
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.position.undo(&mut self.eval);
    }

    #[inline]
    pub(super) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Nodes of all threads, exact for this one.
    pub(super) fn total_nodes(&self) -> u64 {
        self.control.stop.spent() + self.nodes - self.reported
    }

    /// The principal variation that the last search from `ply` found.
    pub(super) fn line(&self, ply: usize) -> &[Point] {
        &self.frames[ply].line
    }

    /// Puts `point` before the principal variation of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, point: Point) {
        let [here, next] = &mut self.frames[ply..ply + 2] else { return };
        here.line.clear();
        here.line.push(point);
        here.line.extend_from_slice(&next.line);
    }

    /// Searches the wins by fours of the side to move.
    pub(super) fn win_by_fours(&mut self, limits: VcfLimits) -> Option<Proof> {
        let control = self.control;
        let mut go_on = || !control.is_over();
        let verdict = self.vcf.search(&mut self.position, limits, &mut go_on);
        self.count(self.vcf.nodes());
        verdict.win()
    }

    /// Searches the position, `ply` moves from the root, `depth` plies deep, for a score between `alpha` and `beta`.
    /// Fail-soft. The result is worthless once [`Worker::stopped`] is set.
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped {
            return Score::DRAW;
        }
        let demand = Demand::of(&self.position);
        if let Demand::Win(point, plies) = demand {
            self.frames[ply].line.push(point);
            return Score::win_in(plies).deeper(ply);
        }
        if self.position.empty_count() == 0 {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.eval.score(&self.position);
        }
        // A mate already found nearer to the root cannot be improved on here.
        alpha = alpha.max(Score::loss_in(2).deeper(ply));
        beta = beta.min(Score::win_in(5).deeper(ply));
        if alpha >= beta {
            return alpha;
        }

        let hash = self.position.hash();
        let known = self.table.get(hash);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
        {
            let score = entry.score.deeper(ply);
            let usable = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                Bound::None => false,
            };
            if usable {
                return score;
            }
        }
        let eval = known.map_or_else(|| self.eval.score(&self.position), |entry| entry.eval);
        self.frames[ply].eval = eval;

        if demand == Demand::StopFive {
            // There is hardly a choice: the answer is not a ply of its own.
            depth = depth.max(0) + i32::from((ply as i32) < 2 * self.root_depth);
        } else if depth <= 0 {
            return self.leaf(ply, known);
        } else if !PV
            && demand == Demand::Free
            && let Some(score) = self.prune_node(alpha, beta, depth, ply, cut_node)
        {
            return score;
        }
        // Without a move to begin with, a shallower search is the better investment.
        if depth >= 4 && demand != Demand::StopFive && known.is_none_or(|entry| entry.best.is_none()) {
            depth -= 1;
        }
        self.search_moves::<PV>(alpha, beta, depth, ply, cut_node, demand, known)
    }

    /// A leaf: a win by fours if there is one, otherwise the static evaluation.
    fn leaf(&mut self, ply: usize, known: Option<Entry>) -> Score {
        let eval = self.frames[ply].eval;
        if let Some(entry) = known {
            // A known position has been looked at for fours already.
            let won = entry.score.is_win() && matches!(entry.bound, Bound::Lower | Bound::Exact);
            return if won { entry.score.deeper(ply) } else { eval };
        }
        let side = self.position.to_move();
        if self.position.count(side, Threat::Four) + self.position.count(side, Threat::FourThree) == 0 {
            return eval;
        }
        let mut entry = Entry { best: None, score: eval, eval, depth: 0, bound: Bound::None };
        if let Some(proof) = self.win_by_fours(LEAF_VCF) {
            entry.best = Some(proof.attack());
            entry.score = Score::win_in(proof.plies());
            entry.bound = Bound::Lower;
            self.frames[ply].line = proof.line();
        }
        if self.stopped {
            return Score::DRAW;
        }
        self.table.put(self.position.hash(), entry);
        entry.score.deeper(ply)
    }

    /// The score of a node that need not be searched, if the static evaluation says so.
    fn prune_node(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Score> {
        let eval = self.frames[ply].eval;
        if alpha.is_mate() || beta.is_mate() {
            return None;
        }
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        // Reverse futility: so far above beta that a few plies will not bring it down.
        if depth <= 6 && eval - 50 * (depth - i32::from(improving)) >= beta {
            return Some(eval);
        }
        // Razoring: so far below alpha that only a win by fours can help.
        if depth <= 3 && eval + 120 + 110 * depth < alpha {
            let score = self.leaf(ply, None);
            if score <= alpha || score.is_win() {
                return Some(score);
            }
        }
        // Null move: if passing holds beta, so will a move. Only the side that is not threatened may pass, and a
        // threat of the opponent shows as a refutation.
        if cut_node && depth >= 3 && eval >= beta {
            let reduced = depth - 3 - depth / 4 - ((eval - beta.value()).value() / 150).min(2);
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

    #[allow(clippy::too_many_arguments)]
    fn search_moves<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
        demand: Demand,
        known: Option<Entry>,
    ) -> Score {
        let side = self.position.to_move();
        let previous = self.position.last_two_moves();
        let start = self.moves.len();
        let hints = Hints {
            table: known.and_then(|entry| entry.best),
            killers: self.frames[ply].killers,
            previous,
            history: self.history,
        };
        moves::generate(&mut self.position, demand, &hints, &mut self.moves);
        if ply + 1 < self.frames.len() {
            self.frames[ply + 1].killers = [None; 2];
        }

        let mut best_score = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = 0;
        let old_alpha = alpha;
        for at in start..self.moves.len() {
            let point = moves::select_best(&mut self.moves, at).point;
            if self.position.is_forbidden(point, side) {
                continue;
            }
            let quiet = self.is_quiet(point);
            if tried > 0 && !best_score.is_loss() && demand == Demand::Free && quiet && !PV {
                if tried > moves_before_pruning(depth) {
                    continue;
                }
                if depth <= 5 && self.frames[ply].eval + 90 + 70 * depth < alpha {
                    continue;
                }
            }
            tried += 1;
            let reduction = if tried > 2 && depth >= 2 && demand != Demand::StopFive {
                self.reduction(point, depth, tried, PV, cut_node, quiet, demand, previous)
            } else {
                0
            };
            self.play(point);
            let score = self.search_child::<PV>(alpha, beta, depth - 1, reduction, ply, tried == 1, cut_node);
            self.undo();
            if self.stopped {
                self.moves.truncate(start);
                return Score::DRAW;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(point);
                    if PV {
                        self.extend_line(ply, point);
                    }
                    alpha = score;
                    if alpha >= beta {
                        self.learn_cutoff(start, at, depth, ply, previous, demand);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if tried == 0 {
            // No legal answer: the threat is carried out. Pruned moves cannot lead here, the first is always tried.
            let plies = if demand == Demand::StopFive { 2 } else { 4 };
            return if demand == Demand::Free {
                self.frames[ply].eval
            } else {
                Score::loss_in(plies).deeper(ply)
            };
        }
        let bound = match () {
            () if best_score >= beta => Bound::Lower,
            () if PV && best_score > old_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        let entry = Entry {
            best: best_move.or(known.and_then(|entry| entry.best)),
            score: best_score.nearer(ply),
            eval: self.frames[ply].eval,
            depth,
            bound,
        };
        self.table.put(self.position.hash(), entry);
        best_score
    }

    /// Searches the child that was just played: with a null window and perhaps reduced first, in full if it turns out
    /// to be good.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        reduction: i32,
        ply: usize,
        first: bool,
        cut_node: bool,
    ) -> Score {
        if first && PV {
            return -self.search::<true>(-beta, -alpha, depth, ply + 1, false);
        }
        let null = -alpha - 1;
        let mut score =
            -self.search::<false>(null, -alpha, depth - reduction, ply + 1, !cut_node || reduction > 0);
        if score > alpha && reduction > 0 {
            score = -self.search::<false>(null, -alpha, depth, ply + 1, !cut_node);
        }
        if PV && score > alpha && score < beta {
            score = -self.search::<true>(-beta, -alpha, depth, ply + 1, false);
        }
        score
    }

    /// Whether a move neither makes nor stops anything from an open three on.
    #[inline]
    fn is_quiet(&self, point: Point) -> bool {
        let side = self.position.to_move();
        self.position.threat(point, side) < Threat::OpenThree
            && self.position.threat(point, !side) < Threat::OpenThree
    }

    #[allow(clippy::too_many_arguments)]
    fn reduction(
        &self,
        point: Point,
        depth: i32,
        tried: usize,
        pv: bool,
        cut_node: bool,
        quiet: bool,
        demand: Demand,
        previous: [Option<Point>; 2],
    ) -> i32 {
        let side = self.position.to_move();
        // In 1/256 plies: the product of the logarithms of depth and move number.
        let mut reduction = log2_16(depth as u32) * log2_16(tried as u32) * 2 / 3 + 80;
        reduction -= self.history.score(side, previous, point) / 24;
        reduction += 256 * (i32::from(cut_node) - i32::from(pv));
        if !quiet {
            reduction -= 256;
        }
        if demand == Demand::StopOpenFour || self.position.threat(point, side) >= Threat::Four {
            reduction -= 256;
        }
        (reduction / 256).clamp(0, depth - 1)
    }

    /// Learns from a move at `self.moves[at]` that refuted its node: it was good, those tried before it were not.
    fn learn_cutoff(
        &mut self,
        start: usize,
        at: usize,
        depth: i32,
        ply: usize,
        previous: [Option<Point>; 2],
        demand: Demand,
    ) {
        if demand == Demand::StopFive {
            return;
        }
        let side = self.position.to_move();
        let bonus = (depth * depth * 8 + 32 * depth).min(1600);
        let best = self.moves[at].point;
        self.history.learn(side, previous, best, bonus);
        for tried in &self.moves[start..at] {
            self.history.learn(side, previous, tried.point, -bonus / 2);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        self.history.set_counter(side, previous[0], best);
    }
}

/// How many moves a node tries before it leaves out the quiet rest.
fn moves_before_pruning(depth: i32) -> usize {
    (6 + depth * depth * 3 / 2).max(0) as usize
}

/// Sixteen times the binary logarithm, linear between powers of two.
fn log2_16(n: u32) -> i32 {
    let whole = n.max(1).ilog2();
    ((whole << 4) + ((n.max(1) << 4 >> whole) & 15)) as i32
}
