//! Benchmark profiles: the rows of a program that people compare results of, as data with their source.
//!
//! The profiles here lie in `data/profiles/`; people write their own files of the same form.
//!
//! Not here: measuring. Each row is a workload like any other.

use narrows_messages::Message;
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Pattern, Workload};
use serde::Deserialize;

/// The schema that such a file names.
const SCHEMA: &str = "narrows.profile/1";
/// How that of any version begins: one of a later version is no job for fio.
const SCHEMAS: &str = "narrows.profile/";
/// Rows of a file: every power of two of block sizes, depths and threads at once is fewer.
const MOST_ROWS: usize = 200;

macro_rules! profiles {
    ($($name:literal)*) => {
        &[$(include_str!(concat!("../data/profiles/", $name, ".toml"))),*]
    };
}

const OURS: &[&str] = profiles!("cdm8" "cdm8-nvme" "cdm8-peak" "cdm8-real" "cdm8-mix" "cdm5" "cdm3" "atto" "as-ssd" "iometer-ssd750" "fio-threads" "everyday" "snia-iops" "curve");

#[derive(Clone, Debug, PartialEq)]
pub struct BenchProfile {
    /// Name on the command line.
    pub name: String,
    pub title: String,
    /// How often everything runs.
    pub passes: u32,
    pub statistic: PassStatistic,
    /// How long each workload of a pass counts.
    pub time: Nanos,
    pub size: Bytes,
    pub source: String,
    /// Written areas are first filled completely, twice.
    pub precondition: bool,
    /// Its rows represent jobs on files, which are run themselves if there are files.
    pub jobs: bool,
    /// The workload whose last passes decide whether to go on; `None` if all passes run.
    pub steady: Option<String>,
    /// Details of it that are not known for certain.
    pub unconfirmed: Vec<String>,
    /// Its rows, in order.
    pub rows: Vec<ProfileRow>,
}

/// A row of the table, with the workload of each column.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileRow {
    pub name: String,
    pub cells: Vec<(ProfileColumn, Workload)>,
    /// At this many positions from the beginning to the end, instead of all over; reads only.
    pub positions: Option<u32>,
}

impl ProfileRow {
    /// Name of its workload in a run's results.
    pub fn measured_as(&self, workload: &Workload) -> String {
        match self.positions {
            Some(_) => format!("{}{BY_POSITION}", workload.name),
            None => workload.name.clone(),
        }
    }
}

/// Ends the name of a workload that was measured by position: it is never compared with one of the first
/// or any other part.
const BY_POSITION: &str = "-by-position";
/// More positions are indistinguishable in a chart.
const MOST_POSITIONS: u32 = 1000;

impl BenchProfile {
    /// The name that the workload is measured under, and the number of positions; `None` if it has none.
    pub fn positions(&self, workload: &str) -> Option<(String, u32)> {
        let cells = |row: &ProfileRow| row.cells.iter().any(|(_, own)| own.name == workload);
        let row = self.rows.iter().find(|row| row.positions.is_some() && cells(row))?;
        Some((format!("{workload}{BY_POSITION}"), row.positions?))
    }

