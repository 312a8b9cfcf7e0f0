//! The positions that games begin from.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::referee::{DrawRules, Referee};
use crate::board::{Geometry, Point, parse_moves};
use crate::rules::Rule;

/// Stones, black first, that begin a game.
pub type Opening = Vec<Point>;

/// Reads a file of openings, one a line. A line is in the form `pos`, points in one word as `h8i9`, counted from the
/// top-left, or in the form `offset` of the Gomocup tournaments, `1,-2, 0,3`, columns and rows from the middle of the
/// board, which is at half the width and height, rounded down. Empty lines and those that begin with `#` are left out.
///
/// # Errors
/// What the file or a line says that is no opening under the rule.
pub fn read(path: &Path, geometry: Geometry, rule: Rule) -> anyhow::Result<Vec<Opening>> {
    let text = fs::read_to_string(path).with_context(|| format!("openings {}", path.display()))?;
    let openings =
        parse_all(&text, geometry, rule).with_context(|| format!("openings {}", path.display()))?;
    ensure!(!openings.is_empty(), "openings {}: there are none", path.display());
    Ok(openings)
}

fn parse_all(text: &str, geometry: Geometry, rule: Rule) -> anyhow::Result<Vec<Opening>> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| parse(line, geometry, rule).with_context(|| format!("line {}", index + 1)))
        .collect()
}

fn parse(line: &str, geometry: Geometry, rule: Rule) -> anyhow::Result<Opening> {
    let opening = match line.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => parse_moves(geometry, line)?,
        _ => parse_offsets(line, geometry)?,
    };
    let mut referee = Referee::new(geometry, rule, DrawRules::default());
    for &point in &opening {
        match referee.play(point) {
            Ok(None) => {}
            Ok(Some(_)) => bail!("the game is over after {}", geometry.name(point)),
            Err(_) => bail!("{} comes twice", geometry.name(point)),
        }
    }
    Ok(opening)
}

fn parse_offsets(line: &str, geometry: Geometry) -> anyhow::Result<Opening> {
    let numbers: Vec<i64> = line
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().with_context(|| format!("'{word}' is no number")))
        .collect::<anyhow::Result<_>>()?;
    let (places, rest) = numbers.as_chunks::<2>();
    ensure!(rest.is_empty(), "the last stone has no row");
    let (x0, y0) = (geometry.width() as i64 / 2, geometry.height() as i64 / 2);
    let point = |&[x, y]: &[i64; 2]| {
        geometry.point(x0 + x, y0 + y).with_context(|| format!("{x},{y} is not on the board"))
    };
    places.iter().map(point).collect()
}

/// One of the ways to turn a board so that it comes to lie on itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    flip_x: bool,
    flip_y: bool,
    /// Whether columns become rows, after the flips.
    transpose: bool,
}

impl Symmetry {
    /// How many there are for a board: eight for a square, four for another.
    pub fn count(geometry: Geometry) -> usize {
        if geometry.width() == geometry.height() { 8 } else { 4 }
    }

    /// The symmetry with a number below [`Symmetry::count`]. Zero leaves everything where it is.
    pub fn nth(number: usize) -> Symmetry {
        Symmetry { flip_x: number & 1 != 0, flip_y: number & 2 != 0, transpose: number & 4 != 0 }
    }

    /// Where a point comes to lie.
    pub fn apply(self, geometry: Geometry, point: Point) -> Point {
        let (x, y) = geometry.coordinates(point);
        let x = if self.flip_x { geometry.width() - 1 - x } else { x };
        let y = if self.flip_y { geometry.height() - 1 - y } else { y };
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        Point::from_index(y * geometry.width() + x)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn read(text: &str, width: i64, height: i64) -> anyhow::Result<Vec<String>> {
        let geometry = Geometry::new(width, height).unwrap();
        let openings = parse_all(text, geometry, Rule::default())?;
        let name = |opening: Opening| opening.into_iter().map(|point| geometry.name(point)).collect();
        Ok(openings.into_iter().map(name).collect())
    }

    #[test]
    fn both_forms_are_read() {
        let text = "# ours\nh8i9\r\n\n 0,0, 1,1, -7,7\n";
        assert_eq!(read(text, 15, 15).unwrap(), ["h8i9", "h8i9a15"]);
        assert_eq!(read("0,0, -1,2", 20, 10).unwrap(), ["k6j8"]);
    }

    #[test]
    fn what_is_no_opening_is_refused() {
        for text in ["h8h8", "p8", "0,0, 8,0", "0,0, 1", "a1a2b1b2c1c2d1d2e1", "?"] {
            let error = read(&format!("\n{text}"), 15, 15).unwrap_err();
            assert!(format!("{error:#}").starts_with("line 2: "), "{error:#}");
        }
    }

    #[test]
    fn symmetries_keep_the_board() {
        for (width, height) in [(15, 15), (20, 6)] {
            let geometry = Geometry::new(width, height).unwrap();
            let images = |point| {
                let numbers = 0..Symmetry::count(geometry);
                numbers.map(|number| Symmetry::nth(number).apply(geometry, point)).collect::<BTreeSet<_>>()
            };
            for number in 0..Symmetry::count(geometry) {
                let all = geometry.all().map(|point| Symmetry::nth(number).apply(geometry, point));
                assert_eq!(all.collect::<BTreeSet<_>>().len(), geometry.points());
            }
            assert_eq!(images(geometry.point(1, 0).unwrap()).len(), Symmetry::count(geometry));
        }
    }
}
