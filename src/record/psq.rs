//! PSQ, the format in which Piskvork saves games (`savePsq` in its `game.cpp`): lines that end CRLF, of which the first
//! holds the size, the levels of both players and who began, then a line for each move with column and row from one and
//! the milliseconds thought, the names of the players, and a code for how the game ended.

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

/// Reads a PSQ file. It does not tell the rule, which has to come from elsewhere, nor the result.
///
/// # Errors
/// [`PsqError`] at the first line that is not what it should be.
pub fn read(text: &str, rule: Rule) -> Result<Record, PsqError> {
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    let head = lines.next().map_or("", |(_, line)| line);
    let (geometry, second_began) =
        parse_head(head).ok_or(PsqError { line: 1, wanted: "Piskvorky WxH, level:level, 0 or 1" })?;
    let mut moves = Vec::new();
    while let Some((index, [x, y, time])) =
        lines.peek().and_then(|&(index, line)| Some((index, numbers(line)?)))
    {
        let wanted = "column,row,milliseconds on the board";
        let point = geometry.point(x - 1, y - 1).ok_or(PsqError { line: index + 1, wanted })?;
        moves.push(Move { point, time: Some(Duration::from_millis(u64::try_from(time).unwrap_or(0))) });
        lines.next();
    }
    let mut names = [(); 2].map(|()| lines.next().map_or(String::new(), |(_, line)| line.to_string()));
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

fn numbers(line: &str) -> Option<[i64; 3]> {
    let numbers: Vec<i64> = line.split(',').map(|word| word.trim().parse()).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
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
    fn a_bad_line_is_named() {
        let error = |text: &str| read(text, Rule::default()).unwrap_err().to_string();
        assert!(error("").starts_with("PSQ, line 1: "));
        assert!(error("Piskvorky 99x15, 1:1, 0").starts_with("PSQ, line 1: "));
        assert!(error("Piskvorky 15x15, 1:1, 0\n1,1,0\n16,1,0").starts_with("PSQ, line 3: "));
    }

    #[test]
    fn levels_are_piskvorks() {
        let levels = [0, 100, 299, 300, 999, 1000, 60_000, 90_000].map(|ms| level(Duration::from_millis(ms)));
        assert_eq!(levels, [1, 1, 1, 2, 3, 4, 11, 11]);
    }
}
