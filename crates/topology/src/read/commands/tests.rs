//! What each command's text gives by itself, and beside a listing.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::build::build;
use crate::evidence::{BlockDevice, DriveTransport, StackedDevice};
use crate::graph::Topology;
use crate::read::kind;
use crate::{Id, PciAddress};

fn sample(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/read/commands/samples")
}

fn evidence(text: &str) -> CaptureEvidence {
    kind::evidence(text.as_bytes()).unwrap()
}

fn block(text: &str, name: &str) -> BlockDevice {
    let evidence = evidence(text);
    let names: Vec<_> = evidence.blocks.keys().collect();
    evidence.blocks.get(name).unwrap_or_else(|| panic!("{name} of {names:?}")).clone()
}

fn topology(parts: &[&str]) -> Topology {
    let text: Vec<String> = parts.iter().map(|part| sample(part)).collect();
    build(&evidence(&text.join("\n")))
}

fn at(address: &str) -> Option<PciAddress> {
    address.parse().ok()
}

fn notes(evidence: &CaptureEvidence) -> Vec<&'static str> {
    evidence.notes.iter().map(Message::id).collect()
}

/// The size of a drive of 1 TB to the byte, and as 931 GiB rounded to a tenth.
const TB: u64 = 1_000_204_886_016;

/// Each of these lines may begin JSON, and none does: tried to the end of the text each would take hours. The second text is longer than any command's.
#[test]
fn what_only_looks_like_json_costs_neither_time_nor_memory() {
    assert!(!is_known(&"{\n[\n".repeat(500_000)));
    assert!(!is_known(&format!("{{\"schema\":[{}1]}}", "1,".repeat(MOST_JSON))));
}

