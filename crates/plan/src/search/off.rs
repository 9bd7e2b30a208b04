//! Rules that switch seats off whatever is set: what they forbid holds for every placement that
//! goes on from a part of one, because nothing switches a seat on again.

use narrows_catalog::board::{Device, Rule};

use crate::evaluate::Judge;
use crate::placement::Spot;
use crate::site::Site;

/// One such rule, with seats by their index.
#[derive(Clone, Debug)]
pub struct Off {
    /// In use, with this device where that counts.
    pub when: Vec<(usize, Option<Device>)>,
    /// Switched off then.
    pub seats: Vec<usize>,
}

/// All of them.
pub fn rules(site: &Site) -> Vec<Off> {
    site.rules.iter().filter_map(|rule| off(site, rule)).collect()
}

fn off(site: &Site, rule: &Rule) -> Option<Off> {
    if !rule.settings.is_empty() {
        return None;
    }
    let index = |id: &str| site.seat(id).map(|(index, _)| index);
    let when = rule.when.iter().map(|it| Some((index(&it.slot)?, it.device)));
    let seats = rule.then.iter().filter(|it| it.off).filter_map(|it| index(&it.slot));
    let seats: Vec<usize> = seats.collect();
    // A slot that the site does not have is never in use.
    let when = when.collect::<Option<Vec<_>>>()?;
    (!seats.is_empty()).then_some(Off { when, seats })
}

impl Off {
    /// Whether it switches off what is in use.
    pub fn forbids(&self, judge: &Judge<'_>, spots: &[Option<Spot>]) -> bool {
        let user = |seat: usize| spots.iter().position(|spot| *spot == Some(Spot::Seat(seat)));
        self.seats.iter().any(|&seat| user(seat).is_some())
            && self.when.iter().all(|&(seat, device)| {
                user(seat).is_some_and(|piece| {
                    device.is_none_or(|device| judge.pieces[piece].device == device)
                })
            })
    }
}
