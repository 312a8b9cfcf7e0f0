//! What the tools that play many games have in common: the part of one machine, threads, a bar of progress, and an
//! end in order.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::Stop;
use crate::search::Searcher;

/// The part of a batch that one machine does, written `i/n` with `i` from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// All of the batch.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Whether the part has what has this number, from zero.
    pub fn has(self, number: usize) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Shard> {
        let (index, count) = text.split_once('/').context("a shard is written i/n")?;
        let (index, count): (usize, usize) = (index.parse()?, count.parse()?);
        ensure!((1..=count).contains(&index), "shard {index} is not within 1..{count}");
        Ok(Shard { index: index - 1, count })
    }
}

/// Does `work` with each of `items` on so many threads, each with stack enough for a search, until all is done or
/// `stop` is raised. What comes of it is handed to `collect` in the order in which it is ready.
///
/// # Errors
/// A thread that the machine refuses, or what `collect` says; both raise `stop`.
pub fn spread<T: Send, U: Send>(
    items: Vec<T>,
    threads: usize,
    stop: &Stop,
    work: impl Fn(T) -> Option<U> + Sync,
    mut collect: impl FnMut(U) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = threads.min(items.len());
    let queue = Mutex::new(items.into_iter());
    // A thread that panicked has not left the queue half changed.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_off = |ready: mpsc::Sender<U>| {
        while !stop.is_raised()
            && let Some(item) = next()
        {
            if let Some(result) = work(item) {
                ready.send(result).ok();
            }
        }
    };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let start = |sender| {
            let builder = thread::Builder::new().stack_size(Searcher::STACK);
            builder.spawn_scoped(scope, || work_off(sender)).map(drop)
        };
        let started = (0..threads).try_for_each(|_| start(sender.clone())).context("no thread for the games");
        drop(sender);
        let collected = started.and_then(|()| results.into_iter().try_for_each(&mut collect));
        // Whatever went wrong here, the work under way must end.
        if collected.is_err() {
            stop.raise();
        }
        collected
    })
}

/// A bar on standard error for so many games.
pub fn bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    // Should the template not be understood, the bar looks otherwise.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// What Ctrl-C and a request to terminate raise.
pub fn stop_at_interrupt() -> Arc<Stop> {
    let stop = Arc::new(Stop::new());
    let interrupt = Arc::clone(&stop);
    // Not so if another batch in the same process has done it before; then that one's handler stands.
    if let Err(error) = ctrlc::set_handler(move || interrupt.raise()) {
        log::warn!("Ctrl-C will not end the games in order: {error}");
    }
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_the_whole() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in 0..20 {
            assert!(Shard::WHOLE.has(number));
            assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1);
        }
        for text in ["0/3", "4/3", "1", "x/2", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn all_is_done_until_something_goes_wrong() {
        let (stop, mut sum) = (Stop::new(), 0);
        let add = |number| {
            sum += number;
            Ok(())
        };
        spread((1..=100).collect(), 3, &stop, |number| (number % 2 == 0).then_some(number), add).unwrap();
        assert_eq!(sum, 2550);
        let fail = |_| anyhow::bail!("no");
        assert!(spread((1..=100).collect(), 3, &stop, Some, fail).is_err() && stop.is_raised());
    }
}
