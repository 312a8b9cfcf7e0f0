//! `tree`: a game tree of depth four with pruning that follows only the few best boards of each position. A board is
//! held against an ordered list of rules, from "can make five" to "can make a closed two"; the first rule that it meets
//! gives its score, positive if the machine meets it, negative if its opponent does.
//!
//! Source: 五子棋人機對弈, second part, after 王小春, PC游戏编程（人机博弈）. The text breaks off before the search.
//!
//! Left open there and chosen here: the few boards are five; the size is 15x15. A rule is met by a stone whose lines
//! have the shapes it names. Where both sides meet the same rule the side on turn comes first, and it can make five if
//! it has a four. That two open twos "can be made" is read as one that stands and a line for another. Chance decides
//! among equal boards.

use std::sync::LazyLock;

use super::dice::dice;
use super::first_move;
use crate::base::{Color, PerColor};
use crate::board::{Cell, Direction, Grid, Point};

/// How many stones the tree is deep.
const DEPTH: u32 = 4;
/// How many boards are followed.
const WIDTH: usize = 5;

/// What the rules give, in their order, to the side that meets them.
const SCORES: [i32; RULES] = [FIVE, 10_000, 5_000, 1_000, 500, 200, 100, 50, 10, 5, 3];
const RULES: usize = 11;
/// The score of the first rule, which decides the game.
const FIVE: i32 = 100_000;

/// The numbers of the rules that are met with a four.
const WITH_FOUR: [usize; 2] = [1, 4];

/// What a stone is part of in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Dead,
    /// One more stone makes an open two.
    OpenOne,
    ClosedTwo,
    OpenTwo,
    ClosedThree,
    /// One more stone makes an open four.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points or more make five.
    OpenFour,
    Five,
}

impl Shape {
    /// What can become this by one more stone, and nothing better.
    const fn with_one_stone_less(self) -> Shape {
        match self {
            Shape::Five => Shape::Four,
            Shape::OpenFour => Shape::OpenThree,
            Shape::Four => Shape::ClosedThree,
            Shape::OpenThree => Shape::OpenTwo,
            Shape::ClosedThree => Shape::ClosedTwo,
            Shape::OpenTwo => Shape::OpenOne,
            Shape::ClosedTwo | Shape::OpenOne | Shape::Dead => Shape::Dead,
        }
    }

    /// The shape of the stone on `point` along `direction`.
    fn of(grid: &Grid, point: Point, direction: Direction) -> Shape {
        let own = grid.get(point);
        let digit =
            |distance| match grid.geometry().step(point, direction, distance).map(|near| grid.get(near)) {
                Some(Cell::Empty) => EMPTY,
                Some(cell) if cell == own => STONE,
                _ => BLOCKED,
            };
        SHAPES[AROUND.into_iter().zip(POWERS).map(|(distance, power)| digit(distance) * power).sum::<usize>()]
    }
}

/// The cells around a stone that a five through it can take.
const AROUND: [i32; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];
/// What a digit is worth in the number of a line, one digit for each of the cells.
const POWERS: [usize; 8] = [1, 3, 9, 27, 81, 243, 729, 2187];
const EMPTY: usize = 0;
const STONE: usize = 1;
const BLOCKED: usize = 2;
const LINES: usize = 6561;

/// The shapes of all lines by their numbers.
static SHAPES: LazyLock<[Shape; LINES]> = LazyLock::new(|| {
    let mut shapes = [Shape::Dead; LINES];
    // A stone more makes the number greater.
    for line in (0..LINES).rev() {
        let digits = POWERS.map(|power| line / power % 3);
        let [a, b, c, d, e, f, g, h] = digits.map(|digit| digit == STONE);
        let has_five = [a, b, c, d, true, e, f, g, h].windows(5).any(|five| five.iter().all(|&stone| stone));
        let empty = digits.into_iter().zip(POWERS).filter(|&(digit, _)| digit == EMPTY);
        let next = empty.map(|(_, power)| shapes[line + power]);
        shapes[line] = match next.clone().filter(|&shape| shape == Shape::Five).count() {
            _ if has_five => Shape::Five,
            2.. => Shape::OpenFour,
            _ => next.max().map_or(Shape::Dead, Shape::with_one_stone_less),
        };
    }
    shapes
});

/// The number of the first rule that a stone with these shapes meets.
fn rule(shapes: [Shape; 4]) -> Option<usize> {
    let count = |shape| shapes.iter().filter(|&&s| s == shape).count();
    let (fours, open_threes, closed_threes) =
        (count(Shape::Four), count(Shape::OpenThree), count(Shape::ClosedThree));
    let open_twos = count(Shape::OpenTwo);
    let met = [
        count(Shape::Five) >= 1,
        count(Shape::OpenFour) >= 1 || fours >= 2 || fours == 1 && open_threes >= 1,
        open_threes >= 2,
        open_threes == 1 && closed_threes >= 1,
        fours == 1,
        open_threes == 1,
        open_twos >= 2,
        closed_threes >= 1,
        open_twos == 1 && count(Shape::OpenOne) >= 1,
        open_twos == 1,
        count(Shape::ClosedTwo) >= 1,
    ];
    met.iter().position(|&met| met)
}

