use std::fmt;
use std::ops::Range;

use super::RuleKind;
use crate::base::Color;
use crate::board::{Cell, Direction, Grid, Point};

/// Why a renju move of black is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        })
    }
}

/// What a move brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Continue,
    /// The mover wins.
    Win,
    /// The mover loses by a foul.
    Foul(Foul),
}

/// Whether the stone of `color` at `line[at]` is part of a winning row. What lies beyond the slice counts as wall.
pub fn line_wins(kind: RuleKind, color: Color, line: &[Cell], at: usize) -> bool {
    let row = row(color, line, at);
    let left = row.start.checked_sub(1).and_then(|index| line.get(index));
    row_wins(kind, color, row.len(), [left.copied(), line.get(row.end).copied()])
}

/// Whether so many stones of `color` in a row win, with what lies beyond its two ends, if they are not at the edge.
fn row_wins(kind: RuleKind, color: Color, length: usize, ends: [Option<Cell>; 2]) -> bool {
    match length {
        0..5 => false,
        5 => kind.blocked_five_wins() || ends != [Some(Cell::from(!color)); 2],
        _ => kind.overline_wins(color),
    }
}

/// Where the stones of `color` that stand in a row with the one at `line[at]` begin and end.
pub fn row(color: Color, line: &[Cell], at: usize) -> Range<usize> {
    let stones =
        |cells: &mut dyn Iterator<Item = &Cell>| cells.take_while(|&&cell| cell == color.into()).count();
    at - stones(&mut line[..at].iter().rev())..at + stones(&mut line[at..].iter())
}

/// The line through a point: its points, what lies on them, and the place of the point among them.
struct Line {
    points: Vec<Point>,
    cells: Vec<Cell>,
    at: usize,
}

impl Line {
    fn new(grid: &Grid, point: Point, direction: Direction) -> Line {
        let step = |distance| grid.geometry().step(point, direction, distance);
        let before: Vec<Point> = (1..).map_while(|distance| step(-distance)).collect();
        let at = before.len();
        let points: Vec<Point> = before.into_iter().rev().chain((0..).map_while(step)).collect();
        let cells = points.iter().map(|&p| grid.get(p)).collect();
        Line { points, cells, at }
    }
}

/// A walk from the point outwards: replaying a proof asks this of every point of the board again and again.
fn wins_along(kind: RuleKind, grid: &Grid, point: Point, color: Color, direction: Direction) -> bool {
    let cell = |distance| grid.geometry().step(point, direction, distance).map(|point| grid.get(point));
    let stones = [-1, 1].map(|sign| (1..).take_while(|n| cell(sign * n) == Some(color.into())).count());
    let ends = [cell(-(stones[0] as i32) - 1), cell(stones[1] as i32 + 1)];
    row_wins(kind, color, stones[0] + 1 + stones[1], ends)
}

/// Whether a stone of `color` on `point` (there already, or put there) makes a winning row.
pub fn wins(kind: RuleKind, grid: &Grid, point: Point, color: Color) -> bool {
    Direction::ALL.into_iter().any(|direction| wins_along(kind, grid, point, color, direction))
}

/// The stones of every winning row of `color` through its stone on `point`.
pub fn five_points_of(kind: RuleKind, grid: &Grid, point: Point, color: Color) -> Vec<Point> {
    let mut stones = Vec::new();
    for direction in Direction::ALL {
        let Line { points, cells, at } = Line::new(grid, point, direction);
        if line_wins(kind, color, &cells, at) {
            stones.extend(&points[row(color, &cells, at)]);
        }
    }
    stones.sort();
    stones.dedup();
    stones
}

/// The stones that leave a continuous game with the stone of `color` that has been put on `point` with that outcome:
/// those of its winning rows, or after a foul itself.
pub fn dying(kind: RuleKind, grid: &Grid, point: Point, color: Color, outcome: Outcome) -> Vec<Point> {
    match outcome {
        Outcome::Continue => Vec::new(),
        Outcome::Win => five_points_of(kind, grid, point, color),
        Outcome::Foul(_) => vec![point],
    }
}

