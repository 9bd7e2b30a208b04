//! Unusual facts about a result, as short pieces beside its line.
//!
//! There is no remark on normal values: a page on which every row has remarks
//! is not read.

use narrows_messages::{Localizer, Message};
use narrows_record::run::{RateChange, TargetMeasurement, TargetStack};
use narrows_record::see::LinkState;
use narrows_record::word::{TargetSet, TransferDirection};

use crate::clean::clean;
use crate::words;

/// A thread that computes for more than this share of the time is a limit itself.
const THREAD_BUSY: f64 = 0.9;
/// Degrees Celsius that a drive warmed by, or had at the most, from which on it is shown.
const WARMED: i32 = 10;
const HOT: i32 = 70;
/// Percent of a file system in use from which on a drive has little room to write in.
const FULL: f64 = 80.0;
/// A flush of more than this part of the window had much left to write.
const FLUSH_SHARE: f64 = 0.1;
/// Windows go by samples of 1 ms: of fewer than 50 the rate is known to 2 % or worse.
const WINDOW_SHORT_S: f64 = 0.05;
/// Shorter windows cannot be steady by the rule.
const WINDOW_MIN_S: f64 = 5.0;
/// Schedulers that are usual, and cost next to nothing.
const USUAL_SCHEDULERS: [&str; 2] = ["none", "mq-deadline"];

/// One piece, and whether it casts doubt on the figure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResultRemark {
    pub(crate) text: String,
    pub(crate) alarm: bool,
}

/// All that is unusual about a result, doubts first.
pub(crate) fn facts(row: &TargetMeasurement, localizer: &Localizer) -> Vec<ResultRemark> {
    let plain =
        [course(row), written(row), parameters(row), surroundings(row), place(row)].concat();
    let remark = |message: &Message, alarm| ResultRemark { text: localizer.say(message), alarm };
    let busiest = busiest_thread(row);
    let percent = format!("{:.0}", busiest * 100.0);
    let thread = Message::new("fact-thread").with("percent", percent);
    let failed = Message::new("fact-failed").count("count", row.errors as usize);
    let wrong = row.verified.as_ref().filter(|verified| verified.wrong > 0).map(|verified| {
        Message::new("fact-wrong")
            .with("wrong", verified.wrong)
            .with("blocks", verified.blocks)
            .with("first", verified.first_wrong.unwrap_or_default())
    });
    let short = Message::new("fact-short").with("seconds", words::duration(row.window_s));
    let short = (row.ops > 0 && row.window_s < WINDOW_SHORT_S).then_some(short);
    let thread = (busiest >= THREAD_BUSY).then_some(thread);
    let failed = (row.errors > 0).then_some(failed);
    let alarms: Vec<Message> = wrong.into_iter().chain(failed).chain(short).chain(thread).collect();
    let alarms = alarms.iter().map(|message| remark(message, true));
    alarms.chain(plain.iter().map(|message| remark(message, false))).collect()
}

/// The pieces on one line; `⚠` precedes each that casts doubt.
pub(crate) fn line(facts: &[ResultRemark]) -> String {
    let piece =
        |fact: &ResultRemark| format!("{}{}", if fact.alarm { "⚠ " } else { "" }, fact.text);
    words::dotted(facts.iter().map(piece))
}

/// How each of these ran: alone, together or in which set, and which repeat; nothing where all ran
/// alone and once.
pub(crate) fn when(rows: &[&TargetMeasurement], localizer: &Localizer) -> Vec<String> {
    if rows.iter().all(|row| row.set == TargetSet::Alone && row.repeat <= 1) {
        return vec![String::new(); rows.len()];
    }
    let set = |row: &TargetMeasurement| match &row.set {
        TargetSet::Alone => localizer.text("report-column-alone"),
        TargetSet::All => localizer.text("report-column-together"),
        set => clean(set.as_str()),
    };
    let repeat = |row: &TargetMeasurement| match row.repeat {
        0 | 1 => String::new(),
        repeat => format!(" #{repeat}"),
    };
    rows.iter().map(|row| set(row) + &repeat(row)).collect()
}

/// The share of a core that a result's busiest thread used, 0 to 1.
pub(crate) fn busiest_thread(row: &TargetMeasurement) -> f64 {
    let threads = row.threads.iter().map(|thread| thread.user + thread.system);
    threads.fold(row.thread_cpu, f64::max)
}

