//! What results say about strength.
//!
//! Both games from one opening are looked at together, as the opening favours one side in one of them and the other in
//! the other: pairs, with nought to four half points, scatter less than their games would if they were independent
//! (the pentanomial model of the chess testing framework Fishtest).

use std::f64::consts::{LN_10, SQRT_2};

use serde::{Deserialize, Serialize};

/// The 95 % quantile of the normal distribution, two-sided.
const Z95: f64 = 1.959_963_984_540_054;

/// How the games of one side ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games from one opening with nought to four half points. Games without a partner are not counted here.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game by its half points.
    pub fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair by the half points of both games together, which are counted by themselves.
    pub fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// What the tally says about strength; nothing without games.
    pub fn estimate(&self) -> Option<Estimate> {
        let games = self.games();
        let score = (self.wins as f64 + self.draws as f64 / 2.0) / games as f64;
        (games > 0).then(|| Estimate::new(score, &self.pairs))
    }
}

/// The strength of one side as against the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points a game, from nought to one.
    pub score: f64,
    /// The difference in Elo that gives this score. Infinite if all is won or lost.
    pub elo: f64,
    /// Half the width of its interval of 95 % confidence. Infinite if an end of it is, or if no pair is complete.
    pub error: f64,
    /// Likelihood of superiority: how sure it is that this side is the stronger one.
    pub los: f64,
}

impl Estimate {
    fn new(score: f64, pairs: &[u64; 5]) -> Estimate {
        let elo = elo_of_score(score);
        let Some(deviation) = standard_error(pairs) else {
            return Estimate { score, elo, error: f64::INFINITY, los: 0.5 };
        };
        let error = (elo_of_score(score + Z95 * deviation) - elo_of_score(score - Z95 * deviation)) / 2.0;
        let los = normal_distribution((score - 0.5) / deviation);
        Estimate { score, elo, error, los }
    }
}

/// The standard error of the mean of all pairs, as points a game, if there are any.
fn standard_error(pairs: &[u64; 5]) -> Option<f64> {
    let mut weights = pairs.map(|count| count as f64);
    match pairs.iter().filter(|&&count| count > 0).count() {
        0 => return None,
        // That all pairs ended alike does not mean that the next one must: half a pair at either end, as in Jeffreys'
        // prior, says so. Two engines without any chance in them give such results.
        1 => [0, 4].into_iter().for_each(|end| weights[end] += 0.5),
        _ => {}
    }
    let count: f64 = weights.iter().sum();
    let mean: f64 = weights.iter().zip(POINTS).map(|(weight, points)| weight * points).sum::<f64>() / count;
    let squares = weights.iter().zip(POINTS).map(|(weight, points)| weight * (points - mean).powi(2));
    Some((squares.sum::<f64>() / count / count).sqrt())
}

/// The points a game of a pair, by its half points.
pub const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The difference in Elo that gives a score, by the logistic curve; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 / LN_10 * (score / (1.0 - score)).ln()
}

/// The score that a difference in Elo gives.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo * LN_10 / 400.0).exp())
}

/// The standard normal distribution function, to seven digits (Abramowitz and Stegun, "Handbook of Mathematical
/// Functions", 7.1.26).
fn normal_distribution(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let upper = polynomial * (-z * z).exp() / 2.0;
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(elo_of_score(0.5), 0.0, 1e-12);
        // The classic 3:1.
        close(elo_of_score(0.75), 190.848_501_887_865, 1e-9);
        close(score_of_elo(elo_of_score(0.123)), 0.123, 1e-12);
        assert_eq!((elo_of_score(1.0), elo_of_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn the_normal_distribution_is_as_in_tables() {
        for (x, value) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (Z95, 0.975), (3.0, 0.998_650_1)]
        {
            close(normal_distribution(x), value, 2e-7);
        }
    }

    /// Forty games by hand: twenty pairs, of which 1, 2, 8, 6 and 3 have 0, 0.5, 1, 1.5 and 2 points.
    #[test]
    fn an_estimate_agrees_with_the_same_by_hand() {
        let tally = Tally { wins: 20, draws: 8, losses: 12, pairs: [1, 2, 8, 6, 3] };
        let estimate = tally.estimate().unwrap();
        // Mean (0*1 + 0.25*2 + 0.5*8 + 0.75*6 + 1*3) / 20 = 0.6; variance of a pair
        // (1*0.36 + 2*0.1225 + 8*0.01 + 6*0.0225 + 3*0.16) / 20 = 0.065; of the mean 0.00325.
        let deviation = 0.00325f64.sqrt();
        close(estimate.score, 0.6, 1e-12);
        close(estimate.elo, 70.436_503_6, 1e-6);
        let (low, high) = (0.6 - 1.959_964 * deviation, 0.6 + 1.959_964 * deviation);
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        close(estimate.error, (elo(high) - elo(low)) / 2.0, 1e-3);
        // The distribution function at 0.1 / 0.0570088 = 1.7541.
        close(estimate.los, 0.960_3, 1e-4);
    }

    #[test]
    fn pairs_scatter_less_than_their_games() {
        // Black wins every game: as single games the same score would have the widest error there is.
        let tally = Tally { wins: 50, draws: 0, losses: 50, pairs: [0, 0, 50, 0, 0] };
        let estimate = tally.estimate().unwrap();
        assert_eq!((estimate.score, estimate.elo), (0.5, 0.0));
        // With half a pair at either end the variance of the mean is (1/2 * 1/4 + 1/2 * 1/4) / 51 / 51, a standard
        // error of 0.0098039, whose 1.96 are 0.0192153 points or 13.359 Elo. As single games it would be 69.
        close(estimate.error, 13.359, 1e-3);
        close(estimate.los, 0.5, 1e-6);
    }

    #[test]
    fn the_ends_are_not_overrated() {
        assert_eq!(Tally::default().estimate(), None);
        let won = Tally { wins: 2, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 1] }.estimate().unwrap();
        assert_eq!((won.elo, won.error), (f64::INFINITY, f64::INFINITY));
        assert!(won.los > 0.8 && won.los < 0.99, "{won:?}");
        let single = Tally { wins: 1, ..Tally::default() }.estimate().unwrap();
        assert_eq!((single.error, single.los), (f64::INFINITY, 0.5));
    }
}
