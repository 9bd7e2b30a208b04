//! Results of pairs and named sets.

use maud::{Markup, html};
use narrows_messages::Localizer;
use narrows_record::run::Measured;
use narrows_record::word::Set;

use super::page;
use crate::clean::clean;
use crate::figures::{ALONE, Results, median};
use crate::{MOST_ROWS, words};

/// One workload's sets other than each alone and all together; nothing where there are none.
pub(super) fn table(results: &Results<'_>, workload: &str, localizer: &Localizer) -> Markup {
    let sets = results.other_sets(workload);
    if sets.is_empty() {
        return html! {};
    }
    let mut left = MOST_ROWS;
    let fits = |set: &&Set| {
        let members = results.members(workload, set).len();
        let fits = members <= left;
        left = left.saturating_sub(members);
        fits
    };
    let shown: Vec<&Set> = sets.into_iter().take_while(fits).collect();
    let count: usize = shown.iter().map(|set| results.members(workload, set).len()).sum();
    html! {
        section {
            h2 { (words::workload(workload, localizer)) " " small { (localizer.text("report-sets")) } }
            div.scroll { table.sets {
                thead { tr {
                    th { (localizer.text("report-column-set")) }
                    th { (localizer.text("report-column-drive")) }
                    th.number { (words::unit(workload)) }
                    th.number { (localizer.text("report-column-of-alone")) }
                    th.number { (localizer.text("report-column-median")) }
                    th.number { (localizer.text("report-column-p99")) }
                } }
                @for set in &shown { tbody { (of_set(results, workload, set, localizer)) } }
            } }
            (page::more(results.in_other_sets(workload) - count, localizer))
        }
    }
}

fn of_set(results: &Results<'_>, workload: &str, set: &Set, localizer: &Localizer) -> Markup {
    let members = results.members(workload, set);
    let sum = words::figure(results.sum(workload, set), workload);
    html! {
        @for (at, target) in members.iter().enumerate() { tr {
            th { @if at == 0 { (clean(set.as_str())) } }
            th { (clean(target)) }
            (figures(results, (target, workload, set)))
        } }
        @if members.len() > 1 { tr {
            th {}
            td { (localizer.text("report-total")) }
            td.number { (sum) }
            td.number {} td.number {} td.number {}
        } }
    }
}

fn figures(results: &Results<'_>, key: (&str, &str, &Set)) -> Markup {
    let reading = results.main_reading(key);
    let alone = results.main_reading((key.0, key.1, ALONE)).and_then(|reading| reading.figure);
    let share = reading.and_then(|reading| reading.figure).zip(alone);
    let share = share.filter(|(_, alone)| *alone > 0.0);
    let share = share.map(|(figure, alone)| format!("{:.0} %", figure / alone * 100.0));
    let figure = reading.map(|reading| words::reading(&reading, key.1));
    let latency = |of: fn(&Measured) -> Option<f64>| {
        median(results.rows(key), of).map(words::micros).unwrap_or_default()
    };
    html! {
        td.number { strong { (figure.unwrap_or_default()) } }
        td.number { (share.unwrap_or_default()) }
        td.number { (latency(|row| row.latency_us.p50)) }
        td.number { (latency(|row| row.latency_us.p99)) }
    }
}
