//! The search on small positions: it sees what is forced, always answers a legal point, and repeats itself.
//!
//! In the diagrams `X` stands for the side to move, and `*` marks what it may play.

use std::sync::Arc;
use std::time::Instant;

use hanxing::base::Color::{self, Black, White};
use hanxing::base::Score;
use hanxing::board::{Cell, Grid, Point};
use hanxing::rules::{self, Caro, CaroExact, Freestyle, Outcome, Renju, RuleSet, Standard};
use hanxing::search::{Control, Limits, Report, Resources, Searcher};

/// Enough to see a few plies.
const SOME_NODES: Limits = Limits { time: None, depth: None, nodes: Some(5_000) };

/// What a search comes to.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    best: Point,
    /// Of the last finished depth; none where there was no choice.
    score: Option<Score>,
    nodes: u64,
    depth: u32,
}

/// Searches with nothing learned before, and checks that the move is legal.
fn search<R: RuleSet>(grid: &Grid, to_move: Color, limits: &Limits, threads: usize) -> Found {
    let control = Arc::new(Control::new(Instant::now(), 0, limits));
    search_with::<R>(grid, to_move, &control, threads)
}

fn search_with<R: RuleSet>(grid: &Grid, to_move: Color, control: &Arc<Control>, threads: usize) -> Found {
    let mut searcher = Searcher::default();
    let resources = Resources { memory: 64 << 20, table: Some(4 << 20), threads };
    searcher.prepare(grid.geometry(), &resources).unwrap();
    let (mut score, mut nodes, mut depth) = (None, 0, 0);
    let mut report =
        |report: Report| (score, nodes, depth) = (Some(report.score), report.nodes, report.depth);
    let best = searcher.search::<R>(grid, to_move, control, &mut report);
    let foul = matches!(rules::judge(R::KIND, grid, best, to_move), Outcome::Foul(_));
    let name = grid.geometry().name(best);
    assert!(grid.get(best) == Cell::Empty && !foul, "{name} is not legal under {} in\n{grid}", R::KIND);
    Found { best, score, nodes, depth }
}

/// Expands to the results of `$check::<R>(…)` under each of the rules.
macro_rules! under_every_rule {
    ($check:ident($($argument:expr),*)) => {
        [
            $check::<Freestyle>($($argument),*),
            $check::<Standard>($($argument),*),
            $check::<Renju>($($argument),*),
            $check::<Caro>($($argument),*),
            $check::<CaroExact>($($argument),*),
        ]
    };
}

/// The stones of a diagram in which `X` stands for the side to move.
fn read(diagram: &str, to_move: Color) -> Grid {
    let diagram = diagram.replace('*', ".");
    match to_move {
        Black => diagram.parse().unwrap(),
        White => diagram.replace('O', "-").replace('X', "O").replace('-', "X").parse().unwrap(),
    }
}

/// The side to move plays on one of the marked points. Answers what the search makes of it.
#[track_caller]
fn assert_plays<R: RuleSet>(to_move: Color, diagram: &str) -> Option<Score> {
    let grid = read(diagram, to_move);
    let found = search::<R>(&grid, to_move, &SOME_NODES, 1);
    let symbol = diagram.chars().filter(|symbol| !symbol.is_whitespace()).nth(found.best.index());
    let name = grid.geometry().name(found.best);
    assert_eq!(symbol, Some('*'), "{to_move} plays {name} under {} in{diagram}", R::KIND);
    found.score
}

#[test]
fn a_five_comes_before_anything_else() {
    let diagram = "
        . . . . . . . . .
        . . O O O O . . .
        . . * . . . . . .
        . . . X . . . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . X . .
        . . . . . . . O .
        . . . . . . . . .";
    for color in Color::BOTH {
        for score in under_every_rule!(assert_plays(color, diagram)) {
            assert_eq!(score, Some(Score::win_in(1)), "{color}");
        }
    }
}

#[test]
fn six_are_played_where_they_win_and_a_five_stopped_where_not() {
    let six = "
        . . . . . . . . .
        . X X X * X X . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let stop = six.replace('*', ".").replace("O O O O .", "O O O O *");
    assert_plays::<Freestyle>(Black, six);
    assert_plays::<Caro>(Black, six);
    assert_plays::<Renju>(White, six);
    assert_plays::<Standard>(Black, &stop);
    assert_plays::<CaroExact>(Black, &stop);
    assert_plays::<Renju>(Black, &stop);
}

