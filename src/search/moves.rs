//! The moves of a node: which there are, and in which order they are tried.

use super::history::History;
use crate::base::{BitSet, Color};
use crate::board::Point;
use crate::pattern::{LineClass, Threat};
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
}

/// What the order of moves depends on besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Hints<'a> {
    /// The move that the table remembers.
    pub table: Option<Point>,
    /// Moves that refuted siblings.
    pub killers: [Option<Point>; 2],
    /// The moves one ply and two plies before.
    pub previous: [Option<Point>; 2],
    /// What has been learned.
    pub history: &'a History,
}

/// What each line class of a point adds to its place in the order, for the side that moves: the pattern weights of
/// attack.
const ATTACK: [i32; LineClass::COUNT] = [0, 2, 5, 9, 18, 30, 34, 90, 110, 120, 130, 600, 2000, 0];
/// The same for the other side's classes: the pattern weights of defence.
const DEFENCE: [i32; LineClass::COUNT] = [0, 1, 4, 6, 14, 24, 20, 64, 80, 70, 80, 500, 1500, 0];
/// What the threat class adds for the side that moves.
const ATTACK_THREAT: [i32; Threat::COUNT] = [0, 0, 20, 260, 30, 500, 2000, 9000, 100, -3000];
/// What the threat class of the other side adds.
const DEFENCE_THREAT: [i32; Threat::COUNT] = [0, 0, 10, 160, 20, 300, 1500, 6000, 60, 0];

const TABLE_MOVE: i32 = 1 << 28;
const KILLER: i32 = 6000;
const COUNTER: i32 = 4000;
/// How much a pattern weight counts beside what history has learned.
const PATTERN_SCALE: i32 = 48;

/// The pattern weight of a point for `color` to move: attack and defence over the four lines and their combination.
#[inline]
pub fn pattern_weight<R: RuleSet>(position: &Position<R>, color: Color, point: Point) -> i32 {
    let lines = position.lines(point);
    let over_lines: i32 = (0..4)
        .map(|direction| {
            ATTACK[lines.class(color, direction) as usize] + DEFENCE[lines.class(!color, direction) as usize]
        })
        .sum();
    over_lines
        + ATTACK_THREAT[position.threat(point, color) as usize]
        + DEFENCE_THREAT[position.threat(point, !color) as usize]
}

/// Appends the moves that `demand` leaves to `moves`, scored but in no order. A forbidden move may be among them,
/// except where a five has to be stopped; a win is not generated.
pub fn generate<R: RuleSet>(
    position: &mut Position<R>,
    demand: Demand,
    hints: &Hints<'_>,
    moves: &mut Vec<Scored>,
) {
    let side = position.to_move();
    let set: BitSet = match demand {
        Demand::Win(point, _) => [point.index()].into_iter().collect(),
        Demand::StopFive => position.answers_to_five().into_iter().map(Point::index).collect(),
        Demand::StopOpenFour => position.defences_to_open_four(),
        Demand::Free => position.candidates(),
    };
    let counter = hints.history.counter(side, hints.previous[0]);
    moves.extend(set.iter().map(|index| {
        let point = Point::from_index(index);
        let mut score = PATTERN_SCALE * pattern_weight(position, side, point)
            + hints.history.score(side, hints.previous, point);
        if hints.killers.contains(&Some(point)) {
            score += KILLER;
        }
        if counter == Some(point) {
            score += COUNTER;
        }
        if hints.table == Some(point) {
            score = TABLE_MOVE;
        }
        Scored { point, score }
    }));
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
