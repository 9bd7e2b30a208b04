//! Every option that writes a file against everything that can be in its place: no one's data is
//! overwritten, and a file exists completely or not at all.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::home::{Z170, program};

const SWEEP: [&str; 7] = ["predict", Z170, "--sweep", "depth=1..2", "--of", "m8pe1", "--svg"];

/// Each option that writes a file, as its last word, and the beginning of such a file.
const OPTIONS: [&[&str]; 10] = [
    &["see", Z170, "--html"],
    &["see", Z170, "--svg"],
    &["predict", Z170, "--png"],
    &["see", Z170, "--card"],
    &["casebook", "--html"],
    &SWEEP,
    &["plan", Z170, "--save"],
    &["plan", Z170, "--svg"],
    &["measure", "nop", "--dry-run", "--fio-job"],
    &["capture", "-o"],
];

struct Bed(tempfile::TempDir);

impl Bed {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[&str], to: &Path) -> Command {
        let mut command = program(words);
        command.arg(to).env("XDG_STATE_HOME", self.0.path());
        command.env_remove("SUDO_UID").stdin(Stdio::null());
        command
    }

    fn write(&self, words: &[&str], to: &Path, force: bool) -> Output {
        self.command(words, to).args(force.then_some("--force")).output().unwrap()
    }

    /// Refused with exit code 5 and one line that names the place, forced or not; nothing on
    /// standard output, and nothing left beside it.
    fn is_refused(&self, words: &[&str], to: &Path) {
        let names = names(to.parent().unwrap());
        for force in [false, true] {
            let output = self.write(words, to, force);
            let errors = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(5), "{words:?} {force}: {errors}");
            assert!(errors.contains(to.to_str().unwrap()), "{errors}");
            assert!(output.stdout.is_empty() && errors.lines().count() == 1, "{errors}");
        }
        assert_eq!(self::names(to.parent().unwrap()), names);
    }
}

fn names(folder: &Path) -> Vec<PathBuf> {
    // Loop devices of other tests come and go.
    if folder == Path::new("/dev") {
        return Vec::new();
    }
    let mut names: Vec<_> = folder.read_dir().unwrap().map(|it| it.unwrap().path()).collect();
    names.sort();
    names
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn new_files_and_our_own_are_written_others_only_by_force() {
    let bed = Bed::new();
    for (at, words) in OPTIONS.iter().enumerate() {
        let to = bed.path(&format!("file{at}"));
        let is_done = |force, expected: i32| {
            let output = bed.write(words, &to, force);
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(expected), "{words:?}: {text}");
        };
        is_done(false, 0);
        let first = fs::read(&to).unwrap();
        assert!(!first.is_empty());
        // Our own again, then a user's empty file with its permissions.
        is_done(false, 0);
        fs::write(&to, "").unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o600)).unwrap();
        is_done(false, 0);
        assert_eq!(fs::metadata(&to).unwrap().mode() & 0o777, 0o600);
        // A user's text, and our own file of another kind.
        let other = if at == 0 { "[global]\n; narrows measure\n" } else { "<!DOCTYPE html>" };
        for theirs in ["schema = \"narrows.machine/1\"\n", "a letter", other] {
            fs::write(&to, theirs).unwrap();
            is_done(false, 5);
            assert_eq!(fs::read_to_string(&to).unwrap(), theirs);
        }
        is_done(true, 0);
        assert_eq!(fs::read(&to).unwrap()[..8], first[..8]);
    }
    assert_eq!(names(bed.0.path()).len(), OPTIONS.len(), "nothing is left beside them");
}

