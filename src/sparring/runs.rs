//! `runs`: each empty point is valued by the runs of stones that end at it. The runs of two opposite directions are one
//! row with the stone to be put; own rows weigh as the first move does, the opponent's as the second. The first point
//! of the highest sum, row by row, is played.
//!
//! Source: 五子棋算法 (gzyueqian), for 15x15. It says itself what it lacks: a choice among equals, a look ahead,
//! forbidden moves.
//!
//! Left open there and chosen here: a row is open if both its ends are empty, and worth nothing if no five has room
//! between the stones that close it, which the count of empty cells is taken to be for.

use super::{first_best, first_move};
use crate::base::Color;
use crate::board::{Cell, Direction, Grid, Point};

/// Weights by the number of stones beside the point, of closed and of open rows.
type Weights = [[i32; 5]; 2];

/// For the side to move.
const FIRST: Weights = [[0, 2, 5, 50, 16000], [0, 10, 30, 750, 16000]];
/// For the other side.
const SECOND: Weights = [[0, 1, 5, 50, 3750], [0, 10, 30, 150, 4000]];

/// The row that a stone on an empty point would join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// The stones on both sides of the point.
    stones: usize,
    is_open: bool,
    /// Whether a five fits in.
    has_room: bool,
}

impl Row {
    fn new(grid: &Grid, owner: Color, point: Point, direction: Direction) -> Row {
        let [(back_stones, back_empty), (stones, empty)] = [-1, 1].map(|sign| {
            let cells = (1..).map_while(|distance| grid.geometry().step(point, direction, sign * distance));
            let mut cells = cells.map(|point| grid.get(point)).peekable();
            let stones = std::iter::from_fn(|| cells.next_if_eq(&owner.into())).count();
            (stones, cells.take_while(|&cell| cell == Cell::Empty).count())
        });
        Row {
            stones: back_stones + stones,
            is_open: back_empty > 0 && empty > 0,
            has_room: back_empty + back_stones + 1 + stones + empty >= 5,
        }
    }

    fn weight(self, weights: &Weights) -> i32 {
        if self.has_room { weights[usize::from(self.is_open)][self.stones.min(4)] } else { 0 }
    }
}

fn value(grid: &Grid, color: Color, point: Point) -> i32 {
    let row = |owner, direction, weights| Row::new(grid, owner, point, direction).weight(weights);
    let both = |direction| row(color, direction, &FIRST) + row(!color, direction, &SECOND);
    Direction::ALL.into_iter().map(both).sum()
}

pub fn choose(grid: &Grid, color: Color) -> Option<Point> {
    let best = first_best(grid.empty_points(), |point| value(grid, color, point));
    first_move(grid).or(best.map(|(point, _)| point))
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    #[test]
    fn the_rows_of_the_picture() {
        // The text's example; its point (4, 4), counted from one, is the only cell between the stones.
        let grid: Grid = "
            . . . . . . . . .
            . . . . . . . . .
            . . . O O . . . .
            . O X . X X . . .
            . . . . . . . . .
            . . . . . . . . ."
            .parse()
            .unwrap();
        let point = grid.geometry().point(3, 3).unwrap();
        let row = |color, direction| Row::new(&grid, color, point, direction);
        let open_one = Row { stones: 1, is_open: true, has_room: true };
        let closed_three = Row { stones: 3, is_open: false, has_room: true };
        assert_eq!(row(Color::Black, Direction::Horizontal), closed_three);
        assert_eq!(row(Color::White, Direction::Vertical), open_one);
        assert_eq!(row(Color::White, Direction::AntiDiagonal), open_one);
        assert_eq!(value(&grid, Color::Black, point), 50 + 10 + 10);
        assert_eq!(value(&grid, Color::White, point), 50 + 10 + 10);
    }

    #[test]
    fn the_weights_of_the_first_and_of_the_second_move() {
        let expected = [
            (".*x..", 10, 10),
            (".*xx..", 30, 30),
            (".*xxx..", 750, 150),
            (".*xxxx..", 16_000, 4_000),
            ("..*xo..", 2, 1),
            ("..*xxo..", 5, 5),
            ("..*xxxo..", 50, 50),
            ("..*xxxxo..", 16_000, 3_750),
            (".xx*xx..", 16_000, 4_000),
            (".xxx*xxx..", 16_000, 4_000),
            // No room for a five.
            ("ox*xo", 0, 0),
            ("o.*xo", 0, 0),
        ];
        for (row, first, second) in expected {
            let (mut grid, start) = board_with_row(15, row);
            let point = Point::from_index(start.index() + row.find('*').unwrap());
            // Leaves nothing but the row in question: its stops become dead stones.
            for stop in
                grid.geometry().all().filter(|&point| grid.get(point) == Cell::White).collect::<Vec<_>>()
            {
                grid.set(stop, Cell::Dead);
            }
            assert_eq!(value(&grid, Color::Black, point), first, "{row}");
            assert_eq!(value(&grid, Color::White, point), second, "{row}");
        }
    }

    #[test]
    fn rows_of_four_directions_add_up_and_the_first_maximum_is_played() {
        let grid: Grid = "
            . . . . . . .
            . . . . . . .
            . X . . . . .
            . . . . . . .
            . . . X . . .
            . . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let at = |x, y| grid.geometry().point(x, y).unwrap();
        assert_eq!(value(&grid, Color::Black, at(2, 3)), 30);
        assert_eq!(value(&grid, Color::White, at(0, 2)), 1, "closed by the edge");
        assert_eq!(choose(&grid, Color::White), Some(at(2, 3)));
        let mut lone = Grid::new(grid.geometry());
        lone.set(at(3, 3), Cell::Black);
        assert_eq!(choose(&lone, Color::White), Some(at(2, 2)), "of eight equal points");
    }
}
