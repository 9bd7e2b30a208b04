//! CSV (RFC 4180, with `\n`): a line a result.

use narrows_messages::clean;
use narrows_record::run::{RunDocument, TargetMeasurement};

pub(super) const HEADING: &str = "set,repeat,target,workload,mb_s,iops,read_mb_s,write_mb_s,p50_us,\
     p90_us,p99_us,p99.9_us,p99.99_us,window_s,limit_mb_s,errors,partial,simulated,together\n";

pub(super) fn of(run: &RunDocument) -> String {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for row in &run.results {
        // Writing to memory does not fail.
        let _ = writer.write_record(cells(row));
    }
    let rows = writer.into_inner().unwrap_or_default();
    format!("{HEADING}{}", String::from_utf8_lossy(&rows))
}

fn cells(row: &TargetMeasurement) -> Vec<String> {
    let together = row.together.join("+");
    let set = if row.together.len() > 1 { together.as_str() } else { "alone" };
    let text = |figure: f64| format!("{figure}");
    let known = |figure: Option<f64>| figure.map(text).unwrap_or_default();
    let positive = |figure: f64| known(Some(figure).filter(|figure| *figure > 0.0));
    let latency = &row.latency_us;
    vec![
        named(set),
        row.repeat.to_string(),
        named(&row.target),
        named(&row.workload),
        text(row.mb_s),
        positive(row.iops),
        positive(row.read_mb_s),
        positive(row.write_mb_s),
        known(latency.p50),
        known(latency.p90),
        known(latency.p99),
        known(latency.p999),
        known(latency.p9999),
        positive(row.window_s),
        known(row.asked.limit_mb_s),
        row.errors.to_string(),
        row.partial.to_string(),
        row.simulated.to_string(),
        named(&together),
    ]
}

/// A name as a cell. A spreadsheet runs text that begins like a formula, quoted or not; a leading
/// apostrophe prevents it, which `narrows import` removes again (OWASP, "CSV Injection").
fn named(name: &str) -> String {
    let name = clean(name);
    if is_formula(&name) { format!("'{name}") } else { name }
}

/// The name that such a cell means.
pub(crate) fn name_of(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|name| is_formula(name)).unwrap_or(cell)
}

/// Whether it begins like a formula after any apostrophes, which precede a name that already had them.
fn is_formula(name: &str) -> bool {
    name.trim_start_matches('\'').starts_with(FORMULA)
}

const FORMULA: [char; 4] = ['=', '+', '-', '@'];
