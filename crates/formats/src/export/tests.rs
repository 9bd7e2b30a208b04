//! Exports are read back where possible, and contain nothing that was not measured.

use std::io::Write;
use std::process::{Command, Stdio};

use narrows_record::run::IssuingThread;

use super::*;
use crate::{NamedFile, run};

const TABLE: &str = "target,workload,mb_s,set,p50_us\nC,seq-read-1m-q8,2000.5,,85\nD,rand-rw70-4k-q1-j2,100,,\n\
     C,seq-read-1m-q8,1000,C+D,\nD,seq-read-1m-q8,900,C+D,\n";

fn sample() -> RunDocument {
    let file = NamedFile { path: vec!["a.csv".to_owned()], bytes: TABLE.as_bytes().to_vec() };
    run(&[file], "a.csv").unwrap()
}

/// Set, repeat, target, workload and rate of each row.
fn rows(run: &RunDocument) -> Vec<(String, u32, String, String, f64)> {
    let row = |row: &narrows_record::run::TargetMeasurement| {
        (row.set.to_string(), row.repeat, row.target.clone(), row.workload.clone(), row.mb_s)
    };
    run.results.iter().map(row).collect()
}

fn again(text: &str, name: &str) -> RunDocument {
    let file = NamedFile { path: vec![name.to_owned()], bytes: text.as_bytes().to_vec() };
    run(&[file], name).unwrap()
}

#[test]
fn a_table_is_read_again() {
    let run = sample();
    let text = export(&run, &[], ExportFormat::Csv);
    assert!(text.starts_with(mark(ExportFormat::Csv)));
    assert_eq!(rows(&again(&text, "b.csv")), rows(&run));
    let line = text.lines().find(|line| line.contains(",D,rand-rw70-4k-q1-j2,")).unwrap();
    // Unknown values stay empty: no latency, no window.
    assert!(line.contains(",70,30,,,,,,,"), "{line}");
}

/// 100 MB/s in requests of 4,096 bytes, of which 70 of 100 read.
#[test]
fn fios_json_is_read_again() {
    let text = export(&sample(), &[], ExportFormat::FioJson);
    assert!(text.starts_with(mark(ExportFormat::FioJson)), "{text}");
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let jobs = document["jobs"].as_array().unwrap();
    let mix = jobs.iter().find(|job| job["job options"]["rwmixread"] == "70").unwrap();
    assert_eq!(
        (&mix["read"]["bw_bytes"], &mix["write"]["bw_bytes"]),
        (&70_000_000.into(), &30_000_000.into())
    );
    assert_eq!(mix["job options"]["numjobs"], "2");
    assert!(mix["read"].get("clat_ns").is_none() && mix["read"].get("runtime").is_none());
    let first = jobs.iter().find(|job| job["read"]["bw_bytes"] == 2_000_500_000_u64).unwrap();
    assert_eq!(first["read"]["clat_ns"]["percentile"]["50.000000"], 85_000);
    // Alone and together stay apart.
    assert_eq!(rows(&again(&text, "b.json")), rows(&sample()));
}

