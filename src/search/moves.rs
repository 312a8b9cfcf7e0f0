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

/// A move and its place in the order, in one number that the order compares: the score, the point, the lower the
/// better, so that the order is total, and the likeliness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scored(u64);

impl Scored {
    /// A move with its `score`, the higher the earlier it is tried, and with how `likely` it looks by its patterns
    /// alone, in 1/64 of a factor of *e*.
    #[inline]
    pub fn new(point: Point, score: i32, likely: i32) -> Scored {
        let score = u64::from(score as u32 ^ 1 << 31);
        let likely = likely.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as u16;
        Scored(score << 32 | (0xFFFF - point.index() as u64) << 16 | u64::from(likely))
    }

    /// The move.
    #[inline]
    pub const fn point(self) -> Point {
        Point::from_index((0xFFFF - (self.0 >> 16 & 0xFFFF)) as usize)
    }

    /// How likely it looks by its patterns alone, in 1/64 of a factor of *e*.
    #[inline]
    pub const fn likely(self) -> i32 {
        self.0 as u16 as i16 as i32
    }
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
        Scored::new(point, score, likely)
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

/// Takes the best move of `moves[from..]` to its front.
#[inline]
pub fn select_best(moves: &mut [Scored], from: usize) -> Scored {
    let mut best = (moves[from], from);
    for (at, &scored) in moves.iter().enumerate().skip(from + 1) {
        best = if scored > best.0 { (scored, at) } else { best };
    }
    moves.swap(from, best.1);
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_goes_by_score_and_then_by_point() {
        let scored = |index, score, likely| Scored::new(Point::from_index(index), score, likely);
        let sorted = [scored(1023, -70_000, 900), scored(3, -1, 5), scored(2, -1, -5), scored(0, 9, -300)];
        assert!(sorted.is_sorted());
        let mut moves = sorted;
        let selected: Vec<Scored> = (0..4).map(|from| select_best(&mut moves, from)).collect();
        assert!(selected.iter().eq(sorted.iter().rev()));
        assert_eq!((sorted[0].point(), sorted[0].likely()), (Point::from_index(1023), 900));
        assert_eq!((sorted[3].point(), sorted[3].likely()), (Point::from_index(0), -300));
    }
}
