//! Games of the engine against itself, to learn evaluations from.
//!
//! [`play`] lets the engine play [`game`] after game from balanced openings and keeps them in the form of
//! [`archive`](crate::record::scored::archive), each with a checksum, so that a run goes on where it was killed and the
//! files of many machines are put together by concatenation. [`files`] reads them, and games as text as well, for
//! [`stats`], [`verify`] and [`text`], and [`fit`] makes pattern weights of them.

pub mod files;
pub mod fit;
pub mod game;
pub mod play;
pub mod stats;
pub mod text;
pub mod verify;

use std::io::Write;
use std::path::PathBuf;

/// Makes and looks at games of the engine against itself, to learn evaluations from
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Play(play::Arguments),
    /// Sums games up: results, lengths, and how well the scores tell the results
    Stats(Files),
    /// Replays games under the referee and lists what is wrong with them or with their files
    Verify(Files),
    Fit(fit::Arguments),
    /// Writes games as text, one a line: rule, size, winner, opening, and each move with its score
    Text(Files),
}

/// Files to read.
#[derive(Debug, clap::Args)]
struct Files {
    /// Games that 'play' or 'text' has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Does what the command line asks for and writes what there is to tell to `out`.
///
/// # Errors
/// A command line that makes no sense, files that cannot be read or written or have faults, or games that were
/// interrupted.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.action {
        Action::Play(arguments) => play::run(arguments, out),
        Action::Stats(Files { files }) => stats::run(files, out),
        Action::Verify(Files { files }) => verify::run(files, out),
        Action::Fit(arguments) => fit::run(arguments, out),
        Action::Text(Files { files }) => text::run(files, out),
    }
}
