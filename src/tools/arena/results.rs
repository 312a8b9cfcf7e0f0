//! The results of a match, game by game, as they are kept in a JSON file: everything else follows from them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::clock::millis;
use super::game::Played;
use super::messages::SearchInfo;
use super::referee::DrawRules;
use super::summary::Summary;
use super::verdict::Reason;
use crate::base::Color;

/// What a match is, as far as its results depend on it. Only results of the same match can be added up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The engines.
    pub engines: Vec<PlannedEngine>,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// Games for each pair of engines.
    pub games: usize,
    /// The protocol's number of the rule.
    pub rule: i64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The openings, each in a word.
    pub openings: Vec<String>,
    /// Whether the openings come in random order.
    pub shuffle: bool,
    /// Whether openings are turned at random.
    pub symmetry: bool,
    /// What all chance comes from.
    pub seed: u64,
    /// When games are drawn early.
    pub draws: DrawRules,
    /// How much later than its limit a move may come, in milliseconds.
    pub tolerance_ms: u64,
    /// Whether the whole board is sent for every move.
    pub send_board: bool,
    /// Whether a line that is neither a message nor a move loses at once.
    pub strict: bool,
}

/// An engine as the command line gives it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedEngine {
    /// What it is called.
    pub name: String,
    /// The words that say what it is.
    pub words: Vec<String>,
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The game's number in the match.
    pub game: usize,
    /// The number of the encounter that it is part of.
    pub encounter: usize,
    /// The engine that had black, by its place in the plan.
    pub black: usize,
    /// The engine that had white.
    pub white: usize,
    /// The engine that won; none in a draw.
    pub winner: Option<usize>,
    /// Why the game ended.
    pub reason: Reason,
    /// What else there is to say of that.
    pub detail: String,
    /// The moves in a word, the opening included.
    pub moves: String,
    /// What black and white needed.
    pub usage: [Usage; 2],
}

impl Row {
    /// The row of a game.
    pub fn new(played: &Played) -> Row {
        let fixture = &played.fixture;
        let engine = |color| match color {
            Color::Black => fixture.black,
            Color::White => fixture.white,
        };
        Row {
            game: fixture.game,
            encounter: fixture.encounter,
            black: fixture.black,
            white: fixture.white,
            winner: played.end.winner.map(engine),
            reason: played.end.reason,
            detail: played.end.detail.clone(),
            moves: played.record.moves_in_a_word(),
            usage: played.usage.0.clone(),
        }
    }

    /// What `engine` has of the game in half points: two for a win, one for a draw.
    pub fn half_points(&self, engine: usize) -> usize {
        match self.winner {
            Some(winner) if winner == engine => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// What an engine needed in one game or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Moves answered.
    pub moves: u64,
    /// The time of all moves, in milliseconds.
    pub time_ms: u64,
    /// The time of the longest move, in milliseconds.
    pub longest_ms: u64,
    /// Moves that came after their time, but within the tolerance.
    pub late: u64,
    /// The moves of which the engine told the depth.
    pub depth_moves: u64,
    /// The sum of these depths, in plies.
    pub depths: u64,
    /// Nodes, as far as the engine told.
    pub nodes: u64,
    /// The time of the moves of which it told them, in microseconds.
    pub nodes_us: u64,
    /// The most memory used, in bytes, if it is known.
    pub peak_memory: u64,
    /// Times that the engine had to be killed, as it did not leave at `END`.
    pub forced_departures: u64,
}

impl Usage {
    /// Counts a move.
    pub fn add(&mut self, time: Duration, info: &SearchInfo, memory: Option<u64>) {
        let micros = time.as_micros() as u64;
        self.moves += 1;
        self.time_ms += millis(time) as u64;
        self.longest_ms = self.longest_ms.max(millis(time) as u64);
        if let Some(depth) = info.depth {
            self.depth_moves += 1;
            self.depths += depth;
        }
        // Some tell only how fast they were.
        if let Some(nodes) = info.nodes.or_else(|| Some(info.speed?.saturating_mul(micros) / 1_000_000)) {
            self.nodes = self.nodes.saturating_add(nodes);
            self.nodes_us += micros;
        }
        self.peak_memory = self.peak_memory.max(memory.unwrap_or(0));
    }

    /// Adds what was needed elsewhere.
    pub fn merge(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time_ms += other.time_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.late += other.late;
        self.depth_moves += other.depth_moves;
        self.depths = self.depths.saturating_add(other.depths);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_us += other.nodes_us;
        self.peak_memory = self.peak_memory.max(other.peak_memory);
        self.forced_departures += other.forced_departures;
    }
}

/// The plan of a match and the games that have been played of it, by number.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What is being played.
    pub plan: Plan,
    /// What has been played.
    pub games: BTreeMap<usize, Row>,
}

/// What stands in the file. Readers may rely on the summary, which is not read back.
#[derive(Serialize)]
struct Written<'a> {
    plan: &'a Plan,
    summary: &'a Summary,
    games: Vec<&'a Row>,
}

