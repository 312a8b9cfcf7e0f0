//! A small engine that plays the first free point and misbehaves on demand, for the arena to cope with.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// How to misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vice {
    /// Not at all.
    None,
    /// Leaves at once.
    LeavesAtStart,
    /// Never answers `START`.
    DeafAtStart,
    /// Answers `START` with an error.
    RefusesStart,
    /// Never moves.
    NeverMoves,
    /// Moves later than its time, but within the tolerance.
    Late,
    /// Answers with something that is no move.
    Garbage,
    /// Says something that is no move before it moves.
    Chats,
    /// Answers with a point off the board.
    OffTheBoard,
    /// Answers with a point where a stone lies.
    OnAStone,
    /// Dies when it should move.
    Dies,
    /// Floods the manager with messages.
    FloodsMessages,
    /// Floods standard error, and plays on.
    FloodsErrors,
    /// Answers over and over.
    FloodsMoves,
    /// Uses 64 MiB.
    Greedy,
    /// Ignores `END` and the end of its input.
    Stays,
    /// Leaves a process behind that has the same arguments.
    LeavesAChild,
    /// Does not know `RESTART`.
    CannotRestart,
    /// Asks to be told what it would like to play.
    Suggests,
}

impl Vice {
    pub const ALL: [Vice; 19] = [
        Vice::None,
        Vice::LeavesAtStart,
        Vice::DeafAtStart,
        Vice::RefusesStart,
        Vice::NeverMoves,
        Vice::Late,
        Vice::Garbage,
        Vice::Chats,
        Vice::OffTheBoard,
        Vice::OnAStone,
        Vice::Dies,
        Vice::FloodsMessages,
        Vice::FloodsErrors,
        Vice::FloodsMoves,
        Vice::Greedy,
        Vice::Stays,
        Vice::LeavesAChild,
        Vice::CannotRestart,
        Vice::Suggests,
    ];
}

/// How the child of [`Vice::LeavesAChild`] is told to do nothing but stay.
const CHILD: &str = "child";

/// Plays as an engine if `arguments` are those of one: a vice, a mark to find the process by, and a file to log to.
// To leave a child alone is the point.
#[allow(clippy::zombie_processes)]
pub fn run(arguments: &[String]) -> bool {
    let [vice, rest @ ..] = arguments else { return false };
    let Some(vice) = Vice::ALL.into_iter().find(|known| format!("{known:?}") == *vice) else { return false };
    if rest.iter().any(|word| word == CHILD) {
        stay();
    }
    if vice == Vice::LeavesAChild {
        let own = std::env::current_exe().expect("this program has a path");
        Command::new(own).args(arguments).arg(CHILD).spawn().expect("a child can be started");
    }
    // It ends with its input unless it wants to stay.
    serve(vice, rest.get(1).map(String::as_str)).unwrap_or_default();
    if vice == Vice::Stays {
        stay();
    }
    true
}

/// Longer than any test.
fn stay() -> ! {
    sleep(Duration::from_secs(600));
    exit(1)
}

fn serve(vice: Vice, log: Option<&str>) -> io::Result<()> {
    let mut board = Board::default();
    let mut hoard = Vec::new();
    let mut in_block = false;
    let mut out = io::stdout();
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if let Some(log) = log {
            writeln!(OpenOptions::new().append(true).create(true).open(log)?, "{}", line.replace('\r', "⏎"))?;
        }
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "START" | "RECTSTART" => match vice {
                Vice::LeavesAtStart => return Ok(()),
                Vice::DeafAtStart => {}
                Vice::RefusesStart => writeln!(out, "ERROR no such board")?,
                _ => {
                    board.start(rest);
                    writeln!(out, "OK\r")?;
                }
            },
            "RESTART" if vice == Vice::CannotRestart => writeln!(out, "UNKNOWN")?,
            "RESTART" => {
                board.stones.clear();
                writeln!(out, "OK")?;
            }
            "BOARD" => {
                board.stones.clear();
                in_block = true;
            }
            "TURN" => {
                board.put(rest);
                answer(vice, &mut board, &mut hoard, &mut out)?;
            }
            "BEGIN" => answer(vice, &mut board, &mut hoard, &mut out)?,
            "DONE" => {
                in_block = false;
                answer(vice, &mut board, &mut hoard, &mut out)?;
            }
            // What the manager makes the engine play is what it suggested.
            "PLAY" => writeln!(out, "{rest}")?,
            "END" if vice != Vice::Stays => return Ok(()),
            _ if in_block => board.put(line),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn answer(vice: Vice, board: &mut Board, hoard: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    let (x, y) = board.first_free();
    match vice {
        Vice::NeverMoves => return Ok(()),
        Vice::Garbage => return writeln!(out, "resign"),
        Vice::OffTheBoard => return writeln!(out, "-1,{}", board.width),
        Vice::OnAStone => {
            let (x, y) = board.stones.first().copied().unwrap_or((99, 99));
            return writeln!(out, "{x},{y}");
        }
        Vice::Dies => exit(3),
        Vice::FloodsMessages => loop {
            writeln!(out, "MESSAGE depth 1 {}", "x".repeat(200))?;
        },
        Vice::FloodsMoves => loop {
            writeln!(out, "{x},{y}")?;
        },
        Vice::FloodsErrors => (0..200).try_for_each(|_| writeln!(io::stderr(), "{}", "x".repeat(1000)))?,
        Vice::Chats => writeln!(out, "let me see")?,
        Vice::Late => sleep(Duration::from_millis(250)),
        // Written to, so that it is really there.
        Vice::Greedy => hoard.resize(64 << 20, 1),
        _ => {}
    }
    board.stones.push((x, y));
    writeln!(out, "DEBUG thinking")?;
    writeln!(out, "MESSAGE depth 3 n 1000")?;
    if vice == Vice::Suggests { writeln!(out, "SUGGEST {x},{y}") } else { writeln!(out, "{x}, {y}") }
}

#[derive(Default)]
struct Board {
    width: usize,
    stones: Vec<(usize, usize)>,
}

impl Board {
    fn start(&mut self, size: &str) {
        self.width = size.split(',').next().and_then(|width| width.trim().parse().ok()).unwrap_or(0);
        self.stones.clear();
    }

    fn put(&mut self, stone: &str) {
        let mut numbers = stone.split(',').map(|number| number.trim().parse().unwrap_or(0));
        self.stones.push((numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)));
    }

    fn first_free(&self) -> (usize, usize) {
        let points = (0..self.width * 100).map(|index| (index % self.width, index / self.width));
        points.into_iter().find(|point| !self.stones.contains(point)).unwrap_or((0, 0))
    }
}
