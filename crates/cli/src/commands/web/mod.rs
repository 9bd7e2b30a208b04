//! `narrows web`: the planner in the browser, served to this machine alone or exported as a static site.
//!
//! The page calculates in the browser: what is served are the files that `cargo xtask page` built, and at
//! most one machine to begin with, without serial numbers.

mod export;
mod page;
mod server;
mod start;
mod without_serials;

use std::io::{self, Write};
use std::process::{Command, Stdio};

use narrows_messages::Message;

use self::server::Server;
use self::start::Start;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::Output;

pub fn run(args: &args::Web, output: &Output) -> Result<Exit, Failure> {
    if let Some(folder) = &args.export {
        return export::run(folder, args.force, output);
    }
    let start = Start::of(&args.source, output)?;
    let ends = interrupt::flag();
    let server = Server::new(args.port, start)?;
    output.print(&server.url())?;
    // Whoever reads this through a pipe waits for it.
    let _ = io::stdout().flush();
    output.remark(&Message::new("cli-web-serving"));
    if !args.no_open && has_desktop() {
        open(&server.url());
    }
    server.serve(&ends);
    Ok(Exit::Ok)
}

/// Whether there is a desktop that could show a browser.
fn has_desktop() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// Opens the browser; where that fails, the address is printed already.
fn open(url: &str) {
    let mut command = Command::new("xdg-open");
    let command = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
