//! Results as they are posted: several in one text, quoted, of programs that print and save nothing. Inputs are made up
//! in each program's format, with figures whose products are worked out by hand.

use super::*;

/// fio 3.33 on one disk: 26,500 requests of 128 KiB are 3,473 MB/s, 3,317 MiB/s are 3,478.
const FIO3: &str = "\
seq: (g=0): rw=read, bs=(R) 128KiB-128KiB, (W) 128KiB-128KiB, (T) 128KiB-128KiB, ioengine=libaio, iodepth=32
fio-3.33
Starting 1 process

seq: (groupid=0, jobs=1): err= 0: pid=31: Fri Nov 27 12:00:00 2026
  read: IOPS=26.5k, BW=3317MiB/s (3478MB/s)(10.0GiB/3087msec)
    clat (usec): min=88, max=5423, avg=1200.12, stdev=300.11
    clat percentiles (usec):
     |  1.00th=[  889],  5.00th=[ 1012], 50.00th=[ 1188], 90.00th=[ 1500],
     | 99.00th=[ 2057], 99.50th=[ 2212], 99.90th=[ 3032], 99.99th=[ 4686]
  cpu          : usr=1.23%, sys=10.20%, ctx=80000, majf=0, minf=1034

Run status group 0 (all jobs):
   READ: bw=3317MiB/s (3478MB/s), 3317MiB/s-3317MiB/s (3478MB/s-3478MB/s), io=10.0GiB (10.7GB), run=3087-3087msec

Disk stats (read/write):
  nvme0n1: ios=81920/0, merge=0/0, ticks=98304/0, in_queue=98304, util=96.10%
";

/// fio 2: 300,052 KB/s of 1,024 bytes are 307.25 MB/s, which 75,012 requests of 4 KiB are as well.
const FIO2: &str = "\
rand: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine=psync, iodepth=32
fio-2.2.10
rand: (groupid=0, jobs=1): err= 0: pid=9: Fri Nov 27 12:00:00 2015
  read : io=2048.0MB, bw=300052KB/s, iops=75012, runt=  6989msec
Run status group 0 (all jobs):
   READ: io=2048.0MB, aggrb=300052KB/s, minb=300052KB/s, maxb=300052KB/s, mint=6989msec, maxt=6989msec
";

const AS_SSD: &str = "\
AS SSD Benchmark 2.0.7316.34247
------------------------------
Name: Samsung SSD 970 EVO Plus
Firmware: 2B2Q
Size: 465.76 GB
------------------------------
Sequential:
------------------------------
Read: 2000.00 MB/s
Write: 1000,50 MB/s
------------------------------
4K-64Threads:
------------------------------
Read: 1000.00 MB/s
------------------------------
Access Times:
------------------------------
Read: 0.053 ms
------------------------------
Score:
------------------------------
Read: 481
";

/// 33.9k requests of 4 KiB are 138.9 MB/s; 135.71 of 1,024,000 bytes are as much.
const YABS: &str = "\
fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/vda1):
---------------------------------
Block Size | 4k            (IOPS) | 64k           (IOPS)
  ------   | ---            ----  | ----           ----
Read       | 135.71 MB/s  (33.9k) | 1.21 GB/s    (18.9k)
Write      | 136.07 MB/s  (34.0k) | 1.22 GB/s    (19.0k)
Total      | 271.79 MB/s  (67.9k) | 2.43 GB/s    (38.0k)
";

const HDPARM: &str = "
/dev/sda:
 Timing cached reads:   20000 MB in  2.00 seconds = 10000.00 MB/sec
 Timing buffered disk reads: 1234 MB in  3.00 seconds = 411.33 MB/sec
";

fn figures(text: &str) -> Vec<ImportedFigure> {
    read_all(text.as_bytes()).unwrap().into_iter().flat_map(|results| results.figures).collect()
}

#[test]
fn fios_own_text_is_read() {
    let [one] = &figures(FIO3)[..] else { panic!() };
    let sequential = Some(Pattern::Sequential);
    assert_eq!(shape(one), (sequential, Some(100), Some(128 << 10), Some(32), Some(1)));
    assert!((one.mb_s() - 3317.0 * 1.048_576).abs() < 1e-6);
    assert_eq!((one.target.as_deref(), one.iops), (Some("nvme0n1"), Some(26_500.0)));
    assert_eq!((one.latency.p99, one.window_s), (Some(2057.0), Some(3.087)));
    let [one] = &figures(FIO2)[..] else { panic!() };
    // psync has one request in flight, whatever iodepth says.
    assert_eq!(shape(one), (Some(Pattern::Random), Some(100), Some(4096), Some(1), Some(1)));
    assert!((one.mb_s() - 300_052.0 * 1024.0 / 1e6).abs() < 1e-9);
    assert_eq!((one.target.clone(), one.window_s), (None, Some(6.989)));
}

