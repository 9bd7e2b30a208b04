//! The best placement by trying every one: nothing is folded but pieces of one model, nothing is
//! left out, and what a placement comes to is worked out here.

use std::collections::BTreeMap;

use narrows_model::{WorkloadOnTarget, predict_asked};
use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::piece::{Adapter, Fit, Piece};
use narrows_plan::placement::{Attachment, Placement, Spot};
use narrows_plan::site::Site;
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::LinkWidth;
use narrows_workload::Workload;

/// What a placement comes to, greater is better: what it makes do with, aims, then moves, lanes of
/// cards, adapters, settings and free SATA ports.
pub type Worth = (i64, Vec<i64>, [i64; 5]);

type Shape = Vec<(String, Id, Option<(u8, u8)>)>;

pub struct Oracle<'a> {
    pub site: &'a Site,
    pub pieces: &'a [Piece],
    pub ask: &'a Ask,
    rates: BTreeMap<(usize, Shape), f64>,
    best: Option<Worth>,
    all: Vec<(usize, (f64, u8, usize))>,
    /// Placements left to try; none is left when there are too many.
    left: u64,
}

impl<'a> Oracle<'a> {
    pub fn new(site: &'a Site, pieces: &'a [Piece], ask: &'a Ask, most: u64) -> Self {
        Self { site, pieces, ask, rates: BTreeMap::new(), best: None, all: Vec::new(), left: most }
    }

    /// The best of all; an error if there are more than it may try.
    pub fn best(mut self) -> Result<Option<Worth>, ()> {
        self.put(&mut Vec::new());
        if self.left == 0 { Err(()) } else { Ok(self.best) }
    }

    /// What every one without makeshifts comes to: the first aim in MB/s, the lanes of the first piece and
    /// free SATA ports; an error if there are more than it may try. Those with makeshifts are taken only
    /// where there are none without, whatever they bring.
    pub fn all(mut self) -> Result<Vec<(f64, u8, usize)>, ()> {
        self.put(&mut Vec::new());
        let plain = self.all.into_iter().filter(|(makeshifts, _)| *makeshifts == 0);
        if self.left == 0 { Err(()) } else { Ok(plain.map(|(_, figures)| figures).collect()) }
    }

    /// The same of one; none if it is none.
    pub fn figures(&mut self, at: &Placement) -> Option<(f64, u8, usize)> {
        self.look(at);
        self.all.last().map(|(_, figures)| *figures)
    }

    /// How many placements there are to try; `most` where there are no fewer.
    pub fn size(&self, most: u64) -> u64 {
        let settings = self.site.choices().into_values().map(|values| values.len() as u64 + 1);
        let each: u64 = settings.product();
        let placed = self.count(&mut Vec::new(), most.div_ceil(each));
        placed.saturating_mul(each).min(most)
    }

    fn count(&self, spots: &mut Vec<Spot>, most: u64) -> u64 {
        if spots.len() == self.pieces.len() {
            return 1;
        }
        let mut counted = 0;
        for spot in self.spots(spots.len(), spots) {
            if counted >= most {
                break;
            }
            spots.push(spot);
            counted += self.count(spots, most - counted);
            spots.pop();
        }
        counted
    }

    fn put(&mut self, spots: &mut Vec<Spot>) {
        if self.left == 0 {
            return;
        }
        let piece = spots.len();
        if piece == self.pieces.len() {
            return self.set(spots);
        }
        for spot in self.spots(piece, spots) {
            spots.push(spot);
            self.put(spots);
            spots.pop();
        }
    }

    fn spots(&self, piece: usize, taken: &[Spot]) -> Vec<Spot> {
        let own = &self.pieces[piece];
        let seats = self.site.seats.iter().enumerate();
        let fitting = seats.filter(|(_, seat)| own.fit_at_all(seat.form, &seat.devices).is_some());
        let after = self.before(piece).map(|twin| taken[twin]);
        let spots = fitting.map(|(index, _)| Spot::Seat(index));
        let free = spots.filter(|spot| !taken.contains(spot));
        free.filter(|spot| after.is_none_or(|after| *spot > after)).collect()
    }

