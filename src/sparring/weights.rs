//! `weights`: one pass over the board adds the weights of every shape to the empty points around it; shapes that cross
//! add up, so that the points of double threats stand out, and the first point of the highest sum is played.
//!
//! Source: 五子棋AI算法和开局定式（直指13式）破解, with the function `testAIq`, for 15x15. The computer has white
//! there; here it plays either colour with the same weights. Black stones, the opponent's, weigh more than white ones,
//! although the text says that white gets a little more: the numbers are kept.
//!
//! Slips, done as meant:
//! - Ranges of rows and columns, different for each shape, keep its indices on the board and thereby miss shapes near
//!   the edge, or read around it where they are too wide. Here shapes are found everywhere, and an edge is no empty
//!   cell.
//! - The vertical `x.x` adds 500 once where every other direction adds 600, and the one towards the lower right assigns
//!   from a wrong index.
//! - A split three of the opponent is closed by the computer's stone only; here by the edge, too.
//! - On a board without any weight the last point chosen would be chosen again.

use super::shape::{Way, fits};
use super::{first_best, first_move};
use crate::base::Color;
use crate::board::{Cell, Grid, Point};

/// A shape and what it adds to each of its cells. It is looked for from both ends of a line.
type Row = (&'static str, &'static [i32]);

/// The computer's shapes.
const OWN: [Row; 14] = [
    ("..xx", &[500, 1000, 0, 0]),
    ("..xx..", &[0, 300, 0, 0, 300, 0]),
    (".x.?x", &[0, 0, 510, 0, 0]),
    ("x.x", &[0, 300, 0]),
    (".x.x", &[600, 0, 600, 0]),
    (".xxx", &[610, 0, 0, 0]),
    ("..xxx", &[550, 2100, 0, 0, 0]),
    ("..xxx.", &[0, 1500, 0, 0, 0, 0]),
    (".x.xx", &[0, 0, 550, 0, 0]),
    ("!x.xx.", &[0, 0, 550, 0, 0, 0]),
    (".x.xx.", &[0, 0, 2850, 0, 0, 0]),
    (".xxxx", &[5000, 0, 0, 0, 0]),
    ("x.xxx", &[0, 5000, 0, 0, 0]),
    ("xx.xx", &[0, 0, 5000, 0, 0]),
];

/// The opponent's shapes.
const OPPOSING: [Row; 15] = [
    ("..xx", &[900, 1000, 0, 0]),
    ("..xx..", &[0, 1300, 0, 0, 1300, 0]),
    (".x.?x", &[0, 0, 800, 0, 0]),
    ("x.x", &[0, 800, 0]),
    (".x.x", &[1500, 0, 900, 0]),
    (".xxx", &[650, 0, 0, 0]),
    ("..xxx", &[1550, 2700, 0, 0, 0]),
    ("..xxx.", &[0, 1500, 0, 0, 0, 0]),
    (".x.xx.", &[0, 0, 2850, 0, 0, 0]),
    ("#x.xx", &[0, 0, 1900, 0, 0]),
    ("x.xx#", &[0, 1500, 0, 0, 0]),
    ("x.x.x", &[0, 1500, 0, 1500, 0]),
    (".xxxx", &[5000, 0, 0, 0, 0]),
    ("x.xxx", &[0, 5000, 0, 0, 0]),
    ("xx.xx", &[0, 0, 5000, 0, 0]),
];

/// What one stone adds to a point so many columns and rows away.
type Neighbour = (i64, i64, i32);

/// Around a stone of the computer.
#[rustfmt::skip]
const OWN_NEIGHBOURS: [Neighbour; 8] = [
    (-1, -1, 20), (0, -1, 20), (1, -1, 20),
    (-1, 0, 30), (1, 0, 30),
    (-1, 1, 30), (0, 1, 20), (1, 1, 30),
];

/// Around a stone of the opponent.
#[rustfmt::skip]
const OPPOSING_NEIGHBOURS: [Neighbour; 10] = [
    (-1, -1, 20), (0, -1, 70), (1, -1, 60),
    (-2, 0, 30), (-1, 0, 20), (1, 0, 20), (2, 0, 30),
    (-1, 1, 20), (0, 1, 50), (1, 1, 20),
];

