//! Line patterns: what a stone on a point makes of each line through it, and of the four lines together.
//!
//! A line is seen through a window of eleven cells centred on the point. The tables are generated from the
//! [referee](crate::rules), one pair of colours a rule, and shared by everything that reasons about threats.

mod line;
mod shape;
mod tables;
mod threat;
mod window;

pub use line::LineClass;
pub use shape::Shape;
pub use tables::Tables;
pub use threat::Threat;
pub use window::{Side, Window, WindowKey};
