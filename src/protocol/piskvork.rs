//! The dialogue between a manager and the engine: what each command does and what is answered.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::wire::{self, Block, Command, Info, Place, Purpose, Reply, WireError};
use crate::board::{Geometry, Point, SizeError};
use crate::engine::{Engine, EngineError, Event, Owner, Swap2};

/// Told every event of every search, with the number of the search, in the thread of the search.
pub type Listener = Arc<dyn Fn(u64, Event) + Send + Sync>;

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Refusal {
    /// The line is not what its command needs.
    Wire(WireError),
    /// The engine declines.
    Engine(EngineError),
    /// A point that the board does not have.
    Outside(Place, Geometry),
    /// A board that we do not support.
    Size(SizeError),
    /// `BEGIN` although there are stones.
    Begun,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wire(error) => error.fmt(f),
            Refusal::Engine(error) => error.fmt(f),
            Refusal::Outside(place, geometry) => {
                write!(f, "{place} is outside the board of {}x{}", geometry.width(), geometry.height())
            }
            Refusal::Size(error) => error.fmt(f),
            Refusal::Begun => f.write_str("BEGIN needs an empty board"),
        }
    }
}

impl Error for Refusal {}

impl From<WireError> for Refusal {
    fn from(error: WireError) -> Refusal {
        Refusal::Wire(error)
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Refusal {
        Refusal::Engine(error)
    }
}

impl From<SizeError> for Refusal {
    fn from(error: SizeError) -> Refusal {
        Refusal::Size(error)
    }
}

/// What came of a line: a reply, silence where none is due, or the reason for an `ERROR`.
type Answer = Result<Option<Reply>, Refusal>;

fn reply(answer: Answer) -> Option<Reply> {
    answer.unwrap_or_else(|refusal| Some(Reply::Error(refusal.to_string())))
}

/// One manager's conversation with one engine.
pub struct Dialogue {
    engine: Engine,
    listener: Listener,
    /// The number of the latest search. Events of an earlier one may still be on their way.
    search: u64,
    /// When the search in progress was started.
    thinking_since: Option<Instant>,
    /// The block that is being received.
    block: Option<Block>,
}

impl Dialogue {
    /// A dialogue before its first line; the events of its searches go to `listener`, which passes them on to
    /// [`Dialogue::event`] in the dialogue's own thread.
    pub fn new(listener: Listener) -> Dialogue {
        Dialogue { engine: Engine::new(), listener, search: 0, thinking_since: None, block: None }
    }

    /// When the search in progress was started, if there is one.
    pub fn thinking_since(&self) -> Option<Instant> {
        self.thinking_since
    }

    /// Takes in a decoded line that came at `received` (or the reason why there is none) and says what to answer.
    /// Breaks off at `END`.
    pub fn line(
        &mut self,
        line: Result<String, WireError>,
        received: Instant,
    ) -> ControlFlow<(), Option<Reply>> {
        let answer = match line {
            Ok(text) => match wire::parse(&text) {
                Ok(Command::End) => return ControlFlow::Break(()),
                command => self.command(command, &text, received),
            },
            Err(error) => self.unreadable(error),
        };
        ControlFlow::Continue(reply(answer))
    }

    /// Takes in an event of search number `search` and says what to print.
    pub fn event(&mut self, search: u64, event: Event) -> Option<Reply> {
        if self.thinking_since.is_none() || search != self.search {
            return None;
        }
        match event {
            Event::Depth(report) => Some(Reply::Message(report.to_string())),
            Event::Move(point) => {
                self.thinking_since = None;
                reply(self.finish(point))
            }
        }
    }

    fn finish(&mut self, best: Point) -> Answer {
        self.engine.commit(best)?;
        self.moves(&[best])
    }

    /// A line that was too long belongs to the block that is open, and otherwise stands for an unknown command.
    fn unreadable(&mut self, error: WireError) -> Answer {
        match &mut self.block {
            Some(block) => {
                block.fail(error);
                Ok(None)
            }
            None => Err(error.into()),
        }
    }

    fn command(&mut self, command: Result<Command, WireError>, text: &str, received: Instant) -> Answer {
        if matches!(command, Ok(Command::Unknown(_)))
            && let Some(mut block) = self.block.take()
        {
            block.read(text);
            return self.continue_block(block, received);
        }
        // A new order for the game, even one that cannot be read, replaces the search or block in progress: a move
        // printed after its reply would be taken for the answer to the next one. What leaves the game alone is
        // carried out beside the search, so that nobody loses a move for asking who we are.
        if command.as_ref().map_or(true, Command::concerns_game) {
            self.interrupt();
        }
        self.execute(command?, received)
    }

    fn interrupt(&mut self) {
        self.block = None;
        if self.thinking_since.take().is_some() {
            self.engine.abandon();
        }
    }

