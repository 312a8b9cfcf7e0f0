//! Wins by fours and by threats, held against the referee: proofs pass the checker, spoilt ones do not, and where there is
//! said to be no win, an exhaustive search finds none either.
//!
//! In the diagrams `X` stands for the side to move.

use std::collections::HashMap;

use hanxing::base::Color::{self, Black, White};
use hanxing::base::Random;
use hanxing::board::{Cell, Geometry, Grid, Point, parse_moves};
use hanxing::position::Position;
use hanxing::record::Setup;
use hanxing::rules::{
    self, Caro, CaroExact, Foul, Freestyle, Outcome, Renju, Rule, RuleKind, RuleSet, Standard,
};
use hanxing::solver::{Claim, Fault, Proof, ThreatSolver, Vcf, VcfLimits, VctLimits, Verdict, Width, check};

const LIMITS: VcfLimits = VcfLimits::nodes(100_000);

/// Expands to `$check::<R>(…)` under each of the rules.
macro_rules! under_every_rule {
    ($check:ident($($argument:expr),*)) => {
        $check::<Freestyle>($($argument),*);
        $check::<Standard>($($argument),*);
        $check::<Renju>($($argument),*);
        $check::<Caro>($($argument),*);
        $check::<CaroExact>($($argument),*);
    };
}

/// The stones of a diagram in which `X` stands for the side to move.
fn read(diagram: &str, to_move: Color) -> Grid {
    match to_move {
        Black => diagram.parse().unwrap(),
        White => diagram.replace('O', "-").replace('X', "O").replace('-', "X").parse().unwrap(),
    }
}

fn vcf<R: RuleSet>(grid: &Grid, to_move: Color) -> Verdict {
    Vcf::new(12).search(&mut Position::<R>::new(grid, to_move), LIMITS, &mut || true)
}

/// What the solver of threats, with nothing learned before, says within so many nodes, and how many it took.
fn vct<R: RuleSet>(grid: &Grid, to_move: Color, width: Width, nodes: u64) -> (Verdict, u64) {
    let mut solver = ThreatSolver::new(1 << 20);
    let limits = VctLimits { nodes, plies: None, width };
    let verdict = solver.solve(&mut Position::<R>::new(grid, to_move), limits, &mut || true);
    (verdict, solver.nodes())
}

/// The proof of a win that there has to be.
#[track_caller]
fn win<R: RuleSet>(grid: &Grid, to_move: Color) -> Proof {
    let proof = vcf::<R>(grid, to_move).win();
    proof.unwrap_or_else(|| panic!("{to_move} should win by fours under {} in\n{grid}", R::KIND))
}

fn point(grid: &Grid, name: &str) -> Point {
    parse_moves(grid.geometry(), name).unwrap()[0]
}

/// What the checker finds at fault, with the moves in one word.
#[track_caller]
fn flaw(kind: RuleKind, grid: &Grid, to_move: Color, proof: &Proof) -> (String, Fault) {
    let flaw = check(kind, grid, to_move, proof).expect_err("a flaw");
    (flaw.line.into_iter().map(|point| grid.geometry().name(point)).collect(), flaw.fault)
}

/// A four and a three that cross, with the four's end blocked: a win in five plies under every rule.
const FOUR_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . X . . .
    . . . . . X . . .
    . O X X X . . . .
    . . . . . . . . .
    . . O . O . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// A second four made with the stone of the first, and then an open one: a win in seven plies.
const TWO_FOURS: &str = "
    O . . . . . . . . . O
    . . . . . . O . . . .
    . . O X X X . . . . .
    . . . . . . X . . . .
    . . . . . . X . . . .
    . . . . X X . . . . .
    . . . . . . . . . . .
    . . O . . . . . O . .
    . . . . O . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . O";

fn proves_diagrams<R: RuleSet>() {
    for to_move in Color::BOTH {
        for diagram in [FOUR_THREE, TWO_FOURS] {
            let grid = read(diagram, to_move);
            let proof = win::<R>(&grid, to_move);
            let checked = check(R::KIND, &grid, to_move, &proof).unwrap();
            assert_eq!(checked.plies, proof.plies(), "{to_move} under {} in{diagram}", R::KIND);
            assert!(checked.plies >= 5 && checked.positions > grid.empty_points().count() as u64);
            // What one side wins by does not help the other.
            assert!(check(R::KIND, &grid, !to_move, &proof).is_err());
        }
    }
}

