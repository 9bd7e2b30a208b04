//! The page of `narrows lanes`.

use narrows_messages::{DocumentText, Localizer, Message, drive_names};
use narrows_record::check::Severity;
use narrows_record::lanes::{
    LaneBudgetFinding, LaneProviderRecord, LaneProviderRecordKind, LaneRuleRecord, LaneTakerRecord,
    LaneTakerRecordKind, LanesDocument, SataPortUse,
};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::layout::elide;
use crate::{MOST_ROWS, names, words};

/// A bar has one sign per lane up to this many lanes.
const LONGEST_BAR: u32 = 32;
/// Of names that PCI ids tell the beginning is shown.
const LONGEST_NAME: usize = 36;
/// From this many alike devices one row stands for all.
const ALIKE_MIN: usize = 4;
/// Of rules that are not in force the first ones are shown.
const MOST_RULES: usize = 30;

/// Providers with their bars and the users of their lanes, then the findings.
pub fn lanes(lanes: &LanesDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    super::header(&mut page, &lanes.host, &lanes.source, localizer);
    super::processor(&mut page, lanes.processor.as_ref(), localizer);
    let mut more = 0;
    for (at, provider) in lanes.providers.iter().enumerate() {
        if at < MOST_ROWS && (provider.lanes_most.is_some() || !provider.takers.is_empty()) {
            self::provider(&mut page, provider, localizer);
        } else if at >= MOST_ROWS {
            more += 1;
        }
    }
    super::more(&mut page, more, localizer);
    totals(&mut page, lanes, localizer);
    findings(&mut page, &lanes.findings, localizer);
    rules(&mut page, &lanes.rules, localizer);
    notes(&mut page, &lanes.notes, localizer);
    legend(&mut page, lanes, localizer);
    page
}

fn provider(page: &mut Page, provider: &LaneProviderRecord, localizer: &Localizer) {
    page.blank();
    // The same with a capital at the start, as a sentence or heading has it.
    let text = &words::sentence(&provider.title, localizer);
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    let title = format!("{}{}", first.unwrap_or_default(), chars.as_str());
    let is_over = provider.lanes_most.is_some_and(|most| provider.taken > most);
    let sign = if is_over { "⚠ " } else { "" };
    let count = format!("  {sign}{}", localizer.say(&count(provider)));
    let ink = if is_over { CellInk::Alarm } else { CellInk::Plain };
    let bar = bar(provider);
    page.beside(TableCell::new(title, CellInk::Strong).and(count, ink), "", bar);
    if let Some(uplink) = &provider.uplink {
        let id = if uplink.asked.is_empty() { "lanes-up" } else { "lanes-up-asked" };
        let link = words::uplink(uplink.name.as_deref(), uplink.link);
        let way_up = Message::new(id)
            .with("uplink", link)
            .with("carries", words::rate(uplink.usable_mb_s))
            .with("demand", words::rate(uplink.demand_mb_s));
        page.paragraph("", &localizer.say(&way_up), CellInk::Faint);
    }
    takers(page, provider, localizer);
}

fn count(provider: &LaneProviderRecord) -> Message {
    let message = match (provider.lanes_least, provider.lanes_most) {
        (Some(_), Some(most)) if provider.kind == LaneProviderRecordKind::Switch => {
            Message::new("lanes-heading-switch").with("lanes", most)
        }
        (Some(least), Some(most)) if least == most => {
            Message::new("lanes-heading-known").with("lanes", most)
        }
        (Some(least), Some(most)) => {
            Message::new("lanes-heading-between").with("least", least).with("most", most)
        }
        _ => Message::new("lanes-heading-unknown"),
    };
    if provider.is_counted() {
        return message.count("taken", usize::try_from(provider.taken).unwrap_or(usize::MAX));
    }
    message.with("taken", provider.taken_text())
}

