//! The page in a real browser, for its everyday use: load, drag, keyboard, link, best arrangement.
//! Touch, dropped files, print and the rest are nightly's.

mod page_bed;

#[test]
fn the_core_path() {
    page_bed::browse("test/core/core.test.mjs");
}

#[test]
fn the_module_says_what_the_terminal_says() {
    page_bed::module("test/core/module.test.mjs");
}

#[test]
fn types_and_form() {
    page_bed::node(&["node_modules/typescript/bin/tsc", "--noEmit"], &["typescript"]);
    let form = ["node_modules/prettier/bin/prettier.cjs", "--check", "src", "test", "build.mjs"];
    page_bed::node(&form, &["prettier"]);
}
