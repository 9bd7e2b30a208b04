//! Names of files and folders give the sets that ran together.

use super::*;

fn named(path: &str, text: &str) -> NamedFile {
    let path = path.split('/').map(str::to_owned).collect();
    NamedFile { path, bytes: text.as_bytes().to_vec() }
}

fn cdm(path: &str, mb_s: f64) -> NamedFile {
    named(
        path,
        &format!("CrystalDiskMark 5.2.1\n Sequential Read (Q= 32,T= 1) :  {mb_s:.3} MB/s\n"),
    )
}

fn read(files: &[NamedFile]) -> RunDocument {
    run(files, "results").unwrap()
}

/// Set, repeat, target, MB/s, drives that ran together.
fn rows(run: &RunDocument) -> Vec<(String, u32, String, f64, String)> {
    let row = |row: &TargetMeasurement| {
        let together = row.together.join(",");
        (row.set.to_string(), row.repeat, row.target.clone(), row.mb_s, together)
    };
    run.results.iter().map(row).collect()
}

fn row(
    set: &str,
    repeat: u32,
    target: &str,
    mb_s: f64,
    together: &str,
) -> (String, u32, String, f64, String) {
    (set.to_owned(), repeat, target.to_owned(), mb_s, together.to_owned())
}

#[test]
fn a_file_is_a_drive_alone_and_a_folder_what_ran_together() {
    let run = read(&[
        cdm("C.txt", 2000.0),
        cdm("D.txt", 2100.0),
        cdm("E.txt", 2200.0),
        cdm("C+D/C.txt", 1700.0),
        cdm("C+D/d.txt", 1800.0),
        cdm("all of them/C.txt", 1100.0),
        cdm("all of them/D.txt", 1200.0),
        cdm("all of them/E.txt", 1300.0),
        named("notes.txt", "what I did"),
    ]);
    assert_eq!(
        rows(&run),
        [
            row("alone", 1, "C", 2000.0, "C"),
            row("alone", 1, "D", 2100.0, "D"),
            row("alone", 1, "E", 2200.0, "E"),
            row("C+D", 1, "C", 1700.0, "C,D"),
            row("C+D", 1, "D", 1800.0, "C,D"),
            row("all", 1, "C", 1100.0, "C,D,E"),
            row("all", 1, "D", 1200.0, "C,D,E"),
            row("all", 1, "E", 1300.0, "C,D,E"),
        ]
    );
    assert_eq!(run.results[0].workload, "seq-read-128k-q32");
    assert!(
        run.notes.iter().any(|note| note.text.in_english().contains("notes.txt")),
        "{:?}",
        run.notes
    );
}

#[test]
fn numbers_in_names_are_repeats() {
    let run = read(&[
        cdm("C.txt", 2000.0),
        cdm("C.2.txt", 2001.0),
        cdm("C (3).txt", 2002.0),
        cdm("C+D/C.txt", 1000.0),
        cdm("C+D/D.txt", 1000.0),
        cdm("C+D#2/C.txt", 1001.0),
        cdm("C+D#2/D.txt", 1001.0),
    ]);
    let of: Vec<_> =
        rows(&run).into_iter().map(|(_, repeat, target, mb_s, _)| (repeat, target, mb_s)).collect();
    let c = |repeat, mb_s| (repeat, "C".to_owned(), mb_s);
    assert_eq!(of[..3], [c(1, 2000.0), c(2, 2001.0), c(3, 2002.0)]);
    let d = |repeat, mb_s| (repeat, "D".to_owned(), mb_s);
    assert_eq!(of[3..], [c(1, 1000.0), d(1, 1000.0), c(2, 1001.0), d(2, 1001.0)]);
}

