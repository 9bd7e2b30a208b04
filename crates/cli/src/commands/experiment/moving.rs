//! A drive moved to another slot: measured before and after, recognised by its serial number.

use narrows_messages::Message;
use narrows_record::experiment::{
    ExperimentDocument, ExperimentDrive, ExperimentKind, ExperimentPhase, ExperimentState,
};
use narrows_record::see::{DocumentNote, SeeDocument, TransportName};
use narrows_verdict::experiment::{DriveRecognition, recognise};

use super::ObservedMachine;
use super::measure::{self, ExperimentBench};
use crate::args::experiment::{ExperimentOptions, ExperimentSelector, MoveArgs};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::CampaignContext;
use crate::measuring::overrides::store;
use crate::output::CliOutput;
use crate::platform::interrupt;

pub fn begin(
    args: &MoveArgs,
    how: &ExperimentOptions,
    place: &ObservedMachine,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let id = place.machine().drive(&args.drive)?;
    check_can_move(&place.see, id.as_str(), output)?;
    let mut experiment = super::document(&place.see);
    let drive = find(&experiment.drives, id.as_str());
    let drive = drive.filter(|drive| drive.has_name()).ok_or_else(|| {
        CommandFailure::new(Message::new("experiment-nameless").with("drive", &id))
    })?;
    experiment.kind = ExperimentKind::Move;
    experiment.before = where_it_is(&drive);
    experiment.subject = drive.id;
    experiment.asked = measure::parameters(how, &[id.to_string()]);
    experiment.boot = narrows_host::tunables::boot_id(&place.root);
    measure::workloads(&experiment.asked)?;
    if how.rehearse {
        super::show(&experiment, output)?;
        return Ok(ProgramExit::Ok);
    }
    let cancel = interrupt::flag();
    let (backend, left_out) = measure::open(&experiment.asked, &place.source, &cancel, output)?;
    let stage = place.stage(&backend, &left_out, &cancel, output);
    // It is a run once it is over.
    let stage = CampaignContext { keeps: false, ..stage };
    let mut bench = ExperimentBench::of(stage, None, &experiment.asked, 1)?;
    super::announce(&experiment, &bench, output);
    all(&mut experiment, &mut bench, ExperimentPhase::Before);
    experiment.state =
        if bench.is_cancelled() { ExperimentState::CutShort } else { ExperimentState::Waiting };
    experiment.partial |= bench.is_cancelled();
    store::save_new(&mut experiment)?;
    bench.end(&experiment)
}

/// Virtual devices of a hypervisor, and those it shows without a link, are in no physical slot. The drive that the machine runs from can be
/// moved while the machine is off, and then has to be detected again by the firmware.
fn check_can_move(see: &SeeDocument, id: &str, output: &CliOutput) -> Result<()> {
    let Some(drive) = see.drives.iter().find(|drive| drive.id == id) else { return Ok(()) };
    let is_guest = see.host.hypervisor.is_some();
    let has_link =
        see.storage.iter().any(|it| Some(&it.id) == drive.controller.as_ref() && it.link.is_some());
    if drive.transport == Some(TransportName::Virtio) || (is_guest && !has_link) {
        let what = Message::new("experiment-move-virtual").with("drive", &drive.id);
        return Err(CommandFailure::refused(what));
    }
    if drive.mounts.iter().any(|mount| mount.target == "/") {
        output.remark(&Message::new("experiment-move-root").with("drive", &drive.id));
    }
    Ok(())
}

fn find(drives: &[ExperimentDrive], id: &str) -> Option<ExperimentDrive> {
    drives.iter().find(|drive| drive.id == id).cloned()
}

/// The slot if the machine names it, with the ports above and the link.
fn where_it_is(drive: &ExperimentDrive) -> String {
    let place = drive.place.as_deref().unwrap_or("?");
    let link = drive.link.map(|link| format!(" ({link})"));
    let slot = drive.slot.as_deref().map(|slot| format!("{slot}, "));
    format!("{}{place}{}", slot.unwrap_or_default(), link.unwrap_or_default())
}

