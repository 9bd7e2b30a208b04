//! DiskSpd's command line: the options of a workload, and names of test files that name their target.
//!
//! One process of DiskSpd runs all its targets from one start and for the same time, so that one command line is
//! one set. Not here: which sets there are, starting the program; its output is read by [`crate::results`].
//!
//! Source: microsoft/diskspd 2.2, `CmdLineParser.cpp` (options; targets come last, and `D:` is the volume itself),
//! `IORequestGenerator.cpp` (`-c` overwrites an existing file).

use narrows_messages::Message;
use narrows_units::Bytes;
use narrows_workload::{IoInterface, Pattern, Workload};

/// How every test file's name begins and ends.
const BEGINNING: &str = "narrows-diskspd-";
const END: &str = ".dat";
/// Letters of a target's name.
const MOST_LETTERS: usize = 32;
/// Writes are cut out of so much that is random: a pattern that repeats is compressed by some drives.
const RANDOM: Bytes = Bytes::mib(4);
/// Characters refused in paths: Windows allows them in no name, one of its two shells interprets them, or XML
/// does, into which DiskSpd writes paths unescaped.
const UNFIT: &str = "\"<>|?*%$`&";

/// For how long, and on how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskspdTest {
    /// Seconds before anything counts.
    pub warm_up: u64,
    /// Seconds that count.
    pub measured: u64,
    pub size: Bytes,
}

/// A folder in which a target's test file is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskspdFolder {
    pub name: String,
    /// The folder, with its last separator.
    pub path: String,
}

impl DiskspdFolder {
    /// From `D:`, `E:\bench` or `NAME=FOLDER`.
    ///
    /// # Errors
    ///
    /// Not a folder by its whole path, a device, holds letters that DiskSpd does not take, or has no name of its
    /// own.
    pub fn of(word: &str) -> Result<Self, Message> {
        let refused = |id| Err(Message::new(id).with("folder", word));
        let named = word.split_once('=').filter(|(name, _)| is_name(name));
        let folder = named.map_or(word, |(_, folder)| folder);
        // Device paths and `#1` are drives themselves: a write there destroys what they hold.
        if ["\\\\.\\", "\\\\?\\", "//./", "//?/", "#"].iter().any(|mark| folder.starts_with(mark)) {
            return refused("diskspd-device");
        }
        if !folder.chars().all(|letter| matches!(letter, ' '..='~') && !UNFIT.contains(letter)) {
            return refused("diskspd-letters");
        }
        let Some(root) = root(folder) else { return refused("diskspd-no-folder") };
        let name = named.map_or(root, |(name, _)| name);
        if !is_name(name) {
            return refused("diskspd-no-name");
        }
        // A letter alone is a drive's, however it is written.
        let name = if name.len() == 1 { name.to_uppercase() } else { name.to_owned() };
        let closed = folder.ends_with(is_separator);
        Ok(Self { name, path: format!("{folder}{}", if closed { "" } else { "\\" }) })
    }

    /// The test file, by its whole path: never a folder, a volume or a drive.
    pub fn file(&self) -> String {
        format!("{}{BEGINNING}{}{END}", self.path, self.name)
    }
}

/// The letter of a path that has one, or the last name of a network path; `None` if the path is not absolute.
fn root(folder: &str) -> Option<&str> {
    let mut letters = folder.chars();
    let (first, second, third) = (letters.next()?, letters.next()?, letters.next());
    if first.is_ascii_alphabetic() && second == ':' && third.is_none_or(is_separator) {
        return Some(&folder[..1]);
    }
    let names: Vec<&str> = folder.split(is_separator).filter(|name| !name.is_empty()).collect();
    (is_separator(first) && is_separator(second) && names.len() >= 2)
        .then(|| names[names.len() - 1])
}

fn is_separator(letter: char) -> bool {
    matches!(letter, '\\' | '/')
}

fn is_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    !name.is_empty() && name.len() <= MOST_LETTERS && name.chars().all(fits)
}

/// The target whose test file has this path; `None` for other files.
pub fn target_of(path: &str) -> Option<&str> {
    let file = path.rsplit(is_separator).next()?;
    file.strip_prefix(BEGINNING)?.strip_suffix(END).filter(|name| is_name(name))
}

