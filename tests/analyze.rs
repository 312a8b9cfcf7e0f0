//! The tool `analyze` through the built executable: what it prints, and what it says about positions it cannot use.

mod common;

use std::path::PathBuf;
use std::process::Output;
use std::{fs, str};

use common::run_tool;
use hanxing::board::{Cell, Geometry, parse_point};
use hanxing::record::Setup;
use hanxing::sparring::{Partner, weight_map};

/// Runs the tool with `words` as its arguments and `input` on standard input.
fn analyze(words: &[&str], input: &str) -> Output {
    run_tool("analyze", words, input)
}

/// What the tool prints about a position that is fine.
fn table(words: &[&str], input: &str) -> String {
    let output = analyze(&[&["--weights"], words].concat(), input);
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What the tool says about a position that is not, on its one line.
fn refusal(words: &[&str], input: &str) -> String {
    let output = analyze(&[&["--weights"], words].concat(), input);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}: {output:?}");
    let line = str::from_utf8(&output.stderr).expect("text");
    assert_eq!(line.lines().count(), 1, "{line}");
    line.trim_end().strip_prefix("error: ").expect("an error").to_string()
}

/// A file with that text, for this test alone.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("a path of characters").to_string()
}

#[test]
fn the_map_of_weights_has_the_shape_of_the_board() {
    let expected = "\
weights for white, best d2 with 70
    a   b   c   d   e   f   g
 1  .   .   .   .   .   .   .
 2  .   .  20  70* 60   .   .
 3  .  30  20   X  20  30   .
 4  .   .  20  50  20   .   .
 5  .   .   .   .   .   .   .
";
    assert_eq!(table(&["--rect", "7x5", "d3"], ""), expected);
}

#[test]
fn every_weight_and_stone_of_a_large_board_is_where_it_belongs() {
    let moves = "aa12z11ab10y13ac14ae31z13z12a1";
    let setup = Setup::read(moves, None, Geometry::new(32, 32).ok()).unwrap();
    let geometry = setup.grid.geometry();
    let weights = weight_map(&setup.grid, setup.to_move);
    let best = Partner::Weights.choose(&setup.grid, setup.to_move, 0).unwrap();

    let table = table(&["--size", "32", moves], "");
    let mut lines = table.lines();
    assert!(lines.next().unwrap().starts_with("weights for white, best "));
    let letters: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!((letters.len(), letters[25], letters[31]), (32, "z", "af"));
    let mut points = 0;
    for line in lines {
        let mut cells = line.split_whitespace();
        let row = cells.next().unwrap();
        for (letter, cell) in letters.iter().zip(cells) {
            let point = parse_point(geometry, &format!("{letter}{row}")).unwrap();
            let expected = match (setup.grid.get(point), weights[point.index()]) {
                (Cell::Black, _) => "X".to_string(),
                (Cell::White, _) => "O".to_string(),
                (_, weight) if point == best => format!("{weight}*"),
                (_, 0) => ".".to_string(),
                (_, weight) => weight.to_string(),
            };
            assert_eq!(cell, expected, "{letter}{row}");
            points += 1;
        }
    }
    assert_eq!(points, geometry.points());
}

#[test]
fn every_form_of_a_position_gives_the_same_map() {
    let expected = table(&["--size", "9", "e5f6d4"], "");
    let diagram = Setup::read("e5f6d4", None, Geometry::new(9, 9).ok()).unwrap().grid.to_string();
    let psq = file("analyze.psq", "Piskvorky 9x9, 11:11, 0\r\n5,5,0\r\n6,6,12\r\n4,4,7\r\na\r\nb\r\n0\r\n");
    let sgf = file("analyze.sgf", "(;FF[4]GM[4]SZ[9];B[ee];W[ff];B[dd])\n");
    let drawn = file("analyze.txt", &diagram);
    let written = file("analyze moves.txt", "e5 f6\nd4\n");
    for (words, input) in [
        (&["E5 f6 d4", "--size", "9"][..], ""),
        (&[&psq], ""),
        (&[&sgf, "--rule", "0"], ""),
        (&[&drawn, "--size", "9"], ""),
        (&[&written, "--size", "9"], ""),
        (&["-"], &diagram),
        (&["-", "--size", "9"], "e5f6d4\r\n"),
    ] {
        assert_eq!(table(words, input), expected, "{words:?}");
    }
}

#[test]
fn an_empty_board_is_opened_in_the_middle() {
    let table = table(&[], "");
    assert!(table.starts_with("weights for black, best h8 with 0\n"), "{table}");
    assert_eq!((table.lines().count(), table.matches("0*").count()), (2 + 15, 1));
}

#[test]
fn a_bad_position_is_one_line_and_status_2() {
    assert_eq!(refusal(&["h8p9"], ""), "'p9' is not a point of the board");
    assert_eq!(refusal(&["h8i9h8"], ""), "h8 is occupied");
    assert_eq!(refusal(&["a1a2b1b2c1c2d1d2e1"], ""), "the game is over, black has won");
    let overline = "a1a15b1b15c1d15e1e15f1g15d1";
    assert_eq!(refusal(&["--rule", "4", overline], ""), "the game is over, white has won");
    assert!(table(&["--rule", "1", overline], "").starts_with("weights for white"));
    assert_eq!(refusal(&["-"], "(;B[zz])"), "standard input: SGF: B[zz] means nothing here");
    assert_eq!(
        refusal(&["-", "--size", "15"], ".....\n"),
        "standard input: board size 5x1 is not within 5..32"
    );
    let psq = file("analyze bad.psq", "Piskvorky 9x9, 11:11, 0\r\n10,5,0\r\n");
    assert_eq!(
        refusal(&[&psq], ""),
        format!("{psq}: PSQ, line 2: expected column,row,milliseconds on the board")
    );
    let missing = refusal(&["none.psq"], "");
    assert!(
        missing.starts_with("'none.psq' is neither moves, as h8i9, nor a file that can be read: "),
        "{missing}"
    );
}

#[test]
fn what_to_analyze_has_to_be_said() {
    for words in [&[][..], &["h8i9"], &["--weights", "--size", "4"], &["--weights", "--rule", "5", "h8"]] {
        let output = analyze(words, "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}: {output:?}");
    }
    let errors = analyze(&["h8i9"], "").stderr;
    assert!(String::from_utf8_lossy(&errors).contains("--weights"));
}
