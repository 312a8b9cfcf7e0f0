//! The six sparring partners from outside: what each of them owes whoever plays against it.

use hanxing::base::Color;
use hanxing::board::{Cell, Geometry, Grid, Point};
use hanxing::rules::{RuleKind, wins};
use hanxing::sparring::{Lines, Partner, weight_map};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRng, TestRunner};

/// A board on which nothing need make sense.
fn boards(width: i64, height: i64) -> impl Strategy<Value = Grid> {
    let geometry = Geometry::new(width, height).unwrap();
    let cell = prop_oneof![
        8 => Just(Cell::Black),
        8 => Just(Cell::White),
        1 => Just(Cell::Dead),
    ];
    let most = geometry.points();
    prop::collection::vec((any::<Index>(), cell), 0..=most).prop_map(move |stones| {
        let mut grid = Grid::new(geometry);
        for (at, cell) in stones {
            grid.set(Point::from_index(at.index(most)), cell);
        }
        grid
    })
}

#[test]
fn every_partner_plays_an_empty_point_on_any_board() {
    for (width, height, cases) in [(15, 15, 12), (8, 11, 24), (5, 5, 96), (32, 32, 3)] {
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let rng = TestRng::deterministic_rng(config.rng_algorithm);
        let input = (boards(width, height), any::<u64>());
        let result = TestRunner::new_with_rng(config, rng).run(&input, |(grid, seed)| {
            for partner in Partner::ALL {
                for color in Color::BOTH {
                    let choice = partner.choose(&grid, color, seed);
                    let legal = choice.is_some_and(|point| grid.get(point) == Cell::Empty);
                    prop_assert!(
                        legal || grid.is_full(),
                        "{partner} for {color} plays {choice:?} on\n{grid}"
                    );
                    prop_assert_eq!(choice, partner.choose(&grid, color, seed), "{} wavers", partner);
                }
            }
            Ok(())
        });
        result.unwrap_or_else(|failure| panic!("{width}x{height}: {failure}"));
    }
}

/// The name of the partner's move on a board that is given as a diagram.
fn answer(partner: Partner, diagram: &str, color: Color) -> String {
    let grid: Grid = diagram.parse().unwrap();
    grid.geometry().name(partner.choose(&grid, color, 1).unwrap())
}

#[test]
fn a_five_is_completed_and_a_four_blocked() {
    let fours = [
        (
            "a row",
            "h5",
            ". . . . . . . . . .
                         . . . . . . . . . .
                         . . . . O . . . . .
                         . . . . . . . . . .
                         . . O X X X X . . .
                         . . . . . . . . . .
                         . . . . O . . . . .
                         . . . . . . . . . .
                         . . . . . . . . . .
                         . . . . . . . . . .",
        ),
        (
            "a split diagonal",
            "e5",
            ". . . . . . . . . .
                                    . . . . . . . . . .
                                    . . X . . . . . . .
                                    . . . X . . . . . .
                                    . . . . . . O . . .
                                    . . . . . X . . . .
                                    . . O . . . X . . .
                                    . . . . . O . . . .
                                    . . . . . . . . . .
                                    . . . . . . . . . .",
        ),
        (
            "a column at the edge",
            "a10",
            ". . . . . . . . . .
                                         . . . . . . . . . .
                                         . . . . . . . . . .
                                         . . . . . . . . . .
                                         O . . . O . . . . .
                                         X . . . . . . . . .
                                         X . . . . O . . . .
                                         X . . . . . . . . .
                                         X . . . O . . . . .
                                         . . . . . . . . . .",
        ),
    ];
    for (name, point, diagram) in fours {
        for partner in Partner::ALL {
            assert_eq!(answer(partner, diagram, Color::Black), point, "{partner} completes {name}");
            assert_eq!(answer(partner, diagram, Color::White), point, "{partner} blocks {name}");
        }
    }
}

#[test]
fn every_partner_plays_a_game_to_its_end() {
    for (width, height) in [(8, 11), (5, 5)] {
        for (black, white) in Partner::ALL.into_iter().zip(Partner::ALL.into_iter().cycle().skip(1)) {
            let mut grid = Grid::new(Geometry::new(width, height).unwrap());
            let mut sides = [(black, Color::Black), (white, Color::White)].into_iter().cycle();
            let won = loop {
                let (partner, color) = sides.next().unwrap();
                let Some(point) = partner.choose(&grid, color, 7) else {
                    break false;
                };
                assert_eq!(grid.get(point), Cell::Empty, "{black} against {white}");
                grid.set(point, color.into());
                if wins(RuleKind::Freestyle, &grid, point, color) {
                    break true;
                }
            };
            assert!(won || grid.is_full(), "{black} against {white}");
        }
    }
}

