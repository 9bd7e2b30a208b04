//! `--dry-run`: what would run, as a page and a document.

use narrows_record::rounds::{Location, PlannedPart, PlannedRound, Rounds};
use narrows_record::run::PlaceKind;
use narrows_record::schema;
use narrows_report::page;
use narrows_topology::Id;
use narrows_units::Nanos;

use super::document::note;
use super::run;
use crate::failure::Failure;
use crate::measuring::backend;
use crate::measuring::rounds::{How, Part, Round, asked, needed};
use crate::measuring::targets::{LeftOut, TargetLocation};
use crate::output::Output;

/// Shows the rounds on this machine's targets.
pub fn show_places(
    how: &How,
    (rounds, most): (&[Round], Option<Nanos>),
    places: &[(Id, TargetLocation)],
    left_out: &[LeftOut],
    output: &Output,
) -> Result<(), Failure> {
    let ids: Vec<Id> = places.iter().map(|(id, _)| id.clone()).collect();
    let needed = needed(rounds, &ids);
    let locations = places.iter().filter(|(id, _)| needed.contains(id));
    let locations = locations.map(|(id, place)| location(id, place)).collect();
    show_rounds(how, (rounds, most), locations, left_out, output)
}

/// Shows the rounds on these targets of virtual hardware.
pub fn show_virtual(
    how: &How,
    (rounds, most): (&[Round], Option<Nanos>),
    targets: &[Id],
    left_out: &[LeftOut],
    output: &Output,
) -> Result<(), Failure> {
    let needed = needed(rounds, targets);
    show_rounds(
        how,
        (rounds, most),
        needed.iter().map(virtual_location).collect(),
        left_out,
        output,
    )
}

/// Shows the rounds on targets that lie there; `most` is what it may take with those that follow.
pub fn show_rounds(
    how: &How,
    (rounds, most): (&[Round], Option<Nanos>),
    locations: Vec<Location>,
    left_out: &[LeftOut],
    output: &Output,
) -> Result<(), Failure> {
    let plan = Rounds {
        schema: schema::ROUNDS.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        targets: locations,
        rounds: rounds.iter().map(|round| planned(how, round)).collect(),
        total_s: run::duration(how, rounds).as_secs(),
        most_s: most.map(Nanos::as_secs),
        notes: left_out.iter().map(|one| note(&one.drive, &one.why)).collect(),
    };
    output.result(&plan, || page::rounds(&plan, &output.localizer))
}

/// A target of virtual hardware.
pub fn virtual_location(id: &Id) -> Location {
    Location { target: id.to_string(), kind: backend::KIND, path: None }
}

/// Where a target of this machine lies.
pub fn location(id: &Id, place: &TargetLocation) -> Location {
    let (kind, path) = match place {
        TargetLocation::Scratch(folder, _) => (PlaceKind::Scratch, Some(folder)),
        TargetLocation::Raw(device) => (PlaceKind::Raw, Some(device)),
        TargetLocation::File(file) => (PlaceKind::File, Some(file)),
        TargetLocation::Nop => (PlaceKind::Nop, None),
    };
    let path = path.map(|path| path.display().to_string());
    Location { target: id.to_string(), kind, path }
}

fn planned(how: &How, round: &Round) -> PlannedRound {
    let part = |part: &Part| PlannedPart {
        target: part.drive.to_string(),
        workload: part.workload.name.clone(),
        asked: asked(part, round.amount),
    };
    PlannedRound {
        set: round.set.clone(),
        repeat: round.repeat,
        time_s: how.duration(round).as_secs(),
        parts: round.parts.iter().map(part).collect(),
    }
}
