//! The thread that flushes a kept file and keeps its journal.
//!
//! For: flushing beside the issuers, which must not wait for it. Every 200 ms, and on request, it
//! takes the acknowledged writes, flushes the file, appends a batch and flushes that. It ends with
//! its [`Keeper`].
//!
//! A journal that has grown is rewritten in few entries, under another name, flushed, and only then
//! renamed to replace the old one.
//!
//! Not here: the format (`journal`), the names (`file_location`).

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use narrows_units::Nanos;

use super::file_location::FileLocation;
use super::journal::{self, BATCH_MAX};
use crate::write_ledger::{LedgerEntry, WriteLedger};
use crate::{Errno, KeptError};

/// Time between flushes: few writes go unrecorded, and it costs little.
const BEAT: Duration = Duration::from_millis(200);

type Answer = Sender<Result<(), KeptError>>;

/// The keeper of a file, by its channel.
#[derive(Debug)]
pub(super) struct Keeper {
    orders: Sender<Answer>,
    path: PathBuf,
}

#[derive(Debug)]
pub(super) struct Journal {
    place: FileLocation,
    file: File,
    /// Its length in bytes.
    len: usize,
    /// The length of its first account: it is not rewritten before it has doubled.
    base: usize,
    batches: u32,
}

struct KeeperTask {
    file: Arc<File>,
    write_ledger: Arc<WriteLedger>,
    journal: Journal,
    trouble: Option<KeptError>,
}

impl Keeper {
    pub(super) fn start(
        file: Arc<File>,
        write_ledger: Arc<WriteLedger>,
        journal: Journal,
    ) -> Result<Self, KeptError> {
        let path = journal.place.path().to_owned();
        let (orders, inbox) = channel();
        let mut work = KeeperTask { file, write_ledger, journal, trouble: None };
        let thread = thread::Builder::new().name("narrows-keeper".to_owned());
        let spawned = thread.spawn(move || work.run(&inbox));
        spawned.map_err(|error| KeptError::Journal {
            path: path.clone(),
            call: "clone",
            errno: Errno::of(&error),
        })?;
        Ok(Self { orders, path })
    }

    pub(super) fn settle(&self, patience: Nanos) -> Result<(), KeptError> {
        let late = || KeptError::Journal {
            path: self.path.clone(),
            call: "fdatasync",
            errno: Errno(libc::ETIMEDOUT),
        };
        let (answer, answered) = channel();
        self.orders.send(answer).map_err(|_| late())?;
        let patience = Duration::from_nanos(patience.get());
        answered.recv_timeout(patience).unwrap_or_else(|_| Err(late()))
    }
}

