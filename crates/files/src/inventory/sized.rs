//! A board that could be built on a chipset or for a processor's socket, by its size: the slots that
//! most boards of that kind in the catalogue have.
//!
//! Derivation: the catalogue's boards of the kind have their slots counted by attachment and form; a
//! generic board has as many as more than half of them have, each with the median link there, but as many SATA
//! ports of the chipset as any board with it. Slots that exceed the processor's or the chipset's lanes are shared
//! with the first slot or left out. If the catalogue has no board of the kind, larger ones with the same chipset
//! are taken, within the space that the size allows.
//!
//! Not here: generic boards of no certain size ([`super::generic`]).

use std::collections::BTreeMap;

use narrows_catalog::board::{
    self, Board, BoardRule, BoardSlot, CHIPSET, CPU, RuleEffect, SlotBus, SlotForm, SlotUse,
};
use narrows_catalog::chipset::Chipset;
use narrows_catalog::cpu::{self, Cpu};
use narrows_messages::Message;
use narrows_plan::inventory::{PROCESSOR, SlotInventory};
use narrows_topology::FactBasis;
use narrows_topology::graph::TopologyNote;
use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::generic::of_processor;
use super::{NamedProcessor, of_file};
use crate::machine_file::built;
use crate::machine_file::description::{
    DescribedSlot, Effect, File, Host, LaneSplit, NameList, Rule,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSize {
    /// 305 mm deep, seven rows for cards (Intel, ATX Specification 2.2); wider ones count as well.
    Atx,
    /// 244 mm, four rows (Intel, microATX Motherboard Interface Specification 1.2).
    MicroAtx,
    /// 170 mm, one row (VIA, Mini-ITX Addendum 2.0 to the microATX specification).
    MiniItx,
    /// Any, with a chip for remote management.
    Server,
}

#[derive(Clone, Copy, Debug)]
pub struct BoardKind<'a> {
    /// The chipset; `None` for processors that have all ports themselves.
    pub chipset: Option<&'static Chipset>,
    /// The processor's socket, if there is no chipset.
    pub socket: &'a str,
    pub size: BoardSize,
    /// The processor in it; the usual one if none is named.
    pub processor: Option<&'a NamedProcessor>,
}

impl BoardSize {
    /// Parses the size at the end of a name such as `am5-b650-itx`; returns the rest too.
    pub fn of_name(name: &str) -> Option<(&str, Self)> {
        let sizes = [
            ("-microatx", Self::MicroAtx),
            ("-matx", Self::MicroAtx),
            ("-miniitx", Self::MiniItx),
            ("-mini-itx", Self::MiniItx),
            ("-itx", Self::MiniItx),
            ("-atx", Self::Atx),
            ("-server", Self::Server),
        ];
        sizes.into_iter().find_map(|(end, size)| Some((name.strip_suffix(end)?, size)))
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Atx => "ATX",
            Self::MicroAtx => "microATX",
            Self::MiniItx => "Mini-ITX",
            Self::Server => "server",
        }
    }

    /// A size as people write it, such as `mATX` or `mini-itx`.
    pub fn named(size: &str) -> Option<Self> {
        Self::of_name(&format!("-{}", size.to_lowercase()))
            .and_then(|(rest, size)| rest.is_empty().then_some(size))
    }

    /// Whether a board has this size.
    pub fn is_of(self, board: &Board) -> bool {
        // Boards of servers have no form of their own: a management controller tells them, in the
        // catalogue always ASPEED's.
        let is_managed = board.users.iter().any(|user| user.name.starts_with("ASPEED"));
        let form = board.form_factor.as_deref().unwrap_or_default().to_lowercase();
        match self {
            Self::Server => is_managed,
            Self::Atx => ["atx", "e-atx", "eeb", "ceb"].contains(&form.as_str()) && !is_managed,
            Self::MicroAtx => form == "microatx" && !is_managed,
            Self::MiniItx => form == "mini-itx" && !is_managed,
        }
    }

    /// Room for card slots, M.2 sockets and SATA ports. M.2 and SATA on Mini-ITX are the maxima of
    /// the catalogue's boards of that size.
    const fn room(self) -> (usize, usize, usize) {
        match self {
            Self::Atx | Self::Server => (7, usize::MAX, usize::MAX),
            Self::MicroAtx => (4, 4, usize::MAX),
            Self::MiniItx => (1, 2, 4),
        }
    }

    /// Leaves as many card slots, M.2 sockets and SATA ports as there is room for, the first ones.
    pub(super) fn trim(self, slots: &mut Vec<DescribedSlot>) {
        let (mut rows, mut modules, mut ports) = self.room();
        slots.retain(|slot| {
            let left = match slot.form.as_ref().map(|form| form.value) {
                Some(SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1) => &mut rows,
                Some(SlotForm::M2) => &mut modules,
                Some(SlotForm::Sata | SlotForm::Sata3g) => &mut ports,
                _ => return true,
            };
            let has_room = *left > 0;
            *left = left.saturating_sub(1);
            has_room
        });
    }
}

