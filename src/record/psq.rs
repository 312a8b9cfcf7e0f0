//! PSQ, the format in which Piskvork saves games (`savePsq` and `openPsq` in its `game.cpp`): lines that end CRLF, of
//! which the first holds the size, the levels of both players (zero for a person) and who began, then a line for each
//! move with column and row from one and the milliseconds thought, the names of the players, and a code for how the
//! game ended. The names are there in games of a tournament only, and games saved by hand have the code -1.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use super::{Move, Record};
use crate::base::{Color, PerColor};
use crate::board::Geometry;
use crate::rules::Rule;

/// How a game ended, as far as Piskvork's code goes: who won is to be seen on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Regular,
    /// By a player's time.
    Timeout,
    /// By any other fault of a player.
    Fault,
}

impl Ending {
    /// Piskvork's number.
    const fn code(self) -> i32 {
        match self {
            Ending::Regular => 0,
            Ending::Timeout => 15,
            Ending::Fault => -2,
        }
    }
}

/// The turn times of Piskvork's levels, in milliseconds; the first is level 1.
const LEVELS: [u128; 11] = [100, 300, 600, 1000, 1500, 2500, 5000, 10_000, 15_000, 30_000, 60_000];

/// The level of a computer player with that much time a turn: the highest whose time is no longer.
pub fn level(turn: Duration) -> usize {
    LEVELS.iter().rposition(|&time| time <= turn.as_millis()).unwrap_or(0) + 1
}

/// The record as the text of a PSQ file; `levels` are those of the players.
pub fn write(record: &Record, levels: PerColor<usize>, ending: Ending) -> String {
    let Record { geometry, names, .. } = record;
    let (black, white) = (levels[Color::Black], levels[Color::White]);
    // The last number of the head says whether the second of the two players began: ours are in the order of play.
    let mut lines = vec![format!("Piskvorky {}x{}, {black}:{white}, 0", geometry.width(), geometry.height())];
    for played in &record.moves {
        let (x, y) = geometry.coordinates(played.point);
        lines.push(format!("{},{},{}", x + 1, y + 1, played.time.unwrap_or_default().as_millis()));
    }
    lines.extend(Color::BOTH.map(|color| names[color].clone()));
    lines.push(ending.code().to_string());
    lines.iter().flat_map(|line| [line, "\r\n"]).collect()
}

/// Text that is no PSQ file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqError {
    /// The line that could not be read, from one.
    line: usize,
    wanted: &'static str,
}

impl fmt::Display for PsqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PSQ, line {}: expected {}", self.line, self.wanted)
    }
}

impl Error for PsqError {}

/// Reads a PSQ file, also of the older ones whose moves have no time. It does not tell the rule, which has to come from
/// elsewhere, nor the result.
///
/// # Errors
/// [`PsqError`] at the first line that is not what it should be.
pub fn read(text: &str, rule: Rule) -> Result<Record, PsqError> {
    let mut lines = text.trim_end().lines().map(str::trim).enumerate().peekable();
    let head = lines.next().map_or("", |(_, line)| line);
    let (geometry, second_began) =
        parse_head(head).ok_or(PsqError { line: 1, wanted: "Piskvorky WxH, level:level, 0 or 1" })?;
    let bad_move = |index| PsqError { line: index + 1, wanted: "column,row,milliseconds on the board" };
    let mut moves = Vec::new();
    while let Some((index, [x, y, time])) =
        lines.peek().and_then(|&(index, line)| Some((index, numbers(line)?)))
    {
        let point = geometry.point(x.saturating_sub(1), y.saturating_sub(1));
        let time = Duration::from_millis(u64::try_from(time).unwrap_or(0));
        moves.push(Move { point: point.ok_or(bad_move(index))?, time: Some(time) });
        lines.next();
    }
    let rest: Vec<(usize, &str)> = lines.collect();
    let mut names = match rest[..] {
        // What is followed by moves is a move that could not be read.
        [(index, _), ..] if rest.iter().any(|(_, line)| numbers(line).is_some()) => {
            return Err(bad_move(index));
        }
        [(_, first), (_, second), ..] => [first.to_string(), second.to_string()],
        // Nothing but the code.
        [(index, line)] if line.parse::<i64>().is_err() => return Err(bad_move(index)),
        _ => Default::default(),
    };
    if second_began {
        names.reverse();
    }
    Ok(Record { geometry, rule, names: PerColor(names), moves, result: None })
}