/// The group line repeats the section's figure: a text with another figure there was put together.
#[test]
fn a_group_that_is_not_the_sum_of_its_sections_is_refused() {
    let text = FIO3.replace("READ: bw=3317MiB/s", "READ: bw=5317MiB/s");
    assert_eq!(read_all(text.as_bytes()).unwrap_err().id(), "import-contradiction");
}

#[test]
fn as_ssds_megabytes_are_binary() {
    let found = figures(AS_SSD);
    let told: Vec<_> = found.iter().map(|it| (it.label.as_deref(), it.mb_s(), shape(it))).collect();
    let [_, write, threads] = &told[..] else { panic!("{told:?}") };
    assert_eq!(write.0, Some("Seq Write"));
    assert!((write.1 - 1000.5 * 1.048_576).abs() < 1e-9);
    assert_eq!(threads.2, (Some(Pattern::Random), Some(100), Some(4096), Some(1), Some(64)));
    assert_eq!(found[0].target.as_deref(), Some("Samsung SSD 970 EVO Plus"));
}

#[test]
fn yabs_divides_kibibytes_by_a_thousand() {
    let found = figures(YABS);
    let [small, large] = &found[..] else { panic!("{found:?}") };
    assert_eq!(shape(small), (Some(Pattern::Random), Some(50), Some(4096), Some(64), Some(2)));
    assert!((small.read_mb_s - 138.967).abs() < 0.001 && large.block == Some(64 << 10));
    assert_eq!((small.iops, small.target.as_deref()), (Some(67_900.0), Some("/dev/vda1")));
    let wrong = YABS.replace("271.79 MB/s", "371.79 MB/s");
    assert_eq!(figures(&wrong).len(), 1, "a total that is not its parts' is no figure");
}

/// 30.0k requests of 4 KiB are 122.9 to 123.3 MB/s of 10^6 bytes: its MB are what its IOPS say, in
/// each table.
#[test]
fn yabs_unit_is_that_of_its_operations() {
    let newer = "fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/sda1):\n\
                 Block Size | 4k            (IOPS) | 64k           (IOPS)\n\
                 Read       | 123.21 MB/s  (30.0k) | 1.25 GB/s    (19.0k)\n\
                 Write      | 123.53 MB/s  (30.1k) | 1.25 GB/s    (19.1k)\n\
                 Total      | 246.75 MB/s  (60.2k) | 2.50 GB/s    (38.2k)\n";
    let rates = |text: &str| figures(text).iter().map(|it| it.read_mb_s).collect::<Vec<_>>();
    assert_eq!(rates(newer), [123.21, 1250.0]);
    let older = rates(YABS);
    assert_eq!(rates(&format!("{YABS}\n{newer}")), [&older[..], &[123.21, 1250.0]].concat());
}

/// Runs one after the other are as many results; a line of progress before the records of its run
/// is none.
#[test]
fn each_run_of_dd_is_a_result() {
    let run = |seconds: &str| {
        let rate = 1_073.741_824 / seconds.parse::<f64>().unwrap();
        format!(
            "536870912 bytes (537 MB, 512 MiB) copied, 1 s, 537 MB/s\n16384+0 records in\n16384+0 records out\n\
             1073741824 bytes (1.1 GB, 1.0 GiB) copied, {seconds} s, {rate:.0} MB/s\n"
        )
    };
    let found = figures(&["2", "2.5", "4"].map(run).concat());
    let rates: Vec<f64> = found.iter().map(|it| it.mb_s().round()).collect();
    assert_eq!(rates, [537.0, 429.0, 268.0]);
}

