//! What there is to say about a position.

use std::io::{self, Write};

use super::map::write_map;
use super::position::PositionArguments;
use crate::board::{Cell, Point};
use crate::record::Setup;
use crate::sparring::{Partner, weight_map};

/// Shows what a player sees in a position
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The weights that the sparring partner 'weights' plays by: the sum at every point for the side to move, its move
    /// marked with *
    #[arg(long, required = true)]
    weights: bool,
    #[command(flatten)]
    position: PositionArguments,
}

/// Prints to `out` what is asked for.
///
/// # Errors
/// [`BadInput`](super::position::BadInput), and what `out` refuses.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let setup = arguments.position.read()?;
    let Setup { grid, to_move, .. } = &setup;
    let weights = weight_map(grid, *to_move);
    // What chance could decide is nothing here, so any seed will do.
    let best = Partner::Weights.choose(grid, *to_move, 0);
    let title = best.map_or(String::new(), |best| {
        format!(", best {} with {}", grid.geometry().name(best), weights[best.index()])
    });
    writeln!(out, "weights for {to_move}{title}")?;
    write_weights(&setup, &weights, best, out)?;
    Ok(())
}

/// Writes a table in the shape of the board: stones as in a diagram, and on empty points the weight, if there is any.
fn write_weights(
    setup: &Setup,
    weights: &[i32],
    best: Option<Point>,
    out: &mut impl Write,
) -> io::Result<()> {
    let grid = &setup.grid;
    let geometry = grid.geometry();
    let cell = |point: Point| match grid.get(point) {
        Cell::Empty if Some(point) == best => format!("{}*", weights[point.index()]),
        Cell::Empty if weights[point.index()] != 0 => format!("{} ", weights[point.index()]),
        cell => format!("{} ", cell.symbol()),
    };
    let cells: Vec<String> = geometry.all().map(cell).collect();
    write_map(geometry, &cells, out)
}
