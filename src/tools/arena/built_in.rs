//! Engines of ours as players, without a process.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::clock::{Clock, millis};
use super::engines::EngineSpec;
use super::messages::SearchInfo;
use super::player::{Answer, Failure, Manners, Player, next_look};
use super::process::Departure;
use super::referee::Referee;
use super::verdict::Fault;
use crate::base::Stop;
use crate::board::{Geometry, Point};
use crate::engine::{Engine, EngineError, Event, Setting};
use crate::protocol::wire::Place;
use crate::rules::Rule;
use crate::sparring::Partner;

/// The engine that the arena was built with.
pub struct HanxingPlayer<'a> {
    engine: Engine,
    spec: &'a EngineSpec,
    manners: Manners,
    stop: &'a Stop,
    is_started: bool,
}

impl<'a> HanxingPlayer<'a> {
    /// A player before its first move.
    pub fn new(spec: &'a EngineSpec, manners: Manners, stop: &'a Stop) -> HanxingPlayer<'a> {
        HanxingPlayer { engine: Engine::new(), spec, manners, stop, is_started: false }
    }

    fn start(&mut self, geometry: Geometry, rule: Rule) {
        let EngineSpec { time, nodes, depth, memory, threads, .. } = self.spec;
        self.engine.start(geometry);
        let mut settings = vec![
            Setting::Rule(self.spec.rule.unwrap_or(rule.number())),
            Setting::TimeoutTurn(millis(time.turn)),
            Setting::TimeoutMatch(millis(time.game.unwrap_or_default())),
            Setting::TimeIncrement(millis(time.increment)),
        ];
        settings.extend(nodes.map(|nodes| Setting::MaxNodes(nodes.min(i64::MAX as u64) as i64)));
        settings.extend(depth.map(|depth| Setting::MaxDepth(i64::from(depth))));
        settings.extend(memory.map(|bytes| Setting::MaxMemory(bytes.min(i64::MAX as u64) as i64)));
        settings.extend(threads.map(|threads| Setting::Threads(i64::from(threads))));
        settings.into_iter().for_each(|setting| self.engine.set(setting));
        self.is_started = true;
    }
}

/// An engine that declines has not started its game, just as a program that says `ERROR`.
fn declined(error: EngineError) -> Failure {
    Failure::Fault(Fault::NoStart, error.to_string())
}

impl Player for HanxingPlayer<'_> {
    fn choose(&mut self, game: &Referee, clock: &Clock) -> Result<Answer, Failure> {
        let asked = Instant::now();
        if !self.is_started {
            self.start(game.geometry(), game.rule());
        }
        self.engine.set(Setting::TimeLeft(clock.time_left()));
        let stones: Vec<_> = game.moves().iter().map(|&point| (point, game.owner(point))).collect();
        self.engine.set_stones(&stones).map_err(declined)?;
        let (sender, events) = mpsc::channel();
        self.engine.go(asked, move |event| drop(sender.send(event))).map_err(declined)?;
        let deadline = asked + clock.limit() + self.manners.tolerance;
        let (mut info, mut messages) = (SearchInfo::default(), Vec::new());
        loop {
            match events.recv_timeout(next_look(deadline).saturating_duration_since(Instant::now())) {
                Ok(Event::Depth(report)) => {
                    info.depth = Some(u64::from(report.depth));
                    info.nodes = Some(report.nodes);
                    if self.manners.keep_messages {
                        messages.push(report.to_string());
                    }
                }
                Ok(Event::Move(point)) => {
                    let answer = answer(game, point, asked.elapsed());
                    return Ok(Answer { info, messages, ..answer });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Fault(Fault::Crash, "the search died".to_string()));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.is_raised() => return Err(Failure::Interrupted),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return Err(Failure::Fault(Fault::Timeout, "no answer in time".to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn leave(self: Box<Self>) -> Departure {
        Departure::Willing
    }
}

/// A sparring partner. It does not look at a clock and cannot be interrupted, but is measured like everybody else.
pub struct SparringPlayer {
    /// Who plays.
    pub partner: Partner,
    /// What its choices among equals come from, together with the position.
    pub seed: u64,
    /// How much later than its limit a move may come.
    pub tolerance: Duration,
}

impl Player for SparringPlayer {
    fn choose(&mut self, game: &Referee, clock: &Clock) -> Result<Answer, Failure> {
        let asked = Instant::now();
        let seed = self.seed.wrapping_add(game.moves().len() as u64);
        let point = self.partner.choose(game.grid(), game.to_move(), seed);
        let time = asked.elapsed();
        if time > clock.limit() + self.tolerance {
            return Err(Failure::Fault(Fault::Timeout, format!("moved after {} ms", time.as_millis())));
        }
        let no_move = || Failure::Fault(Fault::Crash, "has no move".to_string());
        Ok(answer(game, point.ok_or_else(no_move)?, time))
    }

    fn leave(self: Box<Self>) -> Departure {
        Departure::Willing
    }
}

/// A move without anything else to tell.
fn answer(game: &Referee, point: Point, time: Duration) -> Answer {
    let place = Place::of(game.geometry(), point);
    let info = SearchInfo::default();
    Answer { place, time, start_time: Duration::ZERO, info, memory: None, messages: Vec::new() }
}
