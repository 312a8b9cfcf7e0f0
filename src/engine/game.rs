use std::fmt;

use crate::base::Color;
use crate::board::{Cell, Geometry, Grid, Point};
use crate::rules::{self, Outcome, Rule};

/// Whose a stone is, from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine's.
    Own,
    /// Its opponent's.
    Opponent,
    /// Nobody's any more: part of a finished five or a renju foul in a continuous game.
    Dead,
}

/// Why a game cannot go on as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// A stone lies on the point already.
    Occupied(String),
    /// No stone lies on the point.
    Empty(String),
    /// Stones that no game under the rule can have come to.
    Impossible(String),
    /// Somebody has won.
    Over(Color),
    /// No point is empty.
    Full,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Occupied(name) => write!(f, "{name} is occupied"),
            GameError::Empty(name) => write!(f, "no stone lies on {name}"),
            GameError::Impossible(why) => write!(f, "impossible position: {why}"),
            GameError::Over(winner) => write!(f, "the game is over, {winner} has won"),
            GameError::Full => f.write_str("the board is full"),
        }
    }
}

impl std::error::Error for GameError {}

/// A stone of the game.
#[derive(Clone, Copy, Debug)]
struct Stone {
    point: Point,
    /// What it was when it was played.
    cell: Cell,
    /// The move that finished a continuous five with it, after which it is dead.
    killer: Option<Point>,
}

/// The stones of a game in the order they came, and whose turn it is.
#[derive(Clone, Debug)]
pub struct Game {
    stones: Vec<Stone>,
    grid: Grid,
    to_move: Color,
}

impl Game {
    /// An empty board with black to move.
    pub fn new(geometry: Geometry) -> Game {
        Game { stones: Vec::new(), grid: Grid::new(geometry), to_move: Color::Black }
    }

    /// A position given as the stones of the side to move, its opponent and nobody, in any order. Where the numbers of
    /// stones do not tell which side is black (a handicap), the side to move is.
    ///
    /// # Errors
    /// [`GameError::Occupied`] if a point comes twice, [`GameError::Impossible`] if the rule tells colours apart and
    /// the numbers of stones fit neither.
    pub fn from_stones(geometry: Geometry, rule: Rule, stones: &[(Point, Owner)]) -> Result<Game, GameError> {
        let count = |owner| stones.iter().filter(|&&(_, o)| o == owner).count();
        let (own, opposing, dead) = (count(Owner::Own), count(Owner::Opponent), count(Owner::Dead));
        let alternating = own == opposing || own + 1 == opposing;
        if rule.kind.has_forbidden(Color::Black) && dead == 0 && !alternating {
            let why = format!("{own} own and {opposing} opposing stones under {}", rule.kind);
            return Err(GameError::Impossible(why));
        }
        let to_move = match () {
            // Dead stones hide how many each side has played, but not how many there were.
            () if dead > 0 && stones.len() % 2 == 1 => Color::White,
            () if dead == 0 && own + 1 == opposing => Color::White,
            () => Color::Black,
        };
        let mut game = Game::new(geometry);
        for &(point, owner) in stones {
            let cell = match owner {
                Owner::Own => to_move.into(),
                Owner::Opponent => (!to_move).into(),
                Owner::Dead => Cell::Dead,
            };
            game.put(point, cell)?;
        }
        game.to_move = to_move;
        Ok(game)
    }

    /// The stones on the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The size of the board.
    pub fn geometry(&self) -> Geometry {
        self.grid.geometry()
    }

    /// The side whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The number of stones, dead ones included.
    pub fn length(&self) -> usize {
        self.stones.len()
    }

    /// The side whose turn it is plays on `point`; under a continuous rule the stones of a five then die. Returns what
    /// the move brings about.
    ///
    /// # Errors
    /// [`GameError::Occupied`].
    pub fn play(&mut self, rule: Rule, point: Point) -> Result<Outcome, GameError> {
        let color = self.to_move;
        let outcome = rules::judge(rule.kind, &self.grid, point, color);
        self.put(point, color.into())?;
        if rule.continuous {
            self.kill(point, &rules::dying(rule.kind, &self.grid, point, color, outcome));
        }
        self.to_move = !color;
        Ok(outcome)
    }

    /// Takes the stone on `point` back, which revives the stones that died with it; its colour is to move again.
    ///
    /// # Errors
    /// [`GameError::Empty`] if there is none.
    pub fn take_back(&mut self, point: Point) -> Result<(), GameError> {
        let index = self.stones.iter().rposition(|stone| stone.point == point);
        let index = index.ok_or_else(|| GameError::Empty(self.at(point)))?;
        let taken = self.stones.remove(index);
        self.grid.set(point, Cell::Empty);
        for stone in self.stones.iter_mut().filter(|stone| stone.killer == Some(point)) {
            stone.killer = None;
            self.grid.set(stone.point, stone.cell);
        }
        self.to_move = taken.cell.color().unwrap_or(!self.to_move);
        Ok(())
    }

    /// Whether there is still a move to make: nobody has won and a point is empty.
    ///
    /// # Errors
    /// [`GameError::Over`] and [`GameError::Full`].
    pub fn check_open(&self, rule: Rule) -> Result<(), GameError> {
        let winner = self.stones.iter().find_map(|stone| {
            let color = self.grid.get(stone.point).color()?;
            rules::wins(rule.kind, &self.grid, stone.point, color).then_some(color)
        });
        match winner {
            Some(winner) => Err(GameError::Over(winner)),
            None if self.grid.is_full() => Err(GameError::Full),
            None => Ok(()),
        }
    }

    fn put(&mut self, point: Point, cell: Cell) -> Result<(), GameError> {
        if self.grid.get(point) != Cell::Empty {
            return Err(GameError::Occupied(self.at(point)));
        }
        self.grid.set(point, cell);
        self.stones.push(Stone { point, cell, killer: None });
        Ok(())
    }

    fn kill(&mut self, killer: Point, points: &[Point]) {
        for stone in self.stones.iter_mut().filter(|stone| points.contains(&stone.point)) {
            stone.killer = Some(killer);
            self.grid.set(stone.point, Cell::Dead);
        }
    }

    /// A point as the protocol writes it.
    fn at(&self, point: Point) -> String {
        let (x, y) = self.geometry().coordinates(point);
        format!("{x},{y}")
    }
}
