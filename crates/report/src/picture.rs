//! The picture that is the answer: potential of each drive, flow that arrives, and bottlenecks.
//!
//! A band's width is GB/s on one scale over the whole picture, so that the drives' potential is
//! visibly more than a bottleneck passes; losses are hatched, and end where they occur. Drives are at
//! the left, the processor at the right; alike drives of one place share a row.
//!
//! One layout for every document that knows drives and links (`see`, `predict`, `plan`, `run`), and for
//! hosts on shared storage (`cluster`): the same figures as on the terminal and in JSON. Three layouts: side by side, for narrow windows one
//! below the other, and a card of fixed size to be posted.
//!
//! Not here: painting (`svg`, `png`), and identifying bottlenecks: the document names them.

mod card;
mod cluster;
pub(crate) mod content;
mod flows;
mod headline;
mod lettering;
mod machine;
mod passage;
mod placed;
mod rates;
mod rows;
mod say;
mod slim;
mod wide;

use narrows_messages::Localizer;
use narrows_record::hosts::HostsDocument;
use narrows_record::hosts::predict::HostsPredictDocument;
use narrows_record::plan::PlanDocument;
use narrows_record::predict::PredictDocument;
use narrows_record::run::{RunDocument, RunFinding};
use narrows_record::see::SeeDocument;

pub(crate) use self::cluster::{of_hosts, of_predicted};
use self::content::PictureContent;
pub use self::headline::{DrawnDrive, DrawnPlace, HeadlineFigure, PictureHeadline, headline};
pub(crate) use self::rates::RunLead;
use self::rates::{FigureOrigin, PictureRates};
use crate::page::plan_title;
use crate::scene::Scene;
use crate::words;

/// An explanation no less likely than all others together is worth acting on; advice by itself
/// shows no percentage.
pub(crate) const LIKELY: f64 = 0.5;
/// Sentences of advice that a picture has room for.
const MOST_ADVICE: usize = 1;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureLayout {
    /// From left to right, 1,200 pixels wide or more.
    #[default]
    Wide,
    /// From top to bottom, 380 pixels wide.
    Slim,
    /// 1,200 by 630 pixels, as sites show a picture of a page: for being posted.
    Card,
}

/// Capacity of a machine's links, as a picture.
pub fn see(see: &SeeDocument, layout: PictureLayout, localizer: &Localizer) -> Scene {
    laid_out(&of_see(see, localizer), layout, localizer)
}

/// Predicted combined rates of drives, as a picture. `advice` is the planner's; without any, the
/// upgrade with the greatest gain takes its place.
pub fn predict(
    predict: &PredictDocument,
    advice: Option<String>,
    layout: PictureLayout,
    localizer: &Localizer,
) -> Scene {
    laid_out(&of_predict(predict, advice, localizer), layout, localizer)
}

/// Measured combined rates of drives, as a picture.
pub fn run(run: &RunDocument, layout: PictureLayout, localizer: &Localizer) -> Scene {
    laid_out(&of_run(run, localizer), layout, localizer)
}

/// Two runs for being put beside each other, with bars on one scale.
pub fn runs(runs: [&RunDocument; 2], localizer: &Localizer) -> [Scene; 2] {
    let contents = runs.map(|run| of_run(run, localizer));
    let widest = contents.iter().map(slim::widest).fold(0.0, f64::max);
    contents.map(|content| slim::scene_on(&content, widest))
}

/// The best arrangement of a plan, as a picture; `None` if there is none.
pub fn plan(plan: &PlanDocument, layout: PictureLayout, localizer: &Localizer) -> Option<Scene> {
    Some(laid_out(&of_plan(plan, localizer)?, layout, localizer))
}

/// Rates of hosts on shared storage, as a picture; `None` if they did not run together.
pub fn hosts(
    document: &HostsDocument,
    layout: PictureLayout,
    localizer: &Localizer,
) -> Option<Scene> {
    Some(laid_out(&of_hosts(document, localizer)?, layout, localizer))
}

