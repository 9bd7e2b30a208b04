//! A job for fio with the workloads of a kept run: one section per result, rounds one after
//! another.
//!
//! Options are those of fio's HOWTO. A run does not record where its scratch files were: files are
//! made beside the job, unless the target was a path.

use std::fmt::Write as _;

use narrows_messages::clean;
use narrows_record::run::{RunDocument, TargetLocationKind, TargetMeasurement};
use narrows_record::word::AccessPattern;

pub(super) const MARK: &str = "[global]\n; narrows export\n";

pub(super) fn of(run: &RunDocument) -> String {
    let mut job = String::from(MARK);
    // As requests are issued here: offsets may come twice, and every run draws others.
    job.push_str("ioengine=io_uring\nthread=1\nnorandommap=1\nrandrepeat=0\ngroup_reporting=1\n");
    let mut before: Option<&TargetMeasurement> = None;
    for (at, row) in run.results.iter().enumerate() {
        let Some(order) = order(row) else {
            let _ = writeln!(
                job,
                "\n; {} {}: not known well enough to ask it again",
                plain(&row.target),
                plain(&row.workload)
            );
            continue;
        };
        let same = |other: &TargetMeasurement| {
            let is_round = other.set == row.set
                && other.repeat == row.repeat
                && other.together == row.together;
            is_round && row.together.len() > 1 && other.target != row.target
        };
        // `stonewall` waits for all jobs before it; `new_group` only gives the job a report of its
        // own.
        let wait = if before.is_some_and(same) { "new_group" } else { "stonewall" };
        section(&mut job, at + 1, row, order, wait);
        before = Some(row);
    }
    job
}

fn section(job: &mut String, number: usize, row: &TargetMeasurement, order: &str, wait: &str) {
    let asked = &row.asked;
    let target = plain(&row.target);
    // Writing to a String cannot fail.
    let _ = writeln!(job, "\n[{number}-{target}]\nrw={order}\nbs={}", asked.block_bytes);
    if !matches!(asked.read_percent, 0 | 100) {
        let _ = writeln!(job, "rwmixread={}", asked.read_percent);
    }
    let jobs = asked.jobs.max(1);
    let _ = writeln!(job, "iodepth={}\nnumjobs={jobs}", asked.depth.max(1));
    // Without an increment, all of fio's threads begin at offset 0 and read the same blocks.
    if jobs > 1 && asked.pattern == AccessPattern::Sequential {
        let _ = writeln!(job, "offset_increment={}%", 100 / jobs);
    }
    // A path that cleaning changes would name another file.
    let is_path = matches!(row.place.kind, TargetLocationKind::File | TargetLocationKind::Raw)
        && row.target.starts_with('/')
        && clean(&row.target) == row.target;
    let _ = match is_path {
        // An unescaped colon separates files.
        true => writeln!(job, "filename={}\ndirect=1", row.target.replace(':', "\\:")),
        false => {
            let size = if row.method.region > 0 { row.method.region } else { 1 << 30 };
            writeln!(job, "filename=narrows-fio-{target}\nfilesize={size}\ndirect=1")
        }
    };
    let seconds = if row.window_s > 0.0 { row.window_s } else { 5.0 };
    let _ = match asked.amount_bytes {
        // fio's `io_size` is that of each thread.
        Some(amount) => writeln!(job, "io_size={}", amount / u64::from(jobs)),
        None => writeln!(job, "time_based=1\nruntime={}us", (seconds * 1e6).round() as u64),
    };
    for option in &asked.shape {
        let _ = writeln!(job, "{}", clean(option));
    }
    if let Some(limit) = asked.limit_mb_s {
        let each = limit * 1e6 / f64::from(jobs);
        // fio limits reads and writes apart, each thread's own: `rate=READ,WRITE` in bytes a
        // second.
        let share = |percent: u8| (each * f64::from(percent) / 100.0).max(1.0).round() as u64;
        let rates = match asked.read_percent {
            100 => share(100).to_string(),
            0 => format!(",{}", share(100)),
            reads => format!("{},{}", share(reads), share(100 - reads.min(100))),
        };
        let _ = writeln!(job, "rate={}", rates);
    }
    if asked.start_after_s > 0.0 {
        let _ = writeln!(job, "startdelay={}us", (asked.start_after_s * 1e6).round() as u64);
    }
    let _ = writeln!(job, "{wait}");
}

/// fio's name for the order and direction (`rw=`); `None` if the run does not have them.
pub(super) fn order(row: &TargetMeasurement) -> Option<&'static str> {
    let asked = &row.asked;
    if asked.block_bytes == 0 {
        return None;
    }
    Some(match (&asked.pattern, asked.read_percent) {
        (AccessPattern::Sequential, 100) => "read",
        (AccessPattern::Sequential, 0) => "write",
        (AccessPattern::Sequential, _) => "rw",
        (AccessPattern::Random, 100) => "randread",
        (AccessPattern::Random, 0) => "randwrite",
        (AccessPattern::Random, _) => "randrw",
        (AccessPattern::Unlisted(_), _) => return None,
    })
}

/// A section's name has no brackets and no blanks, a comment no line ends.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.trim_matches('/').chars().map(keep).collect()
}
