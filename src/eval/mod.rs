//! Evaluations: what a position is worth to the side to move, kept up to date as observers of the position.

mod classic;
pub mod weights;

pub use classic::{Classic, Sums};
pub use weights::Weights;
