//! Likely errors of a source where more was measured than it allows.

use narrows_messages::Message;
use narrows_model::{BandedFigure, DriveFigures, RaidEngine, WorkloadOnTarget};
use narrows_record::predict::LimitRecordKind;
use narrows_topology::graph::{Node, NodeLink};
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, Lanes, LinkWidth, TransferRate};
use narrows_workload::IoInterface;

use super::change::{self, FactorBand};
use super::frequency::prior;
use super::hypothesis::{Hypothesis, HypothesisMachine};
use super::links::named;
use super::program;
use super::subject::ShortfallSubject;

/// A drive that exceeds its stated figures.
const BETTER: FactorBand = FactorBand::new(1.1, 1.35, 1.8);
const COMPRESSED: FactorBand = FactorBand::new(1.2, 2.0, 4.0);
/// A location with a stated ceiling that is too low.
const HIGHER: FactorBand = FactorBand::new(1.1, 1.5, 2.5);
/// The factor by which the queue depth is higher than stated.
const DEEPER: u32 = 8;
/// The rate of data served from memory, bytes per second: far above any drive.
const BOUNDLESS: f64 = 1e12;

pub(super) fn all<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let found = [
        from_memory(subject),
        better(subject),
        deeper(subject),
        compressed(subject),
        higher(subject),
        newer(subject),
    ];
    found.into_iter().flatten().chain(wider(subject)).collect()
}

/// The measured data came from memory: no drive is involved, and mostly the processor copies it.
fn from_memory<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let texts = (Message::new("shortfall-cached"), Message::new("shortfall-look-cached"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let boundless = |figures: &mut DriveFigures| {
            let rate = Some(BandedFigure::of_class(BytesPerSec::new(BOUNDLESS)));
            *figures = DriveFigures { read: rate, write: rate, ..DriveFigures::default() };
        };
        let mut machine = change::figures(subject.machine(), &subject.drives, boundless);
        // A link or a ceiling on the path would still limit it.
        machine.topology.nodes.values_mut().for_each(|node| node.link = None);
        machine.topology.drives.values_mut().for_each(|drive| drive.transport = None);
        machine.ceilings.clear();
        let copied = change::requests(asked, |workload| workload.interface = IoInterface::Buffered);
        // A card's or another machine's memory is accessed without a copy.
        vec![
            HypothesisMachine::new(machine.clone(), &copied),
            HypothesisMachine::new(machine, asked),
        ]
    };
    Some(Hypothesis::new("cached", texts, prior::USUAL, Vec::new(), apply))
}

/// A kernel whose RAID layer costs less is no reason where something else is the limit.
fn newer<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    use LimitRecordKind::{Cpu, RaidLayer};
    let limit = super::limit(&subject.complaint)?;
    if matches!(limit.kind, Cpu | RaidLayer) { program::newer(subject) } else { None }
}

fn scaled<'a>(
    subject: &'a ShortfallSubject<'a>,
    id: &'static str,
    (what, look): (Message, Message),
    part: FactorBand,
) -> Hypothesis<'a> {
    let what = what.with("drive", named(&subject.drives));
    let what = what.count("count", subject.drives.len());
    Hypothesis::new(id, (what, look), prior::FREQUENT, subject.drives.clone(), move |asked| {
        let machine = change::figures(subject.machine(), &subject.drives, |figures| {
            change::slower(figures, part, None);
        });
        vec![HypothesisMachine::new(machine, asked)]
    })
}

fn better<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let figures = subject.drives.iter().filter_map(|id| subject.machine().figures.get(id));
    let mut rates = figures.filter_map(|it| if subject.is_read() { it.read } else { it.write });
    let is_open = rates.any(|rate| rate.basis != FactBasis::Observed);
    let texts = (Message::new("shortfall-better"), Message::new("shortfall-look-better"));
    is_open.then(|| scaled(subject, "better", texts, BETTER))
}

fn compressed<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let compresses = |engine| matches!(engine, RaidEngine::Zfs | RaidEngine::Btrfs);
    subject.arrays().find(|(_, plan)| compresses(plan.engine))?;
    let texts = (Message::new("shortfall-compressed"), Message::new("shortfall-look-compressed"));
    Some(scaled(subject, "compressed", texts, COMPRESSED))
}

fn deeper<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let texts = (Message::new("shortfall-deeper"), Message::new("shortfall-look-deeper"));
    Some(Hypothesis::new("deeper", texts, prior::FREQUENT, Vec::new(), |asked| {
        let deeper = change::requests(asked, |workload| {
            workload.depth = workload.depth.saturating_mul(DEEPER);
        });
        vec![HypothesisMachine::new(subject.machine().clone(), &deeper)]
    }))
}

fn higher<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let way = subject.way();
    let stated = way.keys().filter(|id| subject.machine().ceilings.contains_key(*id));
    let places: Vec<Id> = stated.map(|id| (*id).clone()).collect();
    let first = places.first()?;
    let what = Message::new("shortfall-ceiling").with("node", first);
    let texts = (what, Message::new("shortfall-look-ceiling"));
    let about = places.clone();
    Some(Hypothesis::new("ceiling", texts, prior::OCCASIONAL, about, move |asked| {
        let mut machine = subject.machine().clone();
        change::lower_ceilings(&mut machine, &places, HIGHER);
        vec![HypothesisMachine::new(machine, asked)]
    }))
}

/// Links that were not observed, with twice the lanes or of the next generation.
fn wider<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let is_unseen = |link: &&NodeLink| !link.internal && link.basis != FactBasis::Observed;
    let width = |node: &Node| node.link.as_ref().filter(is_unseen)?.current;
    let way = subject.way().into_iter();
    let ids: Vec<Id> =
        way.filter(|(_, node)| width(node).is_some()).map(|(id, _)| id.clone()).collect();
    let ways: [fn(LinkWidth) -> Option<LinkWidth>; 2] = [next_rate, twice_the_lanes];
    ways.into_iter().filter(|_| !ids.is_empty()).map(|wider| grown(subject, &ids, wider)).collect()
}

fn grown<'a>(
    subject: &'a ShortfallSubject<'a>,
    ids: &[Id],
    wider: fn(LinkWidth) -> Option<LinkWidth>,
) -> Hypothesis<'a> {
    let what = Message::new("shortfall-wider").with("node", named(ids));
    let look = Message::new("shortfall-look-wider");
    let places = ids.to_vec();
    Hypothesis::new("wider", (what, look), prior::FREQUENT, ids.to_vec(), move |asked| {
        let machine = change::links(subject.machine(), &places, |link| {
            link.current = link.current.map(|width| wider(width).unwrap_or(width));
        });
        vec![HypothesisMachine::new(machine, asked)]
    })
}

fn next_rate(width: LinkWidth) -> Option<LinkWidth> {
    let rate = TransferRate::from_generation(width.rate.generation() + 1)?;
    Some(LinkWidth { rate, ..width })
}

fn twice_the_lanes(width: LinkWidth) -> Option<LinkWidth> {
    let lanes = Lanes::new(width.lanes.get().checked_mul(2)?)?;
    Some(LinkWidth { lanes, ..width })
}