#[test]
fn proofs_of_wins_pass() {
    under_every_rule!(proves_diagrams());
}

/// `proof` with its step `number`, counted as [`Proof::steps`] does, replaced by what `spoil` makes of it.
fn spoilt(proof: &Proof, number: usize, spoil: &dyn Fn(&Proof) -> Proof) -> Proof {
    let steps = proof.steps();
    let mut copies: HashMap<usize, Proof> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        let copy = |next: &Proof| copies[&next.id()].clone();
        let copied = match step.otherwise() {
            _ if at == number => spoil(step),
            None => Proof::five(step.attack()),
            Some(otherwise) => {
                let answers = step.answers().iter().map(|(answer, next)| (*answer, copy(next))).collect();
                Proof::new(step.attack(), answers, copy(otherwise))
            }
        };
        copies.insert(step.id(), copied);
    }
    copies[&proof.id()].clone()
}

fn spoilt_proofs_fail<R: RuleSet>() {
    let mut spoilt_steps = 0;
    for diagram in [FOUR_THREE, TWO_FOURS] {
        let grid = read(diagram, White);
        let proof = win::<R>(&grid, White);
        let fails = |number, spoil: &dyn Fn(&Proof) -> Proof| {
            let spoilt = spoilt(&proof, number, spoil);
            assert!(check(R::KIND, &grid, White, &spoilt).is_err(), "step {number} under {}", R::KIND);
        };
        for (number, step) in proof.steps().into_iter().enumerate() {
            let occupied = grid.geometry().all().find(|&point| grid.get(point) != Cell::Empty).unwrap();
            let corner = Point::from_index(0);
            let again = |step: &Proof, attack| match step.otherwise() {
                None => Proof::five(attack),
                Some(otherwise) => Proof::new(attack, step.answers().to_vec(), otherwise.clone()),
            };
            fails(number, &|step| again(step, occupied));
            fails(number, &|step| again(step, corner));
            fails(number, &|step| again(step, Point::from_index(Geometry::MAX_POINTS)));
            let Some(otherwise) = step.otherwise() else {
                continue;
            };
            spoilt_steps += 1;
            fails(number, &|step| Proof::five(step.attack()));
            fails(number, &|step| Proof::new(step.attack(), Vec::new(), otherwise.clone()));
            for missing in 0..step.answers().len() {
                fails(number, &|step| {
                    let mut answers = step.answers().to_vec();
                    answers.remove(missing);
                    Proof::new(step.attack(), answers, otherwise.clone())
                });
                fails(number, &|step| {
                    let mut answers = step.answers().to_vec();
                    answers[missing].1 = Proof::new(step.attack(), Vec::new(), otherwise.clone());
                    Proof::new(step.attack(), answers, otherwise.clone())
                });
            }
        }
    }
    assert!(spoilt_steps >= 4, "{spoilt_steps} steps");
}

#[test]
fn spoilt_proofs_do_not() {
    under_every_rule!(spoilt_proofs_fail());
}

#[test]
fn fours_are_looked_for_near_a_stone() {
    let grid = read(
        "
        . . . . . . . . . . .
        . . O X X X . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . X",
        Black,
    );
    let mut vcf = Vcf::new(12);
    let mut position = Position::<Freestyle>::new(&grid, Black);
    let mut near = |name| {
        let limits = VcfLimits { near: Some(point(&grid, name)), ..LIMITS };
        vcf.search(&mut position, limits, &mut || true).win().map(|proof| proof.attack())
    };
    assert_eq!(near("g5"), Some(point(&grid, "g2")));
    // What was not found from one stone on may be from another.
    assert_eq!(near("k8"), None);
    assert_eq!(near("f2"), Some(point(&grid, "g2")));
}

#[test]
fn a_flaw_is_shown_by_a_line_of_moves() {
    let grid = read(FOUR_THREE, Black);
    let proof = win::<Freestyle>(&grid, Black);
    let judged = |proof: &Proof| flaw(RuleKind::Freestyle, &grid, Black, proof);
    let five = |name| Proof::five(point(&grid, name));
    assert_eq!(proof.attack(), point(&grid, "f5"));
    // A four is no win by itself, and what stops it has to be answered.
    assert_eq!(judged(&five("f5")), ("f5a1".to_string(), Fault::NoFollowUp));
    let unanswered = Proof::new(proof.attack(), Vec::new(), five("g5"));
    assert_eq!(judged(&unanswered), ("f5g5g5".to_string(), Fault::NotEmpty));
    assert_eq!(judged(&five("c5")), ("c5".to_string(), Fault::NotEmpty));

    // The last empty point, and no five on it.
    let full = read("XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOO.", Black);
    assert_eq!(flaw(RuleKind::Freestyle, &full, Black, &Proof::five(point(&full, "e5"))), {
        ("e5".to_string(), Fault::Draw)
    });
}

