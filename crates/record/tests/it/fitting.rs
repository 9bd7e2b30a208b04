//! What drives and cards need to fit boards of the catalogue: splits, adapters, room.

use narrows_catalog::board;
use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::evaluate::Judge;
use narrows_plan::found::Candidate;
use narrows_plan::makeshift::{self, Makeshift};
use narrows_plan::piece::{Adapter, Fit, Piece};
use narrows_plan::placement::{Clash, Placement, Spot};
use narrows_plan::search::{Effort, best};
use narrows_plan::site::Site;
use narrows_record::site::{of_board, pieces_named};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

fn site(id: &str) -> Site {
    of_board(board::board(id).expect("a known board")).unwrap()
}

fn pieces(list: &str) -> Vec<Piece> {
    pieces_named(list).expect("models of the catalogue")
}

fn found(site: &Site, pieces: &[Piece], wishes: Vec<Wish>) -> Option<Candidate> {
    let sequential = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let ask = Ask { wishes, aims: vec![Aim::Together(sequential)], ..Ask::default() };
    best(site, pieces, &ask, &Effort::default()).ok()?.candidates.into_iter().next()
}

fn makeshifts(site: &Site, pieces: &[Piece], at: &Placement) -> Vec<Makeshift> {
    let ask = Ask::default();
    let spots: Vec<Option<Spot>> = at.spots.iter().copied().map(Some).collect();
    makeshift::of(&Judge::new(site, pieces, &ask, true), &spots)
}

fn slots(site: &Site, at: &Placement) -> Vec<String> {
    at.spots.iter().map(|&spot| site.spot_name(at, spot).unwrap()).collect()
}

/// The first spot of a seat, then bays of the first piece.
fn in_bays(site: &Site, slot: &str, bays: u8) -> Placement {
    let (seat, _) = site.seat(slot).unwrap();
    let bays = (0..bays).map(|bay| Spot::Bay(0, bay));
    Placement {
        spots: [Spot::Seat(seat)].into_iter().chain(bays).collect(),
        ..Placement::default()
    }
}

/// A Ryzen 8000G has eight lanes for the slot: two sockets of four lanes each. A Ryzen 7000 has
/// sixteen, and all four work.
#[test]
fn a_carrier_of_four_in_a_slot_of_eight_lanes_takes_two_drives() {
    let mut site = site("gigabyte-b650-aorus-elite-ax");
    let pieces = pieces("asus-hyper-m2-x16-gen4, 4x samsung-990-pro-2000gb");
    let all = in_bays(&site, "PCIEX16", 4);
    let split = &site.splits(&pieces, &all)[0];
    assert_eq!(split.way.iter().map(|lanes| lanes.get()).collect::<Vec<_>>(), [4; 4]);
    assert_eq!(split.setting.as_deref(), Some("PCIEX16 Bifurcation"));
    assert!(site.places(&pieces, &all).is_ok() && split.is_known);

    site.settings.insert("CPU".to_owned(), "ryzen-8000g".to_owned());
    let two = in_bays(&site, "PCIEX16", 2);
    assert!(site.places(&pieces[..3], &two).is_ok());
    let split = &site.splits(&pieces[..3], &two)[0];
    assert_eq!(split.way.iter().map(|lanes| lanes.get()).collect::<Vec<_>>(), [4, 4]);
    assert_eq!((split.working.as_slice(), split.bays), (&[0, 1][..], 4));
    let three = in_bays(&site, "PCIEX16", 3);
    assert_eq!(site.places(&pieces[..4], &three).unwrap_err(), [Clash::NoLanes(3)]);
}

/// On LGA1700 the processor has x8/x8 at most: the first and the third socket, if the firmware offers
/// even that, which nobody says of this board.
#[test]
fn where_no_source_tells_of_the_firmware_the_processor_bounds_the_split() {
    let site = site("asus-prime-h610i-plus-d4");
    let pieces = pieces("quad-m2, 3x samsung-990-pro-2000gb");
    let two = in_bays(&site, "PCIEX16", 2);
    let split = &site.splits(&pieces[..3], &two)[0];
    assert_eq!((split.working.as_slice(), split.is_known), (&[0, 2][..], false));
    assert_eq!(makeshifts(&site, &pieces[..3], &two), [Makeshift::Split(0)]);
    let three = in_bays(&site, "PCIEX16", 3);
    assert_eq!(site.places(&pieces, &three).unwrap_err(), [Clash::NoSplit(0)]);
    let one = in_bays(&site, "PCIEX16", 1);
    assert!(makeshifts(&site, &pieces[..2], &one).is_empty());
}

/// Two drives by one cable of an MCIO connector of eight lanes, each with four; one alone leaves the
/// connector as it is.
#[test]
fn an_mcio_connector_of_eight_lanes_takes_two_drives() {
    let site = site("supermicro-h13ssl-n");
    let pieces = pieces("2x samsung-pm9a3-3840gb-u-2");
    let here = |at| Wish::At(at, "MCIO1".to_owned());
    let found = found(&site, &pieces, vec![here(0), here(1)]).unwrap();
    assert_eq!(slots(&site, &found.placement), ["MCIO1/1", "MCIO1/2"]);
    let places = site.places(&pieces, &found.placement).unwrap();
    for place in &places {
        assert_eq!(place.fit, Fit::With(Adapter::McioToU2));
        assert_eq!(place.offered.unwrap().lanes.get(), 4);
    }
    let splits = site.splits(&pieces, &found.placement);
    assert_eq!((splits.len(), splits[0].slot.as_str(), splits[0].used), (1, "MCIO1", 2));
    let first = Placement { spots: vec![found.placement.spots[0]], ..Placement::default() };
    assert!(site.splits(&pieces[..1], &first).is_empty());
}

