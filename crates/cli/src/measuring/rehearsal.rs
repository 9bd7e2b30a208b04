//! `--dry-run`: the planned rounds, as a page and a document.

use narrows_record::rounds::{PlannedPart, PlannedRound, RoundTargetLocation, RoundsDocument};
use narrows_record::run::TargetLocationKind;
use narrows_record::schema;
use narrows_report::page;
use narrows_topology::Id;
use narrows_units::Nanos;

use super::document::note;
use super::run;
use crate::failure::Result;
use crate::measuring::backend;
use crate::measuring::rounds::{RoundPart, RoundPlan, RoundSettings, needed, parameters};
use crate::measuring::targets::{LeftOut, TargetLocation};
use crate::output::CliOutput;

pub fn show_places(
    how: &RoundSettings,
    (rounds, most): (&[RoundPlan], Option<Nanos>),
    places: &[(Id, TargetLocation)],
    left_out: &[LeftOut],
    output: &CliOutput,
) -> Result<()> {
    let ids: Vec<Id> = places.iter().map(|(id, _)| id.clone()).collect();
    let needed = needed(rounds, &ids);
    let locations = places.iter().filter(|(id, _)| needed.contains(id));
    let locations = locations.map(|(id, place)| location(id, place)).collect();
    show_rounds(how, (rounds, most), locations, left_out, output)
}

pub fn show_virtual(
    how: &RoundSettings,
    (rounds, most): (&[RoundPlan], Option<Nanos>),
    targets: &[Id],
    left_out: &[LeftOut],
    output: &CliOutput,
) -> Result<()> {
    let needed = needed(rounds, targets);
    show_rounds(
        how,
        (rounds, most),
        needed.iter().map(virtual_location).collect(),
        left_out,
        output,
    )
}

/// Shows the rounds on targets at these locations; `most` is the limit including those that follow.
pub fn show_rounds(
    how: &RoundSettings,
    (rounds, most): (&[RoundPlan], Option<Nanos>),
    locations: Vec<RoundTargetLocation>,
    left_out: &[LeftOut],
    output: &CliOutput,
) -> Result<()> {
    let plan = RoundsDocument {
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

pub fn virtual_location(id: &Id) -> RoundTargetLocation {
    RoundTargetLocation { target: id.to_string(), kind: backend::KIND, path: None }
}

pub fn location(id: &Id, place: &TargetLocation) -> RoundTargetLocation {
    let (kind, path) = match place {
        TargetLocation::Scratch(folder, _) => (TargetLocationKind::Scratch, Some(folder)),
        TargetLocation::Raw(device) => (TargetLocationKind::Raw, Some(device)),
        TargetLocation::File(file) => (TargetLocationKind::File, Some(file)),
        TargetLocation::Nop => (TargetLocationKind::Nop, None),
    };
    let path = path.map(|path| path.display().to_string());
    RoundTargetLocation { target: id.to_string(), kind, path }
}

fn planned(how: &RoundSettings, round: &RoundPlan) -> PlannedRound {
    let part = |part: &RoundPart| PlannedPart {
        target: part.drive.to_string(),
        workload: part.workload.name.clone(),
        asked: parameters(part, round.amount),
    };
    PlannedRound {
        set: round.set.clone(),
        repeat: round.repeat,
        time_s: how.duration(round).as_secs(),
        parts: round.parts.iter().map(part).collect(),
    }
}
