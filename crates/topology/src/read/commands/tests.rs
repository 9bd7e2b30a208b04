//! Evidence from each command's text alone, and beside a listing.

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

fn evidence_of(text: &str) -> CaptureEvidence {
    kind::evidence(text.as_bytes()).unwrap()
}

fn block(text: &str, name: &str) -> BlockDevice {
    let evidence = evidence_of(text);
    let names: Vec<_> = evidence.blocks.keys().collect();
    evidence.blocks.get(name).unwrap_or_else(|| panic!("{name} of {names:?}")).clone()
}

fn topology(parts: &[&str]) -> Topology {
    let text: Vec<String> = parts.iter().map(|part| sample(part)).collect();
    build(&evidence_of(&text.join("\n")))
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

/// Of a text with many values, each is read with as many lines behind it as it has itself.
#[test]
fn a_value_costs_its_own_lines() {
    for (value, lines) in [("{\"a\":1}\n", 1), ("[\n1,\n2\n]\n", 4), ("[\n1,\n2,\n3\n]\n", 5)] {
        let (text, mut taken) = (value.repeat(1000), 0);
        let (value, count) = json_at(text.lines().inspect(|_| taken += 1)).unwrap();
        assert!(value.is_some() && count == lines && taken < 2 * lines, "{count} {taken}");
    }
    let cut = json_at("{\n\"a\":1,\n".lines());
    assert_eq!(cut, Some((None, 2)));
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
    let pool = evidence_of(&sample("zpool.txt"));
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

/// Ways to one disk and a partition of it, as old versions of lsblk name them.
#[test]
fn a_partition_of_a_mapping_is_no_drive() {
    let text = "NAME                  MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\n\
                sdb                     8:16   0  500G  0 disk\n\
                `-mpathb (dm-2)       253:2    0  500G  0 mpath\n  \
                `-mpathbp1 (dm-4)   253:4    0  500G  0 part\n    \
                `-vg-app (dm-7)   253:7    0  500G  0 lvm   /srv\n\
                sde                     8:64   0  500G  0 disk\n\
                `-mpathb (dm-2)       253:2    0  500G  0 mpath\n";
    let topology = build(&evidence_of(text));
    let drives: Vec<&str> = topology.drives.keys().map(Id::as_str).collect();
    assert_eq!(drives, ["sdb", "sde"]);
    assert_eq!(topology.arrays[&Id::new("mpathb")].drives.len(), 2);
    assert_eq!(topology.arrays[&Id::new("vg-app")].drives.len(), 2);
}

/// A spare is no member, and `[3/2]` says that one of three is missing.
#[test]
fn spares_and_missing_members_are_seen() {
    let text = "md1 : active raid5 sdd1[4](S) sdc1[3](F) sdb1[1] sda1[0]\n\
                      7813772288 blocks super 1.2 level 5, 64k chunk, algorithm 2 [3/2] [UU_]\n";
    let evidence = evidence_of(text);
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
            let evidence = evidence_of(&text);
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
    let evidence = evidence_of(&text);
    assert!(evidence.blocks.values().all(|block| block.function.is_none()));
    assert_eq!(notes(&evidence), ["note-text-nvme-unplaced"]);
    // Two models of one vendor could be either way round.
    let other = sample("nvme.txt").replacen("970 EVO Plus", "980 PRO", 1);
    let evidence = evidence_of(&[sample("lspci.txt"), other].join("\n"));
    assert!(evidence.blocks.values().all(|block| block.function.is_none()));
    assert_eq!(notes(&evidence), ["note-text-nvme-unplaced"]);
}

/// A 990 PRO has a chip of its own; a 970 EVO and a 970 PRO share one, and either could be either.
#[test]
fn models_of_one_maker_are_placed_by_their_chips() {
    let chips = sample("lspci.txt").replacen(
        "SM981/PM981/PM983 [144d:a808]",
        "S4LV008[Pascal] [144d:a80c]",
        1,
    );
    let with = |lspci: &str, first: &str, second: &str| {
        let (own, other) = ("970 EVO Plus 1TB", "another");
        let drives = sample("nvme.txt").replacen(own, other, 1).replacen(own, second, 1);
        let drives = drives.replacen(other, first, 1);
        let evidence = evidence_of(&[lspci.to_owned(), drives].join("\n"));
        ["nvme0n1", "nvme1n1"].map(|name| evidence.blocks[name].function)
    };
    let swapped = with(&chips, "970 EVO Plus 1TB", "990 PRO 2TB");
    assert_eq!(swapped, [at("02:00.0"), at("01:00.0")]);
    assert_eq!(with(&chips, "990 PRO 2TB", "970 EVO 1TB"), [at("01:00.0"), at("02:00.0")]);
    assert_eq!(with(&sample("lspci.txt"), "970 EVO 1TB", "970 PRO 1TB"), [None, None]);
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

/// Words differ; numbers and their positions do not.
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
        let host = evidence_of(&text).host;
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
    let topology = build(&evidence_of(text));
    let node = &topology.nodes[&Id::new("0000:01:00.0")];
    assert_eq!(node.parent, Some(Id::new("0000:00:1d.0")));
    let current = node.link.as_ref().and_then(|link| link.current);
    assert_eq!(current.map(|link| link.to_string()).as_deref(), Some("PCIe 3.0 x2"));
}

/// What a log does not show behind a port is not known to be empty.
#[test]
fn a_port_of_a_log_is_free_only_where_its_buses_are_shown() {
    let text = "pci 0000:00:01.0: [11ab:6820] type 01 class 0x060400\n\
                pci 0000:00:02.0: [11ab:6820] type 01 class 0x060400\n\
                pci 0000:00:03.0: [11ab:6820] type 01 class 0x060400\n\
                pci 0000:00:03.0: PCI bridge to [bus 07]\n\
                pci 0000:01:00.0: 2.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x1 \
                link at 0000:00:01.0 (capable of 31.504 Gb/s with 8.0 GT/s PCIe x4 link)\n";
    let evidence = evidence_of(text);
    let is_bridge = |address: &str| evidence.functions[&at(address).unwrap()].class.is_pci_bridge();
    let bridges = ["00:01.0", "00:02.0", "00:03.0"].map(is_bridge);
    assert_eq!(bridges, [true, false, true]);
}

/// `lshw -businfo` has addresses; the ways of `lshw -short` have no bus numbers, so that nothing is placed by them.
#[test]
fn tables_of_lshw_place_what_they_have_an_address_for() {
    let evidence = evidence_of(&sample("lshw-businfo.txt"));
    assert_eq!(evidence.blocks["nvme0n1"].function, at("01:00.0"));
    assert_eq!(evidence.blocks["nvme0n1"].partitions.len(), 1);
    let class = |address: &str| evidence.functions[&at(address).unwrap()].class;
    assert_eq!((class("03:00.0").base, class("03:00.0").sub), (0x01, 0x06));
    assert_eq!(evidence.host.cpu.as_deref(), Some("AMD Ryzen 9 3900X 12-Core Processor"));
    let evidence = evidence_of(&sample("lshw-short.txt"));
    assert!(evidence.functions.is_empty() && evidence.blocks["nvme0n1"].function.is_none());
    assert_eq!(evidence.host.board.as_deref(), Some("PRIME X570-P"));
    // Neither a hardware monitor nor a partition is a drive.
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["nvme0n1", "sda"]);
}

/// A text of two machines: each has its own listing, with other commands' output after or before it.
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
            let evidence = kind::evidence(&own).unwrap();
            let host = evidence.functions[&at("00:00.0").unwrap()].id.vendor;
            (host, evidence.blocks["nvme0n1"].model.clone().unwrap())
        };
        assert_eq!((of(1), of(2)), ((0x8086, "A".to_owned()), (0x1022, "B".to_owned())), "{text}");
        let evidence = evidence_of(&text);
        assert_eq!(evidence.blocks["nvme0n1"].model.as_deref(), Some("A"), "{text}");
        assert!(notes(&evidence).contains(&"note-lspci-machines"));
        for number in [0, 3] {
            assert!(kind::machine(text.as_bytes(), number).is_err(), "{number}");
        }
    }
}

/// Drives of two machines have the same names; prompts tell them apart.
#[test]
fn prompts_tell_machines_apart() {
    let of = |host: &str, size: &str| {
        format!("[root@{host} ~]# lsblk\nNAME SIZE TYPE\nsda  {size} disk\n[root@{host} ~]# exit\n")
    };
    let text = of("one", "1.8T") + &of("two", "3.6T") + &of("one", "1.8T");
    let sizes = [1, 2].map(|number| {
        let text = kind::machine(text.as_bytes(), number).unwrap();
        kind::evidence(&text).unwrap().blocks["sda"].size.unwrap().get() >> 40
    });
    assert_eq!(sizes, [1, 3]);
    assert_eq!(notes(&evidence_of(&text)), ["note-lspci-machines"]);
    assert!(notes(&evidence_of(&of("one", "1.8T"))).is_empty());
}

#[test]
fn a_listing_that_json_quotes_is_read() {
    let text = sample("lspci.txt");
    let expected = evidence_of(&text).functions;
    let lines: Vec<&str> = text.lines().collect();
    for quoting in [
        serde_json::json!({"rc": 0, "stdout": text}),
        serde_json::json!({"results": [{"stdout_lines": lines, "changed": true}]}),
    ] {
        let evidence = evidence_of(&format!("box | SUCCESS =>\n{quoting:#}\n"));
        assert_eq!(evidence.functions, expected, "{quoting:#}");
    }
}

#[test]
fn what_is_not_read_names_the_command_to_run() {
    for (text, instead) in [
        (
            "  PV         VG   Fmt  Attr PSize   PFree\n  /dev/sda2  data lvm2 a--  930.51g    0\n",
            "lsblk -O -J",
        ),
        (
            " #  Name             Disks TotalCap  FreeCap DiskChannels       State\n",
            "cli64 disk info",
        ),
    ] {
        let evidence = evidence_of(text);
        assert_eq!(notes(&evidence), ["note-text-unread"]);
        assert!(format!("{:?}", evidence.notes).contains(instead));
    }
}

fn models(text: &str) -> Vec<(String, Option<String>)> {
    evidence_of(text).blocks.into_iter().map(|(name, block)| (name, block.model)).collect()
}

fn link_of(topology: &Topology, id: &str) -> (String, String) {
    let link = topology.nodes[&Id::new(id)].link.clone().unwrap();
    let text =
        |width: Option<narrows_units::LinkWidth>| width.map_or("?".into(), |it| it.to_string());
    (text(link.current), text(link.possible))
}

fn three_of_four() -> (String, String) {
    ("PCIe 3.0 x4".to_owned(), "PCIe 4.0 x4".to_owned())
}

/// Several drives by one command, none of which the text names.
#[test]
fn drives_of_smartctl_one_behind_the_other_stay_apart() {
    let of = |vendor: &str, model: &str| {
        format!(
            "smartctl 7.4 2023-08-01 r5530 [x86_64-linux] (local build)\n\n\
             === START OF INFORMATION SECTION ===\n{vendor}{model}\n"
        )
    };
    let text =
        of("Vendor:   QUICK\n", "Product:  DVD-1") + &of("", "Device Model: WDC WD40EFRX-68N");
    let named = |name: &str, model: &str| (name.to_owned(), Some(model.to_owned()));
    assert_eq!(
        models(&text),
        [named("drive1", "QUICK DVD-1"), named("drive2", "WDC WD40EFRX-68N")]
    );
    let typed = format!("`smartctl -i /dev/sda; smartctl -i /dev/sdb`\n{text}");
    assert_eq!(models(&typed), [named("sda", "QUICK DVD-1"), named("sdb", "WDC WD40EFRX-68N")]);
}

/// The mode in use stands before the bar; in an enclosure it is not that of the cable.
#[test]
fn crystaldiskinfo_shows_links_without_addresses() {
    let text = "-- Disk List ---\n (01) QUICK A 1TB : 1000.2 GB [0/0/0, sq] - nv\n \
                (02) QUICK B : 4000.7 GB [1/X/X, pd1] - sg\n (03) QUICK C : 500.1 GB\n----\n \
                (01) QUICK A 1TB\n----\n           Model : QUICK A 1TB\n       \
                Interface : NVM Express\n   Transfer Mode : PCIe 3.0 x4 | PCIe 4.0 x4\n----\n \
                (03) QUICK C\n----\n           Model : QUICK C\n       Interface : USB (Serial ATA)\n   \
                Transfer Mode : SATA/600 | SATA/600\n";
    let topology = build(&evidence_of(text));
    assert_eq!(link_of(&topology, "drive1"), three_of_four());
    let drive = |id: &str| topology.drives[&Id::new(id)].clone();
    assert_eq!(drive("drive2").model.as_deref(), Some("QUICK B"));
    assert_eq!(drive("drive3").transport, None);
    let sata = text.replace("USB (Serial ATA)", "Serial ATA");
    let evidence = build(&evidence_of(&sata)).drives[&Id::new("drive3")].transport;
    assert_eq!(evidence, Some(DriveTransport::Sata { gbit_s: 6.0 }));
}

