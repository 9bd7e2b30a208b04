//! The desktop, which can show a browser.

use std::process::{Command, Stdio};

/// Opens the browser if there is a desktop; if that fails, the address has been printed already.
pub fn open(url: &str) {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_desktop = is_set("WAYLAND_DISPLAY") || is_set("DISPLAY");
    if !has_desktop {
        return;
    }
    let mut command = Command::new("xdg-open");
    let command = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not waited for: xdg-open may live as long as the browser that it starts.
    let _ = command.spawn();
}
