//! Where trials are kept: `narrows/trials/<id>.json` under the state home, owned by the user who
//! called.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::trial::Trial;

use crate::failure::Failure;
use crate::run_directory::home;

/// Keeps a trial, and tells where.
pub fn keep(trial: &Trial) -> Result<PathBuf, Failure> {
    let path = home()?.join("trials").join(format!("{}.json", trial.id));
    let json = serde_json::to_vec_pretty(trial).map_err(io::Error::other);
    let written = json
        .and_then(|json| identity::as_caller(|| write(&path, &json)).and_then(|written| written));
    written.map_err(|why| {
        let what = Message::new("cli-cannot-write").with("path", path.display());
        Failure::new(what.with("why", why))
    })?;
    Ok(path)
}

fn write(path: &Path, json: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::create_new(path)?.write_all(json)
}
