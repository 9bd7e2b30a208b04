//! The profiles that have a name.
//!
//! The defaults are the ones that people compare: a long sequential read, a deep random read and
//! a random read one at a time. The `cdm-` rows are what CrystalDiskMark 5 to 8 runs under the
//! names people quote (SEQ Q32T1 is 128 KiB blocks there, `Seq` 1 MiB).

use narrows_units::Bytes;

use crate::Direction::{Read, Write};
use crate::Pattern::{Random, Sequential};
use crate::Workload;

/// Sequential read 128 KiB depth 32, random read 4 KiB depth 32, random read 4 KiB depth 1.
pub fn default_profiles() -> Vec<Workload> {
    vec![
        Workload::new(Sequential, Read, Bytes::kib(128), 32),
        Workload::new(Random, Read, Bytes::kib(4), 32),
        Workload::new(Random, Read, Bytes::kib(4), 1),
    ]
}

/// The workload of that name: a named profile, or any name of the form `rand-read-4k-q64`
/// (`seq` or `rand`, `read` or `write`, a block of 512 bytes to 64 MiB, a depth of 1 to 65,536).
pub fn profile(name: &str) -> Option<Workload> {
    all().into_iter().find(|workload| workload.name == name).or_else(|| spelled(name))
}

fn spelled(name: &str) -> Option<Workload> {
    let mut parts = name.split('-');
    let pattern = match parts.next()? {
        "seq" => Sequential,
        "rand" => Random,
        _ => return None,
    };
    let direction = match parts.next()? {
        "read" => Read,
        "write" => Write,
        _ => return None,
    };
    let block: Bytes = parts.next()?.to_uppercase().parse().ok()?;
    let depth: u32 = parts.next()?.strip_prefix('q')?.parse().ok()?;
    let fits = (512..=64 << 20).contains(&block.get()) && (1..=65_536).contains(&depth);
    (fits && parts.next().is_none()).then(|| Workload::new(pattern, direction, block, depth))
}

/// All names.
pub fn profile_names() -> Vec<String> {
    all().into_iter().map(|workload| workload.name).collect()
}

fn all() -> Vec<Workload> {
    let named = |name: &str, pattern, direction, block, depth| Workload {
        name: name.to_owned(),
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
        named("cdm-4k-q32-read", Random, Read, Bytes::kib(4), 32),
        named("cdm-4k-q32-write", Random, Write, Bytes::kib(4), 32),
    ]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_asked() {
        let names: Vec<_> = default_profiles().into_iter().map(|w| w.name).collect();
        assert_eq!(names, ["seq-read-128k-q32", "rand-read-4k-q32", "rand-read-4k-q1"]);
        assert_eq!(profile("cdm-seq-read").map(|w| w.block), Some(Bytes::mib(1)));
        let spelled = profile("rand-write-8k-q128").unwrap();
        assert_eq!((spelled.block, spelled.depth), (Bytes::kib(8), 128));
        assert_eq!(spelled.name, "rand-write-8k-q128");
        for name in
            ["nothing", "rand-read-4k", "rand-read-4k-q0", "seq-read-0-q1", "seq-read-4k-q1-x"]
        {
            assert_eq!(profile(name), None, "{name}");
        }
    }
}
