//! A learned board as an entry of the catalogue.
//!
//! Observed facts become entries; the unobserved or doubtful become comments: a question begins with `#
//! ?`, and anything that may be uncommented is valid as written.

use std::collections::BTreeSet;

use narrows_catalog::board::{CHIPSET, CPU, SlotForm, socket_of};
use narrows_messages::{Localizer, Message};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::learn::{
    BoardQuestion, LearnedBoard, LearnedRule, LearnedSlot, LearnedUser, QuestionTopic,
};
use narrows_units::LinkWidth;

/// How each such file begins, by which it is known to be one of Narrows.
pub const LEARN_MARK: &str = "# narrows learn\n";

pub(super) fn draft(
    learned: &LearnedBoard,
    assumed: &[InventorySlot],
    localizer: &Localizer,
) -> String {
    let names = learned.slots.iter().map(|slot| slot.id.clone()).collect();
    let mut file = BoardFileDraft { text: LEARN_MARK.to_owned(), names, learned, localizer };
    file.remark(&Message::new("learn-draft-head"));
    let sources = file.learned.captures.iter().map(|name| format!("narrows learn: {name}"));
    let sources: Vec<String> = sources.collect();
    file.key("source", sources);
    file.key("confidence", "low");
    for contradiction in &file.learned.contradictions {
        file.remark(contradiction);
    }
    file.board();
    for slot in &learned.slots {
        file.slot(slot);
    }
    file.sata();
    // Slots that may be there, to be uncommented.
    file.line("");
    file.ask(&[QuestionTopic::Unseen], None);
    let has_some = assumed.iter().any(|slot| slot.link.is_some() && slot.form.is_some());
    if has_some || !file.learned.unplaced.is_empty() {
        file.remark(&Message::new("learn-draft-uncomment"));
    }
    for slot in &file.learned.unplaced {
        file.remark(&Message::new("learn-draft-listed").with("slot", &slot.label));
        let form = slot.form.unwrap_or(SlotForm::X16);
        let lanes = slot.lanes.map_or(1, |lanes| lanes.get());
        file.possible(&slot.label, CHIPSET, &format!("3.0 x{lanes}"), form);
    }
    for slot in assumed {
        let on = if slot.on.as_str() == CHIPSET { CHIPSET } else { CPU };
        if let (Some(link), Some(form)) = (slot.link, slot.form) {
            file.possible(&slot.id, on, &written(link), form);
        }
    }
    for rule in &learned.rules {
        file.rule(rule);
    }
    for user in &learned.users {
        file.user(user);
    }
    file.next();
    file.text
}

/// The board's id: its name in small letters, digits and dashes. Not that of the catalogue's board of
/// this name, which a file of one's own would replace.
pub(super) fn id(learned: &LearnedBoard) -> String {
    let words = name(learned).to_lowercase();
    let words: Vec<&str> =
        words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => "unknown-board".to_owned(),
        false => words.join("-"),
    }
}

fn name(learned: &LearnedBoard) -> String {
    match (&learned.board, learned.known, learned.chipset) {
        (_, Some(known), _) => format!("{} learned", known.name),
        (Some(name), ..) => name.clone(),
        (None, _, Some(chipset)) => format!("unknown board with {}", chipset.name),
        (None, None, None) => "unknown board".to_owned(),
    }
}

struct BoardFileDraft<'a> {
    text: String,
    names: BTreeSet<String>,
    learned: &'a LearnedBoard,
    localizer: &'a Localizer,
}

