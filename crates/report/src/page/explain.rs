//! The page of `narrows explain`, and the part of it on a run's page.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::explain::ExplainDocument;
use narrows_record::sharing::{
    CauseEvidence, PrivateLimit, SharingCause, SharingExperiment, SharingRecord,
};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::sharing::{self as wording, NestedLimit};
use crate::{MOST_ROWS, words};

/// Causes of a limit that a short page names: the likeliest and an alternative.
const MOST_CAUSES: usize = 2;

/// The answer first; then each limit with its place and causes, each drive by itself, open
/// questions, and experiments that would decide them.
pub fn explain(explain: &ExplainDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    if let Some(compared) = &explain.array {
        super::in_place::title(&mut page, &compared.array, localizer);
    }
    let source =
        Message::new("report-source").with("source", words::source(&explain.source, localizer));
    super::remark(&mut page, &localizer.say(&source));
    super::warnings(&mut page, explain.simulated, explain.partial, localizer);
    if let Some(compared) = &explain.array {
        super::in_place::compared(&mut page, compared, localizer);
        // Limits that its members share, if any, are below.
        if let Some(sharing) = explain.sharing.as_ref().filter(|it| !it.limits.is_empty()) {
            of_run(&mut page, sharing, localizer);
        }
    } else if let Some(sharing) = &explain.sharing {
        for failed in wording::failed(sharing).take(MOST_ROWS) {
            page.paragraph("▶ ", &words::sentence(&failed.text, localizer), CellInk::Strong);
        }
        for fault in sharing.link_faults().take(MOST_ROWS) {
            page.paragraph("▶ ", &words::sentence(&fault.text, localizer), CellInk::Strong);
        }
        // A drive that its own cause explains above needs no second sentence.
        let is_explained =
            |drive: &String| sharing.link_faults().any(|it| it.drive.as_ref() == Some(drive));
        for slow in wording::slower_alone(sharing).take(MOST_ROWS) {
            if !slow.drives.iter().all(is_explained) {
                page.paragraph("▶ ", &words::sentence(&slow.text, localizer), CellInk::Strong);
            }
        }
        page.paragraph("▶ ", &wording::headline(sharing, localizer), CellInk::Strong);
        contradictions(&mut page, sharing, localizer);
        super::remark(&mut page, &wording::method(sharing, localizer));
        limits(&mut page, sharing, localizer);
        page.detail(|page| drives(page, sharing, localizer));
        rest(&mut page, sharing, &wording::open(sharing), localizer);
        page.detail(|page| experiments(page, sharing, localizer));
    }
    super::notes(&mut page, explain.notes.iter(), localizer);
    page
}

/// The part on a run's page: limits with their best explanations, and open questions. A sentence
/// already states if nothing is shared.
pub(super) fn of_run(page: &mut Page, sharing: &SharingRecord, localizer: &Localizer) {
    if sharing.limits.is_empty() && sharing.undecided.is_empty() && sharing.unmet.is_empty() {
        return;
    }
    contradictions(page, sharing, localizer);
    limits(page, sharing, localizer);
    // There is no headline of this above.
    let incomplete = wording::incomplete(sharing);
    let open: Vec<&DocumentText> = incomplete.into_iter().chain(wording::open(sharing)).collect();
    rest(page, sharing, &open, localizer);
    experiments(page, sharing, localizer);
    super::remark(page, &wording::method(sharing, localizer));
}

fn limits(page: &mut Page, sharing: &SharingRecord, localizer: &Localizer) {
    let nested = wording::nested(sharing);
    if nested.is_empty() {
        return;
    }
    page.heading(&localizer.text("sharing-heading-limits"));
    page.first(&nested, localizer, |page, one| {
        limit(page, sharing, one, localizer);
    });
}

fn limit(page: &mut Page, sharing: &SharingRecord, one: &NestedLimit<'_>, localizer: &Localizer) {
    let indent = "   ".repeat(one.depth.min(6));
    let drives = words::drives(one.limit.drives.iter().map(String::as_str));
    let lead = if one.depth == 0 { "● ".to_owned() } else { format!("{indent}└ ") };
    let capacity = wording::range(one.limit.capacity_mb_s);
    page.paragraph(&lead, &format!("{drives}: {capacity}"), CellInk::Strong);
    let below = format!("{indent}  ");
    page.paragraph(&below, &wording::place(one.limit, localizer), CellInk::Plain);
    page.paragraph(&below, &wording::facts(one.limit, localizer), CellInk::Faint);
    for (at, (cause, evidence)) in
        wording::with_news(wording::causes_of(sharing, one.at)).into_iter().enumerate()
    {
        let write = |page: &mut Page| self::cause(page, cause, &evidence, &below, localizer);
        if at < MOST_CAUSES { write(page) } else { page.detail(write) }
    }
}

