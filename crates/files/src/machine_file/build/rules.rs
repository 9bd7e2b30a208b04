//! Rules: effects of using one slot on another, the board's first.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::Confidence;
use narrows_catalog::board::{
    self, BoardRule, BoardSetting, Offers, RuleEffect, Settings, SlotBus, SlotOffer, SlotUse,
};
use narrows_messages::Message;
use narrows_plan::inventory::{PROCESSOR, PROCESSOR_GROUP};

use super::host::ResolvedHost;
use super::names::{FileNames, NameKind};
use super::slots::{OccupiedSlot, no_such_slot};
use crate::machine_file::description;
use crate::machine_file::parsed::MachineSlot;
use crate::machine_file::slip::{MachineFileSlip, Name, Result, nearest, shown};

/// No board has more rules, and no rule more parts: each costs time for each.
const MOST: usize = 256;

/// The rules of board and file, and the settings in force.
#[derive(Default)]
pub(super) struct SlotRules {
    rules: Vec<BoardRule>,
    settings: Settings,
    settings_at: BTreeMap<String, usize>,
    used: BTreeSet<SlotUse>,
}

impl SlotRules {
    pub fn new(
        file: &description::File,
        host: &ResolvedHost,
        slots: &BTreeMap<String, MachineSlot>,
        names: &FileNames,
    ) -> Result<Self> {
        let of_board =
            host.fitted_board().map(|board| board.into_owned().rules).unwrap_or_default();
        let mut rules = Self { rules: of_board, ..Self::default() };
        let slot = |rule: &description::Rule| rule.then.first().map(|it| it.slot.clone());
        if let Some(beyond) = file.rule.iter().skip(MOST).find_map(slot) {
            return Err(beyond.wrong(Message::new("machine-too-many").with("most", MOST)));
        }
        for rule in &file.rule {
            rules.rules.push(of_file(rule, slots, names)?);
        }
        rules.settings(file)?;
        rules.processor(host);
        Ok(rules)
    }

    /// Rules that depend on the kind of processor hold for the one that the file names.
    fn processor(&mut self, host: &ResolvedHost) {
        let Some(row) = host.processor_row() else { return };
        let settings = self.rules.iter().flat_map(|rule| &rule.settings);
        let settings: BTreeSet<String> = settings.map(|setting| setting.name.clone()).collect();
        let lanes: u32 = row.lanes.iter().map(|group| u32::from(group.count)).sum();
        let of_processor =
            [(PROCESSOR_GROUP, row.group.clone()), (PROCESSOR, Some(lanes.to_string()))];
        for (name, value) in of_processor {
            if let Some(value) = value.filter(|_| settings.contains(name)) {
                // A value that the file sets itself stays.
                self.settings.entry(name.to_owned()).or_insert(value);
            }
        }
    }

    /// A setting that no rule asks about is misspelt, or does nothing here.
    fn settings(&mut self, file: &description::File) -> Result<()> {
        let known: BTreeSet<String> =
            self.rules.iter().flat_map(|rule| &rule.settings).map(|it| it.name.clone()).collect();
        for (name, value) in file.settings.iter().flat_map(|settings| &settings.0) {
            if !known.contains(name) {
                let message = |id| Message::new(id).with("id", shown(name));
                return Err(value.wrong(match nearest(name, known.iter().map(String::as_str)) {
                    Some(near) => message("machine-no-such-setting-near").with("near", near),
                    None => message("machine-no-such-setting"),
                }));
            }
            self.settings.insert(name.clone(), value.value.clone());
            self.settings_at.insert(name.clone(), value.at);
        }
        Ok(())
    }

    pub fn offers(
        &mut self,
        slots: &BTreeMap<String, MachineSlot>,
        taken: &BTreeMap<(String, usize), OccupiedSlot>,
    ) -> Offers {
        // Slots that no rule asks about need not be searched by every rule.
        let texts: BTreeSet<&str> =
            self.rules.iter().flat_map(|rule| &rule.when).map(|it| it.slot.as_str()).collect();
        let matter = taken.iter().filter(|((slot, _), _)| texts.contains(slot.as_str()));
        let used = matter.map(|((slot, _), taken)| used(slot, taken.bus)).collect();
        self.used = used;
        let offer = |slot: &MachineSlot| SlotOffer { on: slot.on.clone(), link: slot.link };
        let mut offers = slots.iter().map(|(id, slot)| (id.clone(), Some(offer(slot)))).collect();
        board::apply(&mut offers, &self.rules, &self.used, &self.settings);
        offers
    }

