//! Which lines of a text belong to which machine, if it lists several.
//!
//! For: reading one of them with the output of other commands about it. That belongs to the listing above it;
//! if it precedes the first listing and none follows the last, to the listing below.

use super::{CommandText, only};
use crate::read::{ReadError, lspci_text};

pub(super) struct MachineLines {
    from: Vec<(usize, Option<usize>)>,
    pub count: usize,
    pub second: usize,
}

impl MachineLines {
    /// `None` if a text lists one machine or none.
    ///
    /// # Errors
    /// Those of the listings.
    pub fn of(text: &str, parts: &CommandText<'_>) -> Result<Option<Self>, ReadError> {
        let mut from = lspci_text::machines(&parts.rest(text))?;
        let count = from.iter().filter_map(|(_, machine)| *machine).max().unwrap_or(0) + 1;
        let second = from.iter().find(|(_, machine)| *machine == Some(1));
        let Some((second, _)) = second.copied() else { return Ok(None) };
        let others: Vec<usize> = parts.begins().collect();
        let (first, last) = (from[0].0, from[from.len() - 1].0);
        let is_before = others.iter().any(|at| *at < first);
        if is_before && !others.iter().any(|at| *at > last) {
            for at in 1..from.len() {
                let between = from[at - 1].0..from[at].0;
                from[at].0 =
                    others.iter().copied().find(|it| between.contains(it)).unwrap_or(between.end);
            }
        }
        // Anything above the first listing is about its machine.
        from[0].0 = 0;
        Ok(Some(Self { from, count, second }))
    }

    /// The text with only the lines of one machine, counted from 1, in their places.
    pub fn text(&self, text: &str, machine: usize) -> String {
        only(text, |line| {
            let owner = self.from.iter().rev().find(|(from, _)| *from <= line);
            owner.is_some_and(|(_, owner)| *owner == Some(machine - 1))
        })
    }
}
