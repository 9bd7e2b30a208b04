//! The page of `narrows hosts see` and `narrows hosts check`.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::hosts::fleet::{EqualHostGroup, Fleet};

use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// Differences first; then, for `see`, each kind of host with its tree.
pub fn fleet(document: &Fleet, trees: bool, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let hosts: usize = document.kinds.iter().map(|kind| kind.hosts.len()).sum();
    let title = Message::new("hosts-fleet").count("hosts", hosts);
    page.title(&localizer.say(&title.with("kinds", document.kinds.len())));
    if document.differences.is_empty() {
        page.paragraph("▶ ", &localizer.text("hosts-no-difference"), CellInk::Strong);
    }
    let texts: Vec<&DocumentText> = document.differences.iter().map(|it| &it.text).collect();
    super::super::sentences(&mut page, "⚠ ", &texts, CellInk::Alarm, localizer);
    if trees {
        for kind in document.kinds.iter().take(MOST_ROWS) {
            self::kind(&mut page, kind, localizer);
        }
        let more = document.kinds.len().saturating_sub(MOST_ROWS);
        super::super::more(&mut page, more, localizer);
    }
    page
}

fn kind(page: &mut Page, kind: &EqualHostGroup, localizer: &Localizer) {
    let names = words::list(kind.hosts.iter().map(String::as_str));
    let what = Message::new("hosts-kind").count("hosts", kind.hosts.len());
    page.heading(&localizer.say(&what.with("names", clean(&names))));
    let facts = words::host_facts(&kind.see.host, localizer);
    if !facts.is_empty() {
        page.paragraph("", &facts, CellInk::Faint);
    }
    super::super::tree::draw(page, &kind.see, None, localizer);
}