#[test]
fn links_by_hand_are_those_of_their_drive_or_address() {
    let cat = "$ cat /sys/block/nvme0n1/device/device/{current,max}_link_{speed,width}\n\
               8.0 GT/s PCIe\n4\n16.0 GT/s PCIe\n4\n";
    assert_eq!(link_of(&build(&evidence_of(cat)), "nvme0n1"), three_of_four());
    let at = "/sys/bus/pci/devices/0000:01:00.0";
    let grep = format!(
        "{at}/current_link_speed:8.0 GT/s PCIe\n{at}/current_link_width:4\n\
         {at}/max_link_speed:16.0 GT/s PCIe\n{at}/max_link_width:4\nnvme nvme0: pci function 0000:01:00.0\n"
    );
    assert_eq!(link_of(&build(&evidence_of(&grep)), "0000:01:00.0"), three_of_four());
}

#[test]
fn tables_and_lists_of_powershell_are_disks() {
    let table = " Number FriendlyName  SerialNumber MediaType      Size\n\
                 ------- ------------  ------------ ---------      ----\n      \
                 5 QUICK A 250GB 0025.        SSD       232.89 GB\n      \
                 6 ATA QUICK B   K11          HDD         1.82 TB\n\nThe others are fine.\n";
    let list = "FriendlyName : QUICK A 250GB\nMediaType    : SSD\nSize         : 250064404480\n\n\
                FriendlyName : ATA QUICK B\nMediaType    : HDD\n";
    for (text, names) in [(table, ["disk5", "disk6"]), (list, ["disk0", "disk1"])] {
        let [first, second] = names.map(|name| block(text, name));
        let models = (first.model.as_deref(), second.model.as_deref());
        assert_eq!(models, (Some("QUICK A 250GB"), Some("QUICK B")), "{text}");
        assert_eq!((first.rotational, second.rotational), (Some(false), Some(true)), "{text}");
        // 232.89 GB of a table are GiB.
        let size = first.size.map_or(0, |size| size.get());
        assert!(size.abs_diff(250_064_404_480) < 50_000_000, "{size}");
    }
    let indented = format!(" {}", table.replace("\n ", "\n"));
    assert_eq!(block(&indented, "disk6").model.as_deref(), Some("QUICK B"), "{indented}");
}

/// Numbers of places are decimal, and the link may stand in the line of its capability or below it.
#[test]
fn freebsd_lists_functions_links_and_drives() {
    let old = "nvme1@pci0:18:0:0: class=0x010802 card=0xa801144d chip=0xa80a144d rev=0x00 hdr=0x00\n    \
               vendor     = 'Samsung'\n    device     = 'SSD'\n    \
               cap 10[70] = PCI-Express 2 endpoint max data 256(256) FLR link x4(x4)\n                 \
               speed 8.0(16.0) ASPM disabled(L1)\n";
    let new = "nvme1@pci0:18:0:0: class=0x010802 rev=0x00 vendor=0x144d device=0xa80a\n    \
               cap 10[70] = PCI-Express 2 endpoint max data 256(256) FLR RO NS\n                 \
               max read 512\n                 link x4(x4) speed 8.0(16.0) ASPM disabled(L1)\n";
    for text in [old, new] {
        let devices =
            "root@nas:~ # nvmecontrol devlist\n nvme1: QUICK 1TB\n    nvme1ns1 (953869MB)\n";
        let evidence = evidence_of(&format!("{text}{devices}"));
        assert_eq!(evidence.functions[&at("12:00.0").unwrap()].id.device, 0xa80a, "{text}");
        assert_eq!(evidence.blocks["nvme1n1"].function, at("12:00.0"), "{text}");
        assert_eq!(link_of(&build(&evidence), "0000:12:00.0"), three_of_four(), "{text}");
    }
    let disks = "<ATA QUICK WD80 0A83>  at scbus0 target 8 lun 0 (pass0,da0)\n\
                 <AHCI SGPIO Enclosure 2.00 0001>  at scbus6 target 0 lun 0 (ses0,pass4)\n";
    assert_eq!(models(disks), [("da0".to_owned(), Some("QUICK WD80".to_owned()))]);
}

/// 1,000,215,216 sectors of 512 bytes are 512 GB.
#[test]
fn freebsd_identifies_a_drive_by_the_name_that_was_typed() {
    let text = "root@nas:~ # camcontrol identify ada0\npass0: <QUICK SSD 512GB X1> ACS-2 ATA SATA 3.x device\n\
                pass0: 300.000MB/s transfers (SATA 2.x, UDMA6, PIO 8192bytes)\n\n\
                protocol              ACS-2 ATA SATA 3.x\ndevice model          QUICK SSD 512GB\n\
                firmware revision     X1\nserial number         S1\n\
                sector size           logical 512, physical 512, offset 0\n\
                LBA supported         268435455 sectors\nLBA48 supported       1000215216 sectors\n\
                media RPM             non-rotating\n\nFeature                      Support  Enabled\n\
                read ahead                     yes\tyes\n";
    let drive = block(text, "ada0");
    assert_eq!(drive.model.as_deref(), Some("QUICK SSD 512GB"));
    assert_eq!(drive.size.map(|size| size.get()), Some(512_110_190_592));
    assert_eq!(drive.transport, Some(DriveTransport::Sata { gbit_s: 3.0 }));
    assert_eq!((drive.rotational, drive.serial.as_deref()), (Some(false), Some("S1")));
}

#[test]
fn illumos_counts_errors_of_drives_with_names() {
    let text = "c1t0d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0 \n\
                Vendor: ATA      Product: QUICK WD40 Revision: 0A80 Serial No: W1 \n\
                Size: 4000.79GB <4000787030016 bytes>\n\
                Media Error: 0 Device Not Ready: 0 No Device: 0 Recoverable: 0 \n\
                Illegal Request: 6 Predictive Failure Analysis: 0 \n\
                c2t1d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0 \n\
                Model: QUICK SSD 1TB Revision: 1B6Q Serial No: S2\n\
                Size: 1000.20GB <1000204886016 bytes>\n";
    let expected = [("c1t0d0", "QUICK WD40"), ("c2t1d0", "QUICK SSD 1TB")];
    assert_eq!(models(text), expected.map(|(own, model)| (own.to_owned(), Some(model.to_owned()))));
    assert_eq!(block(text, "c2t1d0").size.map(|size| size.get()), Some(TB));
    assert_eq!(block(text, "c1t0d0").firmware.as_deref(), Some("0A80"));
}

/// The layers over `sda`, whose type is `disk`, are no drives.
#[test]
fn a_cache_over_drives_is_none_of_them() {
    let text = "NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS\n\
                sda           8:0    0  10.9T  0 disk \n\u{2514}\u{2500}bcache0   251:0    0  10.9T  0 disk \n\
                nvme4n1     259:2    0 447.1G  0 disk \n\u{2514}\u{2500}bcache0   251:0    0  10.9T  0 disk \n";
    let topology = build(&evidence_of(text));
    let drives: Vec<String> = topology.drives.keys().map(Id::to_string).collect();
    assert_eq!(drives, ["nvme4n1", "sda"]);
    assert_eq!(topology.arrays.len(), 1, "{:?}", topology.arrays);
}

/// What smartctl says of drives, posted without its headings; sizes as other languages group them.
#[test]
fn smartctls_facts_without_headings() {
    let one = |model: &str, rest: &str| {
        format!(
            "Device Model:     {model}\nUser Capacity:    2.000.398.934.016 bytes [2,00 TB]\n{rest}\n"
        )
    };
    let text = one("QUICK A", "SATA Version is:  SATA 2.6, 3.0 Gb/s\n")
        + "SSD Info\n"
        + &one("QUICK B", "SATA Version is:  SATA 3.0, 6.0 Gb/s (current: 6.0 Gb/s)\n");
    let topology = build(&evidence_of(&text));
    let drives: Vec<_> = topology
        .drives
        .values()
        .map(|it| (it.model.as_deref(), it.size.map(|size| size.get()), it.transport))
        .collect();
    let size = Some(2_000_398_934_016);
    let fast = Some(DriveTransport::Sata { gbit_s: 6.0 });
    assert_eq!(drives, [(Some("QUICK A"), size, None), (Some("QUICK B"), size, fast)]);
}

/// 40 MB/s is what the driver calls 480 Mbit/s; of other disks it says more behind the rate.
#[test]
fn freebsds_usb_disks_have_a_round_rate() {
    let of = |rest: &str| {
        let text =
            format!("da0: <QUICK 2115 0> Fixed Direct Access SPC-4 SCSI device\nda0: {rest}\n");
        block(&text, "da0").transport
    };
    assert_eq!(of("40.000MB/s transfers"), Some(DriveTransport::Usb { mbit_s: 480 }));
    assert_eq!(of("400.000MB/s transfers"), Some(DriveTransport::Usb { mbit_s: 5000 }));
    assert_eq!(of("40.000MB/s transfers (20.000MHz, offset 15, 16bit)"), None);
}

/// Numbers without a name have one in the list.
#[test]
fn a_tree_has_devices_that_its_machine_could_not_name() {
    let text = "-[0000:00]-+-00.0  Intel Corporation Device 591f\n           \
                +-17.0  Intel Corporation Device a282\n           \
                \\-1d.0-[40]----00.0  Device 1987:5007\n";
    let evidence = evidence_of(text);
    let class = |address: &str| {
        let function = &evidence.functions[&at(address).unwrap()];
        (function.class.base, function.class.sub)
    };
    assert_eq!(class("00:17.0"), (1, 6));
    assert_eq!(class("40:00.0"), (1, 8));
}

#[test]
fn what_names_no_drive_says_what_would() {
    for (text, instead) in [
        ("```\n  Link Width:\tx2\n  Link Speed:\t16.0 GT/s\n```\n", "system_profiler"),
        (" \u{25cf} QUICK X5\n   \u{251c}\u{2500} type:          peripheral\n", "lspci"),
    ] {
        let notes = format!("{:?}", evidence_of(text).notes);
        assert!(notes.contains(instead), "{notes}");
    }
}

#[test]
fn macos_closes_a_drive_with_its_name() {
    let text = "NVMExpress:\n\n    Generic SSD Controller:\n\n        QUICK 1TB:\n\n          \
                Capacity: 1 TB (1,000,204,886,016 bytes)\n          Link Width: x4\n          \
                Link Speed: 8.0 GT/s\n          BSD Name: disk2\n          Detachable Drive: No\n";
    let drive = block(text, "disk2");
    assert_eq!(drive.model.as_deref(), Some("QUICK 1TB"));
    assert_eq!(drive.size.map(|size| size.get()), Some(TB));
    let topology = build(&evidence_of(text));
    assert_eq!(link_of(&topology, "disk2").0, "PCIe 3.0 x4");
}

/// A mail's lines end in the middle of what the kernel says; the rest is no device of its own.
#[test]
fn lines_of_the_kernel_that_were_broken_are_whole() {
    let whole = "pci 0000:05:00.0: 15.752 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x2 link at \
                 0000:00:1c.1 (capable of 31.504 Gb/s with 8.0 GT/s PCIe x4 link)";
    let first = "pci 0000:05:00.0: [144d:a808] type 00 class 0x010802";
    let expected = evidence_of(&format!("{first}\n{whole}\n"));
    assert_eq!(expected.functions.len(), 2);
    for at in whole.match_indices(' ').map(|(at, _)| at).filter(|at| *at > 50) {
        for mark in ["", "> ", ">> "] {
            let (one, two) = whole.split_at(at);
            let text = format!("{mark}{first}\n{mark}{one}\n{mark}{}\n{mark}So far.\n", two.trim());
            assert_eq!(evidence_of(&text).functions, expected.functions, "{text}");
        }
    }
}

/// What stands in the middle of a tree is a tree, too.
#[test]
fn a_tree_that_was_cut_keeps_its_places() {
    let text = ">> [...]\n>>  +-[0000:80]-+-00.0-[81]----00.0  QUICK NVMe SSD\n>>  |           \
                \\-04.0-[82]----00.0  QUICK MegaRAID   # the card\n>> [...]\n";
    let evidence = evidence_of(text);
    let drive = &evidence.functions[&at("81:00.0").unwrap()];
    assert_eq!((drive.parent, drive.class.sub), (at("80:00.0"), 0x08));
    let card = &evidence.functions[&at("82:00.0").unwrap()];
    assert_eq!((card.name.as_deref(), card.class.sub), (Some("QUICK MegaRAID"), 0x04));
    assert_eq!(notes(&evidence), [""; 0]);
}

#[test]
fn pools_of_iostat_have_members_by_id() {
    let rows = "              capacity     operations\n\
                pool        alloc   free   read  write\n\
                ----------  -----  -----  -----  -----\n\
                tank        5.02T  6.60T    810    283\n  \
                mirror-0  1.25T  1.65T    202     71\n    \
                nvme-QUICK_7450_S1_1      -      -    101     35\n    \
                nvme-QUICK_7450_S2_1      -      -    101     35\n\
                logs            -      -      -      -\n  \
                sdz        1G     1G      0      0\n\
                ----------  -----  -----  -----  -----\n";
    let evidence = evidence_of(rows);
    let Some(StackedDevice::Described { level, .. }) = &evidence.blocks["tank"].stack else {
        panic!()
    };
    assert_eq!((level.as_str(), evidence.blocks["tank"].members.len()), ("1", 2));
    assert_eq!(evidence.blocks["nvme-QUICK_7450_S1_1"].model.as_deref(), Some("QUICK 7450"));
}

