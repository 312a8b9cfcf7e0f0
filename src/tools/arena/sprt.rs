//! The sequential probability ratio test: play until it is decided which of two hypotheses about strength holds.
//!
//! The generalised test on pairs of games, in its exact form: the likelihoods are the largest that a distribution of the
//! five results of a pair can have with the mean that a hypothesis prescribes (M. Van den Bergh, "Comments on Normalized
//! Elo" and "The GSPRT approximation"; bounds of A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use serde::Serialize;

use super::statistics::{POINTS, score_of_elo};

/// The hypotheses and how sure the decision has to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference in Elo under H0.
    pub elo0: f64,
    /// The difference in Elo under H1, above that of H0.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The first engine is no stronger than H0 says.
    H0,
    /// The first engine is as strong as H1 says.
    H1,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// Reads words `key=value`; what is not said is as in the default.
    ///
    /// # Errors
    /// A word that has no meaning, or hypotheses that cannot be told apart.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> anyhow::Result<Sprt> {
        let mut sprt = Sprt::default();
        for word in words {
            let (key, value) = word.split_once('=').with_context(|| format!("'{word}' is not key=value"))?;
            let value = f64::from_str(value).with_context(|| format!("'{value}' is no number"))?;
            match key {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => bail!("the test has no '{key}', only elo0, elo1, alpha and beta"),
            }
        }
        let Sprt { elo0, elo1, alpha, beta } = sprt;
        ensure!(elo0.is_finite() && elo1.is_finite() && elo0 < elo1, "elo0 {elo0} is not below elo1 {elo1}");
        let possible = |probability: f64| probability > 0.0 && probability < 0.5;
        ensure!(possible(alpha) && possible(beta), "alpha {alpha} and beta {beta} are not within 0..0.5");
        Ok(sprt)
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0 after pairs with nought to four half points.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // What has never happened may yet: without that nothing could be said while all pairs end alike.
        const UNSEEN: f64 = 1e-3;
        let weights = pairs.map(|count| (count as f64).max(UNSEEN));
        let log_likelihood = |elo: f64| {
            let score = score_of_elo(elo);
            let tilt = tilt(&weights, score);
            let terms = weights.iter().zip(POINTS);
            terms.map(|(weight, points)| -weight * (tilt * (points - score)).ln_1p()).sum::<f64>()
        };
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }

    /// What is decided by these pairs, if anything is.
    pub fn decide(&self, pairs: &[u64; 5]) -> Option<Decision> {
        let (ratio, (lower, upper)) = (self.ratio(pairs), self.bounds());
        match () {
            () if ratio >= upper => Some(Decision::H1),
            () if ratio <= lower => Some(Decision::H0),
            () => None,
        }
    }
}

/// The most likely distribution with the mean `score` has, for each result, the share seen divided by
/// `1 + tilt * (points - score)`. This finds the tilt with which the mean comes out, between those at which a share
/// would become negative: the sum below falls all the way.
fn tilt(weights: &[f64; 5], score: f64) -> f64 {
    let excess = |tilt: f64| {
        let terms = weights.iter().zip(POINTS);
        terms.map(|(weight, points)| weight * (points - score) / (1.0 + tilt * (points - score))).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0 {elo0} elo1 {elo1} alpha {alpha} beta {beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, ..Sprt::default() }
    }

    #[test]
    fn words_are_read() {
        let expected = Sprt { elo0: -5.0, elo1: 2.5, alpha: 0.1, beta: 0.05 };
        assert_eq!(Sprt::parse(["elo0=-5", "elo1=2.5", "alpha=0.1"]).unwrap(), expected);
        for words in [["elo0=5", "elo1=5"], ["alpha=0", "elo1=1"], ["beta=1", "elo1=1"], ["x=1", "elo1=1"]] {
            assert!(Sprt::parse(words).is_err(), "{words:?}");
        }
        let (lower, upper) = Sprt::default().bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + 19f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn two_results_are_a_test_of_a_coin() {
        // If pairs are only won or lost whole, their share is the only unknown and the ratio is Wald's for a coin.
        let (won, lost) = (60, 40);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(50.0));
        let coin = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        let ratio = sprt(0.0, 50.0).ratio(&[lost, 0, 0, 0, won]);
        assert!((ratio - coin).abs() < 0.02, "{ratio} {coin}");
    }

    #[test]
    fn many_results_are_near_normal() {
        // The approximation for a large number n of pairs with mean m and variance v:
        // n (s1 - s0) (2 m - s0 - s1) / (2 v).
        let pairs = [200u64, 400, 900, 420, 210];
        let n = pairs.iter().sum::<u64>() as f64;
        let m = pairs.iter().zip(POINTS).map(|(&count, points)| count as f64 * points).sum::<f64>() / n;
        let v =
            pairs.iter().zip(POINTS).map(|(&count, points)| count as f64 * (points - m).powi(2)).sum::<f64>()
                / n;
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let normal = n * (s1 - s0) * (2.0 * m - s0 - s1) / (2.0 * v);
        let ratio = sprt(0.0, 5.0).ratio(&pairs);
        assert!((ratio - normal).abs() < 0.01 * normal.abs().max(1.0), "{ratio} {normal}");
    }

    #[test]
    fn results_without_any_scatter_are_decided() {
        let after = |pairs: fn(u64) -> [u64; 5]| {
            let test = sprt(0.0, 10.0);
            (0..1000).find_map(|n| Some((n, test.decide(&pairs(n))?))).unwrap()
        };
        let (n, decision) = after(|n| [0, 0, n, 0, 0]);
        assert!(decision == Decision::H0 && (50..200).contains(&n), "{decision:?} after {n} pairs");
        let (n, decision) = after(|n| [0, 0, 0, 0, n]);
        assert!(decision == Decision::H1 && n < 250, "{decision:?} after {n} pairs");
        let (n, decision) = after(|n| [n, 0, 0, 0, 0]);
        assert!(decision == Decision::H0 && n < 250, "{decision:?} after {n} pairs");
        assert_eq!(sprt(0.0, 10.0).decide(&[0; 5]), None);
    }
}
