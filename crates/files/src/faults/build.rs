//! From a fault as written to one of the simulation's.

use narrows_messages::Message;
use narrows_sim::{HeatModel, SimFault, SimFaultKind};
use narrows_topology::{Id, Topology};
use narrows_units::{Lanes, Nanos, TransferRate};
use narrows_workload::issuer::Errno;

use super::raw::{self, RawFaultKind};
use crate::machine_file::slip::{MachineFileSlip, Result, ValueAt, nearest, shown, unknown};

/// Errors by the names that people know them by, with Linux's numbers
/// (`include/uapi/asm-generic/errno-base.h` and `errno.h`).
const ERRORS: [(&str, Errno); 9] = [
    ("EIO", Errno::EIO),
    ("EAGAIN", Errno(11)),
    ("ENODEV", Errno(19)),
    ("EINVAL", Errno::EINVAL),
    ("ENOSPC", Errno::ENOSPC),
    ("ENODATA", Errno::ENODATA),
    ("EOPNOTSUPP", Errno(95)),
    ("ETIMEDOUT", Errno(110)),
    ("EREMOTEIO", Errno(121)),
];

/// A drive at rest in a case.
const START_C: f64 = 40.0;
/// A drive that is too hot halves its rate by default.
const HOT_FACTOR: f64 = 0.5;
/// It resumes full rate this many kelvin below its limit.
const RESUME_BELOW: f64 = 5.0;

pub(super) fn build(fault: &raw::Fault, topology: &Topology) -> Result<SimFault> {
    let kind = fault.kind.value;
    if let Some((key, at)) = fault.special().into_iter().find(|(key, _)| !kind.keys().contains(key))
    {
        let problem = Message::new("faults-key-of-other-kind").with("key", key);
        return Err(MachineFileSlip::new(at, problem.with("kind", kind.as_str())));
    }
    let from = fault.from.as_ref().map_or(Nanos::ZERO, |from| from.value.0);
    Ok(SimFault {
        what: what(fault, topology)?,
        from,
        until: fault
            .until
            .as_ref()
            .map(|until| match until.value.0 > from {
                true => Ok(until.value.0),
                false => Err(until.wrong(Message::new("faults-until-before-from"))),
            })
            .transpose()?,
        kind: kind_of(fault)?,
    })
}

/// A drive; of a link the node below it, or the drive whose own it is.
fn what(fault: &raw::Fault, topology: &Topology) -> Result<Id> {
    let id = Id::new(&fault.what.value);
    let is_link = fault.kind.value == RawFaultKind::Link;
    let linked = |id: &Id| topology.nodes.get(id).is_some_and(|node| node.link.is_some());
    if topology.drives.contains_key(&id) || (is_link && linked(&id)) {
        return Ok(id);
    }
    let drives = topology.drives.keys();
    let nodes = topology.nodes.keys().filter(|id| is_link && linked(id));
    let known = drives.chain(nodes).map(Id::as_str);
    let [plain, near] = match is_link {
        true => ["faults-no-such-link", "faults-no-such-link-near"],
        false => ["machine-no-such-drive", "machine-no-such-drive-near"],
    };
    Err(fault.what.wrong(unknown(plain, near, &fault.what.value, known)))
}

fn kind_of(fault: &raw::Fault) -> Result<SimFaultKind> {
    Ok(match fault.kind.value {
        RawFaultKind::Errors => SimFaultKind::Errors { errno: errno(fault)?, every: every(fault)? },
        RawFaultKind::Stall => SimFaultKind::Stall,
        RawFaultKind::Dropout => SimFaultKind::Dropout,
        RawFaultKind::Short => SimFaultKind::Short { every: every(fault)? },
        RawFaultKind::Link => link(fault)?,
        RawFaultKind::Slow => {
            SimFaultKind::Slow { factor: share(needed(fault, "factor", &fault.factor)?)? }
        }
        RawFaultKind::Heat => SimFaultKind::Heat(heat(fault)?),
    })
}

fn missing(fault: &raw::Fault, key: &'static str) -> MachineFileSlip {
    let problem = Message::new("faults-missing-key").with("key", key);
    fault.kind.wrong(problem.with("kind", fault.kind.value.as_str()))
}

