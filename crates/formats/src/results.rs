//! What another program's result file says, each reader in a file of its own.
//!
//! Rates are in 10^6 bytes per second whatever unit the file counts in; each reader says which that
//! is and where it is known from.

mod as_ssd;
mod consoles;
mod crystal;
mod diskspd_text;
mod diskspd_xml;
mod elbencho;
mod figure;
mod fio_json;
mod fio_terse;
mod fio_text;
mod iometer;
mod one_liners;
mod phoronix;
mod posted;
mod prometheus;
mod table;
mod yabs;

use narrows_messages::Message;
use narrows_record::run::Latency;

pub use self::figure::{ImportedFigure, ImportedResults, MOST_FIGURES, too_many};
use crate::export::{self, ExportFormat};
use crate::text::decoded;

/// The files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// `fio --output-format=json` or `json+`.
    FioJson,
    /// What programs print or copy to be posted: CrystalDiskMark and KDiskMark, fio, AS SSD, YABS, hdparm, dd,
    /// sysbench, bonnie++, iozone, elbencho, GNOME Disks. Several of them may stand in one text.
    Posted,
    /// `fio --output-format=terse`.
    FioTerse,
    /// Phoronix Test Suite's `composite.xml`.
    Phoronix,
    /// What Narrows exports for Prometheus.
    Prometheus,
    /// `diskspd -Rxml`.
    DiskSpdXml,
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

impl ResultFormat {
    /// What a file is, by its content; none where it is nothing known.
    pub fn of(text: &str) -> Option<Self> {
        let head: String = text.chars().take(4096).collect();
        let start = head.trim_start();
        let has = |mark: &str| head.contains(mark);
        Some(match () {
            () if start.starts_with('{') && has("\"phase_type\"") => Self::ElbenchoJson,
            () if text.contains("\"fio version\"") => Self::FioJson,
            () if start.starts_with('<') && has("<PhoronixTestSuite") => Self::Phoronix,
            () if start.starts_with(export::mark(ExportFormat::Prometheus)) => Self::Prometheus,
            () if start.starts_with('<') && has("<Results>") => Self::DiskSpdXml,
            () if has("Input parameters:") && text.contains("Total IO") => Self::DiskSpdText,
            () if text.contains("'Target Type,Target Name,Access Specification")
                || text.contains("'Target Type;Target Name;Access Specification") =>
            {
                Self::IometerCsv
            }
            () if has("operation,") && has("MiB/s [last]") => Self::ElbenchoCsv,
            () if table::is_one(&head) => Self::Table,
            () if text.lines().any(|line| fio_terse::is_line(line.trim())) => Self::FioTerse,
            () if POSTED.iter().any(|mark| text.contains(mark)) => Self::Posted,
            () => return None,
        })
    }
}

const POSTED: [&str; 17] = [
    "CrystalDiskMark",
    "KDiskMark",
    "* MB/s = 1,000,000 byte",
    ": (groupid=",
    "AS SSD Benchmark",
    "fio Disk Speed Tests",
    " disk reads:",
    " copied, ",
    " bytes transferred in ",
    // sysbench fileio, bonnie++'s line of figures, iozone, elbencho, GNOME Disks.
    "Running the test with following options",
    "1.96,1.9",
    "1.97,1.9",
    "1.98,",
    "reclen",
    "Throughput MiB/s",
    "Average Read Rate",
    "Average read rate",
];