fn cause(
    page: &mut Page,
    cause: &SharingCause,
    evidence: &[&CauseEvidence],
    indent: &str,
    localizer: &Localizer,
) {
    let lead = format!("{indent}{:>5}  ", wording::likelihood(cause));
    page.paragraph(&lead, &words::sentence(&cause.text, localizer), CellInk::Plain);
    let below = " ".repeat(lead.chars().count());
    page.detail(|page| {
        for evidence in evidence {
            let sign = if evidence.supports { "+ " } else { "− " };
            let text = words::sentence(&evidence.text, localizer);
            page.paragraph(&format!("{below}{sign}"), &text, CellInk::Faint);
        }
    });
    if let Some(remedy) = wording::remedy(cause, localizer) {
        page.paragraph(&format!("{below}→ "), &remedy, CellInk::Plain);
    }
}

fn drives(page: &mut Page, sharing: &SharingRecord, localizer: &Localizer) {
    if sharing.private.is_empty() {
        return;
    }
    page.heading(&localizer.text("sharing-heading-private"));
    let table = PageTable::new(vec![
        (localizer.text("report-column-drive"), Align::Left),
        (localizer.text("report-column-alone"), Align::Right),
        (String::new(), Align::Left),
    ]);
    table.first(page, &sharing.private, localizer, |private| {
        vec![
            TableCell::new(clean(&private.drive), CellInk::Strong),
            TableCell::plain(wording::range(private.capacity_mb_s)),
            TableCell::new(own_limit(sharing, private, localizer), CellInk::Faint),
        ]
    });
}

/// The best explanation of a drive's rate by itself; else the limit that its figure fits.
fn own_limit(sharing: &SharingRecord, private: &PrivateLimit, localizer: &Localizer) -> String {
    let causes = wording::causes_of_drive(sharing, &private.drive);
    let limit = private
        .limit
        .as_ref()
        .map(|limit| words::sentence(&limit.name, localizer))
        .unwrap_or_default();
    let likeliest = causes.first();
    likeliest.map_or(limit, |cause| {
        format!("{} {}", wording::likelihood(cause), words::sentence(&cause.text, localizer))
    })
}

/// Figures that cannot all be: whoever reads the answer has to know.
fn contradictions(page: &mut Page, sharing: &SharingRecord, localizer: &Localizer) {
    super::sentences(page, "⚠ ", &wording::contradictions(sharing), CellInk::Alarm, localizer);
}

/// Contradictions to the documents, omissions, and undecided points.
fn rest(page: &mut Page, sharing: &SharingRecord, open: &[&DocumentText], localizer: &Localizer) {
    let shared = sharing.unmet.iter().filter(|unmet| !wording::is_slower_alone(unmet));
    let unmet: Vec<&DocumentText> = shared.map(|unmet| &unmet.text).collect();
    let left = wording::left_out(sharing);
    for (heading, sign, texts) in [
        ("sharing-heading-unmet", "⚠ ", unmet.as_slice()),
        ("sharing-heading-left", "⚠ ", &left),
        ("sharing-heading-open", "? ", open),
    ] {
        if !texts.is_empty() {
            page.heading(&localizer.text(heading));
        }
        super::sentences(page, sign, texts, CellInk::Plain, localizer);
    }
}

fn experiments(page: &mut Page, sharing: &SharingRecord, localizer: &Localizer) {
    let experiments = wording::experiments(sharing);
    if experiments.is_empty() {
        return;
    }
    page.heading(&localizer.text("sharing-heading-experiments"));
    for experiment in experiments.iter().take(MOST_ROWS) {
        self::experiment(page, experiment, localizer);
    }
    let shown = experiments.len().min(MOST_ROWS);
    super::more(page, sharing.experiments.len() - shown, localizer);
}

fn experiment(page: &mut Page, experiment: &SharingExperiment, localizer: &Localizer) {
    let effort = wording::effort(experiment, localizer);
    page.paragraph(
        "• ",
        &format!("{} ({effort})", words::sentence(&experiment.text, localizer)),
        CellInk::Plain,
    );
    if let Some(command) = &experiment.command {
        page.paragraph("    $ ", &clean(command), CellInk::Strong);
    }
    for outcome in &experiment.predicted {
        page.paragraph("    – ", &words::sentence(&outcome.text, localizer), CellInk::Faint);
    }
    if let Some(ran) = &experiment.ran {
        page.paragraph("    ▶ ", &words::sentence(&ran.text, localizer), CellInk::Strong);
    }
}
