//! Standard output: whether there is one, and that what was written got there.
//!
//! Rust opens /dev/null in the place of a standard stream that is closed (std::rt, `sanitize`), and
//! what is written then is lost in silence. So it is looked at before Rust's runtime begins.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;

use crate::failure::Failure;
use crate::live;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The loader calls what stands in this section before `main` (System V ABI, chapter 5,
/// "Initialization and Termination Functions").
// SAFETY: the section holds pointers to functions that take nothing they need, and this one makes
// a single system call and stores a flag: nothing of Rust's runtime is asked for.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    // SAFETY: the number is only asked for its flags; a closed one is answered with EBADF.
    let stdout = unsafe { rustix::fd::BorrowedFd::borrow_raw(1) };
    let is_closed = rustix::io::fcntl_getfd(stdout) == Err(rustix::io::Errno::BADF);
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Whether there is a standard output.
///
/// # Errors
///
/// There is none.
pub fn check() -> Result<(), Failure> {
    match IS_CLOSED.load(Ordering::Relaxed) {
        true => Err(Failure::new(Message::new("cli-stdout-closed"))),
        false => Ok(()),
    }
}

/// Writes bytes, all the way out.
///
/// # Errors
///
/// They did not get there.
pub fn put(bytes: &[u8]) -> io::Result<()> {
    // What is said on a screen that closes is lost.
    live::close();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Text for people. A reader that has seen enough and went away is no failure of ours.
///
/// # Errors
///
/// It did not get there.
pub fn say(text: &str) -> Result<(), Failure> {
    check()?;
    ended(put(text.as_bytes()))
}

/// What writing for people came to.
///
/// # Errors
///
/// It did not get there.
pub fn ended(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Message::new("cli-stdout-failed").with("why", error)))
        }
        _ => Ok(()),
    }
}
