//! The report of a run.

use maud::{Markup, html};
use narrows_messages::{Localizer, Message};
use narrows_record::run::{Measured, Run};
use narrows_record::word::Set;

use super::bars::{self, Bar};
use super::{courses, page, sets, sharing};
use crate::clean::clean;
use crate::figures::{ALL, ALONE, Apart, Overlay, Results, is_sequential, median};
use crate::{MOST_ROWS, findings, picture, svg, text, words};

/// What limits, large; the drawing; every figure beside its prediction; how they came about.
pub fn run(run: &Run, localizer: &Localizer) -> String {
    let overlay = Overlay::of_run(run);
    let results = Results::of(run);
    let body = html! {
        (header(run, localizer))
        (page::drawing(svg::fitting(|layout| picture::run(run, layout, localizer))))
        (conclusions(run, localizer))
        (sharing::section(run.sharing.as_ref(), localizer))
        @for workload in &results.workloads {
            (figures(&results, workload, localizer))
            (sets::table(&results, workload, localizer))
        }
        (latencies(&results, localizer))
        (courses::section(run, &overlay.workload, localizer))
        (method(run, &results, localizer))
        (page::notes(run.machine.notes.iter().chain(&run.notes), localizer))
        (page::as_text(&run.machine, localizer))
    };
    let title = words::machine_title(&run.machine.host, &run.machine.source, localizer);
    page::page(&title, body, run, localizer)
}

fn header(run: &Run, localizer: &Localizer) -> Markup {
    let main = findings::sentences(&run.findings, localizer).into_iter().next();
    let headline = match run.predictions.is_empty() {
        true => "report-html-only-measured",
        false => "report-html-measured",
    };
    html! {
        header {
            (page::machine(&run.machine, localizer))
            h1 { (main.unwrap_or_else(|| localizer.text(headline))) }
            @if run.results.iter().any(|row| row.simulated) {
                p.warning { "⚠ " (localizer.text("report-simulated")) }
            }
            @if run.partial { p.warning { "⚠ " (localizer.text("report-partial")) } }
        }
    }
}

/// The findings after the first, which is the headline.
fn conclusions(run: &Run, localizer: &Localizer) -> Markup {
    let sentences = findings::sentences(&run.findings, localizer);
    if sentences.len() < 2 {
        return html! {};
    }
    html! {
        section {
            h2 { (localizer.text("report-html-findings")) }
            ul.findings {
                @for sentence in sentences.iter().skip(1) { li { (sentence) } }
            }
        }
    }
}

/// One workload: a row a drive, alone beside together, as far as either was measured.
fn figures(results: &Results<'_>, workload: &str, localizer: &Localizer) -> Markup {
    let sets = usual_sets(results, workload);
    if sets.is_empty() {
        return html! {};
    }
    let usual = results.targets.iter().filter(|target| results.is_usual(target, workload));
    let targets: Vec<&str> = usual.copied().collect();
    let row =
        |target: &&str| sets.iter().map(|set| bar(results, (target, workload, set))).collect();
    let rows: Vec<Vec<Bar>> = targets.iter().map(row).collect();
    let bars = rows.concat();
    let most = bars.iter().map(Bar::most).fold(0.0, f64::max);
    let shown = || targets.iter().zip(&rows).take(MOST_ROWS);
    html! {
        section {
            h2 { (words::workload(workload, localizer)) }
            div.scroll { table.figures {
                thead { tr {
                    th { (localizer.text("report-column-drive")) }
                    @for set in &sets {
                        th colspan="2" { (set_name(set, localizer)) " · " (words::unit(workload)) }
                    }
                } }
                tbody { @for (target, bars) in shown() {
                    tr {
                        th { (clean(target)) }
                        @for bar in bars { (cells(bar, most, workload)) }
                    }
                } }
                (total(&rows, sets.len(), workload, localizer))
            } }
            (page::more(rows.len().saturating_sub(MOST_ROWS), localizer))
            (bars::legend(&bars, "report-html-key-measured", localizer))
        }
    }
}

