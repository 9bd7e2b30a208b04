//! A run's directory: `narrows/runs/<utc>-<id>/` under the XDG state home, owned by the user who
//! called, also under sudo. It holds the document, the raw samples, the report and the machine as
//! captured; for virtual hardware its source: its machine file, or the capture or text that it was
//! read from, and its fault script.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;
use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::run::{RunDocument, RunSimulation, Samples};
use narrows_record::words;
use narrows_report::page;
use narrows_verdict::answer::source::SourceMachine;

use crate::destination::unwritable;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::machine;
use crate::platform::whole_file::{self, DirectoryEntry};
use crate::source::{NamedFile, file_of};
use crate::store::{RunStore, StoreError};

/// Allowed contents of a run's directory.
pub const OURS: [&str; 13] = [
    "report.html",
    "samples.json",
    "samples.json.gz",
    "capture.tar.gz",
    "capture",
    "hwloc.xml",
    "lspci.txt",
    "dmidecode.txt",
    "windows.json",
    "machine.toml",
    "faults.toml",
    "watch.json",
    "watch.json.gz",
];

/// A run's id and when it started. The id sorts by time; making the thing that bears it ensures
/// that it is unused ([`claim`]).
pub fn name_run() -> (String, String) {
    let now = now();
    let started = humantime::format_rfc3339_seconds(now).to_string();
    // The part of the second, so that the later of two runs of one second is the latest.
    let part = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    (id_of(&started, part), started)
}

fn id_of(started: &str, own: u32) -> String {
    let digits: String = started.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    format!("{digits}-{own:08x}")
}

/// More runs of one second than this are no accident.
const MOST_TRIES: usize = 100;

