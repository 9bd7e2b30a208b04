//! The user's own list of prices: a table with names and prices, as spreadsheets and shops write it.
//!
//! Commas, semicolons or tabs between columns, a line of headings or none, amounts with a decimal point
//! or comma, with or without the sign of a currency. A row that nothing can be made of is a remark, not
//! a failure.
//!
//! Not here: reading the file; amounts of `--price` on the command line.

use std::collections::BTreeMap;

use narrows_catalog::entry::EntryKind;
use narrows_catalog::named;
use narrows_messages::Message;

use super::amount::{MoneyAmount, amount};

/// Prices by catalogue id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriceList {
    pub prices: BTreeMap<String, f64>,
    /// Its sign or code as in the list; `None` if it has none.
    pub currency: Option<String>,
    /// Unusable rows, with the line: each takes `file`.
    pub remarks: Vec<Message>,
}

/// Entries that have a price: drives, cards and boards.
pub const PRICED: [EntryKind; 3] = [EntryKind::Drive, EntryKind::Card, EntryKind::Board];
/// Remarks on more rows than this are not read.
const MOST_REMARKS: usize = 20;
const MOST_NAMES: usize = 4;

/// Reads a list.
///
/// # Errors
/// No row has both a name of the catalogue and a price; takes `file`.
pub fn price_list(text: &str) -> Result<PriceList, Message> {
    // Spreadsheets begin UTF-8 with a byte order mark, which would be part of the first heading.
    let text = text.trim_start_matches('\u{feff}');
    let mut list = PriceList::default();
    let mut columns = None;
    // The fields of each row that is not empty, with its line.
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(csv::Trim::All).comment(Some(b'#'));
    let mut reader = reader.delimiter(delimiter(text)).from_reader(text.as_bytes());
    let records = reader.records().filter_map(Result::ok).map(|record| {
        let line = record.position().map_or(0, csv::Position::line);
        (line, record.iter().map(str::to_owned).collect::<Vec<_>>())
    });
    let rows: Vec<(u64, Vec<String>)> =
        records.filter(|(_, fields)| fields.iter().any(|field| !field.is_empty())).collect();
    for (at, fields) in rows.into_iter().enumerate() {
        let headings = (at == 0).then(|| PriceColumns::of_headings(&fields.1)).flatten();
        match headings {
            Some(headings) => columns = Some(headings),
            None => list.add(&fields, columns.as_ref()),
        }
    }
    match list.prices.is_empty() {
        true => Err(Message::new("prices-nothing")),
        false => Ok(list),
    }
}

/// The delimiter of columns: a semicolon or tab if most lines have one, because commas are in
/// amounts as well.
fn delimiter(text: &str) -> u8 {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_in_most = |c: char| 2 * lines.iter().filter(|it| it.contains(c)).count() > lines.len();
    [(';', b';'), ('\t', b'\t')].into_iter().find(|(c, _)| is_in_most(*c)).map_or(b',', |it| it.1)
}

struct PriceColumns {
    name: usize,
    price: usize,
    currency: Option<usize>,
}

impl PriceColumns {
    /// `None` for a row with an amount or without one of the two headings.
    fn of_headings(fields: &[String]) -> Option<Self> {
        const NAMES: [&str; 15] = [
            "name", "model", "product", "item", "article", "artikel", "produkt", "modell", "part",
            "device", "drive", "型番", "製品", "商品", "名前",
        ];
        const PRICES: [&str; 10] =
            ["price", "amount", "cost", "preis", "betrag", "prix", "価格", "値段", "金額", "単価"];
        const CURRENCIES: [&str; 4] = ["currency", "währung", "devise", "通貨"];
        if fields.iter().any(|field| amount(field).is_some()) {
            return None;
        }
        let at = |words: &[&str]| {
            fields.iter().position(|field| {
                let field = field.to_lowercase();
                words.iter().any(|word| field.contains(word))
            })
        };
        // Ids are unambiguous, so their column counts even if one with names stands before it.
        let exact = |word: &str| fields.iter().position(|field| field.eq_ignore_ascii_case(word));
        let price = at(&PRICES)?;
        let name = exact("id").or_else(|| {
            let is_name = |field: &String| {
                let field = field.to_lowercase();
                NAMES.iter().any(|word| field.contains(word))
            };
            let mut others = fields.iter().enumerate().filter(|(at, _)| *at != price);
            others.find(|(_, field)| is_name(field)).map(|(at, _)| at)
        })?;
        Some(Self { name, price, currency: at(&CURRENCIES) })
    }