#[test]
fn a_proof_as_deep_as_a_board_can_have_needs_little_stack() {
    // Dead stones leave no room for a five, so the game goes on to the last point.
    let geometry = Geometry::new(32, 32).unwrap();
    let mut grid = Grid::new(geometry);
    for point in geometry.all() {
        let (x, y) = geometry.coordinates(point);
        if (x + 2 * y) % 5 == 0 {
            grid.set(point, Cell::Dead);
        }
    }
    let empty: Vec<Point> = grid.empty_points().collect();
    // The answers are looked at from the first point on, so the attacks come from the last.
    let (_, attacks) = empty.split_at(empty.len() / 2);
    let (last, earlier) = attacks.split_first().unwrap();
    let deepen = |next, attack: &Point| Proof::new(*attack, Vec::new(), next);
    let replay = move || {
        let proof = earlier.iter().fold(Proof::five(*last), deepen);
        check(RuleKind::Freestyle, &grid, Black, &proof).unwrap_err()
    };
    let flaw = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn_scoped(scope, replay);
        thread.unwrap().join().unwrap()
    });
    assert_eq!(flaw.fault, Fault::Draw);
    assert!(flaw.line.len() > 800, "{} plies", flaw.line.len());
}

/// With the stones of the diagram marked `?` taken for the defender's, `proof` fails after `line`.
#[track_caller]
fn assert_refuted(kind: RuleKind, to_move: Color, diagram: &str, proof: &Proof, line: &str, fault: Fault) {
    let grid = read(&diagram.replace('?', "O"), to_move);
    assert_eq!(flaw(kind, &grid, to_move, proof), (line.to_string(), fault), "{kind} in\n{grid}");
}

#[test]
fn a_block_that_makes_a_four_comes_first() {
    let diagram = "
        . . . . . . . . .
        . . . . . . ? . .
        . . . . . X ? . .
        . . . . . X ? . .
        . O X X X . . . .
        . . . . . . . . .
        . . O . O . . . .";
    let grid = read(&diagram.replace('?', "."), Black);
    let five = |name| Proof::five(point(&grid, name));
    let open_four = Proof::new(point(&grid, "f2"), vec![(point(&grid, "f1"), five("f6"))], five("f1"));
    let proof = Proof::new(point(&grid, "f5"), vec![(point(&grid, "g5"), open_four)], five("g5"));
    assert_eq!(check(RuleKind::Freestyle, &grid, Black, &proof).map(|checked| checked.plies), Ok(5));
    assert_refuted(RuleKind::Freestyle, Black, diagram, &proof, "f5g5f2g1", Fault::AnswerWins);
}

#[test]
fn white_wins_by_a_four_that_black_may_not_block() {
    // Where black would have to block stands a row of six.
    let grid = read(
        ". . . . . . . . .
         . . . . . . O . .
         . . . . . . O . .
         . . . . . . O . .
         . O X X X . . . .
         . . . . . . O . .
         . . . . . . O . .
         . . . . . . . . .",
        White,
    );
    let proof = win::<Renju>(&grid, White);
    assert_eq!(check(RuleKind::Renju, &grid, White, &proof).map(|checked| checked.plies), Ok(3));
    let four = Proof::new(point(&grid, "f5"), Vec::new(), Proof::five(point(&grid, "g5")));
    assert!(check(RuleKind::Renju, &grid, White, &four).is_ok());
    assert_eq!(flaw(RuleKind::Standard, &grid, White, &four), ("f5g5g5".to_string(), Fault::NotEmpty));
    assert_eq!(flaw(RuleKind::Freestyle, &grid, White, &four), ("f5g5".to_string(), Fault::AnswerWins));
}

