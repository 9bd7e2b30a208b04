//! Nothing that the model says of a placement is above the bound of any part of it.

use narrows_catalog::board;
use narrows_files::inventory::{devices_named, of_board};
use narrows_model::RaidLevel;
use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{ArrayConstraint, PlacementRequest, PlanObjective};
use narrows_plan::search::most;
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
        slots in proptest::collection::vec(0usize..64, 7),
        shown in proptest::collection::vec(any::<bool>(), 7),
        (random, large, each) in any::<(bool, bool, bool)>(),
        read_percent in prop_oneof![Just(100u8), Just(0), Just(70)],
        level in prop_oneof![
            Just(None),
            Just(Some(RaidLevel::Stripe)),
            Just(Some(RaidLevel::Mirror)),
            Just(Some(RaidLevel::MirroredStripe)),
        ],
    ) {
        let inventory = of_board(&board::all()[nth]).unwrap();
        let devices = devices_named(LIST).expect("known models");
        let workload = workload(random, read_percent, large);
        let objective =
            if each { PlanObjective::Each(workload) } else { PlanObjective::Together(workload) };
        let array = level.map(|level| ArrayConstraint {
            id: "r".to_owned(), level, members: vec![0, 1], means: vec![RaidEngineKind::LinuxMd],
        });
        let mut locations = Vec::new();
        let mut kept = Vec::new();
        for (device, slot) in devices.iter().zip(&slots) {
            let fits: Vec<usize> = inventory.slots.iter().enumerate()
                .filter(|(at, slot)| device.fit(slot.form, &slot.devices).is_some()
                    && !locations.contains(&DeviceLocation::Slot(*at)))
                .map(|(at, _)| at).collect();
            if let Some(slot) = fits.get(slot % fits.len().max(1)) {
                locations.push(DeviceLocation::Slot(*slot));
                kept.push(device.clone());
            }
        }
        let arrays = array.into_iter().filter(|_| kept.len() > 1).collect();
        let objectives = vec![objective];
        let ask = PlacementRequest { objectives, arrays, ..PlacementRequest::default() };
        let judge = PlacementJudge::new(&inventory, &kept, &ask, true);
        let at = Placement { locations: locations.clone(), ..Placement::default() };
        if let Ok(candidate) = judge.candidate(&at) {
            let part: Vec<Option<DeviceLocation>> =
                locations.iter().zip(&shown).map(|(at, shown)| shown.then_some(*at)).collect();
            let bound = most(&judge, &part).expect("an aim");
            prop_assert!(bound >= candidate.scores[0], "{} < {}", bound, candidate.scores[0]);
            let of_nothing = most(&judge, &vec![None; locations.len()]).expect("an aim");
            prop_assert!(of_nothing >= candidate.scores[0], "{} < {}", of_nothing, candidate.scores[0]);
        }
    }
}
