//! Makes text from a document harmless to terminals and valid in XML.
//!
//! Model names and labels come from firmware and from files that strangers send: an escape
//! sequence in one must not reach a terminal, and a direction mark must not turn a line around.

/// The text with control characters and direction marks replaced by `?`.
pub(crate) fn clean(text: &str) -> String {
    text.trim().chars().map(|c| if is_unsafe(c) { '?' } else { c }).collect()
}

fn is_unsafe(c: char) -> bool {
    // The bidirectional formatting characters of Unicode Standard Annex 9, section 2, line and
    // paragraph separators, and the noncharacters that XML 1.0 section 2.2 leaves out.
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
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
