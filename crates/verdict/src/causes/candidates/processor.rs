//! Processor time: all cores, or the thread that issues a drive's requests.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;

use super::super::candidate::{CauseCandidate, prior};
use super::super::names;
use super::super::nature::{CapacityKind, mb};
use super::super::subject::BottleneckSubject;
use super::super::weight::{Clue, EvidenceWeight};
use super::as_predicted;
use crate::explain::thread_share;
use crate::thresholds::causes::FREE;
use crate::thresholds::explain::THREAD_BUSY;

pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    // Threads with spare time alone do not limit together, unless there are too few cores.
    let busy = subject.rows().map(thread_share).fold(0.0, f64::max) >= FREE;
    let mut all: Vec<CauseCandidate> = Vec::new();
    all.extend((busy || !subject.is_shared()).then(|| thread(subject)));
    all.extend(subject.is_shared().then(|| cores(subject)));
    all
}

/// The thread that issues each drive's requests: one that computes all the time cannot issue more.
fn thread(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let busiest = subject.rows().map(thread_share).fold(0.0, f64::max);
    let percent = || format!("{:.0}", busiest * 100.0);
    let clue = match busiest {
        // The rest of a core leaves at most a ninth to gain.
        busy if busy >= THREAD_BUSY => Some(Clue::supporting(
            EvidenceWeight::Proves,
            Message::new("clue-thread-busy").with("percent", percent()),
        )),
        // Without any thread time there is no data.
        busy if busy > 0.0 && busy < FREE => Some(Clue::against(
            free(busy),
            Message::new("clue-thread-free").with("percent", percent()),
        )),
        _ => None,
    };
    let asked = subject.asked();
    let iops = |drive: &String| {
        let of_one = mb(asked.block_bytes.max(1)) * f64::from(asked.jobs.max(1));
        Some((drive.clone(), subject.base.rate(drive)? / of_one))
    };
    let iops: BTreeMap<String, f64> = subject.drives.iter().filter_map(iops).collect();
    let what = Message::new("cause-thread").with("drives", names(&subject.drives));
    let found = CauseCandidate::new(LimitRecordKind::Cpu, "cpu:thread", what, prior::PROCESSOR);
    found.of(CapacityKind::Threads(iops)).with(clue)
}

/// All cores together. Time of the kernel's own workers counts if it was sampled.
fn cores(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let of_set = || subject.base.rows.values().filter_map(|rows| rows.first());
    let ops: f64 = of_set().map(|row| row.iops).sum();
    let system = of_set().find_map(|row| row.system_cpu_us_per_io);
    let whole = system.map(|us| us * ops / 1e6);
    let threads: f64 =
        of_set().map(|row| row.threads.iter().map(|it| it.user + it.system).sum::<f64>()).sum();
    let busy = whole.unwrap_or(threads);
    // If the number of cores is unknown, it is at least one.
    let cpus = subject.cpus();
    let share = busy / f64::from(cpus.unwrap_or(1));
    let say = |id| {
        let of = cpus.map_or_else(|| "?".to_owned(), |cpus| cpus.to_string());
        Message::new(id).with("busy", format!("{busy:.1}")).with("cores", of)
    };
    let clue = match share {
        _ if busy <= 0.0 => None,
        share if share >= THREAD_BUSY && cpus.is_some() => {
            Some(Clue::supporting(EvidenceWeight::Proves, say("clue-cores-busy")))
        }
        share if share < FREE => Some(Clue::against(free(share), say("clue-cores-free"))),
        _ => None,
    };
    let what = Message::new("cause-cores");
    let found = CauseCandidate::new(LimitRecordKind::Cpu, "cpu:cores", what, prior::PROCESSOR);
    let modelled = subject.predicted().filter(|(limit, _)| limit.kind == LimitRecordKind::Cpu);
    let modelled = modelled.map(|(_, sum)| as_predicted(subject, sum));
    found.of(CapacityKind::Requests(subject.iops())).with(clue.into_iter().chain(modelled))
}

/// Evidence against it from so much spare processor time.
fn free(share: f64) -> EvidenceWeight {
    if share < 0.5 { EvidenceWeight::Proves } else { EvidenceWeight::Tells }
}
