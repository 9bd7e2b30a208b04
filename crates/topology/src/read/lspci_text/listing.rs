//! The functions of a listing one after the other, and what they must have in common.

use std::collections::BTreeMap;

use narrows_messages::Message;

use super::damage;
use super::{Draft, Headline};
use crate::evidence::{Evidence, SlotClaim, SlotSource};
use crate::pci::PciAddress;
use crate::read::express::settle_links;
use crate::read::{ReadError, bus_circles, lspci_hex};

/// As many functions as one PCI domain can have: 256 buses, 32 devices, 8 functions.
const MAX_FUNCTIONS: usize = 65_536;

#[derive(Default)]
pub(super) struct Listing {
    evidence: Evidence,
    current: Option<Draft>,
    /// Where each function begins.
    lines: BTreeMap<PciAddress, usize>,
    repeated: usize,
    first_repeated: Option<(PciAddress, usize)>,
    /// How many functions have class and ids as numbers, and the first that has not.
    numbered: usize,
    first_unnumbered: Option<usize>,
    /// There are bytes of configuration space in it.
    is_dump: bool,
}

impl Listing {
    /// Whether a function was named.
    pub fn has_begun(&self) -> bool {
        self.current.is_some() || !self.lines.is_empty()
    }

    pub fn line(
        &mut self,
        number: usize,
        line: &str,
        take: &impl Fn(&mut Draft, &str) -> Result<(), Message>,
    ) -> Result<(), ReadError> {
        if let Some(headline) = Headline::read(line) {
            self.end_function()?;
            self.begin(headline, number);
        } else if Headline::begins(line) {
            return Err(ReadError::line(number, Message::new("read-lspci-headline")));
        } else if line.trim_start().starts_with("-[") || line.trim_start().starts_with("-+-[") {
            // `lspci -t` starts here, and no function's lines go on behind it.
            self.end_function()?;
        } else if let Some(draft) = &mut self.current {
            draft.at = number;
            let taken = take(draft, line.trim());
            taken.map_err(|problem| ReadError::line(number, problem))?;
        }
        Ok(())
    }

    fn begin(&mut self, headline: Headline, line: usize) {
        if headline.is_numbered {
            self.numbered += 1;
        } else if !self.lines.contains_key(&headline.address) {
            self.first_unnumbered.get_or_insert(line);
        }
        self.current = Some(Draft::new(headline, line));
    }

    fn end_function(&mut self) -> Result<(), ReadError> {
        let Some(mut draft) = self.current.take() else { return Ok(()) };
        lspci_hex::check_header(&draft.config).map_err(|p| ReadError::line(draft.at, p))?;
        self.is_dump |= !draft.config.is_empty();
        if self.lines.contains_key(&draft.address) {
            self.repeated += 1;
            self.first_repeated.get_or_insert((draft.address, draft.line));
            return Ok(());
        }
        if self.lines.len() == MAX_FUNCTIONS {
            let problem = Message::new("read-lspci-too-many").count("limit", MAX_FUNCTIONS);
            return Err(ReadError::line(draft.line, problem));
        }
        draft.finish();
        self.keep(draft);
        Ok(())
    }

    fn keep(&mut self, draft: Draft) {
        let Draft { address, function, silent, label, line, .. } = draft;
        if silent {
            let note = Message::new("note-lspci-no-answer").with("address", address);
            self.evidence.notes.push(note);
        }
        if let Some(label) = label {
            self.evidence.slots.push(SlotClaim { address, label, source: SlotSource::Smbios });
        }
        self.evidence.functions.insert(address, function);
        self.lines.insert(address, line);
    }

    pub fn finish(mut self) -> Result<Evidence, ReadError> {
        self.check_end()?;
        self.end_function()?;
        if self.lines.is_empty() {
            return Err(ReadError::line(1, Message::new("read-lspci-no-device")));
        }
        self.check_numbers()?;
        if let Some(circle) = bus_circles::find(&self.evidence.functions) {
            let line = self.lines.get(&circle.bridge).copied().unwrap_or(1);
            return Err(ReadError::line(line, circle.problem()));
        }
        if let Some((address, line)) = self.first_repeated {
            let note = Message::new("note-lspci-repeated").count("count", self.repeated);
            self.evidence.notes.push(note.with("address", address).with("line", line));
        }
        settle_links(&mut self.evidence.functions);
        Ok(self.evidence)
    }

    /// lspci dumps whole functions, so that a dump whose last function is not whole was cut.
    fn check_end(&self) -> Result<(), ReadError> {
        let Some(last) = &self.current else { return Ok(()) };
        let is_dump = self.is_dump || !last.config.is_empty();
        let is_repeated = self.lines.contains_key(&last.address);
        if is_dump && !is_repeated && !lspci_hex::is_whole(&last.config) {
            return Err(ReadError::line(last.at, damage::ends()));
        }
        Ok(())
    }

    /// Where other functions have numbers, one without has lost them.
    fn check_numbers(&self) -> Result<(), ReadError> {
        let others_have = self.numbered * 2 >= self.lines.len();
        match self.first_unnumbered.filter(|_| others_have) {
            Some(line) => Err(ReadError::line(line, Message::new("read-lspci-unnumbered"))),
            None => Ok(()),
        }
    }
}
