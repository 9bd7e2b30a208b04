//! Where trials are kept: `narrows/trials/<id>.json` under the state home, owned by the user who
//! called.

use std::io;
use std::path::PathBuf;

use narrows_host::identity;
use narrows_record::trial::Trial;
use narrows_record::words;

use crate::destination::unwritable;
use crate::failure::Failure;
use crate::platform::whole_file::DirectoryEntry;
use crate::run_directory::{claim, home};

/// Keeps a trial, and tells where. It gets another id where its own is taken.
pub fn keep(trial: &mut Trial) -> Result<PathBuf, Failure> {
    let folder = home()?.join("trials");
    let (mut id, started) = (trial.id.clone(), trial.started.clone());
    let write = |id: &str| {
        let kept = Trial { id: id.to_owned(), ..trial.clone() };
        let json = words::to_vec_kept(&kept).map_err(io::Error::other)?;
        let path = folder.join(format!("{id}.json"));
        std::fs::create_dir_all(&folder)?;
        DirectoryEntry::of(&path)?.put_new(&json).map(|()| path)
    };
    let written = identity::as_caller(|| claim(&mut id, &started, write)).and_then(|done| done);
    trial.id = id;
    written.map_err(|why| unwritable(&folder, &why))
}
