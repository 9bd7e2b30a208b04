//! Kept runs as stored on disk: read again, whatever happens to the index or lies beside them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use narrows_record::history::PastRun;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DriveRecord, SeeDocument};
use rusqlite::Connection;

use crate::store::{RunFilter, RunStore, StoreError, read_run};

const WORKLOAD: &str = "seq-read-128k-q32";

struct TemporaryHome(tempfile::TempDir);

impl TemporaryHome {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("runs")).unwrap();
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn document(&self, id: &str) -> PathBuf {
        self.path().join("runs").join(id).join("run.json")
    }

    fn index(&self) -> PathBuf {
        self.path().join("history.sqlite")
    }

    fn put(&self, id: &str, content: &[u8]) {
        fs::create_dir_all(self.document(id).parent().unwrap()).unwrap();
        fs::write(self.document(id), content).unwrap();
    }

    /// A run on `day` of November in which drive `S1` was called `target` and read so fast.
    fn keep(&self, id: &str, day: u32, target: &str, mb_s: f64) {
        self.put(id, &serde_json::to_vec(&run(day, target, mb_s)).unwrap());
    }

    fn open(&self) -> RunStore {
        RunStore::open(self.path()).unwrap()
    }

    /// The ids of all runs, and the ids of all notes.
    fn ids_and_notes(&self) -> (Vec<String>, Vec<&'static str>) {
        let ask = |store: &RunStore| {
            let ids = ids(&store.runs(&RunFilter::default())?);
            Ok((ids, store.notes().iter().map(|note| note.id()).collect()))
        };
        RunStore::ask(self.path(), ask).unwrap()
    }
}

fn ids(runs: &[PastRun]) -> Vec<String> {
    runs.iter().map(|run| run.id.clone()).collect()
}

fn run(day: u32, target: &str, mb_s: f64) -> RunDocument {
    let serial = if target == "sdz" { "S9" } else { "S1" };
    let drive = DriveRecord {
        id: target.to_owned(),
        serial: Some(serial.to_owned()),
        ..DriveRecord::default()
    };
    let result = TargetMeasurement {
        target: target.to_owned(),
        workload: WORKLOAD.to_owned(),
        set: "alone".into(),
        together: vec![target.to_owned()],
        repeat: 1,
        mb_s,
        ops: 1,
        ..TargetMeasurement::default()
    };
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: "0.1.0".to_owned(),
        id: "in-the-document".to_owned(),
        started: format!("2026-11-{day:02}T10:00:00Z"),
        command: vec!["narrows".to_owned(), "measure".to_owned()],
        machine: SeeDocument { drives: vec![drive], ..SeeDocument::default() },
        results: vec![result],
        ..RunDocument::default()
    }
}

#[test]
fn new_changed_and_removed_runs_are_noticed() {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    home.keep("b", 2, "sda", 200.0);
    assert_eq!(home.ids_and_notes(), (vec!["b".to_owned(), "a".to_owned()], vec![]));
    assert!(home.index().is_file());

    home.keep("c", 3, "sda", 300.0);
    fs::remove_dir_all(home.path().join("runs/a")).unwrap();
    // A copy of a later run in the place of b: another size, another time.
    home.keep("b", 4, "sdlong", 999.0);
    assert_eq!(home.ids_and_notes().0, ["b", "c"]);
    let runs = home.open().runs(&RunFilter::default()).unwrap();
    assert_eq!(
        (runs[0].figures[0].mb_s, runs[0].figures[0].target.as_str()),
        (Some(999.0), "sdlong")
    );
    assert_eq!(home.open().count().unwrap(), 2);
}

