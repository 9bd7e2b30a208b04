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
    let of = |mut source: SourceMachine| {
        let name = source.name.clone();
        let answer = predict::answer(&predict::PredictionRequest::default(), &mut source);
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

/// The sentences at the head of a page, as they are on a screen of any width.
fn answers(page: &Page, localizer: &Localizer) -> Vec<String> {
    let text = page.text(localizer, &Style { width: 10_000, ..Style::default() });
    text.lines().filter_map(|line| line.strip_prefix("▶ ")).map(str::to_owned).collect()
}

/// Why a picture's title contradicts the sentences above it; none where it does not.
fn contradiction(title: &str, answers: &[String]) -> Option<&'static str> {
    // The picture is of the main workload; sentences on others begin with their names.
    let is_limit = |answer: &&String| {
        let names_one = answer.contains("ottleneck: ") || answer.contains("Upper bound: ");
        names_one && !answer.starts_with("Under ")
    };
    let mut limits: Vec<&String> = answers.iter().filter(is_limit).collect();
    if limits.is_empty() {
        limits.extend(answers.iter().filter(|answer| answer.contains("ottleneck: ")).take(1));
        if !title.starts_with("Bottleneck: ") {
            limits.clear();
        }
    }
    let Some(named) = title.strip_prefix("Bottleneck: ") else {
        let is_denied = title.starts_with("No ") || title.contains(" alone: ");
        let is_unknown = title.contains("unknown");
        return match (limits.first(), is_denied || is_unknown) {
            (Some(_), true) => Some("the picture shows no bottleneck"),
            (None, _) if is_unknown => Some("the picture says that something is not known"),
            _ => None,
        };
    };
    // Of several, the picture counts those that it does not name.
    let more = named.rsplit_once(" and ").filter(|(_, rest)| rest.ends_with(" more"));
    let (name, more) = more.map_or((named, 0), |(name, rest)| {
        (name, rest.trim_end_matches(" more").parse().unwrap_or(usize::MAX))
    });
    let Some(first) = limits.first() else { return Some("the sentences name none") };
    // Links of drives that do the same are named together, as those of an array's members are.
    let is_each = first.contains("the link of each ") && name.contains("link of ");
    if !first.contains(name) && !is_each {
        return Some("the picture names another bottleneck");
    }
    (more > 0 && more != limits.len() - 1).then_some("the picture counts others")
}

/// Sentence and picture are one conclusion.
#[test]
fn a_picture_names_the_bottleneck_of_the_sentence_above_it() {
    let localizer = Localizer::new(Language::English);
    let mut slips = Vec::new();
    let mut compare = |name: &str, title: &str, page: &Page| {
        let mut answers = answers(page, &localizer);
        // After the first, a plan's sentences are about other placements.
        if answers.first().is_some_and(|first| first.contains("lacement")) {
            answers.truncate(1);
        }
        if let Some(why) = contradiction(title, &answers) {
            slips.push(format!("{name}: {why}: {title} | {answers:?}"));
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

/// A rate that drives have in common, or that an only one has, is in a sentence, whatever limits it.
#[test]
fn a_predicted_rate_is_said_first() {
    let localizer = Localizer::new(Language::English);
    for (name, predict) in PREDICTED.iter() {
        let is_one = predict.results.len() == 1;
        let of_all = predict.results.iter().any(|row| row.set == TargetSet::All);
        let first = answers(&page::predict(predict, &localizer), &localizer).into_iter().next();
        let has_rate = first.as_ref().is_some_and(|it| it.contains("B/s") || it.contains("IOPS"));
        assert!(has_rate || !is_one && !of_all, "{name}: {first:?}");
    }
}

/// What a picture says at its head is on the page beside it, in one unit and with one rounding.
#[test]
fn a_pictures_figures_are_those_of_its_page() {
    let localizer = Localizer::new(Language::English);
    let mut slips = Vec::new();
    for (name, predict) in PREDICTED.iter() {
        let drawn = picture::headline(predict, None, &localizer);
        let text = page::predict(predict, &localizer).markdown(&localizer);
        // What links carry in sum is the picture's own figure, where no drive has a rate.
        let is_said =
            |label: &str| !["own links", "rated speed"].iter().any(|it| label.contains(it));
        let figures = drawn.figures.iter().filter(|figure| is_said(&figure.label));
        for figure in figures.filter(|figure| !figure.value.starts_with('−')) {
            if !text.contains(figure.value.trim_start_matches("≤ ")) {
                slips.push(format!("{name}: {} {}", figure.value, figure.label));
            }
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
    for source in machines::catalogue() {
        let Some(name) = source.file.as_ref().and_then(|it| it.file.name.clone()) else { continue };
        let page = page::see(&see::answer(&source), &localizer);
        let text = page.text(&localizer, &Style { width: 200, ..Style::default() });
        assert_eq!(text.lines().next(), Some(name.as_str()), "{}", source.name);
        named += 1;
    }
    assert!(named > 50, "{named}");
}
