//! The first screens, for every machine of the catalogue and every capture, in both languages: one
//! form for one figure and no sentence with a hole in it.

use std::sync::LazyLock;

use narrows_messages::{Language, Localizer};
use narrows_record::plan::PlanDocument;
use narrows_record::predict::PredictDocument;
use narrows_record::word::TargetSet;
use narrows_report::picture::{self, PictureLayout};
use narrows_report::{Page, Style, page};
use narrows_units::BytesPerSec;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::answer::{predict, see};

use crate::machines::{self, ANSWERED};

static PREDICTED: LazyLock<Vec<(String, PredictDocument)>> = LazyLock::new(|| {
    let of = |mut seen: SourceMachine| {
        let name = seen.name.clone();
        let answer = predict::answer(&predict::PredictionRequest::default(), &mut seen);
        Some((name, answer.ok()?))
    };
    machines::all().chain(machines::collection()).filter_map(of).collect()
});

/// The pages of all answers, with the machine that each is of.
fn pages(localizer: &Localizer) -> Vec<(String, Page)> {
    let predicted = PREDICTED.iter().map(|(name, it)| (name.clone(), page::predict(it, localizer)));
    let answered = ANSWERED.iter().flat_map(|answered| {
        let lanes = (answered.name.clone(), page::lanes(&answered.lanes, localizer));
        let plan =
            answered.plan.as_ref().map(|plan| (answered.name.clone(), page::plan(plan, localizer)));
        [Some(lanes), plan].into_iter().flatten()
    });
    predicted.chain(answered).collect()
}

/// Numbers right before a unit.
fn amounts<'a>(text: &'a str, unit: &'a str) -> impl Iterator<Item = f64> + 'a {
    text.match_indices(unit).filter_map(|(at, _)| {
        let before = text[..at].trim_end();
        let begins = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        before[begins..].parse().ok()
    })
}

/// One thousand megabytes are a gigabyte everywhere: no figure has two forms on a page.
#[test]
fn a_rate_has_one_form() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (name, page) in pages(&localizer) {
            // Lines that define a unit use it.
            let text = page.text(&localizer, &Style { width: 200, ..Style::default() });
            let text: String = text.lines().filter(|line| !line.contains("10^6")).collect();
            let large = amounts(&text, " MB/s").find(|amount| *amount >= 999.5);
            assert_eq!(large, None, "{name}: {text}");
            let small = amounts(&text, " GB/s").find(|amount| *amount > 0.0 && *amount < 0.9995);
            assert_eq!(small, None, "{name}: {text}");
        }
    }
}

/// The document's figures for all drives at once are on the page, rounded as everywhere.
#[test]
fn a_page_has_the_figures_of_its_document() {
    let localizer = Localizer::new(Language::English);
    for (name, predict) in PREDICTED.iter() {
        let text = page::predict(predict, &localizer).text(&localizer, &Style::default());
        for row in
            predict.results.iter().filter(|row| row.set == TargetSet::All && row.job.is_none())
        {
            if row.workload.starts_with("seq-") {
                let figure = BytesPerSec::mb_s(row.mb_s).to_string();
                assert!(text.contains(&figure), "{name}: {figure} of {}: {text}", row.target);
            }
        }
    }
}

/// A value that is missing leaves its traces: two blanks, a blank before a full stop, empty brackets.
#[test]
fn no_sentence_has_a_hole() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (name, page) in pages(&localizer) {
            let text = page.markdown(&localizer);
            let mut is_drawing = false;
            for line in text.lines() {
                is_drawing ^= line.starts_with("```");
                if is_drawing || line.starts_with('|') {
                    continue;
                }
                let line = line.trim_start();
                for trace in
                    ["  ", " .", " ,", " ;", "()", "( ", " )", "（）", "（、", "“”", "{", "NaN"]
                {
                    // Lines that are no sentences are in columns.
                    let is_column = trace == "  " && !line.ends_with(['.', '。']);
                    assert!(is_column || !line.contains(trace), "{name}: {trace:?} in {line}");
                }
            }
        }
    }
}

