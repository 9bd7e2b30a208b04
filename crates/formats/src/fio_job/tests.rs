use std::path::Path;
use std::process::Command;

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> FioJobFile {
    super::read(text, &[], &|_| None)
}

const JOB: &str = "; two drives, then one\n[global]\nioengine=libaio\ndirect=1\niodepth=32\n\
    runtime=30\ntime_based\n\n[a]\nfilename=/dev/nvme0n1\nrw=read\nbs=128k\n\n\
    [b]\nfilename=/dev/nvme1n1\nrw=randrw\nrwmixread=70\nbs=4k\nnumjobs=4\nrate=10m\nnew_group\n\n\
    [c]\nfilename=/dev/nvme0n1\nstonewall\nrw=randread\nruntime=500ms\n";

#[test]
fn sections_are_workloads_in_rounds() {
    let job = read(JOB);
    assert_eq!(job.unsupported, []);
    let names: Vec<_> = job.sections.iter().map(|it| it.workload.name.as_str()).collect();
    assert_eq!(names, ["seq-read-128k-q32", "rand-rw70-4k-q32-j4", "rand-read-4k-q32"]);
    let rounds: Vec<_> = job.sections.iter().map(|it| it.round).collect();
    assert_eq!(rounds, [0, 0, 1]);
    assert_eq!(job.sections[0].time, Some(Nanos::secs(30.0)));
    assert_eq!(job.sections[2].time, Some(Nanos::millis(500)));
    assert!(job.sections.iter().all(|it| it.is_direct && it.is_time_based));
    // `rate` holds each of the four clones: 10 MiB/s of reads, which are seven of ten requests.
    assert_eq!(job.sections[1].limit, Some(BytesPerSec::new(4.0 * (10_485_760.0 / 0.7))));
}

/// fio's default engine is synchronous: `iodepth` says nothing there.
#[test]
fn synchronous_engines_have_one_request_in_flight() {
    let depth =
        |engine: &str| read(&format!("[a]\niodepth=32\n{engine}")).sections[0].workload.depth;
    assert_eq!((depth("ioengine=io_uring"), depth("ioengine=psync"), depth("")), (32, 1, 1));
}

/// A job ends when each of its threads has moved its size, once a loop, unless it runs by time; a number of
/// requests ends it before.
#[test]
fn a_job_ends_by_what_it_moves() {
    let amount = |options: &str| {
        let section = read(&format!("[a]\nbs=4k\n{options}")).sections.remove(0);
        section.amount.map(|amount| amount.get() >> 10)
    };
    assert_eq!(amount("size=64k\nnumjobs=4"), Some(256));
    assert_eq!(amount("size=64k\nloops=3"), Some(192));
    assert_eq!(amount("size=64k\nio_size=96k"), Some(96));
    assert_eq!(amount("size=64k\nnumber_ios=5"), Some(20));
    assert_eq!(amount("size=64k\nruntime=9"), Some(64));
    assert_eq!((amount("size=64k\nruntime=9\ntime_based"), amount("runtime=9")), (None, None));
}

/// `null` asks nothing, and glibc's asynchronous requests to one file go one after another.
#[test]
fn engines_are_what_they_ask() {
    let null = read("[a]\nioengine=null\niodepth=8\nfilename=/x").sections.remove(0);
    assert_eq!((null.filename.as_deref(), null.workload.depth), (Some("nop"), 8));
    let lacks = |options: &str| !read(&format!("[a]\n{options}")).unsupported.is_empty();
    assert!(lacks("ioengine=posixaio\niodepth=8") && !lacks("ioengine=posixaio\niodepth=1"));
    assert!(lacks("ioengine=mmap") && lacks("mem=cudamalloc"));
    let huge = |options: &str| read(&format!("[a]\n{options}")).sections[0].is_in_huge_pages;
    assert!(huge("mem=mmaphuge:/huge/x") && huge("iomem=shmhuge") && !huge("mem=malloc"));
}

