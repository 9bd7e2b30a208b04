//! Makes every page of the sample machines, and writes them as files to be looked at when
//! `NARROWS_PICTURES` names a folder.

use crate::samples;
use std::path::Path;

use narrows_messages::{Language, Speaker};
use narrows_report::{Overlay, Style, html, svg, text};

#[test]
fn pictures_to_look_at() {
    let folder = std::env::var_os("NARROWS_PICTURES");
    for language in Language::ALL {
        let speaker = Speaker::new(language);
        for (name, page) in pages(&speaker) {
            assert!(page.lines().count() > 2, "{name} is empty");
            if let Some(folder) = &folder {
                let path = Path::new(folder).join(format!("{}-{name}", language.tag()));
                std::fs::write(path, page).unwrap();
            }
        }
    }
}

fn pages(speaker: &Speaker) -> Vec<(&'static str, String)> {
    let style = Style { colour: true, ..Style::default() };
    let predict = samples::predict();
    let run = samples::run();
    vec![
        ("see.txt", text::see(&samples::z170(), speaker, &style)),
        ("vm.txt", text::see(&samples::virtual_machine(), speaker, &style)),
        ("server.txt", text::see(&samples::server(4), speaker, &style)),
        ("predict.txt", text::predict(&predict, speaker, &style)),
        ("run.txt", text::run(&run, speaker, &style)),
        ("course.txt", text::run(&samples::course::run(), speaker, &style)),
        ("course.html", html::run(&samples::course::run(), speaker)),
        ("casebook.txt", text::casebook(&samples::casebook(), speaker, &style)),
        ("check.txt", text::check(&samples::check(), speaker, &style)),
        ("casebook.html", html::casebook(&samples::casebook(), speaker)),
        ("see.html", html::see(&samples::z170(), speaker)),
        ("vm.html", html::see(&samples::virtual_machine(), speaker)),
        ("server.html", html::see(&samples::server(12), speaker)),
        ("run.html", html::run(&run, speaker)),
        ("z170.svg", svg::topology(&samples::z170(), None, speaker)),
        (
            "predict.svg",
            svg::topology(&samples::z170(), Some(&Overlay::of_predict(&predict)), speaker),
        ),
    ]
}
