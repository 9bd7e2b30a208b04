//! Every candidate by every job as bars, a small drawing a job: those near the best are seen at a glance.

use narrows_messages::Localizer;
use narrows_record::stripe::StripeJob;

use super::matrix::{JobMatrixLine, Matrix, said};
use crate::block::{BarChart, ChartBar, Page};
use crate::words;

/// Candidates beyond these are in the table only.
const MOST_BARS: usize = 24;

pub(super) fn write(page: &mut Page, matrices: &[Matrix<'_>], localizer: &Localizer) {
    page.named("jobs", |page| {
        for matrix in matrices {
            page.heading(&matrix.heading);
            page.side_by_side(|page| {
                for (job, column) in matrix.jobs.iter().zip(&matrix.columns) {
                    page.named("job", |page| of_job(page, matrix, (job, column), localizer));
                }
            });
        }
    });
}

fn of_job(
    page: &mut Page,
    matrix: &Matrix<'_>,
    (job, column): (&StripeJob, &str),
    localizer: &Localizer,
) {
    let lines = matrix.rows.iter().filter(|line| !line.is_dropped).take(MOST_BARS);
    let rows: Vec<ChartBar> = lines.filter_map(|line| bar(line, job)).collect();
    if rows.is_empty() {
        return;
    }
    let waited = if job.by_latency { Some(localizer.text("report-html-lower")) } else { None };
    page.heading(&words::dotted([column.to_owned()].into_iter().chain(waited)));
    page.bars(BarChart { most: 1.0, rows, lost: localizer.text("report-html-best-key") });
}

/// As long as its share of the best.
fn bar(line: &JobMatrixLine<'_>, job: &StripeJob) -> Option<ChartBar> {
    let figure = line.figure(job)?;
    Some(ChartBar {
        name: line.name.clone(),
        got: figure.share,
        could: (figure.share < 1.0).then_some(1.0),
        value: said(figure, job),
        is_chosen: line.is_taken,
        ..ChartBar::default()
    })
}
