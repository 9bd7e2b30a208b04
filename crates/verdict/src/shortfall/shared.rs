//! Shared causes that no register shows: chips, root complexes, memory, networks, other users.

use narrows_messages::Message;
use narrows_model::{
    ApplicationWork, BandedFigure, LocationCeiling, Machine, RaidEngine, WorkloadOnTarget,
};
use narrows_topology::cable::{self, StorageProtocol};
use narrows_topology::capacity::LinkDirection;
use narrows_topology::graph::NodeKind;
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec};

use super::change::{self, FactorBand};
use super::frequency::prior;
use super::hypothesis::{Hypothesis, HypothesisMachine};
use super::links::named;
use super::subject::ShortfallSubject;

/// The part of its link's bandwidth that an adapter's own processor passes.
const CHIP: FactorBand = FactorBand::new(0.45, 0.65, 0.85);
/// The same for writes to an array that the adapter makes: every byte passes its memory twice, and
/// its processor.
const CARD_WRITES: FactorBand = FactorBand::new(0.2, 0.4, 0.75);
/// Requests per second of an adapter, or of one core with its interrupts: 150,000 to 600,000 by
/// age.
const OPERATIONS: FactorBand = FactorBand::new(0.15e6, 0.3e6, 0.6e6);
/// The part of its links' bandwidth that a root complex, or its predecessor in older processors,
/// passes.
const COMPLEX: FactorBand = FactorBand::new(0.4, 0.55, 0.75);
/// The bandwidth of one memory channel of the years 2008 to 2024, reads and writes together, in
/// bytes per second.
const CHANNEL: f64 = 12e9;
/// The least sum of links, in bytes per second, that fills a root complex.
const LEAST_LINKS: f64 = 4e9;
/// Rates of Ethernet that a link may have negotiated, in Gbit/s (IEEE 802.3): mostly a switch has no
/// more than 1, or a cable leaves 0.1 of it.
const NEGOTIATED: [(f64, f64); 9] = [
    (50.0, prior::OCCASIONAL),
    (40.0, prior::OCCASIONAL),
    (25.0, prior::OCCASIONAL),
    (10.0, prior::OCCASIONAL),
    (5.0, prior::OCCASIONAL),
    (2.5, prior::OCCASIONAL),
    (1.0, prior::FREQUENT),
    (0.1, prior::FREQUENT),
    (0.01, prior::OCCASIONAL),
];
/// Frames of the usual size, whatever the link's own: the parts differ little.
const MTU: Bytes = Bytes::new(1500);
/// Parts of a link's intended rate that are another rate than that, and no less than is plausible.
const OTHER_RATES: std::ops::Range<f64> = 0.009..0.9;
/// The part of such a rate that files reach: 100 to 112 of 117 MB/s, less where each is opened.
const OF_NEGOTIATED: FactorBand = FactorBand::new(0.75, 0.93, 1.02);
/// Wi-Fi in a cable's place, in bytes per second: 3 to 25 MB/s in complaints, several times that
/// near a newer access point.
const WI_FI: FactorBand = FactorBand::new(3e6, 20e6, 75e6);
/// The part of Wi-Fi's own rate that files reach: the air is shared, and carries one direction at a
/// time.
const OF_AIR: FactorBand = FactorBand::new(0.15, 0.35, 0.65);
/// Ports that are bonded at most, of 1 Gbit/s and more.
const BONDED: i32 = 8;
/// No home has a faster cable, in bytes per second.
const OF_HOMES: f64 = 320e6;
/// The part of a network link that lost and small packets leave.
const LOSSES: FactorBand = FactorBand::new(0.5, 0.75, 0.95);

pub(super) fn all<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let found = [
        chip(subject),
        operations(subject),
        complex(subject),
        chipset(subject),
        memory(subject),
        others(subject),
        losses(subject),
    ];
    found.into_iter().flatten().chain(negotiated(subject)).chain(wi_fi(subject)).collect()
}

/// The bandwidth of a controller's link, or the sum of its drives' links.
fn carries(machine: &Machine, id: &Id) -> f64 {
    let node = machine.topology.nodes.get(id);
    let link = node.and_then(|node| node.link.as_ref()).filter(|link| !link.internal);
    let own = link
        .and_then(|link| narrows_model::carries(&machine.topology, id, link, LinkDirection::Up));
    let drives = machine.topology.drives.iter();
    let below = drives.filter(|(_, drive)| drive.controller.as_ref() == Some(id));
    let sum: f64 = below.filter_map(|(drive, _)| change::at_its_link(machine, drive)).sum();
    own.map_or(sum, |own| if sum > 0.0 { own.get().min(sum) } else { own.get() })
}

