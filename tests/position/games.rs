//! Games of random stones, takebacks and passes.

use hanxing::base::Color;
use hanxing::board::{Cell, Direction, Geometry, Grid, Point};
use hanxing::eval::Classic;
use hanxing::pattern::{LineClass, Threat};
use hanxing::position::Position;
use hanxing::rules::RuleSet;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRng, TestRunner};

/// What happens next in a random game. An index picks one of the points that qualify.
#[derive(Clone, Debug)]
pub enum Step {
    /// A stone of the side to move beside another one.
    PlayBeside(Index),
    /// A stone where two lines cross that may yet become open threes: what renju forbids grows out of these.
    PlayCrossing(Index),
    /// A stone that makes a three or more, but no five.
    PlayThreat(Index),
    /// A stone anywhere.
    PlayAnywhere(Index),
    /// A stone anywhere that belongs to nobody.
    PutDead(Index),
    TakeBack,
    Pass,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        20 => any::<Index>().prop_map(Step::PlayBeside),
        40 => any::<Index>().prop_map(Step::PlayCrossing),
        10 => any::<Index>().prop_map(Step::PlayThreat),
        20 => any::<Index>().prop_map(Step::PlayAnywhere),
        1 => any::<Index>().prop_map(Step::PutDead),
        12 => Just(Step::TakeBack),
        10 => Just(Step::Pass),
    ];
    proptest::collection::vec(step, 1..=80)
}

/// How many games to play: `HANXING_PROPERTY_GAMES`, or few enough for every run of the tests.
pub fn number_of_games() -> u32 {
    std::env::var("HANXING_PROPERTY_GAMES").map_or(200, |games| games.parse().expect("a number of games"))
}

/// Runs `check` on the steps of random games, the same at every run. Of a game that fails, the shortest version that
/// still fails is printed.
pub fn for_random_games(games: u32, check: impl Fn(Vec<Step>)) {
    let config =
        Config { cases: games, failure_persistence: None, max_shrink_time: 20_000, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let result = TestRunner::new_with_rng(config, rng).run(&steps(), |steps| {
        check(steps);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// A step that can be taken back.
enum Done {
    Played(Point),
    PutDead(Point),
    Passed,
}

/// A position with an observer and, apart from them, the stones and the way there: each step with the hash before it.
pub struct Game<R: RuleSet> {
    pub position: Position<R>,
    pub classic: Classic,
    pub grid: Grid,
    done: Vec<(Done, u64)>,
}

impl<R: RuleSet> Game<R> {
    pub fn new(geometry: Geometry) -> Game<R> {
        let grid = Grid::new(geometry);
        let position = Position::new(&grid, Color::Black);
        Game { classic: Classic::new(&position), position, grid, done: Vec::new() }
    }

    /// Takes a step, or none where no point qualifies.
    pub fn take(&mut self, step: &Step) {
        match step {
            Step::PlayBeside(index) => self.play(index, |game, point| {
                Color::BOTH.iter().any(|&color| game.stones_near(point, color, 1) > 0)
            }),
            Step::PlayCrossing(index) => self.play(index, |game, point| {
                let lines = game.position.lines(point);
                let classes = (0..4).map(|direction| lines.class(game.position.to_move(), direction));
                classes.filter(|class| (LineClass::ThinTwo..LineClass::Four).contains(class)).count() >= 2
            }),
            Step::PlayThreat(index) => self.play(index, |game, point| {
                let threat = game.position.threat(point, game.position.to_move());
                !matches!(threat, Threat::None | Threat::Five)
            }),
            Step::PlayAnywhere(index) => self.play(index, |_, _| true),
            Step::PutDead(index) => self.put_dead(index),
            Step::TakeBack => {
                self.take_back();
            }
            Step::Pass => {
                self.done.push((Done::Passed, self.position.hash()));
                self.position.pass();
            }
        }
    }

    fn play(&mut self, index: &Index, qualifies: impl Fn(&Self, Point) -> bool) {
        if let Some(point) = self.pick(index, qualifies) {
            self.done.push((Done::Played(point), self.position.hash()));
            self.grid.set(point, self.position.to_move().into());
            self.position.play(point, &mut self.classic);
        }
    }

    fn put_dead(&mut self, index: &Index) {
        if let Some(point) = self.pick(index, |_, _| true) {
            self.done.push((Done::PutDead(point), self.position.hash()));
            self.grid.set(point, Cell::Dead);
            self.position.put(point, Cell::Dead, &mut self.classic);
        }
    }

    /// Takes the last step back, if there is one, and checks that the hash is what it was.
    pub fn take_back(&mut self) -> bool {
        let Some((done, hash)) = self.done.pop() else {
            return false;
        };
        match done {
            Done::Passed => self.position.pass(),
            Done::Played(point) => {
                self.grid.set(point, Cell::Empty);
                self.position.undo(&mut self.classic);
            }
            Done::PutDead(point) => {
                self.grid.set(point, Cell::Empty);
                self.position.lift(&mut self.classic);
            }
        }
        assert_eq!(self.position.hash(), hash, "hash after a takeback to\n{}", self.grid);
        true
    }

    fn pick(&self, index: &Index, qualifies: impl Fn(&Self, Point) -> bool) -> Option<Point> {
        let points: Vec<Point> = self.grid.empty_points().filter(|&point| qualifies(self, point)).collect();
        (!points.is_empty()).then(|| *index.get(&points))
    }

    /// How many stones of `color` lie on the four lines through `point`, at most `reach` steps away.
    pub fn stones_near(&self, point: Point, color: Color, reach: i32) -> usize {
        let own = |&near: &Point| near != point && self.grid.get(near) == color.into();
        star(self.grid.geometry(), point, reach).filter(own).count()
    }

    /// The names of points in the order of the board, for messages and comparison.
    pub fn names(&self, points: impl IntoIterator<Item = Point>) -> Vec<String> {
        let mut points: Vec<Point> = points.into_iter().collect();
        points.sort();
        points.into_iter().map(|point| self.grid.geometry().name(point)).collect()
    }
}

/// The points at most `reach` steps from `point` on the four lines through it, `point` itself four times.
pub fn star(geometry: Geometry, point: Point, reach: i32) -> impl Iterator<Item = Point> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        (-reach..=reach).filter_map(move |distance| geometry.step(point, direction, distance))
    })
}
