//! One node of the tree: look it up, prune, extend, loop over the moves, store.

use super::control::Control;
use super::history::History;
use super::moves::{Demand, Scored};
use super::parameters;
use super::selection::Candidate;
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
/// How many positions without a win by fours a worker remembers, as a power of two.
const VCF_BITS: u32 = 13;

/// What a node leaves for its neighbours in the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    eval: Score,
    pub killers: [Option<Point>; 2],
    /// The move that is left out, to see what the others are worth.
    excluded: Option<Point>,
    /// The principal variation from here on.
    line: Vec<Point>,
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    pub ply: usize,
    /// Whether a move is expected to refute it.
    pub cut_node: bool,
    pub demand: Demand,
    pub known: Option<Entry>,
    /// The static evaluation as it is.
    pub raw_eval: Score,
    /// The same, corrected by what searches after the same moves came out at.
    pub eval: Score,
    /// Whether that is higher than two plies before.
    pub improving: bool,
}

/// One thread's view of a search.
pub struct Worker<'a, R: RuleSet> {
    pub(super) position: Position<R>,
    pub(super) eval: Classic,
    pub(super) history: &'a mut History,
    table: &'a Table,
    pub(super) control: &'a Control,
    vcf: Vcf,
    pub(super) frames: Vec<Frame>,
    /// The moves of all nodes on the way from the root.
    pub(super) moves: Vec<Scored>,
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
        self.table.prefetch(self.position.hash_after(point));
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

        let singular = self.frames[ply].excluded.is_some();
        let known = self.table.get(self.position.hash());
        if let Some(entry) = known
            && !PV
            && !singular
            && entry.depth >= depth
            && entry.decides(alpha, beta, ply)
        {
            return entry.score.deeper(ply);
        }
        let raw_eval = known.map_or_else(|| self.eval.score(&self.position), |entry| entry.eval);
        let side = self.position.to_move();
        let correction = self.history.correction(side, self.position.last_two_moves());
        let eval = Score::eval(raw_eval.value() + correction);
        self.frames[ply].eval = eval;
        let improving = ply < 2 || eval > self.frames[ply - 2].eval;
        let mut node = Node { alpha, beta, depth, ply, cut_node, demand, known, raw_eval, eval, improving };

        if demand == Demand::StopFive {
            // There is hardly a choice: the answer is not a ply of its own.
            depth = depth.max(0) + i32::from((ply as i32) < 2 * self.root_depth);
        } else if known.is_none()
            && (depth > parameters::holding_depth() || PV || eval < beta)
            && let Some(score) = self.win_at(ply, raw_eval)
        {
            return score;
        } else if depth <= 0 {
            return self.leaf(&node);
        } else if demand == Demand::Free
            && !singular
            && !PV
            && let Some(score) = self.prune(&node)
        {
            return score;
        }
        // Without a move to begin with, a shallower search is the better investment.
        if depth >= 4 && demand != Demand::StopFive && known.is_none_or(|entry| entry.best.is_none()) {
            depth -= 1;
        }
        node.depth = depth;
        self.search_moves::<PV>(node)
    }

    /// A leaf: what is known of it, otherwise the static evaluation.
    fn leaf(&self, node: &Node) -> Score {
        match node.known {
            Some(entry) if entry.is_win() => entry.score.deeper(node.ply),
            Some(entry) if entry.corrects(node.eval) && !entry.score.is_mate() => entry.score,
            _ => node.eval,
        }
    }

    /// The score of a position not met before, if it is won by fours; it is remembered that it was looked at.
    fn win_at(&mut self, ply: usize, eval: Score) -> Option<Score> {
        let side = self.position.to_move();
        if self.position.count(side, Threat::Four) + self.position.count(side, Threat::FourThree) == 0 {
            return None;
        }
        // What the last own stone has no part in was there before it. After a null move it is the very last.
        let own = |stone: &Point| self.position.cell(*stone) == side.into();
        let near = self.position.last_two_moves().into_iter().flatten().find(own);
        let limits = VcfLimits { near, ..VcfLimits::nodes(parameters::leaf_fours() as u64) };
        let mut entry = Entry { best: None, score: eval, eval, depth: 0, bound: Bound::None };
        let proof = self.win_by_fours(limits);
        if let Some(proof) = &proof {
            entry.best = Some(proof.attack());
            entry.score = Score::win_in(proof.plies());
            entry.bound = Bound::Lower;
            self.frames[ply].line = proof.line();
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        self.table.put(self.position.hash(), entry);
        proof.map(|_| entry.score.deeper(ply))
    }

    fn search_moves<const PV: bool>(&mut self, node: Node) -> Score {
        let Node { mut alpha, beta, depth, ply, demand, known, .. } = node;
        let side = self.position.to_move();
        let previous = self.position.last_two_moves();
        let mut picker = self.picker(&node, previous);
        self.frames[ply + 1].killers = [None; 2];
        let excluded = self.frames[ply].excluded;

        let mut best_score = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = 0;
        let old_alpha = alpha;
        loop {
            let may_prune = tried > 0 && !best_score.is_loss();
            if may_prune && Self::is_enough(&node, tried) {
                break;
            }
            let Some(scored) = self.next_move(&mut picker) else { break };
            let point = scored.point();
            if excluded == Some(point) || self.position.is_forbidden(point, side) {
                continue;
            }
            let candidate = Candidate {
                point,
                tried: tried + 1,
                unlikely: picker.likeliest - scored.likely(),
                quiet: self.is_quiet(point),
            };
            if may_prune && self.is_pruned(&node, alpha, &candidate) {
                continue;
            }
            tried += 1;
            let mut extension = 0;
            if tried == 1 && excluded.is_none() {
                match self.singular_extension(&node, point) {
                    Ok(plies) => extension = plies,
                    Err(score) => {
                        self.moves.truncate(picker.start);
                        return score;
                    }
                }
            }
            let reduction = if tried > 2 && depth >= 2 && demand != Demand::StopFive {
                self.reduction::<PV>(&node, &candidate, previous)
            } else {
                0
            };
            self.play(point);
            let score = self.search_child::<PV>(
                alpha,
                beta,
                depth - 1 + extension,
                reduction,
                ply,
                tried == 1,
                node.cut_node,
            );
            self.undo();
            if self.stopped {
                self.moves.truncate(picker.start);
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
                        self.learn_cutoff(&picker, &node);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(picker.start);
        if tried == 0 {
            if excluded.is_some() {
                return alpha;
            }
            // No legal answer: the threat is carried out. Pruned moves cannot lead here, the first is always tried.
            let plies = match demand {
                Demand::StopFive => 2,
                Demand::StopOpenFour => 4,
                Demand::Free | Demand::Win(..) => return node.eval,
            };
            return Score::loss_in(plies).deeper(ply);
        }
        let bound = match () {
            () if best_score >= beta => Bound::Lower,
            () if PV && best_score > old_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        if excluded.is_none() {
            let entry = Entry {
                best: best_move.or(known.and_then(|entry| entry.best)),
                score: best_score.nearer(ply),
                eval: node.raw_eval,
                depth,
                bound,
            };
            self.table.put(self.position.hash(), entry);
            // What threats decide is not for the evaluation to know.
            if demand == Demand::Free && best_move.is_none_or(|point| self.is_quiet(point)) {
                self.learn_correction(&node, &entry, previous);
            }
        }
        best_score
    }

    /// Learns how far the evaluation of a node was off, if that is what the search of it says.
    fn learn_correction(&mut self, node: &Node, searched: &Entry, previous: [Option<Point>; 2]) {
        if searched.corrects(node.eval) && !searched.score.is_mate() {
            let off = searched.score.value() - node.eval.value();
            let bonus = off * node.depth * parameters::correction_rate();
            self.history.learn_correction(self.position.to_move(), previous, bonus);
        }
    }

    /// How many plies deeper to search the first move of a node, if it is the one that the table remembers and all
    /// others are worse by far; or the score of the node, if it is high enough without the move.
    fn singular_extension(&mut self, node: &Node, point: Point) -> Result<i32, Score> {
        let &Node { beta, depth, ply, cut_node, known, demand, .. } = node;
        let Some(entry) = known.filter(|entry| {
            depth >= parameters::singular_depth()
                && demand != Demand::StopFive
                && entry.best == Some(point)
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !entry.score.is_mate()
        }) else {
            return Ok(0);
        };
        let others = entry.score - parameters::singular_slope() * depth;
        self.frames[ply].excluded = Some(point);
        let score = self.search::<false>(others - 1, others, (depth - 1) / 2, ply, cut_node);
        self.frames[ply].excluded = None;
        if score < others {
            Ok(1)
        } else if others >= beta {
            Err(others)
        } else if entry.score >= beta {
            Ok(-1)
        } else {
            Ok(0)
        }
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
}