/// Alone, together or both, as far as anything was measured so.
fn usual_sets(results: &Results<'_>, workload: &str) -> Vec<&'static Set> {
    let there =
        |set: &&Set| results.targets.iter().any(|t| !results.rows((t, workload, set)).is_empty());
    [ALONE, ALL].into_iter().filter(there).collect()
}

fn set_name(set: &Set, localizer: &Localizer) -> String {
    localizer.text(if set == ALONE { "report-column-alone" } else { "report-column-together" })
}

fn bar(results: &Results<'_>, key: (&str, &str, &Set)) -> Bar {
    Bar { measured: results.main_reading(key), predicted: results.band(key) }
}

fn cells(bar: &Bar, most: f64, workload: &str) -> Markup {
    let measured = bar.measured.map(|reading| words::reading(&reading, workload));
    let measured = measured.unwrap_or_default();
    let apart = bar.figure().zip(bar.predicted).and_then(|(figure, band)| band.apart(figure));
    let bound = bar.predicted.filter(|band| band.at_most);
    html! {
        td.number {
            strong { (measured) }
            @if let Some(Apart { share, outside }) = apart {
                small.outside[outside] {
                    @if outside { "⚠ " }
                    (words::percent(share))
                }
            } @else if let Some(bound) = bound {
                small { (words::bound(words::figure(bound.middle, workload), true)) }
            }
        }
        td.drawn { (bar.draw(most, &measured)) }
    }
}

/// The sums, where there are several rows.
fn total(rows: &[Vec<Bar>], sets: usize, workload: &str, localizer: &Localizer) -> Markup {
    if rows.len() < 2 {
        return html! {};
    }
    let sum = |set: usize| {
        let bars = rows.iter().filter_map(|row| row.get(set));
        bars.filter_map(Bar::figure).sum::<f64>()
    };
    // Beside the rows' figures stands what they are apart from the prediction, where there is one.
    let predicted = rows.iter().flatten().any(|bar| bar.predicted.is_some());
    let cell = |sum: f64| {
        let mib = is_sequential(workload).then(|| words::mib_rate(sum));
        html! {
            td.number { strong { (words::figure(sum, workload)) } @if predicted { small {} } }
            td.drawn { small { (mib.unwrap_or_default()) } }
        }
    };
    html! { tfoot { tr {
        th { (localizer.text("report-total")) }
        @for set in 0..sets { (cell(sum(set))) }
    } } }
}

/// Completion times of the random workloads, each drive by itself where it ran so.
fn latencies(results: &Results<'_>, localizer: &Localizer) -> Markup {
    let random = results.workloads.iter().filter(|name| !is_sequential(name));
    let pairs = random.flat_map(|name| results.targets.iter().map(move |target| (*name, *target)));
    let measured = |(name, target): &(&str, &str)| !results.quiet_rows(target, name).is_empty();
    let pairs: Vec<(&str, &str)> = pairs.filter(measured).collect();
    let rows: Vec<Markup> = pairs
        .iter()
        .take(MOST_ROWS)
        .map(|(workload, target)| latency_row(results, workload, target, localizer))
        .collect();
    if rows.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (localizer.text("report-html-latency")) }
            div.scroll { table {
                thead { tr {
                    th { (localizer.text("report-column-drive")) }
                    th { (localizer.text("report-html-workload")) }
                    th.number { (localizer.text("report-column-median")) }
                    @for share in ["90 %", "99 %", "99.9 %", "99.99 %"] { th.number { (share) } }
                    th.number { (localizer.text("report-column-cpu")) }
                    th.number { (localizer.text("report-html-system-cpu")) }
                } }
                tbody { @for row in rows { (row) } }
            } }
            (page::more(pairs.len().saturating_sub(MOST_ROWS), localizer))
        }
    }
}

fn latency_row(
    results: &Results<'_>,
    workload: &str,
    target: &str,
    localizer: &Localizer,
) -> Markup {
    let rows = results.quiet_rows(target, workload);
    let figures: [fn(&Measured) -> Option<f64>; 7] = [
        |row| row.latency_us.p50,
        |row| row.latency_us.p90,
        |row| row.latency_us.p99,
        |row| row.latency_us.p999,
        |row| row.latency_us.p9999,
        |row| row.cpu_us_per_io,
        |row| row.system_cpu_us_per_io,
    ];
    let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), words::micros);
    html! { tr {
        th { (clean(target)) }
        td { (words::workload(workload, localizer)) }
        @for figure in figures { td.number { (shown(median(rows, figure))) } }
    } }
}

fn method(run: &Run, results: &Results<'_>, localizer: &Localizer) -> Markup {
    let started = Message::new("report-html-started")
        .with("id", clean(&run.id))
        .with("started", clean(&run.started));
    html! {
        section {
            h2 { (localizer.text("report-html-method")) }
            ul {
                @for sentence in text::method(run, localizer) { li { (sentence) } }
                @for sentence in legend(results, localizer) { li { (sentence) } }
                li { (localizer.text("report-legend-mib")) }
                li { (localizer.say(&started)) " " code { (clean(&run.command.join(" "))) } }
            }
        }
    }
}

/// What the figures' marks mean, as far as they are there.
fn legend(results: &Results<'_>, localizer: &Localizer) -> Vec<String> {
    let keys = results.workloads.iter().flat_map(|workload| {
        results.targets.iter().flat_map(move |t| [(*t, *workload, ALONE), (*t, *workload, ALL)])
    });
    let bars: Vec<Bar> = keys.map(|key| bar(results, key)).collect();
    let readings = || bars.iter().filter_map(|bar| bar.measured);
    let apart = |bar: &Bar| bar.predicted?.apart(bar.figure()?);
    let is_outside = |apart: Apart| apart.outside;
    let is_bound = |bar: &Bar| bar.predicted.is_some_and(|band| band.at_most);
    let legend = [
        (bars.iter().any(|bar| apart(bar).is_some()), "report-legend-percent"),
        (bars.iter().filter_map(apart).any(is_outside), "report-legend-outside"),
        (bars.iter().any(is_bound), "report-legend-at-most"),
        (readings().any(|reading| reading.partial), "report-legend-cut"),
        (readings().any(|reading| reading.figure.is_none()), "report-legend-nothing"),
    ];
    let legend = legend.into_iter().filter(|(there, _)| *there);
    legend.map(|(_, id)| localizer.text(id)).collect()
}