impl KeeperTask {
    fn run(&mut self, inbox: &Receiver<Answer>) {
        loop {
            let order = inbox.recv_timeout(BEAT);
            // Also before an answer and the end, so that both cover all acknowledged until then.
            self.beat();
            match order {
                Ok(answer) => {
                    let _ = answer.send(self.trouble.clone().map_or(Ok(()), Err));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// After an error nothing more is promised, and the journal stays valid.
    fn beat(&mut self) {
        // Taken before the flush, which need not cover writes acknowledged during it.
        let entries = self.write_ledger.take();
        if entries.is_empty() || self.trouble.is_some() {
            return;
        }
        self.trouble = self.record(&entries).err();
    }

    fn record(&mut self, entries: &[LedgerEntry]) -> Result<(), KeptError> {
        let flushed = self.file.sync_data();
        flushed.map_err(|error| self.journal.failed("fdatasync", Errno::of(&error)))?;
        entries.chunks(BATCH_MAX).try_for_each(|entries| self.journal.record(entries))
    }
}

impl Journal {
    /// A journal of `len` bytes: the header and batch 0.
    pub(super) fn new(place: FileLocation, file: File, len: usize) -> Self {
        Self { place, file, len, base: len, batches: 1 }
    }

    fn record(&mut self, entries: &[LedgerEntry]) -> Result<(), KeptError> {
        let batch = journal::batch(self.batches, entries);
        append(&self.file, self.len, &batch).map_err(|(call, e)| self.failed(call, e))?;
        self.len += batch.len();
        self.batches += 1;
        if self.len > journal::grown(self.base) {
            self.write_anew()?;
        }
        Ok(())
    }

    fn write_anew(&mut self) -> Result<(), KeptError> {
        let mut bytes = vec![0; self.len];
        let read = self.file.read_exact_at(&mut bytes, 0);
        read.map_err(|error| self.failed("pread", Errno::of(&error)))?;
        let account = journal::read(&bytes).ok_or_else(|| self.failed("pread", Errno::EIO))?;
        let parts = [
            journal::head(account.salt, account.len),
            journal::batch(0, &[]),
            journal::batch(1, &account.entries()),
        ];
        let bytes = parts.concat();
        let anew = self.put(&bytes).map_err(|(call, errno)| self.failed(call, errno))?;
        // The new file has batches 0 and 1, so that the next one is 2.
        (self.file, self.len, self.base, self.batches) = (anew, bytes.len(), bytes.len(), 2);
        Ok(())
    }

    /// Replaces the journal by a new file with these bytes.
    fn put(&self, bytes: &[u8]) -> Result<File, (&'static str, Errno)> {
        let spare = self.place.create_spare(&self.file).map_err(|e| ("openat", e.into()))?;
        // Flushed before the rename: a power cut could leave the new name without content.
        let written = append(&spare.file, 0, bytes);
        let put = written
            .and_then(|()| spare.replace(&self.file).map_err(|(call, errno)| (call, errno.into())));
        put.inspect_err(|_| spare.remove())?;
        Ok(spare.file)
    }

    fn failed(&self, call: &'static str, errno: Errno) -> KeptError {
        KeptError::Journal { path: self.place.path().to_owned(), call, errno }
    }
}

fn append(file: &File, at: usize, bytes: &[u8]) -> Result<(), (&'static str, Errno)> {
    file.write_all_at(bytes, at as u64).map_err(|error| ("pwrite", Errno::of(&error)))?;
    file.sync_data().map_err(|error| ("fdatasync", Errno::of(&error)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rustix::fs::OFlags;

    use super::*;
    use crate::UNIT;
    use crate::kept::journal::Account;
    use crate::write_ledger::UnitPromise;

    const LEN: u64 = 16 * UNIT as u64;

    /// The journal of `folder`/kept, with one write recorded.
    fn begun(folder: &Path) -> Journal {
        let place =
            FileLocation::of(&folder.join("kept")).and_then(|place| place.beside()).unwrap();
        let file = place.create(OFlags::empty()).unwrap();
        let begin = [journal::head(7, LEN), journal::batch(0, &[])].concat();
        append(&file, 0, &begin).unwrap();
        let mut journal = Journal::new(place, file, begin.len());
        journal.record(&[entry(1)]).unwrap();
        journal
    }

    fn entry(generation: u64) -> LedgerEntry {
        LedgerEntry { first: 3, count: 1, generation, promise: UnitPromise::From(generation) }
    }

    fn account(folder: &Path) -> Account {
        journal::read(&std::fs::read(folder.join("kept.narrows")).unwrap()).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_run_left_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = begun(folder.path());
        for left in ["kept.narrows.narrows", "kept.narrows.0123456789abcdef"] {
            std::fs::write(folder.path().join(left), "left").unwrap();
        }
        let before = account(folder.path());
        journal.write_anew().unwrap();
        assert_eq!(account(folder.path()).promises, before.promises);
        journal.record(&[entry(2)]).unwrap();
        assert_eq!(account(folder.path()).promises[3], UnitPromise::From(2));
        assert_eq!(names(folder.path()).len(), 3, "and it leaves nothing of its own");
    }

    /// The keeper may run as root; the caller's file keeps its owner.
    #[test]
    fn a_journal_keeps_its_owner() {
        use std::os::unix::fs::{MetadataExt, fchown};
        let folder = tempfile::tempdir().unwrap();
        let mut journal = begun(folder.path());
        if let Err(error) = fchown(&journal.file, Some(4242), Some(4243)) {
            return println!("skipped: {error}");
        }
        journal.write_anew().unwrap();
        let now = folder.path().join("kept.narrows").metadata().unwrap();
        assert_eq!((now.uid(), now.gid()), (4242, 4243));
    }

    #[test]
    fn what_stands_in_the_journals_place_by_now_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = begun(folder.path());
        let beside = folder.path().join("kept.narrows");
        std::fs::remove_file(&beside).unwrap();
        std::fs::write(&beside, "mine").unwrap();
        let result = journal.write_anew();
        assert!(matches!(result, Err(KeptError::Journal { call: "rename", .. })), "{result:?}");
        journal.place.remove(&journal.file);
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["kept.narrows"]);
    }

    #[test]
    fn the_folder_stays_the_one_it_was_made_in() {
        let parent = tempfile::tempdir().unwrap();
        let (here, there) = (parent.path().join("here"), parent.path().join("there"));
        std::fs::create_dir(&here).unwrap();
        let mut journal = begun(&here);
        std::fs::rename(&here, &there).unwrap();
        std::fs::create_dir(&here).unwrap();
        journal.write_anew().unwrap();
        journal.record(&[entry(2)]).unwrap();
        assert_eq!(names(&here), Vec::<String>::new());
        assert_eq!(account(&there).promises[3], UnitPromise::From(2));
        journal.place.remove(&journal.file);
        assert_eq!(names(&there), Vec::<String>::new());
    }
}
