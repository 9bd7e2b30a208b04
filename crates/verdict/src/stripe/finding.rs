//! Findings and the texts that they share.

use narrows_messages::{DocumentText, Message};
use narrows_record::predict::LimitRecord;
use narrows_record::run::RunFinding;
use narrows_workload::{Pattern, Workload};

/// A sentence about some drives or candidates.
pub(super) fn finding(
    what: &Message,
    targets: &[String],
    limit: Option<LimitRecord>,
) -> RunFinding {
    let (id, text) = (what.id().to_owned(), DocumentText::from(what));
    RunFinding { id, targets: targets.to_vec(), text, limit }
}

/// `sequential reads of 1 MiB at depth 8`.
pub(super) fn label(job: &Workload) -> DocumentText {
    let id = match (job.pattern, job.read_percent) {
        (Pattern::Sequential, 100) => "stripe-job-sequential-read",
        (Pattern::Sequential, 0) => "stripe-job-sequential-write",
        (Pattern::Sequential, _) => "stripe-job-sequential-mix",
        (Pattern::Random, 100) => "stripe-job-random-read",
        (Pattern::Random, 0) => "stripe-job-random-write",
        (Pattern::Random, _) => "stripe-job-random-mix",
    };
    let what = Message::new(id).with("block", job.block).with("percent", job.read_percent);
    DocumentText::from(what.with("depth", job.in_flight()))
}

/// Separators of a list, as in `a, b and c`.
pub(super) const LISTED: [&str; 2] = ["stripe-list", "stripe-and"];

/// `4.2`, `19`: percentages with the usual digits.
pub(super) fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent < 9.95 { format!("{percent:.1}") } else { format!("{percent:.0}") }
}

/// `1.96`, `12.3`: a ratio.
pub(super) fn times(ratio: f64) -> String {
    if ratio < 9.995 { format!("{ratio:.2}") } else { format!("{ratio:.1}") }
}
