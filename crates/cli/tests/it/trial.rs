//! `narrows trial`, for real: loop devices, mounts and commands, as root, with btrfs over scratch
//! files in two folders. Whatever ends it, nothing may be left.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

use crate::home::{text_of, texts};

/// How long anything may take before a test is given up.
const PATIENCE: Duration = Duration::from_secs(120);
const SIZE: &str = "512M";

/// Two folders for members, and a state home by which our processes are known.
struct Bed {
    folder: TempDir,
}

impl Bed {
    /// `None`, with a message, if trials cannot run.
    fn new() -> Option<Self> {
        if let Some(why) = missing() {
            println!("skipped: {why}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "state"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            open_to_all(&folder.path().join(name));
        }
        open_to_all(folder.path());
        Some(Self { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// narrows with these words after the members.
    fn trial(&self, words: &[&str]) -> Command {
        let mut command = self.narrows(&["trial", "--drives", &self.drives(), "--size", SIZE]);
        command.args(words);
        command
    }

    fn drives(&self) -> String {
        format!("{},{}", self.path("a").display(), self.path("b").display())
    }

    fn narrows(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_narrows"));
        command.args(["--lang", "en"]).args(words).env("XDG_STATE_HOME", self.path("state"));
        command.env_remove("SUDO_UID").env_remove("SUDO_GID").stdin(Stdio::null());
        command
    }

    /// Our leftovers: processes by their environment, loop devices by their file.
    fn left(&self) -> Vec<String> {
        let mut left = processes(&self.path("state"));
        left.extend(loop_devices(self.folder.path()));
        left
    }

    /// Waits until the kernel has let go of everything.
    fn is_clean(&self) {
        assert!(wait_until(|| self.left().is_empty()), "left: {:?}", self.left());
        for name in ["a", "b"] {
            assert_eq!(self.path(name).read_dir().unwrap().count(), 0);
        }
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
        assert!(!mounts.contains("/run/narrows"), "{mounts}");
    }
}

fn open_to_all(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
}

pub fn missing() -> Option<&'static str> {
    let has = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
    };
    let known = fs::read_to_string("/proc/filesystems").unwrap_or_default();
    let in_memory = || {
        let output =
            Command::new("stat").args(["-f", "-c", "%T"]).arg(std::env::temp_dir()).output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "tmpfs")
    };
    let conditions = [
        (is_root(), "loop devices and mounts need root"),
        (Path::new("/dev/loop-control").exists(), "there are no loop devices"),
        (known.contains("btrfs"), "the kernel has no btrfs"),
        (has("mkfs.btrfs"), "mkfs.btrfs is not installed"),
        (!in_memory(), "the temporary folder is in memory"),
    ];
    conditions.into_iter().find(|(is_met, _)| !is_met).map(|(_, why)| why)
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    String::from_utf8_lossy(&id.stdout).trim() == "0"
}

fn processes(state: &Path) -> Vec<String> {
    let mark = format!("XDG_STATE_HOME={}", state.display());
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ours = entries.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|set| set == mark.as_bytes())
    });
    ours.map(|entry| entry.path().display().to_string()).collect()
}

