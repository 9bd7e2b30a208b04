//! One document becomes a page: for a terminal, in Markdown, or as an HTML report; and a picture (SVG or PNG).
//!
//! For: showing the documents of `narrows-record` to people. A page's contents are put together once, as
//! blocks (`block`); three painters know blocks and no document. Headings, labels and the sentences of a
//! document are rendered in the localizer's language; names and figures are shown unchanged.
//!
//! Not here: JSON (the documents are it), deciding on findings or advice (the verdict), querying
//! the terminal for its width or colours (the caller hands in a [`Style`]).
//!
//! Whatever a document holds comes out as harmless text: control characters and direction marks
//! are replaced, SVG and HTML are escaped.
//!
//! ```
//! use narrows_messages::{Language, Localizer};
//! use narrows_record::see::{DriveRecord, SeeDocument};
//! use narrows_report::{Style, page};
//!
//! let model = Some("<SSD>".to_owned());
//! let drive = DriveRecord { id: "nvme0n1".to_owned(), model, ..DriveRecord::default() };
//! let see = SeeDocument { drives: vec![drive], ..SeeDocument::default() };
//! let english = Localizer::new(Language::English);
//! let page = page::see(&see, &english);
//! assert!(page.text(&english, &Style::default()).contains("<SSD>"));
//! // In HTML the same name is harmless.
//! let html = page.html(&see, &english);
//! assert!(html.contains("&lt;SSD&gt;") && !html.contains("<SSD>"));
//! ```

mod block;
mod clean;
mod curves;
mod facts;
mod figures;
mod findings;
mod funnel;
mod glyphs;
mod html;
mod layout;
mod limits;
mod markdown;
mod names;
mod notes;
pub mod page;
mod paint;
pub mod picture;
pub mod png;
mod processor;
pub mod scene;
mod sharing;
pub mod svg;
mod tree;
mod words;

pub use block::Page;
pub use figures::{FlowRate, Overlay, OverlayFigure};
pub use funnel::{FunnelNode, funnel};
pub use words::{predicted, workload as workload_title};

/// Mark in the head of each HTML report that identifies it as one of Narrows.
pub const HTML_MARK: &str = "<meta name=\"generator\" content=\"Narrows\">";
/// The same mark in the first element of each drawing in a file of its own.
pub const SVG_MARK: &str = "data-generator=\"Narrows\"";
/// The same mark near the beginning of each PNG.
pub const PNG_MARK: &str = "Software\0Narrows";

/// How many places of a tree, rows of a table or remarks are shown; of a machine with thousands
/// of drives this is enough, and the JSON has them all.
const MOST_ROWS: usize = 200;

/// How a terminal page is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours. Nothing depends on colour alone.
    pub colour: bool,
    /// Columns of the terminal. Pages stay within this width if the content allows; it is never
    /// assumed narrower than 40.
    pub width: usize,
    /// Box-drawing characters and signs beyond ASCII; otherwise ASCII stand-ins of equal width.
    /// Sentences and names keep their own characters.
    pub unicode: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { colour: false, width: 100, unicode: true }
    }
}
