//! From the model string that a drive reports, or a person types, to the catalogue's row.
//!
//! A row's aliases come first: they are the names such drives report. Otherwise the text's words
//! must match those of the row's name, and its size must be the row's. A near miss is no match:
//! another model's figures are worse than none.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use narrows_units::Bytes;

use super::{DriveModel, all};

/// The row for a model string as the kernel prints it, such as `Samsung SSD 950 PRO 256GB`, or as
/// people write it. If the text names no size, `size` decides; without either, only a model that
/// the catalogue has in one size is found.
pub fn find(model: &str, size: Option<Bytes>) -> Option<&'static DriveModel> {
    let model = model.trim();
    all()
        .iter()
        .find(|drive| drive.aliases.iter().any(|alias| is_alias(alias, model)))
        .or_else(|| by_words(model, size))
}

/// Whether `model` is `alias`, whose trailing `*` matches any ending.
fn is_alias(alias: &str, model: &str) -> bool {
    let Some(start) = alias.strip_suffix('*') else { return alias.eq_ignore_ascii_case(model) };
    // By `get`, because the length may end within a character of the model's string.
    model.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

fn by_words(model: &str, size: Option<Bytes>) -> Option<&'static DriveModel> {
    let parts = NameParts::of(model);
    let size = parts.size.or(size);
    let fits = |drive: &&&DriveModel| {
        // A sixteenth lies between 960 and 1,024 GB, both of which are sold as 1 TB.
        size.is_none_or(|size| drive.size.get().abs_diff(size.get()) <= drive.size.get() / 16)
    };
    let mut fitting = BY_SERIES.get(&parts.series)?.iter().filter(fits);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

/// All rows by the words of their names. To take these apart anew for every text made up two thirds of what the
/// page calculates when a drive is moved.
static BY_SERIES: LazyLock<BTreeMap<BTreeSet<String>, Vec<&DriveModel>>> = LazyLock::new(|| {
    let mut rows: BTreeMap<BTreeSet<String>, Vec<&DriveModel>> = BTreeMap::new();
    for drive in all() {
        rows.entry(NameParts::of(&drive.name).series).or_default().push(drive);
    }
    rows
});

/// A name taken apart.
struct NameParts {
    series: BTreeSet<String>,
    size: Option<Bytes>,
}

impl NameParts {
    fn of(text: &str) -> Self {
        // Describes appearance or interface, not the model.
        const NOISE: [&str; 7] = ["ssd", "nvme", "m.2", "u.2", "with", "heatsink", "hs"];
        let text = text.split('(').next().unwrap_or_default().to_lowercase();
        let (mut series, mut size) = (BTreeSet::new(), None);
        for word in text.split([' ', '_', '-', '/']).filter(|word| !word.is_empty()) {
            match size_of(word) {
                Some(bytes) => size = Some(bytes),
                None if NOISE.contains(&word) => {}
                None => {
                    series.insert(word.to_owned());
                }
            }
        }
        Self { series, size }
    }
}

/// `256gb` or `1.2tb`.
fn size_of(word: &str) -> Option<Bytes> {
    let (number, unit) = match (word.strip_suffix("gb"), word.strip_suffix("tb")) {
        (Some(number), _) => (number, "GB"),
        (_, Some(number)) => (number, "TB"),
        _ => return None,
    };
    format!("{number} {unit}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(model: &str, size: Option<Bytes>) -> Option<&'static str> {
        find(model, size).map(|drive| drive.id.as_str())
    }

    #[test]
    fn drives_are_found_by_what_they_report() {
        for (model, expected) in [
            ("Samsung SSD 950 PRO 256GB", "samsung-950-pro-256gb"),
            ("PLEXTOR PX-256M8PeGN", "plextor-px-256m8pe"),
            ("SAMSUNG MZVPW128HEGM-00000", "samsung-sm961-128gb"),
            ("SAMSUNG MZVPW128HEGM-00000              ", "samsung-sm961-128gb"),
            ("INTEL SSDPEDMW400G4", "intel-ssd-750-400gb"),
            ("INTEL SSDPEKKW256G7", "intel-ssd-600p-256gb"),
            ("Samsung SSD 980 1TB", "samsung-980-1tb"),
            ("Samsung SSD 980 PRO 1TB", "samsung-980-pro-1000gb"),
            ("Samsung SSD 980 PRO with Heatsink 2TB", "samsung-980-pro-2000gb"),
            ("Samsung SSD 960 PRO 1TB", "samsung-960-pro-1024gb"),
            ("Samsung SSD 970 EVO 1TB", "samsung-970-evo-1000gb"),
            ("Samsung SSD 970 EVO Plus 1TB", "samsung-970-evo-plus-1000gb"),
            ("WDS100T3X0C-00SJG0", "wd-black-sn750-1000gb"),
            ("WD_BLACK SN850X 2000GB", "wd-black-sn850x-2000gb"),
            ("CT1000T500SSD8", "crucial-t500-1000gb"),
            ("KINGSTON SKC3000D2048G", "kingston-kc3000-2048gb"),
            ("CFD CSSD-S6T128NHG6Q", "toshiba-hg6-128gb"),
            ("SAMSUNG MZQL23T8HCLS-00A07", "samsung-pm9a3-3840gb-u-2"),
        ] {
            assert_eq!(id(model, None), Some(expected), "{model}");
        }
    }

    #[test]
    fn drives_are_found_by_what_people_write() {
        assert_eq!(id("samsung 950 pro 256GB", None), Some("samsung-950-pro-256gb"));
        assert_eq!(id("Intel SSD 750 1.2TB", None), Some("intel-ssd-750-1-2tb"));
        assert_eq!(id("Samsung SM961 128GB", None), Some("samsung-sm961-128gb"));
    }

    #[test]
    fn the_size_decides_between_sizes_of_one_model() {
        let size = |gb: u64| Some(Bytes::new(gb * 1_000_000_000));
        assert_eq!(id("Samsung SSD 970 EVO", size(500)), Some("samsung-970-evo-500gb"));
        assert_eq!(id("Samsung 960 PRO", size(1024)), Some("samsung-960-pro-1024gb"));
        // A size that the catalogue lacks, and no size at all, among several.
        assert_eq!(id("Samsung SSD 970 EVO", size(4000)), None);
        assert_eq!(id("Samsung SSD 970 EVO", None), None);
    }

    #[test]
    fn another_model_is_no_match() {
        for model in [
            "",
            " ",
            "SSD",
            "256GB",
            "QEMU NVMe Ctrl",
            "Samsung SSD 990 PRO X 1TB",
            "Samsung SSD 980 PR",
            "PX-256M8Pe\u{fffd}",
            "サムスン",
        ] {
            assert_eq!(id(model, None), None, "{model}");
        }
    }

    #[test]
    fn aliases_lead_to_their_own_row() {
        for drive in all() {
            for alias in &drive.aliases {
                assert_eq!(
                    id(alias.trim_end_matches('*'), None),
                    Some(drive.id.as_str()),
                    "{alias}"
                );
            }
        }
    }
}
