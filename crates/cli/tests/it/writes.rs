//! Writes and refusals, with reasons, on real loop devices; a refused device stays unchanged.
//!
//! Everything made here goes away with its process, even if that is killed: loop devices are
//! detached while they are held open, so that the kernel frees them with the last opener
//! (losetup(8)), their files are already unlinked, mounts are in private namespaces, and helpers
//! end when their standard input does.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{PoisonError, RwLock};

use serde_json::Value;

use crate::loops::Loop;

/// Descriptors in flight keep every raw write from beginning: the test that sends some runs apart
/// from those that write.
static IN_FLIGHT: RwLock<()> = RwLock::new(());

const MIB: u64 = 16;

struct RunOutput {
    code: i32,
    stdout: String,
    stderr: String,
}

impl RunOutput {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|_| panic!("{}{}", self.stdout, self.stderr))
    }
}

fn text_of(command: &mut Command) -> RunOutput {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let stderr = text(output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    RunOutput { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr }
}

fn narrows(words: &[&str]) -> RunOutput {
    text_of(Command::new(env!("CARGO_BIN_EXE_narrows")).args(words).args(["--lang", "en"]))
}

/// A script in its own mount namespace; `$1` is the program.
fn apart(script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "sh", "-ec", script, "sh"]);
    command.arg(env!("CARGO_BIN_EXE_narrows"));
    command
}

impl Loop {
    fn content(&self) -> Vec<u8> {
        let mut content = vec![0; (MIB << 20) as usize];
        self.file.read_exact_at(&mut content, 0).unwrap();
        content
    }

    /// Puts bytes on it, past no cache.
    fn put(&self, at: u64, bytes: &[u8]) {
        let file = OpenOptions::new().write(true).open(&self.path).unwrap();
        file.write_all_at(bytes, at).unwrap();
        file.sync_all().unwrap();
    }

    /// Must be refused, with this among the reasons, as a run and as a rehearsal, and unchanged.
    fn is_refused(&self, reason: &str) {
        let before = self.content();
        let words = ["measure", self.name(), "--raw-write", "--serial", "x", "--time", "100ms"];
        let run = narrows(&[&words[..], &["--no-report"]].concat());
        assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(reason), "{reason} is not in {}", run.stderr);
        assert!(run.stdout.is_empty(), "{}", run.stdout);
        let rehearsal = narrows(&[&words[..], &["--rehearse", "--json"]].concat());
        assert_eq!(rehearsal.code, 5);
        let document = rehearsal.json();
        assert_eq!(document["allowed"], false);
        assert!(document["targets"][0].to_string().contains(reason), "{document:#}");
        assert_eq!(document["targets"][0]["fio"], serde_json::json!([]));
        assert!(self.content() == before, "a refused device has changed");
    }
}

/// A script that says `ready` and waits for the end of its standard input, then cleans up.
struct Helper {
    child: Child,
    input: Option<ChildStdin>,
}

impl Helper {
    fn start(command: &mut Command) -> Option<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let input = child.stdin.take();
        let helper = Self { child, input };
        if line.trim() != "ready" {
            println!("skipped: {command:?} cannot be done here");
            return None;
        }
        Some(helper)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

fn ran(program: &str, words: &[&str]) -> bool {
    Command::new(program).args(words).output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_drive_without_a_serial_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    device.is_refused("neither a serial number");
}

#[test]
fn file_systems_and_tables_are_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    device.put(510, &[0x55, 0xAA]);
    device.is_refused("holds dos");
    device.put(510, &[0, 0]);
    device.put((MIB << 20) - 512, b"EFI PART");
    device.is_refused("holds gpt");
    device.put((MIB << 20) - 512, &[0; 8]);
    if ran("mkfs.ext4", &["-q", device.name()]) {
        device.is_refused("holds ext");
    }
    if ran("mkswap", &["-q", device.name()]) || ran("mkswap", &[device.name()]) {
        device.is_refused("holds swap");
    }
}

#[test]
fn partitions_are_refused() {
    let Some(device) = Loop::new(MIB, &["--partscan"]) else { return };
    // An MBR with one partition of 1 MiB from 1 MiB on, kind 0x83.
    let mut table = [0; 512];
    table[446 + 4] = 0x83;
    table[446 + 8..446 + 16].copy_from_slice(&[0, 8, 0, 0, 0, 8, 0, 0]);
    table[510..].copy_from_slice(&[0x55, 0xAA]);
    device.put(0, &table);
    let part = device.name().replace("/dev/", "/sys/class/block/") + "p1";
    if !ran("blockdev", &["--rereadpt", device.name()]) || !Path::new(&part).exists() {
        return println!("skipped: no partitions on loop devices here");
    }
    device.is_refused("has partitions");
}

