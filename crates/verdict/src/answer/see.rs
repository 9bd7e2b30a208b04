//! What is seen of a machine.

use narrows_record::see::SeeDocument;

use crate::answer::source::SourceMachine;

/// The document, with what drives can do by themselves where that is known.
pub fn answer(seen: &SourceMachine) -> SeeDocument {
    let machine = &seen.machine;
    SeeDocument::of(&machine.topology, &seen.name).with_own_rates(machine)
}
