//! Hosts on shared storage, as the contents of a picture: hosts at the left, the switches that they
//! pass, the storage at the right.
//!
//! Groups and inferred limits determine which hosts pass a switch. The part of a host's rate alone that it
//! does not get with all others is lost at the limit that is full then; if none is, it runs on to the
//! storage, and the title says that its place is unknown.
//!
//! Not here: identifying limits (`narrows-hosts`), rows (`rows`), which segment lies in which
//! (`segments`).

mod rows;
mod segments;

use narrows_messages::{Localizer, Message, each_once};
use narrows_record::hosts::predict::{HostsPredictDocument, PredictedWorkload};
use narrows_record::hosts::{HostFigure, HostGroup, HostLimitCauseKind, HostsDocument};
use narrows_record::word::TargetSet;

use self::rows::{HostRowBuilder, PictureHost};
use self::segments::{Segment, SegmentLimit, nested};
use super::content::{FlowAmount, KeyFigure, NodeChild, NodeUplink, PictureContent, PictureNode};
use super::rates::LOSS_MIN;
use super::rows::lost_percent;
use super::say::{description, lost_at, short_advice};
use crate::clean::{clean, short};
use crate::words;

/// A limit used to this part of its capacity is full: rates scatter.
const FULL: f64 = 0.9;
/// Explanations of one bottleneck that a title has room for.
const MOST_CAUSES: usize = 3;
const MOST_OUT: usize = 40;

/// Input of a picture, whether measured or predicted.
struct ClusterPicture<'a> {
    /// Hosts that ran with all others.
    hosts: Vec<PictureHost<'a>>,
    /// Names of the hosts that did not.
    out: Vec<String>,
    /// Largest first.
    segments: Vec<Segment>,
    /// Name and source of the storage.
    storage: (String, String),
    /// The least part of a rate that is a loss.
    least: f64,
    localizer: &'a Localizer,
}

struct ClusterBottleneck {
    name: String,
    hosts: usize,
    amount: FlowAmount,
    carries: Option<f64>,
}

/// Rates of hosts on a shared target with all others; `None` for drives of their own, or if not all ran
/// together.
pub(crate) fn of_hosts(document: &HostsDocument, localizer: &Localizer) -> Option<PictureContent> {
    let target = document.asked.target.as_deref()?;
    let noise = document.sharing.as_ref().map_or(0.0, |sharing| sharing.noise_percent / 100.0);
    let (hosts, out): (Vec<PictureHost<'_>>, Vec<PictureHost<'_>>) =
        measured(document)?.into_iter().partition(|host| host.together.is_some());
    let mut cluster = ClusterPicture {
        segments: nested(candidates(document, &hosts, localizer)),
        hosts,
        out: out.iter().take(MOST_OUT).map(|host| short(clean(host.name))).collect(),
        storage: storage(document, target, localizer),
        // A difference within the scatter of two rates is none.
        least: LOSS_MIN.max(2.0 * noise),
        localizer,
    };
    cluster.find_stops();
    let origin = match document.simulation {
        Some(_) => "picture-simulated",
        None => "picture-measured",
    };
    let mut content = cluster.content();
    content.subject = subject(&document.asked.workload, origin, localizer);
    content.machine =
        short(document.simulation.as_ref().map_or_else(String::new, |it| clean(&it.cluster)));
    content.program = format!("narrows {}", short(clean(&document.narrows)));
    let open = document.sharing.iter().flat_map(|sharing| &sharing.experiments);
    let open = open.filter(|it| it.ran.is_none()).take(1);
    content.advice = open
        .map(|it| {
            localizer.say(
                &Message::new("hosts-picture-apart")
                    .with("what", words::sentence(&it.text, localizer)),
            )
        })
        .map(short_advice)
        .collect();
    Some(described(content, localizer))
}

