//! Whatever a document's texts are, pictures and pages of it are clean text: nothing breaks out of its
//! markup, nothing turns the reading direction, and a name of ten thousand letters fills no page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use narrows_messages::{Language, Localizer};
use narrows_record::compare::CompareDocument;
use narrows_record::plan::PlanDocument;
use narrows_record::predict::PredictDocument;
use narrows_record::run::RunDocument;
use narrows_record::see::SeeDocument;
use narrows_report::page::{self, posted};
use narrows_report::picture::{self, PictureLayout};
use narrows_report::png::{self, Theme};
use narrows_report::scene::Scene;
use narrows_report::svg;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::drawings::{assert_well_formed, without_document};
use crate::samples;

/// Elements that our pages and drawings are made of.
const TAGS: [&str; 41] = [
    "a",
    "body",
    "code",
    "desc",
    "details",
    "div",
    "figcaption",
    "figure",
    "footer",
    "g",
    "h1",
    "h2",
    "h3",
    "head",
    "html",
    "li",
    "line",
    "main",
    "meta",
    "p",
    "path",
    "polygon",
    "polyline",
    "pre",
    "rect",
    "section",
    "span",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "circle",
];
/// A drawing of a few drives is at most so long; the letters of every name would be more.
const MOST_BYTES: usize = 120_000;

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("<script>alert(1)</script>".to_owned()),
        Just("\"/><svg onload=alert(1)>".to_owned()),
        Just("' onmouseover='alert(1)".to_owned()),
        Just("]]></style><img src=x onerror=alert(1)>".to_owned()),
        Just("x".repeat(10_000)),
        Just("\u{3042} ".repeat(3000)),
        Just("\u{202e}evil\u{2066}\u{200f}".to_owned()),
        Just("\u{1b}[2J\u{0}\u{85}\n\r\t".to_owned()),
        Just("&amp;&#60;".to_owned()),
        Just("   ".to_owned()),
        "\\PC{0,30}",
        ".{0,30}",
    ]
}

/// A document whose texts can be replaced by others.
struct Sample {
    value: Value,
    /// Texts that are no words of the format: with another one it is still a document.
    free: Vec<String>,
}

impl Sample {
    fn of<T: DeserializeOwned>(value: Value) -> Self {
        let mut texts = BTreeSet::new();
        gather(&value, &mut texts);
        let other = |text: &String| BTreeMap::from([(text.clone(), "another".to_owned())]);
        let is_free =
            |text: &String| serde_json::from_value::<T>(replaced(&value, &other(text))).is_ok();
        let free = texts.into_iter().filter(is_free).collect();
        Self { value, free }
    }

    /// Two of three free texts replaced, the same one everywhere by the same.
    fn damaged<T: DeserializeOwned>(&self, texts: &[String]) -> T {
        let pairs = self.free.iter().enumerate().filter(|(at, _)| at % 3 > 0);
        let other = |at: usize| texts.get(at % texts.len()).cloned().unwrap_or_default();
        let by = pairs.map(|(at, text)| (text.clone(), other(at))).collect();
        serde_json::from_value(replaced(&self.value, &by)).expect("still a document")
    }
}

fn gather(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if !text.is_empty() => {
            texts.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|it| gather(it, texts)),
        Value::Object(all) => all.values().for_each(|it| gather(it, texts)),
        _ => {}
    }
}

