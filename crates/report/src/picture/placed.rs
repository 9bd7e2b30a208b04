//! An arrangement of a plan, as what a picture shows.

use narrows_messages::{Localizer, Message};
use narrows_record::plan::{Door, Piece, Placed, Plan, Seat, SeatState};
use narrows_record::see::PortKind;

use super::content::{Below, Place};
use super::passage::{Drawn, Passage};
use super::rates::Rates;
use super::rows::{Item, Losses, Teller};
use crate::clean::clean;
use crate::page::door_name;
use crate::words;

/// Doors stand above each other no deeper than this; what is deeper is a damaged document.
const MAX_DEPTH: usize = 64;

/// Lays an arrangement's places out as a tree of what flows.
pub(super) fn drawn(plan: &Plan, placed: &Placed, rates: &Rates, localizer: &Localizer) -> Drawn {
    let teller = Teller { rates, localizer };
    let mut builder = Builder { plan, placed, teller, drawn: Drawn::default() };
    for door in placed.doors.iter().filter(|door| is_root(placed, door)) {
        let mut losses = Losses::new();
        let place = builder.place(door, &mut losses, 0);
        builder.drawn.roots.extend((!place.below.is_empty()).then_some(place));
    }
    builder.empty();
    builder.drawn
}

/// Whether no other door of the arrangement stands above it.
fn is_root(placed: &Placed, door: &Door) -> bool {
    !placed.doors.iter().any(|it| Some(&it.id) == door.above.as_ref())
}

struct Builder<'a> {
    plan: &'a Plan,
    placed: &'a Placed,
    teller: Teller<'a>,
    drawn: Drawn,
}

impl<'a> Builder<'a> {
    fn place(&mut self, door: &'a Door, losses: &mut Losses<'a>, depth: usize) -> Place {
        let mut own = Losses::new();
        let mut items: Vec<Item<'a>> = Vec::new();
        for seat in door.seats.iter().filter(|seat| seat.state == SeatState::Used) {
            items.extend(self.items(seat));
        }
        let fixed = door.fixed.iter();
        items.extend(fixed.map(|id| Item { id, name: clean(id), ..Item::default() }));
        let rows = self.teller.rows(items, &mut own);
        let mut below: Vec<Below> = rows.into_iter().map(Below::Drives).collect();
        let placed = self.placed;
        let children = placed.doors.iter().filter(|it| it.above.as_ref() == Some(&door.id));
        for child in children.filter(|_| depth < MAX_DEPTH) {
            let place = self.place(child, &mut own, depth + 1);
            below.extend((!place.below.is_empty()).then_some(Below::Place(place)));
        }
        let (place, tight) = self.teller.through(self.passage(door), below, &mut own);
        self.drawn.tight.extend(tight);
        own.into_iter().for_each(|(at, mb_s)| *losses.entry(at).or_default() += mb_s);
        place
    }

    fn passage(&self, door: &'a Door) -> Passage<'a> {
        let kind = self.teller.localizer.text(match door.kind {
            PortKind::Processor => "plan-door-processor",
            PortKind::RootComplex => "plan-door-root-complex",
            PortKind::Chipset => "plan-door-chipset",
            PortKind::NetworkLink => "plan-door-network-link",
            _ => "plan-door-switch",
        });
        let link = door.uplink.as_ref().map(|it| words::uplink(it.name.as_deref(), it.link));
        Passage {
            name: kind,
            detail: door_name(door),
            names: vec![&door.id],
            link: door.above.as_ref().map(|_| link.unwrap_or_default()),
            carries: door.uplink.as_ref().map(|uplink| uplink.carries_mb_s),
            crowd: None,
        }
    }

    /// The drives in a slot; cards are said to be idle.
    fn items(&mut self, seat: &'a Seat) -> Vec<Item<'a>> {
        let plan = self.plan;
        let of_seat = |piece: &&Piece| seat.pieces.contains(&piece.id);
        let mut items = Vec::new();
        for piece in plan.pieces.iter().filter(of_seat) {
            let drives: Vec<&'a str> = match (piece.drives.as_slice(), piece.kind.as_str()) {
                ([], "drive") => vec![&piece.id],
                (drives, _) => drives.iter().map(String::as_str).collect(),
            };
            if drives.is_empty() && !matches!(piece.kind.as_str(), "drive") {
                let link = self.link(piece);
                let about =
                    words::dotted([clean(&piece.id), clean(&piece.model), link, clean(&seat.slot)]);
                self.drawn.idle.push(about);
            }
            items.extend(drives.into_iter().map(|id| self.item(piece, id, seat)));
        }
        items
    }

    fn item(&self, piece: &'a Piece, id: &'a str, seat: &Seat) -> Item<'a> {
        let made = self.placed.arrays.iter().find(|made| made.members.contains(&piece.id));
        let array = made.map(|made| words::dotted([clean(&made.id), clean(&made.level)]));
        Item {
            id,
            name: clean(id),
            model: clean(&piece.model),
            link: self.link(piece),
            slot: clean(&seat.slot),
            array: array.unwrap_or_default(),
            own: vec![id, &piece.id],
            ..Item::default()
        }
    }

    /// The link that a piece runs, and what it could.
    fn link(&self, piece: &Piece) -> String {
        let put = self.placed.puts.iter().find(|put| put.piece == piece.id);
        let Some(current) = put.and_then(|put| put.current) else { return String::new() };
        match put.and_then(|put| put.possible).filter(|possible| *possible != current) {
            None => current.to_string(),
            Some(possible) => {
                let most = match current.gts == possible.gts {
                    true => format!("x{}", possible.lanes),
                    false => possible.to_string(),
                };
                let message = Message::new("report-link-of").with("current", current);
                self.teller.localizer.say(&message.with("possible", most))
            }
        }
    }

    /// Slots that nothing is in.
    fn empty(&mut self) {
        let seats = self.placed.doors.iter().flat_map(|door| &door.seats);
        let empty = seats.filter(|seat| seat.state == SeatState::Empty);
        let names: Vec<&str> = empty.map(|seat| seat.slot.as_str()).collect();
        if !names.is_empty() {
            let label = self.teller.localizer.text("plan-empty");
            let names = words::list(names.into_iter());
            self.drawn.idle.push(format!("{label}: {names}"));
        }
    }
}
