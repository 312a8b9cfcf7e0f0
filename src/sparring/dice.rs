use crate::board::{Grid, stone_key};

/// Chance that is the same on every machine: the generator SplitMix64 (Steele, Lea, Flood: "Fast Splittable
/// Pseudorandom Number Generators", 2014).
pub struct Dice(u64);

impl Dice {
    /// Dice that fall the same way whenever `seed` and the stones on `grid` are the same.
    pub fn new(grid: &Grid, seed: u64) -> Dice {
        let stones = grid.geometry().all().map(|point| stone_key(point, grid.get(point)));
        Dice(stones.fold(seed, |state, key| state ^ key))
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is not zero.
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.roll()) * count as u128) >> 64) as usize
    }

    /// One of `items`, if there is any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Puts `items` in any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
