//! `--gather`: the kept runs that repeat the two that were named.

use std::path::PathBuf;
use std::time::Duration;

use narrows_record::history::PastRun;
use narrows_record::run::RunDocument;
use narrows_verdict::MOST_RUNS;

use crate::failure::Result;
use crate::run_directory::with_store;
use crate::store::{RunFilter, read_run};

/// Repeats of one sitting are no further apart.
const SITTING: Duration = Duration::from_secs(3600);

/// Adds to each side the kept runs that made the same measurement of the same drives in the same
/// machine, in one session with its first run: each no more than an hour before the next. Runs up
/// to the earlier of the two runs belong to its side, later ones to the other.
pub fn repeats(a: &mut Vec<RunDocument>, b: &mut Vec<RunDocument>) -> Result<()> {
    let (Some(first), Some(second)) = (a.first(), b.first()) else { return Ok(()) };
    let bound = first.started.clone().min(second.started.clone());
    let taken: Vec<String> = a.iter().chain(b.iter()).map(|run| run.id.clone()).collect();
    for side in [a, b] {
        let Some(own) = side.first().map(PastRun::of) else { continue };
        let until = Some(bound.as_str()).filter(|bound| own.started.as_str() > *bound);
        let room = MOST_RUNS.saturating_sub(side.len());
        let runs: Vec<RunDocument> = with_store(|store| {
            let known = store.runs(&RunFilter { simulated: true, ..RunFilter::default() })?;
            let ids = sitting(&known, &own, until);
            let new = ids.into_iter().filter(|id| !taken.contains(id)).take(room);
            let paths = new.map(|id| store.find(&id)).collect::<Result<Vec<PathBuf>, _>>()?;
            paths.iter().map(|path| read_run(path)).collect()
        })?;
        side.extend(runs);
    }
    Ok(())
}

/// The ids of the runs that repeat `own`, of those after `until`; `known` is newest first.
fn sitting(known: &[PastRun], own: &PastRun, until: Option<&str>) -> Vec<String> {
    let mut last = time(&own.started);
    let mut ids = Vec::new();
    let alike = known.iter().filter(|run| run.repeats(own) && !run.partial);
    for run in alike.filter(|run| run.started <= own.started && run.id != own.id) {
        let started = time(&run.started);
        let is_near =
            last.zip(started).is_some_and(|(last, it)| last.saturating_sub(it) <= SITTING);
        if !is_near || until.is_some_and(|until| run.started.as_str() <= until) {
            break;
        }
        last = started;
        ids.push(run.id.clone());
    }
    ids
}

fn time(started: &str) -> Option<Duration> {
    let time = humantime::parse_rfc3339(started).ok()?;
    time.duration_since(std::time::SystemTime::UNIX_EPOCH).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: &str, started: &str) -> PastRun {
        let started = format!("2026-11-23T{started}:00Z");
        PastRun { id: id.to_owned(), started, ..PastRun::default() }
    }

    /// Before lunch, then after it, with a run of another machine in between.
    #[test]
    fn a_sitting_ends_where_nothing_was_measured_for_an_hour() {
        let mut other = run("other", "13:20");
        other.machine = Some("another".to_owned());
        let known = [
            run("f", "13:40"),
            run("e", "13:30"),
            other,
            run("d", "13:10"),
            run("c", "12:10"),
            run("b", "11:00"),
            run("a", "10:50"),
        ];
        assert_eq!(sitting(&known, &known[0], None), ["e", "d", "c"]);
        assert_eq!(sitting(&known, &known[0], Some("2026-11-23T13:10:00Z")), ["e"]);
        assert_eq!(sitting(&known, &known[3], None), ["c"]);
        assert_eq!(sitting(&known, &known[6], None), [""; 0]);
    }
}
