//! Words as people type them, in any case and with the names that file systems, volume managers and forums
//! use: `mirror`, `RAID-0`, `raidz2`, `gpu=x16`, `10gbe`. The output is in the words of the parent.
//!
//! A word keeps its level: one without a level gets none here.

use super::names::PlanNameLookup;

/// Words for levels, each with its spellings without blanks, dashes and underscores. A raidz has the
/// operating system's own arrays as the nearest that a plan knows: no firmware makes one.
const LEVELS: [(&str, &str); 8] = [
    ("raid0", "raid0 r0 stripe striped striping stripes zfsstripe"),
    ("raid1", "raid1 r1 mirror mirrored mirroring zfsmirror raid1c2"),
    ("raid10", "raid10 raid1+0 r10 mirrors stripedmirror stripedmirrors mirroredstripe"),
    ("raid5", "raid5 r5"),
    ("raid5:linux-md", "raidz raidz1 z1"),
    ("raid6", "raid6 r6"),
    ("raid6:linux-md", "raidz2 z2"),
    ("jbod", "jbod linear concat span spanned spanning single"),
];

/// RAID engines, by the names of their tools and of their parts.
const MEANS: [(&str, &str); 6] = [
    ("intel-rst", "rst irst imsm"),
    ("intel-rst-vmd", "vmd rstvmd"),
    ("intel-vroc", "vroc"),
    ("amd-raidxpert2", "raidxpert raidxpert2 amd amdraid"),
    ("windows", "storagespaces diskmanagement dynamicdisks"),
    ("linux-md", "md mdadm mdraid linux"),
];

const ALONE: [(&str, &str); 11] = [
    ("boot", "boot bootable"),
    (
        "sequential",
        "sequential seq seqread sequentialread sequentialreads read reads throughput \
        bandwidth speed fastestdrives fastdrives fast fastest maxspeed",
    ),
    ("random", "random rand iops randomread randomreads randomiops 4k"),
    ("write", "write writes writing seqwrite sequentialwrite sequentialwrites"),
    ("few-moves", "fewmoves fewestmoves fewchanges minimalchanges"),
    ("no-adapters", "noadapters noadapter withoutadapter withoutadapters"),
    ("risers", "risers riser"),
    ("firmware-raid", "firmwareraid biosraid"),
    (
        "free-sata",
        "freesata keepsata allsata sataportsfree keepsataports allsataports mostsata \
        mostsatafree",
    ),
    ("nvme=cpu", "avoidchipset avoidthechipset allcpu cpulanes directtocpu nochipset"),
    ("nic=line-rate", "linerate 10gbefullspeed 10gfullspeed"),
];

/// Words before a `=`, and after one.
const KEYS: [(&str, &str); 7] = [
    ("each", "each"),
    ("latency", "latency"),
    ("to", "to"),
    ("boot", "boot bootfrom"),
    ("log", "log"),
    ("near", "near"),
    ("lanes", "lanes"),
];
const STATES: [(&str, &str); 5] = [
    ("full", "full fullwidth fullspeed max"),
    ("line-rate", "linerate"),
    ("cpu", "cpu cpulanes processor processorlanes"),
    ("chipset", "chipset pch"),
    ("stay", "stay stays"),
];

/// The word as the parent reads it.
pub(super) fn usual(text: &str, names: &PlanNameLookup<'_>) -> String {
    if let Some(at) = text.find(['=', ':', '@', '>']) {
        let (left, right) = text.split_at(at);
        return beside(left.trim(), right, names);
    }
    let squashed = squashed(text);
    let known = word(&LEVELS, &squashed).or_else(|| word(&ALONE, &squashed));
    match known {
        Some(known) => known.to_owned(),
        None => {
            let known = rate(text).or_else(|| booted(text)).or_else(|| made_by(text));
            known.or_else(|| width(text, names)).unwrap_or_else(|| text.to_owned())
        }
    }
}

