//! An entry with all that is known of it, and how.

use narrows_messages::{Localizer, Message};
use narrows_record::catalog::{
    CatalogBoard, CatalogConflict, CatalogDocument, CatalogEvidence, CatalogMachine,
    CatalogReading, CatalogRule, CatalogSlot,
};

use super::facts::{self, Fact};
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

pub(super) fn all(page: &mut Page, catalog: &CatalogDocument, localizer: &Localizer) {
    let mut entry = CatalogEntryWriter { page, localizer };
    for it in &catalog.machines {
        entry.machine(it);
    }
    for it in &catalog.boards {
        entry.write(&it.id, facts::board(it, localizer), Some(&it.evidence));
        entry.board(it);
        entry.conflicts(&it.evidence.conflicts);
    }
    for it in &catalog.drives {
        entry.whole(&it.id, facts::drive(it, localizer), &it.evidence);
    }
    for it in &catalog.chipsets {
        entry.whole(&it.id, facts::chipset(it, localizer), &it.evidence);
    }
    for it in &catalog.cpus {
        entry.whole(&it.id, facts::cpu(it, localizer), &it.evidence);
    }
    for it in &catalog.cards {
        entry.whole(&it.id, facts::card(it, localizer), &it.evidence);
    }
    for it in &catalog.workloads {
        entry.write(&it.id, facts::workload(it, localizer), None);
    }
}

struct CatalogEntryWriter<'a> {
    page: &'a mut Page,
    localizer: &'a Localizer,
}

