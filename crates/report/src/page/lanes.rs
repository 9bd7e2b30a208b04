//! The page of `narrows lanes`.

use narrows_messages::{Localizer, Message, Text};
use narrows_record::check::Severity;
use narrows_record::lanes::{
    Finding, Lanes, Provider, ProviderKind, Rule, SataPorts, Taker, TakerKind, Uplink,
};

use crate::block::{Align, Cell, Ink, Page, Row, Table};
use crate::clean::clean;
use crate::layout::elide;
use crate::{MOST_ROWS, names, words};

/// A bar has a sign for each lane up to so many lanes.
const LONGEST_BAR: u32 = 32;
/// Of names that PCI ids tell the beginning is shown.
const LONGEST_NAME: usize = 36;
/// Of rules that are not in force the first ones are shown.
const MOST_RULES: usize = 30;

/// Providers with their bars and who takes their lanes, then what follows.
pub fn lanes(lanes: &Lanes, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    super::header(&mut page, &lanes.host, &lanes.source, localizer);
    super::processor(&mut page, lanes.processor.as_ref(), localizer);
    let mut more = 0;
    for (at, provider) in lanes.providers.iter().enumerate() {
        if at < MOST_ROWS && is_worth_showing(provider) {
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

fn is_worth_showing(provider: &Provider) -> bool {
    provider.lanes_most.is_some() || !provider.takers.is_empty()
}

fn provider(page: &mut Page, provider: &Provider, localizer: &Localizer) {
    page.blank();
    let title = capital(&words::said(&provider.title, localizer));
    let is_over = provider.lanes_most.is_some_and(|most| provider.taken > most);
    let sign = if is_over { "⚠ " } else { "" };
    let count = format!("  {sign}{}", localizer.say(&count(provider)));
    let ink = if is_over { Ink::Alarm } else { Ink::Plain };
    let bar = bar(provider);
    page.beside(Cell::new(title, Ink::Strong).and(count, ink), "", bar);
    if let Some(uplink) = &provider.uplink {
        page.paragraph("", &localizer.say(&way_up(uplink)), Ink::Faint);
    }
    takers(page, provider, localizer);
}

fn count(provider: &Provider) -> Message {
    let message = match (provider.lanes_least, provider.lanes_most) {
        (Some(_), Some(most)) if provider.kind == ProviderKind::Switch => {
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
    message.count("taken", usize::try_from(provider.taken).unwrap_or(usize::MAX))
}

/// Taken, taken when every slot is in use, free: a sign a lane. Nothing where the whole is
/// not known.
fn bar(provider: &Provider) -> Cell {
    let Some(most) = provider.lanes_most.filter(|most| *most > 0) else { return Cell::default() };
    let length = most.min(LONGEST_BAR);
    let signs = |lanes: u32| (lanes.min(most) * length).div_ceil(most);
    let taken = signs(provider.taken);
    let filled = signs(provider.filled.max(provider.taken)).saturating_sub(taken);
    let repeated = |sign: &str, count: u32| sign.repeat(usize::try_from(count).unwrap_or(0));
    Cell::plain(repeated("█", taken))
        .and(repeated("▄", filled), Ink::Plain)
        .and(repeated("·", length - taken - filled), Ink::Faint)
}

fn way_up(uplink: &Uplink) -> Message {
    let id = if uplink.asked.is_empty() { "lanes-up" } else { "lanes-up-asked" };
    let link = words::uplink(uplink.name.as_deref(), uplink.link);
    Message::new(id)
        .with("uplink", link)
        .with("carries", words::rate(uplink.usable_mb_s))
        .with("demand", words::rate(uplink.demand_mb_s))
}

fn takers(page: &mut Page, provider: &Provider, localizer: &Localizer) {
    let left = |id| (localizer.text(id), Align::Left);
    let right = |id| (localizer.text(id), Align::Right);
    let mut table = Table::new(vec![
        left("lanes-column-name"),
        left("lanes-column-slot"),
        right("lanes-column-now"),
        right("lanes-column-filled"),
        right("lanes-column-sum"),
        left("lanes-column-link"),
    ])
    .sparing(&[5, 1]);
    for taker in provider.takers.iter().take(MOST_ROWS) {
        table.row(row(taker, localizer));
    }
    if !provider.takers.is_empty() {
        table.write(page);
    }
    super::more(page, provider.takers.len().saturating_sub(MOST_ROWS), localizer);
}

fn row(taker: &Taker, localizer: &Localizer) -> Row {
    let ink = if matches!(taker.kind, TakerKind::Empty | TakerKind::Off) {
        Ink::Faint
    } else {
        Ink::Plain
    };
    let number = |lanes: Option<u32>| lanes.map_or_else(|| "–".to_owned(), |it| it.to_string());
    let is_over = taker.fits == Some(false) && taker.filled.is_some_and(|lanes| lanes > 0);
    let sum = match (taker.filled, is_over) {
        (None, _) => Cell::default(),
        (Some(_), true) => Cell::new(format!("⚠ {}", taker.sum), Ink::Alarm),
        (Some(_), false) => Cell::new(taker.sum.to_string(), Ink::Faint),
    };
    let slot = taker.slot.as_deref().map(clean).filter(|slot| *slot != taker.id);
    let cells = vec![
        Cell::new(who(taker, localizer), ink),
        Cell::new(slot.unwrap_or_default(), Ink::Faint),
        Cell::new(number(taker.taken), ink),
        Cell::new(number(taker.filled), ink),
        sum,
        Cell::new(taker.link.map(|link| link.to_string()).unwrap_or_default(), Ink::Faint),
    ];
    Row { cells, hang: String::new() }
}

/// `nic (Intel X540-T2)`, `M2_1 (empty)`, `ASMedia USB 3.1 (on the board)`.
fn who(taker: &Taker, localizer: &Localizer) -> String {
    let id = clean(&taker.id);
    let what = match taker.kind {
        TakerKind::Empty => localizer.text("lanes-empty-slot"),
        TakerKind::Off => localizer.text("lanes-off-slot"),
        TakerKind::OnBoard if taker.name.is_none() => localizer.text("lanes-on-board"),
        _ => taker.name.as_deref().map(|name| names::model(name, None)).unwrap_or_default(),
    };
    // A name that fills the line would drive the other columns out.
    let what = elide(&what, LONGEST_NAME);
    if what.is_empty() { id } else { format!("{id} ({what})") }
}

fn totals(page: &mut Page, lanes: &Lanes, localizer: &Localizer) {
    let sata = sata(&lanes.sata, localizer);
    if lanes.total.is_none() && sata.is_none() {
        return;
    }
    page.blank();
    if let Some(total) = &lanes.total {
        let message = Message::new("lanes-total").with("lanes", total.lanes);
        let message = message.with("taken", total.taken).with("filled", total.filled);
        page.paragraph("", &localizer.say(&message), Ink::Strong);
    }
    if let Some(sata) = sata {
        page.paragraph("", &sata, Ink::Plain);
    }
    if !lanes.sata.off.is_empty() {
        let names = words::list(lanes.sata.off.iter().map(String::as_str));
        let message = Message::new("lanes-sata-off").with("names", names);
        page.paragraph("", &localizer.say(&message), Ink::Faint);
    }
}

fn sata(ports: &SataPorts, localizer: &Localizer) -> Option<String> {
    let SataPorts { taken, free, off } = ports;
    let any = !(taken.is_empty() && free.is_empty() && off.is_empty());
    let message = Message::new("lanes-sata").with("taken", taken.len());
    any.then(|| localizer.say(&message.with("free", free.len()).with("off", off.len())))
}

fn findings(page: &mut Page, findings: &[Finding], localizer: &Localizer) {
    if findings.is_empty() {
        return;
    }
    page.heading(&localizer.text("lanes-findings"));
    for finding in findings.iter().take(MOST_ROWS) {
        let (sign, ink) = match finding.severity {
            Severity::Hint => ("• ", Ink::Plain),
            Severity::Warning | Severity::Danger => ("⚠ ", Ink::Alarm),
        };
        page.paragraph(sign, &words::said(&finding.text, localizer), ink);
    }
    super::more(page, findings.len().saturating_sub(MOST_ROWS), localizer);
}

fn rules(page: &mut Page, rules: &[Rule], localizer: &Localizer) {
    for (in_force, heading) in [(true, "lanes-rules-now"), (false, "lanes-rules-then")] {
        let those: Vec<&Rule> = rules.iter().filter(|rule| rule.in_force == in_force).collect();
        if those.is_empty() {
            continue;
        }
        page.heading(&localizer.text(heading));
        for rule in those.iter().take(MOST_RULES) {
            page.paragraph("• ", &words::said(&rule.text, localizer), Ink::Plain);
        }
        super::more(page, those.len().saturating_sub(MOST_RULES), localizer);
    }
}

fn notes(page: &mut Page, notes: &[Text], localizer: &Localizer) {
    if notes.is_empty() {
        return;
    }
    page.heading(&localizer.text("report-notes"));
    let notes: Vec<&Text> = notes.iter().collect();
    super::sentences(page, "• ", &notes, Ink::Plain, localizer);
}

fn legend(page: &mut Page, lanes: &Lanes, localizer: &Localizer) {
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

/// The same with a capital at the start, as a sentence or heading has it.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), chars.as_str())
}
