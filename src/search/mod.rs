//! The search: iterative deepening over an alpha-beta tree of principal variations, ordered by pattern weights and
//! histories, with wins by fours at its leaves.

mod clock;
mod control;
mod history;
mod moves;
mod node;
pub mod parameters;
mod picker;
mod report;
mod root;
mod searcher;
mod selection;
mod table;
mod threats;

pub use clock::TimeSettings;
pub use control::{Control, Limits};
pub use report::Report;
pub use searcher::{MemoryError, Resources, Searcher};
