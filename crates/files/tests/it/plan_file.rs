//! A placement written as a machine file predicts what the placement predicts.

use std::sync::LazyLock;

use narrows_catalog::board::Settings;
use narrows_catalog::{board, chipset, machine};
use narrows_files::{inventory, machine_file};
use narrows_model::{Machine, RaidLevel, predict};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::observed;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::ArrayConstraint;
use narrows_topology::{Id, build, read};
use narrows_workload::profile;
use proptest::prelude::*;

/// Forms, links, SATA, cards, carriers with and without a switch.
const MODELS: [&str; 14] = [
    "samsung-950-pro-256gb",
    "plextor-px-256m8pe",
    "plextor-px-256m8pe@aic",
    "intel-ssd-750-400gb",
    "intel-ssd-750-400gb@u2",
    "samsung-960-evo-250gb",
    "samsung-xp941-256gb",
    "toshiba-hg6-128gb",
    "crucial-mx500-1tb@m2",
    "gpu",
    "intel-x540-t2",
    "quad-m2",
    "highpoint-ssd7101a-1",
    "lsi-sas-9300-8i",
];

/// Every rate, band and limit of all drives at once, and of each alone.
fn predictions(machine: &Machine) -> Vec<String> {
    let targets: Vec<Id> =
        machine.topology.drives.keys().chain(machine.arrays.keys()).cloned().collect();
    let mut lines = Vec::new();
    for name in ["seq-read-128k-q32", "seq-write-1m-q4", "rand-read-4k-q32", "rand-write-4k-q1"] {
        let workload = profile(name).expect("a profile");
        let alone = targets.chunks(1).flat_map(|one| predict(machine, one, &workload));
        for outcome in alone.chain(predict(machine, &targets, &workload)) {
            let (rate, low, high) = (outcome.rate, outcome.low, outcome.high);
            let limit = &outcome.limit.limit;
            lines.push(format!(
                "{name} {} {:.6e} {:.6e} {:.6e} {:?}",
                outcome.target,
                rate.get(),
                low.get(),
                high.get(),
                limit.kind
            ));
        }
    }
    lines
}

fn assert_same(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
    arrays: &[(&ArrayConstraint, RaidEngineKind)],
) {
    let machine = inventory.machine(devices, at, arrays).expect("a placement that is possible");
    let text =
        inventory::plan_file(inventory, devices, at, arrays, &["set it".to_owned()]).unwrap();
    let read = machine_file::read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    assert_eq!(predictions(&read.machine), predictions(&machine), "{text}");
}

/// Puts each device into the first place in its own order that is feasible with the devices before
/// it; devices without one are left out.
fn place(
    inventory: &SlotInventory,
    devices: Vec<MovableDevice>,
    orders: &[u64],
    settings: &Settings,
) -> (Vec<MovableDevice>, Placement) {
    let mut placed: Vec<MovableDevice> = Vec::new();
    let mut at = Placement { locations: Vec::new(), settings: settings.clone() };
    for (device, order) in devices.into_iter().zip(orders) {
        let bays = placed.iter().enumerate().flat_map(|(index, card)| {
            (0..card.bays).map(move |bay| DeviceLocation::Bay(index, bay))
        });
        let mut locations: Vec<DeviceLocation> =
            (0..inventory.slots.len()).map(DeviceLocation::Slot).chain(bays).collect();
        // A different order for each number.
        locations.sort_by_key(|location| {
            format!("{location:?}").bytes().fold(*order, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
            })
        });
        placed.push(device);
        let fits = locations.into_iter().find(|location| {
            at.locations.push(*location);
            let is_possible = inventory.places(&placed, &at).is_ok();
            at.locations.pop();
            is_possible
        });
        match fits {
            Some(location) => at.locations.push(location),
            None => drop(placed.pop()),
        }
    }
    (placed, at)
}

static INVENTORIES: LazyLock<Vec<SlotInventory>> = LazyLock::new(|| {
    let boards = board::all().iter().map(|it| inventory::of_board(it).unwrap());
    let chipsets = chipset::all().iter().filter(|chipset| !chipset.lanes.is_empty());
    boards.chain(chipsets.map(|it| inventory::of_chipset(it).unwrap())).collect()
});

