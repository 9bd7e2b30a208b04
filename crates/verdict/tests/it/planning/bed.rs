//! What the cases are asked with.

use narrows_catalog::{Confidence, board};
use narrows_messages::{Language, Localizer, Message};
use narrows_plan::ask::Ask;
use narrows_plan::feasibility::{Evidence, Fact, SystemKind};
use narrows_plan::found::{Candidate, Found, Impossible, Search};
use narrows_plan::piece::Piece;
use narrows_plan::placement::Placement;
use narrows_plan::search::{self, Effort};
use narrows_plan::site::Site;
use narrows_plan::wanted;
use narrows_record::site;

/// A board of the catalogue with pieces for it.
pub struct Case {
    pub site: Site,
    pub pieces: Vec<Piece>,
}

impl Case {
    pub fn on(board: &str, pieces: &str) -> Self {
        let found = board::board(board).unwrap_or_else(|| panic!("no board {board}"));
        Self::at(site::of_board(found).unwrap(), pieces)
    }

    /// With Windows 10, which the write-ups have where they make arrays.
    pub fn at(site: Site, pieces: &str) -> Self {
        Self { pieces: named(pieces), site: with_windows(site) }
    }

    pub fn ask(&self, words: &str) -> Ask {
        wanted::read([words], &self.site, &self.pieces).unwrap_or_else(|it| panic!("{}", said(&it)))
    }

    pub fn search(&self, words: &str) -> Search {
        search(&self.site, &self.pieces, &self.ask(words))
    }

    pub fn found(&self, words: &str) -> Found {
        self.search(words).unwrap_or_else(|it| panic!("{words}: {it:?}"))
    }

    pub fn best(&self, words: &str) -> Best<'_> {
        let candidate = self.found(words).candidates.remove(0);
        Best { case: self, candidate }
    }

    /// The words that cannot be fulfilled together.
    pub fn blamed(&self, words: &str) -> Vec<String> {
        let ask = self.ask(words);
        let impossible = match search(&self.site, &self.pieces, &ask) {
            Ok(found) => panic!("{words}: possible: {:?}", found.candidates[0].placement),
            Err(impossible) => impossible,
        };
        self.words(&impossible, &ask)
    }

    pub fn words(&self, impossible: &Impossible, ask: &Ask) -> Vec<String> {
        let wishes = impossible.wishes.iter().map(|&at| &ask.wishes[at]);
        wishes.map(|wish| wanted::wish(wish, &self.pieces)).collect()
    }

    /// The slot of each piece.
    pub fn slots(&self, at: &Placement) -> Vec<String> {
        let places = self.site.places(&self.pieces, at).unwrap();
        places.into_iter().map(|place| place.slot).collect()
    }

    /// Every piece in the seat of this name.
    pub fn placed(&self, slots: &[&str]) -> Placement {
        use narrows_plan::placement::Spot;
        let spot = |slot: &&str| Spot::Seat(self.site.seat(slot).unwrap().0);
        Placement { spots: slots.iter().map(spot).collect(), ..Placement::default() }
    }
}

/// The best placement of a case.
pub struct Best<'a> {
    case: &'a Case,
    pub candidate: Candidate,
}

impl Best<'_> {
    /// What the first aim comes to, MB/s.
    pub fn score(&self) -> f64 {
        self.candidate.scores[0]
    }

    /// The slot of the piece of this name.
    pub fn slot(&self, piece: &str) -> String {
        let index = self.case.pieces.iter().position(|it| it.id == piece).unwrap();
        self.case.slots(&self.candidate.placement)[index].clone()
    }

    /// The kind of limit that holds most back.
    pub fn limit(&self) -> narrows_model::LimitKind {
        narrows_model::holding(&self.candidate.outcomes).unwrap().limit.kind
    }

    /// The 80 % band of what all bring.
    pub fn band(&self) -> (f64, f64) {
        let sum = |of: fn(&narrows_model::Outcome) -> f64| {
            self.candidate.outcomes.iter().map(of).sum::<f64>()
        };
        (sum(|it| it.low.as_mb_s()), sum(|it| it.high.as_mb_s()))
    }
}

/// The same with Windows 10 on it, as the write-ups have it.
pub fn with_windows(mut site: Site) -> Site {
    let evidence = Evidence::documented("the write-ups", Confidence::High);
    site.situation.system.kind = Fact::new(SystemKind::Windows(100), evidence);
    site
}

pub fn named(pieces: &str) -> Vec<Piece> {
    site::pieces_named(pieces).unwrap_or_else(|it| panic!("{pieces}: {}", said(&it)))
}

pub fn search(site: &Site, pieces: &[Piece], ask: &Ask) -> Search {
    search::best(site, pieces, ask, &Effort { top: 1, ..Effort::default() })
}

/// Within a thousandth.
pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-3 * a.abs().max(b.abs())
}

fn said(message: &Message) -> String {
    Localizer::new(Language::English).say(message)
}
