//! The named profiles.
//!
//! The defaults are the ones that people compare: a long sequential read, a deep random read and a
//! random read one at a time. The `cdm-` rows are those of CrystalDiskMark 5 to 8 under the names
//! people quote (SEQ Q32T1 is 128 KiB blocks there, `Seq` 1 MiB), on Windows.

use narrows_units::Bytes;

use crate::Direction::{Read, Write};
use crate::Pattern::{Random, Sequential};
use crate::{IoInterface, Workload};

/// Sequential read 128 KiB depth 32, random read 4 KiB depth 32, random read 4 KiB depth 1.
pub fn default_profiles() -> Vec<Workload> {
    vec![
        Workload::new(Sequential, Read, Bytes::kib(128), 32),
        Workload::new(Random, Read, Bytes::kib(4), 32),
        Workload::new(Random, Read, Bytes::kib(4), 1),
    ]
}

/// The workload of that name: a named profile, or any name of the form `rand-read-4k-q64`.
///
/// The parts are `seq` or `rand`; `read`, `write` or `rw70` (70 of 100 requests read); a block of
/// 512 bytes to 1 GiB; a depth of 1 to 65,536 for each job; and, where wanted, `-j4` for four jobs
/// and the interface, as in `rand-rw70-8k-q32-j4-libaio`. `sequential`, `random` and `qd32` mean the
/// same as `seq`, `rand` and `q32`.
pub fn profile(name: &str) -> Option<Workload> {
    all().into_iter().find(|workload| workload.name == name).or_else(|| spelled(name))
}

fn spelled(name: &str) -> Option<Workload> {
    let named = IoInterface::ALL.into_iter().find_map(|interface| {
        let rest = name.strip_suffix(interface.as_str())?.strip_suffix('-')?;
        Some((rest, interface))
    });
    let (name, interface) = named.unwrap_or((name, IoInterface::default()));
    let mut parts = name.split('-');
    let pattern = match parts.next()? {
        "seq" | "sequential" => Sequential,
        "rand" | "random" => Random,
        _ => return None,
    };
    let read_percent = mix(parts.next()?)?;
    let block: Bytes = parts.next()?.to_uppercase().parse().ok()?;
    let depth: u32 = depth(parts.next()?)?;
    let jobs: u32 = parts.next().map_or(Some(1), |part| part.strip_prefix('j')?.parse().ok())?;
    let counts = 1..=65_536;
    let fits = (512..=1 << 30).contains(&block.get()) && counts.contains(&depth);
    let workload =
        Workload { read_percent, jobs, interface, ..Workload::new(pattern, Read, block, depth) };
    (fits && counts.contains(&jobs) && parts.next().is_none())
        .then(|| workload.named_after_itself())
}

fn depth(part: &str) -> Option<u32> {
    part.strip_prefix("qd").or_else(|| part.strip_prefix('q'))?.parse().ok()
}

/// The share of reads in percent.
fn mix(part: &str) -> Option<u8> {
    match part {
        "read" => Some(100),
        "write" => Some(0),
        mixed => mixed.strip_prefix("rw")?.parse().ok().filter(|share| *share <= 100),
    }
}

pub fn profile_names() -> Vec<String> {
    all().into_iter().map(|workload| workload.name).collect()
}

fn all() -> Vec<Workload> {
    let named = |name: &str, pattern, direction, block, depth| Workload {
        name: name.to_owned(),
        interface: IoInterface::Windows,
        ..Workload::new(pattern, direction, block, depth)
    };
    let mut all = default_profiles();
    all.extend([
        Workload::new(Sequential, Write, Bytes::kib(128), 32),
        Workload::new(Random, Write, Bytes::kib(4), 32),
        Workload::new(Random, Write, Bytes::kib(4), 1),
        named("cdm-seq-q32-read", Sequential, Read, Bytes::kib(128), 32),
        named("cdm-seq-q32-write", Sequential, Write, Bytes::kib(128), 32),
        named("cdm-seq-read", Sequential, Read, Bytes::mib(1), 1),
        named("cdm-seq-write", Sequential, Write, Bytes::mib(1), 1),
        named("cdm-512k-read", Random, Read, Bytes::kib(512), 1),
        named("cdm-512k-write", Random, Write, Bytes::kib(512), 1),
        named("cdm-4k-read", Random, Read, Bytes::kib(4), 1),
        named("cdm-4k-write", Random, Write, Bytes::kib(4), 1),
        named("cdm-4k-q32-read", Random, Read, Bytes::kib(4), 32),
        named("cdm-4k-q32-write", Random, Write, Bytes::kib(4), 32),
    ]);
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A name made of a workload's parameters parses to the same workload.
        #[test]
        fn own_names_mean_themselves(
            random: bool, read_percent in 0u8..=100, sectors in 1u64..=2_097_152,
            depth in 1u32..=4096, jobs in 1u32..=256, interface in 0usize..7,
        ) {
            let pattern = if random { Random } else { Sequential };
            let workload = Workload {
                read_percent,
                jobs,
                interface: IoInterface::ALL[interface],
                ..Workload::new(pattern, Read, Bytes::new(sectors * 512), depth)
            };
            let workload = workload.named_after_itself();
            prop_assert_eq!(profile(&workload.name), Some(workload));
        }
    }

    #[test]
    fn names_say_what_is_asked() {
        let names: Vec<_> = default_profiles().into_iter().map(|w| w.name).collect();
        assert_eq!(names, ["seq-read-128k-q32", "rand-read-4k-q32", "rand-read-4k-q1"]);
        assert_eq!(profile("cdm-seq-read").map(|w| w.block), Some(Bytes::mib(1)));
        let spelled = profile("rand-write-8k-q128").unwrap();
        assert_eq!((spelled.block, spelled.depth), (Bytes::kib(8), 128));
        assert_eq!(spelled.name, "rand-write-8k-q128");
        let mixed = profile("rand-rw70-8k-q32-j4-libaio").unwrap();
        assert_eq!((mixed.read_percent, mixed.jobs), (70, 4));
        assert_eq!((mixed.interface, mixed.in_flight()), (IoInterface::Libaio, 128));
        assert_eq!(mixed.name, "rand-rw70-8k-q32-j4-libaio");
        assert_eq!(profile("random-read-4k-qd32"), profile("rand-read-4k-q32"));
        assert_eq!(profile("sequential-write-1m-q8"), profile("seq-write-1m-q8"));
        assert_eq!(profile("seq-read-1024m-q1").map(|w| w.block), Some(Bytes::gib(1)));
        for name in [
            "nothing",
            "rand-read-4k",
            "rand-read-4k-q0",
            "seq-read-0-q1",
            "seq-read-2g-q1",
            "seq-read-4k-q1-x",
            "seq-rw101-4k-q1",
            "seq-read-4k-q1-j0",
        ] {
            assert_eq!(profile(name), None, "{name}");
        }
    }
}
