//! The page of `narrows check`.

use narrows_messages::{Message, Speaker};
use narrows_record::check::{Check, Problem, Severity};

use crate::clean::clean;
use crate::layout::{Cell, Ink, Page};
use crate::{MOST_ROWS, Style};

/// What was found, gravest first, each with what would help.
pub fn check(check: &Check, speaker: &Speaker, style: &Style) -> String {
    let mut page = Page::new(style);
    let source = Message::new("report-source").with("source", clean(&check.source));
    super::remark(&mut page, &speaker.say(&source));
    page.line(&[headline(check, speaker)]);
    let mut problems: Vec<&Problem> = check.findings.iter().collect();
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    let more = problems.len().saturating_sub(MOST_ROWS);
    for problem in problems.into_iter().take(MOST_ROWS) {
        self::problem(&mut page, problem, speaker);
    }
    super::more(&mut page, more, speaker);
    super::notes(&mut page, check.notes.iter(), speaker);
    page.finish()
}

fn headline(check: &Check, speaker: &Speaker) -> Cell {
    match check.findings.len() {
        0 => Cell::new(speaker.text("report-check-nothing"), Ink::Good),
        count => {
            let found = Message::new("report-check-found").count("count", count);
            Cell::new(speaker.say(&found), Ink::Strong)
        }
    }
}

fn problem(page: &mut Page, problem: &Problem, speaker: &Speaker) {
    let (label, ink) = match problem.severity {
        Severity::Danger => (speaker.text("report-severity-danger"), Ink::Alarm),
        Severity::Warning => (speaker.text("report-severity-warning"), Ink::Alarm),
        Severity::Hint => (speaker.text("report-severity-hint"), Ink::Faint),
    };
    page.blank();
    let about = problem.about.as_deref().map(clean).unwrap_or_default();
    let sign = if problem.severity == Severity::Hint { "•" } else { "⚠" };
    page.line(&[Cell::new(format!("{sign} {label}  "), ink).and(about, Ink::Strong)]);
    page.paragraph("  ", &clean(&problem.text), Ink::Plain);
    if !problem.advice.is_empty() {
        page.paragraph("  → ", &clean(&problem.advice), Ink::Plain);
    }
}
