//! An array of this machine and its members, opened for reading: the array where it holds data, its members where
//! the same data lies on them.

use std::collections::BTreeSet;
use std::path::Path;

use narrows_array::build::{Observed, ObservedMember};
use narrows_engine::{Region, ScratchPlan, Target};
use narrows_host::build::Below;
use narrows_messages::Message;
use narrows_model::Level;
use narrows_record::in_place::ArrayInPlace;
use narrows_record::rounds::Location;
use narrows_record::run::PlaceKind;
use narrows_topology::Id;
use narrows_units::Bytes;

use super::Asked;
use super::found::{self, Found};
use crate::failure::{Exit, Failure};
use crate::measuring::backend::Backend;
use crate::measuring::location;
use crate::measuring::rounds::How;
use crate::measuring::targets::{Prepared, TargetLocation, members_level, prepare, surrounded};

/// Less may come from the drives' own memory.
const LEAST: Bytes = Bytes::mib(64);

/// Explains the array that is named; none where what is named is no array.
pub(super) fn array(asked: &Asked<'_>, name: &str) -> Option<Result<Exit, Failure>> {
    match found::array(asked.seen, name) {
        Ok(found) => found.map(|found| run(asked, found)),
        Err(failure) => Some(Err(failure)),
    }
}

fn run(asked: &Asked<'_>, mut found: Found) -> Result<Exit, Failure> {
    found.array.without_layer = without_layer(&found.array);
    let how = How::default();
    if asked.args.dry_run {
        return asked.rehearse(&found.array, &how, locations(&found));
    }
    asked.announce(&found.array, &how);
    let prepared = open(asked, &mut found)?;
    let on_file = match &found.location {
        TargetLocation::File(path) => {
            Some(Message::new("in-place-on-file").with("path", path.display()))
        }
        _ => None,
    };
    let remarks: Vec<Message> = on_file.into_iter().collect();
    asked.measure(found.array, &Backend::Real(prepared), &[], &remarks)
}

/// What the members are called where Narrows itself cuts the requests: where the array waits for each of them
/// in turn. What mirrors read from which copy is md's own choice.
fn without_layer(array: &ArrayInPlace) -> Option<String> {
    let is_whole = array.missing.unwrap_or_default() == 0;
    let cuts = matches!(level(array)?, Level::Stripe | Level::Parity(_));
    (is_whole && cuts && array.chunk.is_some()).then(|| format!("{}-members", array.id))
}

fn level(array: &ArrayInPlace) -> Option<Level> {
    let name = array.level.as_deref()?;
    Level::named(name.strip_prefix("raid").unwrap_or(name))
}

fn device(name: &str) -> TargetLocation {
    TargetLocation::Raw(Path::new("/dev").join(name))
}

fn locations(found: &Found) -> Vec<Location> {
    let array = location(&Id::new(&found.array.target), &found.location);
    let members = found.members.iter().map(|it| location(&Id::new(&it.name), &device(&it.name)));
    std::iter::once(array).chain(members).collect()
}

/// The array, its members, and the members as an array without the layer.
fn open(asked: &Asked<'_>, found: &mut Found) -> Result<Vec<Prepared>, Failure> {
    let id = Id::new(&found.array.target);
    let array = open_one(asked, &id, &found.location)
        .map_err(|why| refused(asked, "in-place-not-readable", &found.array, &why))?;
    let region = array.target.region();
    if region.len < LEAST.get() {
        let what = Message::new("in-place-small-file").with("path", &found.array.target);
        let what = what.with("size", Bytes::new(region.len)).with("least", LEAST);
        return Err(Failure::usage(what));
    }
    let members = found.members.iter().map(|below| {
        let place = on_member(found, below, region);
        member(asked, below, place).map_err(|why| {
            let failure = refused(asked, "in-place-no-member", &found.array, &why);
            Failure { what: failure.what.with("member", &below.name), ..failure }
        })
    });
    let members: Vec<Prepared> = members.collect::<Result<_, _>>()?;
    let without = cut(&found.array, &members);
    if without.is_none() {
        found.array.without_layer = None;
    }
    let array = over(array, &members);
    Ok(std::iter::once(array).chain(without).chain(members).collect())
}

