//! An error in a catalogue file, and its location.

use narrows_messages::Message;

#[derive(Clone, Debug, PartialEq)]
pub struct CatalogMistake {
    /// The file, as it was handed over.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The entry that it is in, and its slot if it is in one: `asus-z170-a, PCIEX16_2`; `None` outside
    /// all entries.
    pub entry: Option<String>,
    pub problem: Message,
}

/// An error at a byte of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CatalogSlip {
    pub offset: usize,
    pub problem: Message,
}

impl CatalogSlip {
    /// At a value that was read with its place.
    pub fn at<T>(value: &toml::Spanned<T>, problem: Message) -> Self {
        Self { offset: value.span().start, problem }
    }

    /// An error of the TOML reader: the first line of its own message suffices.
    pub fn toml(error: &toml::de::Error) -> Self {
        let first = error.message().lines().next().unwrap_or_default();
        let problem = Message::new("catalog-toml").with("problem", first);
        Self { offset: error.span().map_or(0, |span| span.start), problem }
    }

    pub fn in_file(self, file: &str, text: &str) -> CatalogMistake {
        let before = text.get(..self.offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let entry = entry_at(text, line);
        CatalogMistake { file: file.to_owned(), line, column, entry, problem: self.problem }
    }
}

/// The ids of the tables that a line, counted from 1, is in: an entry, and the slot or switch of a board.
/// By the text alone, because a file with a mistake has no other form.
fn entry_at(text: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    // The dots in a head are its depth: none in `[[board]]`, one in `[[board.slot]]`.
    let depth = |line: &str| Some(line.strip_prefix("[[")?.split(']').next()?.matches('.').count());
    let above = |depths: &[usize]| {
        let is_such = |line: &&str| depth(line).is_some_and(|depth| depths.contains(&depth));
        lines.iter().take(line).rposition(is_such)
    };
    let entry = above(&[0])?;
    // The nearest head of either depth is the entry's own if the line is in none of its parts.
    let part = above(&[0, 1]).filter(|part| *part > entry);
    let ids = [Some(entry), part].into_iter().flatten().filter_map(|head| {
        let body = lines.iter().skip(head + 1).take_while(|line| !line.starts_with('['));
        body.into_iter().find_map(|line| id_in(line))
    });
    let ids: Vec<&str> = ids.collect();
    (!ids.is_empty()).then(|| ids.join(", "))
}

fn id_in(line: &str) -> Option<&str> {
    let value = line.strip_prefix("id")?.trim_start().strip_prefix('=')?;
    value.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "confidence = \"low\"\n[[drive]]\nid = \"d\"\n\n[[board]]\nname = \"n\"\n\
        id = \"b\"\n\n[[board.slot]]\nform = \"m3\"\nid = \"M2_1\"\n\n[[board.rule]]\nwhen = 1\n";

    #[test]
    fn a_line_is_in_an_entry_and_its_slot() {
        let at = |line| entry_at(FILE, line);
        assert_eq!(at(1), None);
        assert_eq!(at(3).as_deref(), Some("d"));
        assert_eq!(at(6).as_deref(), Some("b"));
        assert_eq!(at(10).as_deref(), Some("b, M2_1"));
        assert_eq!(at(14).as_deref(), Some("b"));
        assert_eq!(at(99).as_deref(), Some("b"));
    }
}
