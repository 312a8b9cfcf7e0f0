//! A hundred games between two other engines, Rapfi 0.43.02 and PentaZen 0.4.17, with the results that c-gomoku-cli gave
//! them: what the referee and the statistics are held against.

use hanxing::base::Color;
use hanxing::board::{Geometry, parse_moves};
use hanxing::rules::Rule;
use hanxing::tools::arena::referee::{DrawRules, Referee};
use hanxing::tools::arena::sprt::Sprt;
use hanxing::tools::arena::statistics::Tally;
use hanxing::tools::arena::verdict::End;

/// A game a line: the rule's number, who had black, what black got in half points, and the moves. Two games in a row
/// are from the same opening with sides changed.
const GAMES: &str = include_str!("recorded_games.txt");

struct Game<'a> {
    rule: Rule,
    black: &'a str,
    /// Half points of black.
    result: usize,
    moves: &'a str,
}

fn games() -> Vec<Game<'static>> {
    let game = |line: &'static str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [rule, black, result, moves] = words[..] else { panic!("{line}") };
        let rule = Rule::try_from(rule.parse::<i64>().unwrap()).unwrap();
        Game { rule, black, result: result.parse().unwrap(), moves }
    };
    GAMES.lines().map(game).collect()
}

pub fn the_referee_agrees_with_another_one() {
    assert_eq!(games().len(), 100);
    let geometry = Geometry::new(15, 15).unwrap();
    for (number, Game { rule, result, moves, .. }) in games().into_iter().enumerate() {
        let mut referee = Referee::new(geometry, rule, DrawRules::default());
        let mut ends: Vec<Option<End>> = Vec::new();
        for point in parse_moves(geometry, moves).unwrap() {
            ends.push(referee.play(point).unwrap());
        }
        let last = ends.pop().flatten().unwrap_or_else(|| panic!("game {number} is not over"));
        assert!(ends.iter().all(Option::is_none), "game {number} is over too soon");
        let expected = [Some(Color::White), None, Some(Color::Black)][result];
        assert_eq!(last.winner, expected, "game {number}");
    }
}

pub fn the_statistics_agree_with_the_plain_formulas() {
    let points = |game: &Game| if game.black == "rapfi" { game.result } else { 2 - game.result };
    let points: Vec<usize> = games().iter().map(points).collect();
    let mut tally = Tally::default();
    points.iter().for_each(|&half_points| tally.add_game(half_points));
    points.chunks(2).for_each(|pair| tally.add_pair(pair.iter().sum()));
    let estimate = tally.estimate().unwrap();

    // The mean of the pairs, its standard error from the sum of squares, and Elo, by the formulas of any textbook.
    let pairs: Vec<f64> = points.chunks(2).map(|pair| pair.iter().sum::<usize>() as f64 / 4.0).collect();
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let deviation = ((pairs.iter().map(|pair| pair * pair).sum::<f64>() / n - mean * mean) / n).sqrt();
    let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    let error = (elo(mean + 1.959_964 * deviation) - elo(mean - 1.959_964 * deviation)) / 2.0;
    assert!((estimate.score - mean).abs() < 1e-12);
    assert!((estimate.elo - elo(mean)).abs() < 1e-9, "{estimate:?}");
    assert!((estimate.error - error).abs() < 1e-3, "{estimate:?} {error}");

    // The same by the statistics library of Python, and the ratio of likelihoods by a general optimiser (SLSQP of
    // SciPy) over all distributions of the results of a pair that have the mean of a hypothesis.
    let close = |value: f64, expected: f64, tolerance: f64| {
        assert!((value - expected).abs() < tolerance, "{value} is not {expected}");
    };
    assert_eq!((tally.wins, tally.draws, tally.losses, tally.pairs), (64, 1, 35, [8, 1, 18, 0, 23]));
    close(estimate.elo, 103.732_544_632, 1e-9);
    close(estimate.error, 79.004_636_024, 1e-8);
    close(estimate.los, 0.997_349_940, 1e-6);
    let ratio = |elo1| Sprt { elo1, ..Sprt::default() }.ratio(&tally.pairs);
    close(ratio(10.0), 0.641_651, 1e-4);
    close(ratio(200.0), 0.738_818, 1e-4);
}
