//! Output of programs that measure on files, each in its own format; rates calculated by hand.

use super::*;

/// sysbench 1.0.20's form. 1,240.72 reads of 16 KiB are 19.39 MiB/s, and 826.82 writes 12.92.
const SYSBENCH: &str = "\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 1
Initializing random number generator from current time


Extra file open flags: directio
4 files, 16MiB each
64MiB total file size
Block size 16KiB
Number of IO requests: 0
Read/Write ratio for combined random IO test: 1.50
Periodic FSYNC enabled, calling fsync() each 100 requests.
Calling fsync() at the end of test, Enabled.
Using synchronous I/O mode
Doing random r/w test
Initializing worker threads...

Threads started!


File operations:
    reads/s:                      1240.72
    writes/s:                     826.82
    fsyncs/s:                     84.65

Throughput:
    read, MiB/s:                  19.39
    written, MiB/s:               12.92

General statistics:
    total time:                          2.0314s
    total number of events:              4369

Latency (ms):
         min:                                    0.04
         avg:                                    0.46
         max:                                   60.01
         95th percentile:                        2.30
";

#[test]
fn sysbench_counts_mebibytes() {
    let found = read(SYSBENCH.as_bytes()).unwrap();
    assert_eq!((found.tool.as_str(), found.version.as_deref()), ("sysbench", Some("1.0.20")));
    let [mix] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!(shape(mix), (Some(Pattern::Random), Some(60), Some(16 << 10), Some(1), Some(1)));
    assert!((mix.read_mb_s - 20.332).abs() < 0.001 && (mix.write_mb_s - 13.548).abs() < 0.001);
    assert_eq!((mix.window_s, mix.average_us), (Some(2.0314), Some(460.0)));
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    // Version 1.1 has a line for each direction, and without the flag it is the page cache's.
    let newer = SYSBENCH
        .replace(
            "    read, MiB/s:                  19.39",
            "         read:  IOPS=1240.72 19.39 MiB/s (20.33 MB/s)",
        )
        .replace(
            "    written, MiB/s:               12.92",
            "         write: IOPS=826.82 12.92 MiB/s (13.55 MB/s)",
        )
        .replace("reads/s:", "")
        .replace("writes/s:", "")
        .replace("flags: directio", "flags: (none)");
    // It prints no time, but the sum of latencies at its end.
    let newer = newer.replace("    total time:                          2.0314s\n", "");
    assert!(read(newer.as_bytes()).is_err(), "a text that was cut");
    let newer =
        read((newer + "         sum:                                 2013.26\n").as_bytes())
            .unwrap();
    assert_eq!((&newer.figures[0].mb_s(), newer.notes[0].id()), (&mix.mb_s(), "import-buffered"));
    // A rate that its requests are not.
    let wrong = SYSBENCH.replace("19.39", "190.39");
    assert_eq!(read(wrong.as_bytes()).unwrap_err().id(), "import-contradiction");
}

/// bonnie++ 2.00a's format: 512,000 K of 1,024 bytes are 524.288 MB/s; a test too fast to be timed has no
/// figure.
#[test]
fn bonnies_line_is_read() {
    let text = "Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n\
        host        64G  154k  11  512m  30  200m  20  267k  12 +++++ +++ +++++ +++\n\
        1.98,2.00a,host,1,1795826345,64G,,8192,5,154,11,512000,30,200000,20,267,12,+++++,+++,900.5,3,,,,,,,,\n";
    let found = read(text.as_bytes()).unwrap();
    let [write] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!((write.write_mb_s, write.read_mb_s, write.block), (524.288, 0.0, Some(8192)));
    assert_eq!(found.notes[0].id(), "import-buffered");
    let older =
        "1.97,1.97,host,1,17958,64G,,154,11,512000,30,200000,20,267,12,256000,20,900.5,3,16,,,,\n";
    let found = read(older.as_bytes()).unwrap();
    let rates: Vec<f64> = found.figures.iter().map(ImportedFigure::mb_s).collect();
    assert_eq!(rates, [524.288, 262.144]);
}

/// iozone 3's table: tests 0 and 2 ran, so that the columns of reads are blank.
const IOZONE_TABLE: &str = "\
\tO_DIRECT feature enabled
\tCommand line used: ./iozone -e -I -a -s 100M -r 1024k -i 0 -i 2
\tOutput is in kBytes/sec
                                                              random    random     bkwd    record    stride
              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read
          102400    1024   388250   392446                     290025   392099                           \n
iozone test complete.
";

