use super::{Geometry, Point};
use crate::base::Color;

/// What lies on a point. The number is the two-bit code that line keys are packed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// No stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// A stone that has left the game (continuous rules), or the wall around the board: nobody's.
    Dead = 3,
}

impl Cell {
    /// The colour of a living stone.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Dead => None,
        }
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// The stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    geometry: Geometry,
    cells: Vec<Cell>,
}

impl Grid {
    /// An empty board.
    pub fn new(geometry: Geometry) -> Grid {
        Grid { geometry, cells: vec![Cell::Empty; geometry.points()] }
    }

    /// The size of the board.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// What lies on `point`.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Puts `cell` on `point`, over whatever lies there.
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.cells[point.index()] = cell;
    }

    /// The number of living stones of `color`.
    pub fn count(&self, color: Color) -> usize {
        self.cells.iter().filter(|cell| cell.color() == Some(color)).count()
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&Cell::Empty)
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.geometry.all().filter(|&point| self.get(point) == Cell::Empty)
    }
}
