//! The page and the report of a sweep made up for the purpose.

use narrows_messages::{Language, Localizer};
use narrows_record::run::{RunDocument, RunFinding};
use narrows_record::see::DocumentNote;
use narrows_record::stripe::{
    ArrayVersusSeparate, CacheModeFigures, CandidateFigure, RankedCandidate, StripeCandidate,
    StripeJob, StripeRecommendation, StripeRecord,
};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::{Style, svg};

fn english() -> Localizer {
    Localizer::new(Language::English)
}

fn job(name: &str, pattern: &str, direction: &str, block: u64, depth: u32) -> StripeJob {
    let by_latency = block == 4096 && depth == 1;
    StripeJob {
        name: name.into(),
        pattern: pattern.into(),
        direction: direction.into(),
        block,
        depth,
        by_latency,
    }
}

fn candidate(kib: u64, dropped_for: Option<&str>) -> StripeCandidate {
    StripeCandidate {
        id: format!("raid0-{kib}k"),
        level: "raid0".into(),
        chunk: Some(kib << 10),
        members: vec!["a".into(), "b".into()],
        cache: "direct".into(),
        dropped_for: dropped_for.map(Into::into),
    }
}

fn figure(job: &str, mb_s: f64, share: f64) -> CandidateFigure {
    CandidateFigure {
        job: job.into(),
        mb_s,
        share,
        latency_us: Some(80.0 / share),
        ..CandidateFigure::default()
    }
}

/// 64 KiB reads best, 32 KiB waits least and is taken, 4 KiB was dropped.
fn sample() -> StripeRecord {
    let rows = [(4, 0.7, 900.0, 0.55), (32, 1.0, 1560.0, 0.96), (64, 0.8, 1620.0, 1.0)];
    let ranked = |(kib, wait, mb_s, share): (u64, f64, f64, f64)| RankedCandidate {
        candidate: format!("raid0-{kib}k"),
        score: 0.98,
        spread: 0.01,
        figures: vec![figure("seq", mb_s, share), figure("wait", 50.0, wait)],
    };
    let [small, middle, large] = rows.map(ranked);
    StripeRecord {
        drives: vec!["a".into(), "b".into()],
        jobs: vec![
            job("seq", "sequential", "read", 1 << 20, 8),
            job("wait", "random", "write", 4096, 1),
        ],
        candidates: vec![candidate(4, Some("raid0-32k")), candidate(32, None), candidate(64, None)],
        ranking: vec![middle, large],
        set_aside: vec![small],
        recommendation: Some(StripeRecommendation {
            candidate: "raid0-32k".into(),
            is_worth_it: true,
            reason: "It <waits> least.\u{1b}[31m".into(),
            ..StripeRecommendation::default()
        }),
        separate: vec![ArrayVersusSeparate {
            job: "wait".into(),
            array_mb_s: 50.0,
            best_single_mb_s: 40.0,
            all_separate_mb_s: Some(90.0),
            array_latency_us: Some(80.0),
            single_latency_us: Some(100.0),
        }],
        caches: vec![CacheModeFigures {
            mode: "page-cache".into(),
            loses: "what is in memory".into(),
            not_tried: Some("no rights".into()),
            ..CacheModeFigures::default()
        }],
        ..StripeRecord::default()
    }
}

fn swept(stripe: &StripeRecord) -> RunDocument {
    RunDocument { stripe: Some(stripe.clone()), ..RunDocument::default() }
}

fn shown(stripe: &StripeRecord, localizer: &Localizer) -> Page {
    crate::page::run(&swept(stripe), localizer)
}

fn line<'a>(page: &'a str, start: &str) -> &'a str {
    page.lines().find(|line| line.starts_with(start)).unwrap_or_default()
}

#[test]
fn the_page_says_what_to_take_and_marks_the_best() {
    let page = shown(&sample(), &english()).text(&english(), &Style::default());
    let take = page.find("▶ Use RAID 0 32 KiB.").unwrap();
    assert!(take < page.find("Reads · MB/s").unwrap(), "{page}");
    assert!(page.contains("  It <waits> least.") && !page.contains('\u{1b}'), "{page}");
    let (reads, writes) = page.split_once("Writes · MB/s").unwrap();
    assert!(line(reads, "RAID 0 64 KiB").contains("● 1620"), "{page}");
    assert!(line(reads, "RAID 0 32 KiB ◀").contains("1560"), "{page}");
    // A synchronous request is shown as time: 80 µs, and 80 / 0.8 = 100 of the other.
    assert!(line(writes, "RAID 0 32 KiB ◀").contains("● 80.0 µs"), "{page}");
    assert!(line(writes, "RAID 0 64 KiB").contains("  100.0 µs"), "{page}");
    assert!(line(reads, "RAID 0 4 KiB ×").contains("900"), "{page}");
    assert!(page.contains("× RAID 0 4 KiB: clearly worse than RAID 0 32 KiB"), "{page}");
    let beside = line(&page, "Writes · RND4K Q1");
    assert!(beside.contains("80.0 µs") && beside.contains("90.0 MB/s"), "{page}");
    assert!(page.contains("Not tried: no rights"), "{page}");
}

