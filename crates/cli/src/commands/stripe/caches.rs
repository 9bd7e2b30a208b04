//! Cache modes on the array that is recommended, once the sweep is over.
//!
//! Not here: which modes there are and what each loses (`narrows-verdict`), changing settings and
//! putting them back (`held`).

use std::collections::BTreeSet;

use narrows_host::Root;
use narrows_messages::Message;
use narrows_record::experiment::Setting;
use narrows_record::run::Samples;
use narrows_record::see::Note;
use narrows_record::stripe::{Candidate, Stripe};
use narrows_topology::Id;
use narrows_verdict::answer::source::Seen;
use narrows_verdict::stripe::caches::{Mode, REPEATS, asks, candidate, not_tried};

use super::arrays;
use super::drives::Found;
use super::sweep::{self, Sweep};
use crate::args::stripe::Stripe as Args;
use crate::failure::Failure;
use crate::measuring::backend::{self, Backend, VirtualMachine};
use crate::measuring::held::{self, Held, Switch};
use crate::measuring::rounds::{Part, Round};
use crate::measuring::targets::Prepared;
use crate::output::Output;

/// Why no mode can be tried where no array is recommended.
const NO_ARRAY: &str = "stripe-verb-cache-no-array";

/// The array that is recommended; none where nothing could be compared.
pub fn recommended(stripe: &Stripe) -> Option<Candidate> {
    let id = &stripe.recommendation.as_ref()?.candidate;
    stripe.candidates.iter().find(|candidate| candidate.id == *id).cloned()
}

/// Compares the modes on this machine's drives, pass by pass. In every other pass those that change
/// settings come first, so that what drifts meanwhile favours neither them nor the plain one.
pub fn on_drives(
    sweep: &Sweep<'_, '_>,
    (found, seen, drives): (&Found, &Seen, &[Prepared]),
    modes: &[Mode],
    stripe: &mut Stripe,
) -> Vec<Samples> {
    let Some(array) = recommended(stripe) else {
        leave_out(modes, &Message::new(NO_ARRAY), stripe);
        return Vec::new();
    };
    let disks = found.disks(&array.members, &seen.machine.topology);
    let mut groups = by_switches(modes);
    let mut samples = Vec::new();
    for repeat in REPEATS {
        groups.retain(|(switches, modes)| {
            let wanted = (&array, modes.as_slice(), repeat);
            match hold(&disks, switches, sweep) {
                Ok(held) => {
                    samples.extend(measure(sweep, drives, wanted, stripe));
                    put_back(held, sweep, stripe);
                    true
                }
                Err(why) => {
                    leave_out(modes, &why, stripe);
                    false
                }
            }
        });
        groups.reverse();
    }
    samples
}

fn put_back(held: Option<Held>, sweep: &Sweep<'_, '_>, stripe: &mut Stripe) {
    let problems = held.map(|held| held.put_back(sweep.output)).unwrap_or_default();
    stripe.partial |= !problems.is_empty();
    stripe.notes.extend(problems.iter().map(|what| Note::of(None, what)));
}

/// Modes that need the same settings, in the order in which they were named.
fn by_switches(modes: &[Mode]) -> Vec<(Vec<Switch>, Vec<Mode>)> {
    let mut groups: Vec<(Vec<Switch>, Vec<Mode>)> = Vec::new();
    for mode in modes {
        let switches = held::mode(&mode.to_string()).map(|(_, it)| it).unwrap_or_default();
        match groups.iter_mut().find(|(known, _)| *known == switches) {
            Some((_, group)) => group.push(*mode),
            None => groups.push((switches, vec![*mode])),
        }
    }
    groups.sort_by_key(|(switches, _)| switches.len());
    groups
}

/// What would be changed, for a rehearsal; nothing is.
pub fn rehearse(disks: &BTreeSet<String>, modes: &[Mode], output: &Output) {
    for (switches, _) in by_switches(modes).iter().filter(|(switches, _)| !switches.is_empty()) {
        let what = match needed(disks, switches) {
            Ok(settings) if settings.is_empty() => continue,
            Ok(settings) => Message::new("stripe-verb-would-change")
                .with("commands", held::commands(&settings).0.join("; ")),
            Err(why) => why,
        };
        output.remark(&what);
    }
}

