//! SGF, the Smart Game Format, with `GM[4]` for gomoku and renju (A. Hollosi, <https://www.red-bean.com/sgf/>).
//! A point is two letters, column and row from the top-left, `a` to `z` and then `A` to `Z`.

use std::error::Error;
use std::fmt::{self, Write};
use std::time::Duration;

use super::{GameResult, Move, Record};
use crate::base::{Color, PerColor};
use crate::board::{Geometry, Point};
use crate::rules::Rule;

/// The comment of a stone that no player thought about.
const OPENING: &str = "opening move";
/// Moves on a line.
const MOVES_PER_LINE: usize = 8;

/// The record as one SGF game with a title and what is known about its end, the last line ended.
pub fn write(record: &Record, title: &str, ending: &str) -> String {
    let Record { geometry, rule, names, moves, .. } = record;
    let size = match (geometry.width(), geometry.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let result = match record.result {
        None => "?",
        Some(GameResult::Draw) => "0",
        Some(GameResult::Win(Color::Black)) => "B+1",
        Some(GameResult::Win(Color::White)) => "W+1",
    };
    let mut text = String::from("(;FF[4]GM[4]CA[UTF-8]AP[hanxing]");
    let properties = [
        ("GN", title),
        ("RU", &rule.number().to_string()),
        ("SZ", &size),
        ("PB", &names[Color::Black]),
        ("PW", &names[Color::White]),
        ("RE", result),
        ("GC", ending),
    ];
    let write_all = |text: &mut String| -> fmt::Result {
        for (name, value) in properties {
            write!(text, "{name}[{}]", escape(value))?;
        }
        for (index, (played, letter)) in moves.iter().zip(["B", "W"].into_iter().cycle()).enumerate() {
            let line_end = if index % MOVES_PER_LINE == 0 { "\n" } else { "" };
            let comment = played.time.map_or(OPENING.to_string(), |time| format!("{}ms", time.as_millis()));
            write!(text, "{line_end};{letter}[{}]C[{comment}]", letters(*geometry, played.point))?;
        }
        text.write_str(")\n")
    };
    // Writing to a string cannot fail.
    write_all(&mut text).unwrap_or_default();
    text
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

fn letters(geometry: Geometry, point: Point) -> String {
    let letter = |n: usize| char::from(if n < 26 { b'a' + n as u8 } else { b'A' + (n - 26) as u8 });
    let (x, y) = geometry.coordinates(point);
    [letter(x), letter(y)].iter().collect()
}

fn point(geometry: Geometry, value: &str) -> Option<Point> {
    let number = |letter: char| match letter {
        'a'..='z' => Some(letter as i64 - 'a' as i64),
        'A'..='Z' => Some(letter as i64 - 'A' as i64 + 26),
        _ => None,
    };
    let mut letters = value.trim().chars();
    let point = geometry.point(number(letters.next()?)?, number(letters.next()?)?)?;
    letters.next().is_none().then_some(point)
}

/// Text that is no SGF game that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// Brackets or parentheses that do not match, or text between properties.
    Syntax,
    /// A property with a value that means nothing, as `name[value]`.
    Property(String),
    /// A move of the colour whose turn it is not.
    OutOfTurn(String),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Syntax => f.write_str("SGF: brackets or parentheses do not match"),
            SgfError::Property(property) => write!(f, "SGF: {property} means nothing here"),
            SgfError::OutOfTurn(property) => write!(f, "SGF: {property} is out of turn"),
        }
    }
}

impl Error for SgfError {}

/// Reads every game of a collection, of each the main line. What is not said about a game is taken to be 15x15
/// freestyle.
///
/// # Errors
/// [`SgfError`] for the first thing that cannot be read.
pub fn read(text: &str) -> Result<Vec<Record>, SgfError> {
    main_lines(text)?.iter().map(|properties| game(properties)).collect()
}

/// A property's name and its first value.
type Property = (String, String);

/// The properties along the main line of each game tree: of several continuations the first.
fn main_lines(text: &str) -> Result<Vec<Vec<Property>>, SgfError> {
    let mut games: Vec<Vec<Property>> = Vec::new();
    let mut depth = 0;
    // Below a closed continuation all others of the same game are variations.
    let mut main_line_ended = false;
    let mut chars = text.chars();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        match c {
            '(' => {
                if depth == 0 {
                    games.push(Vec::new());
                    main_line_ended = false;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                main_line_ended = true;
            }
            ';' => name.clear(),
            '[' => {
                let value = bracketed(&mut chars)?;
                let game = games.last_mut().filter(|_| depth > 0).ok_or(SgfError::Syntax)?;
                // A property without a name is another value of the one before.
                if !main_line_ended && !name.is_empty() {
                    game.push((std::mem::take(&mut name), value));
                }
                name.clear();
            }
            c if c.is_ascii_alphabetic() => name.push(c),
            c if c.is_whitespace() || c == '\u{feff}' => {}
            _ => return Err(SgfError::Syntax),
        }
    }
    if depth == 0 { Ok(games) } else { Err(SgfError::Syntax) }
}

