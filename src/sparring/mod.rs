//! Six computer players that five texts about gomoku programming describe: partners to play against, rungs to measure
//! the engine on.
//!
//! Each keeps to its text: its numbers, its order of preference, its rule for ties. Where a text has an evident slip
//! the player does what is meant, and where one leaves something open a choice is made; the player's own page says
//! which. All of them know freestyle only: five or more win, every empty point is allowed. Under other rules they play
//! as if these were freestyle. A dead stone is to them what the edge of the board is.
//!
//! They look at the stones with their own eyes, not with the engine's patterns: a rung must not move when the engine
//! that is measured on it does.

mod beam;
mod dice;
mod lines;
mod runs;
mod scan;
mod shape;
mod tree;
mod weights;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::base::Color;
use crate::board::{Cell, Grid, Point};

pub use lines::Lines;
pub use weights::weight_map;

/// One of the six players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Partner {
    /// Adds up the weights of every shape on the board.
    Weights,
    /// Looks ahead through the five heaviest points.
    Beam,
    /// Reads five cells in eight directions around each empty point.
    Scan,
    /// Looks ahead through the few best boards.
    Tree,
    /// Counts the winning lines that are still alive.
    Lines,
    /// Measures the runs that end at each empty point.
    Runs,
}

impl Partner {
    /// Every player.
    pub const ALL: [Partner; 6] =
        [Partner::Weights, Partner::Beam, Partner::Scan, Partner::Tree, Partner::Lines, Partner::Runs];

    /// The name by which the player is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Partner::Weights => "weights",
            Partner::Beam => "beam",
            Partner::Scan => "scan",
            Partner::Tree => "tree",
            Partner::Lines => "lines",
            Partner::Runs => "runs",
        }
    }

    /// Columns and rows of the board that the player's text is about.
    pub const fn default_size(self) -> usize {
        match self {
            Partner::Weights | Partner::Beam | Partner::Tree | Partner::Runs => 15,
            Partner::Scan => 19,
            Partner::Lines => 10,
        }
    }

    /// The player's move for `color`: an empty point, on a full board none.
    ///
    /// The move depends on the position and on `seed`, by which [`Partner::Scan`] and [`Partner::Tree`] choose among
    /// equals, and on nothing else.
    pub fn choose(self, grid: &Grid, color: Color, seed: u64) -> Option<Point> {
        match self {
            Partner::Weights => weights::choose(grid, color),
            Partner::Beam => beam::choose(grid, color),
            Partner::Scan => scan::choose(grid, color, seed),
            Partner::Tree => tree::choose(grid, color, seed),
            Partner::Lines => lines::choose(grid, color),
            Partner::Runs => runs::choose(grid, color),
        }
    }
}

impl fmt::Display for Partner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that none of the players has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPartner(String);

impl fmt::Display for UnknownPartner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no sparring partner ({})", self.0, Partner::ALL.map(Partner::name).join(", "))
    }
}

impl Error for UnknownPartner {}

impl FromStr for Partner {
    type Err = UnknownPartner;

    fn from_str(name: &str) -> Result<Partner, UnknownPartner> {
        let named = |partner: &Partner| partner.name() == name;
        Partner::ALL.into_iter().find(named).ok_or_else(|| UnknownPartner(name.to_string()))
    }
}

/// The middle of a board that nothing lies on: the first move of every player whose text has the computer answer only.
fn first_move(grid: &Grid) -> Option<Point> {
    let bare = grid.geometry().all().all(|point| grid.get(point) == Cell::Empty);
    bare.then(|| grid.geometry().center())
}

/// The empty points column by column, as programs go that index their boards by x first.
fn empty_points_by_column(grid: &Grid) -> impl Iterator<Item = Point> {
    let geometry = grid.geometry();
    let (width, height) = (geometry.width(), geometry.height());
    let points = (0..width).flat_map(move |x| (0..height).map(move |y| Point::from_index(y * width + x)));
    points.filter(|&point| grid.get(point) == Cell::Empty)
}

/// The first of the points that `value` is greatest for, and that value.
fn first_best<V: Ord>(points: impl Iterator<Item = Point>, value: impl Fn(Point) -> V) -> Option<(Point, V)> {
    let valued = points.map(|point| (point, value(point)));
    valued.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// A square board with a row of stones in its middle (`x` black, `o` white), and the point of the row's first cell.
#[cfg(test)]
fn board_with_row(size: i64, row: &str) -> (Grid, Point) {
    let geometry = crate::board::Geometry::new(size, size).unwrap();
    let mut grid = Grid::new(geometry);
    let start = geometry.point((size - row.len() as i64) / 2, size / 2).unwrap();
    for (at, cell) in row.bytes().enumerate() {
        let color = match cell {
            b'x' => Color::Black,
            b'o' => Color::White,
            _ => continue,
        };
        grid.set(Point::from_index(start.index() + at), color.into());
    }
    (grid, start)
}
