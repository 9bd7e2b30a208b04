//! Rows of processors that are read one by one.
//!
//! For: looking up one processor, as every command does that shows a machine. Reading all rows takes longer
//! than the rest of most commands; so their text is looked at, and only those are read that may be meant.
//!
//! Not here: which of them is meant (`known`).

use std::sync::{LazyLock, OnceLock};

use super::{Cpu, DATA};
use crate::entries::Entries;

/// Word that some makers put before the model; not part of its name.
pub(super) const CPU: &str = "cpu";

/// Separators between the words of a name.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == '/'
}

struct CpuRow {
    text: &'static str,
    read: OnceLock<Option<Cpu>>,
}

impl CpuRow {
    /// `None` if one of the user's rows replaces it.
    fn cpu(&'static self) -> Option<&'static Cpu> {
        let is_replaced = |cpu: &Cpu| own().iter().any(|own| own.id == cpu.id);
        let read = || Entries::ours(self.text).cpus.pop().filter(|cpu| !is_replaced(cpu));
        self.read.get_or_init(read).as_ref()
    }
}

fn own() -> &'static [Cpu] {
    &crate::own::entries().cpus
}

/// The file's rows, each from its head to the next.
static OURS: LazyLock<Vec<CpuRow>> = LazyLock::new(|| {
    let file = DATA.text();
    let starts: Vec<usize> = file.match_indices("\n[[cpu]]\n").map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    let texts = starts.iter().zip(ends).map(|(start, end)| &file[*start..end]);
    texts.map(|text| CpuRow { text, read: OnceLock::new() }).collect()
});

/// The user's rows, then those of ours that contain this text in quotes.
pub(super) fn with_text(text: &str) -> impl Iterator<Item = &'static Cpu> {
    let quoted = format!("\"{text}\"");
    let named = OURS.iter().filter(move |row| row.text.contains(&quoted));
    own().iter().chain(named.filter_map(CpuRow::cpu))
}

/// The user's rows, and those of ours in which a quoted text ends with one of these words, in lower
/// case.
pub(super) fn with_last_word(words: &[String]) -> impl Iterator<Item = &'static Cpu> {
    let may_be = |row: &&'static CpuRow| {
        let mut texts = row.text.split('"');
        texts.any(|text| {
            let last = text.rsplit(is_between).next().unwrap_or_default();
            words.iter().any(|word| word.eq_ignore_ascii_case(last))
        })
    };
    own().iter().chain(OURS.iter().filter(may_be).filter_map(CpuRow::cpu))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_alone_are_those_that_are_read_together() {
        let alone: Vec<&Cpu> = OURS.iter().filter_map(CpuRow::cpu).collect();
        assert_eq!(alone, Entries::read(DATA.text()).unwrap().cpus.iter().collect::<Vec<_>>());
    }

    /// Names are compared by their last word as it is in the text.
    #[test]
    fn no_name_of_ours_ends_in_what_is_left_out_or_written_otherwise() {
        for alias in OURS.iter().filter_map(CpuRow::cpu).flat_map(|cpu| &cpu.aliases) {
            let last = alias.rsplit(is_between).next().unwrap_or_default();
            assert!(!last.is_empty() && !last.eq_ignore_ascii_case(CPU), "{alias}");
            assert!(alias.is_ascii() && !alias.contains(['(', '\\', '"']), "{alias}");
        }
    }

    #[test]
    fn few_rows_are_read_for_one_name() {
        let words = ["amd", "epyc", "7302p", "16-core", "processor"].map(str::to_owned);
        assert!(with_last_word(&words).any(|row| row.id == "amd-epyc-7002-7003"));
        assert!(with_last_word(&words).count() < 5);
        assert_eq!(with_last_word(&["amd".to_owned(), "epyc".to_owned()]).count(), 0);
        assert!(with_text("amd-epyc-7002-7003").any(|row| row.id == "amd-epyc-7002-7003"));
    }
}