/// One slot and two cards: the network card is left for the M.2 socket, on a riser, because the
/// graphics card has more lanes to lose. A third card has no place.
#[test]
fn on_a_board_with_one_slot_a_second_card_hangs_on_m2() {
    let site = site("asus-prime-h610i-plus-d4");
    let two = pieces("gpu, nic-10g");
    let best = found(&site, &two, Vec::new()).unwrap();
    assert_eq!(slots(&site, &best.placement), ["PCIEX16", "M.2_1"]);
    assert_eq!(makeshifts(&site, &two, &best.placement), [Makeshift::Riser(1)]);
    assert!(found(&site, &two, vec![Wish::NoAdapters]).is_none());
    assert!(found(&site, &pieces("gpu, nic-10g, hba"), Vec::new()).is_none());
}

/// A riser gives the one slot to both, on a board whose firmware splits it in halves.
#[test]
fn a_riser_gives_one_slot_to_two_cards() {
    let site = site("minisforum-bd790i");
    let pieces = pieces("riser-x8x8, gpu, nic-10g");
    let best = found(&site, &pieces, Vec::new()).unwrap();
    assert!(makeshifts(&site, &pieces, &best.placement).is_empty());
    assert_eq!(slots(&site, &best.placement)[0], "PCIEX16");
    let places = site.places(&pieces, &best.placement).unwrap();
    assert!(places[1..].iter().all(|place| place.offered.unwrap().lanes.get() == 8));
}

/// Slots in rows 1, 3 and 4: a graphics card in the first covers row 3 unless it is two slots thick.
#[test]
fn a_card_is_not_put_into_a_slot_that_another_covers() {
    let site = site("msi-b760m-project-zero");
    let with = |card: &str| {
        let pieces = pieces(&format!("{card}, asmedia-asm1062"));
        let best = found(&site, &pieces, vec![Wish::Lanes(0, 16)]).unwrap();
        slots(&site, &best.placement)
    };
    assert_eq!(with("gpu"), ["PCI_E1", "PCI_E3"]);
    let thin = pieces("gpu@2-slot, 2x asmedia-asm1062");
    let best = found(&site, &thin, vec![Wish::Lanes(0, 16)]).unwrap();
    assert!(makeshifts(&site, &thin, &best.placement).is_empty());
    let thick = pieces("gpu, 2x asmedia-asm1062");
    let best = found(&site, &thick, vec![Wish::Lanes(0, 16)]).unwrap();
    assert_eq!(makeshifts(&site, &thick, &best.placement).len(), 1);
}

/// Six drives behind a module of two lanes: its link is what they share, 1.6 GB/s of 6 × 540 MB/s.
#[test]
fn sata_drives_hang_on_a_controller_in_m2() {
    let site = site("asus-tuf-gaming-b650-plus-wifi");
    let pieces = pieces("m2-asm1166, 8x samsung-850-evo-250gb");
    let best = found(&site, &pieces, Vec::new()).unwrap();
    let slots = slots(&site, &best.placement);
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

/// On every board and in every slot that takes a carrier of four drives: as many drives have lanes as
/// the slot has sockets for, one more has none, and from the second drive on there is a setting to
/// name, by the board's own word where it has one.
#[test]
fn every_slot_of_every_board_says_how_a_carrier_splits_it() {
    let mut named = 0;
    for board in board::all() {
        let site = of_board(board).unwrap();
        let pieces = pieces("quad-m2, 4x samsung-950-pro-256gb");
        for seat in site.seats.iter().filter(|seat| seat.is_for_cards()) {
            let fits = |bays: u8| {
                let at = in_bays(&site, &seat.id, bays);
                site.places(&pieces[..=usize::from(bays)], &at).is_ok().then_some(at)
            };
            let Some(most) = (1..=4).rev().find_map(|bays| Some((bays, fits(bays)?))) else {
                continue;
            };
            let about = format!("{} {}", board.id, seat.id);
            let lanes = seat.link.unwrap().lanes.get();
            assert!(most.0 <= (lanes / 4).max(1), "{about}");
            assert!((1..most.0).all(|bays| fits(bays).is_some()), "{about}");
            let splits = site.splits(&pieces[..=usize::from(most.0)], &most.1);
            assert_eq!(splits.len(), usize::from(most.0 > 1), "{about}");
            for split in splits {
                assert_eq!(split.working.len(), usize::from(most.0), "{about}");
                assert_eq!(split.setting, board.slot(&seat.id).unwrap().split_setting, "{about}");
                named += usize::from(split.setting.is_some());
            }
        }
    }
    assert!(named > 5, "{named}");
}

/// Every adapter that a plan can name is in the catalogue, which says what it is and who says so.
#[test]
fn every_adapter_is_in_the_catalogue() {
    for adapter in Adapter::ALL {
        let card = narrows_catalog::card::card(adapter.id()).unwrap();
        assert_eq!(card.kind, narrows_catalog::card::CardKind::Adapter, "{}", card.id);
    }
}
