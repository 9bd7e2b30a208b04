//! What file and catalogue know about starting and RAID.

use narrows_catalog::{Confidence, board, chipset, drive};
use narrows_plan::feasibility::{Drive, Evidence, Fact, Situation, SlotFacts, Speaks, known};
use narrows_topology::graph::{self, StorageKind};
use narrows_topology::{Attachment, Id};
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
pub(super) fn situation(file: &MachineFile) -> Situation {
    let board = board(file);
    let named = || chipset::named(file.machine.topology.chipset.as_deref()?);
    let of_chipset = || named().map(known::platform);
    let has_chipset = board.is_some_and(|board| board.chipset.is_some());
    let of_board = board.map(known::platform_of);
    Situation {
        board: board.map(known::board).unwrap_or_default(),
        platform: match has_chipset {
            true => of_board.unwrap_or_default(),
            false => of_chipset().or(of_board).unwrap_or_default(),
        },
        ..Situation::default()
    }
}

/// A slot: as the catalogue has the board's, unless the file hangs it elsewhere.
pub(super) fn slot(file: &MachineFile, id: &str, slot: &machine_file::MachineSlot) -> SlotFacts {
    // A processor may leave a slot slower than its board has it, and the slot is the same.
    let lanes = |link: Option<LinkWidth>| link.map(|link| link.lanes);
    let is_slot = |known: &&board::Slot| known.on == slot.on;
    let same = |known: &&board::Slot| is_slot(known) && lanes(known.link) == lanes(slot.link);
    let of_board = board(file).and_then(|board| Some((board, board.slot(id).filter(same)?)));
    match of_board {
        Some((board, entry)) => known::slot(board, entry, None),
        None => of_file(file, id, slot),
    }
}

/// The mechanical form: as the file says, else that of the board's slot of this name.
pub(super) fn form(
    file: &MachineFile,
    id: &str,
    slot: &machine_file::MachineSlot,
) -> Option<board::Form> {
    slot.form.or_else(|| entry(file, id, slot).map(|known| known.form))
}

/// The board's slot of this name, unless the file hangs it elsewhere.
pub(super) fn entry(
    file: &MachineFile,
    id: &str,
    slot: &machine_file::MachineSlot,
) -> Option<&'static board::Slot> {
    board(file)?.slot(id).filter(|known| known.on == slot.on)
}

fn of_file(file: &MachineFile, id: &str, slot: &machine_file::MachineSlot) -> SlotFacts {
    let evidence = || Evidence::documented("the machine file", Confidence::High);
    let on = file.machine.topology.nodes.get(&Id::new(&slot.on));
    let on_chipset = match on.map(|node| node.attachment) {
        Some(Attachment::Chipset) => Fact::new(true, evidence()),
        Some(Attachment::Cpu) => Fact::new(false, evidence()),
        _ => Fact::UNKNOWN,
    };
    let lanes = || match slot.link {
        Some(link) => Fact::new(link.lanes.get(), evidence()),
        None => Fact::UNKNOWN,
    };
    SlotFacts {
        name: id.to_owned(),
        on_chipset,
        width: lanes(),
        widest: lanes(),
        ..SlotFacts::default()
    }
}

/// A drive: as the catalogue has its model, else what it speaks.
pub(super) fn drive(id: &Id, found: &graph::Drive, kind: Option<StorageKind>) -> Drive {
    let model = found.model.as_deref().and_then(|model| drive::find(model, found.size));
    if let Some(model) = model {
        return known::drive(model);
    }
    let speaks = match kind {
        Some(StorageKind::Nvme) => Some(Speaks::Nvme),
        Some(StorageKind::Ahci) if found.transport.is_some() => Some(Speaks::Sata),
        _ => None,
    };
    let evidence = Evidence::documented("the machine file", Confidence::High);
    Drive {
        name: found.model.clone().unwrap_or_else(|| id.to_string()),
        speaks: speaks.map_or(Fact::UNKNOWN, |speaks| Fact::new(speaks, evidence)),
        ..Drive::default()
    }
}

/// A drive of the catalogue.
pub(super) fn of_model(model: &drive::DriveModel) -> Drive {
    known::drive(model)
}
