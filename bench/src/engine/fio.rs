//! The outside judge: fio, run with whichever of its flags are best on the ground.
//!
//! The best flags depend on target and machine, so each candidate runs once and we are compared
//! with the fastest. Source: fio's HOWTO.rst, and its `--enghelp=io_uring`.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use xtask::Fallible;

use super::figure::EngineFigures;
use super::side::BenchSide;

/// Each request by itself, each completion as it comes, as we do it: for comparing figures rather
/// than speed.
pub const PLAIN: [&str; 1] = [""];

/// Percentiles of the completion latency are kept, as ours are. Batches of eight are the ones that
/// the wanted ratios speak of; in larger ones fio saves system calls, and without latencies it was a
/// fifth faster with 32.
pub const FULL: [&str; 3] = [
    "",
    "--iodepth_batch_submit=8 --iodepth_batch_complete_min=1 --iodepth_batch_complete_max=8",
    "--iodepth_batch_submit=8 --iodepth_batch_complete_min=8 --iodepth_batch_complete_max=8",
];

/// No latencies at all, and hardly a look at the clock.
pub const REDUCED: [&str; 2] = [
    "--gtod_reduce=1 --iodepth_batch_submit=8 --iodepth_batch_complete_min=1 \
     --iodepth_batch_complete_max=8",
    "--gtod_reduce=1 --iodepth_batch_submit=8 --iodepth_batch_complete_min=8 \
     --iodepth_batch_complete_max=8",
];

/// The best flags for its `io_uring` everywhere.
const ENGINE: [&str; 5] =
    ["--ioengine=io_uring", "--fixedbufs", "--registerfiles", "--nonvectored=1", "--norandommap"];

#[derive(Clone, Debug, Serialize)]
pub struct FioCandidate {
    pub flags: String,
    pub figure: EngineFigures,
}

/// fio with its engine, with nothing to do yet.
pub fn side(read: fn(&str) -> Option<EngineFigures>) -> BenchSide {
    bare(read).with(ENGINE)
}

/// fio without an engine.
pub fn bare(read: fn(&str) -> Option<EngineFigures>) -> BenchSide {
    let words = ["--name=judge", "--thread", "--time_based", "--output-format=json"];
    BenchSide::new("fio", Path::new("fio"), read).with(words)
}

/// Runs `side` with each candidate's flags in turn; returns the one with the highest IOPS, and the
/// results of all.
pub fn best_of(side: &BenchSide, candidates: &[&str]) -> Fallible<(BenchSide, Vec<FioCandidate>)> {
    let mut tried = Vec::new();
    let mut best: Option<(f64, BenchSide)> = None;
    for flags in candidates {
        let candidate = side.clone().with(flags.split_whitespace());
        let figure = candidate.measure()?;
        eprintln!("     {} {:>10.0} IOPS with `{flags}`", side.name, figure.iops);
        if best.as_ref().is_none_or(|(iops, _)| figure.iops > *iops) {
            best = Some((figure.iops, candidate));
        }
        tried.push(FioCandidate { flags: (*flags).to_owned(), figure });
    }
    let (_, side) = best.ok_or("no flags to try")?;
    Ok((side, tried))
}

/// The figures of `jobs[0]` that reads.
pub fn reads(text: &str) -> Option<EngineFigures> {
    figure(text, "read")
}

/// The figures of `jobs[0]` that writes.
pub fn writes(text: &str) -> Option<EngineFigures> {
    figure(text, "write")
}

/// fio may put warnings before its JSON. `bw_bytes` is bytes per second (`bw` is KiB per second),
/// `usr_cpu` percent of `job_runtime`, which is in milliseconds.
fn figure(text: &str, way: &str) -> Option<EngineFigures> {
    let run: Value = serde_json::from_str(text.get(text.find('{')?..)?).ok()?;
    let job = run.get("jobs")?.get(0)?;
    let side = job.get(way)?;
    let number = |object: &Value, key| object.get(key).and_then(Value::as_f64);
    let positive = |key| number(side, key).filter(|number| *number > 0.0);
    let runtime_us = number(job, "job_runtime").map(|ms| ms * 1e3);
    let ios = positive("total_ios");
    let per_io = |key| Some(number(job, key)? / 100.0 * runtime_us? / ios?);
    let p99 = side.get("clat_ns").and_then(|it| it.get("percentile")?.get("99.000000")?.as_f64());
    Some(EngineFigures {
        mb_s: positive("bw_bytes")? / 1e6,
        iops: positive("iops")?,
        user_us_per_io: per_io("usr_cpu"),
        system_us_per_io: per_io("sys_cpu"),
        p99_us: p99.map(|ns| ns / 1e3),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        // 25 % of 2 s are 500,000 us in user mode; by 1,000,000 operations 0.5 us each.
        let text = r#"note: x
            {"jobs": [{"job_runtime": 2000, "usr_cpu": 25.0, "sys_cpu": 50.0, "read": {
                "bw": 229492, "bw_bytes": 235000000, "iops": 500000.0, "total_ios": 1000000,
                "clat_ns": {"percentile": {"99.000000": 17500}}}}]}"#;
        let expected = EngineFigures {
            mb_s: 235.0,
            iops: 500_000.0,
            user_us_per_io: Some(0.5),
            system_us_per_io: Some(1.0),
            p99_us: Some(17.5),
        };
        assert_eq!(reads(text), Some(expected));
        assert_eq!(writes(text), None, "it did not write");
    }

    #[test]
    fn no_figure_is_no_zero() {
        assert_eq!(reads(r#"{"jobs": [{"read": {"bw_bytes": 0, "iops": 0}}]}"#), None);
        assert_eq!(reads("no json"), None);
    }
}
