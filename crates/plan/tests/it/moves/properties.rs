//! Steps between arrangements drawn at random.

use narrows_plan::moves::{between, least};
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Placement, Spot};
use proptest::prelude::*;

use super::bed::{ask, at, drive, plan, site};

const MODELS: [&str; 3] = ["slow", "fast", "other"];

/// Up to five pieces of three models, where they are and where they are to be.
fn drawn() -> impl Strategy<Value = (Vec<Piece>, Vec<usize>, Vec<usize>)> {
    (1..=5_usize).prop_flat_map(|count| {
        let seats = || Just((0..5).collect::<Vec<usize>>()).prop_shuffle();
        let models = prop::collection::vec(0..MODELS.len(), count);
        (models, seats(), seats()).prop_map(move |(models, from, to)| {
            let piece = |(at, model): (usize, usize)| drive(&format!("d{at}"), MODELS[model]);
            let pieces = models.into_iter().enumerate().map(piece).collect();
            (pieces, from[..count].to_vec(), to[..count].to_vec())
        })
    })
}

/// Seats by model: what counts of a placement.
fn by_model(pieces: &[Piece], spots: &[Spot]) -> Vec<(String, Spot)> {
    let models = pieces.iter().map(|piece| piece.model.clone());
    let mut all: Vec<(String, Spot)> = models.zip(spots.iter().copied()).collect();
    all.sort();
    all
}

/// The fewest pieces that move, by trying every way to name twins.
fn fewest(pieces: &[Piece], today: &Placement, wanted: &Placement) -> usize {
    let goal = by_model(pieces, &wanted.spots);
    let mut orders = vec![Vec::new()];
    for _ in pieces {
        let longer = |order: &Vec<Spot>| -> Vec<Vec<Spot>> {
            let left = wanted.spots.iter().filter(|spot| !order.contains(spot));
            left.map(|spot| [order.clone(), vec![*spot]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let same = orders.into_iter().filter(|order| by_model(pieces, order) == goal);
    let moved = |order: Vec<Spot>| order.iter().zip(&today.spots).filter(|(a, b)| a != b).count();
    same.map(moved).min().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Every step starts where the one before ended, goes to places that are free by then, and the
    /// last one ends at the plan, twins aside, with as few pieces moved as there can be.
    #[test]
    fn steps_lead_to_the_plan((pieces, from, to) in drawn()) {
        let site = site(pieces, &from);
        let wanted = plan(&to);
        let mut now = site.today.spots.clone();
        let mut carried = 0;
        for step in between(&site, &site.pieces, &ask(), &wanted) {
            for it in &step.carried {
                prop_assert_eq!(it.from, Some(now[it.piece]));
                now[it.piece] = it.to;
            }
            carried += step.carried.len();
            let spots: Vec<Option<Spot>> = now.iter().copied().map(Some).collect();
            prop_assert_eq!(&step.spots, &spots);
            let after = Placement { spots: now.clone(), ..Placement::default() };
            prop_assert!(site.places(&site.pieces, &after).is_ok());
        }
        let goal = by_model(&site.pieces, &wanted.placement.spots);
        prop_assert_eq!(by_model(&site.pieces, &now), goal);
        prop_assert_eq!(carried, fewest(&site.pieces, &site.today, &wanted.placement));
        let settled = least(&site, &site.pieces, &ask(), &at(&to));
        prop_assert_eq!(now, settled.spots);
    }
}
