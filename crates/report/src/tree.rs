//! The machine as it is drawn: a tree of places without its internals.
//!
//! Root ports and bridges with one child are drawn as part of that child's link, a controller with
//! one drive is drawn as the drive, alike functions are counted, empty ports become a list of free
//! ones, and functions irrelevant to storage (USB without a drive, sound, management) are only
//! counted.

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::see::{
    AttachmentKind, DeviceKind, DeviceRecord, DriveRecord, LinkRecord, PortKind, PortRecord,
    SeeDocument, SlotLabel, StorageRecord,
};

/// A path has no more ports than there are bus numbers; anything deeper is a damaged document.
const MAX_DEPTH: usize = 256;

/// A machine ready to be drawn.
pub(crate) struct DrawnTree<'a> {
    /// Processors; or one nameless place if the document has none.
    pub(crate) roots: Vec<TreeNode<'a>>,
    /// Functions that are not drawn because they have to do with other things.
    pub(crate) hidden: usize,
    /// Places that are not drawn because there are too many.
    pub(crate) more: usize,
}

/// Stands for the id of a port above what has no known place; no port is called so.
const UNPLACED: &str = "\0";

#[derive(Clone, Copy, Default)]
pub(crate) enum TreeNodeKind<'a> {
    /// A machine without a known processor.
    #[default]
    Machine,
    /// Over all of which the capture does not show where it is attached.
    Unplaced,
    /// A processor, chipset or switch, or a port with several things below.
    Port(&'a PortRecord),
    /// A storage controller with several drives or none.
    Controller(&'a StorageRecord),
    /// A drive, with its controller if that is not drawn by itself.
    Drive(&'a DriveRecord, Option<&'a StorageRecord>),
    /// So many alike functions of graphics or network cards.
    Device(&'a DeviceRecord, usize),
}

#[derive(Default)]
pub(crate) struct TreeNode<'a> {
    pub(crate) what: TreeNodeKind<'a>,
    /// The root or downstream port drawn as part of the link.
    pub(crate) port: Option<&'a PortRecord>,
    pub(crate) link: Option<&'a LinkRecord>,
    /// The link's own name, such as `DMI 3.0`.
    pub(crate) link_name: Option<&'a str>,
    pub(crate) slot: Option<&'a SlotLabel>,
    /// What it passes at most by its description, whatever its link carries, MB/s.
    pub(crate) ceiling_mb_s: Option<f64>,
    /// On some drive's way this link carries least.
    pub(crate) holds_back: bool,
    /// The chipset's name, for a chipset; the ids of its functions name one part of it each.
    pub(crate) chipset: Option<&'a str>,
    /// Among the first, which are drawn.
    pub(crate) is_shown: bool,
    pub(crate) children: Vec<TreeNode<'a>>,
    pub(crate) empty: Vec<&'a PortRecord>,
}

/// Drives that could together fill a shared link more than once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DriveCrowd {
    pub(crate) drives: usize,
    /// Combined capacity of their links, or of the drives themselves if known and lower.
    pub(crate) below_mb_s: f64,
    /// Whether the own rate of any drive is known.
    pub(crate) is_rated: bool,
    pub(crate) carries_mb_s: f64,
}

impl<'a> TreeNode<'a> {
    fn new(what: TreeNodeKind<'a>) -> Self {
        Self { what, ..Self::default() }
    }

    /// Every name by which limits and hops may mean this place's link.
    pub(crate) fn names(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = match self.what {
            TreeNodeKind::Machine | TreeNodeKind::Unplaced => Vec::new(),
            TreeNodeKind::Port(port) => vec![&port.id],
            TreeNodeKind::Controller(storage) => vec![&storage.id, &storage.address],
            TreeNodeKind::Drive(drive, storage) => {
                let storage = storage.into_iter().flat_map(|s| [s.id.as_str(), s.address.as_str()]);
                [drive.id.as_str()].into_iter().chain(storage).collect()
            }
            TreeNodeKind::Device(device, _) => vec![&device.id],
        };
        names.extend(self.port.map(|port| port.id.as_str()));
        names
    }

