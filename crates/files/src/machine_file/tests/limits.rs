//! Large, deep and hostile files end soon, with an answer or a place.

use super::*;

fn lines(line: impl Fn(usize) -> String, count: usize) -> String {
    let lines: String = (0..count).map(line).collect();
    format!("schema = \"narrows.machine/1\"\n{lines}")
}

fn refused(file: &str) -> &'static str {
    let error = read(file).unwrap_err();
    assert!(matches!(error.place, TextPosition::Column(..)), "{error:?}");
    error.problem.id()
}

#[test]
fn ten_megabytes_are_read_or_refused() {
    let drive = |at| {
        format!(
            "[[drive]]\nid = \"drive{at}\"\non = \"cpu\"\nlink = \"4.0 x4\"\nread = \"5 GB/s\"\n"
        )
    };
    assert_eq!(refused(&lines(drive, 70_000)), "machine-count");
    let switch =
        |at| format!("[[switch]]\nid = \"s{at}\"\non = \"s{}\"\nlink = \"4.0 x4\"\n", at + 1);
    assert_eq!(refused(&lines(switch, 20_000)), "machine-no-such-place-near");
    let rule = |_| "[[rule]]\nthen = [{ slot = \"none\", off = true }]\n".to_owned();
    assert_eq!(refused(&lines(rule, 5_000)), "machine-too-many");
    let long = "x".repeat(10 << 20);
    assert_eq!(
        refused(&format!("schema = \"narrows.machine/1\"\nname = \"{long}\"\n")),
        "machine-odd-text"
    );
    assert_eq!(refused(&format!("{long} = 1")), "machine-unknown-key");
    assert_eq!(refused(&"\n".repeat(10 << 20)), "machine-missing-key");
}

#[test]
fn depth_is_refused_however_it_is_written() {
    let deep = 100_000;
    let brackets = format!("a = {}{}", "[".repeat(deep), "]".repeat(deep));
    let braces = format!("a = {}", "{ a = ".repeat(deep));
    let keys = format!("{}a = 1", "a.".repeat(deep));
    let headers = format!("[{}a]", "a.".repeat(deep));
    let quoted = format!("{}a = 1", "\"a\".".repeat(deep));
    for file in [brackets, braces] {
        assert_eq!(refused(&file), "machine-toml");
    }
    let escaped = format!("x = [\"\\\"\", {{ {}b = 1 }}]", "b.".repeat(deep));
    for file in [keys, headers, quoted, escaped] {
        assert_eq!(refused(&file), "machine-deep-key");
    }
}

/// A circle and a row of as many switches as fit: each way is walked once.
#[test]
fn long_ways_to_the_processor_are_refused() {
    let on = |at: usize| if at == 0 { "cpu".to_owned() } else { format!("s{}", at - 1) };
    let row = |at| format!("[[switch]]\nid = \"s{at}\"\non = \"{}\"\nlink = \"4.0 x4\"\n", on(at));
    assert_eq!(refused(&lines(row, 20_000)), "machine-too-deep");
    assert!(read(&lines(row, 60)).is_ok());
    let count = 20_000;
    let circle = |at| {
        let on = (at + 1) % count;
        format!("[[switch]]\nid = \"s{at}\"\non = \"s{on}\"\nlink = \"4.0 x4\"\n")
    };
    assert_eq!(refused(&lines(circle, count)), "machine-circle");
}

/// An invalid count is refused at its position, and is no vast number of drives before that.
#[test]
fn counts_that_are_none_are_refused_in_their_place() {
    for (count, drives) in [("-1", 1), ("-99999999999999999999", 1), ("0", 0), ("0x10", 16)] {
        let file = format!(
            "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"4.0 x4\"\n\
             count = {count}\n"
        );
        assert_eq!(drive_count(&file), drives, "{count}");
        if drives <= 1 {
            let error = read(&file).unwrap_err();
            assert_eq!(
                (error.problem.id(), &error.place),
                ("machine-count", &TextPosition::Column(6, 9))
            );
        }
    }
    let vast =
        "[[drive]]\ncount = 99999999999999999999\n[[drive]]\ncount = 9_223_372_036_854_775_807";
    assert!(drive_count(vast) > 1 << 62);
}
