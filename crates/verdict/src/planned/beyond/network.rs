//! Network rates as documents.

use narrows_messages::{DocumentText, Message};
use narrows_model::LoadedLimit;
use narrows_plan::serving::ServingRate;
use narrows_record::plan_beyond::NetworkCapacity;
use narrows_record::predict::LimitRecord;
use narrows_record::round_mb_s;

/// Wire form of a card's serving rate.
pub fn network(card: &str, serving: &ServingRate) -> NetworkCapacity {
    let bound = serving.limit.clone().map(|limit| LoadedLimit { load: limit.capacity, limit });
    let id = match bound {
        Some(_) => "plan-beyond-network-limited",
        None => "plan-beyond-network-ports",
    };
    let limit = bound.as_ref().map(|it| DocumentText::from(&it.limit.name)).unwrap_or_default();
    let message = Message::new(id)
        .with("card", card)
        .with("rate", serving.rate)
        .with("drives", serving.drives)
        .text("limit", limit);
    NetworkCapacity {
        card: card.to_owned(),
        serves_mb_s: round_mb_s(serving.rate.as_mb_s()),
        drives_mb_s: round_mb_s(serving.drives.as_mb_s()),
        card_mb_s: round_mb_s(serving.card.as_mb_s()),
        limit: bound.as_ref().map(LimitRecord::of),
        text: message.into(),
    }
}
