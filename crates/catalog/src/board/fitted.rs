//! A board with a certain processor in it: a slot is no faster than the processor's lanes, no wider than
//! those that it has for cards, and is split in no way that these cannot be shared out.
//!
//! Not here: facts that only the board's maker knows, such as slots that are dead with some processors:
//! those are board rules that name the processor.

use std::borrow::Cow;

use narrows_units::{Lanes, LinkWidth};

use super::{
    Board, BoardRule, BoardSetting, BoardSlot, CPU, PROCESSOR_GROUP, RuleEffect, SlotForm,
    socket_of,
};
use crate::cpu::{self, Cpu};

impl Board {
    /// The board with the processor of this name; unchanged if none is named or known.
    pub fn with_processor(&self, name: Option<&str>) -> Cow<'_, Self> {
        match name.and_then(cpu::of_name) {
            Some(known) => Cow::Owned(self.fitted_to(known.row)),
            None => Cow::Borrowed(self),
        }
    }

    fn fitted_to(&self, cpu: &Cpu) -> Self {
        // A processor of unknown lanes caps nothing.
        let generation = cpu.lanes.iter().map(|group| group.generation).max().unwrap_or(u8::MAX);
        let capped = |on: &str, link: Option<LinkWidth>| {
            let link = link?;
            let is_faster = socket_of(on).is_some() && link.rate.generation() > generation;
            match is_faster {
                true => LinkWidth::new(generation, link.lanes.get()),
                false => Some(link),
            }
        };
        let mut board = self.clone();
        let ways = cpu.ways();
        for slot in &mut board.slots {
            slot.link = capped(&slot.on, slot.link);
            // The catalogue's words on processors are about sixteen lanes.
            let is_whole = slot.link.is_some_and(|link| link.lanes.get() == cpu::SHARED_LANES);
            if socket_of(&slot.on).is_some() && !ways.is_empty() && is_whole {
                // A slot in one piece asks nothing of the processor.
                slot.splits.retain(|split| split.len() == 1 || ways.contains(split));
            }
        }
        for switch in &mut board.switches {
            switch.link = capped(&switch.on, Some(switch.link)).unwrap_or(switch.link);
        }
        let cap = |rule: &mut BoardRule| {
            for effect in &mut rule.then {
                let slot = self.slot(&effect.slot);
                let on = effect.on.as_deref().or(slot.map(|slot| slot.on.as_str()));
                effect.link = capped(on.unwrap_or_default(), effect.link);
                if let (Some(narrow), Some(link)) =
                    (slot.and_then(|slot| cpu.narrow(slot)), effect.link)
                {
                    effect.link =
                        LinkWidth::new(link.rate.generation(), link.lanes.min(narrow).get());
                }
            }
        };
        board.rules.iter_mut().for_each(cap);
        // Rules of the board's own come later, and may say more.
        board.rules.splice(..0, narrowing(&board.slots, cpu));
        board
    }
}

impl Cpu {
    /// The lanes that it has for a card in this slot of its own, if they are fewer than the slot's.
    fn narrow(&self, slot: &BoardSlot) -> Option<Lanes> {
        let is_for_cards = matches!(slot.form, SlotForm::X16 | SlotForm::X8) && slot.on == CPU;
        let lanes = self.card_lanes().and_then(Lanes::new).filter(|_| is_for_cards)?;
        (slot.link?.lanes > lanes).then_some(lanes)
    }
}

/// The rule that slots for cards have no more lanes than the processor.
fn narrowing(slots: &[BoardSlot], cpu: &Cpu) -> Option<BoardRule> {
    let effect = |slot: &BoardSlot| {
        let lanes = cpu.narrow(slot)?.get();
        let link = LinkWidth::new(slot.link?.rate.generation(), lanes);
        Some(RuleEffect { slot: slot.id.clone(), off: false, link, on: None })
    };
    let then: Vec<RuleEffect> = slots.iter().filter_map(effect).collect();
    let name = PROCESSOR_GROUP.to_owned();
    let setting = BoardSetting { name, value: cpu.group.clone()? };
    (!then.is_empty()).then(|| BoardRule {
        when: Vec::new(),
        settings: vec![setting],
        then,
        note: cpu.note.clone(),
        source: cpu.source.clone(),
        confidence: Some(cpu.confidence),
        edition: None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board;

    fn links(id: &str, cpu: &str) -> Vec<String> {
        let board = board::board(id).unwrap().with_processor(Some(cpu));
        let of_processor = board.slots.iter().filter(|slot| slot.on == board::CPU);
        of_processor.map(|slot| format!("{} {}", slot.id, slot.link.unwrap())).collect()
    }

    /// AMD, Ryzen 7 5700G: 24 lanes of PCIe 3.0. Ryzen 9 5950X: of 4.0.
    #[test]
    fn slots_are_no_faster_than_the_processor() {
        let apu = links("msi-mag-b550-tomahawk", "Ryzen 7 5700G");
        assert_eq!(apu, ["PCI_E1 PCIe 3.0 x16", "M2_1 PCIe 3.0 x4"]);
        let plain = links("msi-mag-b550-tomahawk", "5950X");
        assert_eq!(plain, ["PCI_E1 PCIe 4.0 x16", "M2_1 PCIe 4.0 x4"]);
    }

    /// AMD, Athlon 3000G: four lanes for a card; Ryzen 3 3200G: eight.
    #[test]
    fn a_slot_is_no_wider_than_the_processor_has_lanes_for_cards() {
        for (cpu, lanes) in [("Athlon 3000G", 4), ("Ryzen 3 3200G", 8), ("Ryzen 5 2600", 16)] {
            let board = board::board("asus-prime-a320m-k").unwrap().with_processor(Some(cpu));
            let group = cpu::of_name(cpu).unwrap().row.group.clone();
            let settings = group.into_iter().map(|it| (PROCESSOR_GROUP.to_owned(), it)).collect();
            let offers = board.links(&BTreeSet::new(), &settings);
            let link = |slot: &str| offers[slot].as_ref().unwrap().link;
            assert_eq!(link("PCIEX16_1"), LinkWidth::new(3, lanes), "{cpu}");
            assert_eq!(link("M.2"), LinkWidth::new(3, 4), "{cpu}");
        }
    }

    /// On every board and for every processor: nothing gets faster or wider, and slots on the chipset stay
    /// as they are.
    #[test]
    fn a_processor_adds_nothing_to_a_board() {
        for board in board::all() {
            for cpu in cpu::all() {
                let fitted = board.fitted_to(cpu);
                for (slot, before) in fitted.slots.iter().zip(&board.slots) {
                    let (Some(link), Some(own)) = (slot.link, before.link) else { continue };
                    assert!(link.rate <= own.rate && link.lanes == own.lanes, "{}", board.id);
                    let is_own = socket_of(&slot.on).is_none();
                    assert!(!is_own || slot == before, "{} {}", board.id, slot.id);
                    assert!(slot.splits.iter().all(|it| before.splits.contains(it)));
                }
            }
        }
    }
}
