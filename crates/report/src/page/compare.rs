//! The page of `narrows compare`.

mod around;

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::compare::{
    CompareDocument, ComparisonPair, ComparisonRow, ComparisonSide, IntervalSource, RatioOutcome,
};
use narrows_record::run::RunDocument;
use narrows_record::word::TargetSet;

use super::history::{moment, set};
use super::right;
use crate::block::{
    Align, CellDrawing, CellInk, FoldedBlock, Page, PageTable, TableCell, TableContents,
};
use crate::clean::clean;
use crate::figures::{MainUnit, distinct};
use crate::{MOST_ROWS, picture, svg, words};

/// The same with both runs drawn beside each other, for a report.
pub fn compare_runs(
    compare: &CompareDocument,
    runs: [&RunDocument; 2],
    localizer: &Localizer,
) -> Page {
    let mut page = Page::default();
    page.title(&localizer.text("compare-report-title"));
    verdict(&mut page, compare, localizer);
    headline(&mut page, compare, localizer);
    let [a, b] = picture::runs(runs, localizer).map(|scene| svg::beside(&scene));
    page.pair([(title("A", &compare.a, localizer), a), (title("B", &compare.b, localizer), b)]);
    figures(&mut page, compare, localizer);
    page
}

/// The first question: did anything become slower; then every figure of both runs, figures of only
/// one, and differences around them.
pub fn compare(compare: &CompareDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    for (name, side) in [("A", &compare.a), ("B", &compare.b)] {
        page.title(&title(name, side, localizer));
    }
    verdict(&mut page, compare, localizer);
    headline(&mut page, compare, localizer);
    figures(&mut page, compare, localizer);
    page
}

/// Drives that failed requests, and links in another state: before any figure.
fn faults(page: &mut Page, compare: &CompareDocument, localizer: &Localizer) {
    let failed = compare.differences.iter().filter(|it| it.what == "errors");
    let (now, before): (Vec<_>, Vec<_>) = failed.partition(|it| it.is.is_some());
    let mut faults = Vec::new();
    for (side, failed) in [("B", now), ("A", before)] {
        let drives = distinct(failed.iter().filter_map(|it| it.about.as_deref()));
        if !drives.is_empty() {
            let message = Message::new("compare-io-errors").with("side", side);
            faults.push(localizer.say(&message.with("drives", drive_names(drives))));
        }
    }
    let links = compare.differences.iter().filter(|it| it.what == "link");
    faults.extend(links.map(|link| around::difference(link, localizer)));
    if !faults.is_empty() {
        page.blank();
    }
    page.first(&faults, localizer, |page, fault| page.paragraph("⚠ ", fault, CellInk::Alarm));
}

/// How many figures became slower or faster, and which changed most.
fn verdict(page: &mut Page, compare: &CompareDocument, localizer: &Localizer) {
    faults(page, compare, localizer);
    let judged = compare.rows.iter().filter_map(|row| Some((row, main_pair(row)?)));
    let judged: Vec<(&ComparisonRow, ComparisonPair)> = judged.collect();
    let count = |outcome| judged.iter().filter(|(_, pair)| pair.outcome == outcome).count();
    if judged.is_empty() {
        return;
    }
    let open = count(RatioOutcome::Unknown) + count(RatioOutcome::Undecided);
    let message = match (count(RatioOutcome::Less), count(RatioOutcome::More)) {
        _ if count(RatioOutcome::Unknown) == judged.len() => too_few(&judged),
        (0, 0) if open == 0 => {
            let most = judged.iter().filter_map(|(_, pair)| most_different(pair));
            let most = at_most(most.fold(0.0, f64::max));
            Message::new("compare-verdict-none").with("most", most)
        }
        (0, 0) => Message::new("compare-verdict-undecided"),
        (slower, faster) => {
            Message::new("compare-verdict").with("slower", slower).with("faster", faster)
        }
    };
    let message = message.count("count", judged.len()).with("open", open);
    page.blank();
    page.paragraph("▶ ", &localizer.say(&message), CellInk::Strong);
    let changed =
        |pair: &ComparisonPair| matches!(pair.outcome, RatioOutcome::Less | RatioOutcome::More);
    let changed = judged.iter().filter(|(_, pair)| changed(pair));
    // Twice as fast is as far from equal as half as fast; zero has no logarithm.
    let far = |pair: &ComparisonPair| {
        pair.ratio.map_or(0.0, |ratio| ratio.max(f64::MIN_POSITIVE).ln().abs())
    };
    let most = changed.max_by(|(_, one), (_, other)| far(one).total_cmp(&far(other)));
    if let Some((row, pair)) = most {
        let what = [words::workload(&row.workload, localizer), set(&row.set, localizer)];
        let message = Message::new("compare-verdict-most")
            .with("drive", clean(&row.target))
            .with("what", words::dotted(what))
            .with("share", words::percent(pair.ratio.unwrap_or(1.0) - 1.0));
        page.paragraph("", &localizer.say(&message), CellInk::Plain);
    }
    undecided(page, compare, &judged, localizer);
}

