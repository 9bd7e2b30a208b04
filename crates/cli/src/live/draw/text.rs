//! Texts in terminal columns.
//!
//! Widths are those of Unicode Standard Annex 11 (East Asian Width), as everywhere: a Japanese letter
//! takes two columns.

use narrows_units::Nanos;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text, or as much of it as fits with an ellipsis behind.
pub fn cut(text: &str, most: usize, is_unicode: bool) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let end = if is_unicode { "…" } else { "." };
    let room = most.saturating_sub(width(end));
    let mut taken = 0;
    let fits = |letter: &char| {
        taken += letter.width().unwrap_or(0);
        taken <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    if most == 0 { String::new() } else { kept + end }
}

/// With blanks behind.
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", blanks(text, columns))
}

/// With blanks before.
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", blanks(text, columns))
}

fn blanks(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

/// A bar that is full to a share of its columns, 0 to 1.
pub fn bar(share: f64, columns: usize, is_unicode: bool) -> String {
    let full = (share.clamp(0.0, 1.0) * columns as f64).round() as usize;
    let (done, left) = if is_unicode { ("█", "·") } else { ("#", ".") };
    done.repeat(full) + &left.repeat(columns - full)
}

/// `0:35`, `12:04`, `1:02:03`.
pub fn clock(time: Nanos) -> String {
    let seconds = time.as_secs().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Part of a line that is shown if there is room.
pub struct LineItem {
    pub text: String,
    /// The largest is dropped first.
    pub spare: u8,
}

/// The words that fit, with two blanks between, in their order.
pub fn fitting(mut words: Vec<LineItem>, columns: usize) -> String {
    words.retain(|word| !word.text.is_empty());
    loop {
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let line = texts.join("  ");
        let last = (0..words.len()).max_by_key(|at| words[*at].spare);
        match last.filter(|_| words.len() > 1 && width(&line) > columns) {
            Some(last) => drop(words.remove(last)),
            None => return line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(cut("ドライブ", 8, true), "ドライブ");
        assert_eq!(cut("ドライブ", 7, true), "ドライ…");
        assert_eq!(cut("ドライブ", 6, true), "ドラ…");
        assert_eq!(cut("nvme0n1", 5, false), "nvme.");
        assert_eq!(cut("nvme0n1", 0, true), "");
        assert_eq!(left("帯域", 6), "帯域  ");
        assert_eq!(right("帯域", 6), "  帯域");
    }

    #[test]
    fn what_can_be_spared_most_goes_first() {
        let words = || {
            let word = |text: &str, spare| LineItem { text: text.to_owned(), spare };
            vec![word("a", 1), word("bb", 3), word("c", 2)]
        };
        assert_eq!(fitting(words(), 8), "a  bb  c");
        assert_eq!(fitting(words(), 7), "a  c");
        assert_eq!(fitting(words(), 3), "a");
        assert_eq!(fitting(words(), 0), "a");
    }

    #[test]
    fn times_and_bars() {
        let clocks = [0, 35, 724, 3723].map(|s| clock(Nanos::millis(s * 1000)));
        assert_eq!(clocks, ["0:00", "0:35", "12:04", "1:02:03"]);
        assert_eq!(bar(0.5, 4, true), "██··");
        assert_eq!(bar(7.0, 3, false), "###");
        assert_eq!(bar(-1.0, 2, false), "..");
    }
}
