//! The binary as its users meet it: results on stdout, one-line errors, exit codes, nothing left.

use std::process::Command;

use serde_json::Value;

use crate::home::{Home, Z170, captures, narrows, stdout_of};
use crate::json;

#[test]
fn a_build_says_which_it_is() {
    for words in [["--version", "--json"], ["--json", "-V"]] {
        let document = json::document(&narrows(&words).stdout);
        assert_eq!(document["narrows"], env!("CARGO_PKG_VERSION"));
        assert_eq!(document["optimized"], !cfg!(debug_assertions));
        let target = document["target"].as_str().unwrap();
        assert!(target.starts_with(std::env::consts::ARCH), "{target}");
    }
}

fn json(args: &[&str]) -> Value {
    let output = narrows(args);
    // 3: little or nothing could be looked at, which the document says.
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 3)), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    crate::json::document(&output.stdout)
}

/// The write-up: 1,100 to 1,500 MB/s each for three, 1,600 to 1,800 for two; a drive alone is at
/// its nominal 2,000. The chipset's link by arithmetic carries 3,587 MB/s: a third is 1,196.
#[test]
fn three_drives_behind_one_chipset_are_predicted_with_their_limit() {
    let document = json(&["predict", Z170, "--json", "--workload", "cdm-seq-q32-read"]);
    assert_eq!(document["schema"], "narrows.predict/1");
    let of = |set: &str, target: &str| {
        let results = document["results"].as_array().unwrap();
        let is = |r: &&Value| r["set"] == set && r["target"] == target;
        results.iter().find(is).unwrap().clone()
    };
    let three = of("all", "m8pe2");
    let mb_s = three["mb_s"].as_f64().unwrap();
    assert!((mb_s / 1185.0 - 1.0).abs() < 0.02, "{mb_s}");
    assert_eq!(three["limit"]["kind"], "uplink");
    assert!(three["limit"]["name"].as_str().unwrap().contains("DMI 3.0"));
    assert_eq!(of("alone", "m8pe2")["mb_s"], 2000.0);
    assert_eq!(of("alone", "m8pe2")["limit"]["kind"], "drive");
    let two = json(&["predict", Z170, "--json", "--together", "m8pe1,m8pe3"]);
    let two = two["results"][0]["mb_s"].as_f64().unwrap();
    assert!((two / 1777.0 - 1.0).abs() < 0.02, "{two}");
    // The boot drive is on the processor's lanes and keeps its own speed.
    assert_eq!(of("all", "ssd750")["limit"]["kind"], "drive");
}

#[test]
fn the_casebook_shows_five_machines_in_both_languages() {
    let document = json(&["casebook", "--json"]);
    assert_eq!(document["systems"].as_array().unwrap().len(), 5);
    for (language, limit) in [("en", "chipset uplink (DMI 3.0"), ("ja", "アップリンク（DMI")]
    {
        let document = json(&["casebook", "--json", "--lang", language]);
        let page = stdout_of(&["casebook", "--lang", language]);
        for system in document["systems"].as_array().unwrap() {
            let title = system["title"].as_str().unwrap();
            assert!(page.contains(title), "{language}: {title}");
        }
        // One figure next to ours and its limit, and the total of all checks.
        let two = row(&document, "000.double.read");
        let ours = format!("{:.0}", two["predicted"].as_f64().unwrap());
        let is_it = |line: &&str| line.contains(two["what"].as_str().unwrap());
        let line = page.lines().find(is_it).unwrap();
        let parts = ["1600–1800", ours.as_str(), limit];
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        let rows = &document["summary"]["rows"];
        let (met, checks) = (rows["met"].to_string(), rows["checks"].to_string());
        let is_sum =
            |line: &str| line.starts_with('→') && [&met, &checks].iter().all(|n| line.contains(*n));
        assert!(page.lines().any(is_sum), "{language}: {met} of {checks}");
    }
}

