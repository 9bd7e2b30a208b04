//! The page of the main job and of `narrows measure`.

pub(super) mod beside;

use std::collections::BTreeSet;

use narrows_messages::{Localizer, Message, natural};
use narrows_record::run::{RunDocument, RunSimulation, TargetMeasurement};
use narrows_record::word::TargetSet;

use super::right;
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::figures::{ALL, ALONE, Overlay, PredictionGap, RunResults, median};
use crate::{MOST_ROWS, facts, findings, words};

/// The limit, first of all; then the machine with the figures on it, every figure beside its
/// prediction, and remarks.
pub fn run(run: &RunDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    if let Some(watch) = &run.watch {
        super::watch::write(&mut page, run, watch, localizer);
        return page;
    }
    if let Some(stripe) = &run.stripe {
        return super::stripe::stripe(run, stripe, localizer);
    }
    if let Some(experiment) = &run.experiment {
        return super::experiment(experiment, localizer);
    }
    if let Some(trial) = &run.trial {
        return super::trial(trial, localizer);
    }
    super::header(&mut page, &run.machine.host, &run.machine.source, localizer);
    page.blank();
    let is_warned = warned(&mut page, run, localizer);
    super::findings(&mut page, findings::sentences(&run.findings, localizer).into_iter());
    if is_warned || !run.findings.is_empty() {
        page.blank();
    }
    let overlay = Overlay::of_run(run);
    super::tree::draw(&mut page, &run.machine, Some(&overlay), localizer);
    let results = RunResults::of(run);
    let (mut shown, mut courses) = (TableContents::default(), TableContents::default());
    for workload in results.workloads.iter().take(MOST_ROWS) {
        page.heading(&words::workload(workload, localizer));
        shown = shown.and(table(&mut page, &results, workload, localizer));
        shown = shown.and(beside::sets(&mut page, &results, workload, localizer));
        courses = courses.and(beside::courses(&mut page, run, workload, localizer));
    }
    super::more(&mut page, results.workloads.len().saturating_sub(MOST_ROWS), localizer);
    super::curve::write(&mut page, run, localizer);
    footer(&mut page, run, (&shown, &courses), localizer);
    if let Some(sharing) = &run.sharing {
        super::explain::of_run(&mut page, sharing, localizer);
    }
    super::notes(&mut page, run.machine.notes.iter().chain(&run.notes), localizer);
    page
}

/// Writes the warnings that come before any figure, and returns whether there are any.
pub(super) fn warned(page: &mut Page, run: &RunDocument, localizer: &Localizer) -> bool {
    let simulated = run.results.iter().any(|row| row.simulated);
    // Imported measurements were not interrupted: the value of some figures is unknown.
    let partial = run.partial && !is_imported(run);
    super::warnings(page, simulated, partial, localizer);
    simulated || partial
}

/// Heading of a run that has no findings.
pub(super) fn headless(run: &RunDocument, localizer: &Localizer) -> String {
    localizer.text(if run.predictions.is_empty() {
        "report-html-only-measured"
    } else {
        "report-html-measured"
    })
}

pub(super) fn table(
    page: &mut Page,
    results: &RunResults<'_>,
    workload: &str,
    localizer: &Localizer,
) -> TableContents {
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
        (results.unit(workload).name().to_owned(), Align::Left),
        (text("report-column-alone"), Align::Right),
        (text("report-column-predicted"), Align::Right),
        (text("report-column-together"), Align::Right),
        (text("report-column-predicted"), Align::Right),
        (text("report-column-median"), Align::Right),
        (text("report-column-p99"), Align::Right),
        (text("report-column-cpu"), Align::Right),
    ])
    .sparing(&[6, 7, 5])
    .sortable();
    let usual = |target: &&&str| results.is_usual(target, workload);
    let mut targets: Vec<&&str> = results.targets.iter().filter(usual).collect();
    targets.sort_by(|a, b| natural(a, b));
    if targets.is_empty() {
        return TableContents::default();
    }
    let most = most(results, &targets, workload);
    for target in targets.iter().take(MOST_ROWS) {
        table.cells(cells(results, target, workload, most));
    }
    if let Some(total) = total(results, workload, localizer) {
        table.total(total);
    }
    let shown = table.write(page);
    super::more(page, targets.len().saturating_sub(MOST_ROWS), localizer);
    shown
}

