//! The functions of a listing in sequence, and their consistency.

use std::collections::BTreeMap;

use narrows_messages::Message;

use super::damage::{Dialect, is_detail};
use super::damages::DamageNotes;
use super::machines::{self, ListedFunctions, ListedMachines};
use super::paste::ListingLine;
use super::tree::{self, LspciTreeReader};
use super::{FunctionDraft, LspciHeadline, ends, wrap};
use crate::evidence::{CaptureEvidence, LostBridge, SlotClaim, SlotSource};
use crate::pci::{ClassCode, PciAddress};
use crate::read::express::settle_links;
use crate::read::{ReadError, bus_circles, lspci_hex};

/// Most functions: as many as one PCI domain can have, 256 buses x 32 devices x 8 functions.
const MAX_FUNCTIONS: usize = 65_536;

#[derive(Default)]
pub(super) struct LspciListing {
    evidence: CaptureEvidence,
    dialect: Dialect,
    damages: DamageNotes,
    current: Option<FunctionDraft>,
    /// Whether an empty line came after the current function's lines.
    is_closed: bool,
    /// Drawing of `lspci -t` so far, which names functions in its own way.
    drawing: Option<LspciTreeReader>,
    /// The listing that is being read, and those before it.
    run: ListedFunctions,
    machines: ListedMachines,
    /// The line where each function begins.
    lines: BTreeMap<PciAddress, usize>,
    /// Widths at the end of their line, with the line.
    at_end: BTreeMap<PciAddress, usize>,
    repeated: usize,
    first_repeated: Option<(PciAddress, usize)>,
}