#[test]
fn what_is_no_run_is_told_each_time_and_hides_nothing() {
    let home = TemporaryHome::new();
    home.keep("good", 1, "sda", 100.0);
    home.put("half", br#"{"schema":"narrows.run/1","id":"#);
    home.put("deep", "[".repeat(1 << 20).as_bytes());
    home.put("newer", br#"{"schema":"narrows.run/2"}"#);
    let mut timeless = run(1, "sda", 1.0);
    timeless.started = "yesterday".to_owned();
    home.put("timeless", &serde_json::to_vec(&timeless).unwrap());
    fs::create_dir_all(home.document("folder")).unwrap();
    home.put("sparse", b"");
    fs::File::options()
        .write(true)
        .open(home.document("sparse"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    fs::create_dir_all(home.path().join("runs/empty")).unwrap();
    fs::write(home.path().join("runs/file"), "").unwrap();
    let mut early = run(1, "sda", 1.0);
    early.started = "2150-01-01T00:00:00Z".to_owned();
    home.put("early", &serde_json::to_vec(&early).unwrap());
    fs::create_dir_all(home.document("link").parent().unwrap()).unwrap();
    symlink("../good/run.json", home.document("link")).unwrap();
    let odd = home.path().join(OsStr::from_bytes(b"runs/odd\xff"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("run.json"), "{}").unwrap();
    let pipe = home.document("pipe");
    fs::create_dir_all(pipe.parent().unwrap()).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).unwrap();
    for _ in 0..2 {
        let (ids, notes) = home.ids_and_notes();
        assert_eq!(ids, ["good"]);
        // half, deep, newer, timeless, folder, sparse, early, link, odd, pipe.
        assert_eq!(notes, ["history-left-out"; 10]);
    }
    // A run that was being written is taken in once it is whole.
    home.keep("half", 2, "sda", 1.0);
    assert_eq!(home.ids_and_notes().0, ["half", "good"]);
    let error = read_run(&home.path().join("runs/newer")).unwrap_err();
    assert!(error.to_string().contains("newer/run.json"), "{error}");
}

/// A file's own time says nothing of its run, not even one before 1970 or far from now.
#[test]
fn a_document_of_any_time_is_a_run() {
    let home = TemporaryHome::new();
    for (id, time) in [("old", -4_000_000_000), ("new", 20_000_000_000)] {
        home.keep(id, 1, "sda", 100.0);
        let moment = rustix::fs::Timespec { tv_sec: time, tv_nsec: 0 };
        let both = rustix::fs::Timestamps { last_access: moment, last_modification: moment };
        let flags = rustix::fs::AtFlags::empty();
        rustix::fs::utimensat(rustix::fs::CWD, home.document(id), &both, flags).unwrap();
    }
    let (mut ids, notes) = home.ids_and_notes();
    ids.sort();
    assert_eq!((ids, notes), (vec!["new".to_owned(), "old".to_owned()], vec![]));
}

/// Damages the index' file with `harm`; returns the notes, and checks that no run is missing.
fn harmed(harm: impl Fn(&Path)) -> Vec<&'static str> {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    home.keep("b", 2, "sda", 200.0);
    home.ids_and_notes();
    harm(&home.index());
    let (ids, notes) = home.ids_and_notes();
    assert_eq!(ids, ["b", "a"]);
    assert_eq!(home.ids_and_notes(), (ids, vec![]), "it is well again afterwards");
    notes
}

#[test]
fn a_broken_index_of_ours_is_made_anew() {
    let broken = ["history-index-was-broken"];
    assert_eq!(
        harmed(|index| {
            let file = fs::File::options().write(true).open(index).unwrap();
            file.set_len(5000).unwrap();
        }),
        broken
    );
    let sql = |text: &'static str| {
        harmed(move |index| {
            Connection::open(index).unwrap().execute_batch(text).unwrap();
        })
    };
    assert_eq!(sql("DROP TABLE figure"), broken);
    assert_eq!(sql("ALTER TABLE run DROP COLUMN partial"), broken);
    let other = ["history-index-other-version"];
    assert_eq!(sql("PRAGMA user_version = 99"), other);
    // Deleted, or emptied, by whatever means: as if it had never been there.
    let without_tables = "PRAGMA application_id = 0; DROP TABLE figure; DROP TABLE run";
    assert_eq!(sql(without_tables), [""; 0]);
    assert_eq!(harmed(|index| fs::remove_file(index).unwrap()), [""; 0]);
    assert_eq!(harmed(|index| fs::write(index, "").unwrap()), [""; 0]);
}

/// A foreign entry in the place of the index: each run is read all the same, this is reported each
/// time, and the entry, and its target, stay as they were.
fn left_alone(make: impl Fn(&Path, &Path), note: &'static str) {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("target");
    make(&home.index(), &target);
    let state = || {
        let content =
            |path: &Path| if path.is_file() { fs::read(path).unwrap() } else { Vec::new() };
        let kind = fs::symlink_metadata(home.index()).unwrap().file_type();
        let beside: Vec<_> = [home.path(), elsewhere.path()]
            .map(|folder| folder.read_dir().unwrap().map(|it| it.unwrap().file_name()).collect())
            .into_iter()
            .map(|mut names: Vec<_>| {
                names.sort();
                names
            })
            .collect();
        (kind, content(&home.index()), content(&target), beside)
    };
    let before = state();
    for _ in 0..2 {
        assert_eq!(home.ids_and_notes(), (vec!["a".to_owned()], vec![note]));
        let refused = RunStore::rebuild(home.path(), &|_| ()).unwrap_err();
        assert_eq!(refused.message().id(), note);
        assert_eq!(state(), before);
    }
}

#[test]
fn what_is_not_ours_in_the_place_of_the_index_is_left_alone() {
    let database = |path: &Path, more: &str| {
        let sql = format!("{more}; CREATE TABLE letters (text); INSERT INTO letters VALUES ('x')");
        Connection::open(path).unwrap().execute_batch(&sql).unwrap();
    };
    let foreign = "history-index-foreign";
    left_alone(|index, _| fs::write(index, "a letter").unwrap(), foreign);
    let long = "no database, but long enough for a header";
    left_alone(|index, _| fs::write(index, long.repeat(99)).unwrap(), foreign);
    left_alone(|index, _| database(index, "PRAGMA application_id = 1"), foreign);
    left_alone(|index, _| database(index, ""), foreign);
    // Our mark outside a database does not count.
    let mut bytes = vec![b'x'; 4096];
    bytes[68..72].copy_from_slice(b"nrws");
    left_alone(|index, _| fs::write(index, &bytes).unwrap(), foreign);

    let no_file = "history-index-no-file";
    let link = |index: &Path, target: &Path| symlink(target, index).unwrap();
    left_alone(link, no_file);
    left_alone(
        |index, target| {
            fs::write(target, "a letter").unwrap();
            link(index, target);
        },
        no_file,
    );
    left_alone(
        |index, target| {
            // One of ours, even: a link may lead to another user's by tomorrow.
            database(target, "PRAGMA application_id = 1853519731");
            link(index, target);
        },
        no_file,
    );
    left_alone(|index, _| link(index, Path::new("/dev/null")), no_file);
    left_alone(|index, _| fs::create_dir(index).unwrap(), no_file);
    left_alone(
        |index, _| {
            rustix::fs::mkfifoat(rustix::fs::CWD, index, rustix::fs::Mode::RUSR).unwrap();
        },
        no_file,
    );
}

/// A home that is reached over a link is a home.
#[test]
fn links_to_the_home_are_followed() {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("home");
    symlink(home.path(), &link).unwrap();
    assert_eq!(RunStore::open(&link).unwrap().notes(), []);
    assert!(home.index().is_file());
}

#[test]
fn no_flipped_byte_makes_it_panic_and_rebuilding_helps_while_it_is_ours() {
    let home = TemporaryHome::new();
    for day in 1..=9 {
        home.keep(&format!("run-{day}"), day, "sda", f64::from(day));
    }
    let truth = home.open().runs(&RunFilter::default()).unwrap();
    let sound = fs::read(home.index()).unwrap();
    for seed in 0..60_usize {
        let mut bytes = sound.clone();
        // Bytes of the header, of the schema's page, and all over the rest.
        for step in 0..4 {
            let at = (seed * 7919 + step * step * 104_729) % bytes.len();
            bytes[at] ^= 0x55;
        }
        fs::write(home.index(), &bytes).unwrap();
        let _ =
            RunStore::open(home.path()).map(|store| store.runs(&RunFilter::default()).map(drop));
        // "SQLite format 3" and "nrws": without either it is not known to be ours any more.
        if bytes[..16] != sound[..16] || bytes[68..72] != sound[68..72] {
            let refused = RunStore::rebuild(home.path(), &|_| ());
            assert!(matches!(refused, Err(StoreError::Foreign { .. })), "seed {seed}");
            assert_eq!(fs::read(home.index()).unwrap(), bytes, "seed {seed}");
            continue;
        }
        let store = RunStore::rebuild(home.path(), &|_| ()).unwrap();
        assert_eq!(store.runs(&RunFilter::default()).unwrap(), truth, "seed {seed}");
    }
}

#[test]
fn without_an_index_every_run_is_read_and_that_is_said() {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    home.ids_and_notes();
    let holder = Connection::open(home.index()).unwrap();
    holder.execute_batch("PRAGMA journal_mode = delete; BEGIN EXCLUSIVE").unwrap();
    assert_eq!(home.ids_and_notes(), (vec!["a".to_owned()], vec!["history-index-unusable"]));
    // An explicit request for an index fails with the reason.
    assert!(matches!(RunStore::rebuild(home.path(), &|_| ()), Err(StoreError::Index { .. })));
}

#[test]
fn an_index_that_somebody_holds_is_not_waited_for() {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 100.0);
    home.ids_and_notes();
    let holder = Connection::open(home.index()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(home.ids_and_notes().1, [""; 0], "nothing to write, nothing to wait for");
    home.keep("b", 2, "sda", 100.0);
    let ids_and_notes = home.ids_and_notes();
    assert_eq!(
        ids_and_notes,
        (vec!["b".to_owned(), "a".to_owned()], vec!["history-index-unusable"])
    );
    holder.execute_batch("ROLLBACK").unwrap();
    assert_eq!(home.ids_and_notes().1, [""; 0]);
}

#[test]
fn many_at_once_see_every_run() {
    let home = TemporaryHome::new();
    for day in 1..=20 {
        home.keep(&format!("run-{day:02}"), day, "sda", 1.0);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(home.ids_and_notes().0.len(), 20);
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..3 {
                // Another process may hold it just then; the others go on either way.
                let _ = RunStore::rebuild(home.path(), &|_| ());
            }
        });
    });
    assert_eq!(home.ids_and_notes().0.len(), 20);
}

