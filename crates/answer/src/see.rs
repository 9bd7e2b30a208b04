//! What is seen of a machine.

use narrows_messages::Localizer;
use narrows_record::see::See;

use crate::source::Seen;

/// The document, with what drives can do by themselves where that is known.
pub fn answer(seen: &Seen, localizer: &Localizer) -> See {
    let machine = &seen.machine;
    See::of(&machine.topology, &seen.name, localizer).with_own_rates(machine)
}