/// The slots of such a board. All of it is assumed, and a note states what it was derived from. `None`
/// if the catalogue has no board with that chipset or socket.
pub fn of_kind(kind: &BoardKind<'_>) -> Option<Result<SlotInventory, Message>> {
    let like: Vec<&Board> = board::all().iter().filter(|board| kind.is_like(board)).collect();
    let same: Vec<&Board> = like.iter().copied().filter(|it| kind.size.is_of(it)).collect();
    let boards = if same.is_empty() { &like } else { &same };
    if boards.is_empty() {
        return None;
    }
    let layout = BoardLayout::of(kind, boards);
    let inventory = built(&layout.file(kind)).map(|file| of_file(&file));
    Some(inventory.map(|mut inventory| {
        inventory.slots.iter_mut().for_each(|slot| slot.basis = FactBasis::Assumed);
        let text = layout.note(kind, boards, !same.is_empty());
        inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
        inventory
    }))
}

/// What boards of a kind do not have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardVariety {
    /// Boards of the kind in the catalogue.
    pub all: usize,
    /// Of them, those on which a drive in an M.2 socket switches something off or takes lanes of
    /// it, which a generic board does not show.
    pub modules: usize,
    /// Of them, those on which a card in a second slot takes lanes of the first one.
    pub cards: usize,
}

impl BoardVariety {
    pub fn of(kind: &BoardKind<'_>) -> Self {
        let like: Vec<&Board> = board::all().iter().filter(|board| kind.is_like(board)).collect();
        let same: Vec<&Board> = like.iter().copied().filter(|it| kind.size.is_of(it)).collect();
        let like = if same.is_empty() { like } else { same };
        let is_of = |board: &Board, used: &SlotUse, is_it: fn(&BoardSlot) -> bool| {
            board.slots.iter().any(|slot| slot.id == used.slot && is_it(slot))
        };
        let is_module = |slot: &BoardSlot| slot.form == SlotForm::M2;
        let is_long = |slot: &BoardSlot| slot.form == SlotForm::X16 && slot.on == CPU;
        let with = |is_it: fn(&BoardSlot) -> bool, is_meant: fn(&BoardRule, &Board) -> bool| {
            let has = |board: &&&Board| {
                let mut rules = board.rules.iter().filter(|rule| rule.settings.is_empty());
                rules.any(|rule| {
                    rule.when.iter().any(|used| is_of(board, used, is_it)) && is_meant(rule, board)
                })
            };
            like.iter().filter(has).count()
        };
        let narrows = |rule: &BoardRule, board: &Board| {
            let narrows = |slot: &BoardSlot| {
                let own = slot.link.map(|link| link.lanes);
                let is_it = |effect: &RuleEffect| {
                    effect.slot == slot.id && effect.link.is_some_and(|it| Some(it.lanes) < own)
                };
                slot.on == CPU && rule.then.iter().any(is_it)
            };
            board.slots.iter().any(narrows)
        };
        let (modules, cards) = (with(is_module, |_, _| true), with(is_long, narrows));
        Self { all: like.len(), modules, cards }
    }
}

