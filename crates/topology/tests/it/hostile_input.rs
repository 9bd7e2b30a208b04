//! Goal: no input, however broken or hostile, panics, runs long or fills memory, and each is refused
//! with the place named. Method: archives and XML made here, cut, flipped and blown up.

use std::io::Write;

use narrows_topology::evidence::CaptureEvidence;
use narrows_topology::read::archive::{self, UnpackedContent};
use narrows_topology::read::{FileTree, FileTreeEntry, ReadError, TextPosition, hwloc_xml, kind};
use proptest::prelude::*;

const FILE: u8 = b'0';
const LINK: u8 = b'2';
const HARD_LINK: u8 = b'1';
const DEVICE: u8 = b'3';
const PIPE: u8 = b'6';
const GLOBAL: u8 = b'g';
const FOLDER: u8 = b'5';

/// A ustar header (POSIX.1-2017, pax, "ustar Interchange Format") for an entry of `size` bytes.
fn header(name: &str, kind: u8, size: u64, target: &str) -> [u8; 512] {
    let mut header = [0; 512];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, &[kind]);
    put(157, target.as_bytes());
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

fn tar(entries: &[(&str, u8, &str)]) -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, kind, text) in entries {
        let (size, target) = if *kind == FILE { (text.len(), "") } else { (0, *text) };
        tar.extend(header(name, *kind, size as u64, target));
        tar.extend(&text.as_bytes()[..size]);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn bzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// `sys/class/block/x/size` with "8\n" in it, packed by xz at its default level.
const XZ: &str = "
    fd377a585a0000016922de360200210116000000742fe5a3e027ff006c5d00399e4aa9551b018bf0df54698a
    0aeea80fa5573e2f1f67d9d8811ef1fd5f0ce9a776937d8efe1c3d04b12f0c2deb92a9a134e756321f79032c
    6a9375c5d396c8b64c768f1c22b8edcb48f825414e86818b8dd8765bbdcb77e5444829b3753d0cf41aef60f2
    e45b0346a70e00005117ca4d00018401805000002833f1fa3e300d8b020000000001595a
";

fn xz() -> Vec<u8> {
    let digits: Vec<u8> = XZ.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn refused(bytes: &[u8]) -> ReadError {
    kind::evidence(bytes).expect_err("a hostile input was read")
}

/// Runs in debug builds too, so the bound is wide; a bomb would take minutes. Other programs on the machine do not count.
fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = processor_seconds();
    let result = work();
    let took = processor_seconds() - start;
    assert!(took < 30.0, "took {took} s of processor time");
    result
}

/// What this thread has used: its 14th and 15th field in hundredths of a second (proc_pid_stat(5)).
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
    // The second field is a name in parentheses, which may hold anything.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks.map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / 100.0
}

fn small() -> Vec<u8> {
    tar(&[
        ("box/", FOLDER, ""),
        ("box/sys/devices/pci0000:00/0000:00:01.0/vendor", FILE, "0x8086\n"),
        ("box/sys/devices/pci0000:00/0000:00:01.0/device", FILE, "0x1901\n"),
        ("box/sys/bus/pci/devices/0000:00:01.0", LINK, "../../../devices/pci0000:00/0000:00:01.0"),
        ("box/sys/class/block/sda/size", FILE, "4096\n"),
        ("box/sys/class/block/sdb/size", HARD_LINK, "box/sys/class/block/sda/size"),
        ("pax_global_header", GLOBAL, ""),
    ])
}

#[test]
fn every_packing_is_told_by_its_content() {
    for bytes in [small(), gzipped(&small()), bzipped(&small()), zstandard(&small())] {
        let evidence = kind::evidence(&bytes).unwrap();
        assert_eq!((evidence.functions.len(), evidence.blocks.len()), (1, 2));
    }
    assert_eq!(kind::evidence(&xz()).unwrap().blocks.len(), 1);
    // Several gzip members or zstd frames one after the other are one stream.
    let (first, second) = (small()[..700].to_vec(), small()[700..].to_vec());
    for pack in [gzipped, bzipped, zstandard] {
        let joined = [pack(&first), pack(&second)].concat();
        assert_eq!(kind::evidence(&joined).unwrap().functions.len(), 1);
    }
    let text = gzipped(b"00:01.0 PCI bridge [0604]: Intel [8086:1901]\n");
    assert_eq!(kind::evidence(&text).unwrap().functions.len(), 1);
}

#[test]
fn what_is_no_file_is_left_out() {
    let Ok(UnpackedContent::Tree(tree)) = archive::unpack(&small()) else { panic!("no tree") };
    assert!(!tree.exists("pax_global_header"));
    assert!(tree.entries().any(|(_, entry)| matches!(entry, FileTreeEntry::Link(_))));
}

