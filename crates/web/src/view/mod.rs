//! Everything about the current arrangement.

pub mod array;
mod devices;
mod feasible;
mod map;
mod settings;

use narrows_messages::{Localizer, Message};
use narrows_record::lanes::LanesDocument;
use narrows_record::plan::PlanArrangement;
use narrows_record::predict::PredictDocument;
use narrows_report::picture::{self, PictureHeadline, PictureLayout};
use narrows_report::svg;
use narrows_units::BytesPerSec;
use narrows_verdict::answer::arrangement::Arrangement;
use narrows_verdict::answer::predict::{self, DocumentScope, PredictionRequest};
use narrows_verdict::answer::{AnswerFailure, lanes, plan};
use serde::Serialize;

use crate::catalogue;
use crate::dropped::{DroppedFiles, title};
use crate::problem::PageProblem;
use crate::source;
use crate::state::PageState;

/// Everything about the current arrangement.
#[derive(Clone, Debug, Serialize)]
pub struct PageView {
    title: String,
    board: Option<String>,
    processor: Option<String>,
    places: Vec<map::MapNode>,
    slots: Vec<map::MapSlot>,
    devices: Vec<devices::DeviceView>,
    picture: PictureView,
    headline: PictureText,
    bottleneck: Option<String>,
    settings: Vec<settings::SettingView>,
    feasibility: Vec<feasible::BootFeasibility>,
    array: Option<array::ArrayView>,
    arrays_possible: array::ArrayOptions,
    notes: Vec<String>,
    unplaced: Vec<String>,
}

/// A rate in words and as a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateText {
    text: String,
    bytes_per_s: f64,
}

/// The picture, for two widths.
#[derive(Clone, Debug, Serialize)]
struct PictureView {
    wide: String,
    narrow: String,
}

#[derive(Clone, Debug, Serialize)]
struct PictureText {
    title: String,
    text: String,
    figures: Vec<PictureFigure>,
    advice: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct PictureFigure {
    value: String,
    label: String,
    alert: bool,
}

impl RateText {
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

impl PageView {
    /// The machine's common name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The answer in one line.
    pub fn summary(&self) -> String {
        format!("{} {}", self.headline.title, self.headline.text)
    }
}

pub struct ViewedArrangement<'a> {
    pub state: &'a PageState,
    pub arrangement: Arrangement,
    pub localizer: &'a Localizer,
}

impl<'a> ViewedArrangement<'a> {
    /// The arrangement of a state.
    ///
    /// # Errors
    /// The state names what is not known.
    pub fn of(
        state: &'a PageState,
        dropped: &DroppedFiles,
        localizer: &'a Localizer,
    ) -> Result<Self, PageProblem> {
        let planned = source::planned(state, dropped, localizer)?;
        let arrangement = Arrangement::of(planned, &state.additions(), &state.without, &state.pins);
        let arrangement =
            arrangement.map_err(|failure| PageProblem::from_failure(&failure, localizer))?;
        Ok(Self { state, arrangement, localizer })
    }

    /// The prediction of this arrangement: of a source that was left as it is the terminal's own.
    ///
    /// # Errors
    /// There is no such workload.
    pub fn prediction(&self, scope: DocumentScope) -> Result<PredictDocument, PageProblem> {
        let problem = |failure: AnswerFailure| PageProblem::from_failure(&failure, self.localizer);
        let names: Vec<String> = self.state.workload.iter().cloned().collect();
        let workloads = predict::workloads(&names).map_err(problem)?;
        let request = PredictionRequest { workloads, scope, ..PredictionRequest::default() };
        let mut seen = self.arrangement.seen(self.state.is_untouched());
        if let Some(array) = array::plan(self) {
            seen.machine.arrays.insert(array::id(), array);
        }
        predict::answer(&request, &mut seen).map_err(problem)
    }