impl BoardKind<'_> {
    /// Boards of machines that are sold whole are like no others.
    fn is_like(&self, board: &Board) -> bool {
        if board.is_sold_whole() {
            return false;
        }
        match self.chipset {
            Some(chipset) => board.chipset.as_deref() == Some(&chipset.id),
            None => {
                let socket = board.socket.as_deref().unwrap_or_default();
                board.chipset.is_none() && socket.eq_ignore_ascii_case(self.socket)
            }
        }
    }

    fn name(&self) -> String {
        let socket = || self.socket.to_uppercase();
        let of = self.chipset.map_or_else(socket, |chipset| chipset.name.clone());
        format!("{of}, {}", self.size.as_str())
    }

    fn processor(&self) -> Option<&'static Cpu> {
        if let Some(processor) = self.processor {
            return Some(processor.row);
        }
        let has_socket =
            |cpu: &&Cpu| cpu.sockets.iter().any(|socket| socket.eq_ignore_ascii_case(self.socket));
        match self.chipset {
            Some(chipset) => cpu::of_chipset(chipset),
            None => cpu::all().iter().find(has_socket),
        }
    }

    fn cpu(&self) -> Option<&str> {
        self.processor.map(|processor| processor.name.as_str())
    }

    fn lanes(&self) -> u16 {
        match self.chipset {
            Some(chipset) => {
                of_processor(chipset, self.processor()).iter().map(|group| group.count).sum()
            }
            None => self
                .processor()
                .map_or(u16::MAX, |cpu| cpu.lanes.iter().map(|group| group.count).sum()),
        }
    }
}

