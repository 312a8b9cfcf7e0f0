//! The pattern tables against what their documentation says, for every window of every rule.
//!
//! The classification below is the plainest one that the words allow: it looks at all eleven cells, knows nothing of
//! truncated sides and asks the referee about every five.

use hanxing::base::Color;
use hanxing::board::Cell;
use hanxing::pattern::{LineClass, Tables, Threat, WindowKey};
use hanxing::rules::{Caro, CaroExact, Freestyle, Renju, Standard};
use hanxing::rules::{RuleKind, RuleSet, line_wins};

const CENTER: usize = WindowKey::REACH;
const WINDOW: usize = 2 * WindowKey::REACH + 1;
const WINDOWS: usize = 1 << (4 * WindowKey::REACH);
const CELLS: [Cell; 4] = [Cell::Empty, Cell::Black, Cell::White, Cell::Dead];

type Window = [Cell; WINDOW];

/// The window with a number, with a stone of `color` on its centre.
fn window(number: usize, color: Color) -> Window {
    std::array::from_fn(|at| match at {
        CENTER => color.into(),
        at => CELLS[number >> shift(at) & 3],
    })
}

/// Where the number of a window has the two bits of a cell other than the centre.
fn shift(at: usize) -> usize {
    2 * if at < CENTER { at } else { at - 1 }
}

/// The key of the window with a number.
fn key(number: usize) -> WindowKey {
    let behind = number % (1 << (2 * CENTER));
    WindowKey::first_of((behind | (number - behind) << 2) as u64)
}

/// The classes of all windows for one colour, by their numbers.
struct Classification {
    kind: RuleKind,
    color: Color,
    classes: Vec<LineClass>,
}

impl Classification {
    fn new(kind: RuleKind, color: Color) -> Classification {
        let mut this = Classification { kind, color, classes: vec![LineClass::Dead; WINDOWS] };
        // A stone only ever adds to a number, so what can come of a window is known before the window itself.
        for number in (0..WINDOWS).rev() {
            this.classes[number] = this.classify(number);
        }
        this
    }

    fn classify(&self, number: usize) -> LineClass {
        let line = window(number, self.color);
        if self.is_five(&line) {
            return LineClass::Five;
        }
        if self.kind.has_forbidden(self.color) && self.row(&line).len() > 5 {
            return LineClass::Overline;
        }
        if !self.can_become_five(&line) {
            return LineClass::Dead;
        }
        let fours = self.fours(&line);
        if fours.len() > 1 && self.kind.has_forbidden(self.color) {
            return LineClass::DoubleFour;
        }
        if !fours.is_empty() {
            return if self.can_be_stopped(&line) { LineClass::Four } else { LineClass::OpenFour };
        }
        let ways = |classes: &[LineClass]| {
            let becomes = |at: &usize| self.classes[number | (self.own() as usize) << shift(*at)];
            empty(&line).filter(|at| classes.contains(&becomes(at))).count()
        };
        match () {
            () if ways(&[LineClass::OpenFour]) >= 2 => LineClass::OpenThree,
            () if ways(&[LineClass::OpenFour]) == 1 => LineClass::ThinThree,
            () if ways(&[LineClass::Four, LineClass::DoubleFour]) > 0 => LineClass::Three,
            () if ways(&[LineClass::OpenThree]) >= 2 => LineClass::OpenTwo,
            () if ways(&[LineClass::OpenThree, LineClass::ThinThree]) > 0 => LineClass::ThinTwo,
            () if ways(&[LineClass::Three]) > 0 => LineClass::Two,
            () if ways(&[LineClass::OpenTwo]) > 0 => LineClass::OpenOne,
            () if ways(&[LineClass::ThinTwo, LineClass::Two]) > 0 => LineClass::One,
            () => panic!("{line:?} can become a five of {} and has no class", self.color),
        }
    }

    fn own(&self) -> Cell {
        self.color.into()
    }

    fn is_five(&self, line: &Window) -> bool {
        line_wins(self.kind, self.color, line, CENTER)
    }

    /// The own stones that stand in one row with the centre.
    fn row(&self, line: &Window) -> std::ops::Range<usize> {
        let other = |&at: &usize| line[at] != self.own();
        (0..CENTER).rfind(other).map_or(0, |at| at + 1)..(CENTER..WINDOW).find(other).unwrap_or(WINDOW)
    }

    /// Whether own stones on empty cells can make a five through the centre.
    fn can_become_five(&self, line: &Window) -> bool {
        (CENTER - 4..=CENTER).any(|first| {
            let mut filled = *line;
            let five = &mut filled[first..first + 5];
            let free = five.iter().all(|&cell| cell == Cell::Empty || cell == self.own());
            five.fill(self.own());
            free && self.is_five(&filled)
        })
    }