/// The first sentence of a page, as it is on a screen of any width.
fn answer(page: &Page, localizer: &Localizer) -> Option<String> {
    let text = page.text(localizer, &Style { width: 10_000, ..Style::default() });
    text.lines().find_map(|line| line.strip_prefix("▶ ")).map(str::to_owned)
}

/// Why a picture's title contradicts the sentence above it; none where it does not.
fn contradiction(title: &str, answer: &str) -> Option<&'static str> {
    let is_limited = answer.contains("ottleneck: ");
    let Some(named) = title.strip_prefix("Bottleneck: ") else {
        let denies = title.starts_with("No ") || title.contains(" alone: ");
        return (denies && is_limited).then_some("the picture shows no bottleneck");
    };
    // Of several, the picture counts those that it does not name.
    let name = named.rsplit_once(" and ").filter(|(_, rest)| rest.ends_with(" more"));
    let name = name.map_or(named, |(name, _)| name);
    // Links of drives that do the same are named together.
    let is_each = answer.contains("the link of each drive") && name.contains("link of ");
    let is_same = answer.contains(name) || is_each;
    (!is_same).then_some("the picture names another bottleneck")
}

/// Sentence and picture are one conclusion.
#[test]
fn a_picture_names_the_bottleneck_of_the_sentence_above_it() {
    let localizer = Localizer::new(Language::English);
    let mut slips = Vec::new();
    let mut compare = |name: &str, title: &str, page: &Page| {
        let Some(answer) = answer(page, &localizer) else { return };
        if let Some(why) = contradiction(title, &answer) {
            slips.push(format!("{name}: {why}: {title} | {answer}"));
        }
    };
    for (name, predict) in PREDICTED.iter() {
        let title = picture::headline(predict, None, &localizer).title;
        compare(name, &title, &page::predict(predict, &localizer));
        let see = picture::see(&predict.machine, PictureLayout::Wide, &localizer);
        compare(name, &see.title, &page::see(&predict.machine, &localizer));
    }
    for answered in ANSWERED.iter() {
        let Some(plan) = &answered.plan else { continue };
        if let Some(drawn) = picture::plan(plan, PictureLayout::Wide, &localizer) {
            compare(&answered.name, &drawn.title, &page::plan(plan, &localizer));
        }
    }
    assert!(slips.is_empty(), "{}", slips.join("\n"));
}

/// Up to eight drives: 24 lines of 80 columns hold the whole answer.
#[test]
fn the_answer_fits_one_screen() {
    const MOST_DRIVES: usize = 8;
    let style = Style { width: 80, ..Style::default() };
    let mut slips = Vec::new();
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        let mut measure = |name: &str, verb: &str, page: Page| {
            let text = page.brief(&localizer, &style);
            let lines = text.lines().count();
            if lines > 24 {
                slips.push(format!("{verb} {name}: {lines} lines\n{text}"));
            }
        };
        for (name, predict) in PREDICTED.iter() {
            if predict.machine.drives.len() <= MOST_DRIVES {
                measure(name, "see", page::see(&predict.machine, &localizer));
                measure(name, "predict", page::predict(predict, &localizer));
            }
        }
        for answered in ANSWERED.iter() {
            let plan = answered.plan.as_ref();
            let drives = |plan: &&PlanDocument| {
                plan.devices.iter().map(|it| it.drives.len()).sum::<usize>() <= MOST_DRIVES
            };
            if let Some(plan) = plan.filter(drives) {
                measure(&answered.name, "plan", page::plan(plan, &localizer));
            }
        }
    }
    assert!(slips.is_empty(), "{}", slips.join("\n"));
}

/// What its owner calls a machine is what its page is called.
#[test]
fn the_name_of_a_machine_file_is_the_title() {
    let localizer = Localizer::new(Language::English);
    let mut named = 0;
    for seen in machines::catalogue() {
        let Some(name) = seen.file.as_ref().and_then(|it| it.file.name.clone()) else { continue };
        let page = page::see(&see::answer(&seen), &localizer);
        let text = page.text(&localizer, &Style { width: 200, ..Style::default() });
        assert_eq!(text.lines().next(), Some(name.as_str()), "{}", seen.name);
        named += 1;
    }
    assert!(named > 50, "{named}");
}
