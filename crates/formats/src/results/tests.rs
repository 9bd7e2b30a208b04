//! Each format as its program writes it; rates worked out by hand.

use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;
use proptest::prelude::*;

use super::*;

mod consoles;
mod fio;
mod posted;

/// CrystalDiskMark 8's rows (format strings of `DiskMarkDlg.cpp`) with figures of an M.2 drive.
pub const CDM8: &str = "\
------------------------------------------------------------------------------
CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo
                                  Crystal Dew World: https://crystalmark.info/
------------------------------------------------------------------------------
* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]
* KB = 1000 bytes, KiB = 1024 bytes

[Read]
  SEQ    1MiB (Q=  8, T= 1):  3555.461 MB/s [   3390.8 IOPS] <  2356.98 us>
  RND    4KiB (Q= 32, T= 1):   730.293 MB/s [ 178294.2 IOPS] <   174.11 us>

[Write]
  SEQ    1MiB (Q=  8, T= 1):  2166.283 MB/s [   2065.9 IOPS] <  3850.01 us>

[Mix] Read 70%/Write 30%
  SEQ    1MiB (Q=  8, T= 1):  2000.000 MB/s [   1907.3 IOPS] <  4190.00 us>

Profile: Default
   Test: 1 GiB (x5) [C: 45% (212/476GiB)]
   Mode: [Admin]
   Time: Measure 5 sec / Interval 5 sec 
   Date: 2021/12/24 12:34:56
     OS: Windows 10 Professional [10.0 Build 19044] (x64)
";

/// Order, reads in a hundred, bytes a request, requests in flight, threads.
type Shape = (Option<Pattern>, Option<u8>, Option<u64>, Option<u32>, Option<u32>);

fn shape(figure: &ImportedFigure) -> Shape {
    (figure.pattern, figure.read_percent, figure.block, figure.depth, figure.jobs)
}

#[test]
fn crystal_disk_mark_counts_millions_and_tells_its_best_pass() {
    let found = read(CDM8.as_bytes()).unwrap();
    assert_eq!((found.tool.as_str(), found.version.as_deref()), ("CrystalDiskMark", Some("8.0.4")));
    assert_eq!((found.statistic.clone(), found.passes), (ImportStatistic::Best, Some(5)));
    assert_eq!(found.started.as_deref(), Some("2021-12-24T12:34:56Z"));
    let [seq, rnd, write, mix] = &found.figures[..] else { panic!("{found:?}") };
    let sequential = Some(Pattern::Sequential);
    assert_eq!(shape(seq), (sequential, Some(100), Some(1 << 20), Some(8), Some(1)));
    assert_eq!((seq.mb_s(), seq.iops, seq.average_us), (3555.461, Some(3390.8), Some(2356.98)));
    assert_eq!(seq.target.as_deref(), Some("C"));
    assert_eq!(shape(rnd), (Some(Pattern::Random), Some(100), Some(4096), Some(32), Some(1)));
    assert_eq!((write.read_mb_s, write.write_mb_s), (0.0, 2166.283));
    assert_eq!((mix.read_percent, mix.read_mb_s, mix.write_mb_s), (Some(70), 1400.0, 600.0));
}

/// 25.206 MB/s at 6,153.8 IOPS are 4,096 bytes a request: `4KB` of version 3 means 4,096.
#[test]
fn older_ones_leave_block_sizes_to_their_version() {
    let three = "CrystalDiskMark 3.0.1 x64 (C) 2007-2010 hiyohiyo\n\
                 * MB/s = 1,000,000 byte/s [SATA/300 = 300,000,000 byte/s]\n\n\
                 Sequential Read :   505.825 MB/s\n\
                 Random Write 512KB :   190.461 MB/s\n\
                 Random Read 4KB (QD=32) :   271.859 MB/s [ 66371.9 IOPS]\n\n\
                 Test : 1000 MB [C: 33.0% (39.3/119.1 GB)] (x5)\n";
    let found = read(three.as_bytes()).unwrap();
    let blocks: Vec<_> = found.figures.iter().map(|it| (it.block, it.depth)).collect();
    assert_eq!(
        blocks,
        [(Some(1 << 20), Some(1)), (Some(512 << 10), Some(1)), (Some(4096), Some(32))]
    );
    let rate = found.figures[2].mb_s() * 1e6 / found.figures[2].iops.unwrap();
    assert!((rate - 4096.0).abs() < 1.0, "{rate}");
    assert_eq!(found.passes, Some(5));
    let five = "CrystalDiskMark 5.2.1 x64\n   Sequential Read (Q= 32,T= 1) :  3437.373 MB/s\n         \
                Sequential Read (T= 1) :  2500.117 MB/s\n  Random Write 4KiB (Q= 32,T= 1) :   500.0 MB/s [122070.3 IOPS]\n";
    let found = read(five.as_bytes()).unwrap();
    let blocks: Vec<_> = found.figures.iter().map(|it| (it.block, it.depth)).collect();
    assert_eq!(
        blocks,
        [(Some(128 << 10), Some(32)), (Some(1 << 20), Some(1)), (Some(4096), Some(32))]
    );
}

