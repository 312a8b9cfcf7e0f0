//! The tool `solve` through the built executable: what it finds, what it says of proofs, and what it cannot use.

mod common;

use std::path::PathBuf;
use std::process::Output;
use std::{fs, str};

use common::run_tool;

/// A four with a three wins for black at j8, whose far end is blocked.
const FOUR_THREE: &str = "g8f8h8a1i8a3j6c1j7e1";
/// Nothing that fours could win.
const QUIET: &str = "h8i9";

/// Runs the tool with `words` as its arguments and `input` on standard input.
fn solve(words: &[&str], input: &str) -> Output {
    run_tool("solve", words, input)
}

/// What the tool prints where all is fine, without the times.
fn text(words: &[&str], input: &str) -> String {
    let output = solve(words, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines().map(|line| {
        let at = line.rfind([',', '，']).filter(|_| line.ends_with(" s") || line.ends_with(" 秒"));
        format!("{}\n", &line[..at.unwrap_or(line.len())])
    });
    lines.collect()
}

/// What the tool says on its one line, leaving with `status`.
fn refusal(status: i32, words: &[&str], input: &str) -> String {
    let output = solve(words, input);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {output:?}");
    let line = str::from_utf8(&output.stderr).expect("text");
    assert_eq!(line.lines().count(), 1, "{line}");
    line.trim_end().strip_prefix("error: ").expect("an error").to_string()
}

fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a path of characters").to_string()
}

/// A file with that text, for this test alone.
fn file(name: &str, text: &str) -> String {
    let path = path(name);
    fs::write(&path, text).expect("a file can be written");
    path
}

/// A win that a search for any win finds in a roundabout way.
const LONG: &str = "k4l8k9l10l7k7m9k10l9j9n9o9m8o10m10m7j5k6i6h7j7k8i8k5l6o8o7j4h8o12o11g8f6i5g7i9h10h11e7j11i10j12j10i11g10f10f11h9k11e5h4g5h5h6d6f7c6e6d5e4e3d3f5d4d11m12d9l12k12l11n13l13l14j14d8d7h13k14n11g9f9j13j15l2k3g12";

#[test]
fn a_win_is_shown_in_words_and_on_the_board() {
    let board = "
   a  b  c  d  e  f  g  h  i
 1 O  .  .  .  .  4  .  .  O
 2 .  .  .  .  .  3  .  .  .
 3 .  O  X  X  X  1  2  .  .
 4 .  .  .  .  .  X  .  .  .
 5 .  .  .  .  .  X  .  .  .
 6 O  .  .  .  .  5  .  .  O
";
    let page = |lang| text(&["--vcf", "--rect", "9x6", "--lang", lang, "c3b3d3a1e3i1f4a6f5i6"], "");
    let english =
        "win for black in 5 plies\n  1  f3 four+three\n  2  g3\n  3  f2 open four\n  4  f1\n  5  f6 five";
    let chinese = "黑胜，5 手\n  1  f3 四三\n  2  g3\n  3  f2 活四\n  4  f1\n  5  f6 五连";
    assert_eq!(page("en"), format!("{english}{board}proof of 5 steps, checked in 85 positions\n2 nodes\n"));
    assert_eq!(page("zh"), format!("{chinese}{board}证明 5 步，已核验 85 个局面\n2 节点\n"));
}

/// Two twos of white that cross at f6.
const DOUBLE_THREE: &str = "\
X.........X
..X........
...........
...........
...........
......OO...
.....O.....
.....O.....
...........
...........
X.........X
";

/// The same at e3, with no more room for either three than a four with two fives needs, and black at all ends. The one
/// answer at an end of such a four blocks the other five on both sides.
const TIGHT_DOUBLE_THREE: &str = "\
####X###
####.###
X.OO...X
####O###
####O###
####.###
####.###
X###X###
";

/// A three, and a four to it if six in a row win, at both of whose ends black stands.
const BLOCKED_SIX: &str = "\
####.###
####.###
XOO..OOX
####O###
####O###
X###.###
X#X#.###
X###.##X
";

/// A move at f5 that makes neither four nor three, but of each of two fours a four with a three.
const QUIET_MOVE: &str = "\
X####.####X
#####.#####
#XOOO..####
#####O#.###
###...O...#
#####.#O###
#####.#O###
#######O###
#######X###
X#X#X#X#X##
";

/// What the tool says first of the diagram under the rule of that number.
fn verdict(rule: &str, options: &[&str], diagram: &str) -> String {
    let words = [&["--nodes", "100000", "--rule", rule], options, &[diagram]].concat();
    text(&words, "").lines().next().unwrap_or_default().to_string()
}

