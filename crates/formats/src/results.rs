//! What another program's result file says, each reader in a file of its own.
//!
//! Rates are in 10^6 bytes per second whatever unit the file counts in; each reader says which that
//! is and where it is known from.

mod crystal;
mod diskspd_text;
mod diskspd_xml;
mod elbencho;
mod fio_json;
mod iometer;
mod table;

use narrows_messages::Message;
use narrows_record::run::{Latency, Statistic};
use narrows_workload::Pattern;

use crate::text::decoded;

/// The figures of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The program that wrote them, as people call it.
    pub tool: String,
    /// Its version, as the file has it.
    pub version: Option<String>,
    /// When, as an RFC 3339 time in UTC. Local times, as most files have, are taken as they stand.
    pub started: Option<String>,
    /// What the figures are of several passes; empty where that is not known.
    pub statistic: Statistic,
    /// The passes of which they are that, where the file says it.
    pub passes: Option<u32>,
    /// Targets are named in the file as people call them, rather than by paths.
    pub has_names: bool,
    /// The figures, in the order of the file.
    pub figures: Vec<Figure>,
    /// What was not taken, or had to be assumed.
    pub notes: Vec<Message>,
}

/// What one target did under one workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The target as the file names it: a path, a drive letter.
    pub target: Option<String>,
    /// What the file calls the workload; used where its parameters are not all known.
    pub label: Option<String>,
    /// The order of offsets.
    pub pattern: Option<Pattern>,
    /// Requests in a hundred that read.
    pub read_percent: Option<u8>,
    /// Bytes a request.
    pub block: Option<u64>,
    /// Requests in flight of each thread.
    pub depth: Option<u32>,
    /// Threads.
    pub jobs: Option<u32>,
    /// 10^6 bytes per second read.
    pub read_mb_s: f64,
    /// 10^6 bytes per second written.
    pub write_mb_s: f64,
    /// Operations per second, where the file has them.
    pub iops: Option<f64>,
    /// Completion latency at the quantiles that the file has.
    pub latency: Latency,
    /// The average latency, microseconds.
    pub average_us: Option<f64>,
    /// Seconds that were measured.
    pub window_s: Option<f64>,
    /// Operations that were counted.
    pub ops: Option<u64>,
    /// Operations that failed.
    pub errors: u64,
    /// Share of one core that the target's busiest thread used, 0 to 1.
    pub thread_cpu: Option<f64>,
    /// The rate limit that was set, 10^6 bytes per second.
    pub limit_mb_s: Option<f64>,
    /// Seconds after the others that this one started, where that was asked for.
    pub start_after_s: f64,
    /// Figures of one file with the same number ran at the same time.
    pub round: usize,
    /// The drives that ran together, by `+`, where the file names them.
    pub set: Option<String>,
    /// It is not known whether something else ran beside it.
    pub alone_unknown: bool,
}

impl Figure {
    /// 10^6 bytes per second in both directions.
    pub fn mb_s(&self) -> f64 {
        self.read_mb_s + self.write_mb_s
    }
}

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
            () if text.contains("'Target Type,Target Name,Access Specification") => {
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
    match found.figures.is_empty() {
        true => Err(Message::new("import-no-figures").with("tool", found.tool)),
        false => Ok(found),
    }
}

/// Whether figures may be of a drive at all: files are damaged, and columns shift.
fn is_possible(figure: &Figure) -> bool {
    /// A petabyte per second, in 10^6 bytes; 10^15 requests per second, or microseconds.
    const MOST: [f64; 2] = [1e9, 1e15];
    let others = [figure.iops, figure.average_us, figure.window_s, figure.limit_mb_s];
    let mut others = others.into_iter().flatten();
    figure.mb_s() > 0.0 && figure.mb_s() <= MOST[0] && others.all(|other| other <= MOST[1])
}

/// Files of which only the name is known: the layout of ATTO's is not public. Its saved files are told
/// by the product's name, in one byte or two a letter.
fn known_unread(bytes: &[u8]) -> Option<Message> {
    let head = &bytes[..bytes.len().min(1024)];
    let plain: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    let is_atto = plain.windows(4).any(|part| part == b"ATTO");
    is_atto.then(|| Message::new("import-atto"))
}

/// A broken file, at a line counted from 1.
fn broken(tool: &str, line: usize, why: impl std::fmt::Display) -> Message {
    Message::new("import-broken").with("tool", tool).with("line", line).with("why", why)
}

#[cfg(test)]
mod tests;
