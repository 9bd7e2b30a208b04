//! Every sentence for people, in English and Japanese, from one catalogue.
//!
//! For: letting the pure rooms choose the message (a [`Message`]: an id and its values) and the
//! edges render it in the reader's language. The sentences are in `locales/<language>/*.ftl`, one
//! file per room, in Fluent syntax.
//!
//! Values in a sentence are made harmless on their way (`clean`), wherever they came from.
//!
//! Not here: errors of the operating system (they come in the system's words), help texts' layout.
//!
//! A test fails on an id that is missing in a language, and on one that no source file names.
//!
//! ```
//! use narrows_messages::{Language, Localizer, Message};
//!
//! let message = Message::new("cli-no-such-machine").with("name", "catalog:nowhere");
//! for language in Language::ALL {
//!     assert!(Localizer::new(language).say(&message).contains("catalog:nowhere"));
//! }
//! ```

mod clean;
mod drive_names;
mod localizer;
mod message;
mod sentences;
mod sureness;
mod text;

pub use clean::{clean, clean_lines, clean_text, escape_json};
pub use drive_names::{drive_names, each_once, natural, placed_names};
pub use localizer::{Language, Localizer, message_ids};
pub use message::{Message, MessageList, MessageValue};
pub use sureness::sureness;
pub use text::DocumentText;
