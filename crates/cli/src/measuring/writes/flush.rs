//! Flushes the writes of a round, outside its time.

use std::io::ErrorKind;
use std::path::Path;

use narrows_engine::{TargetJob, flush};
use narrows_messages::Message;
use narrows_record::run::WriteContext;
use narrows_units::Nanos;

use super::writes;

/// How long a flush may take: large caches of slow drives hold a gigabyte.
const PATIENCE: Nanos = Nanos::millis(60_000);

/// Context of a job's writes, and any error.
pub type Flushed = (Option<WriteContext>, Option<Message>);

/// Context of each job's writes; `None` for those that only read. With any error: a drive that
/// cannot flush holds less than it acknowledged.
pub fn after(jobs: &[TargetJob], preconditioned: bool) -> Vec<Flushed> {
    if !jobs.iter().any(|job| writes(&job.workload)) {
        return jobs.iter().map(|_| (None, None)).collect();
    }
    let targets: Vec<_> = jobs.iter().map(|job| job.target.clone()).collect();
    let flushed = flush(&targets, PATIENCE);
    let one = |(job, took): (&TargetJob, Option<_>)| {
        if !writes(&job.workload) {
            return (None, None);
        }
        let about = |id| Message::new(id).with("target", job.target.name());
        let (flush_s, wrong) = match took {
            Some(Ok(time)) => (Some(Nanos::as_secs(time)), None),
            Some(Err(_)) if is_gone(job.target.name()) => (None, Some(about("writes-vanished"))),
            Some(Err(error)) => (None, Some(about("writes-flush-failed").with("error", error))),
            None => (None, Some(about("writes-flush-late").with("time", PATIENCE))),
        };
        let filled = job.target.is_filled();
        (Some(WriteContext { flush_s, filled, preconditioned }), wrong)
    };
    jobs.iter().zip(flushed).map(one).collect()
}

/// Whether a target that existed has none of its names any more: the kernel removes a drive's device
/// node when it is pulled.
fn is_gone(name: &str) -> bool {
    let metadata = std::fs::symlink_metadata(Path::new("/dev").join(name));
    metadata.is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_name_is_gone() {
        assert!(!is_gone("null") && !is_gone("/dev/null"));
        assert!(is_gone("no-such-drive"));
        // Unknown: a file is in the way.
        assert!(!is_gone("/dev/null/below"));
    }
}
