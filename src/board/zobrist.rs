//! Zobrist keys: a position's hash is the exclusive or of the keys of its stones and of the side to move.
//! (A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.)

use super::{Cell, Geometry, Point};

/// The key that marks white as the side to move.
pub const SIDE_KEY: u64 = mix(0x5EED);

static KEYS: [[u64; 3]; Geometry::MAX_POINTS] = {
    let mut keys = [[0; 3]; Geometry::MAX_POINTS];
    let mut at = 0;
    while at < Geometry::MAX_POINTS * 3 {
        keys[at / 3][at % 3] = mix(at as u64 + 1);
        at += 1;
    }
    keys
};

/// The key of `cell` lying on `point`; zero for an empty point.
#[inline]
pub fn stone_key(point: Point, cell: Cell) -> u64 {
    match cell {
        Cell::Empty => 0,
        cell => KEYS[point.index() % Geometry::MAX_POINTS][cell as usize - 1],
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
