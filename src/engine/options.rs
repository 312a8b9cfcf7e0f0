use std::collections::BTreeMap;

use crate::board::Geometry;
use crate::rules::Rule;
use crate::search::{Limits, Resources, TimeSettings};
use crate::sparring::Partner;

/// A change of one option. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Time for one move; zero means to answer at once.
    TimeoutTurn(i64),
    /// Time for the whole game; zero means no limit.
    TimeoutMatch(i64),
    /// What is left of the time for the game.
    TimeLeft(i64),
    /// What each move adds to the time left.
    TimeIncrement(i64),
    /// Deepest iteration; zero or less means no limit.
    MaxDepth(i64),
    /// Most nodes for a move; zero or less means no limit.
    MaxNodes(i64),
    /// Most memory for the process in bytes; zero means the default.
    MaxMemory(i64),
    /// Size of the transposition table in KiB; zero or less leaves it to the memory limit.
    HashSize(i64),
    /// Search threads.
    Threads(i64),
    /// The rule's number in the protocol.
    Rule(i64),
    /// Who plays in place of the engine.
    Sparring(Option<Partner>),
    /// What a sparring partner's choices among equals come from.
    Seed(i64),
}

impl Setting {
    /// The protocol's name of the option.
    pub const fn key(self) -> &'static str {
        match self {
            Setting::TimeoutTurn(_) => "timeout_turn",
            Setting::TimeoutMatch(_) => "timeout_match",
            Setting::TimeLeft(_) => "time_left",
            Setting::TimeIncrement(_) => "time_increment",
            Setting::MaxDepth(_) => "max_depth",
            Setting::MaxNodes(_) => "max_node",
            Setting::MaxMemory(_) => "max_memory",
            Setting::HashSize(_) => "hash_size",
            Setting::Threads(_) => "thread_num",
            Setting::Rule(_) => "rule",
            Setting::Sparring(_) => "sparring",
            Setting::Seed(_) => "seed",
        }
    }
}

/// The settings of an engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    time: TimeSettings,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    max_memory: Option<u64>,
    hash_bytes: Option<u64>,
    threads: Option<usize>,
    rule: Rule,
    sparring: Option<Partner>,
    seed: Option<u64>,
    /// Settings that cannot be met, by key, with the reason.
    complaints: BTreeMap<String, String>,
}

impl Options {
    /// Memory where no limit is given. Judges allow 350 MB.
    const DEFAULT_MEMORY: u64 = 340_000_000;
    /// Memory where only the size of the table is given: what the rest may need, threads included.
    const BESIDE_TABLE: u64 = 256 << 20;
    const MAX_THREADS: i64 = 256;
    /// What a thread does on the machines of today.
    const NODES_PER_MILLISECOND: u64 = 700;
    /// Bytes of the table for each node of a game: half of them are remembered, most of these for a few moves.
    const TABLE_PER_NODE: u64 = 8;

    /// Changes one option. A value that cannot be met is kept as a complaint and leaves the option as it was.
    pub fn set(&mut self, setting: Setting) {
        let key = setting.key();
        match self.apply(setting) {
            Ok(()) => drop(self.complaints.remove(key)),
            Err(reason) => self.complain(key, reason),
        }
    }