/// Whatever the rate, of a row of reads nothing was written.
#[test]
fn a_row_of_one_direction_has_none_of_the_other() {
    for tenth in 1..2000_u32 {
        let rate = f64::from(tenth) * 7.003;
        let text =
            format!("CrystalDiskMark 8.0.4\n[Read]\n SEQ 1MiB (Q= 8, T= 1): {rate:.3} MB/s\n");
        let found = read(text.as_bytes()).unwrap();
        assert_eq!(found.figures[0].write_mb_s, 0.0, "{rate}");
    }
}

#[test]
fn k_disk_mark_is_read_like_it() {
    let text = "                        KDiskMark (3.1.4): https://github.com/JonMagon/KDiskMark\n\
                * MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n\n[Read]\n\
                Sequential   1 MiB (Q=  8, T= 1):   3245.115 MB/s [   3168.9 IOPS] <  2500.11 us>\n\
                Random   4 KiB (Q=  1, T= 1):   60.000 MB/s [  15000.0 IOPS] <    66.00 us>\n";
    let found = read(text.as_bytes()).unwrap();
    assert_eq!((found.tool.as_str(), found.version.as_deref()), ("KDiskMark", Some("3.1.4")));
    assert_eq!(found.figures.len(), 2);
    assert_eq!(found.figures[1].block, Some(4096));
    // 15,000 requests of 4,096 bytes are 61.44 MB/s.
    assert!((found.figures[1].mb_s() - 61.44).abs() < 1e-9, "{found:?}");
}

/// 1 MiB * 60 / 60 s = 1.048576 MB/s; the two threads of `D:` are one figure.
const XML: &str = "<Results><System><Tool><Version>2.2</Version></Tool>\
    <RunTime>2024/06/10 10:00:00 UTC</RunTime></System>\
    <Profile><TimeSpans><TimeSpan><Targets>\
    <Target><Path>C:\\a.dat</Path><BlockSize>1048576</BlockSize><StrideSize>1048576</StrideSize>\
    <RequestCount>8</RequestCount><WriteRatio>0</WriteRatio><ThreadsPerFile>1</ThreadsPerFile></Target>\
    <Target><Path>D:\\a.dat</Path><BlockSize>4096</BlockSize><Random>4096</Random>\
    <RequestCount>32</RequestCount><WriteRatio>30</WriteRatio><ThreadsPerFile>2</ThreadsPerFile>\
    <Throughput>500</Throughput></Target>\
    </Targets></TimeSpan></TimeSpans></Profile>\
    <TimeSpan><TestTimeSeconds>60.00</TestTimeSeconds>\
    <Latency><Bucket><Percentile>50</Percentile><TotalMilliseconds>0.1</TotalMilliseconds></Bucket></Latency>\
    <Thread><Id>0</Id><Target><Path>C:\\a.dat</Path><IOCount>60</IOCount>\
    <ReadBytes>62914560</ReadBytes><WriteBytes>0</WriteBytes></Target></Thread>\
    <Thread><Id>1</Id><Target><Path>D:\\a.dat</Path><IOCount>600</IOCount>\
    <ReadBytes>1720320</ReadBytes><WriteBytes>737280</WriteBytes></Target></Thread>\
    <Thread><Id>2</Id><Target><Path>D:\\a.dat</Path><IOCount>600</IOCount>\
    <ReadBytes>1720320</ReadBytes><WriteBytes>737280</WriteBytes></Target></Thread>\
    </TimeSpan></Results>";

