//! Cache modes on the array that is recommended, once the sweep is over.
//!
//! Not here: the available modes and the losses of each (`narrows-verdict`), changing settings and
//! putting them back (`overrides`).

use std::collections::BTreeSet;

use narrows_host::Root;
use narrows_messages::Message;
use narrows_record::experiment::ExperimentSetting;
use narrows_record::run::RunDocument;
use narrows_record::see::DocumentNote;
use narrows_record::stripe::StripeCandidate;
use narrows_topology::Id;
use narrows_verdict::stripe::caches::{REPEATS, WriteCacheMode, asks, candidate, not_tried};

use super::arrays;
use super::drives::SweepDrives;
use super::plan::StripeSweepRequest;
use super::sweep::{self, StripeSweep, with_results};
use crate::args::stripe::StripeArgs as Args;
use crate::failure::CommandFailure;
use crate::measuring::backend::{self, Backend, VirtualMachine};
use crate::measuring::overrides::{self, CacheSwitch, SettingsOverride};
use crate::measuring::rounds::{RoundPart, RoundPlan};
use crate::measuring::targets::Prepared;
use crate::measuring::{CampaignContext, RunProgress};
use crate::output::CliOutput;

/// Why no mode can be tried where no array is recommended.
const NO_ARRAY: &str = "stripe-verb-cache-no-array";

/// The recommended array; `None` if nothing could be compared, which is noted for the modes.
fn recommended(run: &mut RunDocument, modes: &[WriteCacheMode]) -> Option<StripeCandidate> {
    let array = run.stripe.as_ref().and_then(|stripe| {
        let id = &stripe.recommendation.as_ref()?.candidate;
        stripe.candidates.iter().find(|candidate| candidate.id == *id).cloned()
    });
    if array.is_none() {
        leave_out(modes, &Message::new(NO_ARRAY), run);
    }
    array
}

/// Compares the modes on this machine's drives, pass by pass. In every other pass the modes that
/// change settings come first, so that drift favours neither them nor the plain one.
pub fn on_drives(
    stage: &CampaignContext<'_, '_>,
    sweep: &mut StripeSweep<'_>,
    under_way: &mut RunProgress,
    (sweep_drives, drives): (&SweepDrives, &[Prepared]),
    wanted: &StripeSweepRequest,
) {
    let Some(array) = recommended(&mut under_way.run, &wanted.modes) else { return };
    let disks = sweep_drives.disks(&array.members, &stage.source.machine.topology);
    let mut groups = by_switches(&wanted.modes);
    for repeat in REPEATS {
        // Settings that could not be changed once are not tried again in the later passes.
        groups.retain(|(switches, modes)| match hold(&disks, switches, stage.output) {
            Ok(held) => {
                let mode = |mode| arrays::one(&candidate(&array, mode), drives);
                let backend = Backend::Real(modes.iter().filter_map(mode).collect());
                let asks = with_results(&mut under_way.run, |stripe| {
                    asks(&wanted.plan, stripe, &array, modes, repeat)
                });
                let rounds = asks.iter().map(|ask| cached(sweep::round(ask), &array, modes));
                stage.on(&backend).measure(sweep.only(rounds.collect()), under_way);
                put_back(held, stage.output, &mut under_way.run);
                true
            }
            Err(why) => {
                leave_out(modes, &why, &mut under_way.run);
                false
            }
        });
        groups.reverse();
    }
}

fn put_back(held: Option<SettingsOverride>, output: &CliOutput, run: &mut RunDocument) {
    let problems = held.map(|held| held.put_back(output)).unwrap_or_default();
    run.partial |= !problems.is_empty();
    run.notes.extend(problems.iter().map(|what| DocumentNote::of(None, what)));
}

/// Modes that need the same settings, in the order in which they were named.
fn by_switches(modes: &[WriteCacheMode]) -> Vec<(Vec<CacheSwitch>, Vec<WriteCacheMode>)> {
    let mut groups: Vec<(Vec<CacheSwitch>, Vec<WriteCacheMode>)> = Vec::new();
    for mode in modes {
        let switches = overrides::mode(&mode.to_string()).map(|(_, it)| it).unwrap_or_default();
        match groups.iter_mut().find(|(known, _)| *known == switches) {
            Some((_, group)) => group.push(*mode),
            None => groups.push((switches, vec![*mode])),
        }
    }
    groups.sort_by_key(|(switches, _)| switches.len());
    groups
}

