//! The executable `pbrain-hanxing`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hanxing::cli::main()
}
