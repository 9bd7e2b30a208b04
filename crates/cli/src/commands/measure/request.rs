//! From the command line's words to a request: workloads, sets, limits, starts.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use super::plan::{RateLimits, RoundsRequest, SetRequest, StartOrder};
use super::workloads;
use crate::args::{ConcurrencyArgs, MeasureArgs};
use crate::failure::{CommandFailure, Result};
use crate::measuring::rounds::{ALL, ALONE};
use crate::measuring::workloads::named;
use crate::named::{NamedTarget, among};

/// How long a round counts by default.
const TIME: Nanos = Nanos::millis(3000);
/// How slow a target that moves an amount may be, without a time limit.
const SLOWEST: BytesPerSec = BytesPerSec::mb_s(10.0);
/// How long that takes at least and at most.
const TIMES_FOR_AMOUNT: [Nanos; 2] = [Nanos::millis(10_000), Nanos::millis(3_600_000)];
/// From one start to the next, where only an order is given.
const STAGGER: Nanos = Nanos::millis(500);

pub fn of(args: &MeasureArgs, targets: &[NamedTarget]) -> Result<RoundsRequest> {
    let limits = limits(&args.together.limit, targets)?;
    let workloads = workloads_of(args)?;
    let own = own(&args.requests.as_, targets)?;
    let mut all = workloads.iter().chain(own.values());
    if args.writes.write && all.all(|workload| workload.read_percent == 100) {
        return Err(CommandFailure::usage(Message::new("measure-write-reads")));
    }
    if let Some(amount) = args.amount {
        // Of less than a block nothing can be measured.
        let mut workloads = workloads.iter().chain(own.values());
        let too_large = workloads.find(|workload| workload.block > amount);
        too_large.map_or(Ok(()), |workload| {
            let what = Message::new("measure-amount-no-block").with("amount", amount);
            let what = what.with("workload", &workload.name).with("block", workload.block);
            Err(CommandFailure::usage(what))
        })?;
    }
    let time = match (args.time, args.amount) {
        (Some(time), _) => time,
        (None, Some(amount)) => {
            longest(amount, limits.of.values().copied().chain(limits.all).min())
        }
        (None, None) => TIME,
    };
    Ok(RoundsRequest {
        workloads,
        own,
        sets: sets(&args.together.set, targets)?,
        limits: RateLimits { also_free: args.together.also_free, ..limits },
        starts: starts(&args.together, targets)?,
        time,
        amount: args.amount,
        repeat: args.repeat,
    })
}

pub fn workloads_of(args: &MeasureArgs) -> Result<Vec<Workload>> {
    workloads::all(&args.requests, args.writes.read_percent())
}

/// How long a target may take for an amount that is given no time, held to a rate or not.
pub fn longest(amount: Bytes, limit: Option<BytesPerSec>) -> Nanos {
    let slowest = limit.unwrap_or(SLOWEST);
    // A limit above that makes no target faster.
    let time = Nanos::secs(amount.as_f64() / slowest.min(SLOWEST).get());
    let [least, most] = TIMES_FOR_AMOUNT;
    time.clamp(least, most)
}

/// `NAME=VALUE`; names may be paths that hold an equals sign, values never do.
fn split<'a>(text: &'a str, option: &'static str) -> Result<(&'a str, &'a str)> {
    let parts = text.rsplit_once('=').map(|(name, value)| (name.trim(), value.trim()));
    parts.filter(|(name, value)| !name.is_empty() && !value.is_empty()).ok_or_else(|| {
        let what = Message::new("measure-no-equals").with("option", option);
        CommandFailure::usage(what.with("text", text))
    })
}

fn own(texts: &[String], targets: &[NamedTarget]) -> Result<BTreeMap<Id, Workload>> {
    let mut own = BTreeMap::new();
    for text in texts {
        let (name, workload) = split(text, "--as")?;
        let id = among(targets, name)?.id.clone();
        if own.insert(id, named(workload)?).is_some() {
            return Err(twice("--as", name));
        }
    }
    Ok(own)
}

