//! Measuring with DiskSpd, replaced by a program that answers from a rig: which files exist when, findings
//! about the rig's links, refusals. Rates are the rig's.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use serde_json::Value;

use super::bed::{Bed, text_of};
use super::measuring::{comes_true, document_of, until};

/// Three drives, two of which share a link.
const RIG: &str = "P=2000 Q=2100 R=1500 P+Q=2600";
const SMALL: [&str; 2] = ["--scratch-size", "4MiB"];

/// A path as Wine sees it, whose `/` is its drive Z.
fn z(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}

/// Folders for targets of these names, and the words that name them.
fn targets(bed: &Bed, names: &[&str]) -> Vec<String> {
    let word = |name: &&str| {
        let folder = bed.folder().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        format!("{name}={}", z(&folder))
    };
    names.iter().map(word).collect()
}

fn words<'a>(targets: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["diskspd"];
    words.extend(targets.iter().map(String::as_str));
    words.extend(SMALL);
    words.extend(more);
    words
}

/// Runs it with the rig; DiskSpd is in Wine's `PATH`.
fn measured(bed: &Bed, words: &[&str]) -> Output {
    let mut command = bed.of_windows(words);
    command.env("WINEPATH", z(bed.diskspd().parent().unwrap())).env("NARROWS_DISKSPD_RIG", RIG);
    command.output().unwrap()
}

/// Test files in the targets' folders.
fn test_files(bed: &Bed) -> Vec<PathBuf> {
    let folders = bed.folder().read_dir().unwrap().flatten().filter(|it| it.path().is_dir());
    let files = folders.flat_map(|folder| folder.path().read_dir().unwrap().flatten());
    let is_one = |path: &PathBuf| path.extension().is_some_and(|end| end == "dat");
    files.map(|file| file.path()).filter(is_one).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn sets_are_chosen_measured_and_explained_as_imported_ones_are() {
    let Some(bed) = Bed::new() else { return };
    let _kept = bed.kept();
    let answers = bed.folder().join("answers");
    let (targets, folder) = (targets(&bed, &["P", "Q", "R"]), z(&answers));
    let done = measured(&bed, &words(&targets, &["--json", "--runs", "7", "--results", &folder]));
    assert_eq!(done.status.code(), Some(0), "{}", text_of(&done.stderr));
    let document = document_of("explain", &done.stdout);
    assert_eq!(
        document["sharing"]["runs"], 7,
        "each alone, all at once, and three that were chosen"
    );
    let limits = document["sharing"]["limits"].as_array().unwrap();
    let [limit] = limits.as_slice() else { panic!("{document}") };
    assert_eq!(limit["drives"], serde_json::json!(["P", "Q"]), "{limit}");
    let capacity = limit["capacity_mb_s"]["value"].as_f64().unwrap();
    assert!((2590.0..2610.0).contains(&capacity), "{limit}");
    assert_eq!(test_files(&bed), [] as [PathBuf; 0]);
    let kept = names(&answers);
    for name in ["P.xml", "Q.xml", "R.xml", "P+Q+R.xml"] {
        assert!(kept.contains(&name.to_owned()), "{kept:?}");
    }
    // It was kept, and shows the same again, as its answers do.
    let run = document["runs"][0].as_str().unwrap();
    for source in [run, &folder] {
        let again = bed.windows(&["explain", "--from", source, "--json"]);
        let again = document_of("explain", &again.stdout);
        assert_eq!(again["sharing"], document["sharing"], "{source}");
    }
    let aside = text_of(&done.stderr);
    assert!(aside.contains("Using DiskSpd 2.2") && aside.contains(run), "{aside}");
}

#[test]
fn chosen_sets_run_in_order_and_files_are_made_once() {
    let Some(bed) = Bed::new() else { return };
    let _kept = bed.kept();
    let answers = bed.folder().join("answers");
    let (targets, folder) = (targets(&bed, &["Q", "R"]), z(&answers));
    let more = ["--set", "each-and-all", "--workload", "rand-rw70-4k-q8-j2", "--results", &folder];
    let done = measured(&bed, &[&words(&targets, &more)[..], &["--json"]].concat());
    assert_eq!(names(&answers), ["Q+R.xml", "Q.xml", "R.xml"], "{}", text_of(&done.stderr));
    // Mixes are no evidence of shared limits: their figures are shown.
    assert_eq!(done.status.code(), Some(0), "{}", text_of(&done.stderr));
    let run = document_of("run", &done.stdout);
    let rows: Vec<_> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| [&row["set"], &row["target"], &row["workload"]].map(|it| it.as_str().unwrap()))
        .collect();
    let workload = "rand-rw70-4k-q8-j2";
    assert_eq!(
        rows,
        [
            ["alone", "Q", workload],
            ["alone", "R", workload],
            ["all", "Q", workload],
            ["all", "R", workload]
        ]
    );
    // Another run's answers are not mixed with these.
    let again = measured(&bed, &words(&targets, &["--results", &folder]));
    assert_eq!(again.status.code(), Some(5), "{again:?}");
    assert!(text_of(&again.stderr).contains("is not empty"), "{again:?}");
}

