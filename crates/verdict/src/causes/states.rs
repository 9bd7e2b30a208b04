//! Possible states of a link, with the capacity of each: a found capacity may be that of another
//! generation or width than described.

use narrows_record::see::LinkState;
use narrows_record::sharing::CapacityRange;
use narrows_topology::capacity::{ASSUMED_MAX_PAYLOAD, LinkDirection, usable};
use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::weight::capacity;

const GENERATIONS: std::ops::RangeInclusive<u8> = 1..=6;
const WIDTHS: [u8; 5] = [1, 2, 4, 8, 16];
/// Each step down in generation or width is half as likely as the one before.
const STEP: f64 = 0.5;
/// A document that promises less than there is, is rarer than a link that trains down.
const FASTER: f64 = 0.3;

/// A state, its capacity, and how likely it is among the others before any figure.
struct LinkStateOdds {
    link: LinkState,
    mb_s: f64,
    share: f64,
}

/// Evidence about a link's state.
pub(super) struct CapacityMatch {
    /// How many times likelier the capacity is if the link is in one of these states than if it is in
    /// any.
    pub ratio: f64,
    /// The states that explain it, the likeliest first; several if they carry the same.
    pub states: Vec<LinkState>,
    pub mb_s: f64,
}

/// A link that is described as in `current`, carrying `mb_s`, and is in another state.
pub(super) fn other(current: LinkState, mb_s: f64, found: CapacityRange) -> Option<CapacityMatch> {
    let whole = carried(current)?;
    let steps = |a: f64, b: f64| (a / b).log2().abs().round();
    let described = TransferRate::from_gt_s(current.gts)?.generation();
    let states = all().filter(|(link, _)| *link != current).map(|(link, carried)| {
        let generation = TransferRate::from_gt_s(link.gts).map_or(described, |it| it.generation());
        let away = f64::from(generation.abs_diff(described))
            + steps(f64::from(link.lanes), f64::from(current.lanes));
        let faster = if carried > whole { FASTER } else { 1.0 };
        LinkStateOdds { link, mb_s: mb_s * carried / whole, share: faster * STEP.powf(away) }
    });
    matching(states.collect(), found)
}

/// A link of which nothing is described.
pub(super) fn any(found: CapacityRange) -> Option<CapacityMatch> {
    matching(all().map(|(link, mb_s)| LinkStateOdds { link, mb_s, share: 1.0 }).collect(), found)
}

fn matching(states: Vec<LinkStateOdds>, found: CapacityRange) -> Option<CapacityMatch> {
    let whole: f64 = states.iter().map(|state| state.share).sum();
    let mut weighed: Vec<(f64, LinkStateOdds)> = states
        .into_iter()
        .map(|state| (state.share / whole * capacity(found, state.mb_s), state))
        .collect();
    weighed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let ratio = weighed.iter().map(|(ratio, _)| ratio).sum();
    let (best, first) = weighed.first()?;
    let (best, mb_s) = (*best, first.mb_s);
    let alike = weighed.iter().take_while(|(ratio, _)| *ratio > best / 3.0);
    let states = alike.map(|(_, state)| state.link).take(3).collect();
    Some(CapacityMatch { ratio, states, mb_s })
}

fn all() -> impl Iterator<Item = (LinkState, f64)> {
    let states = GENERATIONS.flat_map(|generation| WIDTHS.map(|lanes| (generation, lanes)));
    states.filter_map(|(generation, lanes)| {
        let link = LinkState { gts: TransferRate::from_generation(generation)?.gt_s(), lanes };
        Some((link, carried(link)?))
    })
}

/// Capacity of a link in this state, MB/s.
pub(super) fn carried(state: LinkState) -> Option<f64> {
    let rate = TransferRate::from_gt_s(state.gts)?;
    let lanes = Lanes::new(state.lanes)?;
    Some(usable(LinkWidth { rate, lanes }, ASSUMED_MAX_PAYLOAD, LinkDirection::Up).as_mb_s())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(value: f64) -> CapacityRange {
        CapacityRange { value, low: 0.99 * value, high: 1.01 * value }
    }

    /// 4.0 x8 is described and four lanes of half the rate are found; 3.0 x8 and 4.0 x4 carry the same.
    #[test]
    fn a_capacity_of_another_state_names_all_that_carry_it() {
        let described = LinkState { gts: 16.0, lanes: 8 };
        let usable = carried(described).unwrap();
        let quarter = other(described, usable, exactly(usable / 4.0)).unwrap();
        let named: Vec<String> = quarter.states.iter().map(ToString::to_string).collect();
        assert!(named.iter().any(|name| name.contains("3.0 x4")), "{named:?}");
        assert!(quarter.ratio > 5.0);
        let half = other(described, usable, exactly(usable / 2.0)).unwrap();
        assert_eq!(half.states.len(), 2, "{:?}", half.states);
        let between = other(described, usable, exactly(0.7 * usable)).unwrap();
        assert!(between.ratio < 0.1, "{}", between.ratio);
    }
}
