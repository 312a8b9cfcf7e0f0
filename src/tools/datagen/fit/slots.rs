//! Which weights there are, what they share, and how they are written.

use std::collections::HashMap;
use std::fmt::Write;

use super::model::{Layout, Parts};
use crate::base::{Color, PerColor, Score};
use crate::eval::weights::{MASKS, NEARNESS, Weights};
use crate::pattern::{LineClass, Shape, Threat};
use crate::rules::RuleSet;

/// How much more than others the weights of single shapes are drawn to what their lines and pairs of lines say.
const SHAPE_DECAY: f32 = 3.0;
/// How much less the weights of lines are.
const LINE_DECAY: f32 = 0.05;

/// The shapes as the two colours see them: in one table, or in one each where the rules differ.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// By code.
    numbers: HashMap<usize, u32>,
    tables: u32,
}

impl Shapes {
    fn new<R: RuleSet>() -> Shapes {
        let numbers = Shape::all().zip(0..).map(|(shape, number)| (shape.code(), number)).collect();
        Shapes { numbers, tables: if R::FORBIDDEN { 2 } else { 1 } }
    }

    /// How many weights one set takes.
    fn len(&self) -> u32 {
        self.tables * self.numbers.len() as u32
    }

    /// The weight of four lines within its set.
    fn number(&self, color: Color, lines: u16) -> u32 {
        let table = if self.tables == 2 { color as u32 } else { 0 };
        table * self.numbers.len() as u32 + self.numbers[&Shape::of(lines).code()]
    }

    fn lay_out(&self, layout: &mut Layout) {
        let pair = |a: LineClass, b: LineClass| a as u32 * LineClass::COUNT as u32 + b as u32;
        for _ in 0..self.tables {
            let lines = layout.parts(LineClass::COUNT, LINE_DECAY);
            let pairs = layout.parts(LineClass::COUNT * LineClass::COUNT, 1.0);
            for shape in Shape::all() {
                let classes = shape.classes();
                let mut parts: Parts = classes.iter().map(|&class| lines + class as u32).collect();
                for (at, &weaker) in classes.iter().enumerate() {
                    parts.extend(classes[at + 1..].iter().map(|&stronger| pairs + pair(weaker, stronger)));
                }
                parts.push(layout.part(SHAPE_DECAY));
                layout.slot(parts);
            }
        }
    }

    fn colors(&self) -> &'static [(&'static str, Color)] {
        match self.tables {
            1 => &[("*", Color::Black)],
            _ => &[("B", Color::Black), ("W", Color::White)],
        }
    }
}

/// The weights of the evaluation.
pub struct Values {
    pub layout: Layout,
    shapes: Shapes,
}

impl Values {
    pub fn new<R: RuleSet>() -> Values {
        let shapes = Shapes::new::<R>();
        let mut layout = Layout::default();
        shapes.lay_out(&mut layout);
        layout.slots(Threat::COUNT * Threat::COUNT, 1.0);
        layout.slots(2 * Threat::COUNT, LINE_DECAY);
        layout.slots(MASKS, 1.0);
        layout.slots(2, LINE_DECAY);
        Values { layout, shapes }
    }

    pub fn shape(&self, color: Color, lines: u16) -> u32 {
        self.shapes.number(color, lines)
    }

    pub fn cross(&self, threats: PerColor<Threat>, side: Color) -> u32 {
        self.shapes.len() + (threats[side] as usize * Threat::COUNT + threats[!side] as usize) as u32
    }

    pub fn count(&self, other: usize, threat: Threat) -> u32 {
        self.shapes.len() + (Threat::COUNT * (Threat::COUNT + other)) as u32 + threat as u32
    }

    pub fn mask(&self, mask: usize) -> u32 {
        self.count(2, Threat::None) + mask as u32
    }

    pub fn tempo(&self, side: Color) -> u32 {
        // Where the colours are under the same rules, which of them is to move means nothing.
        self.mask(MASKS) + if self.shapes.tables == 2 { side as u32 } else { 0 }
    }
}

/// The weights of the order of moves.
pub struct Moves {
    pub layout: Layout,
    shapes: Shapes,
}

impl Moves {
    pub fn new<R: RuleSet>() -> Moves {
        let shapes = Shapes::new::<R>();
        let mut layout = Layout::default();
        shapes.lay_out(&mut layout);
        shapes.lay_out(&mut layout);
        layout.slots(2 * NEARNESS, LINE_DECAY);
        Moves { layout, shapes }
    }

    pub fn attack(&self, side: Color, lines: u16) -> u32 {
        self.shapes.number(side, lines)
    }

    /// `other` is the colour that the move takes the lines from.
    pub fn defence(&self, other: Color, lines: u16) -> u32 {
        self.shapes.len() + self.shapes.number(other, lines)
    }

    pub fn near(&self, ago: usize, nearness: usize) -> u32 {
        2 * self.shapes.len() + (ago * NEARNESS + nearness) as u32
    }
}

/// Writes all weights in the form that [`Weights`] reads.
pub fn write(text: &mut String, slots: &Values, values: &[f32], move_slots: &Moves, moves: &[f32]) {
    let value = |slot: u32, units: i32| (values[slot as usize] * units as f32).round() as i16;
    let unit = |slot: u32| value(slot, Score::UNITS);
    let part = |slot: u32| value(slot, Score::UNITS * Weights::PARTS);
    let order = |slot: u32| (moves[slot as usize] * Weights::MOVE_UNITS as f32).round() as i16;
    let mut line = |line: String| writeln!(text, "{line}").unwrap_or(());
    for &(name, color) in slots.shapes.colors() {
        for shape in Shape::all() {
            let lines = shape.code() as u16;
            let value = part(slots.shape(color, lines));
            let (attack, defence) =
                (order(move_slots.attack(color, lines)), order(move_slots.defence(color, lines)));
            if (value, attack, defence) != (0, 0, 0) {
                line(format!("shape {name} {shape} {value} {attack} {defence}"));
            }
        }
    }
    for (own, other) in Threat::ALL.into_iter().flat_map(|own| Threat::ALL.map(|other| (own, other))) {
        let weight = part(slots.cross(PerColor([own, other]), Color::Black));
        if weight != 0 {
            line(format!("cross {} {} {weight}", own as u8, other as u8));
        }
    }
    for (side, name) in ["own", "other"].into_iter().enumerate() {
        for threat in Threat::ALL {
            let weight = unit(slots.count(side, threat));
            if weight != 0 {
                line(format!("count {name} {} {weight}", threat as u8));
            }
        }
    }
    for mask in 0..MASKS {
        let weight = unit(slots.mask(mask));
        if weight != 0 {
            line(format!("mask {mask} {weight}"));
        }
    }
    line(format!("tempo B {}", unit(slots.tempo(Color::Black))));
    line(format!("tempo W {}", unit(slots.tempo(Color::White))));
    for (ago, nearness) in (0..2).flat_map(|ago| (0..NEARNESS).map(move |nearness| (ago, nearness))) {
        line(format!("near {ago} {nearness} {}", order(move_slots.near(ago, nearness))));
    }
}