    /// The ids of all drives at and below this place.
    pub(crate) fn drives(&self) -> Vec<&'a str> {
        let mut drives: Vec<&str> = self.children.iter().flat_map(TreeNode::drives).collect();
        if let TreeNodeKind::Drive(drive, _) = self.what {
            drives.push(&drive.id);
        }
        drives
    }

    /// Children drawn.
    pub(crate) fn shown(&self) -> impl DoubleEndedIterator<Item = &Self> {
        self.children.iter().filter(|child| child.is_shown)
    }

    /// Usable bandwidth of this location's link in one direction, MB/s: also of a drive's SATA, SAS
    /// or USB link, or the lowest of these and of its own ceiling. `None` if unknown or if the link is
    /// inside a chip.
    pub(crate) fn usable_mb_s(&self) -> Option<f64> {
        let link = self.link.filter(|link| !link.internal).and_then(|link| link.usable_mb_s);
        let transport = match self.what {
            TreeNodeKind::Drive(drive, _) => drive.usable_mb_s,
            _ => None,
        };
        link.into_iter().chain(transport).chain(self.ceiling_mb_s).reduce(f64::min)
    }

    fn add_ceilings(&mut self, ceilings: &BTreeMap<String, f64>) {
        self.ceiling_mb_s = self.names().into_iter().find_map(|name| ceilings.get(name)).copied();
        self.children.iter_mut().for_each(|child| child.add_ceilings(ceilings));
    }

    /// Whether the usable bandwidth of this location or of one below it is known.
    pub(crate) fn has_rate(&self) -> bool {
        self.usable_mb_s().is_some() || self.children.iter().any(TreeNode::has_rate)
    }

    /// Number of drives below with links of their own, and their combined rate, if that exceeds
    /// this location's own link (by over 5 %; links of equal width differ by less).
    pub(crate) fn crowd(&self) -> Option<DriveCrowd> {
        let below_mb_s: f64 = self.children.iter().map(TreeNode::demand_mb_s).sum();
        let carries_mb_s = self.usable_mb_s()?;
        let drives = self.linked_drives();
        let is_rated = self.is_rated();
        let crowd = DriveCrowd { drives, below_mb_s, is_rated, carries_mb_s };
        (drives > 1 && below_mb_s > carries_mb_s * 1.05).then_some(crowd)
    }

    fn linked_drives(&self) -> usize {
        let own = self.is_quick() && self.usable_mb_s().is_some();
        usize::from(own) + self.children.iter().map(TreeNode::linked_drives).sum::<usize>()
    }

    /// Whether a drive can fill its link; a rotating one only counts if its rate is known.
    fn is_quick(&self) -> bool {
        let spins =
            matches!(self.what, TreeNodeKind::Drive(drive, _) if drive.rotational == Some(true));
        matches!(self.what, TreeNodeKind::Drive(..)) && (!spins || self.read_mb_s().is_some())
    }

    /// Read rate of the drive itself, MB/s, if known.
    pub(crate) fn read_mb_s(&self) -> Option<f64> {
        match self.what {
            TreeNodeKind::Drive(drive, _) => {
                drive.read_mb_s.filter(|rate| rate.is_finite() && *rate > 0.0)
            }
            _ => None,
        }
    }

    fn is_rated(&self) -> bool {
        self.read_mb_s().is_some() || self.children.iter().any(TreeNode::is_rated)
    }

    /// Rate of a drive as limited by its link and its own known rate, MB/s.
    pub(crate) fn could_mb_s(&self) -> Option<f64> {
        let link = self.usable_mb_s().filter(|_| self.is_quick())?;
        Some(self.read_mb_s().map_or(link, |read| read.min(link)))
    }

    fn demand_mb_s(&self) -> f64 {
        let own = self.usable_mb_s();
        let below = match self.what {
            TreeNodeKind::Drive(..) => self.could_mb_s().unwrap_or(0.0),
            TreeNodeKind::Device(..) => 0.0,
            _ => self.children.iter().map(TreeNode::demand_mb_s).sum(),
        };
        own.map_or(below, |own| below.min(own))
    }

    /// Drives first, cards next, the chipset with its own tree last.
    fn rank(&self) -> u8 {
        match self.what {
            TreeNodeKind::Port(port) if port.kind == PortKind::Chipset => 2,
            TreeNodeKind::Device(..) => 1,
            _ => 0,
        }
    }
}

