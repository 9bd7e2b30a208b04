//! A loop rig for a test: held by a process of `cargo xtask rig loop hold`, which ends with us.

// Each of the two test programs takes its part of it.
#![allow(dead_code)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Mount folder in the rig's own namespace.
const BED: &str = "/mnt";
/// How long anything may take before the test is given up.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Bed {
    pub drives: Vec<Device>,
    pub shared: Device,
    holder: Child,
    input: Option<ChildStdin>,
    group: PathBuf,
}

#[derive(Clone, Debug)]
pub struct Device {
    pub name: String,
    number: String,
    image: PathBuf,
    mount: PathBuf,
}

pub struct Ran {
    pub code: Option<i32>,
    pub document: Value,
}

/// The reason why there is no rig here; none when there is one.
pub fn skipped() -> bool {
    let output = rig(&["missing"]).output().unwrap();
    let why = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !why.is_empty() {
        println!("skipped: {why}");
    }
    !why.is_empty()
}

fn rig(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_narrows-rig"));
    command.arg("loop").args(words);
    command
}

/// The binary under test, built as we were.
fn narrows() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(built) = std::env::var_os("NARROWS_BINARY") {
            return built.into();
        }
        let folder = Path::new(env!("CARGO_BIN_EXE_narrows-rig")).parent().unwrap();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "narrows"]);
        build.args(folder.ends_with("release").then_some("--release"));
        assert!(build.status().unwrap().success(), "narrows does not build");
        folder.join("narrows")
    })
}

/// The binary under test, outside of any rig.
pub fn narrows_here() -> Command {
    Command::new(narrows())
}

/// Starts a holder without waiting for its rig.
pub fn start(options: &[&str]) -> Child {
    let mut hold = rig(&["hold"]);
    hold.args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
    hold.spawn().unwrap()
}

/// Loop devices and control groups of the rig of this holder.
pub fn left_of(holder: u32) -> Vec<String> {
    let mine = format!("/narrows-rig-{holder}-");
    let entries = fs::read_dir("/sys/block").unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let file = |name: &String| fs::read_to_string(format!("/sys/block/{name}/loop/backing_file"));
    let mut left: Vec<String> =
        names.filter(|name| file(name).is_ok_and(|file| file.contains(&mine))).collect();
    let group = format!("/sys/fs/cgroup/blkio/narrows-rig-{holder}");
    left.extend(Path::new(&group).exists().then_some(group));
    left
}

/// Waits until `is_so`; false when it never was.
pub fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

