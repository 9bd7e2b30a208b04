//! The pure rooms behind the page in the browser: JSON in, JSON out.
//!
//! For: a page that reports the same as the terminal, because both use the same code. A [`PageService`] keeps
//! files dropped on the page; every other call carries its whole state ([`PageState`]).
//!
//! Not here: the page itself (`web/`), its server (`narrows web`), and answers that the terminal does not
//! have.
//!
//! ```
//! let state = r#"{"v": 1, "lang": "en", "source": {"catalog": "asus-z170-a"}, "add": ["gpu"]}"#;
//! let answer = narrows_web::PageService::default().arrange(state);
//! let view: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
//! // The one card that was added, in the slot that suits it best.
//! assert_eq!(view["devices"].as_array().map(Vec::len), Some(1));
//! ```

mod best;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod catalogue;
mod desk;
mod dropped;
mod exports;
mod problem;
mod source;
mod state;
mod view;

pub use self::desk::PageService;
pub use self::problem::PageProblem;
pub use self::state::PageState;
