//! The swap2 opening: one side puts three stones, the other takes a colour or puts two more and leaves the choice.

use std::fmt;
use std::time::Instant;

use crate::base::{Color, Score};
use crate::board::{Cell, Geometry, Grid, Point};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::search::{Control, Limits, Report, Resources, Searcher};

/// An answer in the opening phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Take the other side.
    Swap,
    /// These stones, one after another.
    Moves(Vec<Point>),
}

/// Stones that swap2 does not ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Error {
    /// Neither none, three nor five.
    Count(usize),
    /// Two stones on one point.
    Twice,
}

impl fmt::Display for Swap2Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Swap2Error::Count(count) => write!(f, "swap2 asks about 0, 3 or 5 stones, not {count}"),
            Swap2Error::Twice => f.write_str("two stones on one point"),
        }
    }
}

impl std::error::Error for Swap2Error {}

/// Nodes for the judgement of one position: some hundredths of a second.
const NODES: u64 = 8_000;
/// How far from even a position may be for leaving the choice of sides to the opponent.
const BALANCED: i32 = 60;

/// Answers a question of swap2 about stones that alternate from black on.
///
/// # Errors
/// [`Swap2Error`] if the stones are no stage of the opening.
pub fn swap2<R: RuleSet>(geometry: Geometry, stones: &[Point]) -> Result<Swap2, Swap2Error> {
    let mut grid = Grid::new(geometry);
    for (&point, color) in stones.iter().zip(Color::BOTH.into_iter().cycle()) {
        if grid.get(point) != Cell::Empty {
            return Err(Swap2Error::Twice);
        }
        grid.set(point, color.into());
    }
    match stones.len() {
        0 => Ok(Swap2::Moves(first_stones(geometry))),
        3 => Ok(second_choice::<R>(&grid)),
        5 => Ok(take_white_or_swap(&judge::<R>(&grid))),
        count => Err(Swap2Error::Count(count)),
    }
}

/// Three stones far enough apart and near enough to the edge for neither side to have the game in hand.
fn first_stones(geometry: Geometry) -> Vec<Point> {
    let (middle, last) = (geometry.width() as i64 / 2, geometry.height() as i64 - 1);
    let points = [(middle - 2, 1), (middle + 1, 0), (middle + 1, (last / 2).min(4))];
    points.into_iter().filter_map(|(x, y)| geometry.point(x, y)).collect()
}

/// After three stones white is to move: keep white with a move, take black, or put two more stones.
fn second_choice<R: RuleSet>(grid: &Grid) -> Swap2 {
    let now = judge::<R>(grid);
    if now.score.value().abs() > BALANCED {
        return take_white_or_swap(&now);
    }
    // White's best, then a black stone that leaves the position as even as can be found.
    let mut with_white = grid.clone();
    with_white.set(now.best, Cell::White);
    let candidates = Position::<R>::new(&with_white, Color::Black).candidates();
    let evenness = |point: Point| {
        let mut with_black = with_white.clone();
        with_black.set(point, Cell::Black);
        let position = Position::<R>::new(&with_black, Color::White);
        crate::eval::Classic::new(&position).score(&position).value().abs()
    };
    let forbidden =
        |point: Point| Position::<R>::new(&with_white, Color::Black).is_forbidden(point, Color::Black);
    let legal = candidates.iter().map(Point::from_index).filter(|&point| !forbidden(point));
    match legal.min_by_key(|&point| (evenness(point), point)) {
        Some(black) => Swap2::Moves(vec![now.best, black]),
        None => take_white_or_swap(&now),
    }
}

fn take_white_or_swap(judgement: &Judgement) -> Swap2 {
    if judgement.score >= Score::DRAW { Swap2::Moves(vec![judgement.best]) } else { Swap2::Swap }
}

/// What a position is worth to white, whose turn it is, and white's best move.
struct Judgement {
    score: Score,
    best: Point,
}

fn judge<R: RuleSet>(grid: &Grid) -> Judgement {
    let limits = Limits { time: None, depth: None, nodes: Some(NODES) };
    let control = Control::new(Instant::now(), 0, &limits);
    let resources = Resources { memory: 32 << 20, table: Some(1 << 20), threads: 1 };
    let mut searcher = Searcher::default();
    let mut score = Score::DRAW;
    let mut report = |report: Report| score = report.score;
    // A searcher without its memory answers from static weights.
    if let Err(error) = searcher.prepare(grid.geometry(), &resources) {
        log::warn!("swap2: {error}");
    }
    let best = searcher.search::<R>(grid, Color::White, &control, &mut report);
    Judgement { score, best }
}