#[test]
fn names_mean_one_run_or_say_why_not() {
    let home = TemporaryHome::new();
    home.keep("20261101T100000Z-aaaa", 1, "sda", 1.0);
    home.keep("20261102T100000Z-bbbb", 2, "sda", 1.0);
    home.keep("20261103T100000Z-aabb", 3, "sda", 1.0);
    home.keep("before-the-update", 4, "sda", 1.0);
    let store = home.open();
    let find = |name: &str| {
        let path = store.find(name);
        path.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
    };
    for (name, id) in [
        ("latest", "before-the-update"),
        ("latest~1", "20261103T100000Z-aabb"),
        ("aaaa", "20261101T100000Z-aaaa"),
        ("bb", "20261102T100000Z-bbbb"),
        ("20261101", "20261101T100000Z-aaaa"),
        ("before-the-update", "before-the-update"),
    ] {
        assert_eq!(find(name).unwrap(), id, "{name}");
    }
    let error = |name: &str| find(name).unwrap_err().message().id();
    assert_eq!(error("aa"), "history-ambiguous-run");
    assert_eq!(error("b"), "history-ambiguous-run", "bbbb or before-the-update");
    assert_eq!(error("2026"), "history-ambiguous-run");
    assert_eq!(error("cccc"), "history-unknown-run");
    assert_eq!(error("latest~4"), "history-too-few-runs");
    assert_eq!(error("latest~x"), "history-unknown-run");
    let shorts: Vec<String> =
        store.runs(&RunFilter::default()).unwrap().into_iter().map(|run| run.short).collect();
    assert_eq!(shorts, ["before-the-update", "aabb", "bbbb", "aaaa"]);
    assert!(shorts.iter().all(|short| find(short).is_ok()));
}

