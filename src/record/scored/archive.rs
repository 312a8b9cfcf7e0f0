//! Games in a file, one record after another and nothing else, so that files can be put together by concatenation.
//!
//! A record begins with the four bytes `hxg1` and the length of its content, and ends with the CRC-32 of all that.
//! The content, all numbers with their lowest byte first:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the run that the game is from |
//! | 4 | the number of the game in the run, from zero |
//! | 1 | the rule, as the protocol numbers them |
//! | 1, 1 | width and height |
//! | 1 | the result: 0 draw, 1 black won, 2 white won |
//! | 2 | the number of stones of the opening |
//! | 2 | the number of moves after the opening |
//! | 1 or 2 each | the points of all of them, two bytes each on boards of more than 256 points |
//! | 2 each | the scores of the moves after the opening, signed, as [`Score::value`] gives them |
//!
//! [`Score::value`]: crate::base::Score::value

use std::error::Error;
use std::fmt;

use super::{ScoredGame, ScoredMove, score};
use crate::base::Color;
use crate::board::{Geometry, Point};
use crate::record::GameResult;
use crate::rules::Rule;

/// What a record begins with; the last byte is the version of the form.
pub const MAGIC: &[u8; 4] = b"hxg1";
/// The bytes of a record before its content: the magic and the length.
const HEAD: usize = MAGIC.len() + 2;
/// The bytes of the content before the points.
const FIXED: usize = 20;

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// Stands for everything that the games of one run have in common: the seed and all settings.
    pub run: u64,
    /// The number of the game in its run, from zero.
    pub number: u32,
}

/// A record of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The first byte of the record.
    pub offset: usize,
    /// Where the game comes from.
    pub id: GameId,
    /// The game.
    pub game: ScoredGame,
}

/// What is wrong with a file from some byte on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveError {
    /// The first byte of what could not be read.
    pub offset: usize,
    /// What is wrong with it.
    pub kind: ArchiveErrorKind,
}

/// What can be wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveErrorKind {
    /// No record begins where one should.
    NoRecord,
    /// The last record of the file is not all there.
    Torn,
    /// Length or checksum do not fit the record.
    Damaged,
    /// The record is as it was written, but what it says is no game; with what is wrong.
    Senseless(&'static str),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match self.kind {
            ArchiveErrorKind::NoRecord => f.write_str("no record begins here"),
            ArchiveErrorKind::Torn => f.write_str("the file ends within a record"),
            ArchiveErrorKind::Damaged => f.write_str("the record is damaged, its checksum differs"),
            ArchiveErrorKind::Senseless(what) => write!(f, "the record makes no sense: {what}"),
        }
    }
}

impl Error for ArchiveError {}

/// The record of a game, which has no more moves than its board has points.
pub fn encode(id: GameId, game: &ScoredGame) -> Vec<u8> {
    let mut content = Vec::new();
    content.extend(id.run.to_le_bytes());
    content.extend(id.number.to_le_bytes());
    let (width, height) = (game.geometry.width(), game.geometry.height());
    let result = match game.result {
        GameResult::Draw => 0,
        GameResult::Win(Color::Black) => 1,
        GameResult::Win(Color::White) => 2,
    };
    content.extend([game.rule.number() as u8, width as u8, height as u8, result]);
    content.extend((game.opening.len() as u16).to_le_bytes());
    content.extend((game.moves.len() as u16).to_le_bytes());
    let size = point_size(game.geometry);
    game.points().for_each(|point| content.extend(&(point.index() as u16).to_le_bytes()[..size]));
    game.moves.iter().for_each(|played| content.extend((played.score.value() as i16).to_le_bytes()));

    let mut record = MAGIC.to_vec();
    record.extend((content.len() as u16).to_le_bytes());
    record.extend(content);
    record.extend(crc32fast::hash(&record).to_le_bytes());
    record
}

/// The bytes of a point.
fn point_size(geometry: Geometry) -> usize {
    if geometry.points() <= 256 { 1 } else { 2 }
}

