use std::error::Error;
use std::fmt;

/// A point of the board: its index row by row from the top-left corner, `y * width + x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point with this index.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }

    /// The index, below `width * height`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the four directions in which stones line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// From left to right.
    Horizontal = 0,
    /// From top to bottom.
    Vertical = 1,
    /// From top-left to bottom-right.
    Diagonal = 2,
    /// From top-right to bottom-left.
    AntiDiagonal = 3,
}

impl Direction {
    /// The four directions in the order of their numbers.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Diagonal, Direction::AntiDiagonal];

    /// One step forward as (columns, rows).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (-1, 1),
        }
    }
}

/// The width and height of a board, each within [`Geometry::SIZES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    width: u8,
    height: u8,
}

/// A board size outside [`Geometry::SIZES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    width: i64,
    height: i64,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (Geometry::SIZES.start(), Geometry::SIZES.end());
        write!(f, "board size {}x{} is not within {least}..{most}", self.width, self.height)
    }
}

impl Error for SizeError {}

impl Default for Geometry {
    /// The board of renju, which is the usual one for all rules: 15x15.
    fn default() -> Geometry {
        Geometry { width: 15, height: 15 }
    }
}

impl Geometry {
    /// The widths and heights that are supported.
    pub const SIZES: std::ops::RangeInclusive<i64> = 5..=32;
    /// The number of points of the largest board.
    pub const MAX_POINTS: usize = 1024;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is outside [`Geometry::SIZES`].
    pub fn new(width: i64, height: i64) -> Result<Geometry, SizeError> {
        if Self::SIZES.contains(&width) && Self::SIZES.contains(&height) {
            Ok(Geometry { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of points.
    #[inline]
    pub const fn points(self) -> usize {
        self.width() * self.height()
    }

    /// Every point, row by row.
    pub fn all(self) -> impl Iterator<Item = Point> {
        (0..self.points()).map(Point::from_index)
    }

    /// The point in column `x` and row `y`, both from zero at the top-left, if it is on the board.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let inside = (0..self.width() as i64).contains(&x) && (0..self.height() as i64).contains(&y);
        inside.then(|| Point::from_index(y as usize * self.width() + x as usize))
    }

    /// Column and row of a point.
    #[inline]
    pub const fn coordinates(self, point: Point) -> (usize, usize) {
        (point.index() % self.width(), point.index() / self.width())
    }

    /// The middle of the board (the upper left of the middle where a side is even).
    pub fn center(self) -> Point {
        Point::from_index((self.height() - 1) / 2 * self.width() + (self.width() - 1) / 2)
    }

    /// The point `distance` steps from `point` along `direction`, backwards if negative, if it is on the board.
    pub fn step(self, point: Point, direction: Direction, distance: i32) -> Option<Point> {
        let (x, y) = self.coordinates(point);
        let (dx, dy) = direction.step();
        self.point(x as i64 + i64::from(dx * distance), y as i64 + i64::from(dy * distance))
    }

    /// How much one step along `direction` adds to the index of a point.
    #[inline]
    pub const fn stride(self, direction: Direction) -> usize {
        match direction {
            Direction::Horizontal => 1,
            Direction::Vertical => self.width(),
            Direction::Diagonal => self.width() + 1,
            Direction::AntiDiagonal => self.width() - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert!(Geometry::new(5, 32).is_ok());
        for (width, height) in [(4, 15), (15, 33), (-1, 15), (i64::MAX, i64::MIN)] {
            assert!(Geometry::new(width, height).is_err());
        }
    }

    #[test]
    fn strides_agree_with_steps() {
        let geometry = Geometry::new(8, 11).unwrap();
        for point in geometry.all() {
            for direction in Direction::ALL {
                if let Some(next) = geometry.step(point, direction, 1) {
                    assert_eq!(next.index(), point.index() + geometry.stride(direction));
                    assert_eq!(geometry.step(next, direction, -1), Some(point));
                }
            }
        }
        assert_eq!(geometry.coordinates(geometry.center()), (3, 5));
    }
}
