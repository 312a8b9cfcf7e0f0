//! What there is to say about a position.

use std::io::{self, Write};

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
/// [`BadPosition`](super::position::BadPosition), and what `out` refuses.
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
    write_map(&setup, &weights, best, out)?;
    Ok(())
}

/// Writes a table in the shape of the board: stones as in a diagram, and on empty points the weight, if there is any.
fn write_map(setup: &Setup, weights: &[i32], best: Option<Point>, out: &mut impl Write) -> io::Result<()> {
    let grid = &setup.grid;
    let geometry = grid.geometry();
    let cell = |point: Point| match grid.get(point) {
        Cell::Empty if Some(point) == best => format!("{}*", weights[point.index()]),
        Cell::Empty if weights[point.index()] != 0 => format!("{} ", weights[point.index()]),
        cell => format!("{} ", cell.symbol()),
    };
    let cells: Vec<String> = geometry.all().map(cell).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let letters = geometry.all().take(geometry.width()).map(|point| {
        let name = geometry.name(point);
        format!(" {:>width$}", format!("{} ", name.trim_end_matches(|c: char| c.is_ascii_digit())))
    });
    writeln!(out, "{}", format!("  {}", letters.collect::<String>()).trim_end())?;
    for (row, cells) in cells.chunks(geometry.width()).enumerate() {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>width$}")).collect();
        writeln!(out, "{:2}{}", row + 1, cells.trim_end())?;
    }
    Ok(())
}
