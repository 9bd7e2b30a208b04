//! Commands whose output is recognised but not read: each with the command to run instead.

use narrows_messages::Message;

use super::evidence::CommandEvidence;
use super::section::CommandSection;

/// Beginning of the first line, other text in it, the command that printed it, and the one to run instead.
const UNREAD: [(&str, &str, &str, &str); 26] = [
    ("Bus ", ": ID ", "lsusb", "lsusb -t"),
    ("NAME", "ALLOC", "zpool list", "zpool status"),
    ("NAME", "REFER", "zfs list", "zpool status"),
    ("PV", "PFree", "pvs", "lsblk -O -J"),
    ("VG", "VFree", "vgs", "lsblk -O -J"),
    ("LV", "LSize", "lvs", "lsblk -O -J"),
    ("NVME Identify Controller", "", "nvme id-ctrl", "nvme list -v"),
    ("Smart Log for NVME device", "", "nvme smart-log", "sudo smartctl -x"),
    ("nvme-subsys", "NQN=", "nvme list-subsys", "nvme list -v"),
    ("Model: ", "(scsi)", "parted -l", "lsblk -O -J"),
    ("Model: ", "(nvme)", "parted -l", "lsblk -O -J"),
    ("/dev/", "TYPE=\"", "blkid", "lsblk -O -J"),
    ("Filesystem", "Mounted on", "df", "lsblk -O -J"),
    ("ATA device, with", "", "hdparm -I", "sudo smartctl -x"),
    ("Platform : ", "RAID", "mdadm --detail-platform", "lsblk -O -J"),
    ("hw.", ": ", "sysctl", "sudo lspci -vv"),
    ("available: ", " nodes (", "numactl -H", "sudo lspci -vv"),
    ("Magic : a92b4efc", "", "mdadm --examine", "mdadm --detail"),
    ("Host Name: ", "", "systeminfo", "Get-PhysicalDisk"),
    ("mfi", " Physical Drives:", "mfiutil", "camcontrol devlist"),
    ("HBA Name", "Signature", "esxcli nvme device list", "esxcli storage core device list"),
    ("Ctl ", "(V)Ports", "tw_cli show", "tw_cli /c0 show"),
    ("Device", "_read/s", "iostat", "lsblk -O -J"),
    ("Device", " r/s ", "iostat", "lsblk -O -J"),
    ("GPU0", "CPU Affinity", "nvidia-smi topo -m", "sudo lspci -vv"),
    ("├─ type:", "peripheral", "boltctl", "sudo lspci -vv"),
];

/// The same for lines whose surroundings may be read.
const LINES: [(&str, &str, &str, &str); 8] = [
    ("#", "TotalCap", "cli64 rsf info", "cli64 disk info"),
    ("Virtual Disk Information", "", "mvcli info -o vd", "mvcli info -o pd"),
    ("/dev/", ": (Smart Array ", "cciss_vol_status", "ssacli ctrl all show config detail"),
    ("/c", " Product Revision = ", "tw_cli /c0/e0 show all", "tw_cli /c0 show"),
    ("ID ", "Threshhold", "mvcli smart", "mvcli info -o pd"),
    ("ioc", " vol_id ", "mpt-status", "lsblk -O -J"),
    ("DevfsPath,", "", "esxcli --formatter=csv", "esxcli storage core device list"),
    ("Disk path: ", "", "synodisk --enum", "nvme list"),
];

fn find(
    known: &[(&'static str, &str, &'static str, &'static str)],
    line: &str,
) -> Option<(&'static str, &'static str)> {
    let known = known.iter().find(|(start, inside, ..)| {
        line.strip_prefix(start).is_some_and(|rest| rest.contains(inside))
    });
    known.map(|(_, _, printed, instead)| (*printed, *instead))
}

pub(super) fn begins(line: &str) -> bool {
    find(&UNREAD, line).is_some()
}

pub(super) fn is_line(line: &str) -> bool {
    find(&LINES, line).is_some()
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let (Some(first), Some(line)) = (section.lines.first(), section.numbers.first()) else {
        return;
    };
    let first = first.trim();
    let Some((printed, instead)) = find(&UNREAD, first).or_else(|| find(&LINES, first)) else {
        return;
    };
    // The tree beside it says more.
    if printed == "lsusb" && !evidence.usb.is_empty() {
        return;
    }
    let note = Message::new("note-text-unread").with("command", printed).with("instead", instead);
    let is_same = |known: &Message| {
        known.id() == note.id() && format!("{known:?}").contains(&format!("{printed:?}"))
    };
    if !evidence.capture.notes.iter().any(is_same) {
        evidence.capture.notes.push(note.with("line", line));
    }
}
