//! Programs of the system: their paths, the packages of missing ones, and running them.
//!
//! For: trial arrays, permanent arrays, and data that only a system's program provides.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Access, AtFlags, CWD, accessat};

/// Folders of root's programs, if the user's own path lacks them.
const SYSTEM: &[&str] = &["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// Between two looks whether a program that is waited for has ended.
const LOOK: Duration = Duration::from_millis(2);
/// Limit on captured output, in bytes: far more than any queried program prints on a large machine.
const HEARD_MOST: u64 = 1 << 20;

/// A program by name or path, as execvp(3) would find it, or in root's folders.
pub fn find(name: &str) -> Option<PathBuf> {
    find_in(name, on_path().into_iter().chain(system()))
}

/// A program to run as root: the system's own comes before one of the same name on a path that
/// another user may have set.
pub fn find_own(name: &str) -> Option<PathBuf> {
    find_in(name, trusted(on_path()))
}

/// A relative folder of a path is whichever one root happens to be in, which may be another user's.
fn trusted(path: Vec<PathBuf>) -> impl Iterator<Item = PathBuf> {
    system().chain(path.into_iter().filter(|folder| folder.is_absolute()))
}

fn on_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect()
}

fn system() -> impl Iterator<Item = PathBuf> {
    SYSTEM.iter().map(PathBuf::from)
}

fn find_in(name: &str, folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    if name.contains('/') {
        let path = PathBuf::from(name);
        return is_program(&path).then_some(path);
    }
    folders.into_iter().map(|folder| folder.join(name)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.is_file() && accessat(CWD, path, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}

/// The package of a program, by its name in Debian, Fedora and Arch, which agree on these.
pub fn package(program: &str) -> &'static str {
    match program {
        "mkfs.xfs" => "xfsprogs",
        "mkfs.ext4" => "e2fsprogs",
        "mkfs.btrfs" => "btrfs-progs",
        "mdadm" => "mdadm",
        "modprobe" => "kmod",
        "pvcreate" | "pvremove" | "vgcreate" | "vgs" | "lvcreate" | "vgremove" => "lvm2",
        "zpool" => "zfsutils-linux",
        "sfdisk" => "fdisk",
        "wipefs" | "blkid" | "partx" | "mount" | "umount" => "util-linux",
        "update-initramfs" => "initramfs-tools",
        "udevadm" => "udev",
        "systemctl" => "systemd",
        _ => "coreutils",
    }
}

/// Runs a program of a trial to its end; the error includes its output. mke2fs(8) must write its zeros
/// itself: zeroing requests to a loop device may become a hole in the file below (lib/ext2fs/unix_io.c,
/// UNIX_IO_NOZEROOUT).
pub fn run(words: &[String]) -> io::Result<()> {
    let Some(mut command) = command(words)? else { return Ok(()) };
    command.env("UNIX_IO_NOZEROOUT", "1").stdin(Stdio::null());
    output_text(&command.output()?).map(drop)
}

/// Runs a program with this input; returns its output, or an error with its messages.
pub fn ask(words: &[String], input: &str) -> io::Result<String> {
    let Some(mut command) = command(words)? else { return Ok(String::new()) };
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let pipe = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // It may print more than a pipe holds before it reads on. One that does not read to the end
        // says so by failing.
        scope.spawn(move || pipe.map(|mut pipe| pipe.write_all(input.as_bytes())));
        child.wait_with_output()
    });
    output_text(&output?)
}

/// Output of a program, if it succeeds in time. One that does not is killed and, if it hangs in the
/// kernel even then, left behind.
pub(crate) fn heard(mut command: Command, patience: Duration) -> Option<String> {
    let streams = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = streams.spawn().ok()?;
    let mut pipe = child.stdout.take()?.take(HEARD_MOST);
    let (sender, receiver) = std::sync::mpsc::channel();
    // More than a pipe holds must be read before it can end.
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = sender.send(pipe.read_to_string(&mut text).ok().map(|_| text));
    });
    let until = Instant::now() + patience;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < until => std::thread::sleep(LOOK),
            _ => {
                let _ = child.kill();
                // Reaps it if it is gone by then; waiting without a limit could take for ever if
                // it hangs in the kernel.
                std::thread::sleep(LOOK);
                let _ = child.try_wait();
                return None;
            }
        }
    };
    // Another process that it started may hold the pipe.
    let left = until.saturating_duration_since(Instant::now()).max(LOOK);
    let text = receiver.recv_timeout(left).ok()??;
    status.success().then_some(text)
}

/// In plain words and without the caller's surroundings, but for where programs look for others.
fn command(words: &[String]) -> io::Result<Option<Command>> {
    let Some((name, arguments)) = words.split_first() else { return Ok(None) };
    let program = find_own(name).ok_or_else(|| {
        let package = package(name);
        io::Error::new(io::ErrorKind::NotFound, format!("{name} is not installed ({package})"))
    })?;
    let mut command = Command::new(program);
    command.args(arguments).env("LC_ALL", "C");
    Ok(Some(command))
}

