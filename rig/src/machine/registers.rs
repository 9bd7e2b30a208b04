//! Writes the links' speeds and widths into the registers of QEMU's emulated PCIe devices.
//!
//! QEMU's devices all claim 2.5 GT/s x1 and have no option for it. Their configuration space is
//! memory of the QEMU process: it is recognised by its contents (identity, and the address or bus number
//! that the firmware gave), written through `/proc/PID/mem`, and the guest is reset, so that it
//! finds the new links from its first look on.
//!
//! Source: PCI Express Base Specification 6.0, sections 7.5.1 (the common header) and 7.5.3 (the
//! PCI Express capability); proc(5) for `maps` and `mem`.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use narrows_units::LinkWidth;
use serde_json::{Value, json};
use xtask::Fallible;

use super::layout::LinkPatch;
use super::qmp::Qmp;

/// The firmware takes 0.3 s to give every device its address, on a busy machine some seconds.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The firmware, when it is reset in the midst of its work, may reset once more; reboots may count
/// as the guest's end only afterwards.
const FIRMWARE_SETTLES: Duration = Duration::from_secs(1);
/// The guest's own memory is larger and holds no register.
const LARGEST_AREA: u64 = 256 << 20;

/// Starts a stopped guest, with these links. `ends_on_reboot`: a reboot is its end from then on.
pub fn start(qmp: &mut Qmp, process: u32, patches: &[LinkPatch], ends_on_reboot: bool) -> Fallible {
    qmp.command("cont", json!({}))?;
    if !patches.is_empty() {
        // Lets the firmware place every device, writes the links and resets the guest.
        let places = wait_for_firmware(qmp, patches)?;
        qmp.command("stop", json!({}))?;
        let memory = File::options().read(true).write(true).open(format!("/proc/{process}/mem"))?;
        let spaces = find_spaces(&memory, process, &places)?;
        for patch in patches {
            let capabilities = spaces.get(patch.id.as_str()).map_or(&[][..], Vec::as_slice);
            let [capability] = capabilities else {
                let count = capabilities.len();
                return Err(format!("{}: {count} configuration spaces found", patch.id).into());
            };
            write_link(&memory, *capability, patch)?;
        }
        // A reset from before would pass for the one that is waited for.
        qmp.forget_events();
        qmp.command("system_reset", json!({}))?;
        qmp.command("cont", json!({}))?;
        qmp.wait_for("RESET")?;
    }
    if ends_on_reboot {
        std::thread::sleep(FIRMWARE_SETTLES);
        qmp.command("set-action", json!({ "reboot": "shutdown" }))?;
    }
    Ok(())
}

/// Distinguishes a device's configuration space from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ConfigSpaceMark {
    /// Vendor and device id as in the first four bytes.
    ids: u32,
    mark: ConfigMark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConfigMark {
    /// A bridge: the number of the bus below it.
    BusBelow(u8),
    /// An endpoint: the address of its first region.
    Region(u64),
}

