//! Several hosts on this machine: network namespaces with their own host names and clocks, joined by bridges
//! with shaped links; a storage server in one of them, whose disk the others show by FUSE; ranks started in
//! them by Open MPI through a launch agent. Everything lives in its own namespaces and ends with its first
//! process, which ends with us: nothing is left after a kill.

// Each of the two test programs takes its part of it.
#![allow(dead_code)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tempfile::TempDir;

/// Names the binary for many hosts with MPI in it; `cargo xtask test` makes one.
const BINARY: &str = "NARROWS_MPI_BINARY";
/// Names one with MPICH in it; `cargo xtask rig hosts build` makes one.
const OF_MPICH: &str = "NARROWS_MPICH_BINARY";

const PROGRAMS: [&str; 8] =
    ["mpirun", "ip", "tc", "unshare", "nsenter", "nbdkit", "nbdfuse", "fusermount3"];

/// Why there is no bed here; none when there can be one.
fn missing() -> Option<String> {
    let is_root = fs::metadata("/proc/self")
        .is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0);
    if !is_root {
        return Some("hosts in namespaces need root".to_owned());
    }
    if let Some(program) = PROGRAMS.iter().find(|program| !is_installed(program)) {
        return Some(format!("{program} is not installed"));
    }
    if !Path::new("/dev/fuse").exists() {
        return Some("the kernel has no FUSE".to_owned());
    }
    let binary = std::env::var_os(BINARY).is_some_and(|path| Path::new(&path).is_file());
    let why = format!("no binary with MPI: {BINARY} names none (cargo xtask rig hosts build)");
    (!binary).then_some(why)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut folders = path.split(':').chain(["/usr/sbin", "/sbin"]);
    folders.any(|folder| Path::new(folder).join(program).is_file())
}

/// One bed at a time, if there can be one.
pub fn turn() -> Option<MutexGuard<'static, ()>> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    match missing() {
        Some(why) => {
            println!("skipped: {why}");
            None
        }
        None => Some(ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// The same, if there is MPICH, too.
pub fn turn_of_mpich() -> Option<MutexGuard<'static, ()>> {
    let binary = std::env::var_os(OF_MPICH).is_some_and(|path| Path::new(&path).is_file());
    if !binary || !is_installed("mpiexec.hydra") {
        println!("skipped: no MPICH, or {OF_MPICH} names no binary (cargo xtask rig hosts build)");
        return None;
    }
    turn()
}

/// A bed's folder, on a disk: scratch files are refused in memory.
pub struct Bed {
    folder: TempDir,
}

pub struct Ran {
    pub code: Option<i32>,
    pub shown: String,
    pub errors: String,
}

impl Bed {
    pub fn new() -> Self {
        let folder = TempDir::with_prefix_in("narrows-hosts-", env!("CARGO_TARGET_TMPDIR"));
        Self { folder: folder.unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a script in its own namespaces, after `bed.sh`, whose functions it calls. `$NARROWS` is the
    /// binary, `$NARROWS_OF_MPICH` the one with MPICH.
    pub fn run(&self, script: &str) -> Ran {
        let Output { status, stdout, stderr } = self.command(script).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let ran = Ran { code: status.code(), shown: text(stdout), errors: text(stderr) };
        assert!(!ran.errors.contains("panicked"), "{}", ran.errors);
        ran
    }

    fn command(&self, script: &str) -> Command {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rigs/host_bed/bed.sh");
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--net", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"])
            .args(["--propagation", "private", "bash", "-c"])
            .arg(format!(". {}\n{script}", library.display()))
            .env("BED", self.folder.path())
            .env("NARROWS", std::env::var_os(BINARY).unwrap_or_default())
            .env("NARROWS_OF_MPICH", std::env::var_os(OF_MPICH).unwrap_or_default())
            .env_remove("NARROWS_LANG")
            .stdin(Stdio::null())
            .process_group(0);
        command
    }

    /// The documents of this name in the hosts' own run directories, with the host's name.
    pub fn kept(&self, document: &str) -> Vec<(String, Value)> {
        let mut documents = Vec::new();
        for host in fs::read_dir(self.path("state")).unwrap().flatten() {
            let runs = fs::read_dir(host.path().join("narrows/runs"));
            for run in runs.into_iter().flatten().flatten() {
                if let Ok(bytes) = fs::read(run.path().join(document)) {
                    let name = host.file_name().to_string_lossy().into_owned();
                    documents.push((name, serde_json::from_slice(&bytes).unwrap()));
                }
            }
        }
        documents.sort_by(|one, other| one.0.cmp(&other.0));
        documents
    }
}

impl Ran {
    pub fn document(&self) -> Value {
        let json = self.shown.find('{').map_or("", |at| &self.shown[at..]);
        let mut documents = serde_json::Deserializer::from_str(json).into_iter();
        documents
            .next()
            .and_then(Result::ok)
            .unwrap_or_else(|| panic!("{}{}", self.shown, self.errors))
    }
}
