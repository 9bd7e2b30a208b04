//! Jobs with a known limit, watched on loop devices; the predicted gain of a change is judged by
//! lifting the limit, three times each. And runs between which nothing changed, compared.
//!
//! Rates are limited by the kernel's block I/O controller: one on a loop device holds requests back
//! before it, one on the device below all of them after it. Latencies are those of a server that sleeps
//! (nbdkit), behind a file of FUSE that is a loop device: its requests are in flight. Both keep their
//! pace on a busy machine. In between, the jobs rest rather than compute, and they run before others
//! (nice), so these change little. The controller gives every new start a tenth of a second's worth at
//! once (its slice), so rounds are long compared with that.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use narrows_rig::machine::cpio::CpioArchive;
use narrows_rig::machine::initial;
use narrows_rig::machine::kernel::{Kernel, KernelFlavour};
use serde_json::Value;

use crate::loop_bed::{Bed, Device, narrows_here, turn, wait_until};

/// How far the actual gain may be from the prediction.
const WITHIN: f64 = 0.15;
/// How far from half a latency may be that is called half of another.
const HALF: f64 = 1.05;
/// How often each job is watched before and after.
const REPEATS: usize = 3;

struct Seen {
    watch: Value,
    took_s: f64,
}

impl Seen {
    /// Runs a script before others.
    fn of(bed: &Bed, script: &str) -> Self {
        Self::with(bed, &[], script)
    }

    /// The same with these options of `watch`.
    fn with(bed: &Bed, options: &[&str], script: &str) -> Self {
        // Words after the script are its arguments.
        let words = [&["watch", "--json", "--no-report"], options, &["--", "sh", "-c", script]];
        let ran = bed.narrows_by(&["nice", "-n", "-15"], &words.concat()).end();
        assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
        let watch = ran.document["watch"].clone();
        assert_eq!(watch["exit_code"], 0, "the job fails");
        let took_s = watch["watched_s"].as_f64().unwrap();
        Self { watch, took_s }
    }

    /// The part of the time that this limit has.
    fn share(&self, limit: &str, on: Option<&str>) -> f64 {
        let shares = self.watch["shares"].as_array().unwrap().iter();
        let is_it = |share: &&Value| share["limit"] == limit && share["on"].as_str() == on;
        shares.filter(is_it).map(|share| share["share"].as_f64().unwrap()).sum()
    }

    fn gain(&self, change: &str) -> Foretold {
        let gains = self.watch["gains"].as_array().unwrap();
        let gain = gains.iter().find(|gain| gain["change"] == change).unwrap();
        let number = |key: &str| gain[key].as_f64().unwrap();
        Foretold {
            factor: number("factor"),
            least: number("least"),
            most: number("most"),
            is_known: gain["at_most"] == false,
        }
    }

    /// Of all devices, as tracepoints tell them.
    fn requests_a_second(&self) -> f64 {
        let seconds = self.watch["seconds"].as_array().unwrap().iter();
        let drives = seconds.flat_map(|second| second["drives"].as_array().unwrap());
        let each = drives.map(|it| it["reads"].as_f64().unwrap() + it["writes"].as_f64().unwrap());
        each.sum::<f64>() / self.took_s
    }

    /// How long a drive's requests took on average, seconds.
    fn latency_s(&self, drive: &str) -> f64 {
        let seconds = self.watch["seconds"].as_array().unwrap().iter();
        let sums = seconds.flat_map(|second| {
            let length_s = second["length_s"].as_f64().unwrap();
            let drives = second["drives"].as_array().unwrap().iter();
            drives.filter(|it| it["drive"] == drive).map(move |it| {
                (it["depth"].as_f64().unwrap() * length_s, it["reads"].as_f64().unwrap())
            })
        });
        let (waited_s, reads) = sums.fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        waited_s / reads
    }

    /// Other users of the processors change a job's duration from one time to the next.
    fn is_crowded(&self) -> bool {
        self.share("cpu_queue", None) > 0.05
    }
}

#[derive(Clone, Copy, Debug)]
struct Foretold {
    factor: f64,
    least: f64,
    most: f64,
    is_known: bool,
}

impl Foretold {
    /// Whether the reached gain is in the predicted range, within the tolerance if it is known.
    fn is_true(&self, reached: f64) -> bool {
        let is_within =
            reached >= self.least / (1.0 + WITHIN) && reached <= self.most * (1.0 + WITHIN);
        is_within && (!self.is_known || (self.factor / reached - 1.0).abs() < WITHIN)
    }
}

