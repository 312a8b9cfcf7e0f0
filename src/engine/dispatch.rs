//! The one place where the rule of a game picks the types that the engine is compiled for.

use super::Game;
use crate::board::{Geometry, Point};
use crate::opening::{self, Swap2, Swap2Error};
use crate::rules::RuleKind;
use crate::search::{Control, Report, Searcher};

/// Evaluates `$body` with `$rules` standing for the rule set of `$kind`.
macro_rules! with_rule_set {
    ($kind:expr, $rules:ident => $body:expr) => {
        $crate::engine::with_rule_set!(
            @each $kind, $rules => $body, Freestyle, Standard, Renju, Caro, CaroExact
        )
    };
    (@each $kind:expr, $rules:ident => $body:expr, $($name:ident),*) => {
        match $kind {
            $($crate::rules::RuleKind::$name => {
                type $rules = $crate::rules::$name;
                $body
            })*
        }
    };
}
pub(crate) use with_rule_set;

/// [`Searcher::search`] under the rules of `kind`.
pub fn search(
    searcher: &mut Searcher,
    kind: RuleKind,
    game: &Game,
    control: &Control,
    report: &mut dyn FnMut(Report),
) -> Point {
    with_rule_set!(kind, R => searcher.search::<R>(game.grid(), game.to_move(), control, report))
}

/// [`opening::swap2`] under the rules of `kind`.
pub fn swap2(kind: RuleKind, geometry: Geometry, stones: &[Point]) -> Result<Swap2, Swap2Error> {
    with_rule_set!(kind, R => opening::swap2::<R>(geometry, stones))
}
