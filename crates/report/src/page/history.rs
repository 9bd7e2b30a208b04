//! The pages of `narrows history`: runs by machine and drives, or a drive's figures over time; and
//! deletions.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::{Localizer, Message};
use narrows_record::history::{
    ForgottenDocument, HistoryDocument, HistoryPoint, HistorySeries, PastFigure, PastRun,
};
use narrows_record::word::TargetSet;
use narrows_units::Bytes;

use super::right;
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableContents, TableRow};
use crate::clean::clean;
use crate::figures::{MainUnit, distinct};
use crate::{MOST_ROWS, words};

/// Of more drives than these the least and the greatest figure are shown.
const MOST_FIGURES: usize = 3;
/// Length of the bar of a series' greatest figure, in columns.
const BAR: f64 = 20.0;

/// Runs, newest first; or series, oldest first, if the document has them.
pub fn history(history: &HistoryDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&title(history, localizer));
    let shown = if history.series.is_empty() {
        list(&mut page, history, localizer)
    } else {
        let shown = history.series.iter().take(MOST_ROWS);
        shown.fold(TableContents::default(), |shown, one| {
            shown.and(series(&mut page, one, localizer))
        })
    };
    if shown.sign('*') {
        page.blank();
        super::remark(&mut page, &localizer.text("report-legend-cut"));
    }
    if history.simulated_hidden > 0 {
        page.blank();
        let hidden = usize::try_from(history.simulated_hidden).unwrap_or(usize::MAX);
        let hidden = Message::new("history-hidden").count("count", hidden);
        super::remark(&mut page, &localizer.say(&hidden));
    }
    super::notes(&mut page, history.notes.iter(), localizer);
    page
}

pub fn forgotten(document: &ForgottenDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let title = if document.rehearsed {
        Message::new("history-would-forget")
    } else {
        Message::new("history-forgotten")
    };
    page.title(&localizer.say(&title.count("count", document.runs.len())));
    page.first(&document.runs, localizer, |page, run| {
        let what = [clean(&run.id), Bytes::new(run.bytes).to_string(), clean(&run.path)];
        page.paragraph("• ", &words::dotted(what), CellInk::Plain);
    });
    page
}

fn title(history: &HistoryDocument, localizer: &Localizer) -> String {
    let (shown, known) = (history.runs.len(), usize::try_from(history.known).unwrap_or(usize::MAX));
    let message = match (shown, known) {
        (_, 0) => Message::new("history-nothing"),
        (0, _) => Message::new("history-nothing-such").count("known", known),
        _ if shown == known => Message::new("history-title").count("count", known),
        _ => Message::new("history-shown").count("shown", shown).count("known", known),
    };
    localizer.say(&message.with("path", clean(&history.directory)))
}

/// Runs by machine and by the drives measured, the group with the newest run first.
fn list(page: &mut Page, history: &HistoryDocument, localizer: &Localizer) -> TableContents {
    if history.runs.is_empty() {
        return TableContents::default();
    }
    let runs = history.runs.iter().take(MOST_ROWS);
    let mut machines: Vec<(&Option<String>, Vec<RunGroup<'_>>)> = Vec::new();
    for run in runs {
        let groups = match machines.iter_mut().position(|(machine, _)| **machine == run.machine) {
            Some(at) => machines.get_mut(at),
            None => {
                machines.push((&run.machine, Vec::new()));
                machines.last_mut()
            }
        };
        groups.into_iter().for_each(|(_, groups)| put(groups, run));
    }
    let mut shown = TableContents::default();
    for (machine, groups) in machines {
        let unknown = || localizer.text("history-machine-unknown");
        page.heading(&machine.as_deref().map_or_else(unknown, clean));
        for group in groups {
            page.blank();
            page.paragraph("", &group.drives, CellInk::Strong);
            shown = shown.and(table(page, &group.runs, localizer));
        }
    }
    super::more(page, history.runs.len().saturating_sub(MOST_ROWS), localizer);
    page.blank();
    super::remark(page, &localizer.text("history-advice"));
    shown
}

struct RunGroup<'a> {
    /// Keys that identify the drives across runs.
    keys: BTreeSet<String>,
    /// Their names in the newest run.
    drives: String,
    runs: Vec<&'a PastRun>,
}

fn put<'a>(groups: &mut Vec<RunGroup<'a>>, run: &'a PastRun) {
    let keys = run.drives();
    match groups.iter_mut().find(|group| group.keys == keys) {
        Some(group) => group.runs.push(run),
        None => groups.push(RunGroup { keys, drives: called(run), runs: vec![run] }),
    }
}

