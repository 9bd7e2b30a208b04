//! From ranked boards to documents.

use narrows_messages::{Localizer, Message};
use narrows_model::holding;
use narrows_plan::ask::Ask;
use narrows_plan::boards::{Ranked, cheapest_within};
use narrows_plan::found::{Candidate, Impossible, Proof};
use narrows_plan::piece::Piece;
use narrows_plan::site::Site;
use narrows_plan::wanted;

use super::{RankedBoard, blamed, places, rounded, scores};
use crate::plan::deciding;
use crate::predict::Limit;

/// A board counts as near the best within this part of it.
const NEAR: f64 = 0.05;

impl RankedBoard {
    /// The wire form of boards ranked by [`narrows_plan::boards::ranked`]. `stands_against` says
    /// what stands in the way on a board, beside the wishes.
    pub fn all(
        ranked: &[Ranked],
        sites: &[Site],
        (pieces, ask): (&[Piece], &Ask),
        stands_against: impl Fn(&Site, &Impossible) -> Vec<String>,
        localizer: &Localizer,
    ) -> Vec<Self> {
        let cheapest = cheapest_within(ranked, NEAR).map(|it| it.site);
        let board = |it: &Ranked| {
            let site = sites.get(it.site)?;
            let empty = Self::new(it, site, cheapest == Some(it.site), ask);
            Some(match &it.best {
                Ok((candidate, proof)) => {
                    empty.with((candidate, *proof), (site, pieces, ask), localizer)
                }
                Err(impossible) => Self {
                    wishes: blamed(impossible, ask, pieces),
                    why: why(impossible, (site, pieces, ask), &stands_against, localizer),
                    ..empty
                },
            })
        };
        ranked.iter().filter_map(board).collect()
    }

    fn new(ranked: &Ranked, site: &Site, cheapest_near_best: bool, ask: &Ask) -> Self {
        let without = ranked.without.as_ref().map(|it| scores(&it.scores, ask));
        Self {
            board: site.board.clone(),
            name: site.name.clone(),
            possible: false,
            scores: Vec::new(),
            part_of_best: ranked.part_of_best.map(rounded),
            price: ranked.price,
            cheapest_near_best,
            exact: None,
            places: Vec::new(),
            means: Default::default(),
            limit: None,
            wishes: Vec::new(),
            why: Vec::new(),
            without: without.unwrap_or_default(),
        }
    }

    fn with(
        self,
        (candidate, proof): (&Candidate, Proof),
        (site, pieces, ask): (&Site, &[Piece], &Ask),
        localizer: &Localizer,
    ) -> Self {
        let means = candidate.means.iter();
        Self {
            possible: true,
            scores: scores(&candidate.scores, ask),
            exact: Some(proof == Proof::Exact),
            places: places(site, pieces, &candidate.placement),
            means: means.map(|(array, it)| (array.clone(), it.id().to_owned())).collect(),
            limit: holding(deciding(ask, &candidate.outcomes))
                .map(|limit| Limit::of(&limit, localizer)),
            ..self
        }
    }
}

/// The wishes in words, and what stands in the way.
fn why(
    impossible: &Impossible,
    (site, pieces, ask): (&Site, &[Piece], &Ask),
    stands_against: &impl Fn(&Site, &Impossible) -> Vec<String>,
    localizer: &Localizer,
) -> Vec<String> {
    let against = stands_against(site, impossible);
    if !against.is_empty() {
        return against;
    }
    let wishes = impossible.wishes.iter().filter_map(|&at| ask.wishes.get(at));
    let mut why: Vec<String> =
        wishes.map(|wish| localizer.say(&wanted::wish_says(wish, pieces))).collect();
    let homeless = impossible.pieces.iter().filter_map(|&at| pieces.get(at));
    why.extend(homeless.map(|piece| {
        localizer.say(&Message::new("plan-beyond-no-place").with("piece", &piece.id))
    }));
    why
}
