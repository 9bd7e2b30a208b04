//! Things that a list names by their kind alone: `8tb hdd`, `2tb nvme gen4`, `10gbe nic`.

use narrows_catalog::card::{self, Card};
use narrows_catalog::drive::{self, DriveForm, DriveModel};
use narrows_catalog::entry::EntryKind;
use narrows_catalog::named;
use narrows_plan::words;
use narrows_units::Bytes;

use super::named::is_one_line;

/// The network card that stands for all with ports of a rate, such as `10gbe` or `25g sfp28 nic x8`.
pub(super) fn network(name: &str) -> Option<&'static Card> {
    const KINDS: [&str; 15] = [
        "nic", "card", "network", "ethernet", "lan", "adapter", "pcie", "dual", "port", "ports",
        "rj45", "base-t", "sfp+", "sfp28", "qsfp28",
    ];
    let name = name.to_lowercase();
    let is_kind = |word: &&str| KINDS.contains(word) || lanes(word).is_some();
    let rate = name.split_whitespace().filter(|word| !is_kind(word));
    card::network(words::network_rate(&rate.collect::<Vec<_>>().join(" "))?)
}

/// The card that stands for one that the catalogue does not have: the model that has all words but the last ones
/// (`decklink 8k pro mini`), else any of the lanes that stand beside the model (`acme q9999 x8`).
pub(super) fn nearest_card(name: &str) -> Option<&'static Card> {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.iter().any(|word| gigabytes(word).is_some()) {
        return None;
    }
    // Two words are a series and a number, which belong together.
    let shorter = (2..words.len()).rev().filter_map(|count| words.get(..count));
    let called =
        shorter.filter(|words| words.iter().any(|word| has_digit(word))).find_map(|words| {
            let ids = named::ids(&words.join(" "), &[EntryKind::Card]);
            ids.first().filter(|_| ids.len() == 1).and_then(|id| card::card(id))
        });
    let of_lanes = || {
        let lanes = words.iter().find_map(|word| lanes(word))?;
        card::card(&format!("another-card-x{lanes}"))
    };
    called.or_else(of_lanes)
}

/// `x8`.
fn lanes(word: &str) -> Option<u8> {
    let lanes = word.strip_prefix('x')?.parse().ok()?;
    [1, 4, 8, 16].contains(&lanes).then_some(lanes)
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// The card that stands for graphics cards of which the catalogue has no model, by the series in
/// the name.
pub(super) fn graphics(name: &str) -> Option<&'static Card> {
    const SERIES: [&str; 14] = [
        "gtx", "rtx", "gt", "rx", "geforce", "radeon", "quadro", "tesla", "titan", "firepro",
        "firegl", "arc", "instinct", "nvs",
    ];
    let name = name.to_lowercase();
    let is_series = name.split_whitespace().any(|word| SERIES.contains(&word));
    // A TITAN Xp has no number.
    let is_model = has_digit(&name) || name.contains("titan ");
    card::card("gpu").filter(|_| is_series && is_model)
}

/// Shorter ones, as a P3, are too like another model's.
const LEAST_NUMBERED: usize = 4;

/// Sizes this near are sold as one, such as 1.92 and 2 TB: natural logarithm of their ratio.
const SOLD_AS_ONE: f64 = 0.07;

/// What a name says of a drive without saying its model.
#[derive(Default)]
struct DriveKind {
    spins: bool,
    is_sata: bool,
    is_nvme: bool,
    is_u2: bool,
    generation: Option<u8>,
    size_gb: Option<f64>,
}