#[test]
fn links_folders_and_devices_are_refused() {
    let bed = Bed::new();
    let (target, link, dangling) = (bed.path("target"), bed.path("link"), bed.path("dangling"));
    fs::create_dir(bed.path("folder")).unwrap();
    symlink(&target, &link).unwrap();
    symlink(bed.path("nothing"), &dangling).unwrap();
    for words in OPTIONS {
        fs::write(&target, "a letter").unwrap();
        bed.is_refused(words, &link);
        bed.is_refused(words, &dangling);
        bed.is_refused(words, &bed.path("folder"));
        bed.is_refused(words, Path::new("/dev/null"));
        assert_eq!(fs::read_to_string(&target).unwrap(), "a letter");
        assert!(link.is_symlink() && dangling.is_symlink() && !bed.path("nothing").exists());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}

/// Whoever may write to a folder can put an empty file, or one of ours, where another user will
/// write: it would keep its owner.
#[test]
fn what_another_user_put_into_a_folder_for_everyone_is_refused() {
    if !is_root() {
        return println!("skipped: giving files away needs root");
    }
    let bed = Bed::new();
    let shared = bed.path("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o1777)).unwrap();
    for words in OPTIONS {
        let (own, planted, pipe) = (shared.join("own"), shared.join("file"), shared.join("pipe"));
        assert!(bed.write(words, &own, true).status.success(), "{words:?}");
        fs::copy(&own, &planted).unwrap();
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
        for path in [&planted, &pipe] {
            chown(path, Some(65534), Some(65534)).unwrap();
            bed.is_refused(words, path);
        }
        fs::write(&planted, "").unwrap();
        bed.is_refused(words, &planted);
        // The folder's owner may do as he likes there anyway.
        chown(&shared, Some(65534), None).unwrap();
        assert!(bed.write(words, &planted, false).status.success(), "{words:?}");
        chown(&shared, Some(0), None).unwrap();
        fs::remove_file(&pipe).unwrap();
    }
}

#[test]
fn what_a_kill_left_goes_with_the_next_call() {
    let bed = Bed::new();
    let to = bed.path("report.html");
    let spare = |at: usize| bed.path(&format!(".narrows-{at:016x}.new"));
    assert!(bed.write(OPTIONS[0], &to, false).status.success());
    fs::copy(&to, spare(1)).unwrap();
    fs::write(spare(2), "a letter").unwrap();
    assert!(bed.write(OPTIONS[0], &to, false).status.success());
    assert_eq!(names(bed.0.path()), [spare(2), to]);
}

/// A block device with a file system, mounted and not.
#[test]
fn a_block_device_keeps_what_is_on_it() {
    let bed = Bed::new();
    let image = bed.path("image");
    File::create(&image).unwrap().set_len(16 << 20).unwrap();
    let attach = Command::new("losetup").args(["--find", "--show"]).arg(&image).output();
    let device = match attach {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout).unwrap(),
        other => return println!("skipped: no loop device ({other:?})"),
    };
    let device = PathBuf::from(device.trim());
    // Held open, the device lives until the end of the test and no longer.
    let held = File::open(&device).unwrap();
    assert!(Command::new("losetup").arg("--detach").arg(&device).status().unwrap().success());
    let made = Command::new("mkfs.ext4").args(["-q"]).arg(&device).status();
    if !made.is_ok_and(|made| made.success()) {
        return println!("skipped: no mkfs.ext4");
    }
    let content = || {
        let mut content = vec![0; 16 << 20];
        held.read_exact_at(&mut content, 0).unwrap();
        content
    };
    let before = content();
    for words in OPTIONS {
        bed.is_refused(words, &device);
        assert!(content() == before, "{words:?}");
    }
    // Mounted in its own namespace: read-only, so that mounting changes nothing.
    let script = format!(
        "mkdir {0} && mount -o ro,noload {1} {0} && \"$@\"; code=$?; umount {0}; exit $code",
        bed.path("mnt").display(),
        device.display()
    );
    for words in OPTIONS {
        let mut inside = Command::new("unshare");
        inside.args(["--mount", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_narrows")]);
        let output = inside.args(words).arg(&device).arg("--force").output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if text.contains("mount: ") || text.contains("unshare: ") {
            return println!("skipped: nothing can be mounted here ({text})");
        }
        assert_eq!(output.status.code(), Some(5), "{words:?}: {text}");
        assert!(content() == before, "{words:?}");
        fs::remove_dir(bed.path("mnt")).unwrap();
    }
}

#[test]
fn a_pipe_and_standard_output_are_streams() {
    let bed = Bed::new();
    for (at, words) in OPTIONS.iter().enumerate() {
        let pipe = bed.path(&format!("pipe{at}"));
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_raw_mode(0o600))
            .unwrap();
        let through = std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut bytes = Vec::new();
                File::open(&pipe).unwrap().read_to_end(&mut bytes).unwrap();
                bytes
            });
            assert!(bed.write(words, &pipe, false).status.success(), "{words:?}");
            reader.join().unwrap()
        });
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        for name in ["-", "/dev/stdout"] {
            let output = bed.write(words, Path::new(name), false);
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{words:?} {name}: {text}");
            // Nothing else is in it. The data of this machine may change meanwhile.
            let same = output.stdout.len().min(through.len()).min(16);
            assert!(same > 8 && output.stdout[..same] == through[..same], "{words:?} {name}");
        }
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn a_full_disk_leaves_the_old_file_and_no_half_one() {
    if !is_root() {
        return println!("skipped: mounting needs root");
    }
    let bed = Bed::new();
    let small = bed.path("small");
    fs::create_dir(&small).unwrap();
    // 16 KiB, all but two of its pages in use: the old file of one page stays whole.
    let script = format!(
        "mount -t tmpfs -o size=16k tmpfs {0} || exit 77; cp \"$1\" {0}/old && shift; \
         head -c 8192 /dev/zero > {0}/filler; head -c 4096 /dev/zero >> {0}/filler; \
         \"$@\" {0}/old --force; echo \"code $?\"; \"$@\" {0}/new; echo \"code $?\"; \
         cd {0} && ls -A && cat old",
        small.display()
    );
    let old = bed.path("letter");
    fs::write(&old, "a letter").unwrap();
    // The fio job and the machine file are smaller than a page, which a full tmpfs lacks as well.
    for words in OPTIONS {
        let mut inside = Command::new("unshare");
        inside.args(["--mount", "sh", "-c", &script, "sh"]).arg(&old);
        inside.arg(env!("CARGO_BIN_EXE_narrows")).args(words).env("LC_ALL", "C.UTF-8");
        let output = inside.output().unwrap();
        let (shown, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        if output.status.code() == Some(77) || errors.contains("unshare: ") {
            return println!("skipped: nothing can be mounted here ({errors})");
        }
        let shown = String::from_utf8(shown).unwrap();
        assert_eq!(shown, "code 1\ncode 1\nfiller\nold\na letter", "{words:?}: {errors}");
        assert!(errors.contains("cannot write") && errors.contains("No space left"), "{errors}");
    }
}

#[test]
fn without_rights_nothing_is_written() {
    if !is_root() {
        return println!("skipped: changing users needs root");
    }
    let bed = Bed::new();
    fs::set_permissions(bed.0.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(bed.path("theirs")).unwrap();
    fs::write(bed.path("theirs/file"), "").unwrap();
    // If the binary itself may not be run, a copy is run. Another process makes it: a file that
    // this one had open for writing when another test forked cannot be run ("text file busy").
    let binary = bed.path("narrows");
    let mut copy = Command::new("cp");
    assert!(copy.arg(env!("CARGO_BIN_EXE_narrows")).arg(&binary).status().unwrap().success());
    for words in OPTIONS {
        for name in ["new", "file"] {
            let mut command = Command::new(&binary);
            command.args(words).arg(bed.path("theirs").join(name)).env("LC_ALL", "C.UTF-8");
            let output = command.uid(65534).gid(65534).current_dir("/").output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{words:?}: {text}");
            assert!(text.contains("cannot write") && output.stdout.is_empty(), "{text}");
        }
    }
    assert_eq!(names(&bed.path("theirs")), [bed.path("theirs/file")]);
    assert_eq!(fs::read(bed.path("theirs/file")).unwrap(), b"");
}

#[test]
fn what_is_refused_is_refused_before_the_work() {
    let bed = Bed::new();
    let start = std::time::Instant::now();
    let words = ["measure", "nop", "--time", "60s", "--no-report", "--fio-job"];
    bed.is_refused(&words, Path::new("/dev/null"));
    assert!(start.elapsed().as_secs() < 50, "the minute was not measured first");
    // `--force` applies only to a requested file.
    let forced = bed.command(&["measure", "nop", "--dry-run"], Path::new("--force")).output();
    assert_eq!(forced.unwrap().status.code(), Some(2));
}

/// Each is about process 1 of its own namespace, and all begin within a second or two.
#[test]
fn runs_that_cannot_see_each_other_keep_each_their_own() {
    if !is_root() {
        return println!("skipped: process namespaces need root");
    }
    let bed = Bed::new();
    let words = ["measure", "nop", "--time", "100ms", "--ramp", "0ms", "--quiet"];
    let start = |_| {
        let mut command = Command::new("unshare");
        command.args(["--fork", "--pid", env!("CARGO_BIN_EXE_narrows")]).args(words);
        command.env("XDG_STATE_HOME", bed.0.path()).env_remove("SUDO_UID");
        command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
    };
    let started: Vec<_> = (0..8).map(start).collect();
    // On a busy machine a run is partial (3) and kept all the same.
    let is_kept = |code: Option<i32>| matches!(code, Some(0 | 3));
    let done = started.into_iter().map(|mut child| is_kept(child.wait().unwrap().code()));
    let kept = done.filter(|is_done| *is_done).count();
    if kept == 0 {
        return println!("skipped: no process namespaces here");
    }
    let runs = names(&bed.path("narrows/runs"));
    assert_eq!(runs.len(), kept);
    assert!(runs.iter().all(|run| run.join("run.json").is_file()));
}
