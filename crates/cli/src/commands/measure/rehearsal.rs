//! `--dry-run` and `--fio-job`: the planned run, as a page, a document, and a job for fio.

use narrows_topology::Id;

use super::MeasureRequest;
use crate::destination::Destination;
use crate::failure::Result;
use crate::measuring::rounds::RoundPlan;
use crate::measuring::targets::{LeftOut, TargetLocation};
use crate::measuring::{fio_job, show_places};
use crate::output::CliOutput;

/// Writes the job, if requested, and shows the rounds on a dry run.
pub fn show(
    (request, job): (&MeasureRequest<'_>, Option<Destination>),
    rounds: &[RoundPlan],
    places: &[(Id, TargetLocation)],
    left_out: &[LeftOut],
    output: &CliOutput,
) -> Result<()> {
    if let Some(file) = job {
        let size = request.args.writes.plan(rounds).wanted;
        file.write(fio_job::of(rounds, places, &request.how, size).as_bytes())?;
    }
    if !request.args.dry_run {
        return Ok(());
    }
    show_places(&request.how, (rounds, None), places, left_out, output)
}