/// Predicted rates of hosts on shared storage under the first workload, as a picture.
pub fn hosts_predict(
    document: &HostsPredictDocument,
    layout: PictureLayout,
    localizer: &Localizer,
) -> Option<Scene> {
    let workload = document.workloads.first()?;
    Some(laid_out(&of_predicted(document, workload, localizer)?, layout, localizer))
}

pub(crate) fn of_see(see: &SeeDocument, localizer: &Localizer) -> PictureContent {
    of_machine(see, &PictureRates::default(), (Vec::new(), &see.narrows), localizer)
}

pub(crate) fn of_predict(
    predict: &PredictDocument,
    advice: Option<String>,
    localizer: &Localizer,
) -> PictureContent {
    let rates = PictureRates::of_predict(predict, localizer).or_links();
    let advice = advice.filter(|_| rates.is_short());
    let advice = advice.into_iter().chain(say::upgrade(predict, &rates, localizer));
    let advice = (advice.into_iter().collect(), predict.narrows.as_str());
    of_machine(&predict.machine, &rates, advice, localizer)
}

pub(crate) fn of_run(run: &RunDocument, localizer: &Localizer) -> PictureContent {
    let rates = PictureRates::of_run(run).or_links();
    let causes = run.sharing.iter().flat_map(|sharing| &sharing.causes);
    // Where something on the way holds drives back, a faster drive is no remedy.
    let limits = rates.by_drive.values().filter_map(|rate| rate.limit.as_ref());
    let is_on_the_way = limits.into_iter().any(|limit| !rates::is_own(limit));
    let causes = causes.filter(|cause| cause.likelihood >= LIKELY);
    let causes = causes.filter(|cause| cause.limit.is_some() || !is_on_the_way);
    let remedies = causes
        .filter_map(|cause| cause.remedy.as_ref())
        .map(|it| words::sentence(&it.text, localizer));
    // A drive at fault is mended before any other change.
    let is_fault = matches!(rates.lead, Some(RunLead::Fault(_)));
    let remedies = remedies.filter(|_| !is_fault);
    let advice = remedies.chain(sentences(&run.findings, localizer)).take(MOST_ADVICE);
    // Links alone show nothing of what was measured.
    let advice = advice.filter(|_| is_fault || rates.origin != FigureOrigin::Capacity).collect();
    of_machine(&run.machine, &rates, (advice, &run.narrows), localizer)
}

pub(crate) fn of_plan(plan: &PlanDocument, localizer: &Localizer) -> Option<PictureContent> {
    let best = plan.best.as_ref()?;
    let rates = PictureRates::of_placed(best).or_links();
    let drawn = placed::drawn(plan, best, &rates, localizer);
    let advice = sentences(&plan.findings, localizer).take(MOST_ADVICE).collect();
    let around = (plan_title(plan, localizer), plan.narrows.as_str());
    Some(say::content(drawn, &rates, advice, around, localizer))
}

fn sentences(findings: &[RunFinding], localizer: &Localizer) -> impl Iterator<Item = String> {
    findings.iter().map(move |finding| words::sentence(&finding.text, localizer))
}

fn of_machine(
    see: &SeeDocument,
    rates: &PictureRates,
    (advice, version): (Vec<String>, &str),
    localizer: &Localizer,
) -> PictureContent {
    let drawn = machine::drawn(see, rates, localizer);
    let name = words::machine_title(&see.host, &see.source, localizer);
    say::content(drawn, rates, advice, (name, version), localizer)
}

pub(crate) fn laid_out(
    content: &PictureContent,
    layout: PictureLayout,
    localizer: &Localizer,
) -> Scene {
    match layout {
        PictureLayout::Card => card::scene(content, localizer),
        PictureLayout::Wide => wide::scene(content),
        PictureLayout::Slim => slim::scene(content),
    }
}
