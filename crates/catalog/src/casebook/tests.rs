//! Requirements on the casebook's data.

use std::collections::BTreeSet;

use narrows_messages::{Language, message_ids};

use super::*;

/// The figures that the write-ups' texts measure, derive, add up or estimate. An item that gives
/// several figures has several rows, whose ids begin with its own.
const FIGURES: &str = "\
    000.lanes.slots_plus_m2 000.lanes.total_needed 000.lanes.available 000.triple.read \
    000.double.read 001.single.read 001.single.write 001.irst.read 001.irst.write \
    001.irst.read_gain 001.irst.write_scaling 001.irst.atto_read 001.slots.individual \
    001.split.read 001.dmi.effective 002.iom.live.seqw 002.iom.live.seqr 002.iom.live.rr \
    002.iom.live.rw 002.iom.seqw 002.iom.seqr 002.iom.rw 002.iom.rr 002.atto.r 002.atto.w \
    002.cdm.cpu 002.cpu.raid_cost 002.me.plextor.load 002.me.plextor.conv 002.me.ssd750.load \
    002.me.ssd750.conv 002.me.ratio 002.hb.plextor 002.hb.ssd750 002.hb.diff 002.hb.h265 \
    002.copy.plextor_to_raid 002.copy.raid_to_raid 002.copy.two_singles 002.blast.search \
    003.lane.g1x2 003.lane.g2x2 003.lane.g2x4 003.lane.g3x2 003.lane.r1 003.lane.r2 \
    003.lane.r3 003.lane.g3x4_est 003.oprom.delay 003.boottime.same 004.cache.wb_4k \
    004.stripe.seq_read_hi 004.stripe.seq_read_16";

const UNITS: &[&str] = &["MB/s", "MiB/s", "IOPS", "s", "x", "%", "lanes"];

const LIMITS: &[&str] = &[
    "link",
    "uplink",
    "root_complex",
    "controller",
    "drive",
    "drive_iops",
    "depth",
    "cpu",
    "raid_layer",
    "memory",
    "cache",
    "heat",
    "throttle",
    "application",
];

fn both() -> [CasebookFile; 2] {
    [WRITE_UPS_TEXT.text(), PUBLISHED_TEXT.text()].map(|text| toml::from_str(text).unwrap())
}

fn queries(row: &CasebookEntry) -> impl Iterator<Item = &PredictionQuery> {
    [&row.ask, &row.per, &row.less].into_iter().flatten()
}

fn why(row: &CasebookEntry) -> Option<&String> {
    row.why.as_ref().or(row.why_text.as_ref())
}

#[test]
fn every_figure_of_the_write_ups_has_a_row() {
    let [data, _] = both();
    for figure in FIGURES.split(' ') {
        let part = format!("{figure}.");
        let is_of_it = |row: &CasebookEntry| row.id == figure || row.id.starts_with(&part);
        assert!(data.row.iter().any(is_of_it), "{figure}");
    }
    assert_eq!(data.system.len(), 5);
}

#[test]
fn every_row_has_a_figure_a_unit_and_a_system_of_its_own_file() {
    for data in both() {
        let ids: BTreeSet<&str> = data.row.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids.len(), data.row.len(), "an id stands twice");
        for row in &data.row {
            assert!(data.system.iter().any(|system| system.id == row.system), "{}", row.id);
            assert!(row.published.or(row.low).or(row.high).is_some(), "{}", row.id);
            assert!(row.published.is_none() || row.low.or(row.high).is_none(), "{}", row.id);
            assert!(row.low.zip(row.high).is_none_or(|(low, high)| low < high), "{}", row.id);
            assert!(UNITS.contains(&row.unit.as_str()), "{}: {}", row.id, row.unit);
            let limit = row.published_limit.as_deref();
            assert!(limit.is_none_or(|limit| LIMITS.contains(&limit)), "{}: {limit:?}", row.id);
        }
    }
}

