use crate::base::Color;
use crate::board::Cell;
use crate::pattern::WindowKey;

/// A line as it lies around one of its points: 32 cells of two bits, the point itself at [`Stretch::MIDDLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch(pub u64);

impl Stretch {
    /// The cells before the middle: those of the window of the farthest point whose window reaches the middle.
    pub const MIDDLE: usize = 2 * WindowKey::REACH;
    /// One bit of each cell.
    const CELLS: u64 = 0x5555_5555_5555_5555;

    /// The cells other than the middle within `reach` steps of it, one bit each.
    #[inline]
    const fn beside(reach: usize) -> u64 {
        let cells = Self::CELLS & ((1 << (4 * reach + 2)) - 1);
        (cells ^ 1 << (2 * reach)) << (2 * (Self::MIDDLE - reach))
    }

    /// The offsets from the middle of the empty cells within `reach` steps of it, the lowest first.
    #[inline]
    pub fn empty(self, reach: usize) -> impl Iterator<Item = isize> {
        let mut empty = !(self.0 | self.0 >> 1) & Self::beside(reach);
        std::iter::from_fn(move || {
            let bit = (empty != 0).then(|| empty.trailing_zeros())?;
            empty &= empty - 1;
            Some(bit as isize / 2 - Self::MIDDLE as isize)
        })
    }

    /// How many stones of `color` lie within `reach` steps of the middle, that on it apart.
    #[inline]
    pub fn count(self, color: Color, reach: usize) -> u32 {
        let [low, high] = [self.0, self.0 >> 1];
        let stones = match color {
            Color::Black => low & !high,
            Color::White => high & !low,
        };
        (stones & Self::beside(reach)).count_ones()
    }

    /// The same with `cell` on the empty cell at `offset` from the middle.
    #[inline]
    pub const fn with(self, offset: isize, cell: Cell) -> Stretch {
        Stretch(self.0 | (cell as u64) << (2 * (Self::MIDDLE as isize + offset)))
    }

    /// The window of the point at `offset` from the middle, [`WindowKey::REACH`] at most.
    #[inline]
    pub fn window(self, offset: isize) -> WindowKey {
        WindowKey::first_of(self.0 >> (2 * (WindowKey::REACH as isize + offset)))
    }
}
