//! Games replayed under the referee.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;

use super::files;
use crate::base::Color;
use crate::record::GameResult;
use crate::record::scored::ScoredGame;
use crate::tools::arena::referee::{DrawRules, Referee};

/// Writes a line for each fault of the files.
///
/// # Errors
/// How many faults there are, files that cannot be read, or what `out` refuses.
pub fn run(paths: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    let (mut sound, mut faults) = (0u64, 0u64);
    for path in paths {
        for stored in files::games(&files::load(path)?) {
            let fault = match stored {
                Ok(stored) => fault_of(&stored.game).map(|fault| format!("{}: {fault}", stored.place)),
                Err(error) => Some(format!("{error:#}")),
            };
            match fault {
                Some(fault) => {
                    faults += 1;
                    writeln!(out, "{}: {fault}", path.display())?;
                }
                None => sound += 1,
            }
        }
    }
    writeln!(out, "{sound} games are sound")?;
    match faults {
        0 => Ok(()),
        1 => bail!("1 fault"),
        _ => bail!("{faults} faults"),
    }
}

/// What is wrong with a game, if anything is.
fn fault_of(game: &ScoredGame) -> Option<String> {
    let mut referee = Referee::new(game.geometry, game.rule, DrawRules::default());
    let mut end = None;
    for (index, point) in game.points().enumerate() {
        if end.is_some() {
            return Some(format!("the game goes on after move {index}, which ends it"));
        }
        end = match referee.play(point) {
            Ok(end) => end,
            Err(_) => {
                let name = game.geometry.name(point);
                return Some(format!("move {}, {name}, is on an occupied point", index + 1));
            }
        };
    }
    let on_board = end.and_then(|end| end.winner);
    let recorded = match game.result {
        GameResult::Win(color) => Some(color),
        // Which may also have been agreed upon before the board was full.
        GameResult::Draw => None,
    };
    let name = |winner: Option<Color>| winner.map_or("nobody".to_string(), |color| color.to_string());
    (on_board != recorded)
        .then(|| format!("{} has won on the board, {} by the record", name(on_board), name(recorded)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_the_board_is_told() {
        let fault = |line: &str| fault_of(&line.parse().unwrap()).unwrap_or_default();
        assert_eq!(fault("0 15 B a1a2b1b2c1c2d1 d2:0 e1:29999"), "");
        assert_eq!(fault("0 15 D a1a2b1b2 c1:0"), "");
        assert_eq!(fault("0 15 B a1a2 a1:0"), "move 3, a1, is on an occupied point");
        assert_eq!(fault("0 15 B a1a2b1b2c1c2d1d2e1 e2:0"), "the game goes on after move 9, which ends it");
        assert_eq!(fault("0 15 W a1a2b1b2c1c2d1d2 e1:0"), "black has won on the board, white by the record");
        assert_eq!(fault("0 15 B a1a2 b1:0"), "nobody has won on the board, black by the record");
        // Black's overline is a foul in renju and nothing in standard.
        let overline = "W a1a15b1b15c1d15e1e15f1g15 d1:0";
        assert_eq!(fault(&format!("4 15 {overline}")), "");
        assert_eq!(fault(&format!("1 15 {overline}")), "nobody has won on the board, white by the record");
    }
}
