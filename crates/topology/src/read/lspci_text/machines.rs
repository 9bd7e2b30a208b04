//! Which functions of a text belong together: several listings of one machine, or listings of several.
//!
//! For: `lspci` and then `lspci -vv`, a list and a tree, a list and single functions in detail. A listing
//! ascends; where an address repeats or goes back, another begins. It is of the same machine unless most
//! functions in both differ, or the host bridge does.

use std::collections::BTreeMap;

use narrows_messages::Message;

use super::FunctionDraft;
use crate::evidence::{KernelDriver, LinkFacts, LostBridge, MaxPayload, PciFunction};
use crate::pci::{ClassCode, PciAddress, PciId};

/// More machines in one text are not separated; their lines are left out.
const MOST_MACHINES: usize = 16;

/// Functions of one listing, or of all listings of one machine.
#[derive(Default)]
pub(super) struct ListedFunctions {
    pub drafts: BTreeMap<PciAddress, FunctionDraft>,
    pub lost: Vec<LostBridge>,
    pub line: usize,
    last: Option<PciAddress>,
}

impl ListedFunctions {
    /// Whether a function can be the next one of this listing.
    pub fn goes_on_with(&self, address: PciAddress) -> bool {
        self.last.is_none_or(|last| last < address)
    }

    pub fn push(&mut self, draft: FunctionDraft) {
        if self.drafts.is_empty() {
            self.line = draft.line;
        }
        self.last = Some(draft.address);
        self.drafts.insert(draft.address, draft);
    }

    /// Whether a listing is of another machine.
    fn differs_from(&self, run: &Self) -> bool {
        let both =
            || run.drafts.iter().filter_map(|(at, draft)| Some((at, draft, self.drafts.get(at)?)));
        let differs = |own: &FunctionDraft, other: &FunctionDraft| !is_same(own, other);
        let is_host =
            |at: &PciAddress| *at == PciAddress { domain: at.domain, ..PciAddress::default() };
        if both().any(|(at, own, other)| is_host(at) && has_ids(own, other) && differs(own, other))
        {
            return true;
        }
        let shared = both().count();
        let different = both().filter(|(_, own, other)| differs(own, other)).count();
        different >= 2 && different * 2 > shared
    }
}

#[derive(Default)]
pub(super) struct ListedMachines {
    pub all: Vec<ListedFunctions>,
    /// The machine of the listing before.
    at: usize,
    /// The first function that appears again and differs, with its line, and how many do.
    pub repeated: Option<(PciAddress, usize, usize)>,
    /// The line where a second listing of a machine begins.
    pub again: Option<usize>,
    /// The line where each listing begins, with the machine that it is of.
    pub listings: Vec<(usize, Option<usize>)>,
}

impl ListedMachines {
    pub fn functions(&self) -> usize {
        self.all.iter().map(|machine| machine.drafts.len()).sum()
    }

    /// Puts a listing to the machine that it is of.
    pub fn add(&mut self, run: ListedFunctions) {
        if run.drafts.is_empty() && run.lost.is_empty() {
            return;
        }
        let line = run.line;
        // The machine of the listing before comes first: several listings of one usually follow
        // each other.
        let candidates = std::iter::once(self.at).chain(0..self.all.len());
        let mut candidates = candidates.filter(|at| *at < self.all.len());
        match candidates.find(|at| !self.all[*at].differs_from(&run)) {
            Some(at) => {
                self.at = at;
                self.put_into(at, run);
                self.listings.push((line, Some(at)));
            }
            None if self.all.len() < MOST_MACHINES => {
                self.at = self.all.len();
                self.all.push(run);
                self.listings.push((line, Some(self.at)));
            }
            None => self.listings.push((line, None)),
        }
    }

    fn put_into(&mut self, at: usize, run: ListedFunctions) {
        let machine = &mut self.all[at];
        machine.lost.extend(run.lost);
        for (address, draft) in run.drafts {
            let Some(known) = machine.drafts.get_mut(&address) else {
                machine.drafts.insert(address, draft);
                continue;
            };
            if is_same(known, &draft) {
                let is_sketch = is_sketch(known) || is_sketch(&draft);
                self.again = self.again.or(Some(run.line).filter(|_| !is_sketch));
                known.put_together(draft);
            } else {
                let (_, _, count) = self.repeated.get_or_insert((address, draft.line, 0));
                *count += 1;
            }
        }
    }
}