    /// The fours: sets of stones, the centre among them, that one more stone makes a five.
    fn fours(&self, line: &Window) -> Vec<Vec<usize>> {
        let mut fours = Vec::new();
        for at in empty(line) {
            let five = with(line, at, self.own());
            if self.is_five(&five) {
                let stones: Vec<usize> = self.row(&five).filter(|&stone| stone != at).collect();
                if !fours.contains(&stones) {
                    fours.push(stones);
                }
            }
        }
        fours
    }

    /// Whether an opposing stone somewhere leaves no point for a five.
    fn can_be_stopped(&self, line: &Window) -> bool {
        empty(line).any(|answer| {
            let answered = with(line, answer, (!self.color).into());
            !empty(&answered).any(|at| self.is_five(&with(&answered, at, self.own())))
        })
    }
}

fn empty(line: &Window) -> impl Iterator<Item = usize> {
    (0..WINDOW).filter(|&at| line[at] == Cell::Empty)
}

fn with(line: &Window, at: usize, cell: Cell) -> Window {
    let mut line = *line;
    line[at] = cell;
    line
}

fn assert_tables_match(kind: RuleKind) {
    let tables = Tables::of(kind);
    for color in Color::BOTH {
        let expected = Classification::new(kind, color);
        for number in 0..WINDOWS {
            let (class, line) = (tables.class(key(number), color), window(number, color));
            assert_eq!(class, expected.classes[number], "{color} in {line:?} under {kind}");
        }
    }
}

#[test]
fn every_window_of_freestyle_has_its_class() {
    assert_tables_match(RuleKind::Freestyle);
}

#[test]
fn every_window_of_standard_has_its_class() {
    assert_tables_match(RuleKind::Standard);
}

#[test]
fn every_window_of_renju_has_its_class() {
    assert_tables_match(RuleKind::Renju);
}

#[test]
fn every_window_of_caro_has_its_class() {
    assert_tables_match(RuleKind::Caro);
}

#[test]
fn every_window_of_exact_caro_has_its_class() {
    assert_tables_match(RuleKind::CaroExact);
}

/// A position looks at windows again only as far as the reach of its rule.
#[test]
fn what_lies_beyond_the_reach_of_a_rule_changes_no_class() {
    assert_nothing_beyond_reach_matters::<Freestyle>();
    assert_nothing_beyond_reach_matters::<Standard>();
    assert_nothing_beyond_reach_matters::<Renju>();
    assert_nothing_beyond_reach_matters::<Caro>();
    assert_nothing_beyond_reach_matters::<CaroExact>();
}

fn assert_nothing_beyond_reach_matters<R: RuleSet>() {
    let tables = Tables::of(R::KIND);
    let cells = |at: usize| 3usize << shift(at);
    let beyond: usize = (0..WINDOW).filter(|at| at.abs_diff(CENTER) > R::REACH).map(cells).sum();
    for number in 0..WINDOWS {
        let [whole, near] = [number, number & !beyond].map(|number| tables.classes(key(number)));
        assert_eq!(whole, near, "{:?} under {}", window(number, Color::Black), R::KIND);
    }
}

/// Every combination of four line classes, the lowest four bits for the first direction.
fn line_sets() -> impl Iterator<Item = (u16, [LineClass; 4])> {
    (0..=u16::MAX).filter_map(|set| {
        let class = |shift: u32| LineClass::ALL.get(usize::from(set >> shift & 15)).copied();
        Some((set, [class(0)?, class(4)?, class(8)?, class(12)?]))
    })
}

#[test]
fn four_lines_together_make_the_threat_that_they_should() {
    for kind in RuleKind::ALL {
        for color in Color::BOTH {
            for (set, lines) in line_sets() {
                let threat = Tables::of(kind).threat(color, set);
                assert_eq!(threat, expected_threat(kind, color, lines), "{lines:?} of {color} under {kind}");
            }
        }
    }
}

fn expected_threat(kind: RuleKind, color: Color, lines: [LineClass; 4]) -> Threat {
    use LineClass::*;
    let count = |classes: &[LineClass]| lines.iter().filter(|line| classes.contains(line)).count();
    let (four, open_three) = (count(&[Four]) >= 1, count(&[ThinThree, OpenThree]) >= 1);
    let open_four = count(&[OpenFour]) >= 1;
    let two_fours = count(&[Four, OpenFour]) >= 2 || count(&[DoubleFour]) >= 1;
    let two_open_threes = count(&[ThinThree, OpenThree]) >= 2;
    let may_be_forbidden = kind.has_forbidden(color);
    match () {
        () if count(&[Five]) >= 1 => Threat::Five,
        () if may_be_forbidden && (two_fours || count(&[Overline]) >= 1) => Threat::Forbidden,
        () if may_be_forbidden && two_open_threes => Threat::Suspect,
        () if open_four || two_fours => Threat::OpenFour,
        () if four && open_three => Threat::FourThree,
        () if four => Threat::Four,
        () if two_open_threes => Threat::DoubleThree,
        () if open_three => Threat::OpenThree,
        () if count(&[Three]) >= 1 => Threat::Three,
        () => Threat::None,
    }
}
