//! fio's JSON where its options change what its figures mean; each file as fio 3.33 and 3.36 write it.

use super::*;

/// A job of 4 KiB random reads for two seconds, whatever its options say.
fn job(name: &str, job_runtime: u64, options: &str, more: &str) -> String {
    format!(
        r#"{{"jobname":"{name}","groupid":0,"error":0,"elapsed":11,"job_runtime":{job_runtime},
        "job options":{{{options}}},"iodepth_level":{{"1":0.1,"32":99.9}}{more},
        "read":{{"bw_bytes":32768000,"iops":8000.0,"runtime":2001,"total_ios":16000}},
        "write":{{"bw_bytes":0,"iops":0.0,"runtime":0,"total_ios":0}}}}"#
    )
}

fn file(jobs: &[String]) -> Vec<u8> {
    let jobs = jobs.join(",");
    let global = r#""rw":"randread","bs":"4k","iodepth":"32","ioengine":"libaio","direct":"1""#;
    format!(r#"{{"fio version":"fio-3.36","global options":{{{global}}},"jobs":[{jobs}]}}"#)
        .into_bytes()
}

fn only(job: String) -> ImportedFigure {
    let found = read(&file(&[job])).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    one.clone()
}

/// `job_runtime` of a reported group is that of its four clones added up: eight seconds from the start
/// of the first job would reach far into the second, which began when the first had ended.
#[test]
fn clones_of_one_group_do_not_run_longer_together() {
    let clones = |name: &str, target: &str, start: u64| {
        let options = format!(r#""numjobs":"4","filename":"{target}""#);
        job(name, 8000, &options, &format!(r#","job_start":{start}"#))
    };
    let found = read(&file(&[clones("a", "/dev/sda", 1000), clones("b", "/dev/sdb", 3100)]));
    let found = found.unwrap();
    let rounds: Vec<_> = found.figures.iter().map(|it| (it.round, it.jobs)).collect();
    assert_eq!(rounds, [(0, Some(4)), (1, Some(4))]);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
}

/// Before 3.36 the same follows from the elapsed time: two groups of two seconds in eleven.
#[test]
fn groups_of_clones_fit_one_after_another() {
    let clones = |name: &str, group: u64| {
        let options = format!(r#""numjobs":"4","filename":"/dev/{name}""#);
        job(name, 8000, &options, "").replace(r#""groupid":0"#, &format!(r#""groupid":{group}"#))
    };
    let found = read(&file(&[clones("sda", 0), clones("sdb", 1)])).unwrap();
    assert!(found.figures.iter().all(|figure| !figure.alone_unknown), "{found:?}");
}

/// Two sections on two drives in one group are one job of the file, with the options of one of them:
/// their sum is neither drive's.
#[test]
fn sections_that_were_added_up_are_nobodys() {
    let group =
        |name: &str, runtime: u64| job(name, runtime, &format!(r#""filename":"/dev/{name}""#), "");
    let found = read(&file(&[group("sdb", 4000), group("sdc", 2000)])).unwrap();
    let targets: Vec<_> = found.figures.iter().filter_map(|it| it.target.as_deref()).collect();
    assert_eq!(targets, ["/dev/sdc"]);
    assert_eq!(found.notes[0].id(), "import-fio-group");
    let why = read(&file(&[group("sdb", 4000)])).unwrap_err();
    assert_eq!(why.id(), "import-fio-group");
    // A job that reads back its own writes runs for both, and clocks differ by milliseconds.
    assert_eq!(only(job("a", 3900, r#""verify":"crc32c""#, "")).jobs, Some(1));
    assert_eq!(only(job("a", 2060, "", "")).jobs, Some(1));
}

/// fio itself warns of it ("both iodepth >= 1 and synchronous I/O engine"): one request is in flight.
#[test]
fn a_synchronous_engine_has_one_request_in_flight() {
    assert_eq!(only(job("a", 2000, "", "")).depth, Some(32));
    assert_eq!(only(job("a", 2000, r#""ioengine":"psync""#, "")).depth, Some(1));
    let text = String::from_utf8(file(&[job("a", 2000, "", "")])).unwrap();
    let text = text.replace(r#","ioengine":"libaio""#, "");
    let depth = |text: &str| read(text.as_bytes()).unwrap().figures[0].depth;
    // The usual engine of Windows is an asynchronous one, and that of Linux is not.
    assert_eq!(depth(&text), Some(32));
    assert_eq!(depth(&text.replace(r#""1":0.1,"32":99.9"#, r#""1":100.0,"32":0.0"#)), Some(1));
}

/// `unified_rw_reporting` has one side for both directions, and no `job_runtime`.
#[test]
fn directions_that_were_reported_as_one_are_divided_as_asked() {
    let unified = |rw: &str| {
        let job = job("a", 2000, &format!(r#""rw":"{rw}","rwmixread":"75""#), "");
        let job = job.replace(r#""read":"#, r#""mixed":"#).replace(r#""job_runtime":2000,"#, "");
        let (job, _) = job.split_once(r#""write":"#).unwrap();
        format!("{}}}", job.trim_end().trim_end_matches(','))
    };
    let mix = only(unified("randrw"));
    assert_eq!((mix.read_mb_s, mix.write_mb_s, mix.iops), (24.576, 8.192, Some(8000.0)));
    assert_eq!((mix.read_percent, mix.window_s), (Some(75), Some(2.001)));
    let writes = only(unified("randwrite"));
    assert_eq!((writes.read_mb_s, writes.write_mb_s), (0.0, 32.768));
    assert_eq!(writes.read_percent, Some(0));
}

/// Each direction of each clone: a mix with 1 MiB/s reaches 2, as fio 3.33 did with 2.10 MB/s.
#[test]
fn rate_limits_are_of_each_direction_and_clone() {
    let limit = |options: &str| only(job("a", 2000, options, "")).limit_mb_s;
    let mixed = |options: &str| {
        let job = job("a", 2000, &format!(r#""rw":"randrw",{options}"#), "");
        only(job.replace(r#""write":{"bw_bytes":0"#, r#""write":{"bw_bytes":32768000"#)).limit_mb_s
    };
    assert_eq!(limit(""), None);
    assert_eq!(limit(r#""rate":"1m""#), Some(1.048576));
    assert_eq!(limit(r#""rate":"1m","numjobs":"4""#), Some(4.194304));
    assert_eq!(limit(r#""rate":"1m,2m""#), Some(1.048576));
    assert_eq!(limit(r#""rate":",2m""#), None);
    assert_eq!(limit(r#""rate_iops":"500""#), Some(2.048));
    assert_eq!(mixed(r#""rate":"1m""#), Some(2.097152));
    assert_eq!(mixed(r#""rate":"1m,2m""#), Some(3.145728));
    assert_eq!(mixed(r#""rate":"1m,""#), Some(2.097152));
}

/// A job that only trimmed has neither reads nor writes.
#[test]
fn a_job_without_reads_and_writes_is_named() {
    let trim = job("trims", 2000, r#""rw":"randtrim""#, "").replace("32768000", "0");
    let found = read(&file(&[trim, job("a", 2000, "", "")])).unwrap();
    assert_eq!((found.figures.len(), found.notes[0].id()), (1, "import-fio-unread"));
}

/// A line of version 3 and one of version 5, whose sides have six fields more: 28,160 KiB/s are 28.83584 MB/s.
#[test]
fn terse_lines_are_read_by_their_version() {
    let side = |rate: &str, more: usize| {
        let percentiles =
            "1.000000%=34;50.000000%=36;99.000000%=528".to_owned() + &";0%=0".repeat(17);
        let before =
            format!("28012;{rate};7040;1002;0;0;0.0;0.0;31;11998;72.96;400.44;{percentiles}");
        format!("{before};31;11998;73.0;400.4;1;2;100%;3.0;4.0{}", ";0".repeat(more))
    };
    for (version, more) in [("3", 0), ("5", 6)] {
        let (read_side, write_side) = (side("28160", more), side("0", more));
        let line =
            format!("{version};fio-3.33;job;0;0;{read_side};{write_side};1.9%;21.9%;1;0;12\n");
        let found = read(line.as_bytes()).unwrap();
        let [one] = &found.figures[..] else { panic!("{version}: {found:?}") };
        assert_eq!((one.read_mb_s, one.write_mb_s), (28.83584, 0.0), "{version}");
        assert_eq!((one.latency.p50, one.latency.p99), (Some(36.0), Some(528.0)));
        assert_eq!((one.block, one.pattern, one.label.as_deref()), (None, None, Some("job")));
        assert_eq!(found.notes[0].id(), "import-fio-terse");
        for end in 0..line.len() - 30 {
            let cut = read(&line.as_bytes()[..end]).map(|found| found.figures).unwrap_or_default();
            assert!(cut.iter().all(|figure| figure.mb_s() == 28.83584), "{end}: {cut:?}");
        }
    }
}

/// fio's own terse lines match its JSON of the same run, if it is installed.
#[test]
fn fios_terse_lines_say_what_its_json_says() {
    let run = |format: &[&str]| {
        let words = ["--name=x", "--ioengine=null", "--size=64m", "--bs=64k", "--rw=randrw"];
        let output = std::process::Command::new("fio").args(words).args(format).output();
        match output {
            Ok(output) => Some(output.stdout),
            Err(why) => {
                println!("skipped: fio does not start: {why}");
                None
            }
        }
    };
    for version in ["3", "4", "5"] {
        let terse = ["--output-format=terse,json", "--terse-version", version];
        let Some(said) = run(&terse) else { return };
        let text = String::from_utf8(said).unwrap();
        let line = text.lines().find(|line| line.starts_with(&format!("{version};"))).unwrap();
        let json = &text[text.find('{').unwrap()..=text.rfind('}').unwrap()];
        let (terse, json) =
            (read(format!("{line}\n").as_bytes()).unwrap(), read(json.as_bytes()).unwrap());
        let rates =
            |found: &ImportedResults| (found.figures[0].read_mb_s, found.figures[0].write_mb_s);
        let (told, wanted) = (rates(&terse), rates(&json));
        // Whole KiB.
        assert!(
            (told.0 - wanted.0).abs() < 0.01 && (told.1 - wanted.1).abs() < 0.01,
            "{told:?} {wanted:?}"
        );
    }
}
