//! Files of games in either form.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::record::scored::ScoredGame;
use crate::record::scored::archive::{Entry, GameId, MAGIC, Reader};

/// A game of a file.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Where it stands.
    pub place: Place,
    /// The game.
    pub game: ScoredGame,
}

/// Where in a file a game stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A record, by its first byte and whose it is.
    Record(usize, GameId),
    /// A line of text, from one.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Record(offset, id) => write!(f, "byte {offset}, game {}", id.number),
            Place::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// What a file holds.
///
/// # Errors
/// What the operating system says.
pub fn load(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("games {}", path.display()))
}

/// The games that a file holds, as records or as lines of text. What is no game is an error that says where, and is
/// passed over.
pub fn games(bytes: &[u8]) -> Box<dyn Iterator<Item = anyhow::Result<Stored>> + '_> {
    match str::from_utf8(bytes) {
        Ok(text) if !bytes.starts_with(MAGIC) => Box::new(text.lines().enumerate().map(|(index, line)| {
            let place = Place::Line(index + 1);
            Ok(Stored { place, game: line.parse().with_context(|| place.to_string())? })
        })),
        _ => Box::new(Reader::new(bytes).map(|entry| {
            let Entry { offset, id, game } = entry?;
            Ok(Stored { place: Place::Record(offset, id), game })
        })),
    }
}

/// Hands every game of all files to `look`.
///
/// # Errors
/// The first file or game that cannot be read, or what `look` says.
pub fn for_each(paths: &[PathBuf], mut look: impl FnMut(Stored) -> anyhow::Result<()>) -> anyhow::Result<()> {
    for path in paths {
        for stored in games(&load(path)?) {
            look(stored.with_context(|| format!("games {}", path.display()))?)?;
        }
    }
    Ok(())
}
