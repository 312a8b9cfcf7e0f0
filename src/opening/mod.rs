//! Openings.

mod swap2;

pub use swap2::{Swap2, Swap2Error, swap2};
