use crate::base::BitSet;
use crate::board::{Direction, Geometry, Point};

/// What depends on the size of the board only.
#[derive(Debug)]
pub struct Layout {
    /// How much a step along each direction adds to a point's index.
    pub strides: [usize; 4],
    /// How many points lie behind and ahead of a point along each direction, as far as the rule looks.
    pub reach: Box<[[[u8; 2]; 4]; Geometry::MAX_POINTS]>,
    /// The points near enough to a stone to be candidates: within two steps, or four along a line.
    pub near: Box<[BitSet]>,
    /// Column and row of each point.
    pub coordinates: Box<[[u8; 2]; Geometry::MAX_POINTS]>,
}

impl Layout {
    pub fn new(geometry: Geometry, reach_limit: usize) -> Layout {
        let mut reach = Box::new([[[0; 2]; 4]; Geometry::MAX_POINTS]);
        for point in geometry.all() {
            for direction in Direction::ALL {
                let free = |sign: i32| {
                    let inside = |&distance: &i32| geometry.step(point, direction, sign * distance).is_some();
                    (1..=reach_limit as i32).take_while(inside).count() as u8
                };
                reach[point.index()][direction as usize] = [free(-1), free(1)];
            }
        }
        let near = geometry.all().map(|point| neighbourhood(geometry, point)).collect();
        let mut coordinates = Box::new([[0; 2]; Geometry::MAX_POINTS]);
        for point in geometry.all() {
            let (x, y) = geometry.coordinates(point);
            coordinates[point.index()] = [x as u8, y as u8];
        }
        Layout {
            strides: Direction::ALL.map(|direction| geometry.stride(direction)),
            reach,
            near,
            coordinates,
        }
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
