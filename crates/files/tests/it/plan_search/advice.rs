//! The advice below a plan agrees with the plan: on every board, for every way to create an array and to boot.

use std::collections::BTreeSet;

use narrows_catalog::board;
use narrows_files::inventory::{devices_named, of_board};
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::SourcedFact;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::result::PlanCandidate;
use narrows_plan::search::{PlacementSearch, SearchEffort};
use narrows_plan::words;

/// Two drives for an array and another one to boot from, each set with its other constraints.
const SETS: [(&str, &[&str]); 2] = [
    (
        "a=samsung-990-pro-2000gb, b=samsung-990-pro-2000gb, c=samsung-980-pro-1000gb",
        &["free-sata>=2", "boot=raid0", "boot=c"],
    ),
    ("a=samsung-850-evo-250gb, b=samsung-850-evo-250gb, c=samsung-980-pro-1000gb", &["boot=c"]),
];

/// Advice of which one undoes the other; with `true` only if about the same slot.
const OPPOSITES: [(&str, &str, bool); 6] = [
    ("feasible-set-slot-entry", "feasible-set-not-behind-raid", true),
    ("feasible-set-vmd-on", "feasible-set-not-behind-vmd", false),
    ("feasible-set-amd-nvme-mode", "feasible-set-not-behind-vmd", false),
    ("feasible-set-module-off", "feasible-set-legacy-start", false),
    ("feasible-set-uefi-start", "feasible-set-legacy-storage", false),
    ("feasible-set-windows-os", "feasible-set-linux-os", false),
];
const OF_SLOTS: [&str; 3] =
    ["feasible-set-slot-entry", "feasible-set-slot-width", "feasible-set-not-behind-raid"];

fn advice(candidate: &PlanCandidate) -> Vec<&Message> {
    candidate.answers.iter().flat_map(|answer| &answer.set).collect()
}

/// The subject of a message, as people read it.
fn about(message: &Message) -> String {
    format!("{:?}", message.values())
}

fn wrong(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    candidate: &PlanCandidate,
) -> Vec<String> {
    let places = inventory.places(devices, &candidate.placement).expect("it is possible");
    let advice = advice(candidate);
    let mut wrong = Vec::new();
    for (one, other, same_slot) in OPPOSITES {
        let of = |id: &str| -> BTreeSet<String> {
            let all = advice.iter().filter(|it| it.id() == id);
            all.map(|it| if same_slot { about(it) } else { String::new() }).collect()
        };
        wrong.extend(of(one).intersection(&of(other)).map(|it| format!("{one}, {other} {it}")));
    }
    for message in advice.iter().filter(|it| OF_SLOTS.contains(&it.id())) {
        let is_it = |slot: &str| about(message) == about(&Message::new("").with("what", slot));
        let Some(at) = places.iter().position(|place| is_it(&place.slot)) else {
            wrong.push(format!("nothing is in the slot of {message:?}"));
            continue;
        };
        let lanes = places[at].offered.map(|link| link.lanes.get());
        if message.id() == "feasible-set-slot-width" && lanes.is_none_or(|lanes| lanes < 4) {
            wrong.push(format!("the plan has {lanes:?} lanes: {message:?}"));
        }
    }
    for (place, device) in places.iter().zip(devices) {
        let slot = inventory.slot(&place.slot).map(|(_, slot)| slot);
        if slot.is_some_and(|slot| device.fit(slot.form, &slot.devices) != Some(place.fit)) {
            wrong.push(format!("{} has another adapter than it needs", device.id));
        }
    }
    for (name, value) in &candidate.placement.settings {
        if !inventory.choices().get(name.as_str()).is_some_and(|it| it.contains(value.as_str())) {
            wrong.push(format!("no rule knows {name} = {value}"));
        }
    }
    wrong
}

/// The engines that the platform does not rule out whatever is put where.
fn engines(inventory: &SlotInventory) -> Vec<&'static str> {
    let platform = &inventory.situation.platform;
    let may_be = |fact: &SourcedFact<bool>| fact.value() != Some(&false);
    let all = [
        ("intel-rst", may_be(&platform.remaps) || may_be(&platform.sata_raid)),
        ("intel-rst-vmd", may_be(&platform.rst_vmd)),
        ("intel-vroc", may_be(&platform.vroc)),
        ("amd-raidxpert2", may_be(&platform.raidxpert2)),
        ("linux-md", true),
    ];
    all.into_iter().filter(|(_, may_be)| *may_be).map(|(engine, _)| engine).collect()
}

#[test]
fn no_advice_contradicts_the_plan_above_it() {
    let (mut count, mut with_advice) = (0, 0);
    let mut all = Vec::new();
    let sets = SETS.map(|(devices, beside)| (devices_named(devices).expect("models"), beside));
    let inventories: Vec<SlotInventory> =
        board::all().iter().map(|board| of_board(board).unwrap()).collect();
    for (inventory, (devices, beside)) in
        inventories.iter().flat_map(|it| sets.iter().map(move |set| (it, set)))
    {
        let words = engines(inventory).into_iter().flat_map(|engine| {
            beside.iter().map(move |beside| format!("raid0:{engine}=a+b,{beside},sequential"))
        });
        for words in words {
            let ask = words::read([words.as_str()], inventory, devices).expect("words");
            let effort = SearchEffort {
                placements: 60,
                top: 1,
                allow_unknown: true,
                ..SearchEffort::default()
            };
            let search = PlacementSearch { inventory, devices, request: &ask, effort };
            // Why there is none takes longer to find out than that there is none.
            let Some(result) = search.best_beside(&[]) else { continue };
            let candidate = &result.candidates[0];
            count += 1;
            with_advice += usize::from(!advice(candidate).is_empty());
            let wrong = wrong(inventory, devices, candidate);
            all.extend(wrong.into_iter().map(|it| format!("{} {words}: {it}", inventory.name)));
        }
    }
    println!("{count} found, {with_advice} with advice");
    assert!(all.is_empty(), "{} of {count}:\n{}", all.len(), all.join("\n"));
    assert!(with_advice > 500, "{with_advice}");
}