#[test]
fn what_is_mounted_in_another_namespace_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    if !ran("mkfs.ext4", &["-q", device.name()]) {
        return println!("skipped: no mkfs.ext4");
    }
    // Read-only, so that the file system itself changes nothing.
    let script = format!("mount -o ro {} /mnt; echo ready; cat", device.name());
    let Some(_helper) = Helper::start(&mut apart(&script)) else { return };
    device.is_refused("is mounted on /mnt");
    device.is_refused("cannot be opened exclusively");
}

#[test]
fn swap_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    if !ran("mkswap", &[device.name()]) {
        return println!("skipped: no mkswap");
    }
    // The least wanted of all swap, and off as soon as we are gone.
    let script = "swapon --priority 0 $1; echo ready; cat; swapoff $1";
    let mut command = Command::new("sh");
    command.args(["-ec", script, "sh"]).arg(&device.path);
    let Some(_helper) = Helper::start(&mut command) else { return };
    device.is_refused("is swap");
}

#[test]
fn what_something_stands_on_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let Some(above) = Loop::over(&device.path, &[]) else { return };
    device.is_refused(&format!("is in use by {}", above.name().trim_start_matches("/dev/")));
}

/// The path that the upper device was made with is gone, and tells nothing any more.
#[test]
fn what_something_stands_on_by_a_lost_name_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let alias = folder.path().join("alias");
    let number = device.name().trim_start_matches("/dev/loop");
    if !ran("mknod", &[alias.to_str().unwrap(), "b", "7", number]) {
        return println!("skipped: no mknod");
    }
    let Some(above) = Loop::over(&alias, &[]) else { return };
    fs::remove_file(&alias).unwrap();
    device.is_refused(&format!("is in use by {}", above.name().trim_start_matches("/dev/")));
}

#[test]
fn what_somebody_else_may_write_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let script = "exec 9<>$1; echo ready; cat";
    let mut command = Command::new("sh");
    command.args(["-ec", script, "sh"]).arg(&device.path);
    let Some(_helper) = Helper::start(&mut command) else { return };
    device.is_refused("open for writing");
}

/// Another loop device over the same file, here mounted somewhere inside it, is another path to the
/// same bytes; so are a loop device over the device and the storage below a loop device.
#[test]
fn other_ways_to_the_same_bytes_are_refused() {
    let image = tempfile::NamedTempFile::new().unwrap();
    image.as_file().set_len(MIB << 20).unwrap();
    let Some(device) = Loop::over(image.path(), &[]) else { return };
    // Another name of the same file.
    let alias = image.path().with_extension("alias");
    fs::hard_link(image.path(), &alias).unwrap();
    let twin = Loop::over(&alias, &["--offset", "8388608"]);
    fs::remove_file(&alias).unwrap();
    let Some(twin) = twin else { return };
    let reason = format!("{} leads to the same storage", twin.name().trim_start_matches("/dev/"));
    device.is_refused(&reason);
    if ran("mkfs.ext4", &["-q", twin.name()]) {
        let script = format!("mount -o ro {} /mnt; echo ready; cat", twin.name());
        let Some(_helper) = Helper::start(&mut apart(&script)) else { return };
        device.is_refused(&reason);
    }
    drop(twin);
    let Some(above) = Loop::over(&device.path, &[]) else { return };
    above.is_refused("is a loop device over");
}

/// A program in Python, which says `ready` and waits, holds `path` by other means than a plain
/// descriptor of its process.
fn held_by_python(program: &str, path: &Path) -> Option<Helper> {
    let begin = "import ctypes, mmap, os, socket, sys, threading\npath = sys.argv[1]\n";
    let end = "\nprint('ready', flush=True)\nsys.stdin.read()\n";
    let mut command = Command::new("python3");
    command.args(["-c", &format!("{begin}{program}{end}")]).arg(path);
    Helper::start(&mut command)
}

#[test]
fn what_is_mapped_and_closed_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    // mmap.mmap keeps its own descriptor, so the C library's is called.
    let program = "libc = ctypes.CDLL(None, use_errno=True)\n\
        libc.mmap.restype = ctypes.c_void_p\n\
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + 3 * [ctypes.c_int] + [ctypes.c_long]\n\
        fd = os.open(path, os.O_RDWR)\n\
        held = libc.mmap(None, 4096, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, fd, 0)\n\
        assert held != 2**64 - 1\n\
        os.close(fd)";
    let Some(_helper) = held_by_python(program, &device.path) else { return };
    device.is_refused("open for writing");
}

