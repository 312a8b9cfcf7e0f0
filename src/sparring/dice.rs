use crate::base::Random;
use crate::board::{Grid, stone_key};

/// Dice that fall the same way whenever `seed` and the stones on `grid` are the same.
pub fn dice(grid: &Grid, seed: u64) -> Random {
    let stones = grid.geometry().all().map(|point| stone_key(point, grid.get(point)));
    Random::new(stones.fold(seed, |state, key| state ^ key))
}
