//! Predictions beside published figures: error, band, limit, and whether it is close enough.

use narrows_catalog::casebook::{CasebookEntry, InputBasis};
use narrows_messages::{DocumentText, Message};
use narrows_record::casebook as wire;
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::word::FigureUnit;

use super::ask::CasebookAnswer;
use super::{CasebookSelection, said};
use crate::thresholds::casebook::PUBLISHED_TOLERANCE;

/// A row with its prediction.
pub(super) struct CasebookComparison {
    pub book: CasebookSelection,
    pub row: &'static CasebookEntry,
    pub ours: Result<Option<CasebookAnswer>, Message>,
}

impl CasebookComparison {
    pub fn into_wire(self) -> wire::CasebookRow {
        let Self { book, row, ours } = self;
        let (ours, problem) = match ours {
            Ok(ours) => (ours, None),
            Err(problem) => (None, Some(DocumentText::from(problem))),
        };
        let limit = ours.as_ref().and_then(|ours| ours.limit.as_ref());
        let limit = limit.map(LimitRecord::of);
        let published_limit = row.published_limit.as_deref().and_then(LimitRecordKind::named);
        let limit_ok = limit.as_ref().zip(published_limit).map(|(ours, named)| ours.kind == named);
        let rounded =
            |figure: fn(&CasebookAnswer) -> f64| ours.as_ref().map(|ours| round(figure(ours), row));
        let text = |id: &'static Option<String>, text: &Option<String>| {
            said(id.as_deref(), text.as_deref())
        };
        let why = text(&row.why, &row.why_text);
        wire::CasebookRow {
            id: row.id.clone(),
            system: row.system.clone(),
            what: text(&row.what, &row.text).unwrap_or_default(),
            role: row.role.as_str().into(),
            inputs: row.inputs.map(|inputs| inputs.as_str().to_owned()),
            published: published(row),
            published_low: row.low,
            published_high: row.high,
            unit: row.unit.as_str().into(),
            predicted: rounded(|ours| ours.figure),
            low: rounded(|ours| ours.low),
            high: rounded(|ours| ours.high),
            error: ours.as_ref().map(|ours| error(row, ours.figure)),
            in_band: ours.as_ref().map(|ours| {
                let (low, high) = (row.published.or(row.low), row.published.or(row.high));
                low.is_none_or(|low| low <= ours.high) && high.is_none_or(|high| high >= ours.low)
            }),
            ok: ours.as_ref().map(|ours| is_met(book, row, ours.figure, limit_ok)),
            limit: limit.as_ref().map(|limit| limit.kind),
            limit_name: limit.map(|limit| limit.name),
            published_limit,
            limit_ok,
            author: text(&row.author, &row.author_text),
            not_yet: ours.is_none().then(|| problem.or_else(|| why.clone())).flatten(),
            why,
            doubt: text(&row.doubt, &row.doubt_text),
        }
    }
}

/// Whether a row only states an order of figures, or that two are equal.
pub(super) fn is_ordering(row: &wire::CasebookRow) -> bool {
    row.unit == FigureUnit::Times && row.published_low.or(row.published_high).is_some()
}

/// The figure, the middle of a range, or its only end.
fn published(row: &CasebookEntry) -> f64 {
    let middle = match (row.low, row.high) {
        (Some(low), Some(high)) => Some((low + high) / 2.0),
        (low, high) => low.or(high),
    };
    row.published.or(middle).unwrap_or_default()
}

/// Rounded to the digits of the published figure.
fn round(figure: f64, row: &CasebookEntry) -> f64 {
    let scale = match FigureUnit::from(row.unit.as_str()) {
        FigureUnit::Iops => 1.0,
        FigureUnit::Times => 1000.0,
        _ => 10.0,
    };
    (figure * scale).round() / scale
}

/// 0 inside a published range, else the distance to its nearer end. Less than 0.005 % is rounding,
/// and counts as 0.
fn error(row: &CasebookEntry, ours: f64) -> f64 {
    let nearest = match (row.published, row.low, row.high) {
        (Some(published), ..) => published,
        (_, Some(low), _) if ours < low => low,
        (_, _, Some(high)) if ours > high => high,
        _ => return 0.0,
    };
    let error = if nearest == 0.0 { ours } else { (ours - nearest) / nearest.abs() };
    (error * 1e4).round() / 1e4
}

/// An ordering holds or does not; a figure, even the end of a range, may be missed by the tolerance
/// of its inputs. For a write-up, the limit must be the one that its author names.
fn is_met(book: CasebookSelection, row: &CasebookEntry, ours: f64, limit_ok: Option<bool>) -> bool {
    let is_ordering =
        FigureUnit::from(row.unit.as_str()) == FigureUnit::Times && row.published.is_none();
    let tolerance = match book {
        _ if is_ordering => 0.0,
        CasebookSelection::WriteUps => row.inputs.map_or(0.0, InputBasis::tolerance),
        CasebookSelection::Published => PUBLISHED_TOLERANCE,
    };
    let is_near = error(row, ours).abs() <= tolerance;
    is_near && (book == CasebookSelection::Published || limit_ok != Some(false))
}
