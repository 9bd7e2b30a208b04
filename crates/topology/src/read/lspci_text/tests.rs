use narrows_units::{Bytes, LinkWidth, TransferRate};

use super::*;
use crate::evidence::{BusRange, PortType};
use crate::pci::PciId;

/// A made-up machine in lspci's various notations: a root port with a drive below it that lost two
/// lanes, an empty port, an AHCI controller with brackets in its name, a drive behind VMD.
const LISTING: &str = "\
$ lspci -vvnn
0000:00:1d.0 PCI bridge [0604]: Intel Corporation Example Root Port #9 [8086:a118] (rev f1) (prog-if 00 [Normal decode])
\tBus: primary=00, secondary=04, subordinate=05, sec-latency=0
\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00
\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0
\t\tDevCtl:\tCorrErr- NonFatalErr- FatalErr- UnsupReq-
\t\t\tMaxPayload 128 bytes, MaxReadReq 512 bytes
\t\tLnkCap:\tPort #9, Speed 8GT/s, Width x4, ASPM L1, Exit Latency L1 <16us
\t\t\tClockPM- Surprise- LLActRep+ BwNot+ ASPMOptComp+
\t\tLnkSta:\tSpeed 8GT/s (ok), Width x2 (downgraded)
\t\t\tTrErr- Train- SlotClk+ DLActive+ BWMgmt+ ABWMgmt-
\t\tSltCap:\tAttnBtn- PwrCtrl- MRL- AttnInd- PwrInd- HotPlug- Surprise-
\t\t\tSlot #12, PowerLimit 25.000W; Interlock- NoCompl+
\t\tSltSta:\tStatus: AttnBtn- PowerFlt- MRL- CmdCplt- PresDet+ Interlock-
\t\tLnkCap2: Supported Link Speeds: 2.5-8GT/s, Crosslink- Retimer- 2Retimers- DRS-
\t\tLnkCtl2: Target Link Speed: 5GT/s, EnterCompliance- SpeedDis-
\tCapabilities: [90] Subsystem: Example Board [1043:8694]
\tKernel driver in use: pcieport

0000:00:1d.4 PCI bridge [0604]: Intel Corporation Example Root Port #13 [8086:a11c] (rev f1)
\tBus: primary=00, secondary=06, subordinate=06, sec-latency=0
\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00
\t\tLnkCap:\tPort #13, Speed 8GT/s, Width x4, ASPM L1
\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x0 (downgraded)
lspci: Unable to load libkmod resources: error -2
0000:00:17.0 SATA controller [0106]: Intel Corporation Example SATA Controller [AHCI mode] [8086:a102] (rev 31) (prog-if 01 [AHCI 1.0])
\tDeviceName: Onboard - SATA
\tSubsystem: Example Board [1043:8694]
\tCapabilities: <access denied>
\tKernel driver in use: ahci
0000:04:00.0 Non-Volatile memory controller [0108]: Samsung Electronics Co Ltd Example [144d:a808] (prog-if 02 [NVM Express])
\tPhysical Slot: 9-1
\tNUMA node: 1
\tExpansion ROM at df200000 [disabled] [size=64K]
LnkCap: Port #0, Speed 16GT/s, Width x4, ASPM L1
\tCapabilities: [70] Express (v2) Endpoint, MSI 00
\t\tLnkSta:\tSpeed unknown (downgraded), Width x63 (strange)
10000:e1:00.0 Non-Volatile memory controller [0108]: Example [8086:0b60] (rev ff) (prog-if ff)
\t!!! Unknown header type 7f
-[0000:00]-+-00.0
           \\-1d.0-[04]----00.0  Subsystem: nothing
\tSubsystem: not the drive's [ffff:0000]
";

fn listing() -> CaptureEvidence {
    read(LISTING).unwrap()
}

fn function<'a>(evidence: &'a CaptureEvidence, address: &str) -> &'a PciFunction {
    &evidence.functions[&address.parse().unwrap()]
}

