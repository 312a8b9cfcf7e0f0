//! The command line of the arena.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

use super::merge;
use super::sprt::Sprt;
use crate::tools::batch::Shard;
use crate::tools::options::{GameOptions, positive};

/// Lets engines play against each other
///
/// An engine is given as words: cmd="PROGRAM ARGUMENTS" or a built-in engine (hanxing, sparring:NAME), name=NAME,
/// tc=GAME/TURN+INCREMENT in seconds (GAME alone is also the longest turn, 0/TURN limits turns alone), nodes=N, depth=N,
/// mem=BYTES (K, M, G; more loses the game), thread=N, rule=N (told instead of the game's), and info.KEY=VALUE for any
/// other INFO.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, args_override_self = true, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do with results, instead of playing
    #[command(subcommand)]
    pub(super) action: Option<Action>,
    #[command(flatten)]
    pub(super) engines: EngineWords,
    /// Let only the first engine meet the others, instead of all meeting all
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// Games for each pair of engines: two from each opening, with sides changed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive)]
    pub(super) games: usize,
    #[command(flatten)]
    pub(super) game: GameOptions,
    /// Openings, one a line, as 'h8i9' or as offsets from the middle '0,0, 1,1'
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Take openings in random order
    #[arg(long, requires = "openings")]
    pub(super) shuffle: bool,
    /// Turn and flip each opening at random, and another way when it comes again
    #[arg(long, requires = "openings")]
    pub(super) symmetry: bool,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    pub(super) concurrency: usize,
    /// Draw with N stones on the board
    #[arg(long, value_name = "N")]
    pub(super) draw_after: Option<usize>,
    /// Draw with N free points left: 25 for Piskvork, and for the judge in renju
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) draw_free: usize,
    /// Draw when no row of five points is left that one side could fill
    #[arg(long)]
    pub(super) draw_no_line: bool,
    /// Milliseconds that a move may be late
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(super) tolerance: u64,
    /// Milliseconds within which an engine has to say OK to its board
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(super) start_limit: u64,
    /// Send the whole board for every move
    #[arg(long)]
    pub(super) sendboard: bool,
    /// Let a line that is neither a message nor a move lose at once, as Piskvork does, even if a move follows
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) sprt: SprtWords,
    /// Play only part I of N of the games, for 'merge' to add up
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub(super) shard: Shard,
    /// Write results to FILE, or to standard output instead of the table if FILE is -
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Go on with the match whose results are in the file of --json
    #[arg(long = "continue", requires = "json")]
    pub(super) resume: bool,
    /// Write each game to a PSQ file in FOLDER
    #[arg(long, value_name = "FOLDER")]
    pub(super) psq: Option<PathBuf>,
    /// Write all games to FILE in SGF
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// Write what the engines say to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) messages: Option<PathBuf>,
}

/// What to do with results.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Action {
    Merge(merge::Arguments),
}

/// The words of each `--engine`, after those of `--each`.
#[derive(Clone, Debug)]
pub(super) struct EngineWords(pub Vec<Vec<String>>);

const ENGINE: &str = "engine";
const EACH: &str = "each";

// Derived, the words of all engines would come in one list, without a sign of where one ends.
impl clap::Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .num_args(1..)
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
                .help(help)
        };
        command
            .arg(words(ENGINE, "An engine"))
            .arg(words(EACH, "What holds for each engine that does not say otherwise"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineWords, clap::Error> {
        let each: Vec<String> = matches.get_many(EACH).into_iter().flatten().cloned().collect();
        let engines = matches.get_occurrences::<String>(ENGINE).into_iter().flatten();
        Ok(EngineWords(engines.map(|words| each.iter().chain(words).cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineWords::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The test that ends a match.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SprtWords {
    /// Test the first engine against the second and stop when it is decided: elo0=0 elo1=10 alpha=0.05 beta=0.05
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
}

impl SprtWords {
    /// The test, if there is one.
    pub(super) fn parse(&self) -> anyhow::Result<Option<Sprt>> {
        let words = self.sprt.as_ref().map(|words| Sprt::parse(words.iter().map(String::as_str)));
        words.transpose().context("--sprt")
    }
}
