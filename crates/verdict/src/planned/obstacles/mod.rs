//! Why there is no arrangement: what pieces without a place need, which array nothing makes, and
//! where each wish to blame could come true.
//!
//! Not here: what the firmware says about arrays and starting (`blame`).

mod arrays;
mod crowd;
mod wishes;

use narrows_messages::{Localizer, Message};
use narrows_plan::ask::{ArrayWish, Ask};
use narrows_plan::found::{Candidate, Impossible};
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Clash, Placement, Spot};
use narrows_plan::search::{self, Effort};
use narrows_plan::site::Site;

use super::says;

/// Lines that say why; of more it is said how many.
const MOST_LINES: usize = 5;
/// Names in a list; of more it is said how many.
const MOST_NAMES: usize = 6;
/// Arrangements to look at for an answer: any that is possible will do.
const PLACEMENTS: u64 = 300;

/// What an ask fails on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// Nothing was found, but not everything was looked at.
    Unfinished,
    /// These wishes contradict each other.
    Wishes,
    /// Nothing makes these arrays, by their index.
    Arrays(Vec<usize>),
    /// These pieces find no place.
    Pieces(Vec<usize>),
}

/// Looks for why.
#[derive(Clone, Copy)]
pub(super) struct Obstacles<'a> {
    pub(super) site: &'a Site,
    pub(super) pieces: &'a [Piece],
    pub(super) ask: &'a Ask,
    pub(super) localizer: &'a Localizer,
}

/// Why not, in words: at most a handful of lines.
pub fn stands_against(
    site: &Site,
    (pieces, ask): (&[Piece], &Ask),
    impossible: &Impossible,
    localizer: &Localizer,
) -> Vec<String> {
    let obstacles = Obstacles { site, pieces, ask, localizer };
    let blame = obstacles.blame(impossible);
    match &blame {
        Blame::Arrays(arrays) => vec![obstacles.say(&obstacles.unmade(arrays))],
        _ => obstacles.lines(&blame, impossible),
    }
}