fn refused(asked: &Asked<'_>, id: &'static str, array: &ArrayInPlace, why: &Message) -> Failure {
    let what = Message::new(id).with("array", &array.target);
    Failure::new(what.with("why", asked.output.localizer.say(why)))
}

fn open_one(asked: &Asked<'_>, id: &Id, at: &TargetLocation) -> Result<Prepared, Message> {
    let topology = &asked.seen.machine.topology;
    let places = [(id.clone(), at.clone())];
    let (mut prepared, left_out) =
        prepare(topology, &places, ScratchPlan::default(), asked.cancel, &|_| {});
    let lost = || Message::new("cli-left-out-lost").with("drive", id);
    prepared.pop().ok_or_else(|| left_out.into_iter().next().map_or_else(lost, |left| left.why))
}

/// A member, where that stretch of it is known to hold the data of the array; else wherever it holds data.
fn member(asked: &Asked<'_>, below: &Below, place: Option<Region>) -> Result<Prepared, Message> {
    let topology = &asked.seen.machine.topology;
    let id = Id::new(&below.name);
    let prepared = match place {
        None => open_one(asked, &id, &device(&below.name))?,
        Some(region) => {
            let path = Path::new("/dev").join(&below.name);
            let target = Target::open(below.name.as_str(), &path).map_err(|why| why.message())?;
            let target = target.within(region);
            surrounded(topology, &Id::new(&below.drive), PlaceKind::Raw, target)
        }
    };
    let around = surrounded(topology, &Id::new(&below.drive), PlaceKind::Raw, prepared.target);
    let members = vec![(around.drive.clone(), around.address)];
    let levels = vec![members_level(Level::Jbod, [&around.drive])];
    Ok(Prepared { drive: id, members, levels, ..around })
}

/// Where a stretch of the array lies on a member: after the array's own data offset, and its part of the
/// stretch. None where that is not known, or reaches beyond the member.
fn on_member(found: &Found, below: &Below, region: Region) -> Option<Region> {
    let TargetLocation::Raw(_) = found.location else { return None };
    let observed = found.observed.as_ref().filter(|it| it.device == found.array.target)?;
    let member = observed.members.iter().find(|member| member.name == below.name)?;
    part(observed, member, level(&found.array)?, region)
}

fn part(
    observed: &Observed,
    member: &ObservedMember,
    level: Level,
    region: Region,
) -> Option<Region> {
    let width = match level {
        Level::Mirror => 1,
        Level::Jbod => return None,
        _ => observed.data_members()?,
    };
    let chunk = observed.chunk.unwrap_or(4096).max(4096);
    let offset = region.offset / width / chunk * chunk;
    let len = (region.len / width / chunk * chunk).max(chunk);
    Some(Region { offset: member.data_offset?.checked_add(offset)?, len })
}

/// The members as the array asks them, without its layer.
fn cut(array: &ArrayInPlace, members: &[Prepared]) -> Option<Prepared> {
    let (name, level) = (array.without_layer.as_ref()?, level(array)?);
    let targets: Vec<Target> = members.iter().map(|one| one.target.clone()).collect();
    let target = Target::array(name.as_str(), &targets, level, Bytes::new(array.chunk?))?;
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

/// What surrounds several members at once.
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
        let mut observed = Observed {
            level: "raid5".to_owned(),
            chunk: Some(512 << 10),
            wanted_members: Some(3),
            ..Observed::default()
        };
        let region = Region { offset: mib(4096), len: mib(1024) };
        let found = part(&observed, &member, Level::Parity(1), region);
        assert_eq!(found, Some(Region { offset: mib(128 + 2048), len: mib(512) }));
        let mirrored = part(&observed, &member, Level::Mirror, region);
        assert_eq!(mirrored, Some(Region { offset: mib(128 + 4096), len: mib(1024) }));
        observed.wanted_members = None;
        assert_eq!(part(&observed, &member, Level::Parity(1), region), None);
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
