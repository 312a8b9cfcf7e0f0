//! The referee against positions drawn as diagrams, in which `*` marks the point that is asked about.

use hanxing::base::Color::{self, Black, White};
use hanxing::board::{Cell, Grid, Point};
use hanxing::rules::Foul::{DoubleFour, DoubleThree, Overline};
use hanxing::rules::Outcome::{self, Continue, Foul, Win};
use hanxing::rules::RuleKind::{self, Caro, CaroExact, Freestyle, Renju, Standard};
use hanxing::rules::{five_points_of, judge};

/// The stones of a diagram and its marked point.
fn read(diagram: &str) -> (Grid, Point) {
    let grid: Grid = diagram.replace('*', ".").parse().unwrap();
    let symbols = diagram.chars().filter(|symbol| !symbol.is_whitespace());
    let mut marked = grid.geometry().all().zip(symbols).filter(|(_, symbol)| *symbol == '*');
    let (point, _) = marked.next().expect("a marked point");
    (grid, point)
}

/// A stone of `color` on the marked point has this outcome.
#[track_caller]
fn assert_outcome(kind: RuleKind, color: Color, expected: Outcome, diagram: &str) {
    let (grid, point) = read(diagram);
    assert_eq!(judge(kind, &grid, point, color), expected, "{color} under {kind} on\n{diagram}");
}

