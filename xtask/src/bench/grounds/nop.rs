//! No-op requests: what a ring alone lets through, beside the least that a program can do with one.

use narrows_units::Bytes;

use super::super::figure::Quantity;
use super::super::rule::Rule;
use super::super::side::Fallible;
use super::super::{narrows, nop_tool};
use super::{Bench, Case};

const DEPTH: u32 = 128;

/// Beside `t/io_uring -N1`, which keeps no latencies.
pub fn run(bench: &mut Bench) -> Fallible<()> {
    let program = nop_tool::build(&bench.folder.join("fio"))?;
    let (cpu, time_s) = (bench.tools.cpu, bench.options.time_s);
    let ours = narrows::side(&bench.tools).with(["measure", "nop", "--pattern", "random"]);
    let case = Case {
        name: "nop".to_owned(),
        detail: format!("no-op requests, depth {DEPTH}, one core"),
        narrows: ours.with(narrows::stream(Bytes::new(4096), DEPTH, time_s)),
        judge: nop_tool::side(&program, cpu, time_s),
        candidates: &nop_tool::FLAGS,
        wants: vec![(Quantity::Iops, Rule::AtLeast(1.0))],
    };
    bench.compare(&case);
    Ok(())
}
