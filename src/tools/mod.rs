//! What the executable does besides playing.

pub mod analyze;
pub mod arena;
pub mod batch;
pub mod bench;
pub mod datagen;
mod options;
pub mod position;
