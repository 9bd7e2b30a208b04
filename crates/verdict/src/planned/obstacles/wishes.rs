//! Where each wish could come true: by itself, and beside all other pieces.

use narrows_catalog::board::Settings;
use narrows_messages::Message;
use narrows_plan::ask::{Aim, ArrayWish, Ask, Wish};
use narrows_plan::evaluate::Judge;
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::wanted;
use narrows_topology::capacity::{Way, usable};
use narrows_units::{Bytes, LinkWidth};

use super::Obstacles;

/// Slots that are tried with everything else in place.
const MOST_TRIED: usize = 6;

impl Obstacles<'_> {
    /// A line for each wish, of which the first that says most stands first; beside these arrays.
    pub(super) fn of_wishes(&self, wishes: &[usize], arrays: &[ArrayWish]) -> Vec<String> {
        let wishes = wishes.iter().filter_map(|&at| self.ask.wishes.get(at));
        wishes.filter_map(|wish| self.of_wish(wish, arrays)).collect()
    }

    fn of_wish(&self, wish: &Wish, arrays: &[ArrayWish]) -> Option<String> {
        let message = match wish {
            Wish::FreeSata(_) => self.of_ports(arrays),
            Wish::NoAdapters => self.of_adapters(),
            Wish::Near(one, other) => self.of_pair(wish, (*one, *other)),
            Wish::At(piece, seat) => match self.alone(wish, *piece).is_empty() {
                true => Some(self.about("plan-clash-no-fit", *piece).with("slot", seat)),
                false => self.of_slots(wish, *piece),
            },
            Wish::ArrayStarts(_) | Wish::FirmwareArray(_) | Wish::Risers => None,
            Wish::Lanes(piece, _)
            | Wish::FullLink(piece)
            | Wish::LineRate(piece, _)
            | Wish::Starts(piece)
            | Wish::OnProcessor(piece)
            | Wish::OnChipset(piece)
            | Wish::Stays(piece) => self.of_slots(wish, *piece),
        };
        message.map(|message| self.say(&message))
    }

    fn about(&self, id: &'static str, piece: usize) -> Message {
        Message::new(id).with("piece", &self.pieces[piece].id)
    }

    fn of_slots(&self, wish: &Wish, piece: usize) -> Option<Message> {
        let alone = self.alone(wish, piece);
        if alone.is_empty() {
            return self.nowhere(wish, piece);
        }
        let tried = alone.iter().take(MOST_TRIED).filter(|seat| self.beside_all(wish, piece, seat));
        let beside: Vec<String> = tried.cloned().collect();
        let (id, slots) = match beside.is_empty() {
            true => ("plan-obstacle-only-alone", &alone),
            false => ("plan-obstacle-only-in", &beside),
        };
        Some(Message::new(id).with("wish", self.wish(wish)).with("slots", self.list(slots)))
    }

    /// That no slot does it, with what the widest of them has.
    fn nowhere(&self, wish: &Wish, piece: usize) -> Option<Message> {
        let widest = self.widest(piece);
        let payload = self.site.max_payload.unwrap_or(Bytes::kib(4));
        let plain = || Message::new("plan-obstacle-nowhere").with("wish", self.wish(wish));
        Some(match (wish, widest) {
            (Wish::Lanes(..) | Wish::FullLink(_), Some(link)) => {
                self.about("plan-obstacle-widest", piece).with("link", link)
            }
            (Wish::LineRate(_, rate), Some(link)) => self
                .about("plan-obstacle-rate", piece)
                .with("rate", rate)
                .with("link", link)
                .with("carries", usable(link, payload, Way::Down)),
            _ => plain(),
        })
    }

    /// The link with which the piece runs where it runs widest.
    fn widest(&self, piece: usize) -> Option<LinkWidth> {
        let own = self.pieces[piece].link;
        let seats = self.fitting(piece).into_iter();
        let links = seats.filter_map(|at| self.site.seats[at].link);
        let links = links.map(|link| own.map_or(link, |own| own.common(link)));
        links.max_by(|a, b| {
            let carries = |link: &LinkWidth| usable(*link, Bytes::kib(4), Way::Down).get();
            carries(a).total_cmp(&carries(b))
        })
    }

    /// The slots in which the wish comes true while nothing else is in the machine.
    fn alone(&self, wish: &Wish, piece: usize) -> Vec<String> {
        let it = [self.pieces[piece].clone()];
        let Some(wish) = of_first(wish, piece) else {
            // It stays in today's slot.
            let today = self.site.today.spots.get(piece);
            let slot = |spot: &Spot| self.site.spot_name(&self.site.today, *spot);
            return today.and_then(slot).into_iter().collect();
        };
        let ask = Ask { wishes: vec![wish], ..Ask::default() };
        let judge = Judge::new(self.site, &it, &ask, true);
        let comes_true = |at: &usize| {
            let settings = [Settings::new()].into_iter().chain(self.single_settings());
            let spots = vec![Spot::Seat(*at)];
            let mut ways = settings.map(|settings| Placement { spots: spots.clone(), settings });
            ways.any(|placement| judge.candidate(&placement).is_ok())
        };
        let seats = self.fitting(piece).into_iter().filter(comes_true);
        seats.map(|at| self.site.seats[at].id.clone()).collect()
    }

    fn single_settings(&self) -> Vec<Settings> {
        let choices = self.site.choices().into_iter();
        let single = |(name, value): (&str, &str)| -> Settings {
            [(name.to_owned(), value.to_owned())].into_iter().collect()
        };
        let all = choices.flat_map(|(name, values)| values.into_iter().map(move |it| (name, it)));
        all.map(single).collect()
    }

    /// Whether it comes true in this slot with every other piece somewhere.
    fn beside_all(&self, wish: &Wish, piece: usize, seat: &str) -> bool {
        let wishes = vec![wish.clone(), Wish::At(piece, seat.to_owned())];
        self.found(self.pieces, &Ask { wishes, ..Ask::default() }).is_some()
    }

    /// How many SATA ports stay free at most, beside these arrays.
    fn of_ports(&self, arrays: &[ArrayWish]) -> Option<Message> {
        let ports = self.site.seats.iter().filter(|seat| seat.is_sata_port()).count();
        let arrays = arrays.to_vec();
        let most = Ask { aims: vec![Aim::FreeSata], arrays, ..Ask::default() };
        let most = self.found(self.pieces, &most)?.scores.first().copied()?;
        let message = Message::new("plan-obstacle-ports").count("ports", ports);
        Some(message.count("most", most.max(0.0) as usize))
    }

    fn of_adapters(&self) -> Option<Message> {
        let needs = |at: &usize| {
            let piece = &self.pieces[*at];
            let mut fits = self.site.seats.iter().map(|seat| piece.fit(seat.form, &seat.devices));
            !fits.any(|fit| fit.is_some_and(|fit| !fit.is_adapted()))
        };
        let pieces: Vec<usize> = (0..self.pieces.len()).filter(needs).collect();
        let message = Message::new("plan-obstacle-adapters").with("pieces", self.names(&pieces));
        Some(match pieces.is_empty() {
            true => Message::new("plan-obstacle-adapters-all"),
            false => message,
        })
    }

    fn of_pair(&self, wish: &Wish, (one, other): (usize, usize)) -> Option<Message> {
        let pieces = [self.pieces[one].clone(), self.pieces[other].clone()];
        let ask = Ask { wishes: vec![Wish::Near(0, 1)], ..Ask::default() };
        let id = match self.found(&pieces, &ask).is_some() {
            true => "plan-obstacle-pair-alone",
            false => "plan-obstacle-nowhere",
        };
        Some(Message::new(id).with("wish", self.wish(wish)))
    }

    fn wish(&self, wish: &Wish) -> String {
        self.say(&wanted::wish_says(wish, self.pieces))
    }
}

/// The same wish about the first piece; none for one that knows where the piece is today.
fn of_first(wish: &Wish, piece: usize) -> Option<Wish> {
    Some(match wish {
        Wish::Lanes(_, lanes) => Wish::Lanes(0, *lanes),
        Wish::FullLink(_) => Wish::FullLink(0),
        Wish::LineRate(_, rate) => Wish::LineRate(0, *rate),
        Wish::Starts(_) => Wish::Starts(0),
        Wish::OnProcessor(_) => Wish::OnProcessor(0),
        Wish::OnChipset(_) => Wish::OnChipset(0),
        Wish::At(at, seat) if *at == piece => Wish::At(0, seat.clone()),
        _ => return None,
    })
}
