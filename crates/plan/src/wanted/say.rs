//! Wishes, aims and arrays as the words that ask for them, and as sentences.

use narrows_messages::Message;

use super::workload_word;
use crate::ask::{Aim, ArrayWish, Wish};
use crate::feasibility::Means;
use crate::piece::Piece;

/// The word that asks for an array.
pub fn array(array: &ArrayWish, pieces: &[Piece]) -> String {
    let means = match array.means == Means::ALL {
        true => String::new(),
        false => {
            let ids: Vec<&str> = array.means.iter().map(|means| means.id()).collect();
            format!(":{}", ids.join("/"))
        }
    };
    let members: Vec<&str> = array.members.iter().map(|&at| name(pieces, at)).collect();
    format!("{}{means}={}", array.level.as_str(), members.join("+"))
}

/// The word that asks for a wish.
pub fn wish(wish: &Wish, pieces: &[Piece]) -> String {
    let of = |at: usize| name(pieces, at);
    match wish {
        Wish::Lanes(at, lanes) => format!("{}>=x{lanes}", of(*at)),
        Wish::FullLink(at) => format!("{}=full", of(*at)),
        Wish::LineRate(at, rate) => format!("{}>={}MB/s", of(*at), rate.as_mb_s()),
        Wish::Starts(at) => format!("boot={}", of(*at)),
        Wish::ArrayStarts(id) => format!("boot={id}"),
        Wish::FirmwareArray(_) => "firmware-raid".to_owned(),
        Wish::FreeSata(count) => format!("free-sata>={count}"),
        Wish::OnProcessor(at) => format!("{}=cpu", of(*at)),
        Wish::OnChipset(at) => format!("{}=chipset", of(*at)),
        Wish::Near(one, other) => format!("near={}+{}", of(*one), of(*other)),
        Wish::At(at, seat) => format!("{}@{seat}", of(*at)),
        Wish::Stays(at) => format!("{}=stay", of(*at)),
        Wish::NoAdapters => "no-adapters".to_owned(),
        Wish::Risers => "risers".to_owned(),
    }
}

/// The word that asks for an aim.
pub fn aim(aim: &Aim, pieces: &[Piece]) -> String {
    let of = |at: usize| name(pieces, at);
    match aim {
        Aim::Together(workload) => workload_word(workload),
        Aim::Each(workload) => format!("each={}", workload_word(workload)),
        Aim::Of(target, workload) => format!("{target}:{}", workload_word(workload)),
        Aim::ToCard(at, workload) => format!("to={}:{}", of(*at), workload_word(workload)),
        Aim::Latency(at) => format!("latency={}", of(*at)),
        Aim::FewMoves => "few-moves".to_owned(),
        Aim::LanesOf(at) => format!("lanes={}", of(*at)),
        Aim::FreeSata => "free-sata".to_owned(),
    }
}

/// What a wish asks, as a sentence.
pub fn wish_says(wish: &Wish, pieces: &[Piece]) -> Message {
    let about = |id: &'static str, at: usize| Message::new(id).with("piece", name(pieces, at));
    match wish {
        Wish::Lanes(at, lanes) => about("plan-wish-lanes", *at).with("lanes", lanes),
        Wish::FullLink(at) => about("plan-wish-full", *at),
        Wish::LineRate(at, rate) => about("plan-wish-line-rate", *at).with("rate", rate),
        Wish::Starts(at) => about("plan-wish-starts", *at),
        Wish::ArrayStarts(id) => Message::new("plan-wish-starts").with("piece", id),
        Wish::FirmwareArray(id) => Message::new("plan-wish-firmware-array").with("array", id),
        Wish::FreeSata(count) => Message::new("plan-wish-free-sata").count("count", *count),
        Wish::OnProcessor(at) => about("plan-wish-processor", *at),
        Wish::OnChipset(at) => about("plan-wish-chipset", *at),
        Wish::Near(one, other) => about("plan-wish-near", *one).with("other", name(pieces, *other)),
        Wish::At(at, seat) => about("plan-wish-at", *at).with("seat", seat),
        Wish::Stays(at) => about("plan-wish-stays", *at),
        Wish::NoAdapters => Message::new("plan-wish-no-adapters"),
        Wish::Risers => Message::new("plan-wish-risers"),
    }
}

/// What an aim is after, as words for a heading or a column.
pub fn aim_says(aim: &Aim, pieces: &[Piece]) -> Message {
    let about = |id: &'static str, at: usize| Message::new(id).with("piece", name(pieces, at));
    match aim {
        Aim::Together(workload) => {
            Message::new("plan-aim-together").with("workload", workload_word(workload))
        }
        Aim::Each(workload) => {
            Message::new("plan-aim-each").with("workload", workload_word(workload))
        }
        Aim::Of(target, workload) => Message::new("plan-aim-of")
            .with("piece", target)
            .with("workload", workload_word(workload)),
        Aim::ToCard(at, workload) => {
            about("plan-aim-to-card", *at).with("workload", workload_word(workload))
        }
        Aim::Latency(at) => about("plan-aim-latency", *at),
        Aim::FewMoves => Message::new("plan-aim-few-moves"),
        Aim::LanesOf(at) => about("plan-aim-lanes", *at),
        Aim::FreeSata => Message::new("plan-aim-free-sata"),
    }
}

/// A piece's name; an index that leads nowhere has none.
fn name(pieces: &[Piece], at: usize) -> &str {
    pieces.get(at).map_or("?", |piece| &piece.id)
}
