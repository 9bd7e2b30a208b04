//! Inputs of a plan beyond words: settings, the operating system and devices.

use std::collections::BTreeSet;

use narrows_catalog::board::{self, BoardSetting};
use narrows_catalog::card;
use narrows_catalog::cpu::{self, Cpu};
use narrows_files::inventory::assumed_models;
use narrows_files::machine_file::nearest;
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::{PROCESSOR_GROUP, SlotInventory};
use narrows_plan::request::PlacementRequest;
use narrows_plan::words;
use narrows_topology::graph::{Drive, NodeKind, StorageControllerKind, TopologyNote};

use super::PlanRequest;
use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::InventoriedMachine;
use crate::answer::source::SourceEvidence;

/// The operating system of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OsFamily {
    /// Windows 10 or 11.
    Windows,
    Linux,
}

/// Settings that are to stay so, `name=value`.
///
/// # Errors
/// The board has no such setting or value.
pub fn set(inventory: &mut SlotInventory, settings: &[String]) -> Result<(), AnswerFailure> {
    for text in settings {
        let setting: BoardSetting = text.parse().map_err(|problem: String| {
            AnswerFailure::usage(Message::new("plan-bad-setting").with("problem", problem))
        })?;
        let names =
            inventory.rules.iter().flat_map(|rule| &rule.settings).map(|it| it.name.as_str());
        let known: Vec<&str> = names.collect();
        if !known.contains(&setting.name.as_str()) {
            return Err(AnswerFailure::usage(unknown_setting(&setting.name, &known)));
        }
        check_value(inventory, &setting)?;
        inventory.settings.insert(setting.name, setting.value);
    }
    inventory.fit_uplink();
    Ok(())
}

/// Refuses a capture of a real machine that shows too little of it: without the devices behind ports no slot
/// is known to be free, and without links no arrangement is better than another.
///
/// # Errors
/// It does not show them.
pub fn shown(planned: &InventoriedMachine) -> Result<(), AnswerFailure> {
    let topology = &planned.seen.machine.topology;
    let has_functions = topology.nodes.values().any(|node| node.address.is_some());
    // What only names drives shows no slot; those of a board that was given are known.
    let is_text = matches!(planned.seen.evidence, Some(SourceEvidence::Bytes(_)));
    let names_drives = is_text && planned.inventory.board.is_none();
    let is_capture = planned.seen.evidence.is_some() && (has_functions || names_drives);
    // A log shows the links of some devices only.
    let is_rated = |(id, drive): (_, &Drive)| {
        let above = drive.controller.as_ref().and_then(|above| topology.nodes.get(above));
        let is_nvme =
            above.is_some_and(|it| it.kind == NodeKind::Storage(StorageControllerKind::Nvme));
        !is_nvme || planned.seen.machine.is_bounded(id)
    };
    let is_enough =
        topology.shows_places() && topology.shows_links() && topology.drives.iter().all(is_rated);
    if !is_capture || is_enough || topology.host.hypervisor.is_some() {
        return Ok(());
    }
    let source = planned.seen.title();
    Err(AnswerFailure::usage(Message::new("plan-not-shown").text("source", source)))
}

/// The operating system, if the user names one.
pub fn system(inventory: &mut SlotInventory, system: Option<OsFamily>) {
    match system {
        Some(OsFamily::Windows) => inventory.situation.with_windows(),
        Some(OsFamily::Linux) => inventory.situation.with_linux(),
        None => {}
    }
}