#[test]
fn an_array_that_lost_more_than_its_level_survives_has_failed() {
    let raid = |level: &str, state: &str| {
        let text = format!(
            "md1 : active {level} sda1[0] sdb1[1]\n      7813772288 blocks super 1.2 {state}\n"
        );
        notes(&evidence_of(&text))
    };
    assert_eq!(raid("raid5", "[4/3] [UUU_]"), ["note-text-array-degraded"]);
    assert_eq!(raid("raid5", "[4/2] [UU__]"), ["note-text-array-failed"]);
    assert_eq!(raid("raid1", "[3/1] [U__]"), ["note-text-array-degraded"]);
    assert_eq!(raid("raid10", "[4/1] [U___]"), ["note-text-array-failed"]);
}

/// A number of a namespace that is missing takes no word of the model, and a row that was cut keeps its drive.
#[test]
fn rows_of_nvme_list_without_some_columns_are_read() {
    let row = "/dev/nvme0n1  5002  QUICK SNV2S250G   250.06  GB / 250.06  GB    512   B +  0 B   ELFK0S.4";
    assert_eq!(block(row, "nvme0n1").model.as_deref(), Some("QUICK SNV2S250G"));
    let text = format!("Node  SN  Model  Usage\n{row}\n/dev/nvme1n1  S64D  QUICK 9\n");
    assert_eq!(block(&text, "nvme1n1").model, None);
}

/// The head was left behind when the text was copied; a controller of another name is not its drive's.
#[test]
fn a_device_of_lshw_without_its_first_line_is_there() {
    let text = "       description: NVMe device\n       product: QUICK 1TB\n       \
                bus info: pci@0000:17:00.0\n       logical name: /dev/nvme0\n     *-namespace:1\n          \
                description: NVMe disk\n          logical name: /dev/nvme0n1\n  *-nvme\n       \
                description: NVMe device\n       product: QUICK 2TB\n       \
                bus info: pci@0000:18:00.0\n       logical name: /dev/nvme1\n";
    let evidence = evidence_of(text);
    assert_eq!(evidence.blocks["nvme0n1"].function, at("17:00.0"));
    let drives: Vec<Id> = build(&evidence).drives.into_keys().collect();
    assert_eq!(drives, [Id::new("0000:18:00.0"), Id::new("nvme0n1")]);
}