/// Entries that lead out of the archive are refused by name, before any of it is read.
#[test]
fn entries_that_lead_out_or_are_no_files_are_refused_by_name() {
    let cases = [
        ("/sys/class/block/sda/size", FILE, "1", "read-archive-leads-out"),
        ("sys/../../etc/passwd", FILE, "1", "read-archive-leads-out"),
        ("sys/class/block/sda", LINK, "/etc/passwd", "read-archive-link-leads-out"),
        ("sys/class/block/sda", LINK, "../../../../etc", "read-archive-link-leads-out"),
        ("sys/class/block/sda", LINK, "../../x/../../../etc", "read-archive-link-leads-out"),
        ("sys/class/block/sda", HARD_LINK, "../etc/passwd", "read-archive-link-leads-out"),
        ("sys/class/block/sda", HARD_LINK, "/etc/passwd", "read-archive-link-leads-out"),
        ("box/dev/null", DEVICE, "", "read-archive-special"),
        ("box/pipe", PIPE, "", "read-archive-special"),
    ];
    for (name, kind, text, problem) in cases {
        let error = refused(&tar(&[("sys/class/block/sdz/size", FILE, "1"), (name, kind, text)]));
        assert_eq!(error.place, TextPosition::Entry(name.into()), "{name} {text}");
        assert_eq!(error.problem.id(), problem, "{name} {text}");
    }
    let inside = [
        ("sys/class/block/sda", LINK, "../../../sys/class/block/sdb"),
        ("sys/class/block/sdb/size", FILE, "1"),
    ];
    assert_eq!(kind::evidence(&tar(&inside)).unwrap().blocks.len(), 2);
}

#[test]
fn links_in_circles_lead_nowhere_and_a_tree_without_a_machine_is_refused() {
    let circle = [
        ("sys/bus/pci/devices/0000:00:02.0", LINK, "0000:00:02.0"),
        ("sys/class/block/sda", LINK, "sdb"),
        ("sys/class/block/sdb", LINK, "sda"),
    ];
    let error = refused(&tar(&circle));
    assert_eq!((error.place, error.problem.id()), (TextPosition::Whole, "read-no-machine"));
    let with_processor = [&circle[..], &[("proc/cpuinfo", FILE, "model name : X\n")]].concat();
    let evidence = kind::evidence(&tar(&with_processor)).unwrap();
    assert_eq!((evidence.functions.len(), evidence.notes.len()), (0, 1));
    assert_eq!(refused(b"<topology/>").problem.id(), "read-no-machine");
}

/// 01 -> 02 -> 01, and a bridge that leads to its own bus.
#[test]
fn buses_in_a_circle_are_refused_by_their_entry() {
    let bridge = |at: &str, secondary: &str| {
        let file =
            |name: &str, text: &str| (format!("sys/bus/pci/devices/{at}/{name}"), text.to_owned());
        [
            file("vendor", "0x8086"),
            file("device", "0x1901"),
            file("secondary_bus_number", secondary),
            file("subordinate_bus_number", "255"),
        ]
    };
    let refused = |bridges: &[[(String, String); 4]]| {
        let entries: Vec<_> = bridges
            .iter()
            .flatten()
            .map(|(name, text)| (name.as_str(), FILE, text.as_str()))
            .collect();
        let error = refused(&tar(&entries));
        (error.place, error.problem.id())
    };
    let at = |name: &str| {
        (TextPosition::Entry(format!("sys/bus/pci/devices/{name}")), "read-bus-circle")
    };
    let circle = [bridge("0000:01:00.0", "2"), bridge("0000:02:00.0", "1")];
    assert_eq!(refused(&circle), at("0000:02:00.0"));
    assert_eq!(refused(&[bridge("0000:05:00.0", "5")]), at("0000:05:00.0"));
}

#[test]
fn bombs_end_soon() {
    // 600 MiB of zeros as one file of a tar, packed in pieces of 8 MiB.
    let piece = gzipped(&vec![0; 8 << 20]);
    let mut bomb = gzipped(&header("sys/class/block/x", FILE, 600 << 20, ""));
    (0..75).for_each(|_| bomb.extend(&piece));
    let error = soon(|| refused(&bomb));
    assert_eq!(error.problem.id(), "read-archive-too-large");
    assert_eq!(error.place, TextPosition::Entry("sys/class/block/x".into()));
    // And as no tar at all.
    let error = soon(|| refused(&piece.repeat(75)));
    assert_eq!(error.problem.id(), "read-archive-too-large");
}

