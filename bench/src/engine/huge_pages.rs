//! Huge pages for the judge, so that both sides read into memory of the same kind.
//!
//! With `--huge-pages` our engine asks the kernel for transparent ones. fio takes only reserved ones
//! (`--iomem=mmaphuge`), and on a virtual disk the difference is large: each scattered page is its
//! own segment. The reservation (`vm.nr_hugepages`, kernel
//! Documentation/admin-guide/mm/hugetlbpage.rst) is restored at the end.

use std::fs;

const RESERVED: &str = "/proc/sys/vm/nr_hugepages";
/// Of 2 MiB each: fio's buffers are 32 MiB at most here, and it rounds up.
const WANTED: u64 = 24;

/// A reservation, given back when dropped.
pub struct HugePages {
    before: u64,
}

impl HugePages {
    /// Reserves; none without rights or memory.
    pub fn reserve() -> Option<Self> {
        let before = reserved()?;
        // Made before the reservation: whatever part of it succeeds is given back.
        let pages = Self { before };
        fs::write(RESERVED, (before + WANTED).to_string()).ok()?;
        (reserved()? >= before + WANTED).then_some(pages)
    }
}

impl Drop for HugePages {
    fn drop(&mut self) {
        // Nothing more can be done about a reservation that cannot be given back.
        let _ = fs::write(RESERVED, self.before.to_string());
    }
}

fn reserved() -> Option<u64> {
    fs::read_to_string(RESERVED).ok()?.trim().parse().ok()
}
