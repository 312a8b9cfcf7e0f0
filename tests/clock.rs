//! Time limits, kept by the built executable. Apart from the other tests of the protocol, and one at a time, because
//! each of these needs the machine for itself.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use common::{Brain, parse_move};

static MACHINE: Mutex<()> = Mutex::new(());

/// Waits until no other test runs.
fn alone() -> MutexGuard<'static, ()> {
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a busy machine may add between the engine's write and our read. With assertions on, the nodes between two looks
/// at the clock alone may take a tenth of a second of a shared core.
const SLACK: Duration = Duration::from_millis(if cfg!(debug_assertions) { 200 } else { 50 });

const fn millis(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Checks that what `measure` times usually takes less than `limit`. One of three may fall victim to whatever else the
/// machine has to do.
fn expect_within(limit: Duration, what: &str, mut measure: impl FnMut() -> Duration) {
    let mut times = [measure(), measure(), measure()];
    times.sort();
    assert!(times[1] < limit + SLACK, "{what}: {times:?} of {limit:?}");
}

/// How long the engine takes for the move that answers `line`.
fn time_of_move(brain: &mut Brain, line: &str) -> Duration {
    let start = Instant::now();
    brain.tell(line);
    let answer = brain.answer();
    parse_move(&answer.text);
    answer.at - start
}

#[test]
fn the_first_reply_comes_soon_after_the_start() {
    let _alone = alone();
    let first_reply = |_| {
        let start = Instant::now();
        let mut brain = Brain::new();
        brain.tell("START 20");
        brain.answer().at - start
    };
    let best = (0..5).map(first_reply).min();
    assert!(best < Some(millis(50)), "{best:?}");
}

#[test]
fn the_turn_time_is_kept_on_a_busy_machine() {
    let _alone = alone();
    let _busy = Busy::new();
    for limit in [100, 300, 1000] {
        let mut brain = Brain::on_board(15);
        brain.tell(&format!("INFO timeout_turn {limit}"));
        let mut turns = ["TURN 7,7", "TURN 0,0", "TURN 14,14"].into_iter();
        expect_within(millis(limit), "a turn", || time_of_move(&mut brain, turns.next().unwrap()));
    }
}

/// Two threads that leave nobody else a core of his own.
struct Busy(Arc<AtomicBool>);

impl Busy {
    fn new() -> Busy {
        let busy = Busy(Arc::new(AtomicBool::new(true)));
        for _ in 0..2 {
            let flag = Arc::clone(&busy.0);
            thread::spawn(move || while flag.load(Ordering::Relaxed) {});
        }
        busy
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[test]
fn what_is_left_for_the_game_is_kept() {
    let _alone = alone();
    let mut brain = Brain::on_board(15);
    brain.tell("INFO timeout_match 100000");
    for left in [1000, 300, 100] {
        expect_within(millis(left), "a turn", || {
            assert_eq!(brain.ask("RESTART"), "OK");
            brain.tell(&format!("INFO time_left {left}"));
            time_of_move(&mut brain, "TURN 7,7")
        });
    }
}

#[test]
fn without_time_the_move_comes_at_once() {
    let _alone = alone();
    for info in [
        "time_left 0",
        "time_left -1000",
        "time_left -9223372036854775808",
        "timeout_turn 0",
        "timeout_turn -1",
    ] {
        let mut brain = Brain::on_board(15);
        brain.tell(&format!("INFO {info}"));
        for position in ["BOARD 7,7,2 DONE", "BOARD 7,7,1 8,8,2 7,8,1 8,7,2 DONE"] {
            expect_within(millis(50), info, || time_of_move(&mut brain, position));
        }
    }
}

#[test]
fn without_any_info_a_move_comes_within_five_seconds() {
    let _alone = alone();
    let mut brain = Brain::new();
    assert_eq!(brain.ask("START 15"), "OK");
    let time = time_of_move(&mut brain, "TURN 7,7");
    assert!(time < millis(5000), "{time:?}");
}

#[test]
fn a_running_search_hears_at_once() {
    let _alone = alone();
    for order in ["STOP", "INFO timeout_turn 0", "INFO time_left 0", "RESTART"] {
        expect_within(millis(50), order, || {
            let mut brain = Brain::on_board(15);
            brain.set_thinking("TURN 7,7");
            thread::sleep(millis(200));
            let start = Instant::now();
            brain.tell(order);
            brain.answer().at - start
        });
    }
}

#[test]
fn end_is_silent_and_quick() {
    let _alone = alone();
    for turn in ["TURN 7,7", "BOARD 7,7,1 8,8,2 DONE"] {
        expect_within(millis(100), "END in a search", || {
            let mut brain = Brain::on_board(15);
            brain.set_thinking(turn);
            // Long enough for the move not to be that of a piped script.
            thread::sleep(millis(200));
            brain.end()
        });
    }
    expect_within(millis(100), "END", || Brain::on_board(15).end());
}

#[cfg(unix)]
#[test]
fn being_stopped_between_moves_costs_nothing() {
    let _alone = alone();
    expect_within(millis(300), "a turn after a stop", || {
        let mut brain = Brain::on_board(15);
        brain.tell("INFO timeout_turn 300");
        time_of_move(&mut brain, "TURN 7,7");
        signal(&brain, "STOP");
        // A busy machine may still have to run the process for it to notice.
        thread::sleep(millis(200));
        // The time of the search counts from when the line could be read.
        brain.tell("TURN 0,0");
        thread::sleep(millis(400));
        let start = Instant::now();
        signal(&brain, "CONT");
        let time = brain.answer().at - start;
        assert!(time > millis(50), "{time:?}: the stop was taken for thinking");
        time
    });
}

#[cfg(unix)]
#[test]
fn a_search_that_was_stopped_ends_when_its_time_is_over() {
    let _alone = alone();
    expect_within(millis(50), "the rest of a turn", || {
        let mut brain = Brain::on_board(15);
        brain.tell("INFO timeout_turn 1000");
        brain.set_thinking("TURN 7,7");
        signal(&brain, "STOP");
        thread::sleep(millis(1200));
        let start = Instant::now();
        signal(&brain, "CONT");
        brain.answer().at - start
    });
}

#[cfg(unix)]
fn signal(brain: &Brain, name: &str) {
    let status =
        std::process::Command::new("kill").args([&format!("-{name}"), &brain.id().to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()));
}