#[test]
fn diskspds_xml_is_bytes_over_seconds() {
    let found = read(XML.as_bytes()).unwrap();
    assert_eq!(found.started.as_deref(), Some("2024-06-10T10:00:00Z"));
    let [c, d] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!(shape(c), (Some(Pattern::Sequential), Some(100), Some(1 << 20), Some(8), Some(1)));
    assert!((c.mb_s() - 1.048_576).abs() < 1e-9 && c.iops == Some(1.0));
    // Percentiles are of both targets together.
    assert_eq!(c.latency, narrows_record::run::Latency::default());
    assert_eq!(shape(d), (Some(Pattern::Random), Some(70), Some(4096), Some(32), Some(2)));
    assert_eq!((d.iops, d.ops, d.round), (Some(20.0), Some(1200), c.round));
    // 500 bytes a millisecond for each of two threads.
    assert_eq!(d.limit_mb_s, Some(1.0));
    assert!((d.write_mb_s - 0.024_576).abs() < 1e-9);
}

/// Output of diskspd 2.2, cut to one target: 6,291,456 bytes in 120 s are 0.0524 MB/s.
const PRINTED: &str = "\nCommand Line: diskspd -L\n\nInput parameters:\n\n\ttimespan:   1\n\t-------------\n\
    \tduration: 10s\n\tpath: 'testfile1.dat'\n\t\tthink time: 0ms\n\
    \t\tperforming mix test (read/write ratio: 70/30)\n\t\tblock size: 64KiB\n\
    \t\tusing random I/O (alignment: 64KiB)\n\
    \t\tnumber of outstanding I/O operations per thread: 2\n\t\tthreads per file: 4\n\n\
    System information:\n\n\tcomputer name: X\n\tstart time: 2024/06/10 10:00:00 UTC\n\nResults for timespan 1:\n***\n\nactual test time:\t120.00s\nthread count:\t\t1\n\n\
    Total IO\n\
    thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  file\n\
    --------------------------------------------------------------\n\
    \x20    0 |         6291456 |           16 |       0.05 |       0.13 | testfile1.dat (10MiB)\n\
    --------------------------------------------------------------\n\
    total:           6291456 |           16 |       0.05 |       0.13\n\n\
    Read IO\nthread | bytes | I/Os | MiB/s | I/O per s | file\n---\n\
    \x20    0 |         4194304 |            6 |       0.03 |       0.05 | testfile1.dat (10MiB)\n---\n\
    Write IO\nthread | bytes | I/Os | MiB/s | I/O per s | file\n---\n\
    \x20    0 |         2097152 |           10 |       0.02 |       0.08 | testfile1.dat (10MiB)\n---\n\n\
    Total latency distribution:\n  %-ile |  Read (ms) | Write (ms) | Total (ms)\n-----\n\
    \x20   min |      0.046 |        N/A |      0.046\n\
    \x20  50th |      0.100 |        N/A |      0.120\n\
    3-nines |      0.900 |        N/A |      1.500\n";

#[test]
fn diskspds_text_is_read_from_bytes_not_from_rounded_rates() {
    let found = read(PRINTED.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!(shape(one), (Some(Pattern::Random), Some(70), Some(65_536), Some(2), Some(4)));
    assert!((one.mb_s() - 0.052_428_8).abs() < 1e-9);
    assert_eq!(
        (one.latency.p50, one.latency.p999, one.latency.p99),
        (Some(120.0), Some(1500.0), None)
    );
    assert_eq!(one.target.as_deref(), Some("testfile1.dat"));
    assert_eq!(found.started.as_deref(), Some("2024-06-10T10:00:00Z"));
}

fn fio(jobs: &str) -> String {
    format!(
        r#"{{"fio version":"fio-3.36","timestamp":1795477015,"global options":{{"iodepth":"32","rw":"read","bs":"128k","direct":"1"}},"jobs":[{jobs}]}}"#
    )
}

fn job(name: &str, target: &str, start: &str, bytes: u64) -> String {
    format!(
        r#"{{"jobname":"{name}","groupid":0,"error":0,"elapsed":11{start},"job_runtime":10000,
        "job options":{{"filename":"{target}"}},"usr_cpu":5.0,"sys_cpu":20.0,
        "read":{{"bw_bytes":{bytes},"iops":100.0,"runtime":10000,"total_ios":1000,
        "clat_ns":{{"mean":2000.0,"percentile":{{"50.000000":1000,"99.000000":9000}}}}}},
        "write":{{"bw_bytes":0,"iops":0.0,"runtime":0,"total_ios":0}}}}"#
    )
}

