//! The moves of a node: which there are, and in which order they are tried.

use super::history::History;
use super::parameters;
use crate::base::BitSet;
use crate::board::Point;
use crate::eval::Weights;
use crate::eval::weights::{NEARNESS, nearness};
use crate::pattern::Threat;
use crate::position::Position;
use crate::rules::RuleSet;

/// What the position demands of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It wins with this move, in so many plies.
    Win(Point, u32),
    /// A five threatens: only its answers count.
    StopFive,
    /// An open four threatens: only its answers and counter-fours count.
    StopOpenFour,
    /// Nothing.
    Free,
}

impl Demand {
    /// Reads the demand from the threats on the board.
    #[inline]
    pub fn of<R: RuleSet>(position: &Position<R>) -> Demand {
        let side = position.to_move();
        let first = |threat| position.points(side, threat).first().map(Point::from_index);
        if position.count(side, Threat::Five) > 0
            && let Some(five) = first(Threat::Five)
        {
            return Demand::Win(five, 1);
        }
        if position.count(!side, Threat::Five) > 0 {
            return Demand::StopFive;
        }
        if position.count(side, Threat::OpenFour) > 0
            && let Some(four) = first(Threat::OpenFour)
        {
            return Demand::Win(four, 3);
        }
        if position.count(!side, Threat::OpenFour) > 0 { Demand::StopOpenFour } else { Demand::Free }
    }
}

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub point: Point,
    /// The higher, the earlier it is tried.
    pub score: i32,
    /// How likely it looks by its patterns alone, in 1/64 of a factor of *e*.
    pub likely: i32,
}

/// What the order of moves depends on besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Hints<'a> {
    /// Moves that refuted siblings.
    pub killers: [Option<Point>; 2],
    /// The moves one ply and two plies before.
    pub previous: [Option<Point>; 2],
    /// What has been learned.
    pub history: &'a History,
}

/// The points that `demand` leaves to the side to move. A forbidden one may be among them, except where a five has to
/// be stopped.
pub fn points<R: RuleSet>(position: &mut Position<R>, demand: Demand) -> BitSet {
    match demand {
        Demand::Win(point, _) => [point.index()].into_iter().collect(),
        Demand::StopFive => position.answers_to_five().into_iter().map(Point::index).collect(),
        Demand::StopOpenFour => position.defences_to_open_four(),
        Demand::Free => position.candidates(),
    }
}

/// Appends the moves on `points` to `moves`, scored but in no order.
pub fn score<R: RuleSet>(
    position: &Position<R>,
    points: &BitSet,
    hints: &Hints<'_>,
    moves: &mut Vec<Scored>,
) {
    let side = position.to_move();
    let weights = Weights::of(R::KIND);
    let patterns = parameters::order_patterns();
    let counter = hints.history.counter(side, hints.previous[0]);
    moves.extend(points.iter().map(|index| {
        let point = Point::from_index(index);
        let likely = pattern_weight(position, weights, hints.previous, point);
        let mut score = patterns * likely + hints.history.score(side, hints.previous, point);
        if hints.killers.contains(&Some(point)) {
            score += parameters::order_killer();
        }
        if counter == Some(point) {
            score += parameters::order_counter();
        }
        Scored { point, score, likely }
    }));
}

/// The pattern weight of a point for the side to move: its shapes, and how near it is to the last moves.
#[inline]
fn pattern_weight<R: RuleSet>(
    position: &Position<R>,
    weights: &Weights,
    previous: [Option<Point>; 2],
    point: Point,
) -> i32 {
    let near = |(last, weights): (Option<Point>, &[i16; NEARNESS])| {
        last.map_or(0, |last| i32::from(weights[nearness(position.distance(point, last))]))
    };
    weights.of_move(position, point) + previous.into_iter().zip(&weights.near).map(near).sum::<i32>()
}

/// Takes the best move of `moves[from..]` to its front. Equal scores go by the point, so that the order is total.
#[inline]
pub fn select_best(moves: &mut [Scored], from: usize) -> Scored {
    let mut best = from;
    for candidate in from + 1..moves.len() {
        let (new, old) = (&moves[candidate], &moves[best]);
        if (new.score, old.point) > (old.score, new.point) {
            best = candidate;
        }
    }
    moves.swap(from, best);
    moves[from]
}
