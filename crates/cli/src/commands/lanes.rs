//! `narrows lanes`: who offers lanes, who takes them, what is over and who loses by it.

use narrows_messages::Message;
use narrows_plan::device::Device;
use narrows_plan::lanes::{self, NoRoom};
use narrows_plan::placement::{Clash, Placement};
use narrows_report::page;

use crate::args;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::inventory::{self, Planned};
use crate::output::Output;

pub fn run(args: &args::Lanes, output: &Output) -> Result<Exit, Failure> {
    let html = output.destination(args.html.as_deref(), Kind::Report, args.force)?;
    let mut planned = inventory::extended(&args.machine, output)?;
    super::plan::set(&mut planned.inventory, &args.set)?;
    let Planned { seen, inventory } = &planned;
    let (devices, at) = placed(args, &planned, output)?;
    let budget = lanes::of(inventory, &devices, &at);
    let budget = budget.map_err(|clashes| {
        let message = Message::new("lanes-bad-placement").with("source", &seen.name);
        Failure::new(message.with("why", why(&clashes, output)))
    })?;
    let document =
        narrows_verdict::lanes(&budget, &seen.machine.topology, &seen.name, &output.localizer);
    let page = || page::lanes(&document, &output.localizer);
    if let Some(file) = html {
        file.write(page().html(&document, &output.localizer).as_bytes())?;
    }
    output.result(&document, page)?;
    Ok(seen.exit(output))
}

/// What is there with what is to be added, and where.
fn placed(
    args: &args::Lanes,
    planned: &Planned,
    output: &Output,
) -> Result<(Vec<Device>, Placement), Failure> {
    let devices = planned.devices(&args.machine)?;
    match lanes::placed(&planned.inventory, &devices) {
        Ok(at) => Ok((devices, at)),
        Err(no_room) => Err(nowhere(&no_room, &devices, planned, output)),
    }
}

fn nowhere(no_room: &NoRoom, devices: &[Device], planned: &Planned, output: &Output) -> Failure {
    let device = devices.get(no_room.device).map(|device| device.id.as_str()).unwrap_or_default();
    let message = Message::new("lanes-no-room").with("piece", device);
    let message = message.with("source", &planned.seen.name);
    let what = message.with("why", why(&no_room.clashes, output));
    Failure { exit: Exit::Found, what }
}

/// The first thing that stands against a placement.
fn why(clashes: &[Clash], output: &Output) -> String {
    let message = match clashes.first() {
        Some(Clash::Off(_, rule)) => {
            let used: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            Message::new("lanes-no-room-off").with("slots", used.join(", "))
        }
        Some(Clash::NoLanes(_)) => Message::new("lanes-no-room-lanes"),
        Some(Clash::NoSplit(_)) => Message::new("lanes-no-room-split"),
        Some(Clash::NoFit(..) | Clash::Taken(..) | Clash::NoBay(_)) | None => {
            Message::new("lanes-no-room-fit")
        }
    };
    output.localizer.say(&message)
}
