//! What another program's result file says, each reader in a file of its own.
//!
//! Rates are in 10^6 bytes per second whatever unit the file counts in; each reader says which that
//! is and where it is known from.

mod crystal;
mod diskspd_text;
mod diskspd_xml;
mod elbencho;
mod figure;
mod fio_json;
mod iometer;
mod table;

use narrows_messages::Message;
use narrows_record::run::Latency;

pub use self::figure::{Figure, MOST_FIGURES, Results, too_many};
use crate::text::decoded;

/// The files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `fio --output-format=json` or `json+`.
    FioJson,
    /// The text that CrystalDiskMark and KDiskMark save and copy.
    CrystalText,
    /// `diskspd -Rxml`.
    DiskSpdXml,
    /// What diskspd prints.
    DiskSpdText,
    /// Iometer's `results.csv`.
    IometerCsv,
    /// `elbencho --csvfile`.
    ElbenchoCsv,
    /// `elbencho --jsonfile`.
    ElbenchoJson,
    /// A table with the columns `target`, `workload` and `mb_s`.
    Table,
}

impl Kind {
    /// What a file is, by its content; none where it is nothing known.
    pub fn of(text: &str) -> Option<Self> {
        let head: String = text.chars().take(4096).collect();
        let start = head.trim_start();
        let has = |mark: &str| head.contains(mark);
        Some(match () {
            () if start.starts_with('{') && has("\"phase_type\"") => Self::ElbenchoJson,
            () if text.contains("\"fio version\"") => Self::FioJson,
            () if start.starts_with('<') && has("<Results>") => Self::DiskSpdXml,
            () if has("CrystalDiskMark") || has("KDiskMark") => Self::CrystalText,
            () if has("* MB/s = 1,000,000 byte") => Self::CrystalText,
            () if has("Input parameters:") && text.contains("Total IO") => Self::DiskSpdText,
            () if text.contains("'Target Type,Target Name,Access Specification")
                || text.contains("'Target Type;Target Name;Access Specification") =>
            {
                Self::IometerCsv
            }
            () if has("operation,") && has("MiB/s [last]") => Self::ElbenchoCsv,
            () if table::is_one(&head) => Self::Table,
            () => return None,
        })
    }
}

/// What a file says.
///
/// # Errors
///
/// It is no result of a known program, or broken; the message says what helps.
pub fn read(bytes: &[u8]) -> Result<Results, Message> {
    if let Some(why) = known_unread(bytes) {
        return Err(why);
    }
    let text = decoded(bytes);
    let mut found = match Kind::of(&text).ok_or_else(|| Message::new("import-unknown"))? {
        Kind::FioJson => fio_json::read(&text),
        Kind::CrystalText => crystal::read(&text),
        Kind::DiskSpdXml => diskspd_xml::read(&text),
        Kind::DiskSpdText => diskspd_text::read(&text),
        Kind::IometerCsv => iometer::read(&text),
        Kind::ElbenchoCsv => elbencho::csv(&text),
        Kind::ElbenchoJson => elbencho::json(&text),
        Kind::Table => table::read(&text),
    }?;
    found.figures.retain(is_possible);
    match (found.figures.is_empty(), found.notes.first()) {
        // What was left out is why there is nothing.
        (true, Some(why)) if why.id().starts_with("import-fio-") => Err(why.clone()),
        (true, _) => Err(Message::new("import-no-figures").with("tool", found.tool)),
        (false, _) => Ok(found),
    }
}

/// Whether figures may be of a drive at all: files are damaged, and columns shift.
fn is_possible(figure: &Figure) -> bool {
    /// A petabyte per second, in 10^6 bytes; 10^15 requests per second, or microseconds.
    const MOST: [f64; 2] = [1e9, 1e15];
    let Latency { p50, p90, p99, p999, p9999 } = figure.latency;
    let others = [figure.iops, figure.average_us, figure.window_s, figure.limit_mb_s]
        .into_iter()
        .chain([p50, p90, p99, p999, p9999, figure.thread_cpu, Some(figure.start_after_s)]);
    // What is no number is in no range.
    let is_in_range = |other: f64| (0.0..=MOST[1]).contains(&other);
    let is_rate = |rate: f64| (0.0..=MOST[0]).contains(&rate);
    is_rate(figure.read_mb_s)
        && is_rate(figure.write_mb_s)
        && is_rate(figure.mb_s())
        && figure.mb_s() > 0.0
        && others.flatten().all(is_in_range)
}

/// Files of which only the name is known: the layout of ATTO's is not public. Its saved files are told
/// by the product's name, in one byte or two a letter.
fn known_unread(bytes: &[u8]) -> Option<Message> {
    let head = &bytes[..bytes.len().min(1024)];
    let plain: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    let is_atto = plain.windows(4).any(|part| part == b"ATTO");
    is_atto.then(|| Message::new("import-atto"))
}

#[cfg(test)]
mod tests;
