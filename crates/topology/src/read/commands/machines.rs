//! Which lines of a text belong to which machine, if it lists several.
//!
//! For: reading one of them with the output of other commands about it. That belongs to the listing above it;
//! if it precedes the first listing and none follows the last, to the listing below. Without listings, prompts
//! name the machines: `ann@box:~$ lsblk`.

use std::collections::{BTreeMap, BTreeSet};

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
        let Some((second, _)) = second.copied() else { return Ok(Self::of_prompts(parts)) };
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

    /// By the hosts of the prompts that something was read behind.
    fn of_prompts(parts: &CommandText<'_>) -> Option<Self> {
        let begins: BTreeSet<usize> = parts.begins().collect();
        let mut machines: BTreeMap<&str, usize> = BTreeMap::new();
        let mut from = Vec::new();
        for (at, (line, host)) in parts.hosts.iter().enumerate() {
            let next = parts.hosts.get(at + 1).map_or(usize::MAX, |(next, _)| *next);
            if begins.range(*line..next).next().is_some() {
                let count = machines.len();
                from.push((*line, Some(*machines.entry(host).or_insert(count))));
            }
        }
        let (second, _) = *from.iter().find(|(_, machine)| *machine == Some(1))?;
        // Anything above the first prompt is about its machine.
        from[0].0 = 0;
        Some(Self { from, count: machines.len(), second })
    }

    /// The text with only the lines of one machine, counted from 1, in their places.
    pub fn text(&self, text: &str, machine: usize) -> String {
        only(text, |line| {
            let behind = self.from.partition_point(|(from, _)| *from <= line);
            behind > 0 && self.from[behind - 1].1 == Some(machine - 1)
        })
    }
}
