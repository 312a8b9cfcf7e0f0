//! Shapes in a line as text, one character a cell, seen by the side whose shape it is: `x` its stone, `.` empty, `*`
//! the empty point that is asked about, `#` something that stops it (the other side's stone, a dead one, the edge),
//! `!` anything but empty, `?` anything.

use crate::base::Color;
use crate::board::{Cell, Direction, Geometry, Grid, Point};

/// One of the eight ways to go from a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    direction: Direction,
    /// 1 forwards, -1 backwards.
    pub sign: i32,
}

impl Way {
    /// The eight ways, each followed by the opposite one.
    pub fn all() -> impl Iterator<Item = Way> {
        Direction::ALL.into_iter().flat_map(|direction| [1, -1].map(|sign| Way { direction, sign }))
    }

    /// The point `distance` steps from `point`, if it is on the board.
    pub fn step(self, geometry: Geometry, point: Point, distance: i32) -> Option<Point> {
        geometry.step(point, self.direction, self.sign * distance)
    }
}

/// Whether the line through `point` along `way` has a shape of `owner`, whose character number `anchor` is `point`.
pub fn fits(grid: &Grid, owner: Color, point: Point, way: Way, shape: &str, anchor: usize) -> bool {
    shape.bytes().zip(-(anchor as i32)..).all(|(wanted, distance)| {
        let cell = way.step(grid.geometry(), point, distance).map_or(Cell::Dead, |at| grid.get(at));
        match wanted {
            b'x' => cell == owner.into(),
            b'.' | b'*' => cell == Cell::Empty,
            b'#' => cell != Cell::Empty && cell != owner.into(),
            b'!' => cell != Cell::Empty,
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_stands_for_what_it_says() {
        let grid: Grid = "
            . X O # .
            . . . . .
            . . . . .
            . . . . .
            . . . . ."
            .parse()
            .unwrap();
        let black = Point::from_index(1);
        let rightwards =
            |shape: &str, anchor| fits(&grid, Color::Black, black, Way::all().next().unwrap(), shape, anchor);
        assert!(rightwards(".x##.", 1) && rightwards("#?!?!?#", 2));
        assert!(!rightwards("xx", 1) && !rightwards("x.", 0) && !rightwards("!x", 1));
        let fitting =
            |shape| Way::all().filter(|&way| fits(&grid, Color::Black, black, way, shape, 0)).count();
        assert_eq!(fitting("x.#"), 2, "two ways lead past one empty point to the edge");
    }
}