fn wait_for_firmware(
    qmp: &mut Qmp,
    patches: &[LinkPatch],
) -> Fallible<BTreeMap<String, ConfigSpaceMark>> {
    let until = Instant::now() + PATIENCE;
    loop {
        let mut places = BTreeMap::new();
        for bus in list(&qmp.command("query-pci", json!({}))?) {
            collect_places(bus.get("devices"), &mut places);
        }
        places.retain(|id, _| patches.iter().any(|patch| patch.id == *id));
        if places.len() == patches.len() {
            return Ok(places);
        }
        if Instant::now() > until {
            let there: Vec<&String> = places.keys().collect();
            return Err(format!("the firmware placed only {there:?}").into());
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Those devices of `query-pci` that the firmware has placed, also below bridges.
fn collect_places(devices: Option<&Value>, places: &mut BTreeMap<String, ConfigSpaceMark>) {
    for device in devices.map_or(&[][..], list) {
        let id = device["qdev_id"].as_str().unwrap_or_default();
        places.extend(place(device).map(|place| (id.to_owned(), place)));
        collect_places(device.pointer("/pci_bridge/devices"), places);
    }
}

fn place(device: &Value) -> Option<ConfigSpaceMark> {
    let id = |name| device["id"][name].as_u64();
    let ids = u32::try_from(id("vendor")? | id("device")? << 16).ok()?;
    let mark = match device.pointer("/pci_bridge/bus/secondary").and_then(Value::as_u64) {
        Some(0) => return None,
        Some(bus) => ConfigMark::BusBelow(u8::try_from(bus).ok()?),
        // Before it is placed a region's address reads as all ones.
        None => match device["regions"][0]["address"].as_i64()? {
            0 | -1 | 0xffff_ffff => return None,
            address => ConfigMark::Region(address.cast_unsigned()),
        },
    };
    Some(ConfigSpaceMark { ids, mark })
}

/// Finds each device's PCI Express capability in QEMU's memory.
fn find_spaces<'a>(
    memory: &File,
    process: u32,
    places: &'a BTreeMap<String, ConfigSpaceMark>,
) -> Fallible<BTreeMap<&'a str, Vec<u64>>> {
    let mut places_of: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (start, len) in areas(&std::fs::read_to_string(format!("/proc/{process}/maps"))?) {
        if places_of.len() == places.len() {
            break;
        }
        let mut bytes = vec![0; len];
        // An area may be unmapped meanwhile, or be none that can be read.
        if memory.read_exact_at(&mut bytes, start).is_err() {
            continue;
        }
        for (id, place) in places {
            let here = spaces(&bytes, *place).into_iter().map(|at| start + at as u64);
            let here: Vec<u64> = here.collect();
            if !here.is_empty() {
                places_of.entry(id).or_default().extend(here);
            }
        }
    }
    Ok(places_of)
}

/// A process's writable areas worth searching, its heap first: QEMU's devices are there.
fn areas(maps: &str) -> Vec<(u64, usize)> {
    let mut areas: Vec<(bool, u64, usize)> = maps.lines().filter_map(area).collect();
    areas.sort_unstable();
    areas.into_iter().map(|(_, start, len)| (start, len)).collect()
}

fn area(line: &str) -> Option<(bool, u64, usize)> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let hex = |digits| u64::from_str_radix(digits, 16).ok();
    let (start, end) = (hex(start)?, hex(end)?);
    let len = end.checked_sub(start).filter(|len| *len < LARGEST_AREA)?;
    let is_ours = rest.starts_with("rw") && !rest.contains("[v");
    is_ours.then_some((!rest.ends_with("[heap]"), start, usize::try_from(len).ok()?))
}

/// The offsets of the PCI Express capabilities of configuration spaces that fit the place.
fn spaces(bytes: &[u8], place: ConfigSpaceMark) -> Vec<usize> {
    let ids = place.ids.to_le_bytes();
    // Allocations are aligned to 16 bytes (malloc(3)), and so are areas.
    let starts = (0..bytes.len()).step_by(16).filter(|at| bytes[*at..].starts_with(&ids));
    starts.filter_map(|at| Some(at + capability(bytes.get(at..at + 256)?, place.mark)?)).collect()
}

/// The offset of the PCI Express capability (id 0x10) in a configuration space with that mark.
fn capability(space: &[u8], mark: ConfigMark) -> Option<usize> {
    let has_list = space[0x06] & 0x10 != 0;
    let kind = space[0x0e] & 0x7f;
    let fits = match mark {
        ConfigMark::BusBelow(bus) => kind == 1 && space[0x19] == bus,
        ConfigMark::Region(address) => {
            let region = space.get(0x10..0x18)?.try_into().ok().map(u64::from_le_bytes)?;
            kind == 0 && region & !0xf == address
        }
    };
    let mut at = usize::from(space[0x34]);
    // At most 48 capabilities fit; a longer list is a circle.
    for _ in 0..48 {
        // The registers that are written end 0x34 bytes into the capability, so that from 0xc0 on
        // they are still within the 256.
        if !(0x40..=0xc0).contains(&at) || space[at] == 0x10 {
            break;
        }
        at = usize::from(space[at + 1]);
    }
    (has_list && fits && (0x40..=0xc0).contains(&at) && space[at] == 0x10).then_some(at)
}

/// Link Capabilities (at 0x0c of the capability), Link Status (0x12), Link Capabilities 2 (0x2c)
/// and Link Control 2 (0x30).
fn write_link(memory: &File, capability: u64, patch: &LinkPatch) -> std::io::Result<()> {
    let code = |link: LinkWidth| u32::from(link.rate.generation());
    let field = |link: LinkWidth| code(link) | u32::from(link.lanes.get()) << 4;
    // Speed codes count the generations: 1 is 2.5 GT/s.
    let fastest = code(patch.possible);
    // The vector of supported speeds begins at bit 1.
    let vector = ((1 << fastest) - 1) << 1;
    change(memory, capability + 0x0c, 0x3ff, field(patch.possible), 4)?;
    change(memory, capability + 0x12, 0x3ff, field(patch.negotiated), 2)?;
    change(memory, capability + 0x2c, 0xfe, vector, 4)?;
    change(memory, capability + 0x30, 0xf, fastest, 2)
}

