//! Playing the games of a run, or those that a file does not have yet.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::game::{self, Settings};
use crate::record::scored::ScoredGame;
use crate::record::scored::archive::{self, ArchiveErrorKind, GameId, Reader};
use crate::tools::batch::{self, Shard};
use crate::tools::options::{GameOptions, positive};

/// Plays games and adds them to a file
///
/// The games of a run are numbered from zero, and each depends on nothing but its number, the seed and the other
/// settings, whatever machine plays it. A file that exists has to be from the same run: it is gone on with, games that
/// it has are not played again, and what a kill has left of an unfinished record is cut off. Files of other shards, and
/// of other runs, are put together by concatenation.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameOptions,
    /// Games of the run
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stones of an opening, at least and at most
    #[arg(long, value_name = "MIN-MAX", default_value = "3-8", value_parser = parse_range)]
    stones: RangeInclusive<usize>,
    /// How far from even the score after an opening may be: 200 is a factor of e in the odds
    #[arg(long, value_name = "SCORE", default_value_t = 100, value_parser = clap::value_parser!(u16).range(..29_000))]
    balance: u16,
    /// Draw with N stones on the board
    #[arg(long, value_name = "N")]
    draw_after: Option<usize>,
    /// Play only part I of N of the games
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    threads: usize,
    /// The file that the games are added to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn parse_range(text: &str) -> anyhow::Result<RangeInclusive<usize>> {
    let (least, most) = text.split_once('-').context("two numbers are needed, as 3-8")?;
    let (least, most): (usize, usize) = (least.parse()?, most.parse()?);
    ensure!((1..=most).contains(&least), "{least} is not within 1..{most}");
    Ok(least..=most)
}

impl Arguments {
    /// What the games depend on.
    fn settings(&self) -> anyhow::Result<Settings> {
        let Arguments { nodes, seed, balance, draw_after, .. } = *self;
        let (rule, geometry, stones) = (self.game.rule, self.game.geometry(), self.stones.clone());
        ensure!(!rule.continuous, "a continuous game has no result to learn from");
        let least = draw_after.unwrap_or(geometry.points()).min(geometry.points());
        ensure!(*stones.end() < least, "an opening of {} stones leaves no game to play", stones.end());
        Ok(Settings { rule, geometry, nodes, seed, stones, balance, draw_after })
    }
}

/// Plays the games that are missing and writes each to the file as it ends.
///
/// # Errors
/// Options that make no sense, a file that cannot be written or is not of this run, or an interruption.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let settings = arguments.settings()?;
    let run = settings.run();
    let path = &arguments.out;
    let Opened { mut file, present } =
        open(path, run).with_context(|| format!("games {}", path.display()))?;
    let is_pending = |number: &u32| arguments.shard.has(*number as usize) && !present.contains(number);
    let pending: Vec<u32> = (0..arguments.games).filter(is_pending).collect();

    let (total, bar, stop) = (pending.len(), batch::bar(pending.len()), batch::stop_at_interrupt());
    let play = |number| Some((number, game::play(&settings, number, &stop).transpose()?));
    let mut played = 0;
    let keep = |(number, game): (u32, anyhow::Result<ScoredGame>)| {
        // In one piece, so that a kill can tear only the last record.
        file.write_all(&archive::encode(GameId { run, number }, &game?))
            .with_context(|| format!("games {}", path.display()))?;
        played += 1;
        bar.inc(1);
        Ok(())
    };
    let result = batch::spread(pending, arguments.threads, &stop, play, keep);
    bar.finish_and_clear();
    result?;
    writeln!(out, "{played} games played, {} were there", present.len())?;
    if played < total {
        bail!("interrupted with {} games to go", total - played);
    }
    Ok(())
}

/// A file to add games to, and the numbers of those that it has.
struct Opened {
    file: File,
    present: HashSet<u32>,
}

/// Opens the file for the games of a run. A record at its end that is not all there is cut off.
fn open(path: &Path, run: u64) -> anyhow::Result<Opened> {
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        read => read?,
    };
    let (mut present, mut end) = (HashSet::new(), bytes.len());
    for entry in Reader::new(&bytes) {
        match entry {
            Ok(entry) if entry.id.run == run => drop(present.insert(entry.id.number)),
            Ok(entry) => bail!("byte {}: a game of another run, with other settings", entry.offset),
            Err(error) if error.kind == ArchiveErrorKind::Torn => end = error.offset,
            Err(error) => return Err(error.into()),
        }
    }
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    if end < bytes.len() {
        file.set_len(end as u64)?;
        writeln!(io::stderr(), "{} bytes of an unfinished record are cut off", bytes.len() - end)?;
    }
    file.seek(SeekFrom::End(0))?;
    Ok(Opened { file, present })
}
