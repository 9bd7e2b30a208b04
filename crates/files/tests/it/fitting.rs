//! Requirements for drives and cards to fit boards of the catalogue: splits, adapters, room.

use narrows_catalog::{board, card};
use narrows_files::inventory::{devices_named, of_board, plan_file};
use narrows_files::machine_file;
use narrows_model::Machine;
use narrows_plan::device::{FormAdapter, FormFit, MovableDevice};
use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::makeshift::{self, PlacementMakeshift};
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::PlanCandidate;
use narrows_plan::search::{SearchEffort, best};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

fn inventory(id: &str) -> SlotInventory {
    of_board(board::board(id).expect("a known board")).unwrap()
}

fn devices(list: &str) -> Vec<MovableDevice> {
    devices_named(list).expect("models of the catalogue")
}

fn planned(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    constraints: Vec<Constraint>,
) -> Option<PlanCandidate> {
    let sequential = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let ask = PlacementRequest {
        constraints,
        objectives: vec![PlanObjective::Together(sequential)],
        ..PlacementRequest::default()
    };
    best(inventory, devices, &ask, &SearchEffort::default()).ok()?.candidates.into_iter().next()
}

fn makeshifts(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Vec<PlacementMakeshift> {
    let ask = PlacementRequest::default();
    let locations: Vec<Option<DeviceLocation>> = at.locations.iter().copied().map(Some).collect();
    makeshift::of(&PlacementJudge::new(inventory, devices, &ask, true), &locations)
}

fn slots(inventory: &SlotInventory, at: &Placement) -> Vec<String> {
    at.locations.iter().map(|&location| inventory.location_name(at, location).unwrap()).collect()
}

/// The first location of a slot, then bays of the first device.
fn in_bays(inventory: &SlotInventory, slot: &str, bays: u8) -> Placement {
    let (slot, _) = inventory.slot(slot).unwrap();
    let bays = (0..bays).map(|bay| DeviceLocation::Bay(0, bay));
    Placement {
        locations: [DeviceLocation::Slot(slot)].into_iter().chain(bays).collect(),
        ..Placement::default()
    }
}

/// A Ryzen 8000G has eight lanes for the slot: two sockets of four lanes each. A Ryzen 7000 has
/// sixteen, and all four work.
#[test]
fn a_carrier_of_four_in_a_slot_of_eight_lanes_takes_two_drives() {
    let mut inventory = inventory("gigabyte-b650-aorus-elite-ax");
    let devices = devices("asus-hyper-m2-x16-gen4, 4x samsung-990-pro-2000gb");
    let all = in_bays(&inventory, "PCIEX16", 4);
    let split = &inventory.splits(&devices, &all)[0];
    assert_eq!(split.way.iter().map(|lanes| lanes.get()).collect::<Vec<_>>(), [4; 4]);
    assert_eq!(split.setting.as_deref(), Some("PCIEX16 Bifurcation"));
    assert!(inventory.places(&devices, &all).is_ok() && split.is_known);

    inventory.settings.insert("CPU".to_owned(), "ryzen-8000g".to_owned());
    let two = in_bays(&inventory, "PCIEX16", 2);
    assert!(inventory.places(&devices[..3], &two).is_ok());
    let split = &inventory.splits(&devices[..3], &two)[0];
    assert_eq!(split.way.iter().map(|lanes| lanes.get()).collect::<Vec<_>>(), [4, 4]);
    assert_eq!((split.working.as_slice(), split.bays), (&[0, 1][..], 4));
    let three = in_bays(&inventory, "PCIEX16", 3);
    assert_eq!(inventory.places(&devices[..4], &three).unwrap_err(), [PlacementClash::NoLanes(3)]);
}

/// On LGA1700 the processor has x8/x8 at most: the first and the third socket, if the firmware offers
/// even that, which is unknown of this board. Beside an H610 it has x16 only.
#[test]
fn where_no_source_tells_of_the_firmware_the_processor_bounds_the_split() {
    let undivided = inventory("asus-prime-h610i-plus-d4");
    let inventory = inventory("gigabyte-z790-aorus-elite-ax");
    let devices = devices("quad-m2, 3x samsung-990-pro-2000gb");
    let two = in_bays(&undivided, "PCIEX16", 2);
    assert_eq!(undivided.splits(&devices[..3], &two)[0].working, [0]);
    let two = in_bays(&inventory, "PCIEX16", 2);
    let split = &inventory.splits(&devices[..3], &two)[0];
    assert_eq!((split.working.as_slice(), split.is_known), (&[0, 2][..], false));
    assert_eq!(makeshifts(&inventory, &devices[..3], &two), [PlacementMakeshift::Split(0)]);
    let three = in_bays(&inventory, "PCIEX16", 3);
    assert_eq!(inventory.places(&devices, &three).unwrap_err(), [PlacementClash::NoSplit(0)]);
    let one = in_bays(&inventory, "PCIEX16", 1);
    assert!(makeshifts(&inventory, &devices[..2], &one).is_empty());
}

/// Two drives by one cable of an MCIO connector of eight lanes, each with four; one alone leaves the
/// connector as it is.
#[test]
fn an_mcio_connector_of_eight_lanes_takes_two_drives() {
    let inventory = inventory("supermicro-h13ssl-n");
    let devices = devices("2x samsung-pm9a3-3840gb-u-2");
    let here = |at| Constraint::At(at, "MCIO1".to_owned());
    let planned = planned(&inventory, &devices, vec![here(0), here(1)]).unwrap();
    assert_eq!(slots(&inventory, &planned.placement), ["MCIO1/1", "MCIO1/2"]);
    let places = inventory.places(&devices, &planned.placement).unwrap();
    for place in &places {
        assert_eq!(place.fit, FormFit::With(FormAdapter::McioToU2));
        assert_eq!(place.offered.unwrap().lanes.get(), 4);
    }
    let splits = inventory.splits(&devices, &planned.placement);
    assert_eq!((splits.len(), splits[0].slot.as_str(), splits[0].used), (1, "MCIO1", 2));
    let first =
        Placement { locations: vec![planned.placement.locations[0]], ..Placement::default() };
    assert!(inventory.splits(&devices[..1], &first).is_empty());
}

/// One slot and two cards: the network card is left for the M.2 socket, on a riser, because the
/// graphics card has more lanes to lose. A third card has no place.
#[test]
fn on_a_board_with_one_slot_a_second_card_hangs_on_m2() {
    let inventory = inventory("asus-prime-h610i-plus-d4");
    let two = devices("gpu, nic-10g");
    let best = planned(&inventory, &two, Vec::new()).unwrap();
    assert_eq!(slots(&inventory, &best.placement), ["PCIEX16", "M.2_1"]);
    assert_eq!(makeshifts(&inventory, &two, &best.placement), [PlacementMakeshift::Riser(1)]);
    assert!(planned(&inventory, &two, vec![Constraint::NoAdapters]).is_none());
    assert!(planned(&inventory, &devices("gpu, nic-10g, hba"), Vec::new()).is_none());
}

/// A riser gives the one slot to both, on a board whose firmware splits it in halves.
#[test]
fn a_riser_gives_one_slot_to_two_cards() {
    let inventory = inventory("minisforum-bd790i");
    let devices = devices("riser-x8x8, gpu, nic-10g");
    let best = planned(&inventory, &devices, Vec::new()).unwrap();
    assert!(makeshifts(&inventory, &devices, &best.placement).is_empty());
    assert_eq!(slots(&inventory, &best.placement)[0], "PCIEX16");
    let places = inventory.places(&devices, &best.placement).unwrap();
    assert!(places[1..].iter().all(|place| place.offered.unwrap().lanes.get() == 8));
}

/// Slots in rows 1, 3 and 4: a graphics card in the first covers row 3 unless it is two slots thick.
#[test]
fn a_card_is_not_put_into_a_slot_that_another_covers() {
    let inventory = inventory("msi-b760m-project-zero");
    let with = |card: &str| {
        let devices = devices(&format!("{card}, asmedia-asm1062"));
        let best = planned(&inventory, &devices, vec![Constraint::Lanes(0, 16)]).unwrap();
        slots(&inventory, &best.placement)
    };
    assert_eq!(with("gpu"), ["PCI_E1", "PCI_E3"]);
    let thin = devices("gpu@2-slot, 2x asmedia-asm1062");
    let best = planned(&inventory, &thin, vec![Constraint::Lanes(0, 16)]).unwrap();
    assert!(makeshifts(&inventory, &thin, &best.placement).is_empty());
    let thick = devices("gpu, 2x asmedia-asm1062");
    let best = planned(&inventory, &thick, vec![Constraint::Lanes(0, 16)]).unwrap();
    assert_eq!(makeshifts(&inventory, &thick, &best.placement).len(), 1);
}

/// Six drives behind a two-lane module: they share its link, 1.6 GB/s of 6 × 540 MB/s.
#[test]
fn sata_drives_hang_on_a_controller_in_m2() {
    let inventory = inventory("asus-tuf-gaming-b650-plus-wifi");
    let devices = devices("m2-asm1166, 8x samsung-850-evo-250gb");
    let best = planned(&inventory, &devices, Vec::new()).unwrap();
    let slots = slots(&inventory, &best.placement);
    assert!(slots[0].starts_with("M.2_"), "{slots:?}");
    let behind = slots[1..].iter().filter(|slot| slot.starts_with(&slots[0])).count();
    assert_eq!((behind, slots.iter().filter(|slot| slot.starts_with("SATA")).count()), (4, 4));
    let controller: f64 = best
        .outcomes
        .iter()
        .zip(&slots[1..])
        .filter(|(_, slot)| slot.starts_with(&slots[0]))
        .map(|(outcome, _)| outcome.rate.as_mb_s())
        .sum();
    assert!((1500.0..1700.0).contains(&controller), "{controller}");
}

/// On every board and in every slot that takes a four-drive carrier: as many drives have lanes as the
/// slot has sockets for, one more has none, and from the second drive on there is a setting to name,
/// in the board's own words if it has them.
#[test]
fn every_slot_of_every_board_says_how_a_carrier_splits_it() {
    let mut named = 0;
    for board in board::all() {
        let inventory = of_board(board).unwrap();
        let devices = devices("quad-m2, 4x samsung-950-pro-256gb");
        for slot in inventory.slots.iter().filter(|slot| slot.is_for_cards()) {
            let fits = |bays: u8| {
                let at = in_bays(&inventory, &slot.id, bays);
                inventory.places(&devices[..=usize::from(bays)], &at).is_ok().then_some(at)
            };
            let Some(most) = (1..=4).rev().find_map(|bays| Some((bays, fits(bays)?))) else {
                continue;
            };
            let about = format!("{} {}", board.id, slot.id);
            let lanes = slot.link.unwrap().lanes.get();
            assert!(most.0 <= (lanes / 4).max(1), "{about}");
            assert!((1..most.0).all(|bays| fits(bays).is_some()), "{about}");
            let splits = inventory.splits(&devices[..=usize::from(most.0)], &most.1);
            assert_eq!(splits.len(), usize::from(most.0 > 1), "{about}");
            for split in splits {
                assert_eq!(split.working.len(), usize::from(most.0), "{about}");
                assert_eq!(split.setting, board.slot(&slot.id).unwrap().split_setting, "{about}");
                named += usize::from(split.setting.is_some());
            }
        }
    }
    assert!(named > 5, "{named}");
}

/// A PCIe 5.0 drive in the first bay of every carrier of the catalogue, in a 5.0 x16 slot: it has no more than
/// the card, nor does a machine file of it.
#[test]
fn no_card_passes_on_more_than_it_has_itself() {
    let inventory = inventory("asus-rog-maximus-z790-extreme");
    let mut bounded = 0;
    for card in card::all().iter().filter(|card| card.bays > 0) {
        let Some(own) = card.link else { continue };
        let devices = devices(&format!("{}, samsung-9100-pro-2000gb", card.id));
        let at = in_bays(&inventory, "PCIEX16(G5)_1", 1);
        let Ok(machine) = inventory.machine(&devices, &at, &[]) else { continue };
        let link_of = |machine: &Machine| {
            let mut drives = machine.topology.drives.values();
            let controller = drives.next()?.controller.clone()?;
            machine.topology.nodes.get(&controller)?.link.as_ref()?.current
        };
        let link = link_of(&machine).unwrap();
        assert!(
            link.rate <= own.rate && link.lanes.get() == card.bay_lanes.unwrap_or(4),
            "{}: {link}",
            card.id
        );
        let text = plan_file(&inventory, &devices, &at, &[], &[]).unwrap();
        let read = machine_file::read(&text).unwrap();
        assert_eq!(link_of(&read.machine), Some(link), "{}: {text}", card.id);
        bounded += 1;
    }
    assert!(bounded > 3, "{bounded}");
}

/// A switch of the third generation: 3.0 x4 carries 3,588 MB/s, wherever the card is and whatever the drives can do.
#[test]
fn a_switch_of_the_third_generation_passes_on_its_own_rate() {
    let inventory = inventory("asus-rog-maximus-z790-extreme");
    let devices = devices("quad-m2-asm2824, 2x samsung-990-pro-2000gb");
    let at = Placement {
        locations: in_bays(&inventory, "PCIEX16(G5)_1", 2).locations,
        ..Placement::default()
    };
    let sequential = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let ask = PlacementRequest {
        objectives: vec![PlanObjective::Each(sequential)],
        ..PlacementRequest::default()
    };
    let judge = PlacementJudge::new(&inventory, &devices, &ask, true);
    let each = judge.candidate(&at).unwrap().scores[0];
    assert!((each - 3588.0).abs() < 2.0, "{each}");
}

/// Every adapter that a plan can name is in the catalogue, with its kind and source.
#[test]
fn every_adapter_is_in_the_catalogue() {
    for adapter in FormAdapter::ALL {
        let card = narrows_catalog::card::card(adapter.id()).unwrap();
        assert_eq!(card.kind, narrows_catalog::card::CardKind::Adapter, "{}", card.id);
    }
}
