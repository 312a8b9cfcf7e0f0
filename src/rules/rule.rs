use std::error::Error;
use std::fmt;

use crate::base::Color;

/// Which lines win and which moves are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five win; six or more are nothing.
    Standard,
    /// Black needs exactly five and may not make an overline, a double four or a double three; white needs five or
    /// more and is free.
    Renju,
    /// Six or more win, and exactly five unless both its ends are blocked by opposing stones.
    Caro,
    /// Exactly five win, unless both ends are blocked by opposing stones.
    CaroExact,
}

impl RuleKind {
    /// Every kind, in the order of the protocol's numbers.
    pub const ALL: [RuleKind; 5] =
        [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju, RuleKind::Caro, RuleKind::CaroExact];

    /// The protocol's number.
    pub const fn number(self) -> i64 {
        match self {
            RuleKind::Freestyle => 0,
            RuleKind::Standard => 1,
            RuleKind::Renju => 4,
            RuleKind::Caro => 8,
            RuleKind::CaroExact => 9,
        }
    }

    /// Whether `color` wins with six or more in a row.
    pub const fn overline_wins(self, color: Color) -> bool {
        match self {
            RuleKind::Freestyle | RuleKind::Caro => true,
            RuleKind::Standard | RuleKind::CaroExact => false,
            RuleKind::Renju => matches!(color, Color::White),
        }
    }

    /// Whether a five counts although opposing stones block both its ends.
    pub const fn blocked_five_wins(self) -> bool {
        !matches!(self, RuleKind::Caro | RuleKind::CaroExact)
    }

    /// Whether `color` has forbidden moves.
    pub const fn has_forbidden(self, color: Color) -> bool {
        matches!((self, color), (RuleKind::Renju, Color::Black))
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RuleKind::Freestyle => "freestyle",
            RuleKind::Standard => "standard",
            RuleKind::Renju => "renju",
            RuleKind::Caro => "caro",
            RuleKind::CaroExact => "caro exact",
        })
    }
}

/// The rule of a game as the protocol gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Which lines win and which moves are forbidden.
    pub kind: RuleKind,
    /// Whether the game goes on after a five, whose stones then are dead.
    pub continuous: bool,
}

impl Rule {
    /// The protocol's sum, which [`Rule::try_from`] reads.
    pub const fn number(self) -> i64 {
        self.kind.number() + if self.continuous { 2 } else { 0 }
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule { kind: RuleKind::Freestyle, continuous: false }
    }
}

/// A rule number that names no rule of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedRule(pub i64);

impl fmt::Display for UnsupportedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} is not supported (0, 1, 4, 8, 9, each with 2 added for a continuous game)", self.0)
    }
}

impl Error for UnsupportedRule {}

impl TryFrom<i64> for Rule {
    type Error = UnsupportedRule;

    /// Reads the protocol's sum: 0, 1, 4, 8 or 9, and 2 more for a continuous game.
    fn try_from(sum: i64) -> Result<Rule, UnsupportedRule> {
        let continuous = sum >= 0 && sum & 2 != 0;
        let number = if continuous { sum - 2 } else { sum };
        let kind = RuleKind::ALL.into_iter().find(|kind| kind.number() == number);
        kind.map(|kind| Rule { kind, continuous }).ok_or(UnsupportedRule(sum))
    }
}

/// A rule as a type, so that search and position are compiled once for each.
pub trait RuleSet: Copy + Clone + Default + fmt::Debug + Send + Sync + 'static {
    /// The rule.
    const KIND: RuleKind;
    /// Whether black has forbidden moves.
    const FORBIDDEN: bool = Self::KIND.has_forbidden(Color::Black);
    /// Whether opposing stones at both ends spoil a five, so that a four can be answered at its end as well.
    const ENDS_MATTER: bool = !Self::KIND.blocked_five_wins();
    /// How far from a point a cell can matter to what the point makes of a line: four steps, and one more where what
    /// bounds a five decides whether it wins.
    const REACH: usize = match Self::KIND {
        RuleKind::Freestyle => 4,
        _ => 5,
    };
}

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl RuleSet for $name {
            const KIND: RuleKind = RuleKind::$name;
        }
    )*};
}

rule_sets!(
    /// [`RuleKind::Freestyle`] as a type.
    Freestyle,
    /// [`RuleKind::Standard`] as a type.
    Standard,
    /// [`RuleKind::Renju`] as a type.
    Renju,
    /// [`RuleKind::Caro`] as a type.
    Caro,
    /// [`RuleKind::CaroExact`] as a type.
    CaroExact
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocols_sums_are_read() {
        for kind in RuleKind::ALL {
            assert_eq!(Rule::try_from(kind.number()), Ok(Rule { kind, continuous: false }));
            assert_eq!(Rule::try_from(kind.number() + 2), Ok(Rule { kind, continuous: true }));
            assert_eq!(Rule { kind, continuous: true }.number(), kind.number() + 2);
        }
        for sum in [-1, -2, 5, 7, 12, 13, 16, i64::MIN, i64::MAX] {
            assert_eq!(Rule::try_from(sum), Err(UnsupportedRule(sum)));
        }
    }
}
