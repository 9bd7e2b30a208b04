//! An array of this machine and its members, opened for reading: the array at offsets that hold data, its members
//! where the same data lies on them.

use std::collections::BTreeSet;
use std::path::Path;

use narrows_array::build::{ObservedArray, ObservedMember};
use narrows_engine::{IoTarget, ScratchPlan, TargetRegion};
use narrows_host::build::LowerDevice;
use narrows_messages::Message;
use narrows_model::RaidLevel;
use narrows_record::in_place::ArrayInPlace;
use narrows_record::rounds::RoundTargetLocation;
use narrows_record::run::TargetLocationKind;
use narrows_topology::Id;
use narrows_units::Bytes;

use super::InPlaceRequest;
use super::located_array::{self, LocatedArray};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::location;
use crate::measuring::rounds::RoundSettings;
use crate::measuring::targets::{Prepared, TargetLocation, members_level, prepare, surrounded};

/// Less may come from the drives' own memory.
const LEAST: Bytes = Bytes::mib(64);

/// Explains the named array; `None` if the name is not an array.
pub(super) fn array(request: &InPlaceRequest<'_>, name: &str) -> Option<Result<ProgramExit>> {
    match located_array::find(request.source, name) {
        Ok(located) => located.map(|located| run(request, located)),
        Err(failure) => Some(Err(failure)),
    }
}

fn run(request: &InPlaceRequest<'_>, mut located: LocatedArray) -> Result<ProgramExit> {
    located.array.without_layer = without_layer(&located.array);
    let how = RoundSettings::default();
    if request.args.dry_run {
        let array = location(&Id::new(&located.array.target), &located.location);
        let members =
            located.members.iter().map(|it| location(&Id::new(&it.name), &device(&it.name)));
        let locations: Vec<RoundTargetLocation> = std::iter::once(array).chain(members).collect();
        return request.rehearse(&located.array, &how, locations);
    }
    request.announce(&located.array, &how);
    let prepared = open(request, &mut located)?;
    let on_file = match &located.location {
        TargetLocation::File(path) => {
            Some(Message::new("in-place-on-file").with("path", path.display()))
        }
        _ => None,
    };
    let remarks: Vec<Message> = on_file.into_iter().collect();
    request.measure(located.array, &Backend::Real(prepared), &[], &remarks)
}

/// Name for the members when Narrows itself cuts the requests: if the array waits for each of them in
/// turn. Which copy a mirror reads is md's own choice.
fn without_layer(array: &ArrayInPlace) -> Option<String> {
    let is_whole = array.missing.unwrap_or_default() == 0;
    let cuts = matches!(level(array)?, RaidLevel::Stripe | RaidLevel::Parity(_));
    (is_whole && cuts && array.chunk.is_some()).then(|| format!("{}-members", array.id))
}

fn level(array: &ArrayInPlace) -> Option<RaidLevel> {
    let name = array.level.as_deref()?;
    RaidLevel::named(name.strip_prefix("raid").unwrap_or(name))
}

fn device(name: &str) -> TargetLocation {
    TargetLocation::Raw(Path::new("/dev").join(name))
}

/// The array, its members, and the members as an array without the layer.
fn open(request: &InPlaceRequest<'_>, located: &mut LocatedArray) -> Result<Vec<Prepared>> {
    let id = Id::new(&located.array.target);
    let array = open_one(request, &id, &located.location)
        .map_err(|why| refused(request, "in-place-not-readable", &located.array, &why))?;
    let region = array.target.region();
    if region.len < LEAST.get() {
        let what = Message::new("in-place-small-file").with("path", &located.array.target);
        let what = what.with("size", Bytes::new(region.len)).with("least", LEAST);
        return Err(CommandFailure::usage(what));
    }
    let members = located.members.iter().map(|below| {
        let place = on_member(located, below, region);
        member(request, below, place).map_err(|why| {
            let failure = refused(request, "in-place-no-member", &located.array, &why);
            CommandFailure { what: failure.what.with("member", &below.name), ..failure }
        })
    });
    let members: Vec<Prepared> = members.collect::<Result<_, _>>()?;
    let without = cut(&located.array, &members);
    if without.is_none() {
        // No round is planned for what could not be opened.
        located.array.without_layer = None;
    }
    let array = over(array, &members);
    Ok(std::iter::once(array).chain(without).chain(members).collect())
}

fn refused(
    request: &InPlaceRequest<'_>,
    id: &'static str,
    array: &ArrayInPlace,
    why: &Message,
) -> CommandFailure {
    let what = Message::new(id).with("array", &array.target);
    CommandFailure::new(what.with("why", request.output.localizer.say(why)))
}

fn open_one(
    request: &InPlaceRequest<'_>,
    id: &Id,
    at: &TargetLocation,
) -> Result<Prepared, Message> {
    let topology = &request.source.machine.topology;
    let places = [(id.clone(), at.clone())];
    let (mut prepared, left_out) =
        prepare(topology, &places, ScratchPlan::default(), request.cancel, &|_| {});
    let lost = || Message::new("cli-left-out-lost").with("drive", id);
    prepared.pop().ok_or_else(|| left_out.into_iter().next().map_or_else(lost, |left| left.why))
}

