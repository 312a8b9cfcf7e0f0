//! The arena from outside: matches of the built executable, against itself and against engines that misbehave.
//!
//! This test brings its own `main`, because the misbehaving engine has to be some executable and is this one, started
//! with other arguments.

mod misbehaving;
mod recorded;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hanxing::board::parse_moves;
use hanxing::record::{psq, sgf};
use hanxing::rules::Rule;
use hanxing::tools::arena::referee::{DrawRules, Referee};
use libtest_mimic::{Arguments, Trial};
use misbehaving::Vice;
use recorded::{the_referee_agrees_with_another_one, the_statistics_agree_with_the_plain_formulas};
use serde_json::Value;

macro_rules! trials {
    ($($name:ident),* $(,)?) => {
        vec![$(Trial::test(stringify!($name), || {
            $name();
            Ok(())
        })),*]
    };
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if misbehaving::run(&arguments) {
        return ExitCode::SUCCESS;
    }
    let trials = trials![
        an_engine_that_does_not_start_loses,
        an_engine_that_does_not_move_loses,
        an_engine_that_moves_wrongly_loses,
        an_engine_that_floods_loses,
        an_engine_that_is_greedy_loses,
        what_is_only_bad_manners_does_not_lose,
        an_engine_that_does_not_leave_is_killed,
        the_other_games_go_on,
        engines_are_talked_to_as_piskvork_does,
        the_whole_board_is_sent_on_request,
        a_continuous_game_is_restarted_after_a_five,
        a_foul_in_a_continuous_game_is_shown_to_its_player_only,
        the_executable_plays_itself_and_the_records_agree,
        shards_add_up_to_the_whole,
        a_match_is_continued,
        a_round_robin_has_a_table,
        a_test_between_equals_accepts_h0,
        a_test_between_unequals_accepts_h1,
        a_test_at_a_time_control_decides_as_well,
        an_interrupted_match_leaves_nothing_behind,
        a_senseless_command_line_is_refused,
        the_referee_agrees_with_another_one,
        the_statistics_agree_with_the_plain_formulas,
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// An arena to be started, with a folder of its own.
struct Arena {
    command: Command,
    folder: PathBuf,
    /// What the arguments of every engine that it starts contain.
    mark: String,
}

impl Arena {
    fn new() -> Arena {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("arena-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(&mark);
        fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-hanxing"));
        command.current_dir(&folder).arg("arena").stdin(Stdio::null());
        Arena { command, folder, mark }
    }

    fn args(mut self, words: &str) -> Arena {
        self.command.args(words.split_whitespace());
        self
    }

    /// Adds an engine that has `vice`, named like it.
    fn with(mut self, vice: Vice, words: &str) -> Arena {
        let own = std::env::current_exe().unwrap();
        let log = self.folder.join(format!("{vice:?}.log"));
        let command = format!("cmd='{}' {vice:?} {} '{}'", own.display(), self.mark, log.display());
        self.command
            .arg("--engine")
            .arg(format!("name={vice:?}"))
            .arg(command)
            .args(words.split_whitespace());
        self
    }

    /// Adds the executable itself, behind pipes.
    fn with_program(mut self, words: &str) -> Arena {
        let command = format!("cmd='{}' --{}", env!("CARGO_BIN_EXE_pbrain-hanxing"), self.mark);
        self.command.arg("--engine").arg(command).args(words.split_whitespace());
        self
    }

    /// Plays and returns the results, after a look at whether anything is still running.
    fn play(self) -> Results {
        let json = self.folder.join("results.json");
        let mut arena = self.args("--json results.json");
        let output = arena.command.output().unwrap();
        assert_eq!(left_running(&arena.mark), Vec::<String>::new());
        let read = fs::read_to_string(&json);
        let read =
            read.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        Results { json: serde_json::from_str(&read).unwrap(), output, folder: arena.folder.clone() }
    }
}

/// Waits a moment for the processes whose command lines contain `mark` to be gone, which takes the system some time
/// after it has killed them, and returns what is still there.
fn left_running(mark: &str) -> Vec<String> {
    let start = Instant::now();
    while !running(mark).is_empty() && start.elapsed() < Duration::from_secs(1) {
        thread::sleep(Duration::from_millis(5));
    }
    running(mark)
}

fn running(mark: &str) -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let command_lines =
        processes.flatten().filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let command_lines = command_lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    command_lines.filter(|line| line.contains(mark)).collect()
}

struct Results {
    json: Value,
    output: Output,
    folder: PathBuf,
}

impl Results {
    fn engine(&self, name: &str) -> &Value {
        let engines = self.json["summary"]["engines"].as_array().unwrap();
        engines.iter().find(|engine| engine["name"] == name).unwrap()
    }

    fn games(&self) -> &Vec<Value> {
        self.json["games"].as_array().unwrap()
    }

    /// The games without what depends on the clock.
    fn moves(&self) -> Vec<(u64, Value, String)> {
        let game = |game: &Value| {
            let moves = game["moves"].as_str().unwrap().to_string();
            (game["game"].as_u64().unwrap(), game["winner"].clone(), moves)
        };
        self.games().iter().map(game).collect()
    }

    fn table(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).unwrap()
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap()
    }
}

/// An opponent that is there at once, and limits in which everything is found out soon.
const HASTE: &str = "--games 2 --tolerance 400 --start-limit 500 --engine hanxing nodes=100 --each tc=0/0.1";

/// Plays two games against an engine with `vice`, which has to lose both by `fault` and before long.
fn expect_loss(vice: Vice, words: &str, fault: &str) {
    let start = Instant::now();
    let results = Arena::new().args(HASTE).with(vice, words).play();
    assert!(start.elapsed() < Duration::from_secs(8), "{vice:?} took {:?}", start.elapsed());
    let name = format!("{vice:?}");
    let engine = results.engine(&name);
    assert_eq!(engine["faults"][fault], 2, "{vice:?}: {engine}");
    assert_eq!(engine["tally"]["losses"], 2);
    let lines = format!("{}{}", results.table(), String::from_utf8_lossy(&results.output.stderr));
    for wanted in
        [format!("{name} lost 2 by {}", fault.replace('-', " ")), format!("{name} against hanxing: ")]
    {
        assert!(lines.contains(&wanted), "no '{wanted}' in {lines}");
    }
    assert!(results.output.status.success());
}

// ---- Engines that misbehave ----

fn an_engine_that_does_not_start_loses() {
    for vice in [Vice::LeavesAtStart, Vice::DeafAtStart, Vice::RefusesStart] {
        expect_loss(vice, "", "no-start");
    }
    let results = Arena::new().args(HASTE).args("--engine name=missing cmd=/no/such/engine").play();
    assert_eq!(results.engine("missing")["faults"]["no-start"], 2);
}

fn an_engine_that_does_not_move_loses() {
    expect_loss(Vice::NeverMoves, "", "timeout");
    expect_loss(Vice::Dies, "", "crash");
}

fn an_engine_that_moves_wrongly_loses() {
    expect_loss(Vice::Garbage, "", "garbage");
    expect_loss(Vice::Garbage, "tc=0/60 --strict", "garbage");
    expect_loss(Vice::Chats, "--strict", "garbage");
    expect_loss(Vice::OffTheBoard, "", "illegal-move");
    expect_loss(Vice::OnAStone, "", "illegal-move");
}

fn an_engine_that_floods_loses() {
    expect_loss(Vice::FloodsMessages, "", "flood");
    expect_loss(Vice::FloodsMoves, "", "illegal-move");
}

fn an_engine_that_is_greedy_loses() {
    if cfg!(target_os = "linux") {
        expect_loss(Vice::Greedy, "mem=32M", "memory");
    }
    let results = Arena::new().args(HASTE).with(Vice::Greedy, "").args("--draw-after 6").play();
    assert_eq!(results.engine("Greedy")["tally"]["draws"], 2, "nothing is enforced that was not asked for");
}

fn what_is_only_bad_manners_does_not_lose() {
    for vice in [Vice::Late, Vice::Chats, Vice::FloodsErrors, Vice::Suggests, Vice::None] {
        let results =
            Arena::new().args(HASTE).with(vice, "").args("--draw-after 4 --messages said.txt").play();
        let engine = results.engine(&format!("{vice:?}"));
        assert_eq!(engine["tally"]["draws"], 2, "{vice:?}: {}", results.table());
        assert_eq!(engine["usage"]["late"], if vice == Vice::Late { 4 } else { 0 });
        assert_eq!((&engine["depth"], &engine["usage"]["nodes"]), (&3.0.into(), &4000.into()));
        assert!(results.text("said.txt").contains("    depth 3 n 1000\n"));
    }
}

fn an_engine_that_does_not_leave_is_killed() {
    // What is left running is looked for in every match.
    let results = Arena::new().args(HASTE).with(Vice::Stays, "").args("--draw-after 4").play();
    assert_eq!(results.engine("Stays")["usage"]["forced_departures"], 2);
    assert!(results.table().contains("Stays did not leave at END and was killed 2 times"));
    Arena::new().args(HASTE).with(Vice::LeavesAChild, "").args("--draw-after 4").play();
}

fn the_other_games_go_on() {
    let arena = Arena::new().args(HASTE).with(Vice::Dies, "").with(Vice::None, "").args("--concurrency 3");
    let results = arena.play();
    assert_eq!(results.games().len(), 6);
    assert_eq!(results.engine("Dies")["faults"]["crash"], 4);
    assert_eq!(results.engine("hanxing")["tally"]["wins"], 4);
    assert_eq!(results.engine("None")["tally"]["wins"], 2);
}

// ---- The dialogue ----

/// What the engine was told, games one after another, with `⏎` for a carriage return.
fn told(results: &Results, vice: Vice) -> Vec<String> {
    let log = results.text(&format!("{vice:?}.log"));
    log.lines().map(str::to_string).collect()
}

fn engines_are_talked_to_as_piskvork_does() {
    let limits = "tc=10/5+0.5 mem=64M depth=9 nodes=7 thread=2 info.folder=/tmp/a";
    let arena = Arena::new().with(Vice::None, limits).with(Vice::Suggests, "").args("--rect 6x5 --rule 1");
    let results = arena.args("--games 1 --draw-after 4").play();
    let expected = [
        "RECTSTART 6,5⏎",
        "INFO max_memory 67108864⏎",
        "INFO timeout_match 10000⏎",
        "INFO timeout_turn 5000⏎",
        "INFO game_type 2⏎",
        "INFO rule 1⏎",
        "INFO time_increment 500⏎",
        "INFO max_depth 9⏎",
        "INFO max_node 7⏎",
        "INFO thread_num 2⏎",
        "INFO folder /tmp/a⏎",
        "INFO time_left 10000⏎",
        "BEGIN⏎",
    ];
    let told_first = told(&results, Vice::None);
    assert_eq!(told_first[..expected.len()], expected);
    assert!(told_first[expected.len()].starts_with("INFO time_left 10"));
    assert_eq!(told_first[expected.len() + 1..], ["TURN 1,0⏎", "END⏎"]);
    let told_second = told(&results, Vice::Suggests);
    assert_eq!(
        told_second[1..6],
        [
            "INFO max_memory 367001600⏎",
            "INFO timeout_match 0⏎",
            "INFO timeout_turn 1000⏎",
            "INFO game_type 2⏎",
            "INFO rule 1⏎",
        ]
    );
    let rest = ["INFO time_left 2147483647⏎", "TURN 2,0⏎", "PLAY 3,0⏎", "END⏎"];
    assert_eq!(told_second[6..9], ["INFO time_left 2147483647⏎", "TURN 0,0⏎", "PLAY 1,0⏎"]);
    assert_eq!(told_second[9..], rest);
}

fn the_whole_board_is_sent_on_request() {
    let arena = Arena::new().with(Vice::None, "").with(Vice::Suggests, "").args("--games 1 --draw-after 4");
    let results = arena.args("--sendboard").play();
    let told = told(&results, Vice::None);
    let board = ["BOARD⏎", "0,0,1⏎", "1,0,2⏎", "DONE⏎", "END⏎"];
    assert_eq!(told[told.len() - board.len()..], board);
}

fn a_continuous_game_is_restarted_after_a_five() {
    for vice in [Vice::None, Vice::CannotRestart] {
        let arena = Arena::new().args("--engine hanxing nodes=50").with(vice, "");
        let results = arena.args("--rule 2 --size 8 --games 1").play();
        let [game] = &results.games()[..] else { panic!("one game") };
        assert_eq!(game["winner"], 0);
        assert_eq!(game["reason"], "points");
        let told = told(&results, vice);
        let starts = told.iter().filter(|line| line.starts_with("START")).count();
        let restarts = told.iter().filter(|line| line.starts_with("RESTART")).count();
        assert!(restarts > 0 && told.contains(&"INFO rule 2⏎".to_string()));
        assert_eq!(starts, if vice == Vice::None { 1 } else { restarts + 1 });
        assert!(told.iter().filter(|line| line.ends_with(",3⏎")).count() >= 5);
    }
}

fn a_foul_in_a_continuous_game_is_shown_to_its_player_only() {
    let arena = Arena::new().with(Vice::None, "").with(Vice::Late, "");
    // White fills a1, black the gap between b1 c1 d1 and f1 g1, which makes an overline.
    fs::write(arena.folder.join("opening.txt"), "b1b8g1d8c1f8h5h8d1c6f1\n").unwrap();
    let results =
        arena.args("--openings opening.txt --rule 6 --size 8 --games 1 --draw-after 16 --each tc=0/5").play();
    let [game] = &results.games()[..] else { panic!("one game") };
    assert_eq!(game["moves"], "b1b8g1d8c1f8h5h8d1c6f1a1e1h1a2b2");
    assert_eq!((&game["winner"], &game["reason"]), (&1.into(), &"points".into()));

    let offender = told(&results, Vice::None);
    let again = offender.iter().rposition(|line| line == "RESTART⏎").expect("the offender is restarted");
    let boards = offender.iter().filter(|line| *line == "BOARD⏎").count();
    assert_eq!((boards, offender.iter().filter(|line| line.starts_with("TURN")).count()), (2, 0));
    let dead: Vec<_> = offender[again..].iter().filter(|line| line.ends_with(",3⏎")).collect();
    assert_eq!(dead, ["4,0,3⏎"]);
    let opponent = told(&results, Vice::Late);
    let last = ["INFO time_left 2147483647⏎", "TURN 4,0⏎", "INFO time_left 2147483647⏎", "TURN 0,1⏎", "END⏎"];
    assert_eq!(opponent[opponent.len() - last.len()..], last);
    assert!(!opponent.contains(&"RESTART⏎".to_string()));
}

// ---- Matches ----

/// Deterministic games.
const REPEATABLE: &str =
    "--each nodes=150 --engine name=a hanxing --engine name=b hanxing nodes=80 --games 8 --seed 3";

/// A file of openings in the folder of the arena.
fn openings(arena: Arena) -> Arena {
    fs::write(arena.folder.join("openings.txt"), "# four\nh8i9\nh8h9j10\n0,0, 2,2\nc3d5g7\n").unwrap();
    arena.args("--openings openings.txt --shuffle --symmetry")
}

fn the_executable_plays_itself_and_the_records_agree() {
    let arena = openings(Arena::new()).with_program("name=a nodes=300").with_program("name=b nodes=200");
    let results = arena.args("--games 4 --concurrency 2 --rule 4 --psq psq --sgf games.sgf").play();
    assert!(results.output.status.success());
    assert_eq!(results.games().len(), 4);
    let rule = Rule::try_from(4).unwrap();
    let records = sgf::read(&results.text("games.sgf")).unwrap();
    assert_eq!(records.len(), 4);
    for game in results.games() {
        let moves = game["moves"].as_str().unwrap();
        let record = records.iter().find(|record| record.moves_in_a_word() == moves).unwrap();
        let mut referee = Referee::new(record.geometry, rule, DrawRules::default());
        let ends: Vec<_> = parse_moves(record.geometry, moves)
            .unwrap()
            .into_iter()
            .map(|point| referee.play(point))
            .collect();
        let last = ends.last().unwrap().clone().unwrap().expect("the game is over");
        assert_eq!(game["winner"].is_null(), last.winner.is_none());
        let psq = results.text(&format!("psq/{:05}.psq", game["game"].as_u64().unwrap() + 1));
        assert_eq!(psq::read(&psq, rule).unwrap().moves_in_a_word(), moves);
        let [black, white] = &record.names.0;
        let end = format!("\r\n{black}\r\n{white}\r\n0\r\n");
        assert!(psq.starts_with("Piskvorky 15x15, 11:11, 0\r\n") && psq.ends_with(&end), "{psq}");
        assert_eq!(psq.matches("\r\n").count(), 1 + record.moves.len() + 3, "{psq}");
    }
    for name in ["a", "b"] {
        let engine = results.engine(name);
        assert!(
            engine["depth"].as_f64().unwrap() > 0.5 && engine["nodes_per_second"].as_f64().unwrap() > 100.0
        );
    }
}

fn shards_add_up_to_the_whole() {
    let whole = openings(Arena::new()).args(REPEATABLE).play();
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let part = openings(Arena::new()).args(REPEATABLE).args("--shard").args(shard).play();
        part.folder.join("results.json").display().to_string()
    });
    let merged = Arena::new().args("merge").args(&parts.join(" ")).play();
    assert_eq!(merged.moves(), whole.moves());
    assert_eq!(merged.json["summary"]["pairs"], whole.json["summary"]["pairs"]);
    assert_eq!(whole.games().len(), 8);

    let mut twice =
        Arena::new().args("merge").args(&[&parts[0], &parts[1], &parts[0]].map(String::as_str).join(" "));
    assert!(twice.command.output().unwrap().status.success(), "the same file twice changes nothing");
    let other = Arena::new().args(REPEATABLE).args("--games 2").play().folder.join("results.json");
    let mut mixed = Arena::new().args("merge").args(&parts[0]).args(&other.display().to_string());
    let refusal = mixed.command.output().unwrap();
    let refusal = String::from_utf8_lossy(&refusal.stderr).into_owned();
    assert!(refusal.contains("they differ in games, openings, shuffle, symmetry"), "{refusal}");
}

