//! Names: each refers to one thing only, and every reference is to a name that exists.

use narrows_catalog::board::{CHIPSET, CPU};
use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_topology::Id;

use super::host::ResolvedHost;
use super::sockets::{board_sockets, socket, socket_name};
use super::spec::ResolvedDrive;
use crate::machine_file::description;
use crate::machine_file::slip::{MachineFileSlip, Name, Result, nearest, shown};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum NameKind {
    Place,
    Controller,
    Card,
    Slot,
    /// The drives of a `[[drive]]`: one, or several by the name that they share.
    Drives(Vec<Id>),
    Array,
    Workload,
}

pub(super) struct FileNames {
    known: BTreeMap<String, NameClaim>,
}

struct NameClaim {
    what: NameKind,
    /// Its byte in the file; `None` if the machine has it by itself.
    at: Option<usize>,
}

impl FileNames {
    pub fn new(
        file: &description::File,
        specs: &[ResolvedDrive<'_>],
        host: &ResolvedHost,
    ) -> Result<Self> {
        let mut names = Self { known: BTreeMap::new() };
        names.own(host);
        // Takes down the names of further processors.
        for socket in board_sockets(host.board) {
            names.add_own(&socket_name(socket));
        }
        for complex in &file.root_complex {
            if let Some(socket) = socket(complex)?.filter(|socket| *socket > 0) {
                names.add_own(&socket_name(socket));
            }
        }
        names.places(file)?;
        for spec in specs {
            names.drives(spec)?;
        }
        let cards = file.card.iter().map(|card| (&card.id, NameKind::Card));
        let arrays = file.array.iter().map(|array| (&array.id, NameKind::Array));
        let workloads = file.workload.iter().map(|workload| (&workload.id, NameKind::Workload));
        let slots = file.slot.iter().map(|slot| (&slot.id, NameKind::Slot));
        for (id, what) in slots.chain(cards).chain(arrays).chain(workloads) {
            names.claim(&id.value, id.at, what)?;
        }
        Ok(names)
    }

    /// Adds names that exist without the file. A slot of the board may be redefined.
    fn own(&mut self, host: &ResolvedHost) {
        let board = host.board.into_iter().flat_map(|board| &board.switches);
        let switches = board.map(|switch| switch.id.as_str());
        let chipset = host.chipset.map(|_| CHIPSET);
        for name in switches.chain([CPU]).chain(chipset) {
            self.add_own(name);
        }
    }

    /// Takes down a place that the machine has by itself.
    pub fn add_own(&mut self, name: &str) {
        self.known.insert(name.to_owned(), NameClaim { what: NameKind::Place, at: None });
    }

    fn places(&mut self, file: &description::File) -> Result<()> {
        let complexes = file.root_complex.iter().map(|it| &it.id);
        let chipsets = file.chipset.iter().map(|it| &it.id);
        let switches = file.switch.iter().map(|it| &it.id);
        let tunnels = file.tunnel.iter().map(|it| &it.id);
        let hubs = file.hub.iter().map(|it| &it.id);
        let networks = file.network.iter().map(|it| &it.id);
        let places = complexes.chain(chipsets).chain(switches).chain(tunnels);
        for id in places.chain(hubs).chain(networks) {
            self.claim(&id.value, id.at, NameKind::Place)?;
        }
        for controller in &file.controller {
            self.claim(&controller.id.value, controller.id.at, NameKind::Controller)?;
        }
        Ok(())
    }

    fn drives(&mut self, spec: &ResolvedDrive<'_>) -> Result<()> {
        let id = &spec.described.id;
        let ids: Vec<Id> = spec.ids.iter().map(Id::new).collect();
        // Of several drives each has a name, and all have the one that they share.
        if spec.ids.len() > 1 {
            for own in &spec.ids {
                self.claim(own, id.at, NameKind::Drives(vec![Id::new(own)]))?;
            }
        }
        self.claim(&id.value, id.at, NameKind::Drives(ids))
    }

    fn claim(&mut self, name: &str, at: usize, what: NameKind) -> Result<()> {
        let claim = NameClaim { what, at: Some(at) };
        let Some(other) = self.known.insert(name.to_owned(), claim) else { return Ok(()) };
        Err(match other.at {
            Some(first) => {
                MachineFileSlip::new(at, Message::new("machine-twice").with("id", shown(name)))
                    .against(first)
            }
            None => MachineFileSlip::new(at, Message::new("machine-taken").with("id", shown(name))),
        })
    }

    pub fn what(&self, name: &str) -> Option<&NameKind> {
        self.known.get(name).map(|claim| &claim.what)
    }

    /// Names that several drives share.
    pub fn groups(&self) -> BTreeMap<String, Vec<Id>> {
        let drives = self.known.iter().filter_map(|(name, claim)| match &claim.what {
            NameKind::Drives(ids) if ids.len() > 1 => Some((name.clone(), ids.clone())),
            _ => None,
        });
        drives.collect()
    }

    /// The known names of the requested kind.
    pub fn like(&self, is_wanted: impl Fn(&NameKind) -> bool) -> impl Iterator<Item = &str> {
        let wanted = self.known.iter().filter(move |(_, claim)| is_wanted(&claim.what));
        wanted.map(|(name, _)| name.as_str())
    }

    /// Reports a name of the wrong kind: it does not exist, perhaps a similar one does, or it
    /// refers to something else.
    pub fn no_such(
        &self,
        name: &Name,
        [plain, near, other]: [&'static str; 3],
        is_wanted: impl Fn(&NameKind) -> bool,
    ) -> MachineFileSlip {
        let message = |id| Message::new(id).with("id", shown(&name.value));
        let claim = self.known.get(&name.value);
        if let Some((claim, at)) = claim.and_then(|claim| Some((claim, claim.at?))) {
            return name.wrong(message(other).with("what", claim.what.as_str())).against(at);
        }
        name.wrong(match nearest(&name.value, self.like(is_wanted)) {
            Some(known) => message(near).with("near", known),
            None => message(plain),
        })
    }
}

impl NameKind {
    pub fn is_place(&self) -> bool {
        matches!(self, Self::Place | Self::Controller | Self::Card)
    }

    /// The title of the table that makes one.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Controller => "[[controller]]",
            Self::Card => "[[card]]",
            Self::Slot => "[[slot]]",
            Self::Drives(_) => "[[drive]]",
            Self::Array => "[[array]]",
            Self::Workload => "[[workload]]",
        }
    }
}