/// CLONE_FILES is 0x400 (unshare(2)).
#[test]
fn what_a_thread_of_its_own_has_open_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let program = "done = threading.Event()\n\
        def hold():\n    \
            assert ctypes.CDLL(None).unshare(0x400) == 0\n    \
            os.open(path, os.O_RDWR)\n    \
            done.set()\n    \
            threading.Event().wait()\n\
        threading.Thread(target=hold, daemon=True).start()\n\
        assert done.wait(10)";
    let Some(_helper) = held_by_python(program, &device.path) else { return };
    device.is_refused("open for writing");
}

#[test]
fn what_is_in_flight_is_refused() {
    let _alone = IN_FLIGHT.write().unwrap_or_else(PoisonError::into_inner);
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let program = "sender, receiver = socket.socketpair()\n\
        fd = os.open(path, os.O_RDWR)\n\
        socket.send_fds(sender, [b'x'], [fd])\n\
        os.close(fd)";
    let Some(_helper) = held_by_python(program, &device.path) else { return };
    device.is_refused("in transit");
}

#[test]
fn whoever_writes_the_file_underneath_is_seen() {
    let image = tempfile::NamedTempFile::new().unwrap();
    image.as_file().set_len(MIB << 20).unwrap();
    let Some(device) = Loop::over(image.path(), &[]) else { return };
    let Some(_helper) = held_by_python("held = open(path, 'r+b')", image.path()) else { return };
    device.is_refused("open for writing");
}

/// The second superblock of btrfs lies at 64 MiB.
#[test]
fn a_copy_of_a_lost_superblock_is_refused() {
    let image = tempfile::NamedTempFile::new().unwrap();
    image.as_file().set_len(80 << 20).unwrap();
    image.as_file().write_all_at(b"_BHRfS_M", (64 << 20) + 64).unwrap();
    let Some(device) = Loop::over(image.path(), &[]) else { return };
    device.is_refused("holds a copy of the superblock of btrfs");
}

#[test]
fn read_only_devices_are_refused() {
    let Some(device) = Loop::new(MIB, &["--read-only"]) else { return };
    device.is_refused("is read-only");
}

#[test]
fn what_somebody_has_alone_is_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let alone = OpenOptions::new().read(true).custom_flags(0o200).open(&device.path);
    let Ok(_alone) = alone else { return println!("skipped: O_EXCL is another number here") };
    device.is_refused("cannot be opened exclusively");
}

#[test]
fn members_of_arrays_and_volumes_are_refused() {
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let linear = format!("0 {} linear {} 0", (MIB << 20) / 512, device.name());
    let name = format!("narrows-test-{}", std::process::id());
    let script =
        format!("echo '{linear}' | dmsetup create {name}; echo ready; cat; dmsetup remove {name}");
    match Helper::start(Command::new("sh").args(["-ec", &script])) {
        Some(_helper) => device.is_refused("is in use by"),
        None => println!("skipped: no device mapper"),
    }
    let Some(other) = Loop::new(MIB, &[]) else { return };
    let array = format!("/dev/md/narrows-test-{}", std::process::id());
    let script = format!(
        "mdadm --create {array} --run --level=1 --raid-devices=2 {} {}; echo ready; cat; \
         mdadm --stop {array}",
        device.name(),
        other.name()
    );
    match Helper::start(Command::new("sh").args(["-ec", &script])) {
        Some(_helper) => device.is_refused("is in the array"),
        None => println!("skipped: no md"),
    }
}

#[test]
fn several_drives_are_written_all_or_none() {
    let (Some(one), Some(other)) = (Loop::new(MIB, &[]), Loop::new(MIB, &["--read-only"])) else {
        return;
    };
    let words = ["measure", one.name(), other.name(), "--raw-write", "--serial", "x"];
    let run = narrows(&[&words[..], &["--time", "100ms", "--no-report"]].concat());
    assert_eq!(run.code, 5);
    let all = [one.name(), other.name(), "is read-only", "neither a serial number"];
    assert!(all.iter().all(|what| run.stderr.contains(what)), "{}", run.stderr);
    assert!(one.content().iter().all(|byte| *byte == 0));
}

/// A private /dev with loop devices named below by-id: `$2` and on are their paths. All others
/// exist too: one whose backing path leads nowhere must be queried for its backing file.
const OWN_DEV: &str = "narrows=$1; shift; \
    mount -t tmpfs tmpfs /mnt; mkdir -p /mnt/disk/by-id; \
    cp -a /dev/null /dev/zero /dev/urandom /mnt/; \
    n=0; while [ $n -lt 128 ]; do mknod /mnt/loop$n b 7 $n; n=$((n + 1)); done; \
    for device in \"$@\"; do \
        ln -s ../../${device#/dev/} /mnt/disk/by-id/test-${device#/dev/}; done; \
    mount --bind /mnt /dev; ";

