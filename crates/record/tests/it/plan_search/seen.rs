//! Pieces that have more in the place where they were seen than they would get elsewhere, links of
//! which nobody knows anything, and rules between places that look the same.

use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::evaluate::{Judge, Memo, View};
use narrows_plan::found::Proof;
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::search::{Effort, best, most};
use narrows_plan::site::Site;
use narrows_record::machine_file;
use narrows_record::site::{of_file, pieces_named};
use narrows_topology::capacity::{Way, usable};
use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{Basis, Link};
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use super::sequential;

fn slot(id: &str, on: &str, link: &str, form: &str) -> String {
    format!("[[slot]]\nid = \"{id}\"\non = \"{on}\"\nlink = \"{link}\"\nform = \"{form}\"\n")
}

fn site(entries: &str) -> Site {
    let text = format!(
        "schema = \"narrows.machine/1\"\n[host]\nmax_payload = \"128 B\"\n[[root_complex]]\n\
         id = \"rc0\"\nsocket = 0\n{entries}"
    );
    of_file(&machine_file::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}")))
}

/// Two slots on the same root complex that offer the same.
fn twins() -> Site {
    site(&[slot("A", "rc0", "3.0 x4", "x16"), slot("B", "rc0", "3.0 x4", "x16")].concat())
}

/// The piece as it was seen in the seat, with packets of 4 KiB, the largest that there are.
fn seen_in(site: &Site, seat: usize, piece: &mut Piece) {
    let seat = &site.seats[seat];
    let possible = piece.link.or(seat.link).expect("a link");
    let (_, root) = piece.body.nodes.first_mut().expect("a node");
    root.parent = Some(seat.on.clone());
    root.slot = Some((seat.id.clone(), SlotSource::User));
    root.link = Some(Link {
        name: None,
        port: None,
        current: seat.link.map(|link| link.common(possible)),
        possible: Some(possible),
        port_possible: seat.link,
        internal: false,
        max_payload: Some(Bytes::kib(4)),
        degraded: None,
        basis: Basis::Observed,
    });
}

fn at(seats: &[usize]) -> Placement {
    let spots = seats.iter().copied().map(Spot::Seat).collect();
    Placement { spots, ..Placement::default() }
}

fn together() -> Ask {
    Ask { aims: vec![Aim::Together(sequential())], ..Ask::default() }
}

/// A drive of 3,500 MB/s on four lanes of 8 GT/s: packets of 128 bytes leave it less, those of 4 KiB
/// do not.
fn fast(site: &Site, seen: &[usize]) -> Vec<Piece> {
    let list = vec!["samsung-960-pro-512gb"; seen.len()].join(", ");
    let mut pieces = pieces_named(&list).expect("a known model");
    pieces.iter_mut().zip(seen).for_each(|(piece, seat)| seen_in(site, *seat, piece));
    pieces
}

#[test]
fn the_bound_of_a_drive_left_where_it_was_seen_has_its_own_packets() {
    let (site, ask) = (twins(), together());
    let pieces = fast(&site, &[1]);
    let judge = Judge::new(&site, &pieces, &ask, true);
    let score = |seat| judge.candidate(&at(&[seat])).expect("possible").scores[0];
    assert!(score(1) > score(0) * 1.02, "{} {}", score(0), score(1));
    for part in [Some(Spot::Seat(1)), None] {
        let bound = most(&judge, &[part]).expect("an aim");
        assert!(bound >= score(1), "{part:?}: {bound} < {}", score(1));
    }
    let found = best(&site, &pieces, &ask, &Effort::default()).expect("two slots");
    assert_eq!((found.proof, &found.candidates[0].placement), (Proof::Exact, &at(&[1])));
}

/// Two of one model, each seen in its own slot, are not the same: exchanged, both are put anew.
#[test]
fn drives_seen_with_packets_of_their_own_are_not_exchanged() {
    let (site, ask) = (twins(), together());
    for seen in [[0, 1], [1, 0]] {
        let pieces = fast(&site, &seen);
        let found = best(&site, &pieces, &ask, &Effort::default()).expect("two slots");
        assert_eq!(found.candidates[0].placement, at(&seen));
    }
}

