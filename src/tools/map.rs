//! Maps of the board for people.

use std::io::{self, Write};

use crate::board::Geometry;

/// Writes a table in the shape of the board, with a cell of ASCII for each point, row by row. The names of columns and
/// rows stand above and on the left; a cell keeps its last character free for marks.
pub fn write_map(geometry: Geometry, cells: &[String], out: &mut impl Write) -> io::Result<()> {
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let letters = geometry.all().take(geometry.width()).map(|point| {
        let name = geometry.name(point);
        format!(" {:>width$}", format!("{} ", name.trim_end_matches(|c: char| c.is_ascii_digit())))
    });
    writeln!(out, "{}", format!("  {}", letters.collect::<String>()).trim_end())?;
    for (row, cells) in cells.chunks(geometry.width()).enumerate() {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>width$}")).collect();
        writeln!(out, "{:2}{}", row + 1, cells.trim_end())?;
    }
    Ok(())
}
