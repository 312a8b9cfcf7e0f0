use super::window::{REACH, Side, Window};
use crate::base::Color;
use crate::rules::{RuleKind, line_wins, row};

/// What a stone on an empty point makes of one line through it, counting only fives that the stone takes part in.
/// Ordered from weak to strong; the number fits four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five can ever come of it.
    Dead = 0,
    /// One more stone makes a closed or thin two.
    One,
    /// One more stone makes an open two.
    OpenOne,
    /// One more stone makes a closed three.
    Two,
    /// One more stone makes a thin three, or only one point makes an open one.
    ThinTwo,
    /// Two points or more make an open three of it.
    OpenTwo,
    /// One more stone makes a four.
    Three,
    /// A three that only one point makes an open four: a split or a cramped one.
    ThinThree,
    /// A three that two points or more make an open four.
    OpenThree,
    /// A five threatens and can be answered.
    Four,
    /// Two fours in one line, which renju forbids black.
    DoubleFour,
    /// Fives threaten that no single answer in the line can stop.
    OpenFour,
    /// A winning row.
    Five,
    /// Six or more for a side that they are forbidden to.
    Overline,
}

impl LineClass {
    /// How many classes there are.
    pub const COUNT: usize = 14;

    /// Every class in order.
    pub const ALL: [LineClass; Self::COUNT] = [
        LineClass::Dead,
        LineClass::One,
        LineClass::OpenOne,
        LineClass::Two,
        LineClass::ThinTwo,
        LineClass::OpenTwo,
        LineClass::Three,
        LineClass::ThinThree,
        LineClass::OpenThree,
        LineClass::Four,
        LineClass::DoubleFour,
        LineClass::OpenFour,
        LineClass::Five,
        LineClass::Overline,
    ];

    /// The class with this number (modulo sixteen; the two numbers without a class read as dead).
    #[inline]
    pub const fn from_number(number: u32) -> LineClass {
        let index = (number % 16) as usize;
        if index < Self::COUNT { Self::ALL[index] } else { LineClass::Dead }
    }

    /// Whether the class is a three that an open four can come of.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, LineClass::ThinThree | LineClass::OpenThree)
    }
}

/// The class of every window of one rule as one colour sees it, indexed by the codes of its two sides.
pub struct Classifier {
    kind: RuleKind,
    color: Color,
    classes: Vec<Option<LineClass>>,
}

impl Classifier {
    /// Classifies every window.
    pub fn new(kind: RuleKind, color: Color) -> Classifier {
        let mut classifier = Classifier { kind, color, classes: vec![None; Side::CODES * Side::CODES] };
        for behind in 0..Side::CODES {
            for ahead in 0..Side::CODES {
                classifier.class(Window { behind: Side::from_code(behind), ahead: Side::from_code(ahead) });
            }
        }
        classifier
    }

    /// The class of `window`, remembered: each window refers to those with one more stone.
    pub fn class(&mut self, window: Window) -> LineClass {
        let index = window.behind.code() * Side::CODES + window.ahead.code();
        if let Some(class) = self.classes[index] {
            return class;
        }
        let class = self.classify(window);
        self.classes[index] = Some(class);
        class
    }

    fn classify(&mut self, window: Window) -> LineClass {
        if self.is_five(window) {
            return LineClass::Five;
        }
        if self.kind.has_forbidden(self.color) && row(self.color, &window.cells(self.color), REACH).len() > 5
        {
            return LineClass::Overline;
        }
        let fives: Vec<i32> = window.empty().filter(|&at| self.is_five(window.with_own(at))).collect();
        if let [first, .., last] = fives[..]
            && self.kind.has_forbidden(self.color)
        {
            // Two fives of the same four stones lie five apart; any other two come of different fours.
            let straight = (last - first).abs() == 5;
            return if straight { LineClass::OpenFour } else { LineClass::DoubleFour };
        }
        if !fives.is_empty() {
            return if self.can_be_stopped(window) { LineClass::Four } else { LineClass::OpenFour };
        }
        let next: Vec<LineClass> = window.empty().map(|at| self.class(window.with_own(at))).collect();
        let ways = |class| next.iter().filter(|&&c| c == class).count();
        match () {
            () if ways(LineClass::OpenFour) >= 2 => LineClass::OpenThree,
            () if ways(LineClass::OpenFour) == 1 => LineClass::ThinThree,
            () if ways(LineClass::Four) + ways(LineClass::DoubleFour) >= 1 => LineClass::Three,
            () if ways(LineClass::OpenThree) >= 2 => LineClass::OpenTwo,
            () if ways(LineClass::OpenThree) + ways(LineClass::ThinThree) >= 1 => LineClass::ThinTwo,
            () if ways(LineClass::Three) >= 1 => LineClass::Two,
            () if ways(LineClass::OpenTwo) >= 1 => LineClass::OpenOne,
            () if ways(LineClass::ThinTwo) + ways(LineClass::Two) >= 1 => LineClass::One,
            () => LineClass::Dead,
        }
    }

    fn is_five(&self, window: Window) -> bool {
        line_wins(self.kind, self.color, &window.cells(self.color), REACH)
    }

    /// Whether some answer in the window leaves no point that makes a five.
    fn can_be_stopped(&self, window: Window) -> bool {
        window.empty().any(|answer| {
            let answered = window.with_opposing(self.kind, answer);
            !answered.empty().any(|at| self.is_five(answered.with_own(at)))
        })
    }
}
