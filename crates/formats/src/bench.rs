//! The table of a benchmark profile from a run's passes, and the same as text for forums.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_workload::{Pattern, Workload};

use crate::profile::{BenchProfile, ProfileColumn, WINDOW};

/// The figures of one target, or of a set in sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The target; of a set its drives.
    pub name: String,
    /// The rows of the profile, in order.
    pub rows: Vec<SheetRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SheetRow {
    pub name: String,
    pub cells: Vec<(ProfileColumn, Workload, BenchFigures)>,
}

/// Statistics over the passes; `None` if no pass has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BenchFigures {
    /// 10^6 bytes per second.
    pub mb_s: Option<f64>,
    /// Requests per second.
    pub iops: Option<f64>,
    /// Average time of a request, microseconds, by Little's law: requests in flight over their rate.
    pub average_us: Option<f64>,
}

/// A sheet for each target alone, then for each set in sum. Rows that were cut short do not count.
pub fn sheets(run: &RunDocument, profile: &BenchProfile) -> Vec<Sheet> {
    let mut groups: Vec<(String, Vec<&TargetMeasurement>)> = Vec::new();
    for row in run.results.iter().filter(|row| !row.partial && row.errors == 0) {
        let name = if row.together.len() > 1 { row.together.join("+") } else { row.target.clone() };
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    // Stable: groups of one size keep the order of the run.
    groups.sort_by_key(|(_, rows)| rows.first().map_or(0, |row| row.together.len()));
    groups.into_iter().map(|(name, rows)| sheet(name, &rows, profile)).collect()
}

fn sheet(name: String, rows: &[&TargetMeasurement], profile: &BenchProfile) -> Sheet {
    let row = |row: &crate::profile::ProfileRow| {
        let cell = |(access, workload): &(ProfileColumn, Workload)| {
            let figures = figures(rows, (workload, &row.measured_as(workload)), profile);
            (*access, workload.clone(), figures)
        };
        SheetRow { name: row.name.clone(), cells: row.cells.iter().map(cell).collect() }
    };
    Sheet { name, rows: profile.rows.iter().map(row).collect() }
}

/// The sums of each pass, reduced to the statistic. A pass that lacks a drive is ignored.
fn figures(
    rows: &[&TargetMeasurement],
    (workload, name): (&Workload, &str),
    profile: &BenchProfile,
) -> BenchFigures {
    let mut passes: BTreeMap<u32, (f64, f64, usize)> = BTreeMap::new();
    let own = || rows.iter().filter(|row| row.workload == name);
    for row in own() {
        let pass = passes.entry(row.repeat).or_default();
        *pass = (pass.0 + row.mb_s, pass.1 + row.iops, pass.2 + 1);
    }
    // The sum of a set that lacks a drive's row would be too small, and a best or mean over it
    // wrong.
    let drives = own().map(|row| row.together.len().max(1)).max().unwrap_or(1);
    let whole: Vec<(f64, f64)> =
        passes.into_values().filter(|pass| pass.2 >= drives).map(|pass| (pass.0, pass.1)).collect();
    let iops = profile.statistic.of(whole.iter().map(|pass| pass.1).collect());
    let in_flight = f64::from(workload.in_flight()) * drives as f64;
    BenchFigures {
        mb_s: profile.statistic.of(whole.iter().map(|pass| pass.0).collect()),
        iops,
        average_us: iops.filter(|iops| *iops > 0.0).map(|iops| in_flight * 1e6 / iops),
    }
}

/// Whether the passes so far suffice: the rate that the profile tracks was steady over the last
/// [`WINDOW`], of every target and set. Never for a profile that tracks none.
///
/// Source: SNIA Solid State Storage Performance Test Specification 2.0.2, section 2 ("Steady State").
pub fn is_steady(results: &[TargetMeasurement], profile: &BenchProfile) -> bool {
    let Some(tracked) = &profile.steady else { return false };
    let mut courses: BTreeMap<(&str, &str), BTreeMap<u32, f64>> = BTreeMap::new();
    for row in results.iter().filter(|row| row.workload == *tracked) {
        let course = courses.entry((row.set.as_str(), row.target.as_str())).or_default();
        course.insert(row.repeat, row.iops);
    }
    let is_one = |course: &BTreeMap<u32, f64>| {
        let rates: Vec<f64> = course.values().copied().collect();
        // Passes come in order from the map, which is keyed by their number.
        let last = rates.len().checked_sub(WINDOW).and_then(|from| rates.get(from..));
        last.is_some_and(|last| narrows_units::stats::steady(last, 1, 0).is_some())
    };
    !courses.is_empty() && courses.values().all(is_one)
}

/// As wide as the texts that people post.
const WIDTH: usize = 78;

/// The sheets as text, in CrystalDiskMark-like rows, under our own name.
pub fn text(run: &RunDocument, profile: &BenchProfile, sheets: &[Sheet]) -> String {
    let rule = "-".repeat(WIDTH);
    let mut text = format!("{rule}\nNarrows {}: {}\n{rule}\n", run.narrows, profile.title);
    text.push_str("* MB/s = 1,000,000 bytes/s\n* KiB = 1024 bytes, MiB = 1024 KiB\n");
    for sheet in sheets {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{}", sheet.name);
        for access in columns(sheet) {
            let _ = writeln!(text, "\n{}", heading(access));
            let cells = sheet.rows.iter().flat_map(|row| &row.cells);
            for (_, workload, figures) in cells.filter(|(own, ..)| *own == access) {
                let _ = writeln!(text, "{}", line(workload, figures));
            }
        }
    }
    let _ = writeln!(text, "\nProfile: {}", profile.name);
    let _ = writeln!(text, "   Test: {} (x{})", profile.size, profile.passes);
    let seconds = profile.time.as_secs();
    let _ =
        writeln!(text, "   Time: {seconds} s a row and pass, {} of the passes", statistic(profile));
    let _ = writeln!(text, "   Date: {}", run.started.replace('T', " ").trim_end_matches('Z'));
    if run.results.iter().any(|row| row.simulated) {
        text.push_str("   Note: simulated, on virtual hardware\n");
    }
    text
}

/// The columns of a sheet, in order.
pub fn columns(sheet: &Sheet) -> Vec<ProfileColumn> {
    let mut all: Vec<ProfileColumn> =
        sheet.rows.iter().flat_map(|row| row.cells.iter().map(|(access, ..)| *access)).collect();
    all.sort();
    all.dedup();
    all
}

fn heading(access: ProfileColumn) -> String {
    match access {
        ProfileColumn::Read => "[Read]".to_owned(),
        ProfileColumn::Write => "[Write]".to_owned(),
        ProfileColumn::Mix(share) => format!("[Mix] Read {share}%/Write {}%", 100 - share),
    }
}

fn statistic(profile: &BenchProfile) -> &'static str {
    match profile.statistic {
        crate::profile::PassStatistic::Best => "best",
        crate::profile::PassStatistic::Mean => "mean",
        crate::profile::PassStatistic::Median => "median",
        crate::profile::PassStatistic::Steady => "mean of the last five",
    }
}

