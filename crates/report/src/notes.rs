//! Remarks as they are shown: one that applies to several things is stated once.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::see::DocumentNote;

use crate::MOST_ROWS;
use crate::clean::clean;
use crate::words;

/// A sentence and its subject; empty if the sentence names it.
#[derive(Debug, PartialEq)]
pub(crate) struct PageRemark {
    pub(crate) about: String,
    pub(crate) text: String,
}

impl PageRemark {
    pub(crate) fn text(self) -> String {
        let Self { about, text } = self;
        if about.is_empty() { text } else { format!("{about}: {text}") }
    }
}

/// The first remarks, equal sentences as one, and how many more there are.
pub(crate) fn remarks<'a>(
    notes: impl Iterator<Item = &'a DocumentNote>,
    localizer: &Localizer,
) -> (Vec<PageRemark>, usize) {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut grouped: Vec<(&DocumentText, Vec<&str>)> = Vec::new();
    for note in notes {
        let at = *places.entry(pattern(note, localizer)).or_insert(grouped.len());
        if at == grouped.len() {
            grouped.push((&note.text, Vec::new()));
        }
        if let Some((_, about)) = grouped.get_mut(at) {
            about.extend(note.about.as_deref());
        }
    }
    let more = grouped.len().saturating_sub(MOST_ROWS);
    let first_groups = grouped.into_iter().take(MOST_ROWS);
    (first_groups.map(|group| remark(group, localizer)).collect(), more)
}

/// The sentence of a note, without the name of its subject.
fn pattern(note: &DocumentNote, localizer: &Localizer) -> String {
    let text = words::sentence(&note.text, localizer);
    match note.about.as_deref().map(clean) {
        Some(about) if !about.is_empty() => text.replace(&about, "\0"),
        _ => text,
    }
}

fn remark((text, about): (&DocumentText, Vec<&str>), localizer: &Localizer) -> PageRemark {
    let text = words::sentence(text, localizer);
    let is_named = about.first().is_some_and(|first| text.contains(&clean(first)));
    match about.as_slice() {
        [_, rest @ ..] if is_named => {
            let same =
                Message::new("report-likewise").with("drives", words::drives(rest.iter().copied()));
            let same = (!rest.is_empty()).then(|| localizer.say(&same));
            let text = localizer.follow([text.as_str()].into_iter().chain(same.as_deref()));
            PageRemark { about: String::new(), text }
        }
        about => PageRemark { about: words::drives(about.iter().copied()), text },
    }
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;

    use super::*;

    fn note(about: &str, text: &str) -> DocumentNote {
        DocumentNote { id: "x".into(), about: Some(about.into()), text: text.into() }
    }

    #[test]
    fn what_is_said_of_several_is_said_once() {
        let notes = [note("a", "Only seen."), note("b", "b is odd."), note("c", "Only seen.")];
        let (remarks, more) = remarks(notes.iter(), &Localizer::new(Language::English));
        let shown: Vec<_> = remarks.iter().map(|r| (r.about.as_str(), r.text.as_str())).collect();
        assert_eq!((shown.as_slice(), more), (&[("a, c", "Only seen."), ("", "b is odd.")][..], 0));
    }

    #[test]
    fn of_very_many_the_first_are_shown() {
        let notes: Vec<DocumentNote> = (0..300).map(|n| note("a", &format!("{n}."))).collect();
        let (remarks, more) = remarks(notes.iter(), &Localizer::new(Language::English));
        assert_eq!((remarks.len(), more), (200, 100));
    }
}
