//! The casebook as a page.

use maud::{Markup, html};
use narrows_messages::Localizer;
use narrows_record::casebook::{Casebook, Role, Row, System};

use super::bars::{self, Bar};
use super::page;
use crate::clean::clean;
use crate::figures::{Band, Reading};
use crate::text::casebook::{
    by_role, count, fails, published_figure, remarks, role, score, totals,
};
use crate::{MOST_ROWS, picture, svg, words};

/// For each published machine what its author found, its drawing, and its figures beside ours.
pub fn casebook(casebook: &Casebook, localizer: &Localizer) -> String {
    let title = localizer.text("report-casebook-title");
    let body = html! {
        header {
            h1 { (title) }
            p.facts { (count(casebook, localizer)) }
            @if casebook.summary.rows.checks > 0 {
                @for line in totals(casebook, localizer) { p.facts { (line) } }
            }
        }
        @for system in casebook.systems.iter().take(MOST_ROWS) {
            (self::system(casebook, system, localizer))
        }
        (page::more(casebook.systems.len().saturating_sub(MOST_ROWS), localizer))
    };
    page::page(&title, body, casebook, localizer)
}

fn system(casebook: &Casebook, system: &System, localizer: &Localizer) -> Markup {
    let parts: Vec<(Role, Vec<&Row>)> = by_role(casebook, system).collect();
    let bars: Vec<Bar> = parts.iter().flat_map(|(_, rows)| rows).map(|row| bar(row)).collect();
    html! {
        section.system {
            h2 { small { (clean(&system.id)) } " " (clean(&system.title)) }
            @if !system.finding.is_empty() { p.lead { (clean(&system.finding)) } }
            @for remark in [&system.why, &system.source].into_iter().flatten() {
                p.facts { (clean(remark)) }
            }
            @if let Some(score) = &system.score { p.facts { (self::score(score, localizer)) } }
            @if let Some(machine) = &system.machine {
                (page::drawing(svg::fitting(|layout| picture::see(machine, layout, localizer))))
            }
            div.scroll { table.figures {
                (head(localizer))
                @for (name, rows) in &parts {
                    tbody {
                        tr { th.facts colspan="6" { (role(name, localizer)) } }
                        @for row in rows { (self::row(row, localizer)) }
                    }
                }
            } }
            (bars::legend(&bars, "report-column-published", localizer))
        }
    }
}

fn head(localizer: &Localizer) -> Markup {
    html! { thead { tr {
        th { (localizer.text("report-column-what")) }
        th.number { (localizer.text("report-column-published")) }
        th.number { (localizer.text("report-column-predicted")) }
        th {}
        th.number { (localizer.text("report-column-error")) }
        th { (localizer.text("report-column-limit")) }
    } } }
}

fn bar(row: &Row) -> Bar {
    let band = |middle: f64| {
        let (low, high) = (row.low.unwrap_or(middle), row.high.unwrap_or(middle));
        Band { low, middle, high, at_most: false }
    };
    let published = Reading { figure: Some(row.published), partial: false };
    Bar { measured: Some(published), predicted: row.predicted.map(band) }
}

fn row(row: &Row, localizer: &Localizer) -> Markup {
    let bar = bar(row);
    let failed = fails(row);
    html! { tr {
        th { (clean(&row.what)) " " small { (clean(&row.id)) } }
        td.number { strong { (published_figure(row)) } " " small { (clean(row.unit.as_str())) } }
        td.number { (row.predicted.map(words::number).unwrap_or_default()) }
        td.drawn { (bar.draw(bar.most() * 1.1, &published_figure(row))) }
        td.number { small.outside[failed] {
            @if failed { "⚠ " }
            (row.error.map(words::percent).unwrap_or_default())
        } }
        td {
            (row.limit_name.as_deref().map(words::limit).unwrap_or_default())
            @for remark in remarks(row, localizer) { p.facts { (remark) } }
        }
    } }
}
