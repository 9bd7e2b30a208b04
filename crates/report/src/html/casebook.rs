//! The casebook as a page.

use maud::{Markup, html};
use narrows_messages::{Message, Speaker};
use narrows_record::casebook::{Casebook, Row, System};

use super::bars::{self, Bar};
use super::page;
use crate::clean::clean;
use crate::figures::{Band, Reading};
use crate::text::{published, summary};
use crate::{MOST_ROWS, svg, words};

/// For each published machine what its author found, its drawing, and its figures beside ours.
pub fn casebook(casebook: &Casebook, speaker: &Speaker) -> String {
    let title = speaker.text("report-casebook-title");
    let body = html! {
        header {
            h1 { (title) }
            p.facts { (summary(casebook, speaker)) }
        }
        @for system in casebook.systems.iter().take(MOST_ROWS) {
            (self::system(casebook, system, speaker))
        }
    };
    page::page(&title, body, casebook, speaker)
}

fn system(casebook: &Casebook, system: &System, speaker: &Speaker) -> Markup {
    let rows: Vec<&Row> = casebook.rows.iter().filter(|row| row.system == system.id).collect();
    let bars: Vec<Bar> = rows.iter().map(|row| bar(row)).collect();
    html! {
        section.system {
            h2 { small { (clean(&system.id)) } " " (clean(&system.title)) }
            p.lead { (clean(&system.finding)) }
            (page::drawing(svg::topology(&system.machine, None, speaker)))
            div.scroll { table.figures {
                thead { tr {
                    th { (speaker.text("report-column-what")) }
                    th.number { (speaker.text("report-column-published")) }
                    th.number { (speaker.text("report-column-predicted")) }
                    th {}
                    th.number { (speaker.text("report-column-error")) }
                    th { (speaker.text("report-column-limit")) }
                } }
                tbody { @for row in rows { (self::row(row, speaker)) } }
            } }
            (bars::legend(&bars, "report-column-published", speaker))
        }
    }
}

fn bar(row: &Row) -> Bar {
    let band = |middle: f64| {
        let (low, high) = (row.low.unwrap_or(middle), row.high.unwrap_or(middle));
        Band { low, middle, high, at_most: false }
    };
    let published = Reading { figure: Some(row.published), partial: false };
    Bar { measured: Some(published), predicted: row.predicted.map(band) }
}

fn row(row: &Row, speaker: &Speaker) -> Markup {
    let bar = bar(row);
    let why = row.not_yet.as_deref().filter(|_| row.predicted.is_none());
    let why = why.map(|why| speaker.say(&Message::new("report-not-yet").with("why", clean(why))));
    let far = row.error.is_some_and(|error| error.abs() > 0.05);
    html! { tr {
        th { (clean(&row.what)) }
        td.number { strong { (published(row)) } " " small { (clean(&row.unit)) } }
        td.number { (row.predicted.map(words::number).unwrap_or_default()) }
        td.drawn { (bar.draw(bar.most() * 1.1, &published(row))) }
        td.number { small.outside[far] {
            @if far { "⚠ " }
            (row.error.map(words::percent).unwrap_or_default())
        } }
        td { (why.unwrap_or_else(|| row.limit.as_deref().map(words::limit).unwrap_or_default())) }
    } }
}
