//! `elbencho --csvfile` and `--jsonfile`, version 3 (`docs/csv-docs.md`, `Statistics.cpp`).
//!
//! `MiB/s` counts 2^20 bytes, rounded down to whole ones; JSON has bytes per second. Figures are taken
//! up to the end of the first thread (`first`, `first_done`), while all of them ran; if a file lacks
//! that, up to the last. Latencies are minimum, average and maximum: no quantiles. Paths are only
//! counted, so that several in one test are one target.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;
use serde_json::Value;

use super::figure::{ImportedFigure, ImportedResults, broken};
use crate::text::number;

const TOOL: &str = "elbencho";
const MIB: f64 = 1_048_576.0 / 1e6;

pub(super) fn csv(text: &str) -> Result<ImportedResults, Message> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.flexible(true).from_reader(text.as_bytes());
    let failed = |error: csv::Error| {
        broken(TOOL, error.position().map_or(1, |place| place.line() as usize), &error)
    };
    let columns = reader.headers().map_err(failed)?.clone();
    let mut results = ImportedResults {
        tool: TOOL.to_owned(),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    };
    for record in reader.records() {
        let record = record.map_err(failed)?;
        // A file that was cut short ends within a row.
        if record.len() < columns.len() {
            continue;
        }
        let cells = columns.iter().zip(record.iter());
        let row = ElbenchoRow(
            cells.map(|(name, cell)| (name.trim().to_owned(), cell.trim().to_owned())).collect(),
        );
        row.into_results(&mut results)?;
    }
    Ok(results)
}

pub(super) fn json(text: &str) -> Result<ImportedResults, Message> {
    let mut results = ImportedResults {
        tool: TOOL.to_owned(),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    };
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| broken(TOOL, error.line(), &error))?;
        ElbenchoRow::of(&value).into_results(&mut results)?;
    }
    Ok(results)
}

/// The cells of a test, by the CSV's names.
struct ElbenchoRow(BTreeMap<String, String>);

/// Names of the CSV with where JSON has the same; `bytes/s` differs in its unit.
const PLACES: [(&str, &str); 21] = [
    ("operation", "/phase_type"),
    ("label", "/label"),
    ("ISO date", "/iso_start_date"),
    ("version", "/config/version"),
    ("paths", "/config/paths"),
    ("hosts", "/config/hosts"),
    ("threads", "/config/threads"),
    ("block size", "/config/block_size"),
    ("random", "/config/random_offsets"),
    ("IO depth", "/config/io_depth"),
    ("time ms [first]", "/first_done/elapsed_time_ms"),
    ("time ms [last]", "/last_done/elapsed_time_ms"),
    ("IOPS [first]", "/first_done/iops"),
    ("IOPS [last]", "/last_done/iops"),
    ("bytes/s [first]", "/first_done/bytes~1s"),
    ("bytes/s [last]", "/last_done/bytes~1s"),
    ("IO lat us [avg]", "/last_done/latency/IO/avg_us"),
    ("rwmix read bytes/s [first]", "/first_done/rwmix_read/bytes~1s"),
    ("rwmix read bytes/s [last]", "/last_done/rwmix_read/bytes~1s"),
    ("rwmix read IOPS [first]", "/first_done/rwmix_read/iops"),
    ("rwmix read IOPS [last]", "/last_done/rwmix_read/iops"),
];

impl ElbenchoRow {
    fn of(value: &Value) -> Self {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let cell =
            |(name, place): &(&str, &str)| Some(((*name).to_owned(), text(value.pointer(place)?)));
        Self(PLACES.iter().filter_map(cell).collect())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    fn value(&self, name: &str) -> Option<f64> {
        self.text(name).and_then(number)
    }

    /// Of the first thread's end, else of the last one's.
    fn early(&self, name: &str) -> Option<f64> {
        let of = |when: &str| self.value(&format!("{name} [{when}]")).filter(|found| *found > 0.0);
        of("first").or_else(|| of("last"))
    }

    fn into_results(self, results: &mut ImportedResults) -> Result<(), Message> {
        results.version =
            results.version.take().or_else(|| self.text("version").map(str::to_owned));
        results.started = results.started.take().or_else(|| self.text("ISO date").and_then(time));
        if self.value("paths").is_some_and(|paths| paths > 1.0) {
            let note = Message::new("import-elbencho-paths");
            if !results.notes.contains(&note) {
                results.notes.push(note);
            }
        }
        let round = results.figures.len();
        self.figure().map_or(Ok(()), |figure| results.add(ImportedFigure { round, ..figure }))
    }

    /// A test that moved data; deleting, listing and looking at files have no rate.
    fn figure(&self) -> Option<ImportedFigure> {
        let operation = self.text("operation")?;
        let reads = match operation {
            "READ" => true,
            "WRITE" => false,
            // `RWMIX70` writes, and reads this percentage.
            mix if mix.starts_with("RWMIX") => false,
            _ => return None,
        };
        let share = operation.strip_prefix("RWMIX").and_then(percent);
        let rate = |way: &str| {
            let bytes = self.early(&format!("{way}bytes/s")).map(|bytes| bytes / 1e6);
            bytes.or_else(|| self.early(&format!("{way}MiB/s")).map(|mib| mib * MIB))
        };
        let (main, beside) = (rate("")?, rate("rwmix read ").unwrap_or_default());
        let count = |name: &str| {
            let count = self.value(name).filter(|count| (1.0..=1e6).contains(count));
            count.map(|count| count as u32)
        };
        let threads = count("threads").map(|each| each.saturating_mul(count("hosts").unwrap_or(1)));
        // A mix's `IOPS` are those of writes.
        let ops = |way: &str| self.early(&format!("{way}IOPS"));
        let iops = ops("").map(|iops| iops + ops("rwmix read ").unwrap_or_default());
        let is_random = self.text("random").map(|word| matches!(word, "1" | "true"));
        Some(ImportedFigure {
            label: self.text("label").map(str::to_owned),
            pattern: is_random.map(|is| if is { Pattern::Random } else { Pattern::Sequential }),
            read_percent: match reads {
                true => Some(100),
                // A mix without figures of its reads counts as writes alone.
                false if beside > 0.0 => share,
                false => Some(0),
            },
            block: self.value("block size").map(|block| block as u64),
            depth: count("IO depth"),
            jobs: threads,
            read_mb_s: if reads { main } else { beside },
            write_mb_s: if reads { 0.0 } else { main },
            iops,
            average_us: self.value("IO lat us [avg]").filter(|us| *us > 0.0),
            window_s: self.early("time ms").map(|ms| ms / 1e3),
            ..ImportedFigure::default()
        })
    }
}

/// `70`, also of `70+s`.
fn percent(text: &str) -> Option<u8> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().filter(|share| *share <= 100)
}

/// The local time of `2024-06-10T10:00:00.123+0200`.
fn time(text: &str) -> Option<String> {
    let day = text.get(..19)?;
    let is_time = day.char_indices().all(|(at, c)| match at {
        4 | 7 => c == '-',
        10 => c == 'T',
        13 | 16 => c == ':',
        _ => c.is_ascii_digit(),
    });
    is_time.then(|| format!("{day}Z"))
}
