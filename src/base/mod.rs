//! Values that every layer shares and that know nothing of the game's rules or geometry.

mod bitset;
mod color;
mod random;
mod score;
mod stop;

pub use bitset::BitSet;
pub use color::{Color, PerColor};
pub use random::{Random, mix};
pub use score::Score;
pub use stop::Stop;
