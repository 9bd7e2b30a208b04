//! What things cost, as the user says: by `--price` and in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use narrows_catalog::named;
use narrows_messages::Message;
use narrows_plan::buying::{PRICED, price_list};

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Prices by the id of the catalogue; those of the command line before those of files.
pub(super) fn all(
    files: &[PathBuf],
    prices: &[String],
    output: &Output,
) -> Result<BTreeMap<String, f64>, Failure> {
    let mut all = BTreeMap::new();
    for file in files {
        all.extend(of_file(file, output)?);
    }
    all.extend(of_words(prices)?);
    Ok(all)
}

/// Those of a file; what it says otherwise is a remark.
fn of_file(file: &Path, output: &Output) -> Result<BTreeMap<String, f64>, Failure> {
    let name = file.display();
    let bytes = input::read_written(file).map_err(|why| {
        Failure::new(Message::new("prices-unreadable").with("file", &name).with("why", why))
    })?;
    let list = price_list(&String::from_utf8_lossy(&bytes))
        .map_err(|why| Failure::usage(why.with("file", &name)))?;
    for remark in list.remarks {
        output.remark(&remark.with("file", &name));
    }
    Ok(list.prices)
}

fn of_words(prices: &[String]) -> Result<BTreeMap<String, f64>, Failure> {
    let wrong = |text: &str| Failure::usage(Message::new("plan-bad-price").with("word", text));
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
fn priced(name: &str) -> Result<String, Failure> {
    let found = named::ids(name, &PRICED);
    let near = named::near_ids(name, &PRICED);
    let message = match (found.as_slice(), near.is_empty()) {
        (&[one], _) => return Ok(one.to_owned()),
        ([], true) => Message::new("plan-price-unknown"),
        ([], false) => Message::new("plan-price-unknown-near").with("near", near.join(", ")),
        _ => Message::new("source-several-entries").with("found", found.join(", ")),
    };
    Err(Failure::usage(message.with("id", name)))
}
