//! The plan as a job for fio, so that another program can run the same.
//!
//! Options are those of fio's HOWTO (fio(1)); a section is one target's work in one round, and
//! `stonewall` keeps a round waiting for the one before. Not expressible in fio: it writes its own
//! files where this program makes unnamed ones, and has no common window.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use narrows_engine::EngineChoice;
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::{Pattern, Workload};

use crate::destination::FIO_MARK;
use crate::measuring::rounds::{RoundPart, RoundPlan, RoundSettings};
use crate::measuring::targets::TargetLocation;
use crate::platform::input::is_endless;

/// The job, in fio's INI form. `size` is the size of a file to create if none exists yet.
pub fn of(
    rounds: &[RoundPlan],
    places: &[(Id, TargetLocation)],
    how: &RoundSettings,
    size: Bytes,
) -> String {
    // Settings for all: whatever can be set up before the run is, as in this program's engine.
    let mut job = String::from(FIO_MARK);
    job.push_str(match how.engine {
        EngineChoice::Pread => "ioengine=psync\nthread=1\n",
        EngineChoice::Passthrough => {
            "ioengine=io_uring_cmd\ncmd_type=nvme\nfixedbufs=1\nregisterfiles=1\nthread=1\n"
        }
        _ => "ioengine=io_uring\nfixedbufs=1\nregisterfiles=1\nnonvectored=1\nthread=1\n",
    });
    job.push_str("norandommap=1\nrandrepeat=0\ngroup_reporting=1\n");
    if how.huge_pages {
        // fio takes them only from those that the administrator has reserved.
        job.push_str("; with vm.nr_hugepages set: iomem=mmaphuge\n");
    }
    if how.poll {
        job.push_str("hipri=1\n");
    }
    if how.kernel_thread {
        job.push_str("sqthread_poll=1\n");
    }
    let _ = writeln!(job, "ramp_time={}us", how.ramp.get() / 1000);
    let mut number = 0;
    for round in rounds {
        for (at, part) in round.parts.iter().enumerate() {
            let Some((_, place)) = places.iter().find(|(id, _)| *id == part.drive) else {
                continue;
            };
            number += 1;
            let RoundPart { drive, workload, .. } = part;
            // Writing to a String cannot fail.
            let _ =
                writeln!(&mut job, "\n; {} {}, repeat {}", round.set, workload.name, round.repeat);
            let _ = writeln!(&mut job, "[{number}-{}]", plain(drive.as_str()));
            let _ = writeln!(&mut job, "rw={}\nbs={}", order(workload), workload.block.get());
            if !matches!(workload.read_percent, 0 | 100) {
                let _ = writeln!(&mut job, "rwmixread={}", workload.read_percent);
            }
            let _ = writeln!(&mut job, "iodepth={}\nnumjobs={}", workload.depth, workload.jobs);
            // Threads of a fio section all begin at offset 0 by default and would read the same
            // blocks.
            if workload.jobs > 1 && workload.pattern == Pattern::Sequential {
                let _ = writeln!(&mut job, "offset_increment={}%", 100 / workload.jobs);
            }
            on(&mut job, part, place, how, size);
            amount(&mut job, round, part);
            // Threads of one target are reported together, different targets apart.
            job.push_str(if at == 0 { "stonewall\n" } else { "new_group\n" });
        }
    }
    job
}

/// How long or how much, how fast, and from when on.
fn amount(job: &mut String, round: &RoundPlan, part: &RoundPart) {
    let RoundPart { workload, limit, start_after, shape, .. } = part;
    for option in &shape.options {
        let _ = writeln!(job, "{option}");
    }
    let _ = match round.amount {
        Some(amount) => writeln!(job, "io_size={}", amount.get() / u64::from(workload.jobs)),
        // fio counts `io_size` for each clone of a section, not for all of them.
        None => writeln!(job, "time_based=1"),
    };
    let _ = writeln!(job, "runtime={}us", round.time.get() / 1000);
    if let Some(limit) = limit {
        // fio limits reads and writes apart: `rate=READ,WRITE` in bytes a second, for each thread.
        let rate = limit.get() / f64::from(workload.jobs);
        let share = |part: f64| (rate * part).max(1.0).round();
        let reads = workload.read_share();
        let rates = match workload.read_percent {
            100 => share(1.0).to_string(),
            0 => format!(",{}", share(1.0)),
            _ => format!("{},{}", share(reads), share(1.0 - reads)),
        };
        let _ = writeln!(job, "rate={}", rates);
    }
    if start_after.get() > 0 {
        let _ = writeln!(job, "startdelay={}us", start_after.get() / 1000);
    }
}

/// The file; in a scratch folder it gets a name and stays until it is removed.
fn on(
    job: &mut String,
    part: &RoundPart,
    place: &TargetLocation,
    how: &RoundSettings,
    size: Bytes,
) {
    let size = size.get();
    let _ = match place {
        // Passthrough goes to the character device, which has no page cache to avoid.
        TargetLocation::Raw(path) if how.engine == EngineChoice::Passthrough => {
            writeln!(job, "filename={}", escaped(&generic(path)))
        }
        TargetLocation::Scratch(folder, _) => {
            let name = format!("narrows-fio-{}", plain(part.drive.as_str()));
            let file = escaped(&folder.join(name));
            writeln!(job, "filename={file}\nfilesize={size}\ndirect=1")
        }
        // Endless files such as /dev/zero have no end and refuse O_DIRECT (EINVAL, open(2)).
        TargetLocation::File(path) if is_endless(path) => {
            writeln!(job, "filename={}\nsize={size}\ndirect=0", escaped(path))
        }
        TargetLocation::File(path) if !path.exists() => {
            writeln!(job, "filename={}\nfilesize={size}\ndirect=1", escaped(path))
        }
        TargetLocation::Raw(path) | TargetLocation::File(path) => {
            writeln!(job, "filename={}\ndirect=1", escaped(path))
        }
        TargetLocation::Nop => writeln!(job, "ioengine=null\nsize={size}"),
    };
}

/// `/dev/ng0n1` for `/dev/nvme0n1`.
fn generic(path: &Path) -> PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    path.with_file_name(name.replacen("nvme", "ng", 1))
}

/// A colon parts file names in fio.
pub fn escaped(path: &Path) -> String {
    path.display().to_string().replace(':', "\\:")
}

/// A section's name has no brackets, and no blanks to be safe.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.trim_matches('/').chars().map(keep).collect()
}

/// fio's name for the order and direction of a workload (`rw=`).
pub fn order(workload: &Workload) -> &'static str {
    match (workload.pattern, workload.read_percent) {
        (Pattern::Sequential, 100) => "read",
        (Pattern::Sequential, 0) => "write",
        (Pattern::Sequential, _) => "rw",
        (Pattern::Random, 100) => "randread",
        (Pattern::Random, 0) => "randwrite",
        (Pattern::Random, _) => "randrw",
    }
}

#[cfg(test)]
mod tests;
