//! From the catalogue's entries to `narrows.catalog/1`.

use narrows_catalog::entry::{self, CatalogEntry};
use narrows_catalog::machine::NamedMachine;
use narrows_catalog::{Confidence, board, card, chipset, cpu, drive, own};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::Pattern;

use crate::catalog::{
    CatalogAlternative, CatalogBoard, CatalogCard, CatalogChipset, CatalogConflict, CatalogCpu,
    CatalogDocument, CatalogDrive, CatalogEvidence, CatalogLaneGroup, CatalogLaneUser,
    CatalogMachine, CatalogReading, CatalogRule, CatalogRuleEffect, CatalogSlot, CatalogSwitch,
    CatalogUplink, CatalogWorkload,
};
use crate::processor;
use crate::schema;
use crate::see::LinkState;

impl CatalogDocument {
    /// Without entries.
    pub fn empty() -> Self {
        Self {
            schema: schema::CATALOG.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        }
    }

    /// How many entries there are, all kinds together.
    pub fn count(&self) -> usize {
        self.machines.len()
            + self.boards.len()
            + self.drives.len()
            + self.chipsets.len()
            + self.cpus.len()
            + self.cards.len()
            + self.workloads.len()
    }
}

fn evidence<T: CatalogEntry>(entry: &T) -> CatalogEvidence {
    let known = entry.evidence();
    let origin = own::origin_of(entry);
    CatalogEvidence {
        source: known.source.to_vec(),
        confidence: known.confidence.to_string(),
        confidence_note: known.confidence_note.map(str::to_owned),
        edition: known.edition.map(str::to_owned),
        note: known.note.map(str::to_owned),
        conflicts: known.conflicts.iter().map(conflict).collect(),
        file: origin.file.map(str::to_owned),
        replaces: origin.replaces,
    }
}

fn conflict(conflict: &entry::SourceConflict) -> CatalogConflict {
    let reading = |it: &entry::SourceReading| CatalogReading {
        value: it.value.clone(),
        source: it.source.clone(),
        edition: it.edition.clone(),
        confidence: it.confidence.to_string(),
    };
    CatalogConflict {
        about: conflict.about.clone(),
        says: conflict.says.iter().map(reading).collect(),
        decided_by: conflict.decided_by.clone(),
    }
}

impl From<NamedMachine> for CatalogMachine {
    fn from(machine: NamedMachine) -> Self {
        Self {
            id: format!("catalog:{}", machine.name),
            name: machine.title(),
            file: machine.file.map(str::to_owned),
            replaces: machine.replaces,
            text: machine.text.to_owned(),
        }
    }
}

impl From<&drive::DriveModel> for CatalogDrive {
    fn from(drive: &drive::DriveModel) -> Self {
        Self {
            id: drive.id.clone(),
            name: drive.name.clone(),
            aliases: drive.aliases.clone(),
            size: drive.size.get(),
            interface: drive.interface.to_string(),
            forms: drive.forms().iter().map(|form| form.as_str().to_owned()).collect(),
            link: drive.link.map(state),
            spins: drive.spins,
            read_mb_s: drive.seq_read.map(BytesPerSec::as_mb_s),
            write_mb_s: drive.seq_write.map(BytesPerSec::as_mb_s),
            random_read_iops: drive.rand_read.map(Iops::get),
            random_write_iops: drive.rand_write.map(Iops::get),
            random_condition: drive.rand_condition.clone(),
            read_latency_us: drive.read_latency().map(Nanos::as_micros),
            write_latency_us: drive.write_latency().map(Nanos::as_micros),
            fast_write_cache: drive.fast_write_cache.map(Bytes::get),
            write_after_cache_mb_s: drive.seq_write_after_cache.map(BytesPerSec::as_mb_s),
            memory: drive.memory.map(|memory| memory.to_string()),
            power_loss: drive.power_loss.to_string(),
            option_rom: drive.option_rom.to_string(),
            evidence: evidence(drive),
        }
    }
}

impl From<&chipset::Chipset> for CatalogChipset {
    fn from(chipset: &chipset::Chipset) -> Self {
        let uplink = |uplink: &chipset::ChipsetUplink| CatalogUplink {
            name: uplink.name.clone(),
            link: state(uplink.link),
            shown: uplink.shown,
        };
        Self {
            id: chipset.id.clone(),
            name: chipset.name.clone(),
            vendor: chipset.vendor.clone(),
            year: chipset.year,
            family: chipset.family.clone(),
            family_default: chipset.family_default,
            uplink: chipset.uplink.as_ref().map(uplink),
            lanes: chipset.lanes.iter().map(lanes).collect(),
            sata_6g: chipset.sata.at_6g,
            sata_3g: chipset.sata.at_3g,
            nvme_raid: chipset.nvme_raid.clone(),
            evidence: evidence(chipset),
        }
    }
}

impl From<&cpu::Cpu> for CatalogCpu {
    fn from(cpu: &cpu::Cpu) -> Self {
        Self {
            id: cpu.id.clone(),
            name: cpu.name.clone(),
            lanes: cpu.lanes.iter().map(lanes).collect(),
            splits: cpu.splits.clone(),
            cores: processor::cores(cpu),
            models: processor::models(cpu),
            memory: processor::memory(cpu),
            roots: processor::roots(cpu),
            evidence: evidence(cpu),
        }
    }
}