fn replaced(value: &Value, by: &BTreeMap<String, String>) -> Value {
    match value {
        Value::String(text) => Value::String(by.get(text).unwrap_or(text).clone()),
        Value::Array(all) => all.iter().map(|it| replaced(it, by)).collect(),
        Value::Object(all) => {
            let fields = all.iter().map(|(key, it)| (key.clone(), replaced(it, by)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn of<T: Serialize + DeserializeOwned>(document: &T) -> Sample {
    Sample::of::<T>(serde_json::to_value(document).expect("a document"))
}

fn read<T: DeserializeOwned>(text: &str) -> Sample {
    Sample::of::<T>(serde_json::from_str(text).expect("a document"))
}

static SEE: LazyLock<Sample> = LazyLock::new(|| of(&samples::z170()));
static PREDICT: LazyLock<Sample> = LazyLock::new(|| of(&samples::predict()));
static RUN: LazyLock<Sample> = LazyLock::new(|| of(&samples::run()));
static PLAN: LazyLock<Sample> = LazyLock::new(|| {
    read::<PlanDocument>(include_str!("samples/plans/three-drives-and-a-card.json"))
});
static COMPARE: LazyLock<Sample> = LazyLock::new(|| {
    read::<CompareDocument>(include_str!("../../../../fixtures/documents/compare.json"))
});

fn is_hidden(c: char) -> bool {
    let is_mark = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}');
    let is_bidi = is_mark || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_bidi || (c.is_control() && c != '\n')
}

fn check_markup(markup: &str) {
    assert!(!markup.chars().any(is_hidden), "{markup}");
    for part in markup.split('<').skip(1) {
        let tag = part.split_once('>').map_or(part, |(tag, _)| tag);
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        assert!(name == "!DOCTYPE" || TAGS.contains(&name), "{tag}");
        assert!(tag.matches('"').count() % 2 == 0, "{tag}");
    }
}

fn check(scene: &Scene) {
    let svg = svg::scene(scene);
    assert_well_formed(&svg);
    check_markup(&svg);
    assert!(svg.len() < MOST_BYTES, "{} bytes", svg.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn pictures_and_pages_are_clean_whatever_names_are(
        texts in prop::collection::vec(texts(), 1..9),
    ) {
        let localizer = Localizer::new(Language::English);
        let see: SeeDocument = SEE.damaged(&texts);
        let predict: PredictDocument = PREDICT.damaged(&texts);
        let run: RunDocument = RUN.damaged(&texts);
        let plan: PlanDocument = PLAN.damaged(&texts);
        let compare: CompareDocument = COMPARE.damaged(&texts);
        for layout in [PictureLayout::Wide, PictureLayout::Slim, PictureLayout::Card] {
            check(&picture::see(&see, layout, &localizer));
            check(&picture::predict(&predict, None, layout, &localizer));
            check(&picture::run(&run, layout, &localizer));
            picture::plan(&plan, layout, &localizer).iter().for_each(check);
        }
        let beside = page::compare_runs(&compare, [&run, &run], &localizer);
        for page in [
            page::see(&see, &localizer).html(&see, &localizer),
            page::predict(&predict, &localizer).html(&predict, &localizer),
            page::plan(&plan, &localizer).html(&plan, &localizer),
            beside.html(&compare, &localizer),
        ] {
            check_markup(without_document(&page));
        }
        for page in [
            posted::see(&see, &localizer),
            posted::predict(&predict, None, &localizer),
            posted::run(&run, &localizer),
            posted::plan(&plan, &localizer),
        ] {
            let text = page.text(&localizer, &posted::POSTED);
            prop_assert!(!text.chars().any(is_hidden), "{}", text);
        }
    }
}

/// Were each of them drawn below each, this would not end in a lifetime: 30 to the power of how
/// deep trees may be.
#[test]
fn ports_that_share_an_id_are_drawn_once() {
    let mut see = samples::z170();
    let root = see.ports.first().map(|port| port.id.clone()).expect("a processor");
    let twin = |above: &str| samples::port("twin", "switch", Some(above));
    see.ports.extend([twin(&root), twin("twin")].into_iter().cycle().take(30));
    check(&picture::see(&see, PictureLayout::Wide, &Localizer::new(Language::English)));
}

/// However many controllers have one id, the picture is that of the first, with all drives of that id;
/// and a port without an id, which would lie in itself, is none.
#[test]
fn controllers_that_share_an_id_are_drawn_once() {
    let drawn = |see: &SeeDocument| {
        svg::scene(&picture::see(see, PictureLayout::Wide, &Localizer::new(Language::English)))
    };
    let mut see = samples::z170();
    see.storage.truncate(1);
    let id = see.storage.first().map(|storage| storage.id.clone()).expect("a controller");
    for drive in &mut see.drives {
        drive.controller = Some(id.clone());
    }
    let once = drawn(&see);
    see.storage = see.storage.iter().cycle().take(30).cloned().collect();
    see.ports.push(samples::port("", "switch", Some("")));
    assert_eq!(drawn(&see), once);
}

/// Letters that no font has, and names that are longer than any card.
#[test]
fn an_image_of_hostile_names_is_an_image() {
    let texts = ["<script>".to_owned(), "\u{10ffff}\u{202e}".repeat(5000)];
    let see: SeeDocument = SEE.damaged(&texts);
    let names: Vec<&str> = see.drives.iter().map(|drive| drive.id.as_str()).collect();
    assert!(names.iter().any(|name| texts.iter().any(|text| text == name)), "{names:?}");
    let scene = picture::see(&see, PictureLayout::Card, &Localizer::new(Language::Japanese));
    assert!(png::paint(&scene, Theme::Dark).is_some());
}

/// 64 columns, ASCII but for names, bars on one scale: three drives get 1,168 of 2,312 MB/s and so on.
#[test]
fn a_posted_page_fits_a_forum() {
    let localizer = Localizer::new(Language::English);
    let text = posted::run(&samples::run(), &localizer).text(&localizer, &posted::POSTED);
    assert!(text.is_ascii(), "{text}");
    assert!(text.lines().all(|line| line.len() <= 64), "{text}");
    let row = text.lines().find(|line| line.starts_with("nvme0n1 ")).expect("a row");
    assert!(row.contains("[######------]") && row.ends_with("-49 %"), "{row}");
    assert!(text.contains("> chipset") && text.contains("- bottleneck"), "{text}");
}
