//! The inputs of the questions at each size.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use xtask::Fallible;

use super::GrowthTools;

/// Drives in two halves, each behind the switch of a socket.
pub fn machine(folder: &Path, drives: u32) -> io::Result<PathBuf> {
    let mut text = format!("schema = \"narrows.machine/1\"\nname = \"{drives} drives\"\n");
    for socket in 0..2 {
        let _ = write!(
            text,
            "[[root_complex]]\nid = \"s{socket}\"\nsocket = {socket}\n\
             [[switch]]\nid = \"sw{socket}\"\non = \"s{socket}\"\nlink = \"4.0 x16\"\n\
             [[drive]]\nid = \"d{socket}n\"\ncount = {}\non = \"sw{socket}\"\nlink = \"4.0 x4\"\n\
             read = \"6900 MB/s\"\n",
            drives / 2
        );
    }
    write(folder, "machine.toml", &text)
}

/// Drives behind switches, up to 32 behind each.
pub fn groups(folder: &Path, drives: u32) -> io::Result<PathBuf> {
    let mut text = format!("schema = \"narrows.machine/1\"\nname = \"{drives} drives\"\n");
    for switch in 0..drives.div_ceil(32) {
        let _ = write!(
            text,
            "[[switch]]\nid = \"sw{switch}\"\non = \"cpu\"\nlink = \"4.0 x16\"\n\
             [[drive]]\nid = \"d{switch}n\"\ncount = {}\non = \"sw{switch}\"\nlink = \"4.0 x4\"\n\
             read = \"6900 MB/s\"\n",
            (drives - switch * 32).min(32)
        );
    }
    write(folder, "machine.toml", &text)
}

/// Slots that differ, half of them behind a chipset whose uplink is shared, and drives for two thirds of
/// them, each of another rate.
pub fn placement(folder: &Path, slots: u32) -> io::Result<PathBuf> {
    let mut text = format!(
        "schema = \"narrows.machine/1\"\nname = \"{slots} slots\"\n\
         [[chipset]]\nid = \"chipset\"\nlink = \"{UPLINK}\"\n"
    );
    for slot in 0..slots {
        let (on, link) = slot_kind(slot);
        let _ = write!(text, "[[slot]]\nid = \"S{slot}\"\non = \"{on}\"\nlink = \"{link}\"\n");
    }
    for (drive, rate) in drive_rates(slots).enumerate() {
        let _ = write!(
            text,
            "[[drive]]\nid = \"d{drive}\"\nslot = \"S{drive}\"\nlink = \"4.0 x4\"\n\
             read = \"{rate} MB/s\"\n"
        );
    }
    write(folder, "placement.toml", &text)
}

/// The link that slots of [`placement`] on the chipset share.
pub const UPLINK: &str = "4.0 x8";

/// Where a slot of [`placement`] hangs, and its link.
pub fn slot_kind(slot: u32) -> (&'static str, &'static str) {
    let kinds =
        [("cpu", "4.0 x4"), ("cpu", "4.0 x2"), ("chipset", "4.0 x4"), ("chipset", "3.0 x4")];
    kinds[slot as usize % kinds.len()]
}

/// Read rate of each drive of [`placement`] alone, MB/s.
pub fn drive_rates(slots: u32) -> impl Iterator<Item = u32> {
    let drives = slots * 2 / 3;
    (0..drives).map(move |drive| 2_000 + 4_900 * drive / drives)
}

pub fn board(folder: &Path, slots: u32) -> io::Result<PathBuf> {
    let mut text = format!("schema = \"narrows.machine/1\"\nname = \"{slots} slots\"\n");
    for slot in 0..slots {
        let _ = write!(text, "[[slot]]\nid = \"S{slot}\"\non = \"cpu\"\nlink = \"4.0 x4\"\n");
    }
    write(folder, "board.toml", &text)
}

/// Hosts with drives of their own, up to 25 behind a leaf switch, that read from one server.
pub fn cluster(folder: &Path, hosts: u32) -> io::Result<PathBuf> {
    let mut text =
        "schema = \"narrows.cluster/1\"\nname = \"growth\"\n[[network]]\nid = \"spine\"\n\
                    [[server]]\nid = \"store\"\non = \"spine\"\nread = \"20 GB/s\"\n"
            .to_owned();
    for leaf in 0..hosts.div_ceil(25) {
        let _ = write!(
            text,
            "[[network]]\nid = \"leaf{leaf}\"\non = \"spine\"\nrate = \"100 Gbit/s\"\n\
             [[host]]\nid = \"h{leaf}n\"\ncount = {}\non = \"leaf{leaf}\"\nrate = \"10 Gbit/s\"\n\
             drives = 20\ndrive_read = \"3 GB/s\"\n",
            (hosts - leaf * 25).min(25)
        );
    }
    write(folder, "cluster.toml", &text)
}

pub fn kept_report(tools: &GrowthTools, folder: &Path, drives: u32) -> Fallible {
    let mut measure = tools.narrows(folder);
    // By default, no more than 512 are measured.
    let words = ["measure", "--time", "100ms", "--any-size", "--on"];
    measure.args(words).arg(machine(folder, drives)?);
    xtask::shell::output(&mut measure)?;
    Ok(())
}

/// Creates one short simulated run and copies of it under other names, shared by questions; returns their
/// folder.
pub fn keep_runs(tools: &GrowthTools, runs: u32) -> Fallible<PathBuf> {
    let folder = tools.folder.join(format!("runs-{runs}"));
    if folder.exists() {
        return Ok(folder);
    }
    fs::create_dir_all(&folder)?;
    let file = machine(&folder, 2)?;
    let mut first = tools.narrows(&folder);
    first.args(["measure", "--time", "100ms", "--on"]).arg(file);
    xtask::shell::output(&mut first)?;
    let kept = folder.join("narrows/runs");
    let one = fs::read_dir(&kept)?.next().ok_or("the run was not kept")??;
    let id = one.file_name().to_string_lossy().into_owned();
    for number in 1..runs {
        // Eight hexadecimal digits end the name of a run.
        let name = format!("{}{number:08x}", &id[..id.len() - 8]);
        let copy = kept.join(&name);
        fs::create_dir_all(&copy)?;
        for file in fs::read_dir(one.path())? {
            let file = file?;
            fs::copy(file.path(), copy.join(file.file_name()))?;
        }
        let text = fs::read_to_string(copy.join("run.json"))?;
        fs::write(copy.join("run.json"), text.replace(&id, &name))?;
    }
    Ok(folder)
}

fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    fs::write(&path, text)?;
    Ok(path)
}
