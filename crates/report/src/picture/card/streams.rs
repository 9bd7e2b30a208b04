//! The rows of a card: rows that run through one bottleneck are together, and those without room
//! share a row.

use narrows_messages::{Localizer, Message};

use crate::picture::content::{DriveRow, FlowAmount, NodeChild, PictureContent, PictureNode};
use crate::picture::rows::{DriveFigureKind, figures};

/// Processors that are drawn for themselves.
const MOST_ROOTS: usize = 3;

/// Flow into one processor, or into all of them.
pub(super) struct StreamRoot {
    pub(super) name: String,
    pub(super) detail: String,
    pub(super) flow: String,
    pub(super) is_tight: bool,
    pub(super) streams: Vec<DriveStream>,
}

/// Rows of drives that reach the processor through one bottleneck, or through none.
pub(super) struct DriveStream {
    pub(super) rows: Vec<DriveRow>,
    pub(super) through: Option<StreamBottleneck>,
}

pub(super) struct StreamBottleneck {
    pub(super) name: String,
    pub(super) detail: String,
    /// Name and utilisation of its link.
    pub(super) link: String,
    pub(super) load: String,
    pub(super) flow: String,
    pub(super) leaves: FlowAmount,
}

/// Everything that a card draws below its figures.
pub(super) struct CardStreams {
    pub(super) roots: Vec<StreamRoot>,
}

impl CardStreams {
    /// At most `most` rows, one for each of a processor's streams.
    pub(super) fn of(content: &PictureContent, most: usize, localizer: &Localizer) -> Self {
        let mut roots: Vec<StreamRoot> = content.roots.iter().map(StreamRoot::of).collect();
        if roots.len() > MOST_ROOTS.min(most) {
            roots = vec![joined(roots, content)];
        }
        let merge = RowMerger { is_capacity: content.is_capacity, many: content.many, localizer };
        while count(&roots) > most {
            let streams = roots.iter_mut().flat_map(|root| &mut root.streams);
            match streams.max_by_key(|stream| stream.rows.len()) {
                Some(most) if most.rows.len() > 1 => most.rows = vec![merge.rows(&most.rows)],
                // Each stream is down to one row; what is still too much is joined below.
                _ => break,
            }
        }
        merge.last(&mut roots, most);
        Self { roots }
    }
}

fn count(roots: &[StreamRoot]) -> usize {
    roots.iter().flat_map(|root| &root.streams).map(|stream| stream.rows.len()).sum()
}

/// Many processors as one.
fn joined(roots: Vec<StreamRoot>, content: &PictureContent) -> StreamRoot {
    let name = roots.first().map(|root| root.name.clone()).unwrap_or_default();
    let got = content.figures.last().map(|all| all.value.clone());
    StreamRoot {
        name: format!("{name} +{}", roots.len().saturating_sub(1)),
        detail: String::new(),
        flow: got.unwrap_or_default(),
        is_tight: roots.iter().any(|root| root.is_tight),
        streams: roots.into_iter().flat_map(|root| root.streams).collect(),
    }
}

impl StreamRoot {
    fn of(place: &PictureNode) -> Self {
        let mut streams = Vec::new();
        gather(place, &mut streams);
        Self {
            name: place.name.clone(),
            detail: place.detail.clone(),
            flow: place.flow.clone(),
            is_tight: place.is_tight,
            streams,
        }
    }
}

/// The rows at and below a place, each with the bottleneck that costs most on its way.
fn gather(place: &PictureNode, streams: &mut Vec<DriveStream>) {
    for below in &place.below {
        match below {
            NodeChild::Drives(row) => {
                match streams.last_mut().filter(|last| last.through.is_none()) {
                    Some(last) => last.rows.push(row.clone()),
                    None => streams.push(DriveStream { rows: vec![row.clone()], through: None }),
                }
            }
            // It is a bottleneck, and none below it costs more.
            NodeChild::Place(place)
                if is_tight(place)
                    && worst_below(place).is_none_or(|below| below <= lost_at(place)) =>
            {
                let rows = place.drives().into_iter().cloned().collect();
                streams.push(DriveStream { rows, through: Some(StreamBottleneck::of(place)) });
            }
            NodeChild::Place(place) => gather(place, streams),
        }
    }
}