/// Quoted in a mail, in a code block, with carriage returns, behind a prompt, with an editor's, a
/// comparison's, a log's or a script's marks: the same drives.
#[test]
fn pasting_does_not_matter() {
    let files = [
        "nvme.txt",
        "nvme-verbose.txt",
        "nvme.json",
        "lsblk.txt",
        "lsblk-columns.txt",
        "lsblk.json",
        "lshw.txt",
        "lshw-short.txt",
        "lshw-businfo.txt",
        "mdadm.txt",
        "mdstat.txt",
        "inxi.txt",
        "smartctl.txt",
        "zpool.txt",
    ];
    let texts = files.map(|file| (file, sample(file)));
    let others = [("storcli", STORCLI_GROUPS), ("storcli2", STORCLI2), ("esxcli", ESXI)];
    for (file, plain) in texts.into_iter().chain(others.map(|(name, text)| (name, text.to_owned())))
    {
        let expected = evidence_of(&plain).blocks;
        let marked = |mark: fn((usize, &str)) -> String| -> String {
            plain.lines().enumerate().map(|line| mark(line) + "\n").collect()
        };
        for form in [
            marked(|(_, line)| format!("> {line}")),
            marked(|(at, line)| format!("{:5}\t{line}", at + 1)),
            marked(|(at, line)| format!("{}:{line}", at + 1)),
            marked(|(_, line)| format!("+{line}")),
            marked(|(_, line)| format!("# {line}")),
            marked(|(_, line)| format!("Nov 28 21:00:01 box sh[42]: {line}")),
            marked(|(_, line)| format!("2026-11-28T21:00:01.5+01:00 box sh[42]: {line}")),
            marked(|(_, line)| format!("[21:00:01] {line}")),
            marked(|(_, line)| format!("    {line:?},")),
            marked(|(_, line)| format!("        {line}")),
            format!("Hello all,\n\n```\n{plain}```\nThanks, Ann\n"),
            plain.replace('\n', "\r\n"),
            format!("[code]\nroot@box:~# cat it\n{plain}[/code]\n"),
        ] {
            let evidence = kind::evidence(form.as_bytes());
            let blocks = evidence.unwrap_or_else(|why| panic!("{file}: {why:?}\n{form}")).blocks;
            assert_eq!(blocks, expected, "{file}:\n{form}");
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
    assert_eq!(notes(&evidence_of(cut)), ["note-text-json-cut"]);
    // Its keys lend no other reader a drive, and what stands behind it is read.
    let cut = "{\n  \"device\": {\n    \"name\": \"/dev/nvme1\",\n    \"protocol\": \"NVMe\"\n  },\n  \
               \"model_name\": \"QUICK 7.68TB\",\n  \"nvme_total_capacity\": 7681501126656,\n  \"secu\n";
    assert!(evidence_of(cut).blocks.is_empty());
    let evidence = evidence_of(&format!("{cut}\n{}", sample("nvme.txt")));
    assert_eq!(evidence.blocks, evidence_of(&sample("nvme.txt")).blocks);
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

/// Model, size in GB, gigabits a second of SATA and SAS: whatever program prints them, under whatever keys.
#[test]
fn drives_are_known_by_what_is_said_of_them() {
    let storcli = "PD LIST :\n=======\n\n\
        ------------------------------------------------------------------\n\
        EID:Slt DID State DG       Size Intf Med SED PI SeSz Model    Sp Type \n\
        ------------------------------------------------------------------\n\
        32:0      0 Onln   0 278.875 GB SAS  HDD N   N  512B QUICK300 U  -    \n\
        32:2      2 UGood  -   1.745 TB SATA SSD N   N  512B QUICK19T U  -    \n\
        ------------------------------------------------------------------\n\n\
        EID-Enclosure Device ID|Slt-Slot No.\n";
    let megacli = "Enclosure Device ID: 32\nPD Type: SATA\n\nRaw Size: 278.875 GB [0x22dc0000 Sectors]\n\
        Inquiry Data: ATA     QUICK300        4000\nDevice Speed: 6.0Gb/s\nLink Speed: 3.0Gb/s\n\
        Media Type: Hard Disk Device\n\n\nEnclosure Device ID: 32\nPD Type: SAS\n\n\
        Raw Size: 1.745 TB [0x1 Sectors]\nInquiry Data: ATA     QUICK19T        4000\n";
    let ssacli = "   array A\n\n      physicaldrive 1I:1:1\n         Port: 1I\n         Drive Type: Data Drive\n         \
        Interface Type: SAS\n         Size: 300 GB\n         Rotational Speed: 10000\n         Model: HP      \
        QUICK300\n\n      physicaldrive 1I:1:2\n         Interface Type: Solid State SATA\n         \
        Size: 1.9 TB\n         Model: ATA     QUICK19T\n";
    let json = "{\"Controllers\":[{\"Response Data\":{\"PD LIST\":[\n\
        {\"Size\":\"278.875 GB\",\"Intf\":\"SAS\",\"Model\":\"QUICK300\"},\n\
        {\"Size\":\"1.745 TB\",\"Med\":\"SSD\",\"Model\":\"QUICK19T \"}]}}]}\n";
    let windows = "Model=QUICK300\nMediaType=Fixed hard disk media\nSize=300000000000\n\n\
        Model=QUICK19T\nSize=1919000000000\n";
    let wmic = "InterfaceType  Model     Size           \nSCSI           QUICK300  300000000000   \n\
        IDE            QUICK19T  1919000000000  \n";
    let fetch = "Physical Disk (QUICK300 300GB): 279 GiB [HDD]\nPhysical Disk (QUICK19T 1.9TB): 1.7 TiB [SSD]\n";
    for text in [storcli, megacli, ssacli, json, windows, wmic, fetch] {
        let blocks = evidence_of(text).blocks;
        let models: Vec<&str> = blocks.values().filter_map(|it| it.model.as_deref()).collect();
        assert_eq!(models.len(), 2, "{text}\n{blocks:?}");
        assert!(models[0].contains("QUICK300") && models[1].contains("QUICK19T"), "{models:?}");
        let sizes = blocks.values().map(|it| it.size.map_or(0, |size| size.get()) / 1_000_000_000);
        for (size, expected) in sizes.zip([300_u64, 1919]) {
            assert!(size.abs_diff(expected) <= expected / 100 + 1, "{size} {text}");
        }
    }
}

/// Partitions, optical drives and disks in memory are no drives, whichever command lists them.
#[test]
fn only_drives_are_drives() {
    let row = |own: &str| {
        format!(
            "/dev/{own}  S64D  QUICK 980  1  4.10  kB / 500.11  GB    512   B +  0 B   2B4QFXO7\n"
        )
    };
    let evidence = evidence_of(&(row("nvme0n1") + &row("nvme0n1p1")));
    assert_eq!(evidence.blocks["nvme0n1"].partitions[0].name, "nvme0n1p1");
    assert_eq!(evidence.blocks.len(), 1);
    let short = "H/W path   Device      Class      Description\n=====\n\
        /0/1/0     /dev/sda    disk       180GB QUICK SSD\n/0/1/1     /dev/cdrom  disk       DVDRW\n";
    assert_eq!(models(short), [("sda".to_owned(), Some("QUICK SSD".to_owned()))]);
    let entry = |own: &str| {
        format!(
            "27: None 00.0: 10600 Disk\n  [Created at block.245]\n  Hardware Class: disk\n  \
                 Model: \"QUICK\"\n  Device File: /dev/{own}\n\n"
        )
    };
    assert_eq!(models(&(entry("sda") + &entry("ram0") + &entry("sr0"))).len(), 1);
    let controller = "Device is a Hard disk\n  Size (in MB)/(in sectors) : 152627/312581807\n  \
        Model Number : QUICK 1\n\nDevice is a Enclosure services device\n  Model Number : BACKPLANE\n  \
        Drive Type : SAS_HDD\n";
    assert_eq!(models(controller), [("drive1".to_owned(), Some("QUICK 1".to_owned()))]);
    let device = "ID: sda\nDevice: 8:0\nModel: QUICK 2\nSize: 111.79GiB\n";
    assert_eq!(models(device), [("drive1".to_owned(), Some("QUICK 2".to_owned()))]);
}

#[test]
fn processors_of_short_inxi_are_read() {
    for (line, name) in [
        (
            "CPU:       Single core Intel Xeon E5-2650L v3 (-MCP-) cache: 30720 KB",
            "Intel Xeon E5-2650L v3",
        ),
        (
            "CPU(s):    2 Deca core Intel Xeon E5-2650 v3s (-HT-MCP-SMP-) cache: 51200 KB",
            "Intel Xeon E5-2650 v3",
        ),
        (
            "CPU:       8-core AMD Ryzen 7 5800X [MT MCP] speed/min/max: 2200/2200/4850 MHz",
            "AMD Ryzen 7 5800X",
        ),
    ] {
        let text = format!(
            "System:    Host: box Kernel: 4.4\nMachine:   Mobo: N/A model: N/A\n{line}\n\
             Drives:    HDD Total Size: 21.5GB ID-1: /dev/sda model: QUICK size: 21.5GB\n"
        );
        let evidence = evidence_of(&text);
        assert_eq!(
            (evidence.host.cpu.as_deref(), evidence.host.board),
            (Some(name), None),
            "{line}"
        );
    }
}

/// Azure's remote and local NVMe disks are as virtual as its SCSI disks.
#[test]
fn clouds_nvme_is_virtual() {
    for model in ["MSFT NVMe Accelerator v1.0", "Microsoft NVMe Direct Disk v2"] {
        let text = format!("NAME    SIZE TYPE MODEL\nnvme0n1  60G disk {model}\n");
        assert_eq!(evidence_of(&text).host.hypervisor.as_deref(), Some("Hyper-V"));
    }
}

/// Members by their group and slot, and by their serial numbers; one of each array is out.
#[test]
fn volumes_of_raid_controllers_have_their_members() {
    let storcli = "VD LIST :\n=======\n\n\
        DG/VD TYPE  State Access Consist Cache Cac sCC     Size Name\n\
        ------------------------------------------------------------\n\
        0/0   RAID5 Dgrd  RW     Yes     RWBD  -   ON  3.490 TB data\n\n\
        PD LIST :\n=======\n\n\
        EID:Slt DID State  DG     Size Intf Med SED PI SeSz Model    Sp Type\n\
        --------------------------------------------------------------------\n\
        32:0      0 Onln    0 1.745 TB SATA SSD N   N  512B QUICK19T U  -   \n\
        32:1      1 Onln    0 1.745 TB SATA SSD N   N  512B QUICK19T U  -   \n\
        32:2      2 Failed  0 1.745 TB SATA SSD N   N  512B QUICK19T U  -   \n\
        32:3      3 DHS     0 1.745 TB SATA SSD N   N  512B QUICK19T U  -   \n\
        32:4      4 UGood   - 1.745 TB SATA SSD N   N  512B QUICK19T U  -   \n";
    let device = |number: u32| {
        format!(
            "      Device #{number}\n         Device is a Hard drive\n         Model         : QUICK19T\n\
                 \x20        Serial number : SN{number}\n         Total Size    : 1829766 MB\n"
        )
    };
    let arcconf = "Logical device number 0\n   Logical device name : data\n   RAID level          : 5\n\
        \x20  Size                : 3659724 MB\n   Stripe-unit size    : 256 KB\n\
        \x20  Device Type         : Data\n\
        \x20  Group 0, Segment 0  : Present (0,0)      SN0\n   Group 0, Segment 1  : Present (0,1)      SN1\n\
        \x20  Group 0, Segment 2  : Missing\n\nPhysical Device information\n"
        .to_owned()
        + &(0..5).map(device).collect::<String>();
    for (text, members) in [(storcli, ["32:0", "32:1"]), (&*arcconf, ["drive1", "drive2"])] {
        let evidence = evidence_of(text);
        let volume = &evidence.blocks["volume0"];
        let Some(StackedDevice::Described { level, .. }) = &volume.stack else {
            panic!("{volume:?}")
        };
        assert_eq!((level.as_str(), &volume.members[..]), ("5", &members.map(str::to_owned)[..]));
        let sizes = [&evidence.blocks[members[0]], volume]
            .map(|block| block.size.unwrap().get() / 10_000_000_000);
        assert_eq!((sizes, evidence.blocks.len()), ([191, 383], 6), "{text}");
        assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
    }
    let ssacli = "Smart Array P420i in Slot 0 (Embedded)\n\n   array A (SAS, Unused Space: 0  MB)\n\n\
        \x20     logicaldrive 1 (279.4 GB, RAID 1, OK)\n\n\
        \x20     physicaldrive 1I:1:1 (port 1I:box 1:bay 1, SAS HDD, 300 GB, OK)\n\
        \x20     physicaldrive 1I:1:2 (port 1I:box 1:bay 2, SAS HDD, 300 GB, Failed)\n\n   unassigned\n\n\
        \x20     physicaldrive 2I:1:5 (port 2I:box 1:bay 5, SATA SSD, 480 GB, OK)\n";
    let evidence = evidence_of(ssacli);
    assert_eq!(evidence.blocks["volume1"].members, ["1I:1:1"]);
    let of = |own: &str| {
        let block = &evidence.blocks[own];
        (block.rotational, block.size.unwrap().get() / 1_000_000_000)
    };
    let expected = [(Some(true), 300), (Some(false), 480), (None, 300)];
    assert_eq!(["1I:1:2", "2I:1:5", "volume1"].map(of), expected);
    assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
    // A SATA drive behind it is on no other controller of the machine.
    let listing =
        "00:17.0 SATA controller: Intel Q170\n83:00.0 RAID bus controller: LSI SAS39xx\n\n";
    assert_eq!(block(&format!("{listing}{storcli}"), "32:4").function, at("83:00.0"));
}

/// The level, members and size in GB of each volume of a text.
fn volumes(text: &str) -> Vec<(String, String, Vec<String>, u64)> {
    let blocks = evidence_of(text).blocks;
    let volume = |(name, block): (&String, &BlockDevice)| {
        let level = match block.stack.as_ref()? {
            StackedDevice::Described { level, .. } | StackedDevice::Md { level, .. } => level,
            _ => "",
        };
        let gigabytes = block.size.map_or(0, |size| size.get() / 1_000_000_000);
        Some((name.clone(), level.to_owned(), block.members.clone(), gigabytes))
    };
    blocks.iter().filter_map(volume).collect()
}

/// Each tool has other words for level, members and sizes, which all count in powers of 1024; each volume here has
/// one member that is out or a spare beside it.
#[test]
fn volumes_are_read_of_every_tool() {
    let drive = |slot: u32, state: &str| {
        format!(
            "PD: {slot} Information\nEnclosure Device ID: 32\nSlot Number: {slot}\nPD Type: SATA\n\n\
             Raw Size: 894.252 GB [0x6fc81ab0 Sectors]\nFirmware state: {state}\n\
             Inquiry Data: ATA     QUICK{slot}        4000\nMedia Type: Solid State Device\n\n\n"
        )
    };
    let megacli = |primary: u32, secondary: u32, drives: u32, spans: u32| {
        format!(
            "Adapter #0\n\nNumber of Virtual Disks: 1\nVirtual Drive: 0 (Target Id: 0)\n\
             RAID Level          : Primary-{primary}, Secondary-{secondary}, RAID Level Qualifier-0\n\
             Size                : 1.745 TB\nSector Size         : 512\nStrip Size          : 64 KB\n\
             Number Of Drives    : {drives}\nSpan Depth          : {spans}\n"
        ) + &(0..4).map(|slot| drive(slot, "Online, Spun Up")).collect::<String>()
    };
    let slots = ["32:0", "32:1", "32:2", "32:3"].map(str::to_owned).to_vec();
    for (primary, secondary, drives, spans, level) in
        [(5, 0, 4, 1, "5"), (6, 0, 4, 1, "6"), (1, 3, 2, 2, "10"), (1, 0, 4, 1, "10")]
    {
        let expected = ("volume0".to_owned(), level.to_owned(), slots.clone(), 1918);
        assert_eq!(volumes(&megacli(primary, secondary, drives, spans)), [expected]);
    }
    // Without a state that says so, the text ends before the fifth.
    let cut = megacli(5, 0, 5, 1);
    assert_eq!((volumes(&cut)[0].2.len(), notes(&evidence_of(&cut)).len()), (5, 0));
    let degraded = cut.replace("Strip Size", "State : Degraded\nStrip Size");
    assert_eq!(notes(&evidence_of(&degraded)), ["note-text-array-degraded"]);
    let disk = |slot: u32| {
        format!(
            "Device is a Hard disk\n  Enclosure #  : 1\n  Slot #  : {slot}\n\
             \x20 Size (in MB)/(in sectors)  : 915715/1875385007\n  Model Number  : QUICK {slot}\n\
             \x20 Protocol  : SATA\n\n"
        )
    };
    let ircu = "Read configuration has been initiated for controller 0\nController information\n\
        \x20 Controller type  : SAS2004\n  Slot  : 19\n  Segment  : 0\n  Bus  : 129\n  Device  : 0\n\
        \x20 Function  : 0\nIR Volume information\nIR volume 1\n  RAID level  : RAID1\n\
        \x20 Size (in MB)  : 914573\n  PHY[0] Enclosure#/Slot#  : 1:2\n  PHY[1] Enclosure#/Slot#  : 1:3\n\
        Physical device information\n"
        .to_owned()
        + &(1..4).map(disk).collect::<String>();
    let members = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let one = |name: &str, level: &str, names: &[&str], size| {
        [(name.to_owned(), level.to_owned(), members(names), size)]
    };
    assert_eq!(volumes(&ircu), one("volume1", "1", &["1:2", "1:3"], 958));
    assert_eq!(block(&ircu, "1:1").function, at("0000:81:00.0"));
    let threeware = "/c0 Model = 9750-4i\n\n\
        Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy\n\
        ------------------------------------------------------------------------------\n\
        u0    RAID-5    OK             -       -       256K    3725.30   RiW    ON\n\
        u1    SPARE     OK             -       -       -       1862.63   -      ON\n\n\
        VPort Status         Unit Size      Type  Phy Encl-Slot    Model\n\
        ------------------------------------------------------------------------------\n\
        p0    OK             u0   1.82 TB   SATA  0   -            QUICK 2T\n\
        p1    OK             u0   1.82 TB   SATA  1   -            QUICK 2T\n\
        p2    OK             u0   1.82 TB   SATA  2   -            QUICK 2T\n\
        p3    OK             u1   1.82 TB   SATA  3   -            QUICK 2T\n\
        p4    NOT-PRESENT    -    -         -     4   -            -\n\n";
    assert_eq!(volumes(threeware), one("u0", "5", &["p0", "p1", "p2"], 4000));
    let drives = evidence_of(threeware).blocks;
    assert_eq!((drives.len(), drives["p3"].size.unwrap().get() / 10_000_000_000), (5, 200));
    let data = |bay: u32, kind: &str| {
        format!(
            "\n      physicaldrive 1I:1:{bay}\n         Port: 1I\n         Status: OK\n\
             \x20        Drive Type: {kind}\n         Interface Type: SAS\n         Size: 146 GB\n\
             \x20        Model: HP      QUICK{bay}\n         PHY Transfer Rate: 6.0Gbps, Unknown\n"
        )
    };
    let array = "   Array: A\n      Interface Type: SAS\n      Logical Drive: 1\n\
        \x20        Size: 273.40 GB\n         Fault Tolerance: 5\n         Strip Size: 256 KB\n\
        \x20        Disk Name: /dev/sda\n";
    let detail = |slot: u32| {
        format!(
            "Smart Array P410i in Slot {slot} (Embedded)\n   Slot: {slot}\n   PCI Address (Domain:Bus:Device.Function): 0000:0{slot}:00.0\n\n{array}"
        ) + &(1..4).map(|bay| data(bay, "Data Drive")).collect::<String>()
            + &data(4, "Spare Drive")
            + "\n   Unassigned\n"
            + &data(5, "Unassigned Drive")
    };
    let expected = one("sda", "5", &["1I:1:1", "1I:1:2", "1I:1:3"], 293);
    assert_eq!(volumes(&detail(4)), expected);
    assert_eq!(evidence_of(&detail(4)).blocks.len(), 6);
    assert_eq!(block(&detail(4), "1I:1:5").function, at("0000:04:00.0"));
    let adaptec =
        "Logical device number 0\n   RAID level : 6 Reed-Solomon\n   Size : 22886390 MB\n";
    assert_eq!(volumes(adaptec), one("volume0", "6", &[], 23_998));
    // Whatever stands before each line.
    let marks: [fn(usize) -> String; 4] = [
        |_| "> > ".to_owned(),
        |at| format!("{at:4}  "),
        |at| format!("{at}: > "),
        |at| format!("2026-01-01T12:00:{:02}Z ", at % 60),
    ];
    for text in [megacli(5, 0, 4, 1), ircu, threeware.to_owned(), detail(4)] {
        for mark in marks {
            let lines = text.lines().enumerate();
            let marked: String =
                lines.map(|(at, line)| format!("{}{line}\n", mark(at + 1))).collect();
            assert_eq!(volumes(&marked), volumes(&text), "{marked}");
            assert_eq!(models(&marked), models(&text), "{marked}");
        }
    }
}

/// A text may end before the drives of a volume: an array of six of eight would be another one.
#[test]
fn members_that_are_not_shown_are_members() {
    let text = "Logical device number 0\n   RAID level : 6\n   Size : 3659724 MB\n\
        \x20  Segment 0 : Present (1829766MB, SATA) SN0\n   Segment 1 : Present (1829766MB, SATA) SN1\n\
        \x20  Segment 2 : Present (1829766MB, SATA) SN2\n   Segment 3 : Present (1829766MB, SATA) SN3\n\n\
        Physical Device information\n      Device #0\n         Device is a Hard drive\n\
        \x20        Model         : QUICK\n         Serial number : SN0\n         Total Size : 1829766 MB\n";
    let (.., members, _) = &volumes(text)[0];
    assert_eq!(members, &["drive1", "volume0-1", "volume0-2", "volume0-3"]);
}

/// Slots and volumes of several controllers have the same names.
#[test]
fn controllers_of_one_text_keep_their_drives_apart() {
    let storcli = |number: u32, level: u32| {
        format!(
            "Controller = {number}\nStatus = Success\nProduct Name = QUICK RAID\nPCI Address = 00:0{number}:00:00\n\n\
             VD LIST :\n=======\n\n\
             DG/VD TYPE  State Access Consist Cache Cac sCC     Size Name\n\
             ------------------------------------------------------------\n\
             0/0   RAID{level} Optl  RW     Yes     RWBD  -   ON  1.745 TB data\n\n\
             PD LIST :\n=======\n\n\
             EID:Slt DID State  DG     Size Intf Med SED PI SeSz Model    Sp Type\n\
             --------------------------------------------------------------------\n\
             32:0      0 Onln    0 1.745 TB SATA SSD N   N  512B QUICK{number}   U  -   \n\
             32:1      1 Onln    0 1.745 TB SATA SSD N   N  512B QUICK{number}   U  -   \n\n"
        )
    };
    let row = |number: u32, slot: u32| {
        format!(
            "{{\"EID:Slt\":\"32:{slot}\",\"State\":\"Onln\",\"DG\":0,\"Size\":\"1.745 TB\",\"Intf\":\"SATA\",\
             \"Med\":\"SSD\",\"Model\":\"QUICK{number}\"}}"
        )
    };
    let object = |number: u32, level: u32| {
        format!(
            "{{\"Command Status\":{{\"Controller\":{number}}},\"Response Data\":{{\
             \"Basics\":{{\"Model\":\"QUICK RAID\",\"PCI Address\":\"00:0{number}:00:00\"}},\
             \"VD LIST\":[{{\"DG/VD\":\"0/0\",\"TYPE\":\"RAID{level}\",\"Size\":\"1.745 TB\"}}],\
             \"PD LIST\":[{},{}]}}}}",
            row(number, 0),
            row(number, 1)
        )
    };
    let json = format!("{{\"Controllers\":[\n{},\n{}\n]}}\n", object(1, 0), object(2, 1));
    let text = storcli(1, 0) + &storcli(2, 1);
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    for text in [text, quoted, json] {
        let evidence = volumes(&text);
        let members = |scope: &str| [0, 1].map(|slot| format!("{scope}:32:{slot}")).to_vec();
        let of = |scope: &str, level: &str| {
            (format!("{scope}:volume0"), level.to_owned(), members(scope), 1918)
        };
        assert_eq!(evidence, [of("c1", "0"), of("c2", "1")], "{text}");
        let (first, second) = (block(&text, "c1:32:1"), block(&text, "c2:32:1"));
        assert_eq!([&first.model, &second.model], [&Some("QUICK1".into()), &Some("QUICK2".into())]);
        assert_eq!([first.function, second.function], [at("0000:01:00.0"), at("0000:02:00.0")]);
    }
    // A single controller needs no name.
    assert_eq!(volumes(&storcli(1, 0))[0].0, "volume0");
}

/// Its devices have no state, and it is of no level that works.
#[test]
fn an_array_that_does_not_run_is_inactive() {
    let text = "/dev/md127:\n           Version : 1.2\n        Raid Level : raid5\n\
        \x20    Total Devices : 2\n             State : inactive\n   Working Devices : 2\n\n\
        \x20   Number   Major   Minor   RaidDevice\n\n\
        \x20      -       8       49        -        /dev/sdd1\n\
        \x20      -       8       17        -        /dev/sdb1\n";
    let members = ["sdd1", "sdb1"].map(str::to_owned).to_vec();
    let inactive = ("md127".to_owned(), "inactive".to_owned(), members, 0);
    assert_eq!(volumes(text), std::slice::from_ref(&inactive));
    // Of several arrays each has its own members, whatever stands above it.
    let active = "/dev/md0:\n        Raid Level : raid1\n      Raid Devices : 2\n    Active Devices : 2\n\n\
        \x20   Number   Major   Minor   RaidDevice State\n\
        \x20      0     259        2        0      active sync   /dev/nvme0n1p1\n\
        \x20      1     259        3        1      active sync   /dev/nvme1n1p1\n";
    let members = ["nvme0n1p1", "nvme1n1p1"].map(str::to_owned).to_vec();
    let mirror = ("md0".to_owned(), "raid1".to_owned(), members, 0);
    for both in [format!("{active}{text}"), format!("{text}{active}"), format!("{text}\n{active}")]
    {
        assert_eq!(volumes(&both), [mirror.clone(), inactive.clone()]);
    }
}

#[test]
fn arrays_of_inxi_have_their_members() {
    let text = "RAID:\n  Device-1: tank type: zfs status: ONLINE level: raidz1 raw: size: 5 TiB\n\
        \x20 Components: Online:\n  1: sda1 maj-min: 8:1 size: 1.8 TiB\n  2: sdb1 maj-min: 8:17 size: 1.8 TiB\n\
        \x20 3: sdc1 maj-min: 8:33 size: 1.8 TiB\n\
        \x20 Device-2: md0 maj-min: 9:0 type: mdadm level: mirror status: active size: 1 TiB\n\
        \x20 Components: Online:\n  0: nvme0n1p2 maj-min: 259:2 size: 1 TiB\n\
        \x20 1: nvme1n1p2 maj-min: 259:5 size: 1 TiB\n  Failed: sdd1\n\
        Drives:\n  Local Storage: total: 8 TiB\n  ID-1: /dev/sda model: QUICK size: 1.8 TiB\n";
    let text = format!("System:\n  Host: box Kernel: 6.8\n{text}");
    let of = |name: &str, level: &str, members: &[&str]| {
        let members = members.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        (name.to_owned(), level.to_owned(), members, 0)
    };
    let expected = [
        of("md0", "raid1", &["nvme0n1p2", "nvme1n1p2"]),
        of("tank", "raidz1", &["sda1", "sdb1", "sdc1"]),
    ];
    assert_eq!(volumes(&text), expected);
}

/// However many values, drives or members a text has, so many are kept.
#[test]
fn long_texts_are_read_up_to_what_a_machine_may_have() {
    let values = evidence_of(&"{\"a\":1}\n".repeat(20_000));
    assert_eq!(notes(&values), ["note-text-json-unknown"]);
    let parts =
        evidence_of(&format!("SSD: {}\nSSD: 980 Pro 2TB\n", "64x 980 Pro 2TB, ".repeat(10_000)));
    assert_eq!(parts.blocks.len(), 1);
}

/// A key may stand behind another's value; megabytes are 2^20 bytes where they are whole; an
/// inquiry's columns are 20 letters for the serial number and 40 for the model; a script's
/// quotation marks are no part of a name.
#[test]
fn values_end_where_they_end() {
    let inquiry = format!(
        "PD Type: SATA\nInquiry Data: {:>20}{:40}{}\n",
        "WD-WMAW30", "QUICK FBYX-01Y7B1", "01.0"
    );
    for (text, model, gigabytes) in [
        (
            "   Size: 1831420 MB\n   Vendor: ATA       Model: QUICK KG019  Revis: 0120 \n",
            "QUICK KG019",
            1920,
        ),
        (&*inquiry, "QUICK FBYX-01Y7B1", 0),
        (
            "  {\n    device: '/dev/sdb',\n    name: 'QUICK 20',\n    size: 20000588955648,\n    \
          interfaceType: 'SATA',\n  },\n",
            "QUICK 20",
            20000,
        ),
        (
            "Geom name: nvd0\nProviders:\n1. Name: nvd0\n   Mediasize: 250059350016 (233G)\n   \
          descr: QUICK 250\n   rotationrate: 0\n",
            "QUICK 250",
            250,
        ),
    ] {
        let blocks = evidence_of(text).blocks;
        let block = blocks.values().next().unwrap_or_else(|| panic!("{text}"));
        let size = block.size.map_or(0, |size| size.get() / 1_000_000_000);
        assert_eq!(
            (block.model.as_deref(), size, blocks.len()),
            (Some(model), gigabytes, 1),
            "{text}"
        );
    }
}

/// HWiNFO prints what the drive could do in front of what it does.
#[test]
fn hwinfos_links_are_the_ones_in_use() {
    let text = "Drive Controller:\tNVMe (PCIe x4 16.0 GT/s @ x4 8.0 GT/s)\nDrive Model:\tQUICK 2TB\n\n\
                Drive Controller:\tSerial ATA 6Gb/s @ 3Gb/s\nDrive Model:\tQUICK 4TB\n";
    let blocks = evidence_of(text).blocks;
    let [nvme, sata] = ["drive1", "drive2"].map(|own| &blocks[own]);
    let link = |generation| narrows_units::LinkWidth::new(generation, 4);
    assert_eq!((nvme.link.current, nvme.link.possible), (link(3), link(4)));
    assert_eq!(sata.transport, Some(DriveTransport::Sata { gbit_s: 3.0 }));
}

/// PowerShell breaks the last head of `Get-Disk` in two.
#[test]
fn get_disks_table_is_read() {
    let text = "\
Number Friendly Name Serial Number                    HealthStatus         OperationalStatus      Total Size Partition
                                                                                                             Style
------ ------------- -------------                    ------------         -----------------      ---------- ----------
0      QUICK SS...   0025_3853_0150_31E9.             Healthy              Online                  465.76 GB GPT
1      QUICK 40EF... WD-WCC7K0AAAAAA                  Healthy              Online                    3.64 TB GPT
";
    let sizes = evidence_of(text).blocks.into_values().map(|block| block.size.unwrap().get() >> 30);
    assert_eq!(sizes.collect::<Vec<_>>(), [465, 3727]);
}

/// An adapter without its slot is in no picture, and not lost without a word; a drive's number is
/// name enough where only drives are listed.
#[test]
fn adapters_and_numbers_of_lists_are_not_lost() {
    let text = "CPU：AMD Ryzen 7 9700X\nHBA：LSI 9300-8i\nHDD：QK80EAAZ ×2\nSSD：高速\nOS：Windows11Pro\n\
                Array: 2x QUICK Red 16TB on the HBA\n";
    let evidence = evidence_of(text);
    let models: Vec<&str> = evidence.blocks.values().filter_map(|it| it.model.as_deref()).collect();
    assert_eq!(models, ["QK80EAAZ", "QK80EAAZ", "QUICK Red 16TB", "QUICK Red 16TB"]);
    assert_eq!(notes(&evidence), ["note-text-card-unplaced"]);
}

/// What a person writes; names of the catalogue, or any with a capacity.
#[test]
fn lists_of_parts_are_machines() {
    let labelled = "CPU: AMD Ryzen 9 5950X\nMotherboard: ASRock X570 Taichi\nRAM: 4x32GB ECC\n\
        NVMe: 2 x Samsung 980 Pro 2TB (M2_1, M2_2)\nHDD: 1x QUICK Red 8TB\n";
    let japanese = "【CPU】Ryzen 9 5950X\n【マザー】ASRock X570 Taichi\n【メモリ】DDR4-3200 16GB×2\n\
        【SSD】Samsung 980 Pro 2TB×2\n【HDD】QUICK Red 8TB\n";
    let typed = "Hello,\n5950X, X570 Taichi, 2x 980 Pro 2TB, 1x QUICK Red 8TB, 64GB ECC\n";
    for text in [labelled, japanese, typed] {
        let evidence = evidence_of(text);
        assert!(evidence.host.cpu.is_some_and(|cpu| cpu.contains("5950X")), "{text}");
        assert!(evidence.host.board.is_some_and(|board| board.contains("X570 Taichi")), "{text}");
        let models: Vec<&str> =
            evidence.blocks.values().filter_map(|it| it.model.as_deref()).collect();
        assert_eq!(models, ["Samsung 980 PRO 2000GB", "Samsung 980 PRO 2000GB", "QUICK Red 8TB"]);
    }
    for text in [
        "I have 3 drives, a PC, and no idea.\n",
        "SSD: fast\nOS: Windows 11 Pro\nGPU: RTX 4090 24GB\n",
    ] {
        assert!(kind::InputKind::of(text.as_bytes()).is_none(), "{text}");
    }
}

#[test]
fn short_output_names_drives_and_places() {
    let scsi = "[4:0:0:0]    disk    ATA      QUICK 80EFZX-68U 0A83  /dev/sda \n\
        [N:0:2:1]    disk    QUICK 256__1              /dev/nvme0n1\n";
    assert_eq!(
        models(scsi),
        [("nvme0n1", "QUICK 256"), ("sda", "QUICK 80EFZX-68U")]
            .map(|(own, model)| (own.to_owned(), Some(model.to_owned())))
    );
    let udev = "P: /devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda\nN: sda\n\
        S: disk/by-id/ata-QUICK\nE: DEVNAME=/dev/sda\nE: DEVTYPE=disk\n\
        E: ID_MODEL_ENC=QUICK\\x20500GB\\x20\n";
    let disk = block(udev, "sda");
    assert_eq!((disk.model.as_deref(), disk.function), (Some("QUICK 500GB"), at("00:17.0")));
    let lstopo = "Machine (126GB total)\n  Package L#0\n  HostBridge\n    PCIBridge\n      \
        PCI 01:00.0 (NVMExp)\n        Block(Disk) \"nvme0n1\"\n    PCI 00:17.0 (SATA)\n      \
        Block(Disk) \"sda\"\n";
    assert_eq!(block(lstopo, "nvme0n1").function, at("01:00.0"));
    assert_eq!(block(lstopo, "sda").function, at("00:17.0"));
    let log = "ada0: <QUICK 500GB RVT0> ACS-4 ATA SATA 3.x device\n\
        ada0: 300.000MB/s transfers (SATA 2.x, UDMA6, PIO 512bytes)\n";
    assert_eq!(block(log, "ada0").transport, Some(DriveTransport::Sata { gbit_s: 3.0 }));
    let pool = "NAME   SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT\n\
        tank  9.08T  2.77T  6.31T        -         -     9%    30%  1.00x    ONLINE  -\n  \
        mirror-0  9.08T  2.77T  6.31T        -         -     9%    30%      -    ONLINE\n    \
        sda2      -      -      -        -         -      -      -      -    ONLINE\n    \
        sdb2      -      -      -        -         -      -      -      -    ONLINE\n\
        logs      -      -      -        -         -      -      -      -         -\n  sdc      \
        1G     1G      0        -         -      0      0      -    ONLINE\n";
    assert_eq!(evidence_of(pool).blocks["tank"].members, ["sda2", "sdb2"]);
}

/// `dmidecode | grep` leaves no handles.
#[test]
fn what_grep_left_of_the_firmwares_tables_is_read() {
    let text = "System Slot Information\n\tDesignation: SLOT2\n\tType: x8 PCI Express 3 x8\n--\n\
        System Slot Information\n\tDesignation: SLOT3\n\
        # dmidecode -t baseboard | grep -E 'Manufacturer|Product'\n\
        \tManufacturer: QUICK\n\tProduct Name: X10\n";
    let evidence = evidence_of(text);
    assert_eq!(evidence.system_slots.len(), 2);
    assert_eq!(evidence.host.board.as_deref(), Some("QUICK X10"));
}

/// A group of mirrors in which one drive is rebuilt and another gone; its rows are no list of parts.
const STORCLI_GROUPS: &str = "\
TOPOLOGY :
========
-----------------------------------------------------------------------------
DG Arr Row EID:Slot DID Type   State BT      Size PDC  PI SED DS3  FSpace TR
-----------------------------------------------------------------------------
 0 -   -   -        -   RAID10 Dgrd  N   7.276 TB dflt N  N   dflt N      N
 0 0   -   -        -   RAID1  Dgrd  N   3.638 TB dflt N  N   dflt N      N
 0 0   0   252:0    13  DRIVE  Rbld  Y   3.638 TB dflt N  N   dflt -      N
 0 0   1   252:1    8   DRIVE  Onln  N   3.638 TB dflt N  N   dflt -      N
 0 1   -   -        -   RAID1  Dgrd  N   3.638 TB dflt N  N   dflt N      N
 0 1   0   252:2    9   DRIVE  Onln  N   3.638 TB dflt N  N   dflt -      N
 0 1   1   -        -   DRIVE  Msng  -   3.638 TB -    -  -   -    -      N
-----------------------------------------------------------------------------
";

#[test]
fn storclis_groups_are_volumes_where_the_text_has_none() {
    let evidence = evidence_of(STORCLI_GROUPS);
    let group = &evidence.blocks["group0"];
    let Some(StackedDevice::Described { level, .. }) = &group.stack else { panic!() };
    assert_eq!((level.as_str(), &group.members[..]), ("10", &["252:1".into(), "252:2".into()][..]));
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["252:0", "252:1", "252:2", "group0"]);
    assert_eq!(evidence.blocks["252:0"].size.map(|size| size.get() >> 30), Some(3725));
    assert!(evidence.blocks["252:0"].model.is_none());
    assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
    let volume = "VD LIST :\n\n\
                  DG/VD TYPE   State Access Consist Cache Cac sCC     Size Name\n\
                  0/3   RAID10 Dgrd  RW     Yes     RWBD  -   ON  7.276 TB data\n";
    let evidence = evidence_of(&format!("{STORCLI_GROUPS}\n{volume}"));
    assert_eq!(evidence.blocks["volume3"].members, ["252:1", "252:2"]);
    assert!(!evidence.blocks.contains_key("group0"));
}

const STORCLI2: &str = "\
DG/VD TYPE  State Access CurrentCache DefaultCache      Size Name
-----------------------------------------------------------------
0/1   RAID5 Dgrd  RW     NR,WB        NR,WB        1.746 TiB
-----------------------------------------------------------------

EID:Slt PID State Status DG       Size Intf Med SED_Type   SeSz Model            Sp LU/NS Count Alt-EID
---------------------------------------------------------------------------------------------------------
268:0   257 Conf  Online  0 893.75 GiB SAS  SSD Enterprise 512B ABC6VVUG960G     U            1 -
268:1   258 Conf  Online  0 893.75 GiB SAS  SSD Enterprise 512B ABC6VVUG960G     U            1 -
268:2   259 Conf  Failed  0 893.75 GiB SAS  SSD Enterprise 512B ABC6VVUG960G     U            1 -
268:3   260 GHS   Online  - 893.75 GiB SAS  SSD Enterprise 512B ABC6VVUG960G     U            1 -
";

/// storcli2 and perccli2: a state that says only that a drive is configured, and a status.
#[test]
fn members_of_storcli2_are_those_online() {
    let evidence = evidence_of(STORCLI2);
    assert!(evidence.blocks.contains_key("volume1"), "{:?}", evidence.blocks.keys());
    assert_eq!(evidence.blocks["volume1"].members, ["268:0", "268:1"]);
    assert_eq!(evidence.blocks["volume1"].size.map(|size| size.get() >> 30), Some(1787));
    assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
    assert_eq!(evidence.blocks["268:3"].model.as_deref(), Some("ABC6VVUG960G"));
}

#[test]
fn names_of_parts_of_drives_are_no_drives() {
    let text = "P: /devices/pci0000:00/0000:00:1d.0/0000:02:00.0/nvme/nvme0\n\
                E: DEVNAME=/dev/nvme0\n\n\
                P: /devices/pci0000:00/0000:00:1d.0/0000:02:00.0/nvme/nvme0/ng0n1\n\
                E: DEVNAME=/dev/ng0n1\n\n\
                P: /devices/pci0000:00/0000:00:1d.0/0000:02:00.0/nvme/nvme0/nvme0c0n1\n\
                E: DEVNAME=/dev/nvme0c0n1\n\n\
                P: /devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1\n\
                E: DEVNAME=/dev/nvme0n1\nE: DEVTYPE=disk\n";
    let evidence = evidence_of(text);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["nvme0n1"]);
    assert_eq!(evidence.blocks["nvme0n1"].function, at("0000:02:00.0"));
    let text = r#"{"blockdevices": [{"name": "mmcblk0", "type": "disk", "size": 31268536320},
        {"name": "mmcblk0boot0", "type": "disk", "size": 4194304},
        {"name": "mmcblk0rpmb", "type": "disk", "size": 4194304}]}"#;
    assert_eq!(evidence_of(text).blocks.keys().collect::<Vec<_>>(), ["mmcblk0"]);
}

