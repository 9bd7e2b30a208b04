//! Adds new and changed run directories to the index, and removes deleted ones.

use std::collections::BTreeMap;
use std::time::SystemTime;

use narrows_messages::Message;
use narrows_record::history::PastRun;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;

use crate::store::directory::{self, RunDirectory};

/// Runs added in one transaction: few, so that no other process waits long for the index.
const AT_ONCE: usize = 16;

/// Size and time of a document as the index knows it.
type Stamp = (i64, i64);

enum DocumentReadResult {
    Run(PastRun),
    /// It is not a run, and will not be one until it is written again.
    Broken(String),
    /// It cannot be read now; permissions may change without a trace.
    Unreadable(String),
}

#[derive(Default)]
pub(crate) struct RefreshOutcome {
    pub(crate) notes: Vec<Message>,
    /// The number of runs missing from the index because they cannot be read now.
    pub(crate) unreadable: usize,
}

/// Updates the index to match the run directories.
pub(crate) fn refresh(
    index: &mut Connection,
    runs: &[RunDirectory],
    progress: &dyn Fn(f64),
) -> rusqlite::Result<RefreshOutcome> {
    let known = stamps(index)?;
    forget(index, &known, runs)?;
    let is_new = |run: &&RunDirectory| known.get(&run.id) != Some(&(run.size, run.modified_ns));
    let new: Vec<&RunDirectory> = runs.iter().filter(is_new).collect();
    let mut notes = Vec::new();
    for (done, some) in new.chunks(AT_ONCE).enumerate() {
        progress((done * AT_ONCE) as f64 / new.len() as f64);
        notes.extend(take_in(index, some)?);
    }
    progress(1.0);
    // So far each note is of a document that cannot be read now.
    let unreadable = notes.len();
    notes.extend(broken(index)?);
    Ok(RefreshOutcome { notes, unreadable })
}

fn stamps(index: &Connection) -> rusqlite::Result<BTreeMap<String, Stamp>> {
    let mut known = index.prepare("SELECT id, size, modified_ns FROM run")?;
    let rows = known.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    rows.collect()
}

fn forget(
    index: &mut Connection,
    known: &BTreeMap<String, Stamp>,
    runs: &[RunDirectory],
) -> rusqlite::Result<()> {
    // The directories are sorted by id.
    let is_gone = |id: &&String| runs.binary_search_by(|run| run.id.cmp(id)).is_err();
    let gone: Vec<&String> = known.keys().filter(is_gone).collect();
    if gone.is_empty() {
        return Ok(());
    }
    let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for id in gone {
        transaction.execute("DELETE FROM run WHERE id = ?1", [id])?;
    }
    transaction.commit()
}

/// Documents are read before the index is locked.
fn take_in(index: &mut Connection, some: &[&RunDirectory]) -> rusqlite::Result<Vec<Message>> {
    let read: Vec<(&RunDirectory, DocumentReadResult)> =
        some.iter().map(|run| (*run, read(run))).collect();
    let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut notes = Vec::new();
    for (directory, read) in read {
        transaction.execute("DELETE FROM run WHERE id = ?1", [&directory.id])?;
        match read {
            DocumentReadResult::Run(run) => put(&transaction, directory, None, &run)?,
            DocumentReadResult::Broken(why) => {
                put(&transaction, directory, Some(&why), &PastRun::default())?
            }
            DocumentReadResult::Unreadable(why) => {
                notes.push(directory::left_out(&directory.id, &why))
            }
        }
    }
    transaction.commit()?;
    Ok(notes)
}

fn read(run_directory: &RunDirectory) -> DocumentReadResult {
    let bytes = match directory::read(&run_directory.document) {
        Ok(bytes) => bytes,
        Err(error) => return DocumentReadResult::Unreadable(error.to_string()),
    };
    match directory::parse(&bytes) {
        // It may become readable later.
        Ok(run) => match directory::from_the_future(&run.started, SystemTime::now()) {
            Some(why) => DocumentReadResult::Unreadable(why),
            None => DocumentReadResult::Run(PastRun::of(&run)),
        },
        Err(why) => DocumentReadResult::Broken(why),
    }
}

fn put(
    transaction: &Transaction<'_>,
    run_directory: &RunDirectory,
    problem: Option<&str>,
    run: &PastRun,
) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare("INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
    insert.execute(params![
        run_directory.id,
        run_directory.size,
        run_directory.modified_ns,
        problem,
        run.started,
        run.measured_by,
        json(&run.command),
        run.partial,
        run.simulated,
        run.machine,
    ])?;
    let mut insert = transaction.prepare(
        "INSERT INTO figure VALUES \
         (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    )?;
    for (at, figure) in (0_i64..).zip(&run.figures) {
        let drive = &figure.drive;
        insert.execute(params![
            run_directory.id,
            at,
            drive.key(&figure.target),
            figure.target,
            drive.model,
            drive.serial,
            drive.wwn,
            drive.slot,
            figure.workload,
            figure.set.as_str(),
            json(&figure.together),
            json(&figure.held),
            figure.repeats,
            figure.mb_s,
            figure.iops,
            figure.p99_us,
            figure.cpu_us_per_io,
            figure.partial,
        ])?;
    }
    Ok(())
}

/// Serializes texts and maps of texts, which cannot fail.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Messages for the documents that are not runs, repeated each time until they are removed.
fn broken(index: &Connection) -> rusqlite::Result<Vec<Message>> {
    let mut broken =
        index.prepare("SELECT id, problem FROM run WHERE problem IS NOT NULL ORDER BY id")?;
    let rows = broken.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.map(|row: rusqlite::Result<(String, String)>| {
        row.map(|(id, why)| directory::left_out(&id, &why))
    })
    .collect()
}
