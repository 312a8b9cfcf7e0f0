//! The one place where the rule of a game picks the types that the engine is compiled for.

use std::sync::Arc;

use super::Game;
use crate::board::{Geometry, Point};
use crate::opening::{self, Swap2, Swap2Error};
use crate::rules::{Caro, CaroExact, Freestyle, Renju, RuleKind, Standard};
use crate::search::{Control, Report, Searcher};

/// Evaluates `$body`, at whose place the five rule sets are in scope, with `$rules` standing for the rule set of `$kind`.
macro_rules! with_rule_set {
    ($kind:expr, $rules:ident => $body:expr) => {
        match $kind {
            RuleKind::Freestyle => {
                type $rules = Freestyle;
                $body
            }
            RuleKind::Standard => {
                type $rules = Standard;
                $body
            }
            RuleKind::Renju => {
                type $rules = Renju;
                $body
            }
            RuleKind::Caro => {
                type $rules = Caro;
                $body
            }
            RuleKind::CaroExact => {
                type $rules = CaroExact;
                $body
            }
        }
    };
}
pub(crate) use with_rule_set;

/// [`Searcher::search`] under the rules of `kind`.
pub fn search(
    searcher: &mut Searcher,
    kind: RuleKind,
    game: &Game,
    control: &Arc<Control>,
    report: &mut dyn FnMut(Report),
) -> Point {
    with_rule_set!(kind, R => searcher.search::<R>(game.grid(), game.to_move(), control, report))
}

/// [`opening::swap2`] under the rules of `kind`.
pub fn swap2(kind: RuleKind, geometry: Geometry, stones: &[Point]) -> Result<Swap2, Swap2Error> {
    with_rule_set!(kind, R => opening::swap2::<R>(geometry, stones))
}