/// An array that is not worth it, or cannot be judged, is not recommended.
#[test]
fn the_headline_is_what_follows() {
    let finding = |id: &str| RunFinding {
        id: id.into(),
        targets: Vec::new(),
        text: "As it is.".into(),
        limit: None,
    };
    let mut run = swept(&sample());
    run.findings = vec![finding("stripe-no-gain-slower")];
    assert!(take(&run, &sample(), &english()).starts_with("Use the drives separately"));
    run.findings = vec![finding("stripe-worth-unclear")];
    assert!(take(&run, &sample(), &english()).contains("is unclear"));
    run.findings = vec![finding("stripe-worth"), finding("stripe-risk-stripe")];
    assert_eq!(take(&run, &sample(), &english()), "Use RAID 0 32 KiB.");
    let note = DocumentNote::of(None, &Message::new("stripe-verb-same-drive"));
    run.notes = vec![note];
    assert!(take(&run, &sample(), &english()).starts_with("No array can be judged"));
    let left: Vec<&str> = findings(&run).map(|it| it.id.as_str()).collect();
    assert_eq!(left, ["stripe-risk-stripe"]);
}

/// Where all chunks do the same, none is the best.
#[test]
fn no_sign_stands_beside_most_of_a_column() {
    let mut same = sample();
    for ranked in same.ranking.iter_mut().chain(&mut same.set_aside) {
        ranked.figures.iter_mut().for_each(|figure| figure.share = 1.0);
    }
    let page = shown(&same, &english()).text(&english(), &Style::default());
    assert!(!page.contains('●'), "{page}");
}

#[test]
fn lines_fit_the_page_in_both_languages() {
    let mut wide = sample();
    for depth in 1..9 {
        let name = format!("seq{depth}");
        wide.jobs.push(job(&name, "random", "read", 512 << 10, depth));
        let of = |ranked: &mut RankedCandidate| ranked.figures.push(figure(&name, 1234.0, 0.9));
        wide.ranking.iter_mut().chain(&mut wide.set_aside).for_each(of);
    }
    for language in Language::ALL {
        for width in [40, 60, 100] {
            let style = Style { width, ..Style::default() };
            let page =
                shown(&wide, &Localizer::new(language)).text(&Localizer::new(language), &style);
            let widest = page.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
            assert!(widest <= width, "{widest} of {width}:\n{page}");
            // No column is lost on a narrow page: 1 + 8 reads and a write of three candidates.
            assert_eq!(page.matches("1234").count(), 8 * 3, "{page}");
        }
    }
}

#[test]
fn nothing_measured_is_said_so() {
    for empty in [StripeRecord::default(), StripeRecord { ranking: Vec::new(), ..sample() }] {
        let empty = StripeRecord { recommendation: None, ..empty };
        let page = shown(&empty, &english()).text(&english(), &Style::default());
        assert!(page.contains("▶ No recommendation: no array was measured in every job"), "{page}");
        let report = shown(&empty, &english()).html(&swept(&empty), &english());
        assert!(report.contains("<h1>No recommendation: no array was measured"), "{report}");
    }
    assert_eq!(svg::chunks(&StripeRecord::default(), &english()), None);
}

#[test]
fn the_report_is_whole_and_harmless() {
    let page = shown(&sample(), &english()).html(&swept(&sample()), &english());
    assert!(page.contains("<h1>Use RAID 0 32 KiB.</h1>"), "{page}");
    assert!(page.contains("It &lt;waits&gt; least.") && !page.contains('\u{1b}'));
    for row in ["<th>RAID 0 32 KiB ◀</th>", ">RAID 0 4 KiB ×</span></th>"] {
        assert!(page.contains(row), "{row}: {page}");
    }
    for foreign in ["http://", "https://", "src=", "@import"] {
        let known = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!known.contains(foreign), "{foreign}");
    }
}

/// Of three chunks on a logarithmic axis 32 KiB lies three quarters of the way from 4 to 64 KiB:
/// from 60 to 860 - 190 = 670, at 517.5. Reads have one line, writes another.
#[test]
fn chunks_are_drawn_on_a_logarithmic_axis() {
    let drawing = svg::chunks(&sample(), &english()).unwrap();
    assert_eq!(drawing.matches("<polyline").count(), 2);
    assert_eq!(drawing.matches("cx=\"517.5\"").count(), 2, "{drawing}");
    assert_eq!(drawing.matches("<circle").count(), 6);
    assert!(drawing.contains("RAID 0 · Reads") && drawing.contains(">SEQ1M Q8<"));
    let single = StripeRecord { candidates: vec![candidate(32, None)], ..sample() };
    assert_eq!(svg::chunks(&single, &english()), None);
}
