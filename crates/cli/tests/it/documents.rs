//! Properties of every document, whatever its figures are: `predict`, `lanes`, `see`, `check` and `plan` of every
//! machine of the catalogue and of every capture of the project.

use std::collections::BTreeSet;

use narrows_record::lanes::{
    LaneProviderRecord, LaneProviderRecordKind, LaneTakerRecord, LanesDocument,
};
use narrows_record::plan::{PlanArrangement, PlanDocument};
use narrows_record::predict::{PredictDocument, Prediction};
use narrows_record::see::SeeDocument;
use narrows_record::words;
use narrows_verdict::answer::{predict, see};
use serde::Serialize;
use serde_json::Value;

use crate::json;
use crate::machines::{ANSWERED, CHECKED, all};

fn assert_published(document: &impl Serialize) {
    json::document(&words::to_vec_kept(document).unwrap());
}

/// Figures of documents are rounded to a tenth.
fn at_most(figure: f64, most: f64) -> bool {
    figure <= most * 1.0001 + 0.11
}

fn is_near(figure: f64, other: f64) -> bool {
    at_most(figure, other) && at_most(other, figure)
}

/// The ids of everything that may have a limit.
fn ids(see: &SeeDocument) -> BTreeSet<&str> {
    let storage = see.storage.iter().map(|it| &it.id);
    let ids = storage.chain(see.drives.iter().map(|it| &it.id));
    let ids = ids.chain(see.arrays.iter().map(|it| &it.id));
    let ids =
        ids.chain(see.devices.iter().map(|it| &it.id)).chain(see.ports.iter().map(|it| &it.id));
    ids.map(String::as_str).collect()
}

#[test]
fn predictions_of_every_machine_agree_with_themselves() {
    let mut rows = 0;
    for mut source in all() {
        let name = source.name.clone();
        let document = predict::answer(&predict::PredictionRequest::default(), &mut source);
        let document = document.expect(&name);
        assert_published(&document);
        let known = ids(&document.machine);
        for row in &document.results {
            assert_row(&name, row, &document, &known);
        }
        for total in &document.totals {
            assert!(at_most(total.low_mb_s, total.mb_s), "{name}: {total:?}");
            assert!(at_most(total.mb_s, total.high_mb_s), "{name}: {total:?}");
            let is_of_it = |row: &&Prediction| {
                (&row.workload, &row.job, &row.set) == (&total.workload, &total.job, &total.set)
            };
            let parts = document.results.iter().filter(is_of_it);
            let (sum, drives) = parts.fold((0.0, 0.0), |(sum, drives), row| {
                (sum + row.mb_s * row.times(), drives + row.times())
            });
            // Each figure is rounded, the sum as well.
            assert!(
                (sum - total.mb_s).abs() < 0.051 * (drives + 1.0),
                "{name}: {sum} of {total:?}"
            );
        }
        rows += document.results.len();
    }
    assert!(rows > 300, "{rows}");
}

fn assert_row(name: &str, row: &Prediction, document: &PredictDocument, known: &BTreeSet<&str>) {
    assert!(row.low_mb_s > 0.0 && at_most(row.low_mb_s, row.mb_s), "{name}: {row:?}");
    assert!(at_most(row.mb_s, row.high_mb_s), "{name}: {row:?}");
    assert!(known.contains(row.target.as_str()), "{name}: {row:?}");
    assert!(row.together.iter().all(|id| known.contains(id.as_str())), "{name}: {row:?}");
    for limit in [Some(&row.limit), row.next_limit.as_ref()].into_iter().flatten() {
        assert!(limit.capacity > 0.0 && limit.load >= 0.0, "{name}: {limit:?}");
        assert!(limit.load <= limit.capacity * 1.001 + 0.11, "{name}: overloaded: {limit:?}");
        assert!(limit.id.is_empty() || known.contains(limit.id.as_str()), "{name}: {limit:?}");
    }
    // A drive is at most as fast as the links on its path, and no faster than alone.
    let storage = document.machine.storage.iter().find(|it| it.id == row.target);
    let carried = storage.and_then(|it| Some(it.narrowest.as_ref()?.usable_mb_s));
    let drive = document.machine.drives.iter().find(|it| it.id == row.target);
    let moved = drive.and_then(|it| it.usable_mb_s);
    for most in carried.into_iter().chain(moved) {
        assert!(at_most(row.mb_s, most), "{name}: above {most}: {row:?}");
    }
    let is_alone = |it: &&Prediction| {
        let same = (&it.workload, &it.job, &it.target) == (&row.workload, &row.job, &row.target);
        same && it.set.to_string() == "alone"
    };
    if let Some(alone) = document.results.iter().find(is_alone) {
        assert!(at_most(row.mb_s, alone.mb_s), "{name}: faster than alone: {row:?}");
    }
}

#[test]
fn what_is_seen_of_every_machine_hangs_together() {
    for source in all() {
        let document = see::answer(&source);
        assert_published(&document);
        let name = &source.name;
        let known = ids(&document);
        let parents = document.storage.iter().filter_map(|it| it.parent.as_deref());
        let parents = parents.chain(document.devices.iter().filter_map(|it| it.parent.as_deref()));
        for parent in parents {
            assert!(known.contains(parent), "{name}: {parent}");
        }
        for storage in &document.storage {
            let hops = storage.hops.iter().filter_map(|hop| hop.link.usable_mb_s);
            let least = hops.min_by(f64::total_cmp);
            let narrowest = storage.narrowest.as_ref().map(|it| it.usable_mb_s);
            assert_eq!(narrowest, least, "{name}: {}", storage.id);
        }
        for array in &document.arrays {
            assert!(
                array.drives.iter().all(|id| known.contains(id.as_str())),
                "{name}: {}",
                array.id
            );
        }
    }
}