/// The size, and whether the second player named began.
fn parse_head(line: &str) -> Option<(Geometry, bool)> {
    let (size, rest) = line.strip_prefix("Piskvorky ")?.split_once(',')?;
    let (width, height) = size.split_once('x')?;
    let geometry = Geometry::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let (_levels, began) = rest.split_once(',')?;
    match began.trim() {
        "0" => Some((geometry, false)),
        "1" => Some((geometry, true)),
        _ => None,
    }
}

/// Column, row and milliseconds of a move.
fn numbers(line: &str) -> Option<[i64; 3]> {
    let numbers: Vec<i64> = line.split(',').map(|word| word.trim().parse()).collect::<Result<_, _>>().ok()?;
    match numbers[..] {
        [x, y] => Some([x, y, 0]),
        [x, y, time] => Some([x, y, time]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_moves;

    fn record() -> Record {
        let geometry = Geometry::new(20, 15).unwrap();
        let moves = parse_moves(geometry, "a1t15h8").unwrap().into_iter().zip([None, Some(5), Some(1200)]);
        let moves = moves.map(|(point, ms)| Move { point, time: ms.map(Duration::from_millis) }).collect();
        let names = PerColor(["pbrain-a.exe".to_string(), "b".to_string()]);
        Record { geometry, rule: Rule::default(), names, moves, result: None }
    }

    #[test]
    fn a_file_is_as_piskvork_writes_it() {
        let text = write(&record(), PerColor([1, 11]), Ending::Timeout);
        let lines =
            ["Piskvorky 20x15, 1:11, 0", "1,1,0", "20,15,5", "8,8,1200", "pbrain-a.exe", "b", "15", ""];
        assert_eq!(text, lines.join("\r\n"));
    }

    #[test]
    fn a_file_reads_back() {
        let mut expected = record();
        expected.moves[0].time = Some(Duration::ZERO);
        let text = write(&record(), PerColor([1, 1]), Ending::Regular);
        assert_eq!(read(&text, Rule::default()), Ok(expected.clone()));
        expected.names.0.reverse();
        assert_eq!(read(&text.replace(", 0\r", ", 1\r"), Rule::default()), Ok(expected));
    }

    #[test]
    fn a_game_saved_by_hand_has_no_names() {
        let read = |text: &str| read(text, Rule::default()).unwrap();
        // A person against a computer that began, and moves of an older file.
        let record = read("Piskvorky 20x15, 0:4, 1\r\n8,8,31\r\n9, 8\r\n9,9,-5\r\n-1\r\n\r\n");
        assert_eq!(record.moves_in_a_word(), "h8i8i9");
        let times: Vec<_> = record.moves.iter().map(|played| played.time.unwrap().as_millis()).collect();
        assert_eq!(times, [31, 0, 0]);
        assert_eq!(record.names, PerColor::default());
        // What other managers add at the end is left alone.
        let record = read("Piskvorky 15x15, 1:1, 0\n8,8,31\na\nb\n-1\n1,Freestyle\n");
        assert_eq!(record.names.0, ["a", "b"]);
        assert_eq!(read("Piskvorky 15x15, 1:1, 0").moves, []);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = |text: &str| read(text, Rule::default()).unwrap_err().to_string();
        assert!(error("").starts_with("PSQ, line 1: "));
        assert!(error("Piskvorky 99x15, 1:1, 0").starts_with("PSQ, line 1: "));
        assert!(error("Piskvorky 15x15, 1:1, 0\n1,1,0\n16,1,0").starts_with("PSQ, line 3: "));
        assert!(error("Piskvorky 15x15, 1:1, 0\n-9223372036854775808,1,0").starts_with("PSQ, line 2: "));
        assert!(error("Piskvorky 15x15, 1:1, 0\n1,1,0\n2,x,0\n3,3,0\n0").starts_with("PSQ, line 3: "));
        assert!(error("Piskvorky 15x15, 1:1, 0\n1,1,0\n2,x,0").starts_with("PSQ, line 3: "));
    }

    #[test]
    fn levels_are_piskvorks() {
        let levels =
            [0, 100, 299, 300, 999, 1000, 5000, 60_000, 90_000].map(|ms| level(Duration::from_millis(ms)));
        assert_eq!(levels, [1, 1, 1, 2, 3, 4, 7, 11, 11]);
    }
}
