//! What the executable does besides playing.

pub mod bench;