fn twice(option: &'static str, name: &str) -> CommandFailure {
    let what = Message::new("measure-option-twice").with("option", option);
    CommandFailure::usage(what.with("name", name))
}

fn limits(texts: &[String], targets: &[NamedTarget]) -> Result<RateLimits> {
    let mut limits = RateLimits::default();
    for text in texts {
        let (name, rate) = split(text, "--limit")?;
        let text = rate;
        let rate = text.parse::<BytesPerSec>().ok().filter(|rate| *rate >= LEAST_RATE);
        let rate = rate.ok_or_else(|| {
            CommandFailure::usage(Message::new("measure-bad-limit").with("text", text))
        })?;
        let before = match name {
            ALL => limits.all.replace(rate),
            name => limits.of.insert(among(targets, name)?.id.clone(), rate),
        };
        if before.is_some() {
            return Err(twice("--limit", name));
        }
    }
    Ok(limits)
}

/// Less than this would not be a block a second.
const LEAST_RATE: BytesPerSec = BytesPerSec::new(1e3);

fn starts(args: &ConcurrencyArgs, targets: &[NamedTarget]) -> Result<StartOrder> {
    let mut order: Vec<Id> = Vec::new();
    for name in &args.start_order {
        let id = among(targets, name.trim())?.id.clone();
        if order.contains(&id) {
            return Err(twice("--start-order", name));
        }
        order.push(id);
    }
    let unasked = if order.is_empty() { Nanos::ZERO } else { STAGGER };
    Ok(StartOrder { order, stagger: args.stagger.unwrap_or(unasked) })
}

/// The sets, each request once.
pub fn sets(texts: &[String], targets: &[NamedTarget]) -> Result<Vec<SetRequest>> {
    let mut sets: Vec<SetRequest> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for text in texts {
        for request in of_text(text, targets)? {
            match &request {
                SetRequest::Named(name, _) if !names.insert(name.clone()) => {
                    return Err(twice("--set", name));
                }
                request if sets.contains(request) => {}
                _ => sets.push(request),
            }
        }
    }
    Ok(sets)
}

fn of_text(text: &str, targets: &[NamedTarget]) -> Result<Vec<SetRequest>> {
    if let Some((name, members)) = text.split_once('=') {
        let members = members_of(members, targets)?;
        return Ok(vec![SetRequest::Named(name_of(name.trim())?, members)]);
    }
    if text.contains(',') {
        let members = members_of(text, targets)?;
        let names: Vec<&str> = members.iter().map(Id::as_str).collect();
        return Ok(vec![SetRequest::Named(names.join("+"), members)]);
    }
    let kind = |word: &str| match word {
        "each" => Ok(SetRequest::Each),
        "pairs" => Ok(SetRequest::Pairs),
        "all" => Ok(SetRequest::All),
        _ => Err(CommandFailure::usage(Message::new("measure-bad-set").with("text", text))),
    };
    text.split("-and-").map(kind).collect()
}

/// A custom set name; names with another meaning are taken.
fn name_of(name: &str) -> Result<String> {
    let is_taken = name.is_empty() || [ALONE, ALL, "each", "pairs"].contains(&name);
    if is_taken {
        Err(CommandFailure::usage(Message::new("measure-set-name").with("name", name)))
    } else {
        Ok(name.to_owned())
    }
}

fn members_of(names: &str, targets: &[NamedTarget]) -> Result<Vec<Id>> {
    let mut members: Vec<Id> = Vec::new();
    for name in names.split(',').map(str::trim) {
        let id = among(targets, name)?.id.clone();
        if members.contains(&id) {
            return Err(CommandFailure::usage(
                Message::new("measure-set-twice").with("target", name),
            ));
        }
        members.push(id);
    }
    Ok(members)
}

#[cfg(test)]
mod tests;
