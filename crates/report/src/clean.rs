//! Text from a document as it is shown: trimmed, and harmless to terminals and XML.

/// The text without blanks at its ends, with control characters and direction marks replaced by
/// `?`.
pub(crate) fn clean(text: &str) -> String {
    narrows_messages::clean(text.trim())
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn escape_sequences_and_direction_marks_lose_their_power() {
        assert_eq!(clean(" PX\u{1b}[2J-256\u{202e}M8 "), "PX?[2J-256?M8");
        assert_eq!(clean("日本語 µ"), "日本語 µ");
    }
}