    fn execute(&mut self, command: Command, received: Instant) -> Answer {
        match command {
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(received),
            Command::Turn(place) => self.turn(place, received),
            Command::Play(place) => self.play(place),
            Command::TakeBack(place) => self.take_back(place),
            Command::Block(block) => self.continue_block(block, received),
            Command::Info(info) => self.inform(info),
            Command::About => Ok(Some(Reply::About)),
            Command::Stop => self.stop(),
            Command::Unknown(excerpt) => Ok(Some(Reply::Unknown(excerpt))),
            Command::Blank | Command::End => Ok(None),
        }
    }

    fn start(&mut self, width: i64, height: i64) -> Answer {
        self.engine.start(Geometry::new(width, height)?);
        Ok(Some(Reply::Ok))
    }

    fn restart(&mut self) -> Answer {
        self.engine.restart()?;
        Ok(Some(Reply::Ok))
    }

    fn begin(&mut self, received: Instant) -> Answer {
        match self.engine.game() {
            Some(game) if game.length() > 0 => Err(Refusal::Begun),
            _ => self.think(received),
        }
    }

    /// The stone stays only if we can answer it, so that a refused move can be sent again; but one that ends the game
    /// stays, as it was a legal move.
    fn turn(&mut self, place: Place, received: Instant) -> Answer {
        let point = self.point(place)?;
        self.engine.ready()?;
        self.engine.play(point)?;
        let answer = self.think(received);
        if let Err(Refusal::Engine(EngineError::Setting(_) | EngineError::Thread(_))) = answer {
            self.engine.take_back(point)?;
        }
        answer
    }

    fn play(&mut self, place: Place) -> Answer {
        let point = self.point(place)?;
        self.engine.ready()?;
        self.engine.play(point)?;
        self.moves(&[point])
    }

    fn take_back(&mut self, place: Place) -> Answer {
        let point = self.point(place)?;
        self.engine.take_back(point)?;
        Ok(Some(Reply::Ok))
    }

    /// A block waits for more lines until it is done. Only then its faults are told, so that there is one answer. Even
    /// `YXBOARD` gets that one: without it people would study another board than they see.
    fn continue_block(&mut self, block: Block, received: Instant) -> Answer {
        if !block.is_done() {
            self.block = Some(block);
            return Ok(None);
        }
        // The stones that were read came before the fault: one of them outside the board is the first bad line.
        let points: Vec<Point> =
            block.places.iter().map(|&place| self.point(place)).collect::<Result<_, _>>()?;
        if let Some(fault) = block.fault {
            return Err(fault.into());
        }
        let stones: Vec<(Point, Owner)> = points.iter().copied().zip(block.owners).collect();
        match block.purpose {
            Purpose::Think => {
                self.engine.check_settings()?;
                self.engine.set_stones(&stones)?;
                self.think(received)
            }
            Purpose::Show => {
                self.engine.set_stones(&stones)?;
                Ok(None)
            }
            Purpose::Swap2 => self.swap2(&points),
        }
    }

    fn swap2(&mut self, stones: &[Point]) -> Answer {
        match self.engine.swap2(stones)? {
            Swap2::Swap => Ok(Some(Reply::Swap)),
            Swap2::Moves(points) => self.moves(&points),
        }
    }

    /// Never answers: a manager takes what comes after `INFO` for the move. What cannot be met is told at the next
    /// command that asks for one.
    fn inform(&mut self, info: Info) -> Answer {
        match info {
            Info::Set(setting) => self.engine.set(setting),
            Info::Unreadable { key, error } => self.engine.complain(key, error.to_string()),
            Info::Ignored => {}
        }
        Ok(None)
    }

    /// The move comes as the search's last event, as always.
    fn stop(&mut self) -> Answer {
        self.engine.stop();
        Ok(None)
    }

    fn think(&mut self, received: Instant) -> Answer {
        self.search += 1;
        let (search, listener) = (self.search, Arc::clone(&self.listener));
        self.engine.go(received, move |event| listener(search, event))?;
        self.thinking_since = Some(Instant::now());
        Ok(None)
    }

    fn geometry(&self) -> Result<Geometry, Refusal> {
        Ok(self.engine.game().ok_or(EngineError::NotStarted)?.geometry())
    }

    fn point(&self, place: Place) -> Result<Point, Refusal> {
        let geometry = self.geometry()?;
        geometry.point(place.x, place.y).ok_or(Refusal::Outside(place, geometry))
    }

    fn moves(&self, points: &[Point]) -> Answer {
        let geometry = self.geometry()?;
        Ok(Some(Reply::Moves(points.iter().map(|&point| Place::of(geometry, point)).collect())))
    }
}