fn loop_devices(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir("/sys/block").unwrap().flatten();
    let ours = entries.filter(|entry| {
        let file = fs::read_to_string(entry.path().join("loop/backing_file"));
        file.is_ok_and(|file| Path::new(file.trim()).starts_with(folder))
    });
    ours.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

fn mount_folder(process: u32) -> PathBuf {
    PathBuf::from(format!("/run/narrows/trial-{process}"))
}

#[test]
fn a_command_runs_in_the_array_and_on_one_drive() {
    let Some(bed) = Bed::new() else { return };
    let script = "echo here-$(pwd)-$(id -u); test \"$PWD\" = \"$NARROWS_TRIAL_DIR\" && \
                  test -z \"$(ls)\" && head -c 20M /dev/urandom > file";
    let output =
        bed.trial(&["--json", "--repeat", "2", "--", "sh", "-c", script]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    assert_eq!(document["schema"], "narrows.trial/1");
    let rounds = document["rounds"].as_array().unwrap();
    assert_eq!(
        texts(&document["rounds"], "place"),
        ["array", "alone", "alone", "array"],
        "who comes first takes turns"
    );
    for round in rounds {
        let written = round["written"].as_u64().unwrap();
        assert!(written >= 20 << 20, "what was written reached the devices: {round}");
    }
    let compared = &document["comparisons"][0];
    assert!(compared["times"].as_f64().unwrap() > 0.0, "{compared}");
    let ids = texts(&document["notes"], "id");
    let finding = &document["findings"][0]["id"];
    if document["array"]["members"][0]["drives"].as_array().is_some_and(|it| !it.is_empty()) {
        assert!(ids.contains(&"trial-same-drive"), "both folders are on one drive: {ids:?}");
        assert_eq!(finding, "trial-tells-nothing");
    } else {
        println!("skipped: the warning; the drive under the temporary folder is not known");
        assert_eq!(finding, "trial-few", "two rounds");
    }
    // The command's output appears beside our messages.
    let lines = text_of(&output);
    assert_eq!(lines.matches("here-/run/narrows/trial-").count(), 4, "{lines}");
    assert_eq!(bed.path("state/narrows/runs").read_dir().unwrap().count(), 1);
    bed.is_clean();
}

#[test]
fn under_sudo_the_command_has_the_callers_rights() {
    let Some(bed) = Bed::new() else { return };
    let script = "echo id-$(id -u)-$(id -g)-$(id -G); touch file";
    let mut trial = bed.trial(&["--repeat", "1", "--", "sh", "-c", script]);
    let output = trial.env("SUDO_UID", "65534").env("SUDO_GID", "65534").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    // nobody is in no group of /etc/group but its own: root's are dropped.
    let expected = "id-65534-65534-65534\n";
    assert_eq!(text_of(&output).matches(expected).count(), 2, "{}", text_of(&output));
    bed.is_clean();
}

/// A result that cannot be saved is shown, and counts as incomplete, as with every run.
#[test]
fn a_result_that_cannot_be_kept_is_shown() {
    let Some(bed) = Bed::new() else { return };
    fs::write(bed.path("state/narrows"), "a file where a folder belongs").unwrap();
    let output = bed.trial(&["--json", "--repeat", "1", "--", "true"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    assert_eq!(document["rounds"].as_array().unwrap().len(), 2);
    assert!(text_of(&output).contains("state/narrows/runs"), "{}", text_of(&output));
    bed.is_clean();
}

#[test]
fn everyday_jobs_are_made_and_done() {
    let Some(bed) = Bed::new() else { return };
    let output = bed
        .trial(&["--json", "--repeat", "1", "--job", "copy,between,load,media"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    let of = |work: &str| {
        let rounds = document["rounds"].as_array().unwrap();
        rounds.iter().filter(|round| round["work"] == work).cloned().collect::<Vec<_>>()
    };
    // Half of 512 MiB is loaded with a cold page cache: 268 MB plus the file system's own reads.
    for round in of("load") {
        assert!(round["read"].as_u64().unwrap() >= 256 << 20, "{round}");
    }
    // A fifth is copied; between drives it is written here and read elsewhere.
    for (copy, between) in of("copy").iter().zip(&of("between")) {
        let fifth = (512 << 20) / 5;
        assert!(copy["read"].as_u64().unwrap() >= fifth, "{copy}");
        assert!(between["written"].as_u64().unwrap() >= fifth, "{between}");
        assert!(between["read"].as_u64().unwrap() < fifth / 4, "{between}");
    }
    let streams = of("media")[0]["steps"][0]["streams"].as_f64().unwrap();
    assert!(streams > 0.0);
    bed.is_clean();
}

/// Also processes that it left in the background are gone.
#[test]
fn a_failing_command_leaves_nothing() {
    let Some(bed) = Bed::new() else { return };
    let output =
        bed.trial(&["--", "sh", "-c", "touch file; sleep 1000 & exit 3"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text_of(&output).contains("failed (exit code 3)"), "{}", text_of(&output));
    assert!(!String::from_utf8_lossy(&output.stdout).is_empty(), "what was done is shown");
    bed.is_clean();
}

/// Loop devices that could discard and may not.
fn spoiled() -> Vec<String> {
    let entries = fs::read_dir("/sys/block").unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let most = |name: &str, which: &str| {
        let path = format!("/sys/block/{name}/queue/discard_max{which}_bytes");
        fs::read_to_string(path).unwrap_or_default().trim().parse().unwrap_or(0_u64)
    };
    let is_spoiled = |name: &String| most(name, "") < most(name, "_hw");
    names.filter(|name| name.starts_with("loop")).filter(is_spoiled).collect()
}

/// Loop devices are shared: their discard limits are restored, even after a kill.
#[test]
fn no_setting_of_a_loop_device_stays_changed() {
    let Some(bed) = Bed::new() else { return };
    let before = spoiled();
    let mut child = hanging(&bed);
    let used = loop_devices(bed.folder.path());
    assert_eq!(used.len(), 3, "two members and one alone");
    child.kill().unwrap();
    child.wait().unwrap();
    bed.is_clean();
    let after = spoiled();
    assert!(after.iter().all(|name| before.contains(name)), "{before:?}, then {after:?}");
}

/// A trial whose command has begun and does not end by itself, also not by Ctrl-C or SIGTERM.
fn hanging(bed: &Bed) -> Child {
    let begun = bed.path("begun");
    let script = format!("trap '' INT TERM; touch {}; while :; do sleep 1; done", begun.display());
    let mut trial = bed.trial(&["--", "sh", "-c", &script]);
    let mut child = trial.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let ended = |child: &mut Child| child.try_wait().unwrap().is_some();
    assert!(wait_until(|| begun.exists() || ended(&mut child)), "the command never began");
    if !begun.exists() {
        panic!("{}", text_of(&child.wait_with_output().unwrap()));
    }
    child
}

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn ctrl_c_ends_it_at_once() {
    let Some(bed) = Bed::new() else { return };
    let mut child = hanging(&bed);
    send("-INT", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!mount_folder(child.id()).exists());
    bed.is_clean();
}

/// A terminal's Ctrl-C goes to all in the foreground; a command it ended did not fail.
#[test]
fn a_terminals_ctrl_c_is_no_failure_of_the_command() {
    let Some(bed) = Bed::new() else { return };
    let begun = bed.path("begun");
    let script = format!("touch {}; exec sleep 1000", begun.display());
    let mut trial = bed.trial(&["--", "sh", "-c", &script]);
    let trial = trial.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = trial.spawn().unwrap();
    assert!(wait_until(|| begun.exists()), "the command never began");
    let group = i32::try_from(child.id()).unwrap();
    let sent = Command::new("kill").args(["-INT", "--", &format!("-{group}")]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text_of(&output));
    assert!(!text_of(&output).contains("exit code"), "{}", text_of(&output));
    bed.is_clean();
}

#[test]
fn ctrl_c_while_scratch_files_are_written_ends_it_too() {
    let Some(bed) = Bed::new() else { return };
    let mut trial = bed.trial(&["--job", "load"]);
    let mut child = trial.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(wait_until(|| mount_folder(child.id()).exists()));
    send("-INT", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    bed.is_clean();
}

/// Every moment between start and command, by chance; an empty folder below /run is all that may
/// be left, and the next trial or `--clean` removes it.
#[test]
fn a_kill_at_any_moment_leaves_nothing() {
    let Some(bed) = Bed::new() else { return };
    let mut chance =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos();
    let mut killed = Vec::new();
    for _ in 0..8 {
        let mut trial = bed.trial(&["--job", "copy", "--repeat", "2"]);
        let mut child = trial.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Constants of Numerical Recipes' quick generator; its low bits are not used.
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = Duration::from_millis(u64::from(chance >> 8) % 4000);
        std::thread::sleep(moment);
        println!("killed after {moment:?}");
        child.kill().unwrap();
        child.wait().unwrap();
        killed.push(child.id());
        bed.is_clean();
    }
    let cleaned = bed.narrows(&["trial", "--clean"]).output().unwrap();
    assert_eq!(cleaned.status.code(), Some(0), "{}", text_of(&cleaned));
    for process in killed {
        assert!(!mount_folder(process).exists());
    }
}

/// The process that holds everything is killed instead: the one that the user called says so.
#[test]
fn a_killed_holder_is_told_of() {
    let Some(bed) = Bed::new() else { return };
    let child = hanging(&bed);
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let holder =
        entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()).find(|id| {
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            status
                .lines()
                .any(|line| line.split_whitespace().eq(["PPid:", &child.id().to_string()]))
        });
    send("-KILL", holder.expect("a holder"));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    bed.is_clean();
}

#[test]
fn without_rights_it_says_which() {
    let Some(bed) = Bed::new() else { return };
    let mut trial = bed.trial(&["--job", "load"]);
    let output = trial.uid(65534).gid(65534).output();
    let Ok(output) = output else {
        return println!("skipped: another user may not run the binary");
    };
    assert_eq!(output.status.code(), Some(1));
    assert!(text_of(&output).contains("CAP_SYS_ADMIN"), "{}", text_of(&output));
    bed.is_clean();
}

#[test]
fn bad_input_is_refused_before_anything_is_made() {
    let Some(bed) = Bed::new() else { return };
    let cases: [(&[&str], i32, &str); 6] = [
        (&[], 2, "Nothing to do"),
        (&["--job", "load", "--chunk", "96K"], 2, "power of two"),
        (&["--job", "load", "--size", "100M"], 2, "too small"),
        (&["--job", "load", "--level", "10"], 2, "at least 3 drives"),
        (&["--job", "load", "--size", "900T"], 1, "stays free"),
        (&["--", "no-such-program-anywhere"], 2, "no-such-program-anywhere"),
    ];
    let drives = bed.drives();
    for (words, code, part) in cases {
        let output = bed.narrows(&["trial", "--drives", &drives]).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", text_of(&output));
        assert!(text_of(&output).contains(part), "{words:?}: {}", text_of(&output));
        assert!(output.stdout.is_empty());
    }
    let one = bed.path("a").display().to_string();
    let alone = bed.narrows(&["trial", "--drives", &one, "--job", "load"]).output().unwrap();
    assert_eq!(alone.status.code(), Some(2));
    assert!(text_of(&alone).contains("at least 2 drives"), "{}", text_of(&alone));
    let twice = format!("{one},{one}/../a");
    let twice = ["trial", "--drives", &twice, "--job", "load", "--dry-run"];
    let twice = bed.narrows(&twice).output().unwrap();
    assert_eq!(twice.status.code(), Some(2));
    assert!(text_of(&twice).contains("is specified twice"), "{}", text_of(&twice));
    bed.is_clean();
}

#[test]
fn a_rehearsal_shows_every_command_and_makes_nothing() {
    let Some(bed) = Bed::new() else { return };
    let output =
        bed.trial(&["--json", "--dry-run", "--raid-engine", "btrfs", "--", "sh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    let plan = document["plan"].as_array().unwrap();
    let first = |step: &Value| step["command"][0].as_str().unwrap_or("-").to_owned();
    let commands: Vec<String> = plan.iter().map(first).collect();
    assert_eq!(
        commands,
        [
            "unshare",
            "-",
            "losetup",
            "-",
            "losetup",
            "-",
            "losetup",
            "mkfs.btrfs",
            "mount",
            "sh",
            "umount",
            "mkfs.btrfs",
            "mount",
            "sh",
            "umount",
            "-"
        ]
    );
    assert!(!bed.path("state/narrows").exists());
    bed.is_clean();
}

/// Both drives are mounted alike: a file system that discards on the single drive alone, as btrfs does
/// unasked, would make the array look better than it is.
#[test]
fn the_single_drive_is_mounted_like_the_array() {
    let Some(bed) = Bed::new() else { return };
    let list = bed.path("state").join("options");
    let note = format!("grep \" $PWD \" /proc/self/mountinfo >> {}", list.display());
    let words = ["--raid-engine", "btrfs", "--repeat", "1", "--", "sh", "-c", &note];
    let output = bed.trial(&words).output().unwrap();
    assert!(output.status.success(), "{}", text_of(&output));
    let text = fs::read_to_string(&list).unwrap();
    // `... - btrfs /dev/loop3 rw,space_cache=v2,subvolid=5,subvol=/`: the device aside.
    let of_line = |line: &str| {
        let (mount, kind) = line.split_once(" - ").unwrap();
        let place = mount.split(' ').nth(5).unwrap().to_owned();
        (place, kind.split(' ').nth(2).unwrap().to_owned())
    };
    let mut options: Vec<(String, String)> = text.lines().map(of_line).collect();
    assert!(options.len() >= 2, "the array and the single drive: {text}");
    assert!(!text.contains("discard"), "{text}");
    options.dedup();
    assert_eq!(options.len(), 1, "{text}");
    bed.is_clean();
}