#[test]
fn a_root_port_tells_its_link_its_slot_and_what_is_behind_it() {
    let evidence = listing();
    let port = function(&evidence, "00:1d.0");
    assert_eq!(port.id.to_string(), "8086:a118");
    assert_eq!(port.name.as_deref(), Some("Intel Corporation Example Root Port #9"));
    assert_eq!(port.buses, Some(BusRange { secondary: 4, subordinate: 5 }));
    assert_eq!(port.port, Some(PortType::RootPort));
    assert_eq!(port.link.possible, LinkWidth::new(3, 4));
    assert_eq!(port.link.current, LinkWidth::new(3, 2));
    assert_eq!(port.link.target, Some(TransferRate::Gen2));
    assert_eq!(port.slot_number.as_deref(), Some("12"));
    let payload = port.max_payload.unwrap();
    assert_eq!(payload.supported, Some(Bytes::new(256)));
    assert_eq!(payload.current, Some(Bytes::new(128)));
    assert_eq!(port.subsystem.map(|id| id.to_string()).as_deref(), Some("1043:8694"));
}

#[test]
fn an_empty_port_has_no_current_link() {
    let evidence = listing();
    let link = function(&evidence, "00:1d.4").link;
    assert!(link.empty && link.current.is_none() && link.possible.is_some());
}

#[test]
fn names_keep_their_own_brackets_and_lose_the_rest() {
    let evidence = listing();
    let sata = function(&evidence, "00:17.0");
    assert_eq!(sata.name.as_deref(), Some("Intel Corporation Example SATA Controller [AHCI mode]"));
    assert_eq!(sata.class, ClassCode::from_u24(0x010601));
    assert!(sata.denied);
    assert_eq!(sata.driver.as_ref().map(|driver| driver.name.as_str()), Some("ahci"));
    assert_eq!(evidence.slots.len(), 1);
    assert_eq!(evidence.slots[0].label, "Onboard - SATA");
}

#[test]
fn lost_tabs_and_odd_links_do_no_harm() {
    let evidence = listing();
    let drive = function(&evidence, "04:00.0");
    assert_eq!(drive.link.possible, LinkWidth::new(4, 4));
    assert_eq!(drive.link.current, None);
    assert!(!drive.link.empty);
    assert_eq!(drive.slot_number.as_deref(), Some("9-1"));
    assert_eq!(drive.numa_node, Some(1));
    assert_eq!(drive.option_rom, Some(true));
}

#[test]
fn a_drive_that_fell_off_is_noted_and_the_lines_behind_a_tree_are_nobodys() {
    let evidence = listing();
    let drive = function(&evidence, "10000:e1:00.0");
    assert!(drive.class.is_storage() && drive.subsystem.is_none());
    let notes: Vec<_> = evidence.notes.iter().map(Message::id).collect();
    assert!(notes.contains(&"note-lspci-no-answer") && notes.contains(&"note-lspci-again"));
    // The tree adds the host bridge.
    assert_eq!(evidence.functions.len(), 6);
}

/// The richer entry of a function counts, whichever comes first.
#[test]
fn listings_of_one_machine_are_put_together() {
    let (bare, full) = (
        "00:1c.0 PCI bridge: X (rev f1)\n02:00.0 Non-Volatile memory controller: X\n",
        "00:1c.0 PCI bridge: X (rev f1)\n\tBus: primary=00, secondary=02, subordinate=02, \
         sec-latency=0\n02:00.0 Non-Volatile memory controller: X\n\tCapabilities: [40] \
         Express (v2) Endpoint, MSI 00\n\t\tLnkCap:\tPort #0, Speed 8GT/s, Width x4, ASPM L1\n\
         \t\tLnkSta:\tSpeed 8GT/s (ok), Width x4 (ok)\n",
    );
    let alone = read(full).unwrap();
    for both in [format!("{bare}\n{full}"), format!("{full}\n{bare}")] {
        let evidence = read(&both).unwrap();
        assert_eq!(evidence.functions, alone.functions);
        assert_eq!(
            evidence.notes.iter().map(Message::id).collect::<Vec<_>>(),
            ["note-lspci-again"]
        );
    }
}

