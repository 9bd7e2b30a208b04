//! Drawings of `lspci -t` and `-tv`: which bridge each function is behind, and its name.
//!
//! ```text
//! -[0000:00]-+-00.0  Intel Corporation Host bridge
//!            +-01.1-[01-03]----00.0-[02-03]--+-00.0-[03]----00.0  Samsung NVMe SSD
//!            |                               \-01.0-[04]--
//!            \-1f.2
//! ```
//!
//! For: the place of each function, by the column in which its branch begins. Not here: names that a mail
//! program broke in two ([`super::wrap`]).
//!
//! Source: pciutils 3.13, ls-tree.c.

use narrows_catalog::pci;

use super::headline::{cut, last_id, read_id};
use crate::evidence::{BusRange, PciFunction};
use crate::pci::{ClassCode, PciAddress, PciId, hex};

/// No tree is deeper: every level is a bus of its domain.
const MOST_LEVELS: usize = 256;

/// Reads a tree line by line.
#[derive(Default)]
pub(super) struct LspciTreeReader {
    /// Where branches begin, from left to right.
    branches: Vec<TreeBranch>,
}

/// The bus whose functions are in a column.
#[derive(Clone, Copy)]
struct TreeBranch {
    column: usize,
    place: BusPosition,
}

/// A bus and the bridge it is behind; `None` for a root bus.
#[derive(Clone, Copy)]
struct BusPosition {
    domain: u32,
    bus: u8,
    bridge: Option<PciAddress>,
}

/// Whether a line begins a tree: `-[0000:00]` or `-+-[0000:3a]`.
pub(super) fn begins(line: &str) -> bool {
    let line = line.trim();
    let root = line.strip_prefix("-[").or_else(|| line.strip_prefix("-+-["));
    root.and_then(|rest| rest.split_once(']')).is_some_and(|(root, _)| root_bus(root).is_some())
}

/// Whether a line draws a root bus that is not the first: `+-[0000:80]`, with which trees begin that were cut
/// above it.
pub(super) fn is_root_branch(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '|']);
    let root = line.strip_prefix("+-[").or_else(|| line.strip_prefix("\\-["));
    root.and_then(|rest| rest.split_once(']'))
        .is_some_and(|(root, rest)| root_bus(root).is_some() && rest.starts_with('-'))
}

/// Whether a line is one of a tree.
pub(super) fn is_line(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '|']);
    begins(line) || line.starts_with("+-") || line.starts_with("\\-")
}

impl LspciTreeReader {
    pub fn line(&mut self, line: &str) -> Vec<(PciAddress, PciFunction)> {
        let chars: Vec<char> = line.chars().collect();
        let mut functions = Vec::new();
        let mut at = 0;
        let mut place = None;
        while let Some(next) = chars.get(at) {
            match next {
                ' ' | '|' | '-' => at += 1,
                '+' | '\\' => {
                    place = self.branch(at, place);
                    at += 1;
                }
                '[' => {
                    let end = at + chars[at..].iter().position(|c| *c == ']').unwrap_or(0);
                    let inside: String = chars[at + 1..end.max(at + 1)].iter().collect();
                    let Some(below) = behind(&inside, place, &mut functions) else { break };
                    place = Some(below);
                    at = end + 1;
                }
                _ => {
                    // A bridge's buses follow its place; any other function ends the line.
                    let is_bridge =
                        chars[at..].get(PLACE.len()..PLACE.len() + 2) == Some(&['-', '[']);
                    let end = if is_bridge { at + PLACE.len() + 2 } else { chars.len() };
                    let rest: String = chars[at..end].iter().collect();
                    let Some((function, is_last)) = place.and_then(|it| own(it, &rest)) else {
                        break;
                    };
                    functions.push(function);
                    if is_last {
                        break;
                    }
                    at += PLACE.len();
                }
            }
        }
        functions
    }

    /// The bus of the branch that begins in a column. A column that is new begins one of the bus before it.
    fn branch(&mut self, column: usize, place: Option<BusPosition>) -> Option<BusPosition> {
        let is_right_of = |branch: &TreeBranch| branch.column > column;
        let kept = self.branches.iter().position(is_right_of).unwrap_or(self.branches.len());
        self.branches.truncate(kept.min(MOST_LEVELS));
        match (self.branches.last(), place) {
            (Some(known), None) if known.column == column => Some(known.place),
            (_, Some(place)) => {
                self.branches.retain(|branch| branch.column < column);
                self.branches.push(TreeBranch { column, place });
                Some(place)
            }
            _ => None,
        }
    }
}

/// As long as every place of a function on its bus.
const PLACE: &str = "1f.2";

/// The function at the beginning of a text, and whether it ends the line.
fn own(place: BusPosition, text: &str) -> Option<((PciAddress, PciFunction), bool)> {
    let (numbers, rest) = text.split_at_checked(PLACE.len())?;
    let (device, number) = numbers.split_once('.')?;
    let BusPosition { domain, bus, bridge } = place;
    let address: PciAddress = format!("{domain:04x}:{bus:02x}:{device}.{number}").parse().ok()?;
    let root_bus = bridge.is_none().then_some((domain, bus));
    let mut function = PciFunction { parent: bridge, root_bus, ..PciFunction::default() };
    if rest.starts_with("-[") {
        return Some(((address, function), false));
    }
    // A remark behind the name is not part of it, but may describe the device.
    let (rest, remark) = rest.split_once("  #").unwrap_or((rest, ""));
    let (name, id) = last_id(rest.trim()).map_or((rest, None), |(name, id)| (name, Some(id)));
    let name = name.trim();
    let id = id.or_else(|| unnamed(name));
    // Our list of PCI ids may have a name where that machine's had none.
    let listed = id.and_then(|id| pci::device_name(id.vendor, id.device));
    let class = class_of(remark).or_else(|| class_of(&listed?));
    function.class = class.unwrap_or_default();
    function.name = cut(name);
    function.id = id.unwrap_or_default();
    Some(((address, function), true))
}