/// The sum of weights at every point, by its index, for the side `color` to move. Zero where a stone lies.
pub fn weight_map(grid: &Grid, color: Color) -> Vec<i32> {
    let geometry = grid.geometry();
    let mut map = vec![0; geometry.points()];
    for stone in geometry.all() {
        let Some(owner) = grid.get(stone).color() else {
            continue;
        };
        let (neighbours, rows): (&[Neighbour], &[Row]) =
            if owner == color { (&OWN_NEIGHBOURS, &OWN) } else { (&OPPOSING_NEIGHBOURS, &OPPOSING) };
        let (x, y) = geometry.coordinates(stone);
        for &(right, down, weight) in neighbours {
            if let Some(point) = geometry.point(x as i64 + right, y as i64 + down)
                && grid.get(point) == Cell::Empty
            {
                map[point.index()] += weight;
            }
        }
        for way in Way::all() {
            for row in rows {
                add_row(grid, owner, stone, way, row, &mut map);
            }
        }
    }
    map
}

/// Adds the weights of a row whose first stone is `stone`.
fn add_row(grid: &Grid, owner: Color, stone: Point, way: Way, row: &Row, map: &mut [i32]) {
    let (shape, weights) = *row;
    let anchor = shape.bytes().take_while(|&cell| cell != b'x').count();
    if way.sign < 0 && is_symmetric(row) || !fits(grid, owner, stone, way, shape, anchor) {
        return;
    }
    for (&weight, distance) in weights.iter().zip(-(anchor as i32)..) {
        if weight != 0
            && let Some(point) = way.step(grid.geometry(), stone, distance)
        {
            map[point.index()] += weight;
        }
    }
}

/// Whether the row is the same from both ends, so that to look for it from both would count it twice.
fn is_symmetric((shape, weights): &Row) -> bool {
    shape.bytes().eq(shape.bytes().rev()) && weights.iter().eq(weights.iter().rev())
}

