//! Result files of other programs, each reader in its own file.
//!
//! Rates are in 10^6 bytes per second whatever unit the file counts in; each reader names that unit
//! and its source.

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
pub(crate) use self::table::TOOL as TABLE;
use crate::export::{self, ExportFormat};
use crate::text::decoded;

/// The files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// `fio --output-format=json` or `json+`.
    FioJson,
    /// Text that programs print or copy for posting: CrystalDiskMark and KDiskMark, fio (also terse), DiskSpd, AS SSD,
    /// YABS, hdparm, dd, sysbench, bonnie++, iozone, elbencho, GNOME Disks. One text may contain several of them.
    Posted,
    /// Phoronix Test Suite's `composite.xml`.
    Phoronix,
    /// Narrows' own export for Prometheus.
    Prometheus,
    /// `diskspd -Rxml`.
    DiskSpdXml,
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
    /// The format of a file, by its content; `None` if it is unknown.
    pub fn of(text: &str) -> Option<Self> {
        let head: String = text.chars().take(4096).collect();
        let start = head.trim_start();
        let has = |mark: &str| head.contains(mark);
        Some(match () {
            () if start.starts_with('{') && has("\"phase_type\"") => Self::ElbenchoJson,
            // In the whole text: warnings and logs of any length may precede fio's JSON.
            () if text.contains("\"fio version\"") => Self::FioJson,
            () if start.starts_with('<') && has("<PhoronixTestSuite") => Self::Phoronix,
            () if start.starts_with(export::mark(ExportFormat::Prometheus)) => Self::Prometheus,
            () if start.starts_with('<') && has("<Results>") => Self::DiskSpdXml,
            () if text.contains("'Target Type,Target Name,Access Specification")
                || text.contains("'Target Type;Target Name;Access Specification") =>
            {
                Self::IometerCsv
            }
            () if has("operation,") && has("MiB/s [last]") => Self::ElbenchoCsv,
            () if table::is_one(&head) => Self::Table,
            () if POSTED.iter().any(|mark| text.contains(mark))
                || text.lines().any(|line| {
                    fio_terse::is_line(line.trim())
                        || fio_text::is_piece(line)
                        || one_liners::is_copied(line)
                }) =>
            {
                Self::Posted
            }
            () => return None,
        })
    }
}

const POSTED: [&str; 21] = [
    "CrystalDiskMark",
    "KDiskMark",
    "* MB/s = 1,000,000 byte",
    ": (groupid=",
    "AS SSD Benchmark",
    "fio Disk Speed Tests",
    " disk reads:",
    " copied, ",
    "actual test time:",
    "I/O per s |",
    "(Q=",
    "(QD=",
    // sysbench fileio, bonnie++, iozone, elbencho, GNOME Disks.
    "Running the test with following options",
    "1.96,1.9",
    "1.97,1.9",
    "1.98,",
    "--Sequential Output--",
    "reclen",
    "Throughput MiB/s",
    "Average Read Rate",
    "Average read rate",
];

/// Reads a file: several results if it contains texts of several programs, or of one program at several times.
///
/// # Errors
///
/// It is no result of a known program, or broken; the message suggests a remedy.
pub fn read_all(bytes: &[u8]) -> Result<Vec<ImportedResults>, Message> {
    if let Some(why) = known_unread(bytes) {
        return Err(why);
    }
    let text = posted::plain(&decoded(bytes));
    let found = known(&text);
    let figures = |all: &[ImportedResults]| -> usize {
        all.iter().map(|results| results.figures.len()).sum()
    };
    // What an editor or a log wrote before each line hides figures, or passes for a part of a name.
    let others = posted::unmarked(&text).into_iter().filter_map(|text| known(&text).ok());
    let other = others.max_by_key(|all| figures(all));
    let most = found.as_ref().map_or(0, |all| figures(all));
    let mut all = match other.filter(|all| figures(all) >= most.max(1)) {
        Some(other) => other,
        None => found?,
    };
    for results in &mut all {
        results.figures.retain(is_possible);
    }
    // Whatever was left out explains the lack of figures.
    let reasons =
        ["import-fio-group", "import-fio-unread", "import-contradiction", "import-rates-beside"];
    let is_reason = |note: &&Message| reasons.contains(&note.id());
    if all.iter().any(|results| !results.figures.is_empty()) {
        let (kept, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|results| !results.figures.is_empty());
        all = kept;
        // Of a run without any figure as well.
        let is_read = |tool: &str| all.iter().any(|results| results.tool == tool);
        let notes = others.iter().filter(|other| is_read(&other.tool));
        let notes: Vec<Message> =
            notes.flat_map(|other| other.notes.iter().filter(is_reason)).cloned().collect();
        all[0].notes.extend(notes);
        all[0].notes.extend(unread(&text, &UNREAD));
        // Beside figures of another program.
        let has = |tool: &str| all.iter().any(|results| results.tool == tool);
        let parts = PARTS.iter().filter(|(_, tool, _)| !has(tool));
        let notes: Vec<Message> =
            parts.filter_map(|(mark, _, instead)| unread(&text, &[(mark, instead)])).collect();
        all[0].notes.extend(notes);
        return Ok(all);
    }
    let mut notes = all.iter().flat_map(|results| &results.notes);
    let why = notes.find(is_reason).cloned();
    // Every reader of posted texts has tried; a program that the text does not name is not its
    // source.
    let is_part = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    let is_named = |tool: &str| {
        text.match_indices(tool).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + tool.len()..]);
            !is_part(before.chars().next_back()) && !is_part(behind.chars().next())
        })
    };
    let is_whose = |tool: &&String| all.len() == 1 || is_named(tool);
    let named = all.iter().map(|results| &results.tool).find(is_whose);
    let none = || named.map(|tool| Message::new("import-no-figures").with("tool", tool));
    let shortened = || unread(&text, &SHORTENED);
    Err(why.or_else(shortened).or_else(none).unwrap_or_else(|| unknown(&text)))
}