#[test]
fn one_line_programs_say_what_they_say() {
    let all = read_all(HDPARM.as_bytes()).unwrap();
    let [one] = &all[0].figures[..] else { panic!("{all:?}") };
    // 1,234 x 1,048,576 bytes in 3 s.
    assert!((one.mb_s() - 431.314).abs() < 0.001, "{one:?}");
    assert_eq!(one.target.as_deref(), Some("/dev/sda"));
    assert_eq!(all[0].notes[0].id(), "import-hdparm-cached");
    let dd = "$ dd if=/dev/zero of=/mnt/a bs=1M count=1024 oflag=direct\n1024+0 records in\n1024+0 records out\n\
              1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s\n";
    let all = read_all(dd.as_bytes()).unwrap();
    let [one] = &all[0].figures[..] else { panic!("{all:?}") };
    assert_eq!((one.read_mb_s, one.target.as_deref()), (0.0, Some("/mnt/a")));
    assert!((one.write_mb_s - 429.496_729_6).abs() < 1e-6 && all[0].notes.is_empty());
    let buffered = read_all(dd.replace(" oflag=direct", "").as_bytes()).unwrap();
    assert_eq!(buffered[0].notes[0].id(), "import-dd-buffered");
    let bare = "1073741824 bytes (1.1 GB) copied, 2.5 s, 429 MB/s\n";
    assert_eq!(figures(bare)[0].read_percent, None, "nothing says which way it went");
    let wrong = bare.replace("429 MB/s", "4290 MB/s");
    assert_eq!(read_all(wrong.as_bytes()).unwrap_err().id(), "import-contradiction");
}

/// However a text is quoted or coloured, its figures are those of the text; several texts in one post each keep their
/// own.
#[test]
fn a_post_is_what_is_in_it() {
    let plain = [CDM8, FIO3, FIO2, AS_SSD, YABS, HDPARM];
    let marked = |text: &str, mark: &str| -> String {
        text.lines().map(|line| format!("{mark}{line}\n")).collect()
    };
    for text in plain {
        let whole = figures(text);
        for posted in [
            marked(text, "> "),
            marked(text, "> > "),
            marked(text, "// "),
            marked(text, "# "),
            marked(text, "+"),
            marked(text, "| "),
            marked(text, "Nov 28 21:00:01 box sh[42]: "),
            text.lines().enumerate().map(|(at, line)| format!("{at:5}\t{line}\n")).collect(),
            text.lines().enumerate().map(|(at, line)| format!("{at}:{line}\n")).collect(),
            text.lines().map(|line| format!("    {line:?},\n")).collect(),
            format!("```\n{text}```\n"),
            text.replace("read", "\u{1b}[1mread\u{1b}[0m"),
        ] {
            assert_eq!(figures(&posted), whole, "{posted}");
        }
    }
    let all: usize = plain.iter().map(|text| figures(text).len()).sum();
    assert_eq!(figures(&plain.join("\nand\n")).len(), all);
}

/// A row whose requests are another rate than it says is wrong somewhere: it is left out and named.
#[test]
fn a_row_that_contradicts_itself_is_no_figure() {
    let text = CDM8.replace("730.293 MB/s", "930.293 MB/s");
    let found = read(text.as_bytes()).unwrap();
    assert_eq!(found.figures.len(), 3);
    assert!(found.notes.iter().any(|note| note.id() == "import-contradiction"));
}

/// Output of `narrows bench cdm8` for two drives: a table each, below its name.
#[test]
fn our_own_tables_are_each_their_drives() {
    let table = |name: &str, mb_s: f64| {
        format!("\n{name}\n\n[Read]\n  SEQ    1MiB (Q=  8, T= 1): {mb_s:9.3} MB/s\n")
    };
    let text = format!(
        "-----\nNarrows 0.1.0: CrystalDiskMark 8 and 9, default\n-----\n* MB/s = 1,000,000 bytes/s\n{}{}\nProfile: cdm8\n   Test: 1 GiB (x5)\n",
        table("nvme0n1", 2000.0),
        table("nvme1n1", 3000.0)
    );
    let found = figures(&text);
    let told: Vec<_> = found.iter().map(|it| (it.target.as_deref(), it.mb_s())).collect();
    assert_eq!(told, [(Some("nvme0n1"), 2000.0), (Some("nvme1n1"), 3000.0)]);
}

/// `date` of CrystalDiskMark before ten o'clock.
#[test]
fn one_digit_hours_are_hours() {
    let text = CDM8.replace("12:34:56", "1:34:56");
    assert_eq!(read(text.as_bytes()).unwrap().started.as_deref(), Some("2021-12-24T01:34:56Z"));
}

