//! Provers of forced wins, and the checker that their proofs must pass.

mod checker;
mod claim;
mod numbers;
mod proof;
mod replay;
mod vcf;
mod vct;

pub use checker::{Checked, Fault, Flaw, check};
pub use claim::{Claim, ClaimError};
pub use proof::Proof;
pub use vcf::{Vcf, VcfLimits};
pub use vct::{ThreatSolver, VctLimits, Width};

/// What a search for a forced win has found out. Only a win and its absence are proved.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The side to move wins against every defence.
    Win(Proof),
    /// No sequence of the threats looked for wins.
    NoWin,
    /// A limit came before either was proved.
    Unknown,
}

impl Verdict {
    /// The proof of a win.
    pub fn win(self) -> Option<Proof> {
        match self {
            Verdict::Win(proof) => Some(proof),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }
}