/// A truth: a job's bottleneck, and the change to lift it.
struct Truth<'a> {
    what: &'a str,
    limit: &'a str,
    on: Option<&'a str>,
    /// The least part of the time that it has.
    least: f64,
    change: &'a str,
    /// Whether the gain of the change can be known; `None` if that depends on other programs.
    is_known: Option<bool>,
}

impl<'a> Truth<'a> {
    /// A rate limit on a device, which is doubled.
    fn rate_limit(what: &'a str, on: &'a str, least: f64) -> Self {
        let limit = "rate_limit";
        Self { what, limit, on: Some(on), least, change: limit, is_known: Some(true) }
    }
}

/// Watches before and after the limit is lifted, and compares the prediction with the actual gain.
fn assert_foretold(truth: &Truth<'_>, before: impl Fn() -> Seen, after: impl Fn() -> Seen) {
    assert_foretold_where(truth, before, after, |_, _| true);
}

/// The same for the repeats in which the change took effect.
fn assert_foretold_where(
    truth: &Truth<'_>,
    before: impl Fn() -> Seen,
    after: impl Fn() -> Seen,
    is_lifted: impl Fn(&Seen, &Seen) -> bool,
) {
    let mut all = Vec::new();
    for _ in 0..REPEATS {
        let (slow, fast) = (before(), after());
        let share = slow.share(truth.limit, truth.on);
        let (foretold, reached) = (slow.gain(truth.change), slow.took_s / fast.took_s);
        println!(
            "{}: {} {share:.2}; {} {foretold:.2?}, reached {reached:.2}",
            truth.what, truth.limit, truth.change
        );
        assert!(share >= truth.least, "{}: {}", truth.what, slow.watch["shares"]);
        if slow.is_crowded() || fast.is_crowded() {
            println!("skipped: others used the processors");
        } else if !is_lifted(&slow, &fast) {
            println!("skipped: the drive itself did not change by as much as was set");
        } else {
            all.push((foretold, reached, slow.watch));
        }
    }
    for (foretold, reached, watch) in all {
        let shares = &watch["shares"];
        assert!(foretold.is_true(reached), "{foretold:?}, reached {reached:.2}: {shares}");
        assert!(truth.is_known.is_none_or(|known| known == foretold.is_known), "{foretold:?}");
    }
}

/// A file of 64 MiB on a drive, never read before.
fn file(bed: &Bed, drive: &Device) -> String {
    let file = drive.file("read-by-a-job").display().to_string();
    let to = format!("of={file}");
    bed.output(&["dd", "if=/dev/urandom", &to, "bs=1M", "count=64", "conv=fsync"]);
    file
}

/// Reads `count` blocks of a file, one request at a time.
fn read(file: &str, block: &str, count: u32) -> String {
    format!("dd if={file} of=/dev/null bs={block} count={count} iflag=direct 2>/dev/null")
}

fn rounds(count: u32, of_each: &str) -> String {
    format!("for i in $(seq {count}); do {of_each}; done")
}

/// 32 MiB at 20 MB/s take 1.7 s; at 40 MB/s half of that.
#[test]
fn a_throttled_drive() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let script = rounds(3, &format!("{}; sleep 0.8", read(&file(&bed, drive), "128k", 256)));
    let at = |rate| {
        bed.limit_reads(drive, rate);
        Seen::of(&bed, &script)
    };
    let truth = Truth::rate_limit("a drive of 20, then 40 MB/s", &drive.name, 0.2);
    assert_foretold(&truth, || at(20_000_000), || at(40_000_000));
    bed.down();
}

/// Two drives on one device that reads 20 MB/s, then 40.
#[test]
fn a_shared_uplink_of_two_drives() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let reads = bed.drives.iter().map(|drive| read(&file(&bed, drive), "128k", 128));
    let reads: Vec<String> = reads.map(|read| format!("{read} &")).collect();
    let script = rounds(3, &format!("{} wait; sleep 0.8", reads.join(" ")));
    bed.drives.iter().for_each(|drive| bed.limit_reads(drive, 0));
    let at = |rate| {
        bed.limit_reads(&bed.shared, rate);
        Seen::of(&bed, &script)
    };
    let truth =
        Truth::rate_limit("two drives on a device of 20, then 40 MB/s", &bed.shared.name, 0.2);
    assert_foretold(&truth, || at(20_000_000), || at(40_000_000));
    bed.down();
}

/// Another process that keeps a file of a drive busy, until it is dropped.
struct Neighbour(Child);