    /// Reports a device in a disabled slot, naming the cause.
    pub fn switched_off(
        &self,
        name: &Name,
        slot: &str,
        taken: &BTreeMap<(String, usize), OccupiedSlot>,
    ) -> MachineFileSlip {
        let is_off = |effect: &RuleEffect| effect.off && effect.slot == slot;
        let in_force = self.rules.iter().filter(|rule| rule.holds(&self.used, &self.settings));
        let rule = in_force.into_iter().find(|rule| rule.then.iter().any(is_off));
        let message = |id| Message::new(id).with("slot", shown(slot));
        let user = rule.and_then(|rule| {
            // The slot's own use can be among the conditions, and is not to blame.
            let when = rule.when.iter().find(|when| when.slot != slot)?;
            Some((when, taken.iter().find(|((id, _), _)| *id == when.slot)?.1))
        });
        if let Some((when, taken)) = user {
            let problem = message("machine-slot-off").with("when", when).with("by", &taken.by);
            return name.wrong(problem).against(taken.at);
        }
        let setting = rule.and_then(|rule| rule.settings.first());
        let set = setting.and_then(|it| Some((it, *self.settings_at.get(&it.name)?)));
        match set {
            Some((setting, at)) => {
                name.wrong(message("machine-slot-set-off").with("setting", setting)).against(at)
            }
            None => name.wrong(message("machine-slot-never")),
        }
    }

    pub fn finish(self) -> (Vec<BoardRule>, Settings) {
        (self.rules, self.settings)
    }
}

fn used(slot: &str, bus: SlotBus) -> SlotUse {
    SlotUse { slot: slot.to_owned(), bus: Some(bus) }
}

fn of_file(
    rule: &description::Rule,
    slots: &BTreeMap<String, MachineSlot>,
    names: &FileNames,
) -> Result<BoardRule> {
    let beyond = rule.when.get(MOST).or(rule.then.get(MOST).map(|effect| &effect.slot));
    if let Some(beyond) = beyond {
        return Err(beyond.wrong(Message::new("machine-too-many").with("most", MOST)));
    }
    let when = rule
        .when
        .iter()
        .map(|name| {
            let wrong =
                |_| name.wrong(Message::new("machine-bad-use").with("id", shown(&name.value)));
            let used: SlotUse = name.value.parse().map_err(wrong)?;
            known_slot(&name.with(used.slot.clone()), slots)?;
            Ok(used)
        })
        .collect::<Result<_, _>>()?;
    let settings = rule.setting.0.iter().map(setting).collect::<Result<_, _>>()?;
    let then = rule.then.iter().map(|it| effect(it, slots, names)).collect::<Result<_, _>>()?;
    Ok(BoardRule {
        when,
        settings,
        then,
        note: None,
        source: Vec::new(),
        confidence: Some(Confidence::High),
        edition: None,
    })
}

fn known_slot(name: &Name, slots: &BTreeMap<String, MachineSlot>) -> Result<()> {
    if slots.contains_key(&name.value) { Ok(()) } else { Err(no_such_slot(name, slots)) }
}

fn setting(text: &Name) -> Result<BoardSetting> {
    let wrong = |_| text.wrong(Message::new("machine-bad-setting").with("id", shown(&text.value)));
    text.value.parse().map_err(wrong)
}

fn effect(
    effect: &description::Effect,
    slots: &BTreeMap<String, MachineSlot>,
    names: &FileNames,
) -> Result<RuleEffect> {
    known_slot(&effect.slot, slots)?;
    let off = effect.off.is_some_and(|off| off.value);
    let changed = effect.link.map(|link| link.at).or(effect.on.as_ref().map(|on| on.at));
    match changed {
        Some(at) if off => {
            let other = effect.off.map_or(effect.slot.at, |off| off.at);
            return Err(
                MachineFileSlip::new(at, Message::new("machine-effect-both")).against(other)
            );
        }
        None if !off => return Err(effect.slot.wrong(Message::new("machine-effect-none"))),
        _ => {}
    }
    if let Some(on) = effect.on.as_ref().filter(|on| !is_place(&on.value, names)) {
        return Err(super::tree::no_such_place(on, names));
    }
    Ok(RuleEffect {
        slot: effect.slot.value.clone(),
        off,
        link: effect.link.map(|link| link.value),
        on: effect.on.as_ref().map(|on| on.value.clone()),
    })
}

fn is_place(name: &str, names: &FileNames) -> bool {
    names.what(name).is_some_and(NameKind::is_place)
}