fn output_text(done: &Output) -> io::Result<String> {
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&done.stderr);
    // The last line in which a program says why it failed; some print how they are used behind it.
    let is_usage =
        |line: &str| line.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("usage:"));
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if let Some(usage) = lines.iter().position(|line| is_usage(line)).filter(|at| *at > 0) {
        lines.truncate(usage);
    }
    let reason: &str = lines.last().copied().unwrap_or_default();
    Err(io::Error::other(format!("{}: {}", done.status, reason)))
}

/// Whether the kernel has this part, built in, loaded or as a module: a file system, or a level of
/// md. Source: proc_filesystems(5), modules.dep(5).
pub fn kernel_has(part: &str) -> bool {
    let known = std::fs::read_to_string("/proc/filesystems").unwrap_or_default();
    if known.split_whitespace().any(|word| word == part) {
        return true;
    }
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let folder = Path::new("/lib/modules").join(release.trim());
    ["modules.builtin", "modules.dep"].iter().any(|list| {
        let list = std::fs::read_to_string(folder.join(list)).unwrap_or_default();
        list.lines().any(|line| is_module(line, part))
    })
}

/// A line such as `kernel/fs/btrfs/btrfs.ko.xz: kernel/lib/raid6/raid6_pq.ko.xz`.
fn is_module(line: &str, name: &str) -> bool {
    let path = line.split(':').next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    // Both mean the same in names of modules (modprobe(8)).
    file.split('.').next().is_some_and(|stem| stem.replace('-', "_") == name.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let sh = find("sh").unwrap();
        assert!(sh.is_absolute());
        assert_eq!(find(sh.to_str().unwrap()), Some(sh));
        assert_eq!(find("no-such-program-anywhere"), None);
        assert_eq!(find("/"), None);
    }

    #[test]
    fn roots_programs_are_the_systems_own() {
        let folder = tempfile::tempdir().unwrap();
        let planted = folder.path().join("sh");
        std::fs::copy(find("sh").unwrap(), &planted).unwrap();
        let first = [folder.path().to_owned()];
        assert_eq!(find_in("sh", first.clone().into_iter().chain(system())), Some(planted.clone()));
        assert_ne!(find_in("sh", system().chain(first)), Some(planted));
        let path = ["", ".", "bin", "/opt/bin"].map(PathBuf::from).to_vec();
        assert_eq!(trusted(path).skip(SYSTEM.len()).collect::<Vec<_>>(), [Path::new("/opt/bin")]);
        let own = find_own("sh").unwrap();
        assert!(SYSTEM.iter().any(|folder| own.starts_with(folder)), "{own:?}");
    }

    #[test]
    fn what_a_program_says_comes_with_its_failure() {
        let words = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let why = run(&words(&["sh", "-c", "echo one >&2; echo two >&2; exit 3"])).unwrap_err();
        assert!(why.to_string().contains('3') && why.to_string().ends_with("two"), "{why}");
        run(&words(&["true"])).unwrap();
        let missing = run(&words(&["no-such-program-anywhere"])).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_program_may_print_before_it_reads() {
        let script = "head -c 200000 /dev/zero | tr '\\0' x; cat > /dev/null";
        let words = ["sh", "-c", script].map(str::to_owned);
        assert_eq!(ask(&words, &"y".repeat(200_000)).unwrap().len(), 200_000);
    }

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn only_a_program_that_ends_well_and_in_time_is_heard() {
        let patience = Duration::from_secs(60);
        assert_eq!(heard(shell("echo x"), patience).as_deref(), Some("x\n"));
        let long = "head -c 200000 /dev/zero | tr '\\0' x";
        assert_eq!(heard(shell(long), patience).map(|text| text.len()), Some(200_000));
        assert_eq!(heard(shell("echo x; exit 1"), patience), None);
        assert_eq!(heard(Command::new("/no/such/program"), patience), None);
        assert_eq!(heard(shell("exec sleep 1000"), Duration::from_millis(1)), None);
        // One that leaves another behind, which holds its output.
        assert_eq!(heard(shell("sleep 3 & echo x"), Duration::from_millis(200)), None);
    }

    #[test]
    fn modules_go_by_their_file() {
        let line = "kernel/fs/btrfs/btrfs.ko.xz: kernel/lib/xor.ko.xz";
        assert!(is_module(line, "btrfs") && !is_module(line, "xor"));
        assert!(is_module("kernel/drivers/md/md-mod.ko", "md_mod"));
        assert!(!kernel_has("no_such_part_of_a_kernel"));
    }
}
