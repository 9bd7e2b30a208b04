//! A machine made of files, with the few settings that experiments change, and a loop device.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Waits for something that takes milliseconds; only a broken program takes as long as this.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Signals, sent by kill(1) so that no test needs unsafe code.
pub mod signal {
    use std::process::Command;

    pub const INT: &str = "-INT";
    pub const HUP: &str = "-HUP";
    pub const QUIT: &str = "-QUIT";

    pub fn to(process: u32, signal: &str) {
        send(signal, process.to_string());
    }

    /// To every process of the group that a process leads.
    pub fn to_group(leader: u32, signal: &str) {
        send(signal, format!("-{leader}"));
    }

    fn send(signal: &str, whom: String) {
        // Who is gone already needs no signal.
        let _ = Command::new("kill").args([signal, "--", &whom]).status();
    }
}

/// Whether the disk, busy with requests of others, answered nothing for a whole round: then the
/// measurements cannot be judged.
pub fn is_held_up(document: &Value) -> bool {
    let mut notes = document["notes"].as_array().into_iter().flatten();
    let is_so = notes.any(|note| note["id"] == "cli-not-measured");
    if is_so {
        println!("skipped: the disk answered nothing for a whole round");
    }
    is_so
}

/// Tests that change settings of the real machine take turns: only one run at a time may.
pub fn on_this_machine() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    let turn = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    wait_for_restorers();
    turn
}

/// A restorer holds the real lock a little longer than it takes to put a setting back.
pub fn wait_for_restorers() {
    let Ok(file) = File::open("/run/narrows-experiment.lock") else { return };
    file.lock().unwrap();
    file.unlock().unwrap();
}

/// Index of runs that may have left something changed, below the root.
pub const INDEX: &str = "var/lib/narrows/held";

/// The machine, a state home, and a file to measure.
pub struct Bed {
    folder: tempfile::TempDir,
    is_live: bool,
}

const PORTS: [(&str, &str); 2] = [("0000:00:01.1", "01"), ("0000:00:1b.4", "02")];

impl Bed {
    /// Two NVMe drives below two ports, one of which has a cooling device, and one processor.
    pub fn new() -> Self {
        let bed = Self::live();
        let bed = Self { is_live: false, ..bed };
        bed.write("proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n");
        bed.write("run/here", "");
        for (port, bus) in PORTS {
            bed.port(port, bus);
        }
        bed.plug("nvme0n1", "0000:00:01.1", "S1");
        bed.plug("nvme1n1", "0000:00:1b.4", "S2");
        let cooling = "sys/class/thermal/cooling_device3";
        bed.write(&format!("{cooling}/type"), "PCIe_Port_Link_Speed_0000:00:01.1\n");
        bed.write(&format!("{cooling}/max_state"), "3\n");
        bed.write(&format!("{cooling}/cur_state"), "1\n");
        let policy = "sys/devices/system/cpu/cpufreq/policy0";
        bed.write(&format!("{policy}/related_cpus"), "0 1\n");
        bed.write(&format!("{policy}/scaling_max_freq"), "3600000\n");
        bed.write(&format!("{policy}/cpuinfo_min_freq"), "800000\n");
        bed.write(&format!("{policy}/cpuinfo_max_freq"), "4700000\n");
        bed
    }

    /// The real machine; only the state home is the test's own.
    pub fn live() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let noise: Vec<u8> =
            (0..4u32 << 20).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        fs::write(folder.path().join("measured"), noise).unwrap();
        Self { folder, is_live: true }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    pub fn file(&self) -> String {
        self.folder.path().join("measured").display().to_string()
    }

