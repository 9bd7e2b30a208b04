//! The published machines and boards as places.

use narrows_catalog::board::SlotForm;
use narrows_catalog::{board, chipset, cpu, machine};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_topology::FactBasis;

use super::*;
use crate::machine_file;

#[test]
fn a_machine_file_put_together_again_is_the_same_machine() {
    for named in machine::all() {
        let file = machine_file::read(named.text).unwrap();
        let inventory = of_file(&file);
        let again = inventory.machine(&inventory.devices, &inventory.today, &[]).unwrap();
        assert_eq!(again.topology.nodes, file.machine.topology.nodes, "{}", named.name);
        assert_eq!(again.topology.drives, file.machine.topology.drives, "{}", named.name);
        assert_eq!(again.figures, file.machine.figures, "{}", named.name);
        assert_eq!(again.ceilings, file.machine.ceilings, "{}", named.name);
    }
}

#[test]
fn every_board_has_its_slots_as_slots_and_nothing_in_them() {
    // A connector for two drives has two slots.
    let slot =
        |slot: &InventorySlot| slot.part.as_ref().map_or(&slot.id, |part| &part.slot).clone();
    for board in board::all() {
        let inventory = of_board(board).unwrap();
        let mut slots: Vec<String> = inventory.slots.iter().map(slot).collect();
        slots.dedup();
        let listed: Vec<&str> = board.slots.iter().map(|slot| slot.id.as_str()).collect();
        assert_eq!(slots, listed, "{}", board.id);
        assert_eq!(
            (inventory.devices.len(), inventory.rules.len()),
            (0, board.rules.len()),
            "{}",
            board.id
        );
    }
}

/// The slots use at most the chipset's lanes and ports.
#[test]
fn a_generic_board_has_no_more_than_its_chipset() {
    for chipset in chipset::all() {
        let inventory = of_chipset(chipset).unwrap();
        let on_chipset = || inventory.slots.iter().filter(|slot| slot.on.as_str() == "chipset");
        let lanes = on_chipset().filter_map(|slot| Some(u32::from(slot.link?.lanes.get()))).sum();
        let most: u32 = chipset.lanes.iter().map(|group| u32::from(group.count)).sum();
        let ports = on_chipset().filter(|slot| slot.link.is_none()).count();
        let most_ports = usize::from(chipset.sata.at_6g) + usize::from(chipset.sata.at_3g);
        assert_eq!((lanes, ports), (most, most_ports), "{}", chipset.id);
        assert!(inventory.slot("CPU_1").is_some(), "{}", chipset.id);
        assert!(
            inventory.slots.iter().all(|slot| slot.basis == narrows_topology::FactBasis::Assumed)
        );
    }
}

