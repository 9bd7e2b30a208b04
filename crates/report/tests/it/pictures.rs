//! Makes every page of the sample machines, and writes them as files to be looked at when
//! `NARROWS_PICTURES` names a folder.

use crate::samples;
use std::path::Path;

use narrows_messages::{Language, Localizer};
use narrows_report::picture::{self, Layout};
use narrows_report::{Style, html, svg, text};

#[test]
fn pictures_to_look_at() {
    let folder = std::env::var_os("NARROWS_PICTURES");
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (name, page) in pages(&localizer) {
            assert!(page.lines().count() > 2, "{name} is empty");
            if let Some(folder) = &folder {
                let path = Path::new(folder).join(format!("{}-{name}", language.tag()));
                std::fs::write(path, page).unwrap();
            }
        }
    }
}

fn pages(localizer: &Localizer) -> Vec<(&'static str, String)> {
    let style = Style { colour: true, ..Style::default() };
    let predict = samples::predict();
    let run = samples::run();
    vec![
        ("see.txt", text::see(&samples::z170(), localizer, &style)),
        ("vm.txt", text::see(&samples::virtual_machine(), localizer, &style)),
        ("server.txt", text::see(&samples::server(4), localizer, &style)),
        ("predict.txt", text::predict(&predict, localizer, &style)),
        ("run.txt", text::run(&run, localizer, &style)),
        ("course.txt", text::run(&samples::course::run(), localizer, &style)),
        ("course.html", html::run(&samples::course::run(), localizer)),
        ("casebook.txt", text::casebook(&samples::casebook(), localizer, &style)),
        ("check.txt", text::check(&samples::check(), localizer, &style)),
        ("casebook.html", html::casebook(&samples::casebook(), localizer)),
        ("see.html", html::see(&samples::z170(), localizer)),
        ("vm.html", html::see(&samples::virtual_machine(), localizer)),
        ("server.html", html::see(&samples::server(12), localizer)),
        ("run.html", html::run(&run, localizer)),
        ("z170.svg", svg::scene(&picture::see(&samples::z170(), Layout::Wide, localizer))),
        ("predict.svg", svg::scene(&picture::predict(&predict, None, Layout::Wide, localizer))),
    ]
}
