//! An array from a plan: its drives are searched for on this machine by their names in the plan, and options
//! take precedence.

use std::path::{Path, PathBuf};

use narrows_files::planned_array::{self, PlannedArray, PlannedMember};
use narrows_messages::Message;
use narrows_units::Bytes;
use narrows_verdict::answer::source::{SourceMachine, place_error};

use super::request::ArrayDescription;
use crate::args::build::{BuildArgs as Args, level};
use crate::failure::{CommandFailure, Result};
use crate::input;

const BY_ID: &str = "/dev/disk/by-id";

pub fn description(file: &Path, args: &Args, source: &SourceMachine) -> Result<ArrayDescription> {
    let planned = read(file, args.array.as_deref())?;
    let wrong = |known: String| {
        let what = Message::new("build-bad-file").with("path", file.display());
        CommandFailure::usage(what.with("why", known))
    };
    let own = level(&planned.level).map_err(wrong)?;
    let is_other_level = args.level.is_some_and(|level| level != own);
    let drives = if args.drives.is_empty() {
        planned.members.iter().map(|it| path(it, source)).collect::<Result<_, _>>()?
    } else {
        args.drives.clone()
    };
    let chunk = planned.chunk.filter(|_| !is_other_level).map(Bytes::new);
    let serials = if args.drives.is_empty() {
        planned.members.iter().map(|member| member.serial.clone()).collect()
    } else {
        Vec::new()
    };
    Ok(ArrayDescription {
        drives,
        engine: args.raid_engine.or(planned.engine).unwrap_or_default(),
        chunk: args.chunk.or(chunk),
        expected_serials: serials,
        ..ArrayDescription::of_level(args, args.level.unwrap_or(own))
    })
}

fn read(file: &Path, id: Option<&str>) -> Result<PlannedArray> {
    let about = |why: String| {
        CommandFailure::usage(
            Message::new("build-bad-file").with("path", file.display()).with("why", why),
        )
    };
    let bytes = input::read(file).map_err(|why| about(why.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|why| about(why.to_string()))?;
    let name = file.display().to_string();
    let slip = |slip| place_error(&name, &slip).into();
    planned_array::read(&text, id).map_err(slip)
}

/// The drive's path on this machine: by its name by-id, else by its serial number, which only one drive may have.
fn path(member: &PlannedMember, source: &SourceMachine) -> Result<PathBuf> {
    let refused = |id| {
        let serial = member.serial.as_deref().unwrap_or("-");
        let what = Message::new(id).with("drive", &member.id).with("serial", serial);
        CommandFailure::refused(what)
    };
    if let Some(by_id) = &member.by_id {
        let path = Path::new(BY_ID).join(by_id.trim_start_matches("/dev/disk/by-id/"));
        return if path.exists() { Ok(path) } else { Err(refused("build-plan-drive-gone")) };
    }
    let serial = member.serial.as_ref().ok_or_else(|| refused("build-plan-drive-unnamed"))?;
    let drives = source.machine.topology.drives.iter();
    let mut own = drives.filter(|(_, drive)| drive.serial.as_ref() == Some(serial));
    match (own.next(), own.next()) {
        (Some((id, _)), None) => Ok(Path::new("/dev").join(id.as_str())),
        (None, _) => Err(refused("build-plan-drive-gone")),
        _ => Err(refused("build-plan-drive-twice")),
    }
}