/// The drive that stands for all of a kind: of those nearest in size the one with the middle rate. `None` if the
/// name says more than a kind and a size, or not whether it is a disk, on SATA or NVMe.
pub(super) fn typical(name: &str) -> Option<&'static DriveModel> {
    let mut kind = DriveKind::default();
    for word in name.to_lowercase().split_whitespace() {
        match word {
            "hdd" | "hdds" | "disk" | "disks" => kind.spins = true,
            "sata" => kind.is_sata = true,
            "nvme" | "m.2" | "m2" | "pcie" => kind.is_nvme = true,
            "u.2" | "u2" => kind.is_u2 = true,
            "ssd" | "ssds" | "drive" | "drives" | "hard" => {}
            "gen3" | "3.0" => kind.generation = Some(3),
            "gen4" | "4.0" => kind.generation = Some(4),
            "gen5" | "5.0" => kind.generation = Some(5),
            _ => kind.size_gb = Some(gigabytes(word)?),
        }
    }
    let mut fitting: Vec<&DriveModel> = drive::all().iter().filter(|it| kind.is_of(it)).collect();
    // Disks for archives are bought by name.
    fitting.retain(|drive| !drive.shingled);
    if let Some(size) = kind.size_gb {
        let off = |drive: &DriveModel| (drive.size.as_f64() / 1e9 / size).ln().abs();
        let nearest = fitting.iter().map(|drive| off(drive)).reduce(f64::min)?;
        fitting.retain(|drive| off(drive) <= nearest + SOLD_AS_ONE);
    }
    let rate = |drive: &DriveModel| drive.seq_read.map_or(0.0, |rate| rate.get());
    fitting.sort_by(|a, b| rate(a).total_cmp(&rate(b)));
    fitting.get(fitting.len() / 2).copied()
}

/// The drive that stands for one that the catalogue does not have: the same model in the nearest size, else the
/// typical one of the kind that stands beside the model (`acme q9999 2tb nvme gen3`). Another model is never taken:
/// a maker's drives differ several times in rate, and by their bus.
pub(super) fn nearest(name: &str) -> Option<&'static DriveModel> {
    let name = name.to_lowercase();
    let (sizes, model): (Vec<&str>, Vec<&str>) =
        name.split_whitespace().partition(|word| gigabytes(word).is_some());
    let size = sizes.first().and_then(|size| gigabytes(size));
    let called = |name: &str| -> Vec<&'static DriveModel> {
        named::ids(name, &[EntryKind::Drive]).into_iter().filter_map(drive::drive).collect()
    };
    // An SN770M is an SN770 of another length: a letter behind the number is another make of it.
    let without_letter = || {
        let last = model.last()?.strip_suffix(char::is_alphabetic)?;
        let is_number = last.ends_with(|c: char| c.is_ascii_digit());
        let others = model.get(..model.len() - 1)?;
        (is_number && last.len() >= LEAST_NUMBERED).then(|| [others, &[last]].concat().join(" "))
    };
    let mut lines = [Some(model.join(" ")), without_letter()].into_iter().flatten();
    let line = lines.find_map(|line| Some(called(&line)).filter(|line| !line.is_empty()));
    // A WD Red is no Red Plus, whose name has all its words.
    let own = model.join("-");
    let is_own = |it: &&DriveModel| it.id.rsplit_once('-').is_some_and(|(line, _)| line == own);
    let line = line.map(|line| {
        let exact: Vec<_> = line.iter().copied().filter(is_own).collect();
        if exact.is_empty() { line } else { exact }
    });
    if let (Some(size), Some(line)) = (size, line.filter(|line| is_one_line(line))) {
        let off = |it: &&DriveModel| (it.size.as_f64() / 1e9 / size).ln().abs();
        return line.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    }
    // Models are letters with a number; a slip in one is not told from another model.
    let words = name.split(|c: char| c.is_whitespace() || c == '-');
    let is_model = |word: &&str| word.starts_with(char::is_alphabetic) && has_digit(word);
    let mut models = words.filter(is_model);
    if !models.any(|word| called(word).is_empty()) {
        return None;
    }
    let is_of_kind = |word: &&str| {
        ["nvme", "sata", "hdd"].iter().any(|kind| typical(&format!("{word} {kind}")).is_some())
    };
    let kind: Vec<&str> = name.split_whitespace().filter(is_of_kind).collect();
    typical(&kind.join(" "))
}

