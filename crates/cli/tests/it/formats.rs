//! Other programs' results and jobs, profiles and exports, as their users meet them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::home::Home;

/// A machine with three drives behind one uplink.
const TRIO: &str = "catalog:asrock-z170-oc-formula/3x-m8pe";

fn three_m2() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("fixtures/results/three-m2").display().to_string()
}

/// The write-up's author concludes some 3.5 GB/s for all sockets together.
#[test]
fn a_folder_of_crystal_disk_mark_says_who_shares_what() {
    let home = Home::new();
    let run = home.json(&["import", &three_m2()]).0;
    let limits = run["sharing"]["limits"].as_array().unwrap();
    assert_eq!(limits.len(), 1, "{limits:?}");
    assert_eq!(limits[0]["drives"], serde_json::json!(["C", "D", "E"]));
    let capacity = limits[0]["capacity_mb_s"]["value"].as_f64().unwrap();
    assert!((3_400.0..3_600.0).contains(&capacity), "{capacity}");
    assert!(limits[0]["confidence"].as_f64().unwrap() > 0.95);
    let row = &run["results"][0];
    assert_eq!(
        (&row["imported"]["tool"], &row["imported"]["statistic"]),
        (&"CrystalDiskMark".into(), &"best".into())
    );
    assert_eq!(run["started"], "2017-04-01T12:00:00Z");

    let (page, _, code) = home.output_of(&["import", &three_m2()]);
    assert_eq!(code, 0);
    assert!(page.contains("2050") && page.contains("1120"), "{page}");
    // No statement on properties that were not checked.
    for unsaid in ["skew", "steady", "It is a file", "busiest"] {
        assert!(!page.contains(unsaid), "{unsaid}: {page}");
    }
    let (page, ..) = home.output_of(&["explain", "--from", &three_m2(), "--lang", "ja"]);
    assert!(page.contains("C, D, E") && page.contains("GB/s"), "{page}");
}

#[test]
fn what_was_imported_is_kept_and_compared_like_a_run() {
    let home = Home::new();
    let (_, error, code) = home.output_of(&["import", &three_m2(), "--keep"]);
    assert!(code == 0 && error.contains("Kept as run"), "{error}");
    assert_eq!(home.json(&["history"]).0["known"], 1);
    let compared = home.json(&["compare", "latest", &three_m2()]).0;
    let rows = compared["rows"].as_array().unwrap();
    assert!(rows.len() >= 18, "{}", rows.len());
    // One figure on each side is no evidence of a change.
    assert!(rows.iter().all(|row| row["slower"].as_array().unwrap().is_empty()));
    let report = home.path_of("report.html");
    assert_eq!(home.output_of(&["import", &three_m2(), "--html", &report]).2, 0);
    let html = fs::read_to_string(&report).unwrap();
    assert!(html.contains("CrystalDiskMark 5.2.1") && !html.contains("job.fio"));
}

/// GNOME Disks prints rates and no requests, and no drive: 0 IOPS would be a figure that it does not have.
#[test]
fn a_rate_without_requests_is_a_rate_everywhere() {
    let home = Home::new();
    let gnome = |name: &str, rate: &str| {
        let text =
            format!("Sample Size 10 MB (10000000 bytes)\nAverage Read Rate {rate} (100 samples)\n");
        home.file(name, &text)
    };
    let (before, after) = (gnome("before.txt", "3.4 GB/s"), gnome("after.txt", "1.7 GB/s"));
    let kept = home.output_of(&["import", &before, "--keep"]).0;
    let history = home.output_of(&["history"]).0;
    // Each file has one drive and does not name it, so the two are compared.
    let compared = home.output_of(&["compare", &before, &after]).0;
    for (page, figures) in
        [(&kept, &["3400"][..]), (&history, &["3400 MB/s"]), (&compared, &["3400", "1700"])]
    {
        assert!(!page.contains("IOPS"), "{page}");
        assert!(figures.iter().all(|figure| page.contains(figure)), "{page}");
    }
    assert!(compared.contains("may be another drive"), "{compared}");
    // Neither has a date.
    assert!(!compared.contains("UTC"), "{compared}");
}

#[test]
fn what_is_no_result_says_what_would_be() {
    let home = Home::new();
    let notes = home.file("notes.txt", "what I did");
    let (_, error, code) = home.output_of(&["import", &notes]);
    assert!(
        code == 1 && error.contains("CrystalDiskMark") && error.contains("notes.txt"),
        "{error}"
    );
    let atto = home.file("a.bmk", "ATTO Disk Benchmark");
    let (_, error, code) = home.output_of(&["import", &atto]);
    assert!(code == 1 && error.contains("not public"), "{error}");
    assert_eq!(home.output_of(&["import", &home.path_of("nothing")]).2, 1);
    // A foreign document is reported as before.
    let (_, error, _) = home.output_of(&["compare", &notes, &notes]);
    assert!(error.contains("not a Narrows run"), "{error}");
}

