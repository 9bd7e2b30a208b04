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

use narrows_messages::Message;

use self::server::Server;
use self::start::Start;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::platform::{desktop, interrupt};

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
    if !args.no_open {
        desktop::open(&server.url());
    }
    server.serve(&ends);
    Ok(Exit::Ok)
}
