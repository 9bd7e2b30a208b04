//! Flow through a place of a picture, and its bottleneck.

use narrows_messages::Message;
use narrows_record::predict::LimitRecord;
use narrows_record::word::FigureUnit;

use super::content::{FlowAmount, NodeChild, NodeUplink, PictureNode};
use super::headline::DrawnPlace;
use super::rates::is_on_the_path;
use super::rows::{LabelWriter, Losses};
use crate::clean::short;
use crate::figures::full;
use crate::words;

/// The places of a picture, and their labels.
#[derive(Default)]
pub(super) struct DrawnNodes {
    pub(super) roots: Vec<PictureNode>,
    /// Cards and controllers that move nothing here.
    pub(super) idle: Vec<String>,
    /// Where something is lost, or drives together could fill a link more than once.
    pub(super) tight: Vec<PictureBottleneck>,
    /// Every place that drives run through.
    pub(super) passed: Vec<DrawnPassage>,
}

/// A place's flow, and every name by which limits mean it.
pub(super) struct DrawnPassage {
    names: Vec<String>,
    place: DrawnPlace,
}

impl DrawnPassage {
    pub(super) fn by_name(&self) -> impl Iterator<Item = (String, DrawnPlace)> + '_ {
        self.names.iter().map(|name| (name.clone(), self.place.clone()))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PictureBottleneck {
    /// `chipset uplink (DMI 3.0 x4)`.
    pub(super) name: String,
    /// How many drives run through it.
    pub(super) drives: usize,
    /// Flow that arrives and does not go on, with the flow that does, 10^6 bytes per second.
    pub(super) amount: FlowAmount,
    /// Percent of its capacity that is used; `None` if unknown.
    pub(super) busy: Option<f64>,
    /// An upper bound: the flow may well be less.
    pub(super) at_most: bool,
    /// The limit of the document that it is, by its id.
    pub(super) limit: Option<String>,
}

/// A place and its link before anything flows.
pub(super) struct NodePassage<'a> {
    pub(super) name: String,
    pub(super) detail: String,
    /// Every name by which limits mean it.
    pub(super) names: Vec<&'a str>,
    /// Name of its link; `None` at a processor.
    pub(super) link: Option<String>,
    /// Capacity of its link, 10^6 bytes per second; `None` if unknown.
    pub(super) carries: Option<f64>,
    /// Number of drives that could together fill its link more than once, judging by the links.
    pub(super) crowd: Option<usize>,
}

impl<'a> LabelWriter<'a> {
    /// The place with its children, and its bottleneck if it is one. Flow lost here goes no
    /// further.
    pub(super) fn through(
        &self,
        passage: NodePassage<'a>,
        below: Vec<NodeChild>,
        losses: &mut Losses<'a>,
    ) -> (PictureNode, Option<PictureBottleneck>, DrawnPassage) {
        let arrives = below.iter().map(NodeChild::leaves).fold(FlowAmount::default(), |a, b| a + b);
        let lost_here: f64 = passage.names.iter().filter_map(|name| losses.remove(name)).sum();
        let limit = self.limit(&passage.names);
        let carries = limit.and_then(capacity).or(passage.carries);
        let crowd = passage.crowd.filter(|_| self.is_capacity());
        let crowded = carries.filter(|_| crowd.is_some());
        let leaves = match crowded {
            Some(carries) => FlowAmount { got: carries.min(arrives.got), lost: 0.0 },
            None => FlowAmount { got: arrives.got, lost: (arrives.lost - lost_here).max(0.0) },
        };
        let drives = place_ids(&below);
        let leaves = FlowAmount { got: full(leaves.got, carries, drives.len()), ..leaves };
        let is_shared = limit.is_some() && self.held(&drives, &passage.names) > 1;
        let is_tight = crowded.is_some() || lost_here > 0.0 || is_shared;
        let at_most = below.iter().any(NodeChild::at_most);
        let mut place = PictureNode { below, arrives, leaves, at_most, ..PictureNode::default() };
        if leaves.could() > 0.0 {
            place.flow = words::bound(words::rate(leaves.got), at_most);
        }
        let tight = is_tight.then(|| PictureBottleneck {
            name: short(limit.map_or_else(
                || passage.title(),
                |limit| words::limit(&limit.name, self.localizer),
            )),
            drives: crowd.unwrap_or_else(|| {
                let running = place.drives().into_iter().filter(|row| row.amount.is_some());
                running.map(|row| row.ids.len()).sum()
            }),
            amount: FlowAmount {
                got: leaves.got,
                lost: (arrives.could() - leaves.could()).max(0.0),
            },
            busy: limit
                .filter(|limit| limit.unit != FigureUnit::MbS)
                .map(used)
                .or(carries.map(|carries| 100.0 * leaves.got / carries.max(1.0))),
            at_most,
            limit: limit.map(|limit| limit.id.clone()),
        });
        let load = match limit.filter(|limit| is_tight && limit.unit == FigureUnit::Iops) {
            Some(limit) => self.load(Some((used(limit), words::iops(limit.capacity))), is_tight),
            None => {
                let share =
                    |carries: f64| (100.0 * leaves.got / carries.max(1.0), words::rate(carries));
                self.load(carries.map(share), is_tight)
            }
        };
        let running = carries.filter(|_| !self.is_capacity());
        let passed = DrawnPassage {
            names: passage.names.iter().map(|&name| name.to_owned()).collect(),
            place: DrawnPlace {
                mb_s: leaves.got,
                text: place.flow.clone(),
                busy: running.map(|carries| (leaves.got / carries.max(1.0)).clamp(0.0, 1.0)),
                is_tight,
            },
        };
        place.is_tight = is_tight && passage.link.is_none();
        place.uplink = passage.link.map(|name| NodeUplink { name: short(name), load, is_tight });
        (place.name, place.detail) = (short(passage.name), short(passage.detail));
        (folded(place), tight, passed)
    }

