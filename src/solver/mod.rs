//! Provers of forced wins.

mod proof;
mod vcf;

pub use proof::Proof;
pub use vcf::{Vcf, VcfLimits};