impl Neighbour {
    fn on(file: &str) -> Self {
        let mut fio = Command::new("fio");
        fio.args([
            "--name=neighbour",
            "--rw=randread",
            "--bs=4k",
            "--ioengine=libaio",
            "--direct=1",
        ]);
        // One process, so that killing it ends it.
        fio.args(["--thread", "--iodepth=8", "--time_based", "--runtime=120", "--size=64m"]);
        fio.arg(format!("--filename={file}")).stdout(Stdio::null());
        Self(fio.spawn().unwrap())
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A job on a drive of 20, then 40 MB/s, which has a log open on another drive, that a neighbour keeps busy as well as
/// the device below both: it waits for neither of these, whether requests are counted or not.
#[test]
fn a_neighbour_below_and_a_log_beside() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let (own, other) = (&bed.drives[0], &bed.drives[1]);
    for device in [&bed.shared, other] {
        bed.limit_reads(device, 0);
    }
    let _neighbour = Neighbour::on(&file(&bed, other));
    let log = other.file("log-of-a-job").display().to_string();
    let reads = rounds(3, &format!("{}; sleep 0.8", read(&file(&bed, own), "128k", 256)));
    let script = format!("exec 3>{log}; {reads}");
    for options in [&[][..], &["--no-tracing"]] {
        let at = |rate| {
            bed.limit_reads(own, rate);
            Seen::with(&bed, options, &script)
        };
        let truth =
            Truth::rate_limit("a drive of 20, then 40 MB/s beside a neighbour", &own.name, 0.2);
        assert_foretold(&truth, || at(20_000_000), || at(40_000_000));
    }
    bed.down();
}

/// Sixteen requests at a time of two asynchronous engines, held to a rate and to a number of requests; their threads
/// sleep.
#[test]
fn asynchronous_requests_under_a_limit() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let file = file(&bed, drive);
    let by_rate = |times| bed.limit_reads(drive, 15_000_000 * times);
    let by_requests = |times| bed.limit_read_requests(drive, 200 * times);
    for engine in ["io_uring", "libaio"] {
        let job = format!(
            "fio --name=job --filename={file} --rw=read --bs=64k --ioengine={engine} --iodepth=16 \
             --direct=1 --size=64m >/dev/null"
        );
        let limits: [&dyn Fn(u64); 2] = [&by_rate, &by_requests];
        for (limit, what) in limits.into_iter().zip(["15, then 30 MB/s", "200, then 400 IOPS"]) {
            by_rate(0);
            by_requests(0);
            let at = |times| {
                limit(times);
                Seen::of(&bed, &rounds(2, &job))
            };
            let title = format!("{engine} at {what}");
            let truth = Truth::rate_limit(&title, &drive.name, 0.5);
            assert_foretold(&truth, || at(1), || at(2));
        }
    }
    bed.down();
}

/// A loop device whose reads take this long, however many there are at once.
struct Sluggish {
    name: String,
    server: Child,
    folder: PathBuf,
}

