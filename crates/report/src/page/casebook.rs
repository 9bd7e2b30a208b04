//! The page of `narrows casebook`: tables for many machines, all that is known of each figure for one.

mod table;

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::casebook::{
    CasebookDocument, CasebookRole, CasebookRow, CasebookScore, CasebookSystem, SystemScore,
};
use narrows_record::predict::LimitRecordKind;

use crate::block::{CellInk, FoldedBlock, Page};
use crate::clean::clean;
use crate::{picture, svg, words};

/// With more machines than this, each is folded in a report.
const MOST_UNFOLDED: usize = 8;

/// Roles of rows, in the order in which they are shown.
const ROLES: [CasebookRole; 4] = [
    CasebookRole::Checks,
    CasebookRole::Calibrates,
    CasebookRole::Unexplained,
    CasebookRole::CannotCheck,
];

/// For each published machine its tree, its figures beside ours by role, and its author's
/// statements; at the end the accuracy of ours.
pub fn casebook(casebook: &CasebookDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&localizer.text("report-casebook-title"));
    page.paragraph("", &count(casebook, localizer), CellInk::Plain);
    let worth = |system: &CasebookSystem| {
        is_detailed(casebook)
            || casebook
                .rows
                .iter()
                .any(|row| row.system == system.id && row.role == CasebookRole::Checks)
    };
    for system in &casebook.systems {
        let fold = folded(casebook, system, worth(system), localizer);
        match (worth(system), casebook.systems.len() > MOST_UNFOLDED) {
            (true, false) => self::system(&mut page, casebook, system, localizer),
            _ => page.fold(fold, |page| self::system(page, casebook, system, localizer)),
        }
    }
    let silent = casebook.systems.iter().filter(|system| !worth(system)).count();
    if silent > 0 {
        page.blank();
        let message = Message::new("report-casebook-silent").count("systems", silent);
        page.paragraph("", &localizer.say(&message), CellInk::Faint);
    }
    if casebook.summary.rows.checks > 0 {
        summary(&mut page, casebook, localizer);
    }
    page
}

/// Its name, and how near ours come.
fn folded(
    casebook: &CasebookDocument,
    system: &CasebookSystem,
    worth: bool,
    localizer: &Localizer,
) -> FoldedBlock {
    let rows = casebook.rows.iter().filter(|row| row.system == system.id).count();
    let hint = match &system.score {
        Some(score) => self::score(score, localizer),
        None => localizer.say(&Message::new("report-casebook-rows").count("rows", rows)),
    };
    let summary = words::dotted([&system.id, &localizer.text_of(&system.title)]);
    FoldedBlock { name: "system", summary, hint, is_everywhere: worth, ..FoldedBlock::default() }
}

/// One machine is shown in full.
fn is_detailed(casebook: &CasebookDocument) -> bool {
    casebook.systems.len() == 1
}

fn count(casebook: &CasebookDocument, localizer: &Localizer) -> String {
    let predicted = casebook.rows.iter().filter(|row| row.predicted.is_some());
    let message = Message::new("report-casebook-count")
        .count("systems", casebook.systems.len())
        .count("figures", casebook.rows.len())
        .count("predicted", predicted.count());
    localizer.say(&message)
}

fn system(
    page: &mut Page,
    casebook: &CasebookDocument,
    system: &CasebookSystem,
    localizer: &Localizer,
) {
    page.part(&format!("{}  {}", clean(&system.id), words::sentence(&system.title, localizer)));
    // The machines of others are many; their drawings are folded in the page for browsers.
    let machine = || Some((system.machine.as_ref()?, !system.finding.is_empty()));
    if !system.finding.is_empty() {
        page.paragraph("▶ ", &words::sentence(&system.finding, localizer), CellInk::Plain);
        page.blank();
    }
    if let Some((machine, true)) = machine() {
        page.picture(svg::fitting(|layout| picture::see(machine, layout, localizer)), |page| {
            super::tree::draw(page, machine, None, localizer);
        });
    }
    for remark in [&system.why, &system.source].into_iter().flatten() {
        page.paragraph("  ", &clean(remark), CellInk::Faint);
    }
    if is_detailed(casebook) {
        for (role, rows) in by_role(casebook, system) {
            page.heading(&self::role(&role, localizer));
            page.report(|page| table::rows_of(page, &rows, localizer));
            for row in rows {
                self::row(page, row, localizer);
            }
        }
    } else {
        table::table(page, casebook, system, localizer)
    }
    page.folded(localizer.text("report-html-more"), |page| {
        if let Some((machine, false)) = machine() {
            page.picture(svg::fitting(|layout| picture::see(machine, layout, localizer)), |_| ());
        }
        if !is_detailed(casebook) {
            table::others(page, casebook, system, localizer);
        }
    });
    // The score of a machine by itself is the summary.
    if let Some(score) = system.score.as_ref().filter(|_| casebook.systems.len() > 1) {
        page.blank();
        page.paragraph("→ ", &self::score(score, localizer), CellInk::Plain);
    }
}

