//! Standard streams and the console at their end.
//!
//! Output is UTF-8: Rust passes it to a console as UTF-16, whatever its code page (std::io, `Stdout`).
//!
//! Source: Microsoft, "Console Virtual Terminal Sequences".

use std::io;
use std::os::windows::io::{AsRawHandle, RawHandle};

use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_PIPE, GetFileType};
use windows_sys::Win32::System::Console::{
    CONSOLE_SCREEN_BUFFER_INFO, ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode,
    GetConsoleScreenBufferInfo, SetConsoleMode,
};

/// Whether the process was started without a standard output.
pub fn is_stdout_closed() -> bool {
    let handle = io::stdout().as_raw_handle();
    handle.is_null() || handle == INVALID_HANDLE_VALUE
}

pub fn is_stdout_pipe() -> bool {
    // SAFETY: a handle that is none is answered with a type that is unknown.
    unsafe { GetFileType(io::stdout().as_raw_handle()) == FILE_TYPE_PIPE }
}

/// Makes the console interpret sequences for colours; no effect on anything else.
pub fn allow_colours() {
    allow(io::stdout().as_raw_handle());
    allow(io::stderr().as_raw_handle());
}

fn allow(console: RawHandle) {
    let mut mode = 0;
    // SAFETY: a handle that is no console's is answered with 0, and then nothing is set.
    unsafe {
        if GetConsoleMode(console, &mut mode) != 0 {
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        }
    }
}

/// Columns of the console window; `None` if standard output is not a console.
pub fn columns() -> Option<usize> {
    let mut screen = CONSOLE_SCREEN_BUFFER_INFO::default();
    // SAFETY: a handle that is no console's is answered with 0; the structure is one of that type.
    let known = unsafe { GetConsoleScreenBufferInfo(io::stdout().as_raw_handle(), &mut screen) };
    let window = screen.srWindow;
    let columns = i32::from(window.Right) - i32::from(window.Left) + 1;
    usize::try_from(columns).ok().filter(|_| known != 0)
}

/// Gives the terminal back for whoever wants to say something there: no screen is opened on Windows.
pub fn close_screen() {}
