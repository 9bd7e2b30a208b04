//! Which drives are behind which links, and how full these are.

use std::collections::BTreeMap;

use narrows_record::see::See;

/// Links by address, with what they carry and the drives behind them.
#[derive(Debug, Default)]
pub struct Behind(BTreeMap<String, Link>);

#[derive(Debug, Default)]
struct Link {
    usable_mb_s: f64,
    drives: Vec<String>,
}

impl Behind {
    /// From the links on the way of each drive, as far as it is known what they carry.
    pub fn of(machine: &See) -> Self {
        let mut links: BTreeMap<String, Link> = BTreeMap::new();
        for drive in &machine.drives {
            let storage = drive.controller.as_ref().and_then(|controller| {
                machine.storage.iter().find(|storage| storage.id == *controller)
            });
            for hop in storage.into_iter().flat_map(|storage| &storage.hops) {
                let Some(usable_mb_s) = hop.link.usable_mb_s.filter(|rate| *rate > 0.0) else {
                    continue;
                };
                let link = links.entry(hop.address.clone()).or_default();
                link.usable_mb_s = usable_mb_s;
                link.drives.push(drive.id.clone());
            }
        }
        Self(links)
    }

    /// How full the fullest link on a drive's way is, and whether another drive moves something
    /// over it. `rate` gives what a drive moves in its busier direction, MB/s.
    pub fn fullest(&self, drive: &str, rate: impl Fn(&str) -> f64) -> Option<(f64, bool)> {
        let of_it = self.0.values().filter(|link| link.drives.iter().any(|other| other == drive));
        let full = of_it.map(|link| {
            let rates: Vec<f64> = link.drives.iter().map(|drive| rate(drive)).collect();
            let moving = rates.iter().filter(|rate| **rate > 0.0).count();
            (rates.iter().sum::<f64>() / link.usable_mb_s, moving > 1)
        });
        full.max_by(|(a, _), (b, _)| a.total_cmp(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two drives of 3,000 MB/s on links of 3,900 behind an uplink of 3,900: alone 77 % full,
    /// together 154 %.
    #[test]
    fn an_uplink_is_filled_by_all_behind_it() {
        let link = |drives: &[&str]| Link {
            usable_mb_s: 3900.0,
            drives: drives.iter().map(|drive| (*drive).to_owned()).collect(),
        };
        let links = [("a", link(&["sda"])), ("b", link(&["sdb"])), ("up", link(&["sda", "sdb"]))];
        let behind = Behind(links.map(|(name, link)| (name.to_owned(), link)).into());
        let alone = |drive: &str| if drive == "sda" { 3000.0 } else { 0.0 };
        let (share, is_shared) = behind.fullest("sda", alone).unwrap();
        assert!((share - 0.769).abs() < 0.001 && !is_shared);
        let (share, is_shared) = behind.fullest("sda", |_| 3000.0).unwrap();
        assert!((share - 1.538).abs() < 0.001 && is_shared);
        assert_eq!(behind.fullest("sdc", |_| 1.0), None);
    }
}
