//! A placement written as a machine file predicts what the placement predicts.

use narrows_catalog::board::Settings;
use narrows_catalog::{board, chipset, machine};
use narrows_model::{Level, Machine, predict};
use narrows_plan::ask::ArrayWish;
use narrows_plan::feasibility::Means;
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::seen;
use narrows_plan::site::Site;
use narrows_record::{machine_file, site};
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
    let mut said = Vec::new();
    for name in ["seq-read-128k-q32", "seq-write-1m-q4", "rand-read-4k-q32", "rand-write-4k-q1"] {
        let workload = profile(name).expect("a profile");
        let alone = targets.chunks(1).flat_map(|one| predict(machine, one, &workload));
        for outcome in alone.chain(predict(machine, &targets, &workload)) {
            let (rate, low, high) = (outcome.rate, outcome.low, outcome.high);
            let limit = &outcome.limit.limit;
            said.push(format!(
                "{name} {} {:.6e} {:.6e} {:.6e} {:?}",
                outcome.target,
                rate.get(),
                low.get(),
                high.get(),
                limit.kind
            ));
        }
    }
    said
}

fn assert_same(site: &Site, pieces: &[Piece], at: &Placement, arrays: &[(&ArrayWish, Means)]) {
    let machine = site.machine(pieces, at, arrays).expect("a placement that is possible");
    let text = site::plan_file(site, pieces, at, arrays, &["set it".to_owned()]).unwrap();
    let read = machine_file::read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    assert_eq!(predictions(&read.machine), predictions(&machine), "{text}");
}

/// Puts each piece into the first of the places in its own order that is possible with those before
/// it; pieces that find none are left out.
fn place(
    site: &Site,
    pieces: Vec<Piece>,
    orders: &[u64],
    settings: &Settings,
) -> (Vec<Piece>, Placement) {
    let mut placed: Vec<Piece> = Vec::new();
    let mut at = Placement { spots: Vec::new(), settings: settings.clone() };
    for (piece, order) in pieces.into_iter().zip(orders) {
        let bays = placed
            .iter()
            .enumerate()
            .flat_map(|(index, card)| (0..card.bays).map(move |bay| Spot::Bay(index, bay)));
        let mut spots: Vec<Spot> = (0..site.seats.len()).map(Spot::Seat).chain(bays).collect();
        // A different order for each number.
        spots.sort_by_key(|spot| {
            format!("{spot:?}").bytes().fold(*order, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
            })
        });
        placed.push(piece);
        let fits = spots.into_iter().find(|spot| {
            at.spots.push(*spot);
            let is_possible = site.places(&placed, &at).is_ok();
            at.spots.pop();
            is_possible
        });
        match fits {
            Some(spot) => at.spots.push(spot),
            None => drop(placed.pop()),
        }
    }
    (placed, at)
}

fn sites() -> Vec<Site> {
    let boards = board::all().iter().map(|it| site::of_board(it).unwrap());
    let chipsets = chipset::all().iter().filter(|chipset| !chipset.lanes.is_empty());
    boards.chain(chipsets.map(|it| site::of_chipset(it).unwrap())).collect()
}

/// A stripe by md over the first two drives.
fn stripe(pieces: &[Piece]) -> Option<ArrayWish> {
    let drives = pieces.iter().enumerate().filter(|(_, piece)| piece.drive().is_some());
    let members: Vec<usize> = drives.map(|(index, _)| index).take(2).collect();
    let means = vec![Means::LinuxMd];
    (members.len() == 2).then(|| ArrayWish {
        id: "r".to_owned(),
        level: Level::Stripe,
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
        let sites = sites();
        let mut site = which.get(&sites).clone();
        // What no catalogue board says: that its long slots can be split.
        for seat in site.seats.iter_mut().filter(|seat| {
            choice & 1 == 1 && seat.link.is_some_and(|link| link.lanes.get() == 16)
        }) {
            seat.splits = vec![vec![narrows_units::Lanes::new(4).unwrap(); 4]];
        }
        let list: Vec<&str> = models.iter().map(|model| MODELS[*model]).collect();
        let pieces = site::pieces_beside(&site, &list.join(", ")).unwrap();
        let choices = site.choices();
        let is_odd = |name: &str| name.len() as u8 & 1;
        let settings = choices.iter().filter(|(name, _)| (choice >> 1) & 1 == is_odd(name));
        let settings: Settings = settings
            .filter_map(|(name, values)| Some(((*name).to_owned(), (*values.first()?).to_owned())))
            .collect();
        let (pieces, at) = place(&site, pieces, &orders, &settings);
        let array = stripe(&pieces).filter(|_| with_array);
        let arrays: Vec<_> = array.iter().map(|array| (array, Means::LinuxMd)).collect();
        assert_same(&site, &pieces, &at, &arrays);
    }
}

/// The published machines: ceilings, cables, networks, sockets, arrays with caches, own figures.
#[test]
fn a_published_machine_written_again_predicts_the_same() {
    for named in machine::all() {
        let file = machine_file::read(named.text).unwrap();
        let site = site::of_file(&file);
        assert_same(&site, &site.pieces, &site.today, &[]);
    }
}

/// Machines that were seen: slots are named after ports, and what hangs on a port hangs on what the
/// port is on. What the drives do alone is the same.
#[test]
fn a_machine_that_was_seen_can_be_written() {
    for name in ["z170-trio", "x2-slot", "two-socket-8"] {
        let path = format!("{}/../../fixtures/{name}.tar.gz", env!("CARGO_MANIFEST_DIR"));
        let evidence = read::kind::evidence(&std::fs::read(path).unwrap()).unwrap();
        let machine = Machine::of(build::build(&evidence));
        let site = seen::site(&machine);
        let text = site::plan_file(&site, &site.pieces, &site.today, &[], &[]).unwrap();
        let read = machine_file::read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        // The figures of a hypervisor's drives count for nothing; the file is of drives.
        let flows = |machine: &Machine| {
            let said = predictions(machine).into_iter();
            said.filter(|line| line.starts_with("seq")).collect::<Vec<_>>()
        };
        assert!(!flows(&machine).is_empty(), "{name}");
        assert_eq!(flows(&read.machine), flows(&machine), "{text}");
    }
}
