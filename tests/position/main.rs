//! Random games: whatever a position keeps incrementally, or claims about threats, must equal what a rebuild and the
//! referee say.

// The long run prints what it has done.
#![allow(clippy::print_stdout)]

mod answers;
mod games;
mod state;

/// Makes a test of `$check::<Rules>(width, height)` for each line.
macro_rules! tests {
    ($check:ident: $($name:ident: $rules:ty, $width:literal x $height:literal;)*) => {$(
        #[test]
        fn $name() {
            $check::<$rules>(hanxing::board::Geometry::new($width, $height).unwrap());
        }
    )*};
}

pub(crate) use tests;