#[test]
fn a_second_machine_is_not_mixed_into_the_first() {
    let of = |vendor: &str| {
        format!(
            "00:00.0 Host bridge [0600]: X [{vendor}:0001]\n\
             00:01.0 PCI bridge [0604]: X [{vendor}:0002]\n\
             01:00.0 Ethernet controller [0200]: X [{vendor}:0003]\n"
        )
    };
    let evidence = read(&(of("8086") + &of("1022"))).unwrap();
    assert_eq!(evidence.functions, read(&of("8086")).unwrap().functions);
    assert_eq!(noted(&evidence), [("note-lspci-machines", 4)]);
}

#[test]
fn a_sentence_that_begins_with_an_address_gives_way_to_the_device() {
    let first = "02:00.0 Non-Volatile memory controller [0108]: X [144d:a808]\n";
    let text = format!("02:00.0 was suspended between the two prints\nabove.\n\n{first}");
    assert_eq!(read(&text).unwrap().functions, read(first).unwrap().functions);
}

#[test]
fn the_way_to_a_function_names_its_bridge() {
    let evidence = read("00:1c.0/02:00.0/03:01.0 SATA controller: X\n").unwrap();
    let above = function(&evidence, "03:01.0").parent.map(|above| above.to_string());
    assert_eq!(above.as_deref(), Some("0000:02:00.0"));
}

#[test]
fn carriage_returns_and_lost_indentation_change_nothing() {
    assert_eq!(read(&LISTING.replace('\n', "\r\n")), Ok(listing()));
    assert_eq!(read(&LISTING.replace('\t', "")), Ok(listing()));
    assert_eq!(read(&LISTING.replace('\t', "        ")), Ok(listing()));
}

/// Words instead of numbers, numbers instead of words, and both in their oldest form.
#[test]
fn first_lines_read_in_every_style() {
    let head = |line: &str| {
        let evidence = read(line).unwrap();
        let (address, function) = evidence.functions.first_key_value().unwrap();
        let PciFunction { class, id, name, .. } = function;
        let class = format!("{:02x}{:02x}{:02x}", class.base, class.sub, class.interface);
        format!("{address} {class} {id} {}", name.as_deref().unwrap_or("-"))
    };
    let cases = [
        (
            "0d:00.0 Non-Volatile memory controller: X [980 PRO] (rev 03) (prog-if 02 [NVM Express])",
            "0000:0d:00.0 010802 0000:0000 X [980 PRO]",
        ),
        ("00:1c.0 0604: 8086:9d10 (rev f1)", "0000:00:1c.0 060400 8086:9d10 -"),
        ("00:00.0 Class 0600: 8086:2a00", "0000:00:00.0 060000 8086:2a00 -"),
        ("00:00.0 Class 0600: Device 8086:6f00 (rev 01)", "0000:00:00.0 060000 8086:6f00 -"),
        (
            "6b:00.0 Unassigned class [ff00]: X Device 0d93\n",
            "0000:6b:00.0 ff0000 0000:0000 X Device 0d93",
        ),
        ("00:1d.2 USB Controller: X", "0000:00:1d.2 0c0300 0000:0000 X"),
        ("00:1d.2 Unheard-of thing: X", "0000:00:1d.2 000000 0000:0000 X"),
        ("00:1d.2 FireWire (IEEE 1394) [0c00]: X [1234:00f7]", "0000:00:1d.2 0c0000 1234:00f7 X"),
        (
            "00:01.0 PCI bridge [0604]: X [8086:1901] (prog-if 00 [Norma\n",
            "0000:00:01.0 060400 8086:1901 X",
        ),
        ("00:01.0 PCI bridge:", "0000:00:01.0 060400 0000:0000 -"),
        ("\u{feff}  00:01.0\tPCI bridge: é [ü", "0000:00:01.0 060400 0000:0000 é [ü"),
    ];
    for (line, expected) in cases {
        assert_eq!(head(line), expected, "{line}");
    }
}

