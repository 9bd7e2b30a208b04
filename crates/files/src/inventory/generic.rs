//! A board that could be built on a chipset, described as a machine file would.

use narrows_catalog::board::{self, SlotBus, SlotForm};
use narrows_catalog::chipset::{Chipset, LaneGroup};
use narrows_catalog::cpu::{self, Cpu};
use narrows_plan::inventory::PROCESSOR;
use narrows_units::{LinkWidth, TransferRate};

use super::NamedProcessor;
use super::sized::{BoardKind, BoardSize, BoardVariety};
use crate::machine_file::description::{DescribedSlot, Effect, File, Host, NameList, Rule};

/// The processor's lanes as full-length and M.2 slots, the chipset's as M.2 slots, card slots and single
/// lanes, and its SATA ports, as far as a board of this size has room for them. Where most boards with the
/// chipset have it, a second long slot takes half of the first one's lanes.
pub(super) fn described(
    chipset: &'static Chipset,
    size: BoardSize,
    processor: Option<&NamedProcessor>,
) -> File {
    let mut slots = Vec::new();
    let mut rules = Vec::new();
    let lanes = of_processor(chipset, processor.map(|it| it.row));
    let narrow = processor.and_then(|it| it.row.card_lanes());
    for (index, group) in lanes.into_iter().enumerate() {
        if let Some(narrow) = narrow.filter(|_| index == 0) {
            let first = (group.generation, cpu::SHARED_LANES);
            slots.push(slot(FIRST.to_owned(), board::CPU, first, SlotForm::X16));
            let count = group.count.saturating_sub(narrow.into());
            slots.extend(processor_slots(index, LaneGroup { count, ..group }));
            rules.extend(processor.map(|it| narrowing(it.row, (group.generation, narrow))));
            continue;
        }
        slots.extend(processor_slots(index, group));
        if index == 0 && size != BoardSize::MiniItx && is_halved(chipset, group) {
            slots.insert(
                1,
                slot(SECOND.to_owned(), board::CPU, (group.generation, 8), SlotForm::X16),
            );
            rules.push(halving(group.generation));
        }
    }
    for (index, group) in chipset.lanes.iter().enumerate() {
        slots.extend(chipset_slots(index, *group, chipset));
    }
    let fast = (0..chipset.sata.at_6g).map(|port| (port, SlotForm::Sata));
    let slow = (0..chipset.sata.at_3g).map(|port| (chipset.sata.at_6g + port, SlotForm::Sata3g));
    slots.extend(fast.chain(slow).map(|(port, form)| DescribedSlot {
        id: format!("SATA_{port}").into(),
        on: board::CHIPSET.to_owned().into(),
        devices: vec![SlotBus::Sata.into()],
        form: Some(form.into()),
        ..DescribedSlot::default()
    }));
    if matches!(size, BoardSize::MicroAtx | BoardSize::MiniItx) {
        size.trim(&mut slots);
    }
    let cpu = processor.map(|processor| processor.name.clone().into());
    let host = Host { chipset: Some(chipset.id.clone().into()), cpu, ..Host::default() };
    let name = match size {
        BoardSize::MicroAtx | BoardSize::MiniItx => format!("{}, {}", chipset.name, size.as_str()),
        BoardSize::Atx | BoardSize::Server => chipset.name.clone(),
    };
    let name = Some(name.into());
    File { name, host: Some(host), slot: slots, rule: rules, ..File::default() }
}

/// The lanes of the processor, or of those that the chipset is used with, without those of its uplink; sixteen
/// of the uplink's generation if the catalogue knows none.
pub(super) fn of_processor(chipset: &Chipset, processor: Option<&Cpu>) -> Vec<LaneGroup> {
    let uplink = chipset.uplink.as_ref();
    let Some(cpu) = processor.or_else(|| cpu::of_chipset(chipset)) else {
        let rate = uplink.map_or(TransferRate::Gen3, |uplink| uplink.link.rate);
        return vec![LaneGroup { generation: rate.generation(), count: 16 }];
    };
    let mut lanes = cpu.lanes.clone();
    // Where PCI shows the uplink, it is among the lanes that the processor counts.
    let taken = uplink.filter(|uplink| uplink.shown).map_or(0, |uplink| uplink.link.lanes.get());
    if let Some(first) = lanes.first_mut() {
        first.count = first.count.saturating_sub(u16::from(taken));
    }
    let count = |lanes: &[LaneGroup]| lanes.iter().map(|group| group.count).sum::<u16>();
    // Boards cannot wire more lanes than this processor has.
    let is_whole = count(&chipset.wired) <= count(&lanes);
    match chipset.wired.is_empty() || !is_whole {
        true => lanes,
        false => chipset
            .wired
            .iter()
            .map(|group| {
                let own =
                    cpu.lanes.iter().map(|own| own.generation).max().unwrap_or(group.generation);
                LaneGroup { generation: group.generation.min(own), ..*group }
            })
            .collect(),
    }
}

const FIRST: &str = "CPU_1";
const SECOND: &str = "CPU_2";

