//! A board that somebody could build on a chipset, as a machine file.

use narrows_catalog::chipset::{Chipset, LaneGroup};
use narrows_catalog::cpu;
use narrows_units::TransferRate;

use crate::machine_file::write::{Table, quoted};
use crate::schema;

/// The processor's lanes as full-length and M.2 slots, the chipset's as M.2 slots, card slots and single
/// lanes, and its SATA ports.
pub(super) fn machine_file(chipset: &Chipset) -> String {
    let mut text = format!("schema = \"{}\"\nname = {}\n", schema::MACHINE, quoted(&chipset.name));
    text.push_str(Table::new("[host]").says("chipset", &chipset.id).text());
    for (index, group) in of_processor(chipset).into_iter().enumerate() {
        processor_slots(&mut text, index, group);
    }
    for (index, group) in chipset.lanes.iter().enumerate() {
        chipset_slots(&mut text, index, *group);
    }
    let fast = (0..chipset.sata.at_6g).map(|port| (port, "sata"));
    let slow = (0..chipset.sata.at_3g).map(|port| (chipset.sata.at_6g + port, "sata-3g"));
    for (port, form) in fast.chain(slow) {
        let table = Table::new("[[slot]]").says("id", format!("SATA_{port}"));
        let table = table.says("on", "chipset").lists("devices", ["sata"]).says("form", form);
        text.push_str(table.text());
    }
    text
}

/// The lanes of the processors that the chipset is used with, without those of its uplink; sixteen
/// of the uplink's generation where the catalogue knows none.
fn of_processor(chipset: &Chipset) -> Vec<LaneGroup> {
    let uplink = chipset.uplink.as_ref();
    let Some(cpu) = cpu::of_chipset(chipset) else {
        let rate = uplink.map_or(TransferRate::Gen3, |uplink| uplink.link.rate);
        return vec![LaneGroup { generation: rate.generation(), count: 16 }];
    };
    let mut lanes = cpu.lanes.clone();
    // Where PCI shows the uplink, it is among the lanes that the processor counts.
    let taken = uplink.filter(|uplink| uplink.shown).map_or(0, |uplink| uplink.link.lanes.get());
    if let Some(first) = lanes.first_mut() {
        first.count = first.count.saturating_sub(u16::from(taken));
    }
    lanes
}

/// More lanes than this have processors for workstations, whose boards have a slot for eight, too.
const MANY: u16 = 32;

/// As many slots of sixteen lanes as there are, then M.2 slots.
fn processor_slots(text: &mut String, group: usize, LaneGroup { generation, count }: LaneGroup) {
    let name = |kind: &str, number: u16| format!("CPU_{kind}{}{number}", letter(group));
    for number in 1..=count / 16 {
        slot(text, &name("", number), "cpu", (generation, 16), "x16");
    }
    let eights = if count >= MANY { count % 16 / 8 } else { 0 };
    for number in 1..=eights {
        slot(text, &name("X8_", number), "cpu", (generation, 8), "x8");
    }
    for number in 1..=(count % 16 - eights * 8) / 4 {
        slot(text, &name("M2_", number), "cpu", (generation, 4), "m2");
    }
}

/// Two thirds of a group's fours as M.2 slots, the others as card slots, what is left singly.
fn chipset_slots(text: &mut String, group: usize, LaneGroup { generation, count }: LaneGroup) {
    let name = |kind: &str, number: u16| format!("{kind}_{}{number}", letter(group));
    let cards = count / 4 / 3;
    for number in 1..=count / 4 - cards {
        slot(text, &name("M2", number), "chipset", (generation, 4), "m2");
    }
    for number in 1..=cards {
        slot(text, &name("PCH_X4", number), "chipset", (generation, 4), "x4");
    }
    for number in 1..=count % 4 {
        slot(text, &name("PCH_X1", number), "chipset", (generation, 1), "x1");
    }
}

/// Tells the groups' slots apart.
fn letter(group: usize) -> &'static str {
    ["", "B", "C", "D"].get(group).unwrap_or(&"E")
}

fn slot(text: &mut String, id: &str, on: &str, (generation, lanes): (u8, u8), form: &str) {
    let devices: &[&str] = if form == "m2" { &["pcie", "sata"] } else { &["pcie"] };
    let link = format!("{generation}.0 x{lanes}");
    let table = Table::new("[[slot]]").says("id", id).says("on", on).says("link", link);
    text.push_str(table.lists("devices", devices).says("form", form).text());
}
