//! The best arrangement of what is on the page, as `narrows plan` finds it.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message, Text};
use narrows_record::plan::{Plan, Put, Trade};
use narrows_verdict::answer::Time;
use narrows_verdict::answer::plan::{self, Asked};
use serde::Serialize;

use crate::dropped::Dropped;
use crate::problem::Problem;
use crate::source;
use crate::state::State;
use crate::view::{Arranged, Rate};

/// Number of arrangements shown, as `narrows plan` has it.
const TOP: usize = 3;

/// The best arrangement.
#[derive(Clone, Debug, Serialize)]
pub struct Best {
    /// `narrows.plan/1`.
    pub plan: Plan,
    /// Where everything goes; empty where nothing is possible.
    pins: BTreeMap<String, String>,
    #[serde(rename = "set")]
    settings: BTreeMap<String, String>,
    text: Vec<Text>,
    gain: Option<String>,
    proof: Option<String>,
    moves: Vec<Text>,
    contradiction: Option<Vec<Text>>,
    trades: Vec<Traded>,
}

/// What lanes of cards cost the drives: one arrangement of the curve.
#[derive(Clone, Debug, Serialize)]
struct Traded {
    text: String,
    want: Vec<String>,
    pins: BTreeMap<String, String>,
    #[serde(rename = "set")]
    settings: BTreeMap<String, String>,
    rate: Rate,
    lanes: Counted,
    sata: Option<Counted>,
    current: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Counted {
    text: String,
    number: f64,
}

/// The plan of what the page shows, what was moved by hand counting as where it is today.
///
/// # Errors
/// The state names what is not known, or there is nothing to place.
pub fn best(
    state: &State,
    dropped: &Dropped,
    time: Time,
    localizer: &Localizer,
) -> Result<Best, Problem> {
    let plan = plan(state, dropped, time, localizer)?;
    let gain = plan.today.as_ref().zip(plan.best.as_ref()).and_then(|(today, best)| {
        let more = best.total_mb_s - today.total_mb_s;
        let message = Message::new("arrange-gain").with("rate", Rate::mb_s(more).text());
        (more >= 0.5).then(|| localizer.say(&message))
    });
    let best = plan.best.as_ref();
    let contradiction = plan.impossible.as_ref().map(|impossible| impossible.clashes.clone());
    Ok(Best {
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
    state: &State,
    dropped: &Dropped,
    time: Time,
    localizer: &Localizer,
) -> Result<Plan, Problem> {
    let mut asked = Asked { want: want(state), top: TOP, ..Asked::default() };
    asked.system = state.system();
    let planned = if state.pins.is_empty() && state.without.is_empty() {
        let additions = state.additions();
        asked.additions = (!additions.is_empty()).then(|| additions.join(","));
        source::planned(state, dropped, localizer)?
    } else {
        Arranged::of(state, dropped, localizer)?.arrangement.with_all()
    };
    let answer = plan::answer(&asked, planned, time);
    answer.map(|answer| answer.plan).map_err(|failure| Problem::from_failure(&failure, localizer))
}

/// What is wanted; the workload of the page first, where one is chosen and nothing else is.
fn want(state: &State) -> Vec<String> {
    let array = state.array.as_ref().map(|array| {
        if array.members.is_empty() {
            array.level.clone()
        } else {
            format!("{}={}", array.level, array.members.join("+"))
        }
    });
    let workload = state.workload.iter().cloned();
    state.want.iter().cloned().chain(array).chain(workload).collect()
}

fn pins(puts: &[Put]) -> BTreeMap<String, String> {
    puts.iter().map(|put| (put.device.clone(), put.slot.clone())).collect()
}

fn set(settings: &[narrows_record::plan::Setting]) -> BTreeMap<String, String> {
    settings.iter().map(|it| (it.name.clone(), it.value.clone())).collect()
}

fn traded(trade: &Trade, state: &State, localizer: &Localizer) -> Traded {
    let lanes = trade.cards.iter().filter_map(|card| card.link).map(|link| f64::from(link.lanes));
    let lanes: f64 = lanes.fold(0.0, |sum, lanes| sum + lanes);
    let rate = Rate::mb_s(trade.score.value);
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
    Traded {
        text: localizer.say(&text.with("rate", rate.text())),
        want,
        pins: pins(&trade.placements),
        settings: set(&trade.set),
        rate,
        lanes: Counted { text: localizer.say(&lanes_text), number: lanes },
        sata: Some(Counted { text: localizer.say(&sata_text), number: trade.free_sata as f64 }),
        current: trade.is_best,
    }
}
