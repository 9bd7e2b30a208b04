//! Settings of drives and kernel that hold for a while: changed, and put back whatever happens.
//!
//! For: commands that measure with a drive's volatile write cache off, or without flushes. As in an
//! experiment, a `restorer` waits in a separate process and puts everything back when this one ends
//! or is killed, and a journal on the disk (`store`, found by `owed`) lists what `narrows restore`
//! must put back if the restorer died too or the power failed.
//!
//! Not here: the losses of the modes at a power cut (docs/caches.md), and who may use them.

pub mod owed;
pub mod restorer;
pub mod store;

use narrows_engine::Caching;
use narrows_host::tunables::{
    self, Tunable, TunableError, TunableOperation, WRITE_BACK, WRITE_THROUGH,
};
use narrows_host::{Root, identity};
use narrows_messages::Message;
use narrows_record::experiment::{
    ExperimentDocument, ExperimentKind, ExperimentSetting, ExperimentState,
};
use narrows_record::schema;

use self::restorer::Restorer;
use crate::failure::{CommandFailure, Result};
use crate::output::{self, CliOutput};
use crate::run_directory;

/// A cache mode's changes besides the caching of the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheSwitch {
    /// The drives' own volatile write caches are off.
    DriveCacheOff,
    /// The kernel sends no flushes: it assumes that the drives have no volatile cache.
    NoFlush,
}

impl CacheSwitch {
    const ALL: [Self; 2] = [Self::DriveCacheOff, Self::NoFlush];

    fn as_str(self) -> &'static str {
        match self {
            Self::DriveCacheOff => "drive-cache-off",
            Self::NoFlush => "no-flush",
        }
    }
}

/// A cache mode by its name, such as `direct`, `page-cache+no-flush` or
/// `flush-every-32+drive-cache-off`. `None` for any other text.
pub fn mode(name: &str) -> Option<(Caching, Vec<CacheSwitch>)> {
    let mut parts = name.split('+');
    let caching = Caching::named(parts.next()?)?;
    let switch = |part: &str| CacheSwitch::ALL.into_iter().find(|switch| switch.as_str() == part);
    let switches: Option<Vec<CacheSwitch>> = parts.map(switch).collect();
    let switches = switches?;
    // `direct+no-flush+no-flush` would otherwise be a second name of one mode.
    let is_twice = |at: usize| switches[..at].contains(&switches[at]);
    (0..switches.len()).all(|at| !is_twice(at)).then_some((caching, switches))
}

/// The writes for `switches` of `disks`, by kernel name, in the order of writing and putting back.
/// Empty if everything is set already. Nothing is changed.
pub fn settings(
    root: &Root,
    disks: &[String],
    switches: &[CacheSwitch],
) -> Result<Vec<ExperimentSetting>, Message> {
    let mut settings = Vec::new();
    for disk in disks {
        // The drive's own switch comes first: after it the kernel may set its `write_cache` again,
        // which undoes a change made before.
        if switches.contains(&CacheSwitch::DriveCacheOff) {
            settings.extend(drive_cache_off(root, disk)?);
        }
        settings.extend(flushes(root, disk, switches.contains(&CacheSwitch::NoFlush), &settings)?);
    }
    Ok(settings)
}

fn drive_cache_off(root: &Root, disk: &str) -> Result<Option<ExperimentSetting>, Message> {
    let no_switch = || Message::new("caches-no-switch").with("drive", disk);
    let tunable = tunables::drive_cache(root, disk).ok_or_else(no_switch)?;
    // After a restart it could not be known which drive it was that is still to be put back.
    if tunable.outlives_restart() && tunable.drive_name(root).is_none() {
        return Err(Message::new("caches-nameless").with("drive", disk));
    }
    let before = tunable.get(root).map_err(|error| {
        let why_of = match &error {
            TunableError::Failed { why, .. } => why.to_string(),
            kept => kept.to_string(),
        };
        Message::new("caches-unreadable").with("drive", disk).with("why", why_of)
    })?;
    Ok((before == WRITE_BACK).then(|| setting(root, &tunable, before, Some(WRITE_THROUGH))))
}

/// The kernel queries a SCSI drive again after its cache was switched, and updates its own setting.
fn flushes(
    root: &Root,
    disk: &str,
    off: bool,
    others: &[ExperimentSetting],
) -> Result<Option<ExperimentSetting>, Message> {
    let no_disk = || Message::new("caches-no-switch").with("drive", disk);
    let tunable = tunables::write_cache(disk).ok_or_else(no_disk)?;
    let changes_along = || {
        let scsi =
            tunables::drive_cache(root, disk).filter(|it| matches!(it, Tunable::ScsiCache(_)));
        scsi.is_some_and(|scsi| others.iter().any(|other| other.path == scsi.path()))
    };
    if !off && !changes_along() {
        return Ok(None);
    }
    let before = tunable.get(root).map_err(|error| why(&error))?;
    // An entry without a wanted value is only put back: the drive's switch changes it along.
    let wanted = off.then_some(WRITE_THROUGH).filter(|wanted| *wanted != before);
    let is_needed = wanted.is_some() || changes_along();
    Ok(is_needed.then(|| setting(root, &tunable, before, wanted)))
}

fn setting(
    root: &Root,
    tunable: &Tunable,
    before: String,
    wanted: Option<&str>,
) -> ExperimentSetting {
    let drive = tunable.drive_name(root);
    ExperimentSetting { path: tunable.path(), before, wanted: wanted.map(str::to_owned), drive }
}

