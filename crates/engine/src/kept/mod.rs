//! A file that the run makes, writes and leaves behind, so that it can be verified later.
//!
//! For: verifying, after a power cut or a `kill -9`, that a drive kept the data it had acknowledged
//! and flushed. The file is new (O_EXCL: no existing file is ever opened), laid out and flushed
//! first; a thread then flushes it several times a second and records beside it, in `FILE.narrows`,
//! what the flush covered ([`journal`]). A flush covers writes acknowledged before it began
//! (fdatasync(2)), and the journal is flushed itself before it counts.
//!
//! Not here: which writes are started (the issuers) or acknowledged (`write_ledger`).

mod file_location;
mod journal;
mod keeper;
mod verify;

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_units::{Bytes, Nanos};
use rustix::fs::OFlags;

use self::file_location::FileLocation;
use self::file_location::journal_of;
use self::keeper::{Journal, Keeper};
pub use self::verify::{Verification, verify};
use crate::layout::FileLayout;
use crate::salt::salt;
use crate::system::examine;
use crate::write_ledger::{WATCHED_MAX, WriteLedger};
use crate::{Errno, KeptError, ScratchPlan};

/// A new file and its journal, both still empty.
#[derive(Debug)]
pub struct NewFile {
    place: FileLocation,
    beside: FileLocation,
    file: File,
    journal: File,
}

#[derive(Debug)]
pub struct KeptFile {
    file: Arc<File>,
    len: u64,
    file_system: &'static str,
    no_cow: Option<bool>,
    write_ledger: Arc<WriteLedger>,
    keeper: Keeper,
}

impl NewFile {
    /// Makes the file and its journal, with the rights of whoever calls. Neither may exist.
    ///
    /// # Errors
    ///
    /// One of them exists, cannot be made, or the file system has no direct I/O. Nothing is left
    /// behind then.
    pub fn make(path: &Path) -> Result<Self, KeptError> {
        let place = FileLocation::of(path)?;
        let beside = place.beside()?;
        let file = place.create(OFlags::DIRECT)?;
        // Without O_DIRECT: batches have any length and begin at any offset.
        match beside.create(OFlags::empty()) {
            Ok(journal) => Ok(Self { place, beside, file, journal }),
            Err(error) => {
                place.remove(&file);
                Err(error)
            }
        }
    }

    /// Lays the file out: exactly `plan.wanted`, or a modest size; always fully written.
    ///
    /// # Errors
    ///
    /// As with a scratch file, or if it would be larger than 64 GiB. Both files are removed then.
    pub fn lay_out(
        self,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<KeptFile, KeptError> {
        self.laid_out(plan, cancel, progress).inspect_err(|_| {
            self.place.remove(&self.file);
            self.beside.remove(&self.journal);
        })
    }

    fn laid_out(
        &self,
        plan: ScratchPlan,
        cancel: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<KeptFile, KeptError> {
        let (path, file) = (self.place.path(), &self.file);
        if plan.wanted.get() > WATCHED_MAX {
            let (path, most) = (path.to_owned(), Bytes::new(WATCHED_MAX));
            return Err(KeptError::TooLarge { path, wanted: plan.wanted, most });
        }
        let (file_system, no_cow) = examine(path, file)?;
        let write_ledger = WriteLedger::new(salt());
        // Always written throughout: a block that is only reserved has no stamp to verify.
        let (plan, stamp) = (ScratchPlan { fill: true, ..plan }, write_ledger.stamp());
        let layout = FileLayout { path, file, stamp, plan, cancel, progress };
        let len = layout.run()?.len;
        write_ledger.watch(len, true);
        let beside = self.beside.path();
        let failed = |call, errno| KeptError::Journal { path: beside.to_owned(), call, errno };
        // Only now: batch 0 promises the layout, which has been flushed at the end of `run`.
        let begin = [journal::head(stamp.salt(), len), journal::batch(0, &[])].concat();
        self.journal.write_all_at(&begin, 0).map_err(|e| failed("pwrite", Errno::of(&e)))?;
        self.journal.sync_all().map_err(|e| failed("fsync", Errno::of(&e)))?;
        // One flush of the folder makes both names durable; the journal lies beside the file.
        self.place.sync().map_err(|errno| failed("fsync", errno.into()))?;
        // `self` keeps its descriptors, with which `lay_out` removes both files on failure.
        let again = |file: &File| {
            let failed =
                |error| KeptError::Make { path: path.to_owned(), errno: Errno::of(&error) };
            file.try_clone().map_err(failed)
        };
        let (file, write_ledger) = (Arc::new(again(file)?), Arc::new(write_ledger));
        let journal = Journal::new(self.place.beside()?, again(&self.journal)?, begin.len());
        let keeper = Keeper::start(Arc::clone(&file), Arc::clone(&write_ledger), journal)?;
        Ok(KeptFile { file, len, file_system, no_cow, write_ledger, keeper })
    }
}

impl KeptFile {
    pub fn len(&self) -> Bytes {
        Bytes::new(self.len)
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The file system's name, such as `ext4`.
    pub fn file_system(&self) -> &'static str {
        self.file_system
    }

    /// Whether copy-on-write could be turned off; `None` if it does not apply.
    pub fn no_cow(&self) -> Option<bool> {
        self.no_cow
    }

    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    pub(crate) fn write_ledger(&self) -> Arc<WriteLedger> {
        Arc::clone(&self.write_ledger)
    }

    /// Flushes and writes down all that is acknowledged, once no round runs any more.
    ///
    /// # Errors
    ///
    /// The drive did not flush within `patience`, or the journal could not be written: earlier
    /// journal entries remain valid.
    pub fn settle(&self, patience: Nanos) -> Result<(), KeptError> {
        self.keeper.settle(patience)
    }
}
