//! The array of a plan, a recommendation or a machine file, for `narrows build --plan`.
//!
//! For: finding out which of the documents a file is (`narrows.plan/1`, a run of `narrows stripe`, or a machine file in
//! TOML), and reading the array and its drives from each. Drives are named by serial number or by-id path; the kernel's
//! names date from the time of planning and prove nothing.
//!
//! Not here: looking for these drives on this machine (`cli`).

use narrows_array::build::ArrayEngine;
use narrows_messages::Message;
use narrows_record::stripe::{CandidateLevel, StripeCandidate};
use narrows_record::{schema, words};
use narrows_topology::read::ReadError;
use serde::Deserialize;

use crate::machine_file;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedArray {
    pub id: String,
    /// Its level, as `raid1`.
    pub level: String,
    /// Its RAID engine; `None` if the document leaves that open.
    pub engine: Option<ArrayEngine>,
    /// Bytes that go to one member before the next; `None` if the document does not say.
    pub chunk: Option<u64>,
    /// Its drives, in their order.
    pub members: Vec<PlannedMember>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedMember {
    pub id: String,
    pub serial: Option<String>,
    /// Its name below `/dev/disk/by-id`.
    pub by_id: Option<String>,
}

#[derive(Deserialize)]
struct DocumentExcerpt {
    schema: String,
}

/// The parts of `narrows.plan/1` that are read.
#[derive(Deserialize)]
struct PlanExcerpt {
    devices: Vec<PlannedDevice>,
    best: Option<ArrangementExcerpt>,
}

#[derive(Deserialize)]
struct PlannedDevice {
    id: String,
    #[serde(default)]
    serials: Vec<String>,
}

#[derive(Deserialize)]
struct ArrangementExcerpt {
    arrays: Vec<ArrayExcerpt>,
}

#[derive(Deserialize)]
struct ArrayExcerpt {
    id: String,
    level: String,
    members: Vec<String>,
    engine: Option<String>,
}

/// The parts that are read of a run that compared arrays.
#[derive(Deserialize)]
struct StripeRunExcerpt {
    machine: MachineExcerpt,
    stripe: Option<StripeExcerpt>,
}

#[derive(Deserialize)]
struct StripeExcerpt {
    candidates: Vec<StripeCandidate>,
    recommendation: Option<RecommendationExcerpt>,
}

#[derive(Deserialize)]
struct MachineExcerpt {
    drives: Vec<DriveExcerpt>,
}

#[derive(Deserialize)]
struct DriveExcerpt {
    id: String,
    serial: Option<String>,
}

#[derive(Deserialize)]
struct RecommendationExcerpt {
    candidate: String,
}

/// The array that a file names: the only one, or that of this id.
///
/// # Errors
///
/// Not one of these documents, or damaged; no array, several, or none with that id; made by another system.
pub fn read(text: &str, id: Option<&str>) -> Result<PlannedArray, ReadError> {
    // JSON begins with a brace, which no TOML file can.
    if text.trim_start().starts_with('{') {
        return of_document(text, id).map_err(ReadError::whole);
    }
    of_machine_file(&machine_file::read(text)?, id).map_err(ReadError::whole)
}

fn of_document(text: &str, id: Option<&str>) -> Result<PlannedArray, Message> {
    let damaged = |why: serde_json::Error| Message::new("build-plan-damaged").with("why", why);
    let document: DocumentExcerpt = serde_json::from_str(text).map_err(damaged)?;
    match document.schema.as_str() {
        schema::PLAN => of_plan(&words::read(text.as_bytes()).map_err(damaged)?, id),
        schema::RUN => of_run(&words::read(text.as_bytes()).map_err(damaged)?, id),
        other => Err(Message::new("build-plan-other").with("schema", other)),
    }
}

/// The one of this id, or the only one.
fn chosen<'a, T>(
    arrays: &'a [T],
    id: Option<&str>,
    name: impl Fn(&T) -> &str,
) -> Result<&'a T, Message> {
    let names = || arrays.iter().map(&name).collect::<Vec<_>>().join(", ");
    match (arrays, id) {
        (_, Some(id)) => arrays.iter().find(|array| name(array) == id).ok_or_else(|| {
            Message::new("build-plan-no-such").with("array", id).with("arrays", names())
        }),
        ([], _) => Err(Message::new("build-plan-no-array")),
        ([one], _) => Ok(one),
        _ => Err(Message::new("build-plan-several").with("arrays", names())),
    }
}

fn of_plan(plan: &PlanExcerpt, id: Option<&str>) -> Result<PlannedArray, Message> {
    let best = plan.best.as_ref().ok_or_else(|| Message::new("build-plan-no-array"))?;
    let array = chosen(&best.arrays, id, |array| &array.id)?;
    let member = |id: &String| {
        let device = plan.devices.iter().find(|device| device.id == *id);
        let serials = device.map(|device| device.serials.as_slice()).unwrap_or_default();
        // A card with several drives is no member.
        let serial = if let [one] = serials { Some(one.clone()) } else { None };
        PlannedMember { id: id.clone(), serial, by_id: None }
    };
    let engine = match array.engine.as_deref() {
        Some("linux-md") => Some(ArrayEngine::Md),
        None => None,
        Some(engine) => {
            return Err(Message::new("build-plan-engine").with("engine", engine.to_owned()));
        }
    };
    Ok(PlannedArray {
        id: array.id.clone(),
        level: array.level.clone(),
        engine,
        chunk: None,
        members: array.members.iter().map(member).collect(),
    })
}