/// The greatest figure, measured or predicted, alone or together.
fn most(results: &RunResults<'_>, targets: &[&&str], workload: &str) -> f64 {
    let keys = targets.iter().flat_map(|target| [(**target, ALONE), (**target, ALL)]);
    let figures = keys.flat_map(|(target, set)| {
        let key = (target, workload, set);
        let measured = results.main_reading(key).and_then(|reading| reading.figure);
        [measured, results.band(key).map(|band| band.high.max(band.middle))]
    });
    figures.flatten().fold(0.0, f64::max)
}

fn cells(results: &RunResults<'_>, target: &str, workload: &str, most: f64) -> Vec<TableCell> {
    let rows = results.quiet_rows(target, workload);
    let mut cells = vec![TableCell::new(clean(target), CellInk::Strong)];
    cells.extend(pair(results, (target, workload, ALONE), most));
    cells.extend(pair(results, (target, workload, ALL), most));
    let figures: [fn(&TargetMeasurement) -> Option<f64>; 3] =
        [|row| row.latency_us.p50, |row| row.latency_us.p99, |row| row.cpu_us_per_io];
    let figures = figures.into_iter().map(|figure| median(rows, figure).map(words::micros));
    cells.extend(figures.map(|figure| right(figure, CellInk::Plain)));
    cells
}

/// A measured figure and its prediction with the difference.
fn pair(results: &RunResults<'_>, key: (&str, &str, &TargetSet), most: f64) -> [TableCell; 2] {
    let unit = results.unit(key.1);
    let reading = results.main_reading(key);
    let band = results.band(key);
    let measured = reading.as_ref().map(|reading| {
        let bar = CellDrawing::Bar { measured: reading.figure, predicted: band, most };
        TableCell::new(words::reading(reading, unit), CellInk::Strong).with(bar)
    });
    let predicted = band.map(|band| {
        let apart = reading.and_then(|reading| band.apart(reading.figure?));
        let apart = apart.filter(|apart| results.is_evidence || apart.outside);
        let figure = words::bound(words::figure(band.middle, unit), band.at_most);
        TableCell::new(figure, CellInk::Faint).and(bracket(apart), ink(apart))
    });
    [measured.unwrap_or_default(), predicted.unwrap_or_default()]
}

fn bracket(apart: Option<PredictionGap>) -> String {
    let sign = if apart.is_some_and(|apart| apart.outside) { "⚠ " } else { "" };
    apart.map(|apart| format!(" ({sign}{})", words::percent(apart.share))).unwrap_or_default()
}

fn ink(apart: Option<PredictionGap>) -> CellInk {
    if apart.is_some_and(|apart| apart.outside) { CellInk::Alarm } else { CellInk::Faint }
}

/// The sums, where several drives ran together.
fn total(
    results: &RunResults<'_>,
    workload: &str,
    localizer: &Localizer,
) -> Option<Vec<TableCell>> {
    let sums = |set: &TargetSet| {
        let figure = |target: &&str| results.main_reading((target, workload, set))?.figure;
        results.targets.iter().filter_map(figure).collect::<Vec<f64>>()
    };
    let all = sums(ALL);
    let sum = |figures: &[f64]| figures.iter().sum::<f64>();
    let unit = results.unit(workload);
    let shown = |figures: &[f64]| (!figures.is_empty()).then(|| words::figure(sum(figures), unit));
    (all.len() > 1).then(|| {
        vec![
            TableCell::new(localizer.text("report-total"), CellInk::Strong),
            right(shown(&sums(ALONE)), CellInk::Plain),
            TableCell::default(),
            right(shown(&all), CellInk::Strong),
        ]
    })
}

fn is_imported(run: &RunDocument) -> bool {
    run.results.iter().any(|row| row.imported.is_some())
}

/// `shown` are the tables of figures and the lines over time.
pub(super) fn footer(
    page: &mut Page,
    run: &RunDocument,
    (shown, courses): (&TableContents, &TableContents),
    localizer: &Localizer,
) {
    page.blank();
    for sentence in method(run, localizer) {
        super::remark(page, &sentence);
    }
    let text = |id: &'static str| localizer.text(id);
    let cut = if is_imported(run) { "report-legend-unused" } else { "report-legend-cut" };
    let signs = [
        ('(', "report-legend-apart"),
        ('⚠', "report-legend-outside"),
        ('≤', "report-legend-at-most"),
        ('*', cut),
        ('–', "report-legend-nothing"),
    ];
    let signs = signs.map(|(sign, id)| shown.entry(text(id)).sign(sign));
    let latency = ["report-column-median", "report-column-alone", "report-column-together"];
    let latency = latency
        .into_iter()
        .fold(shown.entry(text("report-legend-latency")), |entry, id| entry.column(text(id)));
    let changes = courses.entry(text("report-legend-change")).sign('│');
    page.legend(signs.into_iter().chain([latency, changes]));
    super::remark(page, &localizer.text("report-legend-mib"));
}