/// Whether a card in a second slot takes half the lanes of the first on most boards with the chipset.
fn is_halved(chipset: &'static Chipset, first: LaneGroup) -> bool {
    let kind =
        BoardKind { chipset: Some(chipset), socket: "", size: BoardSize::Atx, processor: None };
    let variety = BoardVariety::of(&kind);
    (16..32).contains(&first.count) && 2 * variety.cards > variety.all
}

fn halving(generation: u8) -> Rule {
    Rule { when: vec![SECOND.to_owned().into()], ..first_is((generation, 8)) }
}

/// With a processor that has fewer lanes for cards than the first slot.
fn narrowing(row: &Cpu, link: (u8, u8)) -> Rule {
    let lanes: u16 = row.lanes.iter().map(|group| group.count).sum();
    let setting = NameList(vec![format!("{PROCESSOR} = {lanes}").into()]);
    Rule { setting, ..first_is(link) }
}

fn first_is((generation, lanes): (u8, u8)) -> Rule {
    let link = LinkWidth::new(generation, lanes).map(Into::into);
    let then = vec![Effect { slot: FIRST.to_owned().into(), link, ..Effect::default() }];
    Rule { then, ..Rule::default() }
}

/// More lanes than this have processors for workstations, whose boards have a slot for eight, too, long enough
/// for any card.
const MANY: u16 = 32;

/// As many slots of sixteen lanes as there are, then M.2 slots.
fn processor_slots(group: usize, LaneGroup { generation, count }: LaneGroup) -> Vec<DescribedSlot> {
    let name = |kind: &str, number: u16| format!("CPU_{kind}{}{number}", letter(group));
    let of = |id, lanes, form| slot(id, board::CPU, (generation, lanes), form);
    let whole = (1..=count / 16).map(|number| of(name("", number), 16, SlotForm::X16));
    let eights = if count >= MANY { count % 16 / 8 } else { 0 };
    let halves = (1..=eights).map(|number| of(name("X8_", number), 8, SlotForm::X16));
    let fours = (count % 16 - eights * 8) / 4;
    let fours = (1..=fours).map(|number| of(name("M2_", number), 4, SlotForm::M2));
    whole.chain(halves).chain(fours).collect()
}

/// Year of the first chipsets whose boards have M.2 slots for drives: Intel's series 9.
const FIRST_WITH_M2: u16 = 2014;
/// So many boards without an M.2 slot are no exception.
const ENOUGH_BOARDS: usize = 3;

/// Whether boards with the chipset have M.2 slots: those of servers came to them later.
fn has_m2(chipset: &Chipset) -> bool {
    let same = board::all().iter().filter(|it| it.chipset.as_ref() == Some(&chipset.id));
    let has = |it: &board::Board| it.slots.iter().any(|slot| slot.form == SlotForm::M2);
    let known: Vec<bool> = same.map(has).collect();
    chipset.year >= FIRST_WITH_M2 && (known.len() < ENOUGH_BOARDS || known.contains(&true))
}

/// Two thirds of a group's x4 links as M.2 slots, the others, of two one, as full-length card
/// slots, as most boards have them, the rest as single lanes; before M.2 one x4 card slot and
/// single lanes.
fn chipset_slots(
    group: usize,
    LaneGroup { generation, count }: LaneGroup,
    chipset: &Chipset,
) -> Vec<DescribedSlot> {
    let has_m2 = has_m2(chipset);
    let name = |kind: &str, number: u16| format!("{kind}_{}{number}", letter(group));
    let of = |id, lanes, form| slot(id, board::CHIPSET, (generation, lanes), form);
    let fours = if has_m2 { count / 4 } else { (count / 4).min(1) };
    let cards = if has_m2 { (fours / 3).max(u16::from(fours > 1)) } else { fours };
    let wired = chipset.m2_lanes.unwrap_or(4);
    let modules = fours - cards;
    let m2 = (1..=modules).map(|number| of(name("M2", number), wired, SlotForm::M2));
    let left = count - cards * 4 - modules * u16::from(wired);
    let cards = (1..=cards).map(|number| of(name("PCH_X4", number), 4, SlotForm::X16));
    let single = (1..=left).map(|number| of(name("PCH_X1", number), 1, SlotForm::X1));
    m2.chain(cards).chain(single).collect()
}

/// Tells the groups' slots apart.
fn letter(group: usize) -> &'static str {
    ["", "B", "C", "D"].get(group).unwrap_or(&"E")
}

fn slot(id: String, on: &str, (generation, lanes): (u8, u8), form: SlotForm) -> DescribedSlot {
    let devices: &[SlotBus] =
        if form == SlotForm::M2 { &[SlotBus::Pcie, SlotBus::Sata] } else { &[SlotBus::Pcie] };
    DescribedSlot {
        id: id.into(),
        on: on.to_owned().into(),
        link: LinkWidth::new(generation, lanes).map(Into::into),
        devices: devices.iter().map(|&device| device.into()).collect(),
        form: Some(form.into()),
        ..DescribedSlot::default()
    }
}
