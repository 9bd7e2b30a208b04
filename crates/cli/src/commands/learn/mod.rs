//! `narrows learn`: a board file drafted from captures of one machine.

mod asking;

use std::path::Path;

use narrows_files::inventory;
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_plan::inventory::InventorySlot;
use narrows_plan::learn::{self, QuestionTopic};
use narrows_plan::observed;
use narrows_report::page;
use narrows_topology::build::build;
use narrows_topology::evidence::CaptureEvidence;

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::source;

pub fn run(args: &args::LearnArgs, output: &CliOutput) -> Result<ProgramExit> {
    let to = output.destination(args.save.as_deref(), OutputFileKind::BoardFile, args.force)?;
    if args.ask {
        asking::check_terminal()?;
    }
    let captures = source::captured(&args.captures, output)?;
    // Captures by their files' names, because a draft is sent to others and paths are private;
    // whole where two have one name.
    let file = |path: &str| Path::new(path).file_name()?.to_str().map(str::to_owned);
    let names: Vec<Option<String>> = captures.iter().map(|(path, _)| file(path)).collect();
    let is_one = |name: &String| names.iter().flatten().filter(|other| *other == name).count() == 1;
    let short = |((path, evidence), name): ((String, CaptureEvidence), &Option<String>)| {
        (name.clone().filter(is_one).unwrap_or(path), evidence)
    };
    let without_folders: Vec<(String, CaptureEvidence)> =
        captures.into_iter().zip(&names).map(short).collect();
    let captures = with_firmware(without_folders)?;
    let of = |(name, evidence): (String, CaptureEvidence)| (name, Machine::of(build(&evidence)));
    let machines: Vec<(String, Machine)> = captures.into_iter().map(of).collect();
    let shown: Vec<learn::NamedCapture<'_>> =
        machines.iter().map(|(name, machine)| learn::NamedCapture { name, machine }).collect();
    let mut learned = learn::learn(&shown).map_err(CommandFailure::new)?;
    if let Some(name) = &args.name {
        learned.board = Some(name.clone());
        learned.questions.retain(|question| question.topic != QuestionTopic::Name);
    }
    if args.ask {
        asking::ask(&mut learned, output);
    }
    // Free slots that boards with the chipset mostly have, by the capture in which most are in use.
    let inventories = machines.iter().map(|(_, machine)| observed::inventory(machine));
    let fullest = inventories.max_by_key(|inventory| inventory.slots.len());
    let free: Vec<InventorySlot> =
        fullest.map(|inventory| inventory::usual_free(&inventory)).unwrap_or_default();
    let document = narrows_files::learn::document(&learned, &free, &output.localizer);
    let is_shown = output.json || to.is_none();
    if let Some(to) = to {
        let saved = Message::new("learn-saved").with("path", to.path().display());
        to.write(document.draft.as_bytes())?;
        output.remark(&saved);
    }
    if is_shown {
        output.result(&document, || page::learn(&document))?;
    }
    // Open questions are shown with a draft, too, because a file is looked at later.
    if !document.next.is_empty() {
        let next = document.next.iter().map(|it| output.localizer.text_of(it));
        output.remark(&Message::new("learn-next").lines("lines", next.collect::<Vec<_>>()));
    }
    for contradiction in &learned.contradictions {
        output.remark(contradiction);
    }
    let ended =
        if learned.contradictions.is_empty() { ProgramExit::Ok } else { ProgramExit::Partial };
    Ok(ended)
}

/// The captures that show devices, each with dmidecode's text on the same machine.
fn with_firmware(
    captures: Vec<(String, CaptureEvidence)>,
) -> Result<Vec<(String, CaptureEvidence)>> {
    let is_firmware = |(_, evidence): &(String, CaptureEvidence)| {
        evidence.functions.is_empty() && evidence.blocks.is_empty()
    };
    let (named, mut shown): (Vec<_>, Vec<_>) = captures.into_iter().partition(is_firmware);
    if let (Some((name, _)), true) = (named.first(), shown.is_empty()) {
        return Err(CommandFailure::usage(
            Message::new("learn-only-firmware").with("source", name),
        ));
    }
    for (name, firmware) in &named {
        for (capture, evidence) in &mut shown {
            add_firmware((capture, evidence), (name, firmware))?;
        }
    }
    Ok(shown)
}

fn add_firmware(
    (capture, evidence): (&str, &mut CaptureEvidence),
    (name, firmware): (&str, &CaptureEvidence),
) -> Result<()> {
    if let (Some(own), Some(other)) = (&evidence.host.board, &firmware.host.board)
        && own != other
    {
        let what = Message::new("learn-two-boards").with("a", capture).with("board", own);
        return Err(CommandFailure::new(what.with("b", name).with("other", other)));
    }
    let (host, other) = (&mut evidence.host, &firmware.host);
    host.board = host.board.take().or_else(|| other.board.clone());
    host.cpu = host.cpu.take().or_else(|| other.cpu.clone());
    host.hypervisor = host.hypervisor.take().or_else(|| other.hypervisor.clone());
    if evidence.system_slots.is_empty() {
        evidence.system_slots.clone_from(&firmware.system_slots);
        evidence.slots.extend(firmware.slots.iter().cloned());
    }
    Ok(())
}