fn all(
    experiment: &mut ExperimentDocument,
    bench: &mut ExperimentBench<'_, '_>,
    phase: ExperimentPhase,
) {
    let (cycles, repeats) = (experiment.asked.cycles, experiment.asked.repeat);
    for (cycle, repeat) in (1..=cycles).flat_map(|cycle| (1..=repeats).map(move |at| (cycle, at))) {
        if bench.is_cancelled() {
            return;
        }
        bench.once(experiment, phase, cycle, repeat);
    }
}

pub fn resume(
    args: &ExperimentSelector,
    place: &ObservedMachine,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut experiment = waiting(args.id.as_deref())?;
    let now = ExperimentDrive::all(&place.see);
    let DriveRecognition { drive, has_moved, remarks } =
        match find(&experiment.drives, &experiment.subject) {
            Some(before) => recognise(&before, &experiment.drives, &now),
            None => {
                return Err(CommandFailure::new(
                    Message::new("experiment-no-such").with("id", &experiment.id),
                ));
            }
        };
    let Some(drive) = drive.filter(|_| has_moved) else {
        return Err(still_waiting(&experiment.id, remarks, output));
    };
    let notes = remarks.iter().map(|remark| DocumentNote::of(None, remark));
    experiment.notes.extend(notes);
    experiment.changed = Some(where_it_is(&drive));
    experiment.drives_after = now;
    // Kernel names may have been swapped: the drive is accessed by its new one, and its results
    // keep the old one, under which it was measured before.
    let old = experiment.subject.clone();
    let mut parameters = experiment.asked.clone();
    for target in parameters.targets.iter_mut().filter(|target| **target == old) {
        target.clone_from(&drive.id);
    }
    let cancel = interrupt::flag();
    let (backend, left_out) = measure::open(&parameters, &place.source, &cancel, output)?;
    let stage = place.stage(&backend, &left_out, &cancel, output);
    let mut bench = ExperimentBench::of(stage, None, &parameters, 1)?;
    super::announce(&experiment, &bench, output);
    let before = experiment.rounds.len();
    all(&mut experiment, &mut bench, ExperimentPhase::Changed);
    for round in experiment.rounds.iter_mut().skip(before) {
        if round.result.target == drive.id {
            round.result.target.clone_from(&old);
        }
    }
    if bench.is_cancelled() {
        // The saved experiment still waits; only the one shown has the rounds that were made.
        experiment.partial = true;
        super::close(&mut experiment);
        return bench.end(&experiment);
    }
    experiment.state = ExperimentState::Done;
    super::close(&mut experiment);
    store::save(&experiment)?;
    bench.end(&experiment)
}

/// Why there is nothing to compare yet: the gravest remark, after the others and the advice.
fn still_waiting(id: &str, remarks: Vec<Message>, output: &CliOutput) -> CommandFailure {
    let waiting = Message::new("experiment-still-waiting").with("id", id);
    let mut remarks = remarks.into_iter();
    let Some(first) = remarks.next() else { return CommandFailure::new(waiting) };
    remarks.chain([waiting]).for_each(|remark| output.remark(&remark));
    CommandFailure::new(first)
}

/// The experiment of that id, or the only one that waits.
fn waiting(id: Option<&str>) -> Result<ExperimentDocument> {
    let mut experiments = match id {
        Some(id) => vec![store::named(id)?],
        None => store::all()?.0,
    };
    experiments.retain(|experiment| experiment.state == ExperimentState::Waiting);
    match experiments.len() {
        1 => experiments
            .pop()
            .ok_or_else(|| CommandFailure::new(Message::new("experiment-none-waits"))),
        0 => Err(CommandFailure::new(Message::new("experiment-none-waits"))),
        _ => {
            let ids = store::ids(&experiments);
            Err(CommandFailure::usage(Message::new("experiment-several").with("ids", ids)))
        }
    }
}