/// Whether a name says that the drive is on SATA; `None` if it leaves that open.
pub(super) fn is_on_sata(name: &str) -> Option<bool> {
    let name = name.to_lowercase();
    let has = |words: &[&str]| name.split_whitespace().any(|word| words.contains(&word));
    // `m.2 sata` is a drive on SATA in an M.2 slot.
    if has(&["sata", "2.5", "3.5"]) {
        return Some(true);
    }
    has(&["nvme", "m.2", "m2", "u.2", "u2", "pcie"]).then_some(false)
}

/// What stands for a model of which nothing but its size is known, and whose name is like no other: a typical NVMe
/// drive, as most are. Makers of disks call disks and drives alike, so that nothing stands for theirs.
pub(super) fn unknown(name: &str) -> Option<&'static DriveModel> {
    const OF_DISKS: [&str; 7] =
        ["wd", "western", "seagate", "toshiba", "hgst", "hitachi", "maxtor"];
    let name = name.to_lowercase();
    let (sizes, model): (Vec<&str>, Vec<&str>) =
        name.split_whitespace().partition(|word| gigabytes(word).is_some());
    let is_model = model.len() > 1 && model.iter().all(|word| !OF_DISKS.contains(word));
    let is_alone = named::near_ids(&name, &[EntryKind::Drive, EntryKind::Card]).is_empty();
    let [size] = sizes[..] else { return None };
    typical(&format!("{size} nvme")).filter(|_| is_model && is_alone)
}

impl DriveKind {
    fn is_of(&self, drive: &DriveModel) -> bool {
        let is_nvme = self.is_nvme || self.is_u2;
        let is_said = self.spins || self.is_sata || is_nvme;
        let on_sata = drive.link.is_none();
        let form = if self.is_u2 { DriveForm::U2 } else { DriveForm::M2 };
        let is_form = !is_nvme || drive.forms().first() == Some(&form);
        let generation = drive.link.map(|link| link.rate.generation());
        let is_generation = self.generation.is_none() || generation == self.generation;
        is_said && drive.spins == self.spins && on_sata != is_nvme && is_form && is_generation
    }
}

/// The size that a name states, where the model that stands for the drive has another.
pub(super) fn other_size(name: &str, model: &DriveModel) -> Option<Bytes> {
    let bytes = name.to_lowercase().split_whitespace().find_map(gigabytes)? * 1e9;
    let is_other = (bytes / model.size.as_f64()).ln().abs() > SOLD_AS_ONE;
    is_other.then(|| Bytes::new(bytes.round() as u64))
}