/// Taken, taken when every slot is in use, free: one sign per lane. Empty if neither the total nor any
/// width is known.
fn bar(provider: &LaneProviderRecord) -> TableCell {
    let is_known = provider.is_counted() || provider.taken > 0;
    let Some(most) = provider.lanes_most.filter(|most| *most > 0 && is_known) else {
        return TableCell::default();
    };
    let length = most.min(LONGEST_BAR);
    // Rounded up, so that a single lane of very many shows.
    let signs = |lanes: u32| (lanes.min(most) * length).div_ceil(most);
    let taken = signs(provider.taken);
    let filled = signs(provider.filled.max(provider.taken)).saturating_sub(taken);
    let repeated = |sign: &str, count: u32| sign.repeat(usize::try_from(count).unwrap_or(0));
    TableCell::plain(repeated("█", taken))
        .and(repeated("▄", filled), CellInk::Plain)
        .and(repeated("·", length - taken - filled), CellInk::Faint)
}

fn takers(page: &mut Page, provider: &LaneProviderRecord, localizer: &Localizer) {
    let left = |id| (localizer.text(id), Align::Left);
    let right = |id| (localizer.text(id), Align::Right);
    let mut table = PageTable::new(vec![
        left("lanes-column-name"),
        left("lanes-column-slot"),
        right("lanes-column-now"),
        right("lanes-column-filled"),
        right("lanes-column-sum"),
        left("lanes-column-link"),
    ])
    .sparing(&[5, 1]);
    let takers: Vec<&[LaneTakerRecord]> = provider.takers.chunk_by(is_alike).collect();
    let rows: Vec<&[LaneTakerRecord]> = takers
        .into_iter()
        .flat_map(|alike| alike.chunks(if alike.len() < ALIKE_MIN { 1 } else { alike.len() }))
        .collect();
    for alike in rows.iter().take(MOST_ROWS) {
        table.cells(cells(alike, localizer));
    }
    if !provider.takers.is_empty() {
        table.write(page);
    }
    super::more(page, rows.len().saturating_sub(MOST_ROWS), localizer);
}

/// Whether two differ in nothing but their names and slots.
fn is_alike(one: &LaneTakerRecord, other: &LaneTakerRecord) -> bool {
    let has_device = |it: &LaneTakerRecord| {
        !matches!(it.kind, LaneTakerRecordKind::Empty | LaneTakerRecordKind::Off)
    };
    let of = |it: &LaneTakerRecord| (it.taken, it.filled, it.fits, it.slot.is_some());
    has_device(one)
        && (&one.kind, &one.name, &one.link) == (&other.kind, &other.name, &other.link)
        && of(one) == of(other)
}

/// One row for all that are alike.
fn cells(alike: &[LaneTakerRecord], localizer: &Localizer) -> Vec<TableCell> {
    let [taker, .., last] = alike else {
        return alike.first().map(|taker| row(taker, localizer)).unwrap_or_default();
    };
    let all = |of: fn(&LaneTakerRecord) -> Option<&str>| drive_names(alike.iter().filter_map(of));
    let sum = |of: fn(&LaneTakerRecord) -> Option<u32>| alike.iter().map(of).sum();
    let together = LaneTakerRecord {
        id: all(|it| Some(&it.id)),
        slot: taker.slot.as_ref().map(|_| all(|it| it.slot.as_deref())),
        taken: sum(|it| it.taken),
        filled: sum(|it| it.filled),
        ..last.clone()
    };
    row(&together, localizer)
}

fn row(taker: &LaneTakerRecord, localizer: &Localizer) -> Vec<TableCell> {
    let ink = if matches!(taker.kind, LaneTakerRecordKind::Empty | LaneTakerRecordKind::Off) {
        CellInk::Faint
    } else {
        CellInk::Plain
    };
    let number = |lanes: Option<u32>| lanes.map_or_else(|| "–".to_owned(), |it| it.to_string());
    let is_over = taker.fits == Some(false) && taker.filled.is_some_and(|lanes| lanes > 0);
    let sum = match (taker.filled, is_over) {
        (None, _) => TableCell::default(),
        (Some(_), true) => TableCell::new(format!("⚠ {}", taker.sum), CellInk::Alarm),
        (Some(_), false) => TableCell::new(taker.sum.to_string(), CellInk::Faint),
    };
    let slot = taker.slot.as_deref().map(clean).filter(|slot| *slot != taker.id);
    vec![
        TableCell::new(who(taker, localizer), ink),
        TableCell::new(slot.unwrap_or_default(), CellInk::Faint),
        TableCell::new(number(taker.taken), ink),
        TableCell::new(number(taker.filled), ink),
        sum,
        TableCell::new(taker.link.map(|link| link.to_string()).unwrap_or_default(), CellInk::Faint),
    ]
}