fn a_match_is_continued() {
    let whole = openings(Arena::new()).args(REPEATABLE).play();
    let resumed = openings(Arena::new()).args(REPEATABLE).args("--continue");
    let mut half = whole.json.clone();
    half["games"].as_array_mut().unwrap().retain(|game| game["game"].as_u64().unwrap() % 3 != 0);
    fs::write(resumed.folder.join("results.json"), half.to_string()).unwrap();
    let resumed = resumed.play();
    assert_eq!(resumed.moves(), whole.moves());
    let kept = |results: &Results| results.games()[1]["usage"].clone();
    assert_eq!(kept(&resumed), kept(&whole), "a game that had been played was played again");
}

fn a_round_robin_has_a_table() {
    let engines = "--engine name=c hanxing nodes=50 --sgf games.sgf";
    let results = openings(Arena::new()).args(REPEATABLE).args(engines).args("--concurrency 2").play();
    assert_eq!(results.games().len(), 24);
    let table = results.table();
    assert_eq!(table.lines().filter(|line| line.starts_with(['a', 'b', 'c'])).count(), 3 + 3 + 3, "{table}");
    assert_eq!(results.json["summary"]["pairs"].as_array().unwrap().len(), 3);
}

fn a_test_between_equals_accepts_h0() {
    let arena =
        openings(Arena::new()).args("--each nodes=100 --engine name=a hanxing --engine name=b hanxing");
    let results = arena.args("--games 1000 --sprt elo0=0 elo1=200").play();
    assert_eq!(results.json["summary"]["sprt"]["decision"], "H0", "{}", results.table());
    // Without any chance both games from an opening have the same moves.
    let pairs = results.json["summary"]["pairs"][0]["tally"]["pairs"].clone();
    assert!(pairs[2].as_u64().unwrap() < 20 && results.games().len() < 45, "{pairs}");
    assert!(results.table().contains("H0 accepted") && results.output.status.success());
}

