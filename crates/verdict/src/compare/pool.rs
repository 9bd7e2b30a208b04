//! The separate runs of one side, with drives called as in the first of them.

use std::borrow::Cow;

use narrows_record::run::{RunDocument, TargetMeasurement};

use super::join;

/// A run's results, under the names of its side's first run.
pub(super) type Pooled<'a> = Cow<'a, [TargetMeasurement]>;

/// Each run's results; `None` if there is no run.
pub(super) fn pooled(runs: &[RunDocument]) -> Option<Vec<Pooled<'_>>> {
    let (first, more) = runs.split_first()?;
    let mut pooled = vec![Cow::Borrowed(first.results.as_slice())];
    pooled.extend(more.iter().map(|run| Cow::Owned(renamed(first, run))));
    Some(pooled)
}

/// A run's results, with its drives named as in `first`. Results together with a drive that `first`
/// did not measure are left out: they repeat nothing of it.
fn renamed(first: &RunDocument, run: &RunDocument) -> Vec<TargetMeasurement> {
    let joined = join::drives(first, run);
    let name = |own: &String| {
        let pair = joined.iter().find(|pair| pair.target_b == own)?;
        Some(pair.target_a.to_owned())
    };
    let renamed = run.results.iter().filter_map(|result| {
        Some(TargetMeasurement {
            target: name(&result.target)?,
            together: result.together.iter().map(name).collect::<Option<_>>()?,
            ..result.clone()
        })
    });
    renamed.collect()
}
