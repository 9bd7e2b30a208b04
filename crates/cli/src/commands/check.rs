//! `narrows check`: the instant look, without a benchmark; of several machines which of them differ, which is
//! `narrows-hosts`'.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use narrows_array::build::condition::Health;
use narrows_array::build::fitness::{self, SettingFit, SettingFitState};
use narrows_array::build::standing::RunningArray;
use narrows_engine::IoTarget;
use narrows_formats::prometheus::{self, MachineCounters, MdArrayState};
use narrows_host::sample::Sampler;
use narrows_host::{Root, build, identity};
use narrows_messages::Message;
use narrows_plan::lanes;
use narrows_record::check::{self as record, CheckDocument, CheckProblem, Severity};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, LinkState, SeeDocument, StorageRecord};
use narrows_record::word::TargetSet;
use narrows_report::page;
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, Nanos};
use narrows_verdict::answer::inventory;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::{CheckCoverage, CheckFinding, advice, check, coverage, is_whole};
use narrows_workload::{Direction, Pattern, Workload};

use super::hosts;
use crate::args::CheckArgs as Args;
use crate::deadline;
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::overrides::owed;
use crate::measuring::rounds::{self, RoundPlan, RoundSettings};
use crate::measuring::targets::Prepared;
use crate::output::CliOutput;
use crate::source::{self, MachineSelection};

/// Long enough for a link to leave its power-saving speed, which takes some milliseconds.
const LOAD: Nanos = Nanos::millis(200);

pub fn run(args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    if source::are_machines(&args.source) {
        return hosts::run_on();
    }
    let MachineSelection { whole: source, about } = source::part(&args.source, output)?;
    let topology = if about.is_empty() {
        source.machine.topology.clone()
    } else {
        source.machine.topology.only(&about)
    };
    let mut see = SeeDocument::of(&topology, &source.name);
    if source.is_live {
        look_under_load(&mut see);
    }
    let mut looked = coverage(&see);
    let is_partial = !is_whole(&looked);
    if is_partial && source.is_live && !identity::is_root() {
        let text = Message::new("check-not-root");
        see.notes.push(DocumentNote::of(None, &text));
    }
    let owed = source
        .is_live
        .then(|| owed::remark(&Root::live()))
        .flatten()
        .into_iter()
        .map(still_changed);
    let mut arrays = source.is_live.then(arrays_that_lack).unwrap_or_default();
    let concerns = |subject: &Option<String>| {
        subject.as_deref().is_none_or(|it| about.is_empty() || is_in(&topology, it))
    };
    // These are looked for on the whole system, whichever drives were named.
    arrays.retain(|it| concerns(&it.about));
    let findings: Vec<CheckFinding> = owed.chain(arrays).chain(check(&see)).collect();
    let places = places(&source, &findings);
    looked.extend(places.as_ref().and_then(|places| places.looked.clone()));
    let spoken = findings.into_iter().map(problem);
    let more = places.into_iter().flat_map(|places| places.problems);
    let more = more.filter(|problem| concerns(&problem.about));
    let mut findings: Vec<CheckProblem> = spoken.chain(more).collect();
    // The sort is stable: within a severity the order above stays.
    findings.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    let document = CheckDocument {
        schema: schema::CHECK.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        source: see.source.clone(),
        findings,
        looked_at: looked.into_iter().map(aspect).collect(),
        partial: is_partial,
        notes: see.notes.clone(),
    };
    if args.prometheus {
        let counters = if source.is_live { counters(&see) } else { MachineCounters::default() };
        let text = prometheus::of_machine(&see, &document, &counters, args.serials);
        output.print(&text)?;
        // The collector reads the findings from it.
        return Ok(ProgramExit::Ok);
    }
    output.result(&document, || page::check(&document, &output.localizer))?;
    let grave = document.findings.iter().any(|it| it.severity > Severity::Hint);
    Ok(match (grave, is_partial) {
        (true, _) => ProgramExit::Found,
        (false, true) => ProgramExit::Partial,
        (false, false) => ProgramExit::Ok,
    })
}

