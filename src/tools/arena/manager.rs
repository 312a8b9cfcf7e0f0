//! A program as a player, talked to as Piskvork does (`Tplayer::move` in its `protocol.cpp`).

use std::thread;
use std::time::{Duration, Instant};

use super::clock::{Clock, millis};
use super::engines::{EngineSpec, Program};
use super::memory;
use super::messages::SearchInfo;
use super::player::{Answer, Failure, Manners, Player, next_look};
use super::process::{Departure, Process, Silence, Stream};
use super::referee::Referee;
use super::verdict::Fault;
use crate::base::Stop;
use crate::board::Point;
use crate::engine::Owner;
use crate::protocol::wire::{Excerpt, Place};

/// How long an engine may take to leave after `END`, as long as Piskvork gives it.
const GRACE: Duration = Duration::from_millis(700);
/// Bytes that an engine may write for one move. The messages of a long search are a few thousand.
const FLOOD: usize = 1 << 20;
/// What engines are told of their memory where no limit is given: 350 MiB as in the tournaments. It is not enforced.
const CUSTOMARY_MEMORY: u64 = 350 << 20;
/// What `INFO max_memory` can say at most: Piskvork and many engines count in 32 bits.
const LARGEST_MEMORY: u64 = i32::MAX as u64;
/// How long an engine is left alone after an answer. Rapfi, and maybe others, may drop what comes while they are still
/// busy with the search that they have just answered; Piskvork is never that quick.
const PAUSE: Duration = Duration::from_millis(10);
/// `INFO game_type` of a tournament.
const TOURNAMENT: u64 = 2;

/// A player in a process of its own.
pub struct ProgramPlayer<'a> {
    program: &'a Program,
    spec: &'a EngineSpec,
    manners: Manners,
    stop: &'a Stop,
    running: Option<Running>,
    talk: Talk,
}

/// A process that has been told the board.
struct Running {
    process: Process,
    /// How many times the board had been shown anew until then.
    renewals: u32,
    /// When it gave its last answer.
    answered: Instant,
}

/// What an engine has said since it was last asked.
#[derive(Default)]
struct Talk {
    bytes: usize,
    info: SearchInfo,
    messages: Vec<String>,
}

