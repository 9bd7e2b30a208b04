//! Where commands run: the array, or one drive alone, each with a newly made file system.

use std::fs::File;
use std::path::{Path, PathBuf};

use narrows_host::identity;
use narrows_host::programs;
use narrows_host::trial::loops::AttachedLoop;
use narrows_host::trial::usage::MovedBytes;
use narrows_host::trial::{apart, md, mounts};
use narrows_messages::Message;

use crate::args::trial::TrialEngineName;
use crate::commands::trial::clean::stop;
use crate::commands::trial::commands;
use crate::commands::trial::order::TrialOrder;
use crate::failure::{CommandFailure, Result};

/// Loop devices, their RAID engine, and the mount point. They go with the process in any case,
/// except an md array, which is stopped on drop.
pub struct TrialVolume {
    loops: Vec<AttachedLoop>,
    /// Its device node while it runs, held open: the kernel then refuses to stop it for anybody
    /// else, such as a `--clean` that does not see this trial's folder.
    md: Option<(PathBuf, Option<File>)>,
    make: Vec<String>,
    options: String,
    fs: &'static str,
    at: PathBuf,
}

fn failed(id: &'static str, command: &[String], why: &dyn std::fmt::Display) -> CommandFailure {
    let what = Message::new(id).with("command", command.join(" "));
    CommandFailure::new(what.with("why", why))
}

fn paths(loops: &[AttachedLoop]) -> Vec<String> {
    loops.iter().map(|device| device.path().display().to_string()).collect()
}

impl TrialVolume {
    pub fn array(order: &TrialOrder, loops: Vec<AttachedLoop>) -> Result<Self> {
        let mut devices = paths(&loops);
        let mut md = None;
        if order.engine == TrialEngineName::Md {
            let command = commands::make_md(order, &devices);
            // Checked right before: between attaching and here the device's number may have become
            // another's.
            check(&loops)?;
            if !md::is_loaded() {
                let load = commands::load_md();
                programs::run(&load).map_err(|why| failed("trial-no-array", &load, &why))?;
            }
            programs::run(&command).map_err(|why| failed("trial-no-array", &command, &why))?;
            let device = PathBuf::from(commands::md_device(order));
            devices = vec![device.display().to_string()];
            md = Some((device.clone(), File::open(&device).ok()));
        }
        let make = commands::make_array_fs(order, &devices);
        let options = commands::mount_options(order.fs, &devices);
        Self { loops, md, make, options, fs: order.fs.as_str(), at: PathBuf::new() }
            .at(order, "array")
    }

    pub fn alone(order: &TrialOrder, name: &str, loops: Vec<AttachedLoop>) -> Result<Self> {
        let devices = paths(&loops);
        let make = commands::make_fs(order.fs, None, &devices);
        let options = commands::mount_options(order.fs, &devices);
        Self { loops, md: None, make, options, fs: order.fs.as_str(), at: PathBuf::new() }
            .at(order, name)
    }

    fn at(mut self, order: &TrialOrder, name: &str) -> Result<Self> {
        self.at = order.folder.join(name);
        std::fs::create_dir(&self.at).map_err(|why| self.unmountable(&why))?;
        Ok(self)
    }

    /// The folder that commands run in.
    pub fn folder(&self) -> &Path {
        &self.at
    }

    /// A new, empty file system, mounted, that the caller may write to.
    pub fn fresh(&self) -> Result<()> {
        check(&self.loops)?;
        if let Some((device, _)) = &self.md {
            self.check_array(device)?;
        }
        programs::run(&self.make).map_err(|why| failed("trial-no-fs", &self.make, &why))?;
        self.mount()?;
        let caller = identity::caller();
        std::os::unix::fs::chown(&self.at, Some(caller.uid), Some(caller.gid))
            .map_err(|why| self.unmountable(&why))
    }

    /// Only an array of our own devices, all of them and no other, is ever written to.
    fn check_array(&self, device: &Path) -> Result<()> {
        let real = device.canonicalize().map_err(|why| self.unmountable(&why))?;
        let is_it =
            |left: &md::LeftoverArray| left.is_over(self.loops.iter().map(AttachedLoop::name));
        if md::ours().iter().any(|left| left.device == real && is_it(left)) {
            Ok(())
        } else {
            let what = Message::new("trial-not-ours").with("device", device.display());
            Err(CommandFailure::new(what))
        }
    }

    fn device(&self) -> PathBuf {
        let first = || self.loops.first().map(AttachedLoop::path);
        let array = self.md.as_ref().map(|(device, _)| device.clone());
        array.or_else(first).unwrap_or_default()
    }

    pub fn mount(&self) -> Result<()> {
        let mounted = mounts::mount(&self.device(), &self.at, self.fs, &self.options);
        mounted.map_err(|why| self.unmountable(&why))
    }

    fn unmountable(&self, why: &dyn std::fmt::Display) -> CommandFailure {
        let what = Message::new("trial-no-mount").with("path", self.at.display());
        CommandFailure::new(what.with("why", why))
    }

    /// Ends all remaining processes and unmounts, so that nothing of it stays in memory.
    pub fn unmount(&self) -> Result<()> {
        apart::end_all_others();
        mounts::unmount(&self.at).map_err(|why| self.unmountable(&why))
    }

    /// Everything written to it is on its devices when this returns.
    pub fn sync(&self) -> Result<()> {
        mounts::sync(&self.at).map_err(|why| {
            let what = Message::new("trial-no-sync").with("path", self.at.display());
            CommandFailure::new(what.with("why", why))
        })
    }

    /// Bytes its devices moved so far.
    pub fn moved(&self) -> MovedBytes {
        MovedBytes::by(self.loops.iter().map(AttachedLoop::name))
    }

    /// Ends the array, which would outlive us.
    pub fn stop(mut self) -> Result<()> {
        let _ = mounts::unmount(&self.at);
        let Some((device, held)) = self.md.take() else { return Ok(()) };
        // Held open it cannot be stopped.
        drop(held);
        stop(&device.display().to_string()).map_err(|why| {
            let what = Message::new("trial-not-stopped").with("device", device.display());
            CommandFailure::new(what.with("why", why))
        })
    }
}

/// Only loop devices over our own files are ever written to.
fn check(loops: &[AttachedLoop]) -> Result<()> {
    let wrong = loops.iter().find_map(|device| Some((device.path(), device.check().err()?)));
    match wrong {
        None => Ok(()),
        Some((path, _)) => {
            let what = Message::new("trial-not-ours").with("device", path.display());
            Err(CommandFailure::new(what))
        }
    }
}

impl Drop for TrialVolume {
    fn drop(&mut self) {
        let Some((device, held)) = self.md.take() else { return };
        drop(held);
        apart::end_all_others();
        let _ = mounts::unmount(&self.at);
        // An array that cannot be stopped now is stopped by our parent, or `--clean`.
        let _ = stop(&device.display().to_string());
    }
}