/// Twenty files of 4 MiB each come out of a few kilobytes.
#[test]
fn archives_that_would_fill_the_memory_are_refused() {
    let piece = gzipped(&vec![0; 4 << 20]);
    let mut bomb = Vec::new();
    for n in 0..20 {
        bomb.extend(gzipped(&header(&format!("sys/class/block/x{n}"), FILE, 4 << 20, "")));
        bomb.extend(&piece);
    }
    let error = refused(&bomb);
    assert_eq!(error.problem.id(), "read-archive-too-large");
    // 48 MiB hold eleven such files with their names, and not twelve.
    assert_eq!(error.place, TextPosition::Entry("sys/class/block/x11".into()));
}

#[test]
fn a_million_entries_end_soon() {
    let entry = header("sys/class/block/x", FILE, 0, "");
    let many = gzipped(&entry.repeat(16_384));
    let error = soon(|| refused(&many.repeat(80)));
    assert_eq!(error.problem.id(), "read-archive-too-many");
}

#[test]
fn more_devices_than_a_machine_has_are_refused_by_folder() {
    let mut bytes = Vec::new();
    for n in 0..20_000 {
        let (bus, device, function) = (n / 256, n / 8 % 32, n % 8);
        let name = format!("sys/bus/pci/devices/0000:{bus:02x}:{device:02x}.{function}");
        bytes.extend(header(&format!("{name}/vendor"), FILE, 0, ""));
    }
    bytes.resize(bytes.len() + 1024, 0);
    let error = soon(|| refused(&bytes));
    assert_eq!(error.place, TextPosition::Entry("sys/bus/pci/devices".into()));
    assert_eq!(error.problem.id(), "read-sysfs-too-many");
}

#[test]
fn thousands_of_deep_devices_end_soon() {
    let mut tree = FileTree::default();
    let deep = format!("sys/devices/pci0000:00/{}usb1", "a/".repeat(40));
    for n in 0..4_000 {
        let name = format!("0000:{:02x}:{:02x}.{}", n / 256, n / 8 % 32, n % 8);
        tree.insert(&format!("{deep}/{name}/vendor"), FileTreeEntry::File(b"0x8086".to_vec()));
        tree.insert(&format!("{deep}/{name}/device"), FileTreeEntry::File(b"0x1901".to_vec()));
        tree.insert(&format!("{deep}/{name}/sd{n}/size"), FileTreeEntry::File(b"8".to_vec()));
        let link = FileTreeEntry::Link(format!("/{deep}/{name}"));
        tree.insert(&format!("sys/bus/pci/devices/{name}"), link);
        let link = FileTreeEntry::Link(format!("/{deep}/{name}/sd{n}"));
        tree.insert(&format!("sys/class/block/sd{n}"), link);
    }
    let evidence = soon(|| kind::from_tree(&tree)).unwrap();
    assert_eq!((evidence.functions.len(), evidence.blocks.len()), (4_000, 4_000));
}

#[test]
fn cut_archives_name_the_last_entry() {
    let whole = tar(&[("sys/class/block/a/size", FILE, &"8".repeat(2000))]);
    let error = refused(&whole[..1500]);
    assert_eq!(error.place, TextPosition::Entry("sys/class/block/a/size".into()));
    assert_eq!(error.problem.id(), "read-archive-truncated");
}

/// Wherever an archive is cut, it is refused, and in the same words whatever it was packed with.
#[test]
fn every_cut_of_every_packing_is_refused() {
    for packed in [small(), gzipped(&small()), bzipped(&small()), zstandard(&small()), xz()] {
        for length in 0..packed.len() {
            let error = kind::evidence(&packed[..length]).expect_err(&length.to_string());
            let expected = ["read-archive-truncated", "read-kind-unknown"];
            assert!(expected.contains(&error.problem.id()), "{length}: {error:?}");
        }
    }
}

#[test]
fn damaged_zstd_is_told_in_words() {
    let mut packed = zstandard(&small());
    packed[6..20].fill(0xff);
    let text = format!("{:?}", refused(&packed).problem);
    assert!(!text.contains("Error("), "{text}");
}

