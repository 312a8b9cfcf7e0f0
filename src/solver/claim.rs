//! Proofs as text: what is claimed of which position, and a line for each step, for example
//!
//! ```text
//! hanxing proof
//! rule 0
//! size 5x5
//! side black
//! plies 3
//! X X X . .
//! O . . X .
//! . O . X .
//! O . . X O
//! . O . . O
//! 1 d5
//! 2 e1
//! 3 d1 e1:1 *:2
//! ```
//!
//! A step has its number, the attack, for answers after which it goes on in a way of its own `answer:step`, and for all
//! others `*:step`. Steps come after those that they go on with, so the last one is where the proof begins.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::str::{FromStr, Lines};

use super::{Checked, Flaw, Proof, check};
use crate::base::Color;
use crate::board::{Geometry, Grid, parse_point};
use crate::record::Setup;
use crate::rules::Rule;

/// The first line of the text.
const TITLE: &str = "hanxing proof";
/// What stands for all answers that are not listed.
const OTHERWISE: &str = "*";

/// A claim that the side to move wins, and what is to prove it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub setup: Setup,
    /// The most plies that the win is claimed to take.
    pub plies: u32,
    /// The proof.
    pub proof: Proof,
}

impl Claim {
    /// The claim that `proof` is one, in as many plies as it has.
    pub fn new(setup: Setup, proof: Proof) -> Claim {
        Claim { setup, plies: proof.plies(), proof }
    }

    /// Replays the proof, whatever the plies that are claimed.
    ///
    /// # Errors
    /// [`Flaw`] if the side to move may not win so.
    pub fn check(&self) -> Result<Checked, Flaw> {
        check(self.setup.rule.kind, &self.setup.grid, self.setup.to_move, &self.proof)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { rule, grid, to_move } = &self.setup;
        let geometry = grid.geometry();
        writeln!(f, "{TITLE}\nrule {}\nsize {}x{}", rule.number(), geometry.width(), geometry.height())?;
        write!(f, "side {to_move}\nplies {}\n{grid}", self.plies)?;
        let mut numbers = HashMap::new();
        for (step, number) in self.proof.steps().into_iter().zip(1..) {
            numbers.insert(step.id(), number);
            write!(f, "{number} {}", geometry.name(step.attack()))?;
            for (answer, next) in step.answers() {
                write!(f, " {}:{}", geometry.name(*answer), numbers[&next.id()])?;
            }
            if let Some(next) = step.otherwise() {
                write!(f, " {OTHERWISE}:{}", numbers[&next.id()])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Text that is no claim with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimError {
    /// The line, from one.
    line: usize,
    /// What is wrong there, in a few words.
    fault: String,
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl Error for ClaimError {}

impl FromStr for Claim {
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Claim, ClaimError> {
        let mut reader = Reader { lines: text.lines(), line: 0 };
        reader.read().map_err(|fault| ClaimError { line: reader.line, fault })
    }
}

/// Reads a claim line by line; what is wrong is wrong with the last line read.
struct Reader<'a> {
    lines: Lines<'a>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next()
    }

    /// The value on a line `key value`.
    fn value<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let value = self.next().and_then(|line| parse(line.strip_prefix(key)?.trim()));
        value.ok_or_else(|| format!("expected '{key}' and its value"))
    }

    fn read(&mut self) -> Result<Claim, String> {
        if self.next().map(str::trim_end) != Some(TITLE) {
            return Err(format!("expected '{TITLE}'"));
        }
        let rule = self.value("rule", |text| Rule::try_from(text.parse::<i64>().ok()?).ok())?;
        let geometry = self.value("size", |text| {
            let (width, height) = text.split_once('x')?;
            Geometry::new(width.parse().ok()?, height.parse().ok()?).ok()
        })?;
        let side =
            self.value("side", |text| Color::BOTH.into_iter().find(|color| color.to_string() == text))?;
        let plies = self.value("plies", |text| text.parse().ok())?;
        let setup = self.setup(geometry, rule)?;
        if setup.to_move != side {
            return Err(format!("with these stones {} is to move", setup.to_move));
        }
        let proof = self.proof(geometry)?;
        Ok(Claim { setup, plies, proof })
    }

    fn setup(&mut self, geometry: Geometry, rule: Rule) -> Result<Setup, String> {
        let rows: Vec<&str> = (0..geometry.height()).map_while(|_| self.next()).collect();
        let grid: Grid = rows.join("\n").parse().map_err(|error| format!("{error}"))?;
        if grid.geometry() != geometry {
            return Err("the diagram is not of that size".to_string());
        }
        Setup::of_grid(grid, rule).map_err(|error| error.to_string())
    }

    fn proof(&mut self, geometry: Geometry) -> Result<Proof, String> {
        let mut steps: Vec<Proof> = Vec::new();
        while let Some(line) = self.next().filter(|line| !line.trim().is_empty()) {
            let step = read_step(geometry, line, &steps)?;
            // No game is longer. What is deeper would overflow the stack.
            if step.plies() as usize > geometry.points() {
                return Err("the proof is longer than the board has points".to_string());
            }
            steps.push(step);
        }
        steps.pop().ok_or_else(|| "expected a step of the proof".to_string())
    }
}

/// Reads the step that comes after `steps`.
fn read_step(geometry: Geometry, line: &str, steps: &[Proof]) -> Result<Proof, String> {
    let mut words = line.split_whitespace();
    let number = steps.len() + 1;
    if words.next() != Some(&number.to_string()) {
        return Err(format!("expected step {number}"));
    }
    let point = |name: &str| parse_point(geometry, name).map_err(|error| error.to_string());
    let attack = point(words.next().unwrap_or_default())?;
    let (mut answers, mut otherwise) = (Vec::new(), None);
    for word in words {
        let (answer, next) = word.split_once(':').ok_or_else(|| format!("'{word}' is not answer:step"))?;
        let index = next.parse::<usize>().ok().and_then(|next| next.checked_sub(1));
        let next =
            index.and_then(|index| steps.get(index)).ok_or_else(|| format!("no step {next} before"))?;
        match answer {
            OTHERWISE => otherwise = Some(next.clone()),
            answer => answers.push((point(answer)?, next.clone())),
        }
    }
    match otherwise {
        Some(otherwise) => Ok(Proof::new(attack, answers, otherwise)),
        None if answers.is_empty() => Ok(Proof::five(attack)),
        None => Err(format!("expected {OTHERWISE}:step after the answers")),
    }
}