impl Bed {
    /// One with these options of `rig loop hold`.
    pub fn up(options: &[&str]) -> Self {
        let program = narrows();
        let mut holder = start(options);
        let mut shown = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut shown).unwrap();
        let shown: Value = serde_json::from_str(&shown).expect("a rig");
        let bed = Self {
            drives: shown["drives"].as_array().unwrap().iter().map(Device::of).collect(),
            shared: Device::of(&shown["shared"]),
            input: holder.stdin.take(),
            group: text(&shown["group"]).into(),
            holder,
        };
        fs::copy(program, bed.outside(&Path::new(BED).join("narrows"))).unwrap();
        bed
    }

    pub fn outside(&self, inside: &Path) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(inside.strip_prefix("/").unwrap())
    }

    /// A command inside, under the limits. Its process becomes the command itself.
    pub fn inside(&self, words: &[&str]) -> Command {
        let mut command = rig(&["in", "--holder", &self.holder.id().to_string()]);
        command.args(words);
        command
    }

    /// Standard output of a command inside, which must end well.
    pub fn output(&self, words: &[&str]) -> String {
        let output = self.inside(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// narrows inside, to its end.
    pub fn narrows(&self, words: &[&str]) -> Ran {
        self.narrows_by(&[], words).end()
    }

    /// narrows inside, started by another program, such as setpriv.
    pub fn narrows_by(&self, by: &[&str], words: &[&str]) -> Running {
        let program = format!("{BED}/narrows");
        let words = [by, &[&program], words, &["--json"]].concat();
        let mut command = self.inside(&words);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// Limits the device's reads from now on to this many bytes a second; 0 for no limit.
    pub fn limit_reads(&self, device: &Device, bytes_per_s: u64) {
        self.limit("read_bps", device, bytes_per_s);
    }

    pub fn limit_read_requests(&self, device: &Device, requests_per_s: u64) {
        self.limit("read_iops", device, requests_per_s);
    }

    pub fn limit_writes(&self, device: &Device, bytes_per_s: u64) {
        self.limit("write_bps", device, bytes_per_s);
    }

    fn limit(&self, what: &str, device: &Device, a_second: u64) {
        let rule = self.group.join(format!("blkio.throttle.{what}_device"));
        fs::write(rule, format!("{} {a_second}", device.number)).unwrap();
    }

    /// From now on the file behind the device ends here, and the device may know or not.
    pub fn cut(&self, device: &Device, bytes: u64, is_told: bool) {
        let image = fs::OpenOptions::new().write(true).open(self.outside(&device.image)).unwrap();
        image.set_len(bytes).unwrap();
        if is_told {
            let path = format!("/dev/{}", device.name);
            let status = Command::new("losetup").args(["--set-capacity", &path]).status();
            assert!(status.unwrap().success());
        }
    }

    /// Waits until the device is measured: for more reads than the ramp before it has, which takes
    /// 200 ms at 235 MB/s.
    pub fn wait_for_reads(&self, device: &Device) {
        let before = device.sectors_read();
        assert!(wait_until(|| device.sectors_read() > before + 100_000_000 / 512), "{device:?}");
    }

    /// Free blocks, of 4 KiB, of each file system of the rig.
    pub fn free(&self) -> Vec<u64> {
        let free = |device: &Device| {
            let path = device.mount.to_str().unwrap();
            self.output(&["stat", "--file-system", "--format", "%f", path]).parse().unwrap()
        };
        self.drives.iter().chain([&self.shared]).map(free).collect()
    }

    /// Takes it down; nothing must be left then.
    pub fn down(mut self) {
        drop(self.input.take());
        assert!(self.holder.wait().unwrap().success());
        let holder = self.holder.id();
        assert!(wait_until(|| left_of(holder).is_empty()), "left: {:?}", left_of(holder));
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        // After a failed test: processes inside end with it.
        if self.input.take().is_some() {
            let inside = fs::read_to_string(self.group.join("cgroup.procs")).unwrap_or_default();
            for process in inside.split_whitespace() {
                let _ = Command::new("kill").args(["-KILL", process]).status();
            }
            let _ = self.holder.wait();
        }
    }
}

impl Device {
    fn of(shown: &Value) -> Self {
        Self {
            name: text(&shown["name"]).to_owned(),
            number: text(&shown["number"]).to_owned(),
            image: text(&shown["image"]).into(),
            mount: text(&shown["mount"]).into(),
        }
    }

    /// A path on it, inside.
    pub fn file(&self, name: &str) -> PathBuf {
        self.mount.join(name)
    }

    /// Third field of `stat` (Documentation/admin-guide/iostats.rst).
    fn sectors_read(&self) -> u64 {
        let stat = fs::read_to_string(format!("/sys/block/{}/stat", self.name)).unwrap();
        stat.split_whitespace().nth(2).unwrap().parse().unwrap()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// narrows at work.
pub struct Running(pub Child);

impl Running {
    /// Waits for its end; a panic is one of the test.
    pub fn end(mut self) -> Ran {
        let mut errors = self.0.stderr.take().unwrap();
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).map(|_| text).unwrap()
        });
        let mut shown = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut shown).unwrap();
        let status: ExitStatus = self.0.wait().unwrap();
        let errors = errors.join().unwrap();
        assert!(!errors.contains("panicked"), "{errors}");
        let document = serde_json::from_str(&shown).unwrap_or_else(|_| panic!("{shown}{errors}"));
        Ran { code: status.code(), document }
    }
}

impl Ran {
    /// The sequential read of this device in this set.
    pub fn result(&self, set: &str, device: &Device) -> &Value {
        let results = self.document["results"].as_array().unwrap();
        let of_it = |result: &&Value| {
            result["set"] == set
                && result["target"] == *device.name
                && text(&result["workload"]).starts_with("seq-read")
        };
        results.iter().find(of_it).unwrap_or_else(|| panic!("no {set} of {device:?}"))
    }

    pub fn mb_s(&self, set: &str, device: &Device) -> f64 {
        self.result(set, device)["mb_s"].as_f64().unwrap()
    }

