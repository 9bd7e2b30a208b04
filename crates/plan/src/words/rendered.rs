//! Constraints, objectives and arrays as the words that ask for them, and as sentences.

use narrows_messages::{Message, drive_names};

use super::workload_word;
use crate::device::MovableDevice;
use crate::feasibility::RaidEngineKind;
use crate::request::{ArrayConstraint, Constraint, PlanObjective};

/// The word that asks for an array.
pub fn array(array: &ArrayConstraint, devices: &[MovableDevice]) -> String {
    // A word without engines means all of them.
    let means = match array.means == RaidEngineKind::ALL {
        true => String::new(),
        false => {
            let ids: Vec<&str> = array.means.iter().map(|means| means.id()).collect();
            format!(":{}", ids.join("/"))
        }
    };
    let members: Vec<&str> = array.members.iter().map(|&at| name(devices, at)).collect();
    format!("{}{means}={}", array.level.as_str(), members.join("+"))
}

/// The word that asks for a constraint.
pub fn constraint(constraint: &Constraint, devices: &[MovableDevice]) -> String {
    let of = |at: usize| name(devices, at);
    match constraint {
        Constraint::Lanes(at, lanes) => format!("{}>=x{lanes}", of(*at)),
        Constraint::FullLink(at) => format!("{}=full", of(*at)),
        Constraint::LineRate(at, rate) => format!("{}>={}MB/s", of(*at), rate.as_mb_s()),
        Constraint::Starts(at) => format!("boot={}", of(*at)),
        Constraint::StartsFromAny(_) => "boot".to_owned(),
        Constraint::ArrayStarts(id) => format!("boot={id}"),
        Constraint::FirmwareArray(_) => "firmware-raid".to_owned(),
        Constraint::FreeSata(count) => format!("free-sata>={count}"),
        Constraint::OnProcessor(at) => format!("{}=cpu", of(*at)),
        Constraint::OnChipset(at) => format!("{}=chipset", of(*at)),
        Constraint::Near(one, other) => format!("near={}+{}", of(*one), of(*other)),
        Constraint::At(at, slot) => format!("{}@{slot}", of(*at)),
        Constraint::On(at, card) => format!("{}@{}", of(*at), of(*card)),
        Constraint::Stays(at) => format!("{}=stay", of(*at)),
        Constraint::NoAdapters => "no-adapters".to_owned(),
        Constraint::Risers => "risers".to_owned(),
    }
}

/// The word that asks for an objective.
pub fn objective(objective: &PlanObjective, devices: &[MovableDevice]) -> String {
    let of = |at: usize| name(devices, at);
    match objective {
        PlanObjective::Together(workload) => workload_word(workload),
        PlanObjective::Each(workload) => format!("each={}", workload_word(workload)),
        PlanObjective::Of(target, workload) => format!("{target}:{}", workload_word(workload)),
        PlanObjective::ToCard(at, workload) => {
            format!("to={}:{}", of(*at), workload_word(workload))
        }
        PlanObjective::Latency(at) => format!("latency={}", of(*at)),
        PlanObjective::FewMoves => "few-moves".to_owned(),
        PlanObjective::LanesOf(at) => format!("lanes={}", of(*at)),
        PlanObjective::FreeSata => "free-sata".to_owned(),
    }
}

/// Renders a constraint as a sentence.
pub fn constraint_says(constraint: &Constraint, devices: &[MovableDevice]) -> Message {
    let about = |id: &'static str, at: usize| Message::new(id).with("piece", name(devices, at));
    match constraint {
        Constraint::Lanes(at, lanes) => about("plan-wish-lanes", *at).with("lanes", lanes),
        Constraint::FullLink(at) => about("plan-wish-full", *at),
        Constraint::LineRate(at, rate) => about("plan-wish-line-rate", *at).with("rate", rate),
        Constraint::Starts(at) => about("plan-wish-starts", *at),
        Constraint::StartsFromAny(drives) => {
            let names = drive_names(drives.iter().map(|&at| name(devices, at)));
            Message::new("plan-wish-starts-any").with("pieces", names)
        }
        Constraint::ArrayStarts(id) => Message::new("plan-wish-starts").with("piece", id),
        Constraint::FirmwareArray(id) => Message::new("plan-wish-firmware-array").with("array", id),
        Constraint::FreeSata(count) => Message::new("plan-wish-free-sata").count("count", *count),
        Constraint::OnProcessor(at) => about("plan-wish-processor", *at),
        Constraint::OnChipset(at) => about("plan-wish-chipset", *at),
        Constraint::Near(one, other) => {
            about("plan-wish-near", *one).with("other", name(devices, *other))
        }
        Constraint::At(at, slot) => about("plan-wish-at", *at).with("seat", slot),
        Constraint::On(at, card) => about("plan-wish-on", *at).with("card", name(devices, *card)),
        Constraint::Stays(at) => about("plan-wish-stays", *at),
        Constraint::NoAdapters => Message::new("plan-wish-no-adapters"),
        Constraint::Risers => Message::new("plan-wish-risers"),
    }
}

/// Renders an objective as words for a heading or a column.
pub fn objective_says(objective: &PlanObjective, devices: &[MovableDevice]) -> Message {
    let about = |id: &'static str, at: usize| Message::new(id).with("piece", name(devices, at));
    match objective {
        PlanObjective::Together(workload) => {
            Message::new("plan-aim-together").with("workload", workload_word(workload))
        }
        PlanObjective::Each(workload) => {
            Message::new("plan-aim-each").with("workload", workload_word(workload))
        }
        PlanObjective::Of(target, workload) => Message::new("plan-aim-of")
            .with("piece", target)
            .with("workload", workload_word(workload)),
        PlanObjective::ToCard(at, workload) => {
            about("plan-aim-to-card", *at).with("workload", workload_word(workload))
        }
        PlanObjective::Latency(at) => about("plan-aim-latency", *at),
        PlanObjective::FewMoves => Message::new("plan-aim-few-moves"),
        PlanObjective::LanesOf(at) => about("plan-aim-lanes", *at),
        PlanObjective::FreeSata => Message::new("plan-aim-free-sata"),
    }
}

/// A device's name; an index that leads nowhere has none.
fn name(devices: &[MovableDevice], at: usize) -> &str {
    devices.get(at).map_or("?", |device| &device.id)
}