/// Of a file whose length is known, the share that the job names, or all of it.
#[test]
fn sizes_may_be_shares_of_a_file() {
    let of = |options: &str| {
        let mut section = read(&format!("[a]\nnumjobs=2\n{options}")).sections.remove(0);
        assert_eq!(section.amount, None, "{options}");
        section.of_file(Bytes::mib(100));
        (section.size.map(|size| size.get() >> 20), section.amount.map(|size| size.get() >> 20))
    };
    assert_eq!(of(""), (Some(100), Some(200)));
    assert_eq!(of("size=50%"), (Some(50), Some(100)));
    assert_eq!(of("size=50%\noffset=20m"), (Some(40), Some(80)));
    assert_eq!(of("time_based\nruntime=3"), (Some(100), None));
    let mut said = read("[a]\nsize=8m\ntime_based").sections.remove(0);
    said.of_file(Bytes::mib(100));
    assert_eq!(said.amount, Some(Bytes::mib(8)), "fio does without time_based where no time is");
}

/// fio 3.33 reads 6 blocks with `rw=read:8k`, `bs=4k`, `size=64k`, because the last of them ends with the file, and all
/// 16 with `rw=read:-8k` or `rw=read:12k`.
#[test]
fn requests_have_the_shape_that_the_job_says() {
    let of = |options: &str| {
        let job = read(&format!("[a]\nsize=64k\n{options}"));
        assert_eq!(job.unsupported, [], "{options}");
        job.sections[0].clone()
    };
    let blocks = |options: &str| of(options).amount.map(|amount| amount.get() >> 12);
    let all = ["rw=read:8k", "rw=read:-8k", "rw=read:12k", "rw=read"].map(blocks);
    assert_eq!(all, [Some(6), Some(16), Some(16), Some(16)]);
    let iometer = of("rw=randrw\nnorandommap\nbssplit=512/10:1k/5:4k/:64k/10");
    assert_eq!(iometer.workload.block, Bytes::kib(64));
    assert_eq!(iometer.shape.sizes[0], [(512, 10), (1024, 5), (4096, 75), (65_536, 10)]);
    assert_eq!(iometer.shape.options, ["bssplit=512/10:1k/5:4k/:64k/10"]);
    assert!(iometer.workload.name.starts_with("rand-rw50-64k-q1-shape-"));
    // The later one of both says the sizes; one size for both is no shape.
    assert_eq!(of("bssplit=4k/50:8k/50\nbs=8k").shape, RequestShape::default());
    assert_eq!(of("rw=write\nbs=4k,64k").workload.name, "seq-write-64k-q1");
    let mixed = of("rw=rw\nbs=4k,64k").shape;
    assert_eq!(mixed.sizes, [vec![(4096, 1)], vec![(65_536, 1)]]);
    assert_eq!(of("rw=randread\nnorandommap\nbsrange=4k-64k").shape.sizes[0].len(), 16);
    let zoned = of("rw=randread\nrandom_distribution=zoned:50/5:30/15:20/").shape;
    assert_eq!(zoned.spread, OffsetSpread::Zoned(vec![(50, 5), (30, 15), (20, 80)]));
    assert_eq!(of("thinktime=40").shape.pause, Some((1, Nanos::micros(40))));
    assert_eq!(
        of("zonemode=strided\nzonesize=8k\nzoneskip=16k").shape.strides,
        Some((8192, 16_384))
    );
    let flows = read("[global]\nsize=1m\n[a]\nflow=1\n[b]\nflow=8\nnumjobs=2").sections;
    let weights: Vec<_> = flows.iter().filter_map(|it| Some(it.shape.flow?.weights)).collect();
    assert_eq!(weights, [17, 17]);
}

