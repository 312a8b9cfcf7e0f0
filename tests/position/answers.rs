//! The answers to fives and open fours against all moves there are, tried one by one on the referee.
//!
//! That is slow, so the games are fewer and the board is small.

use std::cell::Cell as Counter;

use hanxing::base::{Color, PerColor};
use hanxing::board::{Cell, Geometry, Grid, Point};
use hanxing::pattern::Threat;
use hanxing::rules::{self, Caro, CaroExact, Freestyle, Outcome, Renju, RuleSet, Standard};

use crate::games::{Game, for_random_games, number_of_games, star};

/// Open fours looked at in one game.
const OPEN_FOURS: usize = 3;

fn answers_are_complete<R: RuleSet>(geometry: Geometry) {
    let [fives, open_fours] = [0; 2].map(Counter::new);
    let games = number_of_games().div_ceil(2);
    for_random_games(games, |steps| {
        let mut game = Game::<R>::new(geometry);
        let mut left = OPEN_FOURS;
        for step in steps {
            game.take(&step);
            let attacker = !game.position.to_move();
            let five = PerColor(Color::BOTH.map(|color| has_five::<R>(&game.grid, color)));
            if five[attacker] {
                assert_answers_to_five(&mut game);
                fives.set(fives.get() + 1);
            } else if !five[!attacker] && game.position.count(attacker, Threat::OpenFour) > 0 && left > 0 {
                assert_answers_to_open_four(&game, attacker);
                open_fours.set(open_fours.get() + 1);
                left -= 1;
            }
        }
    });
    let [fives, open_fours] = [fives, open_fours].map(Counter::into_inner);
    println!("{}: {games} games, {fives} fives and {open_fours} open fours to answer", R::KIND);
    assert!(fives > games as usize && open_fours > games as usize / 4, "too few threats");
}

/// Every answer to the fives of the other side is known, and nothing else is.
fn assert_answers_to_five<R: RuleSet>(game: &mut Game<R>) {
    let defender = game.position.to_move();
    let answers = |&point: &Point| {
        is_legal::<R>(&game.grid, point, defender)
            && !has_five::<R>(&with_stone(&game.grid, point, defender), !defender)
    };
    let expected: Vec<Point> = game.grid.empty_points().filter(answers).collect();
    let known = game.position.answers_to_five();
    assert_eq!(game.names(known), game.names(expected), "answers of {defender} to a five in\n{}", game.grid);
}

/// The open fours of `attacker` are real, and no answer to them is missed that is not a four itself.
fn assert_answers_to_open_four<R: RuleSet>(game: &Game<R>, attacker: Color) {
    let open_fours = game.position.points(attacker, Threat::OpenFour);
    let real = |&point: &Point| is_open_four::<R>(&game.grid, point, attacker);
    let mut expected: Vec<Point> = game.grid.empty_points().filter(real).collect();
    // In renju a four is as good as open where its answer is forbidden, which patterns do not see.
    expected.retain(|point| !R::FORBIDDEN || open_fours.contains(point.index()));
    let known: Vec<Point> = open_fours.iter().map(Point::from_index).collect();
    assert_eq!(game.names(known.clone()), game.names(expected), "open fours of {attacker} in\n{}", game.grid);

    let answers = game.position.answers_to_open_four(attacker);
    for point in game.grid.empty_points().filter(|&point| is_legal::<R>(&game.grid, point, !attacker)) {
        let answered = with_stone(&game.grid, point, !attacker);
        let stops = || !known.iter().any(|&four| is_open_four::<R>(&answered, four, attacker));
        if !answers.contains(point.index()) && stops() && !has_five::<R>(&answered, !attacker) {
            panic!("{} is no answer to an open four of {attacker} in\n{}", game.names([point])[0], game.grid);
        }
    }
}

fn is_legal<R: RuleSet>(grid: &Grid, point: Point, color: Color) -> bool {
    !matches!(rules::judge(R::KIND, grid, point, color), Outcome::Foul(_))
}

fn with_stone(grid: &Grid, point: Point, color: Color) -> Grid {
    let mut grid = grid.clone();
    grid.set(point, color.into());
    grid
}

/// Whether `color` can make a five on one of the empty points of the board.
fn has_five<R: RuleSet>(grid: &Grid, color: Color) -> bool {
    grid.empty_points().any(|point| rules::wins(R::KIND, grid, point, color))
}

/// Whether a stone of `color` on `point` threatens fives that no legal answer stops, if there was no five before.
fn is_open_four<R: RuleSet>(grid: &Grid, point: Point, color: Color) -> bool {
    if grid.get(point) != Cell::Empty || !is_legal::<R>(grid, point, color) {
        return false;
    }
    let after = with_stone(grid, point, color);
    let is_empty = |&near: &Point| after.get(near) == Cell::Empty;
    // The fives are new, so they hold the stone on `point`; they and their ends lie on its lines.
    let near: Vec<Point> = star(grid.geometry(), point, 5).filter(is_empty).collect();
    let fives: Vec<Point> =
        near.iter().copied().filter(|&five| rules::wins(R::KIND, &after, five, color)).collect();
    let is_stopped_by = |answer: Point| {
        let answered = with_stone(&after, answer, !color);
        let left =
            |&five: &Point| answered.get(five) == Cell::Empty && rules::wins(R::KIND, &answered, five, color);
        !fives.iter().any(left) && is_legal::<R>(&after, answer, !color)
    };
    !fives.is_empty() && !near.iter().any(|&answer| is_stopped_by(answer))
}

crate::tests! {
    answers_are_complete:
    renju: Renju, 8 x 11;
    freestyle: Freestyle, 8 x 11;
    standard: Standard, 8 x 11;
    caro: Caro, 8 x 11;
    caro_exact: CaroExact, 8 x 11;
}
