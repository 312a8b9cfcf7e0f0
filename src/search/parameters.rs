//! The numbers of the search that games have tuned.
//!
//! With the feature `tune` the environment variable `HANXING_TUNE` may give other values, as
//! `futility_slope=80,null_base=3`, for `scripts/spsa` to play against each other.

/// A number of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value that the engine plays with.
    pub value: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub most: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal;)*) => {
        /// Every number of the search.
        pub const ALL: &[Parameter] = &[
            $(Parameter { name: stringify!($name), value: $value, least: $least, most: $most }),*
        ];

        $(
            $(#[$doc])*
            #[inline]
            pub fn $name() -> i32 {
                #[cfg(feature = "tune")]
                {
                    static VALUE: std::sync::LazyLock<i32> =
                        std::sync::LazyLock::new(|| given(stringify!($name), $value));
                    *VALUE
                }
                #[cfg(not(feature = "tune"))]
                $value
            }
        )*
    };
}

/// What the environment says that a number should be, or else its `value`.
#[cfg(feature = "tune")]
fn given(name: &str, value: i32) -> i32 {
    let all = std::env::var("HANXING_TUNE").unwrap_or_default();
    let pairs = all.split(',').filter_map(|pair| pair.split_once('='));
    pairs
        .filter(|(key, _)| *key == name)
        .filter_map(|(_, value)| value.parse().ok())
        .next_back()
        .unwrap_or(value)
}

parameters! {
    /// First half-width of the aspiration window.
    aspiration = 24 in 8..=80;
    /// Reverse futility: deepest node.
    reverse_depth = 7 in 3..=12;
    /// Reverse futility: margin a ply.
    reverse_slope = 50 in 20..=120;
    /// Razoring: deepest node.
    razor_depth = 3 in 1..=5;
    /// Razoring: margin at depth zero.
    razor_base = 120 in 0..=300;
    /// Razoring: margin a ply.
    razor_slope = 110 in 20..=250;
    /// Null move: least depth.
    null_depth = 3 in 2..=10;
    /// Null move: plies of reduction.
    null_base = 3 in 2..=5;
    /// Null move: how far the evaluation has to be above beta.
    null_margin = 0 in -50..=400;
    /// Moves that are tried at depth zero, in quarters.
    count_base = 12 in 4..=60;
    /// Moves more a ply, in quarters.
    count_slope = 8 in 0..=60;
    /// Moves more by the square of the depth, in quarters.
    count_square = 1 in 0..=12;
    /// Moves where the evaluation falls, in percent.
    count_falling = 70 in 30..=100;
    /// Futility: deepest node.
    futility_depth = 5 in 2..=10;
    /// Futility: margin at depth zero.
    futility_base = 90 in 0..=250;
    /// Futility: margin a ply.
    futility_slope = 70 in 20..=150;
    /// Moves that look so much less likely than the best are left out at depth zero, in 1/64 of a factor of *e*.
    unlikely_base = 220 in 60..=500;
    /// How much more a ply.
    unlikely_slope = 60 in 10..=200;
    /// Reductions: by the product of the logarithms of depth and move number, in 1/256.
    reduction_slope = 170 in 60..=300;
    /// Reductions: at first, in 1/256 plies.
    reduction_base = 100 in -200..=300;
    /// Reductions: by how much less likely a move looks than the best, in 1/256 plies a factor of *e*.
    reduction_unlikely = 110 in 0..=200;
    /// Reductions: history of one ply.
    reduction_history = 6144 in 2000..=20000;
    /// Reductions: more where a move is expected to refute, in 1/256 plies.
    reduction_cut = 256 in 0..=600;
    /// Reductions: less on the principal variation, in 1/256 plies.
    reduction_variation = 256 in 0..=600;
    /// Reductions: less for threats, in 1/256 plies.
    reduction_threat = 350 in 0..=600;
    /// Singular moves: least depth.
    singular_depth = 6 in 4..=12;
    /// Singular moves: how far below the move's score the others have to be, a ply.
    singular_slope = 3 in 1..=10;
    /// How much pattern weights count beside histories in the order of moves.
    order_patterns = 24 in 8..=128;
    /// Order of moves: what a killer is worth.
    order_killer = 6000 in 0..=16000;
    /// Order of moves: what an answer that has refuted the last move is worth.
    order_counter = 4000 in 0..=16000;
    /// Correction of the evaluation: what is learned for each unit and ply.
    correction_rate = 4 in 1..=32;
    /// Threats: thousands of positions that the root looks at for a win by threats, of one side and then of the other.
    root_threats = 200 in 0..=2000;
    /// Threats: the part of the soft time limit, in percent, that each of these may take.
    root_share = 1 in 0..=20;
    /// Fours: positions that a leaf looks at for a win.
    leaf_fours = 32 in 8..=200;
    /// Fours: the deepest node that does not look for a win where the evaluation holds beta already.
    holding_depth = 4 in 0..=9;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_make_sense() {
        for Parameter { name, value, least, most } in ALL {
            assert!((least..=most).contains(&value), "{name}");
        }
    }
}