/// The words of pciutils 2.2 and 3.0; 0x28 is slot 40.
#[test]
fn old_versions_of_lspci_are_understood() {
    let text = "\
00:1c.0 PCI bridge: Intel Corporation Old (rev 02)
\tBus: primary=00, secondary=0a, subordinate=0b, sec-latency=0
\tCapabilities: [40] Express Root Port (Slot+) IRQ 0
\t\tDevice: Supported: MaxPayload 128 bytes, PhantFunc 0, ExtTag-
\t\tDevice: MaxPayload 128 bytes, MaxReadReq 512 bytes
\t\tLink: Supported Speed 2.5Gb/s, Width x4, ASPM L0s L1, Port 1
\t\tLink: Speed 2.5Gb/s, Width x1
\t\tSlot: Number 3, PowerLimit 10.000000
00:01.0 PCI bridge: Intel Corporation Less Old
\tCapabilities: [90] Express (v2) Root Port (Slot+), MSI 00
\t\tLnkSta:\tSpeed 2.5GT/s, Width x4, TrErr- Train- SlotClk+ DLActive+ BWMgmt+ ABWMgmt-
\t\t\tSlot # 28, PowerLimit 0.000000; Interlock+ NoCompl-
";
    let evidence = read(text).unwrap();
    let port = function(&evidence, "00:1c.0");
    assert_eq!(port.port, Some(PortType::RootPort));
    assert_eq!(port.link.possible, LinkWidth::new(1, 4));
    assert_eq!(port.link.current, LinkWidth::new(1, 1));
    assert_eq!(port.slot_number.as_deref(), Some("3"));
    assert_eq!(function(&evidence, "00:01.0").slot_number.as_deref(), Some("40"));
    assert_eq!(function(&evidence, "00:01.0").link.current, LinkWidth::new(1, 4));
}

/// Storage boxes have one that writes names behind `Class`, and vendor and device with a colon.
#[test]
fn names_behind_the_word_class_are_classes() {
    let text = "02:00.0 Class PCI bridge: ASMedia Technology Inc.:unknown device 2806\n\
        08:00.0 Class Non-Volatile memory controller: Samsung Electronics Co Ltd:NVMe X\n";
    let evidence = read(text).unwrap();
    assert!(function(&evidence, "02:00.0").class.is_pci_bridge());
    assert_eq!(function(&evidence, "02:00.0").id.device, 0x2806);
    assert_eq!(function(&evidence, "08:00.0").class.sub, 0x08);
}

#[test]
fn what_is_no_listing_is_refused_at_its_first_line() {
    for text in ["", "hello\nworld", "12:34:56.7 noon: tea", "00: 86 80 00", "0:1.0 PCI bridge: X"]
    {
        let error = read(text).unwrap_err();
        assert_eq!(error.place, super::super::TextPosition::Line(1), "{text}");
        assert_eq!(error.problem.id(), "read-lspci-no-device");
    }
}

#[test]
fn the_first_of_two_functions_at_one_address_is_kept() {
    let evidence =
        read("00:01.0 PCI bridge: A\n00:01.0 PCI bridge: B\n00:01.0 PCI bridge: C\n").unwrap();
    assert_eq!(function(&evidence, "00:01.0").name.as_deref(), Some("A"));
    assert_eq!(evidence.notes.len(), 1);
    assert_eq!(evidence.notes[0].id(), "note-lspci-repeated");
}

fn refused(text: &str) -> (super::super::TextPosition, &'static str) {
    let error = read(text).expect_err(text);
    (error.place, error.problem.id())
}

