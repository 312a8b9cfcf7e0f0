//! What the tool says, in the languages it says it in.

use std::time::Duration;

use crate::base::Color;
use crate::board::Point;
use crate::pattern::{LineClass, Threat};
use crate::position::Position;
use crate::rules::RuleSet;

/// What players call a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Five,
    OpenFour,
    DoubleFour,
    FourThree,
    Four,
    DoubleThree,
    OpenThree,
    Three,
    Quiet,
    CounterFour,
    /// An answer that only defends.
    Answer,
}

impl Name {
    /// The name of an attack by the side to move.
    pub fn of_attack<R: RuleSet>(position: &Position<R>, point: Point) -> Name {
        let side = position.to_move();
        match position.threat(point, side) {
            Threat::Five => Name::Five,
            Threat::OpenFour => {
                let is_open = |line| position.lines(point).class(side, line) == LineClass::OpenFour;
                if (0..4).any(is_open) { Name::OpenFour } else { Name::DoubleFour }
            }
            Threat::FourThree => Name::FourThree,
            Threat::Four => Name::Four,
            Threat::DoubleThree => Name::DoubleThree,
            Threat::OpenThree => Name::OpenThree,
            Threat::Three => Name::Three,
            Threat::None => Name::Quiet,
            // Where the move is legal, of its threes at most one is real.
            Threat::Suspect | Threat::Forbidden if position.stones().makes_four(point, side) => Name::Four,
            Threat::Suspect | Threat::Forbidden => Name::OpenThree,
        }
    }

    /// The name of an answer by the side to move.
    pub fn of_answer<R: RuleSet>(position: &Position<R>, point: Point) -> Name {
        if position.stones().makes_four(point, position.to_move()) { Name::CounterFour } else { Name::Answer }
    }
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}

impl Language {
    fn pick(self, english: &'static str, chinese: &'static str) -> &'static str {
        match self {
            Language::En => english,
            Language::Zh => chinese,
        }
    }

    /// A move by the names of its point and of what it makes.
    pub fn named(self, point: &str, name: Name) -> String {
        let name = match name {
            Name::Five => self.pick("five", "五连"),
            Name::OpenFour => self.pick("open four", "活四"),
            Name::DoubleFour => self.pick("double four", "双四"),
            Name::FourThree => self.pick("four+three", "四三"),
            Name::Four => self.pick("four", "冲四"),
            Name::DoubleThree => self.pick("double three", "双活三"),
            Name::OpenThree => self.pick("open three", "活三"),
            Name::Three => self.pick("three", "眠三"),
            Name::Quiet => self.pick("quiet move", "做杀"),
            Name::CounterFour => self.pick("counter-four", "反冲四"),
            Name::Answer => return point.to_string(),
        };
        format!("{point} {name}")
    }

    /// Moves of a line.
    pub fn list(self, moves: &[String]) -> String {
        moves.join(self.pick(", ", "，"))
    }

    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("black", "黑"),
            Color::White => self.pick("white", "白"),
        }
    }

    pub fn win(self, side: Color, plies: u32) -> String {
        let side = self.color(side);
        match self {
            Language::En => format!("win for {side} in {plies} plies"),
            Language::Zh => format!("{side}胜，{plies} 手"),
        }
    }

    /// What is said where fours alone, or threats, do not win.
    pub fn no_win(self, by_fours: bool) -> &'static str {
        match by_fours {
            true => self.pick("no win by fours", "无冲四胜（VCF）"),
            false => self.pick("no win by threats", "无连续进攻胜（VCT）"),
        }
    }

    pub fn unknown(self) -> &'static str {
        self.pick("unknown", "未知")
    }

    /// The length of a win that is known beforehand.
    pub fn known(self, plies: u32) -> String {
        match self {
            Language::En => format!(" (known: {plies})"),
            Language::Zh => format!("（已知 {plies} 手）"),
        }
    }

    pub fn spent(self, nodes: u64, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self {
            Language::En => format!("{nodes} nodes, {seconds:.3} s"),
            Language::Zh => format!("{nodes} 节点，{seconds:.3} 秒"),
        }
    }

    pub fn proof(self, steps: usize, positions: u64) -> String {
        match self {
            Language::En => format!("proof of {steps} steps, checked in {positions} positions"),
            Language::Zh => format!("证明 {steps} 步，已核验 {positions} 个局面"),
        }
    }

    /// How many of the positions were proved, and of those that are known to be won in few plies.
    pub fn summary(self, proved: (usize, usize), short: Option<(usize, usize)>, limit: u32) -> String {
        let ((proved, all), short) = (proved, short.unwrap_or_default());
        let is_suite = short.1 > 0;
        match self {
            Language::En if is_suite => {
                format!("proved {} of {} with n <= {limit}, {proved} of {all} in all", short.0, short.1)
            }
            Language::En => format!("proved {proved} of {all}"),
            Language::Zh if is_suite => {
                format!("n <= {limit} 者证得 {}/{}，全部 {proved}/{all}", short.0, short.1)
            }
            Language::Zh => format!("证得 {proved}/{all}"),
        }
    }

    pub fn proved(self, side: Color, plies: u32, positions: u64) -> String {
        let side = self.color(side);
        match self {
            Language::En => format!("proved: {side} wins in {plies} plies ({positions} positions replayed)"),
            Language::Zh => format!("证明成立：{side}胜，{plies} 手（重演 {positions} 个局面）"),
        }
    }
}