/// Predicted rates of hosts under a workload.
pub(crate) fn of_predicted(
    document: &HostsPredictDocument,
    workload: &PredictedWorkload,
    localizer: &Localizer,
) -> Option<PictureContent> {
    let hosts = workload.hosts.iter().map(|host| PictureHost {
        name: &host.host,
        alone: host.alone_mb_s,
        together: host.together_mb_s,
        stop: None,
    });
    let mut cluster = ClusterPicture {
        hosts: hosts.collect(),
        out: Vec::new(),
        segments: Vec::new(),
        storage: (localizer.text("hosts-picture-storage"), short(clean(&document.target))),
        least: LOSS_MIN,
        localizer,
    };
    if cluster.hosts.iter().all(|host| host.together.is_none()) {
        return None;
    }
    cluster.segments = nested(predicted_candidates(&cluster.hosts, document, workload, localizer));
    cluster.find_stops();
    let mut content = cluster.content();
    content.subject = subject(&workload.workload, "picture-predicted", localizer);
    content.machine = short(clean(&document.cluster));
    content.program = format!("narrows {}", short(clean(&document.narrows)));
    Some(described(content, localizer))
}

fn described(content: PictureContent, localizer: &Localizer) -> PictureContent {
    PictureContent { description: description(&content, localizer), ..content }
}

fn subject(workload: &str, origin: &'static str, localizer: &Localizer) -> String {
    words::dotted([words::workload(workload, localizer), localizer.text(origin)])
}

/// Every host with its rates, by rank; `None` if no two ran in a round of all.
fn measured(document: &HostsDocument) -> Option<Vec<PictureHost<'_>>> {
    let usual = || document.rounds.iter().filter(|round| round.experiment.is_none());
    let all = usual().rfind(|round| round.set == TargetSet::All && round.figures.len() > 1)?;
    let good = |figure: &&HostFigure| !figure.partial && figure.mb_s > 0.0;
    let alone = |name: &str| {
        let rounds = usual().filter(|round| round.set == TargetSet::Alone);
        let own = rounds.flat_map(|round| &round.figures).filter(good);
        own.filter(|it| it.host == name).map(|it| it.mb_s).next_back()
    };
    let host = |host: &'_ narrows_record::hosts::HostEntry| {
        let ran = all.figures.iter().filter(good).find(|it| it.host == host.host);
        (alone(&host.host), ran.map(|it| it.mb_s))
    };
    let hosts = document.hosts.iter().map(|it| {
        let (alone, together) = host(it);
        PictureHost { name: &it.host, alone, together, stop: None }
    });
    Some(hosts.collect())
}