impl Sluggish {
    /// `None` if its programs are not installed.
    fn up(delay: &str) -> Option<Self> {
        let is_there = |program: &str| {
            let status = Command::new("which").arg(program).stdout(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        if !is_there("nbdfuse") || !is_there("nbdkit") || !Path::new("/dev/fuse").exists() {
            println!("skipped: nbdkit, nbdfuse (libnbd-bin) or /dev/fuse is missing");
            return None;
        }
        let name = format!("narrows-sluggish-{}-{delay}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("disk");
        std::fs::write(&file, "").unwrap();
        let mut server = Command::new("nbdfuse");
        server.arg(&file).args(["--command", "nbdkit", "-s", "--filter=delay", "memory", "64M"]);
        let mut server = server.arg(format!("rdelay={delay}")).spawn().unwrap();
        let is_up = wait_until(|| std::fs::metadata(&file).is_ok_and(|file| file.len() > 0));
        if !is_up {
            server.kill().unwrap();
            panic!("nbdfuse gives no file");
        }
        let mut attach = Command::new("losetup");
        attach.args(["--find", "--show", "--direct-io=on"]).arg(&file);
        let device = String::from_utf8(attach.output().unwrap().stdout).unwrap();
        let name = device.trim().trim_start_matches("/dev/").to_owned();
        Some(Self { name, server, folder })
    }
}

impl Drop for Sluggish {
    fn drop(&mut self) {
        let _ = Command::new("losetup").args(["--detach", &format!("/dev/{}", self.name)]).status();
        let _ = Command::new("umount").arg(self.folder.join("disk")).status();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// 16 requests of 24 ms, one after the other; of 12 ms; and four at a time. The server's own time is
/// short beside that.
#[test]
fn one_request_at_a_time() {
    let Some(_turn) = turn() else { return };
    let Some((slow, fast)) = Sluggish::up("24ms").zip(Sluggish::up("12ms")) else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let job = |of: &Sluggish| {
        let read = read(&format!("/dev/{}", of.name), "64k", 16);
        Seen::of(&bed, &rounds(10, &format!("{read}; sleep 0.2")))
    };
    let truth = Truth {
        what: "a drive of 24 ms, then 12 ms",
        limit: "depth",
        on: Some(&slow.name),
        least: 0.3,
        change: "faster_drive",
        is_known: Some(true),
    };
    // The server that answers needs a processor, too: if others use them it takes longer than its
    // delay, and the job then did not get half the latency.
    let is_half = |before: &Seen, after: &Seen| {
        let times = before.latency_s(&slow.name) / after.latency_s(&fast.name);
        println!("the latency was {times:.2} times as much before");
        (1.0 / HALF..HALF).contains(&(times / 2.0))
    };
    assert_foretold_where(&truth, || job(&slow), || job(&fast), is_half);
    let four = rounds(10, &format!("{}; sleep 0.2", read_at_once(&slow, 4)));
    let truth = Truth {
        what: "one at a time, then four",
        change: "queue_depth",
        is_known: Some(false),
        ..truth
    };
    assert_foretold(&truth, || job(&slow), || Seen::of(&bed, &four));
    let watched = job(&slow);
    assert!(watched.gain("more_drives").factor < 1.05, "{}", watched.watch["gains"]);
    // In another part of the job the drive gets four at a time: now its gain is known. The rig's
    // rate at four differs by a fifth from one second to the next, so either part takes several.
    let (of_one, of_four) =
        (rounds(30, &read_at_once(&slow, 1)), rounds(24, &read_at_once(&slow, 4)));
    let truth = Truth {
        what: "one at a time for some of the time, then always four",
        is_known: Some(true),
        ..truth
    };
    let mixed = || Seen::of(&bed, &format!("{of_one}; sleep 1; {of_four}"));
    let changed = format!("{}; sleep 1; {of_four}", rounds(30, &read_at_once(&slow, 4)));
    assert_foretold(&truth, mixed, || Seen::of(&bed, &changed));
    bed.down();
}

/// Reads 1 MiB of it, `at_once` requests at a time.
fn read_at_once(of: &Sluggish, at_once: u32) -> String {
    let each = 16 / at_once;
    let parts = (0..at_once).map(|at| {
        let read = read(&format!("/dev/{}", of.name), "64k", each);
        format!("{read} skip={} &", each * at)
    });
    format!("{} wait", parts.collect::<Vec<_>>().join(" "))
}

/// One thread that computes, and the same work divided between two.
#[test]
fn one_busy_thread() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let work =
        |megabytes: u32| format!("head -c {megabytes}000000 /dev/zero | sha256sum >/dev/null");
    let one = Seen::of(&bed, &work(1600));
    assert!(one.gain("faster_drive").factor < 1.05, "{}", one.watch["gains"]);
    let two = format!("{{ {}; }} & {}; wait", work(800), work(800));
    let truth = Truth {
        what: "one thread, then two",
        limit: "thread",
        on: None,
        least: 0.7,
        change: "more_threads",
        is_known: None,
    };
    assert_foretold(&truth, || Seen::of(&bed, &work(1600)), || Seen::of(&bed, &two));
    bed.down();
}

/// It reads an eighth of the time: twice the rate brings a sixteenth.
#[test]
fn a_job_that_sleeps() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let script = rounds(3, &format!("{}; sleep 1.5", read(&file(&bed, drive), "128k", 48)));
    let at = |rate| {
        bed.limit_reads(drive, rate);
        Seen::of(&bed, &script)
    };
    let truth = Truth {
        what: "a job that sleeps, on a drive of 20, then 40 MB/s",
        limit: "application",
        on: None,
        least: 0.6,
        change: "rate_limit",
        is_known: Some(true),
    };
    assert_foretold(&truth, || at(20_000_000), || at(40_000_000));
    bed.down();
}

/// SQLite reads a table that is not in memory, and computes over it.
#[test]
fn a_database_that_reads_from_a_slow_drive() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let Some(file) = database(&bed, drive) else { return };
    // `nocache` drops the file's pages from memory (dd(1)).
    let forget = format!("dd of={file} oflag=nocache conv=notrunc,fdatasync count=0 2>/dev/null");
    let ask = "SELECT sum(length(replace(hex(text), '00', 'x'))) FROM entries;";
    let script =
        format!("for i in 1 2; do {forget}; sqlite3 {file} \"{ask}\" >/dev/null || exit 1; done");
    let at = |rate| {
        bed.limit_reads(drive, rate);
        Seen::of(&bed, &script)
    };
    let truth =
        Truth::rate_limit("SQLite reads from a drive of 15, then 30 MB/s", &drive.name, 0.3);
    assert_foretold(&truth, || at(15_000_000), || at(30_000_000));
    bed.down();
}

/// SQLite commits, each time to the drive itself.
#[test]
fn a_database_that_writes_to_a_slow_drive() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let Some(file) = database(&bed, drive) else { return };
    let insert = "INSERT INTO entries(text) VALUES (randomblob(400000));".repeat(60);
    let script = format!("echo \"{insert} DELETE FROM entries WHERE id > 400;\" | sqlite3 {file}");
    let at = |rate| {
        // What the run before left in memory would be written during this one, thirty seconds later
        // (vm.dirty_expire_centisecs).
        bed.limit_writes(drive, 0);
        bed.output(&["sync", "-f", &file]);
        bed.limit_writes(drive, rate);
        Seen::of(&bed, &script)
    };
    let truth =
        Truth::rate_limit("SQLite commits to a drive of 10, then 20 MB/s", &drive.name, 0.3);
    assert_foretold(&truth, || at(10_000_000), || at(20_000_000));
    bed.down();
}

/// A table of 40 MB; `None` if there is no SQLite.
fn database(bed: &Bed, drive: &Device) -> Option<String> {
    let Ok(version) = Command::new("sqlite3").arg("--version").output() else {
        println!("skipped: sqlite3 is not installed");
        return None;
    };
    println!("SQLite {}", String::from_utf8_lossy(&version.stdout).trim());
    let file = drive.file("entries.db").display().to_string();
    let fill = "CREATE TABLE entries(id INTEGER PRIMARY KEY, text BLOB);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO entries(text) SELECT randomblob(100000) FROM n;";
    bed.output(&["sqlite3", &file, fill]);
    Some(file)
}

/// PostgreSQL commits transactions of pgbench to a drive, each before the next. The server is part of
/// the job, which it is watched with: who asks for transactions only waits for the server.
#[test]
fn postgresql_on_a_slow_drive() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let Some(programs) = postgresql() else { return };
    let folder = drive.file("pg").display().to_string();
    // PostgreSQL does not run as root. It listens only in its own folder.
    let server = format!(
        "{programs}/postgres -D {folder}/data -k {folder} -c listen_addresses= \
         -c max_wal_size=4GB -c checkpoint_timeout=1h >{folder}/log 2>&1 & \
         until pg_isready -q -h {folder}; do sleep 0.1; done"
    );
    let end = "kill -INT $!; wait $!";
    let fill = format!(
        "mkdir {folder} && chown postgres {folder} && chmod 755 {mount} && cat >{folder}/fill <<'END'\n\
         {programs}/initdb -A trust -D {folder}/data >/dev/null && {server}; \
         createdb -h {folder} bench && pgbench -h {folder} -q -i -s 2 bench 2>/dev/null; {end}\nEND\n\
         runuser -u postgres -- sh {folder}/fill",
        mount = drive.file(".").display()
    );
    bed.output(&["sh", "-c", &fill]);
    let script = format!(
        "cat >{folder}/job <<'END'\n{server}; pgbench -h {folder} -n -c 1 -t 600 bench >/dev/null 2>&1 \
         || exit 1; {end}\nEND\nexec runuser -u postgres -- sh {folder}/job"
    );
    let at = |rate| {
        bed.limit_writes(drive, rate);
        Seen::of(&bed, &script)
    };
    let truth = Truth::rate_limit("pgbench on a drive of 1, then 2 MB/s", &drive.name, 0.3);
    assert_foretold(&truth, || at(1_000_000), || at(2_000_000));
    bed.down();
}

