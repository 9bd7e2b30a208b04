//! The page in the browser beyond the core path: touch, dropped files, hostile names, dark colours,
//! print, telephones, accessibility, and how soon it answers.

use crate::page_bed;

#[test]
fn beyond_the_core_path() {
    page_bed::browse("test/nightly/beyond.test.mjs");
}

#[test]
fn moves_are_shown_at_once() {
    page_bed::browse("test/nightly/speed.test.mjs");
}