impl<'a> ProgramPlayer<'a> {
    /// A player whose program is not running yet.
    pub fn new(
        program: &'a Program,
        spec: &'a EngineSpec,
        manners: Manners,
        stop: &'a Stop,
    ) -> ProgramPlayer<'a> {
        ProgramPlayer { program, spec, manners, stop, running: None, talk: Talk::default() }
    }

    /// The process in a state to be told the whole board, with the settings known: started, or as Piskvork does when
    /// stones have died, restarted.
    fn prepare(&mut self, game: &Referee) -> Result<Process, Failure> {
        let process = match self.running.take() {
            Some(Running { process, .. }) => {
                process.send("RESTART");
                match self.listen(&process, Instant::now() + self.manners.start_limit) {
                    Ok((answer, _)) if answer.eq_ignore_ascii_case("OK") => process,
                    Err(Failure::Interrupted) => return Err(Failure::Interrupted),
                    // Not every engine knows the command.
                    _ => {
                        process.end(GRACE);
                        self.start(game)?
                    }
                }
            }
            None => self.start(game)?,
        };
        for (key, value) in self.settings(game) {
            process.send(&format!("INFO {key} {value}"));
        }
        Ok(process)
    }

    /// Starts the program and its game.
    fn start(&mut self, game: &Referee) -> Result<Process, Failure> {
        let no_start = |detail: String| Failure::Fault(Fault::NoStart, detail);
        let process = Process::start(self.program)
            .map_err(|error| no_start(format!("{}: {error}", self.program.path.display())))?;
        let (width, height) = (game.geometry().width(), game.geometry().height());
        if width == height {
            process.send(&format!("START {width}"));
        } else {
            process.send(&format!("RECTSTART {width},{height}"));
        }
        match self.listen(&process, Instant::now() + self.manners.start_limit) {
            Ok((answer, _)) if answer.eq_ignore_ascii_case("OK") => Ok(process),
            Ok((answer, _)) => Err(no_start(format!("answered '{}' to START", Excerpt::new(&answer)))),
            Err(Failure::Fault(_, detail)) => Err(no_start(detail)),
            Err(Failure::Interrupted) => Err(Failure::Interrupted),
        }
    }

    /// What `INFO` says at the beginning of a game, in Piskvork's order; what Piskvork does not know comes last.
    fn settings(&self, game: &Referee) -> Vec<(String, String)> {
        let EngineSpec { time, nodes, depth, memory, threads, rule, info, .. } = self.spec;
        let memory = memory.unwrap_or(CUSTOMARY_MEMORY).min(LARGEST_MEMORY);
        let mut settings: Vec<(&str, String)> = vec![
            ("max_memory", memory.to_string()),
            ("timeout_match", millis(time.game.unwrap_or_default()).to_string()),
            ("timeout_turn", millis(time.turn).to_string()),
            ("game_type", TOURNAMENT.to_string()),
            ("rule", rule.unwrap_or(game.rule().number()).to_string()),
        ];
        if !time.increment.is_zero() {
            settings.push(("time_increment", millis(time.increment).to_string()));
        }
        settings.extend(depth.map(|depth| ("max_depth", depth.to_string())));
        settings.extend(nodes.map(|nodes| ("max_node", nodes.to_string())));
        settings.extend(threads.map(|threads| ("thread_num", threads.to_string())));
        let settings = settings.into_iter().map(|(key, value)| (key.to_string(), value));
        settings.chain(info.iter().cloned()).collect()
    }

    /// The engine's next answer, a line that is no message, and when it came.
    fn listen(&mut self, process: &Process, deadline: Instant) -> Result<(String, Instant), Failure> {
        let fault = |fault, detail: &str| Err(Failure::Fault(fault, detail.to_string()));
        loop {
            if self.stop.is_raised() {
                return Err(Failure::Interrupted);
            }
            let line = match process.receive(next_look(deadline)) {
                Ok(line) if line.at > deadline => return fault(Fault::Timeout, "no answer in time"),
                Ok(line) => line,
                Err(Silence::Forever) => return fault(Fault::Crash, "closed its output"),
                Err(Silence::Yet) if Instant::now() >= deadline => {
                    return fault(Fault::Timeout, "no answer in time");
                }
                Err(Silence::Yet) => {
                    self.check_memory(process)?;
                    continue;
                }
            };
            self.talk.bytes += line.text.len() + 1;
            if self.talk.bytes > FLOOD {
                return fault(Fault::Flood, "wrote more than 1 MiB for one move");
            }
            let (word, rest) = line.text.split_once(' ').unwrap_or((&line.text, ""));
            let is_message = word.eq_ignore_ascii_case("MESSAGE") || word.eq_ignore_ascii_case("DEBUG");
            match line.stream {
                Stream::Output if is_message => {
                    self.talk.info.read(rest);
                    self.keep(rest);
                }
                Stream::Output if line.text.is_empty() => {}
                Stream::Output => return Ok((line.text, line.at)),
                Stream::Error => self.keep(&format!("(stderr) {}", line.text)),
            }
        }
    }

    fn keep(&mut self, message: &str) {
        if self.manners.keep_messages {
            self.talk.messages.push(message.to_string());
        }
    }

    /// The most memory used so far, if it is known and allowed.
    fn check_memory(&self, process: &Process) -> Result<Option<u64>, Failure> {
        let peak = memory::peak(process.id());
        match (peak, self.spec.memory) {
            (Some(peak), Some(limit)) if peak > limit => {
                let detail = format!("used {} KiB of {} KiB", peak >> 10, limit >> 10);
                Err(Failure::Fault(Fault::Memory, detail))
            }
            _ => Ok(peak),
        }
    }

    /// The place of the move, which comes by `deadline`, and when it came.
    ///
    /// Piskvork takes the first line that is no message for the answer, GomocupJudge the first that is a move. Engines
    /// that are played everywhere depend on the latter, so the former has to be asked for.
    fn listen_for_move(&mut self, process: &Process, deadline: Instant) -> Result<(Place, Instant), Failure> {
        let mut garbage = None;
        loop {
            let (answer, at) =
                self.listen(process, deadline).map_err(|failure| match (failure, garbage.take()) {
                    (Failure::Fault(Fault::Timeout, _), Some(garbage)) => garbage,
                    (failure, _) => failure,
                })?;
            if let Ok(place) = answer.parse() {
                return Ok((place, at));
            }
            match answer.split_once(' ') {
                // The engine asks to be made to play that move; the manager may disagree, but never does.
                Some((word, suggestion)) if word.eq_ignore_ascii_case("SUGGEST") => {
                    process.send(&format!("PLAY {suggestion}"));
                }
                _ => {
                    let fault =
                        Failure::Fault(Fault::Garbage, format!("answered '{}'", Excerpt::new(&answer)));
                    if self.manners.strict {
                        return Err(fault);
                    }
                    self.keep(&answer);
                    garbage.get_or_insert(fault);
                }
            }
        }
    }

    fn choose_with(
        &mut self,
        process: &Process,
        is_new: bool,
        game: &Referee,
        clock: &Clock,
    ) -> Result<Answer, Failure> {
        let asked = Instant::now();
        process.send(&format!("INFO time_left {}", clock.time_left()));
        let whole_board = is_new || self.manners.send_board;
        match game.moves() {
            [] => process.send("BEGIN"),
            &[last] => process.send(&format!("TURN {}", place(game, last))),
            &[.., last] if !whole_board => process.send(&format!("TURN {}", place(game, last))),
            moves => {
                process.send("BOARD");
                for &point in moves {
                    process.send(&format!("{},{}", place(game, point), field(game, point)));
                }
                process.send("DONE");
            }
        }
        let (place, at) = self.listen_for_move(process, asked + clock.limit() + self.manners.tolerance)?;
        let time = at.saturating_duration_since(asked);
        let memory = self.check_memory(process)?;
        let Talk { info, messages, .. } = std::mem::take(&mut self.talk);
        Ok(Answer { place, time, start_time: Duration::ZERO, info, memory, messages })
    }
}

