//! Data generation from outside: games of the built executable against itself, and the files that they are kept in.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hanxing::base::Color;
use hanxing::eval::Weights;
use hanxing::record::scored::archive::{Entry, Reader};

/// Games on a small board that take a few milliseconds.
const SHORT: &str = "--rule 1 --rect 8x11 --nodes 60 --games 12";

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("datagen-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-hanxing"));
        command.current_dir(&self.0).arg("datagen").args(words.split_whitespace()).stdin(Stdio::null());
        command
    }

    /// Runs a command that has to succeed and returns what it writes.
    #[track_caller]
    fn run(&self, words: &str) -> String {
        let output = self.command(words).output().unwrap();
        assert!(output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that has to fail and returns what it writes to standard output and standard error.
    #[track_caller]
    fn fail(&self, words: &str) -> (String, String) {
        let Output { status, stdout, stderr } = self.command(words).output().unwrap();
        assert!(!status.success(), "{words}");
        (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    /// Plays the games that `words` ask for into `file` and returns what it then holds.
    #[track_caller]
    fn play(&self, words: &str, file: &str) -> Vec<u8> {
        self.run(&format!("play {words} --out {file}"));
        self.read(file)
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap()
    }

    fn write(&self, file: &str, bytes: &[u8]) {
        fs::write(self.0.join(file), bytes).unwrap();
    }
}

/// The records of a sound file in the order of their numbers.
#[track_caller]
fn entries(bytes: &[u8]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Reader::new(bytes).collect::<Result<_, _>>().unwrap();
    entries.sort_by_key(|entry| entry.id.number);
    entries.iter_mut().for_each(|entry| entry.offset = 0);
    entries
}

#[test]
fn a_game_depends_on_seed_and_number_alone() {
    let folder = Folder::new();
    let whole = folder.play(SHORT, "whole");
    assert_eq!(folder.play(SHORT, "again"), whole);
    assert_eq!(entries(&whole).len(), 12);

    let threaded = folder.play(&format!("{SHORT} --threads 3"), "threaded");
    assert_eq!(entries(&threaded), entries(&whole));
    let shards = ["1/2", "2/2"].map(|shard| folder.play(&format!("{SHORT} --shard {shard}"), &shard[..1]));
    assert_eq!(entries(&shards.concat()), entries(&whole));

    let other = folder.play(&format!("{SHORT} --seed 1"), "other");
    let games = |bytes| entries(bytes).into_iter().map(|entry| entry.game).collect::<Vec<_>>();
    assert!(games(&other).iter().all(|game| !games(&whole).contains(game)));
}

#[test]
fn a_file_cut_anywhere_in_its_last_record_is_completed() {
    let folder = Folder::new();
    let short = "--size 7 --nodes 60 --games 2 --stones 3-4 --draw-after 10 --balance 400";
    let whole = folder.play(short, "whole");
    let last = Reader::new(&whole).last().unwrap().unwrap().offset;
    for end in last..whole.len() {
        folder.write("cut", &whole[..end]);
        assert_eq!(folder.play(short, "cut"), whole, "cut at {end}");
    }
    // A run may also become longer.
    let longer = folder.play(&short.replace("--games 2", "--games 4"), "cut");
    assert!(longer.starts_with(&whole) && entries(&longer).len() == 4);
}

#[test]
fn a_killed_run_is_gone_on_with() {
    let folder = Folder::new();
    let many = "--size 9 --nodes 300 --games 20 --threads 2";
    let whole = folder.play(many, "whole");
    let mut killed = start(&folder, &format!("play {many} --out killed"));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(folder.read("killed").len() < whole.len());
    assert_eq!(entries(&folder.play(many, "killed")), entries(&whole));
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_a_sound_file() {
    let folder = Folder::new();
    let child = start(&folder, "play --nodes 1000 --games 100000 --threads 2 --out file");
    assert!(Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("interrupted with"), "{errors}");
    assert!(folder.run("verify file").ends_with("games are sound\n"));
}

/// Starts a command that writes `file` or `killed`, and waits for the first record.
fn start(folder: &Folder, words: &str) -> Child {
    let mut command = folder.command(words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let file = folder.0.join(words.rsplit(' ').next().unwrap());
    let start = Instant::now();
    while fs::metadata(&file).map_or(0, |data| data.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "no game was written");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_flipped_bit_is_told_with_its_record() {
    let folder = Folder::new();
    let mut bytes = folder.play(SHORT, "file");
    let entry = Reader::new(&bytes).nth(5).unwrap().unwrap();
    bytes[entry.offset + 40] ^= 4;
    folder.write("file", &bytes);
    let (faults, error) = folder.fail("verify file");
    let expected = format!("file: byte {}: the record is damaged, its checksum differs\n", entry.offset);
    assert_eq!(faults, expected + "11 games are sound\n");
    assert_eq!(error, "error: 1 fault\n");

    // What is not the end of a record that a kill has cut off is nothing to be thrown away.
    let (_, error) = folder.fail(&format!("play {SHORT} --out file"));
    assert!(error.contains("games file: byte") && folder.read("file") == bytes, "{error}");
}

#[test]
fn a_game_that_contradicts_the_board_is_told() {
    let folder = Folder::new();
    folder
        .write("games.txt", b"0 15 B a1a2b1b2c1c2d1d2 e1:29999\n0 15 W a1a2b1b2c1c2d1d2 e1:29999\n0 15 X\n");
    let (faults, _) = folder.fail("verify games.txt");
    let expected = "games.txt: line 2: black has won on the board, white by the record\n\
        games.txt: line 3: 'X' is not B, W or D\n\
        1 games are sound\n";
    assert_eq!(faults, expected);
}

#[test]
fn every_rule_is_played() {
    let folder = Folder::new();
    for rule in [0, 1, 4, 8, 9] {
        folder.play(&format!("--rule {rule} --nodes 200 --games 4 --balance 400"), &format!("{rule}"));
    }
    folder.play("--rule 4 --rect 8x11 --nodes 200 --games 4 --balance 400", "small");
    folder.play("--size 20 --nodes 100 --games 2 --balance 400 --stones 12-12", "large");
    let files = "0 1 4 8 9 small large";
    assert_eq!(folder.run(&format!("verify {files}")), "26 games are sound\n");
    let stats = folder.run(&format!("stats {files}"));
    assert!(stats.starts_with("26 games, 26 distinct, "), "{stats}");
    for board in ["   0   15x15", "   4    8x11", "   0   20x20"] {
        assert!(stats.lines().any(|line| line.starts_with(board)), "{board} is not in\n{stats}");
    }
    for entry in entries(&folder.read("large")) {
        assert_eq!(entry.game.opening.len(), 12);
        assert!(entry.game.moves[0].score.value().abs() <= 400);
    }
}

#[test]
fn weights_are_fitted_that_tell_results_and_moves() {
    let folder = Folder::new();
    folder.play("--size 13 --nodes 100 --games 400 --balance 400", "games");
    let report = folder.run("fit games --out weights --epochs 40");
    let number = |begin: &str, before: &str| -> f64 {
        let line = report.lines().find(|line| line.starts_with(begin)).unwrap();
        line.split_once(before).unwrap().1.parse().unwrap()
    };
    // The cross-entropy of a coin is ln 2 = 0.69; moves in any order have a mean rank of about thirty.
    assert!(number("values, fitted", "cross-entropy of results ") < 0.6, "{report}");
    assert!(number("moves, held out", "mean rank ") < 6.0, "{report}");

    let text = String::from_utf8(folder.read("weights")).unwrap();
    let weights: Weights = text.parse().unwrap();
    // Two open threes are played rather than two ones, in whichever direction they lie.
    let attack = |lines: u16| weights.attack[Color::Black][usize::from(lines)];
    assert!(attack(0x8080) > attack(0x1010), "{report}");
    assert_eq!(attack(0x8080), attack(0x0088));
    assert_eq!(folder.run("fit games --out again --epochs 40"), report);
    assert_eq!(folder.read("again"), folder.read("weights"));
}

#[test]
fn text_says_the_same_as_the_records() {
    let folder = Folder::new();
    folder.play(SHORT, "records");
    let text = folder.run("text records");
    assert_eq!(text.lines().count(), 12);
    assert!(text.starts_with("1 8x11 "), "{text}");
    folder.write("text", text.as_bytes());
    assert_eq!(folder.run("text text"), text);
    let stats = folder.run("stats records");
    assert_eq!(folder.run("stats text"), stats.replace(", 1 run\n", "\n"));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = Folder::new();
    folder.write("notes", b"Buy milk.\n");
    folder.play("--size 11 --nodes 100 --games 1", "games");
    folder.play("--rule 4 --size 11 --nodes 100 --games 1", "renju");
    for (words, wanted) in [
        ("play --out notes", "games notes: byte 0: no record begins here"),
        ("play --size 11 --nodes 101 --games 1 --out games", "games games: byte 0: a game of another run"),
        ("play --out none/games", "games none/games: "),
        ("play --rule 2 --out new", "a continuous game has no result"),
        ("play --rule 5 --out new", "rule 5 is not supported"),
        ("play --stones 5-3 --out new", "5 is not within 1..3"),
        ("play --size 5 --stones 3-25 --out new", "an opening of 25 stones leaves no game to play"),
        ("play --draw-after 8 --out new", "an opening of 8 stones leaves no game to play"),
        ("play --shard 3/2 --out new", "shard 3 is not within 1..2"),
        ("play --balance 0 --nodes 1 --size 5 --out new", "game 0: none of 1000 random openings is found"),
        ("fit notes --out new", "games notes: line 1: 'Buy' is not a rule"),
        ("fit games --out none/weights", "weights none/weights: "),
        ("fit games --results 2 --out new", "--results 2 is not within 0..1"),
        ("fit games renju --out new", "the games are of several rules"),
        ("stats none", "games none: "),
        ("stats games notes", "games notes: line 1: 'Buy' is not a rule"),
        ("text", "<FILE>..."),
    ] {
        let (_, errors) = folder.fail(words);
        assert!(errors.contains(wanted), "{words}: {errors}");
    }
    assert_eq!(folder.read("notes"), b"Buy milk.\n");
}
