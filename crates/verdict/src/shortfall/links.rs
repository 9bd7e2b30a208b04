//! Possible problems of links: trained below their capability, small packets, power saving, a slow
//! port.

use std::collections::BTreeMap;

use narrows_messages::{Message, drive_names};
use narrows_model::{HostClass, WorkloadOnTarget};
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Node, NodeKind, NodeLink};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, Lanes, LinkWidth, Nanos, TransferRate};

use super::change::{self, FactorBand};
use super::frequency::prior;
use super::hypothesis::{Hypothesis, HypothesisMachine};
use super::subject::ShortfallSubject;

/// The part of its link's bandwidth that a port with a slow controller passes: small boards' reach
/// a third to three quarters.
const SLOW_PORT: FactorBand = FactorBand::new(0.28, 0.5, 0.8);
/// The time to leave a link's power saving, both ways (PCI Express Base Specification 6.0, section
/// 5.4.1: L1 exit to more than 64 us, as the device reports it), with the host's own.
const WAKES: [Nanos; 2] = [Nanos::micros(25), Nanos::micros(100)];
/// What is reached of a lower speed where more than the link is older: another hop behind a
/// chipset, a bridge, small packets. An SX8200 moves 1,350 MB/s through PCIe 2.0 x4 behind an X470
/// (of 1,821), USB at 480 Mbit/s mostly 30 to 35 MB/s (of 40).
const REACHED: FactorBand = FactorBand::new(0.7, 0.82, 0.93);
/// How much less common that is than the speed alone: with all generations and widths it would
/// explain any figure.
const OF_REACHED: f64 = 0.2;
/// How much less common it is that all links of a kind train lower than that one does.
const OF_ALL: f64 = 0.5;
/// The smallest packets, which every link supports.
const SMALLEST: Bytes = Bytes::new(128);

pub(super) fn all<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    // The links on the path whose trained state was not observed.
    let mut found: BTreeMap<(NodeKind, u8, u8), LinkGroup> = BTreeMap::new();
    for (id, node) in subject.way() {
        let Some(width) = unseen(node).and_then(|link| link.current) else { continue };
        let is_hidden = node.kind == NodeKind::Chipset;
        let key = (node.kind, width.rate.generation(), width.lanes.get());
        let group = found.entry(key).or_insert(LinkGroup { ids: Vec::new(), width, is_hidden });
        group.ids.push(id.clone());
    }
    let groups: Vec<LinkGroup> = found.into_values().collect();
    let trained = groups.into_iter().flat_map(|group| of_group(subject, &group));
    let others = [payload(subject), asleep(subject), slow_port(subject)];
    trained.chain(others.into_iter().flatten()).chain(transports(subject)).collect()
}

/// Equal links: at the same kind of node, with the same width.
struct LinkGroup {
    ids: Vec<Id>,
    width: LinkWidth,
    /// Whether it is a chipset's uplink, which no register shows.
    is_hidden: bool,
}

fn unseen(node: &Node) -> Option<&NodeLink> {
    node.link.as_ref().filter(|link| !link.internal && link.basis != FactBasis::Observed)
}

/// Each way in which one of these links, or all of them, may have trained lower.
fn of_group<'a>(subject: &'a ShortfallSubject<'a>, group: &LinkGroup) -> Vec<Hypothesis<'a>> {
    let first = group.ids.iter().take(1).cloned().collect::<Vec<_>>();
    let several = (group.ids.len() > 1).then(|| group.ids.clone());
    let sets = [first].into_iter().chain(several);
    let pairs = sets.flat_map(|ids| {
        // Several at once have a common reason, such as a setting, which is less common than a bad
        // slot.
        let of_so_many = if ids.len() > 1 { OF_ALL } else { 1.0 };
        let narrower = narrower(group.width, group.is_hidden);
        narrower.into_iter().map(move |(width, prior)| (ids.clone(), width, prior * of_so_many))
    });
    let of_width = |(ids, width, prior): (Vec<Id>, LinkWidth, f64)| {
        let degrees = [(None, prior), (Some(REACHED), prior * OF_REACHED)];
        let full = group.width;
        degrees.map(|(part, prior)| trained(subject, ids.clone(), (full, width), part, prior))
    };
    pairs.flat_map(of_width).collect()
}

