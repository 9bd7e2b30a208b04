//! The frame of every report: head, style, the embedded document.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use narrows_messages::Localizer;
use serde::Serialize;

use crate::HTML_MARK;

const STYLE: &str = include_str!("style.css");

/// The whole file around `body`.
pub(super) fn frame(
    title: &str,
    body: Markup,
    document: &impl Serialize,
    localizer: &Localizer,
) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang=(localizer.language().tag()) {
            head {
                meta charset="utf-8";
                (PreEscaped(HTML_MARK))
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Narrows" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { (body) }
                footer { (localizer.text("report-html-footer")) }
                script type="application/json" id="narrows-document" { (PreEscaped(embedded(document))) }
            }
        }
    };
    markup.into_string()
}

/// JSON that cannot end its script element: `<`, `>` and `&` stand only inside strings there, so
/// that escaping them changes nothing of what it means (HTML standard, section 4.12.1.3).
fn embedded(document: &impl Serialize) -> String {
    let json = serde_json::to_string(document).unwrap_or_else(|_| "null".to_owned());
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}