/// Has `make` create the thing that bears the id, which must be new; if that id is taken, others
/// are tried until one is free.
pub fn claim<T>(
    id: &mut String,
    started: &str,
    make: impl Fn(&str) -> io::Result<T>,
) -> io::Result<T> {
    for _ in 0..MOST_TRIES {
        match make(id) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Without the kernel's help the process distinguishes two runs of one moment.
                let own = getrandom::u32().unwrap_or_else(|_| std::process::id());
                *id = id_of(started, own);
            }
            made => return made,
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The clock, held to the years that can be written: one before 1970 or after 9999 is wrong anyway, and
/// no reason to lose a run.
pub fn now() -> SystemTime {
    // 9999-12-31T23:59:59Z, the last second that RFC 3339 can write.
    let end = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    SystemTime::now().clamp(SystemTime::UNIX_EPOCH, end)
}

/// Where runs (`runs/<utc>-<id>/`) and their index live: `narrows` under the XDG state home.
pub fn home() -> Result<PathBuf> {
    let state = identity::state_home();
    let state = state.ok_or_else(|| CommandFailure::new(Message::new("cli-no-state-home")))?;
    Ok(state.join("narrows"))
}

/// Writes the run's directory, with the rights of the user who called, and returns its path. The
/// run gets another id if its own is taken.
pub fn keep(
    run: &mut RunDocument,
    samples: &[Samples],
    source: &SourceMachine,
    output: &CliOutput,
) -> Result<PathBuf> {
    let folder = make_folder(&mut run.id, &run.started)?;
    let files = contents(&folder, run, samples, output);
    fill_new(&folder, surroundings(run.simulation.as_ref(), source), files)
}

/// Keeps a finished run, whatever measured it, and reports where its report is. One that cannot be kept is
/// shown all the same, but the request is not complete.
pub fn keep_whole(
    run: &mut RunDocument,
    source: &SourceMachine,
    output: &CliOutput,
) -> ProgramExit {
    match keep(run, &[], source, output) {
        Ok(folder) => {
            let path = folder.join("report.html");
            output.remark(&Message::new("cli-report-kept").with("path", path.display()));
            ProgramExit::Ok
        }
        Err(failure) => {
            output.fail(&failure);
            ProgramExit::Partial
        }
    }
}

/// Keeps results of another program like a run; there is no machine to keep beside them.
pub fn keep_imported(run: &mut RunDocument, output: &CliOutput) -> Result<PathBuf> {
    let folder = make_folder(&mut run.id, &run.started)?;
    let files = contents(&folder, run, &[], output);
    fill_new(&folder, Ok(Vec::new()), files)
}

/// Makes a run's directory, which is new, and whose name is the run's id.
pub fn make_folder(id: &mut String, started: &str) -> Result<PathBuf> {
    let runs = home()?.join("runs");
    let make = |id: &str| {
        let folder = runs.join(id);
        whole_file::make_private(&runs)?;
        std::fs::create_dir(&folder).map(|()| folder)
    };
    let made = identity::as_caller(|| claim(id, started, make)).and_then(|made| made);
    made.map_err(|error| unwritable(&runs, &error))
}

/// Takes away a directory that [`make_folder`] made and in which nothing was written.
pub fn take_back(folder: &Path) {
    // One that cannot be removed is empty and does no harm.
    let _ = identity::as_caller(|| std::fs::remove_dir(folder));
}

/// Fills a directory that [`make_folder`] made, the run's document last, and returns its path. One
/// that cannot be filled is removed again: half a run is useless.
pub fn fill_new(
    folder: &Path,
    surroundings: io::Result<Vec<NamedFile>>,
    contents: io::Result<Vec<NamedFile>>,
) -> Result<PathBuf> {
    let files = surroundings.and_then(|mut files| {
        files.extend(contents?);
        Ok(files)
    });
    written(folder, files).inspect_err(|_| {
        let _ = identity::as_caller(|| std::fs::remove_dir_all(folder));
    })?;
    Ok(folder.to_owned())
}

/// Writes a run's document and report again where [`keep`] put them; returns the report.
pub fn keep_again(
    folder: &Path,
    run: &RunDocument,
    samples: &[Samples],
    output: &CliOutput,
) -> Result<PathBuf> {
    written(folder, contents(folder, run, samples, output))?;
    Ok(folder.join("report.html"))
}

/// Writes files into a run's directory, replacing those of the same names.
pub fn put(folder: &Path, files: io::Result<Vec<NamedFile>>) -> Result<()> {
    written(folder, files)
}

/// Keeps another host's run in its own directory inside a run's directory: `hosts/NAME/`. The name comes from
/// elsewhere: only letters, digits, `-` and `_` of it are used. A name that is taken gets a number.
pub fn keep_inside(
    folder: &Path,
    name: &str,
    (run, samples): (&RunDocument, &[Samples]),
    output: &CliOutput,
) -> Result<PathBuf> {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let name: String = name.chars().take(MOST_LETTERS).map(safe).collect();
    let hosts = folder.join("hosts");
    let make = || -> io::Result<PathBuf> {
        std::fs::create_dir_all(&hosts)?;
        for number in 1..=MOST_TRIES {
            let own = if number == 1 { name.clone() } else { format!("{name}-{number}") };
            match std::fs::create_dir(hosts.join(&own)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| hosts.join(&own)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    };
    let made = identity::as_caller(make).and_then(|made| made);
    let own = made.map_err(|error| unwritable(&hosts, &error))?;
    keep_again(&own, run, samples, output)?;
    Ok(own)
}

/// Letters of a host's name that a directory bears.
const MOST_LETTERS: usize = 64;

/// Writes the measurements so far, without the report, into a directory that [`make_folder`] made: so
/// quickly that it can be done between two rounds.
pub fn keep_measured(
    folder: &Path,
    run: &RunDocument,
    samples: &[Samples],
    output: &CliOutput,
) -> Result<()> {
    let files = || -> io::Result<Vec<NamedFile>> {
        Ok(vec![
            ("samples.json", serde_json::to_vec(samples)?),
            ("run.json", words::to_vec_pretty(run, &output.localizer)?),
        ])
    };
    written(folder, files())
}

fn written(folder: &Path, files: io::Result<Vec<NamedFile>>) -> Result<()> {
    let done = files
        .and_then(|files| identity::as_caller(|| fill(folder, &files)).and_then(|written| written));
    done.map_err(|error| unwritable(folder, &error))
}

/// Asks the kept runs something, with the rights of the user who called.
pub fn with_store<T: Send>(ask: impl Fn(&RunStore) -> Result<T, StoreError> + Send) -> Result<T> {
    let home = home()?;
    as_caller(|| RunStore::ask(&home, ask))
}

/// The same with an index made anew; `progress` gets the share done.
pub fn with_rebuilt_store<T: Send>(
    progress: &(dyn Fn(f64) + Sync),
    ask: impl FnOnce(&RunStore) -> Result<T, StoreError> + Send,
) -> Result<T> {
    let home = home()?;
    as_caller(|| RunStore::rebuild(&home, &progress).and_then(|store| ask(&store)))
}

fn as_caller<T: Send>(work: impl FnOnce() -> Result<T, StoreError> + Send) -> Result<T> {
    let done = identity::as_caller(work).map_err(|error| {
        CommandFailure::new(Message::new("history-no-rights").with("why", error))
    })?;
    done.map_err(|error| CommandFailure { exit: exit(&error), what: error.message() })
}

/// A name that matches no run, or several, is a usage error; foreign files are left as they are.
fn exit(error: &StoreError) -> ProgramExit {
    use StoreError::{Ambiguous, Directory, Foreign, Index, NoRun, NotAFile, TooFew, Unknown};
    match error {
        Unknown { .. } | Ambiguous { .. } | TooFew { .. } => ProgramExit::Usage,
        Foreign { .. } | NotAFile { .. } => ProgramExit::Refused,
        Directory { .. } | Index { .. } | NoRun { .. } => ProgramExit::Failed,
    }
}

/// The run's machine, read into memory before rights are given up, which it may need.
pub fn surroundings(
    simulation: Option<&RunSimulation>,
    source: &SourceMachine,
) -> io::Result<Vec<NamedFile>> {
    let Some(simulation) = simulation else {
        return Ok(vec![machine::as_file()?]);
    };
    // The source of the virtual hardware, as files that can be run again.
    let machine = simulation.machine.iter().map(|text| ("machine.toml", text));
    let faults = simulation.faults.iter().map(|text| ("faults.toml", text));
    let mut files: Vec<NamedFile> =
        machine.chain(faults).map(|(name, text)| (name, text.clone().into_bytes())).collect();
    if let Some(evidence) = &source.evidence {
        files.push(file_of(evidence)?);
    }
    Ok(files)
}

/// A larger document is packed: that of two dozen drives takes megabytes.
const MOST_PLAIN: usize = 512 << 10;

/// The run's files. The document comes last: a folder without it is no run, whenever the writing is
/// cut off. One that is written again keeps its name.
fn contents(
    folder: &Path,
    run: &RunDocument,
    samples: &[Samples],
    output: &CliOutput,
) -> io::Result<Vec<NamedFile>> {
    let mut document = words::to_vec_pretty(run, &output.localizer)?;
    let has = |name| folder.join(name).exists();
    let is_packed = has(PACKED) || (!has(PLAIN) && document.len() > MOST_PLAIN);
    // Samples of many drives are tens of megabytes before they are packed: never all at once.
    if is_packed {
        document = packed(&document)?;
    }
    Ok(vec![
        ("samples.json.gz", packed_json(samples)?),
        (
            "report.html",
            page::report(run, samples, &output.localizer).html(run, &output.localizer).into_bytes(),
        ),
        (if is_packed { PACKED } else { PLAIN }, document),
    ])
}

/// The run's document, as it is and packed.
const PLAIN: &str = "run.json";
const PACKED: &str = "run.json.gz";

/// The same bytes, packed by gzip, which unpacks everywhere.
pub fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::default());
    packing.write_all(bytes)?;
    packing.finish()
}

/// The JSON of a value, packed as it is written.
fn packed_json<T: serde::Serialize + ?Sized>(value: &T) -> io::Result<Vec<u8>> {
    let packing = GzEncoder::new(Vec::new(), Compression::default());
    let mut packing = BufWriter::new(packing);
    serde_json::to_writer(&mut packing, value)?;
    packing.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}

/// A file has its name once it is whole, so that half a document is never read.
fn fill(folder: &Path, files: &[NamedFile]) -> io::Result<()> {
    files
        .iter()
        .try_for_each(|(name, content)| DirectoryEntry::of(&folder.join(name))?.put(content))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// Processes that cannot see each other may come to the same id in the same second.
    #[test]
    fn an_id_that_somebody_has_is_not_taken() {
        let home = tempfile::tempdir().unwrap();
        let started = "2026-11-21T10:00:00Z";
        let make = |id: &str| fs::create_dir(home.path().join(id));
        let (mut first, mut second) = ("one".to_owned(), "one".to_owned());
        claim(&mut first, started, make).unwrap();
        claim(&mut second, started, make).unwrap();
        assert!(first == "one" && second.starts_with("20261121T100000Z-"), "{second}");
        assert_eq!(home.path().read_dir().unwrap().count(), 2);
        let tries = Cell::new(0);
        let never = |_: &str| -> io::Result<()> {
            tries.set(tries.get() + 1);
            Err(io::ErrorKind::AlreadyExists.into())
        };
        assert!(claim(&mut second, started, never).is_err() && tries.get() == MOST_TRIES);
    }

    /// A run that cannot be written completely leaves nothing behind; here a folder is missing.
    #[test]
    fn half_a_run_is_none() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("one");
        fs::create_dir(&folder).unwrap();
        let files = vec![("a", b"a".to_vec()), ("no/such", b"b".to_vec()), ("run.json", vec![])];
        assert!(fill_new(&folder, Ok(vec![]), Ok(files)).is_err());
        assert!(!folder.exists());
    }

    #[test]
    fn a_document_is_replaced_and_a_link_in_its_place_is_not_followed() {
        let home = tempfile::tempdir().unwrap();
        let (run, other) = (home.path().join("run.json"), home.path().join("other"));
        fill(home.path(), &[("run.json", b"first".to_vec())]).unwrap();
        fill(home.path(), &[("run.json", b"second".to_vec())]).unwrap();
        assert_eq!(fs::read(&run).unwrap(), b"second");
        fs::rename(&run, &other).unwrap();
        symlink(&other, &run).unwrap();
        assert!(fill(home.path(), &[("run.json", b"third".to_vec())]).is_err());
        assert_eq!(fs::read(&other).unwrap(), b"second");
    }
}
