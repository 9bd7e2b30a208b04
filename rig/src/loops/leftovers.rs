//! Leftovers of rigs whose holder is gone, recognised by name.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use xtask::Fallible;

use super::NAME;
use super::group::remove;
use crate::throttle::CONTROLLER;
use xtask::shell::output;

/// How long the kernel may take to let go of devices after the last user; it is milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// Clears up after every rig whose holder is gone.
pub fn sweep() -> Fallible<()> {
    for (device, holder) in devices()? {
        if !is_alive(holder)
            && let Err(why) = detach(&device)
        {
            eprintln!("{why}");
        }
    }
    for holder in groups()? {
        if !is_alive(holder) {
            remove(Path::new(&group(holder)));
        }
    }
    Ok(())
}

/// The holders of rigs that are up.
pub fn standing() -> Fallible<Vec<u32>> {
    Ok(groups()?.into_iter().filter(|holder| is_alive(*holder)).collect())
}

/// Ends the holder and all that runs inside, and waits until nothing is left.
pub fn take_down(holder: u32) -> Fallible<()> {
    let inside = fs::read_to_string(Path::new(&group(holder)).join("cgroup.procs"));
    let holder_too = inside.unwrap_or_default() + &holder.to_string();
    output(Command::new("kill").arg("-KILL").args(holder_too.split_whitespace()))?;
    wait_until_gone(holder)
}

/// Waits until no device and no group of `holder` is left.
pub fn wait_until_gone(holder: u32) -> Fallible<()> {
    let begun = Instant::now();
    loop {
        sweep()?;
        let left: Vec<String> =
            devices()?.into_iter().filter(|(_, of)| *of == holder).map(|(name, _)| name).collect();
        if left.is_empty() && !Path::new(&group(holder)).exists() {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("{NAME}{holder} stays behind: {}", left.join(" ")).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn group(holder: u32) -> String {
    format!("{CONTROLLER}/{NAME}{holder}")
}

/// Is there a process that holds a rig, under this number? Numbers are used again.
fn is_alive(holder: u32) -> bool {
    let words = fs::read(format!("/proc/{holder}/cmdline")).unwrap_or_default();
    words.split(|byte| *byte == 0).any(|word| word == b"hold")
}

/// Gone already is as good; a device takes its backing file with it.
fn detach(device: &str) -> Fallible<()> {
    let file = format!("/sys/block/{device}/loop/backing_file");
    match output(Command::new("losetup").args(["--detach", &format!("/dev/{device}")])) {
        Err(why) if Path::new(&file).exists() => Err(why),
        _ => Ok(()),
    }
}

/// All loop devices of rigs, with their holder.
fn devices() -> Fallible<Vec<(String, u32)>> {
    let mut devices = Vec::new();
    for entry in fs::read_dir("/sys/block")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        // Not there for any other device, and gone when the device is.
        let file = fs::read_to_string(format!("/sys/block/{name}/loop/backing_file"));
        devices.extend(file.ok().and_then(|file| holder_in(&file)).map(|holder| (name, holder)));
    }
    Ok(devices)
}

fn groups() -> Fallible<Vec<u32>> {
    let mut groups = Vec::new();
    for entry in fs::read_dir(CONTROLLER)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        groups.extend(name.strip_prefix(NAME).and_then(|holder| holder.parse::<u32>().ok()));
    }
    Ok(groups)
}

/// The holder in the name of an image: `/mnt/narrows-rig-77-shared.img`.
fn holder_in(file: &str) -> Option<u32> {
    let (_, name) = file.trim().rsplit_once('/')?;
    name.strip_prefix(NAME)?.split('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_tell_their_holder() {
        assert_eq!(holder_in("/mnt/narrows-rig-77-shared.img\n"), Some(77));
        assert_eq!(holder_in("/mnt/shared/narrows-rig-8-drive-1.img (deleted)"), Some(8));
        assert_eq!(holder_in("/mnt/narrows-rig-drive.img"), None, "that of bench");
        assert_eq!(holder_in("/home/narrows-rig-5/x.img"), None);
    }

    #[test]
    fn a_process_of_another_kind_holds_nothing() {
        assert!(!is_alive(std::process::id()));
    }
}