/// The words of versions before 2.0.21: depth without "per thread", written before read.
#[test]
fn older_diskspds_words_are_read() {
    let text = PRINTED
        .replace("operations per thread:", "operations:")
        .replace("(read/write ratio: 70/30)", "(write/read ratio: 30/100)");
    let [one] = &read(text.as_bytes()).unwrap().figures[..] else { panic!() };
    assert_eq!(shape(one), (Some(Pattern::Random), Some(70), Some(65_536), Some(2), Some(4)));
    // Rows that were left away.
    let cut = PRINTED.replacen("total:           6291456", "total:         629145600", 1);
    assert_eq!(read(cut.as_bytes()).unwrap_err().id(), "import-contradiction");
}

/// fio 2.1 does not record the parameters: only rates and directions are taken.
#[test]
fn what_fio_does_not_write_down_is_unknown() {
    let text = r#"{"fio version":"fio-2.1.4","jobs":[{"jobname":"a","groupid":0,"error":0,
        "read":{"bw":1024,"iops":8.0,"runtime":1000},"write":{"bw":0},"iodepth_level":{"32":99.9}}]}"#;
    let [one] = &read(text.as_bytes()).unwrap().figures[..] else { panic!() };
    assert_eq!(shape(one), (None, Some(100), None, None, None));
    assert_eq!(one.label.as_deref(), Some("a"));
}

/// Of two sizes in a mix neither is the size of its requests.
#[test]
fn two_sizes_of_a_mix_are_no_size() {
    let file = |rw: &str, write: u64| {
        format!(
            r#"{{"fio version":"fio-3.36","jobs":[{{"jobname":"a","groupid":0,"error":0,
            "job options":{{"rw":"{rw}","bs":"4k,64k"}},
            "read":{{"bw_bytes":1000000,"runtime":1000}},"write":{{"bw_bytes":{write},"runtime":1000}}}}]}}"#
        )
    };
    let block = |rw: &str, write: u64| {
        let found = read(file(rw, write).as_bytes()).unwrap();
        assert!(found.notes.iter().any(|note| note.id() == "import-fio-buffered"));
        found.figures[0].block
    };
    assert_eq!((block("randread", 0), block("randrw", 1_000_000)), (Some(4096), None));
}

#[test]
fn what_is_not_read_says_what_to_run_instead() {
    let why = read_all(b"He copied, pasted and was gone.\n").unwrap_err();
    assert_eq!(why.id(), "import-unknown");
    for text in [
        "sysbench 1.0.20 (using system LuaJIT)\nFile operations:\n",
        // Of a database; what another reader looks for is a part of a word.
        "sysbench 1.0.12\nRunning the test with following options:\nInitializing worker threads, added\n",
    ] {
        assert_eq!(read_all(text.as_bytes()).unwrap_err().id(), "import-other", "{text}");
    }
}

/// A rate printed after a figure in a post, with digits cut off or rounded, is no contradiction.
#[test]
fn few_digits_are_no_contradiction() {
    // 1,046.4 requests of 1 MiB a second are printed as `1.0k`.
    let yabs = "fio Disk Speed Tests (Mixed R/W 50/50):\nBlock Size | 1m            (IOPS)\n\
                Read       | 518.80 MB/s    (506)\nWrite      | 552.70 MB/s    (540)\n\
                Total      | 1.07 GB/s     (1.0k)\n";
    assert_eq!(figures(yabs)[0].iops, Some(1000.0));
    let dd = "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.803255 s, 1.3 GB/s\n";
    assert!((figures(dd)[0].mb_s() - 1336.74).abs() < 0.01);
}

/// CrystalDiskMark 3 without its head: 275.1 requests of 4 KiB are 1.127 MB/s.
#[test]
fn rows_without_a_head_are_read() {
    let text = "Sequential Read : 255.045 MB/s\nRandom Read 4KB (QD=1) : 1.127 MB/s [ 275.1 IOPS]\n\
                Test : 50 MB [D: 0.0% (0.2/1660.8 GB)] (x9)\n";
    let found = figures(text);
    let [large, small] = &found[..] else { panic!("{found:?}") };
    assert_eq!((large.mb_s(), small.mb_s(), small.block), (255.045, 1.127, Some(4096)));
    assert_eq!(large.target.as_deref(), Some("D"));
}

