//! The processor time of a request, by interface and RAID engine, on a core at 3.5 GHz.
//!
//! Costs of interfaces are for requests of 4 KiB at high queue depth. One core reached 1.7 million
//! with polled rings, 1.2 million with interrupts and everything registered, 608,000 with `libaio`
//! (J. Axboe, *Efficient IO with io_uring*, 2019, section 9); an ordinary program behind a file
//! system reaches about two thirds of these. A blocking call adds two context switches of about 1.5
//! us. Windows takes about twice as long as `libaio` (one thread at 100 % and 150,000 to 200,000
//! requests in reviews of the time). Bytes cost time where the processor touches them: a copy
//! through the page cache moves 3 to 4 GB/s per core, parity and checksums 5 to 10 GB/s; otherwise
//! only their pages are mapped.
//!
//! These are orders of magnitude for processors of 2015 to 2022 at their clock, and the band says
//! so; a measured run narrows them.

use narrows_array::RaidLevel;
use narrows_units::Bytes;
use narrows_workload::IoInterface;

use super::wait::RequestWait;
use crate::array::{ArrayPlan, Bitmap, RaidEngine};

/// The processor time of one user request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RequestCost {
    /// Seconds on the job's own thread.
    pub thread: f64,
    /// Seconds in the serial part of the RAID engine, which all its writes pass one at a time.
    pub layer: f64,
}

/// Seconds of a request of `block` through `interface`.
pub(super) fn of_interface(interface: IoInterface, block: Bytes) -> f64 {
    let micros = match interface {
        IoInterface::Polled => 0.9,
        IoInterface::IoUring => 1.25,
        IoInterface::Libaio => 2.5,
        IoInterface::Sync => 4.0,
        IoInterface::Windows => 5.5,
        IoInterface::Buffered => 0.6,
        // The card's own threads write the queues and ring the doorbells.
        IoInterface::Gpu => 0.0,
    };
    micros * 1e-6 + block.as_f64() * a_byte(interface)
}

/// Seconds of the program's thread per byte of a request.
pub(super) fn a_byte(interface: IoInterface) -> f64 {
    let nanos = match interface {
        IoInterface::Polled => 0.01,
        IoInterface::IoUring | IoInterface::Windows => 0.02,
        IoInterface::Libaio | IoInterface::Sync => 0.03,
        IoInterface::Buffered => 0.28,
        IoInterface::Gpu => 0.0,
    };
    nanos * 1e-9
}

/// Seconds per byte that a program saves whose memory is of pages of 2 MiB: pinning and releasing one of 4 KiB takes 77
/// ns, the same part of a large one 7 to 12 (gup_test of Linux 6.15, in the message of its commit a03db236aebf).
pub(super) fn saved_by_large_pages(interface: IoInterface) -> f64 {
    const PAGES: f64 = (77e-9 - 10e-9) / 4096.0;
    match interface {
        IoInterface::Buffered => 0.0,
        _ => a_byte(interface).min(PAGES),
    }
}

/// A command of AHCI: four reads of registers that no cache holds (about 2.5 us; Intel, as quoted by
/// AnandTech, *Testing SATA Express*, 2014).
pub(super) const AHCI_COMMAND: f64 = 2.5e-6;

/// The latency of the drivers of chipset RAID on Windows, whatever their processor time: they queue
/// a request to a thread of their own and complete it from another. At QD1, VROC turned 10 us of
/// Optane into 20, and RAIDXpert 70 us of NVMe into 90 (published systems x299-vroc,
/// x470-raidxpert, which calibrate this); no figure is published for RST.
pub(super) fn driver_wait(engine: RaidEngine, interface: IoInterface) -> RequestWait {
    let is_windows = interface == IoInterface::Windows;
    let queues = match engine {
        RaidEngine::IntelRst | RaidEngine::AmdRaidxpert => true,
        RaidEngine::Vroc => is_windows,
        _ => false,
    };
    if queues {
        RequestWait { value: 10e-6, least: 2e-6, most: 30e-6 }
    } else {
        RequestWait::default()
    }
}

/// The cost that a RAID engine adds to a request that it turns into `requests` to members.
///
/// Linear and striped engines only remap. md's mirrors clone each write; its parity levels pass
/// every write through stripes of 4 KiB per member, which one thread handles unless it is given
/// helpers (kernel documentation, admin-guide/md, `group_thread_cnt`). ZFS allocates, checks and
/// queues every record. Windows' stripe took three tenths of a thread that was busy with 4 KiB
/// requests (write-up 002; its figure calibrates this, see the casebook), and drivers that remap
/// are assumed to cost as much; the further extents of one request only cost their remapping.
pub(super) fn of_layer(array: &ArrayPlan, load: LayerLoad) -> RequestCost {
    let LayerLoad { requests, bytes, write_share, .. } = load;
    let ArrayPlan { engine, level, bitmap, .. } = *array;
    let each = requests * 1e-6;
    let thread = match engine {
        RaidEngine::Hardware => 0.0,
        RaidEngine::DmStripe => 0.3 * each,
        RaidEngine::Md | RaidEngine::Vroc => md_thread(level, load),
        RaidEngine::Btrfs => 3.0 * each + bytes * 0.1e-9,
        RaidEngine::WindowsStripe | RaidEngine::IntelRst | RaidEngine::AmdRaidxpert => {
            2.4e-6 * requests.min(1.0) + 0.4e-6 * (requests - 1.0).max(0.0)
        }
        RaidEngine::Zfs => 15.0 * each + bytes * 0.25e-9,
    };
    let (reads, writes) = match level {
        RaidLevel::Mirror | RaidLevel::MirroredStripe => {
            (read_locks(level, load, engine), mirror_locks(engine, bitmap))
        }
        RaidLevel::Parity(_) => {
            (read_locks(level, load, engine), parity_thread(engine, level, load))
        }
        _ => (0.0, 0.0),
    };
    RequestCost { thread, layer: (1.0 - write_share) * reads + write_share * writes }
}