/// Written data is checked with CRC-32C only; two in a hundred requests have the highest priority.
#[test]
fn checks_and_priorities_are_as_the_job_says() {
    let verified = |options: &str| {
        let job = read(&format!("[a]\nrw=randwrite\ndirect=1\nsize=1m\n{options}"));
        job.unsupported.is_empty().then(|| job.sections[0].is_verified)
    };
    assert_eq!(verified("verify=crc32c"), Some(true));
    assert_eq!(verified("verify=crc32c\ndo_verify=0"), Some(false));
    for refused in ["verify=md5", "verify=crc32c\nrw=rw", "verify=crc32c\ndirect=0"] {
        assert_eq!(verified(refused), None, "{refused}");
    }
    let of = |options: &str| {
        read(&format!("[a]\nioengine=io_uring\n{options}")).sections[0].shape.priorities
    };
    let idle = RequestPriorities { usual: 3 << 13, raised: 1 << 13, percent: 20 };
    assert_eq!(of("prioclass=3\ncmdprio_percentage=20\ncmdprio_class=1"), idle);
    assert_eq!(of("prio=5").usual, 2 << 13 | 5, "best effort, where no class is said");
    assert_eq!(of("cmdprio_class=1"), RequestPriorities::default());
}

/// The first section of a chain; a section that waits for one of several would run beside the others.
#[test]
fn sections_may_wait_for_one() {
    let job = read("[a]\nsize=1m\n[b]\nwait_for=a\nsize=1m\n[c]\nsize=1m\n[d]\nwait_for=b\n");
    assert_eq!(job.sections.iter().map(|it| it.round).collect::<Vec<_>>(), [0, 1, 1, 1]);
    assert_eq!(job.unsupported, [("d".to_owned(), "wait_for=b".to_owned())]);
}

#[test]
fn files_may_be_included() {
    let files = |name: &str| (name == "all.fio").then(|| "bs=8k\ninclude other.fio".to_owned());
    let text = with_included("[global]\ninclude all.fio\n[a]\nrw=randread", &files);
    let job = read(&text);
    assert_eq!(job.sections[0].workload.name, "rand-read-8k-q1");
    assert_eq!(job.unsupported, [("a".to_owned(), "include other.fio".to_owned())]);
}

/// fio's default goes through the page cache.
#[test]
fn caching_is_as_the_job_says() {
    let of = |options: &str| {
        let section = read(&format!("[a]\n{options}")).sections.remove(0);
        (section.is_direct, section.is_durable, section.flush_every)
    };
    assert_eq!(of(""), (false, false, None));
    assert_eq!(of("direct=1\nsync=dsync"), (true, true, None));
    assert_eq!(of("buffered=0\nfdatasync=32"), (true, false, Some(32)));
    let lacks = |options: &str| !read(&format!("[a]\n{options}")).unsupported.is_empty();
    assert!(lacks("invalidate=0") && !lacks("invalidate=0\ndirect=1") && !lacks("invalidate=1"));
}

/// fio cuts lines at either sign of a comment (`strip_blank_end` of its parse.c).
#[test]
fn comments_behind_options_are_none_of_them() {
    let job = read("[global of all] # all jobs\nrw=randread ; at random\n[a]\nbs=8k # pages\n");
    assert_eq!(job.unsupported, []);
    let names: Vec<_> = job.sections.iter().map(|it| it.workload.name.as_str()).collect();
    assert_eq!(names, ["rand-read-8k-q1"]);
}

/// fio's reading of a job file, as a job file again, from `--showcmd`; `None` if fio is missing,
/// and the reason if it refuses the file.
pub(crate) fn as_fio_reads(path: &Path) -> Option<Result<String, String>> {
    let asked = Command::new("fio").args(["--parse-only", "--showcmd"]).arg(path).output().ok()?;
    let text = String::from_utf8_lossy(&asked.stdout).into_owned();
    if !asked.status.success() {
        return Some(Err(format!("{asked:?}")));
    }
    let words = text.trim().strip_prefix("fio ").unwrap_or_default().split(" --");
    let options =
        words.map(|word| word.trim().trim_start_matches("--")).filter(|it| !it.is_empty());
    let line = |option: &str| match option.strip_prefix("name=") {
        Some(name) => format!("[{name}]\n"),
        None => format!("{option}\n"),
    };
    Some(Ok(format!("[global]\n{}", options.map(line).collect::<String>())))
}

