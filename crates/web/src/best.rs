//! Best arrangement of the devices on the page, as `narrows plan` finds it.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_model::RaidEngine;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_record::plan::{DevicePlacement, LaneTrade, PlanDocument};
use narrows_verdict::answer::TimeBudget;
use narrows_verdict::answer::plan::{self, PlanRequest};
use serde::Serialize;

use crate::dropped::DroppedFiles;
use crate::problem::PageProblem;
use crate::source;
use crate::state::PageState;
use crate::view::{RateText, ViewedArrangement};

/// Number of arrangements shown, as `narrows plan` has it.
const TOP: usize = 3;

#[derive(Clone, Debug, Serialize)]
pub struct BestArrangement {
    /// `narrows.plan/1`.
    pub plan: PlanDocument,
    /// Where everything goes; empty if nothing is possible.
    pins: BTreeMap<String, String>,
    #[serde(rename = "set")]
    settings: BTreeMap<String, String>,
    text: Vec<DocumentText>,
    gain: Option<String>,
    proof: Option<String>,
    moves: Vec<DocumentText>,
    contradiction: Option<Vec<DocumentText>>,
    trades: Vec<TradedLanes>,
}

/// Cost of cards' lanes to the drives: one arrangement of the curve.
#[derive(Clone, Debug, Serialize)]
struct TradedLanes {
    text: String,
    want: Vec<String>,
    pins: BTreeMap<String, String>,
    #[serde(rename = "set")]
    settings: BTreeMap<String, String>,
    rate: RateText,
    lanes: LabelledCount,
    sata: Option<LabelledCount>,
    current: bool,
}

#[derive(Clone, Debug, Serialize)]
struct LabelledCount {
    text: String,
    number: f64,
}

/// The plan of the page's machine, with devices moved by hand counting as today's.
///
/// # Errors
/// The state names what is not known, or there is nothing to place.
pub fn best(
    state: &PageState,
    dropped: &DroppedFiles,
    time: TimeBudget,
    localizer: &Localizer,
) -> Result<BestArrangement, PageProblem> {
    let plan = plan(state, dropped, time, localizer)?;
    let gain = plan.today.as_ref().zip(plan.best.as_ref()).and_then(|(today, best)| {
        let more = best.total_mb_s - today.total_mb_s;
        let message = Message::new("arrange-gain").with("rate", RateText::mb_s(more).text());
        (more >= 0.5).then(|| localizer.say(&message))
    });
    let best = plan.best.as_ref();
    let contradiction = plan.impossible.as_ref().map(|impossible| impossible.clashes.clone());
    Ok(BestArrangement {
        pins: best.map(|best| pins(&best.placements)).unwrap_or_default(),
        settings: best.map(|best| set(&best.set)).unwrap_or_default(),
        text: plan.findings.iter().map(|finding| finding.text.clone()).collect(),
        gain,
        proof: plan.proof.as_ref().map(|proof| {
            let id = if proof.exact { "arrange-proof" } else { "arrange-proof-gap" };
            // Rounded up, so that a stated bound holds.
            let gap = format!("{:.1}", (proof.gap.unwrap_or_default() * 1000.0).ceil() / 10.0);
            let message = Message::new(id).with("looked", proof.looked_at);
            localizer.say(&message.with("gap", gap))
        }),
        moves: plan.moves.iter().map(|step| step.text.clone()).collect(),
        contradiction,
        trades: plan.trades.iter().map(|trade| traded(trade, state, localizer)).collect(),
        plan,
    })
}

/// The document alone: of a source that was left as it is the very one of `narrows plan`.
///
/// # Errors
/// See [`best`].
pub fn plan(
    state: &PageState,
    dropped: &DroppedFiles,
    time: TimeBudget,
    localizer: &Localizer,
) -> Result<PlanDocument, PageProblem> {
    let mut request = PlanRequest { want: want(state), top: TOP, ..PlanRequest::default() };
    request.system = state.system();
    let planned = if state.pins.is_empty() && state.without.is_empty() {
        let additions = state.additions();
        request.additions = (!additions.is_empty()).then(|| additions.join(","));
        source::planned(state, dropped, localizer)?
    } else {
        ViewedArrangement::of(state, dropped, localizer)?.arrangement.with_all()
    };
    let answer = plan::answer(&request, planned, time);
    answer
        .map(|answer| answer.plan)
        .map_err(|failure| PageProblem::from_failure(&failure, localizer))
}

/// The requests: those in words, then the array and the workload of the page, if chosen.
fn want(state: &PageState) -> Vec<String> {
    let array = state.array.as_ref().map(|array| {
        let engine = RaidEngine::named(&array.engine);
        let makers = RaidEngineKind::ALL.into_iter().filter(|it| Some(it.engine()) == engine);
        let makers: Vec<&str> = makers.map(RaidEngineKind::id).collect();
        let part = |sign: &str, names: String| {
            if names.is_empty() { names } else { format!("{sign}{names}") }
        };
        let (by, of) = (part(":", makers.join("/")), part("=", array.members.join("+")));
        format!("{}{by}{of}", array.level)
    });
    let workload = state.workload.iter().cloned();
    state.want.iter().cloned().chain(array).chain(workload).collect()
}

fn pins(puts: &[DevicePlacement]) -> BTreeMap<String, String> {
    puts.iter().map(|put| (put.device.clone(), put.slot.clone())).collect()
}

fn set(settings: &[narrows_record::plan::PlanSetting]) -> BTreeMap<String, String> {
    settings.iter().map(|it| (it.name.clone(), it.value.clone())).collect()
}

fn traded(trade: &LaneTrade, state: &PageState, localizer: &Localizer) -> TradedLanes {
    let lanes = trade.cards.iter().filter_map(|card| card.link).map(|link| f64::from(link.lanes));
    let lanes: f64 = lanes.fold(0.0, |sum, lanes| sum + lanes);
    let rate = RateText::mb_s(trade.score.value);
    let cards = trade.cards.iter().map(|card| match card.link {
        Some(link) => format!("{} x{}", card.device, link.lanes),
        None => card.device.clone(),
    });
    let cards: Vec<String> = cards.collect();
    let text = Message::new("arrange-trade").with("cards", cards.join(", "));
    let lanes_text = Message::new("arrange-trade-lanes").with("lanes", lanes);
    let sata_text = Message::new("arrange-trade-sata").with("ports", trade.free_sata);
    let mut want = state.want.clone();
    want.push(trade.want.clone());
    TradedLanes {
        text: localizer.say(&text.with("rate", rate.text())),
        want,
        pins: pins(&trade.placements),
        settings: set(&trade.set),
        rate,
        lanes: LabelledCount { text: localizer.say(&lanes_text), number: lanes },
        sata: Some(LabelledCount {
            text: localizer.say(&sata_text),
            number: trade.free_sata as f64,
        }),
        current: trade.is_best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::PageArrayState;

    #[test]
    fn the_array_is_wanted_by_its_engine() {
        for (engine, members, expected) in [
            ("", vec![], "raid0"),
            ("md", vec![], "raid0:linux-md"),
            ("intel-rst", vec!["a", "b"], "raid0:intel-rst/intel-rst-vmd=a+b"),
            ("btrfs", vec!["a", "b"], "raid0=a+b"),
        ] {
            let members = members.into_iter().map(str::to_owned).collect();
            let (level, engine) = ("raid0".to_owned(), engine.to_owned());
            let array = Some(PageArrayState { level, engine, members, chunk: None });
            assert_eq!(want(&PageState { array, ..PageState::empty() }), [expected]);
        }
    }
}
