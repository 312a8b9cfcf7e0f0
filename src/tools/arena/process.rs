//! An engine's process: its lines through pipes, with threads that read and write so that nobody waits for it longer
//! than wanted, and its end, which leaves nothing running.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::engines::Program;
use crate::protocol::wire;

/// A line of a process, without its end.
#[derive(Clone, Debug)]
pub struct Line {
    /// Which stream it came on.
    pub stream: Stream,
    /// The decoded text.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

/// The streams that a process writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// None has come in time.
    Yet,
    /// Standard output is closed: none will come.
    Forever,
}

/// How a process left after `END`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// By itself.
    Willing,
    /// Killed, as it did not leave in time.
    Forced,
}

/// A running engine. Dropping it kills it.
pub struct Process {
    child: Child,
    input: Sender<String>,
    /// A closed standard output is an empty message.
    output: Receiver<Option<Line>>,
}

impl Process {
    /// Lines that are kept until they are asked for. Beyond that a process has to wait, however much it writes.
    const BACKLOG: usize = 256;
    /// How often a process that should leave is looked at.
    const POLL: Duration = Duration::from_millis(2);

    /// Starts a program.
    ///
    /// # Errors
    /// What the operating system says if it cannot be started.
    pub fn start(program: &Program) -> io::Result<Process> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        group::separate(&mut command);
        let mut child = command.spawn()?;
        let (sender, output) = mpsc::sync_channel(Self::BACKLOG);
        let (input, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &lines));
        }
        if let Some(stderr) = child.stderr.take() {
            let sender = sender.clone();
            thread::spawn(move || read_lines(stderr, Stream::Error, &sender));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                read_lines(stdout, Stream::Output, &sender);
                sender.send(None).ok();
            });
        }
        Ok(Process { child, input, output })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, which must not contain a line end. A process that does not read is found out by its silence.
    pub fn send(&self, line: &str) {
        self.input.send(format!("{line}\r\n")).ok();
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// [`Silence`] if none has come by `until`, or none will.
    pub fn receive(&self, until: Instant) -> Result<Line, Silence> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Some(line)) => Ok(line),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => Err(Silence::Forever),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Yet),
        }
    }

    /// Says `END`, and kills the process if it is still there after `grace`.
    pub fn end(mut self, grace: Duration) -> Departure {
        self.send("END");
        let deadline = Instant::now() + grace;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return Departure::Willing;
            }
            // Whoever waits for its output to be read must not be taken for somebody who does not want to leave.
            while self.output.try_recv().is_ok() {}
            thread::sleep(Self::POLL);
        }
        Departure::Forced
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        group::kill(&mut self.child);
        // The child is dead, so this only takes its exit status, without which it would stay in the process table.
        if let Err(error) = self.child.wait() {
            log::warn!("engine process {}: {error}", self.child.id());
        }
    }
}

/// Writes what comes until the process no longer reads. A thread of its own, as a full pipe blocks the writer.
fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Sends every line until there are no more or nobody wants them. One that is too long comes in several pieces.
fn read_lines(input: impl Read, stream: Stream, lines: &SyncSender<Option<Line>>) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while let Ok(1..) = input.by_ref().take(wire::MAX_LINE as u64).read_until(b'\n', &mut line) {
        let text = wire::decode(&line);
        if lines.send(Some(Line { stream, text, at: Instant::now() })).is_err() {
            break;
        }
        line.clear();
    }
}

/// A process group for each engine: what it starts itself, such as the program behind a shell script, dies with it,
/// and Ctrl-C reaches the arena alone, which then ends its engines in order.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    pub fn separate(command: &mut Command) {
        command.process_group(0);
    }

    pub fn kill(child: &mut Child) {
        // As long as the child has not been waited for or a member lives, the number belongs to this group. If neither
        // is the case there is no such group; its number is not given away again within the moments that matter here.
        if let Ok(id) = i32::try_from(child.id()) {
            killpg(Pid::from_raw(id), Signal::SIGKILL).ok();
        }
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub fn separate(_: &mut Command) {}

    pub fn kill(child: &mut Child) {
        // Fails if it has left by itself.
        child.kill().ok();
    }
}
