//! Boards as text: a line a row, `X` black, `O` white, `#` dead, `.` empty, spaces between points allowed.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Cell, Geometry, Grid, SizeError};

/// Text that is no board diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// A character that stands for nothing.
    Character(char),
    /// Rows of different lengths.
    Ragged,
    /// A board that is too small or too large.
    Size(SizeError),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::Character(c) => write!(f, "'{c}' is not one of . X O # in a diagram"),
            DiagramError::Ragged => f.write_str("the rows of the diagram differ in length"),
            DiagramError::Size(error) => error.fmt(f),
        }
    }
}

impl Error for DiagramError {}

impl FromStr for Grid {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Grid, DiagramError> {
        let rows: Vec<Vec<Cell>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).map(cell).collect::<Result<_, _>>())
            .filter(|row| !matches!(row, Ok(cells) if Vec::is_empty(cells)))
            .collect::<Result<_, _>>()?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err(DiagramError::Ragged);
        }
        let geometry = Geometry::new(width as i64, rows.len() as i64).map_err(DiagramError::Size)?;
        let mut grid = Grid::new(geometry);
        for (point, cell) in geometry.all().zip(rows.into_iter().flatten()) {
            grid.set(point, cell);
        }
        Ok(grid)
    }
}

fn cell(c: char) -> Result<Cell, DiagramError> {
    match c {
        '.' => Ok(Cell::Empty),
        'X' | 'x' => Ok(Cell::Black),
        'O' | 'o' => Ok(Cell::White),
        '#' => Ok(Cell::Dead),
        c => Err(DiagramError::Character(c)),
    }
}

impl Cell {
    /// How a diagram shows it.
    pub const fn symbol(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Dead => '#',
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.geometry();
        for point in geometry.all() {
            let symbol = self.get(point).symbol();
            let last = geometry.coordinates(point).0 + 1 == geometry.width();
            write!(f, "{symbol}{}", if last { '\n' } else { ' ' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_reads_back_as_itself() {
        let text = ". X O . #\n. . . . .\nX . . . .\n. . . . .\n. . . . O\n";
        assert_eq!(text.parse::<Grid>().unwrap().to_string(), text);
        assert_eq!("..?..".parse::<Grid>(), Err(DiagramError::Character('?')));
        assert_eq!(".....\n....".parse::<Grid>(), Err(DiagramError::Ragged));
    }
}