#[test]
fn every_role_has_what_it_needs() {
    for row in both().iter().flat_map(|data| &data.row) {
        match row.role {
            CasebookEntryRole::Checks => assert!(row.ask.is_some(), "{} asks nothing", row.id),
            _ => assert!(why(row).is_some(), "{} does not say why", row.id),
        }
        assert!(row.ask.is_none() || row.inputs.is_some(), "{} has no tolerance", row.id);
        assert!(row.ask.is_some() || (row.per.is_none() && row.less.is_none()), "{}", row.id);
        assert_eq!(row.ask.is_some() && row.unit == "x", row.per.is_some(), "{}", row.id);
    }
}

#[test]
fn at_most_ten_figures_of_the_write_ups_are_unexplained() {
    let [data, _] = both();
    let unexplained = data.row.iter().filter(|row| row.role == CasebookEntryRole::Unexplained);
    assert!(unexplained.count() <= 10);
}

/// Otherwise a constant could be fitted to the figure that checks it.
#[test]
fn applications_are_calibrated_by_rows_that_calibrate() {
    let [data, _] = both();
    for (row, query) in data.row.iter().flat_map(|row| queries(row).map(move |it| (row, it))) {
        let Some(by) = &query.calibrated_by else { continue };
        let named = data.row.iter().find(|other| other.id == *by).unwrap();
        assert_eq!(named.role, CasebookEntryRole::Calibrates, "{} is calibrated by {by}", row.id);
        assert_ne!(named.id, row.id);
    }
}

#[test]
fn every_machine_is_a_machine_file_and_holds_what_is_queried() {
    let [data, _] = both();
    for system in &data.system {
        let usual = system.machine.as_deref().unwrap();
        for row in data.row.iter().filter(|row| row.system == system.id) {
            for query in queries(row) {
                let name = query.machine.as_deref().unwrap_or(usual);
                let text = crate::machine::machine(name).unwrap_or_else(|| panic!("{name}"));
                let place = |id: &String| id == "total" || id == "chipset" || has(text, id);
                let named = query.together.iter().chain([&query.of]).chain(&query.to);
                let changed = query.change.iter().flat_map(|change| &change.array);
                for id in named.chain(changed) {
                    assert!(place(id), "{}: {name} has no {id}", row.id);
                }
            }
        }
    }
}

/// Whether the machine file has that id, or the one that its number was put behind.
fn has(text: &str, id: &str) -> bool {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    text.contains(&format!("id = \"{id}\"")) || text.contains(&format!("id = \"{stem}\""))
}

#[test]
fn every_sentence_is_there_in_both_languages_and_no_other() {
    let [data, _] = both();
    let rows = data.row.iter().flat_map(|row| [&row.what, &row.author, &row.why, &row.doubt]);
    let systems = data.system.iter().flat_map(|system| [&system.title, &system.finding]);
    let named: BTreeSet<&str> = rows.chain(systems).flatten().map(String::as_str).collect();
    for language in Language::ALL {
        let there = message_ids(language).into_iter().filter(|id| id.starts_with("casebook-"));
        assert_eq!(there.collect::<BTreeSet<_>>(), named, "{language:?}");
    }
}

/// Two rows by hand: a ratio over two chunks, and a copy's seconds.
#[test]
fn queries_read_as_written() {
    let row = |id: &str| rows().iter().find(|row| row.id == id).unwrap();
    let ratio = row("004.stripe.seq_read.32");
    let chunk = |it: &Option<PredictionQuery>| it.clone().unwrap().change.unwrap().chunk.unwrap();
    assert_eq!((chunk(&ratio.ask).get(), chunk(&ratio.per).get()), (32_768, 16_384));
    let load = row("002.me.ssd750.load").ask.clone().unwrap();
    assert_eq!(load.amount.unwrap().get(), 12_700_000_000);
    assert_eq!((load.measure, load.overlaps), (PredictionMeasure::Seconds, false));
}
