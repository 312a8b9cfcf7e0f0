use std::fmt;
use std::time::Duration;

use crate::base::Score;
use crate::board::{Geometry, Point};

/// What a finished depth has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// The principal variation.
    pub line: Vec<Point>,
    /// The size of the board.
    pub geometry: Geometry,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { depth, selective_depth, score, nodes, elapsed, .. } = self;
        let micros = (elapsed.as_micros() as u64).max(1);
        let speed = nodes.saturating_mul(1_000_000) / micros;
        write!(
            f,
            "depth {depth}-{selective_depth} ev {score} n {nodes} nps {speed} tm {} pv",
            micros / 1000
        )?;
        self.line.iter().try_for_each(|&point| write!(f, " {}", self.geometry.name(point)))
    }
}
