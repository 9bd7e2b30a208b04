//! Iometer's `results.csv`, 2006.07.27 to 1.1.0 (`ManagerList.cpp`, `Worker.cpp`).
//!
//! `MBps (Decimal)` counts 10^6 bytes; `MiBps (Binary)` and a plain `MBps`, as before 1.1.0, count 2^20. Rows
//! of `DISK` are one disk of one worker: those of a disk are added up, each worker being a thread. Response
//! times are averages in milliseconds; there are no quantiles. Spreadsheets of countries with decimal commas
//! save it with semicolons in between. The row of `ALL` shows whether all disks of a result are there: if a
//! file was cut short, nothing is taken from there on.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults, broken};
use crate::text::number_of_any_country as number;

const TOOL: &str = "Iometer";
const MIB: f64 = 1_048_576.0 / 1e6;
/// Columns that are looked at; version 1.1.0 has 50.
const MOST_COLUMNS: usize = 200;

pub(super) fn read(text: &str) -> Result<ImportedResults, Message> {
    let mut results = ImportedResults {
        tool: TOOL.to_owned(),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    };
    let mut state = IometerState::default();
    let between = if text.contains("'Target Type;") { b';' } else { b',' };
    // The program ends every line: anything after the last line end is a fragment.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for (at, line) in whole.lines().enumerate() {
        let cells = cells(line, between).map_err(|error| broken(TOOL, at + 1, error))?;
        state.line(&cells, &mut results)?;
    }
    state.end(&mut results)?;
    Ok(results)
}

fn cells(line: &str, between: u8) -> Result<Vec<String>, csv::Error> {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(between);
    let mut records = reader.from_reader(line.as_bytes()).into_records();
    let record = records.next().transpose()?.unwrap_or_default();
    Ok(record.iter().map(|cell| cell.trim().to_owned()).collect())
}

#[derive(Default)]
struct IometerState {
    /// The line kind announced before.
    expects: IometerLineKind,
    specs: BTreeMap<String, AccessSpec>,
    spec: Option<String>,
    columns: Vec<String>,
    /// The disks of the results being read; with the rates of their workers added up.
    disks: BTreeMap<(String, String), ImportedFigure>,
    /// Requests a second of all of them, as the results say themselves.
    all: BTreeMap<String, f64>,
    round: usize,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum IometerLineKind {
    #[default]
    Nothing,
    Version,
    Time,
    SpecName,
    SpecLine,
    Rows,
}

/// An access specification; no figures if it mixes several.
#[derive(Clone, Copy, Default)]
struct AccessSpec {
    lines: usize,
    size: f64,
    reads: f64,
    random: f64,
}

impl IometerState {
    fn line(&mut self, cells: &[String], results: &mut ImportedResults) -> Result<(), Message> {
        let first = cells.first().map_or("", String::as_str);
        if let Some(title) = first.strip_prefix('\'') {
            return self.title(title, cells, results);
        }
        match self.expects {
            IometerLineKind::Version => {
                results.version = Some(first.to_owned()).filter(|it| !it.is_empty())
            }
            IometerLineKind::Time => results.started = time(first),
            IometerLineKind::SpecName => self.spec = Some(first.to_owned()),
            IometerLineKind::SpecLine => self.spec_line(cells),
            IometerLineKind::Rows => self.row(cells),
            IometerLineKind::Nothing => {}
        }
        if !matches!(self.expects, IometerLineKind::SpecLine | IometerLineKind::Rows) {
            self.expects = IometerLineKind::Nothing;
        }
        Ok(())
    }

    fn title(
        &mut self,
        title: &str,
        cells: &[String],
        results: &mut ImportedResults,
    ) -> Result<(), Message> {
        self.expects = match title {
            "Version" => IometerLineKind::Version,
            "Time Stamp" => IometerLineKind::Time,
            "Access specification name" => IometerLineKind::SpecName,
            "size" => IometerLineKind::SpecLine,
            "Target Type" => {
                self.columns = cells.iter().take(MOST_COLUMNS).cloned().collect();
                IometerLineKind::Rows
            }
            "Results" => {
                self.end(results)?;
                IometerLineKind::Nothing
            }
            _ => IometerLineKind::Nothing,
        };
        Ok(())
    }

