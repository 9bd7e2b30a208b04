//! SAS expanders: they take no slot but hang on lanes of a SAS card, whose places for drives are then theirs.
//!
//! Those of a list are spread evenly over its SAS cards, and one that is alone on a card has all of the card's
//! lanes that it can take.
//!
//! Not here: expanders behind expanders.

use narrows_catalog::card::{self, Card};
use narrows_messages::Message;
use narrows_model::{BandedFigure, LimitKind, LocationCeiling};
use narrows_plan::device::MovableDevice;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Node, NodeKind, StorageControllerKind};
use narrows_topology::{Id, capacity};
use narrows_units::BytesPerSec;

/// An expander by its name in the list.
pub(super) struct NamedExpander {
    pub id: String,
    pub card: &'static Card,
}

/// Lanes of one connector, and of the cable to it.
const CONNECTOR: u8 = 4;

/// Hangs the expanders on the SAS cards among the devices.
///
/// # Errors
/// There is no SAS card, or it has fewer connectors than there are expanders for it.
pub(super) fn hang(
    devices: &mut [MovableDevice],
    expanders: &[NamedExpander],
) -> Result<(), Message> {
    let Some(first) = expanders.first() else { return Ok(()) };
    let host = |device: &MovableDevice| {
        let card = card::card(&device.model)?;
        Some((card.sas_rate()?, card.bays / CONNECTOR)).filter(|(_, connectors)| *connectors > 0)
    };
    let hosts: Vec<usize> = (0..devices.len()).filter(|&at| host(&devices[at]).is_some()).collect();
    for (number, &at) in hosts.iter().enumerate() {
        let own: Vec<&NamedExpander> = expanders.iter().skip(number).step_by(hosts.len()).collect();
        let Some((rate, connectors)) = host(&devices[at]).filter(|_| !own.is_empty()) else {
            continue;
        };
        if own.len() > usize::from(connectors) {
            let message = Message::new("site-expander-crowd").with("card", &devices[at].id);
            return Err(message.with("count", own.len()).with("most", connectors));
        }
        extend(&mut devices[at], rate, connectors, &own);
    }
    if hosts.is_empty() {
        return Err(Message::new("site-expander").with("id", &first.id));
    }
    Ok(())
}

fn extend(host: &mut MovableDevice, rate: f64, connectors: u8, expanders: &[&NamedExpander]) {
    let Some(above) = host.body.nodes.first().map(|(id, _)| id.clone()) else { return };
    let count = u8::try_from(expanders.len()).unwrap_or(u8::MAX);
    // Bays are counted through all of them, each with as many as the smallest.
    let each = expanders.iter().map(|it| it.card.bays).min().unwrap_or_default();
    host.bays = each.saturating_mul(count);
    for expander in expanders {
        let lanes = expander.card.ports.min(connectors / count * CONNECTOR);
        let gbit_s = expander.card.sas_rate().map_or(rate, |own| own.min(rate));
        let lane = capacity::transport(&DriveTransport::Sas { gbit_s }).unwrap_or_default();
        let carries = BandedFigure::of_cable(BytesPerSec::new(lane.get() * f64::from(lanes)));
        let id = Id::new(&expander.id);
        let node = Node {
            name: Some(expander.card.name.clone()),
            parent: Some(above.clone()),
            ..Node::bare(NodeKind::Storage(StorageControllerKind::Sas))
        };
        host.body.nodes.push((id.clone(), node));
        let ceiling = LocationCeiling::both_ways(LimitKind::Uplink, carries);
        host.body.ceilings.insert(id, vec![ceiling]);
    }
}
