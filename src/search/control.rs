use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::TimeSettings;
use super::clock::Budget;
use crate::base::Stop;

/// The limits of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time; `None` for a search that no clock ends.
    pub time: Option<TimeSettings>,
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes over all threads.
    pub nodes: Option<u64>,
}

/// Steers a running search from another thread.
#[derive(Debug)]
pub struct Control {
    /// The flag and the node budget.
    pub stop: Stop,
    start: Instant,
    stones: usize,
    soft_us: AtomicU64,
    hard_us: AtomicU64,
    depth: AtomicU32,
}

impl Control {
    /// Controls a search that was asked for at `start`, with `stones` on the board.
    pub fn new(start: Instant, stones: usize, limits: &Limits) -> Control {
        let control = Control {
            stop: Stop::new(),
            start,
            stones,
            soft_us: AtomicU64::new(u64::MAX),
            hard_us: AtomicU64::new(u64::MAX),
            depth: AtomicU32::new(u32::MAX),
        };
        control.set_limits(limits);
        control
    }

    /// Changes the limits, also of a search in progress; time counts from when it was asked for.
    pub fn set_limits(&self, limits: &Limits) {
        if let Some(time) = limits.time {
            let Budget { soft, hard } = time.budget(self.stones);
            self.soft_us.store(soft.as_micros() as u64, Ordering::Relaxed);
            self.hard_us.store(hard.as_micros() as u64, Ordering::Relaxed);
        }
        self.depth.store(limits.depth.unwrap_or(u32::MAX), Ordering::Relaxed);
        self.stop.set_budget(limits.nodes.unwrap_or(u64::MAX));
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must answer now; raises the flag if time has run out.
    pub fn is_over(&self) -> bool {
        if self.elapsed().as_micros() as u64 >= self.hard_us.load(Ordering::Relaxed) {
            self.stop.raise();
        }
        self.stop.is_raised()
    }

    /// Whether an iteration that would be `depth` deep is within the limit on depth.
    pub fn allows_depth(&self, depth: u32) -> bool {
        depth <= self.depth.load(Ordering::Relaxed)
    }

    /// Whether to start no further iteration, `percent` of the soft limit being enough.
    pub fn is_enough(&self, percent: u64) -> bool {
        let soft = self.soft_us.load(Ordering::Relaxed);
        soft != u64::MAX && self.elapsed().as_micros() as u64 >= soft / 100 * percent
    }
}
