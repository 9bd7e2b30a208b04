//! The table of YABS (yet-another-bench-script): fio with half reads and half writes, 64 requests of each of two
//! jobs (`disk_test` of its script).
//!
//! Up to 2025 it divides fio's KiB by 1,000 and calls them MB: 33.9k of 4 KiB are 138.9 MB/s where
//! it prints 135.7. Later its MB are 10^6 bytes. A table's own IOPS show which.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use super::posted::{count, last_digit};
use crate::text::{number, size};

/// Its KB, in bytes.
const KB: [f64; 2] = [1024.0, 1000.0];

/// A column of a table: its reads, its writes and their total.
struct YabsColumn {
    figure: ImportedFigure,
    cells: [Cell; 3],
}

impl YabsColumn {
    /// How far its rates are from its operations, whose digits are cut off: 1,046 requests are
    /// `1.0k`.
    fn off_by(&self, kb: f64) -> f64 {
        let block = self.figure.block.unwrap_or(1) as f64;
        let off_by = |(rate, iops, step): Cell| {
            let own = rate * kb / block;
            (own - own.clamp(iops, iops + step)).abs() / own.max(1.0)
        };
        self.cells.into_iter().map(off_by).sum()
    }
}

pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut all: Vec<(ImportedResults, Vec<YabsColumn>)> = Vec::new();
    let (mut target, mut blocks) = (None, Vec::new());
    let mut rows: [Vec<Cell>; 2] = Default::default();
    for line in text.lines().map(str::trim) {
        if line.starts_with("fio Disk Speed Tests") {
            target =
                line.rsplit_once("(Partition ").map(|it| it.1.trim_end_matches(['-', ':', ')']));
            let results = ImportedResults {
                tool: "YABS".to_owned(),
                statistic: ImportStatistic::Mean,
                has_names: target.is_some(),
                ..ImportedResults::default()
            };
            all.push((results, Vec::new()));
        }
        let Some((_, columns)) = all.last_mut() else { continue };
        let mut cells = line.split('|').map(str::trim);
        let name = cells.next().unwrap_or_default();
        let mut figures = || cells.by_ref().map_while(cell).collect::<Vec<_>>();
        match name {
            "Block Size" => {
                let sizes = line.split('|').skip(1).map(|it| it.split_whitespace().next());
                blocks = sizes.map(|it| size(it?, true)).collect();
            }
            "Read" => rows[0] = figures(),
            "Write" => rows[1] = figures(),
            "Total" => {
                let sums = figures();
                for (at, block) in blocks.iter().enumerate() {
                    let of = |row: &[Cell]| row.get(at).copied();
                    let (Some(read), Some(write), Some(sum)) =
                        (of(&rows[0]), of(&rows[1]), of(&sums))
                    else {
                        continue;
                    };
                    let figure = ImportedFigure {
                        target: target.map(str::to_owned),
                        label: block.map(|block| format!("{} KiB mixed", block >> 10)),
                        pattern: Some(Pattern::Random),
                        read_percent: Some(50),
                        block: *block,
                        depth: Some(64),
                        jobs: Some(2),
                        read_mb_s: read.0 / 1e6,
                        write_mb_s: write.0 / 1e6,
                        iops: Some(sum.1),
                        ..ImportedFigure::default()
                    };
                    columns.push(YabsColumn { figure, cells: [read, write, sum] });
                }
                // The next table has other sizes: a row of this one must not complete it.
                rows = Default::default();
            }
            _ => {}
        }
    }
    for (results, columns) in &mut all {
        take(columns, results)?;
    }
    Ok(all.into_iter().map(|(results, _)| results).collect())
}

/// Takes the columns of a table, in the unit in which its rates fit its operations best.
fn take(columns: &mut Vec<YabsColumn>, results: &mut ImportedResults) -> Result<(), Message> {
    let off_by = |kb: f64| -> f64 { columns.iter().map(|column| column.off_by(kb)).sum() };
    let kb = if off_by(KB[0]) <= off_by(KB[1]) { KB[0] } else { KB[1] };
    for YabsColumn { mut figure, cells: [.., sum] } in columns.drain(..) {
        figure.read_mb_s *= kb;
        figure.write_mb_s *= kb;
        figure.round = results.figures.len();
        let total = sum.0 * kb;
        let adds_up = (figure.mb_s() * 1e6 - total).abs() <= total * 0.01;
        let block = figure.block.unwrap_or_default() as f64;
        let agrees = (total - sum.1 * block).abs() <= total * 0.02 + sum.2 * block;
        match adds_up && agrees {
            true => results.add(figure)?,
            false => results.notes.push(figure.contradiction()),
        }
    }
    Ok(())
}

/// Its KB and operations per second, and the value of the latter's last digit.
type Cell = (f64, f64, f64);

/// `135.71 MB/s  (33.9k)`.
fn cell(text: &str) -> Option<Cell> {
    let (rate, iops) = text.split_once('(')?;
    let mut words = rate.split_whitespace();
    let rate = number(words.next()?)?;
    let factor = match words.next()? {
        "KB/s" => 1.0,
        "MB/s" => 1e3,
        "GB/s" => 1e6,
        _ => return None,
    };
    let iops = iops.trim_end_matches(')');
    Some((rate * factor, count(iops)?, last_digit(iops)))
}