/// Shows the changes for a rehearsal; makes none.
pub fn rehearse(disks: &BTreeSet<String>, modes: &[WriteCacheMode], output: &CliOutput) {
    for (switches, _) in by_switches(modes).iter().filter(|(switches, _)| !switches.is_empty()) {
        let what = match needed(disks, switches) {
            Ok(settings) if settings.is_empty() => continue,
            Ok(settings) => Message::new("stripe-verb-would-change")
                .with("commands", overrides::commands(&settings).0.join("; ")),
            Err(why) => why,
        };
        output.remark(&what);
    }
}

fn needed(
    disks: &BTreeSet<String>,
    switches: &[CacheSwitch],
) -> Result<Vec<ExperimentSetting>, Message> {
    let disks: Vec<String> = disks.iter().cloned().collect();
    match (switches, disks.as_slice()) {
        ([], _) => Ok(Vec::new()),
        (_, []) => Err(Message::new("stripe-verb-no-disks")),
        _ => overrides::settings(&Root::live(), &disks, switches),
    }
}

/// Changes the settings these switches need; `None` if all are set.
fn hold(
    disks: &BTreeSet<String>,
    switches: &[CacheSwitch],
    output: &CliOutput,
) -> Result<Option<SettingsOverride>, Message> {
    let settings = needed(disks, switches)?;
    if settings.is_empty() {
        return Ok(None);
    }
    let (commands, back) = overrides::commands(&settings);
    let what = Message::new("stripe-verb-changing").with("commands", commands.join("; "));
    output.remark(&what.with("back", back.join("; ")));
    let subject: Vec<&str> = disks.iter().map(String::as_str).collect();
    let held = SettingsOverride::change(&Root::live(), settings, &subject.join(", "), output);
    held.map(Some).map_err(|failure: CommandFailure| failure.what)
}

fn cached(mut round: RoundPlan, array: &StripeCandidate, modes: &[WriteCacheMode]) -> RoundPlan {
    let set = |part: &mut RoundPart| {
        let mode = modes.iter().find(|mode| candidate(array, mode).id == part.drive.as_str());
        let caching_mode = mode.and_then(|mode| overrides::mode(&mode.to_string()));
        part.caching = caching_mode.map(|(caching, _)| caching).unwrap_or_default();
    };
    round.parts.iter_mut().for_each(set);
    round
}

fn leave_out(modes: &[WriteCacheMode], why: &Message, run: &mut RunDocument) {
    let stripe = run.stripe.get_or_insert_default();
    stripe.caches.extend(modes.iter().map(|mode| not_tried(mode, why)));
}

/// Compares the modes of a driver on virtual hardware, each on its own array beside the others. The
/// machine is opened anew for that.
pub fn on_virtual(
    stage: &CampaignContext<'_, '_>,
    sweep: &mut StripeSweep<'_>,
    under_way: &mut RunProgress,
    args: &Args,
    wanted: &StripeSweepRequest,
) {
    let (modes, built) = (&wanted.modes, stage.source);
    let Some(array) = recommended(&mut under_way.run, modes) else { return };
    let cached = built.with(arrays::with_modes(&built.machine, &array, modes));
    let targets: Vec<Id> = modes.iter().map(|mode| Id::new(candidate(&array, mode).id)).collect();
    let usual = backend::VirtualMachineOptions::new(&args.on, &targets);
    let opened = backend::VirtualMachineOptions { region: args.scratch_size, ..usual };
    let machine = match VirtualMachine::open(opened, &cached, stage.output) {
        Ok((machine, _)) => machine,
        Err(failure) => return leave_out(modes, &failure.what, &mut under_way.run),
    };
    let backend = Backend::Virtual(Box::new(machine));
    let sets = with_results(&mut under_way.run, |stripe| {
        let of = |repeat| asks(&wanted.plan, stripe, &array, modes, repeat);
        REPEATS.flat_map(of).collect::<Vec<_>>()
    });
    let rounds = sets.iter().map(sweep::round).collect();
    stage.on(&backend).measure(sweep.only(rounds), under_way);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_that_change_nothing_come_first() {
        let names = ["direct+no-flush", "write-through", "page-cache+no-flush", "direct"];
        let modes: Vec<WriteCacheMode> =
            names.iter().map(|name| WriteCacheMode::named(name).unwrap()).collect();
        let groups = by_switches(&modes);
        let groups_of: Vec<(usize, Vec<String>)> = groups
            .iter()
            .map(|(it, modes)| (it.len(), modes.iter().map(WriteCacheMode::to_string).collect()))
            .collect();
        let plain = vec!["write-through".to_owned(), "direct".to_owned()];
        let changed = vec!["direct+no-flush".to_owned(), "page-cache+no-flush".to_owned()];
        assert_eq!(groups_of, [(0, plain), (1, changed)]);
    }
}
