//! Lines added to the system's files, and removed again: these and no others. Files are bytes, so that non-text
//! content survives, too.

/// The actual changes to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedLines {
    /// The lines. One that was there before is not among them.
    pub lines: Vec<String>,
    /// The file's last line had no break and got one.
    pub ended_last: bool,
    /// There was no such file.
    pub made: bool,
}

/// Changes that adding these lines will make; `file` is `None` if missing.
pub fn addition(file: Option<&[u8]>, lines: &[String]) -> AddedLines {
    let bytes = file.unwrap_or_default();
    let lines = lines.iter().filter(|line| !has(bytes, line)).cloned().collect();
    AddedLines { lines, ended_last: !is_ended(bytes), made: file.is_none() }
}

/// The file with the line appended; unchanged if it already has the line.
pub fn with(file: &[u8], line: &str) -> Vec<u8> {
    let mut all = file.to_vec();
    if !has(file, line) {
        all.extend(if is_ended(file) { "" } else { "\n" }.bytes());
        all.extend(line.bytes().chain([b'\n']));
    }
    all
}

/// The file without the lines that were added, each once; with nothing behind them the break that the line before
/// them got goes, too.
pub fn without(file: &[u8], added: &AddedLines) -> Vec<u8> {
    added.lines.iter().fold(file.to_vec(), |file, line| without_line(&file, line, added.ended_last))
}

fn without_line(file: &[u8], line: &str, ended_last: bool) -> Vec<u8> {
    let Some((begin, end)) = place(file, line) else { return file.to_vec() };
    let mut before = file.get(..begin).unwrap_or_default();
    let behind = file.get(end..).unwrap_or_default();
    if ended_last && behind.is_empty() {
        before = before.strip_suffix(b"\n").unwrap_or(before);
    }
    [before, behind].concat()
}

/// Whether it has this line, whatever blanks end it.
pub fn has(file: &[u8], line: &str) -> bool {
    place(file, line).is_some()
}

/// The first that is exactly this line, else the first but for blanks at its end.
fn place(file: &[u8], line: &str) -> Option<(usize, usize)> {
    let mut begin = 0;
    let places = file.split_inclusive(|byte| *byte == b'\n').map(|own| {
        let at = begin;
        begin += own.len();
        (at, own)
    });
    let places: Vec<(usize, &[u8])> = places.collect();
    let exact = |own: &[u8]| own.strip_suffix(b"\n").unwrap_or(own) == line.as_bytes();
    let alike = |own: &[u8]| own.trim_ascii_end() == line.as_bytes().trim_ascii_end();
    let place = places.iter().find(|(_, own)| exact(own));
    let place = place.or_else(|| places.iter().find(|(_, own)| alike(own)));
    place.map(|(at, own)| (*at, at + own.len()))
}

fn is_ended(file: &[u8]) -> bool {
    file.is_empty() || file.ends_with(b"\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tabs, comments, continuation lines, breaks of other systems, non-text bytes, lines that are ours.
    const FILE: &str = r"(?s-u:([a-z #\t\\=/]|\r\n|\n|\xff|\xc3|ours x|ours x |ours x\r\n){0,12})";

    proptest! {
        /// Adding and removing lines leaves every byte as it was, including a last line without a break, and
        /// lines equal to ours.
        #[test]
        fn added_and_taken_out_again(
            file in proptest::string::bytes_regex(FILE).unwrap(),
            lines in proptest::collection::vec("ours [x-z]", 1..3),
        ) {
            let added = addition(Some(&file), &lines);
            let with_all = lines.iter().fold(file.clone(), |file, line| with(&file, line));
            prop_assert!(with_all.starts_with(&file));
            prop_assert!(lines.iter().all(|line| has(&with_all, line)));
            let mut lines = added.lines;
            lines.dedup();
            let added = AddedLines { lines, ..added };
            prop_assert_eq!(without(&with_all, &added), file);
        }

        /// Text others append after the line stays, and is not joined to the text before it.
        #[test]
        fn what_was_written_behind_it_stays(
            file in proptest::string::bytes_regex(FILE).unwrap(),
            behind in "[a-w #\t]{1,9}\n",
        ) {
            let lines = ["ours y".to_owned()];
            let added = addition(Some(&file), &lines);
            let mut all = with(&file, &lines[0]);
            all.extend(behind.bytes());
            let expected = [&file, if added.ended_last { "\n" } else { "" }.as_bytes(), behind.as_bytes()];
            prop_assert_eq!(without(&all, &added), expected.concat());
        }
    }

    #[test]
    fn of_two_lines_that_are_the_same_one_is_taken() {
        let added = addition(Some(b"a\n"), &["b".to_owned()]);
        assert_eq!(without(b"a\nb\nb\n", &added), b"a\nb\n");
        assert_eq!(without(b"a\n", &added), b"a\n");
        assert!(addition(None, &["b".to_owned()]).made);
        assert_eq!(addition(Some(b"b \r\n"), &["b".to_owned()]).lines, Vec::<String>::new());
    }
}
