//! From the request to the writes it implies: the values to write, and those to put back.
//!
//! Nothing is changed here, so that a rehearsal and the experiment itself are the same plan.

use narrows_host::Root;
use narrows_host::tunables::{self, Tunable, TunableChoice};
use narrows_messages::Message;
use narrows_record::experiment::{ExperimentKind, ExperimentSetting};
use narrows_record::see::SeeDocument;
use narrows_topology::capacity;
use narrows_topology::{Id, PciAddress, Topology};
use narrows_units::{Lanes, LinkWidth, TransferRate};

use crate::args::experiment::{CpuClockArgs, LinkSpeedArgs, SchedulerArgs};
use crate::failure::{CommandFailure, Result};
use crate::named;

pub struct SettingChange {
    pub kind: ExperimentKind,
    /// Its subject: a disk, a port's address, or `cpu`.
    pub subject: String,
    pub before: String,
    pub changed: String,
    /// Factor by which a rate or clock changes.
    pub factor: Option<f64>,
    pub settings: Vec<ExperimentSetting>,
    /// Targets measured unless others are named.
    pub targets: Vec<String>,
    pub remarks: Vec<Message>,
}

/// A machine and where its settings lie.
pub struct TunableMachine<'a> {
    pub root: &'a Root,
    pub topology: &'a Topology,
    pub see: &'a SeeDocument,
}

impl TunableMachine<'_> {
    /// The id of a drive that is named on the command line.
    pub fn drive(&self, name: &str) -> Result<Id> {
        let target = named::named(self.topology, &[name.to_owned()], &[])?.pop();
        let is_drive = |target: &named::NamedTarget| target.kind == named::NamedTargetKind::Drive;
        target
            .filter(is_drive)
            .map(|target| target.id)
            .ok_or_else(|| named::no_such_drive(self.topology, name))
    }
}

pub fn nothing_to_change(subject: &str, value: &str) -> CommandFailure {
    let what = Message::new("experiment-nothing-to-change").with("subject", subject);
    CommandFailure::new(what.with("value", value))
}

fn written(choice: &Tunable, before: String, wanted: String) -> ExperimentSetting {
    ExperimentSetting { path: choice.path(), before, wanted: Some(wanted), drive: None }
}

pub fn scheduler(machine: &TunableMachine<'_>, args: &SchedulerArgs) -> Result<SettingChange> {
    let disk = machine.drive(&args.drive)?;
    let disk = disk.as_str();
    let Some(choice) = tunables::scheduler(machine.root, disk) else {
        return Err(CommandFailure::new(
            Message::new("experiment-no-scheduler").with("drive", disk),
        ));
    };
    if !choice.possible.contains(&args.scheduler) {
        let what = Message::new("experiment-no-such-scheduler").with("drive", disk);
        let what = what.with("name", &args.scheduler).with("known", choice.possible.join(", "));
        return Err(CommandFailure::usage(what));
    }
    if choice.now == args.scheduler {
        return Err(nothing_to_change(disk, &choice.now));
    }
    let mut settings = vec![written(&choice.tunable, choice.now.clone(), args.scheduler.clone())];
    // A new scheduler brings its own queue size and would discard one set manually.
    let requests = Tunable::Requests(disk.to_owned());
    if let Ok(before) = requests.get(machine.root) {
        let path = requests.path();
        settings.push(ExperimentSetting { path, before, wanted: None, drive: None });
    }
    // The running system is on it, perhaps through arrays.
    let mounts =
        machine.see.drives.iter().filter(|drive| drive.id == disk).flat_map(|drive| &drive.mounts);
    let is_systems = mounts.into_iter().any(|mount| mount.target == "/");
    Ok(SettingChange {
        kind: ExperimentKind::Scheduler,
        subject: disk.to_owned(),
        before: choice.now,
        changed: args.scheduler.clone(),
        factor: None,
        settings,
        targets: vec![disk.to_owned()],
        remarks: is_systems
            .then(|| Message::new("experiment-systems-own").with("drive", disk))
            .into_iter()
            .collect(),
    })
}

