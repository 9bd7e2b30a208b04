//! The permission that the engine requires to write a raw device.
//!
//! For: making every implementer responsible. The engine has no way to a writable device except
//! through this trait, and it is `unsafe` to implement, so that a search for `unsafe impl` finds
//! everything that hands out devices.
//!
//! Not here: the checks (`narrows-host`, `guard`).

use std::fs::File;
use std::sync::Arc;

use narrows_messages::Message;

/// Permission to write a raw device.
///
/// # Safety
///
/// Writes destroy the data on the device. An implementer guarantees that the file is a device that
/// is not in use, that its owner named it by its serial number to be overwritten, and that
/// [`Permit::check_again`] refuses when either is no longer true.
pub unsafe trait Permit: std::fmt::Debug + Send + Sync {
    /// The device, open for reading and writing with direct I/O, exclusively.
    fn file(&self) -> Arc<File>;

    /// Called before every round: checks that everything is as it was when the permit was given.
    ///
    /// # Errors
    ///
    /// The message that says why not. Nothing is written then.
    fn check_again(&self) -> Result<(), Message>;
}