impl CatalogEntryWriter<'_> {
    fn whole(&mut self, id: &str, facts: Vec<Fact>, evidence: &CatalogEvidence) {
        self.write(id, facts, Some(evidence));
        self.conflicts(&evidence.conflicts);
    }

    /// The id as heading, then a line a fact.
    fn write(&mut self, id: &str, facts: Vec<Fact>, evidence: Option<&CatalogEvidence>) {
        self.page.part(&clean(id));
        let mut table =
            PageTable::new(vec![(String::new(), Align::Left), (String::new(), Align::Left)]);
        let known = evidence.map(|evidence| self.known(evidence)).unwrap_or_default();
        for (label, value) in facts.into_iter().chain(known) {
            let value = value.filter(|value| !value.is_empty());
            if let Some(value) = value {
                let label = TableCell::new(self.localizer.text(label), CellInk::Faint);
                table.cells(vec![label, TableCell::plain(clean(&value))]);
            }
        }
        table.write(self.page);
    }

    fn known(&self, evidence: &CatalogEvidence) -> Vec<Fact> {
        let confidence = words::confidence(&evidence.confidence, self.localizer);
        let confidence = match &evidence.confidence_note {
            Some(note) => format!("{confidence} ({note})"),
            None => confidence,
        };
        let sources = evidence.source.iter().map(|source| ("catalog-source", Some(source.clone())));
        let mut facts =
            vec![("catalog-note", evidence.note.clone()), ("catalog-confidence", Some(confidence))];
        facts.push(("catalog-edition", evidence.edition.clone()));
        facts.extend(sources);
        facts.extend(self.file(evidence.file.as_deref(), evidence.replaces));
        facts
    }

    fn file(&self, file: Option<&str>, replaces: bool) -> Option<Fact> {
        let id = if replaces { "catalog-file-replaces" } else { "catalog-file-own" };
        let text = self.localizer.say(&Message::new(id).with("file", file?));
        Some(("catalog-file", Some(text)))
    }

    fn machine(&mut self, machine: &CatalogMachine) {
        let mut facts = facts::machine(machine);
        facts.extend(self.file(machine.file.as_deref(), machine.replaces));
        self.write(&machine.id, facts, None);
        self.page.blank();
        self.page.file(machine.text.lines());
    }

    fn board(&mut self, board: &CatalogBoard) {
        self.slots(board);
        self.rules(&board.rules);
        if !board.users.is_empty() {
            self.page.heading(&self.localizer.text("catalog-users"));
            for user in &board.users {
                let lanes = user.lanes.map_or_else(|| "?".to_owned(), |lanes| lanes.to_string());
                let about = [
                    format!("x{lanes}"),
                    user.on.clone(),
                    words::confidence(&user.confidence, self.localizer),
                    user.source.join("; "),
                    user.note.clone().unwrap_or_default(),
                ];
                self.item(&user.name, &about);
            }
        }
        if !board.unresolved.is_empty() {
            self.page.heading(&self.localizer.text("catalog-unresolved"));
            for unresolved in &board.unresolved {
                self.item(unresolved, &[]);
            }
        }
    }

    fn slots(&mut self, board: &CatalogBoard) {
        self.page.heading(&self.localizer.text("catalog-slots-and-ports"));
        let mut table = PageTable::new(vec![(String::new(), Align::Left); 5]);
        for switch in &board.switches {
            table.cells(vec![
                TableCell::new(clean(&switch.id), CellInk::Strong),
                TableCell::plain(clean(&facts::offer(&switch.on, Some(switch.link)))),
                TableCell::default(),
                TableCell::plain(words::confidence(&switch.confidence, self.localizer)),
                TableCell::plain(clean(&format!("{}; {}", switch.name, switch.source.join("; ")))),
            ]);
        }
        for slot in &board.slots {
            table.cells(vec![
                TableCell::new(clean(&slot.id), CellInk::Strong),
                TableCell::plain(clean(&facts::offer(&slot.on, slot.link))),
                TableCell::plain(clean(&slot.form)),
                TableCell::plain(words::confidence(&slot.confidence, self.localizer)),
                TableCell::new(clean(&self.about_slot(slot, board)), CellInk::Faint),
            ]);
        }
        table.write(self.page);
    }

    /// Facts that its board does not state already.
    fn about_slot(&self, slot: &CatalogSlot, board: &CatalogBoard) -> String {
        let raid = match (&slot.raid, slot.raid_unknown) {
            (Some(raid), _) => Some(format!("RAID: {raid}")),
            (None, true) => Some(self.localizer.text("catalog-raid-unknown")),
            (None, false) => None,
        };
        let splits = (!slot.splits.is_empty()).then(|| {
            format!("{}: {}", self.localizer.text("catalog-splits"), slot.splits.join(", "))
        });
        let edition = slot.edition.clone().filter(|it| Some(it) != board.evidence.edition.as_ref());
        let source = (slot.source != board.evidence.source).then(|| slot.source.join("; "));
        let texts: Vec<String> =
            [raid, splits, slot.note.clone(), edition, source].into_iter().flatten().collect();
        texts.join("; ")
    }

    fn rules(&mut self, rules: &[CatalogRule]) {
        if rules.is_empty() {
            return;
        }
        self.page.heading(&self.localizer.text("catalog-rules"));
        for rule in rules {
            let causes: Vec<&str> =
                rule.when.iter().chain(&rule.settings).map(String::as_str).collect();
            let effects: Vec<String> = rule.then.iter().map(|it| self.effect(it)).collect();
            let about = [
                words::confidence(&rule.confidence, self.localizer),
                rule.edition.clone().unwrap_or_default(),
                rule.source.join("; "),
                rule.note.clone().unwrap_or_default(),
            ];
            self.item(&format!("{} → {}", causes.join(" + "), effects.join(", ")), &about);
        }
    }

    fn effect(&self, effect: &narrows_record::catalog::CatalogRuleEffect) -> String {
        let link = effect.link.map(super::pcie);
        let off = effect.off.then(|| self.localizer.text("catalog-off"));
        let parts = [effect.on.clone(), link, off].into_iter().flatten().collect::<Vec<_>>();
        format!("{} {}", effect.slot, parts.join(" "))
    }

    fn conflicts(&mut self, conflicts: &[CatalogConflict]) {
        if conflicts.is_empty() {
            return;
        }
        self.page.heading(&self.localizer.text("catalog-conflicts"));
        for conflict in conflicts {
            self.item(&conflict.about, &[]);
            for reading in &conflict.says {
                let reading_text = clean(&self.reading(reading));
                self.page.paragraph("    – ", &reading_text, CellInk::Plain);
            }
            if let Some(by) = &conflict.decided_by {
                let decided = Message::new("catalog-decided-by").with("by", clean(by));
                self.page.paragraph("    → ", &self.localizer.say(&decided), CellInk::Faint);
            }
        }
    }

    fn reading(&self, reading: &CatalogReading) -> String {
        let confidence = words::confidence(&reading.confidence, self.localizer);
        let parts = [Some(reading.source.clone()), reading.edition.clone(), Some(confidence)];
        let about = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        format!("{} ({about})", reading.value)
    }

    fn item(&mut self, text: &str, about: &[String]) {
        self.page.paragraph("• ", &clean(text), CellInk::Plain);
        let about: Vec<&str> =
            about.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
        if !about.is_empty() {
            self.page.paragraph("  ", &clean(&about.join("; ")), CellInk::Faint);
        }
    }
}
