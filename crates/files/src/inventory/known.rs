//! Facts about booting and RAID from the file and the catalogue.

use narrows_catalog::{Confidence, board, chipset, drive};
use narrows_plan::feasibility::{
    BoardFirmware, BootSituation, DriveBootFacts, DriveProtocol, FactEvidence, SlotFacts,
    SourcedFact, known,
};
use narrows_topology::graph::{self, StorageControllerKind};
use narrows_topology::{AttachmentPoint, Id};
use narrows_units::LinkWidth;

use crate::machine_file::{self, MachineFile};

/// The board of the catalogue that the file names, by its id or by its name.
pub(super) fn board(file: &MachineFile) -> Option<&'static board::Board> {
    let named = || {
        let name = file.machine.topology.host.board.as_ref()?;
        board::all().iter().find(|board| board.name == *name)
    };
    file.board.or_else(named)
}

/// Board and chipset; the file says nothing on firmware and operating system.
pub(super) fn situation(file: &MachineFile) -> BootSituation {
    let board = board(file);
    let named = || chipset::named(file.machine.topology.chipset.as_deref()?);
    let of_chipset = || named().map(known::platform);
    let has_chipset = board.is_some_and(|board| board.chipset.is_some());
    let of_board = board.map(known::platform_of);
    BootSituation {
        board: board.map_or_else(|| generic(file), known::board),
        platform: match has_chipset {
            true => of_board.unwrap_or_default(),
            false => of_chipset().or(of_board).unwrap_or_default(),
        },
        ..BootSituation::default()
    }
}

/// What is usual on boards with the file's chipset, where no board is named.
fn generic(file: &MachineFile) -> BoardFirmware {
    BoardFirmware { own_driver: usually_starts(file), ..BoardFirmware::default() }
}

/// Boards of Intel's 9 series and X99 (2014) are the first that advertise NVMe; with desktop chipsets of this year on,
/// all do. Servers are no such rule: a PowerEdge R340 of 2018 does not start from NVMe.
const FIRST_ALL_WITH_NVME: u16 = 2017;

/// That the machine starts from NVMe drives, of a chipset whose boards all do.
fn usually_starts(file: &MachineFile) -> SourcedFact<bool> {
    let chipset = file.machine.topology.chipset.as_deref().and_then(chipset::named);
    let is_for_servers = |it: &chipset::Chipset| it.id.starts_with("intel-c");
    match chipset.filter(|it| it.year >= FIRST_ALL_WITH_NVME && !is_for_servers(it)) {
        Some(chipset) => {
            let source = format!("write-up 003 (boot classes) and the year of {}", chipset.name);
            SourcedFact::new(true, FactEvidence::inferred(source, Confidence::Medium))
        }
        None => SourcedFact::UNKNOWN,
    }
}

/// A slot: as the catalogue has the board's, unless the file hangs it elsewhere.
pub(super) fn slot(file: &MachineFile, id: &str, slot: &machine_file::MachineSlot) -> SlotFacts {
    // A processor may leave a slot slower than its board has it, and the slot is the same.
    let lanes = |link: Option<LinkWidth>| link.map(|link| link.lanes);
    let is_slot = |known: &&board::BoardSlot| known.on == slot.on;
    let same = |known: &&board::BoardSlot| is_slot(known) && lanes(known.link) == lanes(slot.link);
    let of_board = board(file).and_then(|board| Some((board, board.slot(id).filter(same)?)));
    match of_board {
        Some((board, entry)) => known::slot(board, entry, None),
        None => {
            let evidence = || FactEvidence::documented("the machine file", Confidence::High);
            let on = file.machine.topology.nodes.get(&Id::new(&slot.on));
            let on_chipset = match on.map(|node| node.attachment) {
                Some(AttachmentPoint::Chipset) => SourcedFact::new(true, evidence()),
                Some(AttachmentPoint::Cpu) => SourcedFact::new(false, evidence()),
                _ => SourcedFact::UNKNOWN,
            };
            let lanes = || match slot.link {
                Some(link) => SourcedFact::new(link.lanes.get(), evidence()),
                None => SourcedFact::UNKNOWN,
            };
            SlotFacts {
                name: id.to_owned(),
                on_chipset,
                width: lanes(),
                widest: lanes(),
                tried: usually_starts(file),
                ..SlotFacts::default()
            }
        }
    }
}

/// The mechanical form: as the file says, else that of the board's slot of this name.
pub(super) fn form(
    file: &MachineFile,
    id: &str,
    slot: &machine_file::MachineSlot,
) -> Option<board::SlotForm> {
    slot.form.or_else(|| entry(file, id, slot).map(|known| known.form))
}

/// The board's slot of this name, unless the file hangs it elsewhere.
pub(super) fn entry(
    file: &MachineFile,
    id: &str,
    slot: &machine_file::MachineSlot,
) -> Option<&'static board::BoardSlot> {
    board(file)?.slot(id).filter(|known| known.on == slot.on)
}

/// A drive: from its model in the catalogue, else by its protocol.
pub(super) fn drive(
    id: &Id,
    observed: &graph::Drive,
    kind: Option<StorageControllerKind>,
) -> DriveBootFacts {
    let model = observed.model.as_deref().and_then(|model| drive::find(model, observed.size));
    if let Some(model) = model {
        return known::drive(model);
    }
    let speaks = match kind {
        Some(StorageControllerKind::Nvme) => Some(DriveProtocol::Nvme),
        Some(StorageControllerKind::Ahci) if observed.transport.is_some() => {
            Some(DriveProtocol::Sata)
        }
        _ => None,
    };
    let evidence = FactEvidence::documented("the machine file", Confidence::High);
    DriveBootFacts {
        name: observed.model.clone().unwrap_or_else(|| id.to_string()),
        speaks: speaks.map_or(SourcedFact::UNKNOWN, |speaks| SourcedFact::new(speaks, evidence)),
        ..DriveBootFacts::default()
    }
}

pub(super) fn of_model(model: &drive::DriveModel) -> DriveBootFacts {
    known::drive(model)
}
