//! Other programs' files: results that they wrote, jobs that they run, figures that they read; DiskSpd's command
//! line; which hosts are at which switch, as Slurm's `topology.conf` and lldpd have it.
//!
//! For: taking results of fio, CrystalDiskMark, KDiskMark, DiskSpd, Iometer, elbencho or a
//! table of their own as a run's document, so that they are compared, explained, drawn and kept like
//! a run of Narrows.
//!
//! Not here: files and folders (they come as bytes with their names), measuring, conclusions from
//! figures. Nothing is invented: values that a format lacks stay unknown in the document.
//!
//! ```
//! use narrows_formats::{NamedFile, run};
//!
//! let file = NamedFile {
//!     path: vec!["mine.csv".to_owned()],
//!     bytes: b"target,workload,mib_s\nC,seq-read-128k-q32,1000\n".to_vec(),
//! };
//! let run = run(&[file], "mine.csv").expect("a table");
//! // 1,000 MiB/s are 1,048.576 MB/s.
//! assert_eq!(run.results[0].mb_s, 1048.576);
//! ```

pub mod bench;
pub mod diskspd;
pub mod export;
pub mod fio_job;
mod folder;
pub mod ior;
pub mod lldp;
pub mod profile;
pub mod prometheus;
pub mod results;
mod text;
pub mod topology_conf;

pub use folder::{NamedFile, NoReadableFile, run};
pub use text::decoded;
