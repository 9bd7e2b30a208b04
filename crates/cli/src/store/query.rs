//! Queries on the index.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use narrows_record::history::{PastFigure, PastRun};
use narrows_record::identity::IdentityRecord;
use rusqlite::{Connection, Row, named_params};
use serde::de::DeserializeOwned;

use crate::store::{RunStore, StoreError, index};

/// Most runs named where an id is ambiguous.
const MOST_NAMED: usize = 5;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFilter {
    /// Runs that measured this drive: a name that it had in some run, its serial number, WWN or
    /// model. Runs in which it had another name count, too.
    pub drive: Option<String>,
    /// Runs that measured this workload (of the drive, if one is named).
    pub workload: Option<String>,
    /// Runs that started at this time or later: UTC, RFC 3339, in whole seconds.
    pub since: Option<String>,
    /// Only the newest of them, this many.
    pub limit: Option<u32>,
    pub simulated: bool,
}

const RUN: &str = "id, started, measured_by, command, partial, simulated, machine";
const FIGURE: &str = "target, model, serial, wwn, slot, workload, set_name, together, held, repeats, \
    mb_s, iops, p99_us, cpu_us_per_io, partial";

/// The condition for a figure. `figure` is the table's name in the query around it.
const WANTED: &str = "(:workload IS NULL OR figure.workload = :workload)
    AND (:drive IS NULL OR figure.drive IN (
        SELECT drive FROM figure WHERE target = :drive OR serial = :drive COLLATE NOCASE
            OR wwn = :drive COLLATE NOCASE OR model = :drive COLLATE NOCASE))";

/// The number of run directories in the index, those without a run included.
pub(crate) fn count(index: &Connection) -> rusqlite::Result<usize> {
    let count: i64 = index.query_row("SELECT count(*) FROM run", [], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

impl RunStore {
    pub fn count(&self) -> Result<u64, StoreError> {
        self.count_of("SELECT count(*) FROM run WHERE problem IS NULL")
    }

    pub fn count_simulated(&self) -> Result<u64, StoreError> {
        self.count_of("SELECT count(*) FROM run WHERE problem IS NULL AND simulated")
    }

    fn count_of(&self, query: &str) -> Result<u64, StoreError> {
        let count = self.index.query_row(query, [], |row| row.get::<_, i64>(0));
        Ok(count.map_err(|error| self.failed(error))?.unsigned_abs())
    }

    /// The runs that `filter` selects, newest first, with the figures that it selects.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<PastRun>, StoreError> {
        let ids = self.ids()?;
        let names = RunNames::of(&ids);
        let runs = runs(&self.index, filter).map_err(|error| self.failed(error))?;
        let short = |run: PastRun| PastRun { short: names.short(&run.id).to_owned(), ..run };
        Ok(runs.into_iter().map(short).collect())
    }

    /// The directory of the run that `name` means: `latest`, `latest~1` and so on, an id, its last
    /// part, or the beginning of either.
    pub fn find(&self, name: &str) -> Result<PathBuf, StoreError> {
        let ids = self.ids()?;
        let id = match back(name) {
            Some(back) => ids.get(back).cloned().ok_or_else(|| StoreError::TooFew {
                name: name.to_owned(),
                known: ids.len(),
                path: self.runs.clone(),
            })?,
            None => self.named(name, &ids)?,
        };
        Ok(self.runs.join(id))
    }

    fn named(&self, name: &str, ids: &[String]) -> Result<String, StoreError> {
        // The exact name first: a run whose id begins another's is still reachable.
        let ways: [fn(&str, &str) -> bool; 3] = [
            |id, name| id == name,
            |id, name| last_part(id) == Some(name),
            |id, name| {
                id.starts_with(name) || last_part(id).is_some_and(|last| last.starts_with(name))
            },
        ];
        for way in ways {
            let matching: Vec<&String> = ids.iter().filter(|id| way(id, name)).collect();
            match matching.as_slice() {
                [] => {}
                [one] => return Ok((*one).clone()),
                several => {
                    let ids = several.iter().take(MOST_NAMED).map(|id| (*id).clone()).collect();
                    return Err(StoreError::Ambiguous { name: name.to_owned(), ids });
                }
            }
        }
        Err(StoreError::Unknown { name: name.to_owned(), path: self.runs.clone() })
    }

    fn ids(&self) -> Result<Vec<String>, StoreError> {
        let ids = || -> rusqlite::Result<Vec<String>> {
            let order = "SELECT id FROM run WHERE problem IS NULL ORDER BY started DESC, id DESC";
            let mut ids = self.index.prepare(order)?;
            ids.query_map([], |row| row.get(0))?.collect()
        };
        ids().map_err(|error| self.failed(error))
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        let home = self.runs.parent().unwrap_or(&self.runs);
        StoreError::index(&index::path(home), error)
    }
}

/// How far `latest` and `latest~N` go back from the newest run.
fn back(name: &str) -> Option<usize> {
    match name.strip_prefix("latest")? {
        "" => Some(0),
        rest => rest.strip_prefix('~')?.parse().ok(),
    }
}

/// An id's part after its time, such as `3f2a`; a renamed directory has none.
fn last_part(id: &str) -> Option<&str> {
    let (time, last) = id.rsplit_once('-')?;
    // `20261121T191740Z` has 16 letters.
    let is_time = time.len() == 16 && time.ends_with('Z') && time.starts_with('2');
    (is_time && !last.is_empty()).then_some(last)
}

/// The names of runs, prepared once for all of them.
struct RunNames<'a> {
    /// The number of runs with each last part.
    last_parts: HashMap<&'a str, usize>,
    ids: HashSet<&'a str>,
}

