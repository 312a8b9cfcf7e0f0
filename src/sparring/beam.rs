//! `beam`: looks ahead through the five heaviest points of each position, depth first. A five is a win and the end of
//! the search a draw; of the points with the best result the one that wins soonest or loses latest is played, the
//! first among equals.
//!
//! Source: a C# text whose beginning is lost, with the functions `FindBestPoint` and `GetqpPower`, for 15x15. A point
//! weighs what a stone there makes of the four lines through it, how many stones and whether open, and what it breaks
//! of the opponent's lines in the same way.
//!
//! The weights and the depth are lost from the text and chosen here. Its search keeps a stack and visits every line of
//! play; here branches that cannot change the result are cut, so that the same points are found sooner.

use super::{empty_points_by_column, first_best, first_move};
use crate::base::{Color, PerColor, Score};
use crate::board::{Cell, Direction, Grid, Point};

/// How many points of a position are looked at.
const WIDTH: usize = 5;
/// How many stones are put one after another.
const DEPTH: u32 = 7;

/// Weights by the number of stones in a line with the one put, of closed and of open lines.
type Weights = [[i32; 6]; 2];

/// For what a stone of the side to move makes.
const OWN: Weights = [[0, 1, 10, 100, 1_500, FIVE], [0, 3, 60, 1_000, 20_000, FIVE]];
/// For the line that the opponent would have; it counts as open if a block breaks it.
const OPPOSING: Weights = [[0, 1, 8, 60, 900, 100_000], [0, 2, 40, 600, 8_000, 100_000]];
/// More than everything else together.
const FIVE: i32 = 1_000_000;

/// How far from a point its lines are read.
const REACH: usize = 6;

/// A line of cells with the point in question in the middle.
#[derive(Clone, Copy)]
struct Line([Cell; 2 * REACH + 1]);

impl Line {
    fn new(grid: &Grid, point: Point, direction: Direction) -> Line {
        Line(std::array::from_fn(|at| {
            let cell = grid.geometry().step(point, direction, at as i32 - REACH as i32);
            cell.map_or(Cell::Dead, |point| grid.get(point))
        }))
    }

    fn with(mut self, color: Color) -> Line {
        self.0[REACH] = color.into();
        self
    }

    /// The most stones of `color` in five cells around the middle that can become a five.
    fn stones(&self, color: Color) -> usize {
        let fives = self.0[REACH - 4..=REACH + 4].windows(5);
        fives.filter_map(|five| count(five, color)).max().unwrap_or(0)
    }

    /// Whether so many stones of `color` lie in four cells around the middle with an empty cell at either end.
    fn is_open(&self, color: Color, stones: usize) -> bool {
        self.0[REACH - 4..=REACH + 4].windows(6).any(|six| is_open(six, color, stones))
    }

    /// Whether so many stones of `color` lie open to one side of the middle.
    fn is_open_beside(&self, color: Color, stones: usize) -> bool {
        [&self.0[..REACH], &self.0[REACH + 1..]].into_iter().any(|side| is_open(side, color, stones))
    }
}

/// The number of stones of `color` in cells that hold nothing else.
fn count(cells: &[Cell], color: Color) -> Option<usize> {
    let is_own = |cell: &Cell| *cell == color.into();
    let usable = cells.iter().all(|cell| *cell == Cell::Empty || is_own(cell));
    usable.then(|| cells.iter().filter(|cell| is_own(cell)).count())
}

fn is_open(six: &[Cell], color: Color, stones: usize) -> bool {
    matches!(six, [Cell::Empty, four @ .., Cell::Empty] if count(four, color) == Some(stones))
}

/// The weight of the empty `point` for `color`.
fn weight(grid: &Grid, point: Point, color: Color) -> i32 {
    let in_line = |direction| {
        let line = Line::new(grid, point, direction);
        let attack = line.with(color);
        let stones = attack.stones(color);
        let is_open = attack.is_open(color, stones);
        let opposing = line.with(!color);
        let opposing_stones = opposing.stones(!color);
        let breaks = opposing.is_open(!color, opposing_stones)
            && (opposing_stones == 4 || !line.is_open_beside(!color, opposing_stones - 1));
        OWN[usize::from(is_open)][stones] + OPPOSING[usize::from(breaks)][opposing_stones]
    };
    Direction::ALL.into_iter().map(in_line).sum()
}

/// Stones, and what the empty points weigh for either side.
#[derive(Clone)]
struct Board {
    grid: Grid,
    weights: PerColor<Vec<i32>>,
}

impl Board {
    fn new(grid: &Grid) -> Board {
        let weights = Color::BOTH.map(|color| {
            let of_empty =
                |point| if grid.get(point) == Cell::Empty { weight(grid, point, color) } else { 0 };
            grid.geometry().all().map(of_empty).collect()
        });
        Board { grid: grid.clone(), weights: PerColor(weights) }
    }

    /// The board with one more stone.
    fn after(&self, point: Point, color: Color) -> Board {
        let mut board = self.clone();
        board.grid.set(point, color.into());
        let reach = REACH as i32;
        for (direction, distance) in
            Direction::ALL.into_iter().flat_map(|d| (-reach..=reach).map(move |n| (d, n)))
        {
            if let Some(near) = self.grid.geometry().step(point, direction, distance)
                && board.grid.get(near) == Cell::Empty
            {
                for color in Color::BOTH {
                    board.weights[color][near.index()] = weight(&board.grid, near, color);
                }
            }
        }
        board
    }

