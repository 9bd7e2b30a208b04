//! From a source and a request to the document that answers: the machine as observed, its lane budget, the
//! combined rates of drives, their best placement.
//!
//! For: the terminal and the page in the browser, which say the same because both ask here.
//!
//! Not here: reading files (bytes are handed in), the clock (functions are handed in that tell whether time
//! is over), arguments and exit codes, drawing.
//!
//! ```
//! use narrows_verdict::answer::predict::{self, PredictionRequest};
//! use narrows_verdict::answer::source::SourceMachine;
//!
//! let mut seen = SourceMachine::of_catalogue("asrock-z170-oc-formula/3x-m8pe").expect("one");
//! let workloads = predict::workloads(&["seq-read-128k-q32".to_owned()]).ok().flatten();
//! let together = vec!["m8pe1,m8pe2,m8pe3".to_owned()];
//! let asked = PredictionRequest { workloads, together, ..PredictionRequest::default() };
//! let document = predict::answer(&asked, &mut seen).expect("a prediction");
//! // DMI 3.0 carries 3,587.5 MB/s; a third of it for each of three drives.
//! let row = document.results.iter().find(|row| row.together.len() == 3).expect("the three");
//! assert_eq!(row.mb_s, 1195.8);
//! ```

pub mod arrangement;
pub mod asks;
mod failure;
pub mod inventory;
pub mod lanes;
pub mod plan;
pub mod predict;
pub mod predictions;
pub mod processor;
pub mod see;
pub mod source;
mod time;

pub use self::failure::{AnswerFailure, FailureKind};
pub use self::time::TimeBudget;