/// The commands that would change and put back, for a rehearsal.
pub fn commands(settings: &[ExperimentSetting]) -> (Vec<String>, Vec<String>) {
    let wanted = settings.iter().filter_map(|one| Some(one.command(one.wanted.as_deref()?)));
    (wanted.collect(), settings.iter().map(|one| one.command(&one.before)).collect())
}

/// Changed settings. Dropping it puts them back too, and says so on stderr.
pub struct SettingsOverride {
    root: Root,
    restorer: Restorer,
    journal: ExperimentDocument,
}

impl SettingsOverride {
    /// Changes `settings`, which are of `subject`: drives by name. From the first change on
    /// another process puts everything back if this one does not.
    ///
    /// # Errors
    ///
    /// The rights are missing, another process is changing settings, one has changed since it was
    /// looked at, or cannot be changed; then everything is as before.
    pub fn change(
        root: &Root,
        settings: Vec<ExperimentSetting>,
        subject: &str,
        output: &CliOutput,
    ) -> Result<Self> {
        // A tree of one's own (`--knobs-root`) takes no rights.
        if let (Some(first), true, false) = (settings.first(), root.is_live(), identity::is_root())
        {
            let what = Message::new("caches-needs-root").with("path", &first.path);
            return Err(CommandFailure::new(
                what.with("commands", commands(&settings).0.join("; ")),
            ));
        }
        let mut journal = journal(root, settings, subject);
        let restorer = Restorer::begin(root, &mut journal, output)?;
        let held = Self { root: root.clone(), restorer, journal };
        match held.turn() {
            Ok(()) => Ok(held),
            Err(failure) => {
                held.put_back(output);
                Err(failure)
            }
        }
    }

    fn turn(&self) -> Result<()> {
        // A setting without a wanted value changes along with another and is only put back.
        for setting in &self.journal.settings {
            let (Some(tunable), Some(wanted)) = (Tunable::of_path(&setting.path), &setting.wanted)
            else {
                continue;
            };
            tunable.set(&self.root, wanted).map_err(|error| CommandFailure::new(why(&error)))?;
        }
        Ok(())
    }

    /// Puts everything back; returns settings for which that failed, and those that did not stay as
    /// set; the journal stays only for the former.
    pub fn put_back(self, output: &CliOutput) -> Vec<Message> {
        let Self { root, restorer, mut journal } = self;
        // Read before the old values return, after which a lost setting looks like any other.
        let mut problems_left = not_held(&root, &journal.settings);
        let problems = restorer.finish(&root, &journal.settings, output);
        // Put back in order or cut short: neither leaves anything to put back.
        journal.state = if problems.is_empty() {
            ExperimentState::CutShort
        } else {
            ExperimentState::NotRestored
        };
        if !problems.is_empty() {
            let what = Message::new("experiment-not-put-back").with("id", &journal.id);
            problems_left.push(what.with("problems", problems.join("; ")));
        }
        problems_left.iter().for_each(|problem| output.remark(problem));
        // If that fails it stays `running`, which `restore` handles.
        let is_kept = owed::save(&root, &journal).is_ok();
        if is_kept && problems.is_empty() {
            // Of a journal that stays nothing is left to put back.
            let _ = store::forget(&journal.id);
        }
        problems_left
    }
}

/// Drives whose setting is no longer the one that was set: a controller that the kernel had to
/// reset begins with its cache on, and another one at its path was never changed.
fn not_held(root: &Root, settings: &[ExperimentSetting]) -> Vec<Message> {
    let is_held = |setting: &&ExperimentSetting| {
        let tunable = Tunable::of_path(&setting.path);
        let is_its = setting.drive.is_none()
            || tunable.as_ref().and_then(|tunable| tunable.drive_name(root)) == setting.drive;
        let is = tunable.and_then(|tunable| tunable.get(root).ok());
        setting.wanted.is_none() || (is_its && is == setting.wanted)
    };
    let lost = settings.iter().filter(|setting| !is_held(setting));
    lost.map(|setting| Message::new("caches-did-not-hold").with("path", &setting.path)).collect()
}

fn journal(root: &Root, settings: Vec<ExperimentSetting>, subject: &str) -> ExperimentDocument {
    ExperimentDocument {
        kind: ExperimentKind::WriteCache,
        state: ExperimentState::Running,
        subject: subject.to_owned(),
        before: WRITE_BACK.to_owned(),
        changed: Some(WRITE_THROUGH.to_owned()),
        boot: tunables::boot_id(root),
        settings,
        ..blank()
    }
}

/// A document that says only whose it is.
pub fn blank() -> ExperimentDocument {
    let (id, started) = run_directory::name_run();
    ExperimentDocument {
        schema: schema::EXPERIMENT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        ..ExperimentDocument::default()
    }
}

/// Why a setting cannot be read or changed.
pub fn why(error: &TunableError) -> Message {
    match error {
        TunableError::Failed { path, doing, why } => {
            let id = match doing {
                TunableOperation::Read => "experiment-cannot-read",
                TunableOperation::Write => "experiment-cannot-change",
                TunableOperation::Flush => "caches-cannot-flush",
            };
            Message::new(id).with("path", path).with("why", why)
        }
        TunableError::Kept { path, wanted, is } => {
            let what = Message::new("experiment-kept").with("path", path);
            what.with("wanted", wanted).with("is", is)
        }
    }
}

#[cfg(test)]
mod tests;