#[test]
fn each_text_is_read_by_itself() {
    for (file, drive, model) in [
        ("nvme.txt", "nvme1n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("nvme-verbose.txt", "nvme1n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("nvme.json", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lsblk-columns.txt", "sdb", "WDC WD40EFRX-68N"),
        ("lsblk-columns.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lsblk.json", "sda", "Samsung SSD 860 EVO 500GB"),
        ("lshw.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lshw.json", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lshw-short.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lshw-businfo.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("lshw-businfo.txt", "sda", "Samsung SSD 860"),
        ("inxi.txt", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("dmesg.txt", "sda", "Samsung SSD 860 EVO 500GB"),
        ("smartctl.txt", "sda", "Samsung SSD 860 EVO 500GB"),
        ("smartctl.json", "nvme0n1", "Samsung SSD 970 EVO Plus 1TB"),
        ("others.txt", "sdb", "WDC WD40EFRX-68N"),
    ] {
        let block = block(&sample(file), drive);
        assert_eq!(block.model.as_deref(), Some(model), "{file}");
        if model.ends_with("1TB") {
            let size = block.size.map_or(0, |size| size.get());
            assert!(size.abs_diff(TB) < TB / 1000, "{file}: {size}");
        }
    }
}

#[test]
fn speeds_of_sata_and_usb_are_the_negotiated_ones() {
    let transport = |file: &str, drive: &str| block(&sample(file), drive).transport;
    // smartctl's drive could do 6 Gb/s.
    assert_eq!(transport("smartctl.txt", "sda"), Some(DriveTransport::Sata { gbit_s: 3.0 }));
    assert_eq!(transport("inxi.txt", "sda"), Some(DriveTransport::Sata { gbit_s: 6.0 }));
    assert_eq!(transport("dmesg.txt", "sda"), Some(DriveTransport::Sata { gbit_s: 6.0 }));
    assert_eq!(transport("lsusb.txt", "usb2-1"), Some(DriveTransport::Usb { mbit_s: 5000 }));
    // A single USB drive is the one in the tree.
    let text = format!("{}\n{}", sample("lsblk-columns.txt"), sample("lsusb.txt"));
    assert_eq!(block(&text, "sdc").transport, Some(DriveTransport::Usb { mbit_s: 5000 }));
}

#[test]
fn arrays_have_their_level_chunk_and_members() {
    let md = block(&sample("mdstat.txt"), "md0");
    // "512k chunks", and 1,953,259,520 blocks of 1 KiB.
    let Some(StackedDevice::Md { level, chunk, metadata }) = &md.stack else { panic!("{md:?}") };
    assert_eq!((level.as_str(), metadata.as_deref()), ("raid0", Some("1.2")));
    assert_eq!(chunk.map(|chunk| chunk.get()), Some(512 << 10));
    assert_eq!(md.size.map(|size| size.get()), Some(1_953_259_520 << 10));
    assert_eq!(md.members, ["nvme1n1p1", "nvme0n1p1"]);
    let md = block(&sample("mdadm.txt"), "md127");
    assert_eq!(md.members, ["nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1"]);
    let pool = evidence(&sample("zpool.txt"));
    let Some(StackedDevice::Described { engine, level, .. }) = &pool.blocks["tank"].stack else {
        panic!()
    };
    assert_eq!((engine.as_str(), level.as_str()), ("zfs", "raidz1"));
    // Neither the log nor its partition is data; the disk that failed is a member all the same.
    assert_eq!(pool.blocks["tank"].members.len(), 3);
    assert_eq!(notes(&pool), ["note-text-array-degraded"]);
    let lsblk = topology(&["lsblk.txt"]);
    assert_eq!(lsblk.arrays[&Id::new("md0")].drives.len(), 2);
    assert_eq!(lsblk.arrays[&Id::new("vg-root")].drives, [Id::new("sda")]);
    assert_eq!(lsblk.arrays[&Id::new("vg-root")].mounts[0].target, "/");
}

/// A spare is no member, and `[3/2]` says that one of three is missing.
#[test]
fn spares_and_missing_members_are_seen() {
    let text = "md1 : active raid5 sdd1[4](S) sdc1[3](F) sdb1[1] sda1[0]\n\
                      7813772288 blocks super 1.2 level 5, 64k chunk, algorithm 2 [3/2] [UU_]\n";
    let evidence = evidence(text);
    assert_eq!(evidence.blocks["md1"].members, ["sdb1", "sda1"]);
    assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
}

#[test]
fn names_are_placed_by_the_address_that_a_text_gives() {
    for (file, first, second) in [
        ("nvme-verbose.txt", at("02:00.0"), at("01:00.0")),
        ("paths.txt", at("02:00.0"), at("01:00.0")),
        // Equal drives in sequence, with a note.
        ("nvme.txt", at("01:00.0"), at("02:00.0")),
    ] {
        for parts in [["lspci.txt", file], [file, "lspci.txt"]] {
            let text = parts.map(sample).join("\n");
            let evidence = evidence(&text);
            let place = |name: &str| evidence.blocks[name].function;
            assert_eq!((place("nvme0n1"), place("nvme1n1")), (first, second), "{parts:?}");
            let is_noted = notes(&evidence).contains(&"note-text-nvme-in-sequence");
            assert_eq!(is_noted, file == "nvme.txt", "{parts:?}");
            let topology = build(&evidence);
            let link = topology.nodes[&Id::new("0000:01:00.0")].link.as_ref().unwrap();
            assert_eq!(link.current.map(|link| link.to_string()).as_deref(), Some("PCIe 3.0 x4"));
        }
    }
}

#[test]
fn what_cannot_be_placed_is_not_placed() {
    // Two controllers, and an array of four drives.
    let text = [sample("lspci.txt"), sample("mdadm.txt")].join("\n");
    let seen = evidence(&text);
    assert!(seen.blocks.values().all(|block| block.function.is_none()));
    assert_eq!(notes(&seen), ["note-text-nvme-unplaced"]);
    // Two models of one vendor could be either way round.
    let other = sample("nvme.txt").replacen("970 EVO Plus", "980 PRO", 1);
    let seen = evidence(&[sample("lspci.txt"), other].join("\n"));
    assert!(seen.blocks.values().all(|block| block.function.is_none()));
    assert_eq!(notes(&seen), ["note-text-nvme-unplaced"]);
}

/// A listing whose text names some disk keeps the drives that the text does not name.
#[test]
fn drives_of_a_listing_stay_beside_a_text_without_them() {
    let topology = topology(&["lspci.txt", "smartctl.txt"]);
    let drives: Vec<&str> = topology.drives.keys().map(Id::as_str).collect();
    assert_eq!(drives, ["0000:01:00.0", "0000:02:00.0", "sda"]);
    // The only SATA controller has the drive that says that it is linked by SATA.
    let sda = &topology.drives[&Id::new("sda")];
    assert_eq!(sda.controller, Some(Id::new("0000:03:00.0")));
}

#[test]
fn a_kernel_log_is_a_tree_with_links() {
    let topology = topology(&["dmesg.txt"]);
    let node = &topology.nodes[&Id::new("0000:01:00.0")];
    assert_eq!(node.parent, Some(Id::new("0000:00:01.1")));
    let link = node.link.as_ref().unwrap();
    // "limited by 8.0 GT/s PCIe x4 link at 0000:00:01.1 (capable of 16.0 GT/s PCIe x4)".
    assert_eq!(link.current.map(|link| link.to_string()).as_deref(), Some("PCIe 3.0 x4"));
    assert_eq!(topology.host.board.as_deref(), Some("ASUS PRIME X570-P"));
    assert_eq!(topology.host.cpu.as_deref(), Some("AMD Ryzen 9 3900X 12-Core Processor"));
    let notes: Vec<&str> = topology.notes.iter().map(|note| note.text.id()).collect();
    assert!(notes.contains(&"note-log-corrected-errors"), "{notes:?}");
}

/// Numbers of hosts lead from a disk to its USB port; bridges fill vendor and model with one name.
#[test]
fn disks_of_a_log_are_found_by_their_place_on_the_bus() {
    let usb = "usb 2-1: new SuperSpeed Gen 1 USB device number 3 using xhci_hcd\n\
        scsi host4: usb-storage 2-1:1.0\n\
        scsi 4:0:0:0: Direct-Access     QUICKSTO RE 960           3202 PQ: 0 ANSI: 6\n\
        sd 4:0:0:0: [sdc] 1000 512-byte logical blocks: (512 kB/500 KiB)\n\
        scsi 0:0:10:0: Direct-Access     ATA      WDC WD60EFRX-68L 0A82 PQ: 0 ANSI: 6\n\
        sd 0:0:10:0: [sdj] 1000 512-byte logical blocks: (512 kB/500 KiB)\n";
    let disk = block(usb, "sdc");
    assert_eq!(disk.model.as_deref(), Some("QUICKSTORE 960"));
    assert_eq!(disk.transport, Some(DriveTransport::Usb { mbit_s: 5000 }));
    assert_eq!(block(usb, "sdj").model.as_deref(), Some("WDC WD60EFRX-68L"));
    let ports = "ata7: SATA link up 1.5 Gbps (SStatus 113 SControl 310)\n\
        ata7.00: ATA-7: WDC WD5000AAKS-00TMA0, 12.01C01, max UDMA/133\n";
    let alone = block(ports, "ata7");
    assert_eq!(alone.model.as_deref(), Some("WDC WD5000AAKS-00TMA0"));
    assert_eq!(alone.transport, Some(DriveTransport::Sata { gbit_s: 1.5 }));
    let with = format!(
        "{ports}scsi 6:0:0:0: Direct-Access     ATA      WDC WD5000AAKS-0 12.0 \
        PQ: 0 ANSI: 5\nsd 6:0:0:0: [sdg] 1000 512-byte logical blocks: (512 kB/500 KiB)\n"
    );
    let placed = block(&with, "sdg");
    assert_eq!((placed.model, placed.transport), (alone.model, alone.transport));
}

/// Words differ, numbers and where they stand do not.
#[test]
fn tables_are_read_in_the_language_of_their_machine() {
    let sized = "931 GiB, 1000204886016";
    for (head, model) in [
        (format!("Disk /dev/sda: {sized} bytes, 1953525168 sectors"), "Disk model:"),
        (format!("Festplatte /dev/sda: {sized} Bytes, 1953525168 Sektoren"), "Festplattenmodell:"),
        (format!("Disque /dev/sda : {sized} octets, 1953525168 secteurs"), "Modèle de disque :"),
        (format!("ディスク /dev/sda: {sized} バイト, 1953525168 セクタ"), "ディスク型式:"),
    ] {
        let disk = block(&format!("{head}\n{model} QUICK 512GB\n"), "sda");
        assert_eq!(disk.model.as_deref(), Some("QUICK 512GB"), "{head}");
        assert_eq!(disk.size.map(|size| size.get()), Some(TB), "{head}");
        let bare = block(&format!("{head}\nUnits: 1 * 512 = 512 x\n"), "sda");
        assert_eq!(bare.model, None, "{head}");
    }
    for (architecture, count, model) in [
        ("Architektur:", "CPU(s):", "Modellname:"),
        ("Architecture :", "Processeur(s) :", "Nom de modèle :"),
        ("アーキテクチャ:", "CPU:", "  モデル名:"),
    ] {
        let text = format!("{architecture}   x86_64\n{count}   16\n{model}   AMD Ryzen 7 7700X\n");
        let host = evidence(&text).host;
        assert_eq!(host.cpu.as_deref(), Some("AMD Ryzen 7 7700X"), "{text}");
        assert_eq!(host.logical_cpus, Some(16), "{text}");
    }
}

/// `dmesg | grep -i nvme` shows neither buses nor classes; the narrow link is on the way all the same.
#[test]
fn a_single_line_of_a_log_shows_the_narrow_link() {
    let text = "nvme 0000:01:00.0: 15.752 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x2 \
                link at 0000:00:1d.0 (capable of 31.504 Gb/s with 8.0 GT/s PCIe x4 link)\n\
                nvme nvme0: pci function 0000:01:00.0\n";
    let topology = build(&evidence(text));
    let node = &topology.nodes[&Id::new("0000:01:00.0")];
    assert_eq!(node.parent, Some(Id::new("0000:00:1d.0")));
    let current = node.link.as_ref().and_then(|link| link.current);
    assert_eq!(current.map(|link| link.to_string()).as_deref(), Some("PCIe 3.0 x2"));
}

/// `lshw -businfo` has addresses; the ways of `lshw -short` have no bus numbers, so that nothing is placed by them.
#[test]
fn tables_of_lshw_place_what_they_have_an_address_for() {
    let seen = evidence(&sample("lshw-businfo.txt"));
    assert_eq!(seen.blocks["nvme0n1"].function, at("01:00.0"));
    assert_eq!(seen.blocks["nvme0n1"].partitions.len(), 1);
    let class = |address: &str| seen.functions[&at(address).unwrap()].class;
    assert_eq!((class("03:00.0").base, class("03:00.0").sub), (0x01, 0x06));
    assert_eq!(seen.host.cpu.as_deref(), Some("AMD Ryzen 9 3900X 12-Core Processor"));
    let seen = evidence(&sample("lshw-short.txt"));
    assert!(seen.functions.is_empty() && seen.blocks["nvme0n1"].function.is_none());
    assert_eq!(seen.host.board.as_deref(), Some("PRIME X570-P"));
    // Neither a hardware monitor nor a partition is a drive.
    assert_eq!(seen.blocks.keys().collect::<Vec<_>>(), ["nvme0n1", "sda"]);
}

/// A text of two machines: each has its own listing, and what other commands print behind it or before it.
#[test]
fn what_commands_print_is_of_the_machine_whose_listing_stands_above() {
    let listing = |vendor: &str| {
        format!(
            "00:00.0 Host bridge [0600]: X [{vendor}:0001]\n\
             00:01.0 PCI bridge [0604]: X [{vendor}:0002]\n\
             01:00.0 Non-Volatile memory controller [0108]: X [{vendor}:0003]\n"
        )
    };
    let drives =
        |model: &str| format!("Disk /dev/nvme0n1: 1 GiB, 1073741824 bytes\nDisk model: {model}\n");
    let behind = listing("8086") + &drives("A") + &listing("1022") + &drives("B");
    let before = drives("A") + &listing("8086") + &drives("B") + &listing("1022");
    for text in [behind, before] {
        let of = |number| {
            let own = kind::machine(text.as_bytes(), number).unwrap();
            let seen = kind::evidence(&own).unwrap();
            let host = seen.functions[&at("00:00.0").unwrap()].id.vendor;
            (host, seen.blocks["nvme0n1"].model.clone().unwrap())
        };
        assert_eq!((of(1), of(2)), ((0x8086, "A".to_owned()), (0x1022, "B".to_owned())), "{text}");
        let seen = evidence(&text);
        assert_eq!(seen.blocks["nvme0n1"].model.as_deref(), Some("A"), "{text}");
        assert!(notes(&seen).contains(&"note-lspci-machines"));
        for number in [0, 3] {
            assert!(kind::machine(text.as_bytes(), number).is_err(), "{number}");
        }
    }
}

#[test]
fn a_listing_that_json_quotes_is_read() {
    let text = sample("lspci.txt");
    let expected = evidence(&text).functions;
    let lines: Vec<&str> = text.lines().collect();
    for quoting in [
        serde_json::json!({"rc": 0, "stdout": text}),
        serde_json::json!({"results": [{"stdout_lines": lines, "changed": true}]}),
    ] {
        let seen = evidence(&format!("box | SUCCESS =>\n{quoting:#}\n"));
        assert_eq!(seen.functions, expected, "{quoting:#}");
    }
}

#[test]
fn what_is_not_read_names_the_command_to_run() {
    let text = "[0:0:0:0]    disk    ATA      Samsung SSD 860  3B6Q  /dev/sda\n";
    let evidence = evidence(text);
    assert_eq!(notes(&evidence), ["note-text-unread"]);
    assert!(format!("{:?}", evidence.notes).contains("lsblk -O -J"));
}

/// Quoted in a mail, in a code block, with carriage returns, behind a prompt: the same drives.
#[test]
fn pasting_does_not_matter() {
    for file in ["nvme.txt", "lsblk.txt", "mdstat.txt", "inxi.txt", "lsblk.json", "lshw.txt"] {
        let plain = sample(file);
        let expected = evidence(&plain).blocks;
        let quoted: String = plain.lines().map(|line| format!("> {line}\n")).collect();
        for form in [
            quoted,
            format!("Hello all,\n\n```\n{plain}```\nThanks, Ann\n"),
            plain.replace('\n', "\r\n"),
            format!("[code]\nroot@box:~# cat it\n{plain}[/code]\n"),
        ] {
            assert_eq!(evidence(&form).blocks, expected, "{file}:\n{form}");
        }
    }
}

#[test]
fn shifted_columns_lend_no_drive_half_a_name() {
    let text = "NAME     SIZE MODEL                SERIAL    TYPE\n\
                nvme0n1  931G Samsung SSD 970 EVO Plus 1TB S4EW disk\n";
    assert_eq!(block(text, "nvme0n1").model, None);
}

#[test]
fn json_that_does_not_end_is_noted() {
    let text = sample("lsblk.json");
    let cut = &text[..text.len() / 2];
    assert_eq!(notes(&evidence(cut)), ["note-text-json-cut"]);
}

#[test]
fn nothing_that_is_served_has_a_serial_number() {
    for entry in fs::read_dir(folder()).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let kept = needed(&text);
        for serial in ["S4EWNX0N", "S3Z2", "WCC7K", "4C530001"] {
            assert!(!kept.contains(serial), "{kept}");
        }
    }
}
