//! hanxing, a five-in-a-row engine that speaks the Piskvork/Gomocup protocol.
//!
//! The layers stand below in order; a module uses only those before it.

pub mod base;
pub mod board;
pub mod rules;
pub mod pattern;
pub mod position;
pub mod record;
pub mod eval;
pub mod solver;
pub mod search;
pub mod opening;
pub mod sparring;
pub mod engine;
pub mod protocol;
pub mod tools;
pub mod cli;
