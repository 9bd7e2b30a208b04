//! A table of one's own, for figures of programs that save nothing readable: AS SSD, ATTO, HD Tune, a
//! picture in a review.
//!
//! CSV with a heading: `target`, `workload` and one of `mb_s` (10^6 bytes per second), `mib_s` (2^20) or
//! `iops`; `set` (drives that ran together, by `+`), `repeat` and `p99_us` where known. `--export csv`
//! also writes this.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::Latency;
use narrows_workload::profile;

use super::figure::{ImportedFigure, ImportedResults, broken, divided};
use crate::export::name_of;
use crate::text::number;

pub(crate) const TOOL: &str = "CSV";
const MIB: f64 = 1_048_576.0 / 1e6;

/// Whether a file begins like such a table.
pub(super) fn is_one(head: &str) -> bool {
    let heading = head.lines().next().unwrap_or_default().to_ascii_lowercase();
    let names: Vec<&str> = heading.split(',').map(str::trim).collect();
    let has = |name: &str| names.contains(&name);
    has("target") && has("workload") && (has("mb_s") || has("mib_s") || has("iops"))
}

pub(super) fn read(text: &str) -> Result<ImportedResults, Message> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let failed = |error: csv::Error| {
        broken(TOOL, error.position().map_or(1, |place| place.line() as usize), &error)
    };
    // Of two columns with one name the last counts.
    let columns: BTreeMap<String, usize> =
        reader.headers().map_err(failed)?.iter().map(str::to_ascii_lowercase).zip(0..).collect();
    let mut results =
        ImportedResults { tool: TOOL.to_owned(), has_names: true, ..ImportedResults::default() };
    let mut rounds: BTreeMap<String, usize> = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        let line = record.position().map_or(1, |place| place.line() as usize);
        let row = CsvRow { columns: &columns, record: &record };
        let figure =
            figure(&row).ok_or_else(|| Message::new("import-table-row").with("line", line))?;
        let of = |name: &str| name_of(row.text(name).unwrap_or_default());
        let together = match of("set") {
            // Each drive alone is a round of its own. No set's name begins with this character.
            "" | "alone" => format!("\u{1}{}", of("target")),
            set => set.to_owned(),
        };
        let next = rounds.len();
        let round = *rounds.entry(format!("{together}\u{1}{}", of("repeat"))).or_insert(next);
        let set = Some(of("set")).filter(|set| set.contains('+')).map(str::to_owned);
        results.add(ImportedFigure { round, set, ..figure })?;
    }
    Ok(results)
}

/// A row by the names of its columns, in small letters.
struct CsvRow<'a> {
    columns: &'a BTreeMap<String, usize>,
    record: &'a csv::StringRecord,
}

impl CsvRow<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        let cell = self.record.get(*self.columns.get(name)?)?;
        Some(cell).filter(|text| !text.is_empty())
    }
}

fn figure(row: &CsvRow<'_>) -> Option<ImportedFigure> {
    let text = |name: &str| row.text(name);
    let value = |name: &str| text(name).and_then(number);
    let named = name_of(text("workload")?);
    let workload = profile(named);
    let block = workload.as_ref().map(|workload| workload.block.get());
    let iops = value("iops");
    let of_iops = iops.zip(block).map(|(iops, block)| iops * block as f64 / 1e6);
    let mb_s = value("mb_s").or_else(|| value("mib_s").map(|mib| mib * MIB)).or(of_iops)?;
    let share = workload.as_ref().map_or(100, |workload| workload.read_percent);
    // As written, if that is in the table, too.
    let known = value("read_mb_s").zip(value("write_mb_s"));
    let known = known.filter(|(read, write)| (read + write - mb_s).abs() <= mb_s * 1e-3);
    let (read_mb_s, write_mb_s) = known.unwrap_or_else(|| divided(mb_s, share));
    let latency = |name: &str| value(name);
    Some(ImportedFigure {
        target: Some(name_of(text("target")?).to_owned()),
        label: Some(named.to_owned()),
        pattern: workload.as_ref().map(|workload| workload.pattern),
        read_percent: workload.as_ref().map(|workload| workload.read_percent),
        block,
        depth: workload.as_ref().map(|workload| workload.depth),
        jobs: workload.as_ref().map(|workload| workload.jobs),
        read_mb_s,
        write_mb_s,
        simulated: text("simulated") == Some("true"),
        iops,
        latency: Latency {
            p50: latency("p50_us"),
            p90: latency("p90_us"),
            p99: latency("p99_us"),
            p999: latency("p99.9_us"),
            p9999: latency("p99.99_us"),
        },
        limit_mb_s: value("limit_mb_s"),
        window_s: value("window_s"),
        ..ImportedFigure::default()
    })
}
