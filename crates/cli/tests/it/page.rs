//! The page in the browser matches the terminal: the modules behind it give the very bytes of `--json`, for
//! boards, machines of the catalogue, captures, text of lspci, machine files and added devices. The same
//! module as WebAssembly is compared in `rig/tests/web`.

use std::fs;
use std::path::{Path, PathBuf};

use narrows_verdict::answer::TimeBudget;
use narrows_web::PageService;
use serde_json::{Value, json};

use crate::home::program;

/// Machines of the catalogue: the write-ups, and others of every kind.
const MACHINES: [&str; 10] = [
    "asrock-z170-oc-formula/3x-m8pe",
    "gigabyte-ga-z170x-ud5/2x-950pro",
    "gigabyte-ga-z170mx-gaming-5/2x-ssd750-linux",
    "asus-z170-a/2x-960pro",
    "msi-x99s-sli-plus/3x-hg6",
    "published/amd4rc-30-all",
    "published/rock5-usb-hub-read",
    "published/ds1821-card-gen3x4-hdparm",
    "published/x299-vroc-raid0-optane-qd1",
    "published/zfs-sata-ssd",
];

/// Boards and chipsets with added devices.
const BUILDS: [(&str, &[&str]); 5] = [
    ("asus-z170-a", &["2x samsung-950-pro-256gb", "gpu"]),
    ("asrock-z170-oc-formula", &["3x plextor-px-256m8pe", "gpu", "intel-x540-t2"]),
    ("msi-x99s-sli-plus", &["samsung-950-pro-256gb"]),
    ("am5-b650-itx", &["2x samsung-990-pro-2tb", "gpu"]),
    ("intel-z790", &["4x samsung-990-pro-2tb"]),
];

const LSPCI: &str = include_str!("page/lspci.txt");
const MACHINE: &str = include_str!("page/machine.toml");

fn terminal(folder: &Path, words: &[&str]) -> String {
    let mut narrows = program(words);
    narrows.args(["--json", "--quiet"]).current_dir(folder);
    narrows.env("NARROWS_CATALOG", "").env_remove("XDG_CONFIG_HOME");
    let output = narrows.output().unwrap();
    assert!(!output.stdout.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn desk(desk: &mut PageService, state: &Value, kind: &str) -> String {
    desk.document(&state.to_string(), kind, TimeBudget::UNLIMITED)
}

fn state(source: Value) -> Value {
    json!({ "v": 1, "lang": "en", "source": source })
}

/// Compares a document of both; gives how many were compared.
fn same(
    it: &mut PageService,
    state: &Value,
    kind: &str,
    (folder, words): (&Path, &[&str]),
) -> usize {
    let (page, terminal) = (desk(it, state, kind), terminal(folder, &[&[kind], words].concat()));
    assert_eq!(page, terminal, "{kind} {words:?}");
    1
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

#[test]
fn machines_of_the_catalogue() {
    let (mut it, here) = (PageService::default(), fixtures());
    let mut compared = 0;
    for name in MACHINES {
        let state = state(json!({ "example": name }));
        let source = format!("catalog:{name}");
        for kind in ["see", "lanes", "predict"] {
            compared += same(&mut it, &state, kind, (&here, &[&source]));
        }
    }
    assert_eq!(compared, 30);
}

#[test]
fn boards_with_devices_added() {
    let (mut it, here) = (PageService::default(), fixtures());
    for (board, add) in BUILDS {
        let mut state = state(json!({ "catalog": board }));
        state["add"] = json!(add);
        let source = format!("catalog:{board}");
        let list = add.join(",");
        same(&mut it, &state, "lanes", (&here, &[&source, "--drives", &list]));
        same(&mut it, &state, "plan", (&here, &[&source, "--drives", &list]));
    }
    let mut wants = state(json!({ "catalog": "asus-z170-a" }));
    wants["add"] = json!(["2x samsung-950-pro-256gb", "gpu"]);
    wants["want"] = json!(["gpu>=x16", "random"]);
    let words = ["catalog:asus-z170-a", "--drives", "2x samsung-950-pro-256gb,gpu"];
    let wanted = [&words[..], &["--want", "gpu>=x16", "--want", "random"]].concat();
    same(&mut it, &wants, "plan", (&here, &wanted));
}

#[test]
fn captures_text_and_machine_files_that_are_dropped() {
    let (mut it, folder) =
        (PageService::default(), tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let here = folder.path();
    for name in ["z170-trio.tar.gz", "two-socket-8.tar.gz", "x2-slot.tar.gz"] {
        fs::copy(fixtures().join(name), here.join(name)).unwrap();
    }
    fs::write(here.join("lspci.txt"), LSPCI).unwrap();
    fs::write(here.join("machine.toml"), MACHINE).unwrap();
    let files =
        ["z170-trio.tar.gz", "two-socket-8.tar.gz", "x2-slot.tar.gz", "lspci.txt", "machine.toml"];
    for name in files {
        let answer = it.put(name, &fs::read(here.join(name)).unwrap());
        assert!(!answer.contains("\"error\""), "{answer}");
        let state = state(json!({ "file": name }));
        for kind in ["see", "lanes", "predict"] {
            same(&mut it, &state, kind, (here, &[name]));
        }
    }
}

#[test]
fn what_the_page_exports_the_terminal_reads_and_predicts_alike() {
    let (mut it, folder) =
        (PageService::default(), tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    for (board, add) in BUILDS.into_iter().take(3) {
        let mut state = state(json!({ "catalog": board }));
        state["add"] = json!(add);
        let exported: Value = serde_json::from_str(&it.export_machine(&state.to_string())).unwrap();
        fs::write(folder.path().join("machine.toml"), exported["text"].as_str().unwrap()).unwrap();
        let theirs: Value =
            serde_json::from_str(&terminal(folder.path(), &["predict", "machine.toml"])).unwrap();
        let page = desk(&mut it, &state, "predict");
        let page: Value = serde_json::from_str(&page).unwrap();
        let rates = |document: &Value| -> Vec<(String, String, String)> {
            let rows = document["results"].as_array().unwrap().iter();
            let text = |row: &Value, key: &str| row[key].to_string();
            rows.map(|row| (text(row, "target"), text(row, "workload"), text(row, "mb_s")))
                .collect()
        };
        let (mut ours, mut theirs) = (rates(&page), rates(&theirs));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{board}");
    }
}