fn row(casebook: &Value, id: &str) -> Value {
    casebook["rows"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone()
}

/// One machine in full: each figure with its id, our band, and the author's comments and ours.
#[test]
fn the_casebook_tells_of_one_machine_in_full() {
    let document = json(&["casebook", "S000", "--json"]);
    let page = stdout_of(&["casebook", "S000"]);
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(document["systems"].as_array().unwrap().len(), 1);
    for row in document["rows"].as_array().unwrap() {
        let texts = ["what", "author", "why", "doubt"].map(|key| row[key].as_str());
        for text in texts.into_iter().flatten() {
            assert!(words.contains(text), "{text}");
        }
        assert!(words.contains(&format!("[{}]", row["id"].as_str().unwrap())), "{row}");
    }
    let three = row(&document, "000.triple.read");
    let band = ["low", "high"].map(|end| format!("{:.0}", three[end].as_f64().unwrap()));
    assert!(words.contains(&format!("({}–{})", band[0], band[1])), "{band:?}");
    assert!(!page.contains("GIGABYTE"));
}

#[test]
fn this_machine_is_seen() {
    let document = json(&["see", "--json"]);
    assert_eq!(document["schema"], "narrows.see/1");
    assert!(document["ports"].as_array().is_some_and(|ports| !ports.is_empty()));
    assert!(!stdout_of(&["see"]).is_empty());
}

#[test]
fn errors_are_one_line_that_names_file_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let bad = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let output = narrows(&["see", path.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {error}");
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{name}: {error}");
        assert!(error.contains(name), "{name}: {error}");
        error
    };
    bad("nonsense.txt", b"nothing that anybody knows\n");
    bad("empty", b"");
    bad("cut.tar.gz", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
    let slip = b"schema = \"narrows.machine/1\"\n[[drive]]\nid = \"a\"\non = \"cpu\"\nraed = 1\n";
    assert!(bad("slip.toml", slip).contains("slip.toml:5:1:"));
    let pipe = folder.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).unwrap();
    for verb in ["see", "predict"] {
        let error = narrows(&[verb, pipe.to_str().unwrap()]);
        let errors = String::from_utf8(error.stderr).unwrap();
        assert_eq!(error.status.code(), Some(1), "{errors}");
        assert!(errors.contains("pipe: this is a named pipe"), "{errors}");
    }
    bad("bomb.xml", b"<!DOCTYPE a [<!ENTITY b \"bb\">]><topology>&b;</topology>");
}

/// Wherever a document can be had as JSON, its page can be had as Markdown; both at once is a slip.
#[test]
fn every_page_can_be_had_as_markdown() {
    let pages: [&[&str]; 7] = [
        &["see", Z170],
        &["predict", Z170],
        &["plan", Z170],
        &["lanes", Z170],
        &["check", Z170],
        &["casebook", "S000"],
        &["catalog", "drives", "950 pro"],
    ];
    for page in pages {
        for language in ["en", "ja"] {
            let markdown = narrows(&[page, &["--markdown", "--lang", language]].concat());
            let markdown = String::from_utf8(markdown.stdout).unwrap();
            let terminal = narrows(&[page, &["--lang", language]].concat());
            assert!(!markdown.is_empty() && !markdown.contains('\u{1b}'), "{page:?}: {markdown}");
            assert_ne!(markdown, String::from_utf8(terminal.stdout).unwrap());
        }
        let both = narrows(&[page, &["--markdown", "--json"]].concat());
        assert_eq!(both.status.code(), Some(2), "{page:?}");
    }
    let table = stdout_of(&["casebook", "S000", "--markdown"]);
    assert!(table.starts_with("# Casebook"), "{table}");
}

#[test]
fn exit_codes_tell_usage_from_failure() {
    assert_eq!(narrows(&["--nonsense"]).status.code(), Some(2));
    assert_eq!(narrows(&["predict", Z170, "--workload", "nonsense"]).status.code(), Some(2));
    assert_eq!(narrows(&["see", "/nonexistent/machine"]).status.code(), Some(1));
    assert_eq!(narrows(&["see", "catalog:nonsense"]).status.code(), Some(2));
    assert_eq!(narrows(&["measure", "nonsense0n1"]).status.code(), Some(2));
}

#[test]
fn every_capture_is_seen_predicted_and_checked() {
    let Some(captures) = captures() else { return };
    for folder in ["lspci", "lspci-hex", "hwloc", "qemu/stock", "qemu/links-patched"] {
        for entry in std::fs::read_dir(captures.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let for_reading = ["README.md", "guest.log", "lspci-tv.txt"].contains(&name);
            if for_reading || name.ends_with(".json") || path.is_dir() {
                continue;
            }
            let path = path.to_str().unwrap();
            assert_eq!(json(&["see", path, "--json"])["source"], path);
            json(&["predict", path, "--json"]);
            let checked = narrows(&["check", path, "--json"]);
            // 3: few captures hold all that there is to look at.
            assert!(matches!(checked.status.code(), Some(0 | 3 | 4)), "{path}");
        }
    }
}

#[test]
fn a_capture_of_this_machine_reads_back_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("box.tar.gz");
    let archive = archive.to_str().unwrap();
    stdout_of(&["capture", "-o", archive]);
    let ids = |document: Value, list: &str| {
        let list = document[list].as_array().unwrap().clone();
        list.iter().map(|entry| entry["id"].clone()).collect::<Vec<_>>()
    };
    for list in ["storage", "drives", "ports", "devices"] {
        let live = ids(json(&["see", "--json"]), list);
        assert_eq!(live, ids(json(&["see", archive, "--json"]), list), "{list}");
    }
}