    /// Where no headings say it: the last amount is the price, and the first that is none the name.
    fn of_row(fields: &[String]) -> Option<Self> {
        let price = fields.iter().rposition(|field| amount(field).is_some())?;
        let is_name = |field: &String| !field.is_empty() && amount(field).is_none();
        let name = fields.iter().position(is_name)?;
        // Codes of currencies are three capitals (ISO 4217).
        let is_code = |(at, field): &(usize, &String)| {
            *at > name && field.len() == 3 && field.chars().all(|c| c.is_ascii_uppercase())
        };
        let currency = fields.iter().enumerate().find(is_code).map(|(at, _)| at);
        Some(Self { name, price, currency })
    }
}

impl PriceList {
    fn add(&mut self, (line, fields): &(u64, Vec<String>), columns: Option<&PriceColumns>) {
        let of_row = if columns.is_none() { PriceColumns::of_row(fields) } else { None };
        let columns = columns.or(of_row.as_ref());
        let field = |at: usize| fields.get(at).map(String::as_str).unwrap_or_default();
        let row = columns.and_then(|it| Some((field(it.name), amount(field(it.price))?)));
        let Some((name, mut price)) = row.filter(|(name, _)| !name.is_empty()) else {
            let shown = fields.join(" ");
            return self.remark(Message::new("prices-no-price").with("row", shown), *line);
        };
        let stated = columns.and_then(|it| it.currency).map(field).filter(|it| !it.is_empty());
        price.currency = stated.map(str::to_owned).or(price.currency);
        match self.product(name) {
            Ok(id) => self.priced(id, name, price, *line),
            Err(why) => self.remark(why.with("name", name), *line),
        }
    }

    /// The product of this name, or why there is none.
    fn product(&self, name: &str) -> Result<&'static str, Message> {
        let ids = named::ids(name, &PRICED);
        let listed =
            |ids: Vec<&str>| ids.into_iter().take(MOST_NAMES).collect::<Vec<_>>().join(", ");
        match (ids.as_slice(), named::near_ids(name, &PRICED)) {
            (&[one], _) => Ok(one),
            ([], near) if near.is_empty() => Err(Message::new("prices-unknown")),
            ([], near) => Err(Message::new("prices-unknown-near").with("near", listed(near))),
            _ => Err(Message::new("prices-several").with("found", listed(ids))),
        }
    }

    fn priced(&mut self, id: &str, name: &str, price: MoneyAmount, line: u64) {
        // Amounts in two currencies cannot be compared without a rate of exchange: the first one
        // counts.
        if let (Some(own), Some(other)) = (&self.currency, &price.currency)
            && own != other
        {
            let message = Message::new("prices-other-currency").with("name", name);
            let message = message.with("other", other).with("currency", own);
            return self.remark(message, line);
        }
        self.currency = self.currency.take().or(price.currency);
        match self.prices.get_mut(id) {
            Some(known) => {
                *known = known.min(price.value);
                self.remark(Message::new("prices-twice").with("name", name), line);
            }
            None => {
                self.prices.insert(id.to_owned(), price.value);
            }
        }
    }

    fn remark(&mut self, message: Message, line: u64) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(message.with("line", line));
        }
    }
}

#[cfg(test)]
mod tests;