fn chip<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let machine = subject.machine();
    let adapters = subject.adapters();
    let first = adapters.first()?;
    let what = Message::new("shortfall-chip").with("node", named(&adapters));
    let look = Message::new("shortfall-look-chip").with("node", first);
    let texts = (what.count("count", adapters.len()), look);
    let by_card = subject.arrays().any(|(_, plan)| plan.engine == RaidEngine::Hardware);
    let apply = move |asked: &[WorkloadOnTarget]| {
        let part = if by_card && change::writes(asked) { CARD_WRITES } else { CHIP };
        let mut machine = subject.machine().clone();
        for id in subject.adapters() {
            let rate = part.of(carries(subject.machine(), &id));
            change::ceiling(&mut machine, &id, rate);
        }
        vec![HypothesisMachine::new(machine, asked)]
    };
    // One drive at a port of the chipset or processor mostly has as much as its link carries.
    let is_card = |id: &Id| {
        let link = machine.topology.nodes.get(id).and_then(|node| node.link.as_ref());
        let drives = machine.topology.drives.values();
        let below = drives.filter(|drive| drive.controller.as_ref() == Some(id)).count();
        below > 1 || link.is_some_and(|link| !link.internal)
    };
    let prior = if adapters.iter().any(is_card) { prior::FREQUENT } else { prior::RARE };
    Some(Hypothesis::new("chip", texts, prior, adapters, apply))
}

fn operations<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let adapters = subject.adapters();
    let first = adapters.first()?;
    let what = Message::new("shortfall-interrupts").with("node", named(&adapters));
    let look = Message::new("shortfall-look-interrupts").with("node", first);
    let apply = move |asked: &[WorkloadOnTarget]| {
        let mut machine = subject.machine().clone();
        for id in subject.adapters() {
            change::operations(&mut machine, &id, OPERATIONS.of_operations(1.0));
        }
        vec![HypothesisMachine::new(machine, asked)]
    };
    Some(Hypothesis::new("interrupts", (what, look), prior::FREQUENT, adapters, apply))
}

/// Several links that fill a processor's root complex.
fn complex<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let machine = subject.machine();
    let places = subject.on_the_way(|kind| kind == NodeKind::Processor);
    let links = subject.on_the_way(|kind| matches!(kind, NodeKind::Storage(_)));
    let sum: f64 = links.iter().map(|id| carries(machine, id)).sum();
    let is_stated = places.iter().any(|id| machine.ceilings.contains_key(id));
    let first = places.first().filter(|_| links.len() > 1 && sum > LEAST_LINKS && !is_stated)?;
    let texts = (
        Message::new("shortfall-complex").with("node", first),
        Message::new("shortfall-look-complex"),
    );
    let (each, about) = (sum / places.len() as f64, places.clone());
    Some(Hypothesis::new("complex", texts, prior::OCCASIONAL, about, move |asked| {
        let mut machine = machine.clone();
        places.iter().for_each(|id| change::ceiling(&mut machine, id, COMPLEX.of(each)));
        vec![HypothesisMachine::new(machine, asked)]
    }))
}

/// A drive that is documented on the processor's lanes but attached to the chipset.
fn chipset<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let topology = &subject.machine().topology;
    let (chipset, _) = topology.nodes.iter().find(|(_, node)| node.kind == NodeKind::Chipset)?;
    let direct: Vec<Id> = subject
        .way()
        .into_iter()
        .filter(|(_, node)| matches!(node.kind, NodeKind::Storage(_) | NodeKind::Switch))
        .filter(|(_, node)| node.attachment_basis != FactBasis::Observed)
        .filter(|(_, node)| {
            let above = node.parent.as_ref().and_then(|id| topology.nodes.get(id));
            above.is_some_and(|above| above.kind == NodeKind::Processor)
        })
        .map(|(id, _)| id.clone())
        .collect();
    let first = direct.first()?;
    let what = Message::new("shortfall-chipset").with("node", named(&direct));
    let look = Message::new("shortfall-look-chipset").with("node", first);
    let about = direct.clone();
    let is_open = !subject.complaint.is_seen;
    let apply = move |asked: &[WorkloadOnTarget]| {
        let mut machine = subject.machine().clone();
        for (_, node) in machine.topology.nodes.iter_mut().filter(|(id, _)| direct.contains(id)) {
            node.parent = Some(chipset.clone());
        }
        vec![HypothesisMachine::new(machine, asked)]
    };
    is_open.then(|| Hypothesis::new("chipset", (what, look), prior::OCCASIONAL, about, apply))
}

/// Half of the channels, or one if their number is unknown.
fn memory<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let texts = (Message::new("shortfall-memory"), Message::new("shortfall-look-memory"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let mut machine = subject.machine().clone();
        let half =
            |rate: BandedFigure<BytesPerSec>| BandedFigure { value: rate.value * 0.5, ..rate };
        let usual = BandedFigure::of_class(BytesPerSec::new(CHANNEL));
        machine.host.memory = Some(machine.host.memory.map_or(usual, half));
        vec![HypothesisMachine::new(machine, asked)]
    };
    Some(Hypothesis::new("memory", texts, prior::OCCASIONAL, Vec::new(), apply))
}

