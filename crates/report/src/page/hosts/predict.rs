//! The page of `narrows hosts predict`.

use narrows_messages::{Localizer, Message};
use narrows_record::hosts::predict::{HostsPredictDocument, PredictedHost, PredictedWorkload};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{picture, words};

/// Limits when all run, then the rate of each host; hosts with equal rates share a row.
pub fn hosts_predict(document: &HostsPredictDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let hosts = document.workloads.first().map_or(0, |workload| workload.hosts.len());
    let title = Message::new("hosts-title").count("hosts", hosts);
    page.title(&localizer.say(&title.with("target", clean(&document.target))));
    if !document.cluster.is_empty() {
        super::super::remark(&mut page, &clean(&document.cluster));
    }
    for workload in &document.workloads {
        self::workload(&mut page, document, workload, localizer);
    }
    page
}

fn workload(
    page: &mut Page,
    document: &HostsPredictDocument,
    workload: &PredictedWorkload,
    localizer: &Localizer,
) {
    page.heading(&words::workload(&workload.workload, localizer));
    let sum = workload.sum_mb_s.map_or_else(|| "?".to_owned(), words::rate);
    let what = Message::new("hosts-predicted").count("hosts", workload.hosts.len());
    page.paragraph("▶ ", &localizer.say(&what.with("sum", sum)), CellInk::Strong);
    page.first(&workload.limits, localizer, |page, limit| {
        let carries = limit.capacity_mb_s.map(words::rate);
        let what = Message::new(match carries {
            Some(_) => "hosts-predicted-limit",
            None => "hosts-predicted-limit-open",
        });
        let what = what
            .count("hosts", limit.hosts.len())
            .with("what", words::sentence(&limit.text, localizer));
        let what = what.with("rate", carries.unwrap_or_default());
        page.paragraph("• ", &localizer.say(&what), CellInk::Plain);
    });
    if let Some(content) = picture::of_predicted(document, workload, localizer) {
        super::flow::write(page, &content, localizer);
    }
    table(page, workload, localizer);
}

/// Neighbours that get the same, from the first to the last.
fn folded(hosts: &[PredictedHost]) -> Vec<&[PredictedHost]> {
    let shown = |host: &PredictedHost| {
        let rate = |mb_s: Option<f64>| mb_s.map(words::rate);
        (rate(host.alone_mb_s), rate(host.together_mb_s))
    };
    hosts.chunk_by(|one, other| shown(one) == shown(other)).collect()
}

fn table(page: &mut Page, workload: &PredictedWorkload, localizer: &Localizer) {
    let column = |id: &'static str, align| (localizer.text(id), align);
    let table = PageTable::new(vec![
        column("hosts-column-host", Align::Left),
        column("hosts-column-alone", Align::Right),
        column("hosts-column-together", Align::Right),
        column("hosts-column-by", Align::Left),
    ]);
    let folded = folded(&workload.hosts);
    table.first(page, &folded, localizer, |same| {
        let (Some(first), Some(last)) = (same.first(), same.last()) else { return Vec::new() };
        let name = match same.len() {
            1 => clean(&first.host),
            count => format!("{} – {} ({count})", clean(&first.host), clean(&last.host)),
        };
        let rate = |mb_s: Option<f64>| mb_s.map_or_else(|| "?".to_owned(), words::rate);
        vec![
            TableCell::new(name, CellInk::Strong),
            TableCell::plain(rate(first.alone_mb_s)),
            TableCell::new(rate(first.together_mb_s), CellInk::Strong),
            TableCell::plain(if same.len() == 1 {
                words::sentence(&first.together_by, localizer)
            } else {
                String::new()
            }),
        ]
    });
}