    /// The piece of the same model before it, of those that nothing names.
    fn before(&self, piece: usize) -> Option<usize> {
        let is_twin = |other: &usize| {
            self.pieces[*other].model == self.pieces[piece].model
                && self.pieces[*other].shape == self.pieces[piece].shape
        };
        (1..piece).rev().find(is_twin).filter(|_| piece > 0)
    }

    fn set(&mut self, spots: &[Spot]) {
        let mut choices = vec![BTreeMap::new()];
        for (name, values) in self.site.choices() {
            let mut longer = choices.clone();
            for value in values {
                longer.extend(choices.iter().cloned().map(|mut choice: BTreeMap<_, _>| {
                    choice.insert(name.to_owned(), value.to_owned());
                    choice
                }));
            }
            choices = longer;
        }
        for settings in choices {
            self.left = self.left.saturating_sub(1);
            self.look(&Placement { spots: spots.to_vec(), settings });
        }
    }

    fn look(&mut self, at: &Placement) {
        let Ok(places) = self.site.places(self.pieces, at) else { return };
        if !self.ask.wishes.iter().all(|wish| self.fulfils(wish, at, &places)) {
            return;
        }
        let aims = &self.ask.aims;
        let scores = (0..aims.len()).map(|aim| self.score(aim, at, &places)).collect();
        let moved = self.site.today.spots.iter().zip(&at.spots).filter(|(was, is)| was != is);
        let cards = self
            .pieces
            .iter()
            .zip(&places)
            .filter(|(piece, _)| piece.body.drives.is_empty() && !piece.body.nodes.is_empty());
        let lanes = cards.map(|(piece, place)| link(piece, place).map_or(0, |it| it.lanes.get()));
        let adapters = places.iter().filter(|place| place.fit.is_adapted());
        let rest = [
            -(moved.count() as i64),
            lanes.map(i64::from).sum(),
            -(adapters.count() as i64),
            -(at.settings.len() as i64),
            self.free_sata(at) as i64,
        ];
        let makeshifts = self.hidden(at) + self.hanging(&places);
        self.best = self.best.take().max(Some((-(makeshifts as i64), scores, rest)));
        let asked = self.ask;
        if let Some(Aim::Together(workload)) = asked.aims.first() {
            let lanes = link(&self.pieces[0], &places[0]).map_or(0, |it| it.lanes.get());
            let mb_s = self.rate(0, at, &places, workload, true);
            self.all.push((makeshifts, (mb_s, lanes, self.free_sata(at))));
        }
    }

    /// Cards, each with one that stands so close above that it reaches over it. Worked out from the rows
    /// alone: a graphics card of which nobody says more covers two.
    fn hidden(&self, at: &Placement) -> usize {
        let upright = ["x16", "x8", "x4", "x1"];
        let stands = |(piece, spot): (&'a Piece, &Spot)| {
            let Spot::Seat(seat) = spot else { panic!("{spot:?}") };
            let seat = &self.site.seats[*seat];
            let form = seat.form.map(|form| form.to_string()).unwrap_or_default();
            upright.contains(&form.as_str()).then_some((piece, seat.row?))
        };
        let all: Vec<(&Piece, u8)> = self.pieces.iter().zip(&at.spots).filter_map(stands).collect();
        let reach = |piece: &Piece| match piece.thickness {
            Some(said) => said.slots.ceil() as u8 - 1,
            None if piece.kind() == Some(NodeKind::Gpu) => 2,
            None => 0,
        };
        let pairs = all.iter().flat_map(|above| all.iter().map(move |below| (above, below)));
        pairs
            .filter(|((card, row), (_, below))| (row + 1..=row + reach(card)).contains(below))
            .count()
    }

    /// Cards on cables.
    fn hanging(&self, places: &[Attachment]) -> usize {
        let risers = [
            Adapter::PcieToM2,
            Adapter::PcieToOcuLink,
            Adapter::PcieToSlimSas,
            Adapter::PcieToMcio,
        ];
        let on = |place: &&Attachment| risers.iter().any(|it| place.fit == Fit::With(*it));
        places.iter().filter(on).count()
    }

