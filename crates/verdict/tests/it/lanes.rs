//! Lane budgets of published machines and of all boards. The expected figures were worked out by
//! hand from the write-ups and the specification; the comments show how.

use narrows_catalog::{board, chipset, machine};
use narrows_files::inventory::{devices_beside, of_board, of_chipset, of_file};
use narrows_files::machine_file;
use narrows_messages::{DocumentText, Language, Localizer};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::lanes::{self, LaneBudget, LaneProvider, LaneProviderKind, LaneTakerKind};
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_topology::FactBasis;

fn inventory_of(text: &str) -> SlotInventory {
    of_file(&machine_file::read(text).unwrap())
}

fn today(inventory: &SlotInventory) -> LaneBudget {
    lanes::of(inventory, &inventory.devices, &inventory.today).unwrap()
}

fn provider(budget: &LaneBudget, kind: LaneProviderKind) -> &LaneProvider {
    budget.providers.iter().find(|it| it.kind == kind).unwrap()
}

fn full() -> LaneBudget {
    let named = machine::named("asrock-z170-oc-formula/full").unwrap();
    today(&inventory_of(named.text))
}

/// On the processor x8 + x4 + x4. On the chipset a slot and three M.2 at x4, and one lane each for USB
/// 3.1, Ethernet, an x1 slot and the switch with both SATA controllers, Mini PCIe and the other x1 slot, as
/// lspci of two boards shows: 16 + 20, and nothing is left over. The write-up comes to the same 36 by
/// counting two lanes each for USB and SATA and none for the rest.
#[test]
fn thirty_six_lanes_are_taken_when_every_slot_is_in_use() {
    let budget = full();
    let processor = provider(&budget, LaneProviderKind::Processor);
    let chipset = provider(&budget, LaneProviderKind::Chipset);
    let taken = |provider: &LaneProvider| -> Vec<(String, Option<u32>)> {
        provider.takers.iter().map(|taker| (taker.id.clone(), taker.filled)).collect()
    };
    let of = |expected: &[(&str, u32)]| -> Vec<(String, Option<u32>)> {
        expected.iter().map(|(id, lanes)| ((*id).to_owned(), Some(*lanes))).collect()
    };
    assert_eq!(taken(processor), of(&[("gpu1", 8), ("ssd750", 4), ("gpu2", 4)]));
    let with_lanes: Vec<_> = taken(chipset).into_iter().filter(|(_, it)| it.is_some()).collect();
    let all = [
        ("nic", 4),
        ("m8pe1", 4),
        ("m8pe2", 4),
        ("m8pe3", 4),
        ("ASMedia ASM1142 (USB 3.1)", 1),
        ("Intel I219-V", 1),
        ("ASM1187E", 1),
        ("PCIE4", 1),
    ];
    assert_eq!(with_lanes, of(&all));
    let lanes = |it: &LaneProvider| it.lanes.map(|lanes| (lanes.least, lanes.most, lanes.basis));
    assert_eq!(lanes(processor), Some((16, 16, FactBasis::Documented)));
    assert_eq!(lanes(chipset), Some((20, 20, FactBasis::Documented)));
    assert_eq!((chipset.now(), chipset.filled()), (19, 20));
    assert_eq!(processor.filled() + chipset.filled(), 36);
}

/// The overflow is reported, with devices left without: one more drive of four lanes makes 19 lanes 23.
#[test]
fn the_overflow_names_who_goes_without() {
    let named = machine::named("asrock-z170-oc-formula/full").unwrap();
    let one_more = "\n[[slot]]\nid = \"M2_4\"\non = \"chipset\"\nlink = \"3.0 x4\"\n\
                    [[drive]]\nid = \"m8pe4\"\nmodel = \"plextor-px-256m8pe\"\nslot = \"M2_4\"\n";
    let inventory = inventory_of(&format!("{}{one_more}", named.text));
    let document = narrows_verdict::lanes(&today(&inventory), &inventory.fixed.topology, "full");
    let over = document.findings.iter().find(|it| it.id == "lanes-over-now").unwrap();
    assert!(over.text.in_english().contains("23 of 20"), "{:?}", over.text);
    // Three too many, so three devices of one lane each; the slot that nothing is in takes none.
    let names = "ASMedia ASM1142 (USB 3.1) (x1), Intel I219-V (x1), ASM1187E (x1).";
    assert!(over.text.in_english().contains(names), "{:?}", over.text);
    let total = document.total.unwrap();
    assert_eq!((total.lanes, total.taken, total.filled), (36, 39, 40));
}