    /// At once, like the kernel: a restorer that still looks must not see half of it.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let new = self.folder.path().join("new");
        fs::write(&new, text).unwrap();
        fs::rename(new, path).unwrap();
    }

    /// A file's value: the word in brackets if there is one, as in a list of schedulers.
    pub fn text(&self, path: &str) -> String {
        let text = fs::read_to_string(self.root().join(path)).unwrap();
        let chosen = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        chosen.map_or(text.trim(), |(chosen, _)| chosen).to_owned()
    }

    fn link(&self, path: &str, target: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
    }

    fn port(&self, port: &str, bus: &str) {
        let folder = format!("sys/devices/pci0000:00/{port}");
        self.function(&folder, port, "0x060400");
        let bus = u8::from_str_radix(bus, 16).unwrap();
        self.write(&format!("{folder}/secondary_bus_number"), &format!("{bus}\n"));
        self.write(&format!("{folder}/subordinate_bus_number"), &format!("{bus}\n"));
    }

    fn function(&self, folder: &str, address: &str, class: &str) {
        for (file, text) in [
            ("vendor", "0x1022"),
            ("device", "0x1234"),
            ("class", class),
            ("current_link_speed", "8.0 GT/s PCIe"),
            ("current_link_width", "4"),
            ("max_link_speed", "16.0 GT/s PCIe"),
            ("max_link_width", "4"),
        ] {
            self.write(&format!("{folder}/{file}"), &format!("{text}\n"));
        }
        let above = folder.strip_prefix("sys/").unwrap();
        self.link(&format!("sys/bus/pci/devices/{address}"), &format!("../../../{above}"));
    }

    pub fn plug(&self, name: &str, port: &str, serial: &str) {
        let bus = PORTS.iter().find(|(name, _)| *name == port).unwrap().1;
        let address = format!("0000:{bus}:00.0");
        let folder = format!("sys/devices/pci0000:00/{port}/{address}");
        self.function(&folder, &address, "0x010802");
        let controller = name.trim_end_matches("n1");
        let nvme = format!("{folder}/nvme/{controller}");
        self.write(&format!("{nvme}/model"), "Model A\n");
        self.write(&format!("{nvme}/serial"), &format!("{serial}\n"));
        let disk = format!("{nvme}/{name}");
        self.write(&format!("{disk}/size"), "1000215216\n");
        self.write(&format!("{disk}/queue/scheduler"), "[none] mq-deadline kyber\n");
        self.write(&format!("{disk}/queue/nr_requests"), "64\n");
        self.link(&format!("{disk}/device"), &format!("../../{controller}"));
        let above = disk.strip_prefix("sys/").unwrap();
        self.link(&format!("sys/class/block/{name}"), &format!("../../{above}"));
        self.link(&format!("sys/block/{name}"), &format!("../{above}"));
        let above = nvme.strip_prefix("sys/").unwrap();
        self.link(&format!("sys/class/nvme/{controller}"), &format!("../../{above}"));
    }

    pub fn unplug(&self, name: &str) {
        let root = self.root();
        let disk = fs::canonicalize(root.join("sys/block").join(name)).unwrap();
        let function = disk.ancestors().nth(3).unwrap();
        let address = function.file_name().unwrap();
        fs::remove_file(root.join("sys/bus/pci/devices").join(address)).unwrap();
        fs::remove_dir_all(function).unwrap();
        fs::remove_file(root.join("sys/block").join(name)).unwrap();
        fs::remove_file(root.join("sys/class/block").join(name)).unwrap();
        fs::remove_file(root.join("sys/class/nvme").join(name.trim_end_matches("n1"))).unwrap();
    }

    /// Every file of the machine and its contents.
    pub fn everything(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                match entry.file_type().unwrap() {
                    kind if kind.is_dir() => folders.push(entry.path()),
                    kind if kind.is_file() => {
                        files.insert(entry.path(), fs::read(entry.path()).unwrap());
                    }
                    _ => {}
                }
            }
        }
        files
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.verb("experiment", args);
        // Kept lists and shown documents take no target.
        let changes = ["scheduler", "link-speed", "cpu-clock", "move"];
        if changes.contains(&args[0]) && !args.contains(&"--target") {
            command.args(["--target", &self.file()]);
        }
        if changes.contains(&args[0]) {
            // Of large requests beside each other a slow disk answers none in a short round.
            command.args(["--workload", "rand-read-4k-q1"]);
        }
        command
    }

    fn verb(&self, verb: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_narrows"));
        command.arg(verb).args(args).env("LC_ALL", "C.UTF-8");
        command.env("XDG_STATE_HOME", self.state_home());
        if !self.is_live {
            command.arg("--knobs-root").arg(self.root());
        }
        command
    }

    /// `narrows restore`, not that of the experiments.
    pub fn restore(&self, args: &[&str]) -> Output {
        self.verb("restore", args).output().unwrap()
    }

    /// A restorer whose pipes have no other end yet.
    pub fn guard(&self, id: &str) -> Child {
        let mut command = self.command(&["guard", id]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Its output with `--json`; it must end well.
    pub fn json(&self, args: &[&str]) -> Value {
        let output = self.run(&[args, &["--json"]].concat());
        let [errors, shown] =
            [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes));
        let is_whole = output.status.success();
        assert!(is_whole || output.status.code() == Some(3), "{args:?}: {errors}{shown}");
        let document = crate::json::document(&output.stdout);
        assert!(is_whole || is_held_up(&document), "{args:?}: {errors}{shown}");
        document
    }

    /// Starts it as the leader of a process group, as a shell does.
    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        command.spawn().unwrap()
    }

    /// Waits until the experiment has set a value; it must not end before that.
    pub fn until_changed(&self, child: &mut Child, path: &str, value: &str) {
        until(&format!("{path} is {value}"), || {
            let is_over = child.try_wait().unwrap().is_some();
            if is_over {
                let mut errors = String::new();
                child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
                panic!("it ended before {path} was {value}: {errors}");
            }
            self.text(path) == value
        });
    }

    pub fn state_home(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn kept(&self) -> PathBuf {
        self.state_home().join("narrows/experiments")
    }

    pub fn experiments(&self) -> Vec<Value> {
        let entries = fs::read_dir(self.kept()).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        files.map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap()).collect()
    }

    /// The runs of whoever that may have left something changed.
    pub fn index(&self) -> Vec<String> {
        let root = if self.is_live { PathBuf::from("/") } else { self.root() };
        let entries = fs::read_dir(root.join(INDEX)).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    }

    pub fn keep(&self, document: &Value) {
        let name = format!("{}.json", document["id"].as_str().unwrap());
        self.keep_as(&name, document.to_string().as_bytes());
    }

    pub fn keep_as(&self, name: &str, bytes: &[u8]) {
        fs::create_dir_all(self.kept()).unwrap();
        fs::write(self.kept().join(name), bytes).unwrap();
    }
}

