//! Cards that run narrower than they could elsewhere, and the word that forbids it.

use narrows_messages::Message;
use narrows_plan::device::Device;
use narrows_plan::found::Candidate;
use narrows_plan::narrow::{Widening, narrow};
use narrows_plan::trade::{Curve, Point};
use narrows_record::plan::Placed;
use narrows_record::run::Finding;

use super::amounts::amount;
use super::{Told, finding};

/// Less than this much more for the drives is not worth a graphics card's lanes, nor a line.
const WORTH: f64 = 1.02;

impl Told<'_> {
    /// What it costs the drives that graphics cards keep good slots, and the words that give them up.
    pub(super) fn graphics(&self, placed: &Placed, best: &Candidate) -> Option<Finding> {
        let free = self.free?;
        let (here, there) = (best.scores.first()?, free.scores.first()?);
        if *here <= 0.0 || *there < WORTH * here {
            return None;
        }
        let without = self.scores(free, best);
        let is_graphics = |(device, ..): &(usize, u8, u8)| {
            self.devices.get(*device).is_some_and(Device::is_graphics)
        };
        let narrow = narrow(self.inventory, self.devices, &free.placement).into_iter();
        let narrow: Vec<_> = narrow.filter(is_graphics).collect();
        if narrow.is_empty() {
            return None;
        }
        let cards = narrow.iter().map(|one| self.runs_at(one));
        let words =
            narrow.iter().map(|(device, here, _)| format!("{}>=x{here}", self.devices[*device].id));
        let message = Message::new("plan-finding-graphics")
            .list("cards", "plan-between-names", cards)
            .with("words", words.collect::<Vec<_>>().join(","))
            .text("here", amount(placed.scores.first()?))
            .text("there", amount(without.first()?));
        Some(finding(message))
    }

    fn runs_at(&self, &(device, here, most): &(usize, u8, u8)) -> Message {
        let message = Message::new("plan-runs-at").with("piece", &self.devices[device].id);
        message.with("here", here).with("most", most)
    }

    /// What is narrower than it could be though less was not asked for, and the words that forbid it as far
    /// as a search found an arrangement for them.
    pub(super) fn narrowed(&self) -> Option<Message> {
        let Widening { cards, together, costs_graphics } = self.widening?;
        if cards.is_empty() {
            return None;
        }
        let names = cards.iter().map(|one| self.runs_at(one));
        let wide = cards.iter().filter(|(device, ..)| together.contains(device));
        let words: Vec<String> = wide.map(|card| self.wide_word(card)).collect();
        let costs = self.curve.and_then(|curve| costs(curve, cards));
        let id = match (together.len(), cards.len()) {
            (0, _) => "plan-answer-narrow-always",
            _ if *costs_graphics => "plan-answer-narrow-graphics",
            (all, of) if all == of && costs.is_some() => "plan-answer-narrow-costs",
            (all, of) if all == of => "plan-answer-narrow",
            _ => "plan-answer-narrow-some",
        };
        let message = Message::new(id).list("cards", "plan-between-names", names);
        let percent = format!("{:.0}", costs.unwrap_or_default() * 100.0);
        Some(message.with("words", words.join(",")).with("percent", percent))
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

/// The part of the first objective that is lost where these cards have all lanes that they could have; none where the
/// trade curve has no such arrangement.
fn costs(curve: &Curve, cards: &[(usize, u8, u8)]) -> Option<f64> {
    let has = |point: &&Point, (card, _, most): &(usize, u8, u8)| {
        let mut lanes = curve.cards.iter().zip(&point.lanes);
        lanes.any(|(at, lanes)| at == card && lanes >= most)
    };
    let wide = curve.points.iter().filter(|point| cards.iter().all(|card| has(point, card)));
    let wide = wide.map(|point| point.brings).reduce(f64::max)?;
    let best = curve.points.iter().find(|point| point.is_best)?.brings;
    Some((1.0 - wide / best).max(0.0)).filter(|part| part.is_finite())
}