/// What happens when `color` plays on the empty `point`.
pub fn judge(kind: RuleKind, grid: &Grid, point: Point, color: Color) -> Outcome {
    if wins(kind, grid, point, color) {
        return Outcome::Win;
    }
    match kind.has_forbidden(color).then(|| forbidden(grid, point)).flatten() {
        Some(foul) => Outcome::Foul(foul),
        None => Outcome::Continue,
    }
}

/// Why black may not play on the empty `point` under renju, if it may not.
///
/// A three is one that its mover can turn into a straight four by a move that is itself neither forbidden nor a five
/// (International Rules of Renju, 9.3).
pub fn forbidden(grid: &Grid, point: Point) -> Option<Foul> {
    if wins(RuleKind::Renju, grid, point, Color::Black) {
        return None;
    }
    let mut grid = grid.clone();
    grid.set(point, Cell::Black);
    let directions = Direction::ALL.into_iter();
    if directions.clone().any(|direction| row_length(&grid, point, direction) > 5) {
        return Some(Foul::Overline);
    }
    if directions.clone().map(|direction| fours(&grid, point, direction).len()).sum::<usize>() >= 2 {
        return Some(Foul::DoubleFour);
    }
    if directions.filter(|&direction| makes_three(&grid, point, direction)).count() >= 2 {
        return Some(Foul::DoubleThree);
    }
    None
}

fn row_length(grid: &Grid, point: Point, direction: Direction) -> usize {
    let Line { cells, at, .. } = Line::new(grid, point, direction);
    row(Color::Black, &cells, at).len()
}

/// The fours of black through its stone on `point`: for each the points that make it a five, two for a straight four.
fn fours(grid: &Grid, point: Point, direction: Direction) -> Vec<Vec<Point>> {
    let Line { points, mut cells, at } = Line::new(grid, point, direction);
    let mut fours: Vec<(Vec<Point>, Vec<usize>)> = Vec::new();
    for five in at.saturating_sub(4)..(at + 5).min(cells.len()) {
        if cells[five] != Cell::Empty {
            continue;
        }
        cells[five] = Cell::Black;
        if line_wins(RuleKind::Renju, Color::Black, &cells, at) {
            // The four stones that the five is made of; two fives of the same four stones are a straight four.
            let stones: Vec<usize> = row(Color::Black, &cells, five).filter(|&i| i != five).collect();
            match fours.iter_mut().find(|(_, known)| *known == stones) {
                Some((completions, _)) => completions.push(points[five]),
                None => fours.push((vec![points[five]], stones)),
            }
        }
        cells[five] = Cell::Empty;
    }
    fours.into_iter().map(|(completions, _)| completions).collect()
}

/// Whether black's stone on `point` makes a three along `direction`.
fn makes_three(grid: &Grid, point: Point, direction: Direction) -> bool {
    if !fours(grid, point, direction).is_empty() {
        return false;
    }
    let Line { points, at, .. } = Line::new(grid, point, direction);
    let near = &points[at.saturating_sub(4)..(at + 5).min(points.len())];
    // Of most points this is all there is to say.
    if near.iter().filter(|&&stone| grid.get(stone) == Cell::Black).count() < 3 {
        return false;
    }
    near.iter().any(|&next| {
        if grid.get(next) != Cell::Empty || wins(RuleKind::Renju, grid, next, Color::Black) {
            return false;
        }
        let mut after = grid.clone();
        after.set(next, Cell::Black);
        // The straight four must hold both stones: `next` makes one, and `point` is in one.
        let straight = |p| fours(&after, p, direction).iter().any(|completions| completions.len() == 2);
        straight(point) && straight(next) && forbidden(grid, next).is_none()
    })
}
