//! Context of the figures of two runs: how drives were joined, figures that only one run has, and
//! other differences.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::compare::{
    CompareDocument, ComparisonRow, JoinKey, RunDifference, UnmatchedFigure,
};
use narrows_record::word::TargetSet;

use super::super::history::set;
use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::figures::distinct;
use crate::words;

pub(super) fn draw(page: &mut Page, compare: &CompareDocument, localizer: &Localizer) {
    // Names that changed, and drives that are joined by less than a serial number. A file is its
    // path, of which nothing surer is known.
    let renamed = compare.rows.iter().filter(|row| row.target != row.target_a);
    let renamed = renamed.map(|row| {
        let message = Message::new("compare-renamed").with("drive", clean(&row.target));
        localizer.say(&message.with("before", clean(&row.target_a)))
    });
    let renamed: Vec<String> = renamed.collect();
    let doubtful = [
        (JoinKey::Wwn, "compare-joined-wwn"),
        (JoinKey::Slot, "compare-joined-slot"),
        (JoinKey::Name, "compare-joined-name"),
        (JoinKey::File, "compare-joined-file"),
    ];
    let doubtful = doubtful.into_iter().filter_map(|(by, id)| {
        let of_it = |row: &&ComparisonRow| row.joined_by == by && !row.target.contains('/');
        let rows = compare.rows.iter().filter(of_it);
        let drives = distinct(rows.map(|row| row.target.as_str()));
        let names = || words::list(&drives);
        (!drives.is_empty()).then(|| localizer.say(&Message::new(id).with("drives", names())))
    });
    let doubtful: Vec<String> = doubtful.collect();
    for sentence in distinct(renamed.iter().chain(&doubtful).map(String::as_str)) {
        super::super::remark(page, sentence);
    }
    lone(page, "compare-only-a", &compare.only_a, localizer);
    lone(page, "compare-only-b", &compare.only_b, localizer);
    if !compare.differences.is_empty() {
        page.heading(&localizer.text("compare-differs"));
    }
    page.first(&compare.differences, localizer, |page, difference| {
        page.paragraph("• ", &self::difference(difference, localizer), CellInk::Plain);
    });
}

fn lone(page: &mut Page, heading: &str, figures: &[UnmatchedFigure], localizer: &Localizer) {
    if figures.is_empty() {
        return;
    }
    page.heading(&localizer.text(heading));
    // Drives of one set, and each alone, are reported together.
    let mut sets: BTreeMap<(&str, &TargetSet, &[String]), Vec<&str>> = BTreeMap::new();
    for figure in figures {
        let is_alone = figure.set == TargetSet::Alone;
        let together = if is_alone { &[][..] } else { figure.together.as_slice() };
        let key = (figure.workload.as_str(), &figure.set, together);
        sets.entry(key).or_default().push(&figure.target);
    }
    page.first(&sets, localizer, |page, ((workload, of_set, together), targets)| {
        let others: Vec<&str> =
            together.iter().map(String::as_str).filter(|name| !targets.contains(name)).collect();
        let targets = clean(&drive_names(targets));
        let beside = Message::new("compare-beside").with("drive", &targets);
        let who = if others.is_empty() {
            targets
        } else {
            localizer.say(&beside.with("others", drive_names(others)))
        };
        let what = [who, clean(workload), set(of_set, localizer)];
        page.paragraph("• ", &words::dotted(what), CellInk::Plain);
    });
}

pub(super) fn difference(difference: &RunDifference, localizer: &Localizer) -> String {
    let known = NAMES.iter().find(|(what, _)| *what == difference.what);
    let what = known.map_or_else(|| clean(&difference.what), |(_, id)| localizer.text(id));
    let what = match &difference.about {
        Some(about) => format!("{}, {what}", clean(about)),
        None => what,
    };
    let message = Message::new("compare-was-is").with("what", what);
    let message = message.with("was", value(difference.was.as_deref(), localizer));
    localizer.say(&message.with("is", value(difference.is.as_deref(), localizer)))
}

fn value(value: Option<&str>, localizer: &Localizer) -> String {
    match value {
        None => localizer.text("compare-not"),
        Some("") => localizer.text("compare-none"),
        Some("yes") => localizer.text("compare-yes"),
        Some("no") => localizer.text("compare-no"),
        Some(text) => clean(text),
    }
}

/// Possible differences, and the sentences that name them.
const NAMES: [(&str, &str); 34] = [
    ("narrows", "compare-what-narrows"),
    ("processor", "compare-what-processor"),
    ("board", "compare-what-board"),
    ("firmware", "compare-what-firmware"),
    ("kernel", "compare-what-kernel"),
    ("command_line", "compare-what-command-line"),
    ("cpus", "compare-what-cpus"),
    ("governor", "compare-what-governor"),
    ("clock_limit_mhz", "compare-what-clock-limit-mhz"),
    ("mitigations", "compare-what-mitigations"),
    ("slot", "compare-what-slot"),
    ("drive_firmware", "compare-what-drive-firmware"),
    ("link", "compare-what-link"),
    ("simulated", "compare-what-simulated"),
    ("engine", "compare-what-engine"),
    ("direct", "compare-what-direct"),
    ("registered_buffers", "compare-what-registered-buffers"),
    ("huge_pages", "compare-what-huge-pages"),
    ("polled", "compare-what-polled"),
    ("no_cow", "compare-what-no-cow"),
    ("file_system", "compare-what-file-system"),
    ("region", "compare-what-region"),
    ("start_after_s", "compare-what-start-after-s"),
    ("place", "compare-what-place"),
    ("scheduler", "compare-what-scheduler"),
    ("layers", "compare-what-layers"),
    ("copy_on_write", "compare-what-copy-on-write"),
    ("compressed", "compare-what-compressed"),
    ("fill_percent", "compare-what-fill-percent"),
    ("write_cache", "compare-what-write-cache"),
    ("other_io", "compare-what-other-io"),
    ("throttled", "compare-what-throttled"),
    ("errors", "compare-what-errors"),
    ("partial", "compare-what-partial"),
];