/// Reads a small file of the test's own: always possible, whatever the machine's drives are.
#[test]
fn a_file_is_measured_and_the_run_says_how() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = folder.path().join("data");
    std::fs::write(&path, vec![0x5a; 8 << 20]).unwrap();
    let path = path.to_str().unwrap();
    let output = narrows(&["measure", "--file", path, "--time", "300ms", "--json", "--no-report"]);
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("O_DIRECT"), "{error}");
        println!("skipped: this file system has no O_DIRECT");
        return;
    }
    let document = crate::json::document(&output.stdout);
    assert_eq!(document["schema"], "narrows.run/1");
    let result = &document["results"][0];
    assert!(result["mb_s"].as_f64().unwrap() > 0.0 && result["ops"].as_u64().unwrap() > 0);
    assert_eq!(result["errors"], 0);
    assert_eq!(result["method"]["direct"], true);
    assert_eq!(result["simulated"], false);
}

/// The main job with its own state home: the report exists and contains the result.
#[test]
fn the_main_job_keeps_a_report() {
    let home = Home::new();
    let output = home.narrows(&["--quick", "--json"]);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    let document = crate::json::document(&output.stdout);
    let run = home.path().join("narrows/runs").join(document["id"].as_str().unwrap());
    for file in ["run.json", "samples.json.gz", "report.html", "capture.tar.gz"] {
        assert!(run.join(file).metadata().unwrap().len() > 0, "{file}");
    }
    let kept: Value =
        serde_json::from_slice(&std::fs::read(run.join("run.json")).unwrap()).unwrap();
    assert_eq!(
        kept["results"].as_array().map(Vec::len),
        document["results"].as_array().map(Vec::len)
    );
}

