//! The locations of a machine on data's path, each with the drives whose path includes it.

use std::collections::BTreeSet;

use narrows_messages::{DocumentText, Message};
use narrows_record::predict::{LimitRecord, LimitRecordKind, Prediction};
use narrows_record::run::RunDocument;
use narrows_record::see::{DriveRecord, Hop, LinkRecord, PortKind, PortRecord, SeeDocument};
use narrows_record::word::{FigureUnit, TargetSet};
use narrows_units::named_link;

use super::figures::WorkloadFigures;
use crate::explain::below;
use crate::thresholds::sharing::{BAND, MEASURED};

pub(crate) struct PathLocation<'a> {
    pub kind: LimitRecordKind,
    pub id: &'a str,
    pub name: DocumentText,
    /// Its capacity, MB/s.
    pub capacity: Option<f64>,
    /// The band of its capacity, as factors.
    pub band: (f64, f64),
    /// The drives whose path includes it, in the order of the figures.
    pub drives: Vec<&'a str>,
    /// Whether the prediction says that it binds.
    pub is_predicted: bool,
}

/// Every location on the path of at least one drive, nearest to the drives first.
#[derive(Default)]
pub(crate) struct PathLocations<'a> {
    pub locations: Vec<PathLocation<'a>>,
}

/// A location on one drive's path.
struct PathStep<'a> {
    kind: LimitRecordKind,
    id: &'a str,
    name: Message,
    capacity: Option<f64>,
    band: (f64, f64),
}

impl<'a> PathLocations<'a> {
    pub fn of(run: &'a RunDocument, figures: &WorkloadFigures<'a>) -> Self {
        let mut locations: Vec<PathLocation<'a>> = Vec::new();
        for &drive in &figures.drives {
            for step in way(run, figures, drive) {
                join(&mut locations, step, drive);
            }
        }
        for prediction in
            run.predictions.iter().filter(move |prediction| prediction.workload == figures.workload)
        {
            [&prediction.limit]
                .into_iter()
                .chain(&prediction.next_limit)
                .for_each(|limit| known_better(&mut locations, prediction, limit));
        }
        // Stable: of locations with as many drives the nearest to the drives stays first.
        locations.sort_by_key(|location| location.drives.len());
        Self { locations }
    }

    /// The locations with exactly these drives below them, nearest to the drives first.
    pub fn with(&self, drives: &[&str]) -> Vec<&PathLocation<'a>> {
        let wanted: BTreeSet<&&str> = drives.iter().collect();
        let is_same = |location: &&PathLocation<'_>| {
            location.drives.iter().collect::<BTreeSet<_>>() == wanted
        };
        self.locations.iter().filter(is_same).collect()
    }
}

impl PathLocation<'_> {
    /// As a limit in the document, with its load.
    pub fn limit(&self, load: f64) -> LimitRecord {
        LimitRecord {
            kind: self.kind,
            id: self.id.to_owned(),
            name: self.name.clone(),
            load: load.round(),
            capacity: self.capacity.map_or(0.0, |capacity| (capacity * 10.0).round() / 10.0),
            unit: FigureUnit::MbS,
        }
    }
}

fn join<'a>(locations: &mut Vec<PathLocation<'a>>, step: PathStep<'a>, drive: &'a str) {
    let PathStep { kind, id, name, capacity, band } = step;
    match locations.iter_mut().find(|location| location.id == id) {
        Some(location) if location.drives.contains(&drive) => {}
        Some(location) => location.drives.push(drive),
        None => {
            let (name, drives) = (DocumentText::from(name), vec![drive]);
            locations.push(PathLocation {
                kind,
                id,
                name,
                capacity,
                band,
                drives,
                is_predicted: false,
            });
        }
    }
}

/// The prediction knows more about a location than its link: ceilings, and the uncertainty of its
/// capacity.
fn known_better<'a>(
    locations: &mut [PathLocation<'a>],
    prediction: &'a Prediction,
    limit: &'a LimitRecord,
) {
    let is_shared = matches!(
        limit.kind,
        LimitRecordKind::Link
            | LimitRecordKind::Uplink
            | LimitRecordKind::RootComplex
            | LimitRecordKind::Controller
    );
    let Some(location) = locations.iter_mut().find(|location| location.id == limit.id) else {
        return;
    };
    if !is_shared || limit.unit != FigureUnit::MbS {
        return;
    }
    let binds = *limit == prediction.limit;
    // Of a link and a ceiling of one location the one that binds counts.
    if location.is_predicted && !binds {
        return;
    }
    location.kind = limit.kind;
    location.name = limit.name.clone();
    location.capacity = Some(limit.capacity);
    if binds && prediction.mb_s > 0.0 {
        let high = prediction.high_mb_s / prediction.mb_s;
        // Clearly less than documented is still a contradiction, however uncertain the prediction
        // is.
        location.band.1 = high.max(location.band.1);
    }
    location.is_predicted |= binds;
}

