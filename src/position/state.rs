use std::sync::Arc;

use super::layout::Layout;
use super::{NoObserver, Observer, WindowChange};
use crate::base::{BitSet, Color, PerColor};
use crate::board::{Cell, Direction, Geometry, Grid, Point, SIDE_KEY, stone_key};
use crate::pattern::{LineClass, Tables, Threat, WindowKey};
use crate::rules::RuleSet;

/// The line classes of a point in the four directions, four bits a direction: black's in the low half, white's in the
/// high one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Lines(u32);

impl Lines {
    /// The classes of one colour, four bits a direction.
    #[inline]
    pub const fn of(self, color: Color) -> u16 {
        (self.0 >> (16 * color as u32)) as u16
    }

    /// One class.
    #[inline]
    pub const fn class(self, color: Color, direction: usize) -> LineClass {
        LineClass::from_number(self.0 >> (16 * color as usize + 4 * direction))
    }

    /// Whether either colour has a three or more in this direction.
    #[inline]
    const fn holds_three(self, direction: usize) -> bool {
        let classes = self.0 >> (4 * direction);
        (classes & 15 >= LineClass::Three as u32) | (classes >> 16 & 15 >= LineClass::Three as u32)
    }

    #[inline]
    fn with(self, direction: usize, classes: PerColor<u32>) -> Lines {
        let shift = 4 * direction;
        let new = (classes[Color::Black] | classes[Color::White] << 16) << shift;
        Lines(self.0 & !(0x000F_000F << shift) | new)
    }
}

/// A stone on the board and what to restore when it is taken back.
#[derive(Clone, Debug)]
struct Played {
    point: Point,
    cell: Cell,
    near: BitSet,
    journal: usize,
}

/// The classes that a point had before a stone changed them.
#[derive(Clone, Copy, Debug)]
struct Changed {
    point: Point,
    threats: PerColor<Threat>,
    lines: Lines,
}

/// What is kept of one point, side by side in memory.
#[derive(Clone, Copy, Debug)]
struct PointState {
    /// The window in each direction.
    keys: [WindowKey; 4],
    /// The classes of an empty point; of an occupied one those it had last.
    lines: Lines,
    threats: PerColor<Threat>,
    cell: Cell,
}

impl PointState {
    const WALL: PointState = PointState {
        keys: [WindowKey(0); 4],
        lines: Lines(0),
        threats: PerColor([Threat::None; 2]),
        cell: Cell::Dead,
    };
}

/// A position under the rules `R`.
///
/// The state is that of the empty points: for each, four packed windows, the line classes of both colours in them, and
/// the threat class of each colour; for each colour and threat class, the set of points that have it.
#[derive(Clone)]
pub struct Position<R: RuleSet> {
    geometry: Geometry,
    layout: Arc<Layout>,
    tables: &'static Tables,
    states: Box<[PointState; Geometry::MAX_POINTS]>,
    points: PerColor<[BitSet; Threat::COUNT]>,
    counts: PerColor<[u16; Threat::COUNT]>,
    /// Points near a stone, occupied ones included.
    near: BitSet,
    occupied: BitSet,
    empty: usize,
    hash: u64,
    to_move: Color,
    played: Vec<Played>,
    /// What the stones of `played` have changed at other points.
    journal: Vec<Changed>,
    rules: std::marker::PhantomData<R>,
}

impl<R: RuleSet> Position<R> {
    /// The position of the stones on `grid` with `to_move` to move.
    pub fn new(grid: &Grid, to_move: Color) -> Position<R> {
        Position::with_layout(Arc::new(Layout::new(grid.geometry(), R::REACH)), grid, to_move)
    }

