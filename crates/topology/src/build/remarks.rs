//! Notes that one odd capture could repeat thousands of times.
//!
//! Each kind of note is made for the first few nodes, and then once with the number of further
//! ones.

use std::collections::BTreeMap;

use narrows_messages::Message;

use crate::graph::{Id, TopologyNote};

const MOST_OF_A_KIND: usize = 8;

#[derive(Default)]
pub(super) struct TopologyRemarks {
    by_kind: BTreeMap<&'static str, (Vec<TopologyNote>, usize)>,
}

impl TopologyRemarks {
    pub fn add(&mut self, about: impl std::fmt::Display, text: Message) {
        let (kept, left_out) = self.by_kind.entry(text.id()).or_default();
        if kept.len() < MOST_OF_A_KIND {
            kept.push(TopologyNote { about: Some(Id::new(about)), text });
        } else {
            *left_out += 1;
        }
    }

    pub fn put_into(self, notes: &mut Vec<TopologyNote>) {
        for (kept, left_out) in self.by_kind.into_values() {
            notes.extend(kept);
            if left_out > 0 {
                let text = Message::new("note-more-like-it").count("count", left_out);
                notes.push(TopologyNote { about: None, text });
            }
        }
    }
}
