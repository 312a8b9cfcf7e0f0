//! Positions as people write them down: moves in one word, a PSQ or SGF file, or a diagram of the board.

use std::error::Error;
use std::fmt;

use super::Record;
use super::psq::{self, PsqError};
use super::sgf::{self, SgfError};
use crate::base::Color;
use crate::board::{Cell, DiagramError, Geometry, Grid, MovesError, Point, parse_moves};
use crate::rules::{self, Outcome, Rule};

/// A position in which there is a move to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule of the game.
    pub rule: Rule,
    /// The stones, on a board of the size that was meant.
    pub grid: Grid,
    /// The side whose turn it is.
    pub to_move: Color,
}

/// Text that is no position, or one in which there is nothing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Moves that cannot be read.
    Moves(MovesError),
    /// A PSQ file that cannot be read.
    Psq(PsqError),
    /// An SGF file that cannot be read.
    Sgf(SgfError),
    /// A diagram that cannot be read.
    Diagram(DiagramError),
    /// A board of another size than was asked for.
    Size {
        /// The size that the text has.
        found: Geometry,
        /// The size that was asked for.
        wanted: Geometry,
    },
    /// A second move on the point of that name.
    Occupied(String),
    /// So many stones of each side as no game has.
    Stones {
        /// Black's.
        black: usize,
        /// White's.
        white: usize,
    },
    /// The side has won.
    Over(Color),
    /// No point is empty.
    Full,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Moves(error) => error.fmt(f),
            SetupError::Psq(error) => error.fmt(f),
            SetupError::Sgf(error) => error.fmt(f),
            SetupError::Diagram(error) => error.fmt(f),
            SetupError::Size { found, wanted } => write!(
                f,
                "the board is {}x{}, not {}x{}",
                found.width(),
                found.height(),
                wanted.width(),
                wanted.height()
            ),
            SetupError::Occupied(name) => write!(f, "{name} is occupied"),
            SetupError::Stones { black, white } => {
                write!(f, "no game has {black} black and {white} white stones, with black to begin")
            }
            SetupError::Over(winner) => write!(f, "the game is over, {winner} has won"),
            SetupError::Full => f.write_str("the board is full"),
        }
    }
}

impl Error for SetupError {}