/// Two ports of 10 Gbit/s are 2,500 MB/s. Four lanes of 5 GT/s carry 4 x 500 MB/s after 8b/10b; in
/// packets of 256 bytes with 24 around them, 91 % of that: 1,820 MB/s and no more. (The write-up's
/// table has 1,805, 0.9 % less, as measured links of its kind.) Eight lanes would carry twice that.
#[test]
fn a_network_card_of_eight_lanes_cannot_carry_both_ports_on_four() {
    let budget = full();
    let nic = budget.short.iter().find(|short| short.id == "nic").unwrap();
    assert_eq!(
        (nic.gets.to_string(), nic.could.to_string()),
        ("PCIe 2.0 x4".into(), "PCIe 2.0 x8".into())
    );
    assert!((nic.carries.as_mb_s() / 1805.0 - 1.0).abs() < 0.01, "{}", nic.carries);
    assert_eq!(nic.needs.map(|needs| needs.as_mb_s()), Some(2500.0));
    assert!(nic.could_carry.as_mb_s() > 2500.0);
}

/// Three drives of 2,000 MB/s and the card demand 7,821 MB/s of an uplink that carries about 3,554: 2.2 times.
/// The card could send 2,500, but four lanes of 5 GT/s carry 2,000 after the line code and 1,821 after headers. When all drives read, that uplink is the bottleneck.
#[test]
fn the_uplink_is_asked_for_over_twice_what_it_carries() {
    let budget = full();
    let uplink = provider(&budget, LaneProviderKind::Chipset).uplink.as_ref().unwrap();
    assert!((uplink.demand().as_mb_s() - 7821.0).abs() < 1.0, "{}", uplink.demand());
    assert!((uplink.carries.as_mb_s() / 3554.0 - 1.0).abs() < 0.01, "{}", uplink.carries);
    assert!((uplink.ratio() - 2.2).abs() < 0.05, "{}", uplink.ratio());
    let [shared] = budget.shared.as_slice() else { panic!("{:?}", budget.shared) };
    let drives: Vec<&str> = shared.drives.iter().map(|drive| drive.as_str()).collect();
    assert_eq!(drives, ["m8pe1", "m8pe2", "m8pe3"]);
    assert_eq!(shared.bound.limit.id.as_str(), "chipset");
    assert!(shared.then_drives);
}

/// Three M.2 slots in use leave none of the six SATA ports and none of the three SATA Express ones.
#[test]
fn what_m2_slots_switch_off_is_off() {
    let budget = full();
    assert_eq!((budget.sata.free.len(), budget.sata.off.len()), (0, 6));
    let chipset = provider(&budget, LaneProviderKind::Chipset);
    let off = chipset.takers.iter().filter(|taker| taker.kind == LaneTakerKind::Off);
    assert_eq!(
        off.map(|taker| taker.id.as_str()).collect::<Vec<_>>(),
        ["SATAE_1", "SATAE_2", "SATAE_3"]
    );
    let in_force: Vec<&[String]> =
        budget.rules.iter().filter(|bite| bite.in_force).map(|bite| &*bite.when).collect();
    assert_eq!(in_force, [["PCIE5"], ["PCIE7"], ["M2_1"], ["M2_2"], ["M2_3"]]);
}

/// The first graphics card could use sixteen lanes; slots 5 and 7 leave it eight.
#[test]
fn who_gets_less_is_told_by_whose_use_it_is() {
    let budget = full();
    let because = |id: &str| {
        budget.short.iter().find(|short| short.id == id).map(|short| short.because.clone())
    };
    assert_eq!(because("gpu1"), Some(vec!["PCIE5".to_owned(), "PCIE7".to_owned()]));
    // Slot 7 has four lanes by itself, and a drive of four lanes on four loses nothing.
    assert_eq!(because("gpu2"), Some(Vec::new()));
    assert_eq!(because("ssd750"), None);
}

