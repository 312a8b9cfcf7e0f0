use super::stretch::Stretch;
use crate::base::BitSet;
use crate::board::{Direction, Geometry, Point};

/// Where a point lies in a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The number of the line.
    line: u8,
    /// Twice the number of points before it in the line, were the line as long as the longest board.
    shift: u8,
}

impl Place {
    /// The number of the line.
    #[inline]
    pub fn line(self) -> usize {
        usize::from(self.line)
    }

    /// The line around the place.
    #[inline]
    pub fn stretch(self, line: u128) -> Stretch {
        Stretch((line >> (self.shift % 64)) as u64)
    }

    /// What `bits` of a cell are in the line.
    #[inline]
    pub fn bits(self, bits: u8) -> u128 {
        u128::from(bits) << (2 * Stretch::MIDDLE) << (self.shift % 64)
    }
}

/// What depends on the size of the board only.
#[derive(Debug)]
pub struct Layout {
    /// How much a step along each direction adds to a point's index.
    pub strides: [usize; 4],
    /// Where each point lies in the four lines through it.
    pub places: Box<[[Place; 4]; Geometry::MAX_POINTS]>,
    /// The points near enough to a stone to be candidates: within two steps, or four along a line.
    pub near: Box<[BitSet]>,
    /// Column and row of each point.
    pub coordinates: Box<[[u8; 2]; Geometry::MAX_POINTS]>,
}

impl Layout {
    /// As many lines as there are numbers of lines: 64 a direction.
    pub const LINES: usize = 256;

    pub fn new(geometry: Geometry) -> Layout {
        let mut places = Box::new([[Place::default(); 4]; Geometry::MAX_POINTS]);
        let mut coordinates = Box::new([[0; 2]; Geometry::MAX_POINTS]);
        for point in geometry.all() {
            let (x, y) = geometry.coordinates(point);
            coordinates[point.index()] = [x as u8, y as u8];
            for direction in Direction::ALL {
                let (line, before) = match direction {
                    Direction::Horizontal => (y, x),
                    Direction::Vertical => (x, y),
                    Direction::Diagonal => (32 + x - y, y),
                    Direction::AntiDiagonal => (x + y, y),
                };
                let line = 64 * direction as usize + line;
                places[point.index()][direction as usize] =
                    Place { line: line as u8, shift: 2 * before as u8 };
            }
        }
        let near = geometry.all().map(|point| neighbourhood(geometry, point)).collect();
        let strides = Direction::ALL.map(|direction| geometry.stride(direction));
        Layout { strides, places, near, coordinates }
    }
}

fn neighbourhood(geometry: Geometry, point: Point) -> BitSet {
    let (x, y) = geometry.coordinates(point);
    let square = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
    let lines = Direction::ALL.into_iter().flat_map(|direction| {
        let (dx, dy) = direction.step();
        [-4, -3, 3, 4].map(move |distance| (i64::from(dx * distance), i64::from(dy * distance)))
    });
    let points = square.chain(lines).filter_map(|(dx, dy)| geometry.point(x as i64 + dx, y as i64 + dy));
    points.map(Point::index).collect()
}
