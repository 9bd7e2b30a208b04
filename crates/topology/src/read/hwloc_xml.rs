//! hwloc's XML export, formats 2 and 3, as evidence.
//!
//! For: the PCI tree, NUMA nodes, packages and disks of `lstopo file.xml`.
//!
//! Not here: links. hwloc writes one number, the current bandwidth; where only one pair of rate and
//! lanes gives it, that is the link, otherwise the link stays unknown and a note says so. Source:
//! hwloc's documentation, "Importing and exporting topologies from/to XML files" and the object and
//! attribute reference (`hwloc_obj_attr_u`, `hwloc_obj_osdev_type_e`).

mod cpuset;
mod needed;
mod speed;

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::Bytes;
use roxmltree::{Document, Node, ParsingOptions};

use self::cpuset::CpuSet;
pub(super) use self::needed::needed;
use super::kind::{MOST_TEXT, MOST_TEXT_SHOWN};
use super::{ReadError, TextPosition, bus_circles, firmware};
use crate::evidence::{
    BlockDevice, BusRange, CaptureEvidence, LinkFacts, NumaNode, PciFunction, SlotClaim, SlotSource,
};
use crate::pci::{ClassCode, PciAddress, PciId, hex};

/// Most elements, texts and comments together.
const MOST_NODES: u32 = 1 << 20;

/// More name spaces than this are declared only to make the parser copy long lists of them.
const MOST_NAME_SPACES: usize = 64;

/// Reads an exported topology. Errors name line and column.
pub fn read(text: &str) -> Result<CaptureEvidence, ReadError> {
    let document = parsed(text)?;
    let root = document.root_element();
    if !root.has_tag_name("topology") {
        return Err(at(root, Message::new("read-hwloc-not-a-topology")));
    }
    let mut reader = HwlocReader::new(root);
    // Visits all objects with an explicit stack, so that depth costs no call stack.
    let mut left = vec![(root, EnclosingObjects::default())];
    while let Some((node, around)) = left.pop() {
        let inside = reader.object(node, around);
        let children = node.children().filter(|child| child.has_tag_name("object"));
        // The last one pushed is the next one taken.
        let children = children.rev();
        left.extend(children.map(|child| (child, inside)));
    }
    if let Some(circle) = bus_circles::find(&reader.evidence.functions) {
        let bridge = reader.objects.get(&circle.bridge).copied().unwrap_or(root);
        return Err(at(bridge, circle.problem()));
    }
    Ok(reader.finished())
}

fn parsed(text: &str) -> Result<Document<'_>, ReadError> {
    guard(text)?;
    // hwloc names its DTD in the DOCTYPE; nothing is ever fetched or expanded.
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| malformed(text, &error))
}

/// Refuses hostile input: entity declarations, endless text, one element with thousands of
/// attributes (which a parser has to compare with each other).
fn guard(text: &str) -> Result<(), ReadError> {
    if text.len() > MOST_TEXT {
        let problem = Message::new("read-hwloc-too-large").with("most", MOST_TEXT_SHOWN);
        return Err(ReadError::whole(problem));
    }
    let problem = |at: usize, id: Message| {
        let line = text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1;
        Err(ReadError::line(line, id))
    };
    if let Some(at) = text.find("<!ENTITY") {
        return problem(at, Message::new("read-hwloc-entity"));
    }
    // Every element gets a copy of the list of name spaces around it; hwloc uses none.
    let spaces = text.match_indices("xmlns").nth(MOST_NAME_SPACES).map(|(at, _)| at);
    if let Some(at) = spaces.or_else(|| crowded_tag(text)) {
        return problem(at, Message::new("read-hwloc-crowded"));
    }
    Ok(())
}

/// Where a tag begins that has more attributes than any of hwloc's, which have up to about 20.
fn crowded_tag(text: &str) -> Option<usize> {
    const MOST_ATTRIBUTES: usize = 256;
    let mut begins = 0;
    let mut attributes = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => (begins, attributes) = (at, 0),
            b'=' => attributes += 1,
            _ => continue,
        }
        if attributes > MOST_ATTRIBUTES {
            return Some(begins);
        }
    }
    None
}