/// Stones, their shapes, and which rules they meet.
struct Board {
    grid: Grid,
    /// Of every stone by its index.
    shapes: Vec<[Shape; 4]>,
    /// How many stones meet each rule.
    met: PerColor<[i32; RULES]>,
    /// Every point, in the order in which equal boards are followed.
    order: Vec<Point>,
}

impl Board {
    fn new(grid: &Grid, order: Vec<Point>) -> Board {
        let geometry = grid.geometry();
        let mut board = Board {
            grid: Grid::new(geometry),
            shapes: vec![[Shape::Dead; 4]; geometry.points()],
            met: PerColor([[0; RULES]; 2]),
            order,
        };
        for point in geometry.all() {
            board.set(point, grid.get(point));
        }
        board
    }

    /// Puts a stone on an empty point or takes it away.
    fn set(&mut self, point: Point, cell: Cell) {
        self.tally(point, -1);
        self.grid.set(point, cell);
        self.shapes[point.index()] = Direction::ALL.map(|direction| Shape::of(&self.grid, point, direction));
        self.tally(point, 1);
        for (direction, distance) in Direction::ALL.into_iter().flat_map(|d| AROUND.map(|n| (d, n))) {
            if let Some(near) = self.grid.geometry().step(point, direction, distance)
                && self.grid.get(near).color().is_some()
            {
                let shape = Shape::of(&self.grid, near, direction);
                if shape != self.shapes[near.index()][direction as usize] {
                    self.tally(near, -1);
                    self.shapes[near.index()][direction as usize] = shape;
                    self.tally(near, 1);
                }
            }
        }
    }

    /// Counts the stone on `point`, if there is one, `times` more under the rule that it meets.
    fn tally(&mut self, point: Point, times: i32) {
        if let Some(color) = self.grid.get(point).color()
            && let Some(rule) = rule(self.shapes[point.index()])
        {
            self.met[color][rule] += times;
        }
    }

    /// The score of the board for `color`, which is on turn.
    fn score(&self, color: Color) -> i32 {
        let [own, opposing] = [color, !color].map(|side| &self.met[side]);
        if opposing[0] == 0 && WITH_FOUR.into_iter().any(|rule| own[rule] > 0) {
            return FIVE;
        }
        let first = (0..RULES).find(|&rule| own[rule] > 0 || opposing[rule] > 0);
        first.map_or(0, |rule| if own[rule] > 0 { SCORES[rule] } else { -SCORES[rule] })
    }

    /// The points where a stone of `color` leads to the best boards, with the scores of these.
    fn best_boards(&mut self, color: Color) -> Vec<(Point, i32)> {
        let near: Vec<Point> = self.order.iter().copied().filter(|&point| self.is_near(point)).collect();
        let mut boards: Vec<(Point, i32)> = near
            .into_iter()
            .map(|point| {
                self.set(point, color.into());
                let score = -self.score(!color);
                self.set(point, Cell::Empty);
                (point, score)
            })
            .collect();
        boards.sort_by_key(|&(_, score)| -score);
        boards.truncate(WIDTH);
        boards
    }

    /// Whether `point` is empty and at most two steps from something that is not.
    fn is_near(&self, point: Point) -> bool {
        let near = |distance: i32, direction| {
            let near = self.grid.geometry().step(point, direction, distance);
            near.is_some_and(|near| self.grid.get(near) != Cell::Empty)
        };
        self.grid.get(point) == Cell::Empty
            && Direction::ALL.into_iter().any(|d| [-2, -1, 1, 2].into_iter().any(|n| near(n, d)))
    }

