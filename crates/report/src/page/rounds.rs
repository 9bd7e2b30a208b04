//! The page of `narrows measure --dry-run`: the planned rounds, and their duration.

use narrows_messages::{Localizer, Message};
use narrows_record::rounds::{PlannedPart, PlannedRound, RoundTargetLocation, RoundsDocument};
use narrows_record::run::TargetLocationKind;

use crate::MOST_ROWS;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;

/// The rounds in order, and where each target lies.
pub fn rounds(plan: &RoundsDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let is_virtual =
        plan.targets.iter().any(|location| location.kind == TargetLocationKind::Virtual);
    let id = if is_virtual { "rounds-total-virtual" } else { "rounds-total" };
    let total = Message::new(id).count("rounds", plan.rounds.len());
    let total = total.with("time", seconds(plan.total_s));
    page.title(&localizer.say(&total));
    if let Some(most) = plan.most_s {
        let most = Message::new("rounds-most").with("time", seconds(most.max(plan.total_s)));
        page.paragraph("", &localizer.say(&most), CellInk::Plain);
    }
    locations(&mut page, &plan.targets, localizer);
    table(&mut page, plan, localizer);
    let more = plan.rounds.len().saturating_sub(MOST_ROWS);
    super::more(&mut page, more, localizer);
    super::notes(&mut page, plan.notes.iter(), localizer);
    page
}

fn seconds(time: f64) -> String {
    if time < 120.0 { format!("{time:.1} s") } else { format!("{:.0} min", time / 60.0) }
}

fn locations(page: &mut Page, locations: &[RoundTargetLocation], localizer: &Localizer) {
    page.heading(&localizer.text("rounds-targets"));
    for location in locations.iter().take(MOST_ROWS) {
        let id = match location.kind {
            TargetLocationKind::Scratch => "rounds-spot-scratch",
            TargetLocationKind::Raw => "rounds-spot-raw",
            TargetLocationKind::Nop => "rounds-spot-nop",
            TargetLocationKind::Virtual => "rounds-spot-virtual",
            _ => "rounds-spot-file",
        };
        let path = clean(location.path.as_deref().unwrap_or_default());
        let place = localizer.say(&Message::new(id).with("path", path));
        page.paragraph("  ", &format!("{}: {place}", clean(&location.target)), CellInk::Plain);
    }
}

fn table(page: &mut Page, plan: &RoundsDocument, localizer: &Localizer) {
    page.heading(&localizer.text("rounds-rounds"));
    let column = |id: &str, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("rounds-set", Align::Left),
        column("rounds-repeat", Align::Right),
        column("rounds-time", Align::Right),
        column("rounds-parts", Align::Left),
    ]);
    let repeats = plan.rounds.iter().any(|round| round.repeat > 1);
    for round in plan.rounds.iter().take(MOST_ROWS) {
        let repeat = if repeats { round.repeat.to_string() } else { String::new() };
        let time = TableCell::plain(format!("{:.1} s", round.time_s));
        let parts = TableCell::plain(parts(round, localizer));
        table.cells(vec![
            TableCell::plain(clean(round.set.as_str())),
            TableCell::plain(repeat),
            time,
            parts,
        ]);
    }
    table.write(page);
}

/// The workload of all, shown once if it is the same.
fn parts(round: &PlannedRound, localizer: &Localizer) -> String {
    let [first, rest @ ..] = round.parts.as_slice() else { return String::new() };
    if rest.iter().all(|part| what(part, localizer) == what(first, localizer)) {
        let targets: Vec<String> = round.parts.iter().map(|part| clean(&part.target)).collect();
        return format!("{}: {}", targets.join(", "), what(first, localizer));
    }
    let each = round.parts.iter();
    let each: Vec<String> =
        each.map(|part| format!("{}: {}", clean(&part.target), what(part, localizer))).collect();
    each.join("; ")
}

fn what(part: &PlannedPart, localizer: &Localizer) -> String {
    let mut words = vec![clean(&part.workload)];
    words.extend(part.asked.shape.iter().map(|option| clean(option)));
    if let Some(limit) = part.asked.limit_mb_s {
        words.push(
            localizer.say(&Message::new("rounds-limit").with("rate", format!("{limit} MB/s"))),
        );
    }
    if part.asked.start_after_s > 0.0 {
        let after = format!("{:.3} s", part.asked.start_after_s);
        words.push(localizer.say(&Message::new("rounds-after").with("time", after)));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;
    use narrows_record::run::WorkloadParameters;

    use super::*;
    use crate::Style;

    fn part(target: &str, limit_mb_s: Option<f64>, start_after_s: f64) -> PlannedPart {
        let parameters =
            WorkloadParameters { limit_mb_s, start_after_s, ..WorkloadParameters::default() };
        PlannedPart {
            target: target.to_owned(),
            workload: "seq-read-128k-q32".to_owned(),
            asked: parameters,
        }
    }

    fn plan() -> RoundsDocument {
        let round =
            |set: &str, parts| PlannedRound { set: set.into(), repeat: 1, time_s: 3.2, parts };
        let location = |target: &str, kind: &str, path: &str| RoundTargetLocation {
            target: target.to_owned(),
            kind: kind.into(),
            path: Some(path.to_owned()),
        };
        RoundsDocument {
            schema: String::new(),
            narrows: String::new(),
            targets: vec![location("a", "scratch", "/mnt/a"), location("b", "raw", "/dev/b")],
            rounds: vec![
                round("alone", vec![part("a", None, 0.0)]),
                round("all", vec![part("a", None, 0.0), part("b", Some(500.0), 0.5)]),
            ],
            total_s: 6.4,
            most_s: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn a_plan_says_who_does_what_together() {
        let style = Style { colour: false, width: 90, unicode: true };
        let page = rounds(&plan(), &Localizer::new(Language::English))
            .text(&Localizer::new(Language::English), &style);
        let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "2 rounds",
            "6.4 s",
            "a: scratch file in /mnt/a",
            "b: /dev/b itself",
            "alone 3.2 s a: seq-read-128k-q32",
            "a: seq-read-128k-q32; b: seq-read-128k-q32, limited to 500 MB/s, starts 0.500 s later",
        ] {
            assert!(words.contains(part), "{part}\n{page}");
        }
        assert!(
            rounds(&plan(), &Localizer::new(Language::Japanese))
                .text(&Localizer::new(Language::Japanese), &style)
                .contains("ラウンド")
        );
    }
}