/// Ryzen 3000 to 5000: 24 lanes of 16 GT/s, four of which are the uplink.
#[test]
fn a_generic_board_has_the_lanes_of_its_processors() {
    // Not the second long slot, which has lanes of the first.
    let is_second = |slot: &InventorySlot| {
        slot.id == "CPU_2" && slot.link.is_some_and(|link| link.lanes.get() == 8)
    };
    let is_own = |slot: &&InventorySlot| slot.on.as_str() == "cpu" && !is_second(slot);
    let on_cpu = |id: &str| -> Vec<(String, String)> {
        let inventory = of_chipset(chipset::chipset(id).unwrap()).unwrap();
        let slots = inventory.slots.iter().filter(is_own);
        slots.map(|slot| (slot.id.clone(), slot.link.unwrap().to_string())).collect()
    };
    let expected = |id: &str, link: &str| (id.to_owned(), link.to_owned());
    assert_eq!(
        on_cpu("amd-x570"),
        [expected("CPU_1", "PCIe 4.0 x16"), expected("CPU_M2_1", "PCIe 4.0 x4")]
    );
    assert_eq!(on_cpu("intel-z170"), [expected("CPU_1", "PCIe 3.0 x16")]);
    // AM5: 28 lanes, four of them the uplink: 16 + 4 + 4, which boards wire as their chipset is
    // sold; USB4 takes four of them on X870. H610 leaves no lanes of the processor to M.2.
    let links = |id| on_cpu(id).into_iter().map(|(_, link)| link).collect::<Vec<_>>().join(", ");
    for (id, wired) in [
        ("amd-x670e", "PCIe 5.0 x16, PCIe 5.0 x4, PCIe 5.0 x4"),
        ("amd-x670", "PCIe 4.0 x16, PCIe 5.0 x4, PCIe 4.0 x4"),
        ("amd-b650", "PCIe 4.0 x16, PCIe 4.0 x4, PCIe 4.0 x4"),
        ("amd-a620", "PCIe 4.0 x16, PCIe 4.0 x4, PCIe 4.0 x4"),
        ("amd-x870", "PCIe 5.0 x16, PCIe 5.0 x4"),
        ("amd-x870e", "PCIe 5.0 x16, PCIe 5.0 x4"),
        ("intel-h610", "PCIe 4.0 x16"),
    ] {
        assert_eq!(links(id), wired, "{id}");
    }
    // The rest of 48; of 64 without 4 and without 8; of 128 without 8 and without 4.
    let sum = |id: &str| -> u32 {
        let inventory = of_chipset(chipset::chipset(id).unwrap()).unwrap();
        let on_cpu = inventory.slots.iter().filter(is_own);
        on_cpu.map(|slot| u32::from(slot.link.unwrap().lanes.get())).sum()
    };
    let sums = ["intel-x299", "amd-x399", "amd-trx40", "amd-wrx80", "amd-wrx90"].map(sum);
    assert_eq!(sums, [48, 60, 56, 120, 124]);
    assert_eq!(
        on_cpu("intel-z790"),
        [expected("CPU_1", "PCIe 5.0 x16"), expected("CPU_M2_B1", "PCIe 4.0 x4")]
    );
}

/// Most boards with a Z170 or an X570 halve the first slot for a second one; those with a B250, a Q370 or a B650 do
/// not.
#[test]
fn a_generic_board_has_a_second_slot_where_most_have() {
    for (id, has_second) in [
        ("intel-z170", true),
        ("amd-x570", true),
        ("intel-b250", false),
        ("intel-q370", false),
        ("amd-b650", false),
    ] {
        let inventory = of_chipset(chipset::chipset(id).unwrap()).unwrap();
        let lanes = inventory.slot("CPU_2").and_then(|(_, slot)| Some(slot.link?.lanes.get()));
        assert_eq!(lanes, has_second.then_some(8), "{id}");
        assert_eq!(inventory.rules.len(), usize::from(has_second), "{id}");
    }
}

/// A processor with fewer lanes for cards leaves the first slot with them, and the rest to M.2.
#[test]
fn a_generic_board_has_what_its_processor_leaves_a_card() {
    for (chipset_id, name, lanes, modules) in [
        ("amd-a320", "Athlon 3000G", 4, 1),
        ("amd-b450", "3400G", 8, 1),
        ("amd-b650", "8700G", 8, 2),
    ] {
        let row = cpu::find(name).unwrap();
        let processor = NamedProcessor { name: name.to_owned(), row };
        let of = chipset::chipset(chipset_id).unwrap();
        let inventory = of_chipset_with(of, BoardSize::Atx, Some(&processor)).unwrap();
        let then = inventory.rules.iter().flat_map(|rule| &rule.then);
        let links: Vec<_> = then.filter_map(|effect| Some(effect.link?.lanes.get())).collect();
        assert_eq!(links, [lanes], "{name}");
        let on_cpu = inventory.slots.iter().filter(|slot| slot.on.as_str() == "cpu").count();
        assert_eq!(on_cpu, 1 + modules, "{name}");
    }
}

