//! The table of roles: ids to the place where such a function sits.

/// Where a function with a certain id sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PciRole {
    /// A root port of the processor, or of the hub that is its root complex.
    CpuRootPort,
    /// A root port of an Intel chipset: behind DMI, which PCI does not show.
    ChipsetRootPort,
    /// The upstream port of a chipset that PCI shows as a switch (AMD).
    ChipsetSwitchUpstream,
    /// A downstream port of such a chipset.
    ChipsetSwitchDownstream,
    /// A bridge whose link lies inside the processor's silicon and says nothing on throughput.
    CpuInternalBridge,
    /// A function integrated in a chipset: SATA, USB, LPC, audio, Ethernet.
    ChipsetFunction,
    CpuFunction,
    /// The processor's host bridge; its family names the processor.
    HostBridge,
    /// A port that a hypervisor emulates; no evidence of hardware.
    HypervisorPort,
    /// A discrete PCIe switch, for captures in which the port type cannot be read.
    Switch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownFunction {
    pub role: PciRole,
    /// Its family: `Intel 100 series chipset`, `AMD Matisse`.
    pub family: Option<&'static str>,
    /// The chipset's id in this catalogue, if this device id identifies the exact one.
    pub chipset: Option<&'static str>,
}

/// A run of ids that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PciIdRange {
    vendor: u16,
    first: u16,
    last: u16,
    known: KnownFunction,
}

/// Facts about an id; `None` if the table does not have it. Its rows are in order, so that a dozen of
/// them are read and not all at each start.
pub fn known(vendor: u16, device: u16) -> Option<KnownFunction> {
    let (mut text, mut last) = (TABLE, None);
    while !text.is_empty() {
        // A search by halves over lines of unequal length: from the middle back to the start of a
        // line.
        let half = &text.as_bytes()[..text.len() / 2];
        let (before, from) =
            text.split_at(half.iter().rposition(|c| *c == b'\n').map_or(0, |at| at + 1));
        let (line, after) = from.split_once('\n').unwrap_or((from, ""));
        match fields(line) {
            Some(row) if (row.vendor, row.first) > (vendor, device) => text = before,
            // Comments come before all rows.
            row => (last, text) = (row.or(last), after),
        }
    }
    let row = last?;
    (row.vendor == vendor && device <= row.last).then_some(row.known)
}

const TABLE: &str = include_str!("../../data/pci-roles.txt");

/// Reads `8086:a110-a11f | ChipsetRootPort | Intel 100 series chipset |`; `None` if it is not a
/// row.
fn fields(line: &'static str) -> Option<PciIdRange> {
    let mut fields = line.split('|').map(str::trim);
    let (vendor, devices) = fields.next()?.split_once(':')?;
    let (first, last) = devices.split_once('-').unwrap_or((devices, devices));
    let role = role(fields.next()?)?;
    let mut word = || fields.next().filter(|word| !word.is_empty());
    let known = KnownFunction { role, family: word(), chipset: word() };
    Some(PciIdRange { vendor: hex(vendor)?, first: hex(first)?, last: hex(last)?, known })
}

fn hex(digits: &str) -> Option<u16> {
    u16::from_str_radix(digits, 16).ok()
}

