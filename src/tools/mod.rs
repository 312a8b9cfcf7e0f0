//! What the executable does besides playing.

pub mod arena;
pub mod bench;
