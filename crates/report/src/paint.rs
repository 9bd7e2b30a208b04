//! A page as each of the three painters paints it.

use narrows_messages::Localizer;
use serde::Serialize;

use crate::block::{Page, ShownColumns};
use crate::{Style, html, layout, markdown};

impl Page {
    pub fn text(&self, localizer: &Localizer, style: &Style) -> String {
        layout::paint(&self.blocks, localizer, style, &mut ShownColumns::default())
    }

    /// The page for forums and issue trackers, in the Markdown that GitHub reads.
    pub fn markdown(&self, localizer: &Localizer) -> String {
        markdown::paint(&self.blocks, localizer)
    }

    /// The page as a file of its own for browsers, with the document in it.
    pub fn html(&self, document: &impl Serialize, localizer: &Localizer) -> String {
        html::paint(&self.blocks, document, localizer)
    }
}