/// All locations from a drive to the processor, nearest first, without the drive itself.
fn way<'a>(
    run: &'a RunDocument,
    figures: &WorkloadFigures<'a>,
    target: &'a str,
) -> Vec<PathStep<'a>> {
    let machine = &run.machine;
    let below: Vec<&str> = nearest_first(machine, target);
    let mut way: Vec<PathStep<'_>> = Vec::new();
    for device in &below {
        let capacity = measured_alone(run, figures.workload, device);
        let (kind, name) =
            (LimitRecordKind::Drive, Message::new("sharing-place-device").with("id", device));
        way.push(PathStep { kind, id: device, name, capacity, band: MEASURED });
    }
    for drive in machine
        .drives
        .iter()
        .filter(|drive| drive.id == target || below.contains(&drive.id.as_str()))
    {
        way.extend(above(machine, drive));
    }
    way
}

/// The devices that a device is made of, those made of the most first.
fn nearest_first<'a>(machine: &'a SeeDocument, target: &'a str) -> Vec<&'a str> {
    let mut devices: Vec<&str> = below(machine, target).into_iter().collect();
    devices.retain(|device| *device != target);
    devices.sort_by_key(|device| std::cmp::Reverse(below(machine, device).len()));
    devices
}

/// The median rate alone of a device that others are on.
fn measured_alone(run: &RunDocument, workload: &str, device: &str) -> Option<f64> {
    let is_alone = |row: &&narrows_record::run::TargetMeasurement| {
        row.set == TargetSet::Alone
            && row.target == device
            && row.workload == workload
            && !row.partial
    };
    let rates: Vec<f64> = run.results.iter().filter(is_alone).map(|row| row.mb_s).collect();
    narrows_units::stats::median(&rates)
}

/// The controller, links and their ends, from a drive upwards.
fn above<'a>(machine: &'a SeeDocument, drive: &'a DriveRecord) -> Vec<PathStep<'a>> {
    let controller = drive.controller.as_ref();
    let mut storage = machine.storage.iter();
    let Some(storage) = storage.find(|it| controller.is_some_and(|id| *id == it.id)) else {
        return Vec::new();
    };
    let mut way: Vec<PathStep<'_>> =
        storage.hops.iter().map(|hop| hop_step(machine, hop)).collect();
    if way.iter().all(|step| step.id != storage.id) {
        way.insert(0, plain(LimitRecordKind::Controller, &storage.id, "limit-controller"));
    }
    // The ports on the way up, nearest first. Terminates for any document's parents.
    let find = move |id: &str| machine.ports.iter().find(|port| port.id == id);
    let first = storage.parent.as_deref().and_then(find);
    let above = std::iter::successors(first, move |port| port.parent.as_deref().and_then(find));
    let ports = above.take(machine.ports.len());
    let passed = ports.filter(|port| storage.hops.iter().all(|hop| hop.address != port.id));
    way.extend(passed.map(|port| port_step(port)).collect::<Vec<_>>());
    way
}

fn hop_step<'a>(machine: &'a SeeDocument, hop: &'a Hop) -> PathStep<'a> {
    let port = machine.ports.iter().find(|port| port.id == hop.address);
    let width = width(&hop.link, hop.name.as_deref());
    let above = port.and_then(|port| port.parent.as_deref());
    let above = above.and_then(|id| machine.ports.iter().find(|port| port.id == id));
    let is_second = above.is_some_and(|above| above.kind == PortKind::Chipset);
    let (kind, name) = match port.map(|port| &port.kind) {
        Some(PortKind::Chipset) if is_second => (
            LimitRecordKind::Uplink,
            Message::new("limit-second-chipset-uplink").with("chipset", &hop.address),
        ),
        Some(PortKind::Chipset) => (LimitRecordKind::Uplink, Message::new("limit-chipset-uplink")),
        None if hop.address == "chipset" => {
            (LimitRecordKind::Uplink, Message::new("limit-chipset-uplink"))
        }
        Some(PortKind::Switch | PortKind::Bridge) => (
            LimitRecordKind::Uplink,
            Message::new("limit-switch-uplink").with("switch", &hop.address),
        ),
        _ => (LimitRecordKind::Link, Message::new("limit-link").with("node", &hop.address)),
    };
    // Registers of links inside a chip say nothing about their capacity.
    let capacity = hop.link.usable_mb_s.filter(|_| !hop.link.internal);
    PathStep { kind, id: &hop.address, name: name.with("link", width), capacity, band: BAND }
}

/// `DMI 3.0 x4`.
fn width(link: &LinkRecord, name: Option<&str>) -> String {
    let link = link.current.map(|state| named_link(name, &state.to_string()));
    link.or_else(|| name.map(str::to_owned)).unwrap_or_default()
}

fn port_step(port: &PortRecord) -> PathStep<'_> {
    match port.kind {
        PortKind::Processor | PortKind::RootComplex => {
            plain(LimitRecordKind::RootComplex, &port.id, "limit-root-complex")
        }
        _ => plain(LimitRecordKind::Uplink, &port.id, "limit-place-uplink"),
    }
}

/// A location of which only its existence on the path is known.
fn plain<'a>(kind: LimitRecordKind, id: &'a str, name: &'static str) -> PathStep<'a> {
    PathStep { kind, id, name: Message::new(name).with("id", id), capacity: None, band: BAND }
}