/// The records of a file. After one that cannot be read it goes on with the next that is whole.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads what a file holds from its first byte on.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.at;
        let rest = self.bytes.get(offset..).filter(|rest| !rest.is_empty())?;
        let read = match content(rest) {
            Ok(content) => {
                self.at += HEAD + content.len() + 4;
                decode(content).map_err(ArchiveErrorKind::Senseless)
            }
            Err(kind) => {
                let is_whole = |&at: &usize| content(&self.bytes[at..]).is_ok();
                let next = (offset + 1..self.bytes.len()).find(is_whole);
                self.at = next.unwrap_or(self.bytes.len());
                // What seems to go on beyond the end of the file, but does not, has a wrong length.
                let is_torn = kind == ArchiveErrorKind::Torn && next.is_none();
                Err(if is_torn || kind == ArchiveErrorKind::NoRecord {
                    kind
                } else {
                    ArchiveErrorKind::Damaged
                })
            }
        };
        Some(match read {
            Ok((id, game)) => Ok(Entry { offset, id, game }),
            Err(kind) => Err(ArchiveError { offset, kind }),
        })
    }
}

/// The content of the record that `bytes` begin with.
fn content(bytes: &[u8]) -> Result<&[u8], ArchiveErrorKind> {
    if bytes.iter().zip(MAGIC).any(|(byte, wanted)| byte != wanted) {
        return Err(ArchiveErrorKind::NoRecord);
    }
    let length = bytes.get(MAGIC.len()..HEAD).and_then(|bytes| bytes.first_chunk());
    let length = length.map(|&length| usize::from(u16::from_le_bytes(length)));
    let record = length.and_then(|length| bytes.get(..HEAD + length + 4)).ok_or(ArchiveErrorKind::Torn)?;
    match record.split_last_chunk() {
        Some((checked, &checksum)) if crc32fast::hash(checked) == u32::from_le_bytes(checksum) => {
            Ok(&checked[HEAD..])
        }
        _ => Err(ArchiveErrorKind::Damaged),
    }
}

