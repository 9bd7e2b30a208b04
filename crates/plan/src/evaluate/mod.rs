//! What a placement is worth: whether the wishes come true in it, and what the aims come to.
//!
//! A [`Judge`] looks at one placement at a time. It tries every means that an array may be made
//! by, and keeps those with which the placement is best.
//!
//! Not here: which placements there are (`search`).

mod aims;
mod alike;
mod judge;
mod means;
mod modelled;
mod rank;
mod view;
mod wishes;

use std::collections::BTreeMap;

use narrows_model::predict_asked;

pub(crate) use aims::{hops, lanes, processor_rate, workload};
pub use aims::{rated, targets};
pub use alike::classes;
pub use judge::{Judge, Late, Refusal, never};
pub use means::level;
pub use modelled::Memo;
pub use rank::Rank;
pub(crate) use rank::{crossings, gone, host, steps};
pub use view::{Key, View};

use crate::ask::Ask;
use crate::feasibility::Means;
use crate::found::Candidate;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::site::Site;

/// What a placement with chosen means comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// One for each array of the ask.
    pub means: Vec<Means>,
    /// One for each aim.
    pub scores: Vec<f64>,
    /// How it compares with others.
    pub rank: Rank,
}

impl<'a> Judge<'a> {
    /// For this ask.
    pub fn new(site: &'a Site, pieces: &'a [Piece], ask: &'a Ask, allow_unknown: bool) -> Self {
        let apart = alike::apart(site, pieces);
        let alike = alike::with_apart(&classes(pieces, ask), &apart);
        Self { site, pieces, ask, allow_unknown, alike, apart, late: never }
    }

    /// The same, whose looking ends when `late` says so.
    #[must_use]
    pub fn until(self, late: Late) -> Self {
        Self { late, ..self }
    }

    /// The placement with what it brings, by the means with which that is best.
    ///
    /// # Errors
    /// Why the placement is none: the first kind of reason found.
    pub fn candidate(&self, at: &Placement) -> Result<Candidate, Refusal> {
        let view = View::new(self, at)?;
        let worth = self.worth(&view, &mut Memo::new())?;
        Ok(self.finished(&view, &worth))
    }

    /// What the placement comes to.
    ///
    /// # Errors
    /// See [`Judge::candidate`].
    pub fn worth(&self, view: &View<'_>, memo: &mut Memo) -> Result<Worth, Refusal> {
        let broken = wishes::broken(view);
        if !broken.is_empty() {
            return Err(Refusal::Wishes(broken));
        }
        let choices = means::choices(view)?;
        let mut best: Option<Worth> = None;
        let mut slowed = Vec::new();
        for means in means::combinations(&choices) {
            let modelled = modelled::of(view, &means, memo);
            if !modelled.broken.is_empty() {
                slowed = modelled.broken;
                continue;
            }
            let scores = aims::scores(view, &modelled.rates);
            let rank = Rank::new(view, &scores);
            if best.as_ref().is_none_or(|best| rank > best.rank) {
                best = Some(Worth { means, scores, rank });
            }
        }
        best.ok_or(Refusal::Wishes(slowed))
    }

    /// The whole of what there is to say about a placement and what it comes to.
    pub fn finished(&self, view: &View<'_>, worth: &Worth) -> Candidate {
        let ids = self.ask.arrays.iter().map(|array| array.id.clone());
        let means: BTreeMap<String, Means> = ids.zip(worth.means.iter().copied()).collect();
        let machine = view.machine(&worth.means);
        let asked = aims::asked_first(view, &machine);
        let outcomes = asked.iter().flat_map(|set| predict_asked(&machine, set)).collect();
        Candidate {
            placement: view.at.clone(),
            means,
            scores: worth.scores.clone(),
            outcomes,
            answers: means::answers(view, &worth.means),
        }
    }
}
