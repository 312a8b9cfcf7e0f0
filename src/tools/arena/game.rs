//! One game from its opening to its end.

use super::clock::Clock;
use super::engines::EngineSpec;
use super::player::{Answer, Failure, Manners, Player, player};
use super::process::Departure;
use super::referee::{DrawRules, Referee};
use super::results::Usage;
use super::schedule::Fixture;
use super::verdict::{End, Fault};
use crate::base::{Color, PerColor, Stop};
use crate::board::{Geometry, Point};
use crate::record::{GameResult, Move, Record};
use crate::rules::Rule;

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The size of the board.
    pub geometry: Geometry,
    /// The rule.
    pub rule: Rule,
    /// When games are drawn early.
    pub draws: DrawRules,
    /// How engines are treated.
    pub manners: Manners,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was to be played.
    pub fixture: Fixture,
    /// How it ended.
    pub end: End,
    /// The moves.
    pub record: Record,
    /// What each side needed.
    pub usage: PerColor<Usage>,
    /// What the engines said, under a line for each move.
    pub messages: Vec<String>,
}

/// Plays a game between two of `engines`. Nothing comes of it if `stop` is raised meanwhile.
pub fn play(fixture: &Fixture, engines: &[EngineSpec], terms: &Terms, stop: &Stop) -> Option<Played> {
    let specs = PerColor([&engines[fixture.black], &engines[fixture.white]]);
    let mut table = Table {
        players: Color::BOTH.map(|color| player(specs[color], terms.manners, fixture.seed, stop)),
        clocks: PerColor(Color::BOTH.map(|color| Clock::new(specs[color].time))),
        names: PerColor(Color::BOTH.map(|color| specs[color].name.clone())),
        referee: Referee::new(terms.geometry, terms.rule, terms.draws),
        moves: Vec::new(),
        usage: PerColor::default(),
        messages: Vec::new(),
    };
    let end = table.play(&fixture.opening);
    // Engines leave before anything else is done, so that an interrupted match ends soon.
    let Table { players, names, mut usage, moves, messages, .. } = table;
    for (color, player) in Color::BOTH.into_iter().zip(players) {
        usage[color].forced_departures = u64::from(player.leave() == Departure::Forced);
    }
    let end = end?;
    let result = Some(end.winner.map_or(GameResult::Draw, GameResult::Win));
    let record = Record { geometry: terms.geometry, rule: terms.rule, names, moves, result };
    Some(Played { fixture: fixture.clone(), end, record, usage, messages })
}

/// A game in progress and whoever sits at it.
struct Table<'a> {
    players: [Box<dyn Player + 'a>; 2],
    clocks: PerColor<Clock>,
    names: PerColor<String>,
    referee: Referee,
    moves: Vec<Move>,
    usage: PerColor<Usage>,
    messages: Vec<String>,
}

impl Table<'_> {
    /// Plays to the end, or returns nothing if interrupted.
    fn play(&mut self, opening: &[Point]) -> Option<End> {
        for &point in opening {
            self.moves.push(Move { point, time: None });
            match self.referee.play(point) {
                Ok(None) => {}
                // Openings have been checked, but a limit of moves may cut into them.
                Ok(Some(end)) => return Some(end),
                Err(_) => return Some(self.fault(Fault::IllegalMove, "in the opening".to_string())),
            }
        }
        loop {
            if let Some(end) = self.turn()? {
                return Some(end);
            }
        }
    }

    /// One move: the end of the game if it is over with it, nothing at all if interrupted.
    fn turn(&mut self) -> Option<Option<End>> {
        let color = self.referee.to_move();
        let player = &mut self.players[color as usize];
        let answer = match player.choose(&self.referee, &self.clocks[color]) {
            Ok(answer) => answer,
            Err(Failure::Interrupted) => return None,
            Err(Failure::Fault(fault, detail)) => {
                let last_words = player.last_words();
                self.note("no move", last_words);
                return Some(Some(self.fault(fault, detail)));
            }
        };
        self.account(color, &answer);
        let Answer { place, time, messages, .. } = answer;
        let Some(point) = self.referee.geometry().point(place.x, place.y) else {
            self.note(&place.to_string(), messages);
            return Some(Some(self.fault(Fault::IllegalMove, format!("{place} is off the board"))));
        };
        let name = self.referee.geometry().name(point);
        self.note(&format!("{name} {} ms", time.as_millis()), messages);
        match self.referee.play(point) {
            Ok(end) => {
                self.moves.push(Move { point, time: Some(time) });
                Some(end)
            }
            Err(_) => Some(Some(self.fault(Fault::IllegalMove, format!("{place} is occupied")))),
        }
    }

    /// The side to move loses by a fault.
    fn fault(&self, fault: Fault, detail: String) -> End {
        let after = format!("after {} moves", self.referee.moves().len());
        End::fault(self.referee.to_move(), fault, [detail, after].join(", "))
    }

    fn account(&mut self, color: Color, answer: &Answer) {
        let (clock, usage) = (&mut self.clocks[color], &mut self.usage[color]);
        usage.late += u64::from(answer.time > clock.limit());
        clock.spend(answer.start_time + answer.time);
        usage.add(answer.time, &answer.info, answer.memory);
    }

    fn note(&mut self, what: &str, messages: Vec<String>) {
        let number = self.referee.moves().len() + 1;
        self.messages.push(format!("{number}) {}: {what}", self.names[self.referee.to_move()]));
        self.messages.extend(messages.into_iter().map(|message| format!("    {message}")));
    }
}