#[test]
fn black_may_not_attack_by_a_foul() {
    let grid = read(
        ". . . . O . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . X . . . .
         O X X X . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        Black,
    );
    let five = |name| Proof::five(point(&grid, name));
    let double = Proof::new(point(&grid, "e5"), vec![(point(&grid, "f5"), five("e6"))], five("f5"));
    for kind in RuleKind::ALL {
        let checked = check(kind, &grid, Black, &double).map(|checked| checked.plies);
        match kind {
            RuleKind::Renju => {
                let flaw = checked.unwrap_err();
                assert_eq!((flaw.line, flaw.fault), (vec![double.attack()], Fault::Foul(Foul::DoubleFour)));
            }
            // The fives can be stopped at their far ends as well.
            RuleKind::Caro | RuleKind::CaroExact => {
                assert_eq!(checked.map_err(|flaw| flaw.fault), Err(Fault::NoFollowUp));
            }
            _ => assert_eq!(checked, Ok(3)),
        }
    }
}

#[test]
fn a_caro_five_is_stopped_at_its_end() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . ? X X X . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .";
    let grid = read(&diagram.replace('?', "O"), White);
    let five = |name| Proof::five(point(&grid, name));
    // As if only g3 answered the four.
    let open_four = Proof::new(point(&grid, "f2"), vec![(point(&grid, "f1"), five("f6"))], five("f1"));
    let proof = Proof::new(point(&grid, "f3"), vec![(point(&grid, "g3"), open_four)], five("g3"));
    assert!(check(RuleKind::Standard, &grid, White, &proof).is_ok());
    for kind in [RuleKind::Caro, RuleKind::CaroExact] {
        assert_refuted(kind, White, diagram, &proof, "f3h3g3a1", Fault::NoFollowUp);
        // Without the stone at the other end that is no block.
        assert!(check(kind, &read(&diagram.replace('?', "."), White), White, &proof).is_ok());
    }
    let complete = win::<Caro>(&grid, White);
    assert!(check(RuleKind::Caro, &grid, White, &complete).is_ok());
}

#[test]
fn a_row_of_six_is_no_five() {
    let grid = read(
        ". . . . . . . . .
         . . . . . . . . .
         . X X X . . X . .
         . . . . . . . . .
         . . . . . . . . .",
        Black,
    );
    let five = |name| Proof::five(point(&grid, name));
    let proof = Proof::new(point(&grid, "e3"), vec![(point(&grid, "a3"), five("f3"))], five("a3"));
    let judged = |kind| {
        check(kind, &grid, Black, &proof).map(|checked| checked.plies).map_err(|flaw| {
            let names: String = flaw.line.iter().map(|point| grid.geometry().name(*point)).collect();
            (names, flaw.fault)
        })
    };
    assert_eq!((judged(RuleKind::Freestyle), judged(RuleKind::Caro)), (Ok(3), Ok(3)));
    for kind in [RuleKind::Standard, RuleKind::CaroExact] {
        assert_eq!(judged(kind), Err(("e3a3f3a1".to_string(), Fault::NoFollowUp)));
    }
    assert_eq!(judged(RuleKind::Renju), Err(("e3a3f3".to_string(), Fault::Foul(Foul::Overline))));
}

/// A position after random moves, many of them beside others; the game is not over.
fn random_position(kind: RuleKind, geometry: Geometry, stones: usize, random: &mut Random) -> (Grid, Color) {
    let (mut grid, mut to_move) = (Grid::new(geometry), Black);
    for _ in 0..stones {
        let beside = |grid: &Grid, point: Point| {
            let (x, y) = geometry.coordinates(point);
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            let mut near = around.filter_map(|(dx, dy)| geometry.point(x as i64 + dx, y as i64 + dy));
            near.any(|point| grid.get(point) != Cell::Empty)
        };
        let legal = |grid: &Grid, point: Point| rules::judge(kind, grid, point, to_move) == Outcome::Continue;
        let empty: Vec<Point> = grid.empty_points().collect();
        let moves: Vec<Point> = empty
            .into_iter()
            .filter(|&point| (beside(&grid, point) || random.below(8) == 0) && legal(&grid, point))
            .collect();
        let Some(point) = random.pick(&moves) else {
            continue;
        };
        grid.set(point, to_move.into());
        to_move = !to_move;
    }
    (grid, to_move)
}

