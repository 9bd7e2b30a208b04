//! The functions of a listing in sequence, and their consistency.

use std::collections::BTreeMap;

use narrows_messages::Message;

use super::damage::{Dialect, is_detail};
use super::damages::Damages;
use super::paste::Line;
use super::{Draft, Headline, ends};
use crate::evidence::{Evidence, LostBridge, SlotClaim, SlotSource};
use crate::pci::PciAddress;
use crate::read::express::settle_links;
use crate::read::{ReadError, bus_circles, lspci_hex};

/// Most functions: as many as one PCI domain can have, 256 buses x 32 devices x 8 functions.
const MAX_FUNCTIONS: usize = 65_536;

#[derive(Default)]
pub(super) struct Listing {
    evidence: Evidence,
    dialect: Dialect,
    damages: Damages,
    current: Option<Draft>,
    /// Whether an empty line came after the current function's lines.
    is_closed: bool,
    /// Whether `lspci -t` began, which names functions in its own way.
    is_tree: bool,
    /// The line where each function begins.
    lines: BTreeMap<PciAddress, usize>,
    /// Functions whose first line is damaged and that have no other.
    hollow: BTreeMap<PciAddress, usize>,
    /// Widths at the end of their line, with the line.
    at_end: BTreeMap<PciAddress, usize>,
    repeated: usize,
    first_repeated: Option<(PciAddress, usize)>,
}

