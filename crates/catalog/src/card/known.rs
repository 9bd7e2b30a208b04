//! Cards that are known: the user's and ours.

use std::sync::LazyLock;

use super::{Card, CardKind, DATA};
use crate::entries::Entries;
use crate::stock::EntryStock;

pub fn card(id: &str) -> Option<&'static Card> {
    STOCK.get(id)
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
    &STOCK.entries
}

pub(crate) static STOCK: LazyLock<EntryStock<Card>> = LazyLock::new(|| {
    EntryStock::new(&crate::own::entries().cards, Entries::ours(DATA.text()).cards)
});
