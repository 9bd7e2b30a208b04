//! Amounts of money as people write them: `1,299.00`, `1.299,00 €`, `¥24800`, `159.-`.

#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoneyAmount {
    /// Not negative.
    pub value: f64,
    /// Its sign or code; `None` if it has none.
    pub currency: Option<String>,
}

/// Parses an amount; `None` for anything else.
pub(super) fn amount(text: &str) -> Option<MoneyAmount> {
    // An apostrophe groups digits in Switzerland: `1'299.50`.
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect();
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(start);
    let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let (number, after) = rest.split_at(end);
    // `159.-` and `159,-`: no smaller coins.
    let after = after.trim_start_matches(['-', '–']);
    let currency = match (currency(before)?, currency(after)?) {
        (Some(_), Some(_)) => return None,
        (one, other) => one.or(other),
    };
    let value = value(number.trim_end_matches(['.', ',']))?;
    Some(MoneyAmount { value, currency })
}

/// The text before or after the number: nothing, or a currency; `None` for other words.
fn currency(text: &str) -> Option<Option<String>> {
    // A model such as `990 PRO` is no amount in a currency called PRO.
    const KNOWN: [&str; 25] = [
        "€", "$", "£", "¥", "円", "₩", "EUR", "USD", "GBP", "JPY", "CHF", "CNY", "KRW", "TWD",
        "SEK", "NOK", "DKK", "PLN", "CZK", "CAD", "AUD", "NZD", "SGD", "INR", "BRL",
    ];
    match text {
        "" => Some(None),
        _ if KNOWN.contains(&text) => Some(Some(text.to_owned())),
        _ => None,
    }
}

/// The last point or comma is the decimal one, unless three digits follow it or it occurs more than
/// once: thousandths of money are not written.
fn value(number: &str) -> Option<f64> {
    let last = number.rfind(['.', ',']);
    let decimal = last.filter(|&at| {
        let sign = &number[at..=at];
        number[at + 1..].len() != 3 && number.matches(sign).count() == 1
    });
    let digits = |text: &str| text.replace(['.', ','], "");
    let plain = match decimal {
        Some(at) => format!("{}.{}", digits(&number[..at]), &number[at + 1..]),
        None => digits(number),
    };
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_what_people_mean() {
        for (text, value, currency) in [
            ("189", 189.0, None),
            ("189.90", 189.9, None),
            ("189,9", 189.9, None),
            ("1,299.00", 1299.0, None),
            ("1.299,00 €", 1299.0, Some("€")),
            ("1.299", 1299.0, None),
            ("1'299.50 CHF", 1299.5, Some("CHF")),
            ("EUR 12.50", 12.5, Some("EUR")),
            ("¥24,800", 24800.0, Some("¥")),
            ("1,024,800円", 1_024_800.0, Some("円")),
            ("159,-", 159.0, None),
        ] {
            let expected = MoneyAmount { value, currency: currency.map(str::to_owned) };
            assert_eq!(amount(text), Some(expected), "{text}");
        }
        for text in
            ["", "990 PRO 2TB", "990 PRO", "x4", "USD", "€ 12 EUR", "-5", "2TB", "1.2.3,4,5x"]
        {
            assert_eq!(amount(text), None, "{text}");
        }
    }
}