/// The job ends DiskSpd with Narrows; the files stay, and the next run knows them.
#[test]
fn what_a_kill_leaves_the_next_run_takes_away() {
    let Some(bed) = Bed::new() else { return };
    let _kept = bed.kept();
    let targets = targets(&bed, &["P", "R"]);
    let file = bed.folder().join("P/narrows-diskspd-P.dat");
    let mut command = bed.of_windows(&words(&targets, &["--time", "60s"]));
    command.env("WINEPATH", z(bed.diskspd().parent().unwrap())).env("NARROWS_DISKSPD_WAITS", "1");
    let mut begun = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let was_made = comes_true(|| file.metadata().is_ok_and(|file| file.len() == 4 << 20));
    begun.kill().unwrap();
    begun.wait().unwrap();
    assert!(was_made, "DiskSpd made no file");
    assert_eq!(test_files(&bed).len(), 2);
    // A user's file by the other's name is not one that was left.
    let other = bed.folder().join("R/narrows-diskspd-R.dat");
    // Moved, so that its number is not given to the next one.
    std::fs::rename(&other, bed.folder().join("moved")).unwrap();
    std::fs::write(&other, "mine").unwrap();
    // Until Wine's server has closed the files of who was killed, they are another run's.
    let refused = until(|| {
        let done = measured(&bed, &words(&targets, &[]));
        (!file.exists() && text_of(&done.stderr).contains("left by a killed run")).then_some(done)
    });
    let refused = refused.expect("what was left stays");
    let aside = text_of(&refused.stderr);
    assert!(aside.contains(r"R\narrows-diskspd-R.dat exists"), "{aside}");
    assert_eq!(refused.status.code(), Some(5), "{aside}");
    assert_eq!(std::fs::read(&other).unwrap(), b"mine");
    std::fs::remove_file(&other).unwrap();
    let done = measured(&bed, &words(&targets, &[]));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(test_files(&bed), [] as [PathBuf; 0]);
}

#[test]
fn what_cannot_be_measured_is_refused_and_leaves_nothing() {
    let Some(bed) = Bed::new() else { return };
    let _kept = bed.kept();
    let targets = targets(&bed, &["P", "Q"]);
    let missing = bed.windows(&words(&targets, &[]));
    assert_eq!(missing.status.code(), Some(1), "{missing:?}");
    assert!(text_of(&missing.stderr).contains("microsoft/diskspd"), "{missing:?}");
    let another = z(&Bed::drive_c().join("windows/system32/WindowsPowerShell/v1.0/powershell.exe"));
    let nowhere = z(&bed.folder().join("nowhere"));
    for (more, code, sentence) in [
        (&["--program", &another][..], 1, "is not DiskSpd 2"),
        (&["--program", &nowhere], 2, "no such file"),
        (&["--scratch-size", "900TiB"], 1, "choose a smaller --scratch-size"),
        (&[r"x=\\.\PhysicalDrive0"], 2, "a drive or volume itself"),
    ] {
        let all: Vec<&str> = match more[0] {
            "--scratch-size" => {
                let folders = targets.iter().map(String::as_str);
                ["diskspd"].into_iter().chain(folders).chain(more.iter().copied()).collect()
            }
            _ => words(&targets, more),
        };
        let done = measured(&bed, &all);
        assert_eq!(done.status.code(), Some(code), "{more:?}: {done:?}");
        assert!(text_of(&done.stderr).contains(sentence), "{more:?}: {done:?}");
        assert!(done.stdout.is_empty(), "{more:?}: {done:?}");
    }
    let mut full = bed.of_windows(&words(&targets, &[]));
    full.env("WINEPATH", z(bed.diskspd().parent().unwrap())).env("NARROWS_DISKSPD_FULL", "1");
    let full = full.output().unwrap();
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    let sentence = "DiskSpd failed on P: Error setting end of file (error code: 112)";
    assert!(text_of(&full.stderr).contains(sentence), "{full:?}");
    assert_eq!(test_files(&bed), [] as [PathBuf; 0]);
}

#[test]
fn a_dry_run_starts_nothing() {
    let Some(bed) = Bed::new() else { return };
    let targets = targets(&bed, &["P", "Q"]);
    let done = bed.windows(&words(&targets, &["--dry-run", "--json"]));
    let planned: Value = document_of("rounds", &done.stdout);
    assert_eq!(planned["rounds"].as_array().unwrap().len(), 3, "{planned}");
    assert_eq!(test_files(&bed), [] as [PathBuf; 0]);
}
