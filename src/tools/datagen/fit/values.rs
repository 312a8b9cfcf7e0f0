//! Positions as the evaluation sees them, and what became of them.

use super::model;
use super::slots::Values;
use crate::base::{Color, Score};
use crate::board::Grid;
use crate::eval::weights::threat_mask;
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::record::GameResult;
use crate::record::scored::ScoredGame;
use crate::rules::RuleSet;
use crate::tools::datagen::stats::log_loss;

/// A position: which weights count how much for the side to move.
struct Sample {
    /// Weights and how often they count, in halves.
    weights: Vec<(u32, i16)>,
    /// What to expect, from 0 to 1.
    target: f32,
    /// What the side to move got.
    result: f32,
}

/// Positions of games.
pub struct Samples(Vec<Sample>);

impl Samples {
    /// The positions of `games` that the search would evaluate and that are not decided: what has a proof teaches only
    /// to be sure. The target is so many parts result, the rest score.
    pub fn of<'a, R: RuleSet>(games: impl Iterator<Item = &'a ScoredGame>, results: f32) -> Samples {
        let slots = Values::new::<R>();
        let mut samples = Vec::new();
        for game in games {
            let (grid, side) = opening(game);
            let mut position = Position::<R>::new(&grid, side);
            let mut before = points(&slots, &position);
            for played in &game.moves {
                let side = position.to_move();
                let now = points(&slots, &position);
                if is_evaluated(&position) && !played.score.is_mate() {
                    let result = match game.result {
                        GameResult::Win(winner) => f32::from(u8::from(winner == side)),
                        GameResult::Draw => 0.5,
                    };
                    let score = sigmoid(played.score.value() as f32 / Score::UNITS as f32);
                    let target = results * result + (1.0 - results) * score;
                    samples.push(Sample {
                        weights: weights(&slots, &position, &now, &before),
                        target,
                        result,
                    });
                }
                position.play(played.point, &mut NoObserver);
                before = now;
            }
        }
        Samples(samples)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The weights that tell the targets best.
    pub fn fit(&self, slots: &Values, epochs: u32) -> Vec<f32> {
        model::fit(&slots.layout, self.0.len(), epochs, |sample, weights, gradient| {
            let sample = &self.0[sample];
            let error = sigmoid(sample.odds(weights)) - sample.target;
            for &(slot, halves) in &sample.weights {
                gradient[slot as usize] += error * f32::from(halves) / 2.0;
            }
        })
    }

    /// The mean cross-entropy of what `weights` expect and the results, in nats.
    pub fn loss(&self, weights: &[f32]) -> f64 {
        let loss = |sample: &Sample| log_loss(f64::from(sample.odds(weights)), f64::from(sample.result));
        self.0.iter().map(loss).sum::<f64>() / self.0.len().max(1) as f64
    }
}

impl Sample {
    fn odds(&self, weights: &[f32]) -> f32 {
        self.weights.iter().map(|&(slot, halves)| weights[slot as usize] * f32::from(halves)).sum::<f32>()
            / 2.0
    }
}

/// Whether the search would evaluate the position: no five is to be played or stopped, and no open four to be played.
pub fn is_evaluated<R: RuleSet>(position: &Position<R>) -> bool {
    let side = position.to_move();
    position.count(side, Threat::Five) == 0
        && position.count(!side, Threat::Five) == 0
        && position.count(side, Threat::OpenFour) == 0
}

/// The stones that a game begins with, and who is to move.
pub fn opening(game: &ScoredGame) -> (Grid, Color) {
    let mut grid = Grid::new(game.geometry);
    let mut side = Color::Black;
    for &point in &game.opening {
        grid.set(point, side.into());
        side = !side;
    }
    (grid, side)
}

/// Per empty point, the weights of black's and white's shape, and those of their threats together
/// for black and for white to move.
fn points<R: RuleSet>(slots: &Values, position: &Position<R>) -> Vec<[u32; 4]> {
    position
        .empty_points()
        .map(|point| {
            let (lines, threats) = (position.lines(point), position.threats(point));
            let [black, white] = Color::BOTH.map(|color| slots.shape(color, lines.of(color)));
            let [for_black, for_white] = Color::BOTH.map(|side| slots.cross(threats, side));
            [black, white, for_black, for_white]
        })
        .collect()
}

/// What counts in a position, `before` being the points before the last move.
fn weights<R: RuleSet>(
    slots: &Values,
    position: &Position<R>,
    now: &[[u32; 4]],
    before: &[[u32; 4]],
) -> Vec<(u32, i16)> {
    let side = position.to_move();
    let mut weights = Vec::with_capacity(4 * (now.len() + before.len()) + 32);
    for point in now.iter().chain(before) {
        weights.push((point[side as usize], 1));
        weights.push((point[!side as usize], -1));
        weights.push((point[2 + side as usize], 1));
    }
    for (other, color) in [side, !side].into_iter().enumerate() {
        for &threat in &Threat::ALL[1..=Threat::Five as usize] {
            weights.push((slots.count(other, threat), 2 * position.count(color, threat) as i16));
        }
    }
    weights.push((slots.mask(threat_mask(position)), 2));
    weights.push((slots.tempo(side), 2));
    weights.sort_unstable();
    weights.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    weights.retain(|&(_, halves)| halves != 0);
    weights.shrink_to_fit();
    weights
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