    /// The best point for `color`, which is on turn, and its score, looking `depth` stones ahead.
    fn search(&mut self, color: Color, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<Point>) {
        let mut best = (-i32::MAX, None);
        for (point, score) in self.best_boards(color) {
            let score = if depth == 1 || score.abs() == FIVE {
                score
            } else {
                self.set(point, color.into());
                let reply = self.search(!color, depth - 1, -beta, -alpha).0;
                self.set(point, Cell::Empty);
                -reply
            };
            if score > best.0 {
                best = (score, Some(point));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        if best.1.is_none() { (self.score(color), None) } else { best }
    }
}

pub fn choose(grid: &Grid, color: Color, seed: u64) -> Option<Point> {
    let search = || {
        let mut order: Vec<Point> = grid.geometry().all().collect();
        dice(grid, seed).shuffle(&mut order);
        Board::new(grid, order).search(color, DEPTH, -i32::MAX, i32::MAX).1
    };
    first_move(grid).or_else(search)
}

#[cfg(test)]
mod tests {
    use super::super::board_with_row;
    use super::*;

    #[test]
    fn the_shapes_of_a_line() {
        let expected = [
            ("....xxxxx....", Shape::Five),
            ("....xxxx.....", Shape::OpenFour),
            ("..x.xxx.x....", Shape::OpenFour),
            ("...oxxxx.....", Shape::Four),
            ("....x.xxx....", Shape::Four),
            ("....xxx......", Shape::OpenThree),
            ("....x.xx.....", Shape::OpenThree),
            ("...oxxx......", Shape::ClosedThree),
            ("..o.xxx.o....", Shape::ClosedThree),
            ("....x.x.x....", Shape::ClosedThree),
            ("....xx.......", Shape::OpenTwo),
            ("....x..x.....", Shape::OpenTwo),
            ("...oxx.......", Shape::ClosedTwo),
            ("....x........", Shape::OpenOne),
            ("...ox........", Shape::Dead),
            ("...oxxxxo....", Shape::Dead),
        ];
        for (row, shape) in expected {
            let (grid, start) = board_with_row(15, row);
            let stone = Point::from_index(start.index() + 4);
            assert_eq!(Shape::of(&grid, stone, Direction::Horizontal), shape, "{row}");
        }
    }

    fn score(diagram: &str, color: Color) -> i32 {
        let grid: Grid = diagram.parse().unwrap();
        Board::new(&grid, Vec::new()).score(color)
    }

    #[test]
    fn the_first_rule_that_a_stone_meets_gives_the_score() {
        use Shape::*;
        let expected = [
            ([Five, OpenFour, OpenThree, Dead], 100_000),
            ([OpenFour, Dead, Dead, Dead], 10_000),
            ([Four, Dead, Four, Dead], 10_000),
            ([Dead, OpenThree, Four, Dead], 10_000),
            ([OpenThree, Dead, OpenThree, ClosedThree], 5_000),
            ([OpenThree, Dead, Dead, ClosedThree], 1_000),
            ([Dead, Four, ClosedThree, Dead], 500),
            ([OpenTwo, OpenThree, OpenTwo, Dead], 200),
            ([OpenTwo, ClosedThree, OpenTwo, Dead], 100),
            ([OpenTwo, ClosedThree, OpenOne, Dead], 50),
            ([OpenTwo, ClosedTwo, OpenOne, Dead], 10),
            ([OpenTwo, ClosedTwo, Dead, Dead], 5),
            ([OpenOne, ClosedTwo, Dead, Dead], 3),
        ];
        for (shapes, score) in expected {
            assert_eq!(rule(shapes).map(|rule| SCORES[rule]), Some(score), "{shapes:?}");
        }
        assert_eq!(rule([OpenOne; 4]), None);
    }

    #[test]
    fn the_side_on_turn_comes_first() {
        let threes = ". . . . . . . . .
                      . . . . . . . . .
                      . . . X X X . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . O O O . . .
                      . . . . . . . . .
                      . . . . . . . . .";
        assert_eq!(Color::BOTH.map(|color| score(threes, color)), [200, 200]);
        let four = ". . . . . . . . .
                    . . . . . . . . .
                    . . O X X X X . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . O O O O . .
                    . . . . . . . . .
                    . . . . . . . . .";
        assert_eq!(Color::BOTH.map(|color| score(four, color)), [100_000, 100_000]);
        let none = four.replace("O O O O", ". O O .");
        assert_eq!(Color::BOTH.map(|color| score(&none, color)), [100_000, -500]);
    }

    #[test]
    fn taking_stones_away_leaves_the_board_as_it_was() {
        let grid = Grid::new(crate::board::Geometry::new(8, 11).unwrap());
        let mut board = Board::new(&grid, Vec::new());
        let mut points: Vec<Point> = grid.geometry().all().collect();
        dice(&grid, 1).shuffle(&mut points);
        let (first, later) = points.split_at(40);
        let cells = [Cell::Black, Cell::White, Cell::Black, Cell::White, Cell::Dead];
        for (&point, cell) in first.iter().zip(cells.into_iter().cycle()) {
            board.set(point, cell);
        }
        for (&point, cell) in later.iter().zip(cells.into_iter().cycle()) {
            let before = (board.shapes.clone(), board.met);
            board.set(point, cell);
            let rebuilt = Board::new(&board.grid, Vec::new());
            assert_eq!(board.met, rebuilt.met);
            board.set(point, Cell::Empty);
            assert_eq!(board.met, before.1);
            let stones = |board: &[[Shape; 4]]| first.iter().map(|p| board[p.index()]).collect::<Vec<_>>();
            assert_eq!(stones(&board.shapes), stones(&before.0));
            board.set(point, cell);
        }
    }
}