/// Drives without data are drives of the machine: spares, those that failed, logs and caches.
#[test]
fn drives_without_data_are_in_the_machine() {
    let md = evidence_of(
        "md0 : active raid5 sdk1[6](R) sdf1[5](S) sdg1[4] sdc1[2] sde1[1] sdb1[0] sdh1[7](F)\n      \
         14650718208 blocks super 1.2 level 5, 512k chunk, algorithm 2 [4/4] [UUUU]\n",
    );
    assert_eq!(md.blocks["md0"].members, ["sdg1", "sdc1", "sde1", "sdb1"]);
    assert!(["sdf", "sdh", "sdk"].iter().all(|own| md.blocks.contains_key(*own)));
    assert!(md.notes.is_empty());
    let pool = evidence_of(
        "  pool: tank\n state: ONLINE\nconfig:\n\n\tNAME  STATE  READ WRITE CKSUM\n\
         \ttank  ONLINE  0 0 0\n\t  mirror-0  ONLINE  0 0 0\n\t    sda  ONLINE  0 0 0\n\
         \t    sdb  ONLINE  0 0 0\n\tspecial\n\t  mirror-1  ONLINE  0 0 0\n\
         \t    nvme0n1  ONLINE  0 0 0\n\tspares\n\t  sdc  AVAIL\n\t  sdd  UNAVAIL\n",
    );
    assert_eq!(pool.blocks.keys().collect::<Vec<_>>(), ["nvme0n1", "sda", "sdb", "sdc", "tank"]);
    assert_eq!(pool.blocks["tank"].members, ["sda", "sdb"]);
}

