//! Every candidate by every job as bars, a small drawing a job: those near the best show at a glance.

use narrows_messages::Localizer;
use narrows_record::stripe::StripeJob;

use super::matrix::{JobMatrixLine, Matrix, figure_text};
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
                    page.named("job", |page| {
                        let lines = matrix.rows.iter().filter(|line| !line.is_dropped);
                        let rows = lines.take(MOST_BARS).filter_map(|line| bar(line, job));
                        let rows: Vec<ChartBar> = rows.collect();
                        if rows.is_empty() {
                            return;
                        }
                        let waited = job.by_latency.then(|| localizer.text("report-html-lower"));
                        page.heading(&words::dotted([column.clone()].into_iter().chain(waited)));
                        let lost = localizer.text("report-html-best-key");
                        page.bars(BarChart { most: 1.0, rows, lost });
                    });
                }
            });
        }
    });
}

/// As long as its share of the best.
fn bar(line: &JobMatrixLine<'_>, job: &StripeJob) -> Option<ChartBar> {
    let figure = line.figure(job)?;
    Some(ChartBar {
        name: line.name.clone(),
        got: figure.share,
        could: (figure.share < 1.0).then_some(1.0),
        value: figure_text(figure, job),
        is_chosen: line.is_taken,
        ..ChartBar::default()
    })
}
