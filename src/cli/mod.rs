//! The command line: without a command the protocol, with one of them a tool.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::protocol::session;
use crate::tools::position::BadInput;
use crate::tools::{analyze, arena, bench, datagen, parameters, solve};

/// The environment variable with the level of logging, as `env_logger` reads it.
const LOG_LEVEL: &str = "HANXING_LOG";

/// A five-in-a-row engine. Without a command it speaks the Piskvork/Gomocup protocol on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "pbrain-hanxing", version, disable_help_subcommand = true)]
struct Arguments {
    /// Log to FILE, as much as the variable HANXING_LOG says: error, warn, info (the default), debug or trace
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    tool: Option<Tool>,
}

/// What the executable does besides playing.
#[derive(Debug, Subcommand)]
enum Tool {
    Analyze(analyze::Arguments),
    Arena(Box<arena::Arguments>),
    Bench(bench::Arguments),
    Datagen(datagen::Arguments),
    /// Lists the numbers of the search that games have tuned: name, value, least and greatest value to try
    Parameters,
    Solve(solve::Arguments),
    /// A word that is none of the above, and what follows it.
    #[command(external_subcommand)]
    Unknown(Vec<OsString>),
}

/// Does what the command line asks for. What is wrong with it is told on standard error before the protocol starts,
/// after which nothing is written there.
#[allow(clippy::print_stderr)]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(without_unknown_options(std::env::args_os()));
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            // The same as for a command line that makes no sense.
            if error.is::<BadInput>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.root_cause().downcast_ref::<std::io::Error>();
    io_error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    if let Some(file) = &arguments.log {
        log_to(file)?;
    }
    match arguments.tool {
        None => session::run(),
        Some(Tool::Analyze(arguments)) => analyze::run(&arguments, &mut std::io::stdout().lock())?,
        Some(Tool::Arena(arguments)) => arena::run(&arguments, &mut std::io::stdout().lock())?,
        Some(Tool::Bench(arguments)) => bench::run(&arguments, &mut std::io::stdout().lock())?,
        Some(Tool::Datagen(arguments)) => datagen::run(&arguments, &mut std::io::stdout().lock())?,
        Some(Tool::Parameters) => parameters::run(&mut std::io::stdout().lock())?,
        Some(Tool::Solve(arguments)) => solve::run(&arguments, &mut std::io::stdout().lock())?,
        Some(Tool::Unknown(words)) => refuse(&words),
    }
    Ok(())
}

/// Managers pass options to every engine (Yixin-Board `--force-utf8`), and one that refuses to start loses: what we
/// do not know is left out. Only what precedes the first word is looked at, a tool's own options are checked.
fn without_unknown_options(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let mut known: Vec<OsString> = arguments.by_ref().take(1).collect();
    while let Some(argument) = arguments.next() {
        match argument.to_string_lossy().as_ref() {
            "--log" => known.extend([argument].into_iter().chain(arguments.next())),
            "--help" | "-h" | "--version" | "-V" => known.push(argument),
            text if text.starts_with("--log=") => known.push(argument),
            text if text.starts_with('-') => {}
            _ => {
                known.push(argument);
                known.extend(arguments.by_ref());
            }
        }
    }
    known
}

/// Ends the process with a usage error that names the tools there are.
fn refuse(words: &[OsString]) {
    let word = words.first().map_or("".into(), |word| word.to_string_lossy());
    let mut command = Arguments::command();
    let tools: Vec<_> = command.get_subcommands().map(|tool| tool.get_name()).collect();
    let message = format!("there is no command '{word}', only: {}", tools.join(", "));
    command.error(ErrorKind::InvalidSubcommand, message).exit();
}

/// Sends the log to `file`, each line with the milliseconds since the start.
fn log_to(file: &Path) -> anyhow::Result<()> {
    let output = File::create(file).with_context(|| format!("cannot write the log {}", file.display()))?;
    let start = Instant::now();
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Info)
        .parse_env(LOG_LEVEL)
        .format(move |line, record| {
            writeln!(line, "{:>8} {:<5} {}", start.elapsed().as_millis(), record.level(), record.args())
        })
        .target(env_logger::Target::Pipe(Box::new(output)))
        .init();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(line: &str) -> String {
        let known = without_unknown_options(line.split(' ').map(OsString::from));
        known.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_unknown_options_before_the_first_word_are_left_out() {
        assert_eq!(filtered("hanxing --force-utf8 -x --"), "hanxing");
        assert_eq!(filtered("hanxing -x --log a.txt --log=b.txt -V"), "hanxing --log a.txt --log=b.txt -V");
        assert_eq!(filtered("hanxing -x bench -x --moves"), "hanxing bench -x --moves");
    }

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
