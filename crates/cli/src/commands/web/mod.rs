//! `narrows web`: the planner in the browser, served to this machine alone or exported as a static site.
//!
//! The page calculates in the browser: only the files that `cargo xtask page` built are served, and at
//! most one machine to begin with, without serial numbers.

mod export;
mod page;
mod server;
mod start;
mod without_serials;

use std::io::{self, Write};

use narrows_messages::Message;

use self::server::PageServer;
use self::start::PageStart;
use crate::args;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::{desktop, interrupt};

pub fn run(args: &args::WebArgs, output: &CliOutput) -> Result<ProgramExit> {
    if let Some(folder) = &args.export {
        return export::run(folder, args.force, output);
    }
    let start = PageStart::of(&args.source, output)?;
    let ends = interrupt::flag();
    let server = PageServer::new(args.port, start)?;
    output.print(&server.url())?;
    // Whoever reads this through a pipe waits for it.
    let _ = io::stdout().flush();
    output.remark(&Message::new("cli-web-serving"));
    if !args.no_open {
        desktop::open(&server.url());
    }
    server.serve(&ends);
    Ok(ProgramExit::Ok)
}