/// The folder of PostgreSQL's own programs, which are not on the usual path; `None` if missing.
fn postgresql() -> Option<String> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let folder = folders.filter(|folder| folder.join("initdb").exists()).max();
    let has_bench = Command::new("pgbench").arg("--version").output().is_ok();
    if folder.is_none() || !has_bench {
        println!("skipped: PostgreSQL is not installed");
        return None;
    }
    folder.map(|folder| folder.display().to_string())
}

/// Eight hundred files of 64 KiB on the drive.
const TREE: &str = "mkdir $DRIVE/tree && cd $DRIVE/tree && \
    for i in $(seq 800); do head -c 65536 /dev/urandom >$i; done";
/// A file of 50 MiB on it.
const FILE: &str = "mkdir $DRIVE/tree && head -c 52428800 /dev/urandom >$DRIVE/tree/file";

/// A program that reads all of `$DRIVE/tree`, which `fill` makes, at 8, then 16 MB/s. What it writes goes to `$OTHER`.
fn reads(what: &str, needs: &[&str], fill: &str, job: &str) {
    let Some(_turn) = turn() else { return };
    let is_there = |program: &&&str| {
        let status = Command::new("which").arg(program).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if let Some(missing) = needs.iter().find(|program| !is_there(program)) {
        return println!("skipped: {missing} is not installed");
    }
    let bed = Bed::up(&["--drives", "2"]);
    read_in(&bed, what, fill, job);
    bed.down();
}

fn read_in(bed: &Bed, what: &str, fill: &str, job: &str) {
    let (drive, other) = (&bed.drives[0], &bed.drives[1]);
    let place = |drive: &Device| drive.file("job").display().to_string();
    let with_places = |script: &str| {
        let (drive, other) = (place(drive), place(other));
        format!("export DRIVE={drive} OTHER={other}; mkdir -p $DRIVE $OTHER; {script}")
    };
    let prepare = |script: &str| bed.output(&["sh", "-c", &with_places(script)]);
    prepare(fill);
    // Once before, so that no watched job waits for its own program to come from the system's disk.
    prepare(job);
    let at = |rate| {
        bed.limit_reads(drive, rate);
        // `nocache` drops a file's pages from memory (dd(1)).
        prepare(
            "rm -rf $OTHER/*; find $DRIVE/tree -type f -exec \
             dd of={} oflag=nocache conv=notrunc,fdatasync count=0 status=none \\;",
        );
        Seen::of(bed, &with_places(job))
    };
    let title = format!("{what}, which reads 8, then 16 MB/s");
    let truth = Truth::rate_limit(&title, &drive.name, 0.3);
    assert_foretold(&truth, || at(8_000_000), || at(16_000_000));
}

#[test]
fn rsync_of_small_files() {
    reads("rsync", &["rsync"], TREE, "exec rsync -a $DRIVE/tree $OTHER");
}

#[test]
fn cp_of_small_files() {
    reads("cp -r", &[], TREE, "exec cp -r $DRIVE/tree $OTHER");
}

#[test]
fn zstd_of_a_file() {
    reads("zstd", &["zstd"], FILE, "exec zstd -q -c $DRIVE/tree/file >/dev/null");
}

#[test]
fn ffmpeg_of_raw_pictures() {
    let job = "exec ffmpeg -nostdin -loglevel error -f rawvideo -pix_fmt gray -video_size 640x480 \
        -i $DRIVE/tree/file -c:v mpeg4 -f null -";
    reads("ffmpeg", &["ffmpeg"], FILE, job);
}

/// Four workers read small files and hand sums over through a pipe.
#[test]
fn a_data_loader_in_python() {
    let job = "exec python3 - <<'END'
import glob, multiprocessing, os, zlib
def read(path):
    with open(path, 'rb') as file:
        return zlib.crc32(file.read())
with multiprocessing.get_context('fork').Pool(4) as pool:
    sum(pool.imap_unordered(read, glob.glob(os.environ['DRIVE'] + '/tree/*')))
END";
    reads("a Python data loader", &["python3"], TREE, job);
}

/// Its root is on the drive; it shares neither processes nor mounts, network or names with the machine.
#[test]
fn a_container() {
    let fill = format!("{FILE} && cp $(which busybox) $DRIVE/tree/busybox");
    let job = "exec unshare --mount --pid --fork --net --ipc --uts --cgroup chroot $DRIVE/tree \
        /busybox cat /file >/dev/null";
    reads("a container", &["unshare", "busybox"], &fill, job);
}

/// A guest reads its drive, a file of ours, through libaio behind an eventfd, and through a pool of threads.
#[test]
fn a_virtual_machine() {
    let Some(_turn) = turn() else { return };
    if let Some(why) = narrows_rig::machine::missing(&xtask::tree::root()) {
        return println!("skipped: {why}");
    }
    let bed = Bed::up(&["--drives", "2"]);
    let kernel = Kernel::get(&xtask::tree::root(), KernelFlavour::Cloud, &[]).unwrap();
    let mut initial = CpioArchive::default();
    for folder in ["bin", "dev", "modules", "proc"] {
        initial.folder(folder);
    }
    initial.program("bin/busybox", &initial::busybox().unwrap());
    for (index, module) in kernel.modules.iter().enumerate() {
        initial.program(&format!("modules/{index:02}"), &std::fs::read(module).unwrap());
    }
    let guest = "#!/bin/busybox sh
export PATH=/bin; /bin/busybox mount -t proc proc /proc; /bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod $module; done
until [ -b /dev/nvme0n1 ]; do sleep 0.1; done
dd if=/dev/nvme0n1 of=/dev/null bs=128k; reboot -f\n";
    initial.program("init", guest.as_bytes());
    let inside = |name: &str| format!("/mnt/{name}");
    let outside = |name: &str| bed.outside(Path::new(&inside(name)));
    std::fs::copy(&kernel.image, outside("kernel")).unwrap();
    std::fs::write(outside("initial"), initial.finish()).unwrap();
    for aio in ["native", "threads"] {
        let job = format!(
            "exec qemu-system-x86_64 -M q35 -accel tcg,thread=multi -m 256 -display none -serial none \
             -monitor none -nodefaults -no-reboot -kernel {} -initrd {} -append panic=-1 \
             -drive file=$DRIVE/tree/file,format=raw,if=none,id=d,cache=none,aio={aio} \
             -device nvme,serial=1,drive=d",
            inside("kernel"),
            inside("initial")
        );
        let fill = format!("rm -rf $DRIVE/tree; {FILE}");
        read_in(&bed, &format!("a virtual machine, aio={aio}"), &fill, &job);
    }
    bed.down();
}

/// As many requests as the processors manage: looking takes less than a hundredth of a processor, and
/// counting each request so little that 100,000 a second take less than a twentieth.
#[test]
fn watching_takes_next_to_nothing() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = &bed.drives[0];
    let file = file(&bed, drive);
    bed.limit_reads(drive, 0);
    bed.limit_reads(&bed.shared, 0);
    let job = format!(
        "fio --name=all --filename={file} --rw=randread --bs=4k --direct=1 --ioengine=io_uring \
         --iodepth=32 --time_based --runtime=6 >/dev/null"
    );
    let plain = Seen::with(&bed, &["--no-tracing"], &job);
    let traced = Seen::of(&bed, &job);
    for (what, watched) in [("looking", &plain), ("looking and counting", &traced)] {
        let own = watched.watch["own_cpu"].as_f64().unwrap();
        let counting = watched.watch["traced"]["cpu"].as_f64();
        println!(
            "{what}: {:.0} requests/s; {:.2} % of a processor, in the kernel {:.2?} %",
            watched.requests_a_second(),
            own * 100.0,
            counting.map(|part| part * 100.0)
        );
    }
    if std::env::var_os("NARROWS_BINARY").is_none() {
        return println!("skipped: not the packaged binary");
    }
    let looking = plain.watch["own_cpu"].as_f64().unwrap();
    assert!(looking < 0.01, "{:.2} % of a processor", looking * 100.0);
    let Some(counting) = traced.watch["traced"]["cpu"].as_f64() else {
        return println!("skipped: {}", traced.watch["untraced"]);
    };
    let counting = counting * 100_000.0 / traced.requests_a_second();
    let all = traced.watch["own_cpu"].as_f64().unwrap() + counting;
    assert!(all < 0.05, "{:.2} % of a processor", all * 100.0);
    bed.down();
}

