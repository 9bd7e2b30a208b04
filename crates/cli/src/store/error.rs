//! Errors and their messages.

use std::io;
use std::path::{Path, PathBuf};

use narrows_messages::Message;
use rusqlite::ErrorCode;

/// Why runs cannot be listed or read. People read [`StoreError::message`] instead of `Display`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {problem}", path.display())]
    Directory { path: PathBuf, problem: io::Error },
    #[error("{}: {problem}", path.display())]
    Index {
        path: PathBuf,
        problem: rusqlite::Error,
        /// Whether the file's content is at fault, so that rebuilding it would help.
        is_broken: bool,
    },
    /// A file that is not ours is at the index' path; it is left as it is.
    #[error("{}: not an index of ours", path.display())]
    Foreign { path: PathBuf },
    /// The index' path is no regular file: a link, a folder, a device.
    #[error("{}: not a regular file", path.display())]
    NotAFile { path: PathBuf },
    /// A file is not a run's document.
    #[error("{}: {problem}", path.display())]
    NoRun { path: PathBuf, problem: String },
    /// No run has this id or an id that begins with it.
    #[error("no run {name}")]
    Unknown { name: String, path: PathBuf },
    /// The ids of several runs begin with it.
    #[error("{name} is the beginning of {}", ids.join(", "))]
    Ambiguous {
        name: String,
        /// The first of the ids that match.
        ids: Vec<String>,
    },
    /// There are fewer runs than `latest~N` goes back.
    #[error("{name} of {known} runs")]
    TooFew { name: String, known: usize, path: PathBuf },
}

impl StoreError {
    pub(crate) fn index(path: &Path, problem: rusqlite::Error) -> Self {
        let is_broken = is_broken(&problem);
        Self::Index { path: path.to_owned(), problem, is_broken }
    }

    /// The message for people: failure, cause and remedy.
    pub fn message(&self) -> Message {
        match self {
            Self::Directory { path, problem } => {
                let what = Message::new("history-directory-unreadable");
                what.with("path", path.display()).with("why", problem)
            }
            Self::Index { path, problem, .. } => {
                let what = Message::new("history-index-failed");
                what.with("path", path.display()).with("why", problem)
            }
            Self::Foreign { path } => {
                Message::new("history-index-foreign").with("path", path.display())
            }
            Self::NotAFile { path } => {
                Message::new("history-index-no-file").with("path", path.display())
            }
            Self::NoRun { path, problem } => {
                let what = Message::new("history-no-run");
                what.with("path", path.display()).with("why", problem)
            }
            Self::Unknown { name, path } => {
                let what = Message::new("history-unknown-run");
                what.with("name", name).with("path", path.display())
            }
            Self::Ambiguous { name, ids } => {
                let what = Message::new("history-ambiguous-run");
                what.with("name", name).with("ids", ids.join(", "))
            }
            Self::TooFew { name, known, path } => {
                let what = Message::new("history-too-few-runs").with("name", name);
                what.count("known", *known).with("path", path.display())
            }
        }
    }
}

/// Whether the file's content is at fault, rather than permissions, space or another process.
/// Missing tables and columns are reported as SQLITE_ERROR, which rusqlite calls unknown.
pub(crate) fn is_broken(problem: &rusqlite::Error) -> bool {
    use ErrorCode::{
        ConstraintViolation, DatabaseCorrupt, NotADatabase, SchemaChanged, TypeMismatch, Unknown,
    };
    match problem.sqlite_error_code() {
        Some(code) => {
            matches!(
                code,
                ConstraintViolation
                    | DatabaseCorrupt
                    | NotADatabase
                    | SchemaChanged
                    | TypeMismatch
                    | Unknown
            )
        }
        // A value of an unexpected type.
        None => true,
    }
}
