use crate::base::{Color, PerColor};
use crate::board::{Geometry, Point};

/// What has been learned about moves in a search, whatever the position: scores within ±[`History::LIMIT`].
#[derive(Clone, Debug)]
pub struct History {
    points: usize,
    /// By colour and point.
    main: PerColor<Vec<i16>>,
    /// By the move one ply and two plies before, and point.
    continuation: [Vec<i16>; 2],
    /// The move that refuted a move of this colour on a point.
    counter: PerColor<Vec<Option<Point>>>,
    /// By the colour to move and the moves two plies and one ply before: how far searches came out above the evaluation.
    correction: PerColor<Vec<i16>>,
}

impl History {
    /// The bound of every score.
    pub const LIMIT: i32 = 8192;
    /// Parts of a unit that corrections of the evaluation are kept in.
    const CORRECTION_PARTS: i32 = 64;

    /// Nothing learned yet.
    pub fn new(geometry: Geometry) -> History {
        let points = geometry.points();
        History {
            points,
            main: PerColor([vec![0; points], vec![0; points]]),
            continuation: [vec![0; points * points], vec![0; points * points]],
            counter: PerColor([vec![None; points], vec![None; points]]),
            correction: PerColor([vec![0; points * points], vec![0; points * points]]),
        }
    }

    /// Bytes of the history of a board.
    pub fn bytes(geometry: Geometry) -> usize {
        let points = geometry.points();
        2 * size_of::<i16>() * points * (2 * points + 1) + 2 * size_of::<Option<Point>>() * points
    }

    /// The score of `color` playing on `point` after `previous`, the moves one and two plies before.
    #[inline]
    pub fn score(&self, color: Color, previous: [Option<Point>; 2], point: Point) -> i32 {
        let mut score = i32::from(self.main[color][point.index()]);
        for (table, previous) in self.continuation.iter().zip(previous) {
            if let Some(previous) = previous {
                score += i32::from(table[previous.index() * self.points + point.index()]);
            }
        }
        score
    }

    /// Learns that a move was good (`bonus` above zero) or bad.
    pub fn learn(&mut self, color: Color, previous: [Option<Point>; 2], point: Point, bonus: i32) {
        adjust(&mut self.main[color][point.index()], bonus);
        for (table, previous) in self.continuation.iter_mut().zip(previous) {
            if let Some(previous) = previous {
                adjust(&mut table[previous.index() * self.points + point.index()], bonus);
            }
        }
    }

    /// How much more than the evaluation says a position of `color` after `previous`, the moves one and two plies before,
    /// is likely to be worth, in units of a score. (The idea is that of the chess engine Caissa.)
    #[inline]
    pub fn correction(&self, color: Color, previous: [Option<Point>; 2]) -> i32 {
        let [Some(last), Some(before)] = previous else { return 0 };
        i32::from(self.correction[color][before.index() * self.points + last.index()])
            / Self::CORRECTION_PARTS
    }

    /// Learns that a search came out above (`bonus` above zero) or below the evaluation.
    pub fn learn_correction(&mut self, color: Color, previous: [Option<Point>; 2], bonus: i32) {
        let [Some(last), Some(before)] = previous else { return };
        adjust(&mut self.correction[color][before.index() * self.points + last.index()], bonus);
    }

    /// The move that last refuted `previous`, for `color` to reply with.
    #[inline]
    pub fn counter(&self, color: Color, previous: Option<Point>) -> Option<Point> {
        previous.and_then(|previous| self.counter[color][previous.index()])
    }

    /// Learns that `reply` of `color` refutes `previous`.
    pub fn set_counter(&mut self, color: Color, previous: Option<Point>, reply: Point) {
        if let Some(previous) = previous {
            self.counter[color][previous.index()] = Some(reply);
        }
    }
}

/// Moves a score towards ±[`History::LIMIT`], the slower the nearer it is.
fn adjust(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    let bonus = bonus.clamp(-History::LIMIT / 4, History::LIMIT / 4);
    *score = (old + bonus - old * bonus.abs() / History::LIMIT) as i16;
}