/// The example jobs in fio's sources: those fully understood here are accepted by fio, and mean the
/// same as fio's own reading.
#[test]
fn fios_examples_that_are_understood_are_what_fio_takes() {
    let folder = std::env::var_os("FIO_EXAMPLES").unwrap_or("/usr/share/doc/fio/examples".into());
    let Ok(files) = std::fs::read_dir(&folder) else {
        return eprintln!("skipped: no {}; FIO_EXAMPLES names the folder", folder.display());
    };
    let is_job = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "fio");
    let paths = files.flatten().map(|file| file.path()).filter(is_job);
    let folder_of_copies = tempfile::tempdir().unwrap();
    let (mut understood, mut all) = (Vec::new(), 0);
    for path in paths {
        all += 1;
        let job = read(&std::fs::read_to_string(&path).unwrap());
        if !job.unsupported.is_empty() || job.sections.is_empty() {
            continue;
        }
        // A name among the options begins another job on the command line.
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("name="));
        let unnamed = folder_of_copies.path().join("job.fio");
        std::fs::write(&unnamed, lines.collect::<Vec<_>>().join("\n")).unwrap();
        let Some(fio) = as_fio_reads(&unnamed) else { return eprintln!("skipped: no fio here") };
        let fio = fio.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(read(&fio), job, "{}\n{fio}", path.display());
        understood.push(path.file_name().unwrap_or_default().to_owned());
    }
    println!("{} of {all}: {understood:?}", understood.len());
    assert!(!understood.is_empty());
}