fn needed(disks: &BTreeSet<String>, switches: &[Switch]) -> Result<Vec<Setting>, Message> {
    let disks: Vec<String> = disks.iter().cloned().collect();
    match (switches, disks.as_slice()) {
        ([], _) => Ok(Vec::new()),
        (_, []) => Err(Message::new("stripe-verb-no-disks")),
        _ => held::settings(&Root::live(), &disks, switches),
    }
}

/// Changes what the switches need; nothing where there are none, or all is so already.
fn hold(
    disks: &BTreeSet<String>,
    switches: &[Switch],
    sweep: &Sweep<'_, '_>,
) -> Result<Option<Held>, Message> {
    let settings = needed(disks, switches)?;
    if settings.is_empty() {
        return Ok(None);
    }
    let (commands, back) = held::commands(&settings);
    let what = Message::new("stripe-verb-changing").with("commands", commands.join("; "));
    sweep.output.remark(&what.with("back", back.join("; ")));
    let subject: Vec<&str> = disks.iter().map(String::as_str).collect();
    let held = Held::change(&Root::live(), settings, &subject.join(", "), sweep.output);
    held.map(Some).map_err(|failure: Failure| failure.what)
}

fn measure(
    sweep: &Sweep<'_, '_>,
    drives: &[Prepared],
    (array, modes, repeat): (&Candidate, &[Mode], u32),
    stripe: &mut Stripe,
) -> Vec<Samples> {
    let targets = modes.iter().filter_map(|mode| arrays::one(&candidate(array, mode), drives));
    let backend = Backend::Real(targets.collect());
    let asks = asks(sweep.plan, stripe, array, modes, repeat);
    let rounds = asks.iter().map(|ask| cached(sweep::round(ask), array, modes)).collect();
    sweep.on(&backend).measure_within(rounds, stripe)
}

/// The round with each part's mode.
fn cached(mut round: Round, array: &Candidate, modes: &[Mode]) -> Round {
    let set = |part: &mut Part| {
        let mode = modes.iter().find(|mode| candidate(array, mode).id == part.drive.as_str());
        let found = mode.and_then(|mode| held::mode(&mode.to_string()));
        part.caching = found.map(|(caching, _)| caching).unwrap_or_default();
    };
    round.parts.iter_mut().for_each(set);
    round
}

fn leave_out(modes: &[Mode], why: &Message, stripe: &mut Stripe) {
    stripe.caches.extend(modes.iter().map(|mode| not_tried(mode, why)));
}

/// Compares the modes of a driver on virtual hardware, each on an array of its own beside the
/// others. It is switched on anew for that.
pub fn on_virtual(
    sweep: &Sweep<'_, '_>,
    (args, built): (&Args, &Seen),
    modes: &[Mode],
    stripe: &mut Stripe,
) -> Vec<Samples> {
    let Some(array) = recommended(stripe) else {
        leave_out(modes, &Message::new(NO_ARRAY), stripe);
        return Vec::new();
    };
    let cached = built.with(arrays::with_modes(&built.machine, &array, modes));
    let targets: Vec<Id> = modes.iter().map(|mode| Id::new(candidate(&array, mode).id)).collect();
    let usual = backend::Wanted::new(&args.on, &targets);
    let wanted = backend::Wanted { region: args.scratch_size, ..usual };
    let machine = match VirtualMachine::open(wanted, &cached, sweep.output) {
        Ok((machine, _)) => machine,
        Err(failure) => {
            leave_out(modes, &failure.what, stripe);
            return Vec::new();
        }
    };
    let backend = Backend::Virtual(Box::new(machine));
    let mut asked = |repeat| asks(sweep.plan, stripe, &array, modes, repeat);
    let rounds: Vec<Round> = REPEATS.flat_map(&mut asked).map(|ask| sweep::round(&ask)).collect();
    sweep.on(&backend).measure_within(rounds, stripe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_that_change_nothing_come_first() {
        let names = ["direct+no-flush", "write-through", "page-cache+no-flush", "direct"];
        let modes: Vec<Mode> = names.iter().map(|name| Mode::named(name).unwrap()).collect();
        let groups = by_switches(&modes);
        let told: Vec<(usize, Vec<String>)> = groups
            .iter()
            .map(|(it, modes)| (it.len(), modes.iter().map(Mode::to_string).collect()))
            .collect();
        let plain = vec!["write-through".to_owned(), "direct".to_owned()];
        let changed = vec!["direct+no-flush".to_owned(), "page-cache+no-flush".to_owned()];
        assert_eq!(told, [(0, plain), (1, changed)]);
    }
}
