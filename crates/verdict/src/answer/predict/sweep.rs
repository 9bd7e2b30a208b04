//! One thing varied: the machine, or what is asked of it, for each value.

use narrows_files::moved;
use narrows_messages::{Message, Text};
use narrows_model::{Change, Machine, WorkloadOnTarget, predict_together};
use narrows_record::predict::{Sweep, SweepPoint};
use narrows_topology::Id;
use narrows_workload::Workload;

use super::more::Room;
use super::sets::{is_target, listed, no_such_drive};
use super::values::{Over, Plan, Value};
use crate::answer::failure::Failure;
use crate::answer::source::Seen;

/// Every value is a machine of its own, with all of its drives.
const DRIVES_MAX: usize = 1024;

/// Every plan with every workload; workloads that differ only in what is varied count once.
pub fn run(
    plans: &[Plan],
    of: Option<&str>,
    (seen, room): (&Seen, &Room),
    templates: &[WorkloadOnTarget],
) -> Result<Vec<Sweep>, Failure> {
    let mut sweeps = Vec::new();
    for plan in plans {
        let subject = subject(&seen.machine, plan.over, of)?;
        let variations = beside(&seen.machine, plan.over, subject);
        let variations = variations.into_iter();
        let variations: Vec<Variation<'_>> =
            variations.map(|subject| Variation { plan, subject, seen, room }).collect();
        for template in distinct(templates, plan) {
            for variation in &variations {
                sweeps.push(variation.sweep(template)?);
            }
        }
    }
    Ok(sweeps)
}

/// Where a drive sits matters to all others too: a slot is tried with the drive alone and with all.
fn beside(machine: &Machine, over: Over, subject: Subject) -> Vec<Subject> {
    let drives = machine.topology.drives.keys();
    let several = (2..=DRIVES_MAX).contains(&drives.len());
    // The drive that moves stands first.
    let others = drives.filter(|id| !subject.targets.contains(*id));
    let targets = subject.targets.iter().chain(others).cloned().collect();
    let all = Subject { name: ALL.to_owned(), targets };
    let with_all = (over == Over::Slot && several).then_some(all);
    [subject].into_iter().chain(with_all).collect()
}

fn distinct<'a>(templates: &'a [WorkloadOnTarget], plan: &Plan) -> Vec<&'a WorkloadOnTarget> {
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
fn vary(workload: &mut Workload, over: Over, value: &Value) {
    match (over, value) {
        (Over::Depth, Value::Count(depth)) => workload.depth = *depth,
        (Over::Jobs, Value::Count(jobs)) => workload.jobs = *jobs,
        (Over::Block, Value::Size(block)) => workload.block = *block,
        _ => return,
    }
    *workload = workload.clone().named_after_itself();
}

/// What all drives together are called.
const ALL: &str = "all";

/// What is varied.
struct Subject {
    name: String,
    targets: Vec<Id>,
}

impl Subject {
    fn one(id: &Id) -> Self {
        Self { name: id.to_string(), targets: vec![id.clone()] }
    }

    fn array<'a>(&self, machine: &'a Machine) -> Option<&'a Id> {
        let [only] = self.targets.as_slice() else { return None };
        machine.arrays.get_key_value(only).map(|(id, _)| id)
    }
}

fn subject(machine: &Machine, over: Over, of: Option<&str>) -> Result<Subject, Failure> {
    if let Some(name) = of {
        let id = Id::new(name);
        let subject = is_target(machine, &id).then(|| Subject::one(&id));
        return fitting(machine, over, subject.ok_or_else(|| no_such_drive(machine, &id))?);
    }
    let drives: Vec<&Id> = machine.topology.drives.keys().collect();
    let arrays: Vec<&Id> = machine.arrays.keys().collect();
    match (over, arrays.as_slice(), drives.as_slice()) {
        (_, _, []) => Err(Failure::usage(Message::new("sweep-no-drives"))),
        (Over::Slot, _, [drive]) => Ok(Subject::one(drive)),
        (Over::Slot, _, _) => Err(needs_drive(machine)),
        (_, [array], _) => fitting(machine, over, Subject::one(array)),
        (Over::Chunk | Over::Cache, _, _) => Err(needs_array(machine, over)),
        _ if drives.len() > DRIVES_MAX => {
            let what = Message::new("cli-sweep-too-large").count("drives", drives.len());
            Err(Failure::usage(what.with("most", DRIVES_MAX)))
        }
        _ => {
            let targets = drives.into_iter().cloned().collect();
            Ok(Subject { name: ALL.to_owned(), targets })
        }
    }
}

fn fitting(machine: &Machine, over: Over, subject: Subject) -> Result<Subject, Failure> {
    let array = subject.array(machine);
    let is_array = array.is_some();
    let plan = array.and_then(|id| machine.arrays.get(id));
    match over {
        Over::Chunk if plan.is_some_and(|plan| !plan.level.has_chunks()) => {
            Err(Failure::usage(Message::new("sweep-no-chunks").with("target", &subject.name)))
        }
        Over::Chunk | Over::Cache if !is_array => Err(needs_array(machine, over)),
        Over::Slot if is_array => Err(needs_drive(machine)),
        _ => Ok(subject),
    }
}

