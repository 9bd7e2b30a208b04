//! What people see first, of every machine of the catalogue and every capture, in both languages: one
//! form for one figure and no sentence with a hole in it.

use narrows_messages::{Language, Localizer};
use narrows_record::predict::PredictDocument;
use narrows_record::word::TargetSet;
use narrows_report::{Page, Style, page};
use narrows_units::BytesPerSec;
use narrows_verdict::answer::predict;

use crate::machines::{self, ANSWERED};

fn predictions() -> impl Iterator<Item = (String, PredictDocument)> {
    machines::all().filter_map(|mut seen| {
        let name = seen.name.clone();
        let answer = predict::answer(&predict::PredictionRequest::default(), &mut seen);
        Some((name, answer.ok()?))
    })
}

/// The pages of all answers, with the machine that each is of.
fn pages(localizer: &Localizer) -> Vec<(String, Page)> {
    let predicted = predictions().map(|(name, it)| (name, page::predict(&it, localizer)));
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

/// One thousand megabytes are a gigabyte wherever they stand: no figure has two forms on a page.
#[test]
fn a_rate_has_one_form() {
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for (name, page) in pages(&localizer) {
            // What a unit is, is told in it.
            let text = page.text(&localizer, &Style { width: 200, ..Style::default() });
            let text: String = text.lines().filter(|line| !line.contains("10^6")).collect();
            let large = amounts(&text, " MB/s").find(|amount| *amount >= 999.5);
            assert_eq!(large, None, "{name}: {text}");
            let small = amounts(&text, " GB/s").find(|amount| *amount > 0.0 && *amount < 0.9995);
            assert_eq!(small, None, "{name}: {text}");
        }
    }
}

/// What the document says of all drives at once stands on the page as it is rounded everywhere.
#[test]
fn a_page_has_the_figures_of_its_document() {
    let localizer = Localizer::new(Language::English);
    for (name, predict) in predictions() {
        let text = page::predict(&predict, &localizer).text(&localizer, &Style::default());
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
                    // Lines that are no sentences stand in columns.
                    let is_column = trace == "  " && !line.ends_with(['.', '。']);
                    assert!(is_column || !line.contains(trace), "{name}: {trace:?} in {line}");
                }
            }
        }
    }
}