/// The first two share 9 of 10 seconds, the third comes later.
#[test]
fn fios_jobs_ran_together_where_their_times_say_so() {
    let jobs = [
        job("a", "/dev/nvme0n1", r#","job_start":1000"#, 1_800_000_000),
        job("b", "/dev/nvme1n1", r#","job_start":2000"#, 1_700_000_000),
        job("c", "/dev/nvme0n1", r#","job_start":20000"#, 3_500_000_000),
    ];
    let found = read(fio(&jobs.join(",")).as_bytes()).unwrap();
    assert_eq!(
        (found.version.as_deref(), found.started.as_deref()),
        (Some("3.36"), Some("2026-11-23T23:36:55Z"))
    );
    let rows: Vec<_> = found.figures.iter().map(|it| (it.round, it.mb_s())).collect();
    assert_eq!(rows, [(0, 1800.0), (0, 1700.0), (1, 3500.0)]);
    let first = &found.figures[0];
    assert_eq!(
        shape(first),
        (Some(Pattern::Sequential), Some(100), Some(128 << 10), Some(32), Some(1))
    );
    assert_eq!(
        (first.latency.p50, first.latency.p99, first.average_us),
        (Some(1.0), Some(9.0), Some(2.0))
    );
    assert_eq!(first.thread_cpu, Some(0.25));
}

/// Two groups of ten seconds in eleven seconds overlapped, with unknown others.
#[test]
fn fios_jobs_of_unknown_times_are_not_taken_for_alone() {
    let other = job("b", "/dev/nvme1n1", "", 1_000).replace(r#""groupid":0"#, r#""groupid":1"#);
    let jobs = [job("a", "/dev/nvme0n1", "", 1_000), other];
    let found = read(fio(&jobs.join(",")).as_bytes()).unwrap();
    assert!(found.figures.iter().all(|figure| figure.alone_unknown), "{found:?}");
    assert_eq!(found.notes.len(), 1);
    let long = jobs.map(|job| job.replace(r#""elapsed":11"#, r#""elapsed":21"#));
    let found = read(fio(&long.join(",")).as_bytes()).unwrap();
    assert!(found.figures.iter().all(|figure| !figure.alone_unknown));
}

/// Before 3.0 `bw` was all there was, in KiB a second, and latencies in microseconds.
#[test]
fn old_fio_counted_in_kibibytes() {
    let text = r#"{"fio version":"fio-2.16","jobs":[{"jobname":"x","groupid":0,"job options":
        {"rw":"randread","bs":"4k","numjobs":"4"},"read":{"bw":1000,"iops":250.0,"runtime":1000,
        "clat":{"mean":80.0,"percentile":{"50.000000":75}}},"write":{"bw":0}}]}"#;
    let found = read(text.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    assert!((one.mb_s() - 1.024).abs() < 1e-9);
    assert_eq!((one.latency.p50, one.average_us), (Some(75.0), Some(80.0)));
    assert_eq!(shape(one), (Some(Pattern::Random), Some(100), Some(4096), Some(1), Some(4)));
}

/// fio 2 printed failed divisions, which is not JSON; with a status interval all results so far are
/// printed again and again, and a kill may cut the last.
#[test]
fn fios_odd_files_are_read() {
    let of = |bw: u64, more: &str| {
        format!(
            r#"{{"fio version":"fio-3.33","jobs":[{{"jobname":"x","groupid":0,"job options":{{}},
            "read":{{"bw_bytes":{bw},"runtime":1000,{more}
            "clat_ns":{{"mean":0.0,"percentile":{{"50.000000":0}}}}}},"write":{{"bw":0}}}}]}}"#
        )
    };
    let text = format!(
        "note: both iodepth >= 1 and synchronous I/O engine\n{}\n{}\n{{\"fio ver",
        of(1_000_000, "\"bw_mean\" : -nan,"),
        of(2_000_000, "\"bw_agg\": nan,")
    );
    let found = read(text.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    // The last whole one; nothing was timed.
    assert_eq!((one.mb_s(), one.latency.p50, one.average_us), (2.0, None, None));
}