fn malformed(text: &str, error: &roxmltree::Error) -> ReadError {
    use roxmltree::Error::{
        NoRootNode, NodesLimitReached, UnclosedRootNode, UnexpectedEndOfStream,
    };
    match error {
        // The parser gives no position for these.
        UnclosedRootNode | UnexpectedEndOfStream | NoRootNode => {
            ReadError::line(text.trim_end().lines().count().max(1), Message::new("read-hwloc-cut"))
        }
        NodesLimitReached => {
            let most = Message::new("read-hwloc-too-many").count("most", MOST_NODES as usize);
            ReadError::whole(most)
        }
        _ => {
            let pos = error.pos();
            let place = TextPosition::Column(pos.row as usize, pos.col as usize);
            let reason: String = error.to_string().chars().take(200).collect();
            ReadError { place, problem: Message::new("read-hwloc-xml").with("reason", reason) }
        }
    }
}

fn at(node: Node, problem: Message) -> ReadError {
    let pos = node.document().text_pos_at(node.range().start);
    ReadError { place: TextPosition::Column(pos.row as usize, pos.col as usize), problem }
}

/// Facts about an object from the enclosing ones.
#[derive(Clone, Copy, Default)]
struct EnclosingObjects<'a> {
    function: Option<PciAddress>,
    /// Domain and first bus of the host bridge above.
    root_bus: Option<(u32, u8)>,
    /// The NUMA node of this part of the machine, if it is only one.
    numa_node: Option<u32>,
    nodes: Option<&'a str>,
}

#[derive(Default)]
struct HwlocReader<'a, 'input> {
    evidence: CaptureEvidence,
    /// Format 3 writes the kinds of an OS device as a bit mask, format 2 as one number.
    kinds_are_bits: bool,
    packages: Vec<(u32, CpuSet)>,
    nodes: Vec<(u32, CpuSet)>,
    logical_cpus: u32,
    ambiguous: usize,
    objects: BTreeMap<PciAddress, Node<'a, 'input>>,
    /// The number of repeated functions, and the first of them.
    repeated: usize,
    first_repeated: Option<PciAddress>,
}

impl<'a, 'input> HwlocReader<'a, 'input> {
    fn new(root: Node) -> Self {
        let version = root.attribute("version").and_then(|text| text.split('.').next());
        // hwloc 1 wrote no version, and its kinds of OS devices are numbers as in format 2.
        let major: u32 = version.and_then(|major| major.parse().ok()).unwrap_or(2);
        Self { kinds_are_bits: major >= 3, ..Self::default() }
    }