/// A set with a drive missing keeps its name, so that it is not taken for a drive alone.
#[test]
fn what_is_missing_is_not_made_up() {
    let run = read(&[cdm("C+D/C.txt", 1700.0), cdm("C+D/E.txt", 1.0), cdm("E.txt", 5.0)]);
    assert_eq!(rows(&run), [row("alone", 1, "E", 5.0, "E"), row("C+D", 1, "C", 1700.0, "C,D")]);
    assert!(run.notes.iter().any(|note| note.id == "import-not-of-set"));
    let whole = run_of(&[cdm("C+D.txt", 1.0)]).unwrap_err();
    assert_eq!(whole.why.id(), "import-empty");
}

fn run_of(files: &[NamedFile]) -> Result<RunDocument, NoReadableFile> {
    run(files, "results")
}

#[test]
fn a_file_by_itself_names_its_drive() {
    let run = read(&[named(
        "x.txt",
        "CrystalDiskMark 8.0.4\n[Read]\n  SEQ    1MiB (Q=  8, T= 1):  3555.461 MB/s\n   Test: 1 GiB (x5) [C: 45% (212/476GiB)]\n",
    )]);
    assert_eq!(rows(&run), [row("alone", 1, "C", 3555.461, "C")]);
    // 3,555.461 MB/s in requests of 1 MiB.
    assert!((run.results[0].iops - 3390.8).abs() < 0.1);
    assert_eq!(run_of(&[named("x", "?")]).unwrap_err().why.id(), "import-unknown");
}

/// C: of 384 and D: of 3,500 MB/s in one post are two drives; the same drive by two versions is two results.
#[test]
fn results_of_one_file_are_no_repeats_of_each_other() {
    let text = |version: &str, drive: &str, mb_s: f64| {
        format!(
            "CrystalDiskMark {version} x64\n[Read]\n  SEQ    1MiB (Q=  8, T= 1):  {mb_s} MB/s\n   Test: 1 GiB (x5) [{drive}: 45%]\n"
        )
    };
    let drives = text("8.0.4", "C", 384.0) + &text("8.0.4", "D", 3500.0);
    let told = rows(&read(&[named("x.txt", &drives)]));
    assert_eq!(told, [row("alone", 1, "C", 384.0, "C"), row("alone", 1, "D", 3500.0, "D")]);
    let versions = text("7.0.0", "C", 2000.0) + &text("8.0.4", "C", 3500.0);
    let told = rows(&read(&[named("x.txt", &versions)]));
    let names: Vec<_> = told.iter().map(|row| (row.1, row.2.as_str())).collect();
    assert_eq!(names, [(1, "C (7.0.0)"), (1, "C (8.0.4)")]);
    // The same twice differs in nothing but its place.
    let twice = text("8.0.4", "C", 3400.0) + &text("8.0.4", "C", 3500.0);
    let told = rows(&read(&[named("x.txt", &twice)]));
    assert_eq!(told.iter().map(|row| row.2.as_str()).collect::<Vec<_>>(), ["C (#1)", "C (#2)"]);
    // Nor are one program's results of one drive.
    let hdparm = |mb: u32| {
        format!(
            "/dev/sda:\n Timing buffered disk reads: {mb} MB in 3.00 seconds = {}.00 MB/sec\n",
            mb / 3
        )
    };
    let told = rows(&read(&[named("x.txt", &(hdparm(300) + &hdparm(600)))]));
    let names: Vec<_> = told.iter().map(|row| (row.1, row.2.as_str())).collect();
    assert_eq!(names, [(1, "sda (#1)"), (1, "sda (#2)")]);
}

/// Two jobs with the same requests to one file are two results by name.
#[test]
fn jobs_of_other_names_are_other_results() {
    let job = |name: &str, group: u32, mb_s: u64| {
        format!(
            r#"{{"jobname":"{name}","groupid":{group},"error":0,"elapsed":30,
            "job options":{{"filename":"/dev/sda","rw":"read","bs":"1m","direct":"1"}},
            "read":{{"bw_bytes":{mb_s}000000,"runtime":10000}}}}"#
        )
    };
    let text = format!(
        r#"{{"fio version":"fio-3.36","jobs":[{},{}]}}"#,
        job("before", 0, 500),
        job("after", 1, 900)
    );
    let told = rows(&read(&[named("x.json", &text)]));
    let names: Vec<_> = told.iter().map(|row| (row.1, row.2.as_str(), row.3)).collect();
    assert_eq!(names, [(1, "sda (before)", 500.0), (1, "sda (after)", 900.0)]);
}

