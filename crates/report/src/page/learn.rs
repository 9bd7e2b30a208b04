//! The page of `narrows learn`.

use narrows_messages::clean_lines;
use narrows_record::learn::Learn;

use crate::block::{Cell, Page};

/// The draft as it is written to a file: what is printed can be kept.
pub fn learn(learn: &Learn) -> Page {
    let mut page = Page::default();
    page.drawing(|page| {
        clean_lines(&learn.draft).lines().for_each(|line| page.line(Cell::plain(line)));
    });
    page
}
