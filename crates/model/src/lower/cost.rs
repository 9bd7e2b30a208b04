//! What a request costs the processor, by interface and RAID layer, on a core at 3.5 GHz.
//!
//! Costs of interfaces are for requests of 4 KiB at depth. One core reached 1.7 million with polled
//! rings, 1.2 million with interrupts and everything registered, 608,000 with `libaio` (J. Axboe,
//! *Efficient IO with io_uring*, 2019, section 9); an ordinary program behind a file system reaches
//! about two thirds of these. A blocking call adds two context switches of about 1.5 us. Windows
//! takes about twice what `libaio` takes (one thread at 100 % and 150,000 to 200,000 requests in
//! reviews of the time). Bytes cost where somebody touches them: a copy through the page cache
//! moves 3 to 4 GB/s a core, parity and check sums 5 to 10 GB/s; else only their pages are mapped.
//!
//! These are orders of magnitude for processors of 2015 to 2022 at their clock, and the band says
//! so; a measured run narrows them.

use narrows_array::Level;
use narrows_units::{Bytes, Gigahertz};
use narrows_workload::Interface;

use crate::array::{ArrayPlan, Bitmap, Engine};
use crate::limit::Band;
use crate::machine::USUAL_CLOCK;

/// Generations of processors differ by this much at the same clock.
const KNOWN_CLOCK: Band = Band::new(0.75, 1.35);
const UNKNOWN_CLOCK: Band = Band::new(0.55, 1.6);

/// Processor time that one user request takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// Seconds on the job's own thread.
    pub thread: f64,
    /// Seconds in the part of the RAID layer that all its writes go through one after the other.
    pub layer: f64,
}

/// How fast a core is against the reference, and how sure that is.
pub(super) fn speed(clock: Option<Gigahertz>) -> (f64, Band) {
    let band = if clock.is_some() { KNOWN_CLOCK } else { UNKNOWN_CLOCK };
    (clock.unwrap_or(USUAL_CLOCK).get().clamp(0.1, 20.0) / USUAL_CLOCK.get(), band)
}

/// A request of `block` through `interface`.
pub(super) fn of_interface(interface: Interface, block: Bytes) -> f64 {
    let bytes = block.as_f64();
    let (micros, nanos_a_byte) = match interface {
        Interface::Polled => (0.9, 0.01),
        Interface::IoUring => (1.25, 0.02),
        Interface::Libaio => (2.5, 0.03),
        Interface::Sync => (4.0, 0.03),
        Interface::Windows => (5.5, 0.03),
        Interface::Buffered => (0.6, 0.28),
        // The card's own threads write the queues and ring the doorbells.
        Interface::Gpu => (0.0, 0.0),
    };
    micros * 1e-6 + bytes * nanos_a_byte * 1e-9
}

/// What a layer adds to a request that it turns into `requests` to members.
///
/// The linear and striped layers only remap. md's mirrors clone each write; its parity levels pass
/// every write through stripes of 4 KiB a member, which one thread handles unless it is given
/// helpers (kernel documentation, admin-guide/md, `group_thread_cnt`). ZFS allocates, checks and
/// queues every record. Windows' stripe took three tenths of a thread that was busy with 4 KiB
/// requests (write-up 002; its figure calibrates this, see the casebook), and drivers that remap
/// are taken to cost as much.
pub(super) fn of_layer(array: &ArrayPlan, load: LayerLoad) -> Cost {
    let LayerLoad { requests, bytes, write_share, .. } = load;
    let ArrayPlan { engine, level, bitmap, .. } = *array;
    let each = requests * 1e-6;
    let thread = match engine {
        Engine::Hardware => 0.0,
        Engine::DmStripe => 0.3 * each,
        Engine::Md | Engine::Vroc => 0.5 * each,
        Engine::Btrfs => 3.0 * each + bytes * 0.1e-9,
        Engine::WindowsStripe | Engine::IntelRst | Engine::AmdRaidxpert => 2.4 * each,
        Engine::Zfs => 15.0 * each + bytes * 0.25e-9,
    };
    let layer = match level {
        Level::Mirror | Level::MirroredStripe => mirror_locks(engine, bitmap),
        _ => parity_thread(engine, level, load),
    };
    Cost { thread, layer: write_share * layer }
}

/// What of one request the layer sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LayerLoad {
    /// Requests to members for each user request.
    pub requests: f64,
    /// Bytes of the user request.
    pub bytes: f64,
    /// How much of it writes, 0 to 1.
    pub write_share: f64,
    /// Writes wait for reads of what they change.
    pub reads_first: bool,
}

/// md counts every write to a mirror in and out under locks of the array, and again for its bitmap
/// (md(4), bitmap write-intent logging). That it takes turns is how md is built; how long, 1.6 and
/// 0.3 us, no source says: it was chosen with the one published figure for it in view (row 173,
/// 537,000 writes a second), which therefore does not confirm it.
fn mirror_locks(engine: Engine, bitmap: Bitmap) -> f64 {
    match (engine, bitmap) {
        (Engine::Md | Engine::Vroc, Bitmap::None) => 1.6e-6,
        (Engine::Md | Engine::Vroc, Bitmap::Internal | Bitmap::External) => 1.9e-6,
        _ => 0.0,
    }
}

/// Drivers handle stripes of a page a member on one thread. Copying and combining a page of data and
/// keeping account of it takes about 2 us; a stripe of which only a part is written is handled
/// three times (to read, to combine, to write), about 7 us.
fn parity_thread(engine: Engine, level: Level, load: LayerLoad) -> f64 {
    let is_parity = matches!(level, Level::Parity(_));
    let on_one_thread = !matches!(engine, Engine::Zfs | Engine::Hardware | Engine::Btrfs);
    let pages = (load.bytes / 4096.0).max(1.0);
    let micros = if load.reads_first { 7.0 } else { 2.0 };
    if is_parity && on_one_thread { pages * micros * 1e-6 } else { 0.0 }
}
