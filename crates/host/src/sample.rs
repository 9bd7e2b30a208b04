//! Samples the machine during a run: disk counters, processor time, link, heat, interrupts.
//!
//! For: other users of the drives, the load of the processors, the width of a link under load, the
//! temperature of a drive ([`heat`]), throttling, the processors that handle a drive's
//! interrupts ([`interrupts`]), and requests by process ([`requests`]). Each sample opens a few small files. Parsing is apart from reading,
//! and pure.
//!
//! Not here: the process's own processor time (`narrows-engine`), rates and conclusions; when to
//! sample, and what to do about a drive that does not answer (`narrows`, the binary).
//!
//! Source: kernel Documentation/block/stat.rst, Documentation/filesystems/proc.rst section 1.7
//! (/proc/stat), Documentation/ABI/testing/sysfs-bus-pci.

pub mod groups;
pub mod heat;
pub mod interrupts;
pub mod network;
pub mod requests;
mod sensor;
pub mod tasks;

use narrows_topology::PciAddress;
use narrows_units::{Bytes, Lanes, LinkWidth, Nanos, TransferRate};

use crate::Root;
pub use crate::facts::{CpuCounters, DiskCounters};
use crate::root::RootReader;

/// The unit of the `sectors` counters, whatever the drive's own block size is.
const SECTOR: u64 = 512;

/// Samples one machine, live or captured. Costs nothing between samples.
pub struct Sampler {
    reader: Option<RootReader>,
    ticks_per_second: u64,
}

impl Sampler {
    /// For a machine; one whose root cannot be opened gives nothing.
    pub fn new(root: &Root) -> Self {
        let ticks_per_second = rustix::param::clock_ticks_per_second();
        Self { reader: root.open().ok(), ticks_per_second }
    }

    /// The counters of a block device or partition by kernel name.
    pub fn disk(&self, name: &str) -> Option<DiskCounters> {
        parse_disk(&self.text(&format!("sys/class/block/{}/stat", plain(name)?))?)
    }

    /// The processor time of the whole machine.
    pub fn cpu(&self) -> Option<CpuCounters> {
        parse_cpu(&self.text("proc/stat")?, self.ticks_per_second)
    }

    /// The current link of a PCI function; `None` for a function without one.
    pub fn link(&self, address: PciAddress) -> Option<LinkWidth> {
        let folder = format!("sys/bus/pci/devices/{address}");
        let speed = self.text(&format!("{folder}/current_link_speed"))?;
        let width = self.text(&format!("{folder}/current_link_width"))?;
        parse_link(&speed, &width)
    }

    /// The errors that a PCI function has reported since the start, by severity; empty if it does not count them.
    /// Source: kernel Documentation/ABI/testing/sysfs-bus-pci-devices-aer_stats.
    pub fn pcie_errors(&self, address: PciAddress) -> Vec<(&'static str, u64)> {
        let files = [
            ("correctable", "aer_dev_correctable", "TOTAL_ERR_COR"),
            ("nonfatal", "aer_dev_nonfatal", "TOTAL_ERR_NONFATAL"),
            ("fatal", "aer_dev_fatal", "TOTAL_ERR_FATAL"),
        ];
        let counted = files.into_iter().filter_map(|(severity, file, total)| {
            let text = self.text(&format!("sys/bus/pci/devices/{address}/{file}"))?;
            let count = text.lines().find_map(|line| line.strip_prefix(total))?;
            Some((severity, count.trim().parse().ok()?))
        });
        counted.collect()
    }

    fn text(&self, path: &str) -> Option<String> {
        self.reader.as_ref()?.text(path)
    }

    fn number(&self, path: &str) -> Option<u64> {
        self.text(path)?.parse().ok()
    }

    fn list(&self, path: &str) -> impl Iterator<Item = String> + use<> {
        let entries = self.reader.as_ref().map(|reader| reader.list(path)).unwrap_or_default();
        entries.into_iter().map(|(name, _)| name)
    }
}

/// A kernel name is one part of a path. sysfs writes the slash of `cciss/c0d0` as `!`.
fn plain(name: &str) -> Option<&str> {
    (!name.is_empty() && name != "." && name != ".." && !name.contains('/')).then_some(name)
}

