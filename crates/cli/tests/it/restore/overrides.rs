//! Switches that a stripe run holds, on loop devices of the test's own: put back when it is killed,
//! and put back by `narrows restore` when its restorer is killed too.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::experiment_bed::{Bed, ext4_drive, on_this_machine, until};

/// Two loop devices with a file system each. The kernel lets go of them with the descriptors held
/// here and with the last mount, which is in a namespace of the run's own.
struct Disks {
    folder: tempfile::TempDir,
    open: Vec<(String, File)>,
}

impl Disks {
    fn new() -> Option<Self> {
        let made = Self::attach();
        made.inspect_err(|why| println!("skipped: no loop devices to switch: {why}")).ok()
    }

    fn attach() -> Result<Self, String> {
        let folder =
            tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).map_err(|e| e.to_string())?;
        let mut disks = Self { folder, open: Vec::new() };
        for number in 0..2 {
            disks.add(number)?;
        }
        let is_on = |(name, _): &(String, File)| flushes(name) == "write back";
        disks.open.iter().all(is_on).then_some(disks).ok_or("they have no write cache".to_owned())
    }

    fn add(&mut self, number: usize) -> Result<(), String> {
        let image = self.folder.path().join(format!("narrows-held-{number}.img"));
        let drive = ext4_drive(&image, 768 << 20, &[])?;
        fs::create_dir(self.mount_point(number)).map_err(|error| error.to_string())?;
        self.open.push(drive);
        Ok(())
    }

    fn mount_point(&self, number: usize) -> PathBuf {
        self.folder.path().join(number.to_string())
    }

    /// A stripe run over both, mounted for it alone.
    fn stripe(&self, bed: &Bed) -> Child {
        let mounts = self.open.iter().enumerate().map(|(number, (name, _))| {
            format!("mount /dev/{name} {} && ", self.mount_point(number).display())
        });
        let script = format!("{}exec \"$@\"", mounts.collect::<String>());
        let modes = "direct+no-flush,write-through+no-flush,flush-every-2+no-flush";
        let folders = [0, 1].map(|number| self.mount_point(number).display().to_string());
        let options = ["--level", "0", "--chunk", "64K", "--block", "64K", "--depth", "4"];
        let how = ["--pattern", "random", "--write", "--time", "1s", "--scratch-size", "64M"];
        Command::new("unshare")
            .args(["--mount", "--propagation", "private", "sh", "-c", &script, "sh"])
            .args([env!("CARGO_BIN_EXE_narrows"), "stripe"])
            .args(folders)
            .args(options)
            .args(how)
            .args(["--no-report", "--cache", modes])
            .env("XDG_STATE_HOME", bed.state_home())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn all_are(&self, value: &str) -> bool {
        self.open.iter().all(|(name, _)| flushes(name) == value)
    }
}

fn flushes(disk: &str) -> String {
    let path = Path::new("/sys/block").join(disk).join("queue/write_cache");
    fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

/// Waits until the run holds the switches; false, after printing its last output, if it cannot.
fn holds(disks: &Disks, run: &mut Child) -> bool {
    let mut is_over = false;
    until("flushes are off", || {
        is_over = run.try_wait().unwrap().is_some();
        is_over || disks.all_are("write through")
    });
    if is_over {
        let mut text = String::new();
        let stderr = run.stderr.as_mut().unwrap();
        std::io::Read::read_to_string(stderr, &mut text).unwrap();
        println!("skipped: {text}");
    }
    !is_over
}

/// The process that a run has started to put things back.
fn restorer(run: &Child) -> Option<u32> {
    let is_its = |status: &str| status.contains(&format!("\nPPid:\t{}\n", run.id()));
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.find(|number: &u32| {
        fs::read_to_string(format!("/proc/{number}/status")).is_ok_and(|status| is_its(&status))
    })
}

/// There may be no parent to ask how it ended: then it stays a name without files (proc(5), `Z`).
fn is_gone(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status"));
    status.map_or(true, |status| status.contains("State:\tZ"))
}

#[test]
fn switches_that_a_killed_run_held_are_put_back() {
    let _alone = on_this_machine();
    let Some(disks) = Disks::new() else { return };
    let bed = Bed::live();
    let mut run = disks.stripe(&bed);
    if !holds(&disks, &mut run) {
        return;
    }
    let journal = &bed.experiments()[0];
    assert_eq!((&journal["kind"], &journal["state"]), (&"write_cache".into(), &"running".into()));
    run.kill().unwrap();
    run.wait().unwrap();
    until("flushes are sent again", || disks.all_are("write back"));
    until("the journal says so", || bed.experiments()[0]["state"] == "cut_short");
}

/// As after a power cut, only that the kernel does not forget: the journal alone knows.
#[test]
fn what_nobody_is_left_to_put_back_restore_does() {
    let _alone = on_this_machine();
    let Some(disks) = Disks::new() else { return };
    let bed = Bed::live();
    let mut run = disks.stripe(&bed);
    if !holds(&disks, &mut run) {
        return;
    }
    // The journal is written to disk before anything is changed, so it exists now.
    let restorer = restorer(&run).expect("the run has a guardian").to_string();
    let killed = Command::new("kill").args(["-KILL", &restorer]).status().unwrap();
    assert!(killed.success());
    run.kill().unwrap();
    run.wait().unwrap();
    until("the guardian has let go of the lock", || is_gone(&restorer));
    assert!(disks.all_are("write through"), "no process is left to put it back");
    let id = bed.experiments()[0]["id"].as_str().unwrap().to_owned();
    assert!(bed.index().contains(&id), "root finds it from everywhere");
    let restored = bed.restore(&[&id]);
    assert_eq!(restored.status.code(), Some(0), "{}", String::from_utf8_lossy(&restored.stderr));
    assert!(disks.all_are("write back") && !bed.index().contains(&id));
    assert_eq!(bed.experiments()[0]["state"], "cut_short");
}
