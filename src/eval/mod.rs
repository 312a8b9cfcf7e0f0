//! Evaluations: what a position is worth to the side to move, kept up to date as observers of the position.

mod classic;

pub use classic::Classic;