/// Simulated figures do not become measured ones by passing through a file.
#[test]
fn simulated_figures_stay_simulated() {
    let mut run = sample();
    run.results.iter_mut().for_each(|row| row.simulated = true);
    for (form, name) in [(ExportFormat::Csv, "b.csv"), (ExportFormat::FioJson, "b.json")] {
        let back = again(&export(&run, &[], form), name);
        assert!(back.results.iter().all(|row| row.simulated), "{name}");
        let real = again(&export(&sample(), &[], form), name);
        assert!(real.results.iter().all(|row| !row.simulated), "{name}");
    }
    let text = export(&run, &[], ExportFormat::Prometheus);
    assert!(text.contains(r#"simulated="true"} 1"#), "{text}");
}

/// The amounts read and written do not always match the requested mix to the last byte.
#[test]
fn a_table_keeps_both_directions_and_the_order_of_repeats() {
    let mut run = sample();
    let mix = run.results.iter().position(|row| row.workload.contains("rw70")).unwrap();
    let mut rows = Vec::new();
    for repeat in 1..=12 {
        let mut row = run.results[mix].clone();
        let read = 69.0 + f64::from(repeat);
        (row.repeat, row.read_mb_s, row.write_mb_s) = (repeat, read, 30.5);
        row.mb_s = read + 30.5;
        rows.push(row);
    }
    run.results = rows;
    let sides = |run: &RunDocument| -> Vec<(u32, f64, f64)> {
        run.results.iter().map(|row| (row.repeat, row.read_mb_s, row.write_mb_s)).collect()
    };
    assert_eq!(sides(&again(&export(&run, &[], ExportFormat::Csv), "b.csv")), sides(&run));
}

#[test]
fn prometheus_text_has_a_type_for_each_gauge() {
    let mut run = sample();
    run.results[0].target = "a\"b\\".to_owned();
    let text = export(&run, &[], ExportFormat::Prometheus);
    assert!(text.starts_with(mark(ExportFormat::Prometheus)));
    assert!(text.contains(r#"narrows_read_write_bytes_per_second{target="a\"b\\",workload="seq-read-1m-q8",set="alone"} 2000500000"#), "{text}");
    assert!(text.contains(r#"quantile="0.5"} 0.000085"#), "{text}");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split('{').next().unwrap();
        let kind = if line.contains("quantile=") { "summary" } else { "gauge" };
        assert!(text.contains(&format!("# TYPE {name} {kind}")), "{line}");
    }
    assert!(!text.contains("celsius"));
    // The verdict of Prometheus' own tool, if it is installed.
    let words = ["check", "metrics"];
    let tool = Command::new("promtool").args(words).stdin(Stdio::piped()).spawn();
    let Ok(mut tool) = tool else { return eprintln!("skipped: no promtool here") };
    tool.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(tool.wait().unwrap().success(), "{text}");
}

/// Of a thousand requests 990 took 100 us and ten 1 ms: a mean of 109 us.
#[test]
fn distributions_are_counted_up_to_the_last_sample() {
    let samples = Samples {
        target: "a]\nb".to_owned(),
        workload: "rand-read-4k-q1".to_owned(),
        set: "alone".into(),
        repeat: 1,
        started_us: 0.0,
        ended_us: 0.0,
        slot_us: 0.0,
        slot_bytes: Vec::new(),
        latency_ns: vec![(1_000_000, 10), (100_000, 990)],
    };
    let text = export(&sample(), &[samples], ExportFormat::Hgrm);
    assert!(text.starts_with(mark(ExportFormat::Hgrm)));
    assert!(text.contains("#[ab rand-read-4k-q1 alone repeat 1]\n"), "{text}");
    assert!(text.contains("     100.000 0.500000000000        990           2.00\n"), "{text}");
    assert!(text.contains("    1000.000 1.000000000000       1000\n"), "{text}");
    assert!(text.contains("#[Mean    =      109.000,"), "{text}");
}

/// Two rounds of a second each: alone, and two results of one round.
#[test]
fn logs_of_histograms_are_read_again() {
    use hdrhistogram::serialization::Deserializer;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
    let samples = |target: &str, set: &str| Samples {
        target: target.to_owned(),
        workload: "rand-read-4k-q1".to_owned(),
        set: set.into(),
        repeat: 1,
        started_us: 0.0,
        ended_us: 1e6,
        slot_us: 0.0,
        slot_bytes: Vec::new(),
        latency_ns: vec![(100_000, 990), (1_000_000, 10)],
    };
    let all = [samples("a, b", "alone"), samples("c", "all"), samples("d", "all")];
    let text = export(&sample(), &all, ExportFormat::Hlog);
    assert!(text.starts_with(mark(ExportFormat::Hlog)), "{text}");
    let mut deserializer = Deserializer::new();
    let mut found = Vec::new();
    for entry in IntervalLogIterator::new(text.as_bytes()) {
        let LogEntry::Interval(interval) = entry.unwrap() else { continue };
        let coded = base64_of(interval.encoded_histogram());
        let histogram: hdrhistogram::Histogram<u64> =
            deserializer.deserialize(&mut coded.as_slice()).unwrap();
        assert_eq!((histogram.len(), histogram.value_at_quantile(0.5)), (1000, 100_031));
        let tag = interval.tag().unwrap().as_str().to_owned();
        found.push((tag, interval.start_timestamp().as_secs(), interval.duration().as_secs()));
    }
    let tags =
        ["a__b/rand-read-4k-q1/alone/1", "c/rand-read-4k-q1/all/1", "d/rand-read-4k-q1/all/1"];
    assert_eq!(found, [(tags[0].into(), 0, 1), (tags[1].into(), 1, 1), (tags[2].into(), 1, 1)]);
}

/// RFC 4648, section 4.
fn base64_of(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes().take_while(|it| *it != b'=') {
        let value = LETTERS.iter().position(|it| *it == letter).unwrap() as u32;
        (bits, count) = (bits << 6 | value, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// Fields are where fio's own line has them, if fio is installed.
#[test]
fn a_terse_line_has_fios_fields() {
    let text = export(&sample(), &[], ExportFormat::FioTerse);
    assert!(text.starts_with(mark(ExportFormat::FioTerse)), "{text}");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(';').collect()).collect();
    assert_eq!(lines.len(), 4);
    let first = lines.iter().find(|line| line[2] == "C seq-read-1m-q8 alone").unwrap();
    // 2,000.5 MB/s are 1,953,613 KiB/s in 1,908 requests of 1 MiB; nothing is known of how long.
    assert_eq!(first[5..9], ["", "1953613", "1908", ""]);
    assert_eq!((first[23], first[46]), ("50.000000%=85", "0"));
    let mix = lines.iter().find(|line| line[2].contains("rw70")).unwrap();
    assert_eq!((mix[6], mix[47], mix[23]), ("68359", "29297", ""));
    let words = ["--name=x", "--ioengine=null", "--size=1m", "--output-format=terse"];
    let Ok(fio) = Command::new("fio").args(words).output() else {
        return eprintln!("skipped: no fio here");
    };
    let said = String::from_utf8_lossy(&fio.stdout).into_owned();
    let fios: Vec<&str> = said.lines().last().unwrap_or_default().split(';').collect();
    assert!(lines.iter().all(|line| line.len() == fios.len()), "{} {}", first.len(), fios.len());
    assert!(fios[23].starts_with("50.000000%="), "{}", fios[23]);
}

/// A plan with everything that a job can say.
fn plan() -> RunDocument {
    let mut run = sample();
    let base = run.results[0].clone();
    let shapes = [
        ("seq-write-1m-q8-j4", Some(400.0), 0.0),
        ("rand-rw70-8k-q4-j2", Some(500.0), 0.25),
        ("rand-write-4k-q1", None, 0.0),
        ("seq-rw30-64k-q2", Some(1.0), 1.5),
        ("rand-read-512-q64", None, 0.0),
    ];
    let row = |(at, (name, limit, start)): (usize, &(&str, Option<f64>, f64))| {
        let workload = narrows_workload::profile(name).unwrap();
        let mut row = base.clone();
        row.asked.pattern = workload.pattern.into();
        row.asked.read_percent = workload.read_percent;
        row.asked.block_bytes = workload.block.get();
        (row.asked.depth, row.asked.jobs) = (workload.depth, workload.jobs);
        (row.asked.limit_mb_s, row.asked.start_after_s) = (*limit, *start);
        row.workload = (*name).to_owned();
        (row.repeat, row.window_s) = (at as u32 + 1, 2.5);
        row
    };
    run.results = shapes.iter().enumerate().map(row).collect();
    run
}

/// `fio --showcmd` on the job gives the plan: the same workloads, limits, times and rounds.
#[test]
fn fios_reading_of_the_job_is_the_plan() {
    let run = plan();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.fio");
    std::fs::write(&path, export(&run, &[], ExportFormat::FioJob)).unwrap();
    let Some(shown) = crate::fio_job::tests::as_fio_reads(&path) else {
        return eprintln!("skipped: no fio here");
    };
    let job = crate::fio_job::read(&shown.unwrap(), &[], &|_| None);
    assert_eq!(job.unsupported, []);
    assert_eq!(job.sections.len(), run.results.len());
    for (at, (section, row)) in job.sections.iter().zip(&run.results).enumerate() {
        assert_eq!(section.workload.name, row.workload);
        assert_eq!(section.round, at);
        assert!(section.is_direct && section.is_time_based);
        assert_eq!(section.time, Some(narrows_units::Nanos::secs(2.5)));
        assert_eq!(section.start_after, narrows_units::Nanos::secs(row.asked.start_after_s));
        let limit = section.limit.map(|limit| (limit.get() / 1e4).round() / 100.0);
        assert_eq!(limit, row.asked.limit_mb_s, "{}", row.workload);
    }
}

/// fio's interpretation of the job, if it is installed: `--showcmd` prints each section's options.
#[test]
fn fio_takes_the_job_as_it_is_meant() {
    let text = export(&sample(), &[], ExportFormat::FioJob);
    assert!(text.starts_with(mark(ExportFormat::FioJob)));
    let sections: Vec<&str> = text.split("\n[").skip(1).collect();
    assert_eq!(sections.len(), 4);
    assert!(sections[2].contains("stonewall") && sections[3].contains("new_group"), "{text}");
    let path = std::env::temp_dir().join(format!("narrows-export-{}.fio", std::process::id()));
    std::fs::write(&path, &text).unwrap();
    let shown = Command::new("fio").arg("--showcmd").arg(&path).output();
    let parsed = Command::new("fio").arg("--parse-only").arg(&path).output();
    std::fs::remove_file(&path).unwrap();
    let (Ok(shown), Ok(parsed)) = (shown, parsed) else {
        eprintln!("skipped: no fio here");
        return;
    };
    assert!(parsed.status.success(), "{}", String::from_utf8_lossy(&parsed.stderr));
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    for wanted in
        ["--rw=read", "--bs=1048576", "--iodepth=8", "--rw=randrw", "--rwmixread=70", "--numjobs=2"]
    {
        assert!(shown.contains(wanted), "{wanted}: {shown}");
    }
}

/// Drives alone, in a pair and all together under some workloads, as a table of rates.
fn drawn_table(drives: &[String], workloads: &[&str], rates: &[f64]) -> String {
    let mut text = "target,workload,mb_s,iops,set,p50_us,p99_us\n".to_owned();
    let mut rates = rates.iter().cycle();
    let mut together: Vec<Vec<&String>> = drives.iter().map(|drive| vec![drive]).collect();
    together.push(drives[..2].iter().collect());
    if drives.len() > 2 {
        together.push(drives.iter().collect());
    }
    for workload in workloads {
        let block = narrows_workload::profile(workload).unwrap().block.get() as f64;
        for set in &together {
            let name = set.iter().map(|drive| drive.as_str()).collect::<Vec<_>>().join("+");
            for drive in set {
                let mb_s = rates.next().unwrap();
                let (iops, p50) = (mb_s * 1e6 / block, 40.0);
                let set = if set.len() > 1 { name.as_str() } else { "" };
                text += &format!("{drive},{workload},{mb_s},{iops},{set},{p50},{}\n", p50 * 3.0);
            }
        }
    }
    text
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    /// Every format with rates is read back as the same results: drives, workloads, sets, rates and latencies, up
    /// to each format's rounding.
    #[test]
    fn what_is_exported_is_imported(
        drives in proptest::sample::subsequence(vec!["C", "nvme0n1", "970 EVO 1TB", "sd-a"], 2..=4),
        workloads in proptest::sample::subsequence(
            vec!["seq-read-1m-q8", "rand-read-4k-q32", "seq-write-128k-q4-j2", "rand-rw70-4k-q1"], 1..=4),
        rates in proptest::collection::vec(1f64..9000.0, 4..20),
    ) {
        let drives: Vec<String> = drives.into_iter().map(str::to_owned).collect();
        let run = again(&drawn_table(&drives, &workloads, &rates), "a.csv");
        for (form, name) in [
            (ExportFormat::Csv, "b.csv"),
            (ExportFormat::FioJson, "b.json"),
            (ExportFormat::FioTerse, "b.txt"),
            (ExportFormat::Prometheus, "b.prom"),
        ] {
            let back = again(&export(&run, &[], form), name);
            let sorted = |run: &RunDocument| {
                let mut rows: Vec<_> = run.results.iter().map(|row| {
                    ((row.set.to_string(), row.repeat, row.target.clone(), row.workload.clone()),
                     (row.mb_s, row.read_mb_s, row.latency_us.p50))
                }).collect();
                rows.sort_by(|a, b| a.0.cmp(&b.0));
                rows
            };
            let (before, after) = (sorted(&run), sorted(&back));
            proptest::prop_assert_eq!(before.len(), after.len(), "{:?}", form);
            for ((key, was), (other, is)) in before.iter().zip(&after) {
                proptest::prop_assert_eq!(key, other, "{:?}", form);
                // Terse output counts whole KiB for each direction.
                proptest::prop_assert!((was.0 - is.0).abs() < 0.002 + was.0 * 1e-6, "{:?}: {:?} {:?}", form, was, is);
                proptest::prop_assert!((was.1 - is.1).abs() < 0.002 + was.0 * 1e-6, "{:?}: {:?} {:?}", form, was, is);
                // Latencies of a mix have no place in fio's forms.
                let has_latency = !key.3.contains("rw70") || matches!(form, ExportFormat::Csv | ExportFormat::Prometheus);
                let wanted = was.2.filter(|_| has_latency);
                proptest::prop_assert_eq!(wanted.map(f64::round), is.2.map(f64::round), "{:?}", form);
            }
        }
    }
}

/// A run of one drive with samples: 100 requests of 1 ms and 100 of 3 ms; 900 to 1,100 requests a second.
fn sampled() -> (RunDocument, Vec<Samples>) {
    let mut run = again("target,workload,mb_s,iops\nC,rand-read-4k-q8,4.096,1000\n", "a.csv");
    let row = &mut run.results[0];
    row.timeline_mb_s = vec![3.6864, 4.096, 4.5056];
    (row.window_s, row.thread_cpu) = (0.3, 0.25);
    let samples = Samples {
        target: row.target.clone(),
        workload: row.workload.clone(),
        set: row.set.clone(),
        repeat: row.repeat,
        started_us: 0.0,
        ended_us: 300_000.0,
        slot_us: 100_000.0,
        slot_bytes: Vec::new(),
        latency_ns: vec![(1_000_000, 100), (3_000_000, 100)],
    };
    (run, vec![samples])
}

/// Mean 2 ms, deviation 1 ms; requests per second deviate by 100.
#[test]
fn fios_json_has_what_was_sampled() {
    let (run, samples) = sampled();
    let document: serde_json::Value =
        serde_json::from_str(&export(&run, &samples, ExportFormat::FioJson)).unwrap();
    let side = &document["jobs"][0]["read"];
    assert_eq!((&side["lat_ns"]["mean"], &side["lat_ns"]["stddev"]), (&2e6.into(), &1e6.into()));
    assert_eq!(side["clat_ns"]["bins"]["3000000"], 100);
    let deviation = side["iops_stddev"].as_f64().unwrap();
    assert!((deviation - 100.0).abs() < 1e-6, "{deviation}");
    assert_eq!(document["jobs"][0]["latency_ms"]["4"], 50.0);
    // Anything not sampled has the count 0, and directions not requested moved nothing.
    let bare: serde_json::Value =
        serde_json::from_str(&export(&sample(), &[], ExportFormat::FioJson)).unwrap();
    let side = &bare["jobs"][0]["read"];
    assert_eq!((&side["lat_ns"]["N"], &side["iops_samples"]), (&0.into(), &0.into()));
    assert_eq!(bare["jobs"][0]["write"]["bw_bytes"], 0);
    assert!(bare["jobs"][0].get("usr_cpu").is_none());
}

/// Both times are those of the busiest thread.
#[test]
fn processor_time_is_that_of_one_thread() {
    let mut run = sample();
    let thread = |user, system| IssuingThread { cpu: None, user, system };
    run.results[0].threads = vec![thread(0.5, 0.125), thread(0.25, 0.5)];
    run.results[0].thread_cpu = 0.75;
    let text = export(&run, &[], ExportFormat::FioJson);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let job = &document["jobs"][0];
    assert_eq!((&job["usr_cpu"], &job["sys_cpu"]), (&25.0.into(), &50.0.into()));
    let terse = export(&run, &[], ExportFormat::FioTerse);
    assert!(terse.contains(";25.000000%;50.000000%;"), "{terse}");
}

/// Runs a program that reads exports; `None`, with a message, if it is not installed.
fn peer(program: &str, words: &[&std::ffi::OsStr]) -> Option<std::process::Output> {
    let output = Command::new(program).args(words).env("MPLBACKEND", "agg").output();
    let output = output.map_err(|why| println!("skipped: {program} does not start: {why}")).ok()?;
    if String::from_utf8_lossy(&output.stderr).contains("ModuleNotFoundError") {
        println!("skipped: {program} lacks a module of Python's");
        return None;
    }
    Some(output)
}

/// fio's own script for latencies, and fio-plot (from PyPI), read the export, with samples and without.
#[test]
fn peers_read_fios_json() {
    let (run, samples) = sampled();
    for samples in [&samples[..], &[]] {
        let folder = tempfile::tempdir().unwrap();
        let json = folder.path().join("run.json");
        std::fs::write(&json, export(&run, samples, ExportFormat::FioJson)).unwrap();
        let table = folder.path().join("latency.csv");
        let words = [json.as_os_str(), table.as_os_str()];
        if let Some(output) = peer("fio_jsonplus_clat2csv", &words) {
            assert!(output.status.success(), "{output:?}");
            let rows = std::fs::read_to_string(folder.path().join("latency_job0.csv")).unwrap();
            let told = rows
                .lines()
                .filter(|line| line.starts_with("1000000, , , , 100, 100, 0.5"))
                .count();
            assert_eq!(told, usize::from(!samples.is_empty()), "{rows}");
        }
        let picture = folder.path().join("picture.png");
        let words = ["-T", "run", "-r", "randread", "-l", "-d", "8", "-n", "1"];
        let words = words.iter().map(std::ffi::OsStr::new);
        let places = [
            std::ffi::OsStr::new("-i"),
            folder.path().as_os_str(),
            std::ffi::OsStr::new("-o"),
            picture.as_os_str(),
        ];
        let words: Vec<&std::ffi::OsStr> = places.into_iter().chain(words).collect();
        if let Some(output) = peer("fio-plot", &words) {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && picture.exists(), "{text} {output:?}");
        }
    }
}
