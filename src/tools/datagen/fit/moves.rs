//! Positions as the order of moves sees them, and which move was played.

use super::model;
use super::slots::Moves;
use super::values::{is_evaluated, opening};
use crate::board::Point;
use crate::eval::weights::{NEARNESS, nearness};
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::record::scored::ScoredGame;
use crate::rules::RuleSet;

/// The weights that add up for one move.
type Candidate = [u32; 4];

struct Choice {
    candidates: Vec<Candidate>,
    played: usize,
}

/// Positions of games in which there was a choice.
pub struct Choices(Vec<Choice>);

/// How well weights tell the moves that were played.
pub struct Accuracy {
    /// The mean cross-entropy in nats.
    pub loss: f64,
    /// The part of the moves that come first.
    pub first: f64,
    /// How many others come before the move, in the mean.
    pub rank: f64,
}

impl Choices {
    /// The choices in `games`, but for those with a five at stake, with an open four to be played, and those that were
    /// lost anyway.
    pub fn of<'a, R: RuleSet>(games: impl Iterator<Item = &'a ScoredGame>) -> Choices {
        let slots = Moves::new::<R>();
        let mut choices = Vec::new();
        for game in games {
            let (grid, side) = opening(game);
            let mut position = Position::<R>::new(&grid, side);
            let points: Vec<Point> = game.points().collect();
            for (at, played) in (game.opening.len()..).zip(&game.moves) {
                if is_evaluated(&position) && !played.score.is_loss() {
                    let last_two = [1, 2].map(|ago| at.checked_sub(ago).map(|at| points[at]));
                    choices.extend(choice(&slots, &mut position, played.point, last_two));
                }
                position.play(played.point, &mut NoObserver);
            }
        }
        Choices(choices)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The weights that make the moves that were played most likely.
    pub fn fit(&self, slots: &Moves, epochs: u32) -> Vec<f32> {
        model::fit(&slots.layout, self.0.len(), epochs, |choice, weights, gradient| {
            let Choice { candidates, played } = &self.0[choice];
            for (at, (candidate, likely)) in
                candidates.iter().zip(likelihoods(candidates, weights)).enumerate()
            {
                let error = likely - f32::from(u8::from(at == *played));
                candidate.iter().for_each(|&slot| gradient[slot as usize] += error);
            }
        })
    }

    pub fn accuracy(&self, weights: &[f32]) -> Accuracy {
        let (mut loss, mut first, mut rank) = (0.0, 0, 0);
        for Choice { candidates, played } in &self.0 {
            let likely = likelihoods(candidates, weights);
            let before = likely.iter().filter(|&&other| other > likely[*played]).count();
            loss -= f64::from(likely[*played].max(f32::MIN_POSITIVE)).ln();
            first += usize::from(before == 0);
            rank += before;
        }
        let count = self.0.len().max(1) as f64;
        Accuracy { loss: loss / count, first: first as f64 / count, rank: rank as f64 / count }
    }
}

fn choice<R: RuleSet>(
    slots: &Moves,
    position: &mut Position<R>,
    played: Point,
    last_two: [Option<Point>; 2],
) -> Option<Choice> {
    let side = position.to_move();
    let set = if position.count(!side, Threat::OpenFour) > 0 {
        position.defences_to_open_four()
    } else {
        position.candidates()
    };
    let legal: Vec<Point> =
        set.iter().map(Point::from_index).filter(|&point| !position.is_forbidden(point, side)).collect();
    let candidate = |&point: &Point| {
        let lines = position.lines(point);
        let near =
            |ago: usize| last_two[ago].map_or(NEARNESS - 1, |last| nearness(position.distance(point, last)));
        [
            slots.attack(side, lines.of(side)),
            slots.defence(!side, lines.of(!side)),
            slots.near(0, near(0)),
            slots.near(1, near(1)),
        ]
    };
    let candidates: Vec<Candidate> = legal.iter().map(candidate).collect();
    let played = legal.iter().position(|&point| point == played)?;
    (candidates.len() > 1).then_some(Choice { candidates, played })
}

fn likelihoods(candidates: &[Candidate], weights: &[f32]) -> Vec<f32> {
    let sum = |candidate: &Candidate| candidate.iter().map(|&slot| weights[slot as usize]).sum();
    let sums: Vec<f32> = candidates.iter().map(sum).collect();
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let mut likely: Vec<f32> = sums.into_iter().map(|sum| (sum - most).exp()).collect();
    let all: f32 = likely.iter().sum();
    likely.iter_mut().for_each(|part| *part /= all);
    likely
}
