//! From means side by side to documents.

use narrows_catalog::raid::{Claim, Extra, Places, Reader};
use narrows_messages::{Message, Text};
use narrows_model::Outcome;
use narrows_plan::device::Device;
use narrows_plan::feasibility::Answer;
use narrows_plan::inventory::Inventory;
use narrows_plan::means::Row;
use narrows_plan::placement::Placement;
use narrows_record::plan::Verdict;
use narrows_record::plan_beyond::{EngineRow, Rate, Said};
use narrows_record::predict::Limit;
use narrows_record::round_mb_s;
use narrows_units::{Bytes, BytesPerSec};

use super::{places, reasons};

/// The blocks of sequential and of random requests.
const BLOCKS: (Bytes, Bytes) = (Bytes::kib(128), Bytes::kib(4));

/// The wire form of means that [`narrows_plan::means::beside`] put side by side over these
/// placements.
pub fn means(
    rows: &[Row],
    (inventory, devices): (&Inventory, &[Device]),
    placements: &[Placement],
) -> Vec<EngineRow> {
    let of = |row: &Row| {
        let at = row.placement.and_then(|at| placements.get(at));
        let places = at.map(|at| places(inventory, devices, at)).unwrap_or_default();
        EngineRow { places, ..row_of(row) }
    };
    rows.iter().map(of).collect()
}

fn row_of(row: &Row) -> EngineRow {
    let (facts, rates) = (row.facts, &row.rates);
    let verdict = |answer: &Answer| Verdict::from(answer.verdict.word());
    let rated =
        |outcome: &Option<Outcome>, block| outcome.as_ref().map(|outcome| rate(outcome, block));
    let both = [row.made.as_ref(), row.starts.as_ref()];
    EngineRow {
        engine: facts.id.clone(),
        name: name(row),
        levels: facts.levels.iter().map(|range| range.level).collect(),
        made: row.made.as_ref().map(verdict),
        starts: row.starts.as_ref().map(verdict),
        why: reasons(row.made.as_ref()),
        why_starts: reasons(row.starts.as_ref()),
        set: each_once(&both, |answer| &answer.set),
        settle: each_once(&both, |answer| &answer.settle),
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
pub(super) fn rate(outcome: &Outcome, block: Bytes) -> Rate {
    Rate {
        mb_s: round_mb_s(outcome.rate.as_mb_s()),
        low_mb_s: round_mb_s(outcome.low.as_mb_s()),
        high_mb_s: round_mb_s(outcome.high.as_mb_s()),
        iops: outcome.rate.in_operations_of(block).get().round(),
        limit: Limit::of(&outcome.limit),
    }
}

fn name(row: &Row) -> Text {
    let card = || Message::new("plan-beyond-card").into();
    row.means.map_or_else(card, |means| means.to_string().into())
}

fn each_once(answers: &[Option<&Answer>], part: impl Fn(&Answer) -> &Vec<Message>) -> Vec<Text> {
    let mut said = Vec::new();
    for message in answers.iter().copied().flatten().flat_map(part) {
        let text = Text::from(message);
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said
}

fn said<T>(claim: &Claim<T>, is: Vec<String>, text: impl Into<Text>) -> Said {
    Said {
        is,
        text: text.into(),
        note: claim.note.clone(),
        source: claim.source.clone(),
        confidence: claim.confidence.to_string(),
    }
}

fn trim(claim: &Claim<Vec<u8>>) -> Said {
    let is: Vec<String> = claim.is.iter().map(u8::to_string).collect();
    let text = match is.is_empty() {
        true => Message::new("plan-beyond-trim-none"),
        false => Message::new("plan-beyond-trim-levels").with("levels", is.join(", ")),
    };
    said(claim, is, text)
}

/// Programs are called what they are called; what is no program's name is said.
fn tools(claim: &Claim<Vec<String>>) -> Said {
    let tool = |name: &String| match name.as_str() {
        "firmware menu" => Message::new("plan-beyond-tool-firmware").into(),
        "card menu" => Message::new("plan-beyond-tool-card").into(),
        "maker's program" => Message::new("plan-beyond-tool-maker").into(),
        name => Text::from(name),
    };
    let tools = Text::list("plan-beyond-and", claim.is.iter().map(tool));
    said(claim, claim.is.clone(), tools)
}

fn elsewhere(claim: &Claim<Vec<Reader>>) -> Said {
    let reader = |reader: &Reader| {
        Message::new(match reader {
            Reader::Linux => "plan-beyond-reader-linux",
            Reader::Windows => "plan-beyond-reader-windows",
            Reader::SameFirmware => "plan-beyond-reader-same-firmware",
            Reader::SameCard => "plan-beyond-reader-same-card",
        })
    };
    let readers = Text::list("plan-beyond-or", claim.is.iter().map(reader));
    let is = claim.is.iter().map(|it| it.to_string()).collect();
    said(claim, is, readers)
}

fn mixing(claim: &Claim<Places>) -> Said {
    let text = Message::new(match claim.is {
        Places::Any => "plan-beyond-places-any",
        Places::Chipset => "plan-beyond-places-chipset",
        Places::Processor => "plan-beyond-places-processor",
        Places::Card => "plan-beyond-places-card",
    });
    said(claim, vec![claim.is.to_string()], text)
}

fn extra(claim: &Claim<Extra>) -> Said {
    let text = Message::new(match claim.is {
        Extra::Nothing => "plan-beyond-extra-nothing",
        Extra::Key => "plan-beyond-extra-key",
        Extra::Card => "plan-beyond-extra-card",
    });
    said(claim, vec![claim.is.to_string()], text)
}