/// Two passes of 200 ms on a drive that reads 2,400 MB/s at most.
#[test]
fn a_profile_is_its_table() {
    let home = Home::new();
    let args = ["bench", "cdm8", "m8pe1", "--on", TRIO, "--passes", "2", "--time", "200ms"];
    let (page, error, code) = home.output_of(&args);
    assert_eq!(code, 0, "{error}");
    assert!(page.contains("SEQ1M Q8T1") && page.contains("RND4K Q1T1"), "{page}");
    assert!(error.contains("DiskMarkDlg.cpp"), "{error}");
    let (text, ..) = home.output_of(&[&args[..], &["--text"]].concat());
    let row = text.lines().find(|line| line.starts_with("  SEQ    1MiB (Q=  8, T= 1):")).unwrap();
    assert!(row.contains("MB/s [") && row.ends_with("us>"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
    assert!(!text.contains("CrystalDiskMark 5") && text.contains("Narrows"), "{text}");
    let run = home.json(&args).0;
    assert_eq!(run["schema"], "narrows.run/1");
    // Four rows, reads and writes, two passes.
    assert_eq!(run["results"].as_array().unwrap().len(), 16);
    let reads = home.json(&[&args[..], &["--only", "read"]].concat()).0;
    assert_eq!(reads["results"].as_array().unwrap().len(), 8);
    // Posted results can be read again.
    let posted = home.file("posted.txt", &text);
    assert_eq!(home.json(&["import", &posted]).0["results"].as_array().unwrap().len(), 8);
}

#[test]
fn profiles_are_listed_and_written_by_users() {
    let home = Home::new();
    let (list, ..) = home.output_of(&["bench"]);
    for name in ["cdm3", "cdm5", "cdm8-nvme", "atto", "as-ssd", "iometer-ssd750", "fio-threads"] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}: {list}");
    }
    let (_, error, code) = home.output_of(&["bench", "cdm99"]);
    assert!(code == 2 && error.contains("cdm8-nvme"), "{error}");
    let own = home.file(
        "own.toml",
        "schema = \"narrows.profile/1\"\nname = \"own\"\ntitle = \"Mine\"\npasses = 1\nstatistic = \"mean\"\n\
         time = \"200 ms\"\nsize = \"64 MiB\"\nsource = \"mine\"\n[[row]]\nname = \"8K\"\npattern = \"random\"\n\
         block = \"8 KiB\"\ndepth = 4\naccess = [\"read\", 70]\n",
    );
    let (page, error, code) = home.output_of(&["bench", &own, "m8pe1", "--on", TRIO]);
    assert!(code == 0 && page.contains("Mine") && page.contains("70 % reads"), "{page}{error}");
    let broken = home.file("broken.toml", "schema = \"narrows.profile/1\"\nname = 1\n");
    let (_, error, code) = home.output_of(&["bench", &broken]);
    assert!(code == 2 && error.contains("broken.toml") && error.contains("line 2"), "{error}");
}

const JOB: &str = "[global]\nioengine=libaio\ndirect=1\nruntime=200ms\ntime_based\n[one]\nfilename=m8pe1\nrw=read\n\
     bs=128k\niodepth=32\n[two]\nfilename=m8pe2\nrw=read\nbs=128k\niodepth=32\nrate=500m\n\
     [after]\nstonewall\nfilename=m8pe1\nrw=randread\nbs=4k\n";

/// The first two run together, the second held to 500 MiB/s; the third alone.
#[test]
fn a_job_for_fio_runs_as_its_rounds() {
    let home = Home::new();
    let job = home.file("job.fio", JOB);
    let run = home.json(&["bench", &job, "--on", TRIO]).0;
    let rows = run["results"].as_array().unwrap();
    let shown: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["target"].as_str().unwrap(),
                row["workload"].as_str().unwrap(),
                row["set"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("m8pe1", "seq-read-128k-q32", "all"),
            ("m8pe2", "seq-read-128k-q32", "all"),
            ("m8pe1", "rand-read-4k-q1", "alone"),
        ],
        "{run}"
    );
    let held = rows[1]["asked"]["limit_mb_s"].as_f64().unwrap();
    assert!((held - 524.288).abs() < 1e-6 && rows[1]["mb_s"].as_f64().unwrap() < 530.0, "{held}");
}