/// Slot 1 is split for two drives; slot 2's effect on it applies to either part, and either part has
/// slot 1's effects.
#[test]
fn a_split_slot_is_a_slot_for_each_part() {
    let file = machine_file::read(
        r#"
        schema = "narrows.machine/1"
        [[slot]]
        id = "S1"
        on = "cpu"
        link = "3.0 x16"
        split = "x8/x8"
        [[slot]]
        id = "S2"
        on = "cpu"
        link = "3.0 x8"
        [[slot]]
        id = "S3"
        on = "cpu"
        link = "3.0 x4"
        [[rule]]
        when = ["S2"]
        then = [{ slot = "S1", link = "3.0 x8" }]
        [[rule]]
        when = ["S1"]
        then = [{ slot = "S3", off = true }]
        [[drive]]
        id = "d"
        slot = "S1/2"
        link = "3.0 x4"
        "#,
    );
    let inventory = of_file(&file.unwrap());
    let slots: Vec<(&str, String)> = inventory
        .slots
        .iter()
        .map(|slot| (slot.id.as_str(), slot.link.unwrap().to_string()))
        .collect();
    let x8 = || "PCIe 3.0 x8".to_owned();
    assert_eq!(
        slots,
        [("S1/1", x8()), ("S1/2", x8()), ("S2", x8()), ("S3", "PCIe 3.0 x4".to_owned())]
    );
    assert_eq!(inventory.today.locations, [DeviceLocation::Slot(1)]);
    let offers = inventory.offers(&inventory.devices, &inventory.today);
    assert_eq!(offers["S3"], None);
    let beside = devices_beside(&inventory, "samsung-950-pro-256gb").unwrap();
    let at = Placement { locations: vec![DeviceLocation::Slot(2)], ..Placement::default() };
    let offers = inventory.offers(&beside, &at);
    // Eight lanes are left: the first part has them all.
    assert_eq!(offers["S1/1"].as_ref().unwrap().link.unwrap().to_string(), x8());
    assert_eq!(offers["S1/2"], None);
}

/// A switch card with its own slots moves as one device, along with the contents of its slots.
#[test]
fn slots_on_a_card_are_no_slots_and_their_rules_are_as_today() {
    let file = machine_file::read(
        r#"
        schema = "narrows.machine/1"
        [[slot]]
        id = "S1"
        on = "cpu"
        link = "3.0 x16"
        [[slot]]
        id = "S2"
        on = "cpu"
        link = "3.0 x8"
        [[switch]]
        id = "card"
        slot = "S1"
        link = "3.0 x16"
        [[slot]]
        id = "inner"
        on = "card"
        link = "3.0 x4"
        [[rule]]
        when = ["inner"]
        then = [{ slot = "S2", link = "3.0 x4" }]
        [[drive]]
        id = "d"
        slot = "inner"
        link = "3.0 x4"
        "#,
    );
    let inventory = of_file(&file.unwrap());
    assert_eq!(
        inventory.slots.iter().map(|slot| slot.id.as_str()).collect::<Vec<_>>(),
        ["S1", "S2"]
    );
    assert_eq!((inventory.devices.len(), inventory.devices[0].id.as_str()), (1, "card"));
    assert!(inventory.devices[0].body.drives.contains_key(&narrows_topology::Id::new("d")));
    let offers = inventory.offers(&[], &Placement::default());
    assert_eq!(offers["S2"].as_ref().unwrap().link.unwrap().to_string(), "PCIe 3.0 x4");
}

#[test]
fn devices_are_called_by_their_models() {
    let ids = |list: &str| -> Vec<String> {
        devices_named(list).unwrap().into_iter().map(|device| device.id).collect()
    };
    assert_eq!(ids("samsung-950-pro-256gb"), ["950-pro"]);
    assert_eq!(ids("2x samsung-950-pro-256gb"), ["950-pro-1", "950-pro-2"]);
    assert_eq!(ids("fast=intel-ssd-750-400gb, gpu, gpu"), ["fast", "gpu-1", "gpu-2"]);
    assert_eq!(ids("2x a=gpu, nic=intel-x540-t2"), ["a1", "a2", "nic"]);
    assert_eq!(ids(""), [""; 0]);
    // A count sticks to the name, but not to one that begins so.
    assert_eq!(ids("2x990pro2tb"), ["990-pro-1", "990-pro-2"]);
    assert_eq!(ids("2x-990-pro-2tb"), ["990-pro-1", "990-pro-2"]);
    assert_eq!(ids("rtx4090, 2 x gpu"), ["geforce-rtx-4090", "gpu-1", "gpu-2"]);
}

