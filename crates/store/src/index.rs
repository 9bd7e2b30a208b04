//! The index' file: opening, its version, making it anew.
//!
//! Sources: SQLite's own documentation of WAL (wal.html), `PRAGMA user_version` and
//! `application_id` (pragma.html), and SQLITE_DBCONFIG_RESET_DATABASE (c3ref), which empties even
//! a corrupt database under SQLite's own locks. Deleting the file under another process' hands
//! could mix up its log with the new file's (howtocorrupt.html, section 2).

use std::path::{Path, PathBuf};
use std::time::Duration;

use narrows_messages::Message;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::{error, query};

/// Raised whenever `schema.sql`, or what is put in, changes.
const VERSION: i64 = 2;
/// "nrws": tells this file from other programs' databases.
const APPLICATION: i64 = 0x6e72_7773;
/// Taking in a run takes milliseconds; who holds the index for longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn path(home: &Path) -> PathBuf {
    home.join("history.sqlite")
}

/// Opens the file, made if need be; whether it is an index is not looked at.
pub(crate) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let index = Connection::open_with_flags(path, flags)?;
    index.busy_timeout(PATIENCE)?;
    Ok(index)
}

/// The index with its tables, made anew where it is broken or of another version; and what is to be
/// said of that.
pub(crate) fn ready(mut index: Connection) -> rusqlite::Result<(Connection, Vec<Message>)> {
    let state = match state(&index) {
        Err(problem) if error::is_broken(&problem) => State::Broken,
        state => state?,
    };
    let notes = match state {
        State::Ready => Vec::new(),
        State::Empty => {
            create(&mut index)?;
            Vec::new()
        }
        State::Other => {
            reset(&mut index)?;
            vec![Message::new("history-index-other-version")]
        }
        State::Broken => {
            reset(&mut index)?;
            vec![Message::new("history-index-was-broken")]
        }
    };
    set_up(&index)?;
    Ok((index, notes))
}

enum State {
    Ready,
    Empty,
    /// An older or newer version's, or no index of ours.
    Other,
    Broken,
}

fn state(index: &Connection) -> rusqlite::Result<State> {
    let number = |name: &str| index.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 =
        index.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?, tables) {
        (APPLICATION, VERSION, _) => query::try_out(index).map(|()| State::Ready)?,
        (_, _, 0) => State::Empty,
        _ => State::Other,
    })
}

/// Write-ahead logging lets readers go on while somebody writes; where the file system does not
/// carry it, SQLite stays with its rollback journal.
fn set_up(index: &Connection) -> rusqlite::Result<()> {
    index.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    index.pragma_update(None, "synchronous", "normal")?;
    index.pragma_update(None, "foreign_keys", true)
}

/// Makes the tables, unless another process was quicker.
fn create(index: &mut Connection) -> rusqlite::Result<()> {
    let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if matches!(state(&transaction)?, State::Empty) {
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Empties the file, whatever it holds, and makes the tables.
pub(crate) fn reset(index: &mut Connection) -> rusqlite::Result<()> {
    index.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
    let emptied = index.execute_batch("VACUUM");
    index.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false)?;
    emptied?;
    create(index)?;
    set_up(index)
}