/// `nvme0n1 (Samsung SSD 980 PRO), nvme1n1`.
fn called(run: &PastRun) -> String {
    let mut names: Vec<(&str, Option<&str>)> = Vec::new();
    for figure in &run.figures {
        if !names.iter().any(|(target, _)| *target == figure.target) {
            names.push((&figure.target, figure.drive.model.as_deref()));
        }
    }
    let few = names.len() <= MOST_FIGURES;
    let name = |(target, model): &(&str, Option<&str>)| match model.filter(|_| few) {
        Some(model) => format!("{target} ({model})"),
        None => (*target).to_owned(),
    };
    words::list(names.iter().map(name))
}

fn table(page: &mut Page, runs: &[&PastRun], localizer: &Localizer) -> TableContents {
    let column = |id, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("history-column-started", Align::Left),
        column("history-column-run", Align::Left),
        column("history-column-measured", Align::Left),
    ]);
    for run in runs {
        table.row(TableRow {
            cells: vec![
                TableCell::plain(moment(&run.started)),
                TableCell::new(clean(&run.short), CellInk::Strong),
                TableCell::plain(measured(run, localizer)),
            ],
            hang: String::new(),
        });
    }
    table.write(page)
}

/// `2026-11-21 19:17` of `2026-11-21T19:17:40Z`.
pub(super) fn moment(started: &str) -> String {
    clean(started).replace('T', " ").chars().take(16).collect()
}

/// `seq-read-128k-q32: alone 3510, 3490, all together 6020 MB/s`.
fn measured(run: &PastRun, localizer: &Localizer) -> String {
    let workloads = distinct(run.figures.iter().map(|figure| figure.workload.as_str()));
    let mut parts = Vec::new();
    parts.extend(run.simulated.then(|| localizer.text("history-simulated")));
    parts.extend(run.partial.then(|| format!("⚠ {}", localizer.text("history-partial"))));
    parts.extend(workloads.into_iter().map(|workload| of_workload(run, workload, localizer)));
    words::dotted(parts)
}

fn of_workload(run: &PastRun, workload: &str, localizer: &Localizer) -> String {
    // Figures by set, apart where others were held to a rate.
    let mut sets: Vec<Vec<&PastFigure>> = Vec::new();
    for figure in run.figures.iter().filter(|figure| figure.workload == workload) {
        let is_same = |set: &&mut Vec<&PastFigure>| {
            set.first().is_some_and(|one| (&one.set, &one.held) == (&figure.set, &figure.held))
        };
        match sets.iter_mut().find(is_same) {
            Some(set) => set.push(figure),
            None => sets.push(vec![figure]),
        }
    }
    let rates = sets.iter().flatten().filter_map(|figure| figure.mb_s.zip(figure.iops));
    let unit = MainUnit::of_measured(workload, rates);
    let groups = sets.iter().filter_map(|figures| {
        let one = figures.first()?;
        let is_alone = one.set == TargetSet::Alone;
        let label = if is_alone && sets.len() == 1 && one.held.is_empty() {
            String::new()
        } else {
            format!("{} ", set_with(&one.set, &one.held, localizer))
        };
        // Arrays of one run were tried one after another.
        let ran_together = !is_alone && one.set != TargetSet::Array;
        Some(format!("{label}{}", of_set(figures, unit, ran_together)))
    });
    let groups: Vec<String> = groups.collect();
    format!("{}: {} {}", clean(workload), groups.join(", "), unit.name())
}

/// The sum of drives that ran together; each figure if they ran by themselves.
fn of_set(figures: &[&PastFigure], unit: MainUnit, summed: bool) -> String {
    let cut = if figures.iter().any(|figure| figure.partial) { "*" } else { "" };
    let mut values: Vec<f64> =
        figures.iter().filter_map(|figure| unit.pick(figure.mb_s, figure.iops)).collect();
    let shown = |value: &f64| words::figure(*value, unit);
    if values.is_empty() {
        return format!("–{cut}");
    }
    if summed {
        return format!("{}{cut}", shown(&values.iter().sum()));
    }
    if values.len() <= MOST_FIGURES {
        let values: Vec<String> = values.iter().map(shown).collect();
        return format!("{}{cut}", values.join(", "));
    }
    values.sort_by(f64::total_cmp);
    let ends = [values.first(), values.last()].into_iter().flatten();
    format!("{}{cut}", ends.map(shown).collect::<Vec<_>>().join("–"))
}

