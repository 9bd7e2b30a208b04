//! Lines that are added to the system's files, and taken out again: these and no others.

/// The text with a line at its end; the same text where it has that line.
pub(crate) fn with(text: &str, line: &str) -> String {
    if has(text, line) {
        return text.to_owned();
    }
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}{line}\n")
}

/// The text without a line; the same text where it has none such.
pub(crate) fn without(text: &str, line: &str) -> String {
    text.split_inclusive('\n').filter(|own| own.trim_end() != line.trim_end()).collect()
}

/// Whether it has exactly this line.
pub(crate) fn has(text: &str, line: &str) -> bool {
    text.lines().any(|own| own.trim_end() == line.trim_end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What is added and taken out again leaves every byte as it was, but for the line break that a
        /// file's last line lacked.
        #[test]
        fn added_and_taken_out_again(text in "([a-z #\t]{0,6}\n){0,5}[a-z]{0,3}", line in "[A-Z]{1,4} x") {
            let added = with(&text, &line);
            prop_assert!(has(&added, &line));
            prop_assert_eq!(&with(&added, &line), &added);
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            prop_assert_eq!(without(&added, &line), format!("{text}{end}"));
        }
    }
}
