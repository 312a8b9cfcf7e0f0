//! The protocol as text: lines into [`Command`]s and [`Reply`]s into lines. Nothing here reads, writes or remembers.

use std::error::Error;
use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use crate::board::{Geometry, Point};
use crate::engine::{Owner, Setting};

/// The longest line that is read, in bytes. A full board of the largest size on one line takes a seventh of it.
pub const MAX_LINE: usize = 64 * 1024;

/// What a manager says with one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Blank,
    /// `START n` and `RECTSTART w,h`: a new game.
    Start {
        /// Columns, unchecked.
        width: i64,
        /// Rows, unchecked.
        height: i64,
    },
    /// `RESTART`: a new game on a board of the same size.
    Restart,
    /// `BEGIN`: we open the game.
    Begin,
    /// `TURN x,y`: the opponent's move, to be answered by ours.
    Turn(Place),
    /// `PLAY x,y`: the move that we have to make.
    Play(Place),
    /// `TAKEBACK x,y`.
    TakeBack(Place),
    /// `BOARD`, `YXBOARD` or `SWAP2BOARD`, with as much of the block as stood on the same line.
    Block(Block),
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`.
    About,
    /// `STOP` and `YXSTOP`: move now.
    Stop,
    /// `END`.
    End,
    /// Anything else. In a block it may be stones.
    Unknown(Excerpt),
}

impl Command {
    /// Whether the command is about the game on the board, rather than about the engine or the search in progress.
    pub fn concerns_game(&self) -> bool {
        match self {
            Command::Start { .. } | Command::Restart | Command::Begin | Command::Block(_) => true,
            Command::Turn(_) | Command::Play(_) | Command::TakeBack(_) => true,
            Command::Info(_) | Command::About | Command::Stop | Command::End => false,
            Command::Blank | Command::Unknown(_) => false,
        }
    }
}

/// What an `INFO` line amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// A change of an option.
    Set(Setting),
    /// An option of ours with a value that cannot be read.
    Unreadable {
        /// The option's name in the protocol.
        key: &'static str,
        /// What is wrong with the value.
        error: WireError,
    },
    /// A key that has no effect here. Managers send several, so it is no mistake.
    Ignored,
}

/// A point as the protocol writes it, `x,y`: column and row from zero at the top-left. It may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Column.
    pub x: i64,
    /// Row.
    pub y: i64,
}

/// What a block of stones is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `BOARD`: set the stones up and move.
    Think,
    /// `YXBOARD`: set the stones up.
    Show,
    /// `SWAP2BOARD`: the next step of the swap2 opening.
    Swap2,
}

/// A block of stones up to `DONE`. It takes in everything, so that a bad line does not turn the rest into commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What the block is for.
    pub purpose: Purpose,
    /// Where the stones are that came before the first fault.
    pub places: Vec<Place>,
    /// Whose each of them is; nothing in a swap2 block.
    pub owners: Vec<Owner>,
    /// The first thing that could not be read.
    pub fault: Option<WireError>,
    done: bool,
}

impl Block {
    /// A block without stones.
    pub fn new(purpose: Purpose) -> Block {
        Block { purpose, places: Vec::new(), owners: Vec::new(), fault: None, done: false }
    }

    /// Whether `DONE` has come.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes in a line of the block: usually one stone or `DONE`, but some managers write all on one line.
    pub fn read(&mut self, text: &str) {
        for word in join_commas(text).split_whitespace() {
            if word.eq_ignore_ascii_case("DONE") {
                self.done = true;
            } else if let Err(fault) = self.read_stone(word) {
                self.fail(fault);
            }
        }
    }

    /// Notes what is wrong with a line of the block; only the first such note is kept.
    pub fn fail(&mut self, fault: WireError) {
        self.fault.get_or_insert(fault);
    }

    fn read_stone(&mut self, word: &str) -> Result<(), WireError> {
        if self.fault.is_some() {
            return Ok(());
        }
        if self.done {
            return Err(WireError::Unexpected("nothing after DONE", Excerpt::new(word)));
        }
        // More stones than points cannot be a position; without the bound an endless block would fill the memory.
        if self.places.len() == Geometry::MAX_POINTS {
            return Err(WireError::TooManyStones);
        }
        if self.purpose == Purpose::Swap2 {
            self.places.push(word.parse()?);
        } else {
            let (place, owner) = stone(word)?;
            self.places.push(place);
            self.owners.push(owner);
        }
        Ok(())
    }
}

/// A line that is not what its command needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// Something else than was expected, which comes first.
    Unexpected(&'static str, Excerpt),
    /// A whole number too large for 64 bits.
    Overflow(Excerpt),
    /// A block with more stones than the largest board has points.
    TooManyStones,
    /// A line of more than [`MAX_LINE`] bytes.
    LineTooLong,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Unexpected(wanted, text) => write!(f, "expected {wanted}, got '{text}'"),
            WireError::Overflow(text) => write!(f, "the number '{text}' is out of range"),
            WireError::TooManyStones => write!(f, "more than {} stones", Geometry::MAX_POINTS),
            WireError::LineTooLong => write!(f, "line too long, at most {MAX_LINE} bytes"),
        }
    }
}

impl Error for WireError {}

/// The beginning of what a manager sent, safe to send back: at most 40 characters, each printable ASCII or `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    const LENGTH: usize = 40;

    /// The beginning of `text`.
    pub fn new(text: &str) -> Excerpt {
        let printable = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
        Excerpt(text.chars().take(Self::LENGTH).map(printable).collect())
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text of a line as it came in: without line end, padding and byte order mark. Bytes that are no UTF-8 become
/// replacement characters, which no command contains.
pub fn decode(line: &[u8]) -> String {
    let padding = |c: char| c.is_whitespace() || c == '\u{feff}';
    String::from_utf8_lossy(line).trim_matches(padding).to_string()
}

/// Reads one decoded line. What follows a command that takes nothing is ignored.
///
/// # Errors
/// [`WireError`] if a known command comes with the wrong arguments.
pub fn parse(text: &str) -> Result<Command, WireError> {
    let (word, rest) = split_word(text);
    Ok(match word.to_ascii_uppercase().as_str() {
        "" => Command::Blank,
        "START" => {
            let size = number(rest)?;
            Command::Start { width: size, height: size }
        }
        "RECTSTART" => {
            let Place { x: width, y: height } = rest.parse()?;
            Command::Start { width, height }
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(rest.parse()?),
        "PLAY" => Command::Play(rest.parse()?),
        "TAKEBACK" => Command::TakeBack(rest.parse()?),
        "BOARD" => Command::Block(open_block(Purpose::Think, rest)),
        "YXBOARD" => Command::Block(open_block(Purpose::Show, rest)),
        "SWAP2BOARD" => Command::Block(open_block(Purpose::Swap2, rest)),
        "INFO" => Command::Info(info(rest)),
        "ABOUT" => Command::About,
        "STOP" | "YXSTOP" => Command::Stop,
        "END" => Command::End,
        _ => Command::Unknown(Excerpt::new(text)),
    })
}

fn open_block(purpose: Purpose, rest: &str) -> Block {
    let mut block = Block::new(purpose);
    block.read(rest);
    block
}

fn info(text: &str) -> Info {
    let (key, value) = split_word(text);
    let (key, setting): (&'static str, fn(i64) -> Setting) = match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => ("timeout_turn", Setting::TimeoutTurn),
        "timeout_match" => ("timeout_match", Setting::TimeoutMatch),
        "time_left" => ("time_left", Setting::TimeLeft),
        "time_increment" => ("time_increment", Setting::TimeIncrement),
        "max_depth" => ("max_depth", Setting::MaxDepth),
        "max_node" => ("max_node", Setting::MaxNodes),
        "max_memory" => ("max_memory", Setting::MaxMemory),
        "hash_size" => ("hash_size", Setting::HashSize),
        "thread_num" => ("thread_num", Setting::Threads),
        "rule" => ("rule", Setting::Rule),
        "seed" => ("seed", Setting::Seed),
        "sparring" => return sparring(value),
        _ => return Info::Ignored,
    };
    match number(value) {
        Ok(value) => Info::Set(setting(value)),
        Err(error) => Info::Unreadable { key, error },
    }
}

/// Who plays: a sparring partner, or with `off` the engine itself.
fn sparring(name: &str) -> Info {
    const WANTED: &str = "off, weights, beam, scan, tree, lines or runs";
    match name.to_ascii_lowercase().as_str() {
        "off" => Info::Set(Setting::Sparring(None)),
        name => match name.parse() {
            Ok(partner) => Info::Set(Setting::Sparring(Some(partner))),
            Err(_) => {
                Info::Unreadable { key: "sparring", error: WireError::Unexpected(WANTED, Excerpt::new(name)) }
            }
        },
    }
}

/// Reads `x,y,field` of a `BOARD` block.
fn stone(word: &str) -> Result<(Place, Owner), WireError> {
    let unexpected = || WireError::Unexpected("x,y,field with field 1, 2 or 3", Excerpt::new(word));
    let (place, field) = word.rsplit_once(',').ok_or_else(unexpected)?;
    let owner = match field {
        "1" => Owner::Own,
        "2" => Owner::Opponent,
        "3" => Owner::Dead,
        _ => return Err(unexpected()),
    };
    let place = place.parse().map_err(|error| match error {
        WireError::Unexpected(..) => unexpected(),
        error => error,
    })?;
    Ok((place, owner))
}

impl Place {
    /// The place of a point of the board.
    pub fn of(geometry: Geometry, point: Point) -> Place {
        let (x, y) = geometry.coordinates(point);
        Place { x: x as i64, y: y as i64 }
    }
}

impl FromStr for Place {
    type Err = WireError;

    fn from_str(text: &str) -> Result<Place, WireError> {
        let unexpected = || WireError::Unexpected("x,y", Excerpt::new(text));
        let (x, y) = text.split_once(',').ok_or_else(unexpected)?;
        match (number(x), number(y)) {
            (Ok(x), Ok(y)) => Ok(Place { x, y }),
            (Err(error @ WireError::Overflow(_)), _) | (_, Err(error @ WireError::Overflow(_))) => Err(error),
            _ => Err(unexpected()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

fn number(text: &str) -> Result<i64, WireError> {
    let text = text.trim();
    text.parse::<i64>().map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => WireError::Overflow(Excerpt::new(text)),
        _ => WireError::Unexpected("a number", Excerpt::new(text)),
    })
}

/// The first word of a text and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The text without spaces around commas: Piskvork and people write `7, 5`, but elsewhere a space ends a stone.
fn join_commas(text: &str) -> String {
    text.split(',').map(str::trim).collect::<Vec<_>>().join(",")
}

/// A line of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Ok,
    /// Our move, or the moves of an opening.
    Moves(Vec<Place>),
    /// We take the other colour.
    Swap,
    /// Who we are.
    About,
    /// Something for people to read, which no manager waits for.
    Message(String),
    /// A command that we do not know.
    Unknown(Excerpt),
    /// Why a command was not carried out.
    Error(String),
}

impl fmt::Display for Reply {
    /// The line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Moves(places) => {
                let places: Vec<_> = places.iter().map(Place::to_string).collect();
                f.write_str(&places.join(" "))
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::About => write!(
                f,
                r#"name="hanxing", version="{}", author="the hanxing developers", country="International""#,
                env!("CARGO_PKG_VERSION")
            ),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
            Reply::Unknown(text) => write!(f, "UNKNOWN command: {text}"),
            Reply::Error(text) => write!(f, "ERROR {text}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(text: &str) -> Block {
        match parse(text) {
            Ok(Command::Block(block)) => block,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn refusal(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn case_line_ends_padding_and_marks_do_not_matter() {
        let turn = Ok(Command::Turn(Place { x: 7, y: 5 }));
        for line in ["TURN 7,5\r\n", "turn 7,5\n", "  Turn\t 7, 5  ", "\u{feff}TURN 7 , 5", "TURN +7,05"] {
            assert_eq!(parse(&decode(line.as_bytes())), turn, "{line:?}");
        }
        assert_eq!(parse(&decode(b" \r\n")), Ok(Command::Blank));
        assert_eq!(parse("rectstart 8, 11"), Ok(Command::Start { width: 8, height: 11 }));
    }

    #[test]
    fn wrong_arguments_are_named() {
        assert_eq!(refusal("TURN 7;5"), "expected x,y, got '7;5'");
        assert_eq!(refusal("TURN 7,5,1"), "expected x,y, got '7,5,1'");
        assert_eq!(refusal("TURN"), "expected x,y, got ''");
        assert_eq!(refusal("START 15.5"), "expected a number, got '15.5'");
        assert_eq!(
            refusal("START 99999999999999999999"),
            "the number '99999999999999999999' is out of range"
        );
        assert_eq!(
            refusal("PLAY 1,-99999999999999999999"),
            "the number '-99999999999999999999' is out of range"
        );
    }

    #[test]
    fn a_block_may_be_split_anywhere() {
        let whole = block("BOARD 7,7,1 8, 7 ,2 9,9,3 DONE");
        let mut lines = block("board");
        for line in ["7,7,1", "8,7,2 9,9,3", "", "done"] {
            assert!(!lines.is_done());
            lines.read(line);
        }
        assert_eq!(lines, whole);
        assert_eq!(whole.owners, [Owner::Own, Owner::Opponent, Owner::Dead]);
        assert!(whole.is_done() && whole.fault.is_none());
        assert_eq!(block("SWAP2BOARD 1,2 3,4 DONE").places, [Place { x: 1, y: 2 }, Place { x: 3, y: 4 }]);
    }

    #[test]
    fn a_block_keeps_its_first_fault() {
        for (text, fault) in [
            ("7,7", "expected x,y,field with field 1, 2 or 3, got '7,7'"),
            ("7,7,4", "expected x,y,field with field 1, 2 or 3, got '7,7,4'"),
            ("7,x,1", "expected x,y,field with field 1, 2 or 3, got '7,x,1'"),
            ("7,7,1,1", "expected x,y,field with field 1, 2 or 3, got '7,7,1,1'"),
            ("99999999999999999999,7,1", "the number '99999999999999999999' is out of range"),
        ] {
            let block = block(&format!("BOARD 1,1,1 {text} nonsense DONE"));
            assert_eq!(block.fault.as_ref().map(WireError::to_string), Some(fault.to_string()));
            assert_eq!(block.places, [Place { x: 1, y: 1 }]);
            assert!(block.is_done());
        }
        for text in ["SWAP2BOARD 7,7,1 DONE", "BOARD 7,7,1 DONE 8,8,2"] {
            assert!(block(text).fault.is_some(), "{text}");
        }
    }

    #[test]
    fn an_endless_block_stops_growing() {
        let mut block = Block::new(Purpose::Think);
        (0..10_000).for_each(|_| block.read("7,7,1"));
        assert_eq!(block.places.len(), Geometry::MAX_POINTS);
        assert_eq!(block.fault, Some(WireError::TooManyStones));
    }

    #[test]
    fn only_our_own_info_keys_can_be_wrong() {
        assert_eq!(parse("info Timeout_Turn 1000"), Ok(Command::Info(Info::Set(Setting::TimeoutTurn(1000)))));
        assert_eq!(parse("INFO time_left -5"), Ok(Command::Info(Info::Set(Setting::TimeLeft(-5)))));
        for text in ["INFO", "INFO folder", "INFO folder C:\\a b", "INFO evaluate 7,7", "INFO game_type x"] {
            assert_eq!(parse(text), Ok(Command::Info(Info::Ignored)), "{text}");
        }
        for value in ["", "soon", "1.5", "1 2", "99999999999999999999"] {
            let command = parse(&format!("INFO max_memory {value}"));
            let unreadable = |info: &Info| matches!(info, Info::Unreadable { key: "max_memory", .. });
            assert!(matches!(&command, Ok(Command::Info(info)) if unreadable(info)), "{value}: {command:?}");
        }
    }

    #[test]
    fn replies_are_the_protocols_lines() {
        let places = vec![Place { x: 7, y: 0 }, Place { x: 14, y: 3 }];
        assert_eq!(Reply::Moves(places).to_string(), "7,0 14,3");
        assert_eq!(Reply::Unknown(Excerpt::new("FOO\tbar é")).to_string(), "UNKNOWN command: FOO?bar ?");
        assert!(Reply::About.to_string().starts_with(r#"name="hanxing", version=""#));
        assert_eq!(Excerpt::new(&"x".repeat(100)).to_string().len(), 40);
    }

    proptest! {
        #[test]
        fn whatever_comes_is_answered_on_one_printable_line(bytes: Vec<u8>, word in "(?i)(|TURN|BOARD|INFO rule|START) ?") {
            let line = [word.as_bytes(), &bytes].concat();
            let reply = match parse(&decode(&line)) {
                Ok(Command::Unknown(excerpt)) => Reply::Unknown(excerpt),
                Ok(Command::Block(Block { fault: Some(error), .. }))
                | Ok(Command::Info(Info::Unreadable { error, .. }))
                | Err(error) => Reply::Error(error.to_string()),
                Ok(_) => return Ok(()),
            };
            let text = reply.to_string();
            prop_assert!(text.len() < 120 && text.bytes().all(|b| (b' '..=b'~').contains(&b)), "{text:?}");
        }
    }
}