fn role(name: &str) -> Option<PciRole> {
    Some(match name {
        "CpuRootPort" => PciRole::CpuRootPort,
        "ChipsetRootPort" => PciRole::ChipsetRootPort,
        "ChipsetSwitchUpstream" => PciRole::ChipsetSwitchUpstream,
        "ChipsetSwitchDownstream" => PciRole::ChipsetSwitchDownstream,
        "CpuInternalBridge" => PciRole::CpuInternalBridge,
        "ChipsetFunction" => PciRole::ChipsetFunction,
        "CpuFunction" => PciRole::CpuFunction,
        "HostBridge" => PciRole::HostBridge,
        "HypervisorPort" => PciRole::HypervisorPort,
        "Switch" => PciRole::Switch,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<PciIdRange> {
        let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let rows = TABLE.lines().skip_while(is_comment);
        rows.map(|line| fields(line).unwrap_or_else(|| panic!("{line}"))).collect()
    }

    #[test]
    fn the_table_reads_in_order_and_no_id_stands_twice() {
        let rows = rows();
        assert!(rows.len() > 1000);
        for row in &rows {
            assert!(row.first <= row.last, "{row:?}");
        }
        for pair in rows.windows(2) {
            let [one, next] = pair else { unreachable!() };
            assert!((one.vendor, one.last) < (next.vendor, next.first), "{one:?} {next:?}");
        }
    }

    #[test]
    fn the_table_says_which_list_it_was_built_from() {
        assert!(TABLE.contains("version 2026.08.22"));
    }

    #[test]
    fn every_chipset_that_the_table_names_is_in_the_catalogue_with_the_same_family() {
        for known in rows().into_iter().map(|row| row.known) {
            let Some(id) = known.chipset else { continue };
            let chipset = crate::chipset::chipset(id).unwrap_or_else(|| panic!("no chipset {id}"));
            assert_eq!(Some(chipset.family.as_str()), known.family, "{id}");
        }
    }

    #[test]
    fn every_family_of_the_catalogue_is_one_that_ids_tell() {
        for chipset in crate::chipset::all() {
            let is_told = rows().iter().any(|row| row.known.family == Some(&chipset.family));
            assert!(is_told, "{}: {}", chipset.id, chipset.family);
        }
    }

    #[test]
    fn lines_that_are_no_rows_are_refused() {
        for line in ["8086", "8086:zzzz | Switch", "8086:0001 | Nothing", "8086:0001"] {
            assert_eq!(fields(line), None);
        }
        assert_eq!((fields("# a comment"), fields("")), (None, None));
    }

    #[test]
    fn every_row_is_found_by_its_first_and_last_id_and_nothing_between_rows() {
        let rows = rows();
        let at = |id: u16, row: &PciIdRange| {
            rows.iter().find(|it| it.vendor == row.vendor && (it.first..=it.last).contains(&id))
        };
        for row in &rows {
            for id in [row.first, row.last, row.last.saturating_add(1), row.first.saturating_sub(1)]
            {
                assert_eq!(
                    known(row.vendor, id),
                    at(id, row).map(|it| it.known),
                    "{id:04x} {row:?}"
                );
            }
        }
    }

    #[test]
    fn ids_beside_a_run_are_unknown() {
        assert_eq!(known(0x8086, 0xa10f).map(|known| known.role), Some(PciRole::ChipsetFunction));
        assert_eq!(known(0x8086, 0xa111).map(|known| known.role), Some(PciRole::ChipsetRootPort));
        assert_eq!(known(0, 0), None);
        assert_eq!(known(0xffff, 0xffff), None);
        // A network card's.
        assert_eq!(known(0x8086, 0x1521), None);
    }

    #[test]
    fn host_and_isa_bridges_name_processor_and_chipset() {
        let family = |device| known(0x8086, device).and_then(|known| known.family);
        let chipset = |device| known(0x8086, device).and_then(|known| known.chipset);
        assert_eq!(family(0x191f), Some("Intel Skylake-S"));
        assert_eq!(family(0x591f), Some("Intel Kaby Lake-S"));
        assert_eq!(family(0xa700), Some("Intel Raptor Lake-S"));
        assert_eq!(family(0x9a36), Some("Intel Tiger Lake-H"));
        assert_eq!(chipset(0xa145), Some("intel-z170"));
        assert_eq!(chipset(0x7a04), Some("intel-z790"));
        assert_eq!(chipset(0x438b), Some("intel-hm570"));
        // A SATA controller that eight chipsets share.
        assert_eq!(chipset(0xa102), None);
        let raphael = known(0x1022, 0x14d8).unwrap();
        assert_eq!(raphael.role, PciRole::HostBridge);
        assert_eq!(raphael.family, Some("AMD Raphael/Granite Ridge"));
        // A northbridge is no name for a processor.
        assert_eq!(known(0x8086, 0x29c0).unwrap().family, None);
    }

    /// A person's reading of a path through the tree.
    #[derive(Debug, PartialEq)]
    enum Attachment {
        Cpu,
        Chipset,
        Unknown,
    }

    /// The way from the root bus down to a storage function, as `vendor:device` each.
    fn attachment(way: &str) -> Attachment {
        let role = |id: &str| {
            let (vendor, device) = id.split_once(':')?;
            known(hex(vendor)?, hex(device)?).map(|known| known.role)
        };
        let roles: Vec<Option<PciRole>> = way.split(' ').map(role).collect();
        if roles.contains(&Some(PciRole::ChipsetSwitchUpstream)) {
            return Attachment::Chipset;
        }
        match roles.first().copied().flatten() {
            Some(PciRole::ChipsetRootPort | PciRole::ChipsetFunction) => Attachment::Chipset,
            Some(PciRole::CpuRootPort | PciRole::CpuInternalBridge) => Attachment::Cpu,
            _ => Attachment::Unknown,
        }
    }

    #[test]
    fn real_machines_are_read_as_a_person_reads_them() {
        for (machine, way, expected) in [
            (
                "X570",
                "1022:1483 1022:57ad 1022:57a3 1b21:1187 1b21:1187 1b21:0612",
                Attachment::Chipset,
            ),
            ("X570", "1022:1483 1022:57ad 1022:57a4 1022:7901", Attachment::Chipset),
            ("X570", "1022:1484 1022:7901", Attachment::Cpu),
            ("X670E", "1022:14db 1cc1:8201", Attachment::Cpu),
            ("X670E", "1022:14db 144d:a804", Attachment::Cpu),
            ("X670E", "1022:14db 1022:43f4 1022:43f5 144d:a80a", Attachment::Chipset),
            (
                "X670E",
                "1022:14db 1022:43f4 1022:43f5 1022:43f4 1022:43f5 1cc1:8201",
                Attachment::Chipset,
            ),
            ("X670E", "1022:14db 1022:43f4 1022:43f5 1022:43f6", Attachment::Chipset),
            ("Z170", "8086:a102", Attachment::Chipset),
            ("Z170", "8086:a112 1b21:1187 1b21:1187 1b21:0612", Attachment::Chipset),
            ("Z170", "8086:a118 144d:a808", Attachment::Chipset),
            ("Z170", "8086:1901 144d:a804", Attachment::Cpu),
            ("Z790", "8086:7a62", Attachment::Chipset),
            ("Z790", "8086:a72d 15b7:5030", Attachment::Cpu),
            ("Z790", "8086:7a44 15b7:5030", Attachment::Chipset),
            ("HM570", "8086:43d3", Attachment::Chipset),
            ("HM570", "8086:9a0f 144d:a809", Attachment::Cpu),
            ("HM570", "8086:43b0 144d:a809", Attachment::Chipset),
            ("5520", "8086:340a 1000:0079", Attachment::Cpu),
            ("5520", "8086:3a20", Attachment::Chipset),
            ("C600", "8086:1d3e 8086:1d6b", Attachment::Chipset),
            ("C600", "8086:1d02", Attachment::Chipset),
            ("GM965", "8086:2829", Attachment::Chipset),
            ("q35", "8086:2922", Attachment::Chipset),
            ("q35", "1b36:000c 1b36:0010", Attachment::Unknown),
            ("q35", "1b36:000c 104c:8232 104c:8233 1b36:0010", Attachment::Unknown),
        ] {
            assert_eq!(attachment(way), expected, "{machine}: {way}");
        }
    }

    #[test]
    fn ports_whose_type_cannot_be_read_are_known_as_switches() {
        for (vendor, device) in [
            (0x1b21, 0x1187),
            (0x10b5, 0x8747),
            (0x1000, 0xc010),
            (0x104c, 0x8232),
            (0x8086, 0x1136),
        ] {
            let role = known(vendor, device).map(|known| known.role);
            assert_eq!(role, Some(PciRole::Switch), "{vendor:04x}:{device:04x}");
        }
        // A PCIe-to-PCI bridge is none.
        assert_eq!(known(0x104c, 0x823e), None);
    }
}
