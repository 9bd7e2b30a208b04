//! Cards that are known: the user's and ours.

use std::sync::OnceLock;

use super::{Card, CardKind, DATA};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn card(id: &str) -> Option<&'static Card> {
    stock().get(id)
}

/// The card that people call this, with or without its maker's name.
pub fn find(name: &str) -> Option<&'static Card> {
    let name = name.trim().to_lowercase();
    let is_it = |card: &&Card| {
        let whole = card.name.to_lowercase();
        whole == name || whole.split_once(' ').is_some_and(|(_, model)| model == name)
    };
    all().iter().find(is_it)
}

/// The shortest of the slowest network cards with ports of at least this many Gbit/s.
pub fn network(gbit_s: f64) -> Option<&'static Card> {
    let rate = |card: &Card| card.port_rate.map_or(0.0, |rate| rate.get());
    let networks = all().iter().filter(|card| card.kind == CardKind::Network);
    let fast = networks.filter(|card| rate(card) >= gbit_s);
    fast.min_by(|a, b| rate(a).total_cmp(&rate(b)).then(a.length.cmp(&b.length)))
}

pub fn all() -> &'static [Card] {
    &stock().entries
}

pub(crate) fn stock() -> &'static EntryStock<Card> {
    static STOCK: OnceLock<EntryStock<Card>> = OnceLock::new();
    STOCK.get_or_init(|| {
        EntryStock::new(&crate::own::entries().cards, Entries::ours(DATA.text()).cards)
    })
}
