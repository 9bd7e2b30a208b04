//! The machine as a whole: processor, NUMA nodes, firmware tables, kernel, mounts.

use narrows_topology::read::{FileTreeEntry, sysfs};

use super::TreeGatherer;

/// Most bytes read of a file in /proc: some 600 processors, or 5,000 mounts, of which a host of
/// containers can have as many.
const PROC_CAP: usize = 1 << 20;
/// Most bytes of the SMBIOS tables, whose length field has 32 bits but which are a few KiB.
const SMBIOS_CAP: usize = 1 << 20;

pub(super) fn gather(gatherer: &mut TreeGatherer) {
    for path in sysfs::FILES {
        match *path {
            "proc/cpuinfo" => cpuinfo(gatherer, path),
            "sys/firmware/dmi/tables/DMI" => drop(gatherer.file_up_to(path, SMBIOS_CAP)),
            path if path.starts_with("proc/") => drop(gatherer.file_up_to(path, PROC_CAP)),
            path => drop(gatherer.file(path)),
        }
    }
    for path in sysfs::EXISTENCE {
        gatherer.existence(path, FileTreeEntry::Folder);
    }
    // The processors of each NUMA node, and the package of the first one.
    for (name, place) in gatherer.shelf("sys/devices/system/node") {
        if name.strip_prefix("node").is_none_or(|number| number.parse::<u32>().is_err()) {
            continue;
        }
        gatherer.files(&place, sysfs::NODE_ATTRIBUTES);
        let cpus = gatherer.peek_text(&format!("{place}/cpulist")).unwrap_or_default();
        // The list begins with the lowest number, alone or as the start of a range.
        let first: String = cpus.chars().take_while(char::is_ascii_digit).collect();
        if !first.is_empty() {
            let topology = format!("sys/devices/system/cpu/cpu{first}/topology");
            gatherer.files(&topology, sysfs::CPU_TOPOLOGY_ATTRIBUTES);
        }
    }
}

fn cpuinfo(gatherer: &mut TreeGatherer, path: &str) {
    if let Some(bytes) = gatherer.peek(path, PROC_CAP) {
        let text = String::from_utf8_lossy(&bytes);
        gatherer.put(path, shortened(&text).into_bytes());
    }
}

/// The first processor's block unchanged, of the others only the `processor` lines: they are
/// counted, and the rest repeats.
fn shortened(cpuinfo: &str) -> String {
    let (first, others) = cpuinfo.split_once("\n\n").unwrap_or((cpuinfo, ""));
    let counted = others.lines().filter(|line| line.starts_with("processor"));
    let lines = first.lines().chain([""]).chain(counted);
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpuinfo_keeps_one_block_and_the_count() {
        let text = "processor\t: 0\nmodel name\t: X\nflags\t\t: fpu hypervisor\n\n\
                    processor\t: 1\nmodel name\t: X\n\n";
        assert_eq!(
            shortened(text),
            "processor\t: 0\nmodel name\t: X\nflags\t\t: fpu hypervisor\n\nprocessor\t: 1\n"
        );
        assert_eq!(shortened(""), "\n");
    }
}
