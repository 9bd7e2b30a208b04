//! The functions that the page calls, as `wasm-bindgen` exports them.

use std::cell::{Cell, RefCell};

use narrows_verdict::answer::TimeBudget;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::PageService;

/// How long a plan may take, milliseconds: as long as `narrows plan` takes unasked.
const ALL_MS: f64 = 20_000.0;
/// The share of it that the search itself gets.
const SEARCH: f64 = 2.0 / 3.0;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static DESK: RefCell<PageService> = RefCell::default();
    static BEGUN: Cell<f64> = const { Cell::new(0.0) };
}

fn passed() -> f64 {
    now() - BEGUN.get()
}

/// A plan's time begins now.
fn time() -> TimeBudget {
    BEGUN.set(now());
    TimeBudget { search: || passed() >= ALL_MS * SEARCH, all: || passed() >= ALL_MS }
}

fn desk<T>(ask: impl FnOnce(&mut PageService) -> T) -> T {
    DESK.with_borrow_mut(ask)
}

/// See [`PageService::about`].
#[wasm_bindgen]
pub fn about() -> String {
    desk(|desk| desk.about())
}

/// See [`PageService::words`].
#[wasm_bindgen]
pub fn words(lang: &str) -> String {
    desk(|desk| desk.words(lang))
}

/// See [`PageService::catalogue`].
#[wasm_bindgen]
pub fn catalogue(lang: &str) -> String {
    desk(|desk| desk.catalogue(lang))
}

/// See [`PageService::put`].
#[wasm_bindgen]
pub fn put(name: &str, bytes: &[u8]) -> String {
    desk(|desk| desk.put(name, bytes))
}

/// See [`PageService::arrange`].
#[wasm_bindgen]
pub fn arrange(state: &str) -> String {
    desk(|desk| desk.arrange(state))
}

/// See [`PageService::fits`].
#[wasm_bindgen]
pub fn fits(state: &str, device: &str) -> String {
    desk(|desk| desk.fits(state, device))
}

/// See [`PageService::best`].
#[wasm_bindgen]
pub fn best(state: &str) -> String {
    desk(|desk| desk.best(state, time()))
}

/// See [`PageService::export_machine`].
#[wasm_bindgen]
pub fn export_machine(state: &str) -> String {
    desk(|desk| desk.export_machine(state))
}

/// See [`PageService::export_card`].
#[wasm_bindgen]
pub fn export_card(state: &str) -> String {
    desk(|desk| desk.export_card(state))
}

/// See [`PageService::export_notes`].
#[wasm_bindgen]
pub fn export_notes(state: &str) -> String {
    desk(|desk| desk.export_notes(state))
}

/// See [`PageService::document`].
#[wasm_bindgen]
pub fn document(state: &str, kind: &str) -> String {
    desk(|desk| desk.document(state, kind, time()))
}