/// `nic (Intel X540-T2)`, `M2_1 (empty)`, `ASMedia USB 3.1 (on the board)`.
fn who(taker: &LaneTakerRecord, localizer: &Localizer) -> String {
    let id = clean(&taker.id);
    let what = match taker.kind {
        LaneTakerRecordKind::Empty => localizer.text("lanes-empty-slot"),
        LaneTakerRecordKind::Off => localizer.text("lanes-off-slot"),
        // Of a chip that only the board's entry names no link is known.
        LaneTakerRecordKind::OnBoard if taker.name.is_none() && taker.link.is_none() => {
            localizer.text("lanes-on-board")
        }
        _ => taker.name.as_deref().map(|name| names::model(name, None)).unwrap_or_default(),
    };
    // A name that fills the line would drive the other columns out.
    let what = elide(&what, LONGEST_NAME);
    if what.is_empty() { id } else { format!("{id} ({what})") }
}

fn totals(page: &mut Page, lanes: &LanesDocument, localizer: &Localizer) {
    let sata = sata(&lanes.sata, localizer);
    if lanes.total.is_none() && sata.is_none() {
        return;
    }
    page.blank();
    if let Some(total) = &lanes.total {
        let message = Message::new("lanes-total").with("lanes", total.lanes);
        let message = message.with("taken", total.taken).with("filled", total.filled);
        page.paragraph("", &localizer.say(&message), CellInk::Strong);
    }
    if let Some(sata) = sata {
        page.paragraph("", &sata, CellInk::Plain);
    }
    if !lanes.sata.off.is_empty() {
        let names = words::list(&lanes.sata.off);
        let message = Message::new("lanes-sata-off").with("names", names);
        page.paragraph("", &localizer.say(&message), CellInk::Faint);
    }
}

fn sata(ports: &SataPortUse, localizer: &Localizer) -> Option<String> {
    let SataPortUse { taken, free, off } = ports;
    let any = !(taken.is_empty() && free.is_empty() && off.is_empty());
    let message = Message::new("lanes-sata").with("taken", taken.len());
    any.then(|| localizer.say(&message.with("free", free.len()).with("off", off.len())))
}

fn findings(page: &mut Page, findings: &[LaneBudgetFinding], localizer: &Localizer) {
    if findings.is_empty() {
        return;
    }
    page.heading(&localizer.text("lanes-findings"));
    page.first(findings, localizer, |page, finding| {
        let (sign, ink) = match finding.severity {
            Severity::Hint => ("• ", CellInk::Plain),
            Severity::Warning | Severity::Danger => ("⚠ ", CellInk::Alarm),
        };
        page.paragraph(sign, &words::sentence(&finding.text, localizer), ink);
    });
}

fn rules(page: &mut Page, rules: &[LaneRuleRecord], localizer: &Localizer) {
    for (in_force, heading) in [(true, "lanes-rules-now"), (false, "lanes-rules-then")] {
        let those: Vec<&LaneRuleRecord> =
            rules.iter().filter(|rule| rule.in_force == in_force).collect();
        if those.is_empty() {
            continue;
        }
        page.heading(&localizer.text(heading));
        for rule in those.iter().take(MOST_RULES) {
            page.paragraph("• ", &words::sentence(&rule.text, localizer), CellInk::Plain);
        }
        super::more(page, those.len().saturating_sub(MOST_RULES), localizer);
    }
}

fn notes(page: &mut Page, notes: &[DocumentText], localizer: &Localizer) {
    if notes.is_empty() {
        return;
    }
    page.heading(&localizer.text("report-notes"));
    let notes: Vec<&DocumentText> = notes.iter().collect();
    super::sentences(page, "• ", &notes, CellInk::Plain, localizer);
}

fn legend(page: &mut Page, lanes: &LanesDocument, localizer: &Localizer) {
    if lanes.providers.iter().all(|provider| provider.takers.is_empty()) {
        return;
    }
    page.blank();
    let signs = localizer.text("lanes-legend-signs");
    let has_bar = lanes.providers.iter().any(|provider| provider.lanes_most.is_some());
    let signs = if has_bar { signs } else { String::new() };
    let message = Message::new("lanes-legend").with("signs", signs);
    super::remark(page, localizer.say(&message).trim_end());
}
