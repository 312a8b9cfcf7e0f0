//! Pattern weights: what the [shapes](Shape) of the points are worth to the evaluation and to the order of moves.
//!
//! A rule's weights are a text file beside this one, which `datagen fit` writes. Each line names a weight: `shape`, the
//! colour (`B`, `W` or `*` for both), the shape, and its value, attack and defence; `cross` with the threat classes of
//! the side to move and of the other side at one point; `count` with `own` or `other` and a threat class; `mask` with
//! the threats that there are; `tempo` with the colour to move; `near` with the distances from the last move and from
//! the one before. Lines that begin with `#` are for people.

use std::str::{FromStr, SplitWhitespace};
use std::sync::{Arc, LazyLock};

use crate::base::{Color, PerColor};
use crate::board::Point;
use crate::pattern::{Shape, Threat};
use crate::position::Position;
use crate::rules::{RuleKind, RuleSet};

const LINE_SETS: usize = 1 << 16;
/// A weight for each four line classes of a point, packed four bits a direction.
pub type ByLines = [i16; LINE_SETS];
/// By the threat class of one side and that of the other.
pub type ByThreats = [[i16; Threat::COUNT]; Threat::COUNT];

/// The pattern weights of one rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What a point is worth to a colour, in parts of [`Weights::PARTS`].
    pub values: PerColor<Arc<ByLines>>,
    /// What own and opposing threat class of a point are worth together to the side to move, in the same parts.
    pub cross: ByThreats,
    /// What each point of a threat class is worth to the side to move, on top of its lines, its own and the other's.
    pub counts: [[i16; Threat::COUNT]; 2],
    /// What the [threats that there are](threat_mask) are worth to the side to move.
    pub mask: [i16; MASKS],
    /// What it is worth to be the colour to move.
    pub tempo: PerColor<i16>,
    /// For the order of moves: what a point of the side to move gains, in 1/64 of a factor of *e* in its odds.
    pub attack: PerColor<Arc<ByLines>>,
    /// The same for what it takes from the other side, by that side's colour.
    pub defence: PerColor<Arc<ByLines>>,
    /// The same by the [distance](nearness) from the last move and from the one before.
    pub near: [[i16; NEARNESS]; 2],
}

/// How many masks of threats there are.
pub const MASKS: usize = 1 << 9;

/// Which threats there are: of the side to move from open threes to fours with threes, of the other side from open
/// threes to open fours. A five, or an open four of the side to move, is played and not evaluated.
pub fn threat_mask<R: RuleSet>(position: &Position<R>) -> usize {
    let side = position.to_move();
    let classes = &Threat::ALL[Threat::OpenThree as usize..=Threat::OpenFour as usize];
    let bits = |color, classes: &[Threat]| {
        classes
            .iter()
            .enumerate()
            .fold(0, |mask, (bit, &class)| mask | usize::from(position.count(color, class) > 0) << bit)
    };
    bits(side, &classes[..4]) | bits(!side, classes) << 4
}

/// How many distances between two points are told apart.
pub const NEARNESS: usize = 29;
/// From here on a distance is far.
const FAR: usize = 7;

/// The number of a [distance](Position::distance) of two points up to symmetry, below [`NEARNESS`].
#[inline]
pub const fn nearness([across, down]: [usize; 2]) -> usize {
    let (long, short) = if across > down { (across, down) } else { (down, across) };
    if long < FAR { long * (long + 1) / 2 + short } else { NEARNESS - 1 }
}

impl Default for Weights {
    fn default() -> Weights {
        let none: Arc<ByLines> = Arc::new([0; LINE_SETS]);
        let none = PerColor([Arc::clone(&none), none]);
        Weights {
            values: none.clone(),
            cross: [[0; Threat::COUNT]; Threat::COUNT],
            counts: [[0; Threat::COUNT]; 2],
            mask: [0; MASKS],
            tempo: PerColor([0; 2]),
            attack: none.clone(),
            defence: none,
            near: [[0; NEARNESS]; 2],
        }
    }
}

impl Weights {
    /// Values of points are kept in so many parts of an evaluation unit, so that rounding does not add up.
    pub const PARTS: i32 = 8;
    /// Units of the order of moves to a factor of *e* in the odds.
    pub const MOVE_UNITS: i32 = 64;

