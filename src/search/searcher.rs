use std::fmt;

use super::control::Control;
use super::history::History;
use super::node::Worker;
use super::parameters;
use super::report::Report;
use super::table::Table;
use crate::base::Color;
use crate::board::{Geometry, Grid, Point};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::solver::ThreatSolver;

/// Memory and threads for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The most memory for the whole process, in bytes.
    pub memory: u64,
    /// The size of the transposition table in bytes, if not all that the memory leaves.
    pub table: Option<u64>,
    /// Search threads; as many as the memory has room for.
    pub threads: usize,
}

/// Memory that is too small, or that the machine does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// What was asked for, in bytes.
    pub wanted: u64,
    /// The least that would do, in bytes.
    pub least: u64,
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryError { wanted, least } = self;
        if wanted < least {
            write!(f, "{wanted} bytes of memory are too few, {least} are needed")
        } else {
            write!(f, "{wanted} bytes of memory are not to be had")
        }
    }
}

impl std::error::Error for MemoryError {}

impl Resources {
    /// What the executable, its tables, the threads of the protocol and the solver take.
    const PROCESS: u64 = (10 << 20) + SOLVER_BYTES as u64;
    /// What a search thread takes besides its histories: stack, position, move lists.
    const THREAD: u64 = 1 << 20;
    const LEAST_TABLE: u64 = 1 << 20;

    /// Whether the memory is enough for a search on boards of `geometry`.
    ///
    /// # Errors
    /// [`MemoryError`] if it is not.
    pub fn check(&self, geometry: Geometry) -> Result<(), MemoryError> {
        self.fit(geometry).map(drop)
    }

    /// What fits into the memory: the size of the table in bytes, and as many of the threads as leave room for one.
    fn fit(&self, geometry: Geometry) -> Result<(u64, usize), MemoryError> {
        let thread = Self::THREAD + History::bytes(geometry) as u64;
        let least = Self::PROCESS + thread + Self::LEAST_TABLE;
        if self.memory < least {
            return Err(MemoryError { wanted: self.memory, least });
        }
        let more_threads = ((self.memory - least) / thread).min(self.threads.max(1) as u64 - 1);
        let room = self.memory - Self::PROCESS - thread * (1 + more_threads);
        let table = self.table.unwrap_or(room).clamp(Self::LEAST_TABLE, room);
        Ok((table, 1 + more_threads as usize))
    }
}

/// What the solver of threats may remember.
const SOLVER_BYTES: usize = 4 << 20;

/// What lasts from one search to the next: the transposition table, the histories of the threads and the solver.
#[derive(Debug, Default)]
pub struct Searcher {
    table: Table,
    /// What was asked for when the table was made.
    table_bytes: u64,
    histories: Vec<History>,
    solver: Option<ThreatSolver>,
    geometry: Option<Geometry>,
}

impl Searcher {
    /// Bytes of stack that a search thread needs for the deepest line.
    pub const STACK: usize = 8 << 20;

    /// Makes ready for a search on boards of `geometry`; keeps the table if its size stays the same.
    ///
    /// # Errors
    /// [`MemoryError`] if the memory is too small, with the searcher as it was, or not to be had, without its table.
    pub fn prepare(&mut self, geometry: Geometry, resources: &Resources) -> Result<(), MemoryError> {
        let (bytes, threads) = resources.fit(geometry)?;
        if bytes != self.table_bytes || self.table.bytes() == 0 {
            // The old table goes first: both together might be more than the limit.
            self.table = Table::default();
            self.table = Table::new(bytes as usize).ok_or(MemoryError { wanted: bytes, least: 0 })?;
            self.table_bytes = bytes;
        }
        if self.geometry != Some(geometry) {
            self.histories.clear();
            self.geometry = Some(geometry);
        }
        self.solver.get_or_insert_with(|| ThreatSolver::new(SOLVER_BYTES));
        self.histories.resize_with(threads, || History::new(geometry));
        Ok(())
    }

    /// Searches a position that is not decided, on as many threads as were prepared for, and returns the move to play.
    /// `report` is called with every finished depth.
    pub fn search<R: RuleSet>(
        &mut self,
        grid: &Grid,
        to_move: Color,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Point {
        if grid.empty_points().count() == grid.geometry().points() {
            // The first move needs no thought, and comes before any table is made.
            return grid.geometry().center();
        }
        self.table.advance();
        let position = Position::<R>::new(grid, to_move);
        let table = &self.table;
        let Some((first, others)) = self.histories.split_first_mut() else {
            return grid.geometry().center();
        };
        std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let position = position.clone();
                let help = move || {
                    let offset = 1 + number as u32 % 2;
                    Worker::new(position, table, history, control).think(offset, None, &mut |_| {});
                };
                // Without the thread the search is slower and no worse.
                if let Err(error) =
                    std::thread::Builder::new().stack_size(Self::STACK).spawn_scoped(scope, help)
                {
                    log::warn!("no thread for the search: {error}");
                }
            }
            let solver = self.solver.as_mut().filter(|_| parameters::root_threats() > 0);
            let best = Worker::new(position, table, first, control).think(0, solver, report);
            control.stop.raise();
            best
        })
    }
}
