//! The workloads that the command line asks for: every combination of its lists, or names.

use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use crate::args::{PatternName, RequestArgs};
use crate::failure::Result;
use crate::measuring::workloads::{checked, named};

/// All of them, each once, in the order of the command line.
pub fn all(args: &RequestArgs, read_percent: u8) -> Result<Vec<Workload>> {
    let workloads = if args.workload.is_empty() {
        let read_percent = args.mix.unwrap_or(read_percent);
        let mut all = Vec::new();
        for pattern in &args.pattern {
            for block in &args.block {
                for depth in &args.depth {
                    let plain = one(*pattern, *block, *depth, read_percent);
                    all.extend(args.jobs.iter().map(|jobs| {
                        Workload { jobs: *jobs, ..plain.clone() }.named_after_itself()
                    }));
                }
            }
        }
        all
    } else {
        args.workload.iter().map(|name| named(name)).collect::<Result<_, _>>()?
    };
    let mut each: Vec<Workload> = Vec::new();
    for workload in workloads {
        if !each.contains(&workload) {
            each.push(checked(workload)?);
        }
    }
    Ok(each)
}

fn one(pattern: PatternName, block: Bytes, depth: u32, read_percent: u8) -> Workload {
    let pattern = match pattern {
        PatternName::Sequential => Pattern::Sequential,
        PatternName::Random => Pattern::Random,
    };
    Workload { read_percent, ..Workload::new(pattern, Direction::Read, block, depth) }
}