impl From<&card::Card> for CatalogCard {
    fn from(card: &card::Card) -> Self {
        Self {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: card.kind.to_string(),
            length: card.length,
            link: card.link.map(state),
            ports: card.ports,
            port_gbit_s: card.port_rate.map(GbitPerSec::get),
            bays: card.bays,
            bay: card.bay.map(|form| form.to_string()),
            plugs: card.plugs.map(|form| form.to_string()),
            slots_thick: card.slots_thick,
            slots_thick_between: card.slots_thick_between,
            evidence: evidence(card),
        }
    }
}

impl From<&board::Board> for CatalogBoard {
    fn from(board: &board::Board) -> Self {
        Self {
            id: board.id.clone(),
            name: board.name.clone(),
            chipset: board.chipset.clone(),
            socket: board.socket.clone(),
            form_factor: board.form_factor.clone(),
            nvme_boot: board.nvme_boot.map(|boot| boot.to_string()),
            slots: board.slots.iter().map(|it| slot(it, board)).collect(),
            switches: board.switches.iter().map(|it| switch(it, board)).collect(),
            rules: board.rules.iter().map(|it| rule(it, board)).collect(),
            users: board.users.iter().map(|it| user(it, board)).collect(),
            unresolved: board.unresolved.clone(),
            evidence: evidence(board),
        }
    }
}

/// Properties that a slot does not state are taken from its board.
fn slot(slot: &board::BoardSlot, board: &board::Board) -> CatalogSlot {
    let alternative = |it: &board::SlotAlternative| CatalogAlternative {
        on: it.on.clone(),
        link: it.link.map(state),
    };
    CatalogSlot {
        id: slot.id.clone(),
        on: slot.on.clone(),
        link: slot.link.map(state),
        port: slot.port.clone(),
        or: slot.or.iter().map(alternative).collect(),
        split_setting: slot.split_setting.clone(),
        row: slot.row,
        form: slot.form.to_string(),
        splits: slot
            .splits
            .iter()
            .map(|split| {
                let parts: Vec<String> =
                    split.iter().map(|lanes| format!("x{}", lanes.get())).collect();
                parts.join("/")
            })
            .collect(),
        devices: slot.devices.iter().map(ToString::to_string).collect(),
        raid: slot.raid.clone(),
        raid_unknown: slot.raid_unknown,
        note: slot.note.clone(),
        source: source(&slot.source, board),
        confidence: confidence(slot.confidence, board),
        edition: slot.edition.clone().or_else(|| board.edition.clone()),
    }
}

fn source(own: &[String], board: &board::Board) -> Vec<String> {
    if own.is_empty() { board.source.clone() } else { own.to_vec() }
}

fn confidence(own: Option<Confidence>, board: &board::Board) -> String {
    own.unwrap_or(board.confidence).to_string()
}

fn switch(switch: &board::BoardSwitch, board: &board::Board) -> CatalogSwitch {
    CatalogSwitch {
        id: switch.id.clone(),
        name: switch.name.clone(),
        on: switch.on.clone(),
        link: state(switch.link),
        source: source(&switch.source, board),
        confidence: confidence(switch.confidence, board),
    }
}

fn rule(rule: &board::BoardRule, board: &board::Board) -> CatalogRule {
    let effect = |effect: &board::RuleEffect| CatalogRuleEffect {
        slot: effect.slot.clone(),
        off: effect.off,
        link: effect.link.map(state),
        on: effect.on.clone(),
    };
    CatalogRule {
        when: rule.when.iter().map(ToString::to_string).collect(),
        settings: rule.settings.iter().map(ToString::to_string).collect(),
        then: rule.then.iter().map(effect).collect(),
        note: rule.note.clone(),
        source: source(&rule.source, board),
        confidence: confidence(rule.confidence, board),
        edition: rule.edition.clone(),
    }
}

fn user(user: &board::LaneUser, board: &board::Board) -> CatalogLaneUser {
    CatalogLaneUser {
        name: user.name.clone(),
        lanes: user.lanes,
        on: user.on.clone(),
        note: user.note.clone(),
        source: source(&user.source, board),
        confidence: confidence(user.confidence, board),
    }
}

impl From<&narrows_workload::Workload> for CatalogWorkload {
    fn from(workload: &narrows_workload::Workload) -> Self {
        let pattern = match workload.pattern {
            Pattern::Sequential => "sequential",
            Pattern::Random => "random",
        };
        Self {
            id: workload.name.clone(),
            pattern: pattern.to_owned(),
            read_percent: workload.read_percent,
            block: workload.block.get(),
            depth: workload.depth,
            jobs: workload.jobs,
        }
    }
}

fn state(link: LinkWidth) -> LinkState {
    LinkState { gts: link.rate.gt_s(), lanes: link.lanes.get() }
}

fn lanes(group: &chipset::LaneGroup) -> CatalogLaneGroup {
    CatalogLaneGroup { generation: group.generation, count: group.count }
}