#[test]
fn archives_of_something_else_say_what_is_missing() {
    let error = refused(&tar(&[("home/photo.jpg", FILE, "x")]));
    assert_eq!(error.problem.id(), "read-archive-no-sysfs");
    assert_eq!(refused(b"hello").problem.id(), "read-kind-unknown");
    assert_eq!(refused(&gzipped(&gzipped(&small()))).problem.id(), "read-kind-unknown");
    assert_eq!(refused(b"schema = \"narrows.machine/1\"").problem.id(), "read-kind-machine");
}

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="3.0">
  <object type="Machine" os_index="0" cpuset="0x3" nodeset="0x1">
    <object type="Bridge" bridge_type="0-1" depth="0" bridge_pci="0000:[00-01]">
      <object type="Bridge" bridge_type="1-1" depth="1" bridge_pci="0000:[01-01]"
              pci_busid="0000:00:01.0" pci_type="0604 [8086:1901] [0000:0000] 07 00">
        <object type="PCIDev" pci_busid="0000:01:00.0" pci_link_speed="3.938462"
                pci_type="0108 [144d:a808] [144d:a801] 00 02">
          <object type="OSDev" name="nvme0n1" osdev_type="1"><info name="Size" value="8KiB"/></object>
        </object>
      </object>
    </object>
  </object>
</topology>
"#;

fn xml_problem(text: &str) -> (TextPosition, &'static str) {
    let error = soon(|| hwloc_xml::read(text)).expect_err("a hostile file was read");
    (error.place, error.problem.id())
}

#[test]
fn a_small_topology_is_read() {
    let evidence = hwloc_xml::read(XML).unwrap();
    let drive = &evidence.functions[&"01:00.0".parse().unwrap()];
    assert_eq!((drive.class.interface, drive.numa_node), (2, Some(0)));
    assert_eq!(drive.kernel_name.as_deref(), Some("nvme0"));
    assert_eq!(evidence.notes.len(), 1);
}

#[test]
fn hostile_xml_is_refused_with_its_place() {
    let entity = XML.replace("hwloc2.dtd\"", "x\" [\n<!ENTITY a \"aaaa\">]");
    assert_eq!(xml_problem(&entity), (TextPosition::Line(3), "read-hwloc-entity"));
    let crowded: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    let crowded = XML.replace("<object type=\"OSDev\"", &format!("<object{crowded}"));
    assert_eq!(xml_problem(&crowded).1, "read-hwloc-crowded");
    let crossed = "<topology version=\"3.0\">\n</object>";
    assert_eq!(xml_problem(crossed), (TextPosition::Column(2, 1), "read-hwloc-xml"));
    assert_eq!(xml_problem("<topology>\n<object>\n"), (TextPosition::Line(2), "read-hwloc-cut"));
    let other = "<x>topology</x>";
    assert_eq!(xml_problem(other), (TextPosition::Column(1, 1), "read-hwloc-not-a-topology"));
    let many = format!("<topology>{}</topology>", "<object/>".repeat(1 << 20));
    assert_eq!(xml_problem(&many), (TextPosition::Whole, "read-hwloc-too-many"));
}

/// Every cut is refused with a place near its end: the last line, or a column in it.
#[test]
fn cut_xml_is_refused_at_its_last_line() {
    for length in 1..XML.trim_end().len() {
        let (place, _) = xml_problem(&XML[..length]);
        let last = XML[..length].trim_end().lines().count();
        let line = match place {
            TextPosition::Line(line) | TextPosition::Column(line, _) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line, last, "{length}");
    }
}

#[test]
fn hwlocs_buses_in_a_circle_are_refused_by_their_object() {
    // The bridge 00:01.0 in lines 6 and 7 claims to lead to bus 0, its own.
    let own = XML.replace("0000:[01-01]", "0000:[00-01]").replace("0000:00:01.0", "0000:01:01.0");
    let own = own.replace("0000:[00-01]\"\n", "0000:[01-01]\"\n");
    assert_eq!(xml_problem(&own), (TextPosition::Column(6, 7), "read-bus-circle"));
}

#[test]
fn a_function_that_comes_again_is_noted_and_the_first_kept() {
    let again = "<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\" pci_type=\"0207 [15b3:1013] [0:0] 0 0\"/>";
    let text =
        XML.replace("  </object>\n</topology>", &format!("{again}{again}</object></topology>"));
    let evidence = hwloc_xml::read(&text).unwrap();
    assert_eq!(evidence.functions[&"01:00.0".parse().unwrap()].id.to_string(), "144d:a808");
    let notes: Vec<_> = evidence.notes.iter().map(|note| note.id()).collect();
    assert_eq!(notes, ["read-hwloc-links-ambiguous", "read-hwloc-repeated"]);
}

#[test]
fn depth_and_name_spaces_cost_no_stack_and_little_time() {
    let depth = 200_000;
    let deep = format!(
        "<topology>{}{}</topology>",
        "<object type=\"Group\">".repeat(depth),
        "</object>".repeat(depth)
    );
    // Refused or read, but without running out of stack.
    let _ = soon(|| hwloc_xml::read(&deep));
    let nested: String = (0..20_000).map(|n| format!("<object xmlns:n{n}=\"u{n}\">")).collect();
    let closed = "</object>".repeat(20_000);
    let nested = format!("<topology>{nested}{closed}</topology>");
    assert_eq!(xml_problem(&nested), (TextPosition::Line(1), "read-hwloc-crowded"));
}