impl<'a> DrawnTree<'a> {
    pub(crate) fn of(see: &'a SeeDocument) -> Self {
        TreeBuilder::new(see).build()
    }
}

struct TreeBuilder<'a> {
    see: &'a SeeDocument,
    ports_below: BTreeMap<&'a str, Vec<&'a PortRecord>>,
    storage_below: BTreeMap<&'a str, Vec<&'a StorageRecord>>,
    devices_below: BTreeMap<&'a str, Vec<&'a DeviceRecord>>,
    drives_of: BTreeMap<&'a str, Vec<&'a DriveRecord>>,
    link_names: BTreeMap<&'a str, &'a str>,
    /// The links that hold some drive back, see [`holding_back`].
    holding_back: BTreeSet<&'a str>,
}

impl<'a> TreeBuilder<'a> {
    fn new(see: &'a SeeDocument) -> Self {
        let ids: BTreeSet<&str> = see.ports.iter().map(|port| port.id.as_str()).collect();
        let mut builder = Self {
            see,
            ports_below: BTreeMap::new(),
            storage_below: BTreeMap::new(),
            devices_below: BTreeMap::new(),
            drives_of: BTreeMap::new(),
            link_names: BTreeMap::new(),
            holding_back: BTreeSet::new(),
        };
        for drive in &see.drives {
            if let Some(controller) = drive.controller.as_deref() {
                builder.drives_of.entry(controller).or_default().push(drive);
            }
        }
        // If ports share an id, the first counts: else their children would appear below each. The
        // empty id is above everything without a parent, itself included.
        let mut known = BTreeSet::from([""]);
        for port in see.ports.iter().filter(|port| known.insert(port.id.as_str())) {
            let above = port.parent.as_deref().filter(|above| ids.contains(above)).unwrap_or("");
            builder.ports_below.entry(above).or_default().push(port);
        }
        let reached = builder.reached();
        builder.hang_functions(&reached);
        let hops = see.storage.iter().flat_map(|storage| &storage.hops);
        let named = hops.filter_map(|hop| Some((hop.address.as_str(), hop.name.as_deref()?)));
        builder.link_names = named.collect();
        let used = see.storage.iter().filter(|s| builder.drives_of.contains_key(s.id.as_str()));
        let held = used.filter_map(|storage| {
            let drives = builder.drives_of.get(storage.id.as_str()).map_or(&[][..], Vec::as_slice);
            holding_back(storage, drives)
        });
        builder.holding_back = held.collect();
        builder
    }

