//! The dialogue on real streams: a thread that reads lines, a channel that merges them with the events of the
//! searches, and one writer.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::piskvork::Dialogue;
use super::wire::{self, MAX_LINE, Reply, WireError};
use crate::engine::Event;

/// How long after its start a search may still print its move although the manager has ended the dialogue.
///
/// Whoever pipes in a few commands has sent `END` before we read the first of them, and still wants a move that takes
/// no thinking, such as the first of a game. A manager that ends a search does so later, and gets silence. Either way
/// we are gone within the 100 ms that it may take.
const GRACE: Duration = Duration::from_millis(80);

/// What the dialogue waits for.
enum Input {
    /// A line, or why it could not be taken, and when it came.
    Line(Result<String, WireError>, Instant),
    /// An event of the search with that number.
    Search(u64, Event),
    /// There will be no more lines.
    Closed,
}

/// Talks with the manager on standard input and output until it says `END` or closes one of them.
pub fn run() {
    // Managers take any text on standard error for a wrong answer.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let (sender, inputs) = mpsc::channel();
    let lines = sender.clone();
    thread::spawn(move || read_lines(io::stdin().lock(), &lines));
    let dialogue = Dialogue::new(Arc::new(move |search, event| send(&sender, Input::Search(search, event))));
    let mut session = Session { dialogue, inputs, output: io::stdout().lock() };
    if let Err(error) = session.serve() {
        log::info!("nobody reads our replies: {error}");
    }
}

/// Whether anybody still receives is of no interest to the senders: if nobody does, the process is about to end.
fn send(sender: &Sender<Input>, input: Input) {
    sender.send(input).ok();
}

/// Sends every line of `input`, to its end or the first error.
fn read_lines(mut input: impl BufRead, lines: &Sender<Input>) {
    while let Ok(Some(line)) = read_line(&mut input) {
        send(lines, Input::Line(line, Instant::now()));
    }
    send(lines, Input::Closed);
}

/// The next line, or nothing at the end. A line above [`MAX_LINE`] is skipped without being kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, WireError>>> {
    let mut line = Vec::new();
    let length = input.take(MAX_LINE as u64).read_until(b'\n', &mut line)?;
    if length == MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(WireError::LineTooLong)));
    }
    Ok((length > 0).then(|| Ok(wire::decode(&line))))
}

struct Session<W> {
    dialogue: Dialogue,
    inputs: Receiver<Input>,
    output: W,
}

impl<W: Write> Session<W> {
    fn serve(&mut self) -> io::Result<()> {
        while let Ok(input) = self.inputs.recv() {
            match self.reply(input) {
                ControlFlow::Continue(Some(reply)) => self.say(&reply)?,
                ControlFlow::Continue(None) => {}
                ControlFlow::Break(()) => break,
            }
        }
        self.say_last_move()
    }

    fn reply(&mut self, input: Input) -> ControlFlow<(), Option<Reply>> {
        match input {
            Input::Line(line, received) => {
                log::debug!("< {line:?}");
                self.dialogue.line(line, received)
            }
            Input::Search(search, event) => ControlFlow::Continue(self.dialogue.event(search, event)),
            Input::Closed => ControlFlow::Break(()),
        }
    }

    /// Gives a search that has only just started the rest of its [`GRACE`] for its move.
    fn say_last_move(&mut self) -> io::Result<()> {
        while let Some(since) = self.dialogue.thinking_since() {
            match self.inputs.recv_timeout((since + GRACE).saturating_duration_since(Instant::now())) {
                Ok(Input::Search(search, event @ Event::Move(_))) => {
                    if let Some(reply) = self.dialogue.event(search, event) {
                        self.say(&reply)?;
                    }
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Each reply is one write, so that a manager that polls never sees half a line.
    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        log::debug!("> {reply}");
        self.output.write_all(format!("{reply}\n").as_bytes())?;
        self.output.flush()
    }
}