#[test]
fn lanes_of_every_machine_add_up() {
    for answered in &*ANSWERED {
        let (name, document) = (&answered.name, &answered.lanes);
        assert_published(document);
        document.providers.iter().for_each(|provider| assert_provider(name, provider));
        assert_total(name, document);
        for shared in &document.shared {
            assert!(at_most(shared.mb_s, shared.limit.capacity), "{name}: {shared:?}");
            assert!(shared.drives.len() > 1, "{name}: {shared:?}");
        }
    }
}

fn assert_provider(name: &str, provider: &LaneProviderRecord) {
    let sum = |lanes: fn(&LaneTakerRecord) -> Option<u32>| -> u32 {
        provider.takers.iter().filter_map(lanes).sum()
    };
    assert_eq!(provider.taken, sum(|taker| taker.taken), "{name}: {}", provider.id);
    assert_eq!(provider.filled, sum(|taker| taker.filled), "{name}: {}", provider.id);
    let mut so_far = 0;
    for taker in &provider.takers {
        so_far += taker.filled.unwrap_or(0);
        assert_eq!(taker.sum, so_far, "{name}: {taker:?}");
    }
    if let Some(uplink) = &provider.uplink {
        let asked: f64 = uplink.asked.iter().map(|it| it.mb_s).sum();
        assert!(is_near(asked, uplink.demand_mb_s), "{name}: {uplink:?}");
        let ratio = uplink.demand_mb_s / uplink.usable_mb_s;
        assert!((ratio - uplink.ratio).abs() < 0.006, "{name}: {ratio} of {uplink:?}");
    }
}

fn assert_total(name: &str, document: &LanesDocument) {
    let Some(total) = &document.total else { return };
    let counts = |it: &&LaneProviderRecord| {
        matches!(it.kind, LaneProviderRecordKind::Processor | LaneProviderRecordKind::Chipset)
    };
    let counted = document.providers.iter().filter(counts);
    let (lanes, taken) = counted
        .fold((0, 0), |(lanes, taken), it| (lanes + it.lanes_most.unwrap_or(0), taken + it.taken));
    assert_eq!((total.lanes, total.taken), (lanes, taken), "{name}");
}

#[test]
fn plans_of_every_machine_put_each_device_into_one_slot() {
    let planned = ANSWERED.iter().filter_map(|it| Some((&it.name, it.plan.as_ref()?)));
    let mut count = 0;
    for (name, document) in planned {
        assert_published(document);
        let arrangements = [&document.best, &document.today, &document.obvious];
        let arrangements = arrangements.into_iter().flatten().chain(&document.runners_up);
        arrangements.for_each(|placed| assert_placed(name, placed, document));
        if let (Some(best), Some(today)) = (&document.best, &document.today) {
            let first = |placed: &PlanArrangement| placed.scores.first().map(|score| score.value);
            assert!(first(best) >= first(today), "{name}: best is worse than today");
        }
        count += usize::from(document.best.is_some());
    }
    assert!(count > 16, "{count}");
}

#[test]
fn checks_of_every_machine_are_of_what_is_seen() {
    for source in all() {
        let Some(document) = CHECKED.get(&source.name) else { continue };
        let see = see::answer(&source);
        let known = ids(&see);
        for row in document["looked_at"].as_array().unwrap() {
            let unseen = row["unseen"].as_array().unwrap().iter();
            let is_known = |id: &Value| known.contains(id.as_str().unwrap());
            assert!(unseen.clone().all(is_known), "{}: {row}", source.name);
        }
        let partial = document["looked_at"].as_array().unwrap().iter();
        let is_unseen = |row: &Value| !row["unseen"].as_array().unwrap().is_empty();
        assert_eq!(document["partial"], partial.clone().any(is_unseen), "{}", source.name);
    }
}

fn assert_placed(name: &str, placed: &PlanArrangement, plan: &PlanDocument) {
    let slots: BTreeSet<&str> = plan.inventory.slots.iter().map(|it| it.id.as_str()).collect();
    let devices: BTreeSet<&str> = plan.devices.iter().map(|it| it.id.as_str()).collect();
    let put: BTreeSet<&str> = placed.placements.iter().map(|it| it.device.as_str()).collect();
    assert_eq!(
        (&put, put.len()),
        (&devices, placed.placements.len()),
        "{name}: {:?}",
        placed.placements
    );
    for put in &placed.placements {
        assert!(slots.contains(put.slot.as_str()), "{name}: {put:?}");
    }
    for attachment in &placed.attachments {
        let Some(uplink) = &attachment.uplink else { continue };
        assert!(at_most(uplink.load_mb_s, uplink.carries_mb_s), "{name}: {uplink:?}");
    }
    let flows: f64 = placed.flows.iter().map(|row| row.mb_s * row.times()).sum();
    assert!(is_near(flows, placed.total_mb_s), "{name}: {flows} of {}", placed.total_mb_s);
}