fn undecided(
    page: &mut Page,
    compare: &CompareDocument,
    judged: &[(&ComparisonRow, ComparisonPair)],
    localizer: &Localizer,
) {
    let open = || judged.iter().filter(|(_, pair)| pair.outcome == RatioOutcome::Undecided);
    let most = open().filter_map(|(_, pair)| most_different(pair)).fold(0.0, f64::max);
    if most == 0.0 {
        return;
    }
    let message = if open().all(|(_, pair)| pair.more_runs.is_some()) {
        let more = open().filter_map(|(_, pair)| pair.more_runs).max().unwrap_or_default();
        Message::new("compare-more-runs").count("count", more as usize)
    } else {
        Message::new("compare-scatter")
    };
    let message = message.with("most", at_most(most));
    let message = message.with("a", clean(&compare.a.id)).with("b", clean(&compare.b.id));
    page.paragraph("", &localizer.say(&message), CellInk::Plain);
}

/// Rounded up, so that a stated maximum holds.
fn at_most(part: f64) -> String {
    // The rounding error of a division is no tenth more.
    let tenths = (part * 1e3 - 1e-6).ceil() / 10.0;
    if tenths < 10.0 { format!("{tenths:.1} %") } else { format!("{:.0} %", tenths.ceil()) }
}

/// How far from no difference the interval reaches, as a part.
fn most_different(pair: &ComparisonPair) -> Option<f64> {
    pair.low.zip(pair.high).map(|(low, high)| (1.0 - low).max(high - 1.0))
}

/// No verdict: most often because there are not three runs on either side.
fn too_few(judged: &[(&ComparisonRow, ComparisonPair)]) -> Message {
    let runs =
        |of: fn(&ComparisonRow) -> u32| judged.iter().map(|(row, _)| of(row)).max().unwrap_or(0);
    let (a, b) = (runs(|row| row.runs_a), runs(|row| row.runs_b));
    let message = if a.min(b) < 3 {
        Message::new("compare-verdict-few")
    } else {
        Message::new("compare-verdict-open")
    };
    message.count("a", a as usize).count("b", b as usize)
}

fn main_unit(row: &ComparisonRow) -> MainUnit {
    let larger = |pair: &ComparisonPair| pair.a.max(pair.b);
    let rates = row.mb_s.as_ref().map(larger).zip(row.iops.as_ref().map(larger));
    MainUnit::of_measured(&row.workload, rates)
}

/// The figure that rows are compared by: bytes of sequential workloads, else operations.
fn main_pair(row: &ComparisonRow) -> Option<ComparisonPair> {
    main_unit(row).pick(row.mb_s, row.iops)
}

/// Every figure of both runs, and the differences around them.
fn figures(page: &mut Page, compare: &CompareDocument, localizer: &Localizer) {
    let rows = compare.rows.get(..compare.rows.len().min(MOST_ROWS)).unwrap_or_default();
    let mut shown = TableContents::default();
    let is_mixed = has_from(compare, IntervalSource::Samples)
        && (has_from(compare, IntervalSource::Repeats) || has_from(compare, IntervalSource::Runs));
    let mut tables: Vec<Vec<&ComparisonRow>> = Vec::new();
    for row in rows {
        let is_of = |table: &&mut Vec<&ComparisonRow>| {
            table.first().is_some_and(|it| it.workload == row.workload && it.set == row.set)
        };
        match tables.iter_mut().find(is_of) {
            Some(table) => table.push(row),
            None => tables.push(vec![row]),
        }
    }
    let is_changed = |row: &&ComparisonRow| {
        let outcome = main_pair(row).map(|pair| pair.outcome);
        matches!(outcome, Some(RatioOutcome::Less | RatioOutcome::More))
    };
    // Drives alone and all together under one workload, and what changed; the rest unfolds.
    let main = rows.first().map(|row| &row.workload);
    let (open, rest): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| {
        let is_usual = |row: &&ComparisonRow| {
            Some(&row.workload) == main && matches!(row.set, TargetSet::Alone | TargetSet::All)
        };
        table.iter().any(is_usual) || table.iter().any(is_changed)
    });
    let mut write = |page: &mut Page, tables: Vec<Vec<&ComparisonRow>>| {
        for rows in tables {
            let Some(first) = rows.first() else { continue };
            let described = words::workload(&first.workload, localizer);
            page.heading(&words::dotted([described, set(&first.set, localizer)]));
            let table = self::table(page, rows.into_iter(), is_mixed, localizer);
            shown = std::mem::take(&mut shown).and(table);
        }
    };
    write(page, open);
    let summary = localizer.text("report-html-figures");
    let fold = FoldedBlock { summary, is_everywhere: true, ..FoldedBlock::default() };
    page.fold(fold, |page| write(page, rest));
    super::more(page, compare.rows.len() - rows.len(), localizer);
    legend(page, compare, &shown, localizer);
    around::draw(page, compare, localizer);
}