/// The game that the content of a record tells.
fn decode(content: &[u8]) -> Result<(GameId, ScoredGame), &'static str> {
    let (fixed, rest) = content.split_first_chunk::<FIXED>().ok_or("it is too short")?;
    let [r0, r1, r2, r3, r4, r5, r6, r7, n0, n1, n2, n3, rule, width, height, result, o0, o1, m0, m1] =
        *fixed;
    let id = GameId {
        run: u64::from_le_bytes([r0, r1, r2, r3, r4, r5, r6, r7]),
        number: u32::from_le_bytes([n0, n1, n2, n3]),
    };
    let rule = Rule::try_from(i64::from(rule)).map_err(|_| "there is no such rule")?;
    let geometry =
        Geometry::new(width.into(), height.into()).map_err(|_| "there is no board of that size")?;
    let result = match result {
        0 => GameResult::Draw,
        1 => GameResult::Win(Color::Black),
        2 => GameResult::Win(Color::White),
        _ => return Err("there is no such result"),
    };
    let opening = usize::from(u16::from_le_bytes([o0, o1]));
    let moves = usize::from(u16::from_le_bytes([m0, m1]));
    let size = point_size(geometry);
    let points = (opening + moves) * size;
    if rest.len() != points + 2 * moves {
        return Err("its length does not fit the number of moves");
    }
    let (points, scores) = rest.split_at(points);
    let point = |bytes: &[u8]| {
        let index = bytes.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte));
        (index < geometry.points()).then(|| Point::from_index(index)).ok_or("a point is off the board")
    };
    let mut points: Vec<Point> = points.chunks_exact(size).map(point).collect::<Result<_, _>>()?;
    let scores = scores.as_chunks().0.iter();
    let scored = |(point, &bytes)| {
        let score = score(i16::from_le_bytes(bytes));
        score.map(|score| ScoredMove { point, score }).ok_or("a score is out of range")
    };
    let moves = points.split_off(opening).into_iter().zip(scores).map(scored).collect::<Result<_, _>>()?;
    Ok((id, ScoredGame { rule, geometry, opening: points, moves, result }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Score;

    /// A game of so many moves after an opening of three stones.
    fn game(width: i64, height: i64, moves: usize) -> ScoredGame {
        let geometry = Geometry::new(width, height).unwrap();
        let scores = [Score::eval(-7), Score::win_in(3), Score::loss_in(2)].into_iter().cycle();
        let points = geometry.all().skip(geometry.points() - moves);
        ScoredGame {
            rule: Rule::try_from(9).unwrap(),
            geometry,
            opening: geometry.all().take(3).collect(),
            moves: points.zip(scores).map(|(point, score)| ScoredMove { point, score }).collect(),
            result: GameResult::Win(Color::White),
        }
    }

    fn id(number: u32) -> GameId {
        GameId { run: 0x0123_4567_89AB_CDEF, number }
    }

    /// A file of three games and where they begin.
    fn file() -> (Vec<u8>, [usize; 3]) {
        let records = [game(15, 15, 20), game(20, 16, 7), game(16, 16, 0)];
        let records = [0, 1, 2].map(|number| encode(id(number as u32), &records[number]));
        let starts = [0, records[0].len(), records[0].len() + records[1].len()];
        (records.concat(), starts)
    }

    fn errors(bytes: &[u8]) -> Vec<ArchiveError> {
        Reader::new(bytes).filter_map(Result::err).collect()
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        for (width, height, moves) in [(15, 15, 222), (5, 5, 0), (16, 16, 4), (32, 32, 1021), (8, 11, 30)] {
            let game = game(width, height, moves);
            let record = encode(id(7), &game);
            let read: Vec<_> = Reader::new(&record).collect();
            assert_eq!(read, [Ok(Entry { offset: 0, id: id(7), game })]);
        }
        assert_eq!(encode(id(0), &game(15, 15, 40)).len(), 6 + 20 + 3 + 3 * 40 + 4);
    }

    #[test]
    fn a_file_that_ends_anywhere_is_torn_there() {
        let (bytes, starts) = file();
        for end in 0..bytes.len() {
            let whole = starts.iter().rposition(|&start| start <= end).unwrap();
            let torn = ArchiveError { offset: starts[whole], kind: ArchiveErrorKind::Torn };
            let expected = if starts.contains(&end) { vec![] } else { vec![torn] };
            assert_eq!(errors(&bytes[..end]), expected, "{end}");
            assert_eq!(Reader::new(&bytes[..end]).filter(Result::is_ok).count(), whole);
        }
    }

    #[test]
    fn any_flipped_bit_is_found_and_the_other_games_are_read() {
        let (bytes, starts) = file();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                let errors = errors(&flipped);
                let record = starts.iter().rposition(|&start| start <= at).unwrap();
                assert_eq!(errors.len(), 1, "byte {at} bit {bit}");
                assert_eq!(errors[0].offset, starts[record]);
                assert_eq!(Reader::new(&flipped).filter(Result::is_ok).count(), 2);
            }
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        let (bytes, starts) = file();
        let first = &bytes[..starts[1]];
        // What stands at `at` of the content is replaced, and the checksum made right.
        let altered = |at: usize, byte: u8| {
            let mut record = first[..first.len() - 4].to_vec();
            record[HEAD + at] = byte;
            record.extend(crc32fast::hash(&record).to_le_bytes());
            errors(&record).first().map(ToString::to_string).unwrap_or_default()
        };
        for (at, byte, what) in [
            (12, 5, "there is no such rule"),
            (13, 4, "there is no board of that size"),
            (15, 3, "there is no such result"),
            (18, 19, "its length does not fit the number of moves"),
            (20, 225, "a point is off the board"),
            (20 + 23 + 1, 0x7F, "a score is out of range"),
        ] {
            assert_eq!(altered(at, byte), format!("byte 0: the record makes no sense: {what}"));
        }
        assert_eq!(errors(b"not a file of games")[0].kind, ArchiveErrorKind::NoRecord);
        assert!(errors(b"").is_empty());
    }
}