    /// The heaviest points for `color`, with their weights.
    fn heaviest(&self, color: Color) -> Vec<(Point, i32)> {
        let mut weights = self.weights[color].clone();
        let mut heaviest = Vec::with_capacity(WIDTH);
        while heaviest.len() < WIDTH {
            match first_best(empty_points_by_column(&self.grid), |point| weights[point.index()]) {
                Some((point, weight)) if weight > 0 => {
                    weights[point.index()] = 0;
                    heaviest.push((point, weight));
                }
                _ => break,
            }
        }
        heaviest
    }

    /// The best point for `color` and what it leads to, seen from `ply` stones before and only as exactly as the bounds
    /// of the search ask for.
    fn look_ahead(&self, color: Color, ply: u32, mut alpha: Score, beta: Score) -> (Score, Option<Point>) {
        let mut best = (-Score::INFINITE, None);
        for (point, weight) in self.heaviest(color) {
            let score = if weight >= FIVE {
                Score::win_in(ply + 1)
            } else if ply + 1 == DEPTH {
                Score::DRAW
            } else {
                -self.after(point, color).look_ahead(!color, ply + 1, -beta, -alpha).0
            };
            if score > best.0 {
                best = (score, Some(point));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        if best.1.is_none() { (Score::DRAW, None) } else { best }
    }
}

pub fn choose(grid: &Grid, color: Color) -> Option<Point> {
    let look_ahead = || Board::new(grid).look_ahead(color, 0, -Score::INFINITE, Score::INFINITE).1;
    first_move(grid).or_else(look_ahead).or_else(|| grid.empty_points().next())
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    /// What a stone of black on `*` makes of the row: how many stones, and whether open.
    fn made(row: &str) -> (usize, bool) {
        let (grid, start) = board_with_row(15, row);
        let point = Point::from_index(start.index() + row.find('*').unwrap());
        let line = Line::new(&grid, point, Direction::Horizontal).with(Color::Black);
        let stones = line.stones(Color::Black);
        (stones, line.is_open(Color::Black, stones))
    }

    #[test]
    fn a_stone_makes_one_to_five_open_or_not() {
        let expected = [
            ("..*..", (1, true)),
            (".o*..", (1, false)),
            (".*x..", (2, true)),
            ("o*x...", (2, false)),
            (".x*x..", (3, true)),
            (".x.*x..", (3, true)),
            ("ox*x...", (3, false)),
            (".x.*.x.", (3, false)),
            (".xx*x..", (4, true)),
            ("oxx*x..", (4, false)),
            (".xx.*x.", (4, false)),
            (".xx*xx.", (5, false)),
            ("o.x*o", (0, false)),
        ];
        for (row, made_of_it) in expected {
            assert_eq!(made(row), made_of_it, "{row}");
        }
    }

    #[test]
    fn a_block_counts_for_what_it_breaks() {
        let of_white = |row: &str| {
            let (grid, start) = board_with_row(15, row);
            weight(&grid, Point::from_index(start.index() + row.find('*').unwrap()), Color::White)
        };
        assert!(
            of_white("..*xx....") > of_white("..xx.*..."),
            "the two stays open if the block is not beside it"
        );
        assert!(of_white("..xxx*...") > of_white(".oxxx*..."));
        assert!(of_white("oxxxx*...") > of_white("...xxx*.."));
    }

    #[test]
    fn each_line_weighs_more_than_four_weaker_ones() {
        for weights in [OWN, OPPOSING] {
            let order = [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4), (1, 5)];
            assert!(order.map(|(open, stones)| weights[open][stones]).is_sorted());
        }
        assert!(FIVE > 4 * (OPPOSING[1][5] + OWN[1][4]) && OPPOSING[1][5] > 4 * OWN[1][4]);
    }

    #[test]
    fn a_win_comes_as_soon_and_a_loss_as_late_as_can_be() {
        let result = |diagram: &str, color| {
            let grid: Grid = diagram.parse().unwrap();
            let (score, point) = Board::new(&grid).look_ahead(color, 0, -Score::INFINITE, Score::INFINITE);
            (score, grid.geometry().coordinates(point.unwrap()))
        };
        let three = ". . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . . X X X . . .
                     . . . . . . . . .
                     . . . . O O . . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .";
        let (score, (_, row)) = result(three, Color::Black);
        assert_eq!((score, row), (Score::win_in(3), 3));
        let four = three.replace("X X X .", "X X X X");
        assert_eq!(result(&four, Color::Black).0, Score::win_in(1));
        // White can only choose which end to block.
        let (score, (_, row)) = result(&four, Color::White);
        assert_eq!((score, row), (Score::loss_in(2), 3));
    }

    #[test]
    fn the_weights_follow_the_stones() {
        let (grid, start) = board_with_row(10, "..xx.o....");
        let mut board = Board::new(&grid);
        for (at, color) in [(4, Color::White), (24, Color::Black), (15, Color::White)] {
            board = board.after(Point::from_index(start.index() + at), color);
        }
        let rebuilt = Board::new(&board.grid);
        for point in board.grid.empty_points() {
            for color in Color::BOTH {
                assert_eq!(board.weights[color][point.index()], rebuilt.weights[color][point.index()]);
            }
        }
    }
}