/// Reads a text, which may contain fio's JSON among other things.
fn known(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let one = |results: Result<ImportedResults, Message>| results.map(|results| vec![results]);
    match ResultFormat::of(text).ok_or_else(|| unknown(text))? {
        ResultFormat::FioJson => {
            /// Documents of one post.
            const MOST: usize = 100;
            let (mut all, mut others, mut rest) = (Vec::new(), String::new(), text);
            let mut cut = None;
            // A post may hold several documents, with other programs' text between them.
            while ResultFormat::of(rest) == Some(ResultFormat::FioJson) {
                if all.len() == MOST {
                    return Err(too_many());
                }
                let (before, behind) = match fio_json::read(rest) {
                    Ok((results, place)) => {
                        all.push(results);
                        (&rest[..place.start], &rest[place.end..])
                    }
                    // A truncated document does not affect the text before it.
                    Err(why) => {
                        cut = Some(why);
                        (rest.split('{').next().unwrap_or_default(), "")
                    }
                };
                others.push_str(before);
                others.push('\n');
                rest = behind;
            }
            others.push_str(rest);
            if ResultFormat::of(&others) == Some(ResultFormat::Posted) {
                all.extend(posted_texts(&others)?);
            }
            match (all.first_mut(), cut) {
                (Some(first), cut) => first.notes.extend(cut),
                (None, Some(why)) => return Err(why),
                (None, None) => {}
            }
            Ok(all)
        }
        ResultFormat::Posted => posted_texts(text),
        ResultFormat::DiskSpdXml => one(diskspd_xml::read(text)),
        ResultFormat::IometerCsv => one(iometer::read(text)),
        ResultFormat::ElbenchoCsv => one(elbencho::csv(text)),
        ResultFormat::ElbenchoJson => one(elbencho::json(text)),
        ResultFormat::Table => one(table::read(text)),
        ResultFormat::Phoronix => one(phoronix::read(text)),
        ResultFormat::Prometheus => one(prometheus::read(text)),
    }
}

/// Reads a file with one program's results; the first of several.
///
/// # Errors
///
/// As [`read_all`].
pub fn read(bytes: &[u8]) -> Result<ImportedResults, Message> {
    Ok(read_all(bytes)?.swap_remove(0))
}

