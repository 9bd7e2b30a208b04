//! The index file: opening, its version, rebuilding it.
//!
//! Sources: SQLite's own documentation of WAL (wal.html), `PRAGMA user_version` and
//! `application_id` (pragma.html), and SQLITE_DBCONFIG_RESET_DATABASE (c3ref), which empties even
//! a corrupt database under SQLite's own locks. Deleting the file under another process' hands
//! could mix up its log with the new file's (howtocorrupt.html, section 2).
//!
//! A file is ours if its header says so (fileformat2.html, section 1.3: `application_id` at offset
//! 68); no other file is ever written to. The header is read through the file that SQLite has open:
//! a descriptor of our own would release SQLite's locks when it is closed (howtocorrupt.html,
//! section 2.2), and could be another file by then.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use narrows_messages::Message;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, ffi};

use crate::store::file::{self, Identity};
use crate::store::{StoreError, error, query};

/// Raised whenever `schema.sql` or the stored data changes.
const VERSION: i64 = 5;
/// "nrws": distinguishes this file from other programs' databases.
const APPLICATION: i64 = 0x6e72_7773;
/// How long to wait for another process that holds the index. Adding a run takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn path(home: &Path) -> PathBuf {
    home.join("history.sqlite")
}

/// Opens the file, creating it if needed. The result is ours, but may be corrupt.
///
/// # Errors
///
/// The file at the path is not ours and is left as it is, or it cannot be opened.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error| StoreError::index(path, error);
    // The folder may be reached through links; SQLite refuses any in a file's path.
    let real = path.parent().and_then(|folder| folder.canonicalize().ok());
    let real = real.map_or_else(|| path.to_owned(), |folder| self::path(&folder));
    let before = standing(&real, path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NOFOLLOW
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let index = Connection::open_with_flags(&real, flags).map_err(failed)?;
    let after = standing(&real, path)?;
    // The open file must be the one that was looked at: another one is not ours to write to.
    let is_ours = match head(&index).map_err(failed)? {
        IndexHeader::Empty | IndexHeader::Ours => before.is_none() || before == after,
        IndexHeader::Unmarked => {
            // Whether a database is empty, so that it may become ours. It is opened read-only, so
            // that not even a log is folded in.
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
            let count = |index: Connection| {
                index
                    .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
            };
            Connection::open_with_flags(&real, flags)
                .and_then(count)
                .is_ok_and(|tables| tables == 0)
        }
        IndexHeader::Foreign => false,
    };
    if !is_ours {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    index.busy_timeout(PATIENCE).map_err(failed)?;
    Ok(index)
}

/// Identity of the regular file at `real`; `None` if there is none.
fn standing(real: &Path, path: &Path) -> Result<Option<Identity>, StoreError> {
    let identified = |answer: std::fs::Metadata| file::identity(real, &answer).map(Some);
    let failed = |problem| StoreError::Directory { path: path.to_owned(), problem };
    match std::fs::symlink_metadata(real) {
        Ok(answer) if answer.is_file() => identified(answer).map_err(failed),
        Ok(_) => Err(StoreError::NotAFile { path: path.to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(problem) => Err(failed(problem)),
    }
}

enum IndexHeader {
    Empty,
    Ours,
    /// A database without an application id.
    Unmarked,
    Foreign,
}

const HEAD_BYTES: usize = 100;
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

fn head(index: &Connection) -> rusqlite::Result<IndexHeader> {
    let mut bytes = [0_u8; HEAD_BYTES];
    let length = read_head(index, &mut bytes)?;
    let number = <[u8; 4]>::try_from(&bytes[68..72]).map_or(0, u32::from_be_bytes);
    Ok(match bytes.starts_with(MAGIC) {
        _ if length == 0 => IndexHeader::Empty,
        true if i64::from(number) == APPLICATION => IndexHeader::Ours,
        true if number == 0 => IndexHeader::Unmarked,
        _ => IndexHeader::Foreign,
    })
}

/// The first bytes of the file that SQLite has open, filled up with zeros; and its length.
fn read_head(index: &Connection, bytes: &mut [u8; HEAD_BYTES]) -> rusqlite::Result<i64> {
    let mut file: *mut ffi::sqlite3_file = std::ptr::null_mut();
    let (mut length, amount) = (0_i64, HEAD_BYTES as i32);
    // SAFETY: the connection lives longer than this call, and it is not used elsewhere meanwhile
    // (`Connection` is not `Sync`). SQLITE_FCNTL_FILE_POINTER writes the pointer to its open file,
    // whose methods are set as long as it is open (sqlite3_io_methods). The buffer has the given
    // length.
    let code = unsafe {
        let to = (&raw mut file).cast();
        let operation = ffi::SQLITE_FCNTL_FILE_POINTER;
        let answer = ffi::sqlite3_file_control(index.handle(), c"main".as_ptr(), operation, to);
        let methods = if answer == ffi::SQLITE_OK { file.as_ref() } else { None };
        let methods = methods.and_then(|file| file.pMethods.as_ref());
        match methods.and_then(|methods| Some((methods.xFileSize?, methods.xRead?))) {
            Some((size, read)) => match size(file, &mut length) {
                ffi::SQLITE_OK => read(file, bytes.as_mut_ptr().cast(), amount, 0),
                failed => failed,
            },
            None => ffi::SQLITE_CANTOPEN,
        }
    };
    match code {
        // Short reads are filled up with zeros.
        ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ => Ok(length),
        failed => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(failed), None)),
    }
}

/// The index, rebuilt if it is broken or of another version, and messages about that.
pub(crate) fn ready(mut index: Connection) -> rusqlite::Result<(Connection, Vec<Message>)> {
    let state = match state(&index) {
        Err(problem) if error::is_broken(&problem) => IndexState::Broken,
        state => state?,
    };
    let notes = match state {
        IndexState::Ready => Vec::new(),
        IndexState::Empty => {
            create(&mut index)?;
            Vec::new()
        }
        IndexState::Other => {
            reset(&mut index)?;
            vec![Message::new("history-index-other-version")]
        }
        IndexState::Broken => {
            reset(&mut index)?;
            vec![Message::new("history-index-was-broken")]
        }
    };
    set_up(&index)?;
    Ok((index, notes))
}

enum IndexState {
    Ready,
    Empty,
    /// The index of another version.
    Other,
    Broken,
}

fn state(index: &Connection) -> rusqlite::Result<IndexState> {
    let number = |name: &str| index.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 =
        index.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?, tables) {
        // The version shows no damage, so that the queries are tried as well.
        (APPLICATION, VERSION, _) => query::try_out(index).map(|()| IndexState::Ready)?,
        (APPLICATION, _, _) => IndexState::Other,
        (_, _, 0) => IndexState::Empty,
        // It became another program's since it was opened: never emptied.
        _ => {
            let refused = ffi::Error::new(ffi::SQLITE_PERM);
            return Err(rusqlite::Error::SqliteFailure(refused, None));
        }
    })
}

/// Write-ahead logging lets readers continue during a write; if the file system does not support
/// it, SQLite keeps its rollback journal.
fn set_up(index: &Connection) -> rusqlite::Result<()> {
    index.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    // In WAL mode a power cut then costs the last transactions and not the file (pragma.html), and
    // the next refresh adds them again.
    index.pragma_update(None, "synchronous", "normal")?;
    index.pragma_update(None, "foreign_keys", true)
}

/// Creates the tables, unless another process was faster.
fn create(index: &mut Connection) -> rusqlite::Result<()> {
    let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if matches!(state(&transaction)?, IndexState::Empty) {
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Empties the file, which is ours by [`open`], and creates the tables.
pub(crate) fn reset(index: &mut Connection) -> rusqlite::Result<()> {
    index.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
    let emptied = index.execute_batch("VACUUM");
    index.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false)?;
    emptied?;
    create(index)?;
    set_up(index)
}
