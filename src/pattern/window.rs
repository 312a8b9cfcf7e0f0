use crate::base::Color;
use crate::board::Cell;
use crate::rules::RuleKind;

/// How far a window reaches to either side of its centre.
pub const REACH: usize = 5;

/// The eleven cells around a point along one direction, two bits a cell as numbered by [`Cell`], the farthest behind the
/// point lowest and the point itself in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowKey(u32);

impl WindowKey {
    /// How far a window reaches to either side of its centre.
    pub const REACH: usize = REACH;
    const SIDE_BITS: usize = 2 * REACH;

    /// The window that the lowest bits of a line are.
    #[inline]
    pub const fn first_of(line: u64) -> WindowKey {
        WindowKey(line as u32 & ((1 << (2 * Self::SIDE_BITS + 2)) - 1))
    }

    /// The cells behind the centre, the farthest lowest, and those ahead of it, the nearest lowest.
    #[inline]
    pub const fn sides(self) -> [usize; 2] {
        [self.0 as usize % (1 << Self::SIDE_BITS), (self.0 >> (Self::SIDE_BITS + 2)) as usize]
    }
}

/// What one colour sees on one side of a window: its own stones and empty cells up to the first cell that it can
/// never use. Nothing behind that cell can matter to a five through the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Usable cells before the block; [`REACH`] if there is no block in the window.
    length: u8,
    /// Bit `i` is set where the cell at distance `i + 1` holds an own stone.
    stones: u8,
    /// Whether the block is an opposing stone (and not the wall) in a rule that tells them apart.
    opposing: bool,
}

impl Side {
    /// Codes are below this number.
    pub const CODES: usize = 94;

    /// Reads one side of a window, two bits a cell, the nearest lowest, as `color` sees it.
    pub fn read(kind: RuleKind, color: Color, bits: usize) -> Side {
        let mut side = Side { length: 0, stones: 0, opposing: false };
        for distance in 0..REACH {
            match bits >> (2 * distance) & 3 {
                0 => {}
                cell if cell == color as usize + 1 => side.stones |= 1 << distance,
                cell => {
                    // Only where ends matter can a rule tell the wall from a stone.
                    side.opposing = cell != Cell::Dead as usize && !kind.blocked_five_wins();
                    return side;
                }
            }
            side.length += 1;
        }
        side
    }

    /// A number below [`Side::CODES`], different for every side.
    pub fn code(self) -> usize {
        let stones = self.stones as usize;
        match self.length as usize {
            REACH => 62 + stones,
            length => (1 << length) - 1 + stones + if self.opposing { 31 } else { 0 },
        }
    }

    /// The side that has this code.
    pub fn from_code(code: usize) -> Side {
        if code >= 62 {
            return Side { length: REACH as u8, stones: (code - 62) as u8, opposing: false };
        }
        let (opposing, code) = (code >= 31, code % 31);
        let length = (code + 1).ilog2() as u8;
        Side { length, stones: (code + 1 - (1 << length)) as u8, opposing }
    }

    /// The distances of the empty cells.
    fn empty(self) -> impl Iterator<Item = usize> {
        (1..=self.length as usize).filter(move |distance| self.stones >> (distance - 1) & 1 == 0)
    }

    fn with_own(mut self, distance: usize) -> Side {
        self.stones |= 1 << (distance - 1);
        self
    }

    fn with_opposing(self, kind: RuleKind, distance: usize) -> Side {
        let stones = self.stones & ((1 << (distance - 1)) - 1);
        Side { length: (distance - 1) as u8, stones, opposing: !kind.blocked_five_wins() }
    }

    /// The cells, nearest first, as `color` would see them; what lies behind the block is wall.
    fn cells(self, color: Color) -> [Cell; REACH] {
        let length = self.length as usize;
        std::array::from_fn(|i| match () {
            () if i < length && self.stones >> i & 1 != 0 => color.into(),
            () if i < length => Cell::Empty,
            () if i == length && self.opposing => (!color).into(),
            () => Cell::Dead,
        })
    }
}

/// A window as one colour sees it, with a stone of that colour on its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What lies behind the centre.
    pub behind: Side,
    /// What lies ahead of the centre.
    pub ahead: Side,
}

impl Window {
    /// The eleven cells, the centre in the middle.
    pub fn cells(self, color: Color) -> [Cell; 2 * REACH + 1] {
        let (behind, ahead) = (self.behind.cells(color), self.ahead.cells(color));
        std::array::from_fn(|i| match i {
            0..REACH => behind[REACH - 1 - i],
            REACH => color.into(),
            _ => ahead[i - REACH - 1],
        })
    }

    /// The empty cells as offsets from the centre, negative behind it.
    pub fn empty(self) -> impl Iterator<Item = i32> {
        let offset = |distance| distance as i32;
        self.behind.empty().map(move |distance| -offset(distance)).chain(self.ahead.empty().map(offset))
    }

    /// The window after the colour that sees it plays at `offset`.
    pub fn with_own(self, offset: i32) -> Window {
        self.change(offset, Side::with_own)
    }

    /// The window after the other colour plays at `offset`.
    pub fn with_opposing(self, kind: RuleKind, offset: i32) -> Window {
        self.change(offset, |side, distance| side.with_opposing(kind, distance))
    }

    fn change(mut self, offset: i32, to: impl Fn(Side, usize) -> Side) -> Window {
        let side = if offset < 0 { &mut self.behind } else { &mut self.ahead };
        *side = to(*side, offset.unsigned_abs() as usize);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_number_the_sides_without_gaps() {
        for code in 0..Side::CODES {
            assert_eq!(Side::from_code(code).code(), code);
        }
        for kind in RuleKind::ALL {
            for color in Color::BOTH {
                for bits in 0..1 << (2 * REACH) {
                    let side = Side::read(kind, color, bits);
                    assert_eq!(Side::from_code(side.code()), side);
                }
            }
        }
    }
}
