//! The page of `narrows learn`.

use narrows_messages::clean_lines;
use narrows_record::learn::LearnDocument;

use crate::block::{Page, TableCell};

/// The draft as it is written to a file: the printed text can be kept.
pub fn learn(learn: &LearnDocument) -> Page {
    let mut page = Page::default();
    page.drawing(|page| {
        clean_lines(&learn.draft).lines().for_each(|line| page.line(TableCell::plain(line)));
    });
    page
}
