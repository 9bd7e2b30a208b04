//! Which drives are behind which links, and how full these are.

use std::collections::BTreeMap;

use narrows_record::see::{LinkRecord as Told, LinkState, SeeDocument};
use narrows_topology::PciAddress;
use narrows_topology::capacity::{ASSUMED_MAX_PAYLOAD, LinkDirection, usable};
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

/// Share of a link's traffic from which on it counts as one drive's own.
const NEARLY_ALL: f64 = 0.9;

/// Links by address, with their throughput and the drives behind them.
#[derive(Debug, Default)]
pub struct LinkDriveMap(BTreeMap<String, WatchedLink>);

#[derive(Debug, Default)]
struct WatchedLink {
    /// Its current throughput, MB/s.
    usable_mb_s: f64,
    /// Its width and throughput before; `None` if another width's cannot be determined.
    before: Option<(LinkWidth, f64)>,
    max_payload: Option<u64>,
    drives: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkUsage {
    /// Share of its throughput in the busier direction.
    pub share: f64,
    pub is_shared: bool,
}

impl LinkDriveMap {
    /// From the links on the path of each drive, if their throughput is known.
    pub fn of(machine: &SeeDocument) -> Self {
        let mut links: BTreeMap<String, WatchedLink> = BTreeMap::new();
        for drive in &machine.drives {
            let storage = drive.controller.as_ref().and_then(|controller| {
                machine.storage.iter().find(|storage| storage.id == *controller)
            });
            for hop in storage.into_iter().flat_map(|storage| &storage.hops) {
                let Some(link) = WatchedLink::of(&hop.link) else { continue };
                let link = links.entry(hop.address.clone()).or_insert(link);
                link.drives.push(drive.id.clone());
            }
        }
        Self(links)
    }

    /// Updates the speed and width of links; links without data stay as they were.
    pub fn run_at(&mut self, now: impl Fn(PciAddress) -> Option<LinkState>) {
        for (address, link) in &mut self.0 {
            let width = address.parse().ok().and_then(&now).and_then(width);
            if let Some((width, (before, usable_mb_s))) = width.zip(link.before) {
                link.usable_mb_s = usable_mb_s * link.mb_s(width) / link.mb_s(before);
            }
        }
    }

    /// How full the fullest link on a drive's path is. `rates` gives a drive's rate in each direction,
    /// MB/s: a link carries as much in one as in the other.
    pub fn fullest(&self, drive: &str, rates: impl Fn(&str) -> [f64; 2]) -> Option<LinkUsage> {
        let of_it = self.0.values().filter(|link| link.drives.iter().any(|other| other == drive));
        let full = of_it.map(|link| {
            let each: Vec<[f64; 2]> = link.drives.iter().map(|drive| rates(drive)).collect();
            let [up, down] = [0, 1].map(|way| each.iter().map(|rates| rates[way]).sum::<f64>());
            let (way, sum) = if up >= down { (0, up) } else { (1, down) };
            let is_shared = rates(drive)[way] < NEARLY_ALL * sum;
            LinkUsage { share: sum / link.usable_mb_s, is_shared }
        });
        full.max_by(|a, b| a.share.total_cmp(&b.share))
    }
}

impl WatchedLink {
    fn of(link: &Told) -> Option<Self> {
        let usable_mb_s = link.usable_mb_s.filter(|rate| *rate > 0.0)?;
        let before = link.current.and_then(width).map(|width| (width, usable_mb_s));
        Some(Self { usable_mb_s, before, max_payload: link.max_payload, drives: Vec::new() })
    }

    fn mb_s(&self, width: LinkWidth) -> f64 {
        let payload = self.max_payload.map_or(ASSUMED_MAX_PAYLOAD, Bytes::new);
        // Only ratios of two widths are formed, from which the direction's share cancels out.
        usable(width, payload, LinkDirection::Up).get() / 1e6
    }
}

fn width(state: LinkState) -> Option<LinkWidth> {
    let rate = TransferRate::from_gt_s(state.gts)?;
    Some(LinkWidth { rate, lanes: Lanes::new(state.lanes)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(drives: &[&str]) -> WatchedLink {
        WatchedLink {
            usable_mb_s: 3900.0,
            before: LinkWidth::new(3, 4).map(|width| (width, 3900.0)),
            max_payload: None,
            drives: drives.iter().map(|drive| (*drive).to_owned()).collect(),
        }
    }

    fn behind() -> LinkDriveMap {
        let links = [
            ("0000:02:00.0", link(&["sda"])),
            ("0000:03:00.0", link(&["sdb"])),
            ("0000:01:00.0", link(&["sda", "sdb"])),
        ];
        LinkDriveMap(links.map(|(name, link)| (name.to_owned(), link)).into())
    }

    /// Two drives of 3,000 MB/s on links of 3,900, as their uplink: alone 77 % full, both 154 %.
    #[test]
    fn an_uplink_is_filled_by_all_behind_it() {
        let alone = |drive: &str| if drive == "sda" { [3000.0, 0.0] } else { [0.0; 2] };
        let full = behind().fullest("sda", alone).unwrap();
        assert!((full.share - 0.769).abs() < 0.001 && !full.is_shared);
        let full = behind().fullest("sda", |_| [3000.0, 10.0]).unwrap();
        assert!((full.share - 1.538).abs() < 0.001 && full.is_shared);
        assert_eq!(behind().fullest("sdc", |_| [1.0; 2]), None);
    }

    /// One is read and the other written: they share no direction. A log that another drive writes
    /// beside is no reason either.
    #[test]
    fn what_goes_the_other_way_fills_nothing() {
        let ways = |drive: &str| if drive == "sda" { [3000.0, 0.0] } else { [0.0, 3000.0] };
        let full = behind().fullest("sda", ways).unwrap();
        assert!((full.share - 0.769).abs() < 0.001, "{full:?}");
        let log = |drive: &str| if drive == "sda" { [3700.0, 0.0] } else { [5.0, 0.0] };
        assert!(!behind().fullest("sda", log).unwrap().is_shared);
    }

    /// A link that has fallen back to 2.5 GT/s carries less than a quarter: 8b/10b of 2.5 are 2, 128b/130b
    /// of 8 are 7.9. Without data it is as before.
    #[test]
    fn a_link_that_falls_back_is_full_earlier() {
        let mut behind = behind();
        let own: PciAddress = "0000:02:00.0".parse().unwrap();
        let slow = LinkState { gts: 2.5, lanes: 4 };
        behind.run_at(|address| (address == own).then_some(slow));
        let rates = |drive: &str| if drive == "sda" { [900.0, 0.0] } else { [0.0; 2] };
        let full = behind.fullest("sda", rates).unwrap();
        assert!((0.85..1.0).contains(&full.share) && !full.is_shared, "{full:?}");
        behind.run_at(|_| None);
        assert!(behind.fullest("sda", rates).unwrap().share > 0.85);
        behind.run_at(|_| Some(LinkState { gts: 8.0, lanes: 4 }));
        assert!((behind.fullest("sda", rates).unwrap().share - 900.0 / 3900.0).abs() < 1e-9);
    }
}
