use std::sync::LazyLock;

use super::line::Classifier;
use super::{LineClass, Side, Threat, Window, WindowKey};
use crate::base::{Color, PerColor};
use crate::rules::RuleKind;

const SIDES: usize = 1 << (2 * WindowKey::REACH);
/// Room for the code of a side, a power of two so that two codes are joined by a shift.
const CODE_SPAN: usize = 128;
const LINE_SETS: usize = 1 << 16;

/// The pattern tables of one rule. A class is read through the codes of a window's two sides, so that everything the
/// search touches stays in the first-level cache: a table over whole windows has a million entries.
pub struct Tables {
    /// The codes of a side behind the centre, the farthest cell lowest, black's in the low half and white's in the high
    /// one, each times [`CODE_SPAN`].
    behind: [u32; SIDES],
    /// The codes of a side ahead of the centre, the nearest cell lowest, black's in the low half and white's in the high
    /// one.
    ahead: [u32; SIDES],
    classes: PerColor<[u8; CODE_SPAN * CODE_SPAN]>,
    threats: PerColor<[Threat; LINE_SETS]>,
}

impl Tables {
    /// The tables of `kind`, generated at the first call.
    pub fn of(kind: RuleKind) -> &'static Tables {
        static TABLES: [LazyLock<Box<Tables>>; RuleKind::ALL.len()] = [
            LazyLock::new(|| Tables::generate(RuleKind::Freestyle)),
            LazyLock::new(|| Tables::generate(RuleKind::Standard)),
            LazyLock::new(|| Tables::generate(RuleKind::Renju)),
            LazyLock::new(|| Tables::generate(RuleKind::Caro)),
            LazyLock::new(|| Tables::generate(RuleKind::CaroExact)),
        ];
        &TABLES[kind as usize]
    }

    fn generate(kind: RuleKind) -> Box<Tables> {
        let mut tables = Box::new(Tables {
            behind: [0; SIDES],
            ahead: [0; SIDES],
            classes: PerColor([[0; CODE_SPAN * CODE_SPAN]; 2]),
            threats: PerColor([[Threat::None; LINE_SETS]; 2]),
        });
        for bits in 0..SIDES {
            let [black, white] = Color::BOTH.map(|color| Side::read(kind, color, bits).code() as u32);
            tables.ahead[bits] = black | white << 16;
            let mirrored = (0..WindowKey::REACH).fold(0, |cells, at| cells << 2 | bits >> (2 * at) & 3);
            tables.behind[mirrored] = tables.ahead[bits] * CODE_SPAN as u32;
        }
        for color in Color::BOTH {
            let mut classifier = Classifier::new(kind, color);
            for (behind, ahead) in (0..Side::CODES).flat_map(|b| (0..Side::CODES).map(move |a| (b, a))) {
                let window = Window { behind: Side::from_code(behind), ahead: Side::from_code(ahead) };
                tables.classes[color][behind * CODE_SPAN + ahead] = classifier.class(window) as u8;
            }
            for set in 0..LINE_SETS {
                let lines = [0, 4, 8, 12].map(|shift| LineClass::from_number((set >> shift) as u32));
                tables.threats[color][set] = Threat::of(kind, color, lines);
            }
        }
        tables
    }

    /// The numbers of the line classes that `key` has for black and for white.
    #[inline]
    pub fn classes(&self, key: WindowKey) -> PerColor<u32> {
        let [behind, ahead] = key.sides();
        let index = self.behind[behind] + self.ahead[ahead];
        let class =
            |color, index: u32| u32::from(self.classes[color][index as usize % (CODE_SPAN * CODE_SPAN)]);
        PerColor([class(Color::Black, index), class(Color::White, index >> 16)])
    }

    /// The line class that `key` has for `color`.
    #[inline]
    pub fn class(&self, key: WindowKey, color: Color) -> LineClass {
        LineClass::from_number(self.classes(key)[color])
    }

    /// The threat class of four line classes packed four bits a direction, the first direction lowest.
    #[inline]
    pub fn threat(&self, color: Color, lines: u16) -> Threat {
        self.threats[color][lines as usize]
    }
}
