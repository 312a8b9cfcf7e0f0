//! A game as a line of text, `rule size winner opening move:score move:score …`, such as
//! `0 15 B h8i9 g7:-12 h7:29999`: the rule as the protocol numbers them, the size as `15` or `20x10`, the winner as
//! `B`, `W` or `D` for a draw, the opening in one word or `-` if there is none, and the moves with their scores for the
//! side that moves, 200 to a factor of *e* in the odds; a mate is 30000 less its plies, negative for the side that
//! loses.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{ScoredGame, ScoredMove, score};
use crate::base::Color;
use crate::board::{Geometry, parse_moves, parse_point};
use crate::record::GameResult;
use crate::rules::Rule;

impl fmt::Display for ScoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.geometry;
        write!(f, "{} {}", self.rule.number(), geometry.width())?;
        if geometry.width() != geometry.height() {
            write!(f, "x{}", geometry.height())?;
        }
        f.write_str(match self.result {
            GameResult::Win(Color::Black) => " B ",
            GameResult::Win(Color::White) => " W ",
            GameResult::Draw => " D ",
        })?;
        if self.opening.is_empty() {
            f.write_str("-")?;
        }
        self.opening.iter().try_for_each(|&point| f.write_str(&geometry.name(point)))?;
        let mut moves = self.moves.iter();
        moves.try_for_each(|played| write!(f, " {}:{}", geometry.name(played.point), played.score.value()))
    }
}

/// Text that is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGameError {
    word: String,
    wanted: &'static str,
}

impl fmt::Display for ScoredGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not {}", self.word, self.wanted)
    }
}

impl Error for ScoredGameError {}

impl FromStr for ScoredGame {
    type Err = ScoredGameError;

    fn from_str(line: &str) -> Result<ScoredGame, ScoredGameError> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().unwrap_or_default();
        let rule = read(next(), "a rule", |word| Rule::try_from(word.parse::<i64>().ok()?).ok())?;
        let geometry = read(next(), "a board size", |word| {
            let (width, height) = word.split_once('x').unwrap_or((word, word));
            Geometry::new(width.parse().ok()?, height.parse().ok()?).ok()
        })?;
        let result = read(next(), "B, W or D", |word| match word {
            "B" => Some(GameResult::Win(Color::Black)),
            "W" => Some(GameResult::Win(Color::White)),
            "D" => Some(GameResult::Draw),
            _ => None,
        })?;
        let opening = read(next(), "an opening", |word| match word {
            "" => None,
            "-" => Some(Vec::new()),
            word => parse_moves(geometry, word).ok(),
        })?;
        let scored = |word: &str| {
            let (point, number) = word.split_once(':')?;
            let point = parse_point(geometry, point).ok()?;
            Some(ScoredMove { point, score: score(number.parse().ok()?)? })
        };
        let moves = words.map(|word| read(word, "a move and its score", scored)).collect::<Result<_, _>>()?;
        Ok(ScoredGame { rule, geometry, opening, moves, result })
    }
}

fn read<T>(
    word: &str,
    wanted: &'static str,
    meaning: impl Fn(&str) -> Option<T>,
) -> Result<T, ScoredGameError> {
    meaning(word).ok_or_else(|| ScoredGameError { word: word.to_string(), wanted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were() {
        for line in
            ["0 15 B h8i9 g7:-12 h7:29999", "9 8x11 W a1 h11:0", "4 32 D - af32:-29998", "1 5 D a1b2c3"]
        {
            let game: ScoredGame = line.parse().unwrap();
            assert_eq!(game.to_string(), line);
        }
        let game: ScoredGame = "0 15 B h8i9 g7:-12 h7:29999".parse().unwrap();
        assert_eq!(game.moves[1].score.to_string(), "+M1");
        assert_eq!(game.points().count(), 4);
    }

    #[test]
    fn what_is_no_game_is_told() {
        for (line, error) in [
            ("", "'' is not a rule"),
            ("5 15 B h8", "'5' is not a rule"),
            ("0 4 B h8", "'4' is not a board size"),
            ("0 15 X h8", "'X' is not B, W or D"),
            ("0 15 B", "'' is not an opening"),
            ("0 15 B h16", "'h16' is not an opening"),
            ("0 15 B h8 h9", "'h9' is not a move and its score"),
            ("0 15 B h8 p9:3", "'p9:3' is not a move and its score"),
            ("0 15 B h8 h9:30001", "'h9:30001' is not a move and its score"),
        ] {
            assert_eq!(line.parse::<ScoredGame>().unwrap_err().to_string(), error);
        }
    }
}
