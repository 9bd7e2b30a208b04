//! Removing the remains of a killed trial: md arrays of our own loop devices, those devices, empty
//! folders; nothing else.

use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

use narrows_host::programs;
use narrows_host::trial::{PREFIX, apart, folder, loops, md};
use narrows_messages::Message;

use super::commands;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Time for the kernel to release objects that were ended.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long one device may take to go.
const MOMENT: Duration = Duration::from_secs(2);
const STEP: Duration = Duration::from_millis(20);

/// `narrows trial --clean`: leftovers of trials that no longer run, and how they were handled.
pub fn run(output: &CliOutput) -> Result<ProgramExit> {
    if !apart::is_allowed() {
        return Err(CommandFailure::new(Message::new("trial-no-rights")));
    }
    let mut problems = 0;
    let mut remarks = Vec::new();
    for done in arrays(&is_left).into_iter().chain(devices(&is_left)) {
        match done {
            Ok(what) => remarks.push(what),
            Err(what) => {
                problems += 1;
                remarks.push(what);
            }
        }
    }
    let folders = folder::sweep();
    remarks.extend(
        folders
            .iter()
            .map(|path| Message::new("trial-cleaned-folder").with("path", path.display())),
    );
    // Reasons for not knowing whether anything is left: block devices that cannot be listed, and
    // folders held by a process that is not their trial.
    let unseen = |path: &str, why: &io::Error| {
        Message::new("trial-cannot-look").with("path", path).with("why", why)
    };
    let blocks = std::fs::read_dir("/sys/block").err().map(|why| unseen("/sys/block", &why));
    let held = |foreign: folder::ForeignFolder| {
        let by = foreign.by.map_or_else(|| "?".to_owned(), |process| process.to_string());
        Message::new("trial-folder-held").with("path", foreign.path.display()).with("process", by)
    };
    let folders = match folder::foreign() {
        Ok(folders) => folders.into_iter().map(held).collect(),
        Err(why) => vec![unseen(folder::TOP, &why)],
    };
    for what in blocks.into_iter().chain(folders).collect::<Vec<Message>>() {
        problems += 1;
        remarks.push(what);
    }
    if remarks.is_empty() {
        remarks.push(Message::new("trial-nothing-left"));
    }
    for what in &remarks {
        output.print(&output.localizer.say(what))?;
    }
    Ok(if problems == 0 { ProgramExit::Ok } else { ProgramExit::Failed })
}

/// A label of a trial that does not run any more.
fn is_left(label: &str) -> bool {
    label.strip_prefix(PREFIX).is_some_and(|process| !folder::is_alive(process))
}

/// At the end of a trial: stops its array, if that still exists, and waits until the kernel has
/// released its loop devices. Reports any that remain.
pub fn after(label: &str) -> Vec<Message> {
    let is_it = |other: &str| other == label;
    let mut messages: Vec<Message> = arrays(&is_it).into_iter().filter_map(Result::err).collect();
    let until = Instant::now() + PATIENCE;
    let is_there = || loops::labelled().iter().any(|it| it.label == label);
    while is_there() && Instant::now() < until {
        sleep(STEP);
    }
    if is_there() {
        messages.push(Message::new("trial-still-there").with("label", label));
    }
    messages
}

/// Stops an md array. Whoever looks at new devices (udevd(8)) may keep it busy for a moment.
pub fn stop(device: &str) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match programs::run(&commands::stop_md(device)) {
            // mdadm itself failed; any other error, such as a missing program, does not pass.
            Err(why) if why.kind() == io::ErrorKind::Other && Instant::now() < until => {
                sleep(STEP * 10);
            }
            done => return done,
        }
    }
}

type Done = Result<Message, Message>;

fn arrays(is_it: &dyn Fn(&str) -> bool) -> Vec<Done> {
    let left = md::ours().into_iter().filter(|left| is_it(&left.label));
    let stop = |left: md::LeftoverArray| {
        let device = left.device.display().to_string();
        let done = |id| Message::new(id).with("device", &device);
        match stop(&device) {
            Ok(()) => Ok(done("trial-cleaned-array")),
            Err(why) => Err(done("trial-not-cleaned").with("why", why)),
        }
    };
    left.map(stop).collect()
}

/// With its array a device goes by itself, a moment later.
fn devices(is_it: &dyn Fn(&str) -> bool) -> Vec<Done> {
    let left = loops::labelled().into_iter().filter(|it| is_it(&it.label));
    let detach = |device_loop: loops::LabelledLoop| {
        let device = format!("/dev/{}", device_loop.name);
        let done = |id| Message::new(id).with("device", &device);
        let detached = loops::detach(&device_loop);
        // The kernel also agrees to detach one that is in use, once that ends: only one that is
        // gone is detached.
        let until = Instant::now() + MOMENT;
        let is_there = || loops::of_name(device_loop.name.clone()).as_ref() == Some(&device_loop);
        while is_there() && Instant::now() < until {
            sleep(STEP);
        }
        if !is_there() {
            Ok(done("trial-cleaned-loop"))
        } else {
            let why = detached.err().unwrap_or_else(|| io::ErrorKind::ResourceBusy.into());
            Err(done("trial-not-cleaned").with("why", why))
        }
    };
    left.map(detach).collect()
}
