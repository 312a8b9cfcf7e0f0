use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a running search or solver polls: a flag that any thread may raise, and a node budget that its threads share.
#[derive(Debug)]
pub struct Stop {
    raised: AtomicBool,
    nodes: AtomicU64,
    budget: AtomicU64,
}

impl Stop {
    /// Nothing asked for yet and no limit on nodes.
    pub const fn new() -> Stop {
        Stop { raised: AtomicBool::new(false), nodes: AtomicU64::new(0), budget: AtomicU64::new(u64::MAX) }
    }

    /// Asks whoever polls to finish.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to finish.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// Changes the node budget, also of a run in progress.
    pub fn set_budget(&self, budget: u64) {
        self.budget.store(budget, Ordering::Relaxed);
    }

    /// Reports `nodes` more nodes and answers how many are left of the budget.
    pub fn spend(&self, nodes: u64) -> u64 {
        let spent = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.budget.load(Ordering::Relaxed).saturating_sub(spent)
    }

    /// How many nodes are left of the budget.
    pub fn left(&self) -> u64 {
        self.budget.load(Ordering::Relaxed).saturating_sub(self.spent())
    }

    /// Nodes reported since the start of the run.
    pub fn spent(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Default for Stop {
    fn default() -> Stop {
        Stop::new()
    }
}
