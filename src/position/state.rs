use super::stones::Stones;
use super::{Observer, WindowChange};
use crate::base::{BitSet, Color, PerColor};
use crate::board::{Cell, Geometry, Grid, Point, SIDE_KEY, stone_key};
use crate::pattern::{LineClass, Threat, WindowKey};
use crate::rules::RuleSet;

/// The numbers of the four directions.
const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

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
    /// The classes of an empty point; of an occupied one those it had last.
    lines: Lines,
    threats: PerColor<Threat>,
}

impl PointState {
    const NOTHING: PointState = PointState { lines: Lines(0), threats: PerColor([Threat::None; 2]) };
}

/// A position under the rules `R`.
///
/// The state is that of the empty points: for each, the line classes of both colours and the threat class of each; for
/// each colour and threat class, the set of points that have it.
#[derive(Clone)]
pub struct Position<R: RuleSet> {
    stones: Stones<R>,
    states: Box<[PointState; Geometry::MAX_POINTS]>,
    points: PerColor<[BitSet; Threat::COUNT]>,
    counts: PerColor<[u16; Threat::COUNT]>,
    /// Points near a stone, occupied ones included.
    near: BitSet,
    occupied: BitSet,
    empty: usize,
    played: Vec<Played>,
    /// What the stones of `played` have changed at other points.
    journal: Vec<Changed>,
}

impl<R: RuleSet> Position<R> {
    /// The position of the stones on `grid` with `to_move` to move.
    pub fn new(grid: &Grid, to_move: Color) -> Position<R> {
        Position::with_stones(Stones::new(grid, to_move))
    }

    fn with_stones(stones: Stones<R>) -> Position<R> {
        let geometry = stones.geometry();
        let mut position = Position {
            stones,
            states: Box::new([PointState::NOTHING; Geometry::MAX_POINTS]),
            points: PerColor([[BitSet::EMPTY; Threat::COUNT]; 2]),
            counts: PerColor([[0; Threat::COUNT]; 2]),
            near: BitSet::EMPTY,
            occupied: BitSet::EMPTY,
            empty: 0,
            played: Vec::with_capacity(geometry.points()),
            journal: Vec::with_capacity(geometry.points() * 40),
        };
        for point in geometry.all() {
            position.read_point(point);
        }
        position
    }

    /// Reads everything about one point from the stones, without what is known of its neighbours.
    fn read_point(&mut self, point: Point) {
        let index = point.index();
        if self.cell(point) != Cell::Empty {
            self.near.union_with(self.stones.neighbours(point));
            self.occupied.insert(index);
            return;
        }
        self.empty += 1;
        let [black, white] = Color::BOTH.map(|color| u32::from(self.stones.lines(point, color)));
        self.states[index].lines = Lines(black | white << 16);
        for color in Color::BOTH {
            let lines = self.states[index].lines.of(color);
            self.states[index].threats[color] = self.stones.tables().threat(color, lines);
            self.enlist(point, color);
        }
    }

    /// The stones alone.
    #[inline]
    pub fn stones(&self) -> &Stones<R> {
        &self.stones
    }

    /// Lets `look` play on the stones alone, which it leaves as they were.
    #[inline]
    pub fn on_stones<T>(&mut self, look: impl FnOnce(&mut Stones<R>) -> T) -> T {
        let hash = self.hash();
        let result = look(&mut self.stones);
        debug_assert_eq!(hash, self.hash(), "stones are left on the board");
        result
    }