#[test]
fn iozones_blank_columns_stay_blank() {
    let found = read(IOZONE_TABLE.as_bytes()).unwrap();
    let told: Vec<_> = found
        .figures
        .iter()
        .map(|it| (it.label.as_deref().unwrap(), it.read_percent, (it.mb_s() * 1e3).round()))
        .collect();
    // 388,250 K of 1,024 bytes are 397.568 MB/s.
    assert_eq!(
        told,
        [
            ("iozone write", Some(0), 397_568.0),
            ("iozone rewrite", Some(0), 401_865.0),
            ("iozone random read", Some(100), 296_986.0),
            ("iozone random write", Some(0), 401_509.0),
        ]
    );
    assert!(found.figures.iter().all(|it| it.block == Some(1 << 20)));
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    // Without its blanks the tests cannot be identified.
    let collapsed =
        "kB reclen write rewrite read reread\n102400 1024 388250 392446 290025 392099\n";
    assert!(read(format!("Iozone\n{collapsed}").as_bytes()).is_err());
}

#[test]
fn elbenchos_console_is_read_up_to_the_first_threads_end() {
    let text = "OPERATION   RESULT TYPE         FIRST DONE   LAST DONE\n\
        =========== ================    ==========   =========\n\
        MKDIRS      Elapsed time     :       1ms         2ms\n\
        WRITE       Elapsed time     :    2m3.241s    2m5.755s\n            \
        IOPS             :       33395       33352\n            \
        Throughput MiB/s :        1000         900\n            \
        Total MiB        :     4115703     4194304\n---\n\
        READ        Elapsed ms       :       6001       6001\n          \
        IOPS             :       8219       8219\n          \
        Throughput MiB/s :         32         31\n";
    let found = read(text.as_bytes()).unwrap();
    let told: Vec<_> =
        found.figures.iter().map(|it| (it.read_percent, it.mb_s(), it.iops)).collect();
    assert_eq!(told, [(Some(0), 1048.576, Some(33395.0)), (Some(100), 33.554432, Some(8219.0))]);
    assert!(found.figures.iter().all(|it| it.block.is_none()));
}

#[test]
fn gnome_disks_counts_millions() {
    let text = "Average Read Rate 3.4 GB/s (100 samples)\nAverage Write Rate 950.5 MB/s (100 samples)\n\
        Average Access Time 0.02 msec (1000 samples)\n";
    let found = read(text.as_bytes()).unwrap();
    let told: Vec<_> = found.figures.iter().map(|it| (it.read_mb_s, it.write_mb_s)).collect();
    assert_eq!(told, [(3400.0, 0.0), (0.0, 950.5)]);
}

/// 200,000 requests of 4 KiB are 819.2 MB/s; of the same run's result in MB/s the unit is not known.
#[test]
fn phoronix_is_read_from_its_requests() {
    let result = |scale: &str, value: &str| {
        format!(
            "<Result><Identifier>pts/fio-2.1.0</Identifier><Title>Flexible IO Tester</Title>\
             <Description>Type: Random Read - Engine: Linux AIO - Direct: Yes - Block Size: 4KB</Description>\
             <Scale>{scale}</Scale><Data><Entry><Identifier>Drive A</Identifier><Value>{value}</Value>\
             </Entry></Data></Result>"
        )
    };
    let (iops, mb) = (result("IOPS", "200000"), result("MB/s", "781"));
    let text = format!("<?xml version=\"1.0\"?><PhoronixTestSuite>{mb}{iops}</PhoronixTestSuite>");
    let found = read(text.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!((one.read_mb_s, one.target.as_deref()), (819.2, Some("Drive A")));
    assert_eq!(shape(one), (Some(Pattern::Random), Some(100), Some(4096), None, None));
    assert!(found.notes.is_empty());
}

#[test]
fn what_is_known_and_not_read_says_what_to_run() {
    for (text, instead) in [
        ("Disk  Sequential 64.0 Read                   1920.06 MB/s          9.0\n", "diskspd"),
        ("Version 1.03 ------Sequential Output------\nBonnie++\n", "bonnie++ -q"),
    ] {
        let why = read(text.as_bytes()).unwrap_err();
        assert_eq!(why.id(), "import-other", "{text}");
        assert!(format!("{why:?}").contains(instead), "{why:?}");
    }
}

/// A truncated text never gives another rate.
#[test]
fn a_text_that_was_cut_tells_nothing_wrong() {
    for whole in [SYSBENCH, IOZONE_TABLE] {
        let all = read(whole.as_bytes()).unwrap();
        let rates: Vec<f64> = all.figures.iter().map(ImportedFigure::mb_s).collect();
        for end in 0..whole.len() {
            let found =
                read(&whole.as_bytes()[..end]).map(|found| found.figures).unwrap_or_default();
            let is_its = |figure: &ImportedFigure| rates.contains(&figure.mb_s());
            assert!(found.iter().all(is_its), "cut at {end}: {found:?}");
        }
    }
}
