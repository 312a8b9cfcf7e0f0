//! What the executable does besides playing.

pub mod analyze;
pub mod arena;
pub mod batch;
pub mod bench;
pub mod datagen;
mod map;
mod options;
pub mod parameters;
pub mod position;
pub mod solve;
