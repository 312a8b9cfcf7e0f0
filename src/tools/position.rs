//! The position that a tool is asked about.

use std::error::Error;
use std::{fmt, fs, io};

use anyhow::Context;

use super::options::{parse_rectangle, parse_rule, parse_square};
use crate::board::Geometry;
use crate::record::Setup;
use crate::rules::Rule;

/// A position on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArguments {
    /// Rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact; 2 more for a continuous game [default: that of an
    /// SGF file, or 0]
    #[arg(long, value_parser = parse_rule)]
    rule: Option<Rule>,
    /// Size of a square board [default: that of a file, or 15]
    #[arg(long, value_name = "N", value_parser = parse_square)]
    size: Option<Geometry>,
    /// Size of another board
    #[arg(long, value_name = "WIDTHxHEIGHT", conflicts_with = "size", value_parser = parse_rectangle)]
    rect: Option<Geometry>,
    /// Moves in one word, as h8i9j10 with rows from the top, or a file with such moves, a PSQ or SGF game or a diagram
    /// (. empty, X black, O white, # dead); - reads standard input
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
}

impl PositionArguments {
    /// The position, in which there is a move to make.
    ///
    /// # Errors
    /// [`BadPosition`] for anything else.
    pub fn read(&self) -> Result<Setup, BadPosition> {
        self.setup().map_err(|error| BadPosition(format!("{error:#}")))
    }

    fn setup(&self) -> anyhow::Result<Setup> {
        let read = |text: &str| Setup::read(text, self.rule, self.rect.or(self.size));
        match self.position.as_str() {
            "-" => {
                let source = "standard input";
                read(&io::read_to_string(io::stdin()).context(source)?).context(source)
            }
            moves if is_moves(moves) => Ok(read(moves)?),
            path => {
                let neither = || format!("'{path}' is neither moves, as h8i9, nor a file that can be read");
                read(&fs::read_to_string(path).with_context(neither)?).with_context(|| path.to_string())
            }
        }
    }
}

/// Whether the text has the form of moves, of which each has a letter or two and digits. A file of such a name can be
/// given with its folder.
fn is_moves(text: &str) -> bool {
    let is_separator = |c: char| c.is_ascii_digit() || c.is_whitespace();
    text.chars().all(|c| c.is_ascii_alphabetic() || is_separator(c))
        && text.split(is_separator).all(|letters| letters.len() <= 2)
}

/// Why there is no position to work on, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition(String);

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadPosition {}