/// Lower states, and how common they are. Board makers reduce a chipset's lanes, not its
/// generation.
fn narrower(width: LinkWidth, is_hidden: bool) -> Vec<(LinkWidth, f64)> {
    let part = |width: LinkWidth, part: u8, prior: f64| {
        Some((LinkWidth { lanes: Lanes::new(width.lanes.get() / part)?, ..width }, prior))
    };
    let lanes = [part(width, 2, prior::OCCASIONAL), part(width, 4, prior::RARE)];
    let generation = width.rate.generation();
    let lower = (1..generation).rev().filter(|_| !is_hidden).flat_map(|lower| {
        let Some(rate) = TransferRate::from_generation(lower) else { return Vec::new() };
        // Every link begins at 2.5 GT/s and rises from there: mostly it stops at once, or one rate
        // short.
        let prior =
            if lower + 1 == generation || lower == 1 { prior::FREQUENT } else { prior::OCCASIONAL };
        let slow = LinkWidth { rate, ..width };
        // An older slot may be narrower, too.
        let narrow = [2, 4].map(|by| part(slow, by, prior::RARE));
        [Some((slow, prior))].into_iter().chain(narrow).flatten().collect()
    });
    lanes.into_iter().flatten().chain(lower).collect()
}

fn trained<'a>(
    subject: &'a ShortfallSubject<'a>,
    ids: Vec<Id>,
    (full, width): (LinkWidth, LinkWidth),
    part: Option<FactorBand>,
    prior: f64,
) -> Hypothesis<'a> {
    let what = Message::new("shortfall-link")
        .with("node", named(&ids))
        .with("link", width)
        .with("full", full)
        .count("count", ids.len());
    let look = Message::new("shortfall-look-link").with("node", named(&ids));
    let places = ids.clone();
    // All degrees of one cause have one id: `weigh::ranked` keeps the likeliest.
    Hypothesis::new("link", (what, look), prior, ids, move |asked| {
        let mut machine = change::at_width(subject.machine(), &places, width);
        for place in places.iter().filter(|_| part.is_some()) {
            let link = machine.topology.nodes.get(place).and_then(|node| node.link.as_ref());
            let carries = link.and_then(|link| {
                narrows_model::carries(&machine.topology, place, link, LinkDirection::Up)
            });
            if let (Some(part), Some(rate)) = (part, carries) {
                change::ceiling(&mut machine, place, part.of(rate.get()));
            }
        }
        vec![HypothesisMachine::new(machine, asked)]
    })
}

/// The ids, for a message.
pub(super) fn named(ids: &[Id]) -> String {
    drive_names(ids.iter().map(Id::as_str))
}

fn payload<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_open = |node: &Node| unseen(node).is_some_and(|link| link.max_payload.is_none());
    let way = subject.way().into_iter().filter(|(_, node)| is_open(node));
    let ids: Vec<Id> = way.map(|(id, _)| id.clone()).collect();
    let first = ids.first()?.clone();
    let texts = (Message::new("shortfall-payload"), Message::new("shortfall-look-payload"));
    let apply = move |asked: &[WorkloadOnTarget]| {
        let machine = change::links(subject.machine(), &ids, |link| {
            link.max_payload = Some(SMALLEST);
        });
        vec![HypothesisMachine::new(machine, asked)]
    };
    Some(Hypothesis::new("payload", texts, prior::FREQUENT, vec![first], apply))
}

/// A link or processor in power saving matters at low queue depth.
fn asleep<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let ids = subject.on_the_way(|kind| matches!(kind, NodeKind::Storage(_)));
    let first = ids.first()?.clone();
    let texts = (Message::new("shortfall-asleep"), Message::new("shortfall-look-asleep"));
    // With several requests in flight, a link never idles.
    let workloads = subject.complaint.asked.iter().map(|asked| &asked.workload);
    let each = workloads.map(|it| it.depth.saturating_mul(it.jobs));
    let in_flight = each.fold(0, u32::saturating_add);
    let prior = if in_flight > 1 { prior::RARE } else { prior::OCCASIONAL };
    let apply = move |asked: &[WorkloadOnTarget]| {
        let with = |wake: Nanos| {
            let mut machine = subject.machine().clone();
            ids.iter().for_each(|id| change::wait(&mut machine, id, wake));
            HypothesisMachine::new(machine, asked)
        };
        WAKES.map(with).into()
    };
    Some(Hypothesis::new("asleep", texts, prior, vec![first], apply))
}