/// dd speaks its user's language, and says on the way how far it has come.
#[test]
fn dd_is_read_in_any_language() {
    let ends = [
        "1073741824 Bytes (1,1 GB, 1,0 GiB) kopiert, 2,5 s, 429 MB/s",
        "1073741824 octets (1,1 GB) copi\u{e9}s, 2,5 s, 429 MB/s",
        "1073741824字节(1.1 GB)已复制，2.5 秒，429 MB/秒",
        "1073741824 bytes transferred in 2.5 secs (429496730 bytes/sec)",
        "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s   <-- slow, I expected 3 GB/s",
    ];
    for end in ends {
        let text = format!("$ dd if=/dev/zero of=/mnt/a bs=1M oflag=direct\n1024+0\n{end}\n");
        let [one] = &figures(&text)[..] else { panic!("{end}") };
        assert!((one.write_mb_s - 429.4967).abs() < 1e-3 && one.block == Some(1 << 20), "{end}");
    }
    let progress = "dd if=/dev/zero of=a bs=$((1024*1024)) status=progress\n\
                    1000000000 bytes (1.0 GB, 954 MiB) copied, 2 s, 500 MB/s\n1024+0 records in\n\
                    1024+0 records out\n1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s\n";
    let [one] = &figures(progress)[..] else { panic!() };
    assert_eq!(
        (one.target.as_deref(), one.block),
        (Some("a"), None),
        "a size that a shell works out"
    );
}

/// `buffer-cache reads` of old versions are memory's; a command names the drive where its line was not copied.
#[test]
fn hdparms_forms_of_twenty_years() {
    let text = "# hdparm -tT /dev/hdc\n Timing buffer-cache reads:   128 MB in 30.00 seconds =  4.27 MB/sec\n\
                # Timing O_DIRECT disk reads:  64 MB in  4.00 seconds =16.00 MB/sec\n";
    let [one] = &figures(text)[..] else { panic!() };
    assert_eq!((one.target.as_deref(), one.mb_s()), (Some("/dev/hdc"), 16.777216));
}

/// Tables of CrystalDiskMark whose first lines were left away are as many results; rates side by side are none, and
/// rows without `[Read]` have no direction.
#[test]
fn tables_without_a_heading() {
    let rows = |mb_s: f64| {
        format!(
            "[Read]\n  SEQ    1MiB (Q=  8, T= 1):  {mb_s} MB/s\n[Write]\n  SEQ    1MiB (Q=  8, T= 1):  {mb_s} MB/s\n"
        )
    };
    let all = read_all((rows(500.0) + "and the other\n" + &rows(3500.0)).as_bytes()).unwrap();
    let told: Vec<_> = all.iter().map(|it| (it.figures.len(), it.figures[1].write_mb_s)).collect();
    assert_eq!(told, [(2, 500.0), (2, 3500.0)]);
    let beside = "[Read]\n  SEQ    1MiB (Q=  8, T= 1):  160.4 MB/s   282.9 MB/s\n";
    assert_eq!(read_all(beside.as_bytes()).unwrap_err().id(), "import-rates-beside");
    let bare = "SEQ    1MiB (Q=  8, T= 1):  160.4 MB/s\n";
    assert_eq!(figures(bare)[0].read_percent, None);
}

/// fio's JSON among other texts, each with its own figures; a truncated one does not affect the others.
#[test]
fn a_document_among_texts() {
    let json = |mb_s: u64| {
        format!(
            r#"{{"fio version":"fio-3.36","jobs":[{{"jobname":"a","groupid":0,"error":0,"elapsed":3,
            "job options":{{"rw":"read"}},"read":{{"bw_bytes":{mb_s}000000,"x": nan,"runtime":3}}}}]}}"#
        )
    };
    let text = format!("{YABS}\n```\n{}\n```\nthen\n{}\n{HDPARM}", json(500), json(700));
    let rates: Vec<f64> = figures(&text).iter().map(|it| it.mb_s().round()).collect();
    assert_eq!(rates, [500.0, 700.0, 278.0, 2488.0, 431.0]);
    let whole = json(500);
    let cut = format!("{HDPARM}\n{}", &whole[..whole.len() / 2]);
    let all = read_all(cut.as_bytes()).unwrap();
    assert_eq!((all[0].figures.len(), all[0].notes.last().unwrap().id()), (1, "import-broken"));
    let many = format!("{}\nand\n", json(1)).repeat(200);
    assert_eq!(read_all(many.as_bytes()).unwrap_err().id(), "import-too-many-figures");
}

