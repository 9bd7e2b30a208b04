//! One parameter varied: the machine, or its workload, for each value.

use narrows_files::moved;
use narrows_messages::{DocumentText, Message};
use narrows_model::{Machine, MachineChange, WorkloadOnTarget, predict_together};
use narrows_record::predict::{PredictedSweep, SweepPoint};
use narrows_topology::Id;
use narrows_workload::Workload;

use super::more::KnownInventory;
use super::sets::{is_target, listed, no_such_drive};
use super::values::{ParameterSweep, SweepParameter, SweepValue};
use crate::answer::failure::AnswerFailure;
use crate::answer::source::SourceMachine;

/// Every value is a separate machine, with all of its drives.
const DRIVES_MAX: usize = 1024;

/// Every plan with every workload; workloads that differ only in the parameter count once.
pub fn run(
    plans: &[ParameterSweep],
    of: Option<&str>,
    (seen, room): (&SourceMachine, &KnownInventory),
    templates: &[WorkloadOnTarget],
) -> Result<Vec<PredictedSweep>, AnswerFailure> {
    let mut sweeps = Vec::new();
    for plan in plans {
        let subject = subject(&seen.machine, plan.over, of)?;
        // Where a drive sits matters to all others too: a slot is tried with the drive alone and
        // with all.
        let drives = seen.machine.topology.drives.keys();
        let several = (2..=DRIVES_MAX).contains(&drives.len());
        // The drive that moves comes first.
        let others = drives.filter(|id| !subject.targets.contains(*id));
        let targets = subject.targets.iter().chain(others).cloned().collect();
        let all = SweepSubject { name: ALL.to_owned(), targets };
        let with_all = (plan.over == SweepParameter::Slot && several).then_some(all);
        let variations: Vec<SweepSubject> = [subject].into_iter().chain(with_all).collect();
        let variations = variations.into_iter();
        let variations: Vec<SweepVariation<'_>> =
            variations.map(|subject| SweepVariation { plan, subject, seen, room }).collect();
        for template in distinct(templates, plan) {
            for variation in &variations {
                sweeps.push(variation.sweep(template)?);
            }
        }
    }
    Ok(sweeps)
}

fn distinct<'a>(
    templates: &'a [WorkloadOnTarget],
    plan: &ParameterSweep,
) -> Vec<&'a WorkloadOnTarget> {
    let mut kept: Vec<(&WorkloadOnTarget, WorkloadOnTarget)> = Vec::new();
    for template in templates {
        let mut first = template.clone();
        plan.values.iter().take(1).for_each(|value| vary(&mut first.workload, plan.over, value));
        if kept.iter().all(|(_, known)| *known != first) {
            kept.push((template, first));
        }
    }
    kept.into_iter().map(|(template, _)| template).collect()
}

/// Depth, block and jobs are the workload's; it keeps no name that no longer fits.
fn vary(workload: &mut Workload, over: SweepParameter, value: &SweepValue) {
    match (over, value) {
        (SweepParameter::Depth, SweepValue::Count(depth)) => workload.depth = *depth,
        (SweepParameter::Jobs, SweepValue::Count(jobs)) => workload.jobs = *jobs,
        (SweepParameter::Block, SweepValue::Size(block)) => workload.block = *block,
        _ => return,
    }
    *workload = workload.clone().named_after_itself();
}

/// Name of all drives together.
const ALL: &str = "all";

struct SweepSubject {
    name: String,
    targets: Vec<Id>,
}

impl SweepSubject {
    fn one(id: &Id) -> Self {
        Self { name: id.to_string(), targets: vec![id.clone()] }
    }

    fn array<'a>(&self, machine: &'a Machine) -> Option<&'a Id> {
        let [only] = self.targets.as_slice() else { return None };
        machine.arrays.get_key_value(only).map(|(id, _)| id)
    }
}

