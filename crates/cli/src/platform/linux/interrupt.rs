//! Signals. Ctrl-C: the first asks for an orderly end, the second ends at once. A limit on the size of
//! files is no end at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::{flag, low_level};

use crate::live;

/// A flag that is set when the user interrupts. Scratch files have no name, so that even the
/// second, hard interrupt leaves nothing behind.
pub fn flag() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Registering fails only for signals that cannot be caught; then the default ends us.
        let before = Arc::clone(&interrupted);
        let restore = move || {
            if before.load(Ordering::SeqCst) {
                live::restore();
            }
        };
        // SAFETY: the action loads a flag and makes system calls that handlers may make, no more
        // (signal-safety(7): write, tcsetattr). It comes before the one that ends the process.
        let _ = unsafe { low_level::register(signal, restore) };
        let again = Arc::clone(&interrupted);
        let _ = flag::register_conditional_shutdown(signal, 130, again);
        let _ = flag::register(signal, Arc::clone(&interrupted));
    }
    interrupted
}

/// From here on a write beyond the limit on a file's size (setrlimit(2), `RLIMIT_FSIZE`) fails like one
/// on a full disk, instead of ending the process with half a file behind it.
pub fn survive_file_limit() {
    // A handler and not `SIG_IGN`, which programs that are started from here would inherit.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
