//! Standard streams and the terminal at their end.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::FileType;

use crate::live;

/// Rust opens /dev/null in the place of a standard stream that is closed (std::rt, `sanitize`), and
/// what is written then is lost in silence. So it is looked at before Rust's runtime begins.
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

/// Whether the process was started without a standard output.
pub fn is_stdout_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// How many columns the terminal has; none where standard output is none.
pub fn columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| size.ws_col.into())
}

/// Whether standard output is a pipe.
pub fn is_stdout_pipe() -> bool {
    let kind = rustix::fs::fstat(io::stdout()).map(|stat| stat.st_mode);
    kind.is_ok_and(|mode| FileType::from_raw_mode(mode) == FileType::Fifo)
}

/// Gives the terminal back for whoever wants to say something there.
pub fn close_screen() {
    live::close();
}
