//! The numbers of the search as a table.

use std::io::{self, Write};

use crate::search::parameters::{ALL, Parameter};

/// Writes each number of the search with the values that it may be given: name, value, least, most.
///
/// # Errors
/// What `out` refuses.
pub fn run(out: &mut impl Write) -> io::Result<()> {
    ALL.iter().try_for_each(|Parameter { name, value, least, most }| {
        writeln!(out, "{name:20} {value:6} {least:6} {most:6}")
    })
}
