use super::LineClass;
use crate::base::Color;
use crate::rules::RuleKind;

/// What a stone on an empty point makes of the four lines through it together. From [`Threat::None`] to
/// [`Threat::Five`] ordered from weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that must be answered.
    None = 0,
    /// A three that can only become a four.
    Three,
    /// One open three.
    OpenThree,
    /// Two open threes or more.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: a five follows.
    OpenFour,
    /// A five.
    Five,
    /// A point of black in renju that is forbidden if its threes are real, which only the board can tell.
    Suspect,
    /// A point of black in renju that is forbidden for certain.
    Forbidden,
}

impl Threat {
    /// How many classes there are.
    pub const COUNT: usize = 10;

    /// Every class in order.
    pub const ALL: [Threat; Self::COUNT] = [
        Threat::None,
        Threat::Three,
        Threat::OpenThree,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Suspect,
        Threat::Forbidden,
    ];

    /// The threat class of four line classes.
    pub fn of(kind: RuleKind, color: Color, lines: [LineClass; 4]) -> Threat {
        let count = |wanted: &dyn Fn(LineClass) -> bool| lines.iter().filter(|&&line| wanted(line)).count();
        let open_fours = count(&|line| line == LineClass::OpenFour);
        let double_fours = count(&|line| line == LineClass::DoubleFour);
        let fours = count(&|line| line == LineClass::Four) + open_fours + 2 * double_fours;
        let threes = count(&LineClass::is_open_three);
        if lines.contains(&LineClass::Five) {
            return Threat::Five;
        }
        if kind.has_forbidden(color) {
            if lines.contains(&LineClass::Overline) || fours >= 2 {
                return Threat::Forbidden;
            }
            if threes >= 2 {
                return Threat::Suspect;
            }
        }
        match (fours, threes) {
            _ if open_fours > 0 || fours >= 2 => Threat::OpenFour,
            (1, 1..) => Threat::FourThree,
            (1, 0) => Threat::Four,
            (_, 2..) => Threat::DoubleThree,
            (_, 1) => Threat::OpenThree,
            _ if lines.contains(&LineClass::Three) => Threat::Three,
            _ => Threat::None,
        }
    }
}