/// A value that no rule knows is a slip; `auto` leaves all as the board has it.
fn check_value(inventory: &SlotInventory, setting: &BoardSetting) -> Result<(), AnswerFailure> {
    if setting.name == PROCESSOR_GROUP {
        // A kind of processor named by rules of boards, or by the catalogue.
        let is_kind = |row: &Cpu| row.group.as_ref() == Some(&setting.value);
        if cpu::all().iter().any(is_kind) {
            return Ok(());
        }
        let rules = inventory.rules.iter().flat_map(|rule| &rule.settings);
        let asked = rules.filter(|it| it.name == setting.name).map(|it| it.value.as_str());
        let asked: BTreeSet<&str> = asked.collect();
        let message = Message::new("plan-unknown-processor").with("value", &setting.value);
        let values = asked.into_iter().collect::<Vec<_>>().join(", ");
        return Err(AnswerFailure::usage(message.with("values", values)));
    }
    let choices = inventory.choices();
    let Some(values) = choices.get(setting.name.as_str()) else { return Ok(()) };
    let in_force = inventory.settings.get(&setting.name).map(String::as_str);
    let known: BTreeSet<&str> = values.iter().copied().chain(in_force).collect();
    let is_auto = setting.value.eq_ignore_ascii_case("auto");
    if is_auto || known.contains(setting.value.as_str()) {
        return Ok(());
    }
    let message = Message::new("plan-unknown-value").with("name", &setting.name);
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    Err(AnswerFailure::usage(message.with("value", &setting.value).with("values", known)))
}

fn unknown_setting(name: &str, known: &[&str]) -> Message {
    match nearest(name, known.iter().copied()) {
        Some(near) => {
            Message::new("plan-unknown-setting-near").with("name", name).with("near", near)
        }
        None => Message::new("plan-unknown-setting").with("name", name),
    }
}

/// Present devices with those to be added.
pub(super) fn devices(
    request: &PlanRequest,
    planned: &mut InventoriedMachine,
) -> Result<Vec<MovableDevice>, AnswerFailure> {
    let devices = planned.devices(request.additions.as_deref())?;
    for text in request.additions.as_deref().map(assumed_models).unwrap_or_default() {
        planned.inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    }
    let devices = with_network(request, planned, devices)?;
    let source = planned.seen.title();
    if planned.inventory.slots.is_empty() {
        let board = planned.inventory.board.as_deref().and_then(board::board);
        let message = match board {
            Some(board) if board.slots.is_empty() => {
                let note = board.note.as_ref().map(|note| format!(" ({note})"));
                let message = Message::new("plan-no-slots-board").with("board", &board.name);
                message.with("note", note.unwrap_or_default())
            }
            Some(board) if planned.seen.file.is_some() => {
                Message::new("plan-no-slots-file").with("id", &board.id)
            }
            _ => Message::new("plan-no-slots"),
        };
        return Err(AnswerFailure::usage(message.text("source", source)));
    }
    if devices.is_empty() {
        return Err(AnswerFailure::usage(
            Message::new("plan-nothing-to-place").text("source", source),
        ));
    }
    Ok(devices)
}

/// Adds a network card if its rate is wanted and there is none, with a note: the shortest of the slowest that
/// reach it.
fn with_network(
    request: &PlanRequest,
    planned: &mut InventoriedMachine,
    devices: Vec<MovableDevice>,
) -> Result<Vec<MovableDevice>, AnswerFailure> {
    let words = request.want.iter().flat_map(|words| words.split(','));
    let wanted = words.filter_map(words::network_rate).reduce(f64::max);
    let is_there = devices.iter().any(|device| device.kind() == Some(NodeKind::Network));
    let Some(wanted) = wanted.filter(|_| !is_there) else { return Ok(devices) };
    let Some(card) = card::network(wanted) else { return Ok(devices) };
    let nic = format!("nic={}", card.id);
    let list = request.additions.as_ref().map_or(nic.clone(), |list| format!("{list}, {nic}"));
    let text = Message::new("plan-assumed-network").with("card", &card.name);
    planned.inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    planned.devices(Some(&list))
}

/// Takes arrays away whose drives the ask makes another array of.
pub(super) fn leave_out_replaced(
    inventory: &mut SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) {
    let members = ask.arrays.iter().flat_map(|array| {
        let drives = array.members.iter().filter_map(|&at| devices.get(at)?.drive());
        drives.map(|drive| (drive, array.id.as_str()))
    });
    let members: Vec<_> = members.collect();
    inventory.fixed.arrays.retain(|id, plan| {
        let is_taken = |drive| members.iter().any(|(it, by)| *it == drive && *by != id.as_str());
        !plan.members.iter().any(is_taken)
    });
}
