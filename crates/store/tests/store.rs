//! Kept runs as they lie on disk: found again, whatever happens to the index or stands beside them.

use std::fs;
use std::path::{Path, PathBuf};

use narrows_record::history::PastRun;
use narrows_record::run::{Measured, Run};
use narrows_record::schema;
use narrows_record::see::{Drive, See};
use narrows_store::{Filter, Store, StoreError, read_run};
use rusqlite::Connection;

const WORKLOAD: &str = "seq-read-128k-q32";

struct Home(tempfile::TempDir);

impl Home {
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

    fn open(&self) -> Store {
        Store::open(self.path()).unwrap()
    }

    /// The ids of all runs, and the ids of what was remarked on.
    fn seen(&self) -> (Vec<String>, Vec<&'static str>) {
        let ask = |store: &Store| {
            let ids = ids(&store.runs(&Filter::default())?);
            Ok((ids, store.notes().iter().map(|note| note.id()).collect()))
        };
        Store::ask(self.path(), ask).unwrap()
    }
}

fn ids(runs: &[PastRun]) -> Vec<String> {
    runs.iter().map(|run| run.id.clone()).collect()
}

fn run(day: u32, target: &str, mb_s: f64) -> Run {
    let serial = if target == "sdz" { "S9" } else { "S1" };
    let drive =
        Drive { id: target.to_owned(), serial: Some(serial.to_owned()), ..Drive::default() };
    let result = Measured {
        target: target.to_owned(),
        workload: WORKLOAD.to_owned(),
        set: "alone".to_owned(),
        together: vec![target.to_owned()],
        repeat: 1,
        mb_s,
        ops: 1,
        ..Measured::default()
    };
    Run {
        schema: schema::RUN.to_owned(),
        narrows: "0.1.0".to_owned(),
        id: "in-the-document".to_owned(),
        started: format!("2026-11-{day:02}T10:00:00Z"),
        command: vec!["narrows".to_owned(), "measure".to_owned()],
        machine: See { drives: vec![drive], ..See::default() },
        context: None,
        simulation: None,
        predictions: Vec::new(),
        results: vec![result],
        sharing: None,
        findings: Vec::new(),
        notes: Vec::new(),
        partial: false,
    }
}

#[test]
fn new_changed_and_removed_runs_are_noticed() {
    let home = Home::new();
    home.keep("a", 1, "sda", 100.0);
    home.keep("b", 2, "sda", 200.0);
    assert_eq!(home.seen(), (vec!["b".to_owned(), "a".to_owned()], vec![]));
    assert!(home.index().is_file());

    home.keep("c", 3, "sda", 300.0);
    fs::remove_dir_all(home.path().join("runs/a")).unwrap();
    // A copy of a later run in the place of b: another size, another time.
    home.keep("b", 4, "sdlong", 999.0);
    assert_eq!(home.seen().0, ["b", "c"]);
    let runs = home.open().runs(&Filter::default()).unwrap();
    assert_eq!(
        (runs[0].figures[0].mb_s, runs[0].figures[0].target.as_str()),
        (Some(999.0), "sdlong")
    );
    assert_eq!(home.open().count().unwrap(), 2);
}

#[test]
fn what_is_no_run_is_told_each_time_and_hides_nothing() {
    let home = Home::new();
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
    let pipe = home.document("pipe");
    fs::create_dir_all(pipe.parent().unwrap()).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).unwrap();
    for _ in 0..2 {
        let (ids, notes) = home.seen();
        assert_eq!(ids, ["good"]);
        // half, deep, newer, timeless, folder, sparse, pipe.
        assert_eq!(notes, ["history-left-out"; 7]);
    }
    // A run that was being written is taken in once it is whole.
    home.keep("half", 2, "sda", 1.0);
    assert_eq!(home.seen().0, ["half", "good"]);
    let error = read_run(&home.path().join("runs/newer")).unwrap_err();
    assert!(error.to_string().contains("newer/run.json"), "{error}");
}

/// The index' file after `harm`: what was remarked on, and that nothing is missing.
fn harmed(harm: impl Fn(&Path)) -> Vec<&'static str> {
    let home = Home::new();
    home.keep("a", 1, "sda", 100.0);
    home.keep("b", 2, "sda", 200.0);
    home.seen();
    harm(&home.index());
    let (ids, notes) = home.seen();
    assert_eq!(ids, ["b", "a"]);
    assert_eq!(home.seen(), (ids, vec![]), "it is well again afterwards");
    notes
}

#[test]
fn a_broken_or_foreign_index_is_made_anew() {
    let broken = ["history-index-was-broken"];
    assert_eq!(
        harmed(|index| fs::write(index, "no database, but long enough for a header".repeat(99))
            .unwrap()),
        broken
    );
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
    assert_eq!(sql("PRAGMA application_id = 1"), other);
    // Deleted, or emptied: as if it had never been there.
    assert_eq!(harmed(|index| fs::remove_file(index).unwrap()), [""; 0]);
    assert_eq!(harmed(|index| fs::write(index, "").unwrap()), [""; 0]);
}