    /// The lane budget; `None` if the arrangement has none.
    pub fn lanes(&self) -> Option<LanesDocument> {
        let planned = &self.arrangement.planned;
        let inventory = &planned.inventory;
        lanes::of(planned, &inventory.devices, &inventory.today).ok()
    }

    /// Its result, in the form of a plan's arrangement.
    pub fn placed(&self) -> Option<PlanArrangement> {
        let want = self.state.workload.iter().map(String::as_str);
        self.arrangement.placed(want).ok().flatten()
    }

    /// Everything.
    ///
    /// # Errors
    /// There is no such workload.
    pub fn view(&self) -> Result<PageView, PageProblem> {
        let prediction = self.prediction(DocumentScope::Drawn)?;
        let (lanes, placed) = (self.lanes(), self.placed());
        let localizer = self.localizer;
        let planned = &self.arrangement.planned;
        let headline = picture::headline(&prediction, None, localizer);
        let draw = |layout| svg::scene(&picture::predict(&prediction, None, layout, localizer));
        let picture =
            PictureView { wide: draw(PictureLayout::Wide), narrow: draw(PictureLayout::Slim) };
        let host = &prediction.machine.host;
        let array = array::array(self, &prediction);
        let example = self.state.source.as_ref().and_then(|source| source.example.as_deref());
        let name = example.and_then(|id| catalogue::example_title(id, localizer));
        let name = name.or(Some(planned.inventory.name.clone()).filter(|name| !name.is_empty()));
        Ok(PageView {
            title: name.unwrap_or_else(|| title(&planned.seen)),
            board: host.board.clone().or_else(|| planned.inventory.board.clone()),
            processor: host.cpu.clone(),
            places: map::places(self, placed.as_ref(), lanes.as_ref(), &headline),
            slots: map::slots(self, placed.as_ref(), lanes.as_ref()),
            devices: devices::all(self, &prediction, &headline, placed.as_ref()),
            picture,
            bottleneck: headline.is_bottleneck.then(|| headline.title.clone()),
            headline: PictureText::of(headline, array.as_ref()),
            settings: settings::all(&planned.inventory, localizer),
            feasibility: feasible::all(self),
            array,
            arrays_possible: array::possible(self),
            notes: self.notes(&prediction, lanes.as_ref()),
            unplaced: self.arrangement.aside.iter().map(|it| it.device.id.clone()).collect(),
        })
    }

    /// What the machine does not show, devices that do not fit, and assumptions.
    fn notes(&self, prediction: &PredictDocument, lanes: Option<&LanesDocument>) -> Vec<String> {
        let unseen = plan::shown(&self.arrangement.planned).err();
        let unseen = unseen.iter().map(|failure| self.localizer.say(&failure.what));
        let aside = self.arrangement.aside.iter().filter_map(|aside| {
            let aside_of = Message::new("arrange-aside").with("device", &aside.device.id);
            Some(self.localizer.say(&aside_of.text("why", aside.why.as_ref()?)))
        });
        let lanes = lanes.into_iter().flat_map(|lanes| &lanes.notes);
        let noted = lanes.chain(prediction.notes.iter().map(|note| &note.text));
        unseen.chain(aside).chain(noted.map(|text| self.localizer.text_of(text))).collect()
    }
}

impl PictureText {
    /// The rate of a chosen array comes before what its drives bring separately.
    fn of(headline: PictureHeadline, array: Option<&array::ArrayView>) -> Self {
        let of_array = array.and_then(|array| {
            let value = array.main_rate()?.to_owned();
            Some(PictureFigure { value, label: array.title.clone(), alert: false })
        });
        let own = headline.figures.into_iter().map(|figure| PictureFigure {
            value: figure.value,
            label: figure.label,
            alert: figure.is_alert,
        });
        let figures = of_array.into_iter().chain(own);
        Self {
            title: headline.title,
            text: headline.subtitle,
            figures: figures.collect(),
            advice: headline.advice,
        }
    }
}
