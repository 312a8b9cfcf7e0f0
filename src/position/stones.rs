use std::fmt;
use std::sync::Arc;

use super::layout::Layout;
use super::stretch::Stretch;
use crate::base::{BitSet, Color};
use crate::board::{Cell, Geometry, Grid, Point, SIDE_KEY, stone_key};
use crate::pattern::{LineClass, Tables, Threat};
use crate::rules::RuleSet;

/// The stones of a position under the rules `R` and the side to move.
///
/// Each line of the board is kept as one word of two bits a cell, so that a stone costs four changes; what it makes of
/// the points around it is worked out when it is asked for. See [`super::Position`] for what is kept up to date instead.
#[derive(Clone)]
pub struct Stones<R: RuleSet> {
    geometry: Geometry,
    layout: Arc<Layout>,
    tables: &'static Tables,
    /// All that is not on the board is wall.
    lines: Box<[u128; Layout::LINES]>,
    cells: Box<[Cell; Geometry::MAX_POINTS]>,
    hash: u64,
    to_move: Color,
    rules: std::marker::PhantomData<R>,
}

impl<R: RuleSet> PartialEq for Stones<R> {
    fn eq(&self, other: &Stones<R>) -> bool {
        (self.hash, self.to_move) == (other.hash, other.to_move)
            && (&self.cells, &self.lines) == (&other.cells, &other.lines)
    }
}

impl<R: RuleSet> fmt::Debug for Stones<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move\n{}", self.to_move, self.grid())
    }
}

impl<R: RuleSet> Stones<R> {
    /// The stones on `grid` with `to_move` to move.
    pub fn new(grid: &Grid, to_move: Color) -> Stones<R> {
        Stones::with_layout(Arc::new(Layout::new(grid.geometry())), grid, to_move)
    }

    fn with_layout(layout: Arc<Layout>, grid: &Grid, to_move: Color) -> Stones<R> {
        let geometry = grid.geometry();
        let mut stones = Stones {
            geometry,
            layout,
            tables: Tables::of(R::KIND),
            lines: Box::new([u128::MAX; Layout::LINES]),
            cells: Box::new([Cell::Dead; Geometry::MAX_POINTS]),
            // Two rules or sizes must not share what is remembered by hash.
            hash: stone_key(Point::from_index(geometry.width() * 32 % 1024 + geometry.height()), Cell::Dead)
                .rotate_left(1 + R::KIND as u32),
            to_move,
            rules: std::marker::PhantomData,
        };
        if to_move == Color::White {
            stones.hash ^= SIDE_KEY;
        }
        for point in geometry.all() {
            stones.flip(point, Cell::Dead);
            stones.cells[point.index()] = Cell::Empty;
            if grid.get(point) != Cell::Empty {
                stones.put(point, grid.get(point));
            }
        }
        stones
    }

    /// The same stones put on an empty board, to compare what is kept up to date with.
    pub(super) fn rebuilt(&self) -> Stones<R> {
        Stones::with_layout(Arc::clone(&self.layout), &self.grid(), self.to_move)
    }

    /// The stones as a grid.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.geometry);
        for point in self.geometry.all() {
            grid.set(point, self.cell(point));
        }
        grid
    }

    /// The size of the board.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    #[inline]
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    pub(super) fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The Zobrist hash of stones, side to move, board size and rule.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What lies on `point`.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The points within two steps of `point`, or four along a line.
    #[inline]
    pub fn neighbours(&self, point: Point) -> &BitSet {
        &self.layout.near[point.index()]
    }

    /// The side to move plays on the empty `point`.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.put(point, self.to_move.into());
        self.pass();
    }

    /// Takes back the stone on `point`, which was played last.
    #[inline]
    pub fn undo(&mut self, point: Point) {
        self.pass();
        self.lift(point);
    }

    /// Lets the other side move. Its own inverse.
    #[inline]
    pub fn pass(&mut self) {
        self.to_move = !self.to_move;
        self.hash ^= SIDE_KEY;
    }

    /// Puts a stone on the empty `point` without a change of turn.
    #[inline]
    pub fn put(&mut self, point: Point, cell: Cell) {
        debug_assert_eq!(self.cell(point), Cell::Empty, "{} is occupied", self.geometry.name(point));
        self.flip(point, cell);
        self.cells[point.index()] = cell;
        self.hash ^= stone_key(point, cell);
    }

    /// Takes the stone on `point` away without a change of turn.
    #[inline]
    pub fn lift(&mut self, point: Point) {
        let cell = self.cell(point);
        self.flip(point, cell);
        self.cells[point.index()] = Cell::Empty;
        self.hash ^= stone_key(point, cell);
    }

    /// Puts `cell` on `point` for as long as `look` runs, without a change of turn.
    pub(super) fn with_stone<T>(&mut self, point: Point, cell: Cell, look: impl FnOnce(&mut Self) -> T) -> T {
        self.put(point, cell);
        let result = look(self);
        self.lift(point);
        result
    }

    #[inline]
    fn flip(&mut self, point: Point, cell: Cell) {
        for place in self.layout.places[point.index()] {
            self.lines[place.line()] ^= place.bits(cell as u8);
        }
    }

    /// The line around `point` along a direction.
    #[inline]
    pub fn stretch(&self, point: Point, direction: usize) -> Stretch {
        let place = self.layout.places[point.index()][direction];
        place.stretch(self.lines[place.line()])
    }

    /// The point `offset` steps from `point` along a direction, which is on the board.
    #[inline]
    pub fn step(&self, point: Point, direction: usize, offset: isize) -> Point {
        let stride = self.layout.strides[direction] as isize;
        Point::from_index((point.index() as isize + offset * stride) as usize % Geometry::MAX_POINTS)
    }

    /// The line class of the empty `point` for `color` along a direction.
    #[inline]
    pub fn class(&self, point: Point, color: Color, direction: usize) -> LineClass {
        self.tables.class(self.stretch(point, direction).window(0), color)
    }

    /// The line classes of the empty `point` for `color`, four bits a direction.
    #[inline]
    pub fn lines(&self, point: Point, color: Color) -> u16 {
        (0..4).fold(0, |lines, direction| {
            lines | (self.class(point, color, direction) as u16) << (4 * direction)
        })
    }

    /// The threat class of the empty `point` for `color`.
    #[inline]
    pub fn threat(&self, point: Point, color: Color) -> Threat {
        self.tables.threat(color, self.lines(point, color))
    }

    /// Whether a stone of `color` on the empty `point` makes a four in some line.
    #[inline]
    pub fn makes_four(&self, point: Point, color: Color) -> bool {
        let fours = LineClass::Four..LineClass::Five;
        (0..4).any(|direction| fours.contains(&self.class(point, color, direction)))
    }
}
