//! Cards that run narrower in a placement than they could elsewhere.
//!
//! Not here: drives, whose rates say what it costs them.

use crate::piece::Piece;
use crate::placement::Placement;
use crate::site::Site;

/// The cards, no drives, that have fewer lanes here than they have and than a slot of the site
/// gives: by index, with the lanes that they have here and could have.
pub fn narrow(site: &Site, pieces: &[Piece], at: &Placement) -> Vec<(usize, u8, u8)> {
    let places = site.places(pieces, at).unwrap_or_default();
    let all = pieces.iter().zip(places).enumerate();
    let below = all.filter_map(|(index, (piece, place))| {
        let (own, offered) = (piece.lanes()?, place.offered?.lanes.get());
        let is_card = piece.drive().is_none() && !piece.is_carrier();
        let (here, most) = (own.min(offered), widest(site, piece)?);
        (is_card && here < most).then_some((index, here, most))
    });
    below.collect()
}

/// The most lanes that a piece can have on a site: its own, or those of the widest slot that it fits.
pub fn widest(site: &Site, piece: &Piece) -> Option<u8> {
    let fitting = site.seats.iter().filter(|it| piece.fit(it.form, &it.devices).is_some());
    let widest = fitting.filter_map(|seat| seat.link).map(|link| link.lanes.get()).max()?;
    Some(piece.lanes()?.min(widest))
}