/// A loop device over a file in memory. The kernel lets go of it with the descriptor held here,
/// also when the test is killed (losetup(8), `--detach` of a device in use).
pub struct LoopDevice {
    pub name: String,
    _open: File,
    _folder: tempfile::TempDir,
}

impl LoopDevice {
    /// `None`, with the reason printed, if there can be no such device.
    pub fn new() -> Option<Self> {
        match Self::attach() {
            Ok(device) => Some(device),
            Err(why) => {
                println!("skipped: no loop device with schedulers: {why}");
                None
            }
        }
    }

    fn attach() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let image = folder.path().join("narrows-experiment.img");
        let made = File::create(&image).and_then(|file| file.set_len(16 << 20));
        made.map_err(|error| error.to_string())?;
        let path = losetup(&["--find", "--show", &image.display().to_string()])?;
        let open = File::open(&path).map_err(|error| error.to_string());
        losetup(&["--detach", &path])?;
        let name = path.trim_start_matches("/dev/").to_owned();
        let device = Self { name, _open: open?, _folder: folder };
        let can = device.scheduler();
        let usable = can.contains("[none]") && can.contains("mq-deadline");
        usable.then_some(device).ok_or_else(|| format!("its schedulers are {can:?}"))
    }

    pub fn scheduler(&self) -> String {
        let path = Path::new("/sys/block").join(&self.name).join("queue/scheduler");
        fs::read_to_string(path).unwrap_or_default()
    }
}

/// A new loop device with ext4 over a sparse file, without `/dev/`, and the descriptor with which
/// the kernel lets go of it, also when the test is killed (losetup(8), `--detach` of a device in use).
pub fn ext4_drive(image: &Path, bytes: u64, options: &[&str]) -> Result<(String, File), String> {
    let text = |error: std::io::Error| error.to_string();
    File::create(image).and_then(|file| file.set_len(bytes)).map_err(text)?;
    let device = losetup(&["--find", "--show", &image.display().to_string()])?;
    let open = File::open(&device).map_err(text);
    let formatted = Command::new("mkfs.ext4").arg("-q").args(options).arg(&device).status();
    losetup(&["--detach", &device])?;
    let formatted = formatted.map_err(|error| format!("mkfs.ext4: {error}"))?;
    formatted.success().then_some(()).ok_or("mkfs.ext4 failed")?;
    Ok((device.trim_start_matches("/dev/").to_owned(), open?))
}

pub fn losetup(args: &[&str]) -> Result<String, String> {
    let output = Command::new("losetup").args(args).output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(errors)
    }
}