/// A member, at the given stretch if it is known to hold the array's data; else wherever it holds data.
fn member(
    request: &InPlaceRequest<'_>,
    below: &LowerDevice,
    place: Option<TargetRegion>,
) -> Result<Prepared, Message> {
    let topology = &request.source.machine.topology;
    let id = Id::new(&below.name);
    let prepared = match place {
        None => open_one(request, &id, &device(&below.name))?,
        Some(region) => {
            let path = Path::new("/dev").join(&below.name);
            let target = IoTarget::open(below.name.as_str(), &path).map_err(|why| why.message())?;
            let target = target.within(region);
            surrounded(topology, &Id::new(&below.drive), TargetLocationKind::Raw, target)
        }
    };
    let around =
        surrounded(topology, &Id::new(&below.drive), TargetLocationKind::Raw, prepared.target);
    let members = vec![(around.drive.clone(), around.address)];
    let levels = vec![members_level(RaidLevel::Jbod, [&around.drive])];
    Ok(Prepared { drive: id, members, levels, ..around })
}

/// Position of a stretch of the array on a member: after the array's own data offset, and its part of
/// the stretch. `None` if unknown, or if it reaches beyond the member.
fn on_member(
    located: &LocatedArray,
    below: &LowerDevice,
    region: TargetRegion,
) -> Option<TargetRegion> {
    // Where a file lies on the members is known to its file system only.
    let TargetLocation::Raw(_) = located.location else { return None };
    let observed = located.observed.as_ref().filter(|it| it.device == located.array.target)?;
    let member = observed.members.iter().find(|member| member.name == below.name)?;
    part(observed, member, level(&located.array)?, region)
}

fn part(
    observed: &ObservedArray,
    member: &ObservedMember,
    level: RaidLevel,
    region: TargetRegion,
) -> Option<TargetRegion> {
    let width = match level {
        RaidLevel::Mirror => 1,
        RaidLevel::Jbod => return None,
        _ => observed.data_members()?,
    };
    // Mirrors have no chunks, but direct I/O needs offsets at whole blocks, too.
    let chunk = observed.chunk.unwrap_or(4096).max(4096);
    let offset = region.offset / width / chunk * chunk;
    let len = (region.len / width / chunk * chunk).max(chunk);
    Some(TargetRegion { offset: member.data_offset?.checked_add(offset)?, len })
}

/// The members as the array asks them, without its layer.
fn cut(array: &ArrayInPlace, members: &[Prepared]) -> Option<Prepared> {
    let (name, level) = (array.without_layer.as_ref()?, level(array)?);
    let targets: Vec<IoTarget> = members.iter().map(|one| one.target.clone()).collect();
    let target = IoTarget::array(name.as_str(), &targets, level, Bytes::new(array.chunk?))?;
    let around = together(members)?;
    let levels = vec![members_level(level, around.members.iter().map(|(id, _)| id))];
    Some(Prepared { drive: Id::new(name), target, levels, ..around })
}

/// The array, watched by way of its members.
fn over(array: Prepared, members: &[Prepared]) -> Prepared {
    let Some(around) = together(members) else { return array };
    let Prepared { members, local_cpus, .. } = around;
    Prepared { members, local_cpus, ..array }
}

fn together(members: &[Prepared]) -> Option<Prepared> {
    let first = members.first()?;
    let cpus: BTreeSet<u32> = members.iter().flat_map(|one| one.local_cpus.clone()).collect();
    Some(Prepared {
        drive: first.drive.clone(),
        target: first.target.clone(),
        // They hang at no one place.
        address: None,
        local_cpus: cpus.into_iter().collect(),
        place: first.place.clone(),
        members: members.iter().flat_map(Prepared::watched).collect(),
        levels: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 GiB from 4 GiB on of a RAID 5 of three lies on each member from 2 GiB on, after the data offset.
    #[test]
    fn a_stretch_of_the_array_is_found_on_its_members() {
        let mib = |count: u64| count << 20;
        let member = ObservedMember { data_offset: Some(mib(128)), ..ObservedMember::default() };
        let mut observed = ObservedArray {
            level: "raid5".to_owned(),
            chunk: Some(512 << 10),
            wanted_members: Some(3),
            ..ObservedArray::default()
        };
        let region = TargetRegion { offset: mib(4096), len: mib(1024) };
        let region_of_member = part(&observed, &member, RaidLevel::Parity(1), region);
        assert_eq!(region_of_member, Some(TargetRegion { offset: mib(128 + 2048), len: mib(512) }));
        let mirrored = part(&observed, &member, RaidLevel::Mirror, region);
        assert_eq!(mirrored, Some(TargetRegion { offset: mib(128 + 4096), len: mib(1024) }));
        observed.wanted_members = None;
        assert_eq!(part(&observed, &member, RaidLevel::Parity(1), region), None);
    }

    #[test]
    fn only_whole_stripes_are_cut_without_the_layer() {
        let array = |level: &str, missing| {
            let array = ArrayInPlace {
                id: "md0".to_owned(),
                level: Some(level.to_owned()),
                chunk: Some(512 << 10),
                missing,
                ..ArrayInPlace::default()
            };
            without_layer(&array).is_some()
        };
        assert!(array("raid0", Some(0)) && array("raid6", Some(0)) && array("raid0", None));
        assert!(!array("raid1", Some(0)) && !array("raid10", Some(0)) && !array("raid5", Some(1)));
    }
}