fn a_test_between_unequals_accepts_h1() {
    let arena = openings(Arena::new()).args("--engine hanxing nodes=300 --engine sparring:weights");
    let results = arena.args("--games 1000 --sprt elo1=200").play();
    assert_eq!(results.json["summary"]["sprt"]["decision"], "H1", "{}", results.table());
    assert!(results.games().len() < 60);
}

fn a_test_at_a_time_control_decides_as_well() {
    let decision = |engines: &str, test: &str| {
        let arena = openings(Arena::new()).args("--each tc=0/0.02").args(engines);
        let results = arena.args("--games 1000 --sprt elo0=0").args(test).play();
        assert!(results.games().len() < 200, "{}", results.table());
        results.json["summary"]["sprt"]["decision"].clone()
    };
    // Chance plays a part here: that it makes one of two equals look that strong happens once in a thousand times.
    let equals = "--engine name=a hanxing --engine name=b hanxing";
    assert_eq!(decision(equals, "elo1=400 alpha=0.001 beta=0.01"), "H0");
    assert_eq!(decision("--engine hanxing --engine sparring:weights", "elo1=100"), "H1");
}

fn an_interrupted_match_leaves_nothing_behind() {
    if !cfg!(unix) {
        return;
    }
    let arena = Arena::new().with(Vice::NeverMoves, "tc=0/100").with(Vice::Stays, "").args("--concurrency 2");
    let mut arena = arena.args("--json results.json");
    let child = arena.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while running(&arena.mark).len() < 2 && start.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
    }
    let signal = Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap();
    assert!(signal.success());
    let interrupted = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(4), "{:?}", interrupted.elapsed());
    assert_eq!(left_running(&arena.mark), Vec::<String>::new());
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("interrupted with 100 games to go"), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("NeverMoves"));
    assert!(arena.folder.join("results.json").exists());
}

fn a_senseless_command_line_is_refused() {
    for (words, wanted) in [
        ("--engine hanxing", "a match needs two engines"),
        ("--engine hanxing --engine hanxing", "two engines are called hanxing"),
        ("--engine hanxing --engine foo", "there is no built-in engine 'foo'"),
        ("--engine hanxing --engine name=x hanxing speed=1", "there is no engine option 'speed'"),
        ("--engine hanxing --engine name=x hanxing tc=1/x", "'x' is no number of seconds"),
        ("--engine hanxing --engine name=x hanxing --openings none.txt", "openings none.txt"),
        ("--engine hanxing --engine name=x hanxing --rule 5", "rule 5 is not supported"),
        ("--engine hanxing --engine name=x hanxing --size 4", "board size 4x4"),
        ("--engine hanxing --engine name=x hanxing --shard 3/2", "shard 3 is not within 1..2"),
        ("--engine hanxing --engine name=x hanxing --sprt elo1=-1", "elo0 0 is not below elo1 -1"),
        ("--engine hanxing --engine name=x hanxing --continue", "--json"),
        ("merge none.json", "results none.json"),
    ] {
        let output = Arena::new().args(words).command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(wanted), "{words}: {errors}");
    }
}