#[test]
fn threes_win_where_fours_do_not() {
    let diagram = file("solve double three.txt", DOUBLE_THREE);
    for rule in ["0", "1", "4", "8", "9"] {
        assert_eq!(verdict(rule, &["--vcf"], &diagram), "no win by fours", "rule {rule}");
        for options in [&[][..], &["--vct"]] {
            assert_eq!(verdict(rule, options, &diagram), "win for white in 5 plies", "rule {rule}");
        }
    }
}

#[test]
fn a_five_that_is_blocked_on_both_sides_wins_where_the_rule_says_so() {
    let diagram = file("solve tight double three.txt", TIGHT_DOUBLE_THREE);
    for rule in ["0", "1", "4"] {
        assert_eq!(verdict(rule, &[], &diagram), "win for white in 5 plies", "rule {rule}");
    }
    for rule in ["8", "9"] {
        assert_eq!(verdict(rule, &[], &diagram), "no win by threats", "rule {rule}");
    }
}

#[test]
fn six_that_are_blocked_on_both_sides_win_where_the_rule_says_so() {
    let diagram = file("solve blocked six.txt", BLOCKED_SIX);
    for rule in ["0", "4", "8"] {
        assert_eq!(verdict(rule, &[], &diagram), "win for white in 5 plies", "rule {rule}");
    }
    for rule in ["1", "9"] {
        assert_eq!(verdict(rule, &[], &diagram), "no win by threats", "rule {rule}");
    }
}

#[test]
fn threats_have_names() {
    let diagram = file("solve names.txt", DOUBLE_THREE);
    let english = text(&["--nodes", "100000", &diagram], "");
    assert!(english.contains("\n  1  f6 double three\n"), "{english}");
    let chinese = text(&["--nodes", "100000", "--lang", "zh", &diagram], "");
    assert!(chinese.starts_with("白胜，5 手\n  1  f6 双活三\n"), "{chinese}");
    assert!(chinese.contains(" 活四\n") && chinese.contains(" 五连\n"), "{chinese}");

    let diagram = file("solve quiet move.txt", QUIET_MOVE);
    let english = text(&["--nodes", "100000", "--shortest", &diagram], "");
    assert!(english.contains("\n  1  f5 quiet move\n"), "{english}");
    let chinese = text(&["--nodes", "100000", "--shortest", "--lang", "zh", &diagram], "");
    assert!(chinese.starts_with("白胜，7 手\n  1  f5 做杀\n"), "{chinese}");
}

#[test]
fn what_does_not_win_is_said_so() {
    assert_eq!(text(&[QUIET], ""), "no win by threats\n3231 nodes\n");
    assert_eq!(text(&["--lang", "zh", QUIET], ""), "无连续进攻胜（VCT）\n3231 节点\n");
    assert_eq!(text(&["--vcf", QUIET], ""), "no win by fours\n1 nodes\n");
    assert_eq!(text(&["--vcf", "--time", "0.5", "--lang", "zh", QUIET], ""), "无冲四胜（VCF）\n1 节点\n");
    assert_eq!(text(&["--vcf", "--nodes", "1", FOUR_THREE], ""), "unknown\n1 nodes\n");
}

#[test]
fn a_shorter_win_is_found_if_asked_for() {
    let first_line = |words: &[&str]| text(words, "").lines().next().unwrap_or_default().to_string();
    assert_eq!(first_line(&["--vcf", "--nodes", "100000", LONG]), "win for black in 17 plies");
    assert_eq!(first_line(&["--vcf", "--nodes", "100000", "--shortest", LONG]), "win for black in 11 plies");
    // The length that an exhaustive search holds the solver to in tests/solver.rs.
    let diagram = file("solve shortest.txt", QUIET_MOVE);
    assert_eq!(verdict("0", &[], &diagram), "win for white in 9 plies");
    assert_eq!(verdict("0", &["--shortest"], &diagram), "win for white in 7 plies");
}

#[test]
fn a_stream_has_a_line_for_each_position_and_a_summary() {
    let input = format!("{FOUR_THREE}\n\n0 15 {FOUR_THREE} 5\r\n1 20 {QUIET} 15\n  4 19x15 {QUIET} 17\n");
    let found = "win for black in 5 plies";
    let line = "j8 four+three, k8, j5 open four, j4, j9 five; 2 nodes";
    let expected = format!(
        "1: {found}; {line}\n2: {found} (known: 5); {line}\n3: no win by fours (known: 15); 1 nodes\n\
         4: no win by fours (known: 17); 1 nodes\nproved 1 of 2 with n <= 15, 2 of 4 in all, 6 nodes\n"
    );
    assert_eq!(text(&["--vcf", "-"], &input), expected);
    // Two positions on the command line are a stream as well.
    let two = text(&["--vcf", "--lang", "zh", FOUR_THREE, QUIET], "");
    assert_eq!(two, {
        "1: 黑胜，5 手; j8 四三，k8，j5 活四，j4，j9 五连; 2 节点\n2: 无冲四胜（VCF）; 1 节点\n证得 1/2，3 节点\n"
    });
}