/// Key by which slots are counted: attachment and form.
type Class = (&'static str, SlotForm);

struct BoardLayout {
    /// Links by class, the fastest first; `None` for ports that are SATA only.
    slots: BTreeMap<Class, Vec<Option<LinkWidth>>>,
    /// Fewest and most of a class, where boards differ.
    ranges: BTreeMap<Class, (usize, usize)>,
    /// How most boards split a class of connectors for cables.
    splits: BTreeMap<Class, Vec<Lanes>>,
    /// Slots on the processor that take half of the first one's lanes.
    sharing: usize,
    /// What the first, and then only, long slot has with a processor of fewer lanes.
    narrow: Option<LinkWidth>,
}

impl BoardLayout {
    fn of(kind: &BoardKind<'_>, boards: &[&Board]) -> Self {
        let each: Vec<BTreeMap<Class, Vec<Option<LinkWidth>>>> =
            boards.iter().map(|board| classes(&board.with_processor(kind.cpu()))).collect();
        let all: Vec<Class> = each.iter().flat_map(|it| it.keys().copied()).collect();
        let mut layout = Self {
            slots: BTreeMap::new(),
            ranges: BTreeMap::new(),
            splits: cable_splits(boards),
            sharing: 0,
            narrow: None,
        };
        for class in all {
            let of_class =
                |it: &BTreeMap<Class, Vec<_>>| it.get(&class).cloned().unwrap_or_default();
            let lists: Vec<Vec<Option<LinkWidth>>> = each.iter().map(of_class).collect();
            layout.slots.insert(class, usual(&lists));
            let counts = || lists.iter().map(Vec::len);
            let range = counts().min().zip(counts().max()).filter(|(least, most)| least < most);
            layout.ranges.extend(range.map(|range| (class, range)));
        }
        // Drives fill ports in order, so that the further ones count only where they are needed.
        let ports =
            |board: &Board| board.slots.iter().filter(|slot| slot.form == SlotForm::Sata).count();
        let like = board::all().iter().filter(|board| kind.is_like(board));
        let of_chipset = kind.chipset.map_or(0, |chipset| usize::from(chipset.sata.at_6g));
        // Boards known by their card slots alone list no ports: then there are the chipset's.
        let most = match like.map(ports).max() {
            None | Some(0) => of_chipset,
            Some(most) => most.min(of_chipset),
        };
        if most > 0 {
            let own = layout.slots.entry((CHIPSET, SlotForm::Sata)).or_default();
            own.resize(most.max(own.len()), None);
        }
        // What the processor has no lanes for takes no room.
        layout.fit(kind.lanes(), kind.processor().and_then(Cpu::card_lanes));
        // No more than the size has room for; the processor's slots stay.
        let (rows, modules, ports) = kind.size.room();
        layout.keep(rows, |form| {
            matches!(form, SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1)
        });
        layout.keep(modules, |form| form == SlotForm::M2);
        layout.keep(ports, |form| matches!(form, SlotForm::Sata | SlotForm::Sata3g));
        layout.fit(kind.lanes(), kind.processor().and_then(Cpu::card_lanes));
        let of_chipset = kind
            .chipset
            .map_or(0, |chipset| chipset.lanes.iter().map(|group| group.count).sum::<u16>());
        while layout.lanes_on(CHIPSET) > of_chipset && layout.drop_last(CHIPSET) {}
        layout
    }

    /// Fits the slots of the processor into its lanes: further long slots share with the first, others go. With a
    /// processor that has fewer lanes than a long slot, in all or for cards, the first is narrower and boards leave
    /// the further ones off.
    fn fit(&mut self, lanes: u16, for_cards: Option<u8>) {
        let most = for_cards.map_or(lanes, |most| lanes.min(u16::from(most)));
        let long = |layout: &Self| layout.slots.get(&(CPU, SlotForm::X16)).map_or(0, Vec::len);
        if let Some(slots) = self.slots.get_mut(&(CPU, SlotForm::X16))
            && let Some(Some(first)) = slots.first().copied()
            && u16::from(first.lanes.get()) > most
        {
            slots.truncate(1);
            let narrow = [8, 4, 2, 1].into_iter().find(|&narrow| u16::from(narrow) <= most);
            self.narrow = narrow.and_then(|it| LinkWidth::new(first.rate.generation(), it));
        }
        self.sharing = self.sharing.min(long(self).saturating_sub(1));
        while self.lanes_on(CPU) > lanes && self.sharing + 1 < long(self) {
            self.sharing += 1;
        }
        while self.lanes_on(CPU) > lanes && self.drop_last(CPU) {
            self.sharing = self.sharing.min(long(self).saturating_sub(1));
        }
    }

    /// Keeps `most` slots of these forms, the processor's and longer ones first.
    fn keep(&mut self, most: usize, is_it: impl Fn(SlotForm) -> bool) {
        let mut left = most;
        let mut classes: Vec<Class> =
            self.slots.keys().copied().filter(|(_, form)| is_it(*form)).collect();
        classes.sort_by_key(|(on, form)| (*on != CPU, *form));
        for class in classes {
            if let Some(slots) = self.slots.get_mut(&class) {
                slots.truncate(left);
                left -= slots.len();
            }
        }
    }

    fn lanes_on(&self, on: &str) -> u16 {
        let of = self.slots.iter().filter(|((at, _), _)| *at == on);
        of.map(|((_, form), links)| {
            let shares = if on == CPU && *form == SlotForm::X16 { self.sharing } else { 0 };
            let own = links.len().saturating_sub(shares);
            let narrow = self.narrow.filter(|_| on == CPU && *form == SlotForm::X16);
            let wired = links.iter().take(own).flatten();
            wired.map(|link| u16::from(narrow.unwrap_or(*link).lanes.get())).sum::<u16>()
        })
        .sum()
    }

    /// Takes the last slot with lanes away that is not the first long one; whether there was one.
    fn drop_last(&mut self, on: &str) -> bool {
        let has_lanes = |(class, links): &(&Class, &mut Vec<Option<LinkWidth>>)| {
            let keeps = usize::from(class.1 == SlotForm::X16);
            class.0 == on && links.len() > keeps && links.last().is_some_and(Option::is_some)
        };
        let last = self.slots.iter_mut().filter(has_lanes).last();
        last.and_then(|(_, links)| links.pop()).is_some()
    }

    fn file(&self, kind: &BoardKind<'_>) -> File {
        let mut slots = Vec::new();
        let mut long = Vec::new();
        // The processor's first: of equal cards the first goes into the first slot.
        let (processor, others): (Vec<_>, Vec<_>) =
            self.slots.iter().partition(|((on, _), _)| *on == CPU);
        for (class, links) in processor.into_iter().chain(others) {
            for (at, link) in links.iter().enumerate() {
                let id = format!("{}_{}", named(*class), at + 1);
                if *class == (CPU, SlotForm::X16) {
                    long.push((id.clone(), *link));
                }
                let splits = self.splits.get(class).filter(|split| {
                    let lanes: u8 = split.iter().map(|lanes| lanes.get()).sum();
                    link.is_some_and(|link| link.lanes.get() == lanes)
                });
                let splits = splits.map(|split| LaneSplit(split.clone()).into());
                let splits = splits.into_iter().collect();
                slots.push(DescribedSlot { splits, ..described(id, *class, *link) });
            }
        }
        let chipset = kind.chipset.map(|chipset| chipset.id.clone().into());
        let usual = || {
            let cpu = kind.processor().filter(|_| chipset.is_none());
            cpu.map(|cpu| cpu.name.clone().into())
        };
        let cpu = kind.cpu().map(|name| name.to_owned().into()).or_else(usual);
        let host = Host { chipset, cpu, ..Host::default() };
        let name = Some(kind.name().into());
        File {
            name,
            host: Some(host),
            slot: slots,
            rule: self.rules(kind, &long),
            ..File::default()
        }
    }

    /// The last long slots of the processor halve the first; a processor of fewer lanes narrows it.
    fn rules(&self, kind: &BoardKind<'_>, long: &[(String, Option<LinkWidth>)]) -> Vec<Rule> {
        let Some((first, Some(link))) = long.first() else { return Vec::new() };
        if let Some(narrow) = self.narrow {
            let own = kind.processor().map(|cpu| cpu.lanes.iter().map(|group| group.count).sum());
            let setting = own.map(|own: u16| format!("{PROCESSOR} = {own}").into());
            let setting = NameList(setting.into_iter().collect());
            let then = vec![Effect {
                slot: first.clone().into(),
                link: Some(narrow.into()),
                ..Effect::default()
            }];
            return vec![Rule { setting, then, ..Rule::default() }];
        }
        let half = link.lanes.get() / 2;
        let effect = |slot: &String, link: LinkWidth| Effect {
            slot: slot.clone().into(),
            link: LinkWidth::new(link.rate.generation(), link.lanes.get().min(half))
                .map(Into::into),
            ..Effect::default()
        };
        let rule = |(id, own): &(String, Option<LinkWidth>)| Rule {
            when: vec![id.clone().into()],
            then: [effect(first, *link)]
                .into_iter()
                .chain(own.map(|own| effect(id, own)))
                .collect(),
            ..Rule::default()
        };
        long.iter().skip(long.len() - self.sharing).map(rule).collect()
    }

    fn note(&self, kind: &BoardKind<'_>, boards: &[&Board], is_same_size: bool) -> Message {
        let names: Vec<&str> = boards.iter().map(|board| board.name.as_str()).take(SHOWN).collect();
        let range = |(class, (least, most)): (&Class, &(usize, usize))| {
            format!("{} {least}–{most}", named(*class))
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        let id = match (is_same_size, ranges.is_empty()) {
            (true, true) => "site-sized-alike",
            (true, false) => "site-sized",
            (false, _) => "site-sized-from-others",
        };
        let message = Message::new(id).with("kind", kind.name()).with("boards", names.join(", "));
        message.count("count", boards.len()).with("ranges", ranges.join(", "))
    }
}

/// Boards that a note names.
const SHOWN: usize = 6;

/// A board's slots by class, the fastest first.
fn classes(board: &Board) -> BTreeMap<Class, Vec<Option<LinkWidth>>> {
    let mut classes: BTreeMap<Class, Vec<Option<LinkWidth>>> = BTreeMap::new();
    for slot in &board.slots {
        // The chipset, or a processor; switches are passed through.
        let mut on = slot.on.as_str();
        // Switches come before those that hang on them, so that one pass from the last to the
        // first climbs any chain.
        for switch in board.switches.iter().rev() {
            if switch.id == on {
                on = &switch.on;
            }
        }
        let hangs = if on == CHIPSET { CHIPSET } else { CPU };
        classes.entry((hangs, slot.form)).or_default().push(slot.link);
    }
    for links in classes.values_mut() {
        links.sort_by_key(|link| std::cmp::Reverse(link.map(speed)));
    }
    classes
}

/// The split of each class of cable connectors that more than half of them have on these boards: what a cable
/// divides needs no setting that boards of a kind could lack.
fn cable_splits(boards: &[&Board]) -> BTreeMap<Class, Vec<Lanes>> {
    let mut all: BTreeMap<Class, Vec<Option<&Vec<Lanes>>>> = BTreeMap::new();
    for slot in boards.iter().flat_map(|board| &board.slots) {
        let is_cable = matches!(slot.form, SlotForm::Mcio | SlotForm::SlimSas);
        if is_cable && slot.link.is_some_and(|link| link.lanes.get() > 4) {
            let hangs = if slot.on == CHIPSET { CHIPSET } else { CPU };
            let first = slot.splits.iter().find(|split| split.len() > 1);
            all.entry((hangs, slot.form)).or_default().push(first);
        }
    }
    let usual = all.into_iter().filter_map(|(class, splits)| {
        let is_usual = |split: &&Vec<Lanes>| {
            2 * splits.iter().filter(|other| **other == Some(*split)).count() > splits.len()
        };
        Some((class, splits.iter().copied().flatten().find(is_usual)?.clone()))
    });
    usual.collect()
}

fn speed(link: LinkWidth) -> (u64, TransferRate) {
    ((link.raw_gt_s() * 1000.0) as u64, link.rate)
}

/// As many slots as more than half of the boards have, each with the median link of the boards that have
/// it: the slower of two.
fn usual(lists: &[Vec<Option<LinkWidth>>]) -> Vec<Option<LinkWidth>> {
    let mut usual = Vec::new();
    loop {
        let mut there: Vec<Option<LinkWidth>> =
            lists.iter().filter_map(|list| list.get(usual.len()).copied()).collect();
        if 2 * there.len() <= lists.len() {
            return usual;
        }
        there.sort_by_key(|link| link.map(speed));
        usual.push(there[(there.len() - 1) / 2]);
    }
}

fn named((on, form): Class) -> String {
    let of = if on == CPU { "CPU" } else { "PCH" };
    match form {
        SlotForm::Sata if on == CPU => "SATA_CPU".to_owned(),
        SlotForm::Sata => "SATA".to_owned(),
        form => format!("{of}_{}", form.to_string().to_uppercase()),
    }
}

fn described(id: String, (on, form): Class, link: Option<LinkWidth>) -> DescribedSlot {
    let devices: &[SlotBus] = match form {
        SlotForm::Sata | SlotForm::Sata3g => &[SlotBus::Sata],
        // U.2 and the cables of servers carry both; M.2 of the processor and cards only lanes.
        SlotForm::M2 if on == CHIPSET => &[SlotBus::Pcie, SlotBus::Sata],
        SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink | SlotForm::MiniSasHd => {
            &[SlotBus::Pcie, SlotBus::Sata]
        }
        SlotForm::MiniSas => &[SlotBus::Sata],
        _ => &[SlotBus::Pcie],
    };
    let devices = if link.is_none() { &[SlotBus::Sata] } else { devices };
    DescribedSlot {
        id: id.into(),
        on: on.to_owned().into(),
        link: link.map(Into::into),
        devices: devices.iter().map(|&bus| bus.into()).collect(),
        form: Some(form.into()),
        ..DescribedSlot::default()
    }
}