/// `boot from nvme`, `boot nvme`, `os on nvme`.
fn booted(text: &str) -> Option<String> {
    let (first, rest) = text.trim().split_once(' ')?;
    let rest = rest.trim();
    let is_boot = squashed(first) == "boot";
    let is_system = ["os", "system", "windows"].contains(&squashed(first).as_str());
    let before = |word: &str| rest.strip_prefix(word).map(str::trim);
    let on = before("on ").filter(|_| is_system);
    let from = before("from ").or_else(|| before("off ")).or(Some(rest)).filter(|_| is_boot);
    Some(format!("boot={}", on.or(from)?))
}

/// `btrfs raid1`, `mdadm raid5`: a level after what makes it.
fn made_by(text: &str) -> Option<String> {
    const FILE_SYSTEMS: [&str; 2] = ["zfs", "btrfs"];
    let (first, rest) = text.trim().split_once(' ')?;
    let (first, level) = (squashed(first), word(&LEVELS, &squashed(rest))?);
    match word(&MEANS, &first) {
        Some(means) => Some(level_by(level.split(':').next().unwrap_or(level), means)),
        None => FILE_SYSTEMS.contains(&first.as_str()).then(|| level.to_owned()),
    }
}

/// A word with more beside it; `right` begins with the sign between them.
fn beside(left: &str, right: &str, names: &PlanNameLookup<'_>) -> String {
    // A device may be called as a word is.
    let is_device = names.devices.iter().any(|device| device.id == left);
    let own = squashed(left);
    if let Some(level) = word(&LEVELS, &own).filter(|_| !is_device) {
        return match right.strip_prefix(':') {
            // An engine that is named replaces the one that a word of ZFS implies.
            Some(means) => level_by(level.split(':').next().unwrap_or(level), means),
            None => format!("{level}{right}"),
        };
    }
    let Some(value) = right.strip_prefix(">=").or_else(|| right.strip_prefix('=')) else {
        return format!("{left}{right}");
    };
    let value = value.trim();
    let spelled = squashed(value);
    let key = word(&KEYS, &own).filter(|_| !is_device && !right.starts_with('>'));
    if let Some(key) = key {
        let array = word(&LEVELS, &spelled).filter(|_| key == "boot");
        let array = array.map(|level| level.split(':').next().unwrap_or(level));
        return format!("{key}={}", array.unwrap_or(value));
    }
    if ["freesata", "sata", "sataports"].contains(&own.as_str()) && spelled.parse::<u8>().is_ok() {
        return format!("free-sata>={value}");
    }
    if let Some(lanes) = lanes(&spelled) {
        return format!("{left}>=x{lanes}");
    }
    match word(&STATES, &spelled) {
        Some(state) if right.starts_with('=') => format!("{left}={state}"),
        _ => format!("{left}{right}"),
    }
}

/// A level with its RAID engine, or with a workload.
fn level_by(level: &str, rest: &str) -> String {
    let (means, members) = match rest.split_once('=') {
        Some((means, members)) => (means, format!("={members}")),
        None => (rest, String::new()),
    };
    let spelled = means.split('/').map(|it| word(&MEANS, &squashed(it)).unwrap_or(it.trim()));
    let spelled: Vec<&str> = spelled.collect();
    format!("{level}:{}{members}", spelled.join("/"))
}

/// Reads a network rate in Gbit/s: `10gbe`, `2.5 Gbit`, `25g`; with a capital B in bytes: `1.25 GB/s`.
pub fn network_rate(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(digits);
    let unit = squashed(unit);
    let is_network = ["g", "gbe", "gbit", "gbit/s", "gbits", "gbps", "gb/s", "gige"];
    let number: f64 = number.parse().ok().filter(|_| is_network.contains(&unit.as_str()))?;
    let is_bytes = ["B/s", "Bps"].iter().any(|end| text.ends_with(end));
    let gigabits = if is_bytes { number * 8.0 } else { number };
    Some(gigabits).filter(|it| (0.01..=1600.0).contains(it))
}