fn needs_array(machine: &Machine, over: Over) -> Failure {
    let message = match machine.arrays.is_empty() {
        true => Message::new("sweep-no-array"),
        false => Message::new("sweep-needs-array").with("known", listed(machine.arrays.keys())),
    };
    Failure::usage(message.with("over", over.as_str()))
}

fn needs_drive(machine: &Machine) -> Failure {
    let known = listed(machine.topology.drives.keys());
    Failure::usage(Message::new("sweep-needs-drive").with("known", known))
}

/// A plan with what it needs to be carried out.
struct Variation<'a> {
    plan: &'a Plan,
    subject: Subject,
    seen: &'a Seen,
    room: &'a Room,
}

impl Variation<'_> {
    /// Values that cannot be are left out of a range; an error where none can be.
    fn sweep(&self, template: &WorkloadOnTarget) -> Result<Sweep, Failure> {
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
            return Err(self.nothing(impossible));
        }
        let over = self.plan.over.as_str().into();
        let of = self.subject.name.clone();
        let is_full = self.plan.over == Over::Drives;
        let ends = impossible.filter(|value| is_full && self.is_beyond(value));
        let ends = ends.map(|value| {
            let what = Message::new("sweep-no-place").with("value", value.say().0);
            Text::from(what)
        });
        Ok(Sweep { over, workload: template.workload.name.clone(), of, points, ends })
    }

    /// More drives than there are today, for which there is no place.
    fn is_beyond(&self, value: &Value) -> bool {
        let machine = &self.seen.machine;
        let members = self.subject.array(machine).and_then(|id| machine.arrays.get(id));
        let today = members.map_or(self.subject.targets.len(), |array| array.members.len());
        matches!(value, Value::Count(count) if *count as usize > today)
    }

    fn nothing(&self, impossible: Option<&Value>) -> Failure {
        let target = &self.subject.name;
        Failure::usage(match impossible {
            Some(value) => Message::new("sweep-impossible")
                .with("over", self.plan.over.as_str())
                .with("value", value.say().0)
                .with("target", target),
            None => Message::new("sweep-nothing").with("target", target),
        })
    }

    /// The machine and what is asked of it; none where that cannot be.
    fn with(
        &self,
        value: &Value,
        template: &WorkloadOnTarget,
    ) -> Result<Option<(Machine, Vec<WorkloadOnTarget>)>, Failure> {
        let machine = &self.seen.machine;
        let asked = |targets: &[Id]| -> Vec<WorkloadOnTarget> {
            targets.iter().map(|target| template.of(target.clone())).collect()
        };
        let targets = &self.subject.targets;
        let changed = |change: Change| Some((machine.changed(&change)?, asked(targets)));
        let Some(first) = targets.first() else { return Ok(None) };
        Ok(match (self.plan.over, value) {
            (Over::Chunk, Value::Size(chunk)) => changed(Change::Chunk(first.clone(), *chunk)),
            (Over::Cache, Value::Cache(mode, _)) => changed(Change::Cache(first.clone(), *mode)),
            (Over::Drives, Value::Count(count)) => match self.subject.array(machine) {
                Some(array) => self.members(array, *count as usize).map(|m| (m, asked(targets))),
                None => self.so_many(*count as usize).map(|(m, drives)| (m, asked(&drives))),
            },
            (_, Value::Link(link)) => {
                let slot = slot_of(machine, first).ok_or_else(|| no_slot(first))?;
                changed(Change::SlotLink(slot, *link))
            }
            (_, Value::Slot(slot)) => Some((self.moved(first, slot)?, asked(targets))),
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

    /// The array with its first members, or with twins of the last where there are places for them.
    fn members(&self, array: &Id, count: usize) -> Option<Machine> {
        let machine = &self.seen.machine;
        // One drive more or less would make arrays under a stripe unlike.
        let members = &machine.arrays.get(array).filter(|plan| plan.over.is_none())?.members;
        let more = count.saturating_sub(members.len());
        if more == 0 {
            return machine.changed(&Change::Members(array.clone(), count));
        }
        let (mut larger, twins) = self.room.more(machine, members.last()?, more)?;
        larger.arrays.get_mut(array)?.members.extend(twins);
        Some(larger)
    }

    fn moved(&self, drive: &Id, slot: &str) -> Result<Machine, Failure> {
        let needs_file = || Failure::usage(Message::new("sweep-needs-file"));
        let described = self.seen.file.as_deref().ok_or_else(needs_file)?;
        let file =
            moved::with_drive_in(&described.text, drive.as_str(), slot).map_err(|problem| {
                let problem = Text::from(problem);
                let what = Message::new("sweep-move").with("target", drive).with("slot", slot);
                Failure::usage(what.text("problem", problem))
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

fn no_slot(drive: &Id) -> Failure {
    Failure::usage(Message::new("sweep-no-slot").with("target", drive))
}