/// The same for a single line from edge to edge, laid in each of the four directions.
#[track_caller]
fn assert_line(kind: RuleKind, color: Color, expected: Outcome, line: &str) {
    let symbols: Vec<char> = line.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let last = symbols.len() - 1;
    let places: [&dyn Fn(usize) -> (usize, usize); 4] =
        [&|at| (at, last / 2), &|at| (last / 2, at), &|at| (at, at), &|at| (last - at, at)];
    for place in places {
        let mut rows = vec![vec!['.'; last + 1]; last + 1];
        for (at, &symbol) in symbols.iter().enumerate() {
            let (x, y) = place(at);
            rows[y][x] = symbol;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        assert_outcome(kind, color, expected, &rows.join("\n"));
    }
}

#[test]
fn five_in_a_row_win_under_every_rule() {
    for kind in RuleKind::ALL {
        assert_line(kind, Black, Win, "* X X X X . .");
        assert_line(kind, Black, Win, ". X X * X X .");
        assert_line(kind, White, Win, ". O O O O * X");
        assert_line(kind, Black, Win, "X X X X *");
    }
}

#[test]
fn fewer_than_five_are_nothing() {
    for kind in RuleKind::ALL {
        assert_line(kind, Black, Continue, ". X X X * . .");
        assert_line(kind, White, Continue, "O O . O * O X");
        assert_line(kind, Black, Continue, "X X O * X X X");
        assert_line(kind, Black, Continue, "X X # * X X X");
        assert_outcome(kind, White, Continue, "*....\n.....\n.....\n.....\n.....");
    }
}

#[test]
fn a_row_does_not_go_round_the_edge() {
    let diagram = "
        . . . X X
        X X * . .
        . . . . .
        . . . . .
        . . . . .";
    for kind in RuleKind::ALL {
        assert_outcome(kind, Black, Continue, diagram);
    }
}

#[test]
fn six_or_more_win_where_the_rule_says_so() {
    for (kind, black, white) in [
        (Freestyle, Win, Win),
        (Standard, Continue, Continue),
        (Renju, Foul(Overline), Win),
        (Caro, Win, Win),
        (CaroExact, Continue, Continue),
    ] {
        assert_line(kind, Black, black, ". X X X * X X .");
        assert_line(kind, Black, black, "X X X X * X X X X");
        assert_line(kind, White, white, ". O O O * O O .");
        assert_line(kind, White, white, "X O O * O O O X");
    }
}

#[test]
fn a_five_closed_at_both_ends_wins_except_in_caro() {
    for (kind, expected) in
        [(Freestyle, Win), (Standard, Win), (Renju, Win), (Caro, Continue), (CaroExact, Continue)]
    {
        assert_line(kind, Black, expected, ". O X X * X X O .");
        assert_line(kind, White, expected, "X O * O O O X");
    }
}

#[test]
fn caro_counts_opposing_stones_only_as_blocks() {
    for kind in [Caro, CaroExact] {
        assert_line(kind, Black, Win, ". X X * X X O");
        assert_line(kind, Black, Win, "X X X X * O");
        assert_line(kind, White, Win, "X O O O * O");
        assert_line(kind, Black, Win, "O X X X X * #");
        assert_line(kind, White, Win, "# O O O O * #");
    }
}

#[test]
fn closed_sixes_win_in_caro_and_not_in_its_exact_form() {
    assert_line(Caro, Black, Win, "O X X X * X X O");
    assert_line(CaroExact, Black, Continue, "O X X X * X X O");
}

#[test]
fn a_caro_five_wins_beside_a_closed_one() {
    let diagram = "
        O . . . . . .
        . X . . X . .
        . . X . X . .
        . . . X X . .
        . . . . * . .
        . . . . X X .
        . . . . O . O";
    for kind in [Caro, CaroExact] {
        assert_outcome(kind, Black, Continue, &diagram.replace(". . . . X X .", ". . . . . X ."));
        assert_outcome(kind, Black, Win, diagram);
    }
}

#[test]
fn renju_lets_five_beat_every_foul() {
    let with_overline = "
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        X X X * X . . .
        . . . X . . . .";
    assert_outcome(Renju, Black, Win, with_overline);
    let with_double_four = "
        . . . . X . . .
        . . . . X . X .
        . . . . X X . .
        X X X X * . . .
        . . . X . . . .
        . . . . . . . .";
    assert_outcome(Renju, Black, Win, with_double_four);
}

#[test]
fn renju_forbids_black_two_fours_that_cross() {
    let diagram = "
        . . . . . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . X X * X . . .
        . . . . . . . .
        . . . . . . . .";
    assert_outcome(Renju, Black, Foul(DoubleFour), diagram);
    // Fours that can be answered count as much as straight ones.
    let closed = diagram.replace(". X X * X .", "O X X * X .");
    assert_outcome(Renju, Black, Foul(DoubleFour), &closed);
    let dead = closed.replace("O X X * X .", "O X X * X O");
    assert_outcome(Renju, Black, Continue, &dead);
}

#[test]
fn renju_forbids_black_two_fours_in_one_line() {
    for line in [
        ". X . * X X . X .",
        ". X . X * X . X .",
        "O X . X X * . X O",
        ". X X . * X . X X .",
        ". X X . X * . X X .",
        ". X X X . * . X X X .",
    ] {
        assert_line(Renju, Black, Foul(DoubleFour), line);
        let white = line.replace('O', "x").replace('X', "O").replace('x', "X");
        assert_line(Renju, White, Continue, &white);
    }
}

#[test]
fn renju_counts_a_straight_four_once() {
    assert_line(Renju, Black, Continue, ". X X * X .");
    assert_line(Renju, Black, Continue, ". . X * X X . .");
}

#[test]
fn renju_counts_only_fours_that_the_move_makes() {
    // The stone on the end joins one of the two fours only; the other has been there before.
    assert_line(Renju, Black, Continue, ". * . X X X . X .");
}

#[test]
fn what_would_become_an_overline_is_no_four() {
    // One of the gaps makes six.
    assert_line(Renju, Black, Continue, ". X X . X * . X X X");
    let diagram = "
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . X . * X X . .
        . . . . . . . .
        . . . . . . . .";
    assert_outcome(Renju, Black, Foul(DoubleFour), diagram);
    assert_outcome(Renju, Black, Continue, &diagram.replace(". X . * X X .", "X X . * X X ."));
}

/// Two open threes cross on the marked point.
const TWO_THREES: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X * . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn renju_forbids_black_two_open_threes() {
    assert_outcome(Renju, Black, Foul(DoubleThree), TWO_THREES);
    let split = TWO_THREES.replace(". . X X * . .", ". X . X * . .");
    assert_outcome(Renju, Black, Foul(DoubleThree), &split);
    let diagonal = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . X . . .
        . . . . * . . . .
        . . . X . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_outcome(Renju, Black, Foul(DoubleThree), diagonal);
}

#[test]
fn four_and_three_are_the_black_win_that_renju_allows() {
    assert_outcome(Renju, Black, Continue, &TWO_THREES.replace(". . X X * .", "O X X X * ."));
    assert_outcome(Renju, Black, Continue, &TWO_THREES.replace(". . X X * .", ". X X X * ."));
    // A third line does not help.
    let with_two_threes = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . X . . . .
        . . . X X . . . .
        O X X X * . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_outcome(Renju, Black, Foul(DoubleThree), with_two_threes);
}

#[test]
fn a_three_without_a_straight_four_does_not_count() {
    for row in [
        // Closed at one end, or at both with room for a five only.
        ". O X X * . . . .",
        "O . X X * . O . .",
        "# . X X * . # . .",
        // A stone further on makes a six of what would be a five.
        "O . X X * . . X .",
        "X . . X * X . . X",
    ] {
        let diagram = TWO_THREES.replace(". . X X * . . . .", row);
        assert_outcome(Renju, Black, Continue, &diagram);
    }
}

#[test]
fn a_three_with_one_straight_four_counts() {
    for row in [". . X X * . O . .", "O . X X * . . . .", "# . X X * . . # .", "X . . X * X . . ."] {
        let diagram = TWO_THREES.replace(". . X X * . . . .", row);
        assert_outcome(Renju, Black, Foul(DoubleThree), &diagram);
    }
    // One point must be left between the straight four and the edge.
    let cut = |columns| TWO_THREES.replace(&format!("\n    {}", ". ".repeat(columns)), "\n    ");
    assert_outcome(Renju, Black, Foul(DoubleThree), &cut(1));
    assert_outcome(Renju, Black, Continue, &cut(2));
}

#[test]
fn white_is_free_in_renju_and_everybody_elsewhere() {
    let swapped = TWO_THREES.replace('X', "O");
    assert_outcome(Renju, White, Continue, &swapped);
    for kind in [Freestyle, Standard, Caro, CaroExact] {
        assert_outcome(kind, Black, Continue, TWO_THREES);
        assert_line(kind, Black, Continue, ". X . X * X . X .");
    }
}

// In the positions that follow, the white stone leaves the horizontal three one point for a straight four, `+`. Whether
// black may play there decides whether the three counts, and so whether the marked point is forbidden.

#[test]
fn a_three_whose_straight_four_is_legal_counts() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . O . X X * + . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_recursive(Foul(DoubleThree), diagram);
}

