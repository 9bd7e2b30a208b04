//! The three renderings of a page side by side: all have the same content.

use narrows_messages::{Language, Localizer};
use narrows_report::{Page, Style, page};

use crate::drawings::{assert_well_formed, without_document};
use crate::samples;

/// Nothing is cut or wrapped on a page so wide.
const WIDE: Style = Style { colour: false, width: 5000, unicode: true };

/// The page of a document that was kept.
macro_rules! kept {
    ($name:ident, $localizer:expr) => {
        kept!($name as $name, $localizer)
    };
    ($name:ident as $kind:ident, $localizer:expr) => {{
        let text =
            include_str!(concat!("../../../../fixtures/documents/", stringify!($name), ".json"));
        let document = serde_json::from_str(text).expect("a document");
        (stringify!($name), page::$kind(&document, $localizer))
    }};
}

/// A page of every kind.
fn pages(localizer: &Localizer) -> Vec<(&'static str, Page)> {
    let catalog = include_str!("../../../../fixtures/documents/catalog.json");
    let catalog = serde_json::from_str(catalog).expect("a document");
    let explain = crate::sharing::explain(crate::sharing::sharing());
    vec![
        ("hostile", page::see(&hostile(), localizer)),
        ("shared", page::explain(&explain, localizer)),
        ("courses", page::run(&samples::course::run(), localizer)),
        ("found", page::check(&samples::check(), localizer)),
        ("published", page::casebook(&samples::casebook(), localizer)),
        ("list", page::catalog(&catalog, false, localizer)),
        ("entries", page::catalog(&catalog, true, localizer)),
        kept!(casebook, localizer),
        kept!(check, localizer),
        kept!(compare, localizer),
        kept!(experiment, localizer),
        kept!(experiments, localizer),
        kept!(explain, localizer),
        kept!(history, localizer),
        kept!(lanes, localizer),
        kept!(plan, localizer),
        kept!(predict, localizer),
        kept!(rounds, localizer),
        kept!(run, localizer),
        kept!(see, localizer),
        kept!(stripe as run, localizer),
        kept!(trial, localizer),
    ]
}

/// Names that would mean something to HTML and Markdown.
fn hostile() -> narrows_record::see::SeeDocument {
    let mut see = samples::z170();
    see.drives[2].id = "<script>".into();
    see.drives[3].model = Some("a|b *c* `d` [e](f) \\|".into());
    see.arrays[0].id = "md_0_|".into();
    see.notes[0].text = "# 1. <b>&amp;</b> | ```".into();
    see
}

/// Text that a browser would show, without drawings.
pub fn text_of_html(page: &str) -> String {
    let (_, body) = page.split_once("<main>").expect("a body");
    let parts = without_document(body).split("<svg").map(|part| match part.split_once("</svg>") {
        Some((_, after)) => after,
        None => part,
    });
    let parts = parts.flat_map(|part| part.split('<').enumerate()).map(|(at, part)| match at {
        0 => part,
        _ => part.split_once('>').map_or("", |(_, text)| text),
    });
    let texts: String = parts.collect();
    let texts = texts.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    texts.replace("&amp;", "&")
}

/// The lines of Markdown, and whether each is fenced, where everything is verbatim.
fn lines(page: &str) -> Vec<(&str, bool)> {
    let mut fence: Option<&str> = None;
    let mut lines = Vec::new();
    for line in page.lines() {
        match fence {
            Some(end) if line == end => fence = None,
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("text")),
            fence => lines.push((line, fence.is_some())),
        }
    }
    lines
}

/// Text that a Markdown reader would show of it.
fn text_of_markdown(page: &str) -> String {
    let shown = |(line, is_fenced): (&str, bool)| {
        if is_fenced {
            return line.to_owned();
        }
        let line = line.replace("&lt;", "<").replace("&amp;", "&");
        let mut chars = line.chars();
        let next = || chars.next().and_then(|c| if c == '\\' { chars.next() } else { Some(c) });
        std::iter::from_fn(next).collect()
    };
    lines(page).into_iter().map(shown).collect::<Vec<String>>().join("\n")
}

/// A sign that other painters draw otherwise.
pub fn is_drawn(word: &str) -> bool {
    let is_line_or_block = |c| ('\u{2500}'..'\u{25a0}').contains(&c);
    matches!(word, "•" | "$" | "▶") || word.chars().any(is_line_or_block)
}

/// Each word of the terminal's page is in the others, except that a report words the legend of its
/// line marks differently.
#[test]
fn what_a_page_says_all_painters_say() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (name, page) in pages(&localizer) {
            let legend = localizer.text("report-legend-change");
            let text = page.text(&localizer, &WIDE).replace(&legend, "");
            let html = text_of_html(&page.html(&(), &localizer));
            let markdown = text_of_markdown(&page.markdown(&localizer));
            for word in text.split_whitespace().filter(|word| !is_drawn(word)) {
                // A report sets commands apart without backticks.
                let plain = word.replace('`', "");
                assert!(html.contains(&plain), "{name}: {word} is not in\n{html}");
                assert!(markdown.contains(word), "{name}: {word} is not in\n{markdown}");
            }
        }
    }
}

#[test]
fn reports_are_well_formed() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (_, page) in pages(&localizer) {
            let page = page.html(&samples::z170(), &localizer);
            let (_, body) = page.split_once("<body>").expect("a body");
            let body = without_document(body);
            assert_well_formed(body);
            assert!(!body.contains("<script") && !body.contains("<b>"), "{body}");
        }
    }
}

/// A row with more or fewer cells than the header is no row of that table any more.
#[test]
fn tables_in_markdown_have_as_many_cells_in_each_row() {
    let localizer = Localizer::new(Language::Japanese);
    for (name, page) in pages(&localizer) {
        let markdown = page.markdown(&localizer);
        let bars = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
        let mut of_header = None;
        for (line, is_fenced) in lines(&markdown) {
            let is_row = line.starts_with("| ") && !is_fenced;
            let bars = is_row.then(|| bars(line));
            assert!(of_header.is_none() || !is_row || of_header == bars, "{name}: {line}");
            of_header = bars;
            assert!(is_fenced || !line.contains('<'), "{name}: {line}");
        }
    }
}

#[test]
fn a_machine_with_odd_names_in_markdown() {
    insta::assert_snapshot!(
        page::see(&hostile(), &Localizer::new(Language::English))
            .markdown(&Localizer::new(Language::English))
    );
}

#[test]
fn a_run_in_markdown() {
    let localizer = Localizer::new(Language::English);
    let page = page::run(&samples::course::run(), &localizer).markdown(&localizer);
    let figures = page.find("\n## ").map(|at| &page[at + 1..]).expect("a heading");
    insta::assert_snapshot!(figures);
}
