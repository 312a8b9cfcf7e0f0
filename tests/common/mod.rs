//! Drives the built executable through pipes, as a manager does.
//!
//! Whatever a test is about, at its end [`Brain`] also holds the process to what every manager relies on: it leaves
//! at the end of its input with exit code 0, has written nothing to standard error and no line that nobody asked for.

// Each test executable uses its own part of this module.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long to wait for what has to come; far above every time that is tested.
const PATIENCE: Duration = Duration::from_secs(20);

/// A line of the engine and when it came.
pub struct Line {
    pub text: String,
    pub at: Instant,
}

/// A running engine.
pub struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    errors: Option<JoinHandle<String>>,
}

/// The executable with all its streams piped.
pub fn executable() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-hanxing"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `tool` with `words` as its arguments and `input` on standard input.
pub fn run_tool(tool: &str, words: &[&str], input: &str) -> Output {
    let mut tool = executable().arg(tool).args(words).spawn().expect("the executable starts");
    let mut stdin = tool.stdin.take().expect("piped");
    // A tool that does not read leaves.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    tool.wait_with_output().expect("the tool ends")
}

impl Brain {
    /// An engine that has been told nothing.
    pub fn new() -> Brain {
        Brain::spawn(&mut executable())
    }

    /// An engine with an empty board of `size` and a minute for each move, so that only what a test does ends a search.
    pub fn on_board(size: usize) -> Brain {
        let mut brain = Brain::new();
        assert_eq!(brain.ask(&format!("START {size}")), "OK");
        brain.tell("INFO timeout_turn 60000");
        brain
    }

    /// An engine on a board of 15x15 that answers at once.
    pub fn hasty() -> Brain {
        let mut brain = Brain::on_board(15);
        brain.tell("INFO timeout_turn 0");
        brain
    }

    pub fn spawn(command: &mut Command) -> Brain {
        let mut child = command.spawn().expect("the executable starts");
        let input = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut stderr = child.stderr.take().expect("piped");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for text in stdout.lines().map_while(Result::ok) {
                sender.send(Line { text, at: Instant::now() }).ok();
            }
        });
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).ok();
            String::from_utf8_lossy(&text).into_owned()
        });
        Brain { child, input, output, errors: Some(errors) }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes.as_ref()).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Sends one line.
    pub fn tell(&mut self, line: &str) {
        self.send(format!("{line}\r\n"));
    }

    /// The next line, whatever it is.
    pub fn line(&mut self) -> Line {
        let line = self.output.recv_timeout(PATIENCE).expect("a line comes in time");
        let text = &line.text;
        let printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(printable && !text.is_empty() && text.trim() == text, "malformed line {text:?}");
        line
    }

    /// The next line that a manager would take for an answer.
    pub fn answer(&mut self) -> Line {
        loop {
            let line = self.line();
            if !line.text.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    /// The answer to `line`.
    pub fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        self.answer().text
    }

    /// The text of the `ERROR` that answers `line`.
    pub fn refusal(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        answer
            .strip_prefix("ERROR ")
            .unwrap_or_else(|| panic!("{line:?} was answered {answer:?}"))
            .to_string()
    }

    /// The move that answers `line`.
    pub fn move_after(&mut self, line: &str) -> (usize, usize) {
        self.tell(line);
        parse_move(&self.answer().text)
    }

    /// Sends `line` and waits until the search that it starts has reported its first depth.
    pub fn set_thinking(&mut self, line: &str) {
        self.tell(line);
        let first = self.line().text;
        assert!(first.starts_with("MESSAGE depth "), "{line:?} was answered {first:?}");
    }

    /// Checks that nothing that was sent until now is still to be answered.
    pub fn expect_silence(&mut self) {
        let answer = self.ask("ABOUT");
        assert!(answer.starts_with("name="), "surplus answer {answer:?}");
    }

    /// Whether a stone lies on a point, asked in a way that leaves the board alone if the expectation is right.
    pub fn expect_stone(&mut self, x: usize, y: usize) {
        assert_eq!(self.refusal(&format!("PLAY {x},{y}")), format!("{x},{y} is occupied"));
    }

    /// The opposite of [`Brain::expect_stone`].
    pub fn expect_empty(&mut self, x: usize, y: usize) {
        let refusal = self.refusal(&format!("TAKEBACK {x},{y}"));
        assert!(refusal.contains(&format!("{x},{y}")), "{refusal}");
    }

    /// Sends `END` and returns how long the process took to leave.
    pub fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.tell("END");
        self.wait();
        start.elapsed()
    }

    fn wait(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("the process can be asked") {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.child.kill().expect("the process can be killed");
        None
    }
}

impl Drop for Brain {
    // What a failed test leaves behind is told, not asserted: a second panic would hide the first.
    #[allow(clippy::print_stderr)]
    fn drop(&mut self) {
        self.input = None;
        let status = self.wait();
        let errors = self.errors.take().and_then(|thread| thread.join().ok());
        if thread::panicking() {
            eprintln!("engine left with {status:?}, standard error {errors:?}");
            return;
        }
        assert!(status.is_some_and(|status| status.success()), "exit status {status:?}");
        assert_eq!(errors.as_deref(), Some(""), "standard error");
        let surplus: Vec<_> = self.output.iter().map(|line| line.text).collect();
        assert!(surplus.iter().all(|text| text.starts_with("MESSAGE ")), "surplus lines {surplus:?}");
    }
}

/// Reads `x,y`, written exactly so.
pub fn parse_move(text: &str) -> (usize, usize) {
    let point = text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    let point = point.unwrap_or_else(|| panic!("{text:?} is no move"));
    assert_eq!(text, format!("{},{}", point.0, point.1));
    point
}