#[test]
fn what_is_known_of_one_slot_is_not_taken_for_its_twin() {
    let (site, ask) = (twins(), together());
    let pieces = fast(&site, &[1]);
    let judge = Judge::new(&site, &pieces, &ask, true);
    let mut memo = Memo::new();
    let mut score = |seat| {
        let at = at(&[seat]);
        let view = View::new(&judge, &at).expect("possible");
        judge.worth(&view, &mut memo).expect("no wishes").scores[0]
    };
    assert!(score(0) * 1.02 < score(1));
}

/// A line rate between what packets of 128 bytes and those of 4 KiB let four lanes of 5 GT/s carry
/// comes true where the card was seen, and only there.
#[test]
fn a_card_left_where_it_was_seen_may_have_its_line_rate() {
    let site = twins();
    let mut pieces = pieces_named("intel-x540-t2").expect("a known model");
    seen_in(&site, 1, &mut pieces[0]);
    let link = LinkWidth::new(2, 4).expect("a link");
    let carries = |payload| usable(link, payload, Way::Up).min(usable(link, payload, Way::Down));
    let rate = (carries(Bytes::new(128)).as_mb_s() + carries(Bytes::kib(4)).as_mb_s()) / 2.0;
    let ask = Ask { wishes: vec![Wish::LineRate(0, BytesPerSec::mb_s(rate))], ..together() };
    let found = best(&site, &pieces, &ask, &Effort::default()).expect("it stays");
    assert_eq!(found.candidates[0].placement, at(&[1]));
}

/// Nobody knows the link of the card nor of the slots for it: it limits nothing, and a drive brings
/// all that it can.
#[test]
fn an_unknown_link_to_a_card_bounds_nothing() {
    let mut site = twins();
    let mut pieces = pieces_named("gpu, intel-ssd-750-400gb@aic").expect("known models");
    site.seats.push(narrows_plan::site::Seat { id: "C".to_owned(), ..site.seats[0].clone() });
    site.seats.iter_mut().for_each(|seat| seat.link = None);
    pieces.iter_mut().for_each(|piece| piece.link = None);
    let ask = Ask { aims: vec![Aim::ToCard(0, sequential())], ..Ask::default() };
    let judge = Judge::new(&site, &pieces, &ask, true);
    let score = judge.candidate(&at(&[0, 1])).expect("possible").scores[0];
    assert!(score > 1_000.0, "{score}");
    let bound = most(&judge, &[None, None]).expect("an aim");
    assert!(bound >= score, "{bound} < {score}");
}

/// The card in Z hangs the U.2 slot below switch N, whose uplink then carries one drive's rate for
/// two. M looks like N and comes after it, but nothing hangs on it: the M.2 drive goes there.
#[test]
fn a_switch_on_which_a_rule_hangs_a_slot_is_not_folded_with_its_twin() {
    let switch = |id: &str| format!("[[switch]]\nid = \"{id}\"\non = \"rc0\"\nlink = \"3.0 x4\"\n");
    let entries = [
        switch("N"),
        switch("M"),
        slot("X", "rc0", "3.0 x4", "u2"),
        slot("A", "N", "3.0 x4", "m2"),
        slot("B", "M", "3.0 x4", "m2"),
        slot("Z", "rc0", "3.0 x16", "x16"),
        "[[rule]]\nwhen = [\"Z\"]\nthen = [{ slot = \"X\", on = \"N\" }]\n".to_owned(),
    ];
    let site = site(&entries.concat());
    let pieces =
        pieces_named("samsung-pm9a3-960gb-u-2, samsung-960-pro-512gb, gpu").expect("known models");
    let wishes = vec![Wish::At(0, "X".to_owned()), Wish::At(2, "Z".to_owned())];
    let ask = Ask { wishes: [wishes, vec![Wish::NoAdapters]].concat(), ..together() };
    // A quarter of more effort would go into exchanges that know nothing of folding.
    let effort = Effort { placements: 7, top: 1, ..Effort::default() };
    let found = best(&site, &pieces, &ask, &effort).expect("each has its slot");
    assert_eq!(found.proof, Proof::Exact);
    assert_eq!(found.candidates[0].placement, at(&[0, 2, 3]));
}