    /// The ports that can be reached from a root; those of a cyclic document cannot.
    fn reached(&self) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![""];
        while let Some(above) = open.pop() {
            for port in self.ports_below.get(above).into_iter().flatten() {
                if reached.insert(port.id.as_str()) {
                    open.push(&port.id);
                }
            }
        }
        reached
    }

    fn hang_functions(&mut self, reached: &BTreeSet<&'a str>) {
        let root = |package: Option<u32>| {
            let roots = self.ports_below.get("").map(Vec::as_slice).unwrap_or_default();
            let by_package = package.and_then(|n| roots.get(n as usize));
            by_package.or(roots.first()).map_or("", |port| port.id.as_str())
        };
        let chipset = self.see.ports.iter().find(|port| port.kind == PortKind::Chipset);
        let has_places = self.see.shows_places();
        let is_unplaced = |attached| attached == AttachmentKind::Unknown && !has_places;
        let attachment = |attached: AttachmentKind, package| match (attached, chipset) {
            (AttachmentKind::Chipset, Some(chipset)) if reached.contains(chipset.id.as_str()) => {
                &chipset.id
            }
            _ => root(package),
        };
        let mut storage_below: BTreeMap<_, Vec<_>> = BTreeMap::new();
        // Of controllers with one id the first counts, like of ports.
        let mut known = BTreeSet::new();
        let storage = self.see.storage.iter();
        for storage in storage.filter(|storage| known.insert(storage.id.as_str())) {
            let above = self.above(storage, reached);
            let above = above.unwrap_or_else(|| attachment(storage.attached_to, storage.package));
            let above = if is_unplaced(storage.attached_to) { UNPLACED } else { above };
            storage_below.entry(above).or_default().push(storage);
        }
        let mut devices_below: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for device in self.see.devices.iter().filter(|device| of_interest(device)) {
            let above = device.parent.as_deref().filter(|above| reached.contains(above));
            let above = above.unwrap_or_else(|| attachment(device.attached_to, None));
            let above = if is_unplaced(device.attached_to) { UNPLACED } else { above };
            devices_below.entry(above).or_default().push(device);
        }
        self.storage_below = storage_below;
        self.devices_below = devices_below;
    }

    /// The port that a controller is drawn on. Described places need have no link by
    /// which to find them.
    fn above(&self, storage: &'a StorageRecord, reached: &BTreeSet<&str>) -> Option<&'a str> {
        let parent = storage.parent.as_deref().filter(|parent| reached.contains(parent));
        let port = self.see.ports.iter().find(|port| Some(port.id.as_str()) == parent);
        let is_described = port.is_some_and(|port| is_described(&port.kind));
        let by_link = port_above(storage, reached).filter(|_| !is_described);
        by_link.or(parent)
    }

    fn build(self) -> DrawnTree<'a> {
        let roots = self.ports_below.get("").into_iter().flatten();
        let mut roots: Vec<TreeNode> = roots.filter_map(|port| self.port(port, 0)).collect();
        let mut loose = self.functions("");
        let known: BTreeSet<&str> = self.see.storage.iter().map(|s| s.id.as_str()).collect();
        let has_controller =
            |drive: &DriveRecord| drive.controller.as_deref().is_some_and(|id| known.contains(id));
        let alone = self.see.drives.iter().filter(|drive| !has_controller(drive));
        loose.extend(alone.map(|drive| TreeNode::new(TreeNodeKind::Drive(drive, None))));
        if roots.is_empty() {
            roots.push(TreeNode::new(TreeNodeKind::Machine));
        }
        if let Some(first) = roots.first_mut() {
            first.children.extend(loose);
            first.children.sort_by_key(TreeNode::rank);
        }
        let children = self.functions(UNPLACED);
        if !children.is_empty() {
            roots.push(TreeNode { children, ..TreeNode::new(TreeNodeKind::Unplaced) });
        }
        roots.iter_mut().for_each(|root| root.add_ceilings(&self.see.ceilings_mb_s));
        let hidden = self.see.devices.iter().filter(|device| !of_interest(device)).count();
        let mut left = crate::MOST_ROWS;
        let more = roots.iter_mut().map(|root| show(root, &mut left)).sum();
        DrawnTree { roots, hidden, more }
    }

    /// The place of a port, or of the only thing below it; `None` if there is nothing to draw.
    fn port(&self, port: &'a PortRecord, depth: usize) -> Option<TreeNode<'a>> {
        if port.empty || depth > MAX_DEPTH {
            return None;
        }
        let ports = self.ports_below.get(port.id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let mut children: Vec<TreeNode> =
            ports.iter().filter_map(|port| self.port(port, depth + 1)).collect();
        children.extend(self.functions(&port.id));
        children.sort_by_key(TreeNode::rank);
        let empty: Vec<&PortRecord> = ports.iter().copied().filter(|port| port.empty).collect();
        let stays = matches!(port.kind, PortKind::Processor | PortKind::Chipset);
        if !stays
            && empty.is_empty()
            && children.len() <= 1
            && !(port.kind == PortKind::Switch || is_described(&port.kind))
        {
            return children.pop().map(|child| folded(port, child));
        }
        if !stays && children.is_empty() {
            return None;
        }
        let (link, what) = (port.link.as_ref(), TreeNodeKind::Port(port));
        let place = TreeNode { link, children, empty, ..TreeNode::new(what) };
        Some(self.finished(place))
    }

    /// Controllers, drives and cards right below a port.
    fn functions(&self, above: &str) -> Vec<TreeNode<'a>> {
        let storage = self.storage_below.get(above).into_iter().flatten();
        let mut places: Vec<TreeNode> = storage.map(|storage| self.storage(storage)).collect();
        for device in self.devices_below.get(above).into_iter().flatten() {
            match places.last_mut().map(|place| &mut place.what) {
                Some(TreeNodeKind::Device(same, count)) if alike(same, device) => *count += 1,
                _ => places.push(TreeNode {
                    link: device.link.as_ref(),
                    slot: device.slot.as_ref(),
                    ..TreeNode::new(TreeNodeKind::Device(device, 1))
                }),
            }
        }
        places
    }

    fn storage(&self, storage: &'a StorageRecord) -> TreeNode<'a> {
        let drives = self.drives_of.get(storage.id.as_str()).map_or(&[][..], Vec::as_slice);
        let (what, children) = match drives {
            [drive] => (TreeNodeKind::Drive(drive, Some(storage)), Vec::new()),
            drives => {
                let drives =
                    drives.iter().map(|drive| TreeNode::new(TreeNodeKind::Drive(drive, None)));
                (TreeNodeKind::Controller(storage), drives.collect())
            }
        };
        let (link, slot) = (storage.link.as_ref(), storage.slot.as_ref());
        self.finished(TreeNode { link, slot, children, ..TreeNode::new(what) })
    }

    /// Fills in facts from the controllers' paths.
    fn finished(&self, mut place: TreeNode<'a>) -> TreeNode<'a> {
        let names = place.names();
        place.link_name = names.iter().find_map(|name| self.link_names.get(name).copied());
        place.holds_back = names.iter().any(|name| self.holding_back.contains(name));
        if matches!(place.what, TreeNodeKind::Port(port) if port.kind == PortKind::Chipset) {
            place.chipset = self.see.host.chipset.as_deref();
        }
        place
    }
}

/// The link on a controller's path that limits it: one further up, or its own if that runs below
/// the device's capability. Every path has a narrowest link; it is fine if that is a drive's own
/// link, or if it carries everything its drives can do.
fn holding_back<'a>(storage: &'a StorageRecord, drives: &[&DriveRecord]) -> Option<&'a str> {
    let link = storage.narrowest.as_ref()?;
    let known = drives.iter().map(|drive| drive.read_mb_s).sum::<Option<f64>>();
    // Without drives the sum is zero, which means nothing.
    if known.is_some_and(|all| all > 0.0 && all <= link.usable_mb_s) {
        return None;
    }
    let narrowest = link.address.as_str();
    let is_own = storage.hops.first().is_some_and(|own| own.address == narrowest);
    (!is_own || storage.degraded == Some(true)).then_some(narrowest)
}

