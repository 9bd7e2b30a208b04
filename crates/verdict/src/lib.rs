//! Compares prediction and measurement: agreement, bottlenecks, advice; and finds problems that are
//! visible without measuring.
//!
//! For: sentences with their evidence, from documents of `narrows-record`: [`explain`] of a run,
//! [`check`] of an observed machine, [`compare`] of two runs, [`sharing`] of limits found from rates
//! alone, with their [`causes`]; documents of `narrows-plan`'s results: [`planned`], [`lanes`].
//! Terminal and browser use [`answer`].
//!
//! Not here: how to measure, how to draw, the inference itself (`narrows-infer`) and the search for
//! places (`narrows-plan`).
//!
//! ```
//! use narrows_record::see::{DriveRecord, SeeDocument};
//!
//! let id = "nvme0n1".to_owned();
//! let drive = DriveRecord { id, percentage_used: Some(90), ..DriveRecord::default() };
//! let found = narrows_verdict::check(&SeeDocument { drives: vec![drive], ..SeeDocument::default() });
//! // Nine tenths of what it is made to endure are used; it is named from eight on.
//! assert_eq!(found.len(), 1);
//! assert_eq!(found[0].what.id(), "check-worn");
//! assert_eq!(found[0].about.as_deref(), Some("nvme0n1"));
//! ```

pub mod advice;
pub mod answer;
mod casebook;
pub mod causes;
mod check;
mod compare;
pub mod experiment;
mod explain;
pub mod in_place;
mod lanes;
pub mod planned;
pub mod sharing;
pub mod shortfall;
pub mod stripe;
mod thresholds;
pub mod trial;
pub mod watch;

pub use casebook::{CasebookFigure, CasebookSelection, casebook, judged};
pub use check::{CheckCoverage, CheckFinding, check, coverage, is_whole, saw_anything};
pub use compare::{MOST_RUNS, compare};
pub use explain::{Conclusion, answered_before, explain};
pub use lanes::lanes;
