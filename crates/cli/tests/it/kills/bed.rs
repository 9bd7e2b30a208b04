//! Two file systems on the test's own loop devices, in a separate mount namespace, and everything
//! that a run could leave changed there.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::experiment_bed::ext4_drive;

/// Large enough for a trial's members, sparse.
const IMAGE_BYTES: u64 = 3 << 30;
const DATA_BYTES: usize = 4 << 20;

/// The kernel lets go of the loop devices with the descriptors held here and with the last mount,
/// which is in a namespace that ends with the process that holds it.
pub struct Bed {
    folder: tempfile::TempDir,
    open: Vec<(String, File)>,
    /// Lives until its input ends, so that it ends with the test, however that ends.
    holder: Child,
}

/// State that must be the same before and after, a line each: settings of the drives' queues, loop
/// devices by the files behind them, mounts, the number of free blocks and the files of each file
/// system.
pub type State = BTreeSet<String>;

impl Bed {
    /// `None`, with the reason printed, if there can be none.
    pub fn new() -> Option<Self> {
        Self::build().inspect_err(|why| println!("skipped: no drives to kill on: {why}")).ok()
    }

    fn build() -> Result<Self, String> {
        if !rustix::process::geteuid().is_root() {
            return Err("loop devices and mounts need root".to_owned());
        }
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).map_err(text_of)?;
        let open = [0, 1].map(|number| format_drive(folder.path(), number));
        let open = open.into_iter().collect::<Result<Vec<_>, _>>()?;
        for name in ["out", "state"] {
            fs::create_dir(folder.path().join(name)).map_err(text_of)?;
        }
        let holder = hold(folder.path(), &open)?;
        let mut bed = Self { folder, open, holder };
        bed.is_held()?;
        for at in 0..2 {
            fs::write(bed.path_outside(at).join("data"), noise()).map_err(text_of)?;
        }
        Ok(bed)
    }

    /// Waits for the mounts; they exist once the holder has reported it.
    fn is_held(&mut self) -> Result<(), String> {
        let mut line = String::new();
        let stdout = self.holder.stdout.take().ok_or("no output of the holder")?;
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line)
            .map_err(text_of)?;
        if line.trim() == "mounted" { Ok(()) } else { Err("mounting failed".to_owned()) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The loop device of one of the drives, without `/dev/`.
    pub fn drive(&self, at: usize) -> &str {
        &self.open[at].0
    }

    /// A drive's folder as runs see it.
    pub fn mount_point(&self, at: usize) -> String {
        self.path(&at.to_string()).display().to_string()
    }

    /// The same folder through the holder's eyes (proc(5), `/proc/PID/root`).
    fn path_outside(&self, at: usize) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root{}", self.holder.id(), self.mount_point(at)))
    }

    /// narrows in the drives' mount namespace; nsenter(1) becomes it, and is the child.
    pub fn narrows(&self, words: &[String]) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--mount=/proc/{}/ns/mnt", self.holder.id()));
        command.args(["--", env!("CARGO_BIN_EXE_narrows")]).args(words);
        command.env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", self.path("state"));
        // With sudo's variables set, files would be written as the user behind it.
        command.env_remove("SUDO_UID").env_remove("SUDO_GID").stdin(Stdio::null());
        command
    }

    /// Processes that a run started, by their environment.
    pub fn processes(&self) -> Vec<u32> {
        let mark = format!("XDG_STATE_HOME={}", self.path("state").display());
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_ours = |id: &u32| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|set| set == mark.as_bytes())
        };
        numbers.filter(is_ours).collect()
    }

    pub fn state(&self) -> State {
        let mounts = fs::read_to_string(format!("/proc/{}/mountinfo", self.holder.id())).unwrap();
        let mut state: State = mounts.lines().map(|line| format!("mount {line}")).collect();
        for (name, _) in &self.open {
            state.extend(settings(&Path::new("/sys/block").join(name).join("queue")));
        }
        for at in 0..2 {
            let folder = self.path_outside(at);
            let file = File::open(&folder).unwrap();
            // Blocks that ext4 has yet to allocate would change the number of free ones later.
            rustix::fs::syncfs(&file).unwrap();
            let free = rustix::fs::fstatvfs(&file).unwrap().f_bfree;
            state.insert(format!("{free} blocks free on {at}"));
            state.extend(names(&folder));
        }
        state.extend(names(Path::new("/run/narrows")));
        state.extend(loops(self.folder.path()));
        state
    }

    /// Whether the drives' previous data is still there, to the byte.
    pub fn data_is_whole(&self) -> bool {
        (0..2).all(|at| fs::read(self.path_outside(at).join("data")).unwrap() == noise())
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        // The end of its input ends the holder.
        drop(self.holder.stdin.take());
        let _ = self.holder.wait();
    }
}

fn text_of(error: std::io::Error) -> String {
    error.to_string()
}

/// A drive whose tables are all laid out at once, so that its free space stays.
fn format_drive(folder: &Path, number: usize) -> Result<(String, File), String> {
    let image = folder.join(format!("narrows-kills-{number}.img"));
    let drive = ext4_drive(&image, IMAGE_BYTES, &["-E", "lazy_itable_init=0,lazy_journal_init=0"])?;
    fs::create_dir(folder.join(number.to_string())).map_err(text_of)?;
    Ok(drive)
}

fn hold(folder: &Path, open: &[(String, File)]) -> Result<Child, String> {
    let mounts = open.iter().enumerate().map(|(number, (name, _))| {
        format!("mount /dev/{name} {} && ", folder.join(number.to_string()).display())
    });
    // `cat` ends with its input, and the namespace with it.
    let script = format!("{}echo mounted && exec cat > /dev/null", mounts.collect::<String>());
    Command::new("unshare")
        .args(["--mount", "--propagation", "private", "sh", "-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(text_of)
}

/// Bytes that do not repeat within a page.
fn noise() -> Vec<u8> {
    (0..DATA_BYTES as u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

/// Every file of a queue's folder that can be read.
fn settings(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let read = entries.filter_map(|path| Some((fs::read_to_string(&path).ok()?, path)));
    read.map(|(text, path)| format!("{} is {}", path.display(), text.trim())).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path().display().to_string()).collect()
}

fn loops(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir("/sys/block").unwrap().flatten();
    let files =
        entries.filter_map(|entry| fs::read_to_string(entry.path().join("loop/backing_file")).ok());
    let ours = files.filter(|file| Path::new(file.trim()).starts_with(folder));
    ours.map(|file| format!("loop device over {}", file.trim())).collect()
}