fn title(name: &str, side: &ComparisonSide, localizer: &Localizer) -> String {
    let title = if side.started.is_empty() {
        format!("{name}  {}", clean(&side.id))
    } else {
        let message = Message::new("compare-title").with("side", name);
        let message = message.with("run", clean(&side.id));
        localizer.say(&message.with("started", moment(&side.started)))
    };
    let more = Message::new("compare-title-more").count("count", side.runs.len().max(1) - 1);
    let more = (side.runs.len() > 1).then(|| localizer.say(&more));
    let partial = side.partial.then(|| format!("⚠ {}", localizer.text("history-partial")));
    let simulated = side.simulated.then(|| format!("⚠ {}", localizer.text("history-simulated")));
    words::dotted([title].into_iter().chain(more).chain(simulated).chain(partial))
}

fn headline(page: &mut Page, compare: &CompareDocument, localizer: &Localizer) {
    if compare.a == compare.b {
        page.paragraph("⚠ ", &localizer.text("compare-same-run"), CellInk::Alarm);
    }
    if compare.a.simulated != compare.b.simulated {
        page.paragraph("⚠ ", &localizer.text("compare-simulated-beside-real"), CellInk::Alarm);
    }
    if compare.rows.is_empty() {
        page.paragraph("⚠ ", &localizer.text("compare-nothing"), CellInk::Alarm);
        return;
    }
    let Some(allowed) = compare.allowed_slower else { return };
    // Rounded, as 7 % in binary has many more digits.
    let percent = format!("{} %", (allowed * 1e4).round() / 100.0);
    let open = compare.rows.iter().map(|row| row.open.len()).sum::<usize>();
    match compare.rows.iter().map(|row| row.slower.len()).sum() {
        0 if open > 0 => {
            let message = Message::new("compare-slower-open").count("count", open);
            page.paragraph("⚠ ", &localizer.say(&message.with("percent", percent)), CellInk::Alarm);
        }
        0 => {
            let message = Message::new("compare-slower-none").with("percent", percent);
            page.paragraph("", &localizer.say(&message), CellInk::Plain);
        }
        count => {
            let message = Message::new("compare-slower-found").count("count", count);
            page.paragraph("⚠ ", &localizer.say(&message.with("percent", percent)), CellInk::Alarm);
        }
    }
}

