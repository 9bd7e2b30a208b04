//! What the engine demands before it writes a raw device.
//!
//! For: a type that somebody must answer for. The engine has no way to a writable device but through
//! this trait, and it is `unsafe` to implement, so that a search for `unsafe impl` finds everybody
//! who hands devices out.
//!
//! Not here: the checks (`narrows-host`, `guard`).

use std::fs::File;
use std::sync::Arc;

use narrows_messages::Message;

/// That a raw device may be written.
///
/// # Safety
///
/// What is written to the file is lost for whoever owned what stood there. Who implements this
/// answers for it that the file is a device that nobody uses, that its owner named it by its serial
/// number to be overwritten, and that [`Permit::check_again`] refuses when either is no longer so.
pub unsafe trait Permit: std::fmt::Debug + Send + Sync {
    /// The device, open for reading and writing past the page cache, for us alone.
    fn file(&self) -> Arc<File>;

    /// Asked before every round: whether all still is as it was when the permit was given.
    ///
    /// # Errors
    ///
    /// The sentence that says why not. Nothing is written then.
    fn check_again(&self) -> Result<(), Message>;
}