fn own_dev(script: &str, devices: &[&Loop]) -> Command {
    let mut command = apart(&format!("{OWN_DEV}{script}"));
    command.args(devices.iter().map(|device| &device.path));
    command
}

fn serial(device: &Loop) -> String {
    device.name().replace("/dev/", "test-")
}

#[test]
fn a_drive_whose_name_is_typed_is_written_and_verified() {
    let _quiet = IN_FLIGHT.read().unwrap_or_else(PoisonError::into_inner);
    let Some(device) = Loop::new(MIB, &[]) else { return };
    let typed = serial(&device);
    let with = |words: &str, serial: &str| {
        let script = format!(
            "exec $narrows measure {} --raw-write --serial {serial} --block 64K --time 300ms \
             --set each --no-report --json --lang en {words}",
            device.name()
        );
        text_of(&mut own_dev(&script, &[&device]))
    };
    let other = with("", "test-loop99");
    assert_eq!(other.code, 5, "{}{}", other.stdout, other.stderr);
    assert!(other.stderr.contains("is not its serial number"), "{}", other.stderr);
    let rehearsal = with("--rehearse", &typed);
    assert_eq!(rehearsal.code, 0, "{}", rehearsal.stdout);
    let target = &rehearsal.json()["targets"][0];
    assert_eq!(target["bytes"], serde_json::json!([0, MIB << 20]));
    assert!(target["fio"][0].as_str().unwrap().contains("--rw=write"), "{target:#}");
    assert!(device.content().iter().all(|byte| *byte == 0), "a rehearsal writes nothing");

    // The first time round each request meets blocks never written: zeros are no fault of it.
    let mixed = with("--verify --mix 70", &typed);
    assert_eq!(mixed.code, 0, "{}{}", mixed.stdout, mixed.stderr);
    assert_eq!(mixed.json()["results"][0]["verified"]["wrong"], 0);
    let flatters = "may be unwritten or trimmed";
    assert!(mixed.json()["notes"].to_string().contains(flatters), "{}", mixed.stdout);

    let written = with("--precondition --verify --mix 50", &typed);
    assert!(!written.json()["notes"].to_string().contains(flatters), "{}", written.stdout);
    assert_eq!(written.code, 0, "{}{}", written.stdout, written.stderr);
    let result = &written.json()["results"][0];
    assert_eq!(result["place"]["kind"], "raw");
    assert_eq!(result["verified"]["wrong"], 0);
    assert!(result["verified"]["blocks"].as_u64().unwrap() > 0, "{result:#}");
    assert_eq!(result["written"]["preconditioned"], true);
    assert!(result["written"]["flush_s"].as_f64().is_some());
    let content = device.content();
    assert!(content.chunks(4096).all(|block| block.starts_with(b"NARROWS")), "written throughout");
    // Our own earlier writes do not prevent writing again.
    assert_eq!(with("--rehearse", &typed).code, 0);
    // Data that another process wrote since does: losing it needs explicit consent.
    device.put(8 << 20, b"once upon a time");
    let strange = with("", &typed);
    assert_eq!(strange.code, 5, "{}{}", strange.stdout, strange.stderr);
    assert!(strange.stderr.contains("at bytes 0x800000"), "{}", strange.stderr);
    assert_eq!(with("--lose everything", &typed).code, 2);
    assert_eq!(with("--lose 'unknown data' --verify --mix 50", &typed).code, 0);
}

/// Overwrites `sound` beside a failing drive; `None`, with the reason, if there is none.
fn beside_a_failing(sound: &Loop, words: &str) -> Option<RunOutput> {
    let name = serial(sound);
    // The failing one lies over a file in 4 MiB of memory, so that writes beyond those fail.
    let script = format!(
        "mkdir /mnt/small; mount -t tmpfs -o size=4m tmpfs /mnt/small; truncate -s 16M /mnt/small/i; \
         cp -a /sys/../dev/loop-control /mnt/ 2>/dev/null || mknod /mnt/loop-control c 10 237; \
         for n in 40 41 42 43 44 45 46 47; do \
             losetup /dev/loop$n /mnt/small/i 2>/dev/null && break; done; \
         exec 9</dev/loop$n; losetup --detach /dev/loop$n; \
         ln -s ../../loop$n /mnt/disk/by-id/test-loop$n; \
         exec $narrows measure {} /dev/loop$n --raw-write --serial {name} --serial test-loop$n \
             --time 300ms --set all --no-report --json --lang en {words}",
        sound.name()
    );
    let ran = text_of(&mut own_dev(&script, &[sound]));
    if ran.stdout.is_empty() {
        println!("skipped: {}", ran.stderr);
        return None;
    }
    Some(ran)
}