fn line(workload: &Workload, figures: &BenchFigures) -> String {
    let order = match workload.pattern {
        Pattern::Sequential => "SEQ",
        Pattern::Random => "RND",
    };
    let bytes = workload.block.get();
    let size = match bytes {
        _ if bytes.is_multiple_of(1 << 20) => format!("{:4}MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{:4}KiB", bytes >> 10),
        _ => format!("{bytes:4}B  "),
    };
    let asked = format!("  {order} {size} (Q={:3}, T={:2})", workload.depth, workload.jobs);
    let (Some(mb_s), Some(iops)) = (figures.mb_s, figures.iops) else {
        return format!("{asked}:       not measured");
    };
    let average = figures.average_us.unwrap_or_default();
    format!("{asked}: {mb_s:9.3} MB/s [{iops:9.1} IOPS] <{average:9.2} us>")
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::profile::named;
    use crate::{NamedFile, run};

    fn sample(rows: &str) -> RunDocument {
        let bytes = format!("target,workload,mb_s,set,repeat\n{rows}").into_bytes();
        let file = NamedFile { path: vec!["a.csv".to_owned()], bytes };
        run(&[file], "a.csv").unwrap()
    }

    /// 1,048.576 MB/s in requests of 1 MiB are 1,000 a second: eight in flight take 8 ms each.
    #[test]
    fn the_best_pass_counts_and_sets_are_sums_of_one_pass() {
        let run = sample(
            "a,seq-read-1m-q8,900,,1\na,seq-read-1m-q8,1048.576,,2\n\
             a,seq-read-1m-q8,500,a+b,1\nb,seq-read-1m-q8,500,a+b,1\n\
             a,seq-read-1m-q8,700,a+b,2\nb,seq-read-1m-q8,200,a+b,2\n",
        );
        let profile = named("cdm8").unwrap();
        let sheets = sheets(&run, &profile);
        assert_eq!(
            sheets.iter().map(|sheet| sheet.name.as_str()).collect::<Vec<_>>(),
            ["A", "A+B"]
        );
        let (_, _, alone) = &sheets[0].rows[0].cells[0];
        assert_eq!(alone.mb_s, Some(1048.576));
        assert!((alone.iops.unwrap() - 1000.0).abs() < 1e-6);
        assert!((alone.average_us.unwrap() - 8000.0).abs() < 1e-3);
        // 500 + 500, not 700 + 500.
        assert_eq!(sheets[1].rows[0].cells[0].2.mb_s, Some(1000.0));
        assert_eq!(sheets[0].rows[0].cells[1].2, BenchFigures::default());
    }

    /// Five passes within a fifth that neither rise nor fall are steady; with the pass before they fall.
    #[test]
    fn passes_go_on_until_the_last_five_are_steady() {
        let tracked = "rand-write-4k-q16-j2";
        let profile = named("snia-iops").unwrap();
        assert_eq!(profile.steady.as_deref(), Some(tracked));
        let run_of = |rates: &[f64]| {
            let line = |(pass, rate): (usize, &f64)| format!("a,{tracked},{rate},,{}\n", pass + 1);
            sample(&rates.iter().enumerate().map(line).collect::<String>())
        };
        let falling = run_of(&[900.0, 700.0, 400.0, 210.0, 200.0]);
        assert!(!is_steady(&falling.results, &profile));
        let steady = run_of(&[900.0, 205.0, 200.0, 198.0, 203.0, 199.0]);
        assert!(is_steady(&steady.results, &profile));
        assert!(!is_steady(&run_of(&[200.0; 4]).results, &profile));
        assert!(!is_steady(&steady.results, &named("cdm8").unwrap()));
        let row = sheets(&steady, &profile)[0].rows[6].cells[6].2;
        // The mean of the last five.
        assert_eq!(row.mb_s, Some(201.0));
    }

    /// Posted text is read back unchanged, under the name that the text has.
    #[test]
    fn the_text_has_crystal_disk_marks_rows() {
        let run = sample("a,seq-read-1m-q8,1048.576,,1\n");
        let profile = named("cdm8").unwrap();
        let text = text(&run, &profile, &sheets(&run, &profile));
        let row = "  SEQ    1MiB (Q=  8, T= 1):  1048.576 MB/s [   1000.0 IOPS] <  8000.00 us>";
        assert!(text.lines().any(|line| line == row), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let again = crate::results::read(text.as_bytes()).unwrap();
        assert_eq!((again.tool.as_str(), again.figures.len()), ("Narrows", 1));
        assert_eq!(again.figures[0].mb_s(), 1048.576);
    }
}