impl LspciListing {
    /// Functions from here on are written so.
    pub fn speak(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    pub fn line(
        &mut self,
        line: &ListingLine<'_>,
        take: &impl Fn(&mut FunctionDraft, &str) -> Result<(), Message>,
    ) -> Result<(), ReadError> {
        let text = line.text.trim();
        if let Some(headline) = LspciHeadline::read(text) {
            return self.begin(headline, text, line.number);
        }
        if tree::begins(text) || (self.drawing.is_none() && tree::is_root_branch(text)) {
            // No function's lines go on behind it.
            self.end_function()?;
            self.end_run();
            self.drawing = Some(LspciTreeReader::default());
        }
        if self.drawing.is_some() && tree::is_line(&line.text) {
            let functions = self.drawing.as_mut().map(|drawing| drawing.line(&line.text));
            for (address, function) in functions.unwrap_or_default() {
                self.put(FunctionDraft::drawn(address, function, line.number))?;
            }
            return Ok(());
        }
        // Another command's lines follow.
        if wrap::is_prompt(text) {
            self.is_closed = true;
            return self.end_function();
        }
        // lspci's own empty lines have nothing in them; a line that lost its text has its tab.
        self.is_closed |= line.text.is_empty();
        // Whether a line is in the place of a first line and stops inside the address.
        let is_digit = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
        // Pages around a listing have numbers of their own before it.
        let has_begun = self.current.is_some() || !self.run.drafts.is_empty();
        let is_hollow = self.current.as_ref().is_some_and(FunctionDraft::is_hollow);
        let is_due = has_begun && (self.is_closed || is_hollow);
        if is_due
            && self.drawing.is_none()
            && !line.text.is_empty()
            && line.text.chars().all(is_digit)
        {
            self.damages.add(Message::new("note-lspci-unnamed").with("line", line.number));
        }
        if self.is_nobodys(line) {
            self.end_function()?;
            let domain = self.run.drafts.last_key_value().map_or(0, |(address, _)| address.domain);
            let mut draft =
                FunctionDraft::new(LspciHeadline::missing(domain), line.number, self.dialect);
            draft.is_unnamed = true;
            self.current = Some(draft);
            self.is_closed = false;
            self.damages.add(Message::new("note-lspci-unnamed").with("line", line.number));
        }
        let Some(draft) = &mut self.current else { return Ok(()) };
        draft.at = line.number;
        if let Err(problem) = take(draft, text) {
            draft.is_damaged = true;
            self.damages.add(problem.with("line", line.number));
        }
        Ok(())
    }

    fn begin(&mut self, headline: LspciHeadline, text: &str, line: usize) -> Result<(), ReadError> {
        let is_doubled = |draft: &FunctionDraft| draft.headline == text && draft.is_hollow();
        if self.current.as_ref().is_some_and(is_doubled) {
            self.repeated += 1;
            self.first_repeated.get_or_insert((headline.address, line));
            return Ok(());
        }
        self.end_function()?;
        self.is_closed = false;
        if self.drawing.take().is_some() {
            self.end_run();
        }
        let mut draft = FunctionDraft::new(headline, line, self.dialect);
        draft.headline = text.to_owned();
        self.current = Some(draft);
        Ok(())
    }

    /// Whether a line belongs to a function whose own first line is missing: one after an empty
    /// line, or one that the function above already has.
    fn is_nobodys(&self, line: &ListingLine<'_>) -> bool {
        let text = line.text.trim();
        let is_first_row = lspci_hex::is_first_row(text);
        let Some(draft) = &self.current else {
            return self.drawing.is_none() && (is_detail(text) || is_first_row);
        };
        let begins = self.is_closed
            && !(line.text.starts_with("\t\t") || line.text.starts_with("         "));
        (is_first_row && draft.config.has_begun_before(text))
            || (is_detail(text) && (begins || draft.contradicts(text)))
    }

    fn end_function(&mut self) -> Result<(), ReadError> {
        let Some(mut draft) = self.current.take() else { return Ok(()) };
        if draft.is_unnamed {
            // Of a bridge without an address only the buses are kept.
            draft.finish();
            let (domain, primary) = (draft.address.domain, draft.primary);
            let lost = |buses| LostBridge { domain, primary, buses };
            self.run.lost.extend(draft.function.buses.map(lost));
            return Ok(());
        }
        draft.problems = draft.finish();
        self.put(draft)
    }

    fn put(&mut self, draft: FunctionDraft) -> Result<(), ReadError> {
        // Branches of a tree go back to lower buses.
        let goes_on = match draft.is_drawn {
            true => !self.run.drafts.contains_key(&draft.address),
            false => self.run.goes_on_with(draft.address),
        };
        if !goes_on {
            self.end_run();
        }
        if self.machines.functions() + self.run.drafts.len() >= MAX_FUNCTIONS {
            let problem = Message::new("read-lspci-too-many").count("limit", MAX_FUNCTIONS);
            return Err(ReadError::line(draft.line, problem));
        }
        self.run.push(draft);
        Ok(())
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        self.machines.add(run);
    }

    fn keep(&mut self, draft: FunctionDraft) {
        // Notes a function without numbers if the others have them.
        let lacks_numbers = self.dialect.is_numbered && !draft.is_numbered && !draft.is_drawn;
        if draft.is_cut || lacks_numbers {
            let problem = Message::new("note-lspci-headline").with("address", draft.address);
            self.damages.add(problem.with("line", draft.line));
        }
        let FunctionDraft { address, mut function, silent, label, line, width_at_end, .. } = draft;
        for problem in draft.problems {
            self.damages.add(problem);
        }
        if draft.is_drawn && function.class == ClassCode::default() {
            function.class = function.name.as_deref().and_then(tree::class_of).unwrap_or_default();
        }
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

    pub fn finish(mut self) -> Result<CaptureEvidence, ReadError> {
        self.end_function()?;
        self.end_run();
        self.keep_first_machine();
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

    /// Where each listing begins, with the machine that it is of.
    pub fn machines(mut self) -> Result<Vec<(usize, Option<usize>)>, ReadError> {
        self.end_function()?;
        self.end_run();
        Ok(self.machines.listings)
    }

    /// Keeps the first machine, and remarks that there are more.
    fn keep_first_machine(&mut self) {
        let mut machines = std::mem::take(&mut self.machines);
        if let Some((address, line, count)) = machines.repeated {
            self.repeated += count;
            self.first_repeated.get_or_insert((address, line));
        }
        let notes = &mut self.evidence.notes;
        if let [_, second, ..] = &machines.all[..] {
            notes.push(machines::note(machines.all.len(), second.line));
        }
        let again = machines.again.map(|line| Message::new("note-lspci-again").with("line", line));
        notes.extend(again);
        if machines.all.is_empty() {
            return;
        }
        let first = machines.all.swap_remove(0);
        self.evidence.lost_bridges = first.lost;
        for draft in first.drafts.into_values() {
            self.keep(draft);
        }
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
