//! A board with a certain processor in it: a slot is no faster than the processor's lanes, and is split in
//! no way that these cannot be shared out.
//!
//! Not here: facts that only the board's maker knows, such as slots that are dead with some processors:
//! those are board rules that name the processor.

use std::borrow::Cow;

use narrows_units::LinkWidth;

use super::{Board, BoardRule, socket_of};
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
            if socket_of(&slot.on).is_some() && !ways.is_empty() && is_whole(slot.link) {
                // A slot in one piece asks nothing of the processor.
                slot.splits.retain(|split| split.len() == 1 || ways.contains(split));
            }
        }
        for switch in &mut board.switches {
            switch.link = capped(&switch.on, Some(switch.link)).unwrap_or(switch.link);
        }
        let on_board = |slot: &str| self.slot(slot).map(|slot| slot.on.as_str());
        let cap = |rule: &mut BoardRule| {
            for effect in &mut rule.then {
                let on = effect.on.as_deref().or_else(|| on_board(&effect.slot));
                effect.link = capped(on.unwrap_or_default(), effect.link);
            }
        };
        board.rules.iter_mut().for_each(cap);
        board
    }
}

/// The sixteen lanes that the catalogue's words on processors share out.
fn is_whole(link: Option<LinkWidth>) -> bool {
    link.is_some_and(|link| link.lanes.get() == cpu::SHARED_LANES)
}

#[cfg(test)]
mod tests {
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