/// The rest of a value whose opening bracket has been read.
fn bracketed(chars: &mut impl Iterator<Item = char>) -> Result<String, SgfError> {
    let mut value = String::new();
    while let Some(c) = chars.next() {
        match c {
            ']' => return Ok(value),
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    Err(SgfError::Syntax)
}

fn game(properties: &[Property]) -> Result<Record, SgfError> {
    let get =
        |wanted: &str| properties.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let means_nothing = |name: &str, value: &str| SgfError::Property(format!("{name}[{value}]"));
    let size = get("SZ").unwrap_or("15");
    let (width, height) = size.split_once(':').unwrap_or((size, size));
    let geometry = match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => Geometry::new(width, height).ok(),
        _ => None,
    };
    let geometry = geometry.ok_or_else(|| means_nothing("SZ", size))?;
    let rule = get("RU").and_then(|rule| Rule::try_from(rule.trim().parse::<i64>().ok()?).ok());
    let result = match get("RE").map(str::trim) {
        Some("0" | "Draw") => Some(GameResult::Draw),
        Some(result) if result.starts_with("B+") => Some(GameResult::Win(Color::Black)),
        Some(result) if result.starts_with("W+") => Some(GameResult::Win(Color::White)),
        _ => None,
    };
    let name = |property| get(property).unwrap_or_default().to_string();
    let mut moves: Vec<Move> = Vec::new();
    for (name, value) in properties {
        match name.as_str() {
            "B" | "W" => {
                if (name == "B") != moves.len().is_multiple_of(2) {
                    return Err(SgfError::OutOfTurn(format!("{name}[{value}]")));
                }
                let point = point(geometry, value).ok_or_else(|| means_nothing(name, value))?;
                moves.push(Move { point, time: None });
            }
            "C" => {
                if let (Some(last), Some(time)) = (moves.last_mut(), milliseconds(value)) {
                    last.time = Some(time);
                }
            }
            "AB" | "AW" | "AE" => return Err(means_nothing(name, value)),
            _ => {}
        }
    }
    let names = PerColor([name("PB"), name("PW")]);
    Ok(Record { geometry, rule: rule.unwrap_or_default(), names, moves, result })
}

/// The time of a comment such as `152ms`.
fn milliseconds(comment: &str) -> Option<Duration> {
    comment.trim().strip_suffix("ms")?.parse().ok().map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_moves;

    fn record() -> Record {
        let geometry = Geometry::new(32, 15).unwrap();
        let moves = parse_moves(geometry, "a1af15h8").unwrap().into_iter().zip([None, Some(5), Some(1200)]);
        let moves = moves.map(|(point, ms)| Move { point, time: ms.map(Duration::from_millis) }).collect();
        let names = PerColor(["a [b] \\c".to_string(), "d".to_string()]);
        let rule = Rule::try_from(6).unwrap();
        Record { geometry, rule, names, moves, result: Some(GameResult::Win(Color::Black)) }
    }

    #[test]
    fn a_game_reads_back() {
        let text = write(&record(), "game 1", "five");
        assert!(text.contains("RU[6]SZ[32:15]PB[a [b\\] \\\\c]"), "{text}");
        assert!(text.contains(";B[aa]C[opening move];W[Fo]C[5ms];B[hh]C[1200ms])"), "{text}");
        assert_eq!(read(&text), Ok(vec![record()]));
        assert_eq!(read(&(text.clone() + &text)).unwrap().len(), 2);
        assert_eq!(record().moves_in_a_word(), "a1af15h8");
    }

    #[test]
    fn variations_are_passed_over() {
        let games = read("(;SZ[15];B[hh](;W[ii];B[jj])(;W[gg]))").unwrap();
        assert_eq!(games[0].moves_in_a_word(), "h8i9j10");
        assert_eq!((games[0].rule, games[0].result), (Rule::default(), None));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for text in ["(;B[hh]", "(;B[hh", ";B[hh]", "(;B[hh]))x", "B"] {
            assert!(matches!(read(text), Err(SgfError::Syntax)) || read(text) == Ok(vec![]), "{text}");
        }
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("(;SZ[99])"), "SGF: SZ[99] means nothing here");
        assert_eq!(error("(;SZ[15];B[zz])"), "SGF: B[zz] means nothing here");
        assert_eq!(error("(;B[hh];B[ii])"), "SGF: B[ii] is out of turn");
        assert_eq!(error("(;AB[hh])"), "SGF: AB[hh] means nothing here");
    }
}