/// A system's rows by role; roles without rows are left out.
fn by_role<'a>(
    casebook: &'a CasebookDocument,
    system: &'a CasebookSystem,
) -> impl Iterator<Item = (CasebookRole, Vec<&'a CasebookRow>)> {
    let of = |role: CasebookRole| {
        let mine = casebook.rows.iter().filter(|row| row.system == system.id);
        let rows = mine.filter(|row| row.role == role).collect::<Vec<_>>();
        (role, rows)
    };
    ROLES.into_iter().map(of).filter(|(_, rows)| !rows.is_empty())
}

fn role(role: &CasebookRole, localizer: &Localizer) -> String {
    localizer.text(match role {
        CasebookRole::Checks => "report-casebook-checks",
        CasebookRole::Calibrates => "report-casebook-calibrates",
        CasebookRole::Unexplained => "report-casebook-unexplained",
        _ => "report-casebook-cannot-check",
    })
}

fn row(page: &mut Page, row: &CasebookRow, localizer: &Localizer) {
    let failed = fails(row);
    let what = format!("{}  [{}]", words::sentence(&row.what, localizer), clean(&row.id));
    page.paragraph(
        if failed { "⚠ " } else { "• " },
        &what,
        if failed { CellInk::Alarm } else { CellInk::Plain },
    );
    page.paragraph(
        "  ",
        &figures(row, localizer),
        if failed { CellInk::Alarm } else { CellInk::Good },
    );
    for remark in remarks(row, localizer) {
        page.paragraph("  ", &remark, CellInk::Faint);
    }
}

/// Whether a row that checks is not met.
fn fails(row: &CasebookRow) -> bool {
    row.role == CasebookRole::Checks && row.ok != Some(true)
}

fn figures(row: &CasebookRow, localizer: &Localizer) -> String {
    let unit = clean(row.unit.as_str());
    let published = Message::new("report-casebook-published");
    let published = published.with("figure", format!("{} {unit}", published_figure(row)));
    let error = row.error.map(words::percent);
    let limit = row.limit_name.as_ref().map(|name| words::limit(name, localizer));
    words::dotted(
        [Some(localizer.say(&published)), ours(row, localizer), error, limit].into_iter().flatten(),
    )
}

/// Our figure with its band, if it has one.
fn ours(row: &CasebookRow, localizer: &Localizer) -> Option<String> {
    let predicted = row.predicted?;
    let ours = Message::new("report-casebook-ours").with("figure", words::number(predicted));
    let ours = localizer.say(&ours);
    let band = row.low.zip(row.high).filter(|(low, high)| low < high);
    Some(band.map_or_else(
        || ours.clone(),
        |(low, high)| format!("{ours} ({}–{})", words::number(low), words::number(high)),
    ))
}

/// Its author's statement, if it differs from ours, and further remarks.
fn remarks(row: &CasebookRow, localizer: &Localizer) -> Vec<String> {
    let with = |id: &'static str, text: &DocumentText| {
        localizer.say(&Message::new(id).with("text", words::sentence(text, localizer)))
    };
    let other = row.published_limit.filter(|_| row.limit_ok == Some(false));
    let other = other.map(|kind| kind_name(kind, localizer).into());
    let other = other.map(|kind| with("report-casebook-other-limit", &kind));
    let author = row.author.as_ref().map(|author| with("report-casebook-author", author));
    let doubt = row.doubt.as_ref().map(|doubt| with("report-casebook-doubt", doubt));
    let problem = row.not_yet.as_ref().filter(|_| row.predicted.is_none());
    let problem = problem.map(|why| words::sentence(why, localizer));
    let problem =
        problem.map(|why| localizer.say(&Message::new("report-not-yet").with("why", why)));
    let why = row.why.as_ref().filter(|_| row.not_yet != row.why);
    let why = why.map(|why| words::sentence(why, localizer));
    [author, other, doubt, why, problem].into_iter().flatten().collect()
}