#[test]
fn what_could_not_be_written_twice_is_not_preconditioned() {
    let _quiet = IN_FLIGHT.read().unwrap_or_else(PoisonError::into_inner);
    let Some(sound) = Loop::new(MIB, &[]) else { return };
    let Some(ran) = beside_a_failing(&sound, "--precondition") else { return };
    assert_eq!(ran.code, 3, "{}{}", ran.stdout, ran.stderr);
    assert!(!ran.stderr.contains("written twice sequentially"), "{}", ran.stderr);
    let document = ran.json();
    let results = document["results"].as_array().unwrap();
    assert!(!results.is_empty(), "{document:#}");
    let is_claimed = |result: &Value| result["written"]["preconditioned"] == true;
    assert!(!results.iter().any(is_claimed), "{document:#}");
    let notes = document["notes"].as_array().unwrap();
    let about = |words: &str| notes.iter().filter(|note| note.to_string().contains(words)).count();
    assert_eq!(about("is not preconditioned: "), 1, "{notes:#?}");
    assert!(about("the first failed request") >= 1, "{notes:#?}");
}

#[test]
fn a_drive_that_fails_leaves_the_other_its_result() {
    let _quiet = IN_FLIGHT.read().unwrap_or_else(PoisonError::into_inner);
    let Some(sound) = Loop::new(MIB, &[]) else { return };
    let Some(ran) = beside_a_failing(&sound, "") else { return };
    assert_eq!(ran.code, 3, "{}{}", ran.stdout, ran.stderr);
    let document = ran.json();
    let results = document["results"].as_array().unwrap();
    let of = |wanted: bool| {
        results.iter().find(|result| {
            (result["target"] == sound.name()
                || result["target"] == sound.name().trim_start_matches("/dev/"))
                == wanted
        })
    };
    let (good, bad) = (of(true).unwrap(), of(false).unwrap());
    assert_eq!((&good["errors"], &good["partial"]), (&Value::from(0), &Value::from(false)));
    assert!(bad["errors"].as_u64().unwrap() > 0 && bad["partial"] == true, "{bad:#}");
}

#[test]
fn only_what_is_ours_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine");
    fs::write(&file, vec![7; 1 << 20]).unwrap();
    let path = file.to_str().unwrap();
    for words in [
        &["--file", path, "--write"][..],
        &["--file", path, "--mix", "70"],
        &[path, "--workload", "rand-write-4k-q1"],
        &["--keep", path, "--raw"],
        &["--raw-write", "--serial", "x"],
        &["nop", "--raw-write", "--serial", "x"],
        &["nop", "--write"],
    ] {
        let run = narrows(&[&["measure", "--time", "100ms", "--no-report"], words].concat());
        assert_eq!(run.code, 2, "{words:?}: {}{}", run.stdout, run.stderr);
    }
    let kept = narrows(&["measure", "--keep", path, "--time", "100ms", "--no-report"]);
    assert_eq!(kept.code, 1, "{}", kept.stderr);
    assert!(kept.stderr.contains("already exists"), "{}", kept.stderr);
    assert_eq!(fs::read(&file).unwrap(), vec![7; 1 << 20]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_kept_file_is_verified_by_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let file = path.to_str().unwrap();
    let words = ["measure", "--keep", file, "--scratch-size", "8M", "--block", "8K", "--pattern"];
    let more = ["random", "--time", "300ms", "--no-report", "--json"];
    let run = narrows(&[&words[..], &more].concat());
    if run.code == 1 && run.stderr.contains("direct I/O") {
        return println!("skipped: {}", run.stderr);
    }
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let verified = narrows(&["verify", file, "--json"]);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
    let document = verified.json();
    assert_eq!(document["schema"], "narrows.verify/1");
    assert_eq!(document["blocks"], 2048);
    assert!(document["promised"].as_u64().unwrap() > 0, "{document:#}");

    let changed = OpenOptions::new().write(true).open(&path).unwrap();
    changed.write_all_at(&[0; 4096], 5 * 4096).unwrap();
    let verified = narrows(&["verify", file]);
    assert_eq!(verified.code, 4, "{}", verified.stdout);
    assert!(verified.stdout.contains("byte 20480"), "{}", verified.stdout);
    fs::remove_file(folder.path().join("kept.narrows")).unwrap();
    assert_eq!(narrows(&["verify", file]).code, 1);
}
