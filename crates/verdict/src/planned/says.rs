//! What stands against an arrangement, and which rule holds, as sentences.

use narrows_catalog::board::{Effect, Rule};
use narrows_messages::Message;
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Clash, Spot};
use narrows_plan::site::Site;

/// Why a rule holds: what is in use, and what is set.
pub(super) fn rule_holds(rule: &Rule) -> Message {
    let uses: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
    let settings: Vec<String> = rule.settings.iter().map(ToString::to_string).collect();
    let id = match (uses.is_empty(), settings.is_empty()) {
        (false, true) => "plan-rule-use",
        (true, _) => "plan-rule-setting",
        (false, false) => "plan-rule-both",
    };
    Message::new(id).with("uses", uses.join(" + ")).with("settings", settings.join(", "))
}

/// The last rule that holds and does this to the slot.
pub(super) fn last_rule<'a>(
    rules: impl DoubleEndedIterator<Item = &'a Rule>,
    slot: &str,
    does: impl Fn(&Effect) -> bool,
) -> Option<&'a Rule> {
    let hits = |rule: &&Rule| rule.then.iter().any(|effect| effect.slot == slot && does(effect));
    rules.rev().find(hits)
}

/// What stands against an arrangement.
pub(super) fn clash(clash: &Clash, site: &Site, pieces: &[Piece], at: &[Spot]) -> Message {
    let about =
        |id: &'static str, piece: usize| Message::new(id).with("piece", name(pieces, piece));
    let slot = |piece: usize| at.get(piece).map(|spot| slot(*spot, site, pieces));
    let no_name = || "–".to_owned();
    let at_slot = |id, piece| about(id, piece).with("slot", slot(piece).unwrap_or_else(no_name));
    match clash {
        Clash::NoFit(piece, spot) => {
            about("plan-clash-no-fit", *piece).with("slot", self::slot(*spot, site, pieces))
        }
        Clash::Taken(piece, other) => {
            at_slot("plan-clash-taken", *piece).with("other", name(pieces, *other))
        }
        Clash::Off(piece, rule) => {
            let uses: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            let settings = rule.settings.iter().map(ToString::to_string);
            let both: Vec<String> = uses.into_iter().chain(settings).collect();
            at_slot("plan-clash-off", *piece).with("uses", both.join(" + "))
        }
        Clash::NoLanes(piece) => at_slot("plan-clash-no-lanes", *piece),
        Clash::NoSplit(piece) => at_slot("plan-clash-no-split", *piece),
        Clash::NoBay(piece) => about("plan-clash-no-bay", *piece),
    }
}

fn name(pieces: &[Piece], at: usize) -> &str {
    pieces.get(at).map_or("–", |piece| &piece.id)
}

fn slot(spot: Spot, site: &Site, pieces: &[Piece]) -> String {
    match spot {
        Spot::Seat(seat) => site.seats.get(seat).map_or_else(|| "–".to_owned(), |it| it.id.clone()),
        Spot::Bay(carrier, bay) => format!("{}/{}", name(pieces, carrier), u16::from(bay) + 1),
    }
}
