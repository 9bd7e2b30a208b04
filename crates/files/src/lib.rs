//! Files that people write, as TOML: machines, clusters, fault scripts, slots of a board, answers to questions.
//!
//! For: machines that are described by hand ([`machine_file`]) and the slots that `plan` looks at, whichever
//! source they are known from ([`inventory`]); virtual hosts ([`cluster_file`]); what goes wrong on virtual
//! hardware ([`faults`]); what scripts say to `narrows build` ([`array_file`], [`answers_file`]). An error
//! names the line and what stands there.
//!
//! Not here: the files themselves (texts are handed in), the JSON documents (`narrows-record`).

pub mod answers_file;
pub mod array_file;
pub mod cluster_file;
pub mod faults;
pub mod inventory;
pub mod learn;
pub mod machine_file;
pub mod moved;
pub mod planned_array;