/// Files that went through an editor or a spreadsheet of a country with decimal commas.
#[test]
fn decimal_commas_are_read() {
    let wide: Vec<u8> = CDM8.replace('.', ",").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let found = read(&wide).unwrap();
    let [seq, ..] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!((seq.mb_s(), seq.iops, seq.average_us), (3555.461, Some(3390.8), Some(2356.98)));
}

/// Two workers on disk 1: 100 + 100 decimal MB/s, and 6 ms at 100 IOPS beside 2 ms at 300 are 3 ms.
#[test]
fn iometers_workers_are_threads_of_a_disk() {
    let rows = "'Version\n1.1.0\n'Time Stamp\n2014-10-29 21:22:32:123\n\
        'Access specifications\n'Access specification name,default assignment\n128K read,2\n\
        'size,% of size,% reads,% random,delay,burst,align,reply\n131072,100,100,0,0,1,0,0\n\
        'End access specifications\n'Results\n\
        'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,Read IOps,Write IOps,\
        MiBps (Binary),Read MiBps (Binary),Write MiBps (Binary),MBps (Decimal),Read MBps (Decimal),\
        Write MBps (Decimal),Average Response Time,Errors,Queue Depth\n\
        ALL,All,128K read,1,2,2,400,400,0,190,190,0,200,200,0,3,0,\n\
        DISK,PHYSICALDRIVE:1,128K read,,,,100,100,0,95,95,0,100,100,0,6,0,32\n\
        DISK,PHYSICALDRIVE:1,128K read,,,,300,300,0,95,95,0,100,100,0,2,0,32\n";
    let found = read(rows.as_bytes()).unwrap();
    assert_eq!(found.started.as_deref(), Some("2014-10-29T21:22:32Z"));
    let [disk] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!(
        shape(disk),
        (Some(Pattern::Sequential), Some(100), Some(128 << 10), Some(32), Some(2))
    );
    assert_eq!((disk.mb_s(), disk.iops, disk.average_us), (200.0, Some(400.0), Some(3000.0)));
    let german =
        rows.replace(',', ";").replace(";95;95;0;100;100;0;6;", ";95;95;0;100,5;100,5;0;6;");
    let found = read(german.as_bytes()).unwrap();
    assert_eq!((found.figures.len(), found.figures[0].mb_s()), (1, 200.5));
    let older =
        rows.replace(" (Binary)", "").replace("MiBps", "MBps").replace("MBps (Decimal)", "x");
    let found = read(older.as_bytes()).unwrap();
    // 190 MiB/s.
    assert!((found.figures[0].mb_s() - 190.0 * 1.048_576).abs() < 1e-6, "{found:?}");
}

#[test]
fn elbenchos_units_differ_between_csv_and_json() {
    let csv = "ISO date,label,path type,paths,hosts,threads,dirs,files,file size,block size,direct IO,random,\
        random aligned,IO depth,shared paths,truncate,operation,time ms [first],time ms [last],IOPS [first],\
        IOPS [last],MiB/s [first],MiB/s [last],version,command\n\
        2024-06-10T10:00:00.123+0200,,file,1,1,4,,,1073741824,1048576,1,0,,8,1,0,READ,9000,10000,1000,900,1000,900,3.1-0,\"x\"\n\
        2024-06-10T10:01:00.123+0200,,file,1,1,4,,,1073741824,1048576,1,0,,8,1,0,RMFILES,9,10,,,,,3.1-0,\"x\"\n";
    let found = read(csv.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    assert!((one.mb_s() - 1048.576).abs() < 1e-9);
    assert_eq!(shape(one), (Some(Pattern::Sequential), Some(100), Some(1 << 20), Some(8), Some(4)));
    assert_eq!((one.window_s, found.version.as_deref()), (Some(9.0), Some("3.1-0")));
    let json = r#"{"phase_type":"READ","config":{"paths":"2","hosts":"1","threads":"4","block_size":"4096",
        "random_offsets":"true","io_depth":"16","version":"3.1-0"},
        "first_done":{"elapsed_time_ms":"9000","iops":"1000","bytes/s":"4096000"},
        "last_done":{"elapsed_time_ms":"10000","iops":"900","bytes/s":"3686400"}}
        {"phase_type":"WRITE","config":{},"first_done":{},"last_done":{}}"#;
    let found = read(json.as_bytes()).unwrap();
    let [one] = &found.figures[..] else { panic!("{found:?}") };
    assert_eq!((one.mb_s(), one.iops), (4.096, Some(1000.0)));
    assert_eq!(shape(one), (Some(Pattern::Random), Some(100), Some(4096), Some(16), Some(4)));
    assert_eq!(found.notes.len(), 1);
}