    fn with_layout(layout: Arc<Layout>, grid: &Grid, to_move: Color) -> Position<R> {
        let geometry = grid.geometry();
        let mut position = Position {
            geometry,
            layout,
            tables: Tables::of(R::KIND),
            states: Box::new([PointState::WALL; Geometry::MAX_POINTS]),
            points: PerColor([[BitSet::EMPTY; Threat::COUNT]; 2]),
            counts: PerColor([[0; Threat::COUNT]; 2]),
            near: BitSet::EMPTY,
            occupied: BitSet::EMPTY,
            empty: 0,
            // Two rules or sizes must not share what is remembered by hash.
            hash: stone_key(Point::from_index(geometry.width() * 32 % 1024 + geometry.height()), Cell::Dead)
                .rotate_left(1 + R::KIND as u32),
            to_move,
            played: Vec::with_capacity(geometry.points()),
            journal: Vec::with_capacity(geometry.points() * 40),
            rules: std::marker::PhantomData,
        };
        if to_move == Color::White {
            position.hash ^= SIDE_KEY;
        }
        for point in geometry.all() {
            position.read_point(grid, point);
        }
        position
    }

    /// Reads everything about one point from the stones, without what is known of its neighbours.
    fn read_point(&mut self, grid: &Grid, point: Point) {
        let (index, cell) = (point.index(), grid.get(point));
        let cell_at = |direction, distance| {
            self.geometry.step(point, direction, distance).map_or(Cell::Dead, |p| grid.get(p))
        };
        for direction in Direction::ALL {
            let bits = (1..=R::REACH).map(|distance| {
                WindowKey::behind(distance, cell_at(direction, -(distance as i32)))
                    | WindowKey::ahead(distance, cell_at(direction, distance as i32))
            });
            self.states[index].keys[direction as usize] = WindowKey(bits.fold(0, |key, bit| key | bit));
        }
        self.states[index].cell = cell;
        if cell != Cell::Empty {
            self.near.union_with(&self.layout.near[index]);
            self.occupied.insert(index);
            self.hash ^= stone_key(point, cell);
            return;
        }
        self.empty += 1;
        for direction in 0..4 {
            let classes = self.tables.classes(self.states[index].keys[direction]);
            self.states[index].lines = self.states[index].lines.with(direction, classes);
        }
        for color in Color::BOTH {
            self.states[index].threats[color] = self.tables.threat(color, self.states[index].lines.of(color));
            self.enlist(point, color);
        }
    }

    /// The size of the board.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.geometry
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