/// The cost of md on the issuing thread. md remaps a request of a stripe, and since Linux 5.14
/// clones it first to account for it (`md_account_bio` in drivers/md/md.c); mirrors and reads of
/// parity always clone, and count it in and out. The times: a stripe of four 980 PRO did 666,000
/// reads a second in four jobs where one drive did 828,000, a mirrored one 523,000 (published
/// system 980pro-md, which calibrates this): 1.2 and 2.8 us more.
fn md_thread(level: RaidLevel, load: LayerLoad) -> f64 {
    let accounts = if load.is_since((5, 14)) { 0.7e-6 } else { 0.0 };
    let (first, extent) = match level {
        RaidLevel::Stripe => (accounts, 0.5e-6),
        RaidLevel::Jbod => (0.0, 0.5e-6),
        RaidLevel::Mirror | RaidLevel::MirroredStripe => (2.0e-6, 0.8e-6),
        RaidLevel::Parity(_) => (1.5e-6, 0.5e-6),
    };
    first + extent * load.requests
}

/// md's mirrors and parity take a lock of the array for every read: mirrors to wait for resynchronisation
/// (`wait_barrier`), parity to count reads that pass its stripe cache by (`raid5_read_one_chunk`), both in
/// drivers/md. How long is a judgement for mirrors, from arrays that stay at one to three million reads a
/// second however many drives they have. Parity counts without the lock since Linux 5.14, on one line of
/// memory that all processors want: 1.1 to 1.3 million reads a second became 5.3 to 5.9 million on each of two arrays
/// (published system dl385-24x-pm1733a, which calibrates both).
fn read_locks(level: RaidLevel, load: LayerLoad, engine: RaidEngine) -> f64 {
    match level {
        _ if !matches!(engine, RaidEngine::Md | RaidEngine::Vroc) => 0.0,
        RaidLevel::Parity(_) if load.is_since((5, 14)) => 0.18e-6,
        RaidLevel::Parity(_) => 0.85e-6,
        _ => 0.5e-6,
    }
}

/// The part of a request that the RAID engine handles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LayerLoad {
    /// Requests to members for each user request.
    pub requests: f64,
    /// Bytes of the user request.
    pub bytes: f64,
    /// The share of writes, 0 to 1.
    pub write_share: f64,
    /// Whether writes wait for reads of the data they change.
    pub reads_first: bool,
    pub kernel: Option<(u32, u32)>,
}

impl LayerLoad {
    /// Whether the kernel is at least that; where unknown, machines have new ones.
    fn is_since(&self, first: (u32, u32)) -> bool {
        self.kernel.is_none_or(|kernel| kernel >= first)
    }
}

/// The locks of md's mirrors: every write is counted in and out under locks of the array, and again
/// for its bitmap (md(4), bitmap write-intent logging). That they are serial follows from md's
/// design; their times, 1.6 and 0.3 us, have no source: they were chosen with the one published
/// figure in view (row 173, 537,000 writes a second), which therefore does not confirm them.
fn mirror_locks(engine: RaidEngine, bitmap: Bitmap) -> f64 {
    match (engine, bitmap) {
        (RaidEngine::Md | RaidEngine::Vroc, Bitmap::None) => 1.6e-6,
        (RaidEngine::Md | RaidEngine::Vroc, Bitmap::Internal | Bitmap::External) => 1.9e-6,
        _ => 0.0,
    }
}

/// The cost of a second parity relative to the first: another page to calculate and to write.
const SECOND_PARITY: f64 = 0.3;

/// Drivers handle stripes of a page a member on one thread. Copying and combining a page of data and
/// keeping account of it takes 3.5 us; a stripe of which only a part is written is handled
/// three times (to read, to combine, to write), 15 us. Four drives of 1.1 GB/s wrote 1.32 GB/s as level 5 and 0.96 as 6,
/// and 59,000 and 65,000 times 4 KiB at random, with 3.9 GHz (published system r740xd-4x-pm5, which calibrates both).
fn parity_thread(engine: RaidEngine, level: RaidLevel, load: LayerLoad) -> f64 {
    // These calculate parity on many threads, or not on the host.
    let on_one_thread =
        !matches!(engine, RaidEngine::Zfs | RaidEngine::Hardware | RaidEngine::Btrfs);
    let pages = (load.bytes / 4096.0).max(1.0);
    let micros = if load.reads_first { 15.0 } else { 3.5 };
    let RaidLevel::Parity(parities) = level else { return 0.0 };
    let more = 1.0 + SECOND_PARITY * f64::from(parities.saturating_sub(1));
    if on_one_thread { pages * micros * more * 1e-6 } else { 0.0 }
}