/// fio's runs in one post whose first lines were left away, in a log, as a mail encodes them; a job of both directions
/// whose second half is missing is none.
#[test]
fn fios_text_in_pieces() {
    let (_, body) = FIO3.split_once("\n\n").unwrap();
    let two = format!("{body}{}", body.replace("3317MiB/s", "1000MiB/s"));
    let rates: Vec<f64> = figures(&two).iter().map(|it| it.mb_s().round()).collect();
    assert_eq!(rates, [3478.0, 1049.0]);
    let log: String = FIO3.lines().map(|line| format!("12:06:53 | {line}\n")).collect();
    assert_eq!(figures(&log), figures(FIO3));
    assert_eq!(figures(&FIO3.replace('=', "=3D")), figures(FIO3));
    let comment: String = FIO3.lines().map(|line| format!("# {line}\n")).collect();
    assert_eq!(figures(&comment), figures(FIO3));
    let half = "a: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=84, BW=42.4MiB/s (44.4MB/s)(128MiB/3020msec)\n\
                issued rwts: total=256,75,0,0 short=0,0,0,0\n";
    assert_eq!(read_all(half.as_bytes()).unwrap_err().id(), "import-contradiction");
    let (cut, _) = half.split_once("issued").unwrap();
    assert_eq!(figures(cut)[0].read_percent, None, "writes may have stood below");
    // Without the line of the job nothing tells whether both are one job's.
    let (_, bare) = cut.split_once('\n').unwrap();
    let both = format!("{bare}{}", bare.replace("read:", "write:"));
    let of = |figure: &ImportedFigure| {
        (figure.read_mb_s.round(), figure.write_mb_s.round(), figure.jobs, figure.read_percent)
    };
    assert_eq!(
        figures(&both).iter().map(of).collect::<Vec<_>>(),
        [(44.0, 0.0, None, None), (0.0, 44.0, None, None)]
    );
    let labels: Vec<_> = figures(&both).into_iter().filter_map(|it| it.label).collect();
    assert_eq!(labels, ["fio read", "fio write"]);
    let (_, sums) = FIO3.split_once("Run status").unwrap();
    let sum = sums.lines().nth(1).unwrap();
    for text in [format!("Run status{sums}"), sum.to_owned(), format!("* {}\n", sum.trim())] {
        let all = figures(&text);
        assert_eq!(all.iter().map(of).collect::<Vec<_>>(), [(3478.0, 0.0, None, None)], "{text}");
        assert_eq!((all[0].block, all[0].depth, all[0].window_s), (None, None, Some(3.087)));
    }
}

/// DiskSpd's text in a post, indented, without parameters, several runs.
#[test]
fn diskspds_text_in_a_post() {
    let run = |file: &str| {
        format!(
            "    Results for timespan 1:\n    actual test time:\t10.00s\n    Total IO\n    thread | bytes | I/Os | MiB/s | I/O per s | file\n    ---\n    0 | 1000000000 | 1000 | 95.37 | 100.00 | {file} (1GiB)\n    ---\n    total: 1000000000 | 1000 | 95.37 | 100.00\n\n    Read IO\n    thread | bytes | I/Os | MiB/s | I/O per s | file\n    ---\n    0 | 1000000000 | 1000 | 95.37 | 100.00 | {file} (1GiB)\n    ---\n    total: 1000000000 | 1000 | 95.37 | 100.00\n"
        )
    };
    let all = figures(&format!("mine:\n{}yours:\n{}", run("C:\\a.dat"), run("D:\\a.dat")));
    let told: Vec<_> = all.iter().map(|it| (it.target.as_deref(), it.read_mb_s)).collect();
    assert_eq!(told, [(Some("C:\\a.dat"), 100.0), (Some("D:\\a.dat"), 100.0)]);
}

