//! A job that was watched, as a run's document.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_record::run::{MeasuringMethod, RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, SeeDocument};
use narrows_record::watch::{WatchRecord, WatchSecond};

use crate::measuring::context;
use crate::output;

pub fn document(machine: SeeDocument, watch: WatchRecord) -> RunDocument {
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        command: output::command_line(),
        machine,
        context: Some(context::now()),
        results: results(&watch),
        notes: notes(&watch),
        partial: watch.seconds.is_empty(),
        watch: Some(watch),
        ..RunDocument::default()
    }
}

/// Each drive's activity meanwhile, so that runs that watched the same job compare like others.
fn results(watch: &WatchRecord) -> Vec<TargetMeasurement> {
    let all = watch.seconds.iter().flat_map(|second| &second.drives);
    let names: BTreeSet<&str> = all.map(|drive| drive.drive.as_str()).collect();
    let together: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    names.into_iter().map(|name| result(watch, name, &together)).collect()
}

fn result(watch: &WatchRecord, name: &str, together: &[String]) -> TargetMeasurement {
    let of = |second: &WatchSecond| second.drives.iter().find(|drive| drive.drive == name).cloned();
    let seconds: Vec<_> =
        watch.seconds.iter().map(|second| (of(second), second.length_s)).collect();
    let sum = |count: fn(&narrows_record::watch::DriveSecond) -> u64| -> u64 {
        seconds.iter().filter_map(|(drive, _)| drive.as_ref().map(count)).sum()
    };
    let (read, written) = (sum(|drive| drive.read_bytes), sum(|drive| drive.written_bytes));
    let ops = sum(|drive| drive.reads + drive.writes);
    let whole = watch.watched_s.max(f64::MIN_POSITIVE);
    let mb_s = |bytes: u64, length_s: f64| bytes as f64 / 1e6 / length_s;
    TargetMeasurement {
        target: name.to_owned(),
        workload: workload(watch),
        set: "all".into(),
        together: together.to_vec(),
        repeat: 1,
        direction: if read >= written { "read".into() } else { "write".into() },
        mb_s: mb_s(read.saturating_add(written), whole),
        read_mb_s: mb_s(read, whole),
        write_mb_s: mb_s(written, whole),
        iops: ops as f64 / whole,
        ops,
        window_s: watch.watched_s,
        timeline_mb_s: seconds
            .iter()
            .map(|(drive, s)| {
                drive
                    .as_ref()
                    .map_or(0.0, |it| mb_s(it.read_bytes.saturating_add(it.written_bytes), *s))
            })
            .collect(),
        method: MeasuringMethod { engine: "watch".into(), ..MeasuringMethod::default() },
        ..TargetMeasurement::default()
    }
}

/// Runs that watched the same command are compared with each other, and with no others.
fn workload(watch: &WatchRecord) -> String {
    let program = watch.name.split_whitespace().next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    format!("watch-{}", if program.is_empty() { "machine" } else { program })
}

fn notes(watch: &WatchRecord) -> Vec<DocumentNote> {
    let mut notes = Vec::new();
    if let Some(code) = watch.exit_code.filter(|code| *code != 0) {
        notes.push(Message::new("watch-ended").count("code", code.unsigned_abs() as usize));
    }
    let of_job = watch.seconds.iter().filter(|second| second.looks > 0);
    if of_job.clone().count() > 0 && of_job.clone().all(|second| second.read_bytes.is_none()) {
        notes.push(Message::new("watch-no-bytes"));
    }
    notes.iter().map(|note| DocumentNote::of(None, note)).collect()
}
