//! The root: immediate answers, and iterative deepening.

use std::cmp::Reverse;

use super::moves::{self, Demand, Hints, Scored};
use super::node::Worker;
use super::parameters;
use super::report::Report;
use crate::base::Score;
use crate::board::Point;
use crate::pattern::Threat;
use crate::rules::RuleSet;
use crate::solver::ThreatSolver;

/// The deepest iteration.
const MAX_DEPTH: u32 = 120;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub(super) point: Point,
    /// The score of the last iteration, exact for the best move only.
    score: Score,
    line: Vec<Point>,
    nodes: u64,
}

/// How the best move has held over the iterations.
#[derive(Default)]
struct Stability {
    best: Option<Point>,
    iterations: u32,
    score: Score,
}

impl Stability {
    /// The part of the soft time limit, in percent, that a search which has come this far should use.
    fn percent(&mut self, best: &RootMove, nodes: u64, depth: u32) -> u64 {
        let drop = (self.score - best.score.value()).value().clamp(0, 100) as u64;
        self.iterations = if self.best == Some(best.point) { self.iterations + 1 } else { 0 };
        self.best = Some(best.point);
        self.score = best.score;
        let settled: u64 = match self.iterations {
            0 => 110,
            1 | 2 => 85,
            3..=5 => 65,
            _ => 50,
        };
        // Where nearly all nodes went into refuting the others, they are no rivals.
        let dominates = depth >= 10 && best.nodes * 20 > nodes * 19;
        (settled + drop / 2) / if dominates { 2 } else { 1 }
    }
}

impl<R: RuleSet> Worker<'_, R> {
    /// The move to play, each finished depth reported on the way. `offset` sets the first depths of parallel workers
    /// apart; one of them has the `solver`.
    pub fn think(
        &mut self,
        offset: u32,
        mut solver: Option<&mut ThreatSolver>,
        report: &mut dyn FnMut(Report),
    ) -> Point {
        let demand = Demand::of(&self.position);
        let mut moves = self.root_moves(demand);
        let first = moves[0].point;
        if let Demand::Win(_, plies) = demand {
            report(self.report(1, Score::win_in(plies), vec![first]));
            return first;
        }
        if moves.len() == 1 || self.stopped {
            return first;
        }
        let fours = self.root_fours();
        if let Some(proof) = fours.or_else(|| self.root_threats(solver.as_deref_mut()?, 1)) {
            report(self.report(1, Score::win_in(proof.plies()), proof.line()));
            return proof.attack();
        }
        self.prefer_answers(solver, &mut moves);
        self.deepen(moves, offset, report)
    }

    fn report(&self, depth: u32, score: Score, line: Vec<Point>) -> Report {
        Report {
            depth,
            selective_depth: (self.selective_depth as u32).max(line.len() as u32),
            score,
            nodes: self.total_nodes(),
            elapsed: self.control.elapsed(),
            line,
            geometry: self.position.geometry(),
        }
    }

    /// The legal moves, the most promising first; one at least, whatever the position.
    fn root_moves(&mut self, demand: Demand) -> Vec<RootMove> {
        let mut scored = Vec::new();
        // A lost position has no move that meets the demand, and a game may have left no candidate.
        for demand in [demand, Demand::Free] {
            let hints = Hints { killers: [None; 2], previous: [None; 2], history: self.history };
            let points = moves::points(&mut self.position, demand);
            moves::score(&self.position, &points, &hints, &mut scored);
            let side = self.position.to_move();
            scored.retain(|scored| !self.position.is_forbidden(scored.point(), side));
            if !scored.is_empty() {
                break;
            }
        }
        if scored.is_empty() {
            let side = self.position.to_move();
            let empty: Vec<Point> = self.position.empty_points().collect();
            let legal = empty.iter().copied().find(|&point| !self.position.is_forbidden(point, side));
            scored.extend(legal.or(empty.first().copied()).map(|point| Scored::new(point, 0, 0)));
        }
        for from in 0..scored.len() {
            moves::select_best(&mut scored, from);
        }
        // Two fives cannot both be stopped, but the opponent has to see the other one.
        let side = self.position.to_move();
        scored.sort_by_key(|scored| self.position.threat(scored.point(), !side) != Threat::Five);
        let root_move = |scored: &Scored| RootMove {
            point: scored.point(),
            score: -Score::INFINITE,
            line: vec![scored.point()],
            nodes: 0,
        };
        scored.iter().map(root_move).collect()
    }

    fn deepen(&mut self, mut moves: Vec<RootMove>, offset: u32, report: &mut dyn FnMut(Report)) -> Point {
        let mut stability = Stability::default();
        for depth in 1 + offset..=MAX_DEPTH {
            if !self.control.allows_depth(depth) && depth > 1 {
                break;
            }
            self.root_depth = depth as i32;
            self.selective_depth = 0;
            let before = self.total_nodes();
            self.aspire(&mut moves, depth);
            // Moves that were finished keep their value even where the iteration was not.
            moves.sort_by_key(|root_move| Reverse(root_move.score));
            if self.stopped {
                break;
            }
            let best = &moves[0];
            report(self.report(depth, best.score, best.line.clone()));
            let percent = stability.percent(best, self.total_nodes() - before, depth);
            let decided =
                best.score.mate_distance().is_some_and(|plies| best.score.is_win() || plies <= depth);
            if decided || self.control.is_enough(percent) {
                break;
            }
        }
        moves[0].point
    }

    /// Searches one depth with a window around the last score that is widened until the score lies within it.
    fn aspire(&mut self, moves: &mut [RootMove], depth: u32) {
        let last = moves[0].score;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = parameters::aspiration();
        if depth >= 4 && !last.is_mate() && last > -Score::INFINITE {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.search_root(moves, alpha, beta, depth as i32);
            if self.stopped {
                return;
            }
            width *= 2;
            if score <= alpha {
                alpha = if width > 400 { -Score::INFINITE } else { score - width };
            } else if score >= beta {
                beta = if width > 400 { Score::INFINITE } else { score + width };
                moves.sort_by_key(|root_move| Reverse(root_move.score));
            } else {
                return;
            }
        }
    }

    /// Searches every root move. The best has its score and line, the others a score below every possible one, so
    /// that a stable sort leaves them in their order.
    fn search_root(&mut self, moves: &mut [RootMove], mut alpha: Score, beta: Score, depth: i32) -> Score {
        let mut best = -Score::INFINITE;
        for at in 0..moves.len() {
            let before = self.total_nodes();
            self.play(moves[at].point);
            let reduction = i32::from(at > 3 && depth > 3) + i32::from(at > 16 && depth > 5);
            let score = self.search_child::<true>(alpha, beta, depth - 1, reduction, 0, at == 0, false);
            self.undo();
            if self.stopped {
                break;
            }
            let root_move = &mut moves[at];
            root_move.nodes = self.total_nodes() - before;
            root_move.score = -Score::INFINITE;
            if score > best {
                best = score;
                if score > alpha || at == 0 {
                    root_move.score = score;
                    self.extend_line(0, root_move.point);
                    root_move.line = self.line(0).to_vec();
                    // Only one move is the best.
                    moves[..at].iter_mut().for_each(|earlier| earlier.score = -Score::INFINITE);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
