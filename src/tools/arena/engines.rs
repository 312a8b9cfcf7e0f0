//! Engines as the command line names them: words `key=value` and, for an engine without a process, its name.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::clock::TimeControl;
use crate::sparring::Partner;

/// What to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A program that speaks the protocol, with its arguments.
    Program(Program),
    /// An engine of ours that plays inside the arena.
    BuiltIn(BuiltIn),
}

/// An engine that needs no process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// The engine that the arena was built with.
    Hanxing,
    /// A sparring partner.
    Sparring(Partner),
}

impl FromStr for BuiltIn {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<BuiltIn> {
        match (name, name.strip_prefix("sparring:")) {
            ("hanxing", _) => Ok(BuiltIn::Hanxing),
            (_, Some(partner)) => Ok(BuiltIn::Sparring(partner.parse()?)),
            _ => bail!("there is no built-in engine '{name}'; a program is given as cmd=PROGRAM"),
        }
    }
}

/// A program and where it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What to start.
    pub path: PathBuf,
    /// What to tell it on its command line.
    pub arguments: Vec<String>,
    /// The folder to start it in: its own where the command names one, as engines look for their files there.
    pub folder: Option<PathBuf>,
}

impl FromStr for Program {
    type Err = anyhow::Error;

    fn from_str(command: &str) -> anyhow::Result<Program> {
        let mut words = split_words(command)?.into_iter();
        let path = PathBuf::from(words.next().context("an empty command")?);
        let is_bare_name = path.parent().is_none_or(|folder| folder == Path::new(""));
        let (path, folder) = if is_bare_name {
            (path, None)
        } else {
            let path = std::path::absolute(&path).with_context(|| format!("the path {}", path.display()))?;
            let folder = path.parent().map(Path::to_path_buf);
            (path, folder)
        };
        Ok(Program { path, arguments: words.collect(), folder })
    }
}

/// Splits a command into words at white space outside quotes, single or double.
fn split_words(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut quote = None;
    let mut in_word = false;
    for c in command.chars() {
        match c {
            c if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                if !std::mem::replace(&mut in_word, true) {
                    words.push(String::new());
                }
            }
            c if quote.is_none() && c.is_whitespace() => in_word = false,
            c => {
                if !std::mem::replace(&mut in_word, true) {
                    words.push(String::new());
                }
                words.last_mut().context("a word has begun")?.push(c);
            }
        }
    }
    ensure!(quote.is_none(), "a quote is not closed in {command}");
    Ok(words)
}

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called in tables and records.
    pub name: String,
    /// What to play with.
    pub origin: Origin,
    /// Its time.
    pub time: TimeControl,
    /// Most nodes for a move.
    pub nodes: Option<u64>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Most memory in bytes. More than that loses the game.
    pub memory: Option<u64>,
    /// Search threads.
    pub threads: Option<u32>,
    /// The rule's number that the engine is told, where it is not that of the game.
    pub rule: Option<i64>,
    /// Further `INFO` lines as key and value.
    pub info: Vec<(String, String)>,
}

impl EngineSpec {
    /// The turn where only nodes or depth are limited: not meant to be used up, but so that a game ends.
    const TURN_BESIDE_OTHER_LIMITS: Duration = Duration::from_secs(60);
    /// The turn where nothing is limited.
    const DEFAULT_TURN: Duration = Duration::from_secs(1);