/// Of a hundred pairs of three runs and three, taken in turn, of a drive that never changes, at
/// most one has anything that is called different. Each pair shares half of its runs with the next.
#[test]
fn of_a_hundred_unchanged_pairs_one_is_called_different() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    bed.limit_reads(&bed.drives[0], 50_000_000);
    let pairs: usize =
        std::env::var("NARROWS_PAIRS").ok().and_then(|it| it.parse().ok()).unwrap_or(100);
    let folder = std::env::temp_dir().join(format!("narrows-pairs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runs: Vec<PathBuf> = (0..3 * pairs + 3).map(|at| kept(&bed, &folder, at)).collect();
    let begun = Instant::now();
    let called: Vec<String> =
        (0..pairs).filter_map(|pair| difference(&runs[3 * pair..3 * pair + 6])).collect();
    println!(
        "{pairs} pairs in {:?}, called different: {}: {called:?}",
        begun.elapsed(),
        called.len()
    );
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(called.len() <= pairs.div_ceil(100), "{called:?}");
    bed.down();
}

fn kept(bed: &Bed, folder: &Path, at: usize) -> PathBuf {
    let words = ["measure", &bed.drives[0].name, "--time", "300ms", "--no-report"];
    let ran = bed.narrows(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    let path = folder.join(format!("{at}.json"));
    std::fs::write(&path, ran.document.to_string()).unwrap();
    path
}

/// Figures called different between the runs with even and with odd numbers.
fn difference(runs: &[PathBuf]) -> Option<String> {
    let side = |odd: usize| runs.iter().skip(odd).step_by(2);
    let rows = compared(side(0), side(1));
    assert!(rows.iter().all(|row| row["runs_a"] == 3), "{rows:?}");
    let different = rows.iter().flat_map(called_different).collect::<Vec<_>>();
    (!different.is_empty()).then(|| different.join(" "))
}

const FIGURES: [&str; 4] = ["mb_s", "iops", "p99_us", "cpu_us_per_io"];

fn called_different(row: &Value) -> impl Iterator<Item = &'static str> {
    let is_said = |it: &&str| matches!(row[*it]["outcome"].as_str(), Some("more" | "less"));
    FIGURES.into_iter().filter(is_said)
}

/// The rows of the runs of two sides.
fn compared<'a>(
    a: impl Iterator<Item = &'a PathBuf>,
    b: impl Iterator<Item = &'a PathBuf>,
) -> Vec<Value> {
    let output = narrows_here().arg("compare").args(a).arg("--with").args(b).arg("--json").output();
    let document: Value = serde_json::from_slice(&output.unwrap().stdout).expect("a comparison");
    let rows = document["rows"].as_array().unwrap().clone();
    assert!(!rows.is_empty(), "{document}");
    rows
}