#[test]
fn no_flipped_byte_makes_it_panic_and_rebuilding_always_helps() {
    let home = Home::new();
    for day in 1..=9 {
        home.keep(&format!("run-{day}"), day, "sda", f64::from(day));
    }
    let truth = home.open().runs(&Filter::default()).unwrap();
    let sound = fs::read(home.index()).unwrap();
    for seed in 0..60_usize {
        let mut bytes = sound.clone();
        // Bytes of the header, of the schema's page, and all over the rest.
        for step in 0..4 {
            let at = (seed * 7919 + step * step * 104_729) % bytes.len();
            bytes[at] ^= 0x55;
        }
        fs::write(home.index(), &bytes).unwrap();
        let _ = Store::open(home.path()).map(|store| store.runs(&Filter::default()).map(drop));
        let store = Store::rebuild(home.path(), &|_| ()).unwrap();
        assert_eq!(store.runs(&Filter::default()).unwrap(), truth, "seed {seed}");
    }
}

#[test]
fn without_an_index_every_run_is_read_and_that_is_said() {
    let home = Home::new();
    home.keep("a", 1, "sda", 100.0);
    fs::create_dir(home.index()).unwrap();
    assert_eq!(home.seen(), (vec!["a".to_owned()], vec!["history-index-unusable"]));
    // Who asks for an index in so many words is told that there is none.
    assert!(matches!(Store::rebuild(home.path(), &|_| ()), Err(StoreError::Index { .. })));
}

#[test]
fn an_index_that_somebody_holds_is_not_waited_for() {
    let home = Home::new();
    home.keep("a", 1, "sda", 100.0);
    home.seen();
    let holder = Connection::open(home.index()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(home.seen().1, [""; 0], "nothing to write, nothing to wait for");
    home.keep("b", 2, "sda", 100.0);
    let seen = home.seen();
    assert_eq!(seen, (vec!["b".to_owned(), "a".to_owned()], vec!["history-index-unusable"]));
    holder.execute_batch("ROLLBACK").unwrap();
    assert_eq!(home.seen().1, [""; 0]);
}

#[test]
fn many_at_once_see_every_run() {
    let home = Home::new();
    for day in 1..=20 {
        home.keep(&format!("run-{day:02}"), day, "sda", 1.0);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(home.seen().0.len(), 20);
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..3 {
                // Somebody else may hold it just then; the others go on either way.
                let _ = Store::rebuild(home.path(), &|_| ());
            }
        });
    });
    assert_eq!(home.seen().0.len(), 20);
}

#[test]
fn names_mean_one_run_or_say_why_not() {
    let home = Home::new();
    home.keep("20261101T100000Z-aaaa", 1, "sda", 1.0);
    home.keep("20261102T100000Z-bbbb", 2, "sda", 1.0);
    home.keep("20261103T100000Z-aabb", 3, "sda", 1.0);
    home.keep("before-the-update", 4, "sda", 1.0);
    let store = home.open();
    let find = |name: &str| {
        let found = store.find(name);
        found.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
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
        store.runs(&Filter::default()).unwrap().into_iter().map(|run| run.short).collect();
    assert_eq!(shorts, ["before-the-update", "aabb", "bbbb", "aaaa"]);
    assert!(shorts.iter().all(|short| find(short).is_ok()));
}

#[test]
fn a_drive_is_found_under_all_its_names() {
    let home = Home::new();
    home.keep("a", 1, "sda", 1.0);
    home.keep("b", 2, "sdb", 1.0);
    home.keep("other", 3, "sdz", 1.0);
    let store = home.open();
    let found = |filter: Filter| ids(&store.runs(&filter).unwrap()).join(" ");
    let drive = |name: &str| Filter { drive: Some(name.to_owned()), ..Filter::default() };
    assert_eq!(found(drive("sdb")), "b a");
    assert_eq!(found(drive("s1")), "b a");
    assert_eq!(found(drive("sdz")), "other");
    assert_eq!(found(drive("S2")), "");
    let workload = Some(WORKLOAD.to_owned());
    assert_eq!(found(Filter { workload, ..drive("S1") }), "b a");
    assert_eq!(found(Filter { workload: Some("none".to_owned()), ..Filter::default() }), "");
    let since = Some("2026-11-02T10:00:00Z".to_owned());
    assert_eq!(found(Filter { since, ..Filter::default() }), "other b");
    assert_eq!(found(Filter { limit: Some(1), ..Filter::default() }), "other");
}

#[test]
fn where_nothing_was_kept_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!((store.count().unwrap(), store.notes().len()), (0, 0));
    assert_eq!(store.find("latest").unwrap_err().message().id(), "history-too-few-runs");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
