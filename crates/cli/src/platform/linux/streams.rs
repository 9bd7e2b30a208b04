//! Standard streams and the terminal at their end.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::FileType;

use crate::live;

/// Rust opens /dev/null in the place of a standard stream that is closed (std::rt, `sanitize`), and
/// later writes are lost in silence. So this is checked before Rust's runtime begins.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The loader calls the functions in this section before `main` (System V ABI, chapter 5,
/// "Initialization and Termination Functions").
// SAFETY: the section holds pointers to functions that take nothing they need, and this one makes a
// single system call and stores a flag: it needs nothing of Rust's runtime.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    // SAFETY: only the flags of the descriptor are queried; a closed one returns EBADF.
    let stdout = unsafe { rustix::fd::BorrowedFd::borrow_raw(1) };
    let is_closed = rustix::io::fcntl_getfd(stdout) == Err(rustix::io::Errno::BADF);
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Whether the process was started without a standard output.
pub fn is_stdout_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Columns of the terminal; `None` if standard output is not a terminal.
pub fn columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| size.ws_col.into())
}

pub fn is_stdout_pipe() -> bool {
    let kind = rustix::fs::fstat(io::stdout()).map(|stat| stat.st_mode);
    kind.is_ok_and(|mode| FileType::from_raw_mode(mode) == FileType::Fifo)
}

/// Gives the terminal back for whoever wants to say something there.
pub fn close_screen() {
    live::close();
}