    /// Whether it measures by position.
    pub fn is_by_position(&self) -> bool {
        self.rows.iter().any(|row| row.positions.is_some())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProfileColumn {
    /// Only reads.
    Read,
    /// Only writes.
    Write,
    /// So many of a hundred read.
    Mix(u8),
}

/// Statistic over several passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassStatistic {
    Best,
    Mean,
    Median,
    /// The mean of the last [`WINDOW`], by which it was judged whether the rate was steady.
    Steady,
}

/// Passes of a measurement window (SNIA Solid State Storage Performance Test Specification 2.0.2,
/// section 2, "Measurement Window": five rounds).
pub const WINDOW: usize = 5;

impl PassStatistic {
    /// Its value for these figures of passes in order, of which the greatest is best; `None` if empty.
    pub fn of(self, mut figures: Vec<f64>) -> Option<f64> {
        if self == Self::Steady {
            figures.drain(..figures.len().saturating_sub(WINDOW));
            return Self::Mean.of(figures);
        }
        figures.sort_by(f64::total_cmp);
        let count = figures.len();
        match self {
            Self::Best => figures.last().copied(),
            Self::Mean | Self::Steady => {
                (count > 0).then(|| figures.iter().sum::<f64>() / count as f64)
            }
            Self::Median => {
                let upper = figures.get(count / 2)?;
                // The same element for an odd count.
                let lower = figures.get((count.saturating_sub(1)) / 2)?;
                Some(f64::midpoint(*lower, *upper))
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    schema: String,
    name: String,
    title: String,
    passes: u32,
    statistic: PassStatistic,
    time: String,
    size: String,
    source: String,
    #[serde(default)]
    precondition: bool,
    #[serde(default)]
    jobs: bool,
    steady: Option<String>,
    #[serde(default)]
    unconfirmed: Vec<String>,
    row: Vec<ProfileFileRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFileRow {
    name: String,
    pattern: ProfileFilePattern,
    block: String,
    depth: u32,
    #[serde(default = "one")]
    threads: u32,
    access: Vec<ProfileFileAccess>,
    positions: Option<u32>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ProfileFilePattern {
    Sequential,
    Random,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ProfileFileAccess {
    Word(AccessWord),
    Mix(u8),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AccessWord {
    Read,
    Write,
}

pub fn all() -> Vec<BenchProfile> {
    OURS.iter().filter_map(|text| read(text).ok()).collect()
}

pub fn named(name: &str) -> Option<BenchProfile> {
    all().into_iter().find(|profile| profile.name == name)
}

/// Whether a text claims to be a profile.
pub fn is_one(text: &str) -> bool {
    text.contains(SCHEMAS)
}

/// A profile file.
///
/// # Errors
///
/// Invalid TOML, an unknown or missing key, or a value that cannot be measured.
pub fn read(text: &str) -> Result<BenchProfile, Message> {
    let failed = |why: String| Message::new("profile-broken").with("why", why);
    let file: ProfileFile = toml::from_str(text).map_err(|error| failed(error.to_string()))?;
    if file.schema != SCHEMA {
        return Err(failed(format!("schema is \"{}\", not \"{SCHEMA}\"", file.schema)));
    }
    let time: Nanos = file.time.parse().map_err(|error| failed(format!("time: {error}")))?;
    let size: Bytes = file.size.parse().map_err(|error| failed(format!("size: {error}")))?;
    if !(1..=1000).contains(&file.passes) {
        return Err(failed("passes: 1 to 1000".to_owned()));
    }
    if !(1..=MOST_ROWS).contains(&file.row.len()) {
        return Err(failed(format!("1 to {MOST_ROWS} rows")));
    }
    let rows = file.row.into_iter().map(row).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let steady = tracked(&rows, file.steady.as_deref()).map_err(failed)?;
    let ProfileFile {
        name, title, passes, statistic, source, unconfirmed, precondition, jobs, ..
    } = file;
    Ok(BenchProfile {
        name,
        title,
        passes,
        statistic,
        time,
        size,
        source,
        precondition,
        jobs,
        steady,
        unconfirmed,
        rows,
    })
}

/// The workload that is judged: the last access of the row of that name.
fn tracked(rows: &[ProfileRow], name: Option<&str>) -> Result<Option<String>, String> {
    let Some(name) = name else { return Ok(None) };
    let row = rows.iter().find(|row| row.name == name);
    let last = row.and_then(|row| row.cells.last());
    last.map(|(_, workload)| Some(workload.name.clone()))
        .ok_or_else(|| format!("steady: no row \"{name}\""))
}

fn row(row: ProfileFileRow) -> Result<ProfileRow, String> {
    let block: Bytes =
        row.block.parse().map_err(|error| format!("row \"{}\": block: {error}", row.name))?;
    let fits = (512..=1 << 30).contains(&block.get())
        && (1..=4096).contains(&row.depth)
        && (1..=256).contains(&row.threads);
    if !fits || row.access.is_empty() {
        let bounds = "block 512 B to 1 GiB, depth 1 to 4096, threads 1 to 256, at least one access";
        return Err(format!("row \"{}\": {bounds}", row.name));
    }
    let pattern = match row.pattern {
        ProfileFilePattern::Sequential => Pattern::Sequential,
        ProfileFilePattern::Random => Pattern::Random,
    };
    let cell = |access: &ProfileFileAccess| {
        let access = match access {
            ProfileFileAccess::Word(AccessWord::Read) => ProfileColumn::Read,
            ProfileFileAccess::Word(AccessWord::Write) => ProfileColumn::Write,
            ProfileFileAccess::Mix(share) if (1..=99).contains(share) => ProfileColumn::Mix(*share),
            ProfileFileAccess::Mix(_) => {
                return Err(format!("row \"{}\": a mix is 1 to 99", row.name));
            }
        };
        Ok((access, workload(pattern, block, &row, access)))
    };
    let cells = row.access.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
    let reads = cells.iter().all(|(access, _)| *access == ProfileColumn::Read);
    if row.positions.is_some_and(|number| !reads || !(2..=MOST_POSITIONS).contains(&number)) {
        return Err(format!("row \"{}\": positions: 2 to {MOST_POSITIONS}, of reads", row.name));
    }
    Ok(ProfileRow { name: row.name.clone(), cells, positions: row.positions })
}

fn workload(
    pattern: Pattern,
    block: Bytes,
    row: &ProfileFileRow,
    access: ProfileColumn,
) -> Workload {
    let read_percent = match access {
        ProfileColumn::Read => 100,
        ProfileColumn::Write => 0,
        ProfileColumn::Mix(share) => share,
    };
    let plain = Workload::new(pattern, narrows_workload::Direction::Read, block, row.depth);
    Workload { read_percent, jobs: row.threads, ..plain }.named_after_itself()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every file reads, and each workload has a name that means the same again.
    #[test]
    fn all_profiles_read() {
        let all: Vec<BenchProfile> = OURS.iter().map(|text| read(text).unwrap()).collect();
        let names: BTreeSet<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
        assert_eq!(names.len(), OURS.len());
        for profile in &all {
            assert!(!profile.source.is_empty(), "{}", profile.name);
            for (_, workload) in profile.rows.iter().flat_map(|row| &row.cells) {
                let again = narrows_workload::profile(&workload.name);
                assert_eq!(again.as_ref(), Some(workload), "{}", profile.name);
            }
        }
        let default = named("cdm8").unwrap();
        let names: Vec<_> = default.rows[0].cells.iter().map(|(_, it)| it.name.as_str()).collect();
        assert_eq!(names, ["seq-read-1m-q8", "seq-write-1m-q8"]);
        let atto = named("atto").unwrap();
        assert_eq!(atto.rows.first().unwrap().cells[0].1.block, Bytes::new(512));
        assert_eq!(atto.rows.last().unwrap().cells[0].1.block, Bytes::mib(64));
    }

    /// Reads by position have a name of their own, so that they are compared with nothing else.
    #[test]
    fn a_row_with_positions_is_measured_under_another_name() {
        let curve = named("curve").unwrap();
        let (row, workload) = (&curve.rows[0], &curve.rows[0].cells[0].1);
        let (name, number) = curve.positions(&workload.name).unwrap();
        assert_eq!((name.as_str(), Some(number)), (&*row.measured_as(workload), row.positions));
        assert_eq!(narrows_workload::profile(&name), None);
        assert!(named("cdm8").unwrap().positions(&workload.name).is_none());
    }

    #[test]
    fn statistics_are_of_the_passes() {
        let figures = || vec![3.0, 1.0, 2.0, 10.0];
        assert_eq!(PassStatistic::Best.of(figures()), Some(10.0));
        assert_eq!(PassStatistic::Mean.of(figures()), Some(4.0));
        assert_eq!(PassStatistic::Median.of(figures()), Some(2.5));
        assert_eq!(PassStatistic::Median.of(vec![1.0, 5.0, 2.0]), Some(2.0));
        assert_eq!(PassStatistic::Best.of(Vec::new()), None);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let cdm8 = OURS[0];
        for (from, to, why) in [
            ("depth = 8", "depth = 0", "depth 1 to 4096"),
            ("depth = 8", "depht = 8", "depht"),
            ("5 s", "5", "time"),
            ("narrows.profile/1", "narrows.profile/2", "schema"),
            ("\"read\", \"write\"]", "101]", "a mix is 1 to 99"),
            ("passes = 5", "passes = 0", "passes"),
            ("depth = 8", "depth = 8\npositions = 9", "of reads"),
        ] {
            let text = cdm8.replacen(from, to, 1);
            assert!(is_one(&text), "{to}");
            let message = read(&text).unwrap_err();
            assert!(format!("{message:?}").contains(why), "{to}: {message:?}");
        }
    }
}
