//! The frame of every report: head, style, the embedded document.

use std::io;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use narrows_messages::{Localizer, clean_text, escape_json};
use serde::Serialize;

use crate::HTML_MARK;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Permissions of a report in browsers: its own styles and the one script, and nothing that loads
/// (Content Security Policy Level 3). Anything smuggled in by a document would not run.
const POLICY: &str = concat!(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-",
    include_str!("script.sha256"),
    "'"
);

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
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Narrows" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { (body) }
                footer { (localizer.text("report-html-footer")) }
                @if let Some(json) = carried(document, localizer) {
                    script type="application/json" id="narrows-document" { (PreEscaped(json)) }
                }
                script id="narrows-script" { (PreEscaped(SCRIPT)) }
            }
        }
    };
    // Whatever a page says, no name in it turns a line around; the document has such names escaped.
    clean_text(&markup.into_string())
}

/// The largest document that a page carries, in bytes of JSON: that of a dozen drives. A larger one would be most
/// of the page, and lies beside it anyway.
const MOST_CARRIED: usize = 256 << 10;

/// The document that a page carries, as JSON that cannot end its script element: `<`, `>` and `&` occur
/// only inside strings there, so that escaping them changes nothing of its meaning (HTML standard,
/// section 4.12.1.3). `None` if it is too large.
fn carried(document: &impl Serialize, localizer: &Localizer) -> Option<String> {
    let mut json = BoundedJson::default();
    narrows_record::words::write_compact(&mut json, document, localizer).ok()?;
    let json = String::from_utf8(json.0).ok()?;
    let json = escape_json(&json).replace('<', "\\u003c");
    Some(json.replace('>', "\\u003e").replace('&', "\\u0026"))
}

/// JSON that ends with an error once it becomes too large, so that the rest is never made.
#[derive(Default)]
struct BoundedJson(Vec<u8>);

impl io::Write for BoundedJson {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_CARRIED {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a page carries this document.
pub(crate) fn is_carried(document: &impl Serialize, localizer: &Localizer) -> bool {
    carried(document, localizer).is_some()
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// Browsers compare the script's digest in Base64 (RFC 4648); a digest of 32 bytes ends in one `=`.
    fn base64(bytes: &[u8]) -> String {
        let letter = |six: u32| match six & 63 {
            it @ 0..26 => (b'A' + it as u8) as char,
            it @ 26..52 => (b'a' + (it - 26) as u8) as char,
            it @ 52..62 => (b'0' + (it - 52) as u8) as char,
            62 => '+',
            _ => '/',
        };
        let group = |group: &[u8]| {
            let bits = (0..3).fold(0, |all, at| {
                (all << 8) | u32::from(group.get(at).copied().unwrap_or_default())
            });
            let letters =
                (0..=group.len()).map(|at| letter(bits >> (18 - 6 * at))).collect::<String>();
            format!("{letters:=<4}")
        };
        bytes.chunks(3).map(group).collect()
    }

    #[test]
    fn the_policy_names_the_script_that_is_there() {
        let digest = base64(&Sha256::digest(SCRIPT.as_bytes()));
        assert!(POLICY.contains(&digest), "script.sha256 should hold {digest}");
    }
}