impl Setup {
    /// Reads a position. The text tells by itself what it is: a PSQ file begins with `Piskvorky`, an SGF file with a
    /// parenthesis (of several games the first counts), moves as `h8i9` have digits, and a diagram has none. Nothing at
    /// all is an empty board.
    ///
    /// `rule` is that of the game, or by default the one that an SGF file names, or else freestyle. `size` is that of
    /// the board, or by default the one that the text has; moves alone have none and are on [`Geometry::default`].
    ///
    /// # Errors
    /// [`SetupError`] for text that cannot be read, another size than `size`, moves that the game does not have, and a
    /// game that is over.
    pub fn read(text: &str, rule: Option<Rule>, size: Option<Geometry>) -> Result<Setup, SetupError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let has_digits = text.contains(|c: char| c.is_ascii_digit());
        if text.starts_with("Piskvorky") {
            let record = psq::read(text, rule.unwrap_or_default()).map_err(SetupError::Psq)?;
            Setup::of_record(&record, rule, size)
        } else if text.starts_with('(') {
            let games = sgf::read(text).map_err(SetupError::Sgf)?;
            Setup::of_record(games.first().ok_or(SetupError::Sgf(SgfError::Syntax))?, rule, size)
        } else if has_digits || text.is_empty() {
            let geometry = size.unwrap_or_default();
            let moves = parse_moves(geometry, text).map_err(SetupError::Moves)?;
            Setup::after(moves, rule.unwrap_or_default(), geometry)
        } else {
            let grid: Grid = text.parse().map_err(SetupError::Diagram)?;
            expect_size(grid.geometry(), size)?;
            Setup::of_grid(grid, rule.unwrap_or_default())
        }
    }

    /// The end of a record, under its own rule unless `rule` is given.
    fn of_record(record: &Record, rule: Option<Rule>, size: Option<Geometry>) -> Result<Setup, SetupError> {
        expect_size(record.geometry, size)?;
        let moves = record.moves.iter().map(|played| played.point);
        Setup::after(moves, rule.unwrap_or(record.rule), record.geometry)
    }

    /// The position after `moves`, black's and white's in turn, from an empty board.
    ///
    /// # Errors
    /// [`SetupError::Occupied`], [`SetupError::Over`] and [`SetupError::Full`].
    pub fn after(
        moves: impl IntoIterator<Item = Point>,
        rule: Rule,
        geometry: Geometry,
    ) -> Result<Setup, SetupError> {
        let mut setup = Setup { rule, grid: Grid::new(geometry), to_move: Color::Black };
        for point in moves {
            setup.play(point)?;
        }
        if setup.grid.is_full() { Err(SetupError::Full) } else { Ok(setup) }
    }

    fn play(&mut self, point: Point) -> Result<(), SetupError> {
        let Setup { rule, grid, to_move: color } = self;
        if grid.get(point) != Cell::Empty {
            return Err(SetupError::Occupied(grid.geometry().name(point)));
        }
        let outcome = rules::judge(rule.kind, grid, point, *color);
        grid.set(point, (*color).into());
        match outcome {
            Outcome::Continue => {}
            _ if rule.continuous => {
                for dead in rules::dying(rule.kind, grid, point, *color, outcome) {
                    grid.set(dead, Cell::Dead);
                }
            }
            Outcome::Win => return Err(SetupError::Over(*color)),
            Outcome::Foul(_) => return Err(SetupError::Over(!*color)),
        }
        *color = !*color;
        Ok(())
    }

    /// A position without its history. White is to move if black has a stone more; where dead stones hide how many each
    /// side has played, white is to move after an odd number of all.
    ///
    /// # Errors
    /// [`SetupError::Over`], [`SetupError::Full`] and [`SetupError::Stones`].
    pub fn of_grid(grid: Grid, rule: Rule) -> Result<Setup, SetupError> {
        let stones = || grid.geometry().all().filter_map(|point| Some((point, grid.get(point).color()?)));
        let mut winners = stones().filter(|&(point, color)| rules::wins(rule.kind, &grid, point, color));
        if let Some((_, winner)) = winners.next() {
            return Err(SetupError::Over(winner));
        }
        let (black, white) = (grid.count(Color::Black), grid.count(Color::White));
        let played = grid.geometry().points() - grid.empty_points().count();
        if grid.is_full() {
            return Err(SetupError::Full);
        }
        if played == black + white && !(white..=white + 1).contains(&black) {
            return Err(SetupError::Stones { black, white });
        }
        let white_moves = played % 2 == 1;
        let to_move = if white_moves { Color::White } else { Color::Black };
        Ok(Setup { rule, grid, to_move })
    }
}

