//! How write-up 000 ends: its author means to exchange the network card and the drive from which
//! the machine starts, X540-T2 in slot 3 and SSD 750 in slot 5, because the card of eight lanes
//! sits in a slot of four, behind the chipset.

use narrows_catalog::machine;
use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::evaluate::Judge;
use narrows_plan::found::Candidate;
use narrows_plan::moves::{self, Move};
use narrows_plan::piece::Piece;
use narrows_plan::placement::Spot;
use narrows_plan::site::Site;
use narrows_record::{machine_file, site};
use narrows_topology::Id;
use narrows_topology::graph::Door;
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

fn machine_of_000() -> Site {
    let entry = machine::machine("asrock-z170-oc-formula/3x-m8pe").unwrap();
    site::of_file(&machine_file::read(entry).unwrap())
}

fn piece(site: &Site, id: &str) -> usize {
    let is_it = |piece: &Piece| piece.id == id;
    site.pieces.iter().position(is_it).unwrap_or_else(|| panic!("no {id}"))
}

fn slot(site: &Site, spot: Spot) -> &str {
    let Spot::Seat(seat) = spot else { panic!("a bay") };
    &site.seats[seat].id
}

/// The author's wishes: graphics and M.2 stay, the machine still starts from the drive, and the
/// card's traffic is not to compete with the three M.2 drives for the chipset's uplink: one port of
/// 1,250 MB/s must have its rate while they all work.
fn ask(site: &Site) -> Ask {
    let at = |id| piece(site, id);
    let ids = site.pieces.iter().map(|piece| piece.id.as_str());
    let stay = ids.filter(|id| id.starts_with("gpu") || id.starts_with("m8pe"));
    let stay: Vec<Wish> = stay.map(|id| Wish::Stays(at(id))).collect();
    assert_eq!(stay.len(), 5);
    let own = [Wish::Starts(at("ssd750")), Wish::LineRate(at("nic"), BytesPerSec::mb_s(1250.0))];
    Ask {
        wishes: stay.into_iter().chain(own).collect(),
        aims: vec![Aim::FewMoves, Aim::Together(profile("seq-read-128k-q32").unwrap())],
        arrays: Vec::new(),
    }
}

fn reached(site: &Site, ask: &Ask) -> Candidate {
    let judge = Judge::new(site, &site.pieces, ask, true);
    let reached = moves::fewest(&judge, 1);
    assert_eq!(reached.len(), 1, "today is not among what fulfils the wishes: {reached:?}");
    assert_eq!(reached[0].moves, 1);
    judge.candidate(&reached[0].placement).unwrap()
}

fn the_swap(site: &Site, ask: &Ask) -> Move {
    let mut steps = moves::between(site, &site.pieces, ask, &reached(site, ask));
    assert_eq!(steps.len(), 1, "{steps:?}");
    steps.remove(0)
}

#[test]
fn one_exchange_does_it_and_it_is_that_of_the_author() {
    let site = machine_of_000();
    let swap = the_swap(&site, &ask(&site));
    let mut said: Vec<(&str, &str, &str)> = swap
        .carried
        .iter()
        .map(|it| {
            let from = it.from.map_or("", |from| slot(&site, from));
            (site.pieces[it.piece].id.as_str(), from, slot(&site, it.to))
        })
        .collect();
    said.sort_unstable();
    assert_eq!(said, [("nic", "PCIE3", "PCIE5"), ("ssd750", "PCIE5", "PCIE3")]);
}

/// What the author overlooked, or rather saw in the manual and hoped against: slot 5 has four
/// lanes, too, while slot 7 is in use. Both ports at once want 2,500 MB/s, and PCIe 2.0 x4 carries
/// 1,805: the exchange takes the card from the shared uplink and widens nothing.
#[test]
fn the_exchange_changes_the_door_and_not_the_lanes() {
    let site = machine_of_000();
    let ask = ask(&site);
    let swap = the_swap(&site, &ask);
    let nic = swap.carried.iter().find(|it| it.piece == piece(&site, "nic")).unwrap();
    let (before, after) = (nic.before.unwrap(), nic.after.unwrap());
    assert_eq!((before.door, after.door), (Door::Chipset, Door::Cpu));
    assert_eq!((before.link, after.link), (LinkWidth::new(2, 4), LinkWidth::new(2, 4)));
    let mut both = ask.clone();
    let nic = piece(&site, "nic");
    both.wishes.pop();
    both.wishes.push(Wish::LineRate(nic, BytesPerSec::mb_s(2500.0)));
    let judge = Judge::new(&site, &site.pieces, &both, true);
    assert_eq!(moves::fewest(&judge, 2), []);
}

/// What it costs: the drive now shares the chipset's uplink with the three M.2 drives. Alone it
/// runs as before, within what the chipset costs; with all others it and they have less together.
#[test]
fn the_drive_pays_for_it_and_a_measurement_shows_that() {
    let site = machine_of_000();
    let swap = the_swap(&site, &ask(&site));
    let drive = swap.effects.iter().find(|it| it.target == Id::new("ssd750")).unwrap();
    assert!(drive.together.change() < -500.0, "{}", drive.together.change());
    let check = swap.check.unwrap();
    assert!(check.together && check.targets.contains(&Id::new("ssd750")));
    assert!(check.command().starts_with("narrows measure "), "{}", check.command());
    for expected in &check.expected {
        assert!(expected.low <= expected.rate && expected.rate <= expected.high);
    }
}
