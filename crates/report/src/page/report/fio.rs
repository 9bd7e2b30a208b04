//! The requests of a run as a job for fio(1), so that another program can repeat them: a section
//! a drive and workload, which fio runs together or one by itself as its `--section` says.

use std::fmt::Write as _;

use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::{AccessPattern, TargetSet};

use crate::clean::clean;
use crate::figures::{ALL, ALONE, distinct};

/// Sections of more drives and workloads repeat the first ones.
const MOST_SECTIONS: usize = 200;

/// `None` for a run whose requests were not recorded.
pub(super) fn job(run: &RunDocument) -> Option<String> {
    // Another program's targets are letters and paths of its own machine.
    if run.results.iter().any(|row| row.imported.is_some()) {
        return None;
    }
    let workloads = distinct(run.results.iter().map(|row| row.workload.as_str()));
    let rows: Vec<&TargetMeasurement> =
        workloads.into_iter().flat_map(|name| of_workload(run, name)).collect();
    let window = rows.iter().map(|row| row.window_s).fold(0.0, f64::max);
    let mut job = String::from(
        "[global]\nioengine=io_uring\ndirect=1\nfixedbufs=1\nregisterfiles=1\nthread=1\n",
    );
    // Writing to a String cannot fail.
    let _ = writeln!(job, "norandommap=1\ntime_based=1\nruntime={:.0}s", window.max(1.0).ceil());
    let _ = writeln!(job, "ramp_time=200ms\ngroup_reporting=1");
    for row in rows.iter().take(MOST_SECTIONS) {
        section(&mut job, row);
    }
    (!rows.is_empty()).then_some(job)
}

/// Reads with all drives, else alone, each drive once. Writes are left out: no data should be lost to a
/// job that was copied.
fn of_workload<'a>(run: &'a RunDocument, workload: &str) -> Vec<&'a TargetMeasurement> {
    let of = |set: &TargetSet| {
        let rows =
            run.results.iter().filter(move |row| row.workload == workload && row.set == *set);
        let rows = rows.filter(|row| row.repeat <= 1 && row.asked.block_bytes > 0);
        rows.filter(|row| row.asked.read_percent == 100).collect::<Vec<_>>()
    };
    let together = of(ALL);
    if together.is_empty() { of(ALONE) } else { together }
}

fn section(job: &mut String, row: &TargetMeasurement) {
    let asked = &row.asked;
    let order = if asked.pattern == AccessPattern::Sequential { "read" } else { "randread" };
    let drive = plain(&row.target);
    let is_path = row.target.starts_with('/') && clean(&row.target) == row.target;
    // fio takes a colon for the end of a name.
    let path = if is_path { row.target.replace(':', "\\:") } else { format!("/dev/{drive}") };
    let _ = writeln!(job, "\n[{}-{drive}]\nfilename={path}", plain(&row.workload));
    let _ = writeln!(job, "rw={order}\nbs={}", asked.block_bytes);
    let _ = writeln!(job, "iodepth={}\nnumjobs={}", asked.depth, asked.jobs);
    if asked.jobs > 1 && asked.pattern == AccessPattern::Sequential {
        let _ = writeln!(job, "offset_increment={}%", 100 / asked.jobs);
    }
    for option in &asked.shape {
        let _ = writeln!(job, "{}", clean(option));
    }
    if let Some(limit) = asked.limit_mb_s {
        let _ = writeln!(job, "rate={:.0}", limit * 1e6);
    }
}

/// Without characters that end a section's name or begin another option.
fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    clean(name).chars().map(kept).collect()
}