impl<'a> RunNames<'a> {
    fn of(ids: &'a [String]) -> Self {
        let mut last_parts = HashMap::new();
        for last in ids.iter().filter_map(|id| last_part(id)) {
            *last_parts.entry(last).or_insert(0) += 1;
        }
        Self { last_parts, ids: ids.iter().map(String::as_str).collect() }
    }

    /// The shortest of the usual names that is unique to this run.
    fn short<'b>(&self, id: &'b str) -> &'b str {
        let alone = |last: &&str| self.last_parts.get(last) == Some(&1) && !self.ids.contains(last);
        last_part(id).filter(alone).unwrap_or(id)
    }
}

/// The runs selected, and then the figures of all of them in one query, so that a drive's other
/// names are looked up once and not for each run.
fn runs(index: &Connection, filter: &RunFilter) -> rusqlite::Result<Vec<PastRun>> {
    let wanted = named_params! {
        ":since": filter.since,
        ":workload": filter.workload,
        ":drive": filter.drive,
        ":simulated": filter.simulated,
        // SQLite takes a negative limit as none.
        ":limit": filter.limit.map_or(-1, i64::from),
    };
    let mut select = index.prepare(&picked(RUN))?;
    let mut runs = select.query_map(wanted, past_run)?.collect::<rusqlite::Result<Vec<_>>>()?;
    let places: HashMap<String, usize> =
        runs.iter().enumerate().map(|(at, run)| (run.id.clone(), at)).collect();
    let mut select = index.prepare(&figures())?;
    let mut rows = select.query(wanted)?;
    while let Some(row) = rows.next()? {
        let run = places.get(row.get_ref("run")?.as_str()?).and_then(|at| runs.get_mut(*at));
        // A run added between the two queries is left out this time.
        if let Some(run) = run {
            run.figures.push(past_figure(row)?);
        }
    }
    Ok(runs)
}

/// A query for the figures of the selected runs, grouped by run and in order.
fn figures() -> String {
    let runs = picked("id");
    format!(
        "SELECT run, {FIGURE} FROM figure WHERE run IN ({runs}) AND {WANTED} ORDER BY run, position"
    )
}

/// A query for these columns of the selected runs, newest first.
fn picked(columns: &str) -> String {
    format!(
        "SELECT {columns} FROM run WHERE problem IS NULL AND (:simulated OR NOT simulated)
            AND (:since IS NULL OR started >= :since)
            AND ((:workload IS NULL AND :drive IS NULL)
                OR id IN (SELECT figure.run FROM figure WHERE {WANTED}))
            ORDER BY started DESC, id DESC LIMIT :limit"
    )
}

/// Fails if the tables do not match the queries.
pub(crate) fn try_out(index: &Connection) -> rusqlite::Result<()> {
    // Preparing a statement checks the names of tables and columns; no row is needed.
    let nothing = RunFilter { limit: Some(0), ..RunFilter::default() };
    runs(index, &nothing).map(drop)
}