/// Options with values that are right, or wrong in one of the ways in which people write them.
fn option() -> impl Strategy<Value = String> {
    let of = |keys: &'static [&'static str], values: &'static [&'static str]| {
        (prop::sample::select(keys), prop::sample::select(values))
            .prop_map(|(key, value)| format!("{key}{value}"))
    };
    let sizes: &[&str] =
        &["=4k", "=8K", "=1kib", "=2MiB", "=1.5m", "=64kb", "=4ki", "=4096", "=0x1000", "=", "=4x"];
    let times: &[&str] = &["=1", "=2s", "=300ms", "=1.5s", "=1m", "=5usec", "=2d", "=x", ""];
    let switches: &[&str] = &["", "=0", "=1", "=2", "=true", "=off"];
    let rates: &[&str] = &["=1m", "=1m,2m", "=,500k", "=1m,", "=1kib,1k,1k", "=1.5m", "=0"];
    prop_oneof![
        of(&["bs", "blocksize", "size", "filesize", "BS"], sizes),
        of(&["runtime", "timeout", "ramp_time", "startdelay", "start_delay"], times),
        of(&["direct", "buffered", "time_based", "stonewall", "thread", "randrepeat"], switches),
        of(&["new_group", "disable_lat", "unlink", "wait_for_previous", "invalidate"], switches),
        of(&["rate", "rate_iops"], rates),
        of(&["rw", "readwrite", "RW"], &["=read", "=randrw", "=randwrite", "=rw", "=read:8", "=x"]),
        of(&["rwmixread", "rwmixwrite"], &["=0", "=30", "=100", "=101", "=x", ""]),
        of(&["iodepth", "numjobs", "fsync", "log_avg_msec"], &["=0", "=1", "=4", "=-1", "=x", ""]),
        of(&["ioengine"], &["=libaio", "=io_uring", "=psync", "=sync", "=nothing", ""]),
        of(&["ioengine"], &["=posixaio", "=null"]),
        of(&["io_size", "number_ios", "loops"], &["=1", "=3", "=0", "=64k", "=x"]),
        of(&["mem", "iomem"], &["=malloc", "=shm", "=mmap", "=x"]),
        of(&["sync"], &["=0", "=1", "=dsync", "=sync", "=none", "=2", ""]),
        of(&["offset_increment"], &["=50%", "=100%", "=25%", "=1m"]),
        of(&["filename", "directory"], &["=/dev/null", "=/tmp", "=/a:/b", ""]),
        of(&["fallocate"], &["=none", "=posix", "=x", ""]),
        of(&["bsrange"], &["=4k-4k", "=4k-8k", "=4k", "=8k-4k", "=4k-4k,8k-64k"]),
        of(
            &["bssplit"],
            &["=4k/60:64k/40", "=4k/60:64k/", "=4k/60:64k/50", "=4k/50:8k/50,16k/100"]
        ),
        of(&["bs"], &["=4k,8k", "=,8k", "=8k,"]),
        of(&["blockalign", "ba"], &["=4k", "=512"]),
        of(&["random_generator"], &["=tausworthe", "=tausworthe64", "=lfsr", "=x", ""]),
        of(
            &["random_distribution"],
            &[
                "=random",
                "=zipf:1.1",
                "=pareto:0.2",
                "=zoned:50/5:50/",
                "=zoned:50/5:30/95",
                "=x",
                ""
            ]
        ),
        of(&["zonemode"], &["=none", "=strided", "=x"]),
        of(&["zonesize", "zoneskip", "zonerange"], &["=256k", "=1m", "=x"]),
        of(&["thinktime", "thinktime_blocks"], &["=3", "=40", "=x"]),
        of(&["thinktime_blocks_type"], &["=issue", "=complete", "=x"]),
        of(&["rate_process"], &["=linear", "=poisson", "=x"]),
        of(&["rate_min", "rate_iops_min", "rate_iops"], &["=1000", "=3k", "=x"]),
        of(&["io_submit_mode"], &["=inline", "=offload", "=x"]),
        of(&["flow", "flow_sleep"], &["=2", "=8", "=x"]),
        of(&["size"], &["=50%", "=100%", "=101%"]),
        of(&["offset"], &["=1m", "=0", "=x"]),
        of(&["verify", "nrfiles", "openfiles"], &["=0", "=1", "=3"]),
        of(&["end_fsync", "fsync_on_close", "fadvise_hint", "hipri"], switches),
        of(&["cpus_allowed"], &["=0", "=0-1", "=0,1"]),
        of(&["verify"], &["=crc32c", "=0", "=md5"]),
        of(&["do_verify"], switches),
        of(&["prio", "prioclass"], &["=0", "=2", "=3", "=9"]),
        of(&["cpus_allowed_policy"], &["=shared", "=split", "=x"]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        max_global_rejects: 20_000,
        ..ProptestConfig::default()
    })]

    /// fio accepts jobs that are fully understood here, and interprets them the same way.
    #[test]
    fn what_is_understood_is_what_fio_means(
        global in prop::collection::vec(option(), 0..4),
        one in prop::collection::vec(option(), 0..5),
        other in prop::collection::vec(option(), 0..5),
    ) {
        let text =
            format!("[global]\n{}\n[a]\n{}\n[b]\n{}\n", global.join("\n"), one.join("\n"), other.join("\n"));
        let job = read(&text);
        prop_assume!(job.unsupported.is_empty());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.fio");
        std::fs::write(&path, &text).unwrap();
        match as_fio_reads(&path) {
            None => eprintln!("skipped: no fio here"),
            Some(Err(why)) => prop_assert!(false, "{text}\n{why}"),
            Some(Ok(fio)) => prop_assert_eq!(read(&fio), job, "{}\n{}", text, fio),
        }
    }
}