#[test]
fn a_proof_is_written_and_checked() {
    let written = path("solve proof.txt");
    text(&["--vcf", "--proof", &written, FOUR_THREE], "");
    let expected = "proved: black wins in 5 plies (427 positions replayed)\n";
    assert_eq!(text(&["--check", &written], ""), expected);
    assert_eq!(text(&["--check", &written, "--lang", "zh"], ""), "证明成立：黑胜，5 手（重演 427 个局面）\n");

    let proof = fs::read_to_string(&written).expect("the proof");
    let spoilt = |from: &str, to: &str| {
        assert!(proof.contains(from), "{from} in\n{proof}");
        file("solve spoilt.txt", &proof.replacen(from, to, 1))
    };
    let refuted = |from: &str, to: &str| refusal(1, &["--check", &spoilt(from, to)], "");
    assert_eq!(refuted("j8 k8:3", "j8"), "not proved: after j8 k8 k8 the attack is on no empty point");
    assert_eq!(refuted("\n5 j8", "\n5 a2"), "not proved: after a2 b1 k8 d1 the answer wins");
    assert_eq!(refuted("plies 5", "plies 3"), "not proved: the win takes 5 plies, not 3");
    let unreadable = spoilt("5 j8", "6 j8");
    assert_eq!(refusal(2, &["--check", &unreadable], ""), format!("{unreadable}: line 25: expected step 5"));
    let missing = refusal(2, &["--check", "none.txt"], "");
    assert!(missing.starts_with("none.txt: "), "{missing}");
}

#[test]
fn a_proof_that_cannot_be_written_is_told() {
    let unwritten = path("solve no proof.txt");
    let none = refusal(1, &["--vcf", "--proof", &unwritten, QUIET], "");
    assert_eq!(none, format!("there is no win, so {unwritten} has not been written"));
    assert!(!PathBuf::from(&unwritten).exists());
    for words in [&["--vcf", "--proof", "x", QUIET, FOUR_THREE][..], &["--vcf", "--proof", "x", "-"]] {
        let input = format!("{QUIET}\n{QUIET}\n");
        assert_eq!(refusal(2, words, &input), "--proof is for one position, not 2");
    }
}

#[test]
fn a_bad_position_is_one_line_and_status_2() {
    let refused = |words: &[&str], input: &str| {
        let words = [&["--vcf"], words].concat();
        assert!(solve(&words, input).stdout.is_empty(), "{words:?}");
        refusal(2, &words, input)
    };
    assert_eq!(refused(&["h8p9"], ""), "'p9' is not a point of the board");
    assert_eq!(refused(&[QUIET, "h8h8"], ""), "h8 is occupied");
    assert_eq!(refused(&["a1a2b1b2c1c2d1d2e1"], ""), "the game is over, black has won");
    let unbalanced = file("solve unbalanced.txt", "XX...\n.X...\n....O\n.....\n.....\n");
    assert_eq!(refused(&[&unbalanced], ""), {
        format!("{unbalanced}: no game has 3 black and 1 white stones, with black to begin")
    });
    let stream = |lines: &str| refused(&["-"], &format!("{QUIET}\n\n{lines}\n"));
    assert_eq!(stream("h8h8"), "standard input, line 3: h8 is occupied");
    assert_eq!(stream("0 15"), "standard input, line 3: expected 'rule size moves n'");
    assert_eq!(stream("0 4 h8"), {
        "standard input, line 3: expected 'rule size moves n': two numbers are needed, as 20x10"
    });
    assert_eq!(stream("5 15 h8"), {
        "standard input, line 3: rule 5 is not supported (0, 1, 4, 8, 9, each with 2 added for a continuous game)"
    });
    assert_eq!(refused(&["-", "--size", "20"], "0 15 h8"), {
        "standard input, line 1: the board is 15x15, not 20x20"
    });
}

#[test]
fn what_to_solve_has_to_be_said() {
    let senseless: &[&[&str]] = &[
        &[],
        &["--vct"],
        &["--vcf"],
        &["--vct", "--vcf", QUIET],
        &["--vct", "--check", "x"],
        &["--vcf", "--check", "x"],
        &["--nodes", "1", "--time", "1", QUIET],
        &["--time", "-1", QUIET],
    ];
    for words in senseless {
        let output = solve(words, "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}: {output:?}");
    }
}