/// The set that ran together, in words.
pub(super) fn set(name: &TargetSet, localizer: &Localizer) -> String {
    match name {
        TargetSet::Alone => localizer.text("history-set-alone"),
        TargetSet::All => localizer.text("history-set-all"),
        name => clean(name.as_str()),
    }
}

/// The same, with who was held to which rate in it.
fn set_with(name: &TargetSet, held: &BTreeMap<String, f64>, localizer: &Localizer) -> String {
    if held.is_empty() {
        return set(name, localizer);
    }
    let held = held.iter().map(|(target, mb_s)| format!("{target} {}", words::rate(*mb_s)));
    let message = Message::new("history-set-held").with("set", set(name, localizer));
    localizer.say(&message.with("targets", words::list(held)))
}

fn series(page: &mut Page, series: &HistorySeries, localizer: &Localizer) -> TableContents {
    let drive = &series.drive;
    let simulated = series.simulated.then(|| localizer.text("history-simulated"));
    let marks = [simulated.as_ref(), Some(&series.target), drive.model.as_ref()];
    let marks = marks.into_iter().chain([drive.serial.as_ref()]).flatten();
    let heading = Message::new("history-series")
        .with("drive", words::dotted(marks))
        .with("workload", words::workload(&series.workload, localizer))
        .with("set", set_with(&series.set, &series.held, localizer));
    page.heading(&localizer.say(&heading));
    let rates = series.points.iter().filter_map(|point| point.mb_s.zip(point.iops));
    let unit = MainUnit::of_measured(&series.workload, rates);
    let column = |id, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("history-column-started", Align::Left),
        column("history-column-run", Align::Left),
        (unit.name().to_owned(), Align::Right),
        column("history-column-change", Align::Right),
        column("history-column-p99", Align::Right),
        column("history-column-repeats", Align::Right),
        (String::new(), Align::Left),
    ])
    .sparing(&[6, 5, 4]);
    let values = || series.points.iter().filter_map(|point| unit.pick(point.mb_s, point.iops));
    let greatest = values().fold(0.0, f64::max);
    let more = series.points.len().saturating_sub(MOST_ROWS);
    // Of very many the newest matter, and the first, with which they are compared.
    let of_old = series.points.iter().take(usize::from(more > 0));
    for point in of_old.chain(series.points.iter().skip(more + usize::from(more > 0))) {
        table.cells(cells(point, series, (unit, greatest), localizer));
    }
    let shown = table.write(page);
    super::more(page, more, localizer);
    if series.points.iter().any(|point| point.change.is_some()) {
        super::remark(page, &localizer.text("history-series-legend"));
    }
    shown
}