fn subject(
    machine: &Machine,
    over: SweepParameter,
    of: Option<&str>,
) -> Result<SweepSubject, AnswerFailure> {
    if let Some(name) = of {
        let id = Id::new(name);
        let subject = is_target(machine, &id).then(|| SweepSubject::one(&id));
        return fitting(machine, over, subject.ok_or_else(|| no_such_drive(machine, &id))?);
    }
    let drives: Vec<&Id> = machine.topology.drives.keys().collect();
    let arrays: Vec<&Id> = machine.arrays.keys().collect();
    match (over, arrays.as_slice(), drives.as_slice()) {
        (_, _, []) => Err(AnswerFailure::usage(Message::new("sweep-no-drives"))),
        (SweepParameter::Slot, _, [drive]) => Ok(SweepSubject::one(drive)),
        (SweepParameter::Slot, _, _) => Err(needs_drive(machine)),
        (_, [array], _) => fitting(machine, over, SweepSubject::one(array)),
        (SweepParameter::Chunk | SweepParameter::Cache, _, _) => Err(needs_array(machine, over)),
        _ if drives.len() > DRIVES_MAX => {
            let what = Message::new("cli-sweep-too-large").count("drives", drives.len());
            Err(AnswerFailure::usage(what.with("most", DRIVES_MAX)))
        }
        _ => {
            let targets = drives.into_iter().cloned().collect();
            Ok(SweepSubject { name: ALL.to_owned(), targets })
        }
    }
}

fn fitting(
    machine: &Machine,
    over: SweepParameter,
    subject: SweepSubject,
) -> Result<SweepSubject, AnswerFailure> {
    let array = subject.array(machine);
    let is_array = array.is_some();
    let plan = array.and_then(|id| machine.arrays.get(id));
    match over {
        SweepParameter::Chunk if plan.is_some_and(|plan| !plan.level.has_chunks()) => {
            Err(AnswerFailure::usage(Message::new("sweep-no-chunks").with("target", &subject.name)))
        }
        SweepParameter::Chunk | SweepParameter::Cache if !is_array => {
            Err(needs_array(machine, over))
        }
        SweepParameter::Slot if is_array => Err(needs_drive(machine)),
        _ => Ok(subject),
    }
}

fn needs_array(machine: &Machine, over: SweepParameter) -> AnswerFailure {
    let message = match machine.arrays.is_empty() {
        true => Message::new("sweep-no-array"),
        false => Message::new("sweep-needs-array").with("known", listed(machine.arrays.keys())),
    };
    AnswerFailure::usage(message.with("over", over.as_str()))
}

fn needs_drive(machine: &Machine) -> AnswerFailure {
    let known = listed(machine.topology.drives.keys());
    AnswerFailure::usage(Message::new("sweep-needs-drive").with("known", known))
}

/// A plan with everything it needs to run.
struct SweepVariation<'a> {
    plan: &'a ParameterSweep,
    subject: SweepSubject,
    seen: &'a SourceMachine,
    room: &'a KnownInventory,
}