/// A text of two machines: the number behind the file's name tells which one is read, in every command.
#[test]
fn a_machine_of_several_is_chosen_by_its_number() {
    let listing = |vendor: &str, drive: &str| {
        format!(
            "00:00.0 Host bridge [0600]: X [{vendor}:0001]\n\
             00:01.0 PCI bridge [0604]: X [{vendor}:0002]\n\
             {drive} Non-Volatile memory controller [0108]: X [{vendor}:0003]\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("two.txt");
    std::fs::write(&text, listing("8086", "01:00.0") + &listing("1022", "02:00.0")).unwrap();
    let text = text.display().to_string();
    let drive = |source: &str| {
        let machine = json(&["see", source, "--json"]);
        machine["drives"][0]["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(drive(&text), "0000:01:00.0");
    assert_eq!(drive(&format!("{text}#1")), "0000:01:00.0");
    assert_eq!(drive(&format!("{text}#2")), "0000:02:00.0");
    let third = narrows(&["check", &format!("{text}#3")]);
    assert!(!third.status.success());
    assert!(String::from_utf8_lossy(&third.stderr).contains("it lists 2 machines"), "{third:?}");
}

/// Command outputs in an archive are read together, like those of a folder.
#[test]
fn an_archive_of_texts_is_read_as_a_folder_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file(
        "lspci.txt",
        "00:00.0 Host bridge [0600]: X [8086:0001]\n\
         01:00.0 Non-Volatile memory controller [0108]: X [8086:0003]\n",
    );
    file("fdisk.txt", "Disk /dev/nvme0n1: 1 GiB, 1073741824 bytes\nDisk model: A\n");
    file("notes.md", "Nothing of a machine.\n");
    let archive = folder.path().join("texts.tar.gz");
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&archive).arg("-C").arg(folder.path());
    assert!(tar.args(["lspci.txt", "fdisk.txt", "notes.md"]).status().unwrap().success());
    let machine = json(&["see", &archive.display().to_string(), "--json"]);
    let drive = &machine["drives"][0];
    assert_eq!((&drive["id"], &drive["controller"]), (&"nvme0n1".into(), &"0000:01:00.0".into()));
}

/// Targets named without a command are explained, as the bare command explains all drives.
#[test]
fn what_is_named_without_a_command_is_explained() {
    let text_of = |words: &[&str]| String::from_utf8(narrows(words).stderr).unwrap();
    for word in ["no/such/drive", "catalog:no-such-machine"] {
        assert_eq!(text_of(&[word, "--quick"]), text_of(&["explain", word, "--quick"]));
    }
    let bare = stdout_of(&[Z170, "--dry-run", "--lang", "en"]);
    assert_eq!(bare, stdout_of(&["explain", Z170, "--dry-run", "--lang", "en"]));
    assert_eq!(narrows(&["explian"]).status.code(), Some(2), "a slip is still one");
}

/// What a slip in the command line was, in one line and the reader's language, and where to look.
#[test]
fn slips_in_a_command_line_are_named_in_the_readers_language() {
    let slips: [(&[&str], &str, &str); 9] = [
        (&["predict", "--drives", "x"], "that have it: plan, lanes", "使えるコマンド：plan"),
        (&["predict", "--on", Z170], "takes no --on", "--on は付けません"),
        (&["predict", "--wrokload", "x"], "did you mean --workload?", "--workload ですか"),
        (&["verify", "a", "b"], "does not expect", "を指定できません"),
        (&["sea"], "no command sea; did you mean see?", "see ですか"),
        (&["measure", "--engine", "aio"], "“aio” is no value of --engine", "値として使えません"),
        (&["predict", "--html"], "--html <FILE> needs a value", "には値が必要です"),
        (&["verify"], "narrows verify needs <FILE>", "<FILE> が必要です"),
        (&["--raw", "--on", Z170], "cannot be combined with", "同時に使えません"),
    ];
    for (words, english, japanese) in slips {
        for (language, said) in [("en", english), ("ja", japanese)] {
            let output = narrows(&[words, &["--lang", language]].concat());
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
            assert!(text.contains(said) && text.contains("--help"), "{words:?}: {text}");
            assert!(!text.contains("error:"), "{words:?}: {text}");
        }
    }
}

/// A network, a controller and a drive's own full link hold drives back as a shared PCIe link does.
#[test]
fn see_names_ceilings_beside_links() {
    for (source, said) in [
        ("catalog:published/portmult-5disks-32k", "5 drives share it: it carries 300 MB/s"),
        ("catalog:published/pi5-makerdisk", "nvme can read 1.70 GB/s; its link carries 897 MB/s"),
    ] {
        let page = stdout_of(&["see", source, "--lang", "en"]);
        assert!(page.contains(said) && !page.contains("No PCIe"), "{page}");
    }
}