    /// The hash after the side to move plays on the empty `point`.
    #[inline]
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ stone_key(point, self.to_move.into()) ^ SIDE_KEY
    }

    /// What lies on `point`.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.states[point.index()].cell
    }

    /// The number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.geometry.all().filter(|&point| self.cell(point) == Cell::Empty)
    }

    /// The line classes of the empty `point`.
    #[inline]
    pub fn lines(&self, point: Point) -> Lines {
        self.states[point.index()].lines
    }

    /// The threat class that the empty `point` has for `color`.
    #[inline]
    pub fn threat(&self, point: Point, color: Color) -> Threat {
        self.states[point.index()].threats[color]
    }

    /// The threat classes of the empty `point`.
    #[inline]
    pub fn threats(&self, point: Point) -> PerColor<Threat> {
        self.states[point.index()].threats
    }

    /// How many columns and rows lie between two points.
    #[inline]
    pub fn distance(&self, a: Point, b: Point) -> [usize; 2] {
        let [a, b] = [a, b].map(|point| self.layout.coordinates[point.index()]);
        [0, 1].map(|axis| usize::from(a[axis].abs_diff(b[axis])))
    }

    /// The empty points of a threat class.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &BitSet {
        &self.points[color][threat as usize]
    }

    /// How many empty points have a threat class.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        usize::from(self.counts[color][threat as usize])
    }

    /// The points within two steps of `point`, or four along a line.
    #[inline]
    pub fn neighbours(&self, point: Point) -> &BitSet {
        &self.layout.near[point.index()]
    }

    /// The empty points near a stone, among which moves are looked for.
    #[inline]
    pub fn candidates(&self) -> BitSet {
        self.near.without(&self.occupied)
    }

    /// The last stone played since the position was made, and the one before it.
    #[inline]
    pub fn last_two_moves(&self) -> [Option<Point>; 2] {
        let mut last = self.played.iter().rev().map(|played| played.point);
        [last.next(), last.next()]
    }

    /// The stones as a grid.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.geometry);
        for point in self.geometry.all() {
            grid.set(point, self.cell(point));
        }
        grid
    }

    /// The side to move plays on the empty `point`.
    #[inline]
    pub fn play<O: Observer>(&mut self, point: Point, observer: &mut O) {
        self.put(point, self.to_move.into(), observer);
        self.pass();
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo<O: Observer>(&mut self, observer: &mut O) {
        self.pass();
        self.lift(observer);
    }

    /// Lets the other side move. Its own inverse.
    #[inline]
    pub fn pass(&mut self) {
        self.to_move = !self.to_move;
        self.hash ^= SIDE_KEY;
    }

    /// Puts a stone on the empty `point` without a change of turn.
    pub fn put<O: Observer>(&mut self, point: Point, cell: Cell, observer: &mut O) {
        let index = point.index();
        debug_assert_eq!(self.states[index].cell, Cell::Empty, "{} is occupied", self.geometry.name(point));
        self.played.push(Played { point, cell, near: self.near, journal: self.journal.len() });
        observer.put(point, cell, self.states[index].lines, self.states[index].threats);
        for color in Color::BOTH {
            self.delist(point, color);
        }
        self.states[index].cell = cell;
        self.near.union_with(&self.layout.near[index]);
        self.occupied.toggle(index);
        self.empty -= 1;
        self.hash ^= stone_key(point, cell);
        self.for_each_window(point, cell, |position, at, direction, flip| {
            position.change_window(at, direction, flip, observer);
        });
        self.check_against_rebuild();
    }

    /// Takes the last stone away without a change of turn.
    pub fn lift<O: Observer>(&mut self, observer: &mut O) {
        let Some(Played { point, cell, near, journal }) = self.played.pop() else {
            return;
        };
        let index = point.index();
        self.for_each_window(point, cell, |position, at, direction, flip| {
            position.states[at].keys[direction].0 ^= flip;
        });
        for entry in (journal..self.journal.len()).rev() {
            let Changed { point, threats, lines } = self.journal[entry];
            self.states[point.index()].lines = lines;
            for color in Color::BOTH {
                self.set_threat(point, color, threats[color]);
            }
        }
        self.journal.truncate(journal);
        self.states[index].cell = Cell::Empty;
        self.near = near;
        self.occupied.toggle(index);
        self.empty += 1;
        self.hash ^= stone_key(point, cell);
        for color in Color::BOTH {
            self.enlist(point, color);
        }
        observer.undo();
        self.check_against_rebuild();
    }

    /// Calls `change` with the index, direction and changed bits of every window that `cell` on `point` lies in.
    #[inline(always)]
    fn for_each_window(
        &mut self,
        point: Point,
        cell: Cell,
        mut change: impl FnMut(&mut Self, usize, usize, u32),
    ) {
        let reach = self.layout.reach[point.index()];
        for (direction, sides) in reach.into_iter().enumerate() {
            let stride = self.layout.strides[direction];
            // A point behind the stone has it ahead, and the other way round.
            let walks =
                [(stride.wrapping_neg(), WindowKey::ahead(1, cell)), (stride, WindowKey::behind(1, cell))];
            for (length, (step, mut flip)) in sides.into_iter().zip(walks) {
                let mut at = point.index();
                for _ in 0..length {
                    at = at.wrapping_add(step) % Geometry::MAX_POINTS;
                    change(self, at, direction, flip);
                    flip <<= 2;
                }
            }
        }
    }

    /// Calls `look` with the index of every point beside `point` along `direction` within the rule's reach.
    #[inline]
    pub(super) fn for_each_beside(&self, point: Point, direction: usize, mut look: impl FnMut(&Self, usize)) {
        let [behind, ahead] = self.layout.reach[point.index()][direction].map(usize::from);
        let stride = self.layout.strides[direction];
        for distance in 1..=behind {
            look(self, point.index() - distance * stride);
        }
        for distance in 1..=ahead {
            look(self, point.index() + distance * stride);
        }
    }

    #[inline(always)]
    fn change_window<O: Observer>(&mut self, at: usize, direction: usize, flip: u32, observer: &mut O) {
        let state = &mut self.states[at];
        let old_key = state.keys[direction];
        let new_key = WindowKey(old_key.0 ^ flip);
        state.keys[direction] = new_key;
        if state.cell != Cell::Empty {
            return;
        }
        let point = Point::from_index(at);
        let (old_lines, old_threats) = (state.lines, state.threats);
        let new_lines = old_lines.with(direction, self.tables.classes(new_key));
        if new_lines != old_lines {
            self.journal.push(Changed { point, threats: old_threats, lines: old_lines });
            state.lines = new_lines;
            // Below a three, a line has no part in any threat.
            if old_lines.holds_three(direction) || new_lines.holds_three(direction) {
                for color in Color::BOTH {
                    self.set_threat(point, color, self.tables.threat(color, new_lines.of(color)));
                }
            }
        }
        let new_threats = self.states[at].threats;
        observer.window_changed(&WindowChange {
            point,
            direction,
            old_key,
            new_key,
            old_lines,
            new_lines,
            old_threats,
            new_threats,
        });
    }

    #[inline(always)]
    fn set_threat(&mut self, point: Point, color: Color, threat: Threat) {
        if threat != self.states[point.index()].threats[color] {
            self.delist(point, color);
            self.states[point.index()].threats[color] = threat;
            self.enlist(point, color);
        }
    }

    /// Takes an empty point off the list of its threat class.
    #[inline(always)]
    fn delist(&mut self, point: Point, color: Color) {
        let threat = self.states[point.index()].threats[color] as usize;
        self.points[color][threat].toggle(point.index());
        self.counts[color][threat] -= 1;
    }

    /// Puts an empty point on the list of its threat class.
    #[inline(always)]
    fn enlist(&mut self, point: Point, color: Color) {
        let threat = self.states[point.index()].threats[color] as usize;
        self.points[color][threat].toggle(point.index());
        self.counts[color][threat] += 1;
    }

    /// In debug builds, compares the incremental state to a rebuild after a sample of the moves.
    #[inline(always)]
    fn check_against_rebuild(&self) {
        #[cfg(debug_assertions)]
        if self.hash.is_multiple_of(64) {
            self.assert_equals_rebuild();
        }
    }

    /// Compares all incremental state to that of a new position with the same stones.
    ///
    /// # Panics
    /// If anything differs.
    pub fn assert_equals_rebuild(&self) {
        let rebuilt = Position::<R>::with_layout(Arc::clone(&self.layout), &self.grid(), self.to_move);
        assert_eq!(self.hash, rebuilt.hash, "hash");
        assert_eq!(self.empty, rebuilt.empty, "number of empty points");
        assert_eq!(self.candidates(), rebuilt.candidates(), "candidates");
        for point in self.geometry.all() {
            let (index, name) = (point.index(), self.geometry.name(point));
            assert_eq!(self.states[index].keys, rebuilt.states[index].keys, "windows of {name}");
            if self.states[index].cell == Cell::Empty {
                assert_eq!(self.states[index].lines, rebuilt.states[index].lines, "line classes of {name}");
                assert_eq!(
                    self.states[index].threats, rebuilt.states[index].threats,
                    "threat classes of {name}"
                );
            }
        }
        for (color, threat) in Color::BOTH.into_iter().flat_map(|color| Threat::ALL.map(|t| (color, t))) {
            let set = self.points(color, threat);
            assert_eq!(set, rebuilt.points(color, threat), "{color} {threat:?}");
            assert_eq!(set.iter().count(), self.count(color, threat), "number of {color} {threat:?}");
        }
    }

    /// Whether the side `color` may not play on the empty `point`.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point, color: Color) -> bool {
        if !R::FORBIDDEN || color == Color::White {
            return false;
        }
        match self.threat(point, Color::Black) {
            Threat::Forbidden => true,
            Threat::Suspect => self.makes_double_three(point),
            _ => false,
        }
    }

    /// Puts `cell` on `point` for as long as `look` runs.
    pub(super) fn with_stone<T>(&mut self, point: Point, cell: Cell, look: impl FnOnce(&mut Self) -> T) -> T {
        self.put(point, cell, &mut NoObserver);
        let result = look(self);
        self.lift(&mut NoObserver);
        result
    }
}
