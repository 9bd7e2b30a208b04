use std::collections::BTreeMap;

use super::*;
use crate::ask::Wish;
use crate::placement::Placement;

fn candidate(scores: &[f64]) -> Candidate {
    Candidate {
        placement: Placement::default(),
        means: BTreeMap::new(),
        scores: scores.to_vec(),
        outcomes: Vec::new(),
        answers: Vec::new(),
    }
}

fn found(scores: &[f64]) -> Search {
    let (candidates, proof) = (vec![candidate(scores)], Proof::Exact);
    Ok(Found { candidates, obvious: None, proof, next_proven: true, tried: 1 })
}

fn site(name: &str) -> Site {
    Site { name: name.to_owned(), ..Site::default() }
}

/// What each named site brings; "c" only without the first wish.
fn search(site: &Site, _: &[Piece], ask: &Ask) -> Search {
    match site.name.as_str() {
        "a" => found(&[3500.0, 10.0]),
        "b" => found(&[3501.0, 20.0]),
        "c" if ask.wishes.is_empty() => found(&[9000.0, 0.0]),
        "d" => found(&[3400.0, 0.0]),
        _ => Err(Impossible { wishes: vec![0], proven: true, ..Impossible::default() }),
    }
}

/// What comes to be of what is not known: "e" brings most.
fn hopeful(site: &Site, pieces: &[Piece], ask: &Ask) -> Search {
    if site.name == "e" { found(&[9900.0, 0.0]) } else { search(site, pieces, ask) }
}

fn price(site: &Site) -> Option<f64> {
    match site.name.as_str() {
        "a" => Some(30.0),
        "b" => Some(40.0),
        "d" => Some(20.0),
        _ => None,
    }
}

fn ranks() -> Vec<Ranked> {
    let sites = ["c", "d", "a", "b", "e"].map(site);
    let ask = Ask { wishes: vec![Wish::NoAdapters], ..Ask::default() };
    ranked(&sites, &[], &ask, price, (search, hopeful))
}

/// 3,500 and 3,501 differ by 0.03 %, which is nothing, so that the second aim decides for b; d is 3
/// % slower; of e nobody knows whether it can, however fast it would be; c fulfils the wish nowhere.
#[test]
fn boards_stand_by_their_aims_and_impossible_ones_last() {
    let order: Vec<usize> = ranks().iter().map(|it| it.site).collect();
    assert_eq!(order, [3, 2, 1, 4, 0]);
    let open: Vec<bool> = ranks().iter().map(|it| it.is_open).collect();
    assert_eq!(open, [false, false, false, true, false]);
}

#[test]
fn a_board_that_cannot_says_what_it_would_bring_without_the_wish() {
    let ranks = ranks();
    let last = &ranks[4];
    assert_eq!(last.best.as_ref().unwrap_err().wishes, [0]);
    assert_eq!(last.without.as_ref().map(|it| it.scores[0]), Some(9000.0));
    assert_eq!(last.part_of_best, None);
}

/// 3,400 of 3,501 is 97.1 %: within 5 %, not within 2 %, where a and b are left, of which a costs
/// less.
#[test]
fn the_cheapest_near_the_best_is_found() {
    let ranks = ranks();
    assert_eq!(cheapest_within(&ranks, 0.05).map(|it| it.site), Some(1));
    assert_eq!(cheapest_within(&ranks, 0.02).map(|it| it.site), Some(2));
    let unpriced = ranked(&[site("a")], &[], &Ask::default(), |_| None, (search, hopeful));
    assert_eq!(cheapest_within(&unpriced, 0.05), None);
}
