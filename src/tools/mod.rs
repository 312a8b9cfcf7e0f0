//! What the executable does besides playing.

pub mod arena;
pub mod batch;
pub mod bench;
mod options;
