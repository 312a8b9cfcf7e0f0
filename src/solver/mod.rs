//! Provers of forced wins.

mod vcf;

pub use vcf::{Vcf, VcfLimits};