    fn apply(&mut self, setting: Setting) -> Result<(), String> {
        match setting {
            Setting::TimeoutTurn(ms) => self.time.turn = Some(ms),
            Setting::TimeoutMatch(ms) => {
                self.time.game = Some(ms);
                // What was left belongs to the old limit.
                self.time.left = None;
            }
            Setting::TimeLeft(ms) => self.time.left = Some(ms),
            Setting::TimeIncrement(ms) => self.time.increment = ms,
            Setting::MaxDepth(depth) => {
                self.max_depth = (depth > 0).then(|| depth.min(i64::from(u32::MAX)) as u32);
            }
            Setting::MaxNodes(nodes) => self.max_nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0),
            Setting::MaxMemory(bytes) => {
                let bytes = u64::try_from(bytes).map_err(|_| format!("{bytes} bytes are less than none"))?;
                self.max_memory = (bytes > 0).then_some(bytes);
            }
            Setting::HashSize(kib) => {
                let bytes =
                    u64::try_from(kib).ok().filter(|&kib| kib > 0).map(|kib| kib.saturating_mul(1024));
                self.hash_bytes = bytes;
            }
            Setting::Threads(threads) => {
                if !(1..=Self::MAX_THREADS).contains(&threads) {
                    return Err(format!("{threads} threads are not within 1..{}", Self::MAX_THREADS));
                }
                self.threads = Some(threads as usize);
            }
            Setting::Sparring(partner) => self.sparring = partner,
            Setting::Seed(seed) => self.seed = Some(seed as u64),
            Setting::Rule(number) => self.rule = Rule::try_from(number).map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Remembers that the option `key` was given a value that cannot be met.
    pub fn complain(&mut self, key: &str, reason: String) {
        self.complaints.insert(key.to_string(), reason);
    }

    /// Forgets what cannot be met, a memory limit included that is too small for boards of `geometry`.
    pub fn forget_unmet(&mut self, geometry: Geometry) {
        self.complaints.clear();
        if self.resources().check(geometry).is_err() {
            self.max_memory = None;
        }
    }

    /// A complaint as one line of text.
    pub fn complaint(&self) -> Option<String> {
        self.complaints.iter().next().map(|(key, reason)| format!("INFO {key}: {reason}"))
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Who plays in place of the engine.
    pub fn sparring(&self) -> Option<Partner> {
        self.sparring
    }

    /// What a sparring partner's choices among equals come from; where it is not said, every game has its own.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The limits of a search.
    pub fn limits(&self) -> Limits {
        // Depth or nodes alone are limit enough, as long as nothing is said of time.
        let timeless = self.time == TimeSettings::default();
        let bounded = self.max_depth.is_some() || self.max_nodes.is_some();
        let time = if timeless && bounded { None } else { Some(self.time) };
        Limits { time, depth: self.max_depth, nodes: self.max_nodes }
    }

    /// Memory and threads of a search.
    pub fn resources(&self) -> Resources {
        let memory = match (self.max_memory, self.hash_bytes) {
            (Some(memory), _) => memory,
            (None, Some(table)) => table.saturating_add(Self::BESIDE_TABLE),
            (None, None) => Self::DEFAULT_MEMORY,
        };
        let threads = self.threads.unwrap_or(1);
        let table = self.hash_bytes.or_else(|| self.useful_table(threads));
        Resources { memory, table, threads }
    }

    /// The largest table in bytes that a whole game on so many threads makes use of, if its time or nodes are limited.
    /// More would only cost: memory is slow to touch for the first time, and the wider it is, the slower to look up.
    fn useful_table(&self, threads: usize) -> Option<u64> {
        // A limit on nodes is for all threads together.
        let speed = Self::NODES_PER_MILLISECOND.saturating_mul(threads as u64);
        let by_time = self.time.whole_game().map(|ms| speed.saturating_mul(ms as u64));
        let by_nodes = self.max_nodes.map(|nodes| nodes.saturating_mul(TimeSettings::MOVES as u64));
        let nodes = by_time.into_iter().chain(by_nodes).min()?;
        let bytes = nodes.saturating_mul(Self::TABLE_PER_NODE);
        // A power of two, so that a small change of the limits leaves the table as it is.
        Some(bytes.checked_next_power_of_two().unwrap_or(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(settings: &[Setting]) -> Option<u64> {
        let mut options = Options::default();
        settings.iter().for_each(|&setting| options.set(setting));
        options.resources().table
    }

    #[test]
    fn a_short_game_has_a_small_table() {
        assert_eq!(table(&[]), None);
        let short = table(&[Setting::TimeoutTurn(250), Setting::TimeoutMatch(12_000)]);
        assert_eq!(short, Some(64 << 20));
        // What is left of the time changes nothing.
        let limits = [Setting::TimeoutTurn(250), Setting::TimeoutMatch(12_000), Setting::TimeLeft(1)];
        assert_eq!(table(&limits), short);
        assert_eq!(table(&[Setting::MaxNodes(1_000)]), Some(1 << 19));
        assert_eq!(table(&[Setting::TimeoutMatch(12_000), Setting::Threads(2)]), Some(256 << 20));
        assert!(table(&[Setting::TimeoutMatch(180_000)]) > Some(Options::DEFAULT_MEMORY));
        assert_eq!(table(&[Setting::TimeoutMatch(1_000), Setting::HashSize(1)]), Some(1024));
        assert!(table(&[Setting::MaxNodes(i64::MAX), Setting::Threads(256)]).is_some());
    }
}
