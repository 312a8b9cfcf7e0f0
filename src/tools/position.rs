//! The positions that a tool is asked about.

use std::error::Error;
use std::{fmt, fs, io};

use anyhow::Context;

use super::options::{parse_rectangle, parse_rule, parse_square};
use crate::board::Geometry;
use crate::record::{Setup, SetupError};
use crate::rules::Rule;

/// What a position does not say itself.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SetupOptions {
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
}

impl SetupOptions {
    /// The position that `word` is or names, in which there is a move to make; `-` is all of standard input.
    ///
    /// # Errors
    /// [`BadInput`] for anything else.
    pub fn read(&self, word: &str) -> Result<Setup, BadInput> {
        let setup = || match word {
            "-" => {
                let source = "standard input";
                self.setup(&io::read_to_string(io::stdin()).context(source)?).context(source)
            }
            moves if is_moves(moves) => Ok(self.setup(moves)?),
            path => {
                let neither = || format!("'{path}' is neither moves, as h8i9, nor a file that can be read");
                self.setup(&fs::read_to_string(path).with_context(neither)?).with_context(|| path.to_string())
            }
        };
        setup().map_err(BadInput::new)
    }

    /// The positions on standard input, one a line; empty lines do not count. A line has moves alone, or the number of a
    /// rule, a size (`15` or `20x10`), moves in one word, and maybe the plies in which the side to move is known to win.
    ///
    /// # Errors
    /// [`BadInput`] that names the first line that is anything else.
    pub fn read_stream(&self) -> Result<Vec<Exercise>, BadInput> {
        let exercises = || {
            let text = io::read_to_string(io::stdin()).context("standard input")?;
            let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
            let read = |(line, number)| {
                let exercise = self.exercise(line);
                exercise.with_context(|| format!("standard input, line {number}"))
            };
            lines.map(read).collect::<anyhow::Result<_>>()
        };
        exercises().map_err(BadInput::new)
    }

    fn exercise(&self, line: &str) -> anyhow::Result<Exercise> {
        // Moves begin with a letter.
        if !line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Exercise { setup: self.setup(line)?, plies: None });
        }
        let expected = "expected 'rule size moves n'";
        let words: Vec<&str> = line.split_whitespace().collect();
        let (rule, size, moves, plies) = match words[..] {
            [rule, size, moves] => (rule, size, moves, None),
            [rule, size, moves, plies] => (rule, size, moves, Some(plies.parse().context(expected)?)),
            _ => anyhow::bail!(expected),
        };
        let geometry = parse_square(size).or_else(|_| parse_rectangle(size)).context(expected)?;
        let rule = Some(self.rule.unwrap_or(parse_rule(rule)?));
        match self.geometry() {
            Some(wanted) if wanted != geometry => Err(SetupError::Size { found: geometry, wanted })?,
            _ => Ok(Exercise { setup: Setup::read(moves, rule, Some(geometry))?, plies }),
        }
    }

    fn setup(&self, text: &str) -> Result<Setup, SetupError> {
        Setup::read(text, self.rule, self.geometry())
    }

    fn geometry(&self) -> Option<Geometry> {
        self.rect.or(self.size)
    }
}

/// A position of a stream.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position.
    pub setup: Setup,
    /// The plies in which the side to move is known to win.
    pub plies: Option<u32>,
}

/// A position on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArguments {
    #[command(flatten)]
    options: SetupOptions,
    /// Moves in one word, as h8i9j10 with rows from the top, or a file with such moves, a PSQ or SGF game or a diagram
    /// (. empty, X black, O white, # dead); - reads standard input
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
}

impl PositionArguments {
    /// The position, in which there is a move to make.
    ///
    /// # Errors
    /// [`BadInput`] for anything else.
    pub fn read(&self) -> Result<Setup, BadInput> {
        self.options.read(&self.position)
    }
}

/// Whether the text has the form of moves, of which each has a letter or two and digits. A file of such a name can be
/// given with its folder.
fn is_moves(text: &str) -> bool {
    let is_separator = |c: char| c.is_ascii_digit() || c.is_whitespace();
    text.chars().all(|c| c.is_ascii_alphabetic() || is_separator(c))
        && text.split(is_separator).all(|letters| letters.len() <= 2)
}

/// Why there is nothing to work on, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput(String);

impl BadInput {
    /// With all that led to `error`.
    pub fn new(error: anyhow::Error) -> BadInput {
        BadInput(format!("{error:#}"))
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadInput {}
