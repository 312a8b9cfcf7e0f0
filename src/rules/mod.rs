//! The rules of the game and the *referee*, a slow and plain oracle that everything faster is held against.

mod referee;
mod rule;

pub use referee::{Foul, Outcome, dying, five_points_of, forbidden, judge, line_wins, row, wins};
pub use rule::{Caro, CaroExact, Freestyle, Renju, Rule, RuleKind, RuleSet, Standard, UnsupportedRule};