/// The course of the rate: each lasting change, and where it was steady if not throughout.
fn course(row: &TargetMeasurement) -> Vec<Message> {
    let change = |change: &RateChange| {
        Message::new("fact-changed")
            .with("from", words::rate(change.from_mb_s))
            .with("to", words::rate(change.to_mb_s))
            .with("bytes", decimal(change.after_bytes))
    };
    let mut messages: Vec<Message> = row.changes.iter().map(change).collect();
    // After a change its new level is the steady one.
    let settled_late = |from_s: f64| row.changes.is_empty() && from_s > row.window_s / 10.0;
    match row.steady {
        Some(steady) if settled_late(steady.from_s) => messages.push(
            Message::new("fact-steady")
                .with("rate", words::rate(steady.mb_s))
                .with("seconds", words::duration(steady.from_s)),
        ),
        None if row.window_s >= WINDOW_MIN_S && row.imported.is_none() => {
            messages.push(Message::new("fact-not-steady"))
        }
        _ => {}
    }
    messages
}

/// `13.0 GB`, in 10^9 bytes, in which drives and their caches are sold and rates are given.
fn decimal(bytes: u64) -> String {
    match bytes as f64 / 1e6 {
        mb if mb < 999.5 => format!("{mb:.0} MB"),
        mb if mb < 99_950.0 => format!("{:.1} GB", mb / 1e3),
        mb => format!("{:.0} GB", mb / 1e3),
    }
}

/// Work left undone by writing when the window closed, and the state before it.
fn written(row: &TargetMeasurement) -> Vec<Message> {
    let Some(written) = &row.written else { return Vec::new() };
    let long = written.flush_s.filter(|&flush_s| flush_s > row.window_s * FLUSH_SHARE);
    let flush = long.map(|s| Message::new("fact-flush").with("seconds", words::duration(s)));
    let unfilled = (!written.filled).then(|| Message::new("fact-unfilled"));
    flush.into_iter().chain(unfilled).collect()
}

/// Its options besides the workload, and their result.
fn parameters(row: &TargetMeasurement) -> Vec<Message> {
    let asked = &row.asked;
    let mixed = (row.read_mb_s > 0.0 && row.write_mb_s > 0.0).then(|| {
        let read = Message::new("fact-mixed").with("read", words::rate(row.read_mb_s));
        read.with("written", words::rate(row.write_mb_s))
    });
    let held = |limit| Message::new("fact-held").with("rate", words::rate(limit));
    let later = Message::new("fact-later").with("seconds", words::duration(asked.start_after_s));
    let sound = row.verified.as_ref().filter(|it| it.wrong == 0 && it.blocks > 0);
    let sound = sound.map(|verified| Message::new("fact-verified").with("blocks", verified.blocks));
    let later = (asked.start_after_s > 0.0).then_some(later);
    mixed.into_iter().chain(asked.limit_mb_s.map(held)).chain(later).chain(sound).collect()
}

/// Temperature and link, if they changed.
fn surroundings(row: &TargetMeasurement) -> Vec<Message> {
    let celsius = || row.watched.temperatures.iter().map(|look| look.celsius);
    let first_last = celsius().next().zip(celsius().next_back());
    let most = celsius().max().unwrap_or_default();
    let limit = row.watched.temperature_limit_c.unwrap_or(HOT);
    let warm = first_last.filter(|(from, to)| to - from >= WARMED || most >= limit);
    let warm = warm.map(|(from, to)| {
        Message::new("fact-temperature").with("from", from).with("to", to.max(most))
    });
    let mut links: Vec<LinkState> = row.watched.links.iter().filter_map(|look| look.link).collect();
    links.dedup();
    let states: Vec<String> = links.into_iter().map(|link| link.to_string()).collect();
    let link = Message::new("fact-link").with("states", states.join(" → "));
    warm.into_iter().chain((states.len() > 1).then_some(link)).collect()
}

/// Layers between requests and drive, if they matter to the figure.
fn place(row: &TargetMeasurement) -> Vec<Message> {
    let TargetStack {
        layers,
        scheduler,
        copy_on_write,
        compressed,
        fill_percent,
        write_cache,
        answers_before,
        ..
    } = &row.place;
    let writes = row.direction == TransferDirection::Write || row.write_mb_s > 0.0;
    let odd = scheduler.as_deref().filter(|name| !USUAL_SCHEDULERS.contains(name));
    let full = fill_percent.filter(|percent| writes && *percent >= FULL);
    let over = layers.iter().map(|layer| clean(layer)).collect::<Vec<_>>().join(" + ");
    let with = |id, name, value: String| Message::new(id).with(name, value);
    let facts = [
        (!answers_before.is_empty()).then(|| Message::new("fact-answered-before")),
        (!layers.is_empty()).then(|| with("fact-layers", "layers", over)),
        odd.map(|name| with("fact-scheduler", "name", clean(name))),
        (*copy_on_write && writes).then(|| Message::new("fact-copied")),
        (*compressed == Some(true)).then(|| Message::new("fact-compressed")),
        full.map(|percent| with("fact-full", "percent", format!("{percent:.0}"))),
        (writes && *write_cache == Some(false)).then(|| Message::new("fact-no-write-cache")),
    ];
    facts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
