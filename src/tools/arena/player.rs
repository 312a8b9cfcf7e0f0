//! One side of one game, whoever plays it.

use std::time::{Duration, Instant};

use super::built_in::{HanxingPlayer, SparringPlayer};
use super::clock::Clock;
use super::engines::{BuiltIn, EngineSpec, Origin};
use super::manager::ProgramPlayer;
use super::messages::SearchInfo;
use super::process::Departure;
use super::referee::Referee;
use super::verdict::Fault;
use crate::base::Stop;
use crate::protocol::wire::Place;

/// How engines are treated, all the same.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// How much later than its limit a move may come.
    pub tolerance: Duration,
    /// How long an engine may take to say `OK` to its board.
    pub start_limit: Duration,
    /// Whether the whole board is sent for every move.
    pub send_board: bool,
    /// Whether a line that is neither a message nor a move loses at once, or only if no move follows in time.
    pub strict: bool,
    /// Whether messages are kept.
    pub keep_messages: bool,
}

/// A move and what came with it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Where, perhaps off the board.
    pub place: Place,
    /// From the request to the answer.
    pub time: Duration,
    /// What starting the engine took before that, which counts for the whole game but not for the turn.
    pub start_time: Duration,
    /// What the engine told of its search.
    pub info: SearchInfo,
    /// The most memory that it has used so far, in bytes, where that is known.
    pub memory: Option<u64>,
    /// What it said, line by line.
    pub messages: Vec<String>,
}

/// Why there is no move.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The engine has lost the game.
    Fault(Fault, String),
    /// The match is being ended.
    Interrupted,
}

/// Whoever plays one side of one game.
pub trait Player {
    /// The move of the side to move, which is this player's.
    ///
    /// # Errors
    /// [`Failure`] if there is none in time.
    fn choose(&mut self, game: &Referee, clock: &Clock) -> Result<Answer, Failure>;

    /// What the player has said since its last answer.
    fn last_words(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The game is over.
    fn leave(self: Box<Self>) -> Departure;
}

/// A player of a new game. Nothing is started before its first move. What it leaves to chance comes from `seed`, where
/// it is ours to say, and `stop` interrupts it.
pub fn player<'a>(spec: &'a EngineSpec, manners: Manners, seed: u64, stop: &'a Stop) -> Box<dyn Player + 'a> {
    match &spec.origin {
        Origin::Program(program) => Box::new(ProgramPlayer::new(program, spec, manners, stop)),
        Origin::BuiltIn(BuiltIn::Hanxing) => Box::new(HanxingPlayer::new(spec, manners, stop)),
        Origin::BuiltIn(BuiltIn::Sparring(partner)) => {
            Box::new(SparringPlayer { partner: *partner, seed, tolerance: manners.tolerance })
        }
    }
}

/// How long a player waits at most before it looks whether it is interrupted.
const POLL: Duration = Duration::from_millis(50);

/// The next moment to look up from waiting for something that should come by `deadline`.
pub fn next_look(deadline: Instant) -> Instant {
    deadline.min(Instant::now() + POLL)
}