/// Of the 990 PROs the slowest promises no rate that another has not.
#[test]
fn an_open_capacity_is_taken_as_the_slowest_and_noted() {
    let taken = |name: &str| devices_named(name).unwrap().remove(0).model;
    let (open, of) = ("990 pro", crate::inventory::named::assumed_models);
    let model = narrows_catalog::drive::drive(&taken(open)).unwrap();
    for other in narrows_catalog::named::drives(open).entries {
        assert!(model.seq_read <= other.seq_read, "{} is slower", other.id);
    }
    let notes = of("gpu, 2x 990 pro, 990 pro 2tb");
    assert_eq!(notes.iter().map(|note| note.id()).collect::<Vec<_>>(), ["site-assumed-capacity"]);
    assert!(devices_named("990").is_err(), "the 990 PRO and the 990 EVO are different products");
}

#[test]
fn a_list_that_nobody_can_read_says_why() {
    let id = |list: &str| devices_named(list).unwrap_err().id();
    assert_eq!(id("samsung-950-pro-256bg"), "site-no-such-model-near");
    assert_eq!(id("quite something else"), "site-no-such-model");
    assert_eq!(id("connectx-4"), "site-several-models");
    assert_eq!(id("300x990pro2tb"), "site-no-such-model-near");
    assert_eq!(id("200x990pro2tb, 100x gpu"), "site-too-many");
    assert_eq!(id("0x gpu"), "site-bad-count");
    assert_eq!(id("gpu, 257 x gpu"), "site-bad-count");
    assert_eq!(id("200x gpu, 100x gpu"), "site-too-many");
    assert_eq!(id("a=gpu, a=gpu"), "site-name-twice");
    assert_eq!(id("samsung-950-pro-256gb@e3"), "site-bad-form");
    assert_eq!(id("samsung-950-pro-256gb@u2"), "site-other-form");
    assert_eq!(id("gpu@m2"), "site-card-form");
    assert_eq!(id("990 pro 2tb@usb4"), "site-enclosure-wide");
    assert_eq!(id("990 pro 2tb@tb3"), "site-enclosure");
    assert_eq!(id("=gpu"), "site-bad-item");
}

/// No generic board of a size has more lanes than its processor and chipset, or more slots than its size.
#[test]
fn generic_boards_of_every_size_stay_within_their_lanes() {
    for chipset in chipset::all() {
        for size in [BoardSize::Atx, BoardSize::MicroAtx, BoardSize::MiniItx, BoardSize::Server] {
            let kind = BoardKind { chipset: Some(chipset), socket: "", size, processor: None };
            let Some(inventory) = of_kind(&kind) else { continue };
            let inventory = inventory.unwrap();
            let lanes = |on: &str| -> u16 {
                let of = inventory.slots.iter().filter(|slot| slot.on.as_str() == on);
                of.filter_map(|slot| slot.link).map(|link| u16::from(link.lanes.get())).sum()
            };
            let all: u16 = chipset.lanes.iter().map(|group| group.count).sum();
            assert!(lanes("chipset") <= all, "{} {size:?}", chipset.id);
            assert!(inventory.slots.iter().all(|slot| slot.basis == FactBasis::Assumed));
            if size == BoardSize::MiniItx {
                let is_card = |form: SlotForm| {
                    matches!(form, SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1)
                };
                let cards = inventory.slots.iter().filter(|slot| slot.form.is_some_and(is_card));
                assert!(cards.count() <= 1, "{}", chipset.id);
            }
        }
    }
}

