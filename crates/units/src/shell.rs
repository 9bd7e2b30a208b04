/// A word of a command line, quoted where a POSIX shell would change it.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn only_words_that_a_shell_would_change_are_quoted() {
        assert_eq!(shell_word("catalog:a-b/2x.toml"), "catalog:a-b/2x.toml");
        assert_eq!(shell_word("my box.toml"), "'my box.toml'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
