//! Results over time: a line each, with what is unusual about it.

use maud::{Markup, html};
use narrows_messages::{Localizer, Message};
use narrows_record::run::{Measured, Run};

use super::{page, timeline};
use crate::clean::clean;
use crate::facts::{self, Fact};
use crate::figures::distinct;
use crate::{MOST_ROWS, words};

/// The results of the main workload, and of the others those about which there is something to say.
pub(super) fn section(run: &Run, main: &str, localizer: &Localizer) -> Markup {
    let workloads = distinct(run.results.iter().map(|row| row.workload.as_str()));
    let tables: Vec<Markup> =
        workloads.iter().filter_map(|name| table(run, name, *name == main, localizer)).collect();
    if tables.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (localizer.text("report-html-timeline")) }
            @for table in tables { (table) }
            (legend(run, localizer))
        }
    }
}

/// One workload on one scale; none where there is nothing to show.
fn table(run: &Run, workload: &str, all: bool, localizer: &Localizer) -> Option<Markup> {
    let rows = || run.results.iter().filter(|row| row.workload == workload);
    let most = rows().flat_map(|row| &row.timeline_mb_s).copied().fold(0.0, f64::max);
    let told = rows().map(|row| (row, facts::facts(row, localizer)));
    // Of repeats the first is drawn, and others that differ.
    let drawn = |row: &Measured| all && row.repeat <= 1 && row.timeline_mb_s.len() > 1;
    let told: Vec<(&Measured, Vec<Fact>)> =
        told.filter(|(row, facts)| drawn(row) || !facts.is_empty()).collect();
    let when = facts::when(&told.iter().map(|(row, _)| *row).collect::<Vec<_>>(), localizer);
    let scale = Message::new("report-html-timeline-scale").with("most", words::rate(most));
    let shown = || told.iter().zip(&when).take(MOST_ROWS);
    let quiet = told.iter().all(|(_, facts)| facts.is_empty());
    (!told.is_empty()).then(|| {
        html! {
            p.facts { (words::workload(workload, localizer)) " · " (localizer.say(&scale)) }
            div.scroll { table.timelines.quiet[quiet] { tbody {
                @for ((row, facts), when) in shown() {
                    (course(row, (!quiet).then_some(facts), when, most))
                }
            } } }
            (page::more(told.len().saturating_sub(MOST_ROWS), localizer))
        }
    })
}

/// `facts` are none where no row of the table has any.
fn course(row: &Measured, facts: Option<&Vec<Fact>>, when: &str, most: f64) -> Markup {
    let label = format!("{} {when}", clean(&row.target));
    html! { tr {
        th { (clean(&row.target)) }
        td.when { (when) }
        td.line { (timeline::sparkline(row, most, &label)) }
        @if let Some(facts) = facts { td.told { @for fact in facts {
            p.alarm[fact.alarm] { @if fact.alarm { "⚠ " } (fact.text) }
        } } }
    } }
}

/// What the lines' marks mean, as far as they are there.
fn legend(run: &Run, localizer: &Localizer) -> Markup {
    let keys = [
        (
            run.results.iter().any(|row| !row.changes.is_empty()),
            "key change",
            "report-html-key-change",
        ),
        (
            run.results.iter().any(|row| row.steady.is_some()),
            "key steady",
            "report-html-key-steady",
        ),
    ];
    html! {
        p.legend {
            @for (_, class, id) in keys.into_iter().filter(|(there, _, _)| *there) {
                span class=(class) {} (localizer.text(id))
            }
        }
    }
}