/// Counters only a running machine has: link errors to its drives, temperatures, md arrays.
fn counters(machine: &SeeDocument) -> MachineCounters {
    let sampler = Sampler::new(&Root::live());
    let hops = machine.storage.iter().flat_map(|storage| {
        let ports = storage.hops.iter().flat_map(|hop| [Some(&hop.address), hop.port.as_ref()]);
        ports.flatten().chain([&storage.address])
    });
    let functions: BTreeSet<&String> = hops.collect();
    let pcie_errors = functions.into_iter().flat_map(|address| {
        let counted = address.parse().map(|at| sampler.pcie_errors(at)).unwrap_or_default();
        counted.into_iter().map(|(severity, count)| (address.clone(), severity, count))
    });
    let heat = machine.drives.iter().filter(|drive| sampler.is_asked_apart(&drive.id));
    let heat = heat.flat_map(|drive| {
        let signs = sampler.drive_heat(&drive.id).signs.into_iter().filter(|sign| sign.counts);
        signs.map(|sign| (drive.id.clone(), sign.counter.to_owned(), sign.value))
    });
    let arrays = build::arrays().into_iter().map(|array| {
        let condition = build::condition(&array.device);
        MdArrayState {
            name: array.device,
            state: condition.health().as_str(),
            drives: condition.drives,
            missing: condition.degraded,
        }
    });
    MachineCounters {
        pcie_errors: pcie_errors.collect(),
        heat: heat.collect(),
        arrays: arrays.collect(),
    }
}

/// Whether a drive, an array or a node on the way to the processor goes by that name.
fn is_in(topology: &Topology, name: &str) -> bool {
    let id = Id::new(name);
    topology.drives.contains_key(&id)
        || topology.arrays.contains_key(&id)
        || topology.nodes.contains_key(&id)
}

struct LocationCheck {
    /// `None` if no location is known.
    looked: Option<CheckCoverage>,
    problems: Vec<CheckProblem>,
}

/// Results of the lane budget, and of the planner if it knows slots; `None` if neither has any data.
fn places(source: &SourceMachine, findings: &[CheckFinding]) -> Option<LocationCheck> {
    let inventory = inventory::known(source);
    let budget = lanes::of(&inventory, &inventory.devices, &inventory.today).ok()?;
    let lanes = narrows_verdict::lanes(&budget, &source.machine.topology, &source.name);
    let mut problems = advice::on_lanes(&lanes, findings);
    if inventory.slots.is_empty() {
        return Some(LocationCheck { looked: None, problems });
    }
    let elsewhere = advice::behind_chipset(&inventory, deadline::soon());
    problems.extend(elsewhere.map(problem));
    let what = Message::new("check-looked-places");
    let looked =
        CheckCoverage { id: "places", what, seen: inventory.slots.len(), unseen: Vec::new() };
    Some(LocationCheck { looked: Some(looked), problems })
}

/// Links clock down when idle: those that look degraded are read again while their drives are read,
/// if that is permitted. If not, a note says that the link was idle.
fn look_under_load(see: &mut SeeDocument) {
    let degraded = see.storage.iter_mut().filter(|storage| storage.degraded == Some(true));
    for storage in degraded {
        let of_it = |drive: &&narrows_record::see::DriveRecord| {
            drive.controller.as_ref() == Some(&storage.id)
        };
        let drive = see.drives.iter().find(of_it);
        match drive.and_then(|drive| link_under_load(&drive.id, storage)) {
            Some(current) => correct(storage, current),
            None => {
                let text = Message::new("check-idle-link").with("device", &storage.id);
                see.notes.push(DocumentNote::of(Some(&Id::new(&storage.id)), &text));
            }
        }
    }
}

