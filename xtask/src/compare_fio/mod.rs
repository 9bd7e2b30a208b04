//! `cargo xtask compare-fio`: is our engine as fast and as true as fio, the outside judge?
//!
//! Both read the same file with the same block size, depth, `io_uring` and `O_DIRECT`, in turns;
//! which of them goes first changes with every pair, so that a drift of the disk favours neither.
//! Two grounds: a loop device whose limit is known, where bandwidth must agree within 1 %; and the
//! disk under the project, where the interval of the median ratio must hold 1, or the ratio be off
//! by less than 2 %, because a disk scatters more than the two programs differ.

mod huge_pages;
mod machine;
mod options;
mod record;
mod sides;

use std::fs;
use std::path::Path;

use crate::Done;
use crate::rig::{loopdev, namespace};
use huge_pages::HugePages;
use options::Options;
use record::{Ground, Pair, Ratio, Record};
use sides::{Judged, Side};

/// What the loop device may read a second: a SATA drive's worth, far below what either program and
/// the memory behind can do.
const LOOP_BYTES_PER_S: u64 = 235_000_000;
const LOOP_FILE_MIB: u64 = 512;
const DISK_FILE_MIB: u64 = 1024;

/// Compares, prints and writes the record; fails when the two disagree.
pub fn run(root: &Path, args: &[String]) -> Done {
    let options = Options::parse(args)?;
    let folder = root.join("target/compare-fio");
    fs::create_dir_all(&folder)?;
    if options.wants("loop") && loopdev::missing().is_none() {
        namespace::enter()?;
    }
    let binary = sides::build(root)?;
    let huge_pages = HugePages::reserve();
    let same_memory = huge_pages.is_some();
    let judged = |file: &Path| Judged::new(&binary, file, &folder, &options, same_memory);
    let mut record = Record::new(&options, machine::describe(&folder)?);
    if !same_memory {
        record.skipped.push("huge pages for fio: they could not be reserved".to_owned());
    }
    if options.wants("loop") {
        on_loop(&mut record, &folder, &options, &judged)?;
    }
    if options.wants("disk") {
        let file = folder.join("judged");
        loopdev::write_whole(&file, DISK_FILE_MIB)?;
        let pairs = pairs(&judged(&file), options.pairs);
        fs::remove_file(&file)?;
        record.grounds.push(on_disk(pairs?)?);
    }
    print!("{}", record.page());
    record.write(root)?;
    if record.agrees() { Ok(()) } else { Err("our engine and fio disagree".into()) }
}

fn on_loop(
    record: &mut Record,
    folder: &Path,
    options: &Options,
    judged: &dyn Fn(&Path) -> Judged,
) -> Done {
    if let Some(why) = loopdev::missing() {
        eprintln!("skipped: no loop device with a limit: {why}");
        record.skipped.push(format!("loop device with a limit: {why}"));
        return Ok(());
    }
    let drive = loopdev::LoopDrive::new(folder, LOOP_BYTES_PER_S, LOOP_FILE_MIB)?;
    let pairs = pairs(&judged(&drive.file), options.pairs)?;
    drop(drive);
    let ratio = Ratio::of(&pairs)?;
    record.grounds.push(Ground {
        name: "loop device with a limit".to_owned(),
        detail: format!("XFS on a loop device in memory, reads limited to {LOOP_BYTES_PER_S} B/s"),
        rule: "the median ratio is within 1 % of 1".to_owned(),
        agrees: (ratio.median - 1.0).abs() <= 0.01,
        ratio,
        pairs,
    });
    Ok(())
}

fn on_disk(pairs: Vec<Pair>) -> Result<Ground, Box<dyn std::error::Error>> {
    let ratio = Ratio::of(&pairs)?;
    let is_within = (ratio.low..=ratio.high).contains(&1.0);
    Ok(Ground {
        name: "disk".to_owned(),
        detail: format!("A file of {DISK_FILE_MIB} MiB on the disk under the project"),
        rule: "the interval of the median ratio holds 1, or the median is within 2 % of 1"
            .to_owned(),
        agrees: is_within || (ratio.median - 1.0).abs() < 0.02,
        ratio,
        pairs,
    })
}

fn pairs(judged: &Judged, count: usize) -> Result<Vec<Pair>, Box<dyn std::error::Error>> {
    // One of each unseen: the first reader of a fresh file finds the disk colder than the second.
    judged.measure(Side::Fio)?;
    judged.measure(Side::Narrows)?;
    let mut pairs = Vec::new();
    for number in 1..=count {
        let order =
            if number % 2 == 1 { [Side::Narrows, Side::Fio] } else { [Side::Fio, Side::Narrows] };
        let figures = [judged.measure(order[0])?, judged.measure(order[1])?];
        let (narrows, fio) =
            if number % 2 == 1 { (figures[0], figures[1]) } else { (figures[1], figures[0]) };
        let pair = Pair { narrows, fio, ratio: narrows.mb_s / fio.mb_s };
        eprintln!(
            "{number:>3}: narrows {:>8.1} MB/s, fio {:>8.1} MB/s, ratio {:.4}",
            pair.narrows.mb_s, pair.fio.mb_s, pair.ratio
        );
        pairs.push(pair);
    }
    Ok(pairs)
}