/// A mix's own columns are those of writes, and reads have separate columns; `MIX-T` has reading
/// threads beside writing ones, without a share.
#[test]
fn elbenchos_mixes_count_reads_and_writes() {
    let json = |operation: &str| {
        format!(
            r#"{{"phase_type":"{operation}","config":{{"paths":"1","threads":"4","block_size":"4096",
            "random_offsets":"true","io_depth":"16"}},
            "first_done":{{"elapsed_time_ms":"9000","iops":"300","bytes/s":"1228800",
              "rwmix_read":{{"iops":"700","bytes/s":"2867200"}}}},
            "last_done":{{"elapsed_time_ms":"9100","iops":"290","bytes/s":"1187840",
              "rwmix_read":{{"iops":"690","bytes/s":"2826240"}}}}}}"#
        )
    };
    for (operation, share) in [("RWMIX70", Some(70)), ("RWMIX70+s", Some(70)), ("RWMIX", None)] {
        let found = read(json(operation).as_bytes()).unwrap();
        let [one] = &found.figures[..] else { panic!("{found:?}") };
        assert_eq!((one.read_mb_s, one.write_mb_s, one.iops), (2.8672, 1.2288, Some(1000.0)));
        assert_eq!(one.read_percent, share, "{operation}");
    }
}

#[test]
fn a_table_says_its_unit_in_the_heading() {
    let text = "target,workload,mib_s,set\nC,seq-read-1m-q8,1000,\nC,seq-read-1m-q8,500,C+D\nD,seq-read-1m-q8,500,C+D\n";
    let found = read(text.as_bytes()).unwrap();
    let rows: Vec<_> = found.figures.iter().map(|it| (it.mb_s(), it.round)).collect();
    assert_eq!(rows, [(1048.576, 0), (524.288, 1), (524.288, 1)]);
    let bad = read(b"target,workload,mb_s\nC,seq-read-1m-q8,\"2,3\"\n").unwrap_err();
    assert_eq!(bad.id(), "import-table-row");
}

#[test]
fn what_is_not_read_says_why() {
    for (bytes, id) in [
        (&b""[..], "import-unknown"),
        (b"hello", "import-unknown"),
        (b"\x01\0A\0T\0T\0O\0 \0D\0", "import-atto"),
        (b"CrystalDiskMark 8.0.4", "import-no-figures"),
        (b"<Results><TimeSpan>", "import-broken"),
        (b"{\"fio version\": \"fio-3.36\", ", "import-broken"),
        (b"{\"fio version\": \"fio-3.36\", \"jobs\": []}", "import-no-figures"),
    ] {
        assert_eq!(read(bytes).unwrap_err().id(), id, "{bytes:?}");
    }
}

const IOMETER: &str = "'Version\n1.1.0\n'Time Stamp\n2014-10-29 21:22:32:123\n\
    'Access specifications\n'Access specification name,default assignment\n128K read,2\n\
    'size,% of size,% reads,% random,delay,burst,align,reply\n131072,100,100,0,0,1,0,0\n\
    'End access specifications\n'Results\n\
    'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,MiBps (Binary),\
    Read MiBps (Binary),Write MiBps (Binary),Average Response Time,Errors,Queue Depth\n\
    ALL,All,128K read,1,2,2,400,50,50,0,3,0,\n\
    DISK,PHYSICALDRIVE:1,128K read,,,,100,12.5,12.5,0,6,0,32\n\
    DISK,PHYSICALDRIVE:1,128K read,,,,300,37.5,37.5,0,2,0,32\n";

