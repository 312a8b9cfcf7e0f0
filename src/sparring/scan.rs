//! `scan`: around each empty point five cells are read in each of the eight directions; what they hold, with what lies
//! the opposite way, is scored shape by shape, and one of the points of the highest sum is played at random.
//!
//! Source: 五子棋人機對弈, first part (C, 19x19). A shape that is the same from both ends is found, and scored, twice.
//!
//! Slips, done as meant:
//! - The own five of two and two stones is left out, while the opponent's is there.
//! - The own open four of two and one stones asks for an opposing stone at the back, and so does the opposing open
//!   three of one and one, the other way round; its score is missing besides.
//! - The loops that read the cells leave out bands along the edges, whose cells then pass for empty. Here every cell is
//!   read, and the edge stops a shape as a stone of the other side does.
//! - The list of equal points mixes up its two indices, takes the first of two, and any of ten otherwise, however many
//!   there are. Here each of the equal points is as likely.
//! - The random point of the opening is overruled by the scores that follow. Here it is the computer's first stone, as
//!   long as the opponent has one stone at most; the range of its coordinates, 5 to 10 of 19, grows with the board.

use super::dice::dice;
use super::shape::{Way, fits};
use crate::base::Color;
use crate::board::{Grid, Point};

/// A shape and its score for the point marked `*`, once for each direction in which it is found.
type Row = (&'static str, i64);

/// What the computer could make at the point.
const OWN: [Row; 20] = [
    ("*xxxx", 100_000_000),
    ("x*xxx", 100_000_000),
    ("xx*xx", 100_000_000),
    // Open fours.
    (".*xxx.", 10_000_000),
    (".x*xx.", 10_000_000),
    (".*.xxx.", 10_000_000),
    // Fours.
    (".*xxx#", 8_000_000),
    (".x*xx#", 8_000_000),
    (".*.xxx#", 8_000_000),
    (".x*.xx#", 8_000_000),
    // Open threes.
    (".*xx.", 4_000_000),
    (".x*x.", 4_000_000),
    // Closed threes.
    (".*xx#", 1_500_000),
    (".x*x#", 1_500_000),
    ("#*xx.", 1_500_000),
    (".*.xx#", 1_500_000),
    // Open and closed twos.
    (".*x.", 100_000),
    (".*.x.", 100_000),
    (".*x#", 30_000),
    (".*.x#", 30_000),
];

/// What the opponent could make there.
const OPPOSING: [Row; 13] = [
    ("*xxxx", 100_000_000),
    ("x*xxx", 100_000_000),
    ("xx*xx", 100_000_000),
    // Open fours.
    ("*xxx.", 10_000_000),
    (".x*xx.", 10_000_000),
    // Fours.
    (".*xxx#", 6_000_000),
    (".x*xx#", 6_000_000),
    // Open threes.
    (".*xx.", 4_000_000),
    (".*x.x.", 4_000_000),
    (".x*x.", 4_000_000),
    // Open and closed twos.
    (".*x.", 70_000),
    (".*.x.", 70_000),
    (".*x#", 10_000),
];

fn score(grid: &Grid, color: Color, point: Point) -> i64 {
    let found = |owner, way, &(shape, score): &Row| {
        let anchor = shape.bytes().take_while(|&cell| cell != b'*').count();
        if fits(grid, owner, point, way, shape, anchor) { score } else { 0 }
    };
    Way::all()
        .map(|way| {
            let own: i64 = OWN.iter().map(|row| found(color, way, row)).sum();
            let opposing: i64 = OPPOSING.iter().map(|row| found(!color, way, row)).sum();
            own + opposing
        })
        .sum()
}

/// Where the first stone may go, if it is the opening.
fn opening_points(grid: &Grid, color: Color) -> Vec<Point> {
    let geometry = grid.geometry();
    let within = |at: usize, size: usize| (5 * size / 19..=10 * size / 19).contains(&at);
    let central = |point: &Point| {
        let (x, y) = geometry.coordinates(*point);
        within(x, geometry.width()) && within(y, geometry.height())
    };
    let is_opening = grid.count(color) == 0 && grid.count(!color) <= 1;
    if is_opening { grid.empty_points().filter(central).collect() } else { Vec::new() }
}

pub fn choose(grid: &Grid, color: Color, seed: u64) -> Option<Point> {
    let mut dice = dice(grid, seed);
    let opening = opening_points(grid, color);
    if !opening.is_empty() {
        return dice.pick(&opening);
    }
    let scored: Vec<(Point, i64)> =
        grid.empty_points().map(|point| (point, score(grid, color, point))).collect();
    let most = scored.iter().map(|&(_, score)| score).max();
    let best: Vec<Point> =
        scored.into_iter().filter(|&(_, score)| Some(score) == most).map(|(point, _)| point).collect();
    dice.pick(&best)
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    /// The score of `*` in a row on an otherwise empty board for the side of `x` and for the side of `o`.
    fn scores(row: &str) -> [i64; 2] {
        let (grid, start) = board_with_row(19, row);
        let point = Point::from_index(start.index() + row.find('*').unwrap());
        Color::BOTH.map(|color| score(&grid, color, point))
    }

    #[test]
    fn each_shape_has_its_score_for_attack_and_for_defence() {
        let (m, k) = (1_000_000, 1_000);
        let expected = [
            ("*xxxx", [100 * m, 100 * m]),
            // The opponent's open four asks for nothing at the back.
            ("x*xxx", [100 * m, 110 * m]),
            (".*xxx.", [10 * m, 10 * m]),
            (".x*xx.", [10 * m, 10 * m]),
            (".*.xxx.", [10 * m, 0]),
            (".*xxxo", [8 * m, 6 * m]),
            (".x*xxo", [8 * m, 6 * m]),
            (".*.xxxo", [8 * m, 0]),
            (".*xx.", [4 * m, 4 * m]),
            (".*xxo", [1_500 * k, 0]),
            (".x*xo", [1_500 * k, 0]),
            ("o*xx.", [1_500 * k, 0]),
            (".*.xxo", [1_500 * k, 0]),
            (".*x.", [100 * k, 70 * k]),
            (".*.x.", [100 * k, 70 * k]),
            (".*xo", [30 * k, 10 * k]),
            (".*.xo", [30 * k, 0]),
            // The same from both ends.
            ("xx*xx", [200 * m, 200 * m]),
            (".x*x.", [8 * m, 8 * m]),
            // With a two that is in it.
            (".*x.x.", [100 * k, 4 * m + 70 * k]),
            (".x*.xxo", [8 * m + 100 * k, 70 * k]),
        ];
        for (row, expected) in expected {
            assert_eq!(scores(row), expected, "{row}");
        }
    }

    #[test]
    fn the_edge_stops_a_shape() {
        assert_eq!(scores("xxx*..............."), [8_000_000, 6_000_000]);
        assert_eq!(scores("*xxx..............."), [0, 10_000_000]);
    }

    #[test]
    fn lines_that_cross_add_up() {
        let (mut grid, start) = board_with_row(19, ".*xx.");
        let point = Point::from_index(start.index() + 1);
        for rows in [1, 2] {
            grid.set(Point::from_index(point.index() + rows * 19), crate::board::Cell::Black);
        }
        assert_eq!(score(&grid, Color::Black, point), 8_000_000);
    }

    #[test]
    fn the_first_stone_is_put_at_random_within_its_range() {
        let (empty, _) = board_with_row(19, "");
        let (answered, _) = board_with_row(19, "x");
        let choices =
            |grid: &Grid| (0..200).filter_map(|seed| choose(grid, Color::White, seed)).collect::<Vec<_>>();
        let central = |point: &Point| {
            let (x, y) = empty.geometry().coordinates(*point);
            (5..=10).contains(&x) && (5..=10).contains(&y)
        };
        assert!(choices(&empty).iter().all(central) && choices(&answered).iter().all(central));
        assert!(!choices(&answered).contains(&answered.geometry().center()));
        let distinct: std::collections::BTreeSet<_> = choices(&empty).into_iter().collect();
        assert!(distinct.len() > 30);
    }
}
