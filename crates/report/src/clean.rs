//! Text from a document as it is shown: trimmed, and harmless to terminals and XML.

/// The text without blanks at its ends, with control characters and direction marks replaced by
/// `?`.
pub(crate) fn clean(text: &str) -> String {
    narrows_messages::clean(text.trim())
}

/// Most letters of a name on a picture; the page has all of them.
const MOST_LETTERS: usize = 160;

/// The beginning of a name, with an ellipsis where more follows.
pub(crate) fn short(name: String) -> String {
    cut(name, MOST_LETTERS)
}

/// The first letters of a text, with an ellipsis where more follows.
pub(crate) fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{clean, short};

    #[test]
    fn names_that_nobody_reads_are_cut_between_letters() {
        assert_eq!(short("é".repeat(160)), "é".repeat(160));
        assert_eq!(short("é".repeat(10_000)), format!("{}…", "é".repeat(160)));
    }

    #[test]
    fn escape_sequences_and_direction_marks_lose_their_power() {
        assert_eq!(clean(" PX\u{1b}[2J-256\u{202e}M8 "), "PX?[2J-256?M8");
        assert_eq!(clean("日本語 µ"), "日本語 µ");
    }
}