/// The notes that name a line, each with it.
fn noted(evidence: &CaptureEvidence) -> Vec<(&'static str, usize)> {
    let line = |note: &Message| {
        let (_, value) = note.values().iter().find(|(name, _)| *name == "line")?;
        match value {
            narrows_messages::MessageValue::Text(line) => line.parse().ok(),
            _ => None,
        }
    };
    evidence.notes.iter().filter_map(|note| Some((note.id(), line(note)?))).collect()
}

/// Each line that must have a fact, damaged; the fourth of the listing.
#[test]
fn lines_that_must_tell_something_and_do_not_are_noted() {
    let cases = [
        ("LnkCap: Port #0, Speed 8GT/s, Width x, ASPM L1", "note-lspci-value"),
        ("LnkCap: Port #0, Speed 9GT/s, Width x4, ASPM L1", "note-lspci-value"),
        ("LnkCap: Port #0, Spe", "note-lspci-value"),
        ("LnkCap: Port #0, Speed 8GT/s, Width x1", "note-lspci-width"),
        ("LnkCa", "note-lspci-value"),
        ("LnkSta: Speed 8G", "note-lspci-value"),
        ("LnkSta: Speed unknown (downgraded)", "note-lspci-value"),
        ("Link: Supported Speed x, Width x4", "note-lspci-value"),
        ("LnkCtl2: Target Link Speed: ", "note-lspci-value"),
        ("Bus: primary=00, sec", "note-lspci-value"),
        ("Bus: primary=00, secondary=0", "note-lspci-value"),
        ("Bus: primary=00, secondary=0x, subordinate=05, sec-latency=0", "note-lspci-value"),
        ("NUMA node: one", "note-lspci-value"),
        ("00:1f.3", "note-lspci-headline"),
        ("00:1f.3 Audio dev", "note-lspci-headline"),
        ("00:1f.3 Audio device [0403]: X [8086:a1", "note-lspci-headline"),
        ("00:1f.3 Audio device: X [8086:a170]", "note-lspci-headline"),
    ];
    let around = ["$ lspci -nn", "00:01.0 PCI bridge [0604]: X [8086:1901]", "\tLatency: 0"];
    let after = "00:02.0 VGA compatible controller [0300]: X [8086:1912]";
    for (line, problem) in cases {
        let text = [&around[..], &[line, after, ""]].concat().join("\n");
        let evidence = read(&text).unwrap();
        assert!(noted(&evidence).contains(&(problem, 4)), "{line}: {:?}", evidence.notes);
        assert_eq!(function(&evidence, "00:02.0").id.to_string(), "8086:1912", "{line}");
    }
    for line in ["Kernel driver in use: nv\0e", "Kernel driver in use: nv\u{1}e"] {
        let text = [&around[..], &[line, after, ""]].concat().join("\n");
        assert_eq!(
            refused(&text),
            (super::super::TextPosition::Line(4), "read-lspci-no-text"),
            "{line}"
        );
    }
    let fine = [
        "LnkCap: Port #0, Speed 64GT/s, Width x16, ASPM L1",
        "LnkCap: Port #0, Speed 128GT/s, Width x16, ASPM L1",
        "LnkSta: Speed unknown, Width x0",
        "LnkSta: Speed <unknown>, Width x63 (strange)",
        "LnkCap2: Supported Link Speeds: RsvdP, Crosslink-",
        "LnkCap2: Supported Link Speeds: 2.5-64GT/s, Crosslink-",
        "LnkCtl2: Target Link Speed: Unknown, EnterCompliance-",
        "Link: Latency L0s <256ns",
        "NUMA node: -1",
        "\u{1b}[0mroot@box:~# \u{7}",
    ];
    for line in fine {
        let text = [&around[..], &[line, after, ""]].concat().join("\n");
        assert!(read(&text).is_ok(), "{line}: {:?}", read(&text));
    }
}