#[test]
fn a_drive_is_found_under_all_its_names() {
    let home = TemporaryHome::new();
    home.keep("a", 1, "sda", 1.0);
    home.keep("b", 2, "sdb", 1.0);
    home.keep("other", 3, "sdz", 1.0);
    let store = home.open();
    let ids_of = |filter: RunFilter| ids(&store.runs(&filter).unwrap()).join(" ");
    let drive = |name: &str| RunFilter { drive: Some(name.to_owned()), ..RunFilter::default() };
    assert_eq!(ids_of(drive("sdb")), "b a");
    assert_eq!(ids_of(drive("s1")), "b a");
    assert_eq!(ids_of(drive("sdz")), "other");
    assert_eq!(ids_of(drive("S2")), "");
    let workload = Some(WORKLOAD.to_owned());
    assert_eq!(ids_of(RunFilter { workload, ..drive("S1") }), "b a");
    assert_eq!(ids_of(RunFilter { workload: Some("none".to_owned()), ..RunFilter::default() }), "");
    let since = Some("2026-11-02T10:00:00Z".to_owned());
    assert_eq!(ids_of(RunFilter { since, ..RunFilter::default() }), "other b");
    assert_eq!(ids_of(RunFilter { limit: Some(1), ..RunFilter::default() }), "other");
}

#[test]
fn where_nothing_was_kept_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::open(folder.path()).unwrap();
    assert_eq!((store.count().unwrap(), store.notes().len()), (0, 0));
    assert_eq!(store.find("latest").unwrap_err().message().id(), "history-too-few-runs");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