    /// The size of the board.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.stones.geometry()
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.stones.to_move()
    }

    /// The Zobrist hash of stones, side to move, board size and rule.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.stones.hash()
    }

    /// The hash after the side to move plays on the empty `point`.
    #[inline]
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash() ^ stone_key(point, self.to_move().into()) ^ SIDE_KEY
    }

    /// What lies on `point`.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.stones.cell(point)
    }

    /// The number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.geometry().all().filter(|&point| self.cell(point) == Cell::Empty)
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
        let [a, b] = [a, b].map(|point| self.stones.layout().coordinates[point.index()]);
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
        self.stones.neighbours(point)
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
        self.stones.grid()
    }

    /// The side to move plays on the empty `point`.
    #[inline]
    pub fn play<O: Observer>(&mut self, point: Point, observer: &mut O) {
        self.put(point, self.to_move().into(), observer);
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
        self.stones.pass();
    }

    /// Puts a stone on the empty `point` without a change of turn.
    pub fn put<O: Observer>(&mut self, point: Point, cell: Cell, observer: &mut O) {
        let index = point.index();
        self.played.push(Played { point, near: self.near, journal: self.journal.len() });
        observer.put(point, cell, self.states[index].lines, self.states[index].threats);
        for color in Color::BOTH {
            self.delist(point, color);
        }
        let before = DIRECTIONS.map(|direction| self.stones.stretch(point, direction));
        self.stones.put(point, cell);
        self.near.union_with(self.stones.neighbours(point));
        self.occupied.toggle(index);
        self.empty -= 1;
        for direction in DIRECTIONS {
            let after = self.stones.stretch(point, direction);
            for offset in after.empty(R::REACH) {
                let [old_key, new_key] = [before[direction], after].map(|stretch| stretch.window(offset));
                let beside = self.stones.step(point, direction, offset);
                self.change_window(beside, direction, old_key, new_key, observer);
            }
        }
        self.check_against_rebuild();
    }

    /// Takes the last stone away without a change of turn.
    pub fn lift<O: Observer>(&mut self, observer: &mut O) {
        let Some(Played { point, near, journal }) = self.played.pop() else {
            return;
        };
        let index = point.index();
        for entry in (journal..self.journal.len()).rev() {
            let Changed { point, threats, lines } = self.journal[entry];
            self.states[point.index()].lines = lines;
            for color in Color::BOTH {
                self.set_threat(point, color, threats[color]);
            }
        }
        self.journal.truncate(journal);
        self.stones.lift(point);
        self.near = near;
        self.occupied.toggle(index);
        self.empty += 1;
        for color in Color::BOTH {
            self.enlist(point, color);
        }
        observer.undo();
        self.check_against_rebuild();
    }

    /// Takes note of the new window of an empty point in one direction.
    #[inline(always)]
    fn change_window<O: Observer>(
        &mut self,
        point: Point,
        direction: usize,
        old_key: WindowKey,
        new_key: WindowKey,
        observer: &mut O,
    ) {
        let tables = self.stones.tables();
        let state = &mut self.states[point.index()];
        let (old_lines, old_threats) = (state.lines, state.threats);
        let new_lines = old_lines.with(direction, tables.classes(new_key));
        if new_lines != old_lines {
            self.journal.push(Changed { point, threats: old_threats, lines: old_lines });
            state.lines = new_lines;
            // Below a three, a line has no part in any threat.
            if old_lines.holds_three(direction) || new_lines.holds_three(direction) {
                for color in Color::BOTH {
                    self.set_threat(point, color, tables.threat(color, new_lines.of(color)));
                }
            }
        }
        let new_threats = self.states[point.index()].threats;
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
        if self.hash().is_multiple_of(64) {
            self.assert_equals_rebuild();
        }
    }

    /// Compares all incremental state to that of a new position with the same stones.
    ///
    /// # Panics
    /// If anything differs.
    pub fn assert_equals_rebuild(&self) {
        let rebuilt = Position::with_stones(self.stones.rebuilt());
        assert_eq!(self.stones, rebuilt.stones);
        assert_eq!(self.empty, rebuilt.empty, "number of empty points");
        assert_eq!(self.candidates(), rebuilt.candidates(), "candidates");
        for point in self.geometry().all() {
            let (index, name) = (point.index(), self.geometry().name(point));
            if self.cell(point) == Cell::Empty {
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
}