/// No cut makes a link narrower, or changes a bus number or the kind of a device.
#[test]
fn a_cut_never_changes_a_figure() {
    let whole = listing();
    let begins = LISTING.find("0000:00").unwrap() + 12;
    for end in (begins..LISTING.len()).filter(|&end| LISTING.is_char_boundary(end)) {
        let evidence = read(&LISTING[..end]).unwrap();
        for (address, function) in &evidence.functions {
            let other = &whole.functions[address];
            let id = function.id == PciId::default() || function.id == other.id;
            let class = function.class.base == 0 || function.class.base == other.class.base;
            assert!(id && class, "{end} {address}");
            let same = |own: Option<LinkWidth>, known| own.is_none() || own == known;
            assert!(same(function.link.possible, other.link.possible), "{end} {address}");
            assert!(same(function.link.current, other.link.current), "{end} {address}");
            let bus = |f: &PciFunction| f.buses.map(|buses| buses.secondary);
            assert!(bus(function).is_none_or(|_| bus(function) == bus(other)), "{end} {address}");
        }
    }
}

/// In the newest dialect a line ends with the width: an endpoint's capability, without a mark, and
/// the link's other end reveal that x1 was x16.
#[test]
fn a_width_at_a_cut_end_is_doubtful() {
    let machine = |port: &str, card: &str| {
        format!(
            "\
00:01.0 PCI bridge [0604]: X [8086:1901]
\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0
\tCapabilities: [40] Express (v2) Root Port (Slot-), IntMsgNum 0
\t\tLnkCap:\tPort #0, Speed 8GT/s, Width x16, ASPM L1
\t\tLnkSta:\tSpeed 8GT/s, Width {port}
01:00.0 VGA compatible controller [0300]: X [1002:731f]
\tCapabilities: [40] Express (v2) Endpoint, IntMsgNum 0
\t\tLnkCap:\tPort #0, Speed 8GT/s, Width x16, ASPM L1
\t\tLnkSta:\tSpeed 8GT/s, Width {card}
"
        )
    };
    let widths = |port: &str, card: &str| {
        let evidence = read(&machine(port, card)).unwrap();
        let lanes = |at| function(&evidence, at).link.current.map(|link| link.lanes.get());
        (lanes("00:01.0"), lanes("01:00.0"), noted(&evidence))
    };
    assert_eq!(widths("x16", "x16"), (Some(16), Some(16), vec![]));
    let narrow = widths("x1", "x1 (downgraded)");
    assert_eq!(narrow, (Some(1), Some(1), vec![]), "a card in a narrow slot");
    assert_eq!(widths("x1", "x16"), (None, Some(16), vec![("note-lspci-width", 5)]));
    assert_eq!(widths("x16", "x1"), (Some(16), None, vec![("note-lspci-width", 9)]));
}

/// The second function's first line is missing: its lines belong to no function, not to the first.
#[test]
fn lines_without_a_first_line_are_left_out() {
    let text = "\
00:1f.2 Memory controller [0580]: X [8086:a121]
\tSubsystem: Y [1849:a121]

\tBus: primary=00, secondary=04, subordinate=04, sec-latency=0
\tKernel driver in use: pcieport

04:00.0 Non-Volatile memory controller [0108]: X [144d:a808]
";
    let evidence = read(text).unwrap();
    assert_eq!(function(&evidence, "00:1f.2").buses, None);
    assert_eq!(noted(&evidence), [("note-lspci-unnamed", 4)]);
    let [bridge] = &evidence.lost_bridges[..] else { panic!("{:?}", evidence.lost_bridges) };
    assert_eq!((bridge.primary, bridge.buses.secondary), (Some(0), 4));
}