/// fio makes a file for each section in the folder, so that both run at once; one drive cannot replace both.
#[test]
fn sections_on_one_folder_have_a_file_each() {
    let home = Home::new();
    let both = "[global]\ndirect=1\nruntime=200ms\ntime_based\nsize=16m\nverify=crc32c\n\
        random_generator=tausworthe\nrandom_distribution=random\nrw=randread\nbs=4k\n[one]\n[two]\n";
    let job = home.file("both.fio", both);
    let folder = home.path_of("");
    let run = home.json(&["bench", &job, &folder, "--ignore", "verify"]).0;
    let rows = run["results"].as_array().unwrap();
    let shown: Vec<_> = rows.iter().map(|row| (&row["target"], &row["set"])).collect();
    let file = |name: &str| json!(std::path::Path::new(&folder).join(name).display().to_string());
    let all = json!("all");
    assert_eq!(shown, [(&file("one"), &all), (&file("two"), &all)], "{run}");
    // On one drive equal sections are threads of one workload.
    let run = home.json(&["bench", &job, "m8pe1", "--on", TRIO, "--ignore", "verify"]).0;
    assert_eq!(run["results"][0]["workload"], "rand-read-4k-q1-j2", "{run}");
    let apart = home.file("apart.fio", &both.replace("[two]", "[two]\nrate=1m"));
    let (_, error, code) =
        home.output_of(&["bench", &apart, "m8pe1", "--on", TRIO, "--ignore", "verify"]);
    assert!(code == 2 && error.contains("cannot be separated"), "{error}");
}

#[test]
fn what_a_job_asks_beyond_us_is_named_and_nothing_runs() {
    let home = Home::new();
    let odd = JOB.replace("[after]", "verify=crc32c\n[after]\nlatency_target=9");
    let job = home.file("odd.fio", &odd);
    let (out, error, code) = home.output_of(&["bench", &job, "--on", TRIO]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(
        error.contains("[two] verify=crc32c") && error.contains("[after] latency_target=9"),
        "{error}"
    );
    let text = JOB.replace("bs=4k", "norandommap\nbssplit=4k/50:8k/50");
    let split = home.file("split.fio", &text);
    let (_, error, code) = home.output_of(&["bench", &split, "--on", TRIO]);
    assert!(code == 2 && error.contains("[after] bssplit=4k/50:8k/50, on virtual"), "{error}");
    let endless = home.file("endless.fio", "[a]\nfilename=m8pe1\nrw=read\nbs=4k\n");
    let (_, error, code) = home.output_of(&["bench", &endless, "--on", TRIO]);
    assert!(code == 2 && error.contains("without size or runtime"), "{error}");
    // fio makes files by the sections' names; ours are made on a target that is named.
    let (_, error, code) =
        home.output_of(&["bench", &home.file("n.fio", "[a]\nrw=read\nruntime=1\n")]);
    assert!(code == 2 && error.contains("without filename"), "{error}");
}

/// Sizes, pauses and zones change the requests to a real file, and are in its result and in the job written from it.
#[test]
fn requests_of_a_job_have_its_shape() {
    let home = Home::new();
    let text = "[global]\ndirect=1\nsize=16m\nioengine=libaio\niodepth=4\n\
        [split]\nrw=randread\nnorandommap\nbssplit=4k/50:64k/50\n\
        [back]\nstonewall\nrw=read:-8k\n[kept]\nstonewall\nrw=randwrite\nverify=crc32c\n";
    let job = home.file("shaped.fio", text);
    let run = home.json(&["bench", &job, &home.path_of("")]).0;
    let rows = run["results"].as_array().unwrap();
    let names: Vec<_> = rows.iter().map(|row| row["workload"].as_str().unwrap()).collect();
    assert!(names[0].starts_with("rand-read-64k-q4-shape-"), "{run}");
    assert!(names[1].starts_with("seq-read-4k-q4-shape-"), "{run}");
    assert_eq!(names[2..], ["rand-write-4k-q4", "rand-read-4k-q4"], "{run}");
    assert_eq!(rows[0]["asked"]["shape"], json!(["bssplit=4k/50:64k/50"]));
    let each = 1e6 * rows[0]["mb_s"].as_f64().unwrap() / rows[0]["iops"].as_f64().unwrap();
    assert!((25_000.0..44_000.0).contains(&each), "a mean of 34 KiB: {each}");
    let checked = &rows[3]["verified"];
    assert!(checked["wrong"] == 0 && checked["blocks"].as_u64() > Some(0), "{run}");
    let plan = home.output_of(&["bench", &job, &home.path_of(""), "--fio-job", "-"]).0;
    assert!(plan.contains("bssplit=4k/50:64k/50\n") && plan.contains("rw=read:-8k\n"), "{plan}");
}

#[test]
fn exports_go_where_nothing_else_is_lost() {
    let home = Home::new();
    let of = |format: &str| home.output_of(&["export", &three_m2(), "--format", format]).0;
    assert!(of("csv").starts_with("set,repeat,target,workload,mb_s,"));
    assert!(of("prometheus").contains("narrows_read_write_bytes_per_second{target=\"C\""));
    let fio: Value = serde_json::from_str(&of("fio-json")).unwrap();
    assert_eq!(fio["jobs"][0]["read"]["bw_bytes"], 2_050_000_000_u64);
    let again = home.file("again.csv", &of("csv"));
    let (first, second) = (home.json(&["import", &three_m2()]).0, home.json(&["import", &again]).0);
    assert_eq!(first["sharing"]["limits"], second["sharing"]["limits"]);

    let mine = PathBuf::from(home.file("mine.csv", "my own figures\n"));
    let into = |path: &str| home.output_of(&["export", &three_m2(), "-o", path]).2;
    assert_eq!(into(mine.to_str().unwrap()), 5);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "my own figures\n");
    let new = home.path_of("new.csv");
    assert_eq!((into(&new), into(&new)), (0, 0));
}