#[test]
fn a_three_whose_straight_four_is_an_overline_does_not_count() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . X X . . . .
        . . . . . X X . . . .
        . O . X X * + . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_recursive(Continue, diagram);
}

#[test]
fn a_three_whose_straight_four_is_a_five_does_not_count() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . X X . . . .
        . . . . . X X . . . .
        . O . X X * + . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_recursive(Continue, diagram);
}

#[test]
fn a_three_whose_straight_four_is_a_double_four_does_not_count() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . X X . . . .
        . . . . . X X . . . .
        . O . X X * + . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_recursive(Continue, diagram);
}

#[test]
fn a_three_whose_straight_four_is_a_double_three_does_not_count() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . X . .
        . . . . . X . X . . .
        . O . X X * + . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_recursive(Continue, diagram);
}

#[test]
fn a_straight_four_is_allowed_again_where_one_of_its_threes_does_not_count() {
    // The vertical three on `+` could become a straight four only above it, where black would make two fours: `+` is
    // legal, the horizontal three counts, and the marked point is a double three after all.
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . X . .
        . . . . . X . X X . .
        . O . X X * + . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . O . . . .
        . . . . . . . . . . .";
    assert_recursive(Foul(DoubleThree), diagram);
}

#[track_caller]
fn assert_recursive(expected: Outcome, diagram: &str) {
    let diagram = diagram.replace('+', ".");
    assert_outcome(Renju, Black, expected, &diagram);
    // Nothing about it depends on the orientation.
    let rows: Vec<Vec<&str>> = diagram
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|row: &Vec<_>| !row.is_empty())
        .collect();
    let columns = (0..rows[0].len()).map(|x| rows.iter().rev().map(|row| row[x]).collect::<String>());
    assert_outcome(Renju, Black, expected, &columns.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_stones_of_every_winning_row_are_found() {
    let (mut grid, point) = read(
        "
        . . . . . O O .
        . . . . . . . .
        . . X . . . X .
        . . X . . X . .
        X X * X X X . .
        . . X X . . . .
        . . X . . . . .
        . . . . . . . .",
    );
    grid.set(point, Cell::Black);
    let stones = |kind| -> Vec<String> {
        let stones = five_points_of(kind, &grid, point, Black);
        stones.into_iter().map(|stone| grid.geometry().name(stone)).collect()
    };
    assert_eq!(stones(Standard), ["c3", "c4", "c5", "c6", "c7"]);
    assert_eq!(stones(Freestyle), ["c3", "c4", "a5", "b5", "c5", "d5", "e5", "f5", "c6", "c7"]);
}
