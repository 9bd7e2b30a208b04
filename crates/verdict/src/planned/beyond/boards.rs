//! From ranked boards to documents.

use narrows_messages::{Localizer, Message};
use narrows_model::holding;
use narrows_plan::ask::Ask;
use narrows_plan::boards::{Ranked, cheapest_within};
use narrows_plan::feasibility::Verdict;
use narrows_plan::found::{Candidate, Impossible, Proof};
use narrows_plan::narrow::narrow;
use narrows_plan::piece::Piece;
use narrows_plan::placement::Placement;
use narrows_plan::site::Site;
use narrows_plan::wanted;
use narrows_record::plan_beyond::RankedBoard;
use narrows_record::predict::Limit;

use super::{blamed, places, rounded, scores};
use crate::planned::placed::deciding;

/// A board counts as near the best within this part of it.
const NEAR: f64 = 0.05;

/// The wire form of boards ranked by [`narrows_plan::boards::ranked`]. `stands_against` says
/// what stands in the way on a board, beside the wishes.
pub fn boards(
    ranked: &[Ranked],
    sites: &[Site],
    (pieces, ask): (&[Piece], &Ask),
    stands_against: impl Fn(&Site, &Impossible) -> Vec<String>,
    localizer: &Localizer,
) -> Vec<RankedBoard> {
    let cheapest = cheapest_within(ranked, NEAR).map(|it| it.site);
    let board = |it: &Ranked| {
        let site = sites.get(it.site)?;
        let empty = bare(it, site, cheapest == Some(it.site), ask);
        Some(match &it.best {
            Ok((candidate, proof)) => {
                let found = possible(empty, (candidate, *proof), (site, pieces, ask), localizer);
                if it.is_open { open(found, candidate, localizer) } else { found }
            }
            Err(impossible) => RankedBoard {
                wishes: blamed(impossible, ask, pieces),
                why: why(impossible, (site, pieces, ask), &stands_against, localizer),
                ..empty
            },
        })
    };
    ranked.iter().filter_map(board).collect()
}

/// A board with nothing placed on it yet.
fn bare(ranked: &Ranked, site: &Site, cheapest_near_best: bool, ask: &Ask) -> RankedBoard {
    let without = ranked.without.as_ref().map(|it| scores(&it.scores, ask));
    RankedBoard {
        board: site.board.clone(),
        name: site.name.clone(),
        possible: false,
        open: false,
        scores: Vec::new(),
        part_of_best: ranked.part_of_best.map(rounded),
        price: ranked.price,
        cheapest_near_best,
        exact: None,
        places: Vec::new(),
        narrow: Vec::new(),
        means: Default::default(),
        limit: None,
        wishes: Vec::new(),
        why: Vec::new(),
        without: without.unwrap_or_default(),
    }
}

/// The board with everything in its best place.
fn possible(
    empty: RankedBoard,
    (candidate, proof): (&Candidate, Proof),
    (site, pieces, ask): (&Site, &[Piece], &Ask),
    localizer: &Localizer,
) -> RankedBoard {
    let means = candidate.means.iter();
    RankedBoard {
        possible: true,
        scores: scores(&candidate.scores, ask),
        exact: Some(proof == Proof::Exact),
        places: places(site, pieces, &candidate.placement),
        narrow: narrowed((site, pieces), &candidate.placement, localizer),
        means: means.map(|(array, it)| (array.clone(), it.id().to_owned())).collect(),
        limit: holding(deciding(ask, &candidate.outcomes))
            .map(|limit| Limit::of(&limit, localizer)),
        ..empty
    }
}

/// The cards that run narrower there than they could.
fn narrowed(
    (site, pieces): (&Site, &[Piece]),
    at: &Placement,
    localizer: &Localizer,
) -> Vec<String> {
    let cards = narrow(site, pieces, at).into_iter().filter_map(|(piece, here, most)| {
        let message = Message::new("plan-runs-at").with("piece", &pieces.get(piece)?.id);
        Some(localizer.say(&message.with("here", here).with("most", most)))
    });
    cards.collect()
}

/// A board of which nobody knows whether starting and RAID work as asked, with what would settle it.
fn open(found: RankedBoard, candidate: &Candidate, localizer: &Localizer) -> RankedBoard {
    let open = candidate.answers.iter().filter(|answer| answer.verdict != Verdict::Yes);
    let mut why: Vec<String> = Vec::new();
    for text in open.flat_map(|answer| &answer.settle).map(|settle| localizer.say(settle)) {
        if !why.contains(&text) {
            why.push(text);
        }
    }
    RankedBoard { possible: false, open: true, why, ..found }
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