#[test]
fn buses_in_a_circle_are_refused_by_their_line() {
    let bridge = |at: &str, bus: &str| {
        format!(
            "{at} PCI bridge: X\n\tBus: primary=00, secondary={bus}, subordinate=ff, sec-latency=0\n"
        )
    };
    let circle = bridge("01:00.0", "02") + &bridge("02:00.0", "01");
    assert_eq!(refused(&circle), (super::super::TextPosition::Line(3), "read-bus-circle"));
    let own = bridge("00:1d.0", "05") + &bridge("05:00.0", "05");
    assert_eq!(refused(&own), (super::super::TextPosition::Line(3), "read-bus-circle"));
    let twice = bridge("04:02.0", "07") + &bridge("04:04.0", "07");
    assert!(read(&twice).is_ok());
}

#[test]
fn a_last_line_without_an_end_is_remarked_on() {
    let evidence = read("00:01.0 PCI bridge: A\n\tKernel driver in use: pci").unwrap();
    assert_eq!(evidence.notes.iter().map(Message::id).collect::<Vec<_>>(), ["note-lspci-no-end"]);
    assert_eq!(read("00:01.0 PCI bridge: A\r\n").unwrap().notes, []);
}

#[test]
fn sixty_thousand_copies_are_one_remark() {
    let evidence = read(&"00:01.0 PCI bridge: A\n".repeat(60_000)).unwrap();
    assert_eq!((evidence.functions.len(), evidence.notes.len()), (1, 1));
    assert!(format!("{:?}", evidence.notes).contains("59999"), "{:?}", evidence.notes);
}

/// 2 domains of 65,536 functions each; the first function over the limit is in line 65,537.
#[test]
fn more_functions_than_a_domain_holds_are_an_error() {
    let mut text = String::new();
    for domain in 0..2 {
        for (bus, devfn) in (0..=255).flat_map(|bus| (0..=255).map(move |devfn| (bus, devfn))) {
            text += &format!("{domain:04x}:{bus:02x}:{:02x}.{} X: Y\n", devfn >> 3, devfn & 7);
        }
    }
    let error = read(&text).unwrap_err();
    assert_eq!(error.problem.id(), "read-lspci-too-many");
    assert_eq!(error.place, super::super::TextPosition::Line(65_537));
}

#[test]
fn a_line_of_any_length_is_read_and_its_name_cut() {
    let text = format!("00:01.0 PCI bridge: {}", "x[".repeat(1_000_000));
    let evidence = read(&text).unwrap();
    assert_eq!(function(&evidence, "00:01.0").name.as_ref().map(String::len), Some(256));
}

#[test]
fn esxis_listing_names_both_classes() {
    let text = "0000:00:1f.2 SATA controller Mass storage controller: QUICK AHCI [vmhba0]\n\
                0000:04:00.0 Non-Volatile memory controller Mass storage controller: QUICK [vmhba2]\n\
                0000:05:00.0 Ethernet controller Network controller: QUICK I350 [vmnic0]\n";
    let classes = read(text).unwrap().functions.into_values();
    let classes: Vec<_> = classes.map(|it| (it.class.base, it.class.sub)).collect();
    assert_eq!(classes, [(1, 6), (1, 8), (2, 0)]);
}

/// What another command prints about links belongs to no function above its prompt.
#[test]
fn a_prompt_ends_a_function() {
    let text = "[root@box ~]# lspci | grep -i samsung\n\
        01:00.0 Non-Volatile memory controller: Samsung Electronics Co Ltd NVMe SSD Controller SM981/PM981/PM983\n\
        [root@box ~]# lspci -n -d 144d:a808 -vvv | grep Width\n\
        \t\tLnkSta:\tSpeed 8GT/s (ok), Width x4 (ok)\n";
    let evidence = read(text).unwrap();
    let function = evidence.functions.values().next().unwrap();
    assert_eq!(function.link.current, None);
    assert!(
        function.name.as_deref().unwrap().ends_with("SM981/PM981/PM983"),
        "{:?}",
        function.name
    );
}