/// Whether `attacker`, to move, wins by no more than so many moves that threaten a five, as the referee sees it.
fn wins_by_fours(kind: RuleKind, grid: &mut Grid, attacker: Color, fours: u32) -> bool {
    let empty: Vec<Point> = grid.empty_points().collect();
    if empty.iter().any(|&point| rules::wins(kind, grid, point, attacker)) {
        return true;
    }
    fours > 0
        && empty.iter().any(|&attack| {
            if rules::judge(kind, grid, attack, attacker) != Outcome::Continue {
                return false;
            }
            grid.set(attack, attacker.into());
            let threatens =
                empty.iter().any(|&five| five != attack && rules::wins(kind, grid, five, attacker));
            let wins = threatens
                && empty.iter().filter(|&&answer| answer != attack).all(|&answer| {
                    match rules::judge(kind, grid, answer, !attacker) {
                        Outcome::Win => false,
                        Outcome::Foul(_) => true,
                        Outcome::Continue => {
                            grid.set(answer, (!attacker).into());
                            let wins = wins_by_fours(kind, grid, attacker, fours - 1);
                            grid.set(answer, Cell::Empty);
                            wins
                        }
                    }
                });
            grid.set(attack, Cell::Empty);
            wins
        })
}

fn verdicts_hold<R: RuleSet>(positions: u64) {
    let (mut wins, mut none) = (0, 0);
    for seed in 0..positions {
        let mut random = Random::new(seed);
        let geometry = Geometry::new(7 + random.below(5) as i64, 7 + random.below(5) as i64).unwrap();
        let stones = geometry.points() / 5 + random.below(geometry.points() / 3);
        let (mut grid, to_move) = random_position(R::KIND, geometry, stones, &mut random);
        match vcf::<R>(&grid, to_move) {
            Verdict::Win(proof) => {
                let checked = check(R::KIND, &grid, to_move, &proof);
                let checked =
                    checked.unwrap_or_else(|flaw| panic!("{to_move}, {}, {flaw:?}\n{grid}", R::KIND));
                assert_eq!(checked.plies, proof.plies(), "{to_move}, {}\n{grid}", R::KIND);
                wins += u64::from(checked.plies > 1);
            }
            Verdict::NoWin => {
                let wins = wins_by_fours(R::KIND, &mut grid, to_move, 3);
                assert!(!wins, "{to_move} wins by fours under {} in\n{grid}", R::KIND);
                none += 1;
            }
            Verdict::Unknown => panic!("{to_move}, {}\n{grid}", R::KIND),
        }
    }
    assert!(wins > positions / 20 && none > positions / 5, "{}: {wins} wins, {none} without", R::KIND);
}

#[test]
fn verdicts_on_random_positions_hold() {
    under_every_rule!(verdicts_hold(300));
}

/// Whether `attacker`, to move, wins in so many plies, as the referee sees it: an exhaustive search, for boards with
/// few empty points.
fn wins_within(kind: RuleKind, grid: &mut Grid, attacker: Color, plies: u32) -> bool {
    let empty: Vec<Point> = grid.empty_points().collect();
    if plies > 0 && empty.iter().any(|&point| rules::wins(kind, grid, point, attacker)) {
        return true;
    }
    let attacks = |&attack: &Point| {
        if rules::judge(kind, grid, attack, attacker) != Outcome::Continue {
            return false;
        }
        grid.set(attack, attacker.into());
        let wins = empty.iter().filter(|&&answer| answer != attack).all(|&answer| {
            match rules::judge(kind, grid, answer, !attacker) {
                Outcome::Win => false,
                Outcome::Foul(_) => true,
                Outcome::Continue => {
                    grid.set(answer, (!attacker).into());
                    let wins = wins_within(kind, grid, attacker, plies - 2);
                    grid.set(answer, Cell::Empty);
                    wins
                }
            }
        });
        grid.set(attack, Cell::Empty);
        wins
    };
    plies > 2 && empty.iter().any(attacks)
}

/// A move at f5 that makes neither four nor three, but of each of two fours a four with a three.
const QUIET_MOVE: &str = "
    # # # # # . # # # # #
    # # # # # . # # # # #
    # O X X X . . # # # #
    # # # # # X # . # # #
    # # # . . . X . . . #
    # # # # # . # X # # #
    # # # # # . # X # # #
    # # # # # # # X # # #
    # # # # # # # O # # #";

