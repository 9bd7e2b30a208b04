//! The permit to overwrite a drive: it holds the drive open exclusively.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::Permit;
use narrows_messages::Message;
use rustix::fs::{Mode, OFlags, open};

use super::collect::{facts_of, is, look_into};
use super::{DriveFacts, OverwriteCheck, OverwriteRefusal, decide, except, look};

/// A drive that may be overwritten. Created by [`permit`] only.
#[derive(Debug)]
pub struct PermittedDrive {
    file: Arc<File>,
    facts: DriveFacts,
    typed: Vec<String>,
    lost: Vec<OverwriteCheck>,
    /// Whether it was written: its content from then on is ours.
    is_begun: AtomicBool,
    cancel: Arc<AtomicBool>,
}

/// Examines the drive at `path`, opens it exclusively and examines it again. `typed` are the serial
/// numbers given by the user, `lost` the checks whose refusal the user has consented to.
///
/// # Errors
///
/// Every reason against it. Nothing was written.
pub fn permit(
    path: &Path,
    typed: &[String],
    lost: &[OverwriteCheck],
    cancel: &Arc<AtomicBool>,
) -> Result<Arc<PermittedDrive>, Vec<OverwriteRefusal>> {
    let refused = |check, why: Message| vec![OverwriteRefusal { check, why }];
    let before = look(path, None, cancel)
        .map_err(|error| refused(OverwriteCheck::Whole, error.message()))?;
    let refusals = except(decide(&before, typed), &before, lost);
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let flags = OFlags::RDWR | OFlags::DIRECT | OFlags::EXCL | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::empty()).map_err(|errno| {
        let why = Message::new("guard-busy").with("drive", path.display());
        refused(OverwriteCheck::Alone, why.with("error", std::io::Error::from(errno)))
    })?;
    let permitted = PermittedDrive {
        file: Arc::new(File::from(file)),
        facts: before,
        typed: typed.to_vec(),
        lost: lost.to_vec(),
        is_begun: AtomicBool::new(false),
        cancel: Arc::clone(cancel),
    };
    let refusals = permitted.reasons();
    if refusals.is_empty() { Ok(Arc::new(permitted)) } else { Err(refusals) }
}

impl PermittedDrive {
    pub fn facts(&self) -> &DriveFacts {
        &self.facts
    }

    /// The current reasons against it. The number is that of the open device, so the facts from
    /// /sys are those of the drive that will be written, wherever its path leads by now.
    fn reasons(&self) -> Vec<OverwriteRefusal> {
        let elsewhere = || {
            let why = Message::new("guard-elsewhere").with("drive", self.facts.path.display());
            vec![OverwriteRefusal { check: OverwriteCheck::Alone, why }]
        };
        if !is(&*self.file, self.facts.number) {
            return elsewhere();
        }
        let Ok(mut now) = facts_of(&self.facts.path, self.facts.number) else {
            return elsewhere();
        };
        if now.identity != self.facts.identity || now.size != self.facts.size {
            return elsewhere();
        }
        let is_begun = self.is_begun.load(Ordering::Relaxed);
        if !is_begun {
            // Signatures are read through a second, ordinary descriptor of the same device, because
            // direct reads need aligned memory.
            let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
            match open(&now.path, flags, Mode::empty()) {
                Ok(device) => {
                    let known = self.facts.content.as_ref();
                    look_into(&mut now, &File::from(device), known, &self.cancel);
                }
                Err(errno) => now.unknown.push((OverwriteCheck::Signatures, errno.to_string())),
            }
        }
        let mut refusals = except(decide(&now, &self.typed), &now, &self.lost);
        // From the first write on content is not read again, and `decide` would refuse it.
        refusals.retain(|refusal| !(is_begun && refusal.check == OverwriteCheck::Content));
        refusals
    }
}

// SAFETY: the file was opened with O_EXCL after every check had passed and before all were done
// again; the only constructor is `permit`, which demands the typed serial; `check_again` repeats
// the checks on the number of the open device: all until the first write, then those that do not
// look at the content, which is Narrows' own by then.
unsafe impl Permit for PermittedDrive {
    fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    fn check_again(&self) -> Result<(), Message> {
        match self.reasons().into_iter().next() {
            Some(refusal) => Err(refusal.why),
            None => {
                self.is_begun.store(true, Ordering::Relaxed);
                Ok(())
            }
        }
    }
}