/// Replaces the bits of `mask` in a register of `len` bytes.
fn change(memory: &File, at: u64, mask: u32, bits: u32, len: usize) -> std::io::Result<()> {
    let mut bytes = [0; 4];
    memory.read_exact_at(&mut bytes[..len], at)?;
    let value = u32::from_le_bytes(bytes) & !mask | bits;
    memory.write_all_at(&value.to_le_bytes()[..len], at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An endpoint at 0xfebf_0000 whose capability list is MSI-X (0x11) at 0x40, then PCI Express
    /// at 0x80.
    fn endpoint() -> Vec<u8> {
        let mut space = vec![0; 256];
        space[..4].copy_from_slice(&0x0010_1b36_u32.to_le_bytes());
        space[0x06] = 0x10;
        space[0x10..0x18].copy_from_slice(&0xfebf_0004_u64.to_le_bytes());
        space[0x34] = 0x40;
        space[0x40..0x42].copy_from_slice(&[0x11, 0x80]);
        space[0x80] = 0x10;
        space
    }

    #[test]
    fn a_space_is_found_by_identity_and_address() {
        let memory = [vec![7; 32], endpoint(), vec![7; 16]].concat();
        let place =
            |address| ConfigSpaceMark { ids: 0x0010_1b36, mark: ConfigMark::Region(address) };
        assert_eq!(spaces(&memory, place(0xfebf_0000)), [32 + 0x80]);
        assert_eq!(spaces(&memory, place(0xfebf_4000)), [0; 0]);
        assert_eq!(spaces(&memory[..200], place(0xfebf_0000)), [0; 0], "cut off");
    }

    #[test]
    fn a_list_that_runs_in_circles_has_no_capability() {
        let mut space = endpoint();
        space[0x41] = 0x40;
        assert_eq!(capability(&space, ConfigMark::Region(0xfebf_0000)), None);
    }

    #[test]
    fn registers_change_only_in_their_fields() {
        let memory = tempfile::tempfile().unwrap();
        memory.write_all_at(&[0xff; 0x40], 0).unwrap();
        let link = |generation, lanes| LinkWidth::new(generation, lanes).unwrap();
        let patch = LinkPatch { id: String::new(), possible: link(3, 4), negotiated: link(1, 2) };
        write_link(&memory, 0, &patch).unwrap();
        let mut bytes = [0; 0x40];
        memory.read_exact_at(&mut bytes, 0).unwrap();
        // Speed 3 in bits 3:0, width 4 in bits 9:4: 0x043 of the ten low bits, the rest as it was.
        assert_eq!(bytes[0x0c..0x10], [0x43, 0xfc, 0xff, 0xff]);
        assert_eq!(bytes[0x12..0x14], [0x21, 0xfc]);
        // 2.5, 5 and 8 GT/s are bits 1 to 3: 0x0e of 0xfe; bit 0 as it was.
        assert_eq!(bytes[0x2c..0x30], [0x0f, 0xff, 0xff, 0xff]);
        assert_eq!(bytes[0x30..0x32], [0xf3, 0xff]);
    }

    #[test]
    fn the_heap_is_searched_first_and_guest_memory_not_at_all() {
        let maps = "\
7f0000000000-7f0020000000 rw-p 00000000 00:00 0
560000000000-560000001000 r--p 00000000 00:00 0 /usr/bin/qemu
570000000000-570000002000 rw-p 00000000 00:00 0
580000000000-580000001000 rw-p 00000000 00:00 0                          [heap]
7ffc00000000-7ffc00001000 rw-p 00000000 00:00 0                          [vvar]
";
        assert_eq!(areas(maps), [(0x5800_0000_0000, 0x1000), (0x5700_0000_0000, 0x2000)]);
    }

    #[test]
    fn what_the_firmware_has_not_placed_is_left_out() {
        let device = |id: &str, address: i64| {
            json!({ "qdev_id": id, "id": { "vendor": 0x1b36, "device": 0x10 },
                    "regions": [{ "address": address }] })
        };
        let bridge = json!([{
            "qdev_id": "rp0", "id": { "vendor": 0x1b36, "device": 0xc }, "regions": [],
            "pci_bridge": {
                "bus": { "secondary": 2 },
                "devices": [device("nvme1", 0xfebf_0000), device("nvme2", -1)],
            },
        }]);
        let mut places = BTreeMap::new();
        collect_places(Some(&bridge), &mut places);
        let marks: Vec<_> = places.iter().map(|(id, place)| (id.as_str(), place.mark)).collect();
        assert_eq!(
            marks,
            [("nvme1", ConfigMark::Region(0xfebf_0000)), ("rp0", ConfigMark::BusBelow(2))]
        );
    }
}
