//! Nothing that the model says of a placement is above the bound of any part of it.

use narrows_catalog::board;
use narrows_model::Level;
use narrows_plan::ask::{Aim, ArrayWish, Ask};
use narrows_plan::evaluate::Judge;
use narrows_plan::feasibility::Means;
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::search::most;
use narrows_record::site::{of_board, pieces_named};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};
use proptest::prelude::*;

const LIST: &str = "2x samsung-950-pro-256gb, plextor-px-256m8pe@m2, 2x samsung-850-evo-250gb, \
    intel-ssd-750-400gb@aic, intel-x540-t2";

fn workload(random: bool, read_percent: u8, large: bool) -> Workload {
    let pattern = if random { Pattern::Random } else { Pattern::Sequential };
    let (block, depth) = if large { (Bytes::mib(1), 4) } else { (Bytes::kib(4), 32) };
    let workload = Workload::new(pattern, Direction::Read, block, depth);
    Workload { read_percent, ..workload }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn the_bound_of_a_part_is_above_what_the_whole_brings(
        nth in 0usize..16,
        seats in proptest::collection::vec(0usize..64, 7),
        shown in proptest::collection::vec(any::<bool>(), 7),
        (random, large, each) in any::<(bool, bool, bool)>(),
        read_percent in prop_oneof![Just(100u8), Just(0), Just(70)],
        level in prop_oneof![Just(None), Just(Some(Level::Stripe)), Just(Some(Level::Mirror))],
    ) {
        let site = of_board(&board::all()[nth]).unwrap();
        let pieces = pieces_named(LIST).expect("known models");
        let workload = workload(random, read_percent, large);
        let aim = if each { Aim::Each(workload) } else { Aim::Together(workload) };
        let array = level.map(|level| ArrayWish {
            id: "r".to_owned(), level, members: vec![0, 1], means: vec![Means::LinuxMd],
        });
        let mut spots = Vec::new();
        let mut kept = Vec::new();
        for (piece, seat) in pieces.iter().zip(&seats) {
            let fits: Vec<usize> = site.seats.iter().enumerate()
                .filter(|(at, seat)| piece.fit(seat.form, &seat.devices).is_some()
                    && !spots.contains(&Spot::Seat(*at)))
                .map(|(at, _)| at).collect();
            if let Some(seat) = fits.get(seat % fits.len().max(1)) {
                spots.push(Spot::Seat(*seat));
                kept.push(piece.clone());
            }
        }
        let arrays = array.into_iter().filter(|_| kept.len() > 1).collect();
        let ask = Ask { aims: vec![aim], arrays, ..Ask::default() };
        let judge = Judge::new(&site, &kept, &ask, true);
        let at = Placement { spots: spots.clone(), ..Placement::default() };
        if let Ok(found) = judge.candidate(&at) {
            let part: Vec<Option<Spot>> =
                spots.iter().zip(&shown).map(|(spot, shown)| shown.then_some(*spot)).collect();
            let bound = most(&judge, &part).expect("an aim");
            prop_assert!(bound >= found.scores[0], "{} < {}", bound, found.scores[0]);
            let of_nothing = most(&judge, &vec![None; spots.len()]).expect("an aim");
            prop_assert!(of_nothing >= found.scores[0], "{} < {}", of_nothing, found.scores[0]);
        }
    }
}