#[derive(Deserialize)]
struct Read {
    plan: Plan,
    games: Vec<Row>,
}

impl Results {
    /// A match of which nothing has been played.
    pub fn new(plan: Plan) -> Results {
        Results { plan, games: BTreeMap::new() }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the game is there already with another result.
    pub fn add(&mut self, row: Row) -> anyhow::Result<()> {
        let engines = self.plan.engines.len();
        ensure!(row.black < engines && row.white < engines, "game {} has no such engines", row.game);
        match self.games.entry(row.game) {
            Entry::Vacant(entry) => drop(entry.insert(row)),
            Entry::Occupied(entry) if *entry.get() == row => {}
            Entry::Occupied(entry) => bail!("game {} was played twice", entry.key()),
        }
        Ok(())
    }

    /// Adds what was played elsewhere of the same match.
    ///
    /// # Errors
    /// If it is another match, or a game was played in both.
    pub fn merge(&mut self, other: Results) -> anyhow::Result<()> {
        self.check_plan(&other.plan)?;
        other.games.into_values().try_for_each(|row| self.add(row))
    }

    /// Whether `plan` is that of this match.
    ///
    /// # Errors
    /// Names what differs.
    pub fn check_plan(&self, plan: &Plan) -> anyhow::Result<()> {
        let (own, other) = (serde_json::to_value(&self.plan)?, serde_json::to_value(plan)?);
        let own = own.as_object().context("a plan is an object")?;
        let differing: Vec<_> = own.iter().filter(|(key, value)| other.get(key) != Some(value)).collect();
        let differing: Vec<_> = differing.into_iter().map(|(key, _)| key.as_str()).collect();
        ensure!(differing.is_empty(), "these are different matches: they differ in {}", differing.join(", "));
        Ok(())
    }

    /// Reads a file that [`Results::write`] has written.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(path: &Path) -> anyhow::Result<Results> {
        let context = || format!("results {}", path.display());
        let Read { plan, games } =
            serde_json::from_str(&fs::read_to_string(path).with_context(context)?).with_context(context)?;
        let mut results = Results::new(plan);
        games.into_iter().try_for_each(|row| results.add(row)).with_context(context)?;
        Ok(results)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Never, as far as is known: what the library says.
    pub fn to_json(&self, summary: &Summary) -> anyhow::Result<String> {
        let written = Written { plan: &self.plan, summary, games: self.games.values().collect() };
        Ok(serde_json::to_string_pretty(&written)? + "\n")
    }

    /// Writes the file. It is complete at any time: the new one takes the place of the old one.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn write(&self, summary: &Summary, path: &Path) -> anyhow::Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        fs::write(&name, self.to_json(summary)?)
            .and_then(|()| fs::rename(&name, path))
            .with_context(|| format!("results {}", path.display()))
    }
}