/// A lower (or higher) rate for the link of a drive, or for the one above it.
pub fn link_speed(machine: &TunableMachine<'_>, args: &LinkSpeedArgs) -> Result<SettingChange> {
    let disk = machine.drive(&args.drive)?;
    let port = port(machine.topology, &disk, args.uplink)?;
    let Some(choice) = tunables::link_speed(machine.root, port) else {
        let what = Message::new("experiment-no-link-control").with("drive", &disk);
        let kernel = machine.see.host.kernel.as_deref().unwrap_or("?");
        return Err(CommandFailure::new(what.with("port", port).with("kernel", kernel)));
    };
    let wanted = link_state(&choice, port, args.speed)?;
    let before = link_state(&choice, port, choice.now)?;
    if choice.now == args.speed {
        return Err(nothing_to_change(&port.to_string(), &args.speed.to_string()));
    }
    Ok(SettingChange {
        kind: ExperimentKind::LinkSpeed,
        subject: port.to_string(),
        before: choice.now.to_string(),
        changed: args.speed.to_string(),
        factor: factor(choice.now, args.speed),
        settings: vec![written(&choice.tunable, before, wanted)],
        targets: vec![disk.to_string()],
        remarks: Vec::new(),
    })
}

fn link_state(
    choice: &TunableChoice<TransferRate>,
    port: PciAddress,
    rate: TransferRate,
) -> Result<String> {
    choice.state(rate).ok_or_else(|| {
        let known: Vec<String> = choice.possible.iter().map(TransferRate::to_string).collect();
        let what = Message::new("experiment-no-such-rate").with("port", port).with("rate", rate);
        CommandFailure::usage(what.with("known", known.join(", ")))
    })
}

/// Ratio of the data rates of a link at two transfer rates: line codes differ.
pub fn factor(before: TransferRate, after: TransferRate) -> Option<f64> {
    // Any number of lanes would do: it cancels out.
    let lanes = Lanes::new(1)?;
    let carries = |rate| capacity::raw(LinkWidth { rate, lanes }).get();
    Some(carries(after) / carries(before))
}

/// The port above a drive's own link; with `uplink`, above the next link on the way up.
fn port(topology: &Topology, disk: &Id, uplink: bool) -> Result<PciAddress> {
    let controller = topology.drives.get(disk).and_then(|drive| drive.controller.as_ref());
    let path = controller.into_iter().flat_map(|id| topology.path(id));
    let links = path.filter_map(|(_, node)| node.link.as_ref());
    let ports = links.filter_map(|link| link.port.as_ref());
    let mut ports = ports.filter_map(|port| port.as_str().parse::<PciAddress>().ok());
    let port = if uplink { ports.nth(1) } else { ports.next() };
    let id = if uplink { "experiment-no-uplink" } else { "experiment-no-link" };
    port.ok_or_else(|| CommandFailure::new(Message::new(id).with("drive", disk)))
}

pub fn cpu_clock(machine: &TunableMachine<'_>, args: &CpuClockArgs) -> Result<SettingChange> {
    let choices = tunables::clock_limits(machine.root, args.node);
    let khz = (args.clock.get() * 1e6).round() as u64;
    let highest = choices.iter().map(|choice| choice.now).max();
    let Some(highest) = highest else {
        return Err(CommandFailure::new(Message::new("experiment-no-clock-control")));
    };
    let refuses = |choice: &&tunables::TunableChoice<u64>| match choice.possible.as_slice() {
        [least, most] => !(*least..=*most).contains(&khz),
        _ => true,
    };
    if let Some(choice) = choices.iter().find(refuses) {
        let known: Vec<String> = choice.possible.iter().map(|&khz| ghz(khz)).collect();
        let what = Message::new("experiment-no-such-clock").with("clock", ghz(khz));
        return Err(CommandFailure::usage(what.with("known", known.join(" – "))));
    }
    let differing = choices.iter().filter(|choice| choice.now != khz);
    let setting = |choice: &TunableChoice<u64>| {
        written(&choice.tunable, choice.now.to_string(), khz.to_string())
    };
    let settings: Vec<ExperimentSetting> = differing.map(setting).collect();
    if settings.is_empty() {
        return Err(nothing_to_change("cpu", &ghz(khz)));
    }
    let names = args.drives.iter().map(|name| machine.drive(name).map(|id| id.to_string()));
    Ok(SettingChange {
        kind: ExperimentKind::CpuClock,
        subject: "cpu".to_owned(),
        before: ghz(highest),
        changed: ghz(khz),
        factor: Some(khz as f64 / highest as f64),
        settings,
        targets: names.collect::<Result<_, _>>()?,
        remarks: Vec::new(),
    })
}

pub fn ghz(khz: u64) -> String {
    format!("{} GHz", khz as f64 / 1e6)
}