/// Only the named options are left out, in every section.
#[test]
fn options_that_are_named_are_ignored() {
    let text = "[a]\nverify=sha1\ndedupe_percentage=3\n[b]\nverify = md5\nlatency_target=3\n";
    let ignored = ["verify".to_owned(), "latency_target".to_owned()];
    let job = super::read(text, &ignored, &|_| None);
    assert_eq!(job.unsupported, [("a".to_owned(), "dedupe_percentage=3".to_owned())]);
}

/// Environment variables are replaced by their values; one that is not set is named.
#[test]
fn variables_stand_for_their_values() {
    let variable = |name: &str| (name == "BS").then(|| "64k".to_owned());
    let job = super::read("[a]\nbs=${BS}\nfilename=/x/${DRIVE}\nsize=${BS", &[], &variable);
    assert_eq!(job.sections[0].workload.block, Bytes::kib(64));
    let lines: Vec<_> = job.unsupported.iter().map(|(_, line)| line.as_str()).collect();
    assert_eq!(lines, ["filename=/x/${DRIVE}", "size=${BS"]);
}

/// fio counts `KiB` in 1,000 and `k` in 1,024, and drops digits after a point.
#[test]
fn values_are_fios() {
    let size = |text: &str| read(&format!("[a]\nsize={text}")).sections[0].size.map(Bytes::get);
    assert_eq!(
        (size("4KiB"), size("4k"), size("1GiB")),
        (Some(4000), Some(4096), Some(1_000_000_000))
    );
    assert_eq!((size("1.5m"), size("50%"), size("0")), (None, None, None));
    let lines = read("[a]\nDirect=1\ndirect=true\nruntime=1.5s\ndirect").unsupported;
    assert_eq!(lines.len(), 4, "{lines:?}");
}

/// Reads and writes have limits of their own, and the rarer ones wait for the others: seven of ten
/// requests read, so that 10 MiB/s of reads are 14.3 of all.
#[test]
fn limits_of_a_mix_are_of_each_direction() {
    let limit = |options: &str| {
        let job = read(&format!("[a]\nrw=randrw\nrwmixread=70\nbs=4k\n{options}"));
        job.sections[0].limit.map(|limit| limit.get().round())
    };
    let all = |reads: f64| Some((reads / 0.7).round());
    assert_eq!(limit("rate=10m"), all(10_485_760.0));
    assert_eq!(limit("rate=,3m"), Some((3.0_f64 * 1_048_576.0 / 0.3).round()));
    assert_eq!(limit("rate=7m,3m"), Some(10_485_760.0));
    assert_eq!(limit("rate_iops=1000\nnumjobs=2"), all(2.0 * 4_096_000.0));
}

#[test]
fn what_is_not_understood_is_named_with_its_section() {
    let job = read(
        "[global]\nverify=md5\n[a]\nbssplit=4k/50:8k/40\nrw=randtrim\nsync=1\nzonemode=zbd\n[b]\nfilename=/a:/b\n",
    );
    let texts: Vec<String> =
        job.unsupported.iter().map(|(section, option)| format!("{section}: {option}")).collect();
    assert_eq!(
        texts,
        [
            "a: verify=md5",
            "a: bssplit=4k/50:8k/40",
            "a: rw=randtrim",
            "a: zonemode=zbd",
            "b: verify=md5",
            "b: filename=/a:/b",
        ]
    );
}

proptest! {
    /// Whatever the file contains: every option is taken or named, and workloads are sound.
    #[test]
    fn any_text_is_read(text in "(\\[[a-z]{0,4}\\]\n|[a-z_]{1,9}(=[a-z0-9.:%,-]{0,9})?\n|[;#].{0,9}\n){0,30}") {
        for section in read(&text).sections {
            prop_assert!(section.workload.depth >= 1 && section.workload.jobs >= 1);
            prop_assert!(section.workload.block.get() >= 1);
        }
    }
}
