//! MPI as a wire.
//!
//! Every operation is started and then polled (MPI_Isend, MPI_Improbe, MPI_Imrecv, MPI_Test), because the calls
//! that wait spin in most libraries, and because a rank that is gone must not stop the others. One thread calls
//! MPI, as MPI_THREAD_FUNNELED requires. Source: MPI: A Message-Passing Interface Standard, version 3.1,
//! chapters 3.7 and 3.8.

use std::collections::VecDeque;
use std::ffi::c_int;
use std::mem::MaybeUninit;

use mpi::environment::{self, Universe};
use mpi::ffi;
use mpi::raw::AsRaw;
use mpi::topology::{Communicator, SimpleCommunicator};

use crate::ranks::letter::RankLetter;
use crate::ranks::wire::Wire;

/// Common to all letters; each names its own kind.
const TAG: c_int = 23;

pub struct Mpi {
    /// None once we leave without the others.
    universe: Option<Universe>,
    world: SimpleCommunicator,
    sending: Vec<(u32, Transfer)>,
    /// In the order in which they were announced.
    receiving: VecDeque<(u32, Transfer)>,
}

/// A letter in transit. Its bytes stay in place as long as MPI may touch them.
struct Transfer {
    request: ffi::MPI_Request,
    bytes: Vec<u8>,
}

impl Transfer {
    /// Whether it is through; asking moves it on.
    fn is_done(&mut self) -> bool {
        let mut done: c_int = 0;
        // SAFETY: the request is one that MPI gave and that is not freed yet: MPI_Test sets it
        // to the null request when it completes, which may be tested again.
        unsafe { ffi::MPI_Test(&mut self.request, &mut done, ffi::RSMPI_STATUS_IGNORE) };
        done != 0
    }
}

impl Mpi {
    /// Joins the others; `None` if MPI is already in use.
    pub fn join() -> Option<Self> {
        let (universe, _) = environment::initialize_with_threading(mpi::Threading::Funneled)?;
        let world = universe.world();
        // A connection that breaks is a host that is gone, and no reason to end everybody.
        // SAFETY: both handles are constants of the library, which is initialized.
        unsafe { ffi::MPI_Comm_set_errhandler(world.as_raw(), ffi::RSMPI_ERRORS_RETURN) };
        let (sending, receiving) = (Vec::new(), VecDeque::new());
        Some(Self { universe: Some(universe), world, sending, receiving })
    }

    /// The library's name for itself.
    pub fn library() -> String {
        let version = environment::library_version().unwrap_or_default();
        let line = version.trim_end_matches('\0').lines().next().unwrap_or_default();
        line.split(',').next().unwrap_or_default().to_owned()
    }

    fn drop_sent(&mut self) {
        self.sending.retain_mut(|(_, transfer)| !transfer.is_done());
    }

    fn announced(&self) -> Option<(u32, Transfer)> {
        let (mut flag, mut message) = (0 as c_int, MaybeUninit::uninit());
        let mut status = MaybeUninit::uninit();
        // SAFETY: the out pointers are valid for the call; message and status are only read when
        // the flag says that they were written. The buffer has as many bytes as the status counts,
        // and lives on the heap in `Transfer` until the request is done.
        unsafe {
            let world = self.world.as_raw();
            let any = ffi::RSMPI_ANY_SOURCE;
            let (message_at, status_at) = (message.as_mut_ptr(), status.as_mut_ptr());
            let code = ffi::MPI_Improbe(any, TAG, world, &mut flag, message_at, status_at);
            if flag == 0 || code != 0 {
                return None;
            }
            let (mut message, status) = (message.assume_init(), status.assume_init());
            let mut length: c_int = 0;
            ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut length);
            let mut bytes = vec![0_u8; length.max(0) as usize];
            let mut request = MaybeUninit::uninit();
            let into = bytes.as_mut_ptr().cast();
            let kind = ffi::RSMPI_UINT8_T;
            ffi::MPI_Imrecv(into, length, kind, &mut message, request.as_mut_ptr());
            let from = u32::try_from(status.MPI_SOURCE).ok()?;
            Some((from, Transfer { request: request.assume_init(), bytes }))
        }
    }

    /// The first that is whole, and not announced after another one of the same rank that is not.
    fn arrived(&mut self) -> Option<(u32, Vec<u8>)> {
        let mut unfinished: Vec<u32> = Vec::new();
        let whole = self.receiving.iter_mut().position(|(from, transfer)| {
            let is_next = !unfinished.contains(from) && transfer.is_done();
            unfinished.push(*from);
            is_next
        })?;
        let (from, transfer) = self.receiving.remove(whole)?;
        Some((from, transfer.bytes))
    }
}

impl Wire for Mpi {
    fn rank(&self) -> u32 {
        self.world.rank().unsigned_abs()
    }

    fn ranks(&self) -> u32 {
        self.world.size().unsigned_abs()
    }

    fn send(&mut self, to: u32, letter: &RankLetter) {
        let bytes = letter.encode();
        let Ok(length) = c_int::try_from(bytes.len()) else { return };
        let mut request = MaybeUninit::uninit();
        // SAFETY: the bytes live in `sending` until the request is done, and nothing changes them.
        let request = unsafe {
            let (world, kind) = (self.world.as_raw(), ffi::RSMPI_UINT8_T);
            let from = bytes.as_ptr().cast();
            ffi::MPI_Isend(from, length, kind, to as c_int, TAG, world, request.as_mut_ptr());
            request.assume_init()
        };
        self.sending.push((to, Transfer { request, bytes }));
        self.drop_sent();
    }

    fn poll(&mut self) -> Option<(u32, RankLetter)> {
        self.drop_sent();
        // Begins to receive all that is announced.
        while let Some((from, transfer)) = self.announced() {
            self.receiving.push_back((from, transfer));
        }
        let (from, bytes) = self.arrived()?;
        Some((from, RankLetter::decode(&bytes)?))
    }

    fn is_sent(&mut self, to: u32) -> bool {
        self.drop_sent();
        self.sending.iter().all(|(other, _)| *other != to)
    }

    /// MPI_Finalize waits for every rank, also for one that is gone.
    fn abandon(&mut self) {
        std::mem::forget(self.universe.take());
    }
}

/// Transfers still in flight keep their memory: MPI may touch it until it is finalized.
impl Drop for Mpi {
    fn drop(&mut self) {
        std::mem::forget(std::mem::take(&mut self.sending));
        std::mem::forget(std::mem::take(&mut self.receiving));
        drop(self.universe.take());
    }
}