/// Name of a difference, and how to show it.
type Says = (&'static str, CellInk);
const FASTER: Says = ("compare-faster", CellInk::Good);
const SLOWER: Says = ("compare-slower", CellInk::Alarm);
const MORE: Says = ("compare-more", CellInk::Plain);
const LESS: Says = ("compare-less", CellInk::Plain);

/// A line of a row: how to show the figure, and what an increase means.
struct CompareLine {
    /// The figure's name in `slower`.
    key: &'static str,
    label: String,
    pair: Option<ComparisonPair>,
    show: fn(f64) -> String,
    more: Says,
    less: Says,
}

fn lines(row: &ComparisonRow, localizer: &Localizer) -> [CompareLine; 4] {
    let line = |key, label: &str, pair, show, [more, less]: [Says; 2]| CompareLine {
        key,
        label: label.to_owned(),
        pair,
        show,
        more,
        less,
    };
    let rate = [FASTER, SLOWER];
    let p99 = localizer.text("history-column-p99");
    let cpu = localizer.text("compare-cpu");
    [
        line("mb_s", "MB/s", row.mb_s, words::number, rate),
        line(
            "iops",
            "IOPS",
            row.iops,
            |per_second| words::iops(per_second).trim_end_matches(" IOPS").to_owned(),
            rate,
        ),
        line("p99_us", &p99, row.p99_us, words::micros, [SLOWER, FASTER]),
        line("cpu_us_per_io", &cpu, row.cpu_us_per_io, words::micros, [MORE, LESS]),
    ]
}

fn table<'a>(
    page: &mut Page,
    rows: impl Iterator<Item = &'a ComparisonRow>,
    is_mixed: bool,
    localizer: &Localizer,
) -> TableContents {
    let column = |id, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("compare-column-drive", Align::Left),
        column("compare-column-figure", Align::Left),
        ("A".to_owned(), Align::Right),
        ("B".to_owned(), Align::Right),
        column("compare-column-ratio", Align::Left),
        column("compare-column-says", Align::Left),
    ]);
    let rows: Vec<&ComparisonRow> = rows.collect();
    let pairs = rows.iter().filter_map(|row| main_pair(row));
    let most = pairs.map(|pair| pair.a.max(pair.b)).fold(0.0, f64::max);
    for row in rows {
        let there = lines(row, localizer).into_iter().filter(|line| line.pair.is_some());
        for (at, line) in there.enumerate() {
            let name = if at == 0 { clean(&row.target) } else { String::new() };
            let mut cells = cells(name, row, &line, is_mixed, localizer);
            // Both figures that a row is compared by, as bars on one scale.
            let is_main = line.key == main_unit(row).pick("mb_s", "iops");
            if let Some(pair) = line.pair.filter(|_| is_main) {
                for (cell, value) in cells.iter_mut().skip(2).zip([pair.a, pair.b]) {
                    let measured = Some(value);
                    cell.drawn = Some(CellDrawing::Bar { measured, predicted: None, most });
                }
            }
            table.cells(cells);
        }
    }
    table.write(page)
}

fn cells(
    name: String,
    row: &ComparisonRow,
    line: &CompareLine,
    is_mixed: bool,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let Some(pair) = line.pair else { return Vec::new() };
    let cut = if row.partial { "*" } else { "" };
    let figure = |value: f64| Some(format!("{}{cut}", (line.show)(value)));
    vec![
        TableCell::new(name, CellInk::Strong),
        TableCell::plain(&line.label),
        right(figure(pair.a), CellInk::Plain),
        right(figure(pair.b), CellInk::Strong),
        TableCell::plain(ratio(&pair, is_mixed, localizer)),
        says(row, line, &pair, localizer),
    ]
}

/// An interval whose ends are further apart than this, as parts of each other, says nothing of the ratio.
const SCATTERED: f64 = 10.0;

/// `1.23 ± 0.04 times`; with both ends if the interval is lopsided, and with its source if that
/// differs from line to line.
fn ratio(pair: &ComparisonPair, is_mixed: bool, localizer: &Localizer) -> String {
    let Some(ratio) = pair.ratio else { return "–".to_owned() };
    let ends = pair.low.zip(pair.high);
    let is_scattered = ends.is_some_and(|(low, high)| high > SCATTERED * low);
    let text = match ends.filter(|_| !is_scattered) {
        None => format!("{ratio:.2}"),
        Some((low, high)) => with_ends(ratio, low, high),
    };
    let times = localizer.say(&Message::new("compare-times").with("ratio", text));
    match pair.interval_from {
        _ if is_scattered => format!("{times} {}", localizer.text("compare-scattered")),
        Some(IntervalSource::Samples) if is_mixed => {
            format!("{times} {}", localizer.text("compare-by-samples"))
        }
        _ => times,
    }
}

/// Whether a figure's interval comes from there.
fn has_from(compare: &CompareDocument, source: IntervalSource) -> bool {
    let pairs = |row: &ComparisonRow| [row.mb_s, row.iops, row.p99_us, row.cpu_us_per_io];
    let mut pairs = compare.rows.iter().flat_map(pairs).flatten();
    pairs.any(|pair| pair.interval_from == Some(source))
}

fn with_ends(ratio: f64, low: f64, high: f64) -> String {
    let half = (high - low) / 2.0;
    let digits = if half >= 0.01 { 2 } else { 3 };
    let lopsided = ((high - ratio) - (ratio - low)).abs() > 0.4 * half;
    if half < 0.0005 {
        format!("{ratio:.digits$}")
    } else if lopsided && half >= 0.01 {
        format!("{ratio:.digits$} ({low:.digits$}–{high:.digits$})")
    } else {
        format!("{ratio:.digits$} ± {half:.digits$}")
    }
}

