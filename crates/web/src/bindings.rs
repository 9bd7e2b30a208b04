//! The functions that the page calls, as `wasm-bindgen` exports them.

use std::cell::{Cell, RefCell};

use narrows_verdict::answer::Time;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Desk;

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
    static DESK: RefCell<Desk> = RefCell::default();
    static BEGUN: Cell<f64> = const { Cell::new(0.0) };
}

fn passed() -> f64 {
    now() - BEGUN.get()
}

/// A plan's time begins now.
fn time() -> Time {
    BEGUN.set(now());
    Time { search: || passed() >= ALL_MS * SEARCH, all: || passed() >= ALL_MS }
}

fn desk<T>(ask: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(ask)
}

/// See [`Desk::about`].
#[wasm_bindgen]
pub fn about() -> String {
    desk(|desk| desk.about())
}

/// See [`Desk::words`].
#[wasm_bindgen]
pub fn words(lang: &str) -> String {
    desk(|desk| desk.words(lang))
}

/// See [`Desk::catalogue`].
#[wasm_bindgen]
pub fn catalogue(lang: &str) -> String {
    desk(|desk| desk.catalogue(lang))
}

/// See [`Desk::put`].
#[wasm_bindgen]
pub fn put(name: &str, bytes: &[u8]) -> String {
    desk(|desk| desk.put(name, bytes))
}

/// See [`Desk::arrange`].
#[wasm_bindgen]
pub fn arrange(state: &str) -> String {
    desk(|desk| desk.arrange(state))
}

/// See [`Desk::fits`].
#[wasm_bindgen]
pub fn fits(state: &str, device: &str) -> String {
    desk(|desk| desk.fits(state, device))
}

/// See [`Desk::best`].
#[wasm_bindgen]
pub fn best(state: &str) -> String {
    desk(|desk| desk.best(state, time()))
}

/// See [`Desk::export_machine`].
#[wasm_bindgen]
pub fn export_machine(state: &str) -> String {
    desk(|desk| desk.export_machine(state))
}

/// See [`Desk::export_card`].
#[wasm_bindgen]
pub fn export_card(state: &str) -> String {
    desk(|desk| desk.export_card(state))
}

/// See [`Desk::export_notes`].
#[wasm_bindgen]
pub fn export_notes(state: &str) -> String {
    desk(|desk| desk.export_notes(state))
}

/// See [`Desk::document`].
#[wasm_bindgen]
pub fn document(state: &str, kind: &str) -> String {
    desk(|desk| desk.document(state, kind, time()))
}
