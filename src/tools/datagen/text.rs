//! Games as text.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::files;

/// Writes every game of the files as a line.
///
/// # Errors
/// The first file or game that cannot be read, or what `out` refuses.
pub fn run(paths: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    let mut out = BufWriter::new(out);
    files::for_each(paths, |stored| Ok(writeln!(out, "{}", stored.game)?))?;
    Ok(out.flush()?)
}
