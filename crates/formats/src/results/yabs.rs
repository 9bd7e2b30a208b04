//! The table of YABS (yet-another-bench-script): fio with half reads and half writes, 64 requests of each of two
//! jobs (`disk_test` of its script).
//!
//! It divides fio's KiB by 1,000 and calls them MB, as its own IOPS show: 33.9k of 4 KiB are 138.9 MB/s where
//! it prints 135.7.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use super::posted::{count, last_digit};
use crate::text::{number, size};

/// Its KB, in bytes.
const KB: f64 = 1024.0;

pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut all: Vec<ImportedResults> = Vec::new();
    let (mut target, mut blocks) = (None, Vec::new());
    let mut rows: [Vec<Cell>; 2] = Default::default();
    for line in text.lines().map(str::trim) {
        if line.starts_with("fio Disk Speed Tests") {
            target =
                line.rsplit_once("(Partition ").map(|it| it.1.trim_end_matches(['-', ':', ')']));
            all.push(ImportedResults {
                tool: "YABS".to_owned(),
                statistic: ImportStatistic::Mean,
                has_names: target.is_some(),
                ..ImportedResults::default()
            });
        }
        let Some(results) = all.last_mut() else { continue };
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
                        round: results.figures.len(),
                        ..ImportedFigure::default()
                    };
                    // Its digits are cut off, not rounded: 1,046 requests are `1.0k`.
                    let adds_up = (read.0 + write.0 - sum.0).abs() <= sum.0 * 0.01;
                    let of_iops = sum.1 * block.unwrap_or_default() as f64;
                    let step = sum.2 * block.unwrap_or_default() as f64;
                    let agrees = (sum.0 - of_iops).abs() <= sum.0 * 0.02 + step;
                    match adds_up && agrees {
                        true => results.add(figure)?,
                        false => results.notes.push(figure.contradiction()),
                    }
                }
                // The next table has other sizes: a row of this one must not complete it.
                rows = Default::default();
            }
            _ => {}
        }
    }
    Ok(all)
}

/// Bytes and operations per second, and the value of the latter's last digit.
type Cell = (f64, f64, f64);

/// `135.71 MB/s  (33.9k)`.
fn cell(text: &str) -> Option<Cell> {
    let (rate, iops) = text.split_once('(')?;
    let mut words = rate.split_whitespace();
    let rate = number(words.next()?)?;
    let factor = match words.next()? {
        "KB/s" => KB,
        "MB/s" => KB * 1e3,
        "GB/s" => KB * 1e6,
        _ => return None,
    };
    let iops = iops.trim_end_matches(')');
    Some((rate * factor, count(iops)?, last_digit(iops)))
}
