//! Linear models whose weights are sums of shared parts, fitted by gradient descent.

use arrayvec::ArrayVec;

use crate::base::Random;

/// The parts of a weight, by number.
pub type Parts = ArrayVec<u32, 11>;

/// Positions between two steps.
const BATCH: usize = 512;
/// The first size of a step; it falls to a twentieth.
const RATE: f32 = 0.005;
/// How much a part that counts fully is drawn to zero.
const DECAY: f32 = 2e-4;

/// What each weight is the sum of.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    slots: Vec<Parts>,
    /// By part: how much it is drawn to zero.
    decays: Vec<f32>,
}

impl Layout {
    /// A new part, which is drawn to zero so much.
    pub fn part(&mut self, decay: f32) -> u32 {
        self.decays.push(decay);
        self.decays.len() as u32 - 1
    }

    /// So many new parts; answers the first.
    pub fn parts(&mut self, count: usize, decay: f32) -> u32 {
        let first = self.decays.len() as u32;
        self.decays.resize(self.decays.len() + count, decay);
        first
    }

    /// A new weight, the sum of `parts`.
    pub fn slot(&mut self, parts: Parts) {
        self.slots.push(parts);
    }

    /// So many new weights, each a part of its own.
    pub fn slots(&mut self, count: usize, decay: f32) {
        for _ in 0..count {
            let part = self.part(decay);
            self.slot([part].into_iter().collect());
        }
    }

    fn weights(&self, parts: &[f32]) -> Vec<f32> {
        self.slots.iter().map(|slot| slot.iter().map(|&part| parts[part as usize]).sum()).collect()
    }
}

/// The weights that make `samples` samples most likely. `learn(sample, weights, gradient)` adds the gradient of a
/// sample's loss to that of the weights. The method is Adam (D. P. Kingma and J. Ba, 2014).
pub fn fit(
    layout: &Layout,
    samples: usize,
    epochs: u32,
    mut learn: impl FnMut(usize, &[f32], &mut [f32]),
) -> Vec<f32> {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    let count = layout.decays.len();
    let (mut parts, mut means, mut squares) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let mut order: Vec<usize> = (0..samples).collect();
    let mut random = Random::new(0);
    let mut step = 0;
    for epoch in 0..epochs {
        random.shuffle(&mut order);
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32).max(0.05);
        for batch in order.chunks(BATCH) {
            let weights = layout.weights(&parts);
            let mut gradient = vec![0.0; weights.len()];
            batch.iter().for_each(|&sample| learn(sample, &weights, &mut gradient));
            let mut slopes: Vec<f32> =
                parts.iter().zip(&layout.decays).map(|(part, decay)| part * decay * DECAY).collect();
            for (slot, slope) in layout.slots.iter().zip(gradient) {
                slot.iter().for_each(|&part| slopes[part as usize] += slope / batch.len() as f32);
            }
            step += 1;
            let (mean_bias, square_bias) = (1.0 - MEAN.powi(step), 1.0 - SQUARE.powi(step));
            for (at, slope) in slopes.into_iter().enumerate() {
                means[at] += (1.0 - MEAN) * (slope - means[at]);
                squares[at] += (1.0 - SQUARE) * (slope * slope - squares[at]);
                parts[at] -= rate * (means[at] / mean_bias) / ((squares[at] / square_bias).sqrt() + 1e-8);
            }
        }
    }
    layout.weights(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_found_again() {
        // Three of four samples of weight 0 win, one of four of weight 1, which shares a part.
        let mut layout = Layout::default();
        let shared = layout.part(0.0);
        let own = layout.part(0.0);
        layout.slot([shared].into_iter().collect());
        layout.slot([shared, own].into_iter().collect());
        let samples = 4096;
        let weights = fit(&layout, samples, 300, |sample, weights, gradient| {
            let slot = sample % 2;
            let won = (sample / 2 % 4 == 0) == (slot == 1);
            gradient[slot] += 1.0 / (1.0 + (-weights[slot]).exp()) - f32::from(u8::from(won));
        });
        for (weight, odds) in weights.into_iter().zip([3.0_f32, 1.0 / 3.0]) {
            assert!((weight - odds.ln()).abs() < 0.02, "{weight} is not {}", odds.ln());
        }
    }
}