/// Drives and cards, put onto the bare board without saying where, find places that are
/// possible; a ninth full-length card does not.
#[test]
fn devices_without_places_are_put_where_they_get_most() {
    let inventory = of_board(board::board("asrock-z170-oc-formula").unwrap()).unwrap();
    let list = "gpu, 3x plextor-px-256m8pe, intel-x540-t2";
    let devices = devices_beside(&inventory, list).unwrap();
    let at = lanes::placed(&inventory, &devices).unwrap();
    let slots: Vec<&str> = inventory
        .places(&devices, &at)
        .unwrap()
        .iter()
        .map(|it| slot(&inventory, &it.slot))
        .collect();
    assert_eq!(slots, ["PCIE1", "M2_1", "M2_2", "M2_3", "PCIE5"]);
    let too_many = devices_beside(&inventory, "9x gpu").unwrap();
    assert_eq!(lanes::placed(&inventory, &too_many).unwrap_err().device, 4);
}

fn slot<'a>(inventory: &'a SlotInventory, slot: &str) -> &'a str {
    inventory.slots.iter().find(|it| it.id == slot).map_or("none", |it| &it.id)
}

/// Two processors, and four drives of 7,000 MB/s behind a switch of sixteen lanes below and eight
/// above: 28,000 MB/s against 8 lanes of 16 GT/s, 14.35 GB/s.
#[test]
fn lanes_of_two_processors_and_of_a_switch_are_counted_apart() {
    let text = r#"
schema = "narrows.machine/1"
[[root_complex]]
id = "rc1"
socket = 1
[[switch]]
id = "plx"
on = "rc1"
link = "4.0 x8"
[[drive]]
id = "d"
count = 4
on = "plx"
link = "4.0 x4"
read = "7000 MB/s"
write = "5000 MB/s"
[[drive]]
id = "own"
on = "cpu"
link = "4.0 x4"
read = "7000 MB/s"
write = "5000 MB/s"
"#;
    let budget = today(&inventory_of(text));
    let by_id = |id: &str| budget.providers.iter().find(|it| it.id.as_str() == id).unwrap();
    assert_eq!((by_id("cpu").now(), by_id("cpu1").now(), by_id("plx").now()), (4, 8, 16));
    // Which processors these are is unknown.
    assert_eq!((by_id("cpu").lanes, by_id("cpu1").lanes), (None, None));
    let uplink = by_id("plx").uplink.as_ref().unwrap();
    assert_eq!(uplink.demand().as_mb_s(), 28_000.0);
    assert!((uplink.carries.as_mb_s() - 14_350.0).abs() < 50.0, "{}", uplink.carries);
    let shared: Vec<(&str, usize)> =
        budget.shared.iter().map(|it| (it.bound.limit.id.as_str(), it.drives.len())).collect();
    assert_eq!(shared, [("plx", 4)]);
}

/// An unnamed processor has the lanes that its socket leaves no choice about; if the socket takes
/// two kinds, the count is between them.
#[test]
fn a_bare_board_counts_by_its_socket() {
    let lanes = |id: &str| {
        let inventory = of_board(board::board(id).unwrap()).unwrap();
        let count = provider(&today(&inventory), LaneProviderKind::Processor).lanes.unwrap();
        (count.least, count.most, count.basis)
    };
    assert_eq!(lanes("asrock-z170-oc-formula"), (16, 16, FactBasis::Documented));
    assert_eq!(lanes("msi-x99s-sli-plus"), (28, 40, FactBasis::Inferred));
}

