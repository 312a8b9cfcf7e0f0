//! The board without any rule: geometry, points, stones, hashing, notation and diagrams.

mod diagram;
mod geometry;
mod grid;
mod notation;
mod zobrist;

pub use diagram::DiagramError;
pub use geometry::{Direction, Geometry, Point, SizeError};
pub use grid::{Cell, Grid};
pub use notation::{MovesError, parse_moves, parse_point};
pub use zobrist::{SIDE_KEY, stone_key};