/// A file that was truncated anywhere, because its program was killed or the disk was full, gives the
/// results of the whole file, or fewer: never another rate.
#[test]
fn a_file_that_was_cut_tells_nothing_wrong() {
    let fio = fio(&[job("a", "/dev/sda", "", 1_000), job("b", "/dev/sdb", "", 2_000)].join(","));
    let elbencho = "ISO date,operation,block size,IO depth,threads,time ms [last],IOPS [last],MiB/s [last],command\n\
        2024-06-10T10:00:00.123+0200,READ,1048576,8,4,10000,900,900,\"x\"\n";
    for text in [CDM8, XML, PRINTED, IOMETER, &fio, elbencho] {
        let told = |bytes: &[u8]| {
            let found = read(bytes).map(|found| found.figures).unwrap_or_default();
            found
                .iter()
                .map(|it| format!("{:?} {} {}", it.target, it.read_mb_s, it.write_mb_s))
                .collect::<Vec<_>>()
        };
        let whole = told(text.as_bytes());
        assert!(!whole.is_empty(), "{text}");
        for end in 0..text.len() {
            for figure in told(&text.as_bytes()[..end]) {
                // The drive's letter is at the end of CrystalDiskMark's text.
                let rate = figure.split_once(' ').map_or("", |(_, rate)| rate);
                assert!(
                    whole.iter().any(|it| it.ends_with(rate)),
                    "{figure} of {whole:?} at {end}"
                );
            }
        }
    }
}

/// The same requests of DiskSpd in every unit and split: two threads on each of two targets, writes only,
/// no latencies. 2 x 31,457,280 bytes in 30 s are 2.097152 MB/s each, whatever the column of rates says.
#[test]
fn what_several_threads_write_is_told_by_target() {
    let row = |thread: u32, path: &str| {
        format!(
            "{thread:6} |        31457280 |           30 |       1.00 |       1.00 | {path} (1GiB)\n"
        )
    };
    let rows = || {
        [row(0, "C:\\a.dat"), row(1, "C:\\a.dat"), row(2, "D:\\a.dat"), row(3, "D:\\a.dat")]
            .concat()
    };
    let asked = |path: &str| {
        format!(
            "\tpath: '{path}'\n\t\tperforming write test\n\t\tblock size: 1MiB\n\t\tusing sequential I/O (stride: 1MiB)\n\
            \t\tnumber of outstanding I/O operations per thread: 8\n\t\tthreads per file: 2\n"
        )
    };
    let table = |title: &str, rows: &str, total: u64| {
        format!(
            "{title}\nthread | bytes | I/Os | MiB/s | I/O per s | file\n-----\n{rows}-----\ntotal: {total} | 1\n\n"
        )
    };
    let none = rows().replace("31457280", "0").replace("           30", "            0");
    let text = format!(
        "Input parameters:\n\n\ttimespan:   1\n{}{}\nResults for timespan 1:\nactual test time:\t30.00s\n\n{}{}{}",
        asked("C:\\a.dat"),
        asked("D:\\a.dat"),
        table("Total IO", &rows(), 125_829_120),
        table("Read IO", &none, 0),
        table("Write IO", &rows(), 125_829_120)
    );
    let wide: Vec<u8> =
        text.replace('\n', "\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.as_bytes(), &wide] {
        let found = read(bytes).unwrap();
        let [c, d] = &found.figures[..] else { panic!("{found:?}") };
        for figure in [c, d] {
            assert_eq!(
                shape(figure),
                (Some(Pattern::Sequential), Some(0), Some(1 << 20), Some(8), Some(2))
            );
            assert_eq!((figure.read_mb_s, figure.write_mb_s), (0.0, 2.097_152));
            assert_eq!((figure.latency.p50, figure.average_us, figure.round), (None, None, 0));
        }
    }
}

proptest! {
    /// A rate printed as CrystalDiskMark prints it comes back as it was.
    #[test]
    fn rates_survive_crystal_disk_marks_text(
        thousandths in 1_u64..99_999_999, size in 1_u64..8192, q in 1_u32..512, t in 1_u32..64,
        random: bool,
    ) {
        let mb_s = thousandths as f64 / 1000.0;
        let kind = if random { "RND" } else { "SEQ" };
        let row = format!(
            "CrystalDiskMark 9.0.1\n[Read]\n  {kind} {size:4}KiB (Q={q:3}, T={t:2}): \
             {mb_s:9.3} MB/s [{:9.1} IOPS] <{:9.2} us>\n",
            mb_s * 1e6 / (size << 10) as f64, 2.0
        );
        let found = read(row.as_bytes()).unwrap();
        prop_assert_eq!(found.figures[0].mb_s(), mb_s);
        let ImportedFigure { block, depth, jobs, .. } = found.figures[0];
        prop_assert_eq!((block, depth, jobs), (Some(size << 10), Some(q), Some(t)));
    }
}