    fn spec_line(&mut self, cells: &[String]) {
        let at = |place: usize| cells.get(place).and_then(|cell| number(cell)).unwrap_or_default();
        let Some(name) = &self.spec else { return };
        let spec = self.specs.entry(name.clone()).or_default();
        // Several lines are a mix of requests; `end` uses the shape of a single line only.
        *spec = AccessSpec { lines: spec.lines + 1, size: at(0), reads: at(2), random: at(3) };
    }

    fn row(&mut self, cells: &[String]) {
        let cell = |name: &str| {
            let at =
                self.columns.iter().position(|column| column.trim_start_matches('\'') == name)?;
            cells.get(at).map(String::as_str)
        };
        let value = |name: &str| cell(name).and_then(number);
        let spec = cell("Access Specification Name").unwrap_or_default().to_owned();
        match cell("Target Type") {
            Some("ALL") => {
                self.all.extend(value("IOps").map(|iops| (spec, iops)));
                return;
            }
            Some("DISK") => {}
            _ => return,
        }
        let mb_s = |way: &str| {
            let decimal = value(&format!("{way}MBps (Decimal)"));
            let binary = ["MiBps (Binary)", "MBps (Binary)", "MBps"];
            let mut binary = binary.into_iter().map(|unit| value(&format!("{way}{unit}")));
            decimal.or_else(|| binary.find_map(|mib| mib).map(|mib| mib * MIB)).unwrap_or_default()
        };
        let disk = cell("Target Name").unwrap_or_default().to_owned();
        let depth = value("Queue Depth").filter(|depth| (1.0..=1e6).contains(depth));
        let (read, write) = (mb_s("Read "), mb_s("Write "));
        let iops = value("IOps");
        let (ms, errors) = (value("Average Response Time"), value("Errors"));
        let figure = self.disks.entry((disk, spec)).or_default();
        let before = figure.iops.unwrap_or_default();
        let total = before + iops.unwrap_or_default();
        let sum = figure.average_us.unwrap_or_default() * before
            + ms.unwrap_or_default() * 1e3 * iops.unwrap_or_default();
        figure.average_us = (total > 0.0 && sum > 0.0).then(|| sum / total);
        figure.iops = Some(total);
        figure.read_mb_s += read;
        figure.write_mb_s += write;
        figure.errors = figure.errors.saturating_add(errors.unwrap_or_default() as u64);
        figure.depth = depth.map(|depth| depth as u32);
        // Each row of a disk is another worker's.
        figure.jobs = Some(figure.jobs.unwrap_or_default().saturating_add(1));
    }

    /// Rows of one `'Results` ran together.
    fn end(&mut self, results: &mut ImportedResults) -> Result<(), Message> {
        let disks = std::mem::take(&mut self.disks);
        let all = std::mem::take(&mut self.all);
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for ((_, spec), figure) in &disks {
            *sums.entry(spec).or_default() += figure.iops.unwrap_or_default();
        }
        // Rows are rounded.
        let lacks = |(spec, all): (&String, &f64)| {
            sums.get(spec.as_str()).copied().unwrap_or_default() < all * 0.99
        };
        let cut: BTreeSet<&String> = all.iter().filter(|row| lacks(*row)).map(|it| it.0).collect();
        let cut: BTreeSet<String> = cut.into_iter().cloned().collect();
        for ((disk, spec), figure) in disks {
            if figure.mb_s() <= 0.0 || cut.contains(&spec) {
                continue;
            }
            let shape = self.specs.get(&spec).copied().filter(|spec| spec.lines == 1);
            let random = shape.map(|shape| shape.random);
            results.add(ImportedFigure {
                target: Some(disk),
                label: Some(spec),
                pattern: match random {
                    Some(0.0) => Some(Pattern::Sequential),
                    Some(100.0) => Some(Pattern::Random),
                    _ => None,
                },
                read_percent: shape.map(|shape| shape.reads.min(100.0) as u8),
                block: shape.map(|shape| shape.size as u64),
                round: self.round,
                ..figure
            })?;
        }
        self.round += 1;
        Ok(())
    }
}

/// `2014-10-29 21:22:32:123`.
fn time(text: &str) -> Option<String> {
    let text: String = text.chars().take(19).collect();
    let is_time = text.len() == 19
        && text.char_indices().all(|(at, c)| match at {
            4 | 7 => c == '-',
            10 => c == ' ',
            13 | 16 => c == ':',
            _ => c.is_ascii_digit(),
        });
    is_time.then(|| format!("{}Z", text.replace(' ', "T")))
}