impl BoardFileDraft<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A sentence as a comment; it never has more than one line.
    fn remark(&mut self, message: &Message) {
        let text = self.localizer.say(message);
        self.line(&format!("# {text}"));
    }

    fn key(&mut self, key: &str, value: impl Into<toml::Value>) {
        let value = value.into();
        self.line(&format!("{key} = {value}"));
    }

    fn ask(&mut self, topics: &[QuestionTopic], about: Option<&str>) {
        let learned = self.learned;
        let is_it = |question: &&BoardQuestion| {
            topics.contains(&question.topic) && question.about.as_deref() == about
        };
        for question in learned.questions.iter().filter(is_it) {
            let question_text = self.localizer.say(&question.text);
            self.line(&format!("# ? {question_text}"));
        }
    }

    fn board(&mut self) {
        let learned = self.learned;
        self.line("\n[[board]]");
        if let Some(known) = learned.known {
            self.remark(&Message::new("learn-draft-known").with("board", &known.id));
        }
        self.ask(&[QuestionTopic::Name], None);
        self.key("id", id(learned));
        self.key("name", name(learned));
        let doubted = learned.chipset.filter(|_| learned.is_chipset_assumed);
        if let Some(chipset) = doubted {
            let doubt = Message::new("learn-open-chipset").with("family", &chipset.family);
            let text = self.localizer.say(&doubt);
            self.line(&format!("# ? {text}"));
        }
        match learned.chipset {
            Some(chipset) => self.key("chipset", chipset.id.as_str()),
            None => self.remark(&Message::new("learn-draft-no-chipset")),
        }
        if let Some(socket) = &learned.socket {
            self.key("socket", socket.as_str());
        }
        let unresolved: Vec<String> =
            unresolved(learned).iter().map(|message| self.localizer.say(message)).collect();
        if !unresolved.is_empty() {
            self.key("unresolved", unresolved);
        }
    }

    fn slot(&mut self, slot: &LearnedSlot) {
        self.line("");
        for held in &slot.held {
            let capture = self.learned.captures.get(held.capture).cloned().unwrap_or_default();
            let message = Message::new("learn-draft-held").with("device", &held.device);
            self.remark(&message.with("capture", capture).with("port", &slot.address));
        }
        if slot.held.is_empty() {
            self.remark(&Message::new("learn-draft-empty").with("port", &slot.address));
        }
        let (Some(link), Some(on), Some(form)) = (slot.link, self.on(slot), slot.form) else {
            self.remark(&Message::new("learn-draft-no-link").with("slot", &slot.id));
            return;
        };
        self.ask(&[QuestionTopic::Label, QuestionTopic::Form], Some(&slot.id));
        self.line("[[board.slot]]");
        self.key("id", slot.id.as_str());
        if let Some(port) = &slot.port {
            self.key("port", port.as_str());
        }
        self.key("on", on);
        self.key("link", written(link));
        if slot.on.is_none() {
            let other = format!("or = [{{ on = \"{CHIPSET}\", link = \"{}\" }}]", written(link));
            self.line(&other);
        }
        self.key("form", form.to_string());
        if slot.is_form_known && !slot.is_least && slot.on.is_some() {
            self.key("confidence", "medium");
        }
        if slot.is_least {
            let note = self.localizer.say(&Message::new("learn-draft-least"));
            self.key("note", note);
        }
    }

    /// The place that the entry names; `None` if the board has no such place.
    fn on(&self, slot: &LearnedSlot) -> Option<String> {
        let learned = self.learned;
        match &slot.on {
            // It may hang on either, and the other one needs a chipset.
            None => learned.chipset.map(|_| CPU.to_owned()),
            Some(on) => Some(on.clone()).filter(|on| self.has(on)),
        }
    }

    /// Whether the board of the draft has such a place: without a chipset nothing hangs on one.
    fn has(&self, on: &str) -> bool {
        let is_there = |on: &str| match on {
            CHIPSET => self.learned.chipset.is_some(),
            _ => socket_of(on).is_some(),
        };
        let mut switches = self.learned.switches.iter().filter(|switch| switch.id == on);
        // Switches of boards hang on processor or chipset.
        is_there(on) || switches.any(|switch| is_there(&switch.on))
    }

    fn sata(&mut self) {
        let learned = self.learned;
        let switches = learned.switches.iter().filter(|switch| self.has(&switch.on));
        let switches: Vec<_> = switches.collect();
        for switch in switches {
            self.line("\n[[board.switch]]");
            self.key("id", switch.id.as_str());
            self.key("name", switch.name.as_str());
            self.key("on", switch.on.as_str());
            self.key("link", written(switch.link));
        }
        let ports: Vec<_> = learned.sata.iter().filter(|ports| self.has(&ports.on)).collect();
        for (number, ports) in ports.into_iter().enumerate() {
            self.line("");
            self.ask(&[QuestionTopic::Sata], Some(&ports.on));
            self.line("[[board.slot]]");
            let letter = ["", "B", "C", "D"].get(number).unwrap_or(&"E");
            self.key("id", format!("SATA_{letter}1"));
            self.key("count", i64::from(ports.count));
            self.key("on", ports.on.as_str());
            self.key("form", "sata");
            self.line("devices = [\"sata\"]");
        }
    }

    /// A slot under a name that no other has.
    fn possible(&mut self, id: &str, on: &str, link: &str, form: SlotForm) {
        let id = if self.names.contains(id) { format!("free {id}") } else { id.to_owned() };
        self.names.insert(id.clone());
        let id = toml::Value::from(id);
        for line in [
            "[[board.slot]]".to_owned(),
            format!("id = {id}"),
            format!("on = \"{on}\""),
            format!("link = \"{link}\""),
            format!("form = \"{form}\""),
        ] {
            self.line(&format!("#{line}"));
        }
    }

    fn rule(&mut self, rule: &LearnedRule) {
        self.line("");
        self.remark(&rule.evidence);
        let hash = if rule.is_certain { "" } else { "#" };
        // All conditions of a rule must hold, but any of these causes will do: one rule each.
        for cause in &rule.when {
            let (cause, slot) =
                (toml::Value::from(cause.as_str()), toml::Value::from(rule.slot.as_str()));
            self.line(&format!("{hash}[[board.rule]]"));
            self.line(&format!("{hash}when = [{cause}]"));
            self.line(&format!(
                "{hash}then = [{{ slot = {slot}, link = \"{}\" }}]",
                written(rule.link)
            ));
        }
    }

    fn user(&mut self, user: &LearnedUser) {
        let Some(on) = user.on.as_ref().filter(|on| self.has(on)) else { return };
        self.line("");
        self.ask(&[QuestionTopic::Soldered], Some(&user.port));
        self.line("[[board.user]]");
        self.key("name", user.name.as_str());
        if let Some(link) = user.link {
            self.key("lanes", i64::from(link.lanes.get()));
        }
        self.key("on", on.as_str());
    }

    fn next(&mut self) {
        let next = &self.learned.next;
        if !next.is_empty() {
            self.line("");
            self.remark(&Message::new("learn-draft-next"));
        }
        for message in next {
            let text = self.localizer.say(message);
            self.line(&format!("# - {text}"));
        }
    }
}

/// Unknowns of plans on this board.
fn unresolved(learned: &LearnedBoard) -> Vec<Message> {
    let unlabelled = learned.slots.iter().any(|slot| !slot.is_labelled);
    let series = learned.chipset.filter(|_| learned.is_chipset_assumed);
    [
        Some(Message::new("learn-open-unseen")),
        unlabelled.then(|| Message::new("learn-open-labels")),
        series.map(|chipset| Message::new("learn-open-chipset").with("family", &chipset.family)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// As board files spell a link: `4.0 x4`.
fn written(link: LinkWidth) -> String {
    format!("{}.0 {}", link.rate.generation(), link.lanes)
}