/// `4tb`, `960gb`.
fn gigabytes(word: &str) -> Option<f64> {
    let (number, factor) = match word.strip_suffix("tb") {
        Some(number) => (number, 1000.0),
        None => (word.strip_suffix("gb")?, 1.0),
    };
    let number: f64 = number.parse().ok()?;
    (number > 0.0 && number < 1e6).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Reds end at 6 TB; 8 TB are Red Plus. Of disks of 8 TB the typical one is not shingled.
    #[test]
    fn a_line_is_not_the_lines_with_more_words() {
        assert_eq!(nearest("wd red 8tb").map(|it| it.id.as_str()), Some("wd-red-6tb"));
        assert!(typical("8tb hdd").is_some_and(|it| !it.shingled));
    }

    #[test]
    fn a_kind_and_a_size_are_a_drive_of_that_kind_and_size() {
        for (name, spins, on_sata) in
            [("8tb hdd", true, true), ("4tb sata ssd", false, true), ("2tb nvme", false, false)]
        {
            let drive = typical(name).unwrap();
            assert_eq!((drive.spins, drive.link.is_none()), (spins, on_sata), "{name}");
            let stated = gigabytes(name.split(' ').next().unwrap()).unwrap();
            assert!((drive.size.as_f64() / 1e9 / stated).ln().abs() < 0.08, "{name}: {}", drive.id);
        }
        let fast = typical("2tb nvme gen5 ssd").unwrap();
        assert_eq!(fast.link.unwrap().rate.generation(), 5);
        for open in ["ssd", "2tb", "990 pro", "4tb ssd", "samsung nvme"] {
            assert!(typical(open).is_none(), "{open}");
        }
        for name in ["10gbe nic", "10gbe nic x4", "dual port 10g sfp+ card"] {
            let rate = network(name).and_then(|card| card.port_rate).unwrap();
            assert!(rate.get() >= 10.0, "{name}");
        }
        assert!(network("rtx 4090").is_none());
    }

    /// No test here names a drive that the catalogue may come to have.
    #[test]
    fn a_missing_drive_is_another_size_or_its_kind_and_never_another_model() {
        let taken = |name: &str| nearest(name).map(|drive| drive.id.as_str());
        assert_eq!(taken("samsung 990 pro 64tb"), Some("samsung-990-pro-4000gb"));
        assert_eq!(taken("wd black sn770q 1tb"), Some("wd-black-sn770-1tb"));
        assert_eq!(taken("acme q9999 2tb nvme gen3"), typical("2tb nvme gen3").map(|it| &*it.id));
        for other in [
            "crucial p999 1tb",
            "lexar nm9999 500gb",
            "lexar 500gb",
            "samsng 990 pro 2tb",
            "990 prp 2tb",
            "950-pro-256bg",
            "quite something",
            "2tb",
        ] {
            assert_eq!(taken(other), None, "{other}");
        }
    }

    #[test]
    fn a_missing_card_is_one_with_fewer_words_or_any_of_its_lanes() {
        let taken = |name: &str| nearest_card(name).map(|card| card.id.as_str());
        assert_eq!(taken("decklink 8k pro nano"), Some("blackmagic-decklink-8k-pro"));
        assert_eq!(taken("acme q9999 x8"), Some("another-card-x8"));
        for other in ["acme q9999", "decklink nano", "samsung 990 prp 2tb", "acme x3"] {
            assert_eq!(taken(other), None, "{other}");
        }
    }

    #[test]
    fn of_a_model_that_is_like_no_other_a_typical_drive_stands_for_it() {
        let taken = |name: &str| unknown(name).map(|drive| drive.id.as_str());
        let typical = typical("4tb nvme").map(|drive| drive.id.as_str());
        assert!(typical.is_some() && taken("zyxwvu qrs 4tb") == typical);
        for other in ["seagate zyxwvu 4tb", "zyxwvu 4tb", "zyxwvu qrs", "samsng 990 pro 2tb"] {
            assert_eq!(taken(other), None, "{other}");
        }
        assert_eq!(is_on_sata("wd blue m.2 sata 2tb"), Some(true));
        assert_eq!(is_on_sata("wd blue nvme 2tb"), Some(false));
        assert_eq!(is_on_sata("wd blue 2tb"), None);
    }

    #[test]
    fn a_drive_has_the_stated_size_whatever_stands_for_it() {
        let model = nearest("samsung 990 pro 64tb").unwrap();
        assert_eq!(other_size("samsung 990 pro 64tb", model), Some(Bytes::new(64_000_000_000_000)));
        assert_eq!(other_size("samsung 990 pro 4tb", model), None);
    }

    #[test]
    fn a_graphics_card_is_one_by_its_series() {
        for name in ["GTX 580", "quadro k2200", "nvidia tesla p4", "radeon hd 7970", "titan xp"] {
            assert_eq!(graphics(name).map(|card| card.id.as_str()), Some("gpu"), "{name}");
        }
        for other in ["geforce", "990 pro", "lsi 9300-8i", "x540-t2"] {
            assert!(graphics(other).is_none(), "{other}");
        }
    }
}