/// A stripe by md over the first two drives.
fn stripe(devices: &[MovableDevice]) -> Option<ArrayConstraint> {
    let drives = devices.iter().enumerate().filter(|(_, device)| device.drive().is_some());
    let members: Vec<usize> = drives.map(|(index, _)| index).take(2).collect();
    let means = vec![RaidEngineKind::LinuxMd];
    (members.len() == 2).then(|| ArrayConstraint {
        id: "r".to_owned(),
        level: RaidLevel::Stripe,
        members,
        means,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_written_placement_predicts_the_same(
        which in any::<prop::sample::Index>(),
        models in prop::collection::vec(0..MODELS.len(), 1..8),
        orders in prop::collection::vec(any::<u64>(), 8),
        choice in any::<u8>(),
        with_array in any::<bool>(),
    ) {
        let mut inventory = which.get(&INVENTORIES).clone();
        // A statement that no catalogue board makes: its long slots can be split.
        for slot in inventory.slots.iter_mut().filter(|slot| {
            choice & 1 == 1 && slot.link.is_some_and(|link| link.lanes.get() == 16)
        }) {
            slot.splits = vec![vec![narrows_units::Lanes::new(4).unwrap(); 4]];
        }
        let list: Vec<&str> = models.iter().map(|model| MODELS[*model]).collect();
        let devices = inventory::devices_beside(&inventory, &list.join(", ")).unwrap();
        let choices = inventory.choices();
        let is_odd = |name: &str| name.len() as u8 & 1;
        let settings = choices.iter().filter(|(name, _)| (choice >> 1) & 1 == is_odd(name));
        let settings: Settings = settings
            .filter_map(|(name, values)| Some(((*name).to_owned(), (*values.first()?).to_owned())))
            .collect();
        let (devices, at) = place(&inventory, devices, &orders, &settings);
        let array = stripe(&devices).filter(|_| with_array);
        let arrays: Vec<_> = array.iter().map(|array| (array, RaidEngineKind::LinuxMd)).collect();
        assert_same(&inventory, &devices, &at, &arrays);
    }
}

/// A long slot that its firmware never splits is written as `["x16"]`; each statement of each board
/// must be read again, however rarely the property above draws that board.
#[test]
fn every_board_written_slot_by_slot_predicts_the_same() {
    for mut inventory in INVENTORIES.iter().cloned() {
        // A slot that is not the catalogue's is written whole.
        inventory.slots.iter_mut().for_each(|slot| slot.form = None);
        let devices = inventory::devices_beside(&inventory, "samsung-950-pro-256gb").unwrap();
        let (devices, at) = place(&inventory, devices, &[0], &Settings::default());
        assert_same(&inventory, &devices, &at, &[]);
    }
}

/// The published machines: ceilings, cables, networks, sockets, arrays with caches, own figures.
#[test]
fn a_published_machine_written_again_predicts_the_same() {
    for named in machine::all() {
        let file = machine_file::read(named.text).unwrap();
        let inventory = inventory::of_file(&file);
        assert_same(&inventory, &inventory.devices, &inventory.today, &[]);
    }
}

/// What no figure shows is written, too: a guest, and an encrypted drive.
#[test]
fn a_guest_and_an_encrypted_drive_stay_so() {
    let text = "schema = \"narrows.machine/1\"\n[host]\nhypervisor = \"kvm\"\n[[drive]]\nid = \"a\"\n\
                on = \"cpu\"\nlink = \"3.0 x4\"\nread = \"3000 MB/s\"\nencrypted = true\n";
    let inventory = inventory::of_file(&machine_file::read(text).unwrap());
    let (devices, at) = (&inventory.devices, &inventory.today);
    let written = inventory::plan_file(&inventory, devices, at, &[], &[]).unwrap();
    let topology = machine_file::read(&written).unwrap().machine.topology;
    assert_eq!(topology.host.hypervisor.as_deref(), Some("kvm"), "{written}");
    assert!(topology.drives.values().all(|drive| drive.encrypted), "{written}");
}

/// Observed machines: slots are named after ports, and a device on a port is attached to the port's
/// parent. The rates of individual drives are the same.
#[test]
fn a_machine_that_was_seen_can_be_written() {
    for name in ["z170-trio", "x2-slot", "two-socket-8"] {
        let path = format!("{}/../../fixtures/{name}.tar.gz", env!("CARGO_MANIFEST_DIR"));
        let evidence = read::kind::evidence(&std::fs::read(path).unwrap()).unwrap();
        let machine = Machine::of(build::build(&evidence));
        let inventory = observed::inventory(&machine);
        let text = inventory::plan_file(&inventory, &inventory.devices, &inventory.today, &[], &[])
            .unwrap();
        let read = machine_file::read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        // The figures of a hypervisor's drives count for nothing; the file is of drives.
        let flows = |machine: &Machine| {
            let lines = predictions(machine).into_iter();
            lines.filter(|line| line.starts_with("seq")).collect::<Vec<_>>()
        };
        assert!(!flows(&machine).is_empty(), "{name}");
        assert_eq!(flows(&read.machine), flows(&machine), "{text}");
    }
}