#[test]
fn the_seed_decides_among_equals_only() {
    let mut grid = Grid::new(Geometry::new(15, 15).unwrap());
    grid.set(grid.geometry().center(), Cell::Black);
    grid.set(Point::from_index(0), Cell::White);
    for partner in Partner::ALL {
        let choices = (0..40).map(|seed| partner.choose(&grid, Color::White, seed).map(Point::index));
        let distinct: std::collections::BTreeSet<_> = choices.collect();
        let by_chance = matches!(partner, Partner::Scan | Partner::Tree);
        assert_eq!(distinct.len() > 1, by_chance, "{partner} chooses {distinct:?}");
    }
}

#[test]
fn who_answers_only_opens_in_the_middle() {
    for partner in Partner::ALL.into_iter().filter(|&partner| partner != Partner::Scan) {
        let size = partner.default_size() as i64;
        let grid = Grid::new(Geometry::new(size, size).unwrap());
        assert_eq!(partner.choose(&grid, Color::Black, 1), Some(grid.geometry().center()), "{partner}");
    }
}

#[test]
fn a_full_board_has_no_move() {
    let mut grid = Grid::new(Geometry::new(5, 6).unwrap());
    for point in grid.geometry().all() {
        grid.set(point, if point.index() % 3 == 0 { Cell::Black } else { Cell::White });
    }
    for partner in Partner::ALL {
        assert_eq!(partner.choose(&grid, Color::White, 1), None, "{partner}");
    }
}

#[test]
fn names_are_read_back_and_others_refused() {
    for partner in Partner::ALL {
        assert_eq!(partner.to_string().parse(), Ok(partner));
    }
    for name in ["", "Weights", " beam", "beam ", "lined"] {
        let error = name.parse::<Partner>().unwrap_err().to_string();
        assert_eq!(
            error,
            format!("'{name}' is no sparring partner (weights, beam, scan, tree, lines, runs)")
        );
    }
}

#[test]
fn default_sizes_are_those_of_the_texts() {
    assert_eq!(Partner::ALL.map(Partner::default_size), [15, 15, 19, 15, 10, 15]);
}

#[test]
fn the_weight_map_is_what_weights_plays_by() {
    let grid: Grid = ". . . . . . . . .
                      . . . . . . . . .
                      . . O . X . . . .
                      . . . X . . . . .
                      . . X . . . O . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . ."
        .parse()
        .unwrap();
    for color in Color::BOTH {
        let map = weight_map(&grid, color);
        assert_eq!(map.len(), 81);
        assert!(grid.geometry().all().all(|p| map[p.index()] == 0 || grid.get(p) == Cell::Empty));
        let choice = Partner::Weights.choose(&grid, color, 1).unwrap();
        let heaviest = map.iter().max().unwrap();
        assert_eq!(Some(choice.index()), map.iter().position(|weight| weight == heaviest));
    }
}

#[test]
fn there_are_192_lines_on_ten_by_ten() {
    let lines = |width, height| Lines::new(Geometry::new(width, height).unwrap());
    assert_eq!(lines(10, 10).count(), 60 + 60 + 36 + 36);
    assert_eq!(lines(15, 15).count(), 165 + 165 + 121 + 121);
    assert_eq!(lines(8, 11).count(), 44 + 56 + 28 + 28);
    assert_eq!(lines(5, 5).count(), 5 + 5 + 1 + 1);
}

#[test]
fn a_stone_kills_the_other_sides_lines() {
    let geometry = Geometry::new(10, 10).unwrap();
    let lines = Lines::new(geometry);
    let mut grid = Grid::new(geometry);
    let living = |grid: &Grid| Color::BOTH.map(|color| lines.living(grid, color).count());
    assert_eq!(living(&grid), [192, 192]);
    // The computer's first stone there lies in five lines each way, but on the falling diagonal and the rising one.
    grid.set(geometry.point(4, 4).unwrap(), Cell::Black);
    assert_eq!(living(&grid), [192, 192 - 20]);
    grid.set(geometry.point(0, 0).unwrap(), Cell::White);
    assert_eq!(living(&grid), [192 - 3, 192 - 20]);
    grid.set(geometry.point(9, 9).unwrap(), Cell::Dead);
    assert_eq!(living(&grid), [192 - 6, 192 - 23]);
}

#[test]
fn lines_gives_up_when_two_lines_are_left() {
    let geometry = Geometry::new(6, 6).unwrap();
    let lines = Lines::new(geometry);
    let mut grid = Grid::new(geometry);
    // Every line on this board passes one of the two middle columns or runs down one of the other four.
    for point in geometry.all().filter(|&point| matches!(geometry.coordinates(point).0, 2 | 3)) {
        grid.set(point, Cell::White);
    }
    assert_eq!(lines.living(&grid, Color::Black).count(), 8);
    assert!(!lines.is_drawn(&grid, Color::Black));
    for (x, y) in [(0, 2), (1, 2), (4, 2)] {
        grid.set(geometry.point(x, y).unwrap(), Cell::White);
    }
    assert_eq!(lines.living(&grid, Color::Black).count(), 2);
    assert!(lines.is_drawn(&grid, Color::Black) && !lines.is_drawn(&grid, Color::White));
}