impl Obstacles<'_> {
    pub(super) fn blame(&self, impossible: &Impossible) -> Blame {
        if !impossible.wishes.is_empty() {
            return Blame::Wishes;
        }
        if !impossible.proven {
            return Blame::Unfinished;
        }
        let homeless = crowd::homeless(self);
        if !homeless.is_empty() {
            return Blame::Pieces(homeless);
        }
        if !self.ask.arrays.is_empty() && self.found(self.pieces, &Ask::default()).is_some() {
            return Blame::Arrays(self.arrays());
        }
        Blame::Pieces(impossible.pieces.clone())
    }

    /// The lines that say why.
    pub(super) fn lines(&self, blame: &Blame, impossible: &Impossible) -> Vec<String> {
        let lines = match blame {
            Blame::Unfinished | Blame::Arrays(_) => Vec::new(),
            Blame::Wishes => self.of_wishes_and_arrays(&impossible.wishes),
            Blame::Pieces(pieces) => self.of_pieces(pieces, impossible),
        };
        self.shortened(lines)
    }

    /// Wishes to blame, and the arrays that they cannot come true beside.
    fn of_wishes_and_arrays(&self, wishes: &[usize]) -> Vec<String> {
        let arrays = self.arrays_against(wishes);
        let arrays: Vec<ArrayWish> =
            arrays.into_iter().filter_map(|at| self.ask.arrays.get(at).cloned()).collect();
        let of_arrays: Vec<String> = arrays.iter().filter_map(|it| self.of_array(it)).collect();
        of_arrays.into_iter().chain(self.of_wishes(wishes, &arrays)).collect()
    }

    fn of_pieces(&self, pieces: &[usize], impossible: &Impossible) -> Vec<String> {
        let crowds = crowd::lines(self);
        if !crowds.is_empty() {
            return crowds;
        }
        let mut lines: Vec<String> = Vec::new();
        for &piece in pieces {
            lines.extend(self.of_piece(piece, pieces));
        }
        if lines.is_empty() {
            let has_seat = |clash: &&Clash| !matches!(clash, Clash::NoFit(..));
            let said = impossible.clashes.iter().filter(has_seat);
            lines.extend(said.map(|it| self.say(&says::clash(it, self.site, self.pieces, &[]))));
        }
        lines
    }

    /// Why one finds no place while all but `out` have theirs.
    fn of_piece(&self, piece: usize, out: &[usize]) -> Vec<String> {
        let kept = self.pieces.iter().enumerate().filter(|(at, _)| !out.contains(at));
        let mut pieces: Vec<Piece> = kept.map(|(_, piece)| piece.clone()).collect();
        let Some(rest) = self.found(&pieces, &Ask::default()) else { return Vec::new() };
        let (spots, own) = (rest.placement.spots, pieces.len());
        pieces.push(self.pieces[piece].clone());
        let mut taken: Vec<String> = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        for at in self.fitting(piece) {
            if let Some(by) = spots.iter().position(|spot| *spot == Spot::Seat(at)) {
                let message = Message::new("plan-put").with("piece", &pieces[by].id);
                taken.push(self.say(&message.with("slot", &self.site.seats[at].id)));
                continue;
            }
            let spots: Vec<Spot> = spots.iter().copied().chain([Spot::Seat(at)]).collect();
            let placement = Placement { spots, settings: rest.placement.settings.clone() };
            let clashes = self.site.places(&pieces, &placement).err().unwrap_or_default();
            let clash = clashes.iter().find(|it| about(it) == own).or(clashes.first());
            lines.extend(
                clash.map(|it| self.say(&says::clash(it, self.site, &pieces, &placement.spots))),
            );
        }
        if !taken.is_empty() {
            let message = Message::new("plan-obstacle-taken").with("piece", &self.pieces[piece].id);
            lines.push(self.say(&message.with("puts", self.list(&taken))));
        }
        lines
    }

    /// The seats whose form takes a piece.
    fn fitting(&self, piece: usize) -> Vec<usize> {
        let seats = self.site.seats.iter().enumerate();
        let fits = seats
            .filter(|(_, seat)| self.pieces[piece].fit_at_all(seat.form, &seat.devices).is_some());
        fits.map(|(at, _)| at).collect()
    }

    /// The arrays that nothing makes each by itself; all, if each alone could be.
    fn arrays(&self) -> Vec<usize> {
        let all = 0..self.ask.arrays.len();
        let is_impossible = |at: &usize| {
            let arrays = vec![self.ask.arrays[*at].clone()];
            self.found(self.pieces, &Ask { arrays, ..Ask::default() }).is_none()
        };
        let blamed: Vec<usize> = all.clone().filter(is_impossible).collect();
        if blamed.is_empty() { all.collect() } else { blamed }
    }

    /// Any arrangement of these pieces that has what is asked.
    fn found(&self, pieces: &[Piece], ask: &Ask) -> Option<Candidate> {
        let effort =
            Effort { placements: PLACEMENTS, top: 1, allow_unknown: true, ..Effort::default() };
        search::best(self.site, pieces, ask, &effort).ok()?.candidates.into_iter().next()
    }

    pub(super) fn say(&self, message: &Message) -> String {
        self.localizer.say(message)
    }

    /// The names of pieces, the first few if they are many.
    pub(super) fn names(&self, pieces: &[usize]) -> String {
        let names = pieces.iter().filter_map(|&at| self.pieces.get(at));
        self.list(&names.map(|piece| piece.id.clone()).collect::<Vec<_>>())
    }

    fn list(&self, names: &[String]) -> String {
        let between = self.localizer.text("plan-between-names");
        let shown = names.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(&between);
        match names.len().saturating_sub(MOST_NAMES) {
            0 => shown,
            more => {
                let message = Message::new("plan-and-more").with("names", shown);
                self.say(&message.count("count", more))
            }
        }
    }

    fn shortened(&self, mut lines: Vec<String>) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        lines.retain(|line| {
            !seen.contains(line) && {
                seen.push(line.clone());
                true
            }
        });
        let more = lines.len().saturating_sub(MOST_LINES);
        if more > 0 {
            lines.truncate(MOST_LINES);
            lines.push(self.say(&Message::new("plan-more-lines").count("count", more)));
        }
        lines
    }
}

/// The piece that a clash is about.
fn about(clash: &Clash) -> usize {
    match *clash {
        Clash::NoFit(at, _)
        | Clash::Taken(at, _)
        | Clash::Off(at, _)
        | Clash::NoLanes(at)
        | Clash::NoSplit(at)
        | Clash::NoBay(at) => at,
    }
}

#[cfg(test)]
mod tests;
