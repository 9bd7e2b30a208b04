//! `narrows.exe` under Wine: its output matches that of the program for Linux, byte for byte, as far as no drive
//! of the machine is involved; files are as safe as there.

mod bed;
mod diskspd;
mod measuring;

use bed::Bed;

/// Every kind of answer, from every kind of source.
const SAME: [&[&str]; 23] = [
    &["see", "fixtures/z170-trio.tar.gz"],
    &["see", "fixtures/x2-slot.tar.gz", "--json"],
    &["see", "fixtures/two-socket-8.tar.gz", "--lang", "ja", "--color", "always"],
    &["predict", "fixtures/x2-slot.tar.gz"],
    &["predict", "catalog:asrock-z170-oc-formula/3x-m8pe", "--json"],
    &["lanes", "catalog:asrock-z170-oc-formula/3x-m8pe"],
    &["plan", "catalog:asrock-z170-oc-formula", "--drives", "970-evo*2"],
    &["learn", "fixtures/x2-slot.tar.gz"],
    &["casebook", "--json"],
    &["catalog", "boards", "z170", "--markdown"],
    &["import", "fixtures/results/three-m2", "--text"],
    &["explain", "--from", "fixtures/results/three-m2"],
    &["explain", "--from", "fixtures/documents/run.json", "--json"],
    &["compare", "fixtures/documents/run.json", "fixtures/results/three-m2"],
    &["export", "fixtures/documents/run.json", "--format", "fio-job"],
    &["capture", "--script", "windows"],
    &["diskspd", "D:", "E:", "--dry-run"],
    &["diskspd", "D:", "E:", "--set", "pairs", "--dry-run", "--json"],
    &["completions", "powershell"],
    &["--help"],
    &["plan", "--help", "--lang", "ja"],
    &["see", "README.md"],
    &["see", "--no-such-option"],
];

#[test]
fn both_say_the_same() {
    let Some(bed) = Bed::new() else { return };
    for words in SAME {
        let [linux, windows] = [bed.linux(words), bed.windows(words)];
        assert_eq!(windows.status.code(), linux.status.code(), "{words:?}: {windows:?}");
        assert!(windows.stdout == linux.stdout, "{words:?}:\n{}", bed::text_of(&windows.stdout));
        assert_eq!(bed::text_of(&windows.stderr), bed::text_of(&linux.stderr), "{words:?}");
        assert!(!linux.stdout.is_empty() || !linux.status.success(), "{words:?} says nothing");
    }
}

#[test]
fn what_needs_drives_is_refused_with_what_works() {
    let Some(bed) = Bed::new() else { return };
    let works = "Available there: narrows by itself, measure";
    for words in [&["stripe"][..], &["watch"], &["build", "nvme0n1"], &["trial"], &["hosts", "see"]]
    {
        let done = bed.windows(words);
        assert_eq!(done.status.code(), Some(1), "{words:?}: {done:?}");
        assert!(bed::text_of(&done.stderr).contains(works), "{words:?}: {done:?}");
    }
    for (words, sentence) in [
        (&[][..], "Windows PowerShell, which"),
        (&["measure"], "Windows PowerShell, which"),
        (&["explain"], "Windows PowerShell, which"),
        (&["see"], "Windows PowerShell, which"),
        (&["capture"], "Windows PowerShell, which"),
        (&["see", "--root", "."], "no captured machine"),
        (&["bench", "everyday"], "everyday does not work on Windows"),
        (&["measure", "--raw"], "--raw does not work on Windows"),
        (&["measure", "--poll"], "--poll does not work on Windows"),
    ] {
        let done = bed.windows(words);
        assert!(bed::text_of(&done.stderr).contains(sentence), "{words:?}: {done:?}");
        assert!(done.stdout.is_empty() && !done.status.success(), "{words:?}: {done:?}");
    }
}

