//! Ctrl-C and Ctrl-Break: the first asks for an orderly end, the second ends at once.
//!
//! Source: Microsoft, "HandlerRoutine callback function": it runs in its own thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler};
use windows_sys::core::BOOL;

use crate::failure::ProgramExit;

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

const HANDLED: BOOL = 1;
const LEFT_TO_OTHERS: BOOL = 0;

/// A flag that is set when the user interrupts.
pub fn flag() -> Arc<AtomicBool> {
    let begin = || {
        // SAFETY: the handler is a function that lives as long as the program. If it cannot be
        // added, the default one ends us.
        unsafe { SetConsoleCtrlHandler(Some(interrupted), HANDLED) };
        Arc::default()
    };
    Arc::clone(INTERRUPTED.get_or_init(begin))
}

unsafe extern "system" fn interrupted(event: u32) -> BOOL {
    let flag = INTERRUPTED.get().filter(|_| [CTRL_C_EVENT, CTRL_BREAK_EVENT].contains(&event));
    match flag.map(|flag| flag.swap(true, Ordering::SeqCst)) {
        Some(false) => HANDLED,
        Some(true) => std::process::exit(ProgramExit::Interrupted as i32),
        // A window that closes, a session that ends.
        None => LEFT_TO_OTHERS,
    }
}
