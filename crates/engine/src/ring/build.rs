//! Creates the most capable ring that the kernel grants.

use std::io;

use io_uring::{IoUring, cqueue, squeue};

use super::{RingSetup, Traits};
use crate::Errno;
use crate::method::Fallback;

/// How long the kernel's thread looks for requests before it sleeps, in ms.
const IDLE_MS: u32 = 1000;

/// A ring, its features, and why it is not the most capable.
pub(super) struct Built<S: squeue::EntryMarker, C: cqueue::EntryMarker> {
    pub(super) ring: IoUring<S, C>,
    pub(super) traits: Traits,
    pub(super) fallbacks: Vec<Fallback>,
}

/// A ring for `depth` requests according to `setup`.
pub(super) fn build<S, C>(depth: u32, setup: RingSetup) -> io::Result<Built<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    if setup.kernel_thread { with_thread(depth, setup) } else { own(depth, setup) }
}

/// A ring that the issuing thread serves itself.
fn own<S, C>(depth: u32, setup: RingSetup) -> io::Result<Built<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    let mut builder = IoUring::<S, C>::builder();
    builder.setup_single_issuer().setup_defer_taskrun();
    let mut direct = builder.clone();
    direct.setup_no_sqarray();
    let traits = Traits { deferred: true, polled: setup.poll, ..Traits::default() };
    // Without the array of indices between queue and entries (6.6) the kernel reads one thing less.
    let best = finish(direct, depth, setup).or_else(|_| finish(builder, depth, setup));
    let error = match best {
        Ok(ring) => return Ok(Built { ring, traits, fallbacks: Vec::new() }),
        Err(error) => error,
    };
    let mut builder = IoUring::<S, C>::builder();
    builder.setup_coop_taskrun();
    let ring = finish(builder, depth, setup)
        .or_else(|_| finish(IoUring::<S, C>::builder(), depth, setup))?;
    let fallbacks = vec![Fallback::NotDeferred(Errno::of(&error))];
    Ok(Built { ring, traits: Traits { deferred: false, ..traits }, fallbacks })
}

/// A ring that a thread of the kernel serves; one that the issuing thread serves where that is
/// refused.
fn with_thread<S, C>(depth: u32, setup: RingSetup) -> io::Result<Built<S, C>>
where
    S: squeue::EntryMarker,
    C: cqueue::EntryMarker,
{
    let mut builder = IoUring::<S, C>::builder();
    builder.setup_sqpoll(IDLE_MS);
    let traits = Traits { polled: setup.poll, kernel_thread: true, ..Traits::default() };
    match finish(builder, depth, setup) {
        Ok(ring) => Ok(Built { ring, traits, fallbacks: Vec::new() }),
        Err(error) => {
            let mut built = own(depth, setup)?;
            built.fallbacks.push(Fallback::NoKernelThread(Errno::of(&error)));
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
    builder.build(depth.max(1))
}
