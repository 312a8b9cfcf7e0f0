//! A position with everything that search, solver and evaluation read from it, kept up to date move by move.

mod defence;
mod layout;
mod observer;
mod renju;
mod state;
mod stones;
mod stretch;

pub use defence::Answers;
pub use observer::{NoObserver, Observer, WindowChange};
pub use state::{Lines, Position};
pub use stones::Stones;
pub use stretch::Stretch;
