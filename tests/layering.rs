//! The house rules that the compiler does not know: which module may use which, where `unsafe` may stand, and who may
//! write to the standard streams.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src/` by row; a module uses only those in rows above its own.
const ROWS: [&[&str]; 13] = [
    &["base"],
    &["board"],
    &["rules"],
    &["pattern"],
    &["position", "record"],
    &["eval", "solver"],
    &["search"],
    &["opening", "sparring"],
    &["engine"],
    &["protocol"],
    &["tools"],
    &["cli"],
    &["main"],
];

/// The only folder with `unsafe` code.
const UNSAFE_CODE: &str = "eval/nnue/simd";
/// Who may write to standard output and standard error: the one writer of the protocol, and what people call by name.
const PRINTERS: [&str; 3] = ["protocol/session", "tools", "cli"];
const PRINTING_MACROS: [&str; 5] = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];

fn row(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

/// What is wrong with the file at `path`, relative to `src/` and without `.rs`.
fn faults(path: &str, source: &str) -> Vec<String> {
    let code = without_comments(source);
    let own = path.split('/').next().unwrap_or(path);
    let mut faults = Vec::new();
    match row(own) {
        // The list of modules is no module.
        None if path == "lib" => {}
        None => faults.push(format!("{own} has no row")),
        Some(own_row) => {
            let is_above = |used: &str| row(used).is_some_and(|row| row < own_row);
            let wrong = used_modules(path, &code).into_iter().filter(|used| *used != own && !is_above(used));
            faults.extend(wrong.map(|used| format!("{own} uses {used}")));
        }
    }
    if !is_under(path, UNSAFE_CODE) && words(&code).any(|word| word == "unsafe") {
        faults.push("unsafe code".to_string());
    }
    if !PRINTERS.iter().any(|printer| is_under(path, printer)) {
        let printing = words(&code).filter(|word| PRINTING_MACROS.contains(word));
        faults.extend(printing.map(|word| format!("calls {word}")));
    }
    faults
}

fn is_under(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Identifiers, with the exclamation mark if they call a macro.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '!').filter(|word| !word.is_empty())
}

/// The modules that follow the crate's root, one by one or in braces, in imports and in paths.
fn used_modules<'a>(path: &str, code: &'a str) -> Vec<&'a str> {
    let mut modules = after(code, "crate::");
    modules.extend(after(code, "hanxing::"));
    // So many steps up lead to the root, but for code in a module of its own within the file.
    let depth = path.split('/').filter(|name| *name != "mod").count();
    modules.extend(after(code, &"super::".repeat(depth)).into_iter().filter(|name| row(name).is_some()));
    modules
}

/// The names that come next wherever `code` has the path `root`.
fn after<'a>(code: &'a str, root: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for rest in code.split(root).skip(1) {
        match rest.chars().next() {
            Some('{') => names.extend(heads_of_group(&rest[1..])),
            Some('*') => {}
            _ => names.extend(words(rest).next()),
        }
    }
    names
}

/// The first word of each member of a group in braces, whose opening brace has been read.
fn heads_of_group(group: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut ends = Vec::new();
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                ends.push(at);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).filter_map(|(start, end)| words(&group[start..end]).next()).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn every_module_keeps_to_its_row() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&src);
    assert!(files.len() > 10, "only {} files under {}", files.len(), src.display());
    let mut all = Vec::new();
    for file in files {
        let path = file.strip_prefix(&src).unwrap().with_extension("");
        let path = path.to_str().unwrap().replace('\\', "/");
        let found = faults(&path, &fs::read_to_string(&file).unwrap());
        all.extend(found.into_iter().map(|fault| format!("src/{path}.rs: {fault}")));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let search = |source: &str| faults("search/node", source);
    assert_eq!(search("use crate::engine::Engine;"), ["search uses engine"]);
    assert_eq!(search("use hanxing::opening::swap2;"), ["search uses opening"]);
    assert_eq!(search("let e = crate::engine::Engine::new();"), ["search uses engine"]);
    assert_eq!(
        search("use crate::{base::{Color, Score}, protocol::{wire, session}, board};\nuse std::{engine};"),
        ["search uses protocol"]
    );
    assert_eq!(
        search("use crate::{\n    cli,\n    unheard_of as base,\n};"),
        ["search uses cli", "search uses unheard_of"]
    );
    assert_eq!(search("use super::super::engine::Engine;"), ["search uses engine"]);
    assert_eq!(faults("search/mod", "use super::engine::Engine;"), ["search uses engine"]);
    assert_eq!(faults("eval/classic", "use crate::solver::Vcf;"), ["eval uses solver"]);
    assert_eq!(faults("stray", ""), ["stray has no row"]);

    assert_eq!(search("let x = unsafe { *p };"), ["unsafe code"]);
    assert_eq!(faults("eval/nnue/simdless", "unsafe fn f() {}"), ["unsafe code"]);
    assert_eq!(search("println!(\"depth\");"), ["calls println!"]);
    assert_eq!(faults("protocol/wire", "print!(\"\"); eprintln!()"), ["calls print!", "calls eprintln!"]);
}

#[test]
fn the_checker_leaves_alone_what_is_allowed() {
    let source = "\
        // use crate::engine::Engine;\n\
        /// [`crate::protocol`] prints with println! and nothing here is unsafe.\n\
        use crate::{base::Color, search::Report};\n\
        use super::{history::History, *};\n\
        #![deny(unsafe_code)]\n";
    assert!(faults("search/node", source).is_empty());
    assert!(faults("eval/nnue/simd/avx2", "unsafe { load(p) }").is_empty());
    assert!(faults("protocol/session", "print!(\"OK\")").is_empty());
    assert!(faults("tools/bench", "use crate::protocol::wire; println!()").is_empty());
    assert!(
        faults("search/node", "mod tests { use super::{*, super::report}; use super::super::Limits; }")
            .is_empty()
    );
    assert!(faults("search/mod", "mod tests { use super::*; }").is_empty());
    assert!(faults("main", "hanxing::cli::main()").is_empty());
}