/// Three positions of a virtual drive, which is equally fast everywhere: one result with its curve.
#[test]
fn a_curve_is_one_result_with_its_positions() {
    let home = Home::new();
    let svg = home.path_of("curve.svg");
    let args = ["bench", "curve", "m8pe1", "--on", TRIO, "--time", "100ms"];
    let run = home.json(&[&args[..], &["--svg", &svg]].concat()).0;
    let rows = run["results"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["workload"], "seq-read-1m-q4-by-position");
    let points = rows[0]["curve"]["points"].as_array().unwrap();
    assert_eq!((points.len(), &points[0]["at_bytes"]), (64, &0.into()));
    let rate = |at: usize| points[at]["mb_s"].as_f64().unwrap();
    assert!((rate(0) / rate(63) - 1.0).abs() < 0.05, "{} {}", rate(0), rate(63));
    // The prediction is a rate of the whole drive, not of a position.
    assert_eq!(run["predictions"].as_array().unwrap().len(), 0);
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains("<polyline") && drawing.contains("MB/s"), "{drawing}");
    for (language, sentence) in [("en", "flat curves"), ("ja", "曲線は平坦です")] {
        let (page, error, code) = home.output_of(&[&args[..], &["--lang", language]].concat());
        assert!(
            code == 0 && page.replace(['\n', ' '], "").contains(&sentence.replace(' ', "")),
            "{page} {error}"
        );
    }
    let (_, error, code) = home.output_of(&[&args[..], &["--only", "write"]].concat());
    assert_eq!(code, 2, "{error}");
}

/// Jobs are done on files without names: two folders hold as much afterwards as before.
#[test]
fn everyday_jobs_leave_no_file() {
    let home = Home::new();
    let (one, two) = (home.path_of("one"), home.path_of("two"));
    for folder in [&one, &two] {
        fs::create_dir(folder).unwrap();
    }
    let args = ["bench", "everyday", &one, &two, "--scratch-size", "64M", "--passes", "1"];
    let (page, error, code) = home.output_of(&args);
    if error.contains("cannot be used") || error.contains("the jobs need") {
        return println!("skipped: {error}");
    }
    assert_eq!(code, 0, "{error}");
    assert!(
        page.contains("Load a large file") && page.contains("Many") | page.contains("many"),
        "{page}"
    );
    assert!(page.contains(&format!("Copy the folder to {two}")), "{page}");
    for folder in [&one, &two] {
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    }
    let run = home.json(&[&args[..], &["--only", "read", "--no-report"]].concat()).0;
    let names: Vec<&str> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["workload"].as_str().unwrap())
        .collect();
    let jobs = ["everyday-load", "everyday-scan", "everyday-read-small"];
    assert_eq!(names, [jobs, jobs].concat());
    let (_, error, code) = home.output_of(&["bench", "everyday", &one, "--set", "pairs"]);
    assert!(code == 2 && error.contains("each-and-all"), "{error}");
    let (_, error, code) = home.output_of(&["bench", "everyday", &one, "--scratch-size", "900T"]);
    assert!(code == 1 && error.contains("the jobs need"), "{error}");
}

/// Distributions lie packed beside a run's document.
#[test]
fn latencies_of_a_kept_run_are_exported() {
    let home = Home::new();
    let args = ["bench", "cdm8", "m8pe1", "--on", TRIO, "--passes", "1", "--time", "100ms"];
    assert_eq!(home.output_of(&args).2, 0);
    for (form, begins) in [("hlog", "#Narrows latency log"), ("hgrm", "#[Narrows latency")] {
        let (text, error, code) = home.output_of(&["export", "latest", "--format", form]);
        assert!(code == 0 && text.starts_with(begins), "{form}: {error}");
        assert!(text.lines().count() > 8, "{text}");
    }
}