/// That a text lists several machines, of which one is read.
pub(in crate::read) fn note(count: usize, second: usize) -> Message {
    Message::new("note-lspci-machines").count("count", count).with("line", second)
}

fn has_ids(own: &FunctionDraft, other: &FunctionDraft) -> bool {
    own.function.id != PciId::default() && other.function.id != PciId::default()
}

/// A sentence that begins with an address, or a first line that stops before it says anything.
fn is_sketch(draft: &FunctionDraft) -> bool {
    draft.is_cut && draft.function.id == PciId::default() && draft.keys.is_empty()
}

/// Whether two entries can be of one function: neither id, class nor name contradicts.
fn is_same(own: &FunctionDraft, other: &FunctionDraft) -> bool {
    if own.is_cut || other.is_cut {
        return true;
    }
    if has_ids(own, other) {
        return own.function.id == other.function.id;
    }
    let class = |draft: &FunctionDraft| (draft.function.class.base, draft.function.class.sub);
    let (first, second) = (class(own), class(other));
    let none = (0, 0);
    if first != second && first != none && second != none {
        return false;
    }
    let name = |draft: &FunctionDraft| draft.function.name.as_deref().map(str::to_lowercase);
    let unnamed = |name: &String| name.contains("device ");
    match (name(own), name(other)) {
        (Some(own), Some(other)) if !unnamed(&own) && !unnamed(&other) => {
            own.starts_with(&other) || other.starts_with(&own)
        }
        _ => true,
    }
}

impl FunctionDraft {
    fn weight(&self) -> usize {
        let first_line = usize::from(!self.is_cut);
        2 * self.keys.len() + self.config.len() + first_line
    }

    /// Puts another entry of the same function to it: the richer one counts, the other fills its gaps.
    fn put_together(&mut self, mut other: Self) {
        if other.weight() > self.weight() {
            std::mem::swap(self, &mut other);
        }
        if is_sketch(&other) {
            return;
        }
        self.is_numbered |= other.is_numbered;
        self.is_cut &= other.is_cut;
        self.is_drawn &= other.is_drawn;
        self.silent |= other.silent;
        self.label = self.label.take().or(other.label);
        self.width_at_end = self.width_at_end.or(other.width_at_end);
        self.function.fill(other.function);
    }
}

impl PciFunction {
    /// Fills gaps from another entry of the same function.
    pub(in crate::read) fn fill(&mut self, other: Self) {
        fn take<T>(own: &mut Option<T>, other: Option<T>) {
            *own = own.take().or(other);
        }
        if self.id == PciId::default() {
            self.id = other.id;
        }
        let class = |code: ClassCode| (code.base, code.sub);
        if class(self.class) == (0, 0) || self.class.interface == 0 {
            let is_same = class(self.class) == (0, 0) || class(self.class) == class(other.class);
            self.class = if is_same { other.class } else { self.class };
        }
        // The drawing knows who is above whom.
        self.parent = other.parent.or(self.parent);
        // An entry that shows the link was read with the rights that the other one lacked.
        self.denied &= other.denied || other.link.possible.is_none();
        take::<PciId>(&mut self.subsystem, other.subsystem);
        take(&mut self.subsystem_name, other.subsystem_name);
        take(&mut self.name, other.name);
        take(&mut self.root_bus, other.root_bus);
        take(&mut self.buses, other.buses);
        take(&mut self.port, other.port);
        take::<MaxPayload>(&mut self.max_payload, other.max_payload);
        take(&mut self.slot_number, other.slot_number);
        take(&mut self.numa_node, other.numa_node);
        take::<KernelDriver>(&mut self.driver, other.driver);
        take(&mut self.option_rom, other.option_rom);
        if self.link == LinkFacts::default() {
            self.link = other.link;
        }
    }
}