/// How the figures came about, in sentences.
fn method(run: &RunDocument, localizer: &Localizer) -> Vec<String> {
    let mut sentences = Vec::new();
    let (simulated, measured): (Vec<&TargetMeasurement>, Vec<&TargetMeasurement>) =
        run.results.iter().partition(|row| row.simulated && row.imported.is_none());
    if !simulated.is_empty() {
        let seed = run.simulation.as_ref().map_or(0, |simulation| simulation.seed);
        sentences.push(localizer.say(&Message::new("report-method-simulated").with("seed", seed)));
        let is_one_model = run.simulation.as_ref().is_some_and(RunSimulation::is_as_described);
        sentences.extend(is_one_model.then(|| localizer.text("report-method-one-model")));
    }
    let (imported, measured): (Vec<&TargetMeasurement>, Vec<&TargetMeasurement>) =
        measured.into_iter().partition(|row| row.imported.is_some());
    // The other programs that measured some of the figures.
    let mut tools = BTreeSet::new();
    for import in imported.into_iter().filter_map(|row| row.imported.as_ref()) {
        let words = [Some(import.tool.as_str()), import.version.as_deref()];
        tools.insert(clean(&words.into_iter().flatten().collect::<Vec<_>>().join(" ")));
    }
    if !tools.is_empty() {
        let tools = tools.into_iter().collect::<Vec<_>>().join(", ");
        let what = Message::new("report-method-imported").with("tools", tools);
        sentences.push(localizer.say(&what));
    }
    let mut engines: Vec<String> = measured.into_iter().map(engine).collect();
    engines.sort();
    engines.dedup();
    if !engines.is_empty() {
        let message = Message::new("report-method-engine").with("engine", engines.join("; "));
        sentences.push(localizer.say(&message));
    }
    let own = || run.results.iter().filter(|row| row.imported.is_none());
    let together = || own().filter(|row| row.together.len() > 1);
    // Of all rounds the worst: the shortest common window, the greatest skew.
    let window = together().map(|row| row.window_s).reduce(f64::min);
    let skew = together().map(|row| row.skew_us).reduce(f64::max);
    // For staggered starts the skew is relative to their plan.
    let is_staggered = together().any(|row| row.asked.start_after_s > 0.0);
    if let Some((window, skew)) = window.zip(skew) {
        let id = if is_staggered { "report-method-staggered" } else { "report-method-window" };
        let message = Message::new(id)
            .with("window", format!("{window:.2} s"))
            .with("skew", words::micros(skew));
        sentences.push(localizer.say(&message));
    }
    let repeats = run.results.iter().map(|row| row.repeat).max().unwrap_or_default();
    if repeats > 1 {
        let message = Message::new("report-method-repeats").with("repeats", repeats);
        sentences.push(localizer.say(&message));
    }
    let busiest = own().map(facts::busiest_thread).reduce(f64::max);
    if let Some(busiest) = busiest {
        let percent = format!("{:.0}", busiest * 100.0);
        sentences.push(localizer.say(&Message::new("report-method-cpu").with("percent", percent)));
    }
    sentences
}

/// `io_uring, O_DIRECT, registered buffers` in the words of the system calls, which no language
/// translates.
fn engine(row: &TargetMeasurement) -> String {
    let method = &row.method;
    let flags = [
        (method.direct, "O_DIRECT"),
        (method.registered_buffers, "REGISTER_BUFFERS"),
        (method.registered_files, "REGISTER_FILES"),
        (method.deferred_taskrun, "DEFER_TASKRUN"),
        (method.polled, "IOPOLL"),
        (method.kernel_thread, "SQPOLL"),
        (method.huge_pages, "huge pages"),
    ];
    let flags = flags.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned());
    [clean(&method.engine)].into_iter().chain(flags).collect::<Vec<_>>().join(" + ")
}