impl SweepVariation<'_> {
    /// Impossible values are left out of a range; an error if none is possible.
    fn sweep(&self, template: &WorkloadOnTarget) -> Result<PredictedSweep, AnswerFailure> {
        let mut points = Vec::new();
        let mut impossible = None;
        for value in &self.plan.values {
            let Some((machine, asked)) = self.with(value, template)? else {
                impossible = impossible.or(Some(value));
                continue;
            };
            let workload = asked.first().map_or(&template.workload, |asked| &asked.workload);
            let (outcomes, total) = predict_together(&machine, &asked);
            let point = SweepPoint::of(value.say(), (&outcomes, total), workload);
            points.extend(point);
        }
        if points.is_empty() {
            let target = &self.subject.name;
            let nothing = AnswerFailure::usage(match impossible {
                Some(value) => Message::new("sweep-impossible")
                    .with("over", self.plan.over.as_str())
                    .with("value", value.say().0)
                    .with("target", target),
                None => Message::new("sweep-nothing").with("target", target),
            });
            return Err(nothing);
        }
        let over = self.plan.over.as_str().into();
        let of = self.subject.name.clone();
        let is_full = self.plan.over == SweepParameter::Drives;
        let ends = impossible.filter(|value| is_full && self.is_beyond(value));
        let ends = ends.map(|value| {
            let what = Message::new("sweep-no-place").with("value", value.say().0);
            DocumentText::from(what)
        });
        Ok(PredictedSweep { over, workload: template.workload.name.clone(), of, points, ends })
    }

    /// More drives than there are today, for which there is no place.
    fn is_beyond(&self, value: &SweepValue) -> bool {
        let machine = &self.seen.machine;
        let members = self.subject.array(machine).and_then(|id| machine.arrays.get(id));
        let today = members.map_or(self.subject.targets.len(), |array| array.members.len());
        matches!(value, SweepValue::Count(count) if *count as usize > today)
    }

    /// The machine and its workloads; `None` if impossible.
    fn with(
        &self,
        value: &SweepValue,
        template: &WorkloadOnTarget,
    ) -> Result<Option<(Machine, Vec<WorkloadOnTarget>)>, AnswerFailure> {
        let machine = &self.seen.machine;
        let asked = |targets: &[Id]| -> Vec<WorkloadOnTarget> {
            targets.iter().map(|target| template.of(target.clone())).collect()
        };
        let targets = &self.subject.targets;
        let changed = |change: MachineChange| Some((machine.changed(&change)?, asked(targets)));
        let Some(first) = targets.first() else { return Ok(None) };
        Ok(match (self.plan.over, value) {
            (SweepParameter::Chunk, SweepValue::Size(chunk)) => {
                changed(MachineChange::Chunk(first.clone(), *chunk))
            }
            (SweepParameter::Cache, SweepValue::Cache(mode, _)) => {
                changed(MachineChange::Cache(first.clone(), *mode))
            }
            (SweepParameter::Drives, SweepValue::Count(count)) => match self.subject.array(machine)
            {
                Some(array) => self.members(array, *count as usize).map(|m| (m, asked(targets))),
                None => self.so_many(*count as usize).map(|(m, drives)| (m, asked(&drives))),
            },
            (_, SweepValue::Link(link)) => {
                let slot = slot_of(machine, first).ok_or_else(|| {
                    AnswerFailure::usage(Message::new("sweep-no-slot").with("target", first))
                })?;
                changed(MachineChange::SlotLink(slot, *link))
            }
            (_, SweepValue::Slot(slot)) => Some((self.moved(first, slot)?, asked(targets))),
            (over, value) => {
                let mut asked = asked(targets);
                asked.iter_mut().for_each(|asked| vary(&mut asked.workload, over, value));
                Some((machine.clone(), asked))
            }
        })
    }

    /// The first drives, or as many twins of the last as there are places for.
    fn so_many(&self, count: usize) -> Option<(Machine, Vec<Id>)> {
        let mut drives: Vec<Id> = self.subject.targets.iter().take(count).cloned().collect();
        let last = drives.last()?.clone();
        let more = count - drives.len();
        if more == 0 {
            return Some((self.seen.machine.clone(), drives));
        }
        let (machine, twins) = self.room.more(&self.seen.machine, &last, more)?;
        drives.extend(twins);
        Some((machine, drives))
    }

    /// The array with its first members, or with twins of the last if there are slots for them.
    fn members(&self, array: &Id, count: usize) -> Option<Machine> {
        let machine = &self.seen.machine;
        // One drive more or less would make arrays under a stripe unlike.
        let members = &machine.arrays.get(array).filter(|plan| plan.over.is_none())?.members;
        let more = count.saturating_sub(members.len());
        if more == 0 {
            return machine.changed(&MachineChange::Members(array.clone(), count));
        }
        let (mut larger, twins) = self.room.more(machine, members.last()?, more)?;
        larger.arrays.get_mut(array)?.members.extend(twins);
        Some(larger)
    }

    fn moved(&self, drive: &Id, slot: &str) -> Result<Machine, AnswerFailure> {
        let needs_file = || AnswerFailure::usage(Message::new("sweep-needs-file"));
        let described = self.seen.file.as_deref().ok_or_else(needs_file)?;
        let file =
            moved::with_drive_in(&described.text, drive.as_str(), slot).map_err(|problem| {
                let problem = DocumentText::from(problem);
                let what = Message::new("sweep-move").with("target", drive).with("slot", slot);
                AnswerFailure::usage(what.text("problem", problem))
            })?;
        Ok(file.machine)
    }
}

/// The slot that a drive's controller sits in.
fn slot_of(machine: &Machine, drive: &Id) -> Option<String> {
    let controller = machine.topology.drives.get(drive)?.controller.as_ref()?;
    let mut path = machine.topology.path(controller);
    path.find_map(|(_, node)| node.slot.as_ref().map(|(label, _)| label.clone()))
}