fn posted_texts(text: &str) -> Result<Vec<ImportedResults>, Message> {
    type Reader = fn(&str) -> Result<Vec<ImportedResults>, Message>;
    const READERS: [Reader; 13] = [
        crystal::read,
        fio_text::read,
        fio_terse::read,
        diskspd_text::read,
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
    /// Texts of one post; each is compared with all others.
    const MOST: usize = 1_000;
    let mut all = Vec::new();
    for read in READERS {
        all.extend(read(text)?);
        if all.len() > MOST {
            return Err(too_many());
        }
    }
    // The reader of the matching program comes first, so that its notes say why there is no figure.
    all.sort_by_key(|results| results.figures.is_empty());
    Ok(all)
}

/// A mark of texts that are never read, and a command whose output is.
const UNREAD: [(&str, &str); 6] = [
    ("Disk  Sequential 64.0", "diskspd -Rxml"),
    ("I/O Speed(", "fio --output-format=json"),
    ("I/O speed(", "fio --output-format=json"),
    ("HD Tune", "fio --output-format=json"),
    ("ioping statistics", "fio --output-format=json"),
    // What a pool did at a moment, not what it can do.
    ("capacity     operations", "narrows watch, fio --output-format=json"),
];

/// The same for texts that are read if complete.
const SHORTENED: [(&str, &str); 22] = [
    ("fio Disk Speed Tests", "yabs.sh, with its lines as they are"),
    ("sysbench", "sysbench fileio run, whole"),
    ("total number of events:", "sysbench fileio run, whole"),
    ("bonnie", "bonnie++ -q, the line between commas"),
    ("--Sequential Output--", "bonnie++ -q, the line between commas"),
    ("Children see throughput", "iozone without -t"),
    ("Iozone", "iozone's table with its blanks"),
    ("SMART/Health", "narrows see, narrows check"),
    ("Smart Log for NVME", "narrows see, narrows check"),
    ("PhoronixTestSuite", "composite.xml of pts/fio"),
    ("Windows System Assessment", "diskspd -Rxml"),
    ("OPERATION", "elbencho --jsonfile"),
    ("Vdbench distribution", "fio --output-format=json"),
    ("MPI Coordinated Test of Parallel", "fio --output-format=json"),
    ("mdtest-", "fio --output-format=json"),
    ("XferType: ", "fio --output-format=json"),
    ("I/O per s", "diskspd -Rxml"),
    ("Run status group", "fio --output-format=json"),
    ("READ: bw=", "fio --output-format=json"),
    ("WRITE: bw=", "fio --output-format=json"),
    ("aggrb=", "fio --output-format=json"),
    ("FIO Benchmark Summary", "fio --output-format=json"),
];

/// Marks of programs' output that is read if complete, with the program.
const PARTS: [(&str, &str, &str); 5] = [
    ("read, MiB/s:", "sysbench", "sysbench fileio run, whole"),
    ("b  Total transferred ", "sysbench", "sysbench fileio run, whole"),
    ("--Sequential Output--", "bonnie++", "bonnie++ -q, the line between commas"),
    ("Children see throughput", "iozone", "iozone without -t"),
    ("READ: bw=", "fio", "fio --output-format=json"),
];

/// Identifies a text that is not read, and suggests what to run instead.
fn unread(text: &str, marks: &[(&str, &str)]) -> Option<Message> {
    let (mark, instead) = marks.iter().find(|(mark, _)| text.contains(mark))?;
    Some(Message::new("import-other").with("mark", *mark).with("instead", *instead))
}

/// Why a text is not read.
fn unknown(text: &str) -> Message {
    let known = unread(text, &UNREAD).or_else(|| unread(text, &SHORTENED));
    known.unwrap_or_else(|| Message::new("import-unknown"))
}

/// Whether figures may be of a drive at all: files are damaged, and columns shift.
fn is_possible(figure: &ImportedFigure) -> bool {
    /// A petabyte per second, in 10^6 bytes; 10^15 requests per second, or microseconds.
    const MOST: [f64; 2] = [1e9, 1e15];
    let Latency { p50, p90, p99, p999, p9999 } = figure.latency;
    let others = [figure.iops, figure.average_us, figure.window_s, figure.limit_mb_s]
        .into_iter()
        .chain([p50, p90, p99, p999, p9999, figure.thread_cpu, Some(figure.start_after_s)]);
    // NaN is in no range.
    let is_in_range = |other: f64| (0.0..=MOST[1]).contains(&other);
    let is_rate = |rate: f64| (0.0..=MOST[0]).contains(&rate);
    is_rate(figure.read_mb_s)
        && is_rate(figure.write_mb_s)
        && is_rate(figure.mb_s())
        && figure.mb_s() > 0.0
        && others.flatten().all(is_in_range)
}

/// Files recognised by name only: the layout of ATTO's is not public. Its saved files are recognised
/// by the product's name, in one byte or two a letter.
fn known_unread(bytes: &[u8]) -> Option<Message> {
    let head = &bytes[..bytes.len().min(1024)];
    let plain: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    let is_atto = plain.windows(4).any(|part| part == b"ATTO");
    is_atto.then(|| Message::new("import-atto"))
}

#[cfg(test)]
mod tests;