/// A text of some megabytes of one kind of line, most of which no machine has so many of.
#[test]
fn long_texts_cost_their_length() {
    let many = |count: u32, line: fn(u32) -> String| (0..count).map(line).collect::<String>();
    let at =
        |n: u32| format!("{:04x}:{:02x}:{:02x}.{}", n >> 16, (n >> 8) & 255, (n >> 3) & 31, n & 7);
    let listing: String = (0..16_000)
        .map(|n| {
            let place = at(n);
            format!(
                "{place} Non-Volatile memory controller: QUICK\n\tLnkSta: Speed 8GT/s, Width x4\n"
            )
        })
        .collect();
    let log: String = (0..16_000)
        .map(|n| format!("pci {}: [1234:5678] type 00 class 0x010802\n", at(n)))
        .collect();
    let arrays = many(16_000, |n| {
        format!("md{n} : active raid1 sd{n}a1[0] sd{n}b1[1]\n   1000 blocks [2/2] [UU]\n\n")
    });
    let rows = many(16_000, |n| format!("\t    ata-QUICK_1TB_{n:08}  ONLINE  0  0  0\n"));
    let pool = format!(
        "  pool: tank\n state: ONLINE\nconfig:\n\n\tNAME  STATE\n\ttank  ONLINE\n\t  raidz1-0  ONLINE\n{rows}"
    );
    let groups = many(50_000, |n| format!(" {n} 0 0 252:{n} 1 DRIVE Onln N 10.913 TB dflt\n"));
    let groups = format!("DG Arr Row EID:Slot DID Type State BT Size PDC\n{groups}");
    let disks = many(16_000, |n| {
        format!("Display Name: Local ATA Disk (t10.ATA_____QUICK__________{n})\n  Size: 1907729\n")
    });
    let tree = format!("-[0000:00]-{}\n", "+-01.0-[01-ff]-".repeat(100_000));
    let brackets = "[\n".repeat(300_000);
    let file_systems = many(4_000, |n| {
        format!(
            "Label: 'a{n}'  uuid: {n:08x}-0-0-0-0\n\tdevid 1 size 1TiB used 1TiB path /dev/sd{n}\n\
             \tdevid 2 size 0 used 0 path MISSING\nData, RAID1: total=1TiB, used=1TiB\n"
        )
    });
    let functions: String = (0..4_000)
        .map(|n| {
            let place = at(n);
            format!(
                "{place}\n   Address: {place}\n   Device Class: 0x0108\n   Parent Device: PCI 0:1:2:3\n"
            )
        })
        .collect();
    let messages = many(8_000, |n| format!("[ 1.0] sd {n}:0:0:0: [sda] Starting disk\n"));
    let parts = many(8_000, |n| format!("{n} Disks: 64x QUICK900GB{n}\n"));
    let prompts = many(8_000, |n| format!("[root@box{n} ~]# lspci -s {n}\n"));
    let others = [file_systems, functions, messages, parts, prompts];
    for text in
        [listing, log, arrays, pool, groups, disks, tree, brackets].into_iter().chain(others)
    {
        drop(soon(|| kind::evidence(text.as_bytes())));
    }
}

fn flipped(bytes: &[u8], flips: &[(prop::sample::Index, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (index, byte) in flips {
        let at = index.index(bytes.len());
        bytes[at] = *byte;
    }
    bytes
}

fn flips() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..6)
}

/// Whatever came out obeys the limits.
fn is_sane(read: &Result<CaptureEvidence, ReadError>) {
    if let Ok(evidence) = read {
        assert!(evidence.functions.len() <= 2 && evidence.blocks.len() <= 2);
    }
}

proptest! {
    #[test]
    fn flipped_archives_never_panic(flips in flips(), packing in 0..5) {
        let bytes = match packing {
            0 => small(),
            1 => gzipped(&small()),
            2 => bzipped(&small()),
            3 => zstandard(&small()),
            _ => xz(),
        };
        is_sane(&soon(|| kind::evidence(&flipped(&bytes, &flips))));
    }

    #[test]
    fn flipped_xml_never_panics(flips in flips()) {
        let bytes = flipped(XML.as_bytes(), &flips);
        is_sane(&soon(|| hwloc_xml::read(&String::from_utf8_lossy(&bytes))));
    }
}
