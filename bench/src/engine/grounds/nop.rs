//! No-op requests: the throughput of a ring alone, compared with the least a program can do with
//! one.

use narrows_units::Bytes;
use xtask::Fallible;

use super::super::figure::EngineQuantity;
use super::super::nop_tool;
use super::super::rule::RatioRule;
use super::{BenchCase, BenchContext};
use crate::engine::narrows;

/// With few requests per call, its cost shows.
const DEPTHS: [u32; 2] = [32, 128];

/// Beside `t/io_uring -N1`, which keeps no latencies.
pub fn run(bench: &mut BenchContext) -> Fallible<()> {
    let program = nop_tool::build(&bench.folder.join("fio"))?;
    let (cpu, time_s) = (bench.tools.cpu, bench.options.time_s);
    for depth in DEPTHS {
        let ours = narrows::side(&bench.tools).with(["measure", "nop", "--pattern", "random"]);
        let case = BenchCase {
            name: format!("nop, depth {depth}"),
            detail: format!("no-op requests, depth {depth}, one core"),
            narrows: ours.with(narrows::stream(Bytes::new(4096), depth, time_s)),
            judge: nop_tool::side(&program, cpu, depth, time_s),
            candidates: nop_tool::flags(depth),
            wants: vec![(EngineQuantity::Iops, RatioRule::AtLeast(0.9))],
        };
        bench.compare(&case);
    }
    Ok(())
}