    /// Reads the words of one engine; of a key that comes twice the later value counts.
    ///
    /// # Errors
    /// A word that is unknown or has no meaning, or no word that says what to start.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> anyhow::Result<EngineSpec> {
        let (mut name, mut origin, mut time) = (None, None, None);
        let (mut nodes, mut depth, mut memory, mut threads, mut rule) = (None, None, None, None, None);
        let mut info: Vec<(String, String)> = Vec::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                origin = Some(Origin::BuiltIn(word.parse()?));
                name.get_or_insert(word.to_string());
                continue;
            };
            let context = || format!("engine option {key}={value}");
            match key {
                "name" => name = Some(value.to_string()),
                "cmd" => origin = Some(Origin::Program(value.parse().with_context(context)?)),
                "tc" => time = Some(value.parse().with_context(context)?),
                "nodes" => nodes = Some(value.parse().with_context(context)?),
                "depth" => depth = Some(value.parse().with_context(context)?),
                "mem" => memory = Some(parse_bytes(value).with_context(context)?),
                "thread" => threads = Some(value.parse().with_context(context)?),
                "rule" => rule = Some(value.parse().with_context(context)?),
                key => match key.strip_prefix("info.") {
                    Some(key) => info.push((key.to_string(), value.to_string())),
                    None => bail!(
                        "there is no engine option '{key}', only \
                         name, cmd, tc, nodes, depth, mem, thread, rule and info.KEY"
                    ),
                },
            }
        }
        let origin = origin.context("an engine needs cmd=PROGRAM or the name of a built-in engine")?;
        let name = name.unwrap_or_else(|| default_name(&origin));
        let turn = if nodes.is_some() || depth.is_some() {
            Self::TURN_BESIDE_OTHER_LIMITS
        } else {
            Self::DEFAULT_TURN
        };
        let time = time.unwrap_or(TimeControl { game: None, turn, increment: Duration::ZERO });
        Ok(EngineSpec { name, origin, time, nodes, depth, memory, threads, rule, info })
    }
}

/// The name of a program's file without what every engine's has.
fn default_name(origin: &Origin) -> String {
    match origin {
        Origin::BuiltIn(built_in) => built_in.to_string(),
        Origin::Program(program) => {
            let stem = program.path.file_stem().unwrap_or_default().to_string_lossy();
            stem.strip_prefix("pbrain-").unwrap_or(&stem).to_string()
        }
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Hanxing => f.write_str("hanxing"),
            BuiltIn::Sparring(partner) => write!(f, "sparring:{partner}"),
        }
    }
}

/// Reads a number of bytes, with `K`, `M` or `G` for the binary multiples.
fn parse_bytes(text: &str) -> anyhow::Result<u64> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse()?;
    number.checked_mul(1 << shift).context("more bytes than can be counted")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> anyhow::Result<EngineSpec> {
        EngineSpec::parse(words.split(' '))
    }

    #[test]
    fn words_are_split_outside_quotes() {
        assert_eq!(split_words(" a  'b c' d\"e 'f\"g \"\"").unwrap(), ["a", "b c", "de 'fg", ""]);
        assert!(split_words("a 'b").is_err());
    }

    #[test]
    fn an_engine_is_what_its_words_say() {
        let spec = parse("tc=1 name=a cmd=/x/y/pbrain-z tc=0/2 mem=350M nodes=5 thread=2 rule=8 info.a=b=c")
            .unwrap();
        assert_eq!((spec.name.as_str(), spec.memory, spec.nodes), ("a", Some(350 << 20), Some(5)));
        assert_eq!(spec.time.turn, Duration::from_secs(2));
        assert_eq!((spec.threads, spec.rule), (Some(2), Some(8)));
        assert_eq!(spec.info, [("a".to_string(), "b=c".to_string())]);
        let Origin::Program(program) = spec.origin else { unreachable!() };
        assert_eq!(program.folder, Some(PathBuf::from("/x/y")));
        assert_eq!(parse("cmd=/x/y/pbrain-z.exe").unwrap().name, "z");
        assert_eq!(parse("hanxing").unwrap().origin, Origin::BuiltIn(BuiltIn::Hanxing));
        let partner = parse("sparring:runs").unwrap();
        assert_eq!(partner.origin, Origin::BuiltIn(BuiltIn::Sparring(Partner::Runs)));
        assert_eq!(partner.name, "sparring:runs");
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for words in
            ["name=a", "foo", "cmd=", "hanxing nodes=x", "hanxing mem=1T", "hanxing speed=5", "sparring:x"]
        {
            assert!(parse(words).is_err(), "{words}");
        }
    }
}