/// Reads the drive for a moment, past the page cache, and looks at its link meanwhile.
fn link_under_load(drive: &str, storage: &StorageRecord) -> Option<LinkState> {
    let target = IoTarget::open(drive, &Path::new("/dev").join(drive)).ok()?;
    let address = storage.address.parse().ok();
    let (id, place) = (Id::new(drive), Default::default());
    let (local_cpus, members, levels) = (Vec::new(), Vec::new(), Vec::new());
    let drive = id.clone();
    let prepared = Prepared { drive, target, address, local_cpus, place, members, levels };
    let workload = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 8);
    let round = RoundPlan::of(TargetSet::Alone, &[id], &workload, LOAD);
    // Nothing sets it: the round takes a fraction of a second.
    let goes_on = AtomicBool::new(false);
    let backend = Backend::Real(vec![prepared]);
    let done = rounds::run(&round, &backend, &RoundSettings::default(), &goes_on, &());
    done.results.first()?.link_during
}

fn correct(storage: &mut StorageRecord, current: LinkState) {
    let Some(link) = &mut storage.link else { return };
    link.current = Some(current);
    let is_below =
        |possible: LinkState| current.gts < possible.gts || current.lanes < possible.lanes;
    storage.degraded = link.possible.map(is_below);
}

/// Which arrays lack drives, of which the system does not know enough for them to be there after the
/// next start as they are now, and which of their settings do not suit them.
fn arrays_that_lack() -> Vec<CheckFinding> {
    let known = build::known(&build::system());
    let of_one = |array: RunningArray| {
        let device = array.device.clone();
        let fits = fitness::judge(&build::observed(&Root::live(), &device));
        let fits: Vec<CheckFinding> =
            fits.into_iter().filter_map(|fit| unsuitable(fit, &device)).collect();
        let lacks = array.lacks(&known).into_iter().map(move |lack| CheckFinding {
            severity: Severity::Warning,
            about: Some(device.clone()),
            what: lack.message(),
            advice: Message::new("check-adopt-advice").with("device", &device),
        });
        lacking_drives(&array.device).into_iter().chain(lacks).chain(fits)
    };
    build::arrays().into_iter().flat_map(of_one).collect()
}

/// Its first sentence; the others are in `narrows build --explain`.
fn lacking_drives(array: &str) -> Option<CheckFinding> {
    let condition = build::condition(array);
    let what = condition.messages(array).into_iter().next()?;
    let advice = condition.advice(array)?;
    let severity = match condition.health() {
        Health::Rebuilding => Severity::Warning,
        _ => Severity::Danger,
    };
    Some(CheckFinding { severity, about: Some(array.to_owned()), what, advice })
}

/// A setting of an array that could be better; a danger if the next failure is fatal.
fn unsuitable(fit: SettingFit, device: &str) -> Option<CheckFinding> {
    // The state of its drives is reported by `lacking_drives`.
    if ["members", "sync"].contains(&fit.id) {
        return None;
    }
    let severity = match fit.state {
        SettingFitState::Suits | SettingFitState::NotSeen => return None,
        SettingFitState::Doubtful => Severity::Hint,
        SettingFitState::AtRisk => Severity::Danger,
    };
    let advice = Message::new("check-fit-advice").with("device", device);
    Some(CheckFinding { severity, about: Some(device.to_owned()), what: fit.fact, advice })
}

/// Settings that a killed run left changed falsify whatever is measured next.
fn still_changed(what: Message) -> CheckFinding {
    let advice = Message::new("experiment-owed-advice");
    CheckFinding { severity: Severity::Danger, about: None, what, advice }
}

fn aspect(row: CheckCoverage) -> record::CheckedAspect {
    let text = row.what.into();
    record::CheckedAspect { id: row.id.to_owned(), text, seen: row.seen, unseen: row.unseen }
}

fn problem(finding: CheckFinding) -> CheckProblem {
    CheckProblem {
        id: finding.what.id().to_owned(),
        severity: finding.severity,
        about: finding.about,
        text: finding.what.into(),
        advice: finding.advice.into(),
    }
}
