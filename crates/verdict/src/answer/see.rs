//! What is seen of a machine.

use narrows_record::see::See;

use crate::answer::source::Seen;

/// The document, with what drives can do by themselves where that is known.
pub fn answer(seen: &Seen) -> See {
    let machine = &seen.machine;
    See::of(&machine.topology, &seen.name).with_own_rates(machine)
}