/// The numbers of a device for which lspci found no name: `Device 1987:5007`, `Intel Corporation Device a282`.
fn unnamed(name: &str) -> Option<PciId> {
    let numbers = name.rsplit_once("Device ")?.1;
    if let Some(id) = name.strip_prefix("Device ").and_then(read_id) {
        return Some(id);
    }
    hex(numbers, 4)?;
    let (vendor, device) = pci::id_by_name(name)?;
    Some(PciId { vendor, device: device? })
}

/// The bus in brackets: a root bus, or the buses behind the function that was found last.
fn behind(
    inside: &str,
    place: Option<BusPosition>,
    functions: &mut [(PciAddress, PciFunction)],
) -> Option<BusPosition> {
    let Some((bridge, function)) = functions.last_mut().filter(|_| place.is_some()) else {
        let (domain, bus) = root_bus(inside)?;
        return Some(BusPosition { domain, bus, bridge: None });
    };
    let buses = inside.rsplit_once(':').map_or(inside, |(_, buses)| buses);
    let (secondary, subordinate) = buses.split_once('-').unwrap_or((buses, buses));
    let bus = |digits: &str| Some(hex(digits, 2)? as u8);
    let (secondary, subordinate) = (bus(secondary)?, bus(subordinate)?);
    function.buses = Some(BusRange { secondary, subordinate });
    function.class = ClassCode::from_u24(0x06_04_00);
    Some(BusPosition { domain: bridge.domain, bus: secondary, bridge: Some(*bridge) })
}

/// `0000:00`.
fn root_bus(text: &str) -> Option<(u32, u8)> {
    let (domain, bus) = text.split_once(':')?;
    Some((hex(domain, 8)?, hex(bus, 2)? as u8))
}

/// The class that a name in a tree gives away; a tree has no classes.
pub(super) fn class_of(name: &str) -> Option<ClassCode> {
    let has = |word: &str| name.contains(word);
    let code = match () {
        () if has("NVMe") || has("Non-Volatile memory") || has("Optane SSD") => 0x01_08_02,
        () if has("MegaRAID") || has("RAID bus controller") => 0x01_04_00,
        () if has("Fusion-MPT SAS") || has("SAS 3.0 HBA") || has("SAS HBA") => 0x01_07_00,
        () if has("AHCI") || has("SATA Controller") || has("SATA controller") => 0x01_06_01,
        () if has("LPC Bridge") || has("eSPI Controller") || has("LPC Controller") => 0x06_01_00,
        () if has("Root Complex") || has("Host Bridge") || has("Host bridge") => 0x06_00_00,
        () if has("Ethernet") || has("Gigabit Network") => 0x02_00_00,
        () if has("VGA") || has("[Radeon") || has("[GeForce") => 0x03_00_00,
        () if has("xHCI") || has("USB 3") => 0x0c_03_30,
        () => return None,
    };
    Some(ClassCode::from_u24(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str = "\
-+-[0000:3a]-+-00.0  A
 |           \\-02.0-[3b]----00.0  B [144d:a808]
 \\-[0000:00]-+-00.0
             +-01.1-[01-04]----00.0-[02-04]--+-00.0-[03]----00.0  NVMe
             |                               \\-01.0-[04]--+-00.0
             |                                            \\-00.1
             \\-1f.2
";

    fn drawn() -> Vec<String> {
        let mut drawing = LspciTreeReader::default();
        let functions = DRAWN.lines().flat_map(|line| drawing.line(line));
        let shown = |(address, function): (PciAddress, PciFunction)| {
            let above = function.parent.map(|above| above.to_string()).unwrap_or_default();
            format!("{address} {above} {}", function.name.unwrap_or_default()).trim().to_owned()
        };
        functions.map(shown).collect()
    }

    #[test]
    fn every_function_stands_behind_its_bridge() {
        let expected = [
            "0000:3a:00.0  A",
            "0000:3a:02.0",
            "0000:3b:00.0 0000:3a:02.0 B",
            "0000:00:00.0",
            "0000:00:01.1",
            "0000:01:00.0 0000:00:01.1",
            "0000:02:00.0 0000:01:00.0",
            "0000:03:00.0 0000:02:00.0 NVMe",
            "0000:02:01.0 0000:01:00.0",
            "0000:04:00.0 0000:02:01.0",
            "0000:04:00.1 0000:02:01.0",
            "0000:00:1f.2",
        ];
        assert_eq!(drawn(), expected);
    }

    #[test]
    fn no_line_of_it_is_too_broken() {
        for end in 0..DRAWN.len() {
            let mut drawing = LspciTreeReader::default();
            DRAWN[..end].lines().rev().for_each(|line| drop(drawing.line(line)));
        }
    }

    #[test]
    fn lines_of_a_tree_are_known() {
        assert!(DRAWN.lines().all(is_line) && DRAWN.lines().next().is_some_and(begins));
        assert!(!is_line("00:1f.2 SATA controller") && !begins("-[x]-"));
        assert!(is_root_branch(" \\-[0000:00]-+-00.0") && !is_root_branch(" +-01.0-[02]--"));
    }
}