pub fn choose(grid: &Grid, color: Color) -> Option<Point> {
    let map = weight_map(grid, color);
    let heaviest = first_best(grid.empty_points(), |point| map[point.index()]);
    first_move(grid).or(heaviest.map(|(point, _)| point))
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    /// The weights of the cells of a row in the middle of the board that nothing else lies on, black to move.
    fn weights_in(row: &str) -> Vec<i32> {
        let (grid, start) = board_with_row(15, row);
        weight_map(&grid, Color::Black)[start.index()..][..row.len()].to_vec()
    }

    #[test]
    fn a_lone_stone_weighs_on_its_neighbours() {
        let around = |stone: &str| {
            let (grid, start) = board_with_row(15, stone);
            let (x, y) = grid.geometry().coordinates(start);
            let map = weight_map(&grid, Color::Black);
            assert_eq!(map.iter().filter(|&&weight| weight != 0).count(), if stone == "x" { 8 } else { 10 });
            [-1, 0, 1].map(|down| {
                [-2, -1, 0, 1, 2].map(|right| {
                    map[grid.geometry().point(x as i64 + right, y as i64 + down).unwrap().index()]
                })
            })
        };
        assert_eq!(around("x"), [[0, 20, 20, 20, 0], [0, 30, 0, 30, 0], [0, 30, 20, 30, 0]]);
        assert_eq!(around("o"), [[0, 20, 70, 60, 0], [30, 20, 0, 20, 30], [0, 20, 50, 20, 0]]);
    }

    // In the sums that follow the last terms are those of the lone stones.

    #[test]
    fn two_in_a_row() {
        assert_eq!(weights_in("....xx....")[2..4], [500, 1000 + 300 + 30]);
        assert_eq!(weights_in("...oxx....")[6..8], [1000 + 30, 500]);
        assert_eq!(weights_in("....oo....")[2..4], [900 + 30, 1000 + 1300 + 20 + 30]);
        assert_eq!(weights_in("...xoo....")[6..8], [1000 + 20 + 30, 900 + 30]);
    }

    #[test]
    fn two_split_by_two() {
        assert_eq!(weights_in("..x..x..")[2..6], [0, 510 + 30, 510 + 30, 0]);
        assert_eq!(weights_in(".ox..x..")[3..5], [30 + 30, 510 + 30]);
        assert_eq!(weights_in("..o..o..")[2..6], [0, 800 + 20 + 30, 800 + 20 + 30, 0]);
    }

    #[test]
    fn two_split_by_one() {
        assert_eq!(weights_in("..x.x..")[1..4], [600 + 30, 0, 300 + 600 + 600 + 30 + 30]);
        assert_eq!(weights_in(".ox.x..")[3..6], [300 + 600 + 30 + 30 + 30, 0, 600 + 30]);
        assert_eq!(weights_in("..o.o..")[1..4], [1500 + 20, 0, 800 + 900 + 900 + 20 + 20]);
    }

    #[test]
    fn three_in_a_row() {
        // With the two in it.
        let own = 610 + 2100 + 1000 + 30;
        assert_eq!(weights_in("...xxx...")[1..3], [550 + 500, own + 1500]);
        assert_eq!(weights_in("..oxxx...")[6..8], [own, 550 + 500]);
        let opposing = 650 + 2700 + 1000 + 20 + 30;
        assert_eq!(weights_in("...ooo...")[1..3], [1550 + 900 + 30, opposing + 1500]);
        assert_eq!(weights_in("..xooo...")[6..8], [opposing, 1550 + 900 + 30]);
    }

    #[test]
    fn three_split() {
        // With the two in it that is split by one cell and, if there is room, the one that is split by two.
        assert_eq!(weights_in("..x.xx..")[3], 550 + 2850 + (300 + 600) + 510 + 30 + 30);
        assert_eq!(weights_in(".ox.xx..")[3], 550 + 300 + 30 + 30 + 30);
        assert_eq!(weights_in("..x.xxo.")[3], 550 + (300 + 600) + 510 + 30 + 30);
        assert_eq!(weights_in("..o.oo..")[3], 2850 + (800 + 900) + 800 + 20 + 20 + 30);
        assert_eq!(weights_in(".xo.oo..")[3], 1900 + 800 + 20 + 20 + 30);
        assert_eq!(weights_in("..o.oox.")[3], 1500 + (800 + 900) + 800 + 20 + 20 + 30);
        // In one two that is split and beside another.
        let split = 1500 + (800 + 900 + 900) + 1500 + 20 + 20;
        assert_eq!(weights_in("..o.o.o..")[3..6], [split, 0, split]);
    }

    #[test]
    fn four() {
        let own = 5000 + (610 + 2100) + 1000 + 30;
        assert_eq!(weights_in("..xxxx..")[1], own);
        assert_eq!(weights_in(".oxxxx..")[6], own);
        assert_eq!(weights_in(".xoooo..")[6], 5000 + (650 + 2700) + 1000 + 20 + 30);
        // The split three and the split twos in it, and the three at its end.
        assert_eq!(weights_in("..x.xxx..")[3], 5000 + 550 + (300 + 600) + 510 + 610 + 30 + 30);
        assert_eq!(weights_in("..o.ooo..")[3], 5000 + (800 + 900) + 800 + 650 + 20 + 20 + 30);
        assert!(weights_in("..xx.xx..")[4] > 5000 && weights_in("..oo.oo..")[4] > 5000);
    }

    #[test]
    fn the_edge_stops_a_shape() {
        let weights = weights_in("xxx.xxx.xxxx...");
        assert_eq!(weights_in("oo.............")[2..4], [1000 + 20 + 30, 900 + 30]);
        assert!(weights[3] > 5000 && weights[7] > 5000);
        let (grid, _) = board_with_row(15, ".............oo");
        assert_eq!(weight_map(&grid, Color::Black)[8 * 15], 0, "nothing goes around the edge");
    }
}
