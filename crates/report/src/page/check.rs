//! The page of `narrows check`.

use narrows_messages::{Localizer, Message};
use narrows_record::check::{CheckDocument, CheckProblem, Severity};

use crate::block::{CellInk, Page, TableCell};
use crate::clean::clean;
use crate::words;

/// The problems, gravest first, each with its remedy.
pub fn check(check: &CheckDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let source =
        Message::new("report-source").with("source", words::source(&check.source, localizer));
    super::remark(&mut page, &localizer.say(&source));
    super::urgent(&mut page, check.notes.iter(), localizer);
    page.line(headline(check, localizer));
    looked_at(&mut page, check, localizer);
    let mut problems: Vec<&CheckProblem> = check.findings.iter().collect();
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    page.first(problems, localizer, |page, problem| self::problem(page, problem, localizer));
    super::notes(&mut page, check.notes.iter().filter(|note| !note.is_urgent()), localizer);
    page
}

fn headline(check: &CheckDocument, localizer: &Localizer) -> TableCell {
    match check.findings.len() {
        0 if check.partial && !check.looked_at.iter().any(|row| row.seen > 0) => {
            TableCell::new(localizer.text("report-check-saw-nothing"), CellInk::Alarm)
        }
        0 if check.partial => {
            TableCell::new(localizer.text("report-check-nothing-seen"), CellInk::Strong)
        }
        0 => TableCell::new(localizer.text("report-check-nothing"), CellInk::Good),
        count => {
            let message = Message::new("report-check-found").count("count", count);
            TableCell::new(localizer.say(&message), CellInk::Strong)
        }
    }
}

/// How many of each kind, and which could not be looked at.
fn looked_at(page: &mut Page, check: &CheckDocument, localizer: &Localizer) {
    let looked_at = check.looked_at.iter().filter(|row| row.seen > 0);
    let looked_at: Vec<String> = looked_at
        .map(|row| format!("{}: {}", words::sentence(&row.text, localizer), row.seen))
        .collect();
    if !looked_at.is_empty() {
        let what = Message::new("report-check-looked-at").list("what", "between-names", looked_at);
        page.paragraph("", &localizer.say(&what), CellInk::Faint);
    }
    for row in check.looked_at.iter().filter(|row| !row.unseen.is_empty()) {
        let some = row.unseen.iter().take(MOST_NAMES).map(|name| clean(name).to_string());
        let more = if row.unseen.len() > MOST_NAMES { ", …" } else { "" };
        let which = some.collect::<Vec<_>>().join(", ") + more;
        let what = Message::new("report-check-not-looked-at")
            .with("what", words::sentence(&row.text, localizer));
        let what = what.with("count", row.unseen.len()).with("which", which);
        page.paragraph("", &localizer.say(&what), CellInk::Alarm);
    }
}

/// Most names in a sentence.
const MOST_NAMES: usize = 8;

fn problem(page: &mut Page, problem: &CheckProblem, localizer: &Localizer) {
    let (label, ink) = match problem.severity {
        Severity::Danger => (localizer.text("report-severity-danger"), CellInk::Alarm),
        Severity::Warning => (localizer.text("report-severity-warning"), CellInk::Alarm),
        Severity::Hint => (localizer.text("report-severity-hint"), CellInk::Faint),
    };
    page.blank();
    let about = problem.about.as_deref().map(clean).unwrap_or_default();
    let sign = if problem.severity == Severity::Hint { "•" } else { "⚠" };
    page.line(TableCell::new(format!("{sign} {label}  "), ink).and(about, CellInk::Strong));
    page.paragraph("  ", &words::sentence(&problem.text, localizer), CellInk::Plain);
    if !problem.advice.is_empty() {
        page.paragraph("  → ", &words::sentence(&problem.advice, localizer), CellInk::Plain);
    }
}