/// What a file says: several results where it holds several programs' texts, or one program's of several times.
///
/// # Errors
///
/// It is no result of a known program, or broken; the message says what helps.
pub fn read_all(bytes: &[u8]) -> Result<Vec<ImportedResults>, Message> {
    if let Some(why) = known_unread(bytes) {
        return Err(why);
    }
    let text = posted::plain(&decoded(bytes));
    let one = |results: Result<ImportedResults, Message>| results.map(|results| vec![results]);
    let mut all = match ResultFormat::of(&text).ok_or_else(|| unknown(&text))? {
        ResultFormat::FioJson => one(fio_json::read(&text)),
        ResultFormat::Posted => posted_texts(&text),
        ResultFormat::DiskSpdXml => one(diskspd_xml::read(&text)),
        ResultFormat::DiskSpdText => one(diskspd_text::read(&text)),
        ResultFormat::IometerCsv => one(iometer::read(&text)),
        ResultFormat::ElbenchoCsv => one(elbencho::csv(&text)),
        ResultFormat::ElbenchoJson => one(elbencho::json(&text)),
        ResultFormat::Table => one(table::read(&text)),
        ResultFormat::FioTerse => fio_terse::read(&text),
        ResultFormat::Phoronix => one(phoronix::read(&text)),
        ResultFormat::Prometheus => one(prometheus::read(&text)),
    }?;
    for results in &mut all {
        results.figures.retain(is_possible);
    }
    if all.iter().any(|results| !results.figures.is_empty()) {
        all.retain(|results| !results.figures.is_empty());
        return Ok(all);
    }
    // What was left out is why there is nothing.
    let reasons = ["import-fio-group", "import-fio-unread", "import-contradiction"];
    let mut notes = all.iter().flat_map(|results| &results.notes);
    let why = notes.find(|note| reasons.contains(&note.id())).cloned();
    // Every reader of posted texts had a look; what the text does not name is not whose it is.
    let is_whose = |tool: &&String| all.len() == 1 || text.contains(tool.as_str());
    let named = all.iter().map(|results| &results.tool).find(is_whose);
    let none = || named.map(|tool| Message::new("import-no-figures").with("tool", tool));
    Err(why.or_else(none).unwrap_or_else(|| unknown(&text)))
}

/// What a file says that holds one program's results; of several the first.
///
/// # Errors
///
/// As [`read_all`].
pub fn read(bytes: &[u8]) -> Result<ImportedResults, Message> {
    Ok(read_all(bytes)?.swap_remove(0))
}

fn posted_texts(text: &str) -> Result<Vec<ImportedResults>, Message> {
    type Reader = fn(&str) -> Result<Vec<ImportedResults>, Message>;
    const READERS: [Reader; 11] = [
        crystal::read,
        fio_text::read,
        as_ssd::read,
        yabs::read,
        one_liners::hdparm,
        one_liners::dd,
        consoles::sysbench,
        consoles::bonnie,
        consoles::iozone,
        consoles::elbencho,
        consoles::gnome_disks,
    ];
    let mut all = Vec::new();
    for read in READERS {
        all.extend(read(text)?);
    }
    // The reader whose program it is stands first, so that its notes say why there is no figure.
    all.sort_by_key(|results| results.figures.is_empty());
    Ok(all)
}

/// Why a text is not read: what to run instead, where it is known whose it is.
fn unknown(text: &str) -> Message {
    /// A mark of a text, and what gives figures that are read.
    const KNOWN: [(&str, &str); 10] = [
        ("sysbench", "sysbench fileio run, whole"),
        // Its figures' line stands at the end of what it prints.
        ("Bonnie", "bonnie++ -q, the line between commas"),
        ("bonnie", "bonnie++ -q, the line between commas"),
        ("Iozone", "iozone's table with its blanks"),
        ("SMART/Health", "narrows see, narrows check"),
        ("Smart Log for NVME", "narrows see, narrows check"),
        ("PhoronixTestSuite", "composite.xml of pts/fio"),
        ("Windows System Assessment", "diskspd -Rxml"),
        ("Disk  Sequential 64.0", "diskspd -Rxml"),
        ("OPERATION", "elbencho --jsonfile"),
    ];
    match KNOWN.iter().find(|(mark, _)| text.contains(mark)) {
        Some((mark, instead)) => {
            Message::new("import-other").with("mark", *mark).with("instead", *instead)
        }
        None => Message::new("import-unknown"),
    }
}

/// Whether figures may be of a drive at all: files are damaged, and columns shift.
fn is_possible(figure: &ImportedFigure) -> bool {
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
