//! Contents of a picture, before anything has a position.

use std::ops::{Add, AddAssign};

use super::lettering::frame;
use crate::scene::{FrameRole, Scene, SceneArea, SceneShape};
use crate::words;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PictureContent {
    /// The answer in a few words.
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) is_bottleneck: bool,
    /// Figures beside the title, the most important first.
    pub(crate) figures: Vec<KeyFigure>,
    /// Processors, or a machine of which none is known.
    pub(crate) roots: Vec<PictureNode>,
    /// Advice, in the words of the document.
    pub(crate) advice: Vec<String>,
    /// Cards and controllers that move nothing here.
    pub(crate) idle: Vec<String>,
    /// Meaning of the hatching; empty if nothing is hatched.
    pub(crate) hatching: String,
    pub(crate) machine: String,
    /// Subject of the figures: the workload, and whether it was measured or predicted.
    pub(crate) subject: String,
    pub(crate) program: String,
    /// No drive runs: the capacity of links is shown.
    pub(crate) is_capacity: bool,
    /// Totals of all drives under other workloads, as the card has room for them.
    pub(crate) others: Vec<KeyFigure>,
    /// Name for a row of several without a common model, as a message id that takes `count`.
    pub(crate) many: &'static str,
    /// A heading for `idle`.
    pub(crate) idle_heading: String,
    /// Everything as text, for those who cannot see it.
    pub(crate) description: String,
    pub(crate) language: &'static str,
}

/// A large figure with its label below.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyFigure {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) is_alert: bool,
}

/// Flow, and the part lost further on, 10^6 bytes per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FlowAmount {
    pub(crate) got: f64,
    pub(crate) lost: f64,
}

/// A processor, chipset, switch, controller or network link with its children.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PictureNode {
    pub(crate) name: String,
    pub(crate) detail: String,
    /// It is the bottleneck itself, not its link.
    pub(crate) is_tight: bool,
    /// Its link to the place above; none at a processor.
    pub(crate) uplink: Option<NodeUplink>,
    pub(crate) below: Vec<NodeChild>,
    pub(crate) arrives: FlowAmount,
    /// Flow to the place above.
    pub(crate) leaves: FlowAmount,
    pub(crate) flow: String,
    /// An upper bound: the rate may well be lower.
    pub(crate) at_most: bool,
}

/// A place's link to the one above.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NodeUplink {
    /// `DMI 3.0 x4`; empty inside a chip.
    pub(crate) name: String,
    /// How busy it is; empty if its capacity is unknown.
    pub(crate) load: String,
    pub(crate) is_tight: bool,
}

/// Child of a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeChild {
    Place(PictureNode),
    Drives(DriveRow),
}

/// A drive, or several alike on one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DriveRow {
    pub(crate) ids: Vec<String>,
    pub(crate) keys: Vec<String>,
    /// Its name; for several, their number and model.
    pub(crate) name: String,
    /// Of one drive its model, of several their names.
    pub(crate) about: String,
    /// Its model; empty if unknown.
    pub(crate) model: String,
    pub(crate) link: String,
    /// Fault of the link; empty if there is none.
    pub(crate) warning: String,
    pub(crate) is_link_alert: bool,
    /// Its own link is the bottleneck that the title names.
    pub(crate) is_tight: bool,
    /// The array that it is part of, with its kind; empty if none.
    pub(crate) array: String,
    /// Of all of them together; `None` if nothing is known.
    pub(crate) amount: Option<FlowAmount>,
    /// Flow to the place above: less if its own link holds it back.
    pub(crate) leaves: FlowAmount,
    /// An upper bound: the rate may well be lower.
    pub(crate) at_most: bool,
    /// The own capability of each is known.
    pub(crate) is_rated: bool,
    /// What each could do and what its own link carries, MB/s, if that is less: the link is at its full width, so
    /// that nothing is amiss with it.
    pub(crate) held_by_link: Option<(f64, f64)>,
    /// It failed requests, which its figures say in place of a rate.
    pub(crate) is_failed: bool,
    /// Its rate, and its potential; empty if unknown.
    pub(crate) figures: [String; 3],
    /// For several: the rate of each.
    pub(crate) each: String,
    /// For several: each by itself, of very many the first.
    pub(crate) members: Vec<DriveRowMember>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DriveRowMember {
    pub(crate) name: String,
    pub(crate) model: String,
    pub(crate) slot: String,
    pub(crate) link: String,
    pub(crate) figures: [String; 3],
}

impl FlowAmount {
    pub(crate) fn could(&self) -> f64 {
        self.got + self.lost
    }
}

impl Add for FlowAmount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { got: self.got + other.got, lost: self.lost + other.lost }
    }
}

impl AddAssign for FlowAmount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl NodeChild {
    pub(crate) fn leaves(&self) -> FlowAmount {
        match self {
            Self::Place(place) => place.leaves,
            Self::Drives(drives) => drives.leaves,
        }
    }

    pub(crate) fn at_most(&self) -> bool {
        match self {
            Self::Place(place) => place.at_most,
            Self::Drives(drives) => drives.at_most,
        }
    }
}

impl PictureNode {
    /// Every row of drives at and below it, from the top down.
    pub(crate) fn drives(&self) -> Vec<&DriveRow> {
        let below = self.below.iter().flat_map(|below| match below {
            NodeChild::Place(place) => place.drives(),
            NodeChild::Drives(drives) => vec![drives],
        });
        below.collect()
    }
}

impl PictureContent {
    /// Every row of drives, from the top down.
    pub(crate) fn drives(&self) -> Vec<&DriveRow> {
        self.roots.iter().flat_map(PictureNode::drives).collect()
    }

    /// The shapes on paper, with all that is no shape.
    pub(crate) fn scene(
        &self,
        (width, height): (f64, f64),
        pixels: f64,
        shapes: impl IntoIterator<Item = SceneShape>,
    ) -> Scene {
        let paper = frame(SceneArea { x: 0.0, y: 0.0, width, height }, FrameRole::Paper, "");
        Scene {
            width,
            height,
            pixels_a_gb_s: pixels * 1e3,
            title: self.title.clone(),
            description: self.description.clone(),
            language: self.language,
            shapes: std::iter::once(paper).chain(shapes).collect(),
        }
    }

    /// Subject of the figures, the machine, and who made the picture.
    pub(crate) fn footer(&self) -> String {
        words::dotted([&self.subject, &self.machine, &self.program])
    }

    /// Potential of all drives.
    pub(crate) fn could(&self) -> f64 {
        self.drives().iter().filter_map(|drives| drives.amount).map(|it| it.could()).sum()
    }
}
