//! Adding up what several machines have played of one match.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::options::SprtWords;
use super::report;
use super::results::Results;
use super::summary::Summary;

/// Adds up the results of parts of a match
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Results that --json has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write all of them to FILE, or to standard output instead of the table if FILE is -
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sprt: SprtWords,
}

/// Reads all files and writes what they come to.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let sprt = arguments.sprt.parse()?;
    let (first, others) = arguments.files.split_first().context("there is nothing to merge")?;
    let mut results = Results::read(first)?;
    for file in others {
        results.merge(Results::read(file)?).with_context(|| format!("results {}", file.display()))?;
    }
    publish(&results, &Summary::new(&results, sprt), arguments.json.as_deref(), out)
}

/// Writes the results to the file of `--json`, if there is one, and the table, if the file is not standard output.
pub(super) fn publish(
    results: &Results,
    summary: &Summary,
    json: Option<&Path>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match json {
        Some(path) if path == Path::new("-") => out.write_all(results.to_json(summary)?.as_bytes())?,
        Some(path) => {
            results.write(summary, path)?;
            report::write(results, summary, out)?;
        }
        None => report::write(results, summary, out)?,
    }
    Ok(())
}
