//! Predictions for rows, with the application's own rate if one is involved.
//!
//! The time that an application takes per byte is known from one row alone: with the model's time
//! for reading, that row must come out as published. It is a constant of the application, not of
//! the model, and the rows that check are then predicted with it.

use std::collections::BTreeMap;

use narrows_catalog::casebook::{CasebookEntry, PredictionQuery};
use narrows_messages::Message;
use narrows_model::ApplicationWork;
use narrows_record::word::FigureUnit;
use narrows_units::BytesPerSec;

use super::ask::{CasebookAnswer, CasebookQuestion};
use super::combine;
use super::machines::CasebookMachines;

/// The longest time per byte of an application: 1 MB/s.
const MOST_SECONDS_A_BYTE: f64 = 1e-6;
/// Bisection steps, down to the last digits of a double.
const HALVINGS: u32 = 56;

pub(super) struct KnownApplications {
    rows: &'static [CasebookEntry],
    seconds_a_byte: BTreeMap<String, Option<f64>>,
}

impl KnownApplications {
    pub fn new(rows: &'static [CasebookEntry]) -> Self {
        Self { rows, seconds_a_byte: BTreeMap::new() }
    }

    /// `None` if the row has no question, or the machine lacks its subject.
    ///
    /// # Errors
    /// An error in the machine file.
    pub fn prediction(
        &mut self,
        row: &CasebookEntry,
        usual: &str,
        machines: &mut CasebookMachines,
    ) -> Result<Option<CasebookAnswer>, Message> {
        let Some(asked) = RowQuestions::of(row, usual, machines)? else { return Ok(None) };
        let Some(teller) = self.teller(row) else { return Ok(asked.answer(None)) };
        let known = self.seconds_a_byte.get(&teller.id).copied();
        let seconds = match known {
            Some(seconds) => seconds,
            None => {
                let found = match RowQuestions::of(teller, usual, machines)? {
                    Some(question) => teller.published.and_then(|figure| question.solve(figure)),
                    None => None,
                };
                self.seconds_a_byte.insert(teller.id.clone(), found);
                found
            }
        };
        Ok(asked.answer(seconds))
    }

    /// The row that determines the application of `row`, possibly `row` itself.
    fn teller(&self, row: &CasebookEntry) -> Option<&'static CasebookEntry> {
        let told_by = |row: &CasebookEntry| {
            [&row.ask, &row.per, &row.less]
                .into_iter()
                .flatten()
                .find_map(|ask| ask.calibrated_by.clone())
        };
        let named = |id: &str| self.rows.iter().find(|row| row.id == id);
        match told_by(row) {
            Some(id) => named(&id),
            None => {
                let tells = self.rows.iter().any(|other| told_by(other).as_ref() == Some(&row.id));
                named(&row.id).filter(|_| tells)
            }
        }
    }
}

struct RowQuestions<'a> {
    unit: FigureUnit,
    /// The application works while requests are under way.
    overlaps: bool,
    ask: CasebookQuestion<'a>,
    per: Option<CasebookQuestion<'a>>,
    less: Option<CasebookQuestion<'a>>,
}

impl<'a> RowQuestions<'a> {
    fn of(
        row: &'a CasebookEntry,
        usual: &str,
        machines: &mut CasebookMachines,
    ) -> Result<Option<Self>, Message> {
        let mut question = |ask: &'a PredictionQuery| {
            let name = ask.machine.as_deref().unwrap_or(usual);
            machines.get(name).map(|machine| CasebookQuestion::new(ask, machine))
        };
        let Some(first) = &row.ask else { return Ok(None) };
        let Some(ask) = question(first)? else { return Ok(None) };
        let per = row.per.as_ref().map(&mut question).transpose()?;
        let less = row.less.as_ref().map(&mut question).transpose()?;
        let all_there = [&per, &less].iter().all(|it| !matches!(it, Some(None)));
        let (per, less) = (per.flatten(), less.flatten());
        let asked =
            Self { unit: row.unit.as_str().into(), overlaps: first.overlaps, ask, per, less };
        Ok(all_there.then_some(asked))
    }

    fn answer(&self, seconds_a_byte: Option<f64>) -> Option<CasebookAnswer> {
        let seconds = seconds_a_byte.filter(|seconds| *seconds > 0.0);
        let application = seconds.map(|seconds| ApplicationWork {
            rate: BytesPerSec::new(1.0 / seconds),
            overlaps: self.overlaps,
        });
        let one = |question: &CasebookQuestion<'_>| question.answer(&self.unit, application);
        let ask = one(&self.ask)?;
        match (&self.per, &self.less) {
            (Some(per), _) => combine::ratio(ask, &one(per)?),
            (None, Some(less)) => Some(combine::difference(ask, &one(less)?)),
            (None, None) => Some(ask),
        }
    }

    /// Seconds per byte with which the answer is `published`; `None` if no time fits, for example
    /// if reading alone takes longer. The answer is monotonic in them.
    fn solve(&self, published: f64) -> Option<f64> {
        let excess = |seconds| Some(self.answer(Some(seconds))?.figure - published);
        let (mut low, mut high) = (0.0, MOST_SECONDS_A_BYTE);
        let (at_low, at_high) = (excess(low)?, excess(high)?);
        if at_low * at_high > 0.0 {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if excess(middle)? * at_high > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some((low + high) / 2.0)
    }
}