impl Listing {
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }

    pub fn line(
        &mut self,
        line: &Line<'_>,
        take: &impl Fn(&mut Draft, &str) -> Result<(), Message>,
    ) -> Result<(), ReadError> {
        let text = line.text.trim();
        if let Some(headline) = Headline::read(text) {
            return self.begin(headline, text, line.number);
        }
        if text.starts_with("-[") || text.starts_with("-+-[") {
            // `lspci -t` starts here, and no function's lines go on behind it.
            self.is_tree = true;
            return self.end_function();
        }
        // lspci's own empty lines have nothing in them; a line that lost its text has its tab.
        self.is_closed |= line.text.is_empty();
        if self.is_rest_of_address(&line.text) {
            self.damages.add(Message::new("note-lspci-unnamed").with("line", line.number));
        }
        if self.is_nobodys(line) {
            self.end_function()?;
            self.begin_unnamed(line.number);
        }
        let Some(draft) = &mut self.current else { return Ok(()) };
        draft.at = line.number;
        if let Err(problem) = take(draft, text) {
            draft.is_damaged = true;
            self.damages.add(problem.with("line", line.number));
        }
        Ok(())
    }

    fn begin(&mut self, headline: Headline, text: &str, line: usize) -> Result<(), ReadError> {
        let is_doubled = |draft: &Draft| draft.headline == text && draft.is_hollow();
        if self.current.as_ref().is_some_and(is_doubled) {
            self.repeat(headline.address, line);
            return Ok(());
        }
        self.end_function()?;
        (self.is_closed, self.is_tree) = (false, false);
        let mut draft = Draft::new(headline, line, self.dialect);
        draft.headline = text.to_owned();
        self.current = Some(draft);
        Ok(())
    }

    /// Whether a line is in the place of a first line and stops inside the address.
    fn is_rest_of_address(&self, line: &str) -> bool {
        let is_digit = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
        let is_due = self.is_closed || self.current.as_ref().is_some_and(Draft::is_hollow);
        is_due && !self.is_tree && !line.is_empty() && line.chars().all(is_digit)
    }

    /// Whether a line belongs to a function whose own first line is missing: one after an empty
    /// line, or one that the function above already has.
    fn is_nobodys(&self, line: &Line<'_>) -> bool {
        let text = line.text.trim();
        let is_first_row = lspci_hex::is_first_row(text);
        let Some(draft) = &self.current else {
            return !self.is_tree && (is_detail(text) || is_first_row);
        };
        let begins = self.is_closed && !is_deep(&line.text);
        (is_first_row && draft.config.has_begun_before(text))
            || (is_detail(text) && (begins || draft.contradicts(text)))
    }

    fn begin_unnamed(&mut self, line: usize) {
        let domain = self.lines.last_key_value().map_or(0, |(address, _)| address.domain);
        let mut draft = Draft::new(Headline::missing(domain), line, self.dialect);
        draft.is_unnamed = true;
        self.current = Some(draft);
        self.is_closed = false;
        self.damages.add(Message::new("note-lspci-unnamed").with("line", line));
    }

    fn repeat(&mut self, address: PciAddress, line: usize) {
        self.repeated += 1;
        self.first_repeated.get_or_insert((address, line));
    }

    fn end_function(&mut self) -> Result<(), ReadError> {
        let Some(mut draft) = self.current.take() else { return Ok(()) };
        if draft.is_unnamed {
            self.keep_unnamed(draft);
            return Ok(());
        }
        // A complete function that follows its own damaged first line counts.
        if self.lines.contains_key(&draft.address) && self.hollow.remove(&draft.address).is_none() {
            self.repeat(draft.address, draft.line);
            return Ok(());
        }
        if self.lines.len() == MAX_FUNCTIONS && !self.lines.contains_key(&draft.address) {
            let problem = Message::new("read-lspci-too-many").count("limit", MAX_FUNCTIONS);
            return Err(ReadError::line(draft.line, problem));
        }
        self.check_first_line(&draft);
        for problem in draft.finish() {
            self.damages.add(problem);
        }
        self.keep(draft);
        Ok(())
    }

    /// Notes a function without numbers where the others have them.
    fn check_first_line(&mut self, draft: &Draft) {
        if draft.is_cut || (self.dialect.is_numbered && !draft.is_numbered) {
            let problem = Message::new("note-lspci-headline").with("address", draft.address);
            self.damages.add(problem.with("line", draft.line));
        }
    }

    fn keep(&mut self, draft: Draft) {
        if draft.is_cut && draft.is_hollow() {
            self.hollow.insert(draft.address, draft.line);
        }
        let Draft { address, function, silent, label, line, width_at_end, .. } = draft;
        if silent {
            let note = Message::new("note-lspci-no-answer").with("address", address);
            self.evidence.notes.push(note);
        }
        if let Some(label) = label {
            self.evidence.slots.push(SlotClaim { address, label, source: SlotSource::Smbios });
        }
        self.at_end.extend(width_at_end.map(|line| (address, line)));
        self.evidence.functions.insert(address, function);
        self.lines.insert(address, line);
    }

    /// Keeps only the buses of a bridge without an address.
    fn keep_unnamed(&mut self, mut draft: Draft) {
        draft.finish();
        let Some(buses) = draft.function.buses else { return };
        let bridge = LostBridge { domain: draft.address.domain, primary: draft.primary, buses };
        self.evidence.lost_bridges.push(bridge);
    }

    pub fn finish(mut self) -> Result<Evidence, ReadError> {
        self.end_function()?;
        if self.lines.is_empty() {
            return Err(ReadError::line(1, Message::new("read-lspci-no-device")));
        }
        if let Some(circle) = bus_circles::find(&self.evidence.functions) {
            let line = self.lines.get(&circle.bridge).copied().unwrap_or(1);
            return Err(ReadError::line(line, circle.problem()));
        }
        if let Some((address, line)) = self.first_repeated {
            let note = Message::new("note-lspci-repeated").count("count", self.repeated);
            self.evidence.notes.push(note.with("address", address).with("line", line));
        }
        self.miss_buses();
        ends::compare(&mut self.evidence.functions, &self.at_end, &mut self.damages);
        self.damages.put_into(&mut self.evidence.notes);
        settle_links(&mut self.evidence.functions);
        Ok(self.evidence)
    }

    /// Notes missing buses: lspci prints them for every bridge or for none.
    fn miss_buses(&mut self) {
        let functions = &self.evidence.functions;
        if !functions.values().any(|function| function.buses.is_some()) {
            return;
        }
        let without = functions
            .iter()
            .filter(|(_, function)| function.class.is_pci_bridge() && function.buses.is_none());
        for (address, _) in without {
            let line = self.lines.get(address).copied().unwrap_or(1);
            self.damages.add(missing("Bus", *address, line));
        }
    }
}

/// The problem of a function that lacks a line which lspci prints for its kind.
pub(super) fn missing(key: &str, address: PciAddress, line: usize) -> Message {
    let problem = Message::new("note-lspci-missing").with("key", key);
    problem.with("address", address).with("line", line)
}

/// Two tabs: a line that belongs to the one above it.
fn is_deep(line: &str) -> bool {
    line.starts_with("\t\t") || line.starts_with("         ")
}