fn cells(
    point: &HistoryPoint,
    series: &HistorySeries,
    (unit, greatest): (MainUnit, f64),
    localizer: &Localizer,
) -> Vec<TableCell> {
    let value = unit.pick(point.mb_s, point.iops);
    let cut = if point.partial { "*" } else { "" };
    let figure = value.map_or_else(|| "–".to_owned(), |v| words::figure(v, unit));
    let bar = value.filter(|_| greatest > 0.0).map(|value| (value / greatest * BAR) as usize);
    let together = Message::new("history-drives").count("count", point.drives as usize);
    let others =
        if series.set == TargetSet::Alone { String::new() } else { localizer.say(&together) };
    vec![
        TableCell::plain(moment(&point.started)),
        TableCell::new(clean(&point.short), CellInk::Strong),
        TableCell::new(format!("{figure}{cut}"), CellInk::Strong),
        right(point.change.map(words::percent), CellInk::Plain),
        right(point.p99_us.map(words::micros), CellInk::Plain),
        right(Some(point.repeats.to_string()), CellInk::Faint),
        TableCell::new("─".repeat(bar.unwrap_or(0)), CellInk::Faint)
            .and(format!(" {others}"), CellInk::Faint),
    ]
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;

    use super::*;
    use crate::Style;

    fn figure(target: &str, set: &str, mb_s: f64, partial: bool) -> PastFigure {
        PastFigure {
            target: target.to_owned(),
            workload: "seq-read-128k-q32".to_owned(),
            set: set.into(),
            mb_s: Some(mb_s),
            partial,
            ..PastFigure::default()
        }
    }

    fn line_of(figures: Vec<PastFigure>) -> String {
        let run = PastRun { figures, ..PastRun::default() };
        measured(&run, &Localizer::new(Language::English))
    }

    /// Two machines; in the first the drive was renamed, and another was measured beside it once.
    #[test]
    fn runs_stand_with_those_of_their_machine_and_drives() {
        let run = |id: &str, machine: Option<&str>, targets: &[(&str, &str)]| {
            let of = |(target, serial): &(&str, &str)| {
                let mut figure = figure(target, "alone", 100.0, false);
                figure.drive.serial = Some((*serial).to_owned());
                figure.drive.model = Some("Model\u{1b}".to_owned());
                figure
            };
            let figures = targets.iter().map(of).collect();
            let short = id.to_owned();
            PastRun { short, machine: machine.map(str::to_owned), figures, ..PastRun::default() }
        };
        let runs = vec![
            run("five", Some("Board"), &[("sdb", "S1")]),
            run("four", None, &[("sda", "S9")]),
            run("three", Some("Board"), &[("sda", "S1"), ("sdc", "S2")]),
            run("two", Some("Board"), &[("sda", "S1")]),
        ];
        let history = HistoryDocument {
            directory: "/home".to_owned(),
            known: 9,
            runs,
            simulated_hidden: 5,
            ..HistoryDocument::default()
        };
        let localizer = Localizer::new(Language::English);
        let page = super::history(&history, &localizer).text(&localizer, &Style::default());
        let words =
            ["Board", "sdb (Model", "five", "two", "sda (Model", "three", "machine not", "four"];
        let at: Vec<usize> = words.iter().map(|word| page.find(word).expect(word)).collect();
        assert!(at.is_sorted(), "{page}");
        assert!(page.contains("5 simulated runs are hidden") && !page.contains('\u{1b}'), "{page}");
    }

    #[test]
    fn a_run_is_told_in_one_line() {
        let alone = |target, mb_s| figure(target, "alone", mb_s, false);
        let all = |target, mb_s, partial| figure(target, "all", mb_s, partial);
        assert_eq!(line_of(vec![alone("sda", 500.0)]), "seq-read-128k-q32: 500 MB/s");
        // Together the sum counts; 300 + 200.
        assert_eq!(
            line_of(vec![
                alone("a", 300.0),
                alone("b", 400.0),
                all("a", 300.0, false),
                all("b", 200.0, true)
            ]),
            "seq-read-128k-q32: alone 300, 400, all together 500* MB/s"
        );
        // Throttled and unthrottled figures are separate.
        let mut held = alone("b", 50.0);
        held.held.insert("b".to_owned(), 50.0);
        assert_eq!(
            line_of(vec![alone("a", 300.0), held]),
            "seq-read-128k-q32: alone 300, alone (limited: b 50.0 MB/s) 50.0 MB/s"
        );
        let many =
            ["a", "b", "c", "d"].map(|target| alone(target, f64::from(target.as_bytes()[0])));
        assert_eq!(line_of(many.to_vec()), "seq-read-128k-q32: 97.0–100 MB/s");
    }

    #[test]
    fn arrays_of_a_sweep_are_not_added_up() {
        let of = |target, mb_s| figure(target, "array", mb_s, false);
        let line = line_of(vec![of("raid0-16k", 3000.0), of("raid0-64k", 3500.0)]);
        assert_eq!(line, "seq-read-128k-q32: array 3000, 3500 MB/s");
    }

    #[test]
    fn a_series_draws_each_figure_against_the_greatest() {
        let point = |id: &str, mb_s: f64, change| HistoryPoint {
            short: id.to_owned(),
            started: "2026-11-21T19:17:40Z".to_owned(),
            mb_s: Some(mb_s),
            change,
            ..HistoryPoint::default()
        };
        let series = HistorySeries {
            target: "sda\u{202e}".to_owned(),
            workload: "seq-read-128k-q32".to_owned(),
            set: TargetSet::Alone,
            points: vec![point("x", 1000.0, None), point("y", 500.0, Some(-0.5))],
            ..HistorySeries::default()
        };
        let (mut page, localizer) = (Page::default(), Localizer::new(Language::English));
        super::series(&mut page, &series, &localizer);
        let page = page.text(&localizer, &Style::default());
        let bar = |line: &&str| line.chars().filter(|c| *c == '─').count();
        assert_eq!(
            page.lines().map(|line| bar(&line)).filter(|bar| *bar > 0).collect::<Vec<_>>(),
            [20, 10]
        );
        assert!(page.contains("2026-11-21 19:17") && page.contains("−50.0 %"), "{page}");
        assert!(!page.contains('\u{202e}'));
    }
}
