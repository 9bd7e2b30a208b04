//! The machine as observed.

use narrows_record::see::SeeDocument;

use crate::answer::source::SourceMachine;

/// The document, with the drives' own rates if known.
pub fn answer(seen: &SourceMachine) -> SeeDocument {
    let machine = &seen.machine;
    SeeDocument::of(&machine.topology, &seen.name).with_own_rates(machine)
}
