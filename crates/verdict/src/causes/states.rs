//! Possible states of a link, with the capacity of each: a found capacity may be that of another
//! generation, width or rate than described.

use narrows_record::see::{LinkState, TransportName};
use narrows_record::sharing::CapacityRange;
use narrows_topology::cable::{self, Tunnel};
use narrows_topology::capacity::{ASSUMED_MAX_PAYLOAD, LinkDirection, transport, usable};
use narrows_topology::evidence::{DriveTransport, SAS_GBIT_S, SATA_GBIT_S, USB_MBIT_S};
use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::weight::capacity;

const GENERATIONS: std::ops::RangeInclusive<u8> = 1..=6;
const WIDTHS: [u8; 5] = [1, 2, 4, 8, 16];
/// Each step down in generation or width is half as likely as the one before.
const STEP: f64 = 0.5;
/// A document that promises less than there is, is rarer than a link that trains down.
const FASTER: f64 = 0.3;

/// Rates of Ethernet (IEEE 802.3).
const ETHERNET_GBIT_S: [f64; 11] =
    [0.1, 1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 50.0, 100.0, 200.0, 400.0];
/// Phys of a wide port between a SAS adapter and an expander.
const WIDE_PORTS: [u8; 4] = [1, 2, 4, 8];
/// How near a described capacity is to that of the state which it names.
const NAMES: f64 = 0.02;
/// Headers and turnarounds leave at least this part of an Ethernet link; a description below it states another
/// ceiling.
const ETHERNET_LEAST: f64 = 0.8;

/// A state, its capacity, and how likely it is among the others before any figure.
struct LinkStateOdds {
    name: String,
    mb_s: f64,
    share: f64,
}

/// Evidence about a link's state.
pub(super) struct CapacityMatch {
    /// How many times likelier the capacity is if the link is in one of these states than if it is in
    /// any.
    pub ratio: f64,
    /// The states that explain it, the likeliest first; several if they carry the same.
    pub states: Vec<String>,
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
        let mb_s = mb_s * carried / whole;
        LinkStateOdds { name: link.to_string(), mb_s, share: faster * STEP.powf(away) }
    });
    matching(states.collect(), found)
}

/// The names and capacities of all rates of a SATA, SAS or USB link; none for others.
fn rates_of(transport: &TransportName) -> Vec<(String, f64)> {
    let rates: Vec<TransportName> = match transport {
        TransportName::Sata(_) => SATA_GBIT_S.map(TransportName::Sata).into(),
        TransportName::Sas(_) => SAS_GBIT_S.map(TransportName::Sas).into(),
        TransportName::Usb(_) => USB_MBIT_S.map(TransportName::Usb).into(),
        TransportName::Virtio | TransportName::Unlisted(_) => Vec::new(),
    };
    let mut states = Vec::new();
    for rate in rates {
        states.extend(transport_mb_s(&rate).map(|mb_s| (rate.to_string(), mb_s)));
    }
    states
}

/// A drive's SATA, SAS or USB link at another rate than described.
pub(super) fn other_transport(
    described: &TransportName,
    found: CapacityRange,
) -> Option<CapacityMatch> {
    among(rates_of(described), transport_mb_s(described)?, found)
}

/// A network link, described as carrying `described` MB/s, at another rate: protocols take the same part of each.
pub(super) fn other_network(described: f64, found: CapacityRange) -> Option<CapacityMatch> {
    let on_wire = |gbit_s: f64| gbit_s * 125.0;
    let nominal = ETHERNET_GBIT_S.into_iter().find(|rate| on_wire(*rate) >= described)?;
    let part = described / on_wire(nominal);
    let name = |rate| format!("Ethernet {rate} Gbit/s");
    let states = ETHERNET_GBIT_S.map(|rate| (name(rate), part * on_wire(rate)));
    if part < ETHERNET_LEAST {
        return None;
    }
    among(states.into(), described, found)
}

/// A USB hub, or the PCIe link inside a Thunderbolt or USB4 cable, described as carrying `described` MB/s, in
/// another state.
pub(super) fn other_cable(described: f64, found: CapacityRange) -> Option<CapacityMatch> {
    let usb = among(rates_of(&TransportName::Usb(USB_MBIT_S[0])), described, found);
    if usb.is_some() {
        return usb;
    }
    let mut tunnels: Vec<(String, f64)> = Vec::new();
    for (kind, generations) in
        [(Tunnel::Thunderbolt3, 1..=3), (Tunnel::Usb4Gen3, 1..=3), (Tunnel::Usb4Gen4, 1..=4)]
    {
        // The PCIe link inside is the lesser of the two, or the cable is.
        let most = cable::tunnel(kind, LinkWidth::new(4, 16)).map_or(0.0, |rate| rate.as_mb_s());
        for generation in generations {
            for lanes in [1, 2, 4] {
                let inside = LinkWidth::new(generation, lanes);
                let Some((inside, carries)) = inside.zip(cable::tunnel(kind, inside)) else {
                    continue;
                };
                let is_cable = carries.as_mb_s() >= most;
                let name = if is_cable { cable_name(kind).to_owned() } else { inside.to_string() };
                tunnels.push((name, carries.as_mb_s()));
            }
        }
    }
    // One inner link carries the same in cables of several kinds.
    tunnels.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    tunnels.dedup_by(|(name, a), (other, b)| name == other && (*a / *b - 1.0).abs() < NAMES);
    among(tunnels, described, found)
}