/// The rate that a network card must reach.
fn rate(text: &str) -> Option<String> {
    network_rate(text).map(|gigabits| format!("nic>={}MB/s", gigabits * 125.0))
}

/// `gpu x16`, `keep gpu at x16`, `gpu full speed`, `full gpu`, `drives on cpu`: a device, and how
/// wide or where it is to be.
fn width(text: &str, names: &PlanNameLookup<'_>) -> Option<String> {
    const BETWEEN: [&str; 6] = ["keep", "at", "on", "with", "the", "all"];
    let words: Vec<&str> = text.split_whitespace().filter(|word| !BETWEEN.contains(word)).collect();
    let of = |device: &str, how: &str| {
        names.devices(device.trim()).ok()?;
        let how = squashed(how);
        // A bare number may belong to the name of the device: only one with an x is a width.
        let lanes = lanes(&how).filter(|_| how.contains('x'));
        let lanes = lanes.map(|lanes| format!("{}>=x{lanes}", device.trim()));
        let state = || Some(format!("{}={}", device.trim(), word(&STATES, &how)?));
        lanes.or_else(state)
    };
    (1..words.len()).rev().find_map(|at| {
        let (first, second) = (words[..at].join(" "), words[at..].join(" "));
        of(&first, &second).or_else(|| of(&second, &first))
    })
}

/// `x16`, `16x`, `16`, `x16 lanes`.
fn lanes(squashed: &str) -> Option<u8> {
    let number = squashed.trim_end_matches("lanes");
    let number = number.strip_prefix('x').or_else(|| number.strip_suffix('x')).unwrap_or(number);
    number.parse().ok()
}

fn word(table: &[(&'static str, &'static str)], squashed: &str) -> Option<&'static str> {
    let is_of = |(_, spellings): &&(&str, &str)| spellings.split(' ').any(|it| it == squashed);
    table.iter().find(is_of).map(|(word, _)| *word)
}

/// In lower case, without the separators that people put between words.
fn squashed(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '-', '_'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_written_as_it_is_looked_up() {
        for (_, spellings) in LEVELS.iter().chain(&MEANS).chain(&ALONE).chain(&KEYS).chain(&STATES)
        {
            for spelling in spellings.split(' ') {
                assert!(!spelling.is_empty() && squashed(spelling) == spelling, "{spelling}");
            }
        }
    }

    #[test]
    fn network_rates_are_bytes_a_second_each_way() {
        assert_eq!(rate("10gbe").as_deref(), Some("nic>=1250MB/s"));
        assert_eq!(rate("2.5g").as_deref(), Some("nic>=312.5MB/s"));
        assert_eq!(rate("1GB/s").as_deref(), Some("nic>=1000MB/s"));
        assert_eq!(rate("10 Gb/s"), rate("10gbe"));
        assert_eq!((rate("4k"), rate("gbe"), rate("16")), (None, None, None));
    }

    #[test]
    fn what_to_boot_from_may_be_said_without_a_sign() {
        assert_eq!(booted("boot from nvme").as_deref(), Some("boot=nvme"));
        assert_eq!(booted("Boot 980-pro").as_deref(), Some("boot=980-pro"));
        assert_eq!(booted("os on 970").as_deref(), Some("boot=970"));
        assert_eq!(
            (booted("boot"), booted("sequential read"), booted("os 970")),
            (None, None, None)
        );
    }

    #[test]
    fn a_level_may_follow_what_makes_it() {
        assert_eq!(made_by("btrfs raid1").as_deref(), Some("raid1"));
        assert_eq!(made_by("ZFS raidz2").as_deref(), Some("raid6:linux-md"));
        assert_eq!(made_by("mdadm raid5").as_deref(), Some("raid5:linux-md"));
        assert_eq!((made_by("zfs"), made_by("fast raid1")), (None, None));
    }
}