fn of_run(run: &StripeRunExcerpt, id: Option<&str>) -> Result<PlannedArray, Message> {
    let none = || Message::new("build-plan-no-array");
    let stripe = run.stripe.as_ref().ok_or_else(none)?;
    let recommended = stripe.recommendation.as_ref().map(|it| it.candidate.as_str());
    let wanted = id.or(recommended).ok_or_else(none)?;
    let candidate = chosen(&stripe.candidates, Some(wanted), |candidate| &candidate.id)?;
    if candidate.level == CandidateLevel::Single {
        return Err(Message::new("build-plan-single").with("drive", &candidate.id));
    }
    let member = |id: &String| {
        let drive = run.machine.drives.iter().find(|drive| drive.id == *id);
        let serial = drive.and_then(|drive| drive.serial.clone());
        PlannedMember { id: id.clone(), serial, by_id: None }
    };
    Ok(PlannedArray {
        id: candidate.id.clone(),
        level: candidate.level.as_str().to_owned(),
        engine: None,
        chunk: candidate.chunk,
        members: candidate.members.iter().map(member).collect(),
    })
}

fn of_machine_file(
    file: &machine_file::MachineFile,
    id: Option<&str>,
) -> Result<PlannedArray, Message> {
    let arrays: Vec<_> = file.machine.arrays.iter().collect();
    let (name, array) = *chosen(&arrays, id, |(id, _)| id.as_str())?;
    let engine = match array.engine {
        narrows_model::RaidEngine::Md => ArrayEngine::Md,
        narrows_model::RaidEngine::DmStripe => ArrayEngine::Lvm,
        narrows_model::RaidEngine::Btrfs => ArrayEngine::Btrfs,
        narrows_model::RaidEngine::Zfs => ArrayEngine::Zfs,
        other => return Err(Message::new("build-plan-engine").with("engine", other.as_str())),
    };
    if array.over.is_some() {
        return Err(Message::new("build-plan-nested").with("array", name));
    }
    let member = |id: &narrows_topology::Id| {
        let drive = file.machine.topology.drives.get(id);
        let by_id = file.homes.get(id).and_then(|home| home.by_id.clone());
        PlannedMember {
            id: id.to_string(),
            serial: drive.and_then(|drive| drive.serial.clone()),
            by_id,
        }
    };
    Ok(PlannedArray {
        id: name.to_string(),
        level: array.level.as_str().to_owned(),
        engine: Some(engine),
        chunk: array.chunk.map(narrows_units::Bytes::get),
        members: array.members.iter().map(member).collect(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MACHINE: &str = "schema = \"narrows.machine/1\"\n\
        [[drive]]\nid = \"a\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nserial = \"A\"\n\
        [[drive]]\nid = \"b\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nby_id = \"nvme-B\"\n\
        [[array]]\nid = \"pair\"\nlevel = 0\nengine = \"dm-stripe\"\nchunk = \"128 KiB\"\nmembers = [\"a\", \"b\"]\n";

    fn problem_id(text: &str, id: Option<&str>) -> &'static str {
        read(text, id).unwrap_err().problem.id()
    }

    #[test]
    fn a_machine_file_names_its_array_and_drives() {
        let array = read(MACHINE, None).unwrap();
        assert_eq!((array.level.as_str(), array.engine), ("raid0", Some(ArrayEngine::Lvm)));
        assert_eq!(array.chunk, Some(128 << 10));
        let [a, b] = &array.members[..] else { panic!("{array:?}") };
        assert_eq!((a.serial.as_deref(), a.by_id.as_deref()), (Some("A"), None));
        assert_eq!((b.serial.as_deref(), b.by_id.as_deref()), (None, Some("nvme-B")));
        assert_eq!(problem_id(MACHINE, Some("other")), "build-plan-no-such");
    }

    #[test]
    fn what_cannot_be_built_here_is_told() {
        let windows = MACHINE.replace("dm-stripe", "windows-stripe");
        assert_eq!(problem_id(&windows, None), "build-plan-engine");
        let (alone, _) = MACHINE.split_once("[[array]]").unwrap();
        assert_eq!(problem_id(alone, None), "build-plan-no-array");
        assert_eq!(problem_id("{\"schema\": \"narrows.see/1\"}", None), "build-plan-other");
        assert_eq!(problem_id("{\"schema\": \"narrows.plan/1\"}", None), "build-plan-damaged");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "(\\{\"schema\": \"narrows.(plan|run)/1\")?\\PC{0,80}") {
            let _ = read(&text, None);
        }
    }
}
