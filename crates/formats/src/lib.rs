//! Other programs' files: results that they wrote, jobs that they run, figures that they read; what DiskSpd is told.
//!
//! For: taking somebody's results of fio, CrystalDiskMark, KDiskMark, DiskSpd, Iometer, elbencho or a
//! table of their own as a run's document, so that they are compared, explained, drawn and kept like
//! a run of Narrows.
//!
//! Not here: files and folders (they come as bytes with their names), measuring, what follows from
//! figures. Nothing is made up: what a format does not say stays unknown in the document.

pub mod bench;
pub mod diskspd;
pub mod export;
pub mod fio_job;
mod folder;
pub mod ior;
pub mod profile;
pub mod results;
mod text;

pub use folder::{NamedFile, Nothing, run};
pub use text::decoded;