#[test]
fn files_that_are_not_ours_stay() {
    let Some(bed) = Bed::new() else { return };
    let see = |file: &str, more: &[&str]| {
        let source = ["see", "fixtures/z170-trio.tar.gz", "--svg"];
        bed.windows(&[&source, &[file][..], more].concat()).status.code()
    };
    let path = bed.folder().join("a.svg");
    let [ours, theirs] = ["a.svg", "mine.txt"].map(|name| bed.folder().join(name));
    let [ours, theirs] = [ours, theirs].map(|path| path.display().to_string());
    assert_eq!(see(&ours, &[]), Some(0));
    let first = std::fs::read(&path).unwrap();
    assert!(first.starts_with(b"<svg "), "{}", bed::text_of(&first));
    assert_eq!(see(&ours, &["--dark"]), Some(0), "one of Narrows is replaced");
    assert_ne!(std::fs::read(&path).unwrap(), first);
    std::fs::write(&theirs, "mine").unwrap();
    assert_eq!(see(&theirs, &[]), Some(5));
    assert_eq!(std::fs::read(&theirs).unwrap(), b"mine");
    let folder = bed.folder().join("folder.svg");
    std::fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(&theirs, bed.folder().join("link.svg")).unwrap();
    let refused = [r"C:\NUL", "con.svg", r"\\.\PhysicalDrive0"];
    for path in refused.map(str::to_owned).into_iter().chain([folder.display().to_string()]) {
        assert_eq!(see(&path, &["--force"]), Some(5), "{path}");
    }
    let link = bed.folder().join("link.svg").display().to_string();
    assert_ne!(see(&link, &[]), Some(0), "a link to a file that is not ours");
    assert_eq!(std::fs::read(&theirs).unwrap(), b"mine");
    assert_eq!(see(&theirs, &["--force"]), Some(0), "with --force it is wanted");
    let mut left: Vec<_> =
        bed.folder().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.svg", "folder.svg", "link.svg", "mine.txt"], "nothing else is left");
}

#[test]
fn runs_are_kept_listed_shown_and_forgotten() {
    let Some(bed) = Bed::new() else { return };
    let _kept = bed.kept();
    let ask = |words: &[&str]| {
        let done = bed.windows(words);
        assert!(done.status.success(), "{words:?}: {done:?}");
        bed::text_of(&done.stdout)
    };
    let list = || -> serde_json::Value {
        serde_json::from_str(&ask(&["history", "--json"])).expect("a document")
    };
    bed.forget_all();
    assert_eq!(list()["runs"].as_array().unwrap().len(), 0);
    ask(&["import", "fixtures/results/three-m2", "--keep"]);
    ask(&["import", "fixtures/results/three-m2", "--keep"]);
    let runs: Vec<String> = list()["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["id"].as_str().unwrap().to_owned())
        .collect();
    let [one, other] = runs.as_slice() else { panic!("{runs:?}") };
    let kept = bed.runs().join(one);
    assert!(kept.join("run.json").is_file() && kept.join("report.html").is_file(), "{kept:?}");
    assert!(ask(&["history", one]).contains("C, D, E share a bottleneck"));
    assert!(ask(&["explain", "--from", one]).contains("C, D, E share a bottleneck"));
    ask(&["compare", one, other]);
    ask(&["history", "--rebuild"]);
    std::fs::write(kept.join("notes.txt"), "mine").unwrap();
    assert_eq!(bed.windows(&["history", "--forget", one]).status.code(), Some(5));
    std::fs::remove_file(kept.join("notes.txt")).unwrap();
    ask(&["history", "--forget", one]);
    assert!(!kept.exists());
    assert_eq!(list()["runs"].as_array().unwrap().len(), 1);
}

#[test]
fn the_page_is_served_to_this_machine() {
    let Some(bed) = Bed::new() else { return };
    let page = bed.serve(&["web", "fixtures/x2-slot.tar.gz", "--no-open"]);
    let answer = page.get("");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("Narrows: the page"), "{answer}");
    assert!(page.get("narrows.wasm").contains("application/wasm"));
    assert!(page.get("source").starts_with("HTTP/1.1 200"));
}
