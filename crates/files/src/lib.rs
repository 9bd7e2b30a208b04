//! Files that people write, as TOML: machines, clusters, fault scripts, slots of a board, answers to questions.
//!
//! For: machines described by hand ([`machine_file`]) and the slots that `plan` considers, whatever their
//! source ([`inventory`]); virtual hosts ([`cluster_file`]); faults of virtual hardware ([`faults`]);
//! scripted input to `narrows build` ([`array_file`], [`answers_file`]). An error names the line and its
//! content.
//!
//! Not here: the files themselves (texts are handed in), the JSON documents (`narrows-record`).
//!
//! ```
//! use narrows_files::machine_file;
//! use narrows_topology::Id;
//!
//! let file = machine_file::read(
//!     r#"
//!     schema = "narrows.machine/1"
//!     [host]
//!     chipset = "intel-z170"
//!     [[drive]]
//!     id = "a"
//!     on = "chipset"
//!     link = "3.0 x4"
//!     read = "2000 MB/s"
//!     "#,
//! )
//! .expect("a machine file");
//! let workload = narrows_workload::profile("seq-read-128k-q32").expect("a workload");
//! // A link of four lanes carries more than the 2,000 MB/s of the drive.
//! let outcomes = narrows_model::predict(&file.machine, &[Id::new("a")], &workload);
//! assert_eq!(outcomes[0].rate.as_mb_s(), 2000.0);
//! ```

pub mod answers_file;
pub mod array_file;
pub mod cluster_file;
pub mod faults;
pub mod inventory;
pub mod learn;
pub mod machine_file;
pub mod moved;
pub mod planned_array;