const ESXI: &str = "\
[root@esx:~] esxcli storage core device list
mpx.vmhba64:C0:T0:L0
   Display Name: Local HL-DT CD-ROM (mpx.vmhba64:C0:T0:L0)
   Size: 0
   Device Type: CD-ROM
   Model: DVDROM GUD1N

t10.ATA_____WD20EFRX2D68EUZN0_________________________ABC123
   Display Name: Local ATA Disk (t10.ATA_____WD20EFRX2D68EUZN0_________________________ABC123)
   Size: 1907729
   Device Type: Direct-Access
   Vendor: ATA
   Model: WD20EFRX-68EUZN0
   Revision: 0A82
   Is SSD: false
   Is USB: false

t10.NVMe____Samsung_SSD_970_EVO_Plus_1TB____________1A2B3C4D5E382500
   Display Name: Local NVMe Disk (t10.NVMe____Samsung_SSD_970_EVO_Plus_1TB____________1A2B3C4D5E382500)
   Size: 953869
   Device Type: Direct-Access
   Vendor: NVMe
   Model: Samsung SSD 970
   Is SSD: true
";

#[test]
fn esxcli_lists_drives_and_adapters() {
    let evidence = evidence_of(ESXI);
    let named = |start: &str| {
        let mut blocks = evidence.blocks.iter().filter(|(name, _)| name.starts_with(start));
        blocks.next().unwrap().1.clone()
    };
    assert_eq!(evidence.blocks.len(), 2);
    let (disk, ssd) = (named("ata"), named("nvme"));
    assert_eq!(disk.model.as_deref(), Some("WD20EFRX-68EUZN0"));
    assert_eq!((disk.serial.as_deref(), disk.rotational), (Some("ABC123"), Some(true)));
    assert_eq!(ssd.model.as_deref(), Some("Samsung SSD 970 EVO Plus 1TB"));
    assert_eq!(ssd.size.map(|size| size.get() >> 20), Some(953_869));
    let adapters = "\
HBA Name  Driver     Link State  UID          Capabilities  Description
--------  ---------  ----------  -----------  ------------  -----------
vmhba0    vmw_ahci   link-n/a    sata.vmhba0                (0000:00:17.0) Intel Corporation AHCI
vmhba1    nvme_pcie  link-n/a    pcie.0100                  (0000:01:00.0) Samsung SM981
vmhba64   iscsi_vmk  online      iqn.x                      iSCSI Software Adapter
";
    let topology = build(&evidence_of(&format!("{ESXI}\n{adapters}")));
    let places = topology.drives.values().map(|drive| drive.controller.clone().unwrap());
    assert_eq!(places.collect::<Vec<_>>(), [Id::new("0000:00:17.0"), Id::new("0000:01:00.0")]);
}

#[test]
fn macs_disks_are_read_whatever_else_the_report_has() {
    let text = "\
Serial-ATA:

    Generic AHCI:

      Link Speed: 3 Gigabit
      Negotiated Link Speed: 1.5 Gigabit

        ACME HD160:

          Capacity: 160,04 GB (160 041 885 696 bytes)
          Model: ACME HD160
          BSD Name: disk0
          Medium Type: Rotational
          Volumes:
            Macintosh HD:
              Capacity: 50,57 GB (50 571 014 144 bytes)
              BSD Name: disk0s2

USB:

    USB High-Speed Bus:

        Flash Disk:

          Capacity: 2,02 GB (2 021 654 528 bytes)
          Product ID: 0x1000
          BSD Name: disk1
";
    let evidence = evidence_of(text);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["disk0"]);
    let disk = &evidence.blocks["disk0"];
    assert_eq!(disk.transport, Some(DriveTransport::Sata { gbit_s: 1.5 }));
    assert_eq!(disk.size.map(|size| size.get()), Some(160_041_885_696));
    let list = "\
/dev/disk0 (internal, physical):
   #:                       TYPE NAME                    SIZE       IDENTIFIER
   0:      GUID_partition_scheme                        *500.3 GB   disk0
   1:                 Apple_APFS Container disk3         494.4 GB   disk0s2

/dev/disk3 (synthesized):
   #:                       TYPE NAME                    SIZE       IDENTIFIER
   0:      APFS Container Scheme -                      +494.4 GB   disk3
";
    let evidence = evidence_of(list);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["disk0"]);
    assert_eq!(evidence.blocks["disk0"].size.map(|size| size.get()), Some(500_300_000_000));
}

/// A RAID controller's drive is not the volume whose path leads to it.
#[test]
fn smartctls_drives_behind_a_raid_controller_have_no_path() {
    let drive = |serial: &str| {
        let device =
            r#""device": {"name": "/dev/sda", "type": "sat+megaraid,0", "protocol": "ATA"}"#;
        format!(
            r#"{{"smartctl": {{}}, {device}, "model_name": "ACME 4TB", "serial_number": "{serial}"}}"#
        )
    };
    let evidence = evidence_of(&format!("{}\n{}\n", drive("A1"), drive("A2")));
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["drive1", "drive2"]);
    let text = "# smartctl -x -d megaraid,4 /dev/sda\n\
                === START OF INFORMATION SECTION ===\n\
                Device Model:     ACME 4TB\nUser Capacity:    4,000,787,030,016 bytes [4.00 TB]\n";
    assert!(!evidence_of(text).blocks.contains_key("sda"));
}

#[test]
fn a_processor_alone_is_a_machine_without_drives() {
    for text in
        ["AMD Ryzen 9 5950X\n", "CPU: Intel Core i7-6700K\n", "Model name:   AMD EPYC 7763\n"]
    {
        assert!(is_known(text), "{text}");
        assert!(evidence_of(text).host.cpu.is_some(), "{text}");
    }
    assert!(!is_known("My machine is slow.\n"));
}

