use narrows_messages::MessageValue;

use super::*;

const PRO: &str = "samsung-990-pro-2000gb";
const BOARD: &str = "gigabyte-x570-aorus-master";

fn prices(text: &str) -> Vec<(String, f64)> {
    price_list(text).unwrap().prices.into_iter().collect()
}

/// The same two prices as an English and a German spreadsheet, a shop and a text file have them.
#[test]
fn lists_of_any_usual_form_say_the_same() {
    let expected = vec![(BOARD.to_owned(), 1299.5), (PRO.to_owned(), 189.9)];
    for text in [
        "name,price\nSamsung 990 PRO 2TB,189.90\nX570 AORUS Master,\"1,299.50\"\n",
        "Modell;Preis\n990pro2tb;189,90 €\nGigabyte X570 AORUS Master;1.299,50 €\n",
        "\u{feff}id\tprice\r\nsamsung-990-pro-2000gb\t189.9\r\ngigabyte-x570-aorus-master\t1299.5\r\n",
        "# no headings\n990 pro 2 tb; 4; 189.90; EUR\nx570-aorus-master; 1; 1299.50; EUR\n",
        "Provider;Model;Price\nA shop;990 PRO 2TB;189.90\nAnother;X570 AORUS Master;1299.50\n",
        "No.,Product,Qty,Unit price,Currency\n1,990 PRO 2TB,2,189.90,USD\n\n2,X570 AORUS MASTER,1,1299.50,USD",
    ] {
        assert_eq!(prices(text), expected, "{text}");
    }
}

#[test]
fn what_cannot_be_used_is_named_with_its_line() {
    let text = "name;price;currency\n990 pro 2tb;189;EUR\n990 pro;150;EUR\n\
        x570 aorus mstr;400;EUR\nsomething else;9;EUR\n970 evo plus 1tb;cheap;EUR\n\
        870 evo 4tb;300;USD\n990pro2tb;180;EUR\n";
    let list = price_list(text).unwrap();
    assert_eq!(list.prices, [(PRO.to_owned(), 180.0)].into(), "the lower price counts");
    assert_eq!(list.currency.as_deref(), Some("EUR"));
    let messages: Vec<(&str, Option<String>)> =
        list.remarks.iter().map(|it| (it.id(), line(it))).collect();
    let on = |line: u8| Some(line.to_string());
    assert_eq!(
        messages,
        [
            ("prices-several", on(3)),
            ("prices-unknown-near", on(4)),
            ("prices-unknown", on(5)),
            ("prices-no-price", on(6)),
            ("prices-other-currency", on(7)),
            ("prices-twice", on(8)),
        ]
    );
}

fn line(message: &Message) -> Option<String> {
    let value = message.values().iter().find(|(name, _)| *name == "line");
    value.map(|(_, value)| match value {
        MessageValue::Text(text) => text.clone(),
        other => format!("{other:?}"),
    })
}

#[test]
fn a_file_without_any_price_is_a_slip() {
    for text in ["", "name;price\n", "990 pro 2tb\n", "\0\u{1}binary;;;\n", "name;price\nnone;1"] {
        assert_eq!(price_list(text).unwrap_err().id(), "prices-nothing", "{text:?}");
    }
}