#[test]
fn caro_stops_a_five_at_its_end_as_well() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . X O O O O * * .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . . . . . . .";
    for color in Color::BOTH {
        assert_plays::<Caro>(color, diagram);
        assert_plays::<CaroExact>(color, diagram);
    }
}

#[test]
fn an_open_three_is_answered() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . * * O O O * * .
        . . . X . . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .";
    for color in Color::BOTH {
        under_every_rule!(assert_plays(color, diagram));
    }
}

#[test]
fn an_open_four_is_made_against_an_open_three() {
    let diagram = "
        . . . . . . . . .
        . . . * . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . * . . . . .
        . . . . . . . . .
        . . . . O O O . .
        . . . . . . . . .";
    for color in Color::BOTH {
        for score in under_every_rule!(assert_plays(color, diagram)) {
            assert_eq!(score, Some(Score::win_in(3)), "{color}");
        }
    }
}

/// The four on the marked point gains the stone that makes a four and a three of the point above it.
#[test]
fn a_win_by_fours_is_found() {
    let diagram = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X X . . . .
        O X X X * . . . . . .
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . O . O . O . .
        . . . . . . . . . . .";
    for color in Color::BOTH {
        for score in under_every_rule!(assert_plays(color, diagram)) {
            assert!(score.is_some_and(Score::is_win), "{color} {score:?}");
        }
    }
}

/// [`search`] itself checks that the answer is legal.
#[test]
fn a_lost_position_has_an_answer() {
    let two_fives = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O . . .
        . . . . X . . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for color in Color::BOTH {
        under_every_rule!(search(&read(two_fives, color), color, &SOME_NODES, 1));
    }
}

#[test]
fn a_five_whose_only_answer_is_forbidden_has_another() {
    let overline = "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        X O O O O . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .";
    let double_three = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        X O O O O . . . .
        . . . . . . X . .
        . . . . . . . X .
        . . . . . . . . .
        . . . . . . . . .";
    for diagram in [overline, double_three] {
        let grid: Grid = diagram.parse().unwrap();
        let block = grid.geometry().point(5, 4).unwrap();
        assert!(rules::forbidden(&grid, block).is_some());
        search::<Renju>(&grid, Black, &SOME_NODES, 1);
    }
}

#[test]
fn the_last_points_of_a_board_are_played() {
    let mut grid = read(
        "
        X X O O X
        O O X X O
        X X O O X
        O O X X O
        X X O O .",
        Black,
    );
    for color in Color::BOTH {
        under_every_rule!(search(&grid, color, &SOME_NODES, 1));
    }
    grid.set(Point::from_index(0), Cell::Empty);
    for color in Color::BOTH {
        under_every_rule!(search(&grid, color, &SOME_NODES, 2));
    }
}

/// A quiet position of a few stones.
const OPENING: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . O . . . . . .
    . . . . . . . X . . . . .
    . . . . X O X . . . . . .
    . . . . . . O . . . . . .
    . . . . . . . O . . . . .
    . . . . . . . . X . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .";

#[test]
fn one_thread_and_so_many_nodes_find_the_same_every_time() {
    let grid = read(OPENING, Black);
    for color in Color::BOTH {
        let found = || under_every_rule!(search(&grid, color, &SOME_NODES, 1));
        assert_eq!(found(), found());
    }
}

#[test]
fn two_threads_answer_too() {
    let grid = read(OPENING, Black);
    for color in Color::BOTH {
        under_every_rule!(search(&grid, color, &SOME_NODES, 2));
    }
}

#[test]
fn the_limits_on_nodes_and_depth_are_kept() {
    let grid = read(OPENING, Black);
    let found = search::<Freestyle>(&grid, Black, &Limits { nodes: Some(2_000), ..Limits::default() }, 1);
    assert!(found.nodes <= 2_000, "{found:?}");
    let found = search::<Freestyle>(&grid, Black, &Limits { depth: Some(3), ..Limits::default() }, 1);
    assert_eq!(found.depth, 3);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move() {
    let grid = read(OPENING, Black);
    for color in Color::BOTH {
        let control = Arc::new(Control::new(Instant::now(), 0, &SOME_NODES));
        control.stop.raise();
        under_every_rule!(search_with(&grid, color, &control, 1));
    }
}
