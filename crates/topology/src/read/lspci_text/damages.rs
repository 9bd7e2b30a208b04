//! Notes on damage, as they are gathered.

use std::collections::BTreeMap;

use narrows_messages::Message;

/// As many notes of a kind as a person reads before looking for a common cause.
const MOST_OF_A_KIND: usize = 8;

/// Notes on damage, of each kind the first few and how many there are more.
#[derive(Default)]
pub(super) struct DamageNotes {
    by_kind: BTreeMap<&'static str, (Vec<Message>, usize)>,
}

impl DamageNotes {
    pub fn add(&mut self, problem: Message) {
        let (notes, left_out) = self.by_kind.entry(problem.id()).or_default();
        if notes.len() < MOST_OF_A_KIND {
            notes.push(problem);
        } else {
            *left_out += 1;
        }
    }

    pub fn put_into(self, notes: &mut Vec<Message>) {
        for (kept, left_out) in self.by_kind.into_values() {
            notes.extend(kept);
            let more = Message::new("note-more-like-it").count("count", left_out);
            notes.extend((left_out > 0).then_some(more));
        }
    }
}