    /// How many of these drives this place holds back.
    fn held(&self, drives: &[String], names: &[&str]) -> usize {
        let limits = drives.iter().filter_map(|id| self.rates.by_drive.get(id)?.limit.as_ref());
        limits.filter(|limit| is_on_the_path(limit) && names.contains(&limit.id.as_str())).count()
    }

    /// The document's limit for this place.
    fn limit(&self, names: &[&str]) -> Option<&'a LimitRecord> {
        let limits = self.rates.by_drive.values().filter_map(|rate| rate.limit.as_ref());
        let mut limits = limits.filter(|limit| names.contains(&limit.id.as_str()));
        limits.next()
    }

    /// `61 % of 3.59 GB/s`, and that it is the bottleneck.
    fn load(&self, used: Option<(f64, String)>, is_tight: bool) -> String {
        let tight = match (is_tight, self.is_capacity()) {
            (false, _) => None,
            (true, true) => Some(self.localizer.text("picture-passes")),
            (true, false) => Some(self.localizer.text("report-narrow-place")),
        };
        let busy = used.filter(|_| !self.is_capacity()).map(|(percent, capacity)| {
            let message = Message::new("report-share-of").with("percent", format!("{percent:.0}"));
            self.localizer.say(&message.with("capacity", capacity))
        });
        words::dotted(busy.into_iter().chain(tight))
    }
}

impl NodePassage<'_> {
    /// Name of a bottleneck here if the document has none for it.
    fn title(&self) -> String {
        let link = self.link.as_deref().unwrap_or_default();
        words::dotted([format!("{} {}", self.name, self.detail).trim(), link])
    }
}

fn place_ids(below: &[NodeChild]) -> Vec<String> {
    let ids = below.iter().flat_map(|below| match below {
        NodeChild::Place(place) => place.drives(),
        NodeChild::Drives(drives) => vec![drives],
    });
    ids.flat_map(|row| row.keys.clone()).collect()
}

/// Percent of a limit that the document says is used.
pub(super) fn used(limit: &LimitRecord) -> f64 {
    100.0 * limit.load / limit.capacity.max(f64::MIN_POSITIVE)
}

fn capacity(limit: &LimitRecord) -> Option<f64> {
    (limit.unit == FigureUnit::MbS).then_some(limit.capacity)
}

/// A place that only hands on the flow of one other place, by a link without a name, is not drawn.
fn folded(mut place: PictureNode) -> PictureNode {
    let is_nameless = place.uplink.as_ref().is_some_and(|it| it.name.is_empty() && !it.is_tight);
    if !(is_nameless && matches!(place.below.as_slice(), [NodeChild::Place(_)])) {
        return place;
    }
    match place.below.pop() {
        Some(NodeChild::Place(only)) => only,
        _ => place,
    }
}