/// What grep leaves of lspci belongs to no device; which one is not guessed.
#[test]
fn links_without_their_devices_are_of_none() {
    let text = "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x4, ASPM L1\n\
                \t\tLnkSta:\tSpeed 8GT/s (downgraded), Width x4\n";
    let evidence = evidence_of(text);
    assert!(evidence.functions.is_empty() && evidence.blocks.is_empty());
    assert_eq!(notes(&evidence), ["note-text-link-alone"]);
}

/// The kernel's own target calls its drives `Linux`; they have no link here, and no function is theirs.
#[test]
fn drives_over_a_network_are_on_no_function() {
    let listing = "01:00.0 Non-Volatile memory controller: Samsung Electronics Co Ltd NVMe SSD\n";
    let list = "/dev/nvme0n1  71cd3a4f  Linux  1  107.37 GB / 107.37 GB  512 B + 0 B  5.15\n";
    let evidence = evidence_of(&format!("{listing}\n{list}"));
    assert_eq!(evidence.blocks["nvme0n1"].function, None);
    assert!(notes(&evidence).contains(&"note-text-nvme-remote"));
}

#[test]
fn synologys_ports_are_those_of_its_bays() {
    let log = "[1.0] ata2 (slot 4): SATA link up 1.5 Gbps (SStatus 113 SControl 300)\n\
               [1.1] ata2.00 (slot 4): ATA-9: ACME2000VX-1ES164, CV27, max UDMA/133\n\
               [1.2] scsi 0:0:0:0: Direct-Access     ATA      ACME2000VX-1ES164        CV27 PQ: 0 ANSI: 5\n\
               [1.3] sd 0:0:0:0: [sda] 3907029168 512-byte logical blocks: (2.00 TB/1.82 TiB)\n";
    let disk = block(log, "sda");
    assert_eq!(disk.model.as_deref(), Some("ACME2000VX-1ES164"));
    assert_eq!(disk.transport, Some(DriveTransport::Sata { gbit_s: 1.5 }));
}

#[test]
fn models_are_in_the_columns_of_an_inquiry() {
    let text = "Enclosure Device ID: 252\nSlot Number: 0\nPD Type: SAS\n\
                Raw Size: 838.362 GB [0x68cb9e30 Sectors]\n\
                Inquiry Data: ACME-ABCST9900805SS     B55C6XS3H1JY0808B55C\n";
    assert_eq!(block(text, "252:0").model.as_deref(), Some("ST9900805SS"));
    let text = "InterfaceType  Model                  Size\n\
                SCSI           NVMe Samsung SSD 970   500105249280\n";
    assert_eq!(block(text, "drive1").model.as_deref(), Some("Samsung SSD 970"));
}

/// Without their serial numbers members are the drives that are left, if these are as many; never drives beside those
/// that the text lists.
#[test]
fn members_without_a_number_are_no_further_drives() {
    let device = |number: u32| {
        format!(
            "      Device #{number}\n         Device is a Hard drive\n         Vendor        : QUICK123\n\
             \x20        Model         : 45NS\n         Serial number : xxxx\n         Total Size : 1829766 MB\n"
        )
    };
    let volume = |number: u32, segments: u32| {
        let rows: String =
            (0..segments).map(|at| format!("   Segment {at} : Present (0,{at})\n")).collect();
        format!("Logical device number {number}\n   RAID level : 5\n   Size : 3659724 MB\n{rows}\n")
    };
    let devices: String = (0..3).map(device).collect();
    let whole = format!("{}Physical Device information\n{devices}", volume(0, 3));
    let (.., members, _) = &volumes(&whole)[0];
    assert_eq!(members, &["drive1", "drive2", "drive3"]);
    assert_eq!(block(&whole, "drive1").model.as_deref(), Some("QUICK12345NS"));
    let two = format!("{}{}Physical Device information\n{devices}", volume(0, 1), volume(1, 1));
    let evidence = evidence_of(&two);
    assert_eq!(evidence.blocks.keys().filter(|name| name.starts_with("drive")).count(), 3);
    assert_eq!(evidence.blocks.len(), 5);
}

#[test]
fn arrays_with_names_are_no_drives() {
    let text = "Array Number 0\n   Name         : A\n   Status       : Ok\n   Interface    : SATA SSD\n\
                \x20  Total Size   : 457873 MB\n   Type         : Data\n";
    assert!(!is_known(text));
    // Columns of a table are no keys of a list of parts.
    let text = " #  Name   Disks TotalCap  FreeCap DiskChannels  State\n\
                 1  data      15 11250.0GB    0.0GB 123456789AB  Normal\n";
    assert!(evidence_of(text).blocks.is_empty());
}

#[test]
fn udev_writes_letters_as_numbers() {
    let text = "P: /devices/pci0000:00/0000:00:14.0/usb1/1-1/block/sdb\nE: DEVNAME=/dev/sdb\n\
                E: DEVTYPE=disk\nE: ID_BUS=usb\nE: ID_MODEL_ENC=xD\\x2fSD\\x2fM.S.\\x20\\xzz\n\n\
                P: /devices/platform/mmc/block/mmcblk0\nE: DEVNAME=/dev/mmcblk0\nE: DEVTYPE=disk\n\n\
                P: /devices/platform/mmc/block/mmcblk0/mmcblk0p1\nE: DEVNAME=/dev/mmcblk0p1\n\
                E: DEVTYPE=partition\n";
    let evidence = evidence_of(text);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["mmcblk0", "sdb"]);
    assert_eq!(evidence.blocks["sdb"].model.as_deref(), Some("xD/SD/M.S. \\xzz"));
}

/// The first listing of a file system counts: below it, mails quote older ones. Without its profile an array has no
/// level, and on one device it is none.
#[test]
fn btrfs_names_its_devices_and_what_is_gone() {
    const UUID: &str = "84a1ed4a-365c-45c3-a9ee-a7df525dc3c9";
    let device = |number, path: &str| {
        format!("\tdevid    {number} size 18.19TiB used 7.53TiB path {path}\n")
    };
    let head = |label: &str| {
        format!("Label: {label}  uuid: {UUID}\n\tTotal devices 3 FS bytes used 14.80TiB\n")
    };
    let whole =
        head("'tank'") + &device(1, "/dev/sda") + &device(2, "/dev/sdb1") + &device(3, "/dev/sdc");
    let profile = "\n$ btrfs fi df /mnt\nData, RAID10: total=8.34TiB, used=8.34TiB\n\
                   Metadata, RAID1C4: total=24.00GiB, used=23.93GiB\n";
    let array = |text: &str, name: &str| {
        let block = block(text, name);
        (block.stack.unwrap(), block.members)
    };
    let of = |data_profile: Option<&str>| StackedDevice::Btrfs {
        data_profile: data_profile.map(str::to_owned),
    };
    let members = ["sda", "sdb1", "sdc"].map(str::to_owned).to_vec();
    assert_eq!(array(&whole, "tank"), (of(None), members.clone()));
    assert_eq!(array(&format!("{whole}{profile}"), "tank"), (of(Some("raid10")), members.clone()));
    let quoted = format!("{whole}{profile}").replace('\t', "").replace('\n', "\n> > ");
    assert_eq!(array(&format!("> > {quoted}"), "tank"), (of(Some("raid10")), members));
    assert_eq!(block(&whole, "sda").size.map(|size| size.get()), Some(20_000_116_509_245));
    assert_eq!(block(&whole, "sdb").partitions[0].name, "sdb1");
    for gone in [
        "devid    4 size 0 used 0 path  MISSING",
        "devid 4 size 18.19TiB used 7.53TiB path <missing disk> MISSING",
    ] {
        let text = format!("{}{}\t{gone}\n\n> {whole}", head("none"), device(1, "/dev/sda"));
        let evidence = evidence_of(&text);
        assert_eq!(evidence.blocks["btrfs-84a1ed4a"].members, ["sda"], "{gone}");
        assert_eq!(notes(&evidence), ["note-text-array-degraded"], "{gone}");
    }
    let single = evidence_of(&format!("{}{}", head("'root'"), device(1, "/dev/nvme0n1p2")));
    assert_eq!(single.blocks.keys().collect::<Vec<_>>(), ["nvme0n1"]);
}

#[test]
fn esxi_names_the_port_above_a_function_and_its_slot() {
    let function = |address: &str, class: &str, more: &str| {
        format!(
            "{address}\n   Address: {address}\n   Bus: 0x81\n   VMkernel Name: vmhba2\n\
             \x20  Vendor Name: Samsung Electronics Co Ltd\n   Device Name: PM1733\n\
             \x20  Vendor ID: 0x144d\n   Device ID: 0xa824\n   Device Class: {class}\n\
             \x20  Programming Interface: 0x02\n{more}\n"
        )
    };
    let drive = "   Slot Description: SLOT3 PCI-E 3.0 X16\n   Parent Device: PCI 0:128:3:0\n\
                 \x20  Dependent Device: PCI 0:129:0:0\n";
    let text = format!(
        "[root@esx:~] esxcli hardware pci list\n{}{}",
        function("0000:00:1f.2", "0x0106", ""),
        function("0000:81:00.0", "0x0108", drive)
    );
    let evidence = evidence_of(&text);
    let addresses: Vec<String> = evidence.functions.keys().map(ToString::to_string).collect();
    assert_eq!(addresses, ["0000:00:1f.2", "0000:80:03.0", "0000:81:00.0"]);
    let function = &evidence.functions[&at("81:00.0").unwrap()];
    assert_eq!((function.parent, function.id.device), (at("80:03.0"), 0xa824));
    assert!(notes(&evidence).is_empty(), "{:?}", evidence.notes);
    let tree = build(&evidence);
    let node = &tree.nodes[&Id::new(at("81:00.0").unwrap())];
    assert_eq!(node.parent, Some(Id::new(at("80:03.0").unwrap())));
    assert_eq!(node.slot.as_ref().map(|(label, _)| label.as_str()), Some("SLOT3 PCI-E 3.0 X16"));
    assert!(tree.drives.contains_key(&Id::new(at("81:00.0").unwrap())));
}

#[test]
fn a_command_for_a_partition_is_about_its_drive() {
    let drive = |path: &str| {
        format!(
            "# smartctl -x {path}\nsmartctl 7.2\n=== START OF INFORMATION SECTION ===\n\
             Device Model:     WDC WD40EFRX-68N32N0\nUser Capacity:    {TB} bytes [1.00 TB]\n\n"
        )
    };
    let evidence = evidence_of(&(drive("/dev/sdc1") + &drive("/dev/sdd")));
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["sdc", "sdd"]);
}

#[test]
fn heads_of_fdisk_alone_have_no_models() {
    let head = |name| format!("Disk /dev/{name}: 931.51 GiB, {TB} bytes, 1953525168 sectors\n");
    let text = head("sdi") + &head("sdl");
    assert_eq!((block(&text, "sdi").model, block(&text, "sdl").model), (None, None));
}

/// Lines about disks that the kernel prints long after it found them name these as well.
#[test]
fn a_log_of_a_running_machine_names_its_disks() {
    let text =
        "> [   62.1] sd 2:0:0:0: [sdc] Starting disk\n> [   62.2] sd 0:0:0:0: [sda] tag#3 FAILED\n";
    assert_eq!(evidence_of(text).blocks.keys().collect::<Vec<_>>(), ["sda", "sdc"]);
    // Beside them, what a mail quotes is read without its marks.
    let text = format!("{text}> Personalities : [raid1]\n> md0 : active raid1 sdb1[0] sdd1[1]\n");
    let evidence = evidence_of(&text);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["md0", "sda", "sdb", "sdc", "sdd"]);
}

#[test]
fn parts_of_a_processor_are_none() {
    let text = "sda 1\nCeleron/Pentium Silver Processor SATA Controller (rev 06)\n\
                Model Number : HUS724030ALS640\nRaw Size: 2.728 TB\n";
    assert_eq!(evidence_of(text).host.cpu, None);
}

#[test]
fn a_number_before_a_word_counts_drives() {
    let evidence = evidence_of("CPU: Intel E5-2680 v3\n3 Disks: TOSHIBA AL13SEB600\n");
    assert_eq!(evidence.blocks.len(), 3);
    assert!(evidence.blocks.values().all(|it| it.model.as_deref() == Some("TOSHIBA AL13SEB600")));
}

#[test]
fn an_array_is_degraded_once() {
    let mdstat =
        "Personalities : [raid1]\nmd0 : active raid1 sda1[0]\n      1024 blocks [2/1] [U_]\n";
    assert_eq!(
        notes(&evidence_of(&format!("{mdstat}\n$ cat /proc/mdstat\n{mdstat}"))),
        ["note-text-array-degraded"]
    );
}

