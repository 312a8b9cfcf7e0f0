//! Points as people write them: a column letter and a row number, `h8`, counted from the top-left corner.
//! Columns after `z` are `aa`, `ab` and so on.

use std::error::Error;
use std::fmt;

use super::{Geometry, Point};

/// Text that is no list of points on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesError {
    text: String,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a point of the board", self.text)
    }
}

impl Error for MovesError {}

impl Geometry {
    /// The name of a point, `h8` for column 7 and row 7.
    pub fn name(self, point: Point) -> String {
        let (x, y) = self.coordinates(point);
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        match x {
            0..26 => format!("{}{}", letter(x), y + 1),
            _ => format!("{}{}{}", letter(x / 26 - 1), letter(x), y + 1),
        }
    }
}

/// Reads one point such as `h8`, letters in either case.
///
/// # Errors
/// [`MovesError`] if the text is anything else or names a point outside the board.
pub fn parse_point(geometry: Geometry, text: &str) -> Result<Point, MovesError> {
    let error = || MovesError { text: text.to_string() };
    let split = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(error)?;
    let (letters, digits) = text.split_at(split);
    if letters.is_empty() || letters.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error());
    }
    let column = letters.bytes().fold(0, |n, b| n * 26 + i64::from(b.to_ascii_lowercase() - b'a') + 1);
    let row: i64 = digits.parse().map_err(|_| error())?;
    geometry.point(column - 1, row - 1).ok_or_else(error)
}

/// Reads points written one after another, `h8i9…`, with or without white space between them.
///
/// # Errors
/// [`MovesError`] naming the first part that is no point of the board.
pub fn parse_moves(geometry: Geometry, text: &str) -> Result<Vec<Point>, MovesError> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let length =
                rest[digits..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| digits + n);
            let (name, tail) = rest.split_at(length);
            moves.push(parse_point(geometry, name)?);
            rest = tail;
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_can_be_read_back() {
        let geometry = Geometry::new(32, 32).unwrap();
        for point in geometry.all() {
            assert_eq!(parse_point(geometry, &geometry.name(point)), Ok(point));
        }
        let moves = parse_moves(geometry, "h8I9 aa12af32").unwrap();
        let names: Vec<_> = moves.into_iter().map(|point| geometry.name(point)).collect();
        assert_eq!(names, ["h8", "i9", "aa12", "af32"]);
    }

    #[test]
    fn what_is_no_point_is_refused_by_name() {
        let geometry = Geometry::new(15, 15).unwrap();
        for text in ["p8", "h16", "h0", "8h", "h", "h8x", "é8", "aaa1", "h99999999999999999999"] {
            assert!(parse_moves(geometry, text).is_err(), "{text}");
        }
        assert_eq!(
            parse_moves(geometry, "h8p1").unwrap_err().to_string(),
            "'p1' is not a point of the board"
        );
    }
}