/// Segments of the network from inferred limits and groups, limits first.
fn candidates(
    document: &HostsDocument,
    hosts: &[PictureHost<'_>],
    localizer: &Localizer,
) -> Vec<Segment> {
    let names: Vec<&str> = hosts.iter().map(|host| host.name).collect();
    let limits = document.sharing.iter().flat_map(|sharing| &sharing.limits);
    let segments = limits.map(|limit| {
        let open: Vec<_> = limit.causes.iter().filter(|cause| !cause.excluded).collect();
        let uplinks = open.iter().filter(|cause| cause.kind == HostLimitCauseKind::Uplink);
        let uplinks = each_once(uplinks.map(|cause| cause.place.as_str()));
        let is_storage =
            open.iter().any(|cause| cause.kind != HostLimitCauseKind::Uplink) || open.is_empty();
        let texts = open.iter().take(MOST_CAUSES).map(|cause| words::limit(&cause.text, localizer));
        let more = (open.len() > MOST_CAUSES).then(|| "…".to_owned());
        let texts: Vec<String> = texts.chain(more).collect();
        let or = localizer.text("hosts-or");
        Segment {
            members: members(&names, &limit.units),
            name: uplinks.join(" / "),
            carries: Some(limit.capacity_mb_s.value),
            limit: Some(SegmentLimit { name: texts.join(&or), is_storage }),
            above: None,
        }
    });
    let segments = segments.filter(|segment| !segment.members.is_empty());
    segments.chain(groups(&document.groups, &names, names.len())).collect()
}

/// Groups with several of the hosts, but not all: a segment that all pass reveals nothing about
/// sharing.
fn groups(groups: &[HostGroup], names: &[&str], all: usize) -> Vec<Segment> {
    let segment = |group: &HostGroup| Segment {
        members: members(names, &group.hosts),
        name: group.name.clone(),
        carries: group.uplink_mb_s,
        ..Segment::default()
    };
    let segments = groups.iter().map(segment);
    segments.filter(|it| it.members.len() > 1 && it.members.len() < all).collect()
}

/// The places in a list of names, ascending.
fn members(names: &[&str], of: &[String]) -> Vec<usize> {
    let wanted: std::collections::BTreeSet<&str> = of.iter().map(String::as_str).collect();
    (0..names.len()).filter(|at| wanted.contains(names[*at])).collect()
}

/// Segments of the network from a cluster's file: its switches, and the storage if that limits.
fn predicted_candidates(
    hosts: &[PictureHost<'_>],
    document: &HostsPredictDocument,
    workload: &PredictedWorkload,
    localizer: &Localizer,
) -> Vec<Segment> {
    let names: Vec<&str> = hosts.iter().map(|host| host.name).collect();
    let limit = |place: &str| {
        let of_place = |it: &&narrows_record::hosts::predict::PredictedLimit| {
            it.kind == "network" && it.place == place && it.hosts.len() > 1
        };
        let limit = workload.limits.iter().find(of_place)?;
        Some(SegmentLimit { name: words::limit(&limit.text, localizer), is_storage: false })
    };
    let storage = workload.limits.iter().filter(|it| it.kind == "server").map(|it| Segment {
        members: (0..hosts.len()).collect(),
        carries: workload.sum_mb_s,
        limit: Some(SegmentLimit { name: words::limit(&it.text, localizer), is_storage: true }),
        ..Segment::default()
    });
    let mut segments: Vec<Segment> = storage.take(1).collect();
    let groups = groups(&document.groups, &names, usize::MAX).into_iter();
    segments.extend(groups.filter_map(|segment| {
        let limit = limit(&segment.name);
        let is_all = segment.members.len() == hosts.len();
        (limit.is_some() || !is_all).then_some(Segment { limit, ..segment })
    }));
    segments
}

/// Name and location of the shared storage.
fn storage(document: &HostsDocument, target: &str, localizer: &Localizer) -> (String, String) {
    let mut sources: Vec<String> =
        document.hosts.iter().filter_map(|host| host.source.as_deref().map(clean)).collect();
    sources.sort();
    sources.dedup();
    let sources = words::list(&sources);
    let name = localizer.text("hosts-picture-storage");
    (name, short(words::dotted([clean(target), sources])))
}

impl ClusterPicture<'_> {
    /// Which limit lets no more of each host through: the smallest that is full when all run.
    fn find_stops(&mut self) {
        let is_full: Vec<bool> = self.segments.iter().map(|it| self.is_full(it)).collect();
        for at in 0..self.hosts.len() {
            // The largest come first, so that from the end the smallest comes first.
            let full = (0..self.segments.len()).rev();
            let mut full =
                full.filter(|segment| is_full[*segment] && self.segments[*segment].has(at));
            self.hosts[at].stop = full.next();
        }
    }

    fn is_full(&self, segment: &Segment) -> bool {
        let rates = segment.members.iter().filter_map(|at| self.hosts[*at].together);
        let sum: f64 = rates.sum();
        segment.limit.is_some() && segment.carries.is_some_and(|most| sum >= FULL * most)
    }

    fn rows(&self) -> HostRowBuilder<'_> {
        HostRowBuilder { hosts: &self.hosts, least: self.least, localizer: self.localizer }
    }

    fn content(&self) -> PictureContent {
        let mut tight = Vec::new();
        let root = self.root(&mut tight);
        let mut content = PictureContent {
            roots: vec![root],
            idle: self.out.clone(),
            idle_heading: self.localizer.text("hosts-picture-out"),
            language: self.localizer.language().tag(),
            many: "hosts-picture-hosts",
            ..PictureContent::default()
        };
        tight.sort_by(|a, b| b.amount.lost.total_cmp(&a.amount.lost));
        self.say(&mut content, &tight);
        content
    }

    /// The storage with everything before it.
    fn root(&self, tight: &mut Vec<ClusterBottleneck>) -> PictureNode {
        let all = self.hosts.len();
        let storage = self.segments.iter().position(|segment| {
            segment.members.len() == all
                && segment.limit.as_ref().is_some_and(|limit| limit.is_storage)
        });
        let mut place = self.place(storage, tight);
        (place.name, place.detail) = self.storage.clone();
        // The storage has no link of its own: if anything is full there, it is the storage.
        place.is_tight = place.uplink.take().is_some_and(|uplink| uplink.is_tight);
        place
    }

    /// A segment with all before it; `None` means the storage if that is no limit.
    fn place(&self, at: Option<usize>, tight: &mut Vec<ClusterBottleneck>) -> PictureNode {
        let segments = &self.segments;
        // The storage itself encloses segments that no other encloses.
        let mut inner: Vec<usize> =
            (0..segments.len()).filter(|it| segments[*it].above == at).collect();
        inner.sort_by_key(|it| segments[*it].members.first());
        let is_here = |host: &usize| at.is_none_or(|at| segments[at].has(*host));
        let is_inner = |host: &usize| inner.iter().any(|it| segments[*it].has(*host));
        let own = (0..self.hosts.len()).filter(is_here).filter(|host| !is_inner(host));
        let own: Vec<usize> = own.collect();
        let (shown, rest) = self.rows().shown(segments, &inner);
        let mut below: Vec<NodeChild> =
            shown.into_iter().map(|it| NodeChild::Place(self.place(Some(it), tight))).collect();
        below.extend(
            (!rest.is_empty()).then(|| NodeChild::Drives(self.rows().switches(segments, &rest))),
        );
        below.extend(self.rows().of(&own).into_iter().map(NodeChild::Drives));
        // Flow that leaves a segment: all that arrives less the part lost there.
        let arrives = below.iter().map(NodeChild::leaves).fold(FlowAmount::default(), |a, b| a + b);
        // Hosts that no known limit stops have `None` as the storage does: they are not meant.
        let stopped = self.hosts.iter().filter(|host| at.is_some() && host.stop == at);
        let lost: f64 = stopped.filter_map(|it| it.amount(self.least)).map(|it| it.lost).sum();
        let leaves = FlowAmount { lost: (arrives.lost - lost).max(0.0), ..arrives };
        let is_tight = lost > LOSS_MIN * arrives.could();
        let mut place = PictureNode { below, arrives, leaves, ..PictureNode::default() };
        place.flow = words::rate(leaves.got);
        let Some(segment) = at.map(|at| &self.segments[at]) else { return place };
        place.name = self.name(segment);
        let name = self.localizer.text("hosts-picture-uplink");
        let load = self.load(leaves.got, segment.carries, is_tight);
        place.uplink = Some(NodeUplink { name, load, is_tight });
        if is_tight {
            let cause = segment.limit.as_ref().map(|limit| limit.name.clone());
            tight.push(ClusterBottleneck {
                name: short(
                    cause.filter(|it| !it.is_empty()).unwrap_or_else(|| self.name(segment)),
                ),
                hosts: segment.members.len(),
                amount: FlowAmount { got: leaves.got, lost },
                carries: segment.carries,
            });
        }
        place
    }

    fn name(&self, segment: &Segment) -> String {
        match segment.name.as_str() {
            "" => self.localizer.text("hosts-picture-unnamed"),
            name => short(clean(name)),
        }
    }

    /// `61 % of 3.59 GB/s`, and that it is the bottleneck.
    fn load(&self, mb_s: f64, carries: Option<f64>, is_tight: bool) -> String {
        let busy = carries.map(|carries| {
            let percent = format!("{:.0}", percent(mb_s, carries));
            let message = Message::new("report-share-of").with("percent", percent);
            self.localizer.say(&message.with("capacity", words::rate(carries)))
        });
        let tight = is_tight.then(|| self.localizer.text("report-narrow-place"));
        words::dotted(busy.into_iter().chain(tight))
    }

    /// The answer and its figures.
    fn say(&self, content: &mut PictureContent, tight: &[ClusterBottleneck]) {
        let all = content.roots.iter().fold(FlowAmount::default(), |sum, root| {
            sum + FlowAmount { got: root.leaves.got, lost: content.could() - root.leaves.got }
        });
        let ran = self.hosts.iter().filter(|host| host.together.is_some()).count();
        let worst = tight.first();
        content.title = self.title(worst, tight.len(), (all, ran));
        content.subtitle = match (worst, all.lost > 0.0) {
            (Some(worst), _) => {
                lost_at(self.localizer, "hosts-picture-lost-at", worst.hosts, worst.amount)
            }
            (None, true) => lost_at(self.localizer, "hosts-picture-lost", ran, all),
            (None, false) => self.localizer.text("hosts-picture-reach"),
        };
        content.is_bottleneck = worst.is_some() || all.lost > 0.0;
        if all.lost > 0.0 {
            content.hatching = self.localizer.text("picture-hatched");
        }
        content.figures = self.figures(worst, tight.len(), (all, ran));
    }

    fn title(
        &self,
        worst: Option<&ClusterBottleneck>,
        count: usize,
        (all, ran): (FlowAmount, usize),
    ) -> String {
        let Some(worst) = worst else {
            let id = if all.lost > 0.0 { "hosts-picture-not-told" } else { "hosts-picture-none" };
            return self.localizer.say(&Message::new(id).count("count", ran));
        };
        let name = match count {
            1 => worst.name.clone(),
            more => {
                let message = Message::new("picture-and-more").with("name", &worst.name);
                self.localizer.say(&message.count("count", more - 1))
            }
        };
        self.localizer.say(&Message::new("picture-bottleneck").with("name", name))
    }

    fn figures(
        &self,
        worst: Option<&ClusterBottleneck>,
        count: usize,
        (all, ran): (FlowAmount, usize),
    ) -> Vec<KeyFigure> {
        let figure = |value: String, what: &Message, is_alert: bool| KeyFigure {
            value,
            label: self.localizer.say(what),
            is_alert,
        };
        let mut figures = Vec::new();
        if let Some(worst) = worst {
            let percent = worst.carries.map_or(100.0, |carries| percent(worst.amount.got, carries));
            let what = Message::new("picture-busy").with("percent", format!("{percent:.0}"));
            let rate = words::rate(worst.amount.got);
            figures.push(figure(rate, &what, true));
        }
        if all.lost > 0.0 {
            // For one bottleneck, the loss there, as its hosts state it.
            let amount = worst.filter(|_| count == 1).map_or(all, |worst| worst.amount);
            let rate = words::rate(amount.lost);
            let what = Message::new("picture-lost").with("percent", lost_percent(amount));
            figures.push(figure(format!("−{rate}"), &what, true));
        }
        let what = Message::new("hosts-picture-all").count("count", ran);
        figures.push(figure(words::rate(all.got), &what, false));
        figures
    }
}

/// Inferred capacities scatter: nothing is busier than full.
fn percent(mb_s: f64, carries: f64) -> f64 {
    (100.0 * mb_s / carries.max(1.0)).min(100.0)
}
