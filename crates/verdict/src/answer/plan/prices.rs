//! Prices, as the user states them.

use std::collections::BTreeMap;

use narrows_catalog::named;
use narrows_messages::Message;
use narrows_plan::buying::PRICED;

use crate::answer::failure::AnswerFailure;

/// Prices by id of the catalogue, in the currency of their source.
pub type Prices = BTreeMap<String, f64>;

/// Prices of boards, drives and cards, `id=amount,id=amount`.
///
/// # Errors
/// What is no price, or of nothing that is known.
pub fn prices(prices: &[String]) -> Result<Prices, AnswerFailure> {
    let wrong =
        |text: &str| AnswerFailure::usage(Message::new("plan-bad-price").with("word", text));
    let price = |text: &str| {
        let (name, amount) = text.split_once('=').ok_or_else(|| wrong(text))?;
        let amount: f64 = amount.trim().parse().map_err(|_| wrong(text))?;
        let is_price = amount.is_finite() && amount >= 0.0;
        if !is_price {
            return Err(wrong(text));
        }
        priced(name.trim()).map(|id| (id, amount))
    };
    let all = prices.iter().flat_map(|list| list.split(',')).map(str::trim);
    all.filter(|text| !text.is_empty()).map(price).collect()
}

/// The board, drive or card of the catalogue that has a price.
fn priced(name: &str) -> Result<String, AnswerFailure> {
    let found = named::ids(name, &PRICED);
    let near = named::near_ids(name, &PRICED);
    let message = match (found.as_slice(), near.is_empty()) {
        (&[one], _) => return Ok(one.to_owned()),
        ([], true) => Message::new("plan-price-unknown"),
        ([], false) => Message::new("plan-price-unknown-near").with("near", near.join(", ")),
        _ => Message::new("source-several-entries").with("found", found.join(", ")),
    };
    Err(AnswerFailure::usage(message.with("id", name)))
}
