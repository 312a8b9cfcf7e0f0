//! The Piskvork/Gomocup protocol on standard input and output.
//!
//! [`wire`] turns lines into commands and replies into lines, [`piskvork`] is the dialogue between a manager and the
//! engine, [`session`] joins it to the real streams. None of them may panic on anything a manager sends.
//!
//! The commands that only Yixin-Board knows belong into a module `yixin` beside `piskvork`: [`wire::parse`] would hand
//! it the words that it now calls unknown, and [`piskvork::Dialogue`] the commands that came of them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod piskvork;
pub mod session;
pub mod wire;