fn finds_the_shortest<R: RuleSet>() {
    let mut grid = read(QUIET_MOVE, White);
    let limits = VctLimits { nodes: 100_000, plies: None, width: Width::Wide };
    let mut position = Position::<R>::new(&grid, White);
    let verdict = ThreatSolver::new(1 << 20).solve_shortest(&mut position, limits, &mut || true);
    let proof = verdict.win().expect("a win");
    assert_eq!(check(R::KIND, &grid, White, &proof).map(|checked| checked.plies), Ok(7), "{}", R::KIND);
    assert!(!wins_within(R::KIND, &mut grid, White, 5) && wins_within(R::KIND, &mut grid, White, 7));
}

#[test]
fn the_shortest_win_by_threats_is_the_shortest_there_is() {
    under_every_rule!(finds_the_shortest());
}

/// A verdict in words.
fn said(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Win(proof) => format!("win in {} plies, {} steps", proof.plies(), proof.steps().len()),
        other => format!("{other:?}"),
    }
}

fn wins_in_the_plies_that_there_are<R: RuleSet>() {
    for (diagram, length) in [(FOUR_THREE, 5), (QUIET_MOVE, 7)] {
        let grid = read(diagram, White);
        for plies in 0..=length + 1 {
            let limits = VctLimits { nodes: 100_000, plies: Some(plies), width: Width::Wide };
            let mut position = Position::<R>::new(&grid, White);
            let verdict = ThreatSolver::new(1 << 20).solve(&mut position, limits, &mut || true);
            let proved = verdict.win().map_or(u32::MAX, |proof| proof.plies());
            assert_eq!(proved <= plies, plies >= length, "{plies} plies under {}", R::KIND);
            assert!(proved == u32::MAX || proved <= plies, "{proved} plies for {plies} under {}", R::KIND);
        }
    }
}

#[test]
fn a_win_by_threats_takes_no_more_plies_than_there_are() {
    under_every_rule!(wins_in_the_plies_that_there_are());
}

fn threats_hold<R: RuleSet>(positions: u64) {
    let (mut wins, mut by_threats, mut none) = (0, 0, 0);
    for seed in 0..positions {
        let mut random = Random::new(seed);
        let geometry = Geometry::new(9 + random.below(7) as i64, 9 + random.below(7) as i64).unwrap();
        let stones = geometry.points() / 12 + random.below(geometry.points() / 6);
        let (grid, to_move) = random_position(R::KIND, geometry, stones, &mut random);
        let nodes = 300 + random.below(1700) as u64;
        let (verdict, visited) = vct::<R>(&grid, to_move, Width::Quiet, nodes);
        let by_fours = vcf::<R>(&grid, to_move).win().is_some();
        let (again, visited_again) = vct::<R>(&grid, to_move, Width::Quiet, nodes);
        assert_eq!(
            (said(&verdict), visited),
            (said(&again), visited_again),
            "{to_move}, {}\n{grid}",
            R::KIND
        );
        match verdict {
            Verdict::Win(proof) => {
                let checked = check(R::KIND, &grid, to_move, &proof);
                let checked =
                    checked.unwrap_or_else(|flaw| panic!("{to_move}, {}, {flaw:?}\n{grid}", R::KIND));
                assert_eq!(checked.plies, proof.plies(), "{to_move}, {}\n{grid}", R::KIND);
                wins += 1;
                by_threats += u64::from(!by_fours);
            }
            Verdict::NoWin => {
                assert!(!by_fours, "{to_move} wins by fours under {} in\n{grid}", R::KIND);
                none += 1;
            }
            Verdict::Unknown => {}
        }
    }
    let counts = format!("{wins} wins, {by_threats} not by fours, {none} without");
    assert!(wins > positions / 5 && by_threats > 0 && none > positions / 5, "{}: {counts}", R::KIND);
}

#[test]
fn verdicts_of_threats_on_random_positions_hold() {
    under_every_rule!(threats_hold(50));
}

#[test]
fn a_move_that_threatens_no_fours_may_threaten_threats() {
    let moves = "j14c7c12h11e12f10e13e11f13e9g11d8";
    let grid = after(&Grid::new(Geometry::default()), moves);
    let without = vct::<Standard>(&grid, Black, Width::Wide, 100_000).0;
    assert!(matches!(without, Verdict::NoWin), "{without:?}");
    let proof = vct::<Standard>(&grid, Black, Width::Quiet, 100_000).0.win().unwrap();
    assert_eq!(check(RuleKind::Standard, &grid, Black, &proof).unwrap().plies, proof.plies());
    let threatens_fours = |step: &Proof| step.otherwise().is_none_or(Proof::is_by_fours);
    assert!(!proof.steps().into_iter().all(threatens_fours), "{:?}", proof.line());
}