impl Player for ProgramPlayer<'_> {
    fn choose(&mut self, game: &Referee, clock: &Clock) -> Result<Answer, Failure> {
        if let Some(running) = &self.running {
            thread::sleep(PAUSE.saturating_sub(running.answered.elapsed()));
        }
        let begin = Instant::now();
        let is_new = self.running.as_ref().is_none_or(|running| running.renewals != game.renewals());
        let process = match self.running.take() {
            Some(running) if !is_new => running.process,
            running => {
                self.running = running;
                self.prepare(game)?
            }
        };
        let start_time = begin.elapsed();
        let answer = self.choose_with(&process, is_new, game, clock);
        self.running = Some(Running { process, renewals: game.renewals(), answered: Instant::now() });
        Ok(Answer { start_time, ..answer? })
    }

    fn last_words(&mut self) -> Vec<String> {
        std::mem::take(&mut self.talk.messages)
    }

    fn leave(self: Box<Self>) -> Departure {
        self.running.map_or(Departure::Willing, |running| running.process.end(GRACE))
    }
}

/// A point of the board as the protocol writes it.
fn place(game: &Referee, point: Point) -> Place {
    Place::of(game.geometry(), point)
}

/// The third number of a stone in `BOARD`: whose it is for the side to move.
fn field(game: &Referee, point: Point) -> u32 {
    match game.owner(point) {
        Owner::Own => 1,
        Owner::Opponent => 2,
        Owner::Dead => 3,
    }
}
