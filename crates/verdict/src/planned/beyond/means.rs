//! From means side by side to documents.

use narrows_catalog::raid::{ArrayReader, NvmePlacement, RaidEngineClaim, RequiredPurchase};
use narrows_messages::{DocumentText, Message, each_once};
use narrows_model::TargetPrediction;
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::FeasibilityAnswer;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::means::RaidEngineRow;
use narrows_plan::placement::Placement;
use narrows_record::plan::AnswerVerdict;
use narrows_record::plan_beyond::{EngineOption, EngineStatement, PredictedRate};
use narrows_record::predict::LimitRecord;
use narrows_record::round_mb_s;
use narrows_units::{Bytes, BytesPerSec};

use super::{places, reasons};

/// The blocks of sequential and of random requests.
const BLOCKS: (Bytes, Bytes) = (Bytes::kib(128), Bytes::kib(4));

/// The wire form of means that [`narrows_plan::means::beside`] put side by side over these
/// placements.
pub fn means(
    rows: &[RaidEngineRow],
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    placements: &[Placement],
) -> Vec<EngineOption> {
    let of = |row: &RaidEngineRow| {
        let at = row.placement.and_then(|at| placements.get(at));
        let places = at.map(|at| places(inventory, devices, at)).unwrap_or_default();
        EngineOption { places, ..row_of(row) }
    };
    rows.iter().map(of).collect()
}

fn row_of(row: &RaidEngineRow) -> EngineOption {
    let (facts, rates) = (row.facts, &row.rates);
    let verdict = |answer: &FeasibilityAnswer| AnswerVerdict::from(answer.verdict.word());
    let rated = |outcome: &Option<TargetPrediction>, block| {
        outcome.as_ref().map(|outcome| rate(outcome, block))
    };
    let both = [&row.made, &row.starts];
    let answers = both.into_iter().flatten();
    EngineOption {
        engine: facts.id.clone(),
        name: name(row),
        levels: facts.levels.iter().map(|range| range.level).collect(),
        made: row.made.as_ref().map(verdict),
        starts: row.starts.as_ref().map(verdict),
        why: reasons(row.made.as_ref()),
        why_starts: reasons(row.starts.as_ref()),
        set: each_once(answers.clone().flat_map(|it| &it.set).map(DocumentText::from)),
        settle: each_once(answers.flat_map(|it| &it.settle).map(DocumentText::from)),
        places: Vec::new(),
        read: rated(&rates.read, BLOCKS.0),
        write: rated(&rates.write, BLOCKS.0),
        random_read: rated(&rates.random_read, BLOCKS.1),
        random_write: rated(&rates.random_write, BLOCKS.1),
        at_most_mb_s: row.at_most.map(BytesPerSec::as_mb_s).map(round_mb_s),
        trim: facts.trim.as_ref().map(trim),
        tools: facts.tools.as_ref().map(tools),
        elsewhere: facts.elsewhere.as_ref().map(elsewhere),
        mixing: facts.places.as_ref().map(mixing),
        extra: facts.extra.as_ref().map(extra),
        note: facts.note.clone(),
    }
}

/// The wire form of a rate of requests of this size.
pub(super) fn rate(outcome: &TargetPrediction, block: Bytes) -> PredictedRate {
    PredictedRate {
        mb_s: round_mb_s(outcome.rate.as_mb_s()),
        low_mb_s: round_mb_s(outcome.low.as_mb_s()),
        high_mb_s: round_mb_s(outcome.high.as_mb_s()),
        iops: outcome.rate.in_operations_of(block).get().round(),
        limit: LimitRecord::of(&outcome.limit),
    }
}

fn name(row: &RaidEngineRow) -> DocumentText {
    let card = || Message::new("plan-beyond-card").into();
    row.means.map_or_else(card, |means| means.to_string().into())
}

fn said<T>(
    claim: &RaidEngineClaim<T>,
    is: Vec<String>,
    text: impl Into<DocumentText>,
) -> EngineStatement {
    EngineStatement {
        is,
        text: text.into(),
        note: claim.note.clone(),
        source: claim.source.clone(),
        confidence: claim.confidence.to_string(),
    }
}

fn trim(claim: &RaidEngineClaim<Vec<u8>>) -> EngineStatement {
    let is: Vec<String> = claim.is.iter().map(u8::to_string).collect();
    let text = match is.is_empty() {
        true => Message::new("plan-beyond-trim-none"),
        false => Message::new("plan-beyond-trim-levels").with("levels", is.join(", ")),
    };
    said(claim, is, text)
}

/// Programs keep their names; anything else is put into words.
fn tools(claim: &RaidEngineClaim<Vec<String>>) -> EngineStatement {
    let tool = |name: &String| match name.as_str() {
        "firmware menu" => Message::new("plan-beyond-tool-firmware").into(),
        "card menu" => Message::new("plan-beyond-tool-card").into(),
        "maker's program" => Message::new("plan-beyond-tool-maker").into(),
        name => DocumentText::from(name),
    };
    let tools = DocumentText::list("plan-beyond-and", claim.is.iter().map(tool));
    said(claim, claim.is.clone(), tools)
}

fn elsewhere(claim: &RaidEngineClaim<Vec<ArrayReader>>) -> EngineStatement {
    let reader = |reader: &ArrayReader| {
        Message::new(match reader {
            ArrayReader::Linux => "plan-beyond-reader-linux",
            ArrayReader::Windows => "plan-beyond-reader-windows",
            ArrayReader::SameFirmware => "plan-beyond-reader-same-firmware",
            ArrayReader::SameCard => "plan-beyond-reader-same-card",
        })
    };
    let readers = DocumentText::list("plan-beyond-or", claim.is.iter().map(reader));
    let is = claim.is.iter().map(|it| it.to_string()).collect();
    said(claim, is, readers)
}

fn mixing(claim: &RaidEngineClaim<NvmePlacement>) -> EngineStatement {
    let text = Message::new(match claim.is {
        NvmePlacement::Any => "plan-beyond-places-any",
        NvmePlacement::Chipset => "plan-beyond-places-chipset",
        NvmePlacement::Processor => "plan-beyond-places-processor",
        NvmePlacement::Card => "plan-beyond-places-card",
    });
    said(claim, vec![claim.is.to_string()], text)
}

fn extra(claim: &RaidEngineClaim<RequiredPurchase>) -> EngineStatement {
    let text = Message::new(match claim.is {
        RequiredPurchase::Nothing => "plan-beyond-extra-nothing",
        RequiredPurchase::Key => "plan-beyond-extra-key",
        RequiredPurchase::Card => "plan-beyond-extra-card",
    });
    said(claim, vec![claim.is.to_string()], text)
}