fn needed<'a, T>(
    fault: &raw::Fault,
    key: &'static str,
    field: &'a Option<ValueAt<T>>,
) -> Result<&'a ValueAt<T>> {
    field.as_ref().ok_or_else(|| missing(fault, key))
}

/// Every request by default.
fn every(fault: &raw::Fault) -> Result<u64> {
    let Some(every) = &fault.every else { return Ok(1) };
    let value = u64::try_from(every.value).ok().filter(|value| *value > 0);
    value.ok_or_else(|| every.wrong(Message::new("machine-zero")))
}

fn errno(fault: &raw::Fault) -> Result<Errno> {
    let Some(name) = &fault.errno else { return Ok(Errno::EIO) };
    let errno = ERRORS.into_iter().find(|(known, _)| *known == name.value);
    errno.map(|(_, errno)| errno).ok_or_else(|| {
        let names = ERRORS.map(|(known, _)| known);
        let problem = match nearest(&name.value, names) {
            Some(near) => Message::new("machine-unknown-word-near").with("near", near),
            None => Message::new("machine-unknown-word").with("words", names.join(", ")),
        };
        name.wrong(problem.with("word", shown(&name.value)))
    })
}

fn link(fault: &raw::Fault) -> Result<SimFaultKind> {
    let lanes = fault.lanes.as_ref().map(|lanes| {
        let width = u8::try_from(lanes.value).ok().filter(|width| Lanes::new(*width).is_some());
        width.ok_or_else(|| lanes.wrong(Message::new("faults-bad-lanes")))
    });
    let gts = fault.gts.as_ref().map(|gts| {
        let rate = TransferRate::from_gt_s(gts.value);
        rate.map(|_| gts.value).ok_or_else(|| gts.wrong(Message::new("faults-bad-gts")))
    });
    match (lanes.transpose()?, gts.transpose()?) {
        (None, None) => Err(missing(fault, "lanes")),
        (lanes, gts) => Ok(SimFaultKind::Link { lanes, gts }),
    }
}

/// A fraction of the original rate: above 0, to 1.
fn share(factor: &ValueAt<f64>) -> Result<f64> {
    let is_share = factor.value > 0.0 && factor.value <= 1.0;
    is_share.then_some(factor.value).ok_or_else(|| factor.wrong(Message::new("faults-bad-factor")))
}

fn heat(fault: &raw::Fault) -> Result<HeatModel> {
    let value =
        |field: &Option<ValueAt<f64>>, usual| field.as_ref().map_or(usual, |field| field.value);
    let limit = celsius(needed(fault, "limit_c", &fault.limit_c)?)?;
    for field in [&fault.start_c, &fault.resume_c].into_iter().flatten() {
        celsius(field)?;
    }
    let resume_c = value(&fault.resume_c, limit - RESUME_BELOW);
    if let Some(field) = fault.resume_c.as_ref().filter(|field| field.value > limit) {
        return Err(field.wrong(Message::new("faults-resume-above-limit")));
    }
    let per_gb_s = needed(fault, "per_gb_s", &fault.per_gb_s)?;
    if !(0.0..=HOTTEST).contains(&per_gb_s.value) {
        return Err(per_gb_s.wrong(out_of_range(0.0, HOTTEST)));
    }
    Ok(HeatModel {
        start_c: value(&fault.start_c, START_C),
        per_gb_s: per_gb_s.value,
        tau: needed(fault, "tau", &fault.tau)?.value,
        limit_c: limit,
        factor: fault.factor.as_ref().map_or(Ok(HOT_FACTOR), share)?,
        resume_c,
    })
}

/// Degrees between which silicon works, and far beyond.
const COLDEST: f64 = -100.0;
const HOTTEST: f64 = 1000.0;

fn celsius(field: &ValueAt<f64>) -> Result<f64> {
    let fits = (COLDEST..=HOTTEST).contains(&field.value);
    fits.then_some(field.value).ok_or_else(|| field.wrong(out_of_range(COLDEST, HOTTEST)))
}

fn out_of_range(least: f64, most: f64) -> Message {
    Message::new("machine-out-of-range").with("least", least).with("most", most)
}
