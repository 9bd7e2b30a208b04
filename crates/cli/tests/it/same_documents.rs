//! What programs read stays as it is while what people read changes: the documents of a fixed set of
//! commands, with sentences, names of runs and moments left out, have the digests that they had before.
//!
//! A change that is meant to change figures renews them, and its diff then names each document that it
//! changed: `NARROWS_RENEW=1 cargo test -p narrows --test it same_documents`. `NARROWS_DOCUMENTS=FOLDER`
//! keeps what was compared, to see where two states differ; `NARROWS_BINARY` names the program of another.

use std::fmt::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

const DIGESTS: &str = include_str!("same_documents.txt");

/// `text` without what may differ: strings with a space in them are for people, and a moment, alone or
/// at the start of a run's name, is when the test ran. Keys stay.
fn skeleton(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('"') {
        let end = end_of_string(after);
        let (string, behind) = after.split_at(end);
        let is_key = behind.starts_with("\":");
        let shown = match string {
            _ if is_key => string,
            _ if string.contains(' ') => "a sentence",
            _ if is_moment(string) => "a moment",
            _ => string,
        };
        write!(kept, "{before}\"{shown}\"").unwrap();
        rest = &behind[1..];
    }
    kept + rest
}

/// A document but for its last field, which has the sentences before they were spoken.
fn without_words(text: &str) -> String {
    let last = ",\n  \"words\": {";
    text.split_once(last).map_or_else(|| text.to_owned(), |(rest, _)| format!("{rest}\n}}\n"))
}

/// Where the string that `text` begins with is closed.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let is_end = |byte: u8| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    };
    text.bytes().position(is_end).expect("a string that is closed")
}

/// `20261123T112951Z-…` or `2026-11-23T11:29:51Z`.
fn is_moment(text: &str) -> bool {
    let head = text.split('Z').next().unwrap_or_default();
    let (date, time) = head.split_once('T').unwrap_or_default();
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    text.contains('Z') && digits(date) == 8 && digits(time) >= 6
}

fn document(command: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let ours = || env!("CARGO_BIN_EXE_narrows").into();
    let mut narrows = Command::new(std::env::var_os("NARROWS_BINARY").unwrap_or_else(ours));
    // Runs keep the command line that made them.
    narrows.arg0("narrows").args(command.split(' ')).arg("--json").current_dir(root);
    narrows.env("LC_ALL", "C.UTF-8").env("HOME", home.path());
    narrows.env("XDG_STATE_HOME", home.path()).env_remove("XDG_CONFIG_HOME");
    let output = narrows.output().unwrap();
    assert!(!output.stdout.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    skeleton(&without_words(&String::from_utf8(output.stdout).unwrap()))
}

#[test]
fn documents_are_as_before_but_for_sentences() {
    let mut now = String::new();
    for line in DIGESTS.lines() {
        let (_, command) = line.split_once("  ").expect("a digest and a command");
        let text = document(command);
        if let Some(folder) = std::env::var_os("NARROWS_DOCUMENTS") {
            let name = command.replace([' ', '/'], "_") + ".json";
            std::fs::write(Path::new(&folder).join(name), &text).unwrap();
        }
        let digest = Sha256::digest(&text);
        writeln!(now, "{}  {command}", hex(&digest[..8])).unwrap();
    }
    if std::env::var_os("NARROWS_RENEW").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/same_documents.txt");
        return std::fs::write(path, now).unwrap();
    }
    let others = DIGESTS.lines().zip(now.lines()).filter(|(before, now)| before != now);
    let others: Vec<&str> = others.map(|(_, now)| now).collect();
    assert!(others.is_empty(), "documents that differ from before:\n{}", others.join("\n"));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn sentences_and_moments_are_left_out_and_nothing_else() {
    let text =
        r#"{"a key": "two words", "b": "x4 \" y", "id": "20261123T112951Z-6567fb3e", "c": [1.50]}"#;
    let kept = r#"{"a key": "a sentence", "b": "a sentence", "id": "a moment", "c": [1.50]}"#;
    assert_eq!(skeleton(text), kept);
    assert_eq!(skeleton(r#"{"model": "T7Z", "x": "\\"}"#), r#"{"model": "T7Z", "x": "\\"}"#);
}