/// Tables of bonnie++ before 1.96, and of iozone with narrower columns, in a page's tags.
#[test]
fn older_tables() {
    let bonnie = "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n\
                  Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n\
                  my nas           2G 30641  71 28554   8 16580   3 29447  61 50313   5 185.9   0\n";
    let rates: Vec<f64> = figures(bonnie).iter().map(|it| it.mb_s() * 1e6 / 1024.0).collect();
    assert_eq!(rates.iter().map(|it| it.round()).collect::<Vec<_>>(), [28_554.0, 50_313.0]);
    let iozone = "<pre>Output is in Kbytes/sec<br>\n              KB  reclen   write rewrite    read    reread    read   write<br>\n           16384       4   44632   42865                     24719   11304<br>\n</pre>";
    let told: Vec<_> = figures(iozone).iter().map(|it| (it.pattern, it.read_percent)).collect();
    let [sequential, random] = [Pattern::Sequential, Pattern::Random].map(Some);
    let [reads, writes] = [100, 0].map(Some);
    assert_eq!(
        told,
        [(sequential, writes), (sequential, writes), (random, reads), (random, writes)]
    );
}

/// The first group's sum is not that of its job, and what the second one's jobs did beside each other is not known.
#[test]
fn a_note_on_one_job_does_not_replace_that_on_others() {
    let job = |name: &str, group: u32| {
        format!(
            "{name}: (groupid={group}, jobs=1): err= 0: pid=1\n  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(39.1MiB/10000msec)\n"
        )
    };
    let text = format!(
        "{}{}{}Run status group 0 (all jobs):\n   READ: bw=9000KiB/s (9216kB/s), io=39.1MiB\n",
        job("a", 0),
        job("b", 1),
        job("c", 1)
    );
    let found = read(text.as_bytes()).unwrap();
    let notes: Vec<&str> = found.notes.iter().map(Message::id).collect();
    let order = notes.iter().filter(|id| **id == "import-fio-order-unknown").count();
    assert!(notes.contains(&"import-contradiction") && order == 1, "{notes:?}");
}

/// Each result of a text is compared with all others, so that their number is limited like that of figures.
#[test]
fn texts_of_too_many_results_are_refused() {
    let job =
        "a: (groupid=0, jobs=1): err= 0: pid=1\n  write: io=1.0MB, bw=1KB/s, iops=1, runt= 1msec\n";
    for text in [CDM8.repeat(1_001), job.repeat(2_001)] {
        let why = read_all(text.as_bytes()).unwrap_err();
        assert_eq!(why.id(), "import-too-many-figures");
    }
}

/// Mail programs break the parameters and the lines of disks; that there are several disks shows nevertheless.
#[test]
fn fios_broken_lines_are_read_as_whole_ones() {
    let whole = figures(FIO3);
    let broken = FIO3
        .replace("(T) 128KiB-128KiB, ", "(T)\n128KiB-128KiB, ")
        .replace("ticks=98304/0, in_queue", "ticks=98304/0,\nin_queue");
    assert_eq!(figures(&broken), whole);
    let two = format!(
        "{broken}  nvme1n1: ios=81920/0, merge=0/0, ticks=98304/0,\nin_queue=98304, util=96.10%\n"
    );
    let [one] = &figures(&two)[..] else { panic!() };
    assert_eq!((one.target.clone(), one.depth), (None, Some(32)));
}

#[test]
fn a_drive_before_dds_amount_is_its_own_and_a_variable_is_none() {
    let amount = "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s";
    for before in ["/dev/md1 ", "dd read test: /dev/md1 "] {
        let found = figures(&format!("{before}{amount}\n"));
        assert_eq!(found[0].target.as_deref(), Some("/dev/md1"), "{before}");
        assert!((found[0].mb_s() - 429.496_729_6).abs() < 1e-6);
    }
    let of_variable = format!("dd if=/dev/zero of=$f bs=1M count=1024 conv=fdatasync\n{amount}\n");
    let found = figures(&of_variable);
    assert_eq!((found[0].target.as_deref(), found[0].read_percent), (None, Some(0)));
}