fn is_tight(place: &PictureNode) -> bool {
    place.is_tight || place.uplink.as_ref().is_some_and(|uplink| uplink.is_tight)
}

fn lost_at(place: &PictureNode) -> f64 {
    place.arrives.could() - place.leaves.could()
}

fn worst_below(place: &PictureNode) -> Option<f64> {
    let places = place.below.iter().filter_map(|below| match below {
        NodeChild::Place(place) => Some(place),
        NodeChild::Drives(_) => None,
    });
    let lost = places.flat_map(|place| {
        is_tight(place).then(|| lost_at(place)).into_iter().chain(worst_below(place))
    });
    lost.reduce(f64::max)
}

impl StreamBottleneck {
    fn of(place: &PictureNode) -> Self {
        let uplink = place.uplink.clone().unwrap_or_default();
        Self {
            name: place.name.clone(),
            detail: place.detail.clone(),
            link: uplink.name,
            load: uplink.load,
            flow: place.flow.clone(),
            leaves: place.leaves,
        }
    }

    /// Name of its link; its flow if the link has no name.
    pub(super) fn title(&self) -> &str {
        if self.link.is_empty() { &self.flow } else { &self.link }
    }
}

/// Makes rows that represent several.
struct RowMerger<'a> {
    is_capacity: bool,
    /// Name for several rows, as a message id.
    many: &'static str,
    localizer: &'a Localizer,
}

impl RowMerger<'_> {
    /// One row for several. Unknown values are not in the sum.
    fn rows(&self, rows: &[DriveRow]) -> DriveRow {
        let mut all = DriveRow::default();
        for row in rows {
            all.ids.extend(row.ids.iter().cloned());
            all.leaves += row.leaves;
            all.at_most |= row.at_most;
            all.is_link_alert |= row.is_link_alert;
            // The first row has none before it to agree with.
            all.is_rated = row.is_rated && (all.is_rated || all.ids.len() == row.ids.len());
            if let Some(amount) = row.amount {
                all.amount = Some(all.amount.unwrap_or_default() + amount);
            }
        }
        let model = rows.first().map(|row| row.model.as_str()).unwrap_or_default();
        let is_one_model = !model.is_empty() && rows.iter().all(|row| row.model == model);
        all.name = if is_one_model {
            format!("{} × {model}", all.ids.len())
        } else {
            self.localizer.say(&Message::new(self.many).count("count", all.ids.len()))
        };
        if let Some(first) = rows.first().filter(|it| rows.iter().all(|row| row.array == it.array))
        {
            all.array.clone_from(&first.array);
        }
        if let Some(amount) = all.amount {
            let shown = match (self.is_capacity, all.is_rated) {
                (false, _) => DriveFigureKind::Flow,
                (true, true) => DriveFigureKind::Rated,
                (true, false) => DriveFigureKind::Link,
            };
            all.figures = figures(amount, all.at_most, shown, self.localizer);
        }
        all
    }

    /// Of more streams than there is room for, those at the end as one; each processor has one.
    fn last(&self, roots: &mut [StreamRoot], most: usize) {
        let (mut left, mut others) = (most, roots.len());
        for root in roots.iter_mut() {
            others -= 1;
            let room = left.saturating_sub(others).max(1);
            if root.streams.len() > room {
                let kept = room.saturating_sub(1);
                let rest: Vec<DriveRow> =
                    root.streams.drain(kept..).flat_map(|stream| stream.rows).collect();
                root.streams.push(DriveStream { rows: vec![self.rows(&rest)], through: None });
            }
            left = left.saturating_sub(root.streams.len());
        }
    }
}
