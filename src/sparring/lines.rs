//! `lines`: counts stones in the winning lines that are still alive. A line dies for a side when the other places a
//! stone in it. A four is completed at once, the opponent's four blocked at once; else the best point to attack is
//! played if it scores more than the opponent's best point, and that one if not. Points are gone through column by
//! column, and the first of equals is taken.
//!
//! Source: VB.NET实现五子棋的人工智能, 10x10, where the computer opens on (4, 4), the middle.
//!
//! Slips, done as meant:
//! - The game is a draw when exactly 190 of the computer's 192 lines are dead, a number that one stone can jump over:
//!   here when no more than two are alive. That the opponent may still have more of them is left as it is.
//! - If no point scores, (0, 0) is played, empty or not: here the first empty point.

use super::{empty_points_by_column, first_best, first_move};
use crate::base::Color;
use crate::board::{Cell, Direction, Geometry, Grid, Point};

/// The winning lines of a board: every five points in a row.
pub struct Lines(Vec<[Point; 5]>);

impl Lines {
    /// The lines of a board of this size.
    pub fn new(geometry: Geometry) -> Lines {
        let along = |direction| {
            let starts = geometry.all().filter(move |&start| geometry.step(start, direction, 4).is_some());
            let point =
                move |start: Point, n| Point::from_index(start.index() + n * geometry.stride(direction));
            starts.map(move |start| [0, 1, 2, 3, 4].map(|n| point(start, n)))
        };
        Lines(Direction::ALL.into_iter().flat_map(along).collect())
    }

    /// How many lines there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The lines in which `color` can still make a five: those that hold nothing but its stones and empty points.
    pub fn living(&self, grid: &Grid, color: Color) -> impl Iterator<Item = &[Point; 5]> {
        let usable = move |&point: &Point| grid.get(point) == Cell::Empty || grid.get(point) == color.into();
        self.0.iter().filter(move |line| line.iter().all(usable))
    }

    /// Whether the player takes the game for drawn when it has the stones of `color`.
    pub fn is_drawn(&self, grid: &Grid, color: Color) -> bool {
        self.living(grid, color).count() <= 2
    }
}

/// What its living lines make of the empty points for one side.
struct Prospects {
    /// The point that completes a four.
    five: Option<Point>,
    /// The score of every point, by its index.
    scores: Vec<u32>,
}

impl Prospects {
    /// Those of `color`, for which a three counts `extra` more than its stones.
    fn new(lines: &Lines, grid: &Grid, color: Color, extra: u32) -> Prospects {
        let mut prospects = Prospects { five: None, scores: vec![0; grid.geometry().points()] };
        for line in lines.living(grid, color) {
            let empty = line.iter().copied().filter(|&point| grid.get(point) == Cell::Empty);
            let stones = 5 - empty.clone().count() as u32;
            if stones == 4 {
                prospects.five = prospects.five.or(empty.clone().next());
            }
            for point in empty {
                prospects.scores[point.index()] += stones + if stones == 3 { extra } else { 0 };
            }
        }
        prospects
    }

    /// The best point to attack and its score.
    fn best(&self, grid: &Grid) -> Option<(Point, u32)> {
        first_best(empty_points_by_column(grid), |point| self.scores[point.index()])
    }
}

pub fn choose(grid: &Grid, color: Color) -> Option<Point> {
    let lines = Lines::new(grid.geometry());
    let own = Prospects::new(&lines, grid, color, 5);
    let opposing = Prospects::new(&lines, grid, !color, 30);
    let (attack, attack_score) = own.best(grid)?;
    let (defence, defence_score) = opposing.best(grid)?;
    let better = if attack_score > defence_score { attack } else { defence };
    Some(first_move(grid).or(own.five).or(opposing.five).unwrap_or(better))
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    /// The scores of black in a row in the middle of a board of 10x10.
    fn scores(row: &str, extra: u32) -> Vec<u32> {
        let (grid, start) = board_with_row(10, row);
        let prospects = Prospects::new(&Lines::new(grid.geometry()), &grid, Color::Black, extra);
        prospects.scores[start.index()..][..row.len()].to_vec()
    }

    #[test]
    fn a_point_scores_the_stones_of_its_living_lines() {
        assert_eq!(scores("....x.....", 5), [1, 2, 3, 4, 0, 4, 3, 2, 1, 0]);
        assert_eq!(scores("...ox.....", 5), [0, 0, 0, 0, 0, 1, 1, 1, 1, 0]);
        assert_eq!(scores("....xx....", 5), [1, 3, 5, 7, 0, 0, 7, 5, 3, 1]);
    }

    #[test]
    fn a_three_scores_more() {
        // Two living lines with three stones for the nearest point, one for the next.
        assert_eq!(scores("oxxx......", 5), [0, 0, 0, 0, 8 + 2 + 1, 8 + 2 + 1, 2 + 1, 1, 0, 0]);
        assert_eq!(scores("oxxx......", 30), [0, 0, 0, 0, 33 + 2 + 1, 33 + 2 + 1, 2 + 1, 1, 0, 0]);
    }

    #[test]
    fn a_four_is_completed_or_blocked_at_once() {
        let (grid, start) = board_with_row(10, "oxxxx.....");
        for color in Color::BOTH {
            assert_eq!(choose(&grid, color), Some(Point::from_index(start.index() + 5)));
        }
    }

    #[test]
    fn the_better_attack_is_played_and_an_equal_one_prevented() {
        let geometry = Geometry::new(10, 10).unwrap();
        let at = |x, y| geometry.point(x, y).unwrap();
        let mut grid = Grid::new(geometry);
        grid.set(at(2, 2), Cell::Black);
        grid.set(at(7, 7), Cell::White);
        let beside = |stone, color| {
            let point = choose(&grid, color);
            Direction::ALL.into_iter().any(|d| (-2..=2).any(|n| geometry.step(stone, d, n) == point))
        };
        assert!(beside(at(2, 2), Color::White) && beside(at(7, 7), Color::Black), "both score the same");
        grid.set(at(7, 6), Cell::White);
        assert_eq!(
            geometry.coordinates(choose(&grid, Color::White).unwrap()).0,
            7,
            "two in a column score more"
        );
    }

    #[test]
    fn without_a_living_line_any_point_is_played() {
        let mut grid = Grid::new(Geometry::new(5, 5).unwrap());
        for point in grid.geometry().all().filter(|point| point.index() % 2 == 0) {
            grid.set(point, Cell::Dead);
        }
        assert_eq!(Lines::new(grid.geometry()).living(&grid, Color::Black).count(), 0);
        assert_eq!(choose(&grid, Color::White), Some(Point::from_index(5)));
    }
}