/// Where the catalogue has no board of a kind, its size still says how much room there is; M.2 sockets of the 9
/// series have two lanes, and cables of an SP5 board split eight lanes for two drives.
#[test]
fn generic_boards_without_an_example_have_the_room_of_their_size() {
    for chipset in chipset::all() {
        let of = |size| of_chipset_with(chipset, size, None).unwrap();
        let count = |size, is_it: fn(SlotForm) -> bool| {
            of(size).slots.iter().filter(|slot| slot.form.is_some_and(is_it)).count()
        };
        let is_card = |it| matches!(it, SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1);
        let is_port = |it| matches!(it, SlotForm::Sata | SlotForm::Sata3g);
        assert_eq!(count(BoardSize::MiniItx, is_card), 1, "{}", chipset.id);
        assert!(count(BoardSize::MiniItx, |it| it == SlotForm::M2) <= 2, "{}", chipset.id);
        assert!(count(BoardSize::MiniItx, is_port) <= 4, "{}", chipset.id);
        assert!(count(BoardSize::MicroAtx, is_card) <= 4, "{}", chipset.id);
    }
    let z97 = of_chipset(chipset::chipset("intel-z97").unwrap()).unwrap();
    let link = z97.slot("M2_1").unwrap().1.link.unwrap();
    assert_eq!(link.to_string(), "PCIe 2.0 x2");
    let size = BoardSize::Server;
    let sp5 = of_kind(&BoardKind { chipset: None, socket: "SP5", size, processor: None });
    let parts = sp5.unwrap().unwrap().slots;
    let mcio = parts.iter().filter(|slot| slot.form == Some(SlotForm::Mcio)).count();
    assert!(mcio >= 4 && mcio % 2 == 0, "{mcio}");
}

/// Of a Z790 some boards share the first slot's lanes with a second one; of a B760, which cannot
/// split them, none.
#[test]
fn how_many_boards_of_a_kind_share_is_counted() {
    let of = |id: &str| {
        let chipset = chipset::chipset(id);
        BoardVariety::of(&BoardKind { chipset, socket: "", size: BoardSize::Atx, processor: None })
    };
    let (z790, b760) = (of("intel-z790"), of("intel-b760"));
    assert!(z790.cards > 0 && z790.cards < z790.all, "{z790:?}");
    assert!(b760.cards == 0 && b760.all > 0, "{b760:?}");
    assert!(z790.modules > 0 && z790.modules < z790.all, "{z790:?}");
}

/// With every processor of a socket, a generic board has no more lanes than that processor, lists the processor's
/// slots first, and no slot changes by its own use alone.
#[test]
fn generic_boards_fit_every_processor_of_their_socket() {
    for chipset in chipset::all() {
        let rows = cpu::all().iter().filter(|row| row.families.contains(&chipset.family));
        for row in rows {
            let named = NamedProcessor { name: row.name.clone(), row };
            let processor = Some(&named);
            let kind =
                BoardKind { chipset: Some(chipset), socket: "", size: BoardSize::Atx, processor };
            let Some(Ok(inventory)) = of_kind(&kind) else { continue };
            let about = format!("{} with {}", chipset.id, row.name);
            let own = inventory.slots.iter().map(|slot| slot.on.as_str() == "cpu");
            assert!(own.is_sorted_by(|one, next| one >= next), "{about}");
            let shared: Vec<&str> =
                inventory.rules.iter().flat_map(|it| &it.when).map(|it| it.slot.as_str()).collect();
            let of_processor = inventory.slots.iter().filter(|slot| slot.on.as_str() == "cpu");
            let alone = of_processor.filter(|slot| !shared.contains(&slot.id.as_str()));
            let narrowed = |slot: &InventorySlot| {
                let rules = inventory.rules.iter().filter(|rule| rule.when.is_empty());
                let mut effects = rules.flat_map(|rule| &rule.then);
                effects.find(|it| it.slot == slot.id).map_or(slot.link, |it| it.link)
            };
            let lanes: u16 = alone.filter_map(narrowed).map(|it| u16::from(it.lanes.get())).sum();
            let all: u16 = row.lanes.iter().map(|group| group.count).sum();
            assert!(lanes <= all, "{about}: {lanes} of {all}");
            for rule in inventory.rules.iter().filter(|rule| !rule.when.is_empty()) {
                let is_used = |slot: &String| rule.when.iter().any(|used| used.slot == *slot);
                assert!(!rule.then.iter().all(|effect| is_used(&effect.slot)), "{about}");
            }
        }
    }
}