/// Fifty pairs of five runs and five for each of four differences, taken in turn, of a drive of 50 MB/s and one of as
/// much, or 3, 10 and 50 % less: at most one in a hundred unchanged ones has anything that is called different, a tenth
/// shows in nine of ten, a half always, and nothing is called the same whose interval reaches a tenth. Each pair
/// shares two of its five runs a side with the next.
#[test]
fn known_differences_are_found() {
    const RATES: [u64; 5] = [50_000_000, 50_000_000, 48_500_000, 45_000_000, 25_000_000];
    const RUNS: usize = 5;
    const APART: usize = 3;
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let pairs: usize =
        std::env::var("NARROWS_PAIRS").ok().and_then(|it| it.parse().ok()).unwrap_or(50);
    let folder = std::env::temp_dir().join(format!("narrows-known-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut sides: [Vec<PathBuf>; RATES.len()] = Default::default();
    for turn in 0..APART * (pairs - 1) + RUNS {
        for (at, rate) in RATES.into_iter().enumerate() {
            bed.limit_reads(&bed.drives[0], rate);
            sides[at].push(kept(&bed, &folder, turn * RATES.len() + at));
        }
    }
    let [first, others @ ..] = &sides;
    let mut counts = Vec::new();
    for side in others {
        let (mut different, mut slower) = (0, 0);
        for begin in (0..pairs).map(|pair| pair * APART) {
            let runs = begin..begin + RUNS;
            let rows = compared(first[runs.clone()].iter(), side[runs].iter());
            different += usize::from(rows.iter().any(|row| called_different(row).next().is_some()));
            slower += usize::from(rows.iter().all(|row| row["mb_s"]["outcome"] == "less"));
            let figures = rows.iter().flat_map(|row| FIGURES.map(|figure| &row[figure]));
            for same in figures.filter(|figure| figure["outcome"] == "same") {
                let [low, high] = ["low", "high"].map(|end| same[end].as_f64().unwrap());
                assert!(low > 0.9 && high < 1.1, "{same}");
            }
        }
        counts.push((different, slower));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!(
        "of {pairs} pairs each with 0, 3, 10, 50 % less (any figure differs, the rate does): {counts:?}"
    );
    assert!(counts[0].0 <= pairs.div_ceil(100), "false alarms");
    assert!(counts[2].1 * 10 >= pairs * 9, "a tenth does not show");
    assert_eq!(counts[3].1, pairs, "a half does not show");
    bed.down();
}