fn past_run(row: &Row<'_>) -> rusqlite::Result<PastRun> {
    let id: String = row.get("id")?;
    Ok(PastRun {
        short: id.clone(),
        id,
        started: row.get("started")?,
        measured_by: row.get("measured_by")?,
        command: of_json(row, "command")?,
        partial: row.get("partial")?,
        simulated: row.get("simulated")?,
        machine: row.get("machine")?,
        figures: Vec::new(),
    })
}

fn past_figure(row: &Row<'_>) -> rusqlite::Result<PastFigure> {
    let drive = IdentityRecord {
        model: row.get("model")?,
        serial: row.get("serial")?,
        wwn: row.get("wwn")?,
        slot: row.get("slot")?,
    };
    Ok(PastFigure {
        target: row.get("target")?,
        drive,
        workload: row.get("workload")?,
        set: row.get::<_, String>("set_name")?.into(),
        together: of_json(row, "together")?,
        held: of_json(row, "held")?,
        repeats: row.get("repeats")?,
        mb_s: row.get("mb_s")?,
        iops: row.get("iops")?,
        p99_us: row.get("p99_us")?,
        cpu_us_per_io: row.get("cpu_us_per_io")?,
        partial: row.get("partial")?,
    })
}

fn of_json<T: DeserializeOwned + Default>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    /// An index of `count` runs, each with two figures of drive `S1`.
    fn of_runs(count: usize) -> Connection {
        let (mut index, _) = index::ready(Connection::open_in_memory().unwrap()).unwrap();
        let adding = index.transaction().unwrap();
        for run in 0..count {
            let id = format!("{run:06}");
            let run = "INSERT INTO run VALUES (?1, 1, 1, NULL, ?1, '', '[]', 0, 0, NULL)";
            adding.execute(run, [&id]).unwrap();
            for position in 0..2 {
                let figure = "INSERT INTO figure VALUES (?1, ?2, 'S1', ?1, NULL, 'S1', NULL, NULL, \
                    'w', 'alone', '[]', '{}', 1, 1.0, 1.0, 1.0, 1.0, 0)";
                adding.execute(figure, rusqlite::params![id, position]).unwrap();
            }
        }
        adding.commit().unwrap();
        index
    }

    /// The number of steps of SQLite's virtual machine for a drive's figures.
    fn steps(runs: usize) -> i32 {
        let index = of_runs(runs);
        let nothing: Option<String> = None;
        let all = [picked(RUN), figures()];
        let counted = all.iter().map(|query| {
            let mut query = index.prepare(query).unwrap();
            let wanted = named_params! {
                ":since": nothing, ":workload": nothing, ":drive": "S1", ":limit": -1, ":simulated": false,
            };
            let mut rows = query.query(wanted).unwrap();
            while rows.next().unwrap().is_some() {}
            drop(rows);
            query.get_status(StatementStatus::VmStep)
        });
        counted.sum()
    }

    /// Eight times as many runs take eight times as many steps; sorting adds to that.
    #[test]
    fn a_drives_figures_cost_as_much_as_there_are_runs() {
        let (few, many) = (steps(100), steps(800));
        assert!(many < few * 12, "{few} steps for 100 runs, {many} for 800");
    }

    #[test]
    fn each_run_keeps_its_own_figures() {
        let index = of_runs(3);
        let filter =
            RunFilter { drive: Some("S1".to_owned()), limit: Some(2), ..RunFilter::default() };
        let runs_of_drive = runs(&index, &filter).unwrap();
        let counts: Vec<(&str, usize)> =
            runs_of_drive.iter().map(|run| (run.id.as_str(), run.figures.len())).collect();
        assert_eq!(counts, [("000002", 2), ("000001", 2)]);
        assert!(
            runs_of_drive
                .iter()
                .all(|run| run.figures.iter().all(|figure| figure.target == run.id))
        );
    }

    #[test]
    fn the_short_name_is_that_of_one_run_only() {
        let ids =
            ["20261121T191740Z-3f2a", "20261122T191740Z-3f2a", "20261122T191741Z-aaaa", "aaaa"];
        let ids = ids.map(str::to_owned);
        let names = RunNames::of(&ids);
        assert_eq!(names.short(&ids[0]), ids[0]);
        assert_eq!(names.short(&ids[2]), ids[2], "a run is called like its last part");
        assert_eq!(RunNames::of(&ids[1..3]).short(&ids[1]), "3f2a");
    }
}
