//! Order of the drives, and which of them belong together.

use crate::live::hand::{SortColumn, ViewSettings};
use crate::live::view::{LiveDrive, LiveView};

/// The numbers of the drives in the order of their rows.
pub fn order(view: &LiveView, hand: &ViewSettings) -> Vec<usize> {
    // An order frozen in a round of other drives would name rows that do not exist.
    if let Some(frozen) = hand.frozen.as_ref().filter(|it| {
        let drives = view.drives.len();
        it.len() == drives && it.iter().all(|at| *at < drives)
    }) {
        return frozen.clone();
    }
    let mut order: Vec<usize> = (0..view.drives.len()).collect();
    let value = |at: &usize| value(&view.drives[*at], hand.column);
    // Unknown values are at the bottom, whichever way is sorted; equal ones keep their order.
    order.sort_by(|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) if hand.is_reversed => a.total_cmp(&b),
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    if hand.column == SortColumn::Order && hand.is_reversed {
        order.reverse();
    }
    order
}

fn value(drive: &LiveDrive, column: SortColumn) -> Option<f64> {
    match column {
        SortColumn::Order => None,
        SortColumn::Rate => drive.now.map(|now| now.mb_s),
        SortColumn::Iops => drive.now.map(|now| now.iops),
        SortColumn::Latency => drive.now?.latency.map(|latency| latency.as_secs()),
        SortColumn::Temperature => drive.temperature_c.map(f64::from),
    }
}

pub struct DriveGroup<'a> {
    /// Name of the location; `None` if it is not known.
    pub name: Option<&'a str>,
    pub drives: Vec<usize>,
}

/// Drives by location: the lowest one that several of them share. A drive that shares none is
/// grouped with those at the highest.
pub fn groups(view: &LiveView) -> Vec<DriveGroup<'_>> {
    let shared: Vec<usize> = (0..view.places.len())
        .filter(|at| view.places[*at].drives.len() > 1 || view.places[*at].level == 0)
        .collect();
    let lowest = |drive: usize| {
        let of_it = shared
            .iter()
            .copied()
            .filter(|at| view.places[*at].drives.iter().any(|(of_it, _)| *of_it == drive));
        of_it.max_by_key(|at| view.places[*at].level)
    };
    let mut groups: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    for drive in 0..view.drives.len() {
        let place = lowest(drive);
        match groups.iter_mut().find(|(of, _)| *of == place) {
            Some((_, drives)) => drives.push(drive),
            None => groups.push((place, vec![drive])),
        }
    }
    let named = groups.into_iter().map(|(place, drives)| {
        let name = place.map(|at| view.places[at].name.as_str());
        DriveGroup { name, drives }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::meter::CurrentRates;
    use crate::live::view::LiveLocation;

    fn view(rates: &[Option<f64>]) -> LiveView {
        let drive = |rate: &Option<f64>| LiveDrive {
            now: rate.map(|mb_s| CurrentRates { mb_s, ..CurrentRates::default() }),
            ..LiveDrive::default()
        };
        LiveView { drives: rates.iter().map(drive).collect(), ..LiveView::default() }
    }

    fn sorted(column: SortColumn, is_reversed: bool) -> Vec<usize> {
        let hand = ViewSettings { column, is_reversed, ..ViewSettings::default() };
        order(&view(&[Some(2.0), None, Some(3.0), Some(1.0)]), &hand)
    }

    #[test]
    fn what_is_not_known_stands_below() {
        assert_eq!(sorted(SortColumn::Order, false), [0, 1, 2, 3]);
        assert_eq!(sorted(SortColumn::Order, true), [3, 2, 1, 0]);
        assert_eq!(sorted(SortColumn::Rate, false), [2, 0, 3, 1]);
        assert_eq!(sorted(SortColumn::Rate, true), [3, 0, 2, 1]);
        assert_eq!(sorted(SortColumn::Temperature, false), [0, 1, 2, 3]);
    }

    #[test]
    fn a_frozen_order_stays_until_other_drives_run() {
        let frozen = Some(vec![3, 1, 0, 2]);
        let hand = ViewSettings { column: SortColumn::Rate, frozen, ..ViewSettings::default() };
        let four = [Some(1.0), Some(2.0), Some(3.0), Some(4.0)];
        assert_eq!(order(&view(&four), &hand), [3, 1, 0, 2]);
        assert_eq!(order(&view(&four[..3]), &hand), [2, 1, 0]);
    }

    /// Two on a switch, one on its own card, all below one processor.
    #[test]
    fn groups_are_the_lowest_places_that_several_share() {
        let place = |level, name: &str, drives: &[usize]| LiveLocation {
            level,
            name: name.to_owned(),
            drives: drives.iter().map(|at| (*at, 1.0)).collect(),
            ..LiveLocation::default()
        };
        let places =
            vec![place(0, "cpu0", &[0, 1, 2]), place(1, "switch", &[0, 2]), place(1, "card", &[1])];
        let view = LiveView { places, ..view(&[None; 3]) };
        let groups = groups(&view);
        let shown: Vec<_> = groups.iter().map(|it| (it.name, it.drives.as_slice())).collect();
        assert_eq!(shown, [(Some("switch"), &[0, 2][..]), (Some("cpu0"), &[1])]);
    }
}
