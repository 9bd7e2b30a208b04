//! Notes that one odd capture could repeat thousands of times.
//!
//! Each kind of note is made for the first few nodes, and then once with the number of further
//! ones.

use std::collections::BTreeMap;

use narrows_messages::Message;

use crate::graph::{Id, TopologyNote};

/// Most notes of a kind.
const MOST_OF_A_KIND: usize = 8;

#[derive(Default)]
pub(super) struct TopologyRemarks {
    by_kind: BTreeMap<&'static str, (Vec<TopologyNote>, usize)>,
}

impl TopologyRemarks {
    pub fn add(&mut self, about: impl std::fmt::Display, text: Message) {
        let (said, left_out) = self.by_kind.entry(text.id()).or_default();
        if said.len() < MOST_OF_A_KIND {
            said.push(TopologyNote { about: Some(Id::new(about)), text });
        } else {
            *left_out += 1;
        }
    }

    pub fn put_into(self, notes: &mut Vec<TopologyNote>) {
        for (said, left_out) in self.by_kind.into_values() {
            notes.extend(said);
            if left_out > 0 {
                let text = Message::new("note-more-like-it").count("count", left_out);
                notes.push(TopologyNote { about: None, text });
            }
        }
    }
}