#[test]
fn sata_links_below_their_drive_or_slowed_after_errors_are_noted() {
    let drive = |speeds: &str| {
        format!(
            "# smartctl -x /dev/sdg\nsmartctl 7.2\n=== START OF INFORMATION SECTION ===\n\
             Device Model:     QUICK\nSATA Version is:  SATA 3.1{speeds}\n"
        )
    };
    let of = |speeds: &str| notes(&evidence_of(&drive(speeds)));
    assert_eq!(of(", 6.0 Gb/s (current: 3.0 Gb/s)"), ["note-text-sata-slow"]);
    for speeds in [", 6.0 Gb/s (current: 6.0 Gb/s)", ", 6.0 Gb/s", "", " (current: 3.0 Gb/s)"] {
        assert!(of(speeds).is_empty(), "{speeds}");
    }
    let json = r#"{"model_name": "QUICK", "smartctl": {}, "interface_speed":
        {"max": {"string": "6.0 Gb/s"}, "current": {"string": "1.5 Gb/s"}}}"#;
    assert_eq!(notes(&evidence_of(json)), ["note-text-sata-slow"]);
    let log = "[ 1.0] sd 0:0:0:0: [sda] Starting disk\n[ 2.0] ata1: limiting SATA link speed to 3.0 Gbps\n\
               [ 3.0] ata1: limiting SATA link speed to 1.5 Gbps\n[ 3.1] ata2: limiting SATA link speed to <unknown>\n";
    let evidence = evidence_of(log);
    assert_eq!(notes(&evidence), ["note-log-sata-limited"]);
    assert!(format!("{:?}", evidence.notes).contains("1.5"), "{:?}", evidence.notes);
}

#[test]
fn numbers_are_no_names() {
    let lsscsi = "[1:0:0:0]    disk    naa.5000cca02b38d0b8  /dev/sda\n\
                  [N:0:1:1]    disk    eui.e8238fa6bf530001    /dev/nvme0n1\n";
    let evidence = evidence_of(lsscsi);
    assert_eq!(evidence.blocks.len(), 2);
    assert!(evidence.blocks.values().all(|block| block.model.is_none()), "{:?}", evidence.blocks);
    let gdisk = "$ lsblk\nNAME SIZE TYPE\nsdb 9.1T disk\n# gdisk -l /dev/sdb\n\
                 Disk /dev/sdb: 19532873728 sectors, 9.1 TiB\nLogical sector size: 512 bytes\n";
    let drive = block(gdisk, "sdb");
    assert_eq!((drive.model, drive.size), (None, amount::size("9.1T")));
    let clock =
        evidence_of("CPU     1000 [MHz]\nModel Number : HUS724030ALS640\nRaw Size: 2.728 TB\n");
    assert_eq!(clock.host.cpu, None);
}

#[test]
fn a_pools_table_is_read_without_what_stands_above_it() {
    let table = "NAME          STATE     READ WRITE CKSUM\ntank          DEGRADED     0     0     0\n\
                 \x20 raidz1-0    DEGRADED     0     0     0\n    sda         ONLINE       0     0     0\n\
                 \x20   sdb         FAULTED      2     0     0  too many errors\n    sdc         ONLINE       0     0     0\n";
    let evidence = evidence_of(table);
    assert_eq!(evidence.blocks.keys().collect::<Vec<_>>(), ["sda", "sdb", "sdc", "tank"]);
    assert_eq!(notes(&evidence), ["note-text-array-degraded"]);
    let whole =
        format!("  pool: tank\n state: DEGRADED\nconfig:\n\n\t{}\n", table.replace('\n', "\n\t"));
    assert_eq!(evidence_of(&whole).blocks["tank"], evidence.blocks["tank"]);
}

/// Names of drives stand for others in the second list, whatever tells the machines apart.
#[test]
fn drives_of_other_machines_are_not_mixed_in() {
    let lsblk = |rows: &str| format!("NAME SIZE TYPE MODEL SERIAL\n{rows}\n");
    let one = lsblk("sda  1.8T disk WD20 W-12AB");
    let two = lsblk("sda  3.6T disk ST40 ZF-34\nsdb  3.6T disk ST40 ZF-35");
    let way = |at: &str| format!("nvme0n1 -> ../devices/pci0000:00/{at}/nvme/nvme0/nvme0n1\n");
    let json = |serial: &str| {
        format!("{{\"blockdevices\":[{{\"name\":\"sda\",\"serial\":\"{serial}\"}}]}}\n")
    };
    for (first, second) in [
        (one.clone(), two.clone()),
        (one.clone() + "the other:\n", two),
        (way("0000:00:03.0"), way("0000:00:16.0/0000:0b:00.0")),
        (json("W-12AB"), json("ZF-34")),
    ] {
        let both = evidence_of(&(first.clone() + &second));
        assert_eq!(notes(&both), ["note-lspci-machines"], "{second}");
        let [both, own] = [both, evidence_of(&first)].map(|it| (it.blocks, it.functions));
        assert_eq!(both, own, "{second}");
    }
    // After a start drives may have each other's names; a serial number may be blotted out.
    let pair =
        |a: &str, b: &str| lsblk(&format!("sda  1.8T disk WD20 {a}\nsdb  1.8T disk WD20 {b}"));
    let same = pair("W-12AB", "W-34CD") + "rebooted\n" + &pair("W-34CD", "W-12AB");
    let blotted = one + &lsblk("sda  1.8T disk WD20 W-XXXX");
    for text in [same, blotted] {
        assert!(!notes(&evidence_of(&text)).contains(&"note-lspci-machines"), "{text}");
    }
}

#[test]
fn paths_of_multipath_are_no_drives() {
    let text = "09:22:43 INFO | Running\n\
                09:22:43 DEBUG| [stdout] data (3600a098000aa) dm-2 ACME,Array 7\n\
                09:22:43 DEBUG| [stdout] size=50G features='0' hwhandler='1 alua' wp=rw\n\
                09:22:43 DEBUG| [stdout] |-+- policy='service-time 0' prio=50 status=active\n\
                09:22:43 DEBUG| [stdout] | `- 1:0:1:2 sdc       8:32 active ready running\n\
                09:22:43 DEBUG| [stdout] `-+- policy='service-time 0' prio=10 status=enabled\n\
                09:22:43 DEBUG| [stdout]   `- 2:0:0:2 sdd       8:48 active ready running\n";
    let found = evidence_of(text);
    let drives: Vec<_> = found.blocks.iter().map(|(own, it)| (own.as_str(), it.size)).collect();
    assert_eq!(drives, [("data", Some(narrows_units::Bytes::gib(50)))]);
    assert_eq!(found.blocks["data"].model.as_deref(), Some("ACME Array 7"));
    assert_eq!(notes(&found), ["note-text-multipath"]);
}

#[test]
fn bcachefs_names_its_devices() {
    let of = |rows: &str| {
        let head = "Filesystem: 11111111-2222-3333-4444-555555555555\nSize:  39585734449152\n";
        let found = evidence_of(&format!("{head}{rows}"));
        let whole = found.blocks.get("bcachefs-11111111").cloned().unwrap_or_default();
        assert!(found.blocks.values().all(|block| block.size.is_none()));
        let level = match whole.stack {
            Some(StackedDevice::Described { level, .. }) => level,
            _ => String::new(),
        };
        (level, whole.members.join(" "), found.blocks.len())
    };
    let table = "btree:  1/3  3  [nvme1n1 sdb sda] 37\nuser:  1/2  2  [sdb sda]  176\n\
                 cached: 1/1  1  [nvme1n1]  74\n";
    assert_eq!(of(table), ("replicas=2".into(), "nvme1n1 sda sdb".into(), 4));
    let heads = "user:  1/1  [sda1]  64.0 MiB\nuser:  1/2  [sda1 sdb1]  1 GiB\n\n\
                 hdd.hdd1 (device 0):     sda1     rw\n  free:  0 B   20300\n\
                 hdd.hdd2 (device 1):     sdb1     rw    14000   3840\n";
    assert_eq!(of(heads), ("mixed".into(), "sda1 sdb1".into(), 3));
    assert_eq!(of("user:  1/1  [sdc]  64\n"), (String::new(), String::new(), 1));
}

#[test]
fn what_a_log_wrote_before_smartctls_lines_goes() {
    let mark = "2026 Jul  7 20:25:49.346715 box NOTICE root:";
    let text = format!(
        "2026 Jul  7 20:25:49.272090 box INFO systemd[1]: Starting.\n\
         {mark} smartctl 7.4 2023-08-01 r5530 [x86_64-linux] (local build)\n{mark}\n\
         {mark} === START OF INFORMATION SECTION ===\n\
         {mark} Model Number:                       ACME 480\n\
         {mark} Namespace 1 Size/Capacity:          480,103,981,056 [480 GB]\n"
    );
    let found = evidence_of(&text);
    let drives: Vec<_> = found.blocks.values().map(|it| (it.model.clone(), it.size)).collect();
    let size = narrows_units::Bytes::new(480_103_981_056);
    assert_eq!(drives, [(Some("ACME 480".to_owned()), Some(size))]);
}

#[test]
fn a_port_of_a_system_on_a_chip_has_its_controllers_link() {
    let log = "[ 6.3] acme-dw-pcie 3c08.pcie: PCIe Gen.3 x1 link up\n\
               [ 6.4] acme-dw-pcie 3c08.pcie: PCI host bridge to bus 0002:00\n\
               [ 6.5] pci 0002:00:00.0: [1d87:3566] type 01 class 0x060400\n\
               [ 6.6] pci 0002:01:00.0: [144d:a809] type 00 class 0x010802\n\
               [ 6.7] pci 0002:00:00.0: PCI bridge to [bus 01-ff]\n\
               [ 6.8] nvme nvme0: pci function 0002:01:00.0\n";
    let topology = build(&evidence_of(log));
    let (current, _) = link_of(&topology, "0002:01:00.0");
    assert!(current.contains("3.0 x1"), "{current}");
    let brcm = log.replace("PCIe Gen.3 x1 link up", "link up, 8.0 GT/s PCIe x1 (SSC)");
    assert_eq!(evidence_of(&brcm).functions, evidence_of(log).functions);
    let other = log.replace("3c08.pcie: PCI host", "3c09.pcie: PCI host");
    assert!(evidence_of(&other).functions.values().all(|it| it.link.current.is_none()));
}

#[test]
fn remarks_and_marks_of_code_are_no_part_of_a_value() {
    let text = "\"name\": \"ACME 870 X1\", <- it is another\n\"interconnect\": \"USB\",\n\
                \"kind\": \"SSD\", <- no\n\"size\": 1000204886016,\n";
    assert_eq!(models(text), [("drive1".to_owned(), Some("ACME 870 X1".to_owned()))]);
    let row =
        "It has `/dev/nvme4n1  S123  ACME 870  1  1.00  TB /  1.00  TB  4 KiB +  0 B  MPK7`\n";
    let own = row.strip_prefix("It has ").unwrap();
    assert_eq!(models(own), [("nvme4n1".to_owned(), Some("ACME 870".to_owned()))]);
    let bytes =
        "Model: ACME 870\nType: ssd\nRaw Capacity (Bytes): 1000204886016\nCapacity: 931.5 GB\n";
    let behind = "Model: ACME 870\nType: ssd\nMediasize: 1000204886016 (931G)\n";
    for text in [bytes, behind] {
        let sizes: Vec<_> = evidence_of(text).blocks.values().map(|it| it.size).collect();
        assert_eq!(sizes, [Some(narrows_units::Bytes::new(TB))]);
    }
}

#[test]
fn bcachefs_super_names_models() {
    let text = "Device 8:                                  /dev/sdh        ACME480\n  \
                Label:                                   ssd.1\n  Size:                                    447G\n\
                Device 9:                                  /dev/nvme0n1p6  ACME 870\n  Size:                                    200G\n";
    assert_eq!(
        models(text),
        [
            ("nvme0n1".to_owned(), Some("ACME 870".to_owned())),
            ("sdh".to_owned(), Some("ACME480".to_owned()))
        ]
    );
    let found = evidence_of(text);
    assert_eq!(found.blocks["nvme0n1"].size, None);
    assert_eq!(found.blocks["sdh"].size, Some(narrows_units::Bytes::gib(447)));
}

#[test]
fn ways_through_vmd_go_on_in_its_domain() {
    let way = |port: u8, bus: u8, own: &str| {
        format!(
            "{own} -> ../devices/pci0000:d7/0000:d7:05.5/pci10001:00/10001:00:0{port}.0/10001:0{bus}:00.0/nvme/nvme0/{own}\n"
        )
    };
    let found = evidence_of(&(way(0, 1, "nvme0n1") + &way(1, 2, "nvme1n1")));
    let parent = |of: &str| found.functions[&at(of).unwrap()].parent;
    assert_eq!(found.blocks["nvme0n1"].function, at("10001:01:00.0"));
    assert_eq!(found.blocks["nvme1n1"].function, at("10001:02:00.0"));
    assert_eq!(parent("10001:02:00.0"), at("10001:00:01.0"));
    assert_eq!(parent("10001:00:01.0"), at("0000:d7:05.5"));
    let vmd = found.functions[&at("0000:d7:05.5").unwrap()].class;
    assert_eq!((vmd.base, vmd.sub), (0x01, 0x04));
}