/// `reads merged sectors ms writes merged sectors ms in_flight busy_ms ...`; newer kernels add
/// fields at the end.
fn parse_disk(text: &str) -> Option<DiskCounters> {
    let fields: Vec<u64> = text.split_whitespace().map_while(|field| field.parse().ok()).collect();
    let &[reads, _, read, read_ms, writes, _, written, write_ms, in_flight, busy_ms, ..] =
        fields.as_slice()
    else {
        return None;
    };
    Some(DiskCounters {
        reads,
        read: Bytes::new(read.saturating_mul(SECTOR)),
        writes,
        written: Bytes::new(written.saturating_mul(SECTOR)),
        in_flight,
        busy: Nanos::millis(busy_ms),
        waited: Nanos::millis(read_ms.saturating_add(write_ms)),
    })
}

/// The line `cpu user nice system idle iowait irq softirq steal guest guest_nice`, in ticks. Guest
/// time is part of user time already.
fn parse_cpu(text: &str, ticks_per_second: u64) -> Option<CpuCounters> {
    let line = text.lines().find_map(|line| line.strip_prefix("cpu "))?;
    parse_cpu_line(line, ticks_per_second)
}

/// The same without the name of the processor.
fn parse_cpu_line(line: &str, ticks_per_second: u64) -> Option<CpuCounters> {
    let ticks: Vec<u64> = line.split_whitespace().map_while(|field| field.parse().ok()).collect();
    let tick = |field: usize| ticks.get(field).copied().unwrap_or(0);
    let nanos_per_tick = 1_000_000_000u64.checked_div(ticks_per_second)?;
    let time = |fields: &[usize]| {
        let sum = fields.iter().fold(0u64, |sum, &field| sum.saturating_add(tick(field)));
        Nanos::new(sum.saturating_mul(nanos_per_tick))
    };
    // Kernels before 2.5.41 have only these fields (proc_stat(5)); missing ones count as 0.
    let enough = ticks.len() >= 4;
    enough.then(|| CpuCounters {
        busy: time(&[0, 1, 2, 5, 6]),
        idle: time(&[3, 4]),
        stolen: time(&[7]),
    })
}

/// `8.0 GT/s PCIe` (older kernels `8 GT/s`) and `4`; `Unknown` and 0 are no link.
fn parse_link(speed: &str, width: &str) -> Option<LinkWidth> {
    let gt_s = speed.split_once(" GT/s")?.0.trim().parse().ok()?;
    let lanes = Lanes::new(width.trim().parse().ok()?)?;
    Some(LinkWidth { rate: TransferRate::from_gt_s(gt_s)?, lanes })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, Sampler) {
        let folder = crate::fixture::tree(files);
        let sampler = Sampler::new(&Root::at(folder.path()));
        (folder, sampler)
    }

    #[test]
    fn disk_counters_are_in_bytes() {
        // 8 sectors of 512 bytes are 4096 bytes; 70 ms.
        let early = parse_disk(" 1 0 8 5 2 0 16 9 3 70 80 0 0 0 0 1 2\n").unwrap();
        assert_eq!((early.reads, early.read, early.in_flight), (1, Bytes::kib(4), 3));
        assert_eq!((early.written, early.busy), (Bytes::kib(8), Nanos::millis(70)));
        assert_eq!(early.waited, Nanos::millis(5 + 9));
        let late = DiskCounters { reads: 11, writes: 0, ..early };
        assert_eq!((late.since(early).reads, late.since(early).writes), (10, 0));
        assert_eq!(parse_disk("1 2 3"), None);
    }

    #[test]
    fn processor_time_is_summed_by_kind() {
        // busy = 1 + 2 + 3 + 6 + 7 = 19 ticks, idle = 4 + 5 = 9, steal = 8; a tick is 10 ms.
        let counters = parse_cpu("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4\n", 100).unwrap();
        let expected = [190, 90, 80].map(Nanos::millis);
        assert_eq!([counters.busy, counters.idle, counters.stolen], expected);
        assert_eq!(parse_cpu("cpu0 1 2 3 4\n", 100), None);
        assert_eq!(parse_cpu("cpu  1 2 3 4\n", 0), None);
    }

    #[test]
    fn links_read_or_are_nothing() {
        assert_eq!(parse_link("8.0 GT/s PCIe", "4"), LinkWidth::new(3, 4));
        assert_eq!(parse_link("2.5 GT/s", "1"), LinkWidth::new(1, 1));
        assert_eq!(parse_link("Unknown", "0"), None);
        assert_eq!(parse_link("8.0 GT/s PCIe", "0"), None);
    }

    #[test]
    fn the_live_machine_has_processor_time() {
        let sampler = Sampler::new(&Root::live());
        let counters = sampler.cpu().expect("every Linux has /proc/stat");
        assert!(counters.busy > Nanos::ZERO && counters.idle > Nanos::ZERO);
        assert_eq!(sampler.disk("no such disk"), None);
    }
}
