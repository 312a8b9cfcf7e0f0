//! Parts of command lines that several tools have.

use std::str::FromStr;

use anyhow::Context;

use crate::board::Geometry;
use crate::rules::Rule;

/// The rule and the board.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct GameOptions {
    /// Rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact; 2 more for a continuous game
    #[arg(long, default_value = "0", value_parser = parse_rule)]
    pub rule: Rule,
    /// Size of a square board
    #[arg(long, value_name = "N", default_value = "15", value_parser = parse_square)]
    size: Geometry,
    /// Size of another board
    #[arg(long, value_name = "WIDTHxHEIGHT", conflicts_with = "size", value_parser = parse_rectangle)]
    rect: Option<Geometry>,
}

impl GameOptions {
    /// The size of the board.
    pub fn geometry(&self) -> Geometry {
        self.rect.unwrap_or(self.size)
    }
}

/// Reads a number that is not zero.
///
/// # Errors
/// What `text` is instead.
pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1".to_string()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("{error}")),
    }
}

/// A rule by the protocol's number.
pub fn parse_rule(text: &str) -> anyhow::Result<Rule> {
    Ok(Rule::try_from(i64::from_str(text)?)?)
}

/// The size of a square board.
pub fn parse_square(text: &str) -> anyhow::Result<Geometry> {
    let size = text.parse()?;
    Ok(Geometry::new(size, size)?)
}

/// The size of any board, `20x10`.
pub fn parse_rectangle(text: &str) -> anyhow::Result<Geometry> {
    let (width, height) = text.split_once(['x', ',']).context("two numbers are needed, as 20x10")?;
    Ok(Geometry::new(width.parse()?, height.parse()?)?)
}