#[test]
fn what_one_search_was_cut_off_from_is_no_disproof_to_the_next() {
    let grid = read(
        ". . X . . . . . X . . . O . X
         . . . X X . . . . . . O . . .
         . . . . . X . . . . X O O . X
         . . . . O . . . . O X . . X X
         . . . . . . . . . . . X . O .
         . . . . . . . . . . . . O . .
         . . . . . . . . . . . . . X .
         . X . . . . . . . . . . O . .
         . O . . X O . . . . . . . . .
         . . O . X . O . . . . . . . .
         . . X . . O X X . . . . . . .
         . . X . O . X . . O O . . . .
         X . X . . . . . . O O O X O X
         . X . . . O O . . . . O X O .
         . X . . . O . . . . . . O O .",
        Black,
    );
    let mut solver = ThreatSolver::new(1 << 20);
    let limits = VctLimits { nodes: 20_000, plies: None, width: Width::Wide };
    for _ in 0..2 {
        let verdict = solver.solve(&mut Position::<Freestyle>::new(&grid, Black), limits, &mut || true);
        // Nodes are left: it is the searches for wins by fours that have met limits of their own.
        assert!(matches!(verdict, Verdict::Unknown) && solver.nodes() < limits.nodes, "{verdict:?}");
    }
}

/// The position after these moves, of which black makes the first.
fn after(grid: &Grid, moves: &str) -> Grid {
    let mut grid = grid.clone();
    for (point, color) in
        parse_moves(grid.geometry(), moves).unwrap().into_iter().zip(Color::BOTH.into_iter().cycle())
    {
        grid.set(point, color.into());
    }
    grid
}

/// Whether `X` wins by threats, as a proof that passes the checker shows.
fn wins_by_threats<R: RuleSet>(diagram: &str, to_move: Color) -> bool {
    let grid = read(diagram, to_move);
    match vct::<R>(&grid, to_move, Width::Wide, 100_000).0 {
        Verdict::Win(proof) => {
            assert!(check(R::KIND, &grid, to_move, &proof).is_ok(), "{to_move}, {}\n{grid}", R::KIND);
            true
        }
        Verdict::NoWin => false,
        Verdict::Unknown => panic!("{to_move}, {}\n{grid}", R::KIND),
    }
}

#[test]
fn white_wins_by_a_three_that_black_may_not_block() {
    // On either point of the row black would make six.
    let diagram = "
        # # # # # # # # #
        # # # # # O O # #
        # # # # # O O # #
        # # # # # O O # #
        # O X X . . . # #
        # # # # # O O # #
        # # # # # O O # #
        . . . # # # # # #";
    assert!(wins_by_threats::<Renju>(diagram, White));
    assert!(!wins_by_threats::<Standard>(diagram, White));
    assert!(matches!(vcf::<Renju>(&read(diagram, White), White), Verdict::NoWin));
}

#[test]
fn black_may_lift_the_ban_on_a_block() {
    // On f5 and on g5 black would make two threes each. Of one of either a stone at g6 makes a four, which is legal only
    // where the white stone at g7 keeps g6 itself from making two threes.
    let diagram = "
        # # # # # . . # # # #
        # # . . # . . # # # #
        # # # . . O O # # # #
        # # # # . O O # # # #
        # O X X . . . # # # #
        # # # # # . . O # # #
        # # # # # . ? O . # #
        # # # # # # . # O . #
        # # # # # # # # # . #
        # # # # # # # # # # .";
    for (g7, may_lift) in [("X", true), (".", false)] {
        let diagram = diagram.replace('?', g7);
        let grid = read(&diagram, White);
        let foul = |name| rules::forbidden(&grid, point(&grid, name));
        assert_eq!((foul("f5"), foul("g5")), (Some(Foul::DoubleThree), Some(Foul::DoubleThree)));
        assert_eq!(foul("g6").is_none(), may_lift);
        assert_eq!(wins_by_threats::<Renju>(&diagram, White), !may_lift, "{g7} at g7");
    }
}

