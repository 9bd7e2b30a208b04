//! Findings for reading: one that applies to several drives is stated once.

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::run::RunFinding;

use crate::words;

/// A sentence, and the other drives of which it holds as well.
struct GroupedFinding<'a> {
    finding: &'a RunFinding,
    likewise: Vec<&'a str>,
}

/// The sentences of a run in their order. A sentence that differs from an earlier one by nothing but
/// its drive's name is left out, and the drive named with the first.
pub(crate) fn sentences(findings: &[RunFinding], localizer: &Localizer) -> Vec<String> {
    let mut groups: Vec<GroupedFinding<'_>> = Vec::new();
    for finding in findings {
        let own = pattern(finding, localizer);
        let same = groups.iter_mut().find(|group| pattern(group.finding, localizer) == own);
        match (same, finding.targets.as_slice()) {
            (Some(same), [drive]) => same.likewise.push(drive),
            _ => groups.push(GroupedFinding { finding, likewise: Vec::new() }),
        }
    }
    groups.iter().map(|group| sentence(group, localizer)).collect()
}

/// The text of a finding, whatever its subject.
fn pattern(finding: &RunFinding, localizer: &Localizer) -> String {
    let text = words::sentence(&finding.text, localizer);
    match finding.targets.as_slice() {
        // An empty name would match between all letters.
        [drive] if !drive.is_empty() => text.replace(drive, "\0"),
        _ => text,
    }
}

fn sentence(group: &GroupedFinding<'_>, localizer: &Localizer) -> String {
    let text = words::sentence(&group.finding.text, localizer);
    if group.likewise.is_empty() {
        return text;
    }
    let names = drive_names(&group.likewise);
    let likewise = Message::new("report-likewise").with("drives", names);
    localizer.follow([text.as_str(), &localizer.say(&likewise)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(drive: &str, rate: &str) -> RunFinding {
        RunFinding {
            id: "finding-at-drive".into(),
            targets: vec![drive.into()],
            text: format!("{drive} alone reads {rate}.").into(),
            limit: None,
        }
    }

    #[test]
    fn what_holds_of_several_drives_is_said_once() {
        let localizer = Localizer::new(narrows_messages::Language::English);
        let two = ["a1", "a10", "b"].map(|drive| finding(drive, "6.80 GB/s"));
        let mut all = two.to_vec();
        all.insert(1, finding("c", "2.00 GB/s"));
        assert_eq!(
            sentences(&all, &localizer),
            ["a1 alone reads 6.80 GB/s. Same for a10, b.", "c alone reads 2.00 GB/s."]
        );
    }
}
