//! The referee of one game: which moves are legal and when the game is over.

use serde::{Deserialize, Serialize};

use super::verdict::{End, Reason};
use crate::base::{Color, PerColor};
use crate::board::{Cell, Direction, Geometry, Grid, Point};
use crate::engine::{Game, Owner};
use crate::rules::{Outcome, Rule};

/// When a game is drawn although there are points to play on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRules {
    /// With that many stones on the board, those of the opening included.
    pub moves: Option<usize>,
    /// With no more than that many free points. Piskvork stops at 25 under every rule, GomocupJudge in renju.
    pub free_points: usize,
    /// As soon as neither side has a row of five points left without an opposing stone.
    pub no_line: bool,
}

/// How many points remain free when Piskvork ends a continuous game.
const FREE_AFTER_CONTINUOUS: usize = 25;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    rule: Rule,
    draws: DrawRules,
    moves: Vec<Point>,
    points: PerColor<u32>,
    renewals: PerColor<u32>,
}

/// A point that cannot be played on: a stone lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupied;

impl Referee {
    /// The game before its first move.
    pub fn new(geometry: Geometry, rule: Rule, draws: DrawRules) -> Referee {
        let zero = PerColor([0; 2]);
        let game = Game::new(geometry);
        Referee { game, rule, draws, moves: Vec::new(), points: zero, renewals: zero }
    }

    /// The size of the board.
    pub fn geometry(&self) -> Geometry {
        self.game.geometry()
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones, dead ones marked.
    pub fn grid(&self) -> &Grid {
        self.game.grid()
    }

    /// The moves from the first stone on.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.game.to_move()
    }

    /// Whose the stone on `point` is for the side to move.
    pub fn owner(&self, point: Point) -> Owner {
        match self.grid().get(point).color() {
            None => Owner::Dead,
            Some(color) if color == self.to_move() => Owner::Own,
            Some(_) => Owner::Opponent,
        }
    }

    /// How many times the side to move had to be shown the board anew in a continuous game: as in Piskvork after a five
    /// of either side, and after a foul of its own. Of a foul of its opponent it is told the move as of any other, and
    /// has to see by itself that the stone is dead.
    pub fn renewals(&self) -> u32 {
        self.renewals[self.to_move()]
    }

    /// The side whose turn it is plays on `point`. Returns the end of the game if this is it.
    ///
    /// # Errors
    /// [`Occupied`], and nothing has changed.
    pub fn play(&mut self, point: Point) -> Result<Option<End>, Occupied> {
        let color = self.to_move();
        let outcome = self.game.play(self.rule, point).map_err(|_| Occupied)?;
        self.moves.push(point);
        let (winner, end) = match outcome {
            Outcome::Continue => return Ok(self.draw()),
            Outcome::Win => (color, End::win(color, Reason::Five)),
            Outcome::Foul(foul) => {
                (!color, End { detail: foul.to_string(), ..End::win(!color, Reason::Foul) })
            }
        };
        if self.rule.continuous {
            self.points[winner] += 1;
            self.renewals[color] += 1;
            if outcome == Outcome::Win {
                self.renewals[!color] += 1;
            }
            return Ok(self.draw());
        }
        Ok(Some(end))
    }

    /// The end of a game that nobody has won by a move: in a continuous game the points then decide.
    fn draw(&self) -> Option<End> {
        let free = self.geometry().points() - self.moves.len();
        let least = if self.rule.continuous { FREE_AFTER_CONTINUOUS } else { 0 }.max(self.draws.free_points);
        let reason = if free == 0 {
            Reason::FullBoard
        } else if free <= least {
            Reason::FewFreePoints
        } else if self.draws.moves.is_some_and(|most| self.moves.len() >= most) {
            Reason::MoveLimit
        } else if self.draws.no_line && !has_line(self.grid()) {
            Reason::NoLine
        } else {
            return None;
        };
        let (black, white) = (self.points[Color::Black], self.points[Color::White]);
        let winner = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Color::Black,
            std::cmp::Ordering::Less => Color::White,
            std::cmp::Ordering::Equal => return Some(End::draw(reason)),
        };
        Some(End { detail: format!("{black}:{white}"), ..End::win(winner, Reason::Points) })
    }
}

/// Whether there are five points in a row that hold stones of at most one side. Under every rule a win needs such.
fn has_line(grid: &Grid) -> bool {
    let open = |start: Point, direction: Direction, color: Color| {
        (0..5).all(|distance| {
            let cell = grid.geometry().step(start, direction, distance).map(|point| grid.get(point));
            cell == Some(Cell::Empty) || cell == Some(color.into())
        })
    };
    let starts = grid.geometry().all().flat_map(|start| Direction::ALL.map(|direction| (start, direction)));
    starts
        .into_iter()
        .any(|(start, direction)| Color::BOTH.into_iter().any(|color| open(start, direction, color)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_moves;

    fn play(rule: i64, size: i64, draws: DrawRules, moves: &str) -> (Referee, Option<End>) {
        let geometry = Geometry::new(size, size).unwrap();
        let mut referee = Referee::new(geometry, Rule::try_from(rule).unwrap(), draws);
        let mut end = None;
        for point in parse_moves(geometry, moves).unwrap() {
            assert_eq!(end, None);
            end = referee.play(point).unwrap();
        }
        (referee, end)
    }

    #[test]
    fn a_five_and_a_foul_end_the_game() {
        let none = DrawRules::default();
        let (mut referee, end) = play(0, 15, none, "a1a2b1b2c1c2d1d2e1");
        assert_eq!(end, Some(End::win(Color::Black, Reason::Five)));
        assert_eq!(referee.play(Point::from_index(0)), Err(Occupied));
        let overline = "a1a15b1b15c1d15e1e15f1g15d1";
        let (_, end) = play(4, 15, none, overline);
        assert_eq!(end, Some(End { detail: "overline".to_string(), ..End::win(Color::White, Reason::Foul) }));
        assert_eq!(play(1, 15, none, overline).1, None);
    }

    #[test]
    fn a_continuous_game_counts_points() {
        let (referee, end) = play(2, 15, DrawRules::default(), "a1a2b1b2c1c2d1d2e1");
        assert_eq!((end, referee.renewals(), referee.to_move()), (None, 1, Color::White));
        assert_eq!(referee.grid().get(Point::from_index(4)), Cell::Dead);
        // White's four lives, so white has a point as well, and then black is ahead no more.
        let limit = DrawRules { moves: Some(10), ..DrawRules::default() };
        assert_eq!(
            play(2, 15, limit, "a1a2b1b2c1c2d1d2e1o15").1.map(|end| (end.winner, end.detail)),
            Some((Some(Color::Black), "1:0".to_string()))
        );
        assert_eq!(play(2, 15, limit, "a1a2b1b2c1c2d1d2e1e2").1, Some(End::draw(Reason::MoveLimit)));
    }

    #[test]
    fn draws_are_as_asked_for() {
        let free = DrawRules { free_points: 23, ..DrawRules::default() };
        assert_eq!(play(0, 5, free, "a1a2").1, Some(End::draw(Reason::FewFreePoints)));
        let no_line = DrawRules { no_line: true, ..DrawRules::default() };
        // Both colours on every row, column and long diagonal.
        let moves = "a1a2b3b4c5c1d2d3e4e5";
        assert_eq!(play(0, 5, no_line, moves).1, Some(End::draw(Reason::NoLine)));
        assert_eq!(play(0, 5, DrawRules::default(), moves).1, None);
    }
}