#[test]
fn a_forbidden_point_of_black_may_become_legal_on_the_way() {
    // At e5 black would make a four and two threes; the block of a four in the column h spoils one of the threes.
    let diagram = "
        # # # # # # # # #
        # # # # # # # # #
        # # . # . # # O #
        # # # . . # # X #
        O X X X . . # X #
        # # # # X X # X #
        # # # # X # X . #
        # # # # . # # . #
        # # # # . # # # .";
    let grid = read(diagram, Black);
    let foul = |grid: &Grid| rules::forbidden(grid, point(grid, "e5"));
    assert_eq!(foul(&grid), Some(Foul::DoubleThree));
    assert_eq!(foul(&after(&grid, "h7h8")), None);
    assert!(wins_by_threats::<Renju>(diagram, Black));
    let without_the_four = diagram.replacen("# # O #", "# # # #", 1).replacen("# # X #", "# # O #", 1);
    assert!(!wins_by_threats::<Renju>(&without_the_four, Black));
    assert!(wins_by_threats::<Standard>(&without_the_four, Black));
}

#[test]
fn a_legal_point_of_black_may_become_forbidden_on_the_way() {
    // Fours at f5 and then at f6, where with the stone of the first there are two at once.
    let diagram = "
        # # # # # # # # # #
        # # # # # O # # # #
        # # # # # X # # # #
        # # # # # X # # # #
        # O X X X . . # # #
        # # # # . . X X X O
        # # # # # . # # # #";
    let grid = read(diagram, Black);
    let foul = |grid: &Grid| rules::forbidden(grid, point(grid, "f6"));
    assert_eq!(foul(&grid), None);
    assert_eq!(foul(&after(&grid, "f5g5")), Some(Foul::DoubleFour));
    assert!(wins_by_threats::<Standard>(diagram, Black));
    assert!(!wins_by_threats::<Renju>(diagram, Black));
}

/// The claim that white wins in the second diagram.
fn claim() -> Claim {
    let setup = Setup::of_grid(read(TWO_FOURS, White), Rule::try_from(9).unwrap()).unwrap();
    let proof = win::<CaroExact>(&setup.grid, setup.to_move);
    Claim::new(setup, proof)
}

#[test]
fn a_proof_reads_back_as_itself() {
    let claim = claim();
    assert_eq!((claim.setup.to_move, claim.plies), (White, 7));
    let text = claim.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..5], ["hanxing proof", "rule 9", "size 11x11", "side white", "plies 7"]);
    assert_eq!(lines[5 + 11], "1 h6");
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let read: Claim = text.parse().unwrap();
        assert_eq!((read.setup.clone(), read.plies), (claim.setup.clone(), claim.plies));
        assert_eq!(read.to_string(), claim.to_string());
        assert_eq!(read.check().unwrap(), claim.check().unwrap());
    }
}

#[test]
fn a_text_that_is_no_proof_is_refused_with_its_line() {
    let text = claim().to_string();
    let refusal = |spoilt: &str| spoilt.parse::<Claim>().unwrap_err().to_string();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in\n{text}");
        refusal(&text.replacen(from, to, 1))
    };
    assert_eq!(refusal(""), "line 1: expected 'hanxing proof'");
    assert_eq!(with("rule 9", "rule 5"), "line 2: expected 'rule' and its value");
    assert_eq!(with("size 11x11", "size 11x12"), "line 17: '1' is not one of . X O # in a diagram");
    assert_eq!(with("size 11x11", "size 12x11"), "line 16: the diagram is not of that size");
    assert_eq!(with("side white", "side black"), "line 16: with these stones white is to move");
    assert_eq!(with("O", "."), "line 16: no game has 8 black and 6 white stones, with black to begin");
    assert_eq!(with("plies 7", "plies seven"), "line 5: expected 'plies' and its value");
    assert_eq!(with("\n1 ", "\n2 "), "line 17: expected step 1");
    assert_eq!(with("\n1 h6", "\n1 l6"), "line 17: 'l6' is not a point of the board");
    assert_eq!(with("\n1 h6", "\n1 h6 *:1"), "line 17: no step 1 before");
    assert_eq!(with("\n1 h6", "\n1 h6 f7"), "line 17: 'f7' is not answer:step");
    assert_eq!(with("\n2 ", "\n2 a1 a2:1\n2 "), "line 18: expected *:step after the answers");
    let head: String = text.lines().take(16).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(refusal(&head), "line 17: expected a step of the proof");
    let ladder: String = (2..200).map(|number| format!("{number} a1 *:{}\n", number - 1)).collect();
    assert_eq!(refusal(&format!("{head}1 a1\n{ladder}")), {
        "line 78: the proof is longer than the board has points"
    });
}
