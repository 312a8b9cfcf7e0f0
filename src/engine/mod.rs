//! The engine as one value: a game, its settings, and a search that runs in the background and reports events.

mod dispatch;
mod game;
mod options;

pub(crate) use dispatch::with_rule_set;
pub use game::{Game, GameError, Owner};
pub use options::{Options, Setting};

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use crate::board::{Geometry, Point};
use crate::opening;
pub use crate::opening::Swap2;
use crate::search::{Control, Report, Searcher};

/// What a search tells while it runs, in the thread of the search.
#[derive(Clone, Debug)]
pub enum Event {
    /// A depth is finished.
    Depth(Report),
    /// The search is over and this is its move; the last event of every search.
    Move(Point),
}

/// Why the engine cannot do what it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// There is no board yet.
    NotStarted,
    /// The game does not allow it.
    Game(GameError),
    /// A setting that cannot be met, with the reason.
    Setting(String),
    /// The stones are not those of an opening phase.
    Opening(opening::Swap2Error),
    /// The operating system refuses a thread.
    Thread(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::NotStarted => f.write_str("no board yet, send START first"),
            EngineError::Game(error) => error.fmt(f),
            EngineError::Opening(error) => error.fmt(f),
            EngineError::Setting(reason) | EngineError::Thread(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<GameError> for EngineError {
    fn from(error: GameError) -> EngineError {
        EngineError::Game(error)
    }
}

/// A search in progress: it owns the searcher and gives it back when it ends.
struct Thinking {
    control: Arc<Control>,
    thread: JoinHandle<Searcher>,
}

/// A game, its settings and the search.
#[derive(Default)]
pub struct Engine {
    game: Option<Game>,
    options: Options,
    searcher: Searcher,
    thinking: Option<Thinking>,
    /// What a sparring partner leaves to chance in this game comes from it, unless the options have a seed.
    game_seed: u64,
}

impl Engine {
    /// An engine without a board.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Begins a game on an empty board. Options stay; those that cannot be met do not.
    pub fn start(&mut self, geometry: Geometry) {
        self.abandon();
        self.options.forget_unmet(geometry);
        self.game = Some(Game::new(geometry));
        // The keys of every new hasher are random.
        self.game_seed = RandomState::new().hash_one(());
    }

    /// Begins another game on a board of the same size.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`].
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let geometry = self.started()?.geometry();
        self.start(geometry);
        Ok(())
    }

    /// The game, once one has been started.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    fn started(&self) -> Result<&Game, EngineError> {
        self.game().ok_or(EngineError::NotStarted)
    }

    fn game_mut(&mut self) -> Result<&mut Game, EngineError> {
        self.game.as_mut().ok_or(EngineError::NotStarted)
    }

    /// Changes an option. Limits of time, depth and nodes also reach a search in progress, everything else counts from
    /// the next search on.
    pub fn set(&mut self, setting: Setting) {
        self.options.set(setting);
        if let Some(thinking) = &self.thinking {
            thinking.control.set_limits(&self.options.limits());
        }
    }

    /// Remembers that the option `key` was given a value that cannot be met.
    pub fn complain(&mut self, key: &str, reason: String) {
        self.options.complain(key, reason);
    }

    /// Whether the engine can be asked for a move.
    ///
    /// # Errors
    /// Any [`EngineError`] that stands in the way.
    pub fn ready(&self) -> Result<(), EngineError> {
        self.check_settings()?;
        Ok(self.started()?.check_open(self.options.rule())?)
    }

    /// Whether all settings can be met.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`] or [`EngineError::Setting`].
    pub fn check_settings(&self) -> Result<(), EngineError> {
        let geometry = self.started()?.geometry();
        if let Some(complaint) = self.options.complaint() {
            return Err(EngineError::Setting(complaint));
        }
        self.options.resources().check(geometry).map_err(|error| EngineError::Setting(error.to_string()))
    }

    /// The side to move plays on `point`.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`] or [`GameError::Occupied`].
    pub fn play(&mut self, point: Point) -> Result<(), EngineError> {
        let rule = self.options.rule();
        self.game_mut()?.play(rule, point)?;
        Ok(())
    }

    /// Takes the stone on `point` back.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`] or [`GameError::Empty`].
    pub fn take_back(&mut self, point: Point) -> Result<(), EngineError> {
        Ok(self.game_mut()?.take_back(point)?)
    }

    /// Replaces the stones on the board; afterwards it is the engine's turn.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`] or what [`Game::from_stones`] finds; the game is then as it was.
    pub fn set_stones(&mut self, stones: &[(Point, Owner)]) -> Result<(), EngineError> {
        let rule = self.options.rule();
        let game = self.game_mut()?;
        *game = Game::from_stones(game.geometry(), rule, stones)?;
        Ok(())
    }

    /// Searches the position in the background; `sink` is called with every event. Time counts from `received`.
    ///
    /// # Errors
    /// Whatever [`Engine::ready`] finds, or memory or a thread that the machine refuses.
    pub fn go(
        &mut self,
        received: Instant,
        sink: impl Fn(Event) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.abandon();
        self.ready()?;
        let game = self.started()?.clone();
        self.searcher
            .prepare(game.geometry(), &self.options.resources())
            .map_err(|error| EngineError::Setting(error.to_string()))?;
        let control = Arc::new(Control::new(received, game.length(), &self.options.limits()));
        let (rule, steering) = (self.options.rule(), Arc::clone(&control));
        let mut searcher = std::mem::take(&mut self.searcher);
        let (sparring, seed) = (self.options.sparring(), self.options.seed().unwrap_or(self.game_seed));
        let think = move || {
            let partner_move = sparring.and_then(|partner| partner.choose(game.grid(), game.to_move(), seed));
            let best = partner_move.unwrap_or_else(|| {
                let mut report = |report| sink(Event::Depth(report));
                dispatch::search(&mut searcher, rule.kind, &game, &steering, &mut report)
            });
            sink(Event::Move(best));
            searcher
        };
        let thread = std::thread::Builder::new().stack_size(Searcher::STACK).spawn(think);
        let thread =
            thread.map_err(|error| EngineError::Thread(format!("no thread for the search: {error}")))?;
        self.thinking = Some(Thinking { control, thread });
        Ok(())
    }

    /// Whether a search is in progress, or its move not taken yet.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Asks the search to answer now; its move still comes as an event.
    pub fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop.raise();
        }
    }

    /// Ends the search without a move. The events that it has sent, or sends on its way out, are to be ignored.
    pub fn abandon(&mut self) {
        self.stop();
        self.join();
    }

    /// Plays the move of the search that has ended with it.
    ///
    /// # Errors
    /// As for [`Engine::play`].
    pub fn commit(&mut self, point: Point) -> Result<(), EngineError> {
        self.join();
        self.play(point)
    }

    /// Waits for the search thread and takes the searcher back.
    fn join(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            // A search that died took its table along; the next one makes another.
            self.searcher = thinking.thread.join().unwrap_or_default();
        }
    }

    /// Answers one of the three questions of the swap2 opening: which three stones to begin with (no stones), or what
    /// to do about three or five stones. Leaves the game as it is.
    ///
    /// # Errors
    /// [`EngineError::NotStarted`], a setting that cannot be met, or [`EngineError::Opening`].
    pub fn swap2(&mut self, stones: &[Point]) -> Result<Swap2, EngineError> {
        self.abandon();
        let geometry = self.started()?.geometry();
        self.check_settings()?;
        dispatch::swap2(self.options.rule().kind, geometry, stones).map_err(EngineError::Opening)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.abandon();
    }
}
