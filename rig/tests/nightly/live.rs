//! The live image starts an emulated machine by either firmware, asks about its drives, and leaves the answer on
//! its own partition only.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ended with the test, however that ends.
struct Machine(Child);

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Start of the fourth partition. The second block of a GPT, its header, gives at 72 the block of its
/// entries of 128 bytes, each with its first block at 32 (UEFI specification 2.10, 5.3.2 and 5.3.3).
fn results_at(image: &Path) -> u64 {
    let mut file = File::open(image).unwrap();
    let mut number = |at: u64| {
        let mut bytes = [0; 8];
        file.seek(SeekFrom::Start(at)).unwrap();
        file.read_exact(&mut bytes).unwrap();
        u64::from_le_bytes(bytes) * 512
    };
    let entries = number(512 + 72);
    number(entries + 3 * 128 + 32)
}

/// A file of the results, the path with a star for the folder; `None` while it does not exist.
fn kept(image: &Path, name: &str) -> Option<String> {
    let at = format!("{}@@{}", image.display(), results_at(image));
    let mut copy = Command::new("mtype");
    let copied = copy.args(["-i", &at, &format!("::/*/{name}")]).output().unwrap();
    let text = String::from_utf8_lossy(&copied.stdout).into_owned();
    copied.status.success().then_some(text)
}

/// Contents of the drives: no file system, and no zeros, which would count as never written.
fn content() -> Vec<u8> {
    (0_u32..32 << 20).flat_map(|at| at.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect()
}

/// Boots the image as a USB stick with two drives beside it, and returns the answer.
fn answered(image: &Path, firmware: &[&str]) -> String {
    let folder = image.parent().unwrap();
    let stick = folder.join("stick");
    fs::copy(image, &stick).unwrap();
    let mut qemu = Command::new("qemu-system-x86_64");
    qemu.args(["-M", "q35", "-cpu", "max", "-m", "1500", "-display", "none", "-nic", "none"]);
    qemu.args(firmware).args(["-device", "qemu-xhci"]);
    let drive =
        |name: &str, path: &Path| format!("if=none,format=raw,id={name},file={}", path.display());
    qemu.args([
        "-drive",
        &drive("stick", &stick),
        "-device",
        "usb-storage,drive=stick,bootindex=0",
    ]);
    let drives = ["nvme", "sata"].map(|name| folder.join(name));
    let content = content();
    for (path, device) in drives.iter().zip(["nvme", "ide-hd"]) {
        fs::write(path, &content).unwrap();
        qemu.args(["-drive", &drive(device, path), "-device"]);
        qemu.arg(format!("{device},drive={device},serial=LIVE"));
    }
    let _machine = Machine(qemu.stdin(Stdio::null()).spawn().unwrap());
    let began = Instant::now();
    while kept(&stick, "whole").is_none() {
        let waited = began.elapsed();
        assert!(waited < Duration::from_secs(900), "no answer in {} s", waited.as_secs());
        std::thread::sleep(Duration::from_secs(5));
    }
    for path in &drives {
        assert!(fs::read(path).unwrap() == content, "{} was written to", path.display());
    }
    kept(&stick, "answer.txt").unwrap()
}

fn image() -> Option<(tempfile::TempDir, PathBuf)> {
    for program in ["qemu-system-x86_64", "apt-get"] {
        if Command::new(program).arg("--version").output().is_err() {
            println!("skipped: {program} is not installed");
            return None;
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = tempfile::tempdir_in(root.join("target")).unwrap();
    let image = folder.path().join("live.iso");
    let mut make = Command::new(env!("CARGO"));
    make.args(["xtask", "live"]).arg(&image);
    assert!(make.current_dir(root).status().unwrap().success());
    Some((folder, image))
}

#[test]
fn it_starts_by_bios_and_by_uefi_and_keeps_the_answer_on_its_own_partition() {
    let Some((_folder, image)) = image() else { return };
    let uefi = ["-bios", "/usr/share/ovmf/OVMF.fd"];
    if !Path::new(uefi[1]).exists() {
        println!("skipped: UEFI: there is no {}", uefi[1]);
    }
    for firmware in [&[][..], &uefi].iter().filter(|it| it.is_empty() || Path::new(it[1]).exists())
    {
        let answer = answered(&image, firmware);
        for drive in ["nvme0n1", "sda"] {
            assert!(answer.contains(drive), "{firmware:?}: no {drive}:\n{answer}");
            // Both were read although nothing on them is mounted; the stick itself need not be.
            assert!(!answer.contains(&format!("Skipped {drive}")), "{firmware:?}:\n{answer}");
        }
    }
}
