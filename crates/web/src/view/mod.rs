//! Everything of an arrangement as it stands.

pub mod array;
mod devices;
mod feasible;
mod map;
mod settings;

use narrows_messages::{Localizer, Message};
use narrows_record::lanes::Lanes;
use narrows_record::plan::Placed;
use narrows_record::predict::Predict;
use narrows_report::picture::{self, Headline, Layout};
use narrows_report::svg;
use narrows_units::BytesPerSec;
use narrows_verdict::answer::arrangement::Arrangement;
use narrows_verdict::answer::predict::{self, Asked};
use narrows_verdict::answer::{Failure, lanes};
use serde::Serialize;

use crate::dropped::{Dropped, title};
use crate::problem::Problem;
use crate::source;
use crate::state::State;

/// Everything of an arrangement as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    title: String,
    board: Option<String>,
    processor: Option<String>,
    /// `narrows.lanes/1`; none where the arrangement has none.
    lanes: Option<Lanes>,
    places: Vec<map::Place>,
    slots: Vec<map::Slot>,
    devices: Vec<devices::Device>,
    /// `narrows.predict/1`.
    prediction: Predict,
    picture: Picture,
    headline: Words,
    bottleneck: Option<String>,
    settings: Vec<settings::Setting>,
    feasibility: Vec<feasible::Feasible>,
    array: Option<array::Array>,
    arrays_possible: array::Possible,
    notes: Vec<String>,
    unplaced: Vec<String>,
}

/// A rate in words and as a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rate {
    text: String,
    bytes_per_s: f64,
}

/// The picture, for two widths.
#[derive(Clone, Debug, Serialize)]
struct Picture {
    wide: String,
    narrow: String,
}

/// What the picture says in words.
#[derive(Clone, Debug, Serialize)]
struct Words {
    title: String,
    text: String,
    figures: Vec<Figure>,
    advice: Option<String>,
}

/// A large figure.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    value: String,
    label: String,
    alert: bool,
}

impl Rate {
    /// From 10^6 bytes per second.
    pub fn mb_s(mb_s: f64) -> Self {
        let rate = BytesPerSec::mb_s(mb_s);
        Self { text: rate.to_string(), bytes_per_s: rate.get() }
    }

    /// `3.59 GB/s`.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl View {
    /// What people call the machine.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The answer in one line.
    pub fn summary(&self) -> String {
        format!("{} {}", self.headline.title, self.headline.text)
    }
}

/// An arrangement with what is known of it.
pub struct Arranged<'a> {
    pub state: &'a State,
    pub arrangement: Arrangement,
    pub localizer: &'a Localizer,
}

impl<'a> Arranged<'a> {
    /// The arrangement of a state.
    ///
    /// # Errors
    /// The state names what is not known.
    pub fn of(
        state: &'a State,
        dropped: &Dropped,
        localizer: &'a Localizer,
    ) -> Result<Self, Problem> {
        let planned = source::planned(state, dropped, localizer)?;
        let arrangement = Arrangement::of(planned, &state.additions(), &state.without, &state.pins);
        let arrangement =
            arrangement.map_err(|failure| Problem::from_failure(&failure, localizer))?;
        Ok(Self { state, arrangement, localizer })
    }

    /// The prediction of this arrangement: of a source that was left as it is the terminal's own.
    ///
    /// # Errors
    /// There is no such workload.
    pub fn prediction(&self) -> Result<Predict, Problem> {
        let problem = |failure: Failure| Problem::from_failure(&failure, self.localizer);
        let names: Vec<String> = self.state.workload.iter().cloned().collect();
        let workloads = predict::workloads(&names).map_err(problem)?;
        let asked = Asked { workloads, ..Asked::default() };
        let mut seen = self.arrangement.seen(self.state.is_untouched());
        if let Some(array) = array::plan(self) {
            seen.machine.arrays.insert(array::id(), array);
        }
        predict::answer(&asked, &mut seen).map_err(problem)
    }

    /// The budget of lanes; none where the arrangement has none.
    pub fn lanes(&self) -> Option<Lanes> {
        let planned = &self.arrangement.planned;
        let inventory = &planned.inventory;
        lanes::of(planned, &inventory.devices, &inventory.today).ok()
    }

    /// What it brings, as plans tell of an arrangement.
    fn placed(&self) -> Option<Placed> {
        let want = self.state.workload.iter().map(String::as_str);
        self.arrangement.placed(want).ok().flatten()
    }

    /// Everything.
    ///
    /// # Errors
    /// There is no such workload.
    pub fn view(&self) -> Result<View, Problem> {
        let prediction = self.prediction()?;
        let (lanes, placed) = (self.lanes(), self.placed());
        let localizer = self.localizer;
        let planned = &self.arrangement.planned;
        let headline = picture::headline(&prediction, None, localizer);
        let draw = |layout| svg::scene(&picture::predict(&prediction, None, layout, localizer));
        let picture = Picture { wide: draw(Layout::Wide), narrow: draw(Layout::Slim) };
        let host = &prediction.machine.host;
        let name = Some(planned.inventory.name.clone()).filter(|name| !name.is_empty());
        Ok(View {
            title: name.unwrap_or_else(|| title(&planned.seen)),
            board: host.board.clone().or_else(|| planned.inventory.board.clone()),
            processor: host.cpu.clone(),
            places: map::places(self, placed.as_ref(), lanes.as_ref()),
            slots: map::slots(self, placed.as_ref(), lanes.as_ref()),
            devices: devices::all(self, &prediction, placed.as_ref()),
            picture,
            bottleneck: headline.is_bottleneck.then(|| headline.title.clone()),
            headline: headline.into(),
            settings: settings::all(&planned.inventory, localizer),
            feasibility: feasible::all(self),
            array: array::array(self, &prediction),
            arrays_possible: array::possible(self),
            notes: self.notes(&prediction, lanes.as_ref()),
            unplaced: self.arrangement.aside.iter().map(|it| it.device.id.clone()).collect(),
            lanes,
            prediction,
        })
    }

    /// What does not fit, and what was assumed.
    fn notes(&self, prediction: &Predict, lanes: Option<&Lanes>) -> Vec<String> {
        let aside = self.arrangement.aside.iter().filter_map(|aside| {
            let aside_of = Message::new("arrange-aside").with("device", &aside.device.id);
            Some(self.localizer.say(&aside_of.text("why", aside.why.as_ref()?)))
        });
        let lanes = lanes.into_iter().flat_map(|lanes| &lanes.notes);
        let noted = lanes.chain(prediction.notes.iter().map(|note| &note.text));
        aside.chain(noted.map(|text| self.localizer.text_of(text))).collect()
    }
}

impl From<Headline> for Words {
    fn from(headline: Headline) -> Self {
        let figures = headline.figures.into_iter().map(|figure| Figure {
            value: figure.value,
            label: figure.label,
            alert: figure.is_alert,
        });
        Self {
            title: headline.title,
            text: headline.subtitle,
            figures: figures.collect(),
            advice: headline.advice,
        }
    }
}
