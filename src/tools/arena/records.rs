//! The games of a match as files: PSQ, SGF, and what the engines said.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::engines::EngineSpec;
use super::game::Played;
use super::verdict::{Fault, Reason};
use crate::base::PerColor;
use crate::record::psq::{self, Ending};
use crate::record::sgf;

/// Where games are written to.
#[derive(Debug, Default)]
pub struct Records {
    psq: Option<PathBuf>,
    sgf: Option<File>,
    messages: Option<File>,
}

impl Records {
    /// Opens the files. What they hold is lost, unless the match is to go on.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn open(
        psq: Option<&Path>,
        sgf: Option<&Path>,
        messages: Option<&Path>,
        go_on: bool,
    ) -> anyhow::Result<Records> {
        if let Some(folder) = psq {
            fs::create_dir_all(folder).with_context(|| format!("the folder {}", folder.display()))?;
        }
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).write(true).truncate(!go_on).append(go_on).open(path);
            file.with_context(|| format!("the file {}", path.display()))
        };
        Ok(Records {
            psq: psq.map(Path::to_path_buf),
            sgf: sgf.map(open).transpose()?,
            messages: messages.map(open).transpose()?,
        })
    }

    /// Writes a game wherever games are to be written.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn write(&mut self, played: &Played, engines: &[EngineSpec]) -> anyhow::Result<()> {
        let fixture = &played.fixture;
        let number = fixture.game + 1;
        if let Some(folder) = &self.psq {
            let level = |engine: usize| psq::level(engines[engine].time.turn);
            let levels = PerColor([level(fixture.black), level(fixture.white)]);
            let path = folder.join(format!("{number:05}.psq"));
            fs::write(&path, psq::write(&played.record, levels, ending(played.end.reason)))
                .with_context(|| format!("the file {}", path.display()))?;
        }
        if let Some(file) = &mut self.sgf {
            let text = sgf::write(&played.record, &format!("game {number}"), &outcome(played));
            file.write_all(text.as_bytes()).context("the SGF file")?;
        }
        if let Some(file) = &mut self.messages {
            let [black, white] = &played.record.names.0;
            let head = format!("game {number}: {black} (black) against {white} (white)");
            let lines: String = played.messages.iter().flat_map(|line| [line, "\n"]).collect();
            let text = format!("{head}\n{lines}{}\n\n", outcome(played));
            file.write_all(text.as_bytes()).context("the file of messages")?;
        }
        Ok(())
    }
}

fn ending(reason: Reason) -> Ending {
    match reason {
        Reason::Fault(Fault::Timeout) => Ending::Timeout,
        Reason::Fault(_) => Ending::Fault,
        _ => Ending::Regular,
    }
}

/// How a game ended, in words.
fn outcome(played: &Played) -> String {
    let end = &played.end;
    let winner = end.winner.map_or("draw".to_string(), |winner| format!("{winner} wins"));
    let detail = if end.detail.is_empty() { String::new() } else { format!(" ({})", end.detail) };
    format!("{winner}: {}{detail}", end.reason)
}
