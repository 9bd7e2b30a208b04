//! Creates the most capable ring that the kernel grants.

use std::io;

use io_uring::{IoUring, cqueue, squeue};

use super::{RingFeatures, RingSetup};
use crate::Errno;
use crate::method::EngineFallback;

/// How long the kernel's thread looks for requests before it sleeps, in ms.
const IDLE_MS: u32 = 1000;

/// A ring, its features, and why it is not the most capable.
pub(super) struct BuiltRing<S: squeue::EntryMarker, C: cqueue::EntryMarker> {
    pub(super) ring: IoUring<S, C>,
    pub(super) traits: RingFeatures,
    pub(super) fallbacks: Vec<EngineFallback>,
}

/// A ring for `depth` requests according to `setup`.
pub(super) fn build<S, C>(depth: u32, setup: RingSetup) -> io::Result<BuiltRing<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    if setup.kernel_thread { with_thread(depth, setup) } else { own(depth, setup) }
}

/// A ring that the issuing thread serves itself.
fn own<S, C>(depth: u32, setup: RingSetup) -> io::Result<BuiltRing<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    let mut builder = IoUring::<S, C>::builder();
    builder.setup_single_issuer().setup_defer_taskrun();
    let mut direct = builder.clone();
    direct.setup_no_sqarray();
    let traits = RingFeatures { deferred: true, polled: setup.poll, ..RingFeatures::default() };
    // Without the array of indices between queue and entries (6.6) the kernel reads one thing less.
    let best = finish(direct, depth, setup).or_else(|_| finish(builder, depth, setup));
    let error = match best {
        Ok(ring) => return Ok(BuiltRing { ring, traits, fallbacks: Vec::new() }),
        Err(error) => error,
    };
    let mut builder = IoUring::<S, C>::builder();
    // The next best, from 5.19 on: completions wait for a system call of the thread.
    builder.setup_coop_taskrun();
    let ring = finish(builder, depth, setup)
        .or_else(|_| finish(IoUring::<S, C>::builder(), depth, setup))?;
    let fallbacks = vec![EngineFallback::NotDeferred(Errno::of(&error))];
    Ok(BuiltRing { ring, traits: RingFeatures { deferred: false, ..traits }, fallbacks })
}

/// A ring that a kernel thread serves; one that the issuing thread serves if that is refused.
fn with_thread<S, C>(depth: u32, setup: RingSetup) -> io::Result<BuiltRing<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    let mut builder = IoUring::<S, C>::builder();
    // Alone: with SQPOLL the kernel refuses COOP_TASKRUN and DEFER_TASKRUN (io_uring_setup(2)).
    builder.setup_sqpoll(IDLE_MS);
    let traits =
        RingFeatures { polled: setup.poll, kernel_thread: true, ..RingFeatures::default() };
    match finish(builder, depth, setup) {
        Ok(ring) => Ok(BuiltRing { ring, traits, fallbacks: Vec::new() }),
        Err(error) => {
            let mut built = own(depth, setup)?;
            built.fallbacks.push(EngineFallback::NoKernelThread(Errno::of(&error)));
            Ok(built)
        }
    }
}

fn finish<S, C>(
    mut builder: io_uring::Builder<S, C>,
    depth: u32,
    setup: RingSetup,
) -> io::Result<IoUring<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    if setup.poll {
        builder.setup_iopoll();
    }
    // A ring of no entries is refused (io_uring_setup(2), EINVAL).
    builder.build(depth.max(1))
}