fn expect_size(found: Geometry, wanted: Option<Geometry>) -> Result<(), SetupError> {
    match wanted {
        Some(wanted) if wanted != found => Err(SetupError::Size { found, wanted }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(number: i64) -> Option<Rule> {
        Some(Rule::try_from(number).unwrap())
    }

    fn board(width: i64, height: i64) -> Option<Geometry> {
        Some(Geometry::new(width, height).unwrap())
    }

    fn error(text: &str) -> String {
        Setup::read(text, None, None).unwrap_err().to_string()
    }

    #[test]
    fn every_form_gives_the_same_position() {
        let diagram = ". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .\n";
        let white = |text: &str| format!("{text}{}", diagram.replacen(". X", "X X", 1));
        let forms = [
            ("b2c3a2", board(5, 5)),
            ("b2 c3\r\na2\r\n", board(5, 5)),
            ("Piskvorky 5x5, 1:11, 0\r\n2,2,0\r\n3,3,50\r\n1,2,7\r\n0\r\n", None),
            ("\u{feff}(;GM[4]SZ[5];B[bb];W[cc];B[ab])(;SZ[9];B[aa])", None),
            (&white("\n"), None),
            (&white("  "), board(5, 5)),
        ];
        for (text, size) in forms {
            let setup = Setup::read(text, rule(1), size).unwrap();
            assert_eq!(setup.grid.to_string(), white(""), "{text}");
            assert_eq!((Some(setup.rule), setup.to_move), (rule(1), Color::White), "{text}");
        }
        let to_move = |text: &str| Setup::read(text, None, None).unwrap().to_move;
        assert_eq!(to_move(diagram), Color::Black);
        assert_eq!(to_move("h8i9"), Color::Black);
        // Of three stones two are dead.
        assert_eq!(to_move(&diagram.replacen(". X", "# #", 1)), Color::White);
    }

    #[test]
    fn what_is_not_said_is_usual() {
        let usual = Setup::read(" \n", None, None).unwrap();
        assert_eq!((usual.grid, usual.rule), (Grid::new(board(15, 15).unwrap()), Rule::default()));
        assert_eq!(Setup::read("(;RU[4];B[hh])", None, None).map(|setup| Some(setup.rule)), Ok(rule(4)));
        assert_eq!(Setup::read("(;RU[4];B[hh])", rule(1), None).map(|setup| Some(setup.rule)), Ok(rule(1)));
    }

    #[test]
    fn what_is_no_position_is_named_in_a_line() {
        assert_eq!(error("h8p9"), "'p9' is not a point of the board");
        assert_eq!(error("h8i9h8"), "h8 is occupied");
        assert_eq!(error("Piskvorky 15x15, 1:1, 0\n16,1,0"), {
            "PSQ, line 2: expected column,row,milliseconds on the board"
        });
        assert_eq!(error("(;B[zz])"), "SGF: B[zz] means nothing here");
        assert_eq!(error("(;B[hh]"), "SGF: brackets or parentheses do not match");
        assert_eq!(error("XX...\n.....\n.....\n.....\n....."), {
            "no game has 2 black and 0 white stones, with black to begin"
        });
        assert_eq!(error("hello"), "'h' is not one of . X O # in a diagram");
        let other_size = Setup::read("(;SZ[20:10])", None, board(15, 15)).unwrap_err().to_string();
        assert_eq!(other_size, "the board is 20x10, not 15x15");
    }

    #[test]
    fn a_game_that_is_over_has_no_move_to_make() {
        let five = "a1a2b1b2c1c2d1d2e1";
        assert_eq!(error(five), "the game is over, black has won");
        assert_eq!(error(&format!("{five}o15")), "the game is over, black has won");
        let overline = "a1a15b1b15c1d15e1e15f1g15d1";
        let read = |text, number| Setup::read(text, rule(number), None);
        assert_eq!(read(overline, 4), Err(SetupError::Over(Color::White)));
        assert!(read(overline, 1).is_ok());
        let row = "OOOOO\n.....\n.....\n.....\n.....";
        assert_eq!(read(row, 0), Err(SetupError::Over(Color::White)));
        let stones = |black, white| Err(SetupError::Stones { black, white });
        assert_eq!(read("XXXO.\n.....\n.....\n.....\n.....", 0), stones(3, 1));
        assert_eq!(read("XOO..\n.....\n.....\n.....\n.....", 0), stones(1, 2));
        assert_eq!(read("XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOOX", 0), Err(SetupError::Full));

        // A continuous game goes on without the stones of a five, or without the foul.
        let after_five = read(five, 2).unwrap();
        assert_eq!((after_five.grid.count(Color::Black), after_five.to_move), (0, Color::White));
        let after_foul = read(overline, 6).unwrap();
        assert_eq!((after_foul.grid.count(Color::Black), after_foul.to_move), (5, Color::White));
    }
}