    fn fulfils(&self, wish: &Wish, at: &Placement, places: &[Attachment]) -> bool {
        let lanes = |piece: usize| link(&self.pieces[piece], &places[piece]);
        match *wish {
            Wish::Lanes(piece, least) => lanes(piece).is_some_and(|it| it.lanes.get() >= least),
            Wish::FullLink(piece) => lanes(piece) == self.pieces[piece].link,
            Wish::FreeSata(ports) => self.free_sata(at) >= ports,
            Wish::OnProcessor(piece) => !self.is_below_chipset(&places[piece].on),
            Wish::OnChipset(piece) => self.is_below_chipset(&places[piece].on),
            _ => panic!("{wish:?}"),
        }
    }

    fn is_below_chipset(&self, on: &Id) -> bool {
        self.site.fixed.topology.path(on).any(|(_, node)| node.kind == NodeKind::Chipset)
    }

    fn free_sata(&self, at: &Placement) -> usize {
        let offers = self.site.offers(self.pieces, at);
        let seats = self.site.seats.iter().enumerate();
        let free = seats.filter(|(index, seat)| {
            seat.devices == [narrows_catalog::board::Device::Sata]
                && offers[&seat.id].is_some()
                && !at.spots.contains(&Spot::Seat(*index))
        });
        free.count()
    }

    fn score(&mut self, aim: usize, at: &Placement, places: &[Attachment]) -> i64 {
        let asked = self.ask;
        match &asked.aims[aim] {
            Aim::Together(workload) => step(self.rate(aim, at, places, workload, true)),
            Aim::Each(workload) => step(self.rate(aim, at, places, workload, false)),
            Aim::FreeSata => self.free_sata(at) as i64 * 1000,
            Aim::LanesOf(piece) => {
                let raw = link(&self.pieces[*piece], &places[*piece])
                    .map_or(0.0, |link| narrows_topology::capacity::raw(link).get());
                // A lane of the third generation: the processors of all these boards have it, but
                // for the oldest, of which the highest rate of any slot stands.
                let rates = self.site.seats.iter().filter(|seat| !self.is_below_chipset(&seat.on));
                let rate = rates.filter_map(|seat| seat.link).map(|link| link.rate).max().unwrap();
                let one = LinkWidth::new(rate.generation(), 1).unwrap();
                (raw / narrows_topology::capacity::raw(one).get() * 1000.0).round() as i64
            }
            other => panic!("{other:?}"),
        }
    }

    fn rate(
        &mut self,
        aim: usize,
        at: &Placement,
        places: &[Attachment],
        workload: &Workload,
        together: bool,
    ) -> f64 {
        let of = |(piece, place): (&Piece, &Attachment)| {
            let wide = |link: LinkWidth| (link.rate.generation(), link.lanes.get());
            (piece.model.clone(), place.on.clone(), place.offered.map(wide))
        };
        let mut shape: Shape = self.pieces.iter().zip(places).map(of).collect();
        shape.sort();
        let (site, pieces) = (self.site, self.pieces);
        *self.rates.entry((aim, shape)).or_insert_with(|| {
            let machine = site.machine(pieces, at, &[]).unwrap();
            let drives = machine.topology.drives.keys();
            let asked: Vec<WorkloadOnTarget> =
                drives.map(|id| WorkloadOnTarget::new(id, workload)).collect();
            let mb_s = |asked: &[WorkloadOnTarget]| -> f64 {
                predict_asked(&machine, asked).iter().map(|it| it.rate.as_mb_s()).sum()
            };
            match together {
                true => mb_s(&asked),
                false => asked.chunks(1).map(mb_s).fold(f64::INFINITY, f64::min),
            }
        })
    }
}

fn link(piece: &Piece, place: &Attachment) -> Option<LinkWidth> {
    match (piece.link, place.offered) {
        (Some(own), Some(offered)) => Some(own.common(offered)),
        (own, offered) => own.or(offered),
    }
}

/// Steps of 0.1 %.
fn step(mb_s: f64) -> i64 {
    if mb_s > 0.0 && mb_s.is_finite() { (mb_s.ln() * 1000.0).round() as i64 } else { i64::MIN }
}