/// Another user with the same load: half as much, as much, or three times.
fn others<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let texts = (Message::new("shortfall-others"), Message::new("shortfall-look-others"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let each = subject.predicted.point / asked.len().max(1) as f64;
        let with = |times: usize, most: f64| {
            let application =
                Some(ApplicationWork { rate: BytesPerSec::new(most), overlaps: true });
            let other =
                || asked.iter().map(|asked| WorkloadOnTarget { application, ..asked.clone() });
            let others = (0..times).flat_map(|_| other());
            asked.iter().cloned().chain(others).collect::<Vec<WorkloadOnTarget>>()
        };
        // The total, or our share; for one target it is predicted by itself.
        let case = |times: usize, most: f64, ours: f64| {
            let share = if subject.complaint.of.is_some() { 1.0 } else { ours };
            HypothesisMachine {
                share,
                ..HypothesisMachine::new(subject.machine().clone(), &with(times, most))
            }
        };
        // More than it could take.
        let unheld = each * 100.0;
        vec![case(1, each / 3.0, 2.0 / 3.0), case(1, unheld, 0.5), case(3, unheld, 0.25)]
    };
    Some(Hypothesis::new("others", texts, prior::RARE, Vec::new(), apply))
}

fn networks(subject: &ShortfallSubject<'_>) -> Vec<Id> {
    subject.on_the_way(|kind| kind == NodeKind::NetworkLink)
}

fn negotiated<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let links = networks(subject);
    let ceilings = links.iter().filter_map(|id| subject.machine().ceilings.get(id)?.first());
    let carried = ceilings.filter_map(|it| Some((it.read?.value, it.protocol.unwrap_or_default())));
    let Some((least, protocol)) = carried.min_by(|a, b| a.0.get().total_cmp(&b.0.get())) else {
        return Vec::new();
    };
    let part =
        |gbit_s: f64| cable::ethernet(GbitPerSec::new(gbit_s), MTU, protocol).get() / least.get();
    let of = |(part, prior): (f64, f64)| {
        let what = Message::new("shortfall-network").with("node", named(&links));
        let what = what.with("part", format!("{:.0}", part * 100.0));
        let look = Message::new("shortfall-look-network");
        let places = links.clone();
        Hypothesis::new("network", (what, look), prior, links.clone(), move |asked| {
            let mut machine = subject.machine().clone();
            change::lower_ceilings(&mut machine, &places, OF_NEGOTIATED.times(part));
            vec![HypothesisMachine::new(machine, asked)]
        })
    };
    let lower = NEGOTIATED.map(|(gbit_s, prior)| (part(gbit_s), prior));
    lower.into_iter().filter(|(part, _)| OTHER_RATES.contains(part)).map(of).collect()
}

/// A cable of homes and offices that is partly Wi-Fi.
fn wi_fi<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let links = networks(subject);
    let ceilings = &subject.machine().ceilings;
    let cables = links.iter().filter_map(|id| ceilings.get(id)?.first());
    let serves = |it: &LocationCeiling| it.protocol.is_some_and(StorageProtocol::serves_files);
    let served = cables.filter(|ceiling| serves(ceiling));
    let mut served = served.filter_map(|it| Some((it.read?.value.get(), it.protocol?)));
    let (carries, protocol) = served.next().filter(|(rate, _)| *rate <= OF_HOMES)?;
    let what = Message::new("shortfall-wi-fi").with("node", named(&links));
    let texts = (what, Message::new("shortfall-look-wi-fi"));
    let (part, prior) = match is_ethernet(carries, protocol) {
        true => (WI_FI.times(1.0 / carries), prior::OCCASIONAL),
        false => (OF_AIR, prior::USUAL),
    };
    // A degree of the link's rate: `weigh::ranked` keeps the likeliest.
    Some(Hypothesis::new("network", texts, prior, links.clone(), move |asked| {
        let mut machine = subject.machine().clone();
        change::lower_ceilings(&mut machine, &links, part);
        vec![HypothesisMachine::new(machine, asked)]
    }))
}

/// Whether a link carries what one of Ethernet's rates does, or several bonded ports together.
fn is_ethernet(carries: f64, protocol: StorageProtocol) -> bool {
    NEGOTIATED.iter().any(|(gbit_s, _)| {
        let one = cable::ethernet(GbitPerSec::new(*gbit_s), MTU, protocol).get();
        let most = if *gbit_s < 1.0 { 1 } else { BONDED };
        // Larger frames carry a twentieth more.
        (1..=most).any(|ports| (carries / (one * f64::from(ports)) - 1.0).abs() < 0.06)
    })
}

fn losses<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let links = networks(subject);
    let first = links.first()?;
    let what = Message::new("shortfall-losses").with("node", first);
    let texts = (what, Message::new("shortfall-look-losses"));
    let about = links.clone();
    Some(Hypothesis::new("losses", texts, prior::OCCASIONAL, about, move |asked| {
        let mut machine = subject.machine().clone();
        change::lower_ceilings(&mut machine, &links, LOSSES);
        vec![HypothesisMachine::new(machine, asked)]
    }))
}