fn slow_port<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let machine = subject.machine();
    let way = subject
        .way()
        .into_iter()
        .filter(|(_, node)| node.link.as_ref().is_some_and(|link| !link.internal));
    let id = way.map(|(id, _)| id.clone()).next()?;
    let carries = change::at_its_link(machine, subject.drives.first()?)?;
    let what = Message::new("shortfall-port").with("node", &id);
    let look = Message::new("shortfall-look-port").with("node", &id);
    let (place, about) = (id.clone(), vec![id]);
    let is_embedded = machine.host.class == HostClass::Embedded;
    let apply = move |asked: &[WorkloadOnTarget]| {
        let mut machine = machine.clone();
        change::ceiling(&mut machine, &place, SLOW_PORT.of(carries));
        vec![HypothesisMachine::new(machine, asked)]
    };
    let prior = if is_embedded { prior::FREQUENT } else { prior::RARE };
    Some(Hypothesis::new("port", (what, look), prior, about, apply))
}

/// SATA, SAS or USB that negotiated a lower speed; a capture shows the negotiated one.
fn transports<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let known = || subject.known_drives().filter(|(_, drive)| drive.transport.is_some());
    let Some((_, first)) = known().next().filter(|_| !subject.complaint.is_seen) else {
        return Vec::new();
    };
    let ids: Vec<Id> = known().map(|(id, _)| id.clone()).collect();
    let of_so_many = if ids.len() > 1 { OF_ALL } else { 1.0 };
    let of = |(transport, part, prior): (DriveTransport, Option<FactorBand>, f64)| {
        let prior = prior * of_so_many;
        let what = Message::new("shortfall-transport").with("drive", named(&ids));
        let look = Message::new("shortfall-look-transport").with("drive", named(&ids));
        let what = what.with("speed", speed(transport));
        let drives = ids.to_vec();
        Hypothesis::new("transport", (what, look), prior, ids.to_vec(), move |asked| {
            let mut machine = subject.machine().clone();
            for (_, drive) in
                machine.topology.drives.iter_mut().filter(|(id, _)| drives.contains(id))
            {
                drive.transport = Some(transport);
            }
            if let (Some(part), Some(most)) = (part, capacity::transport(&transport)) {
                machine = change::figures(&machine, &drives, |figures| {
                    for rate in [&mut figures.read, &mut figures.write] {
                        let most = rate.map_or(most.get(), |rate| rate.value.get().min(most.get()));
                        *rate = Some(part.of(most));
                    }
                });
            }
            vec![HypothesisMachine::new(machine, asked)]
        })
    };
    let degrees = lower_speeds(first.transport).into_iter().flat_map(|(transport, prior)| {
        [(transport, None, prior), (transport, Some(REACHED), prior * OF_REACHED)]
    });
    degrees.map(of).collect()
}

fn speed(transport: DriveTransport) -> String {
    match transport {
        DriveTransport::Sata { gbit_s } | DriveTransport::Sas { gbit_s } => {
            format!("{gbit_s} Gbit/s")
        }
        DriveTransport::Usb { mbit_s } if mbit_s < 1000 => format!("{mbit_s} Mbit/s"),
        DriveTransport::Usb { mbit_s } => format!("{} Gbit/s", f64::from(mbit_s) / 1000.0),
        DriveTransport::Virtio => String::new(),
    }
}

fn lower_speeds(transport: Option<DriveTransport>) -> Vec<(DriveTransport, f64)> {
    let halves = |gbit_s: f64| [(gbit_s / 2.0, prior::FREQUENT), (gbit_s / 4.0, prior::RARE)];
    match transport {
        Some(DriveTransport::Sata { gbit_s }) => {
            halves(gbit_s).map(|(gbit_s, prior)| (DriveTransport::Sata { gbit_s }, prior)).into()
        }
        Some(DriveTransport::Sas { gbit_s }) => {
            halves(gbit_s).map(|(gbit_s, prior)| (DriveTransport::Sas { gbit_s }, prior)).into()
        }
        Some(DriveTransport::Usb { mbit_s }) => {
            // At a port of USB 1.1, or one without its driver; USB 3.0 falls no further than to
            // 2.0.
            if mbit_s == 480 {
                return vec![(DriveTransport::Usb { mbit_s: 12 }, prior::FREQUENT)];
            }
            let known = [(10_000, prior::FREQUENT), (5000, prior::FREQUENT), (480, prior::USUAL)];
            let lower = known.into_iter().filter(|(lower, _)| *lower < mbit_s);
            lower.map(|(mbit_s, prior)| (DriveTransport::Usb { mbit_s }, prior)).collect()
        }
        Some(DriveTransport::Virtio) | None => Vec::new(),
    }
}