/// Through grep the group's heading is gone; its lines follow its only job.
#[test]
fn fios_groups_without_their_heading_are_those_of_their_job() {
    let run = |name: &str, rw: &str, lines: &str| {
        format!(
            "{name}: (g=0): rw={rw}, bs=(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB, ioengine=libaio, iodepth=8\n\
             {name}: (groupid=0, jobs=1): err= 0: pid=1: Wed Feb 26 09:35:40 2020\n{lines}\n"
        )
    };
    let told = |name: &str, mib: u32| {
        format!(
            " {name}: bw={mib}MiB/s (1MB/s), {mib}MiB/s-{mib}MiB/s, io=1GiB, run=2000-2001msec\n"
        )
    };
    let mix = run("mix", "rw", &(told(" READ", 300) + &told("WRITE", 100)));
    let all = figures(&(mix + &run("in", "read", &told(" READ", 200))));
    let mib = |mb_s: f64| (mb_s * 1e6 / 1_048_576.0).round();
    let rates: Vec<_> =
        all.iter().map(|it| (mib(it.read_mb_s), mib(it.write_mb_s), it.window_s)).collect();
    let window = Some(2.001);
    assert_eq!(rates, [(300.0, 100.0, window), (200.0, 0.0, window)]);
    assert!(all.iter().all(|it| (it.block, it.depth) == (Some(64 << 10), Some(8))));
    // A run that was cut is named beside others.
    let cut = run("in", "read", &told(" READ", 200)) + &run("half", "rw", &told(" READ", 200));
    let all = read_all(cut.as_bytes()).unwrap();
    assert!(all[0].notes.iter().any(|note| note.id() == "import-contradiction"), "{all:?}");
    // Of two jobs they say nothing of either, and of a mix one half is none.
    let two = run("a", "read", "b: (groupid=0, jobs=1): err= 0: pid=2: Wed Feb 26 2020\n");
    for text in [two + &told(" READ", 200), run("mix", "rw", &told(" READ", 200))] {
        assert!(read_all(text.as_bytes()).is_err(), "{text}");
    }
}

/// What `dd` reads into the device of zeros is dropped, too.
#[test]
fn dds_sinks_are_two() {
    let run = |from: &str, to: &str| {
        let text = format!(
            "$ dd bs=1M if={from} of={to}\n1+0 records in\n1+0 records out\n\
             1000000000 bytes (1.0 GB) copied, 2 s, 500 MB/s\n"
        );
        let figure = figures(&text).remove(0);
        (figure.target, figure.read_percent)
    };
    for sink in ["/dev/null", "/dev/zero"] {
        assert_eq!(run("/dev/sda", sink), (Some("/dev/sda".to_owned()), Some(100)));
        assert_eq!(run("/dev/urandom", sink), (None, None));
    }
    assert_eq!(run("/dev/zero", "/x"), (Some("/x".to_owned()), Some(0)));
}

/// Beside figures that are read, output of another program that is not is named.
#[test]
fn cut_output_beside_figures_is_named() {
    let dd = "1000000000 bytes (1.0 GB) copied, 2 s, 500 MB/s\n";
    for (cut, instead) in [
        ("Throughput:\n    read, MiB/s:   6.92\n    written, MiB/s:   4.61\n", "fileio run, whole"),
        ("Read 0b  Written 2Gb  Total transferred 2Gb  (177.56Mb/sec)\n", "fileio run, whole"),
        ("Children see throughput for  1 rewriters  =  649932.06 KB/sec\n", "without -t"),
    ] {
        let all = read_all(format!("{dd}{cut}").as_bytes()).unwrap();
        let note = all[0].notes.iter().find(|note| note.id() == "import-other").unwrap();
        assert!(format!("{note:?}").contains(instead), "{note:?}");
        let all = read_all(dd.as_bytes()).unwrap();
        assert!(all[0].notes.iter().all(|note| note.id() != "import-other"));
    }
}

/// DiskSpd's first table without what stands above and below it: the time is requests over their rate.
#[test]
fn diskspds_table_alone_has_no_direction() {
    let table = "Total IO\nthread | bytes | I/Os | MB/s | I/O per s | AvgLat | file\n---\n\
                 0 | 262144000 | 2000 | 62.50 | 500.00 | 0.1 | #2 (894GB)\n---\n\
                 total: 262144000 | 2000 | 62.50 | 500.00 | 0.1\n\nRead IO\nthread | bytes\n---";
    let all = figures(table);
    let [figure] = &all[..] else { panic!("{all:?}") };
    assert_eq!((figure.target.as_deref(), figure.block), (Some("#2"), Some(128 << 10)));
    assert_eq!((figure.mb_s(), figure.read_percent, figure.window_s), (65.536, None, Some(4.0)));
    let asked = "path: '#2'\nperforming write test\nblock size: 128KiB\nactual test time: 4.00s\n";
    let [figure] = &figures(&format!("Input parameters:\n{asked}{table}"))[..] else { panic!() };
    assert_eq!((figure.write_mb_s, figure.read_percent), (65.536, Some(0)));
    let cut = table.split("total:").next().unwrap();
    assert!(read_all(cut.as_bytes()).is_err());
}