#[test]
fn a_plus_in_a_products_name_is_no_set() {
    let one = rows(&read(&[cdm("970 EVO+ 1TB.txt", 3500.0), cdm("D.txt", 500.0)]));
    assert_eq!(one.iter().map(|row| row.2.as_str()).collect::<Vec<_>>(), ["970 EVO+ 1TB", "D"]);
    // Drives' own names are one.
    let set = run(&[cdm("C+D.txt", 3500.0)], "x").unwrap_err();
    assert_eq!(set.why.id(), "import-empty");
}

#[test]
fn targets_are_called_as_people_call_them() {
    let all = ["C:\\a.dat", "d:", "#1", "PHYSICALDRIVE:2", "/dev/nvme0n1", "/mnt/a/file", "E"];
    let called: Vec<String> = all.iter().map(|target| short(target)).collect();
    assert_eq!(called, ["C", "D", "disk1", "disk2", "nvme0n1", "/mnt/a/file", "E"]);
    assert_eq!(short("C:\\mnt\\one\\narrows-diskspd-fast.dat"), "fast");
}

/// Programs print failed divisions, and files are damaged: no figure of a document is infinite or NaN, and
/// every document is read back as it was written.
#[test]
fn what_is_no_finite_figure_reaches_no_document() {
    let values = ["nan", "-nan", "NaN", "inf", "-inf", "Infinity", "1e999", "1.7e308", "-1", "5"];
    let mut taken = 0;
    for value in values {
        let table = format!(
            "target,workload,mb_s,iops,p50_us,p99.99_us,window_s,limit_mb_s\n\
             a,seq-read-128k-q32,{value},5,5,5,5,5\na,seq-read-128k-q8,5,{value},{value},{value},{value},{value}\n"
        );
        let mib =
            format!("target,workload,mib_s\na,seq-read-128k-q32,{value}\nb,seq-read-128k-q32,5\n");
        let fio = format!(
            "{{\"fio version\": \"fio-3.36\", \"jobs\": [{{\"jobname\": \"a\", \"usr_cpu\": {value}, \"sys_cpu\": 1, \
             \"job options\": {{\"filename\": \"/dev/a\", \"rw\": \"read\", \"bs\": \"4k\"}}, \"read\": \
             {{\"bw_bytes\": 5000000, \"iops\": {value}, \"runtime\": {value}, \"clat_ns\": {{\"mean\": {value}, \
             \"percentile\": {{\"50.000000\": {value}}}}}}}}}]}}"
        );
        let xml = format!(
            "<Results><TimeSpan><TestTimeSeconds>1</TestTimeSeconds><Thread><Target><Path>a</Path>\
             <ReadBytes>{value}</ReadBytes><WriteBytes>5000000</WriteBytes><IOCount>{value}</IOCount></Target></Thread>\
             <Latency><AverageTotalMilliseconds>{value}</AverageTotalMilliseconds><Bucket><Percentile>50</Percentile>\
             <TotalMilliseconds>{value}</TotalMilliseconds></Bucket></Latency></TimeSpan></Results>"
        );
        for (name, text) in [("a.csv", table), ("b.csv", mib), ("a.json", fio), ("a.xml", xml)] {
            let Ok(run) = run(&[named(name, &text)], name) else {
                continue;
            };
            taken += 1;
            // A non-finite value is written as null, and read back as another document or not at
            // all.
            let again = serde_json::from_str(&serde_json::to_string(&run).unwrap());
            assert_eq!(again.ok().as_ref(), Some(&run), "{value} in {name}");
        }
    }
    assert!(taken > values.len(), "{taken}");
}
