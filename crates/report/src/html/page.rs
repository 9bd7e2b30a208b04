//! The frame of every report: head, style, notes, the embedded document.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use narrows_messages::{Localizer, Message};
use narrows_record::see::{Note, See};
use serde::Serialize;

use crate::clean::clean;
use crate::notes::{self, Remark};
use crate::{HTML_MARK, Style, text, words};

const STYLE: &str = include_str!("style.css");

/// The whole file around `body`.
pub(super) fn page(
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
                title { (clean(title)) " – Narrows" }
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

/// The machine in one small line above the answer.
pub(super) fn machine(see: &See, localizer: &Localizer) -> Markup {
    let source = Message::new("report-source").with("source", clean(&see.source));
    html! {
        p.machine { strong { (words::machine_title(&see.host, &see.source, localizer)) } }
        p.facts { (words::host_facts(&see.host, localizer)) br; (localizer.say(&source)) }
    }
}

/// A drawing that scrolls sideways by itself where the window is too narrow.
pub(super) fn drawing(svg: String) -> Markup {
    html! { div.drawing { (PreEscaped(svg)) } }
}

/// Remarks under their heading.
pub(super) fn notes<'a>(notes: impl Iterator<Item = &'a Note>, localizer: &Localizer) -> Markup {
    let (remarks, more) = notes::remarks(notes);
    if remarks.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (localizer.text("report-notes")) }
            ul { @for Remark { about, text } in remarks { li {
                @if !about.is_empty() { code { (about) } " " }
                (text)
            } } }
            (self::more(more, localizer))
        }
    }
}

/// That there is more than is shown, if there is.
pub(super) fn more(count: usize, localizer: &Localizer) -> Markup {
    html! { @if let Some(more) = words::more(count, localizer) { p.facts { (more) } } }
}

/// The machine as the terminal shows it, folded away.
pub(super) fn as_text(see: &See, localizer: &Localizer) -> Markup {
    let style = Style { colour: false, width: 140, unicode: true };
    html! {
        details {
            summary { (localizer.text("report-html-tree")) }
            pre { (text::see(see, localizer, &style)) }
        }
    }
}
