//! Drawings and reports: well formed, self-contained, escaped, and complete.

use crate::samples::{self, english, html};
use narrows_messages::{Language, Localizer};
use narrows_record::see::SeeDocument;
use narrows_report::picture::{self, PictureLayout};
use narrows_report::{page, svg};

fn hostile() -> SeeDocument {
    let mut see = samples::z170();
    let name = "</script><script>alert(1)</script>\"'&\u{1b}";
    see.drives[2].model = Some(name.into());
    see.drives[2].id = name.into();
    see.host.board = Some(name.into());
    see.arrays[0].id = name.into();
    see.notes[0].text = name.into();
    see
}

/// Does the checks of an XML parser by hand: tags close in order, text is escaped.
pub fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if tag.ends_with('/') => {}
            None => open.extend(tag.split(' ').next()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn drawings_are_well_formed_and_escaped() {
    let machines = [
        samples::z170(),
        samples::virtual_machine(),
        samples::server(12),
        SeeDocument::default(),
        hostile(),
    ];
    for see in &machines {
        for language in Language::ALL {
            for layout in [PictureLayout::Wide, PictureLayout::Slim, PictureLayout::Card] {
                let svg = svg::scene(&picture::see(see, layout, &Localizer::new(language)));
                assert_well_formed(&svg);
                assert!(
                    !svg.contains("<script") && !svg.contains('\u{1b}') && !svg.contains("NaN")
                );
            }
        }
    }
}

#[test]
fn the_bottleneck_is_labelled_and_full() {
    let svg = svg::scene(&picture::run(&samples::run(), PictureLayout::Wide, &english()));
    assert_eq!(svg.matches("class=\"tight\"").count(), 2, "its funnel and its link");
    // 1168 + 1181 + 1161 = 3510 of 3588 MB/s.
    assert!(svg.contains(">98 % of 3.59 GB/s · bottleneck</text>"), "{svg}");
    assert!(svg.contains(">3.51 GB/s</text>"));
}

#[test]
fn reports_load_nothing_and_cannot_be_broken_out_of() {
    let mut run = samples::run();
    run.machine = hostile();
    run.findings[0].text = "<img src=x onerror=alert(1)>".into();
    let mut casebook = samples::casebook();
    casebook.systems[0].machine = Some(hostile());
    casebook.systems[0].title = "<b>".into();
    let pages = [
        html(&page::report(&run, &[], &english()), &run),
        html(&page::see(&hostile(), &english()), &hostile()),
        html(&page::casebook(&casebook, &english()), &casebook),
    ];
    for page in &pages {
        // The frame's own script elements, one of which holds the document, are the only ones, and
        // a browser runs no other.
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert!(page.contains(
            "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
        ));
        assert!(!page.contains("<img") && !page.contains("<b>"));
        let loads = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for forbidden in ["http://", "https://", "src=\"", "@import", "url(", "href=\""] {
            assert!(!without_document(&loads).contains(forbidden), "{forbidden}");
        }
    }
}

pub fn without_document(page: &str) -> &str {
    page.split_once("<script").map_or(page, |(before, _)| before)
}

#[test]
fn the_embedded_document_is_the_document() {
    let mut run = samples::run();
    run.machine = hostile();
    let page = html(&page::report(&run, &[], &english()), &run);
    let (_, rest) = page.split_once("id=\"narrows-document\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    // Floats may differ in their last digit after reading back; names may not differ at all.
    let read: narrows_record::run::RunDocument = serde_json::from_str(json).unwrap();
    assert_eq!((read.machine, read.findings), (run.machine, run.findings));
}

#[test]
fn a_report_says_in_its_headline_what_limits_and_shows_every_drive() {
    for language in Language::ALL {
        let page = page::report(&samples::run(), &[], &Localizer::new(language))
            .html(&samples::run(), &Localizer::new(language));
        let (_, rest) = page.split_once("<h1>").unwrap();
        assert!(rest.starts_with("nvme0n1, nvme1n1 and nvme2n1 share the chipset uplink"));
        for target in samples::TARGETS {
            assert!(page.contains(&format!("<th>{target}</th>")), "{target}");
        }
        assert!(page.contains(&format!("lang=\"{}\"", language.tag())));
    }
}