fn cable_name(kind: Tunnel) -> &'static str {
    match kind {
        Tunnel::Thunderbolt3 => "Thunderbolt 3",
        Tunnel::Usb4Gen3 => "USB4 40 Gbit/s",
        Tunnel::Usb4Gen4 => "USB4 80 Gbit/s",
    }
}

/// The states other than that with the described capacity, `None` if none has it; each step away from it is half as likely as the one
/// before.
fn among(
    mut states: Vec<(String, f64)>,
    described: f64,
    found: CapacityRange,
) -> Option<CapacityMatch> {
    states.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let is_it = |mb_s: f64| (mb_s / described - 1.0).abs() < NAMES;
    if !states.iter().any(|(_, mb_s)| is_it(*mb_s)) {
        return None;
    }
    // States that carry the same are one step.
    let mut levels: Vec<f64> = states.iter().map(|(_, mb_s)| *mb_s).collect();
    levels.dedup_by(|a, b| (*a / *b - 1.0).abs() < NAMES);
    let level = |mb_s: f64| levels.iter().filter(|level| **level < (1.0 - NAMES) * mb_s).count();
    let mut odds = Vec::new();
    for (name, mb_s) in states {
        if !is_it(mb_s) {
            let faster = if mb_s > described { FASTER } else { 1.0 };
            let steps = level(mb_s).abs_diff(level(described)).max(1);
            let share = faster * STEP.powi(i32::try_from(steps).unwrap_or(i32::MAX));
            odds.push(LinkStateOdds { name, mb_s, share });
        }
    }
    matching(odds, found)
}

fn transport_mb_s(name: &TransportName) -> Option<f64> {
    let link = match *name {
        TransportName::Sata(gbit_s) => DriveTransport::Sata { gbit_s },
        TransportName::Sas(gbit_s) => DriveTransport::Sas { gbit_s },
        TransportName::Usb(mbit_s) => DriveTransport::Usb { mbit_s },
        TransportName::Virtio | TransportName::Unlisted(_) => return None,
    };
    transport(&link).map(|rate| rate.as_mb_s())
}

/// A link of which nothing is described, above drives with this transport: of PCIe, a port multiplier's SATA link,
/// an expander's wide port or a USB hub.
pub(super) fn any(below: Option<&TransportName>, found: CapacityRange) -> Option<CapacityMatch> {
    let mut states = below.map(rates_of).unwrap_or_default();
    match below {
        // USB devices have no PCIe below their controller.
        Some(TransportName::Usb(_)) => {}
        Some(TransportName::Sas(_)) => {
            let wide = |(rate, mb_s): (String, f64)| {
                WIDE_PORTS.map(|phys| (format!("{phys} × {rate}"), f64::from(phys) * mb_s))
            };
            states = states.into_iter().flat_map(wide).collect();
            states.extend(all().map(|(link, mb_s)| (link.to_string(), mb_s)));
        }
        _ => states.extend(all().map(|(link, mb_s)| (link.to_string(), mb_s))),
    }
    let odds = states.into_iter().map(|(name, mb_s)| LinkStateOdds { name, mb_s, share: 1.0 });
    matching(odds.collect(), found)
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
    let states = alike.map(|(_, state)| state.name.clone()).take(3).collect();
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
        let named = &quarter.states;
        assert!(named.iter().any(|name| name.contains("3.0 x4")), "{named:?}");
        assert!(quarter.ratio > 5.0);
        let half = other(described, usable, exactly(usable / 2.0)).unwrap();
        assert_eq!(half.states.len(), 2, "{:?}", half.states);
        let between = other(described, usable, exactly(0.7 * usable)).unwrap();
        assert!(between.ratio < 0.1, "{}", between.ratio);
    }

    /// The capacity of a slower rate of the same kind of link names that rate, and a capacity between two rates none.
    #[test]
    fn links_of_all_kinds_fall_to_their_own_rates() {
        let sata = other_transport(&TransportName::Sata(6.0), exactly(279.0)).unwrap();
        assert!(sata.ratio > 5.0 && sata.states == ["SATA 3 Gbit/s"], "{:?}", sata.states);
        assert!(other_transport(&TransportName::Sata(6.0), exactly(400.0)).unwrap().ratio < 0.1);
        // 25 Gbit/s are 3,125 MB/s, of which 3,060 are left: so are 1,224 of 10 Gbit/s.
        let ethernet = other_network(3060.0, exactly(1224.0)).unwrap();
        assert!(ethernet.ratio > 5.0 && ethernet.states == ["Ethernet 10 Gbit/s"]);
        assert!(other_network(3060.0, exactly(1900.0)).unwrap().ratio < 0.1);
        // Two connections of 12.5 Gbit/s on 100 are a ceiling of their own.
        assert!(other_network(3125.0 * 0.7, exactly(875.0)).is_none());
        // A hub of 10 Gbit/s on a port of 5, and a Thunderbolt bridge that got two lanes.
        let hub = other_cable(1050.0, exactly(433.0)).unwrap();
        assert!(hub.ratio > 5.0 && hub.states == ["USB 5 Gbit/s"], "{:?}", hub.states);
        let dock = other_cable(2750.0, exactly(1650.0)).unwrap();
        assert!(dock.ratio > 5.0 && dock.states[0].contains("3.0 x2"), "{:?}", dock.states);
        // Four phys of 6 Gbit/s towards an expander.
        let wide = any(Some(&TransportName::Sas(12.0)), exactly(2208.0)).unwrap();
        assert!(wide.states.iter().any(|state| state == "4 × SAS 6 Gbit/s"), "{:?}", wide.states);
    }
}
