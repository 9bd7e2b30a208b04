//! A processor that the user names for a board or a machine, in any usual spelling.

use narrows_catalog::chipset::Chipset;
use narrows_catalog::entry::EntryKind;
use narrows_catalog::{cpu, named};
use narrows_files::inventory::NamedProcessor;
use narrows_messages::Message;

use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::InventoriedMachine;

/// The processor that this names.
///
/// # Errors
/// None is known by that name, or several are.
pub fn processor(text: &str) -> Result<NamedProcessor, AnswerFailure> {
    let name = text.trim();
    if let Some(known) = cpu::of_name(name).or_else(|| cpu::known(&name.replace(['_', '-'], " "))) {
        return Ok(NamedProcessor { name: known.name.to_owned(), row: known.row });
    }
    let called = called(name);
    let near = if called.is_empty() { named::near_ids(name, &[EntryKind::Cpu]) } else { called };
    let message = match near.is_empty() {
        true => Message::new("source-no-such-processor"),
        false => Message::new("source-no-such-processor-near").with("near", near.join(", ")),
    };
    Err(AnswerFailure::usage(message.with("name", name)))
}

/// The processor that this names on a board or chipset of the catalogue: of several with this
/// number, the one that fits its socket.
///
/// # Errors
/// None is known by that name, or several fit.
pub fn processor_on(text: &str, id: &str) -> Result<NamedProcessor, AnswerFailure> {
    let named = processor(text);
    if named.is_ok() {
        return named;
    }
    let all = called(text.trim()).into_iter().filter_map(|name| processor(name).ok());
    let mut fitting = all.filter(|it| InventoriedMachine::of_entry(id, None, Some(it)).is_ok());
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => Ok(one),
        _ => named,
    }
}

/// All whose names end in this: `7960x` is a Core i9 and a Threadripper.
fn called(name: &str) -> Vec<&'static str> {
    let ends = |alias: &&str| {
        alias.rsplit([' ', '-']).next().is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    cpu::all().iter().flat_map(|row| row.aliases.iter().map(String::as_str)).filter(ends).collect()
}

/// Refuses a processor for another socket, unless the board's or the processor's is unknown.
///
/// # Errors
/// It is for another.
pub fn fits_socket(processor: &NamedProcessor, socket: Option<&str>) -> Result<(), AnswerFailure> {
    let own = &processor.row.sockets;
    match socket {
        Some(socket) if !own.is_empty() && !own.iter().any(|it| it == socket) => {
            let message = Message::new("source-other-socket").with("name", &processor.name);
            let message = message.with("own", own.join(" / "));
            Err(AnswerFailure::usage(message.with("socket", socket)))
        }
        _ => Ok(()),
    }
}

/// The same of a board that is known by its chipset alone.
///
/// # Errors
/// It is for another socket than the processors of that chipset.
pub fn fits_chipset(processor: &NamedProcessor, chipset: &Chipset) -> Result<(), AnswerFailure> {
    let row = processor.row;
    let is_named = row.chipsets.contains(&chipset.id) || row.families.contains(&chipset.family);
    let usual = cpu::of_chipset(chipset).filter(|_| !is_named);
    match usual.map(|usual| usual.sockets.as_slice()) {
        Some([]) | None => Ok(()),
        Some(sockets) if sockets.iter().any(|it| row.sockets.contains(it)) => Ok(()),
        Some([first, ..]) => fits_socket(processor, Some(first)),
    }
}
