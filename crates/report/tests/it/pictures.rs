//! Makes every page of the sample machines, and writes them as files to be looked at when
//! `NARROWS_PICTURES` names a folder.

use crate::samples;
use std::path::Path;

use narrows_messages::{Language, Localizer};
use narrows_report::picture::{self, PictureLayout};
use narrows_report::{Style, page, svg};

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
        ("see.txt", page::see(&samples::z170(), localizer).text(localizer, &style)),
        ("vm.txt", page::see(&samples::virtual_machine(), localizer).text(localizer, &style)),
        ("server.txt", page::see(&samples::server(4), localizer).text(localizer, &style)),
        ("predict.txt", page::predict(&predict, localizer).text(localizer, &style)),
        ("run.txt", page::run(&run, localizer).text(localizer, &style)),
        ("course.txt", page::run(&samples::course::run(), localizer).text(localizer, &style)),
        (
            "course.html",
            page::report(&samples::course::run(), &[], localizer)
                .html(&samples::course::run(), localizer),
        ),
        ("casebook.txt", page::casebook(&samples::casebook(), localizer).text(localizer, &style)),
        ("check.txt", page::check(&samples::check(), localizer).text(localizer, &style)),
        (
            "casebook.html",
            page::casebook(&samples::casebook(), localizer).html(&samples::casebook(), localizer),
        ),
        ("see.html", page::see(&samples::z170(), localizer).html(&samples::z170(), localizer)),
        (
            "vm.html",
            page::see(&samples::virtual_machine(), localizer)
                .html(&samples::virtual_machine(), localizer),
        ),
        (
            "server.html",
            page::see(&samples::server(12), localizer).html(&samples::server(12), localizer),
        ),
        ("run.html", page::report(&run, &[], localizer).html(&run, localizer)),
        ("z170.svg", svg::scene(&picture::see(&samples::z170(), PictureLayout::Wide, localizer))),
        (
            "predict.svg",
            svg::scene(&picture::predict(&predict, None, PictureLayout::Wide, localizer)),
        ),
    ]
}