    pub fn finding(&self, id: &str) -> Option<&Value> {
        self.document["findings"].as_array()?.iter().find(|finding| finding["id"] == id)
    }

    /// The ids of the remarks on this device.
    pub fn notes(&self, device: &Device) -> Vec<&str> {
        let notes = self.document["notes"].as_array().unwrap();
        let of_it = notes.iter().filter(|note| note["about"] == *device.name);
        of_it.map(|note| text(&note["id"])).collect()
    }
}

/// One rig at a time, if there can be one: each takes its share of processor and memory.
pub fn turn() -> Option<MutexGuard<'static, ()>> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    (!skipped()).then(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Measures three drives, does something to the second as soon as it is measured, and checks that
/// the others were measured to the end.
pub fn spoil(options: &[&str], time: &str, deed: impl Fn(&Bed, &Device)) -> (Bed, Ran) {
    let bed = Bed::up(options);
    let [first, spoilt, third] = &bed.drives[..] else { panic!("three drives") };
    let words = ["measure", &first.name, &spoilt.name, &third.name, "--time", time, "--no-report"];
    let running = bed.narrows_by(&[], &words);
    bed.wait_for_reads(spoilt);
    deed(&bed, spoilt);
    let ran = running.end();
    assert_eq!(ran.code, Some(3), "{}", ran.document["notes"]);
    assert_eq!(ran.result("alone", spoilt)["partial"], true);
    for sound in [first, third] {
        assert_eq!(ran.result("alone", sound)["partial"], false);
        assert_eq!(ran.result("alone", sound)["errors"], 0);
        assert_eq!(ran.result("all", sound)["partial"], false);
    }
    (bed, ran)
}

/// Number of main jobs that run at once; each writes its own scratch files.
const AT_ONCE: u64 = 5;

/// Kills main jobs at random moments up to `longest_ms` after their start; the drives' contents and
/// free space must be the same afterwards.
pub fn kill_main_jobs(kills: u64, longest_ms: u64) {
    let bed = Bed::up(&["--drives", "2", "--size-mib", "900"]);
    let sums = || bed.drives.iter().map(|drive| sum(&bed, drive)).collect::<Vec<_>>();
    for drive in &bed.drives {
        let file = drive.file("data");
        let file = file.to_str().unwrap();
        bed.output(&[
            "dd",
            "if=/dev/urandom",
            &format!("of={file}"),
            "bs=1M",
            "count=32",
            "conv=fsync",
            "status=none",
        ]);
    }
    let (free, data) = (bed.free(), sums());
    let mut random = 0x5eed_0003_u64;
    for _ in 0..kills / AT_ONCE {
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                let after = Duration::from_millis(next(&mut random) % longest_ms);
                let bed = &bed;
                scope.spawn(move || kill_main_job(bed, after));
            }
        });
        assert!(wait_until(|| is_free_again(&bed.free(), &free)), "{:?}, {free:?}", bed.free());
    }
    assert_eq!(sums(), data);
    let inside = fs::read_dir(bed.outside(Path::new("/mnt"))).unwrap();
    let mut inside: Vec<_> = inside.map(|entry| entry.unwrap().file_name()).collect();
    inside.retain(|name| !name.to_string_lossy().starts_with("narrows-rig-"));
    inside.sort();
    assert_eq!(inside, ["drive-1", "drive-2", "narrows", "shared"]);
    bed.down();
}

/// All but the file system's records of its files, 256 KiB; a scratch file has 64 MiB.
fn is_free_again(now: &[u64], before: &[u64]) -> bool {
    now.iter().zip(before).all(|(now, before)| now + 64 >= *before)
}

fn kill_main_job(bed: &Bed, after: Duration) {
    let mut job = bed.inside(&["/mnt/narrows", "--quick", "--no-report"]);
    let mut job = job.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    job.kill().unwrap();
    job.wait().unwrap();
}

/// Checksum of the drive's own data, past the page cache.
fn sum(bed: &Bed, drive: &Device) -> String {
    let read = format!("dd if={} bs=1M iflag=direct status=none", drive.file("data").display());
    bed.output(&["sh", "-c", &format!("{read} | sha256sum")])
}

/// The next of a sequence. Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software
/// 8(14), 2003.
pub fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