/// A kind of limit in a word or two.
fn kind_name(kind: LimitRecordKind, localizer: &Localizer) -> String {
    localizer.text(match kind {
        LimitRecordKind::Link => "report-limit-link",
        LimitRecordKind::Uplink => "report-limit-uplink",
        LimitRecordKind::RootComplex => "report-limit-root-complex",
        LimitRecordKind::Controller => "report-limit-controller",
        LimitRecordKind::Drive => "report-limit-drive",
        LimitRecordKind::DriveIops => "report-limit-drive-iops",
        LimitRecordKind::Depth => "report-limit-depth",
        LimitRecordKind::Cpu => "report-limit-cpu",
        LimitRecordKind::RaidLayer => "report-limit-raid-layer",
        LimitRecordKind::Memory => "report-limit-memory",
        LimitRecordKind::Cache => "report-limit-cache",
        LimitRecordKind::Heat => "report-limit-heat",
        LimitRecordKind::Throttle => "report-limit-throttle",
        LimitRecordKind::Application => "report-limit-application",
        LimitRecordKind::Unknown => "report-limit-unknown",
    })
}

fn summary(page: &mut Page, casebook: &CasebookDocument, localizer: &Localizer) {
    let summary = &casebook.summary;
    page.heading(&localizer.text("report-casebook-summary"));
    for id in &summary.failing {
        let what = casebook
            .rows
            .iter()
            .find(|row| row.id == *id)
            .map(|row| words::sentence(&row.what, localizer));
        page.paragraph(
            "⚠ ",
            &format!("{}  {}", clean(id), what.unwrap_or_default()),
            CellInk::Alarm,
        );
    }
    // How near ours come: over all rows, and for machines of others with each counted once.
    let summary = &casebook.summary;
    let of_others = casebook.systems.iter().any(|system| system.split.is_some());
    let all = score(&summary.rows, localizer);
    let each = of_others.then(|| by_system(&summary.by_system, summary.systems, localizer));
    for line in [Some(all), each].into_iter().flatten().collect::<Vec<String>>() {
        page.paragraph("→ ", &line, CellInk::Strong);
    }
}

fn score(score: &CasebookScore, localizer: &Localizer) -> String {
    let of = |id: &'static str, part: usize, whole: usize| {
        let message = Message::new(id).with("part", part.to_string());
        (whole > 0).then(|| localizer.say(&message.with("whole", whole.to_string())))
    };
    let parts = [
        of("report-casebook-met", score.met, score.checks),
        error(score.median_error, localizer),
        of("report-casebook-orderings", score.orderings_met, score.orderings),
        of("report-casebook-limits", score.limits_met, score.limits),
        shared("report-casebook-in-band", score.in_band, localizer),
        shared("report-casebook-half-width", score.half_width, localizer),
    ];
    words::dotted(parts.into_iter().flatten())
}

fn by_system(all: &SystemScore, systems: usize, localizer: &Localizer) -> String {
    let each = Message::new("report-casebook-by-system").count("systems", systems);
    let parts = [
        Some(localizer.say(&each)),
        error(all.median_error, localizer),
        shared("report-casebook-limits-share", all.limits_met, localizer),
        shared("report-casebook-in-band", all.in_band, localizer),
        shared("report-casebook-half-width", all.half_width, localizer),
    ];
    words::dotted(parts.into_iter().flatten())
}

fn error(share: Option<f64>, localizer: &Localizer) -> Option<String> {
    shared("report-casebook-median-error", share, localizer)
}

fn shared(id: &'static str, share: Option<f64>, localizer: &Localizer) -> Option<String> {
    let share = format!("{:.1} %", share? * 100.0);
    Some(localizer.say(&Message::new(id).with("share", share)))
}

/// The published figure, or its range: `≥ 2000` where only one end was published.
fn published_figure(row: &CasebookRow) -> String {
    match (row.published_low, row.published_high) {
        (Some(low), Some(high)) if low < high => format!("{}–{}", figure(low), figure(high)),
        (Some(low), None) => format!("≥ {}", figure(low)),
        (None, Some(high)) => words::bound(figure(high), true),
        _ => figure(row.published),
    }
}

/// A whole figure was published without decimals: 36 lanes. 60 µs are 0.00006 s.
fn figure(value: f64) -> String {
    let text = match value.abs() {
        whole if whole.fract() == 0.0 => format!("{whole:.0}"),
        tiny if tiny < 0.1 => tiny.to_string(),
        other => words::number(other),
    };
    if value < 0.0 { format!("−{text}") } else { text }
}
