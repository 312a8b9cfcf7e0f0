//! The arena: engines play against each other under the referee, and the results say who is stronger, and how sure
//! that is.
//!
//! A match is a [`schedule`] of games between [`engines`] from [`openings`]. [`tournament`] spreads them over threads;
//! [`game`] plays one, with a [`player`] on either side (a program behind a [`process`] and its [`manager`], or one that
//! is [`built_in`]), a [`clock`] for each, and the [`referee`] whose [`verdict`] counts. The [`results`] are kept game
//! by game, so that a match can be continued, or spread over machines and put together again with [`merge`]; a
//! [`summary`] of them, with [`statistics`] and the [`sprt`], makes the [`report`].

pub mod built_in;
pub mod clock;
pub mod engines;
pub mod game;
pub mod manager;
pub mod memory;
pub mod merge;
pub mod messages;
pub mod openings;
mod options;
pub mod player;
pub mod process;
pub mod records;
pub mod referee;
pub mod report;
pub mod results;
pub mod schedule;
pub mod sprt;
pub mod statistics;
pub mod summary;
pub mod tournament;
pub mod verdict;

use std::io::Write;

use options::Action;
pub use options::Arguments;

/// Does what the command line asks for and writes tables to `out`.
///
/// # Errors
/// A command line that makes no sense, files that cannot be read or written, or a match that was interrupted.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.action {
        Some(Action::Merge(arguments)) => merge::run(arguments, out),
        None => tournament::run(arguments, out),
    }
}