/// All boards and chipsets, bare: budgets that hold together, in both languages.
#[test]
fn every_board_and_chipset_has_a_budget() {
    let boards = board::all().iter().map(|it| of_board(it).unwrap());
    for inventory in boards.chain(chipset::all().iter().map(|it| of_chipset(it).unwrap())) {
        let budget = lanes::of(&inventory, &[], &Placement::default()).unwrap();
        let empty = budget.providers.iter().flat_map(|it| &it.takers);
        let empty = empty.filter(|it| matches!(it.kind, LaneTakerKind::Empty | LaneTakerKind::Off));
        let with_lanes = inventory.slots.iter().filter(|slot| slot.link.is_some());
        assert_eq!(empty.count(), with_lanes.count(), "{}", inventory.name);
        let document = narrows_verdict::lanes(&budget, &inventory.fixed.topology, &inventory.name);
        let findings = document.findings.iter().map(|it| &it.text);
        let texts: Vec<&DocumentText> =
            findings.chain(document.rules.iter().map(|it| &it.text)).collect();
        for localizer in Language::ALL.map(Localizer::new) {
            for text in texts.iter().map(|text| localizer.text_of(text)) {
                let is_said = !text.contains("lanes-") && !text.contains('{');
                assert!(is_said, "{}: {text}", inventory.name);
            }
        }
    }
}

/// A card described without a link takes its slot's, on every board that has a slot for it.
#[test]
fn a_card_without_a_link_of_its_own_is_counted() {
    let mut counted = 0;
    for board in board::all() {
        let inventory = of_board(board).unwrap();
        let devices = devices_beside(&inventory, "gpu").unwrap();
        let Ok(at) = lanes::placed(&inventory, &devices) else { continue };
        let budget = lanes::of(&inventory, &devices, &at).unwrap();
        let mut takers = budget.providers.iter().flat_map(|it| &it.takers);
        let card = takers.find(|it| it.id == "gpu").unwrap_or_else(|| panic!("{}", board.id));
        assert!(card.now > Some(0), "{}: {card:?}", board.id);
        counted += 1;
    }
    assert!(counted > 100, "{counted} boards took a card");
}

/// Two graphics cards of sixteen lanes, a network card of eight and a drive of four are 44, and the
/// largest processor for that board has 40. In the slot that the board's table names for a third
/// card the drive leaves the processor: 16 + 16 + 8.
#[test]
fn no_placement_takes_more_lanes_than_the_processor_has() {
    let inventory = of_board(board::board("msi-x99s-sli-plus").unwrap()).unwrap();
    let list = "2x amd-radeon-r9-nano, intel-x540-t2, samsung-950-pro-256gb";
    let devices = devices_beside(&inventory, list).unwrap();
    let in_slots = |slots: [&str; 4]| Placement {
        locations: slots.map(|slot| DeviceLocation::Slot(inventory.slot(slot).unwrap().0)).to_vec(),
        ..Placement::default()
    };
    let over = in_slots(["PCI_E1", "PCI_E3", "PCI_E5", "M2"]);
    assert_eq!(inventory.places(&devices, &over), Err(vec![PlacementClash::NoLanes(3)]));
    let within = in_slots(["PCI_E1", "PCI_E3", "PCI_E6", "M2"]);
    let budget = lanes::of(&inventory, &devices, &within).unwrap();
    assert_eq!(provider(&budget, LaneProviderKind::Processor).now(), 40);
}

/// With 28 lanes the second slot has eight and the fourth is off: 16 + 8 + 4.
#[test]
fn the_processor_that_is_set_counts() {
    let mut inventory = of_board(board::board("msi-x99s-sli-plus").unwrap()).unwrap();
    inventory.settings.insert("CPU lanes".to_owned(), "28".to_owned());
    let devices =
        devices_beside(&inventory, "2x amd-radeon-r9-nano, samsung-950-pro-256gb, intel-x540-t2")
            .unwrap();
    let at = lanes::placed(&inventory, &devices[..3]).unwrap();
    let budget = lanes::of(&inventory, &devices[..3], &at).unwrap();
    assert_eq!(provider(&budget, LaneProviderKind::Processor).now(), 28);
    let all = lanes::placed(&inventory, &devices).unwrap();
    let budget = lanes::of(&inventory, &devices, &all).unwrap();
    assert!(provider(&budget, LaneProviderKind::Processor).now() <= 28);
}