    /// Reads one object; returns its facts about those inside.
    fn object(
        &mut self,
        node: Node<'a, 'input>,
        around: EnclosingObjects<'a>,
    ) -> EnclosingObjects<'a> {
        let mut inside = around;
        if let Some(set) = node.attribute("nodeset") {
            inside.numa_node = CpuSet::parse(set).only();
            inside.nodes = Some(set);
        }
        match node.attribute("type").unwrap_or_default() {
            "Machine" => self.machine(node),
            "Package" | "Socket" => self.package(node),
            "NUMANode" => self.nodes.extend(numbered(node)),
            "PU" => self.logical_cpus += 1,
            "Bridge" => self.bridge(node, &mut inside),
            "PCIDev" => inside.function = self.function(node, around).or(around.function),
            "OSDev" => self.device(node, around),
            _ => {}
        }
        inside
    }

    fn machine(&mut self, node: Node) {
        let host = &mut self.evidence.host;
        let of = |name| info(node, name);
        host.board = firmware::joined(&[of("DMIBoardVendor"), of("DMIBoardName")]);
        let bios = [of("DMIBIOSVendor"), of("DMIBIOSVersion"), of("DMIBIOSDate")];
        host.firmware = firmware::joined(&bios);
        host.kernel = of("OSRelease").map(str::to_owned);
        let (vendor, product) = (of("DMISysVendor"), of("DMIProductName"));
        let named = firmware::hypervisor(vendor.unwrap_or_default(), product.unwrap_or_default());
        host.hypervisor = named.map(str::to_owned);
        let cpu = of("CPUModel").map(str::to_owned);
        host.cpu = host.cpu.take().or(cpu);
    }

    fn package(&mut self, node: Node) {
        self.packages.extend(numbered(node));
        let cpu = info(node, "CPUModel").map(|name| name.trim().to_owned());
        self.evidence.host.cpu = self.evidence.host.cpu.take().or(cpu);
    }

    /// A host bridge (0-1) is no function but names the root bus; a PCI bridge (1-1) is both.
    fn bridge(&mut self, node: Node<'a, 'input>, inside: &mut EnclosingObjects<'a>) {
        let buses = node.attribute("bridge_pci").and_then(bus_range);
        if node.attribute("pci_busid").is_none() {
            inside.root_bus = buses.map(|(domain, buses)| (domain, buses.secondary));
            if let (Some(bus), Some(nodes)) = (inside.root_bus, inside.nodes) {
                let near = CpuSet::parse(nodes).numbers().collect();
                self.evidence.root_bus_nodes.insert(bus, near);
            }
            return;
        }
        let Some(address) = self.function(node, *inside) else { return };
        inside.function = Some(address);
        let is_first = self.objects.get(&address) == Some(&node);
        let first = self.evidence.functions.get_mut(&address).filter(|_| is_first);
        if let Some(function) = first {
            function.buses = buses.map(|(_, buses)| buses);
        }
    }

    fn function(&mut self, node: Node<'a, 'input>, around: EnclosingObjects) -> Option<PciAddress> {
        let address: PciAddress = node.attribute("pci_busid")?.parse().ok()?;
        let mut function = node.attribute("pci_type").and_then(kind)?;
        if self.objects.contains_key(&address) {
            self.repeated += 1;
            self.first_repeated.get_or_insert(address);
            return Some(address);
        }
        self.objects.insert(address, node);
        function.name = firmware::joined(&[info(node, "PCIVendor"), info(node, "PCIDevice")]);
        function.parent = around.function;
        function.root_bus = around.root_bus;
        function.numa_node = around.numa_node;
        function.link = self.link(node);
        if let Some(label) = info(node, "PCISlot").map(str::to_owned) {
            let claim = SlotClaim { address, label, source: SlotSource::SlotNumber };
            self.evidence.slots.push(claim);
        }
        self.evidence.functions.insert(address, function);
        Some(address)
    }

    fn link(&mut self, node: Node) -> LinkFacts {
        let gb_s = node.attribute("pci_link_speed").and_then(|text| text.parse::<f64>().ok());
        let Some(gb_s) = gb_s.filter(|gb_s| *gb_s > 0.0) else { return LinkFacts::default() };
        let current = speed::link(gb_s);
        self.ambiguous += usize::from(current.is_none());
        LinkFacts { current, ..LinkFacts::default() }
    }

    fn device(&mut self, node: Node, around: EnclosingObjects) {
        let Some(name) = node.attribute("name").filter(|_| self.is_drive(node)) else { return };
        let kib = info(node, "Size").and_then(|text| text.strip_suffix("KiB")?.parse().ok());
        let owned = |name| info(node, name).map(str::to_owned);
        let block = BlockDevice {
            function: around.function,
            size: kib.map(|kib: u64| Bytes::new(kib.saturating_mul(1024))),
            model: owned("Model"),
            serial: owned("SerialNumber"),
            firmware: owned("Revision"),
            logical_block: info(node, "SectorSize").and_then(|t| t.parse().ok()).map(Bytes::new),
            ..BlockDevice::default()
        };
        self.evidence.blocks.insert(name.to_owned(), block);
        let above = around.function.and_then(|address| self.evidence.functions.get_mut(&address));
        if let (Some(function), Some(controller)) = (above, nvme_controller(name)) {
            function.kernel_name = Some(controller);
        }
    }

    /// Whether it is storage, and neither memory shown as a block device nor a drive for removable
    /// media.
    fn is_drive(&self, node: Node) -> bool {
        let kind: Option<u32> = node.attribute("osdev_type").and_then(|text| text.parse().ok());
        let storage = kind.is_some_and(|kind| match self.kinds_are_bits {
            true => kind & 1 != 0,
            false => kind == 0,
        });
        let name = node.attribute("name").unwrap_or_default();
        let other = ["SPM", "NVM", "CXLMem", "Tape", "Removable Media Device"];
        let other = node.attribute("subtype").is_some_and(|subtype| other.contains(&subtype));
        let memory = ["dax", "mem", "pmem", "ram", "sr", "fd"];
        let memory = memory.iter().any(|prefix| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        storage && !other && !memory
    }

    fn finished(mut self) -> CaptureEvidence {
        let evidence = &mut self.evidence;
        evidence.host.logical_cpus = (self.logical_cpus > 0).then_some(self.logical_cpus);
        for (number, cpus) in &self.nodes {
            let first = cpus.first();
            let within = |set: &CpuSet| first.is_some_and(|cpu| set.contains(cpu));
            let package = self.packages.iter().find(|(_, set)| within(set));
            let package = package.map(|(package, _)| *package);
            evidence.numa_nodes.insert(*number, NumaNode { package, cpus: cpus.to_string() });
        }
        if self.ambiguous > 0 {
            let note = Message::new("read-hwloc-links-ambiguous").count("links", self.ambiguous);
            evidence.notes.push(note);
        }
        if let Some(address) = self.first_repeated {
            let note = Message::new("read-hwloc-repeated").count("count", self.repeated);
            evidence.notes.push(note.with("address", address));
        }
        self.evidence
    }
}