/// Refuses parts of a workload beyond DiskSpd's command line.
///
/// # Errors
///
/// Something of it.
pub fn sayable(workload: Workload, test: &DiskspdTest) -> Result<Workload, Message> {
    if !matches!(workload.interface, IoInterface::IoUring | IoInterface::Windows) {
        let what = Message::new("diskspd-interface").with("name", &workload.name);
        return Err(what.with("interface", workload.interface.as_str()));
    }
    if let Some(pool) = &workload.pool {
        return Err(Message::new("diskspd-pool").with("name", &workload.name).with("pool", pool));
    }
    let at_once = u64::from(workload.in_flight()).saturating_mul(workload.block.get());
    if at_once > test.size.get() {
        let what = Message::new("diskspd-file-too-small").with("name", &workload.name);
        return Err(what.with("size", test.size).with("least", Bytes::new(at_once)));
    }
    Ok(Workload { interface: IoInterface::default(), ..workload }.named_after_itself())
}

/// The options of a set whose targets all do this; with `makes_files` their files are made first, each as large as
/// the test says. Past all caches, with latencies, as XML.
pub fn options(workload: &Workload, test: &DiskspdTest, makes_files: bool) -> Vec<String> {
    let (block, jobs) = (workload.block, workload.jobs.max(1));
    let mut words = Vec::new();
    words.extend(makes_files.then(|| format!("-c{}", size(test.size))));
    words.push(format!("-b{}", size(block)));
    words.push(format!("-t{jobs}"));
    words.push(format!("-o{}", workload.depth.max(1)));
    words.push(format!("-w{}", 100 - workload.read_percent.min(100)));
    match workload.pattern {
        // Without its own seed, every run reads the same blocks, which drives remember.
        Pattern::Random => words.extend(["-r".to_owned(), "-z".to_owned()]),
        // Each thread starts in its own part; otherwise all read the same blocks.
        Pattern::Sequential if jobs > 1 => {
            // Whole blocks: unbuffered requests (`-Sh`) must begin at a sector.
            let stride = test.size.get() / u64::from(jobs) / block.get() * block.get();
            words.push(format!("-T{}", size(Bytes::new(stride))));
        }
        Pattern::Sequential => {}
    }
    words.extend((workload.read_percent < 100).then(|| format!("-Z{}", size(RANDOM.max(block)))));
    words.extend(["-Sh".to_owned(), format!("-W{}", test.warm_up), format!("-d{}", test.measured)]);
    words.extend(["-L".to_owned(), "-Rxml".to_owned()]);
    words
}

/// In the largest unit of DiskSpd's that gives a whole number.
fn size(bytes: Bytes) -> String {
    let units = [(1 << 30, 'G'), (1 << 20, 'M'), (1 << 10, 'K')];
    let whole = units.iter().find(|(unit, _)| bytes.get().is_multiple_of(*unit));
    match whole {
        Some((unit, letter)) if bytes > Bytes::ZERO => format!("{}{letter}", bytes.get() / unit),
        _ => bytes.get().to_string(),
    }
}

/// The version, if the text is the usage message of DiskSpd itself.
pub fn version(usage: &str) -> Option<&str> {
    let is_its_own = usage.contains("Valid targets:") && usage.contains("<text|xml>");
    let line = usage.lines().find_map(|line| line.trim().strip_prefix("version "));
    line?.split_whitespace().next().filter(|_| is_its_own)
}

/// Name of the file for a set's output, so that the importer knows the participants: the names of its targets,
/// and a number among several of the same.
pub fn answer_name(names: &[&str], before: usize) -> String {
    /// More names make a path longer than Windows takes.
    const MOST_NAMES: usize = 8;
    let of = match names.len() <= MOST_NAMES {
        true => names.join("+"),
        false => format!("{}-together", names.len()),
    };
    let repeat = if before == 0 { String::new() } else { format!(".{}", before + 1) };
    format!("{of}{repeat}.xml")
}

#[cfg(test)]
mod tests;
