//! Cards that run narrower than they could elsewhere, and the word that forbids it.

use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::graphics::{LEAST, WORTH};
use narrows_plan::narrow::{LaneWidening, narrow};
use narrows_plan::result::PlanCandidate;
use narrows_record::plan::PlanArrangement;
use narrows_record::run::RunFinding;

use super::amounts::amount;
use super::{PlanInputs, finding};

impl PlanInputs<'_> {
    /// The drives' cost of good slots for graphics cards, and the words that give them up.
    pub(super) fn graphics(
        &self,
        placed: &PlanArrangement,
        best: &PlanCandidate,
    ) -> Option<RunFinding> {
        let free = self.free?;
        let (here, there) = (best.scores.first()?, free.scores.first()?);
        if *here <= 0.0 || *there < (1.0 + WORTH) * here {
            return None;
        }
        let without = self.scores(free, best);
        let is_graphics = |(device, ..): &(usize, u8, u8)| {
            self.devices.get(*device).is_some_and(MovableDevice::is_graphics)
        };
        let narrow = narrow(self.inventory, self.devices, &free.placement).into_iter();
        let narrow: Vec<_> = narrow.filter(is_graphics).collect();
        // Fewer lanes than the search itself would leave a card are no advice.
        if narrow.is_empty() || narrow.iter().any(|(_, here, _)| *here < LEAST) {
            return None;
        }
        let cards = narrow.iter().map(|one| self.runs_at(one));
        let words =
            narrow.iter().map(|(device, here, _)| format!("{}>=x{here}", self.devices[*device].id));
        let message = Message::new("plan-finding-graphics")
            .list("cards", "between-names", cards)
            .with("words", words.collect::<Vec<_>>().join(","))
            .text("here", amount(placed.scores.first()?))
            .text("there", amount(without.first()?));
        Some(finding(message))
    }

    fn runs_at(&self, &(device, here, most): &(usize, u8, u8)) -> Message {
        let message = Message::new("plan-runs-at").with("piece", &self.devices[device].id);
        message.with("here", here).with("most", most)
    }

    /// Cards narrower than possible without a request for it, and the words that forbid it if a search
    /// found an arrangement for them.
    pub(super) fn narrowed(&self, best: &PlanCandidate) -> Option<Message> {
        let LaneWidening { cards, together, costs_graphics, wide: found } = self.widening?;
        if cards.is_empty() {
            return None;
        }
        let names = cards.iter().map(|one| self.runs_at(one));
        let wide = cards.iter().filter(|(device, ..)| together.contains(device));
        let words: Vec<String> = wide.map(|card| self.wide_word(card)).collect();
        // Without drives there is no rate to lose.
        let has_drives = self.devices.iter().any(|device| !device.body.drives.is_empty());
        let found = found.as_ref().filter(|_| has_drives);
        let then = found.and_then(|found| self.scores(found, best).into_iter().next());
        let id = match (together.len(), cards.len()) {
            (0, _) => "plan-answer-narrow-always",
            _ if *costs_graphics => "plan-answer-narrow-graphics",
            (all, of) if all == of && then.is_some() => "plan-answer-narrow-for",
            (all, of) if all == of => "plan-answer-narrow",
            _ => "plan-answer-narrow-some",
        };
        let message = Message::new(id).list("cards", "between-names", names);
        let message = message.with("words", words.join(","));
        Some(match then.filter(|_| id == "plan-answer-narrow-for") {
            Some(then) => message.text("then", amount(&then)),
            None => message,
        })
    }

    /// The word that gives a card all lanes that it can have.
    fn wide_word(&self, (device, _, most): &(usize, u8, u8)) -> String {
        let device = &self.devices[*device];
        match device.lanes() == Some(*most) {
            true => format!("{}=full", device.id),
            false => format!("{}>=x{most}", device.id),
        }
    }
}
