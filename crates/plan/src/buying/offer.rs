//! What each purchase brings: a better slot, one more drive, a faster drive, another board.

use crate::ask::Ask;
use crate::found::{Candidate, Impossible, Search};
use crate::narrow::narrow;
use crate::piece::Piece;
use crate::site::Site;

/// Something that could be bought or done.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Nothing: the same pieces, each in its best place.
    Slots,
    /// This drive as well; it joins the array that the one with the index is in.
    Another(Box<Piece>, usize),
    /// These in place of those with the same position in the list of indices.
    Instead(Vec<usize>, Vec<Piece>),
    /// The same pieces on another board.
    Board(Box<Site>),
}

/// What a choice is, for people and documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// A better slot for what is there.
    Slots,
    /// One more drive of this model.
    Another(String),
    /// Drives of this model in place of others.
    Instead(String),
    /// The board of this id, or else of this name.
    Board(String),
}

/// A choice with what it brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What it is.
    pub way: Way,
    /// The best placement with it, or why there is none.
    pub best: Result<Candidate, Impossible>,
    /// What the first aim then comes to; none where the wishes do not come true.
    pub score: Option<f64>,
    /// How much more than now: 0.31 is 31 % more.
    pub gain: Option<f64>,
    /// Cards that then run narrower than they could: their names, the lanes that they have and those
    /// that they could have.
    pub narrow: Vec<(String, u8, u8)>,
    /// What it costs; none where nobody said.
    pub price: Option<f64>,
    /// What a unit of money adds to the first aim; none without a price, or where it costs nothing.
    pub per_price: Option<f64>,
}

/// Cards that run narrower than they could: name, lanes here, lanes at most.
type Narrow = Vec<(String, u8, u8)>;

/// What each choice brings beside `now`, what the first aim comes to today. The one that brings
/// most first; equal ones by price.
pub fn offers(
    (site, pieces, ask): (&Site, &[Piece], &Ask),
    now: f64,
    choices: &[Choice],
    price: impl Fn(&Choice) -> Option<f64>,
    search: impl Fn(&Site, &[Piece], &Ask) -> Search,
) -> Vec<Offer> {
    let mut found: Vec<Offer> = Vec::new();
    for choice in choices {
        let best = choice.tried(site, pieces, ask, &search);
        found.push(Offer::new(choice, best, price(choice), now));
    }
    let score = |offer: &Offer| offer.score.unwrap_or(f64::NEG_INFINITY);
    let price = |offer: &Offer| offer.price.unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| price(a).total_cmp(&price(b))));
    found
}

impl Choice {
    fn tried(
        &self,
        site: &Site,
        pieces: &[Piece],
        ask: &Ask,
        search: &impl Fn(&Site, &[Piece], &Ask) -> Search,
    ) -> Result<(Candidate, Narrow), Impossible> {
        let (site, pieces, ask) = self.changed(site, pieces, ask);
        let found = search(site, &pieces, &ask)?;
        let best = found.candidates.into_iter().next().ok_or_else(Impossible::default)?;
        let narrow = narrow(site, &pieces, &best.placement).into_iter();
        let named = |(at, here, most): (usize, u8, u8)| (pieces[at].id.clone(), here, most);
        Ok((best, narrow.map(named).collect()))
    }

    /// The site, pieces and ask that it makes of these.
    fn changed<'a>(
        &'a self,
        site: &'a Site,
        pieces: &[Piece],
        ask: &Ask,
    ) -> (&'a Site, Vec<Piece>, Ask) {
        let mut pieces = pieces.to_vec();
        match self {
            Self::Slots => (site, pieces, ask.clone()),
            Self::Another(piece, like) => {
                pieces.push((**piece).clone());
                let ask = ask.joined_by(pieces.len() - 1, *like);
                (site, pieces, ask)
            }
            Self::Instead(which, others) => {
                for (&at, other) in which.iter().zip(others) {
                    pieces[at] = other.clone();
                }
                (site, pieces, ask.clone())
            }
            Self::Board(board) => (board.as_ref(), pieces, ask.clone()),
        }
    }

    /// What it is.
    pub fn way(&self) -> Way {
        match self {
            Self::Slots => Way::Slots,
            Self::Another(piece, _) => Way::Another(piece.model.clone()),
            Self::Instead(_, others) => {
                Way::Instead(others.first().map(|it| it.model.clone()).unwrap_or_default())
            }
            Self::Board(site) => Way::Board(site.board.clone().unwrap_or(site.name.clone())),
        }
    }
}

impl Offer {
    fn new(
        choice: &Choice,
        found: Result<(Candidate, Narrow), Impossible>,
        price: Option<f64>,
        now: f64,
    ) -> Self {
        let (best, narrow) = match found {
            Ok((best, narrow)) => (Ok(best), narrow),
            Err(impossible) => (Err(impossible), Vec::new()),
        };
        let score = best.as_ref().ok().and_then(|it| it.scores.first().copied());
        let gain = score.filter(|_| now > 0.0).map(|score| score / now - 1.0);
        let costs = price.filter(|price| *price > 0.0);
        let per_price = score.zip(costs).map(|(score, price)| (score - now) / price);
        Self { way: choice.way(), best, score, gain, narrow, price, per_price }
    }
}

impl Ask {
    /// With a further piece in every array in which `like` is.
    #[must_use]
    fn joined_by(&self, further: usize, like: usize) -> Self {
        let mut ask = self.clone();
        for array in ask.arrays.iter_mut().filter(|array| array.members.contains(&like)) {
            array.members.push(further);
        }
        ask
    }
}
