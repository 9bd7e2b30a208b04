//! `cargo xtask bench`: is our engine as fast and as true as fio, the outside judge?
//!
//! Both get the same workload, in turns, on the same core. If the engine is the bottleneck
//! (`/dev/zero`, no-op requests), we must be faster; if the target is the bottleneck (a loop device
//! in memory, the disk), as fast with little CPU time; if the target has a known limit, equal. The
//! required figures are next to each case. The outcome is a dated record with machine, commands and
//! every pair; the chore fails if any requirement is not met.
//!
//! Not here: tests. No test depends on how fast something was.

mod figure;
mod fio;
mod grounds;
mod huge_pages;
pub mod narrows;
mod nop_tool;
mod options;
mod page;
mod question;
mod record;
mod rule;
mod side;

use std::fs;
use std::path::Path;

use grounds::{BenchContext, disk, loops, nop, zero};
use huge_pages::HugePages;
use narrows_rig::loopdev::{self, LoopDrive};
use narrows_rig::namespace;
use narrows_rig::throttle::DeviceThrottle;
use options::EngineOptions;
use question::EngineTools;
use record::EngineRecord;
use xtask::{Fallible, machine, packages};

const LOOP_FILE_MIB: u64 = 512;

/// Compares, prints and writes the record.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let options = EngineOptions::parse(args)?;
    packages::install_for(&["fio", "mkfs.xfs"]);
    let needs_loop = options.wants("loop") || options.wants("limited");
    if needs_loop && loopdev::missing().is_none() {
        // It starts this program anew in a namespace: what precedes it is done twice.
        namespace::enter()?;
    }
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let binary = narrows::build(root)?;
    let huge_pages = HugePages::reserve();
    let tools = EngineTools {
        narrows: binary,
        state: folder.join("state"),
        huge_pages: huge_pages.is_some(),
        cpu: machine::last_cpu(),
    };
    let before = machine::Ticks::now();
    let record = EngineRecord::new(&options, machine::describe(&folder)?);
    let mut bench = BenchContext { root, folder: &folder, options: &options, tools, record };
    if huge_pages.is_none() {
        let what = "huge pages for fio: they could not be reserved".to_owned();
        bench.record.skipped.push(what);
    }
    on_grounds(&mut bench)?;
    let mut record = bench.record;
    record.machine.stolen_percent = machine::Ticks::now().stolen_percent_since(before);
    record.write(root)?;
    for comparison in &record.comparisons {
        print!("{}\n{}", comparison.name, comparison.verdict_lines());
    }
    for skipped in &record.skipped {
        println!("skipped: {skipped}");
    }
    let complaints = record.complaints();
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!("not all holds:\n  {}", complaints.join("\n  ")).into())
}

/// The ground that needs most quiet comes first.
fn on_grounds(bench: &mut BenchContext) -> Fallible {
    if bench.options.wants("zero") {
        zero::run(bench);
    }
    if bench.options.wants("nop")
        && let Err(why) = nop::run(bench)
    {
        bench.record.skipped.push(format!("no-op requests beside t/io_uring: {why}"));
    }
    if bench.options.wants("loop") || bench.options.wants("limited") {
        on_loop(bench)?;
    }
    if bench.options.wants("disk") {
        disk::run(bench)?;
    }
    Ok(())
}

fn on_loop(bench: &mut BenchContext) -> Fallible {
    if let Some(why) = loopdev::missing() {
        bench.record.skipped.push(format!("loop device: {why}"));
        return Ok(());
    }
    let mut drive = LoopDrive::new(bench.folder, LOOP_FILE_MIB)?;
    if bench.options.wants("loop") {
        loops::unlimited(bench, &drive);
    }
    match DeviceThrottle::missing() {
        None if bench.options.wants("limited") => loops::limited(bench, &mut drive),
        None => Ok(()),
        Some(why) => {
            bench.record.skipped.push(format!("loop device with a limit: {why}"));
            Ok(())
        }
    }
}
