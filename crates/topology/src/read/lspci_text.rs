//! What `lspci` prints, from `lspci -vvnn` as root down to a bare `lspci`.
//!
//! For: pasted and attached listings as people hand them over, of any version of lspci: with or
//! without numbers, tabs, carriage returns, a shell prompt before or `lspci -t` behind, error
//! messages in between. A line that starts with a PCI address starts a function; the lines after
//! it are known by their own first word, so that lost indentation does no harm.
//!
//! Not here: bytes between the lines ([`super::lspci_hex`]); which bridge is above what.
//!
//! Source: lspci(8); the words are those of pciutils 2.2 to 3.9, as seen in listings.

mod class_names;
mod damage;
mod detail;
mod headline;
mod listing;

use narrows_messages::Message;

use super::express::Express;
use super::{ReadError, lspci_hex};
use crate::evidence::{Evidence, PciFunction};
use crate::pci::PciAddress;
use headline::Headline;
use listing::Listing;

/// Reads a listing.
///
/// # Errors
///
/// No line names a PCI device, more than 65,536 functions are named, a line that must tell
/// something does not, the last line stops in the middle, or there are bytes that no text has; each
/// with its line.
pub fn read(text: &str) -> Result<Evidence, ReadError> {
    collect(text, Draft::take)
}

/// Reads a listing whose lines below a function's first go to `take`.
pub(super) fn collect(
    text: &str,
    take: impl Fn(&mut Draft, &str) -> Result<(), Message>,
) -> Result<Evidence, ReadError> {
    let mut listing = Listing::default();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let number = index + 1;
        let is_cut = lines.peek().is_none() && !text.ends_with('\n');
        let stops = is_cut && damage::stops_short(line.trim(), listing.has_begun());
        let problem = damage::no_text(line).or_else(|| stops.then(damage::ends));
        match problem {
            Some(problem) => return Err(ReadError::line(number, problem)),
            None => listing.line(number, line, &take)?,
        }
    }
    let has_end = text.is_empty() || text.ends_with('\n');
    let mut evidence = listing.finish()?;
    // lspci ends every line; text that was copied out of a window may not.
    evidence.notes.extend((!has_end).then(|| Message::new("note-lspci-no-end")));
    Ok(evidence)
}

/// One function while its lines are being read.
pub(super) struct Draft {
    address: PciAddress,
    /// The line of its address.
    line: usize,
    /// The line that was read last.
    at: usize,
    /// What is known so far.
    pub function: PciFunction,
    /// Bytes of its configuration space from 0 up, without gaps.
    pub config: Vec<u8>,
    /// It did not answer when it was read.
    pub silent: bool,
    express: Express,
    physical_slot: Option<String>,
    label: Option<String>,
}

impl Draft {
    fn new(headline: Headline, line: usize) -> Self {
        let Headline { address, id, class, name, .. } = headline;
        Self {
            address,
            line,
            at: line,
            function: PciFunction { id, class, name, ..PciFunction::default() },
            config: Vec::new(),
            silent: false,
            express: Express::default(),
            physical_slot: None,
            label: None,
        }
    }

    fn finish(&mut self) {
        self.express.apply(&mut self.function);
        lspci_hex::overlay(self);
        // lspci's own line names the slot that the function sits in, a bridge's slot number the
        // one behind it.
        if self.function.buses.is_none() {
            let own = self.physical_slot.take();
            self.function.slot_number = own.or(self.function.slot_number.take());
        }
    }
}

#[cfg(test)]
mod tests;