    /// The weights of `kind`.
    pub fn of(kind: RuleKind) -> &'static Weights {
        static WEIGHTS: [LazyLock<Weights>; RuleKind::ALL.len()] = [
            LazyLock::new(|| read(RuleKind::Freestyle)),
            LazyLock::new(|| read(RuleKind::Standard)),
            LazyLock::new(|| read(RuleKind::Renju)),
            LazyLock::new(|| read(RuleKind::Caro)),
            LazyLock::new(|| read(RuleKind::CaroExact)),
        ];
        &WEIGHTS[kind as usize]
    }

    /// The pattern weight of the empty `point` for the side to move: attack and defence.
    #[inline]
    pub fn of_move<R: RuleSet>(&self, position: &Position<R>, point: Point) -> i32 {
        let side = position.to_move();
        let lines = position.lines(point);
        i32::from(self.attack[side][usize::from(lines.of(side))])
            + i32::from(self.defence[!side][usize::from(lines.of(!side))])
    }

    /// Reads one line of a file.
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        match words.next() {
            None | Some("#") => return Ok(()),
            Some("shape") => {
                let colors = colors(&mut words)?;
                let shape: Shape = next(&mut words)?;
                let weights: [i16; 3] = [next(&mut words)?, next(&mut words)?, last(words)?];
                for &color in colors {
                    let tables = [&mut self.values, &mut self.attack, &mut self.defence];
                    for (table, weight) in tables.into_iter().zip(weights) {
                        Arc::make_mut(&mut table[color])[shape.code()] = weight;
                    }
                }
            }
            Some("cross") => {
                let (own, other) = (index(&mut words, Threat::COUNT)?, index(&mut words, Threat::COUNT)?);
                self.cross[own][other] = last(words)?;
            }
            Some("count") => {
                let side = match next::<String>(&mut words)?.as_str() {
                    "own" => 0,
                    "other" => 1,
                    word => return Err(format!("'{word}' is no side")),
                };
                let threat = index(&mut words, Threat::COUNT)?;
                self.counts[side][threat] = last(words)?;
            }
            Some("mask") => {
                let mask = index(&mut words, MASKS)?;
                self.mask[mask] = last(words)?;
            }
            Some("tempo") => {
                let (colors, weight) = (colors(&mut words)?, last(words)?);
                colors.iter().for_each(|&color| self.tempo[color] = weight);
            }
            Some("near") => {
                let (ago, distance) = (index(&mut words, 2)?, index(&mut words, NEARNESS)?);
                self.near[ago][distance] = last(words)?;
            }
            Some(word) => return Err(format!("'{word}' names no weight")),
        }
        Ok(())
    }

    /// Spreads the weights of shapes over all orders of their classes.
    fn spread(&mut self) {
        for tables in [&mut self.values, &mut self.attack, &mut self.defence] {
            let spread = |table: &mut Arc<ByLines>| {
                let table = Arc::make_mut(table);
                for lines in 0..=u16::MAX {
                    table[usize::from(lines)] = table[Shape::of(lines).code()];
                }
            };
            let alike = tables[Color::Black] == tables[Color::White];
            spread(&mut tables[Color::Black]);
            if alike {
                // What is the same lies in one place of the cache.
                tables[Color::White] = Arc::clone(&tables[Color::Black]);
            } else {
                spread(&mut tables[Color::White]);
            }
        }
    }
}

impl FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::default();
        for (number, line) in text.lines().enumerate() {
            weights.read_line(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        }
        weights.spread();
        Ok(weights)
    }
}

/// The files of all rules, in the order of [`RuleKind::ALL`].
const FILES: [&str; RuleKind::ALL.len()] = [
    include_str!("weights/freestyle.txt"),
    include_str!("weights/standard.txt"),
    include_str!("weights/renju.txt"),
    include_str!("weights/caro.txt"),
    include_str!("weights/caro_exact.txt"),
];

/// The weights in the file of a rule.
fn read(kind: RuleKind) -> Weights {
    // A test reads every file.
    FILES[kind as usize].parse().unwrap_or_default()
}

fn next<T: FromStr>(words: &mut SplitWhitespace<'_>) -> Result<T, String> {
    let word = words.next().ok_or("a word is missing")?;
    word.parse().map_err(|_| format!("'{word}' is out of place"))
}

fn last<T: FromStr>(mut words: SplitWhitespace<'_>) -> Result<T, String> {
    let value = next(&mut words)?;
    words.next().map_or(Ok(value), |word| Err(format!("'{word}' is too much")))
}

fn index(words: &mut SplitWhitespace<'_>, end: usize) -> Result<usize, String> {
    let index = next(words)?;
    if index < end { Ok(index) } else { Err(format!("{index} is not below {end}")) }
}

fn colors(words: &mut SplitWhitespace<'_>) -> Result<&'static [Color], String> {
    match next::<String>(words)?.as_str() {
        "B" => Ok(&[Color::Black]),
        "W" => Ok(&[Color::White]),
        "*" => Ok(&Color::BOTH),
        word => Err(format!("'{word}' is no colour")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_weights() {
        for (kind, file) in RuleKind::ALL.into_iter().zip(FILES) {
            let weights: Weights = file.parse().unwrap_or_else(|error| panic!("{kind:?}, {error}"));
            assert_eq!(&weights, Weights::of(kind));
            assert_ne!(weights, Weights::default());
        }
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for line in [
            "shape B 0123 1 2 3",
            "shape X 3210 1 2 3",
            "shape * 3210 1 2",
            "mask 512 3",
            "mass 1 2",
            "count its 3 4",
        ] {
            assert!(line.parse::<Weights>().is_err(), "{line}");
        }
        let weights: Weights = "# a comment\nshape W 3210 1 2 3\nmask 511 -4".parse().unwrap();
        assert_eq!(weights.values[Color::White][0x0213], 1);
        assert_eq!(weights.values[Color::Black][0x0213], 0);
        assert_eq!(weights.mask[511], -4);
    }
}