fn says(
    row: &ComparisonRow,
    line: &CompareLine,
    pair: &ComparisonPair,
    localizer: &Localizer,
) -> TableCell {
    if row.slower.iter().any(|name| name == line.key) {
        return TableCell::new(format!("⚠ {}", localizer.text("compare-failed")), CellInk::Alarm);
    }
    // An open figure without any interval is shown as unknown.
    if pair.outcome != RatioOutcome::Unknown && row.open.iter().any(|name| name == line.key) {
        return TableCell::new(localizer.text("compare-open"), CellInk::Alarm);
    }
    let (id, ink) = match pair.outcome {
        RatioOutcome::Same => {
            let most = at_most(most_different(pair).unwrap_or_default());
            let what = Message::new("compare-same").with("most", most);
            return TableCell::new(localizer.say(&what), CellInk::Faint);
        }
        RatioOutcome::Undecided => ("compare-undecided", CellInk::Faint),
        RatioOutcome::Unknown => ("compare-unknown", CellInk::Faint),
        RatioOutcome::More => line.more,
        RatioOutcome::Less => line.less,
    };
    TableCell::new(localizer.text(id), ink)
}

fn legend(
    page: &mut Page,
    compare: &CompareDocument,
    shown: &TableContents,
    localizer: &Localizer,
) {
    let legend = [
        (has_from(compare, IntervalSource::Runs), "compare-from-runs"),
        (has_from(compare, IntervalSource::Repeats), "compare-from-repeats"),
        (has_from(compare, IntervalSource::Samples), "compare-from-samples"),
        (shown.sign('*'), "compare-legend-cut"),
    ];
    let mut legend: Vec<String> =
        legend.into_iter().filter(|(there, _)| *there).map(|(_, id)| localizer.text(id)).collect();
    let is_unknown = |row: &&ComparisonRow| {
        let main = [row.mb_s, row.iops];
        main.iter().any(|pair| pair.is_none_or(|pair| pair.outcome == RatioOutcome::Unknown))
    };
    let unknown = compare.rows.iter().filter(is_unknown).count();
    if unknown > 0 {
        legend.push(localizer.say(&Message::new("compare-unjudged").count("count", unknown)));
    }
    if !legend.is_empty() {
        page.blank();
    }
    legend.iter().for_each(|sentence| super::remark(page, sentence));
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;
    use narrows_record::compare::{JoinKey, UnmatchedFigure};

    use super::*;
    use crate::Style;

    #[test]
    fn a_ratio_has_as_many_digits_as_its_interval_allows() {
        assert_eq!(with_ends(1.2345, 1.1945, 1.2745), "1.23 ± 0.04");
        assert_eq!(with_ends(0.9123, 0.9083, 0.9163), "0.912 ± 0.004");
        assert_eq!(with_ends(1.0, 0.9999, 1.0001), "1.000");
        // 0.36 below and 0.57 above: one half would lie about both ends.
        assert_eq!(with_ends(1.0, 0.64, 1.57), "1.00 (0.64–1.57)");
    }

    fn pair(outcome: RatioOutcome, interval_from: IntervalSource) -> Option<ComparisonPair> {
        let (low, high, interval_from) = (Some(0.88), Some(0.92), Some(interval_from));
        Some(ComparisonPair {
            a: 100.0,
            b: 90.0,
            ratio: Some(0.9),
            low,
            high,
            interval_from,
            outcome,
            more_runs: None,
        })
    }

    fn document() -> CompareDocument {
        let side = |id: &str| ComparisonSide { id: id.to_owned(), ..ComparisonSide::default() };
        let row = ComparisonRow {
            target: "sd\u{1b}a".to_owned(),
            target_a: "sdb".to_owned(),
            joined_by: JoinKey::Name,
            workload: "seq-read-128k-q32".to_owned(),
            set: "alone".into(),
            together: vec!["sda".to_owned()],
            repeats_a: 3,
            repeats_b: 3,
            runs_a: 3,
            runs_b: 3,
            mb_s: pair(RatioOutcome::Less, IntervalSource::Samples),
            iops: pair(RatioOutcome::Less, IntervalSource::Samples),
            p99_us: pair(RatioOutcome::Less, IntervalSource::Repeats),
            cpu_us_per_io: None,
            partial: false,
            slower: vec!["mb_s".to_owned()],
            open: Vec::new(),
        };
        let lone = UnmatchedFigure {
            target: "sdc".to_owned(),
            workload: "w".to_owned(),
            set: "all".into(),
            together: vec!["sdc".to_owned(), "sdd".to_owned()],
        };
        CompareDocument {
            a: side("one"),
            b: side("two"),
            rows: vec![row],
            only_a: vec![lone],
            allowed_slower: Some(0.05),
            ..CompareDocument::default()
        }
    }

    /// One run beside two: no verdict on 10 % less, but the requirements of a verdict.
    #[test]
    fn nothing_is_said_of_fewer_than_three_runs() {
        let localizer = Localizer::new(Language::English);
        let mut document = document();
        let row = &mut document.rows[0];
        (row.runs_a, row.runs_b) = (1, 2);
        row.slower.clear();
        for pair in [&mut row.mb_s, &mut row.iops, &mut row.p99_us] {
            pair.as_mut().unwrap().outcome = RatioOutcome::Unknown;
        }
        document.allowed_slower = None;
        document.b.runs = vec!["two".to_owned(), "three".to_owned()];
        let page = compare(&document, &localizer).text(&localizer, &Style::default());
        assert!(page.contains("at least three separate runs on each side (A: 1, B: 2)"), "{page}");
        assert!(page.contains("and 1 more run"), "{page}");
        assert!(!page.contains("slower") && !page.contains("Largest change"), "{page}");
    }

    /// 12 % less to 12 % more: no difference shows, and none is excluded.
    #[test]
    fn what_is_undecided_says_how_many_runs_would_decide_it() {
        let localizer = Localizer::new(Language::English);
        let mut document = document();
        let row = &mut document.rows[0];
        row.slower.clear();
        row.open = vec!["mb_s".to_owned()];
        for pair in [&mut row.mb_s, &mut row.iops, &mut row.p99_us] {
            let pair = pair.as_mut().unwrap();
            (pair.low, pair.high, pair.more_runs) = (Some(0.88), Some(1.12), Some(4));
            pair.outcome = RatioOutcome::Undecided;
            pair.interval_from = Some(IntervalSource::Runs);
        }
        let page = compare(&document, &localizer).text(&localizer, &Style::default());
        assert!(page.contains("12 %") && page.contains("4 more runs"), "{page}");
        assert!(page.contains("may be more than 5 % slower"), "{page}");
        assert!(!page.contains("no difference"), "{page}");
        // Ends a hundredfold apart are no figure to read.
        let p99 = document.rows[0].p99_us.as_mut().unwrap();
        (p99.low, p99.high) = (Some(0.09), Some(9.0));
        let page = compare(&document, &localizer).text(&localizer, &Style::default());
        assert!(
            page.contains("0.90 times (scatters too much)") && !page.contains("9.00"),
            "{page}"
        );
        // As much scatter as no number of runs takes away.
        document.rows[0].mb_s.as_mut().unwrap().more_runs = None;
        let page = compare(&document, &localizer).text(&localizer, &Style::default());
        assert!(page.contains("scatter") && !page.contains("4 more runs"), "{page}");
    }

    #[test]
    fn a_page_says_what_became_slower_and_how_that_is_known() {
        let localizer = Localizer::new(Language::English);
        let page = compare(&document(), &localizer).text(&localizer, &Style::default());
        let line = |figure: &str| page.lines().find(|line| line.contains(figure)).unwrap();
        assert!(page.contains("1 figure is more than 5 % slower."), "{page}");
        assert!(
            line("MB/s").contains("0.90 ± 0.02 times (samples)  ⚠ slower than allowed"),
            "{page}"
        );
        // Less latency is faster, and it comes from repeats, as the lines say that differ in that.
        assert!(line("p99").contains("0.90 ± 0.02 times") && line("p99").ends_with("faster"));
        assert!(!line("p99").contains("(samples)"));
        assert!(page.contains("• sdc with sdd · w · all together"), "{page}");
        assert!(page.contains("matched by name") && page.contains("was called sdb in A"), "{page}");
        assert!(!page.contains('\u{1b}'));
    }

    #[test]
    fn pages_without_box_characters_keep_to_ascii() {
        let localizer = Localizer::new(Language::English);
        let style = Style { unicode: false, ..Style::default() };
        let page = compare(&document(), &localizer).text(&localizer, &style);
        assert!(page.is_ascii() && page.contains("0.90 +-0.02 times"), "{page}");
    }
}
