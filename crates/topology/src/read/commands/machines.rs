//! Which lines of a text belong to which machine, if it lists several.
//!
//! For: reading one of them with the output of other commands about it. That belongs to the listing above it;
//! if it precedes the first listing and none follows the last, to the listing below. Without listings, prompts
//! name the machines: `ann@box:~$ lsblk`; without these either, a name that stands for another drive than above is
//! another machine's.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::CommandEvidence;
use super::section::CommandSection;
use super::{CommandText, json, lsblk, nvme, only, paths};
use crate::read::{ReadError, lspci_text};

/// More machines in one text are not told apart; their lines are left out.
const MOST_MACHINES: usize = 16;

/// A command and what it says of a drive, with the drive's name.
type DriveFact = (&'static str, &'static str, String);

/// What the listings of one machine say of its drives.
#[derive(Default)]
struct DriveIdentities {
    facts: BTreeMap<DriveFact, String>,
    /// The same without names, which may change when a machine starts.
    values: BTreeSet<(&'static str, &'static str, String)>,
}

impl DriveIdentities {
    fn put(&mut self, command: &'static str, fact: &'static str, name: &str, value: &str) {
        self.facts.insert((command, fact, name.to_owned()), value.to_owned());
        self.values.insert((command, fact, value.to_owned()));
    }

    /// Takes what one command says.
    fn take(&mut self, command: &'static str, found: &CommandEvidence) {
        for (name, block) in &found.capture.blocks {
            if let Some(serial) = block.serial.as_deref().filter(|serial| is_whole(serial)) {
                self.put(command, "serial", name, serial);
            } else if let Some(model) = &block.model {
                self.put(command, "model", name, model);
            }
            if let Some(function) = block.function {
                self.put(command, "function", name, &function.to_string());
            }
        }
        for (name, function) in &found.controllers {
            self.put(command, "function", name, &function.to_string());
        }
    }

    /// Whether a name stands for a drive here that the other does not have.
    fn differs_from(&self, other: &Self) -> bool {
        self.facts.iter().any(|(key, value)| {
            let (command, fact, _) = key;
            let is_known = || other.values.contains(&(*command, *fact, value.clone()));
            // Columns are cut at different widths.
            let is_cut =
                |known: &str| known.starts_with(value.as_str()) || value.starts_with(known);
            other.facts.get(key).is_some_and(|known| !is_cut(known)) && !is_known()
        })
    }

    fn shares(&self, other: &Self) -> bool {
        self.facts.iter().any(|(key, value)| other.facts.get(key) == Some(value))
    }

    fn extend(&mut self, other: Self) {
        self.facts.extend(other.facts);
        self.values.extend(other.values);
    }
}

/// Whether a serial number has no part that was blotted out.
fn is_whole(serial: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let first = serial.bytes().next();
    serial.len() > 3
        && serial.bytes().all(is_plain)
        && !serial.to_ascii_lowercase().contains("xxx")
        && serial.bytes().any(|byte| Some(byte) != first)
}

/// The command of a section whose drives have names by which machines are told apart.
fn command(section: &CommandSection<'_>) -> Option<&'static str> {
    let is = |read: fn(&CommandSection<'_>, &mut CommandEvidence)| {
        std::ptr::fn_addr_eq(section.tool.read, read)
    };
    // By-path names of one drive differ with the version of udev.
    let is_way = || section.lines.iter().all(|line| line.contains("devices/pci"));
    match () {
        () if is(lsblk::read) || is(lsblk::read_pairs) => Some("lsblk"),
        () if is(nvme::read) => Some("nvme"),
        () if is(paths::read) && is_way() => Some("sysfs"),
        () => None,
    }
}

/// The listings of a section, each from its head.
fn listings<'t>(section: &CommandSection<'t>) -> Vec<CommandSection<'t>> {
    let is_head = |at: &usize| {
        let line = section.lines[*at].trim();
        let is_row = line.starts_with("/dev/") || line.starts_with("nvme");
        *at == 0 || (!is_row && !section.tool.is_single && (section.tool.begins)(line))
    };
    let starts: Vec<usize> = (0..section.lines.len()).filter(is_head).collect();
    let ends = starts.iter().skip(1).copied().chain([section.lines.len()]);
    let part = |(start, end): (usize, usize)| CommandSection {
        tool: section.tool,
        prompt: section.prompt,
        lines: section.lines[start..end].to_vec(),
        numbers: section.numbers.iter().skip(start).take(end - start).copied().collect(),
    };
    starts.iter().copied().zip(ends).map(part).collect()
}

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
        let Some((second, _)) = second.copied() else {
            let of_drives = || from.is_empty().then(|| Self::of_drives(parts)).flatten();
            return Ok(Self::of_prompts(parts).or_else(of_drives));
        };
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

    /// By drives whose names stand for others than above.
    fn of_drives(parts: &CommandText<'_>) -> Option<Self> {
        let mut pieces: Vec<(usize, DriveIdentities)> = Vec::new();
        let mut add = |line: Option<usize>, command: &'static str, found: &CommandEvidence| {
            let mut its = DriveIdentities::default();
            its.take(command, found);
            pieces.extend(line.map(|line| (line, its)));
        };
        for section in &parts.sections {
            let Some(command) = command(section) else { continue };
            for listing in listings(section) {
                let mut found = CommandEvidence::default();
                (listing.tool.read)(&listing, &mut found);
                add(listing.numbers.first().copied(), command, &found);
            }
        }
        for (line, _, value) in &parts.values {
            let is = |key: &str| value.get(key).is_some();
            let command = match () {
                () if is("blockdevices") => "lsblk",
                () if is("Devices") => "nvme",
                () => continue,
            };
            let mut found = CommandEvidence::default();
            json::read(value, *line, &mut found);
            add(Some(*line), command, &found);
        }
        pieces.sort_by_key(|(line, _)| *line);
        let (mut machines, mut at) = (vec![DriveIdentities::default()], 0);
        let mut from = vec![(0, Some(0))];
        for (line, its) in pieces {
            if its.differs_from(&machines[at]) {
                let is_its = |own: &DriveIdentities| its.shares(own) && !its.differs_from(own);
                at = machines.iter().position(is_its).unwrap_or(machines.len());
                if at == MOST_MACHINES {
                    from.push((line, None));
                    break;
                }
                if at == machines.len() {
                    machines.push(DriveIdentities::default());
                }
                from.push((line, Some(at)));
            }
            machines[at].extend(its);
        }
        let (second, _) = *from.iter().find(|(_, machine)| *machine == Some(1))?;
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