/// The value of an `info` of the object itself.
fn info<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let infos = node.children().filter(|child| child.has_tag_name("info"));
    let mut named = infos.filter(|info| info.attribute("name") == Some(name));
    named.next()?.attribute("value").filter(|value| !value.trim().is_empty())
}

fn numbered(node: Node) -> Option<(u32, CpuSet)> {
    let number = node.attribute("os_index")?.parse().ok()?;
    Some((number, CpuSet::parse(node.attribute("cpuset").unwrap_or_default())))
}

/// `0000:[01-05]`.
fn bus_range(text: &str) -> Option<(u32, BusRange)> {
    let (domain, buses) = text.split_once(":[")?;
    let (secondary, subordinate) = buses.strip_suffix(']')?.split_once('-')?;
    let bus = |text| Some(hex(text, 2)? as u8);
    let buses = BusRange { secondary: bus(secondary)?, subordinate: bus(subordinate)? };
    Some((hex(domain, 8)?, buses))
}

/// `0604 [8086:3c02] [0000:0000] 07 00`: class, ids, subsystem, revision and, since format 3, the
/// programming interface.
fn kind(text: &str) -> Option<PciFunction> {
    let mut fields = text.split_whitespace();
    let class = hex(fields.next()?, 4)?;
    let id = id(fields.next()?)?;
    let subsystem = fields.next().and_then(self::id).filter(|id| *id != PciId::default());
    // The revision in between is not needed.
    let interface = fields.nth(1).and_then(|text| hex(text, 2)).unwrap_or(0);
    let class = ClassCode::from_u24((class << 8) | interface);
    Some(PciFunction { id, class, subsystem, ..PciFunction::default() })
}

fn id(text: &str) -> Option<PciId> {
    let (vendor, device) = text.strip_prefix('[')?.strip_suffix(']')?.split_once(':')?;
    Some(PciId { vendor: hex(vendor, 4)? as u16, device: hex(device, 4)? as u16 })
}

/// `nvme0` for `nvme0n1`.
fn nvme_controller(name: &str) -> Option<String> {
    let (controller, _) = name.strip_prefix("nvme")?.split_once('n')?;
    controller.parse::<u32>().ok()?;
    Some(format!("nvme{controller}"))
}