/// Marks the first places as drawn, from the top down, and counts the rest.
fn show(place: &mut TreeNode<'_>, left: &mut usize) -> usize {
    place.is_shown = *left > 0;
    *left = left.saturating_sub(1);
    let below: usize = place.children.iter_mut().map(|child| show(child, left)).sum();
    usize::from(!place.is_shown) + below
}

/// The port above a controller's first link; if the function has no link of its own, the port that
/// has it.
fn port_above<'a>(storage: &'a StorageRecord, ports: &BTreeSet<&str>) -> Option<&'a str> {
    let hop = storage.hops.first()?;
    let known = |id: &&str| ports.contains(id);
    let above = hop.port.as_deref().filter(known);
    let (own, lower) = (storage.address.as_str(), hop.address.as_str());
    let below = Some(lower).filter(|lower| *lower != own && *lower != storage.id).filter(known);
    below.or(above)
}

/// Kinds in machine files only: no capture shows them.
fn is_described(kind: &PortKind) -> bool {
    matches!(
        kind,
        PortKind::RootComplex | PortKind::Tunnel | PortKind::NetworkLink | PortKind::Card
    )
}

/// A port drawn as part of the link of the one thing below it.
fn folded<'a>(port: &'a PortRecord, mut child: TreeNode<'a>) -> TreeNode<'a> {
    child.port = child.port.or(Some(port));
    child.link = child.link.or(port.link.as_ref());
    child.slot = child.slot.or(port.slot.as_ref());
    child
}

fn alike(one: &DeviceRecord, other: &DeviceRecord) -> bool {
    let same_place = one.parent == other.parent && one.link == other.link && one.slot == other.slot;
    one.kind == other.kind && one.model == other.model && same_place
}

/// Graphics and network cards share links with drives in earnest; the rest hardly does.
fn of_interest(device: &DeviceRecord) -> bool {
    matches!(device.kind, DeviceKind::Gpu | DeviceKind::Network)
}
