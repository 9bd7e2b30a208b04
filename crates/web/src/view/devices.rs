//! Drives and cards with their rates.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message};
use narrows_plan::device;
use narrows_record::plan::PlanArrangement;
use narrows_record::predict::{PredictDocument, Prediction};
use narrows_record::see::DriveRecord;
use narrows_record::word::TargetSet;
use narrows_report::picture::{DrawnDrive, PictureHeadline};
use narrows_topology::graph::NodeKind;
use serde::Serialize;

use super::{RateText, ViewedArrangement};

/// A drive or card.
#[derive(Clone, Debug, Serialize)]
pub struct DeviceView {
    id: String,
    title: String,
    model: String,
    kind: &'static str,
    slot: Option<String>,
    /// What it could do.
    alone: Option<RateText>,
    together: Option<RateText>,
    /// `of 2.00 GB/s`, as in the picture.
    of_text: Option<String>,
    loss_text: Option<String>,
    limit: Option<String>,
    movable: bool,
    /// The box of the map to which it is fixed; `None` if it is in a slot or put aside.
    under: Option<String>,
    /// The item of the state's `add` that brought it; `None` for the source's devices.
    added: Option<usize>,
}

/// Placed devices, then the others.
pub fn all(
    of: &ViewedArrangement<'_>,
    prediction: &PredictDocument,
    picture: &PictureHeadline,
    shown: Option<&PlanArrangement>,
) -> Vec<DeviceView> {
    let inventory = &of.arrangement.planned.inventory;
    let rates = DeviceRates::of(prediction, picture, of.localizer);
    let added = &of.arrangement.added;
    let slotted = inventory.devices.iter().enumerate().map(|(at, device)| {
        let slot = inventory.today.locations.get(at);
        let slot = slot.and_then(|at| inventory.location_name(&inventory.today, *at));
        let ids: Vec<&str> = device.body.drives.keys().map(|id| id.as_str()).collect();
        let limit = rates.limit(device);
        rates.show(&ids, DeviceView { limit, slot, ..told(device, added) })
    });
    let aside = of.arrangement.aside.iter().map(|aside| DeviceView {
        limit: aside.why.as_ref().map(|why| rates.localizer.text_of(why)),
        ..told(&aside.device, added)
    });
    let is_shown = |id: &str| {
        inventory.devices.iter().any(|it| it.body.drives.keys().any(|own| own.as_str() == id))
    };
    let aside_of = |id: &str| {
        of.arrangement
            .aside
            .iter()
            .any(|it| it.device.body.drives.keys().any(|own| own.as_str() == id))
    };
    let left = prediction.machine.drives.iter();
    let left = left.filter(|drive| !is_shown(&drive.id) && !aside_of(&drive.id));
    let fixed = left.map(|drive| fixed(drive, &rates, shown));
    slotted.chain(fixed).chain(aside).collect()
}

/// A drive that hangs somewhere for good.
fn fixed(
    drive: &DriveRecord,
    rates: &DeviceRates<'_>,
    placed: Option<&PlanArrangement>,
) -> DeviceView {
    let limit = rates.together(&drive.id);
    let mut attachments = placed.into_iter().flat_map(|placed| &placed.attachments);
    let under = attachments.find(|at| at.fixed.contains(&drive.id));
    let fixed = DeviceView {
        id: drive.id.clone(),
        title: drive.id.clone(),
        model: drive.model.clone().unwrap_or_default(),
        kind: "drive",
        slot: None,
        alone: None,
        together: None,
        of_text: None,
        loss_text: None,
        limit: limit.map(|row| rates.localizer.text_of(&row.limit.name)),
        movable: false,
        under: under.map(|at| at.id.clone()),
        added: None,
    };
    rates.show(&[&drive.id], fixed)
}

fn told(device: &device::MovableDevice, added: &BTreeMap<String, usize>) -> DeviceView {
    DeviceView {
        id: device.id.clone(),
        title: device.id.clone(),
        model: device.model_name().to_owned(),
        kind: kind(device),
        slot: None,
        alone: None,
        together: None,
        of_text: None,
        loss_text: None,
        limit: None,
        movable: true,
        under: None,
        added: added.get(&device.id).copied(),
    }
}

fn kind(device: &device::MovableDevice) -> &'static str {
    match device.kind() {
        _ if device.bays > 0 => "carrier",
        _ if device.drive().is_some() => "drive",
        _ if device.is_graphics() => "gpu",
        Some(NodeKind::Network) => "network",
        _ => "card",
    }
}

fn loss(alone: f64, together: f64) -> Option<String> {
    let percent = (1.0 - together / alone) * 100.0;
    (percent >= 0.5).then(|| format!("−{percent:.0} %"))
}

/// What the picture draws of each drive, and the prediction under the first workload.
struct DeviceRates<'a> {
    drawn: &'a BTreeMap<String, DrawnDrive>,
    rows: Vec<&'a Prediction>,
    localizer: &'a Localizer,
}

impl<'a> DeviceRates<'a> {
    fn of(
        prediction: &'a PredictDocument,
        picture: &'a PictureHeadline,
        localizer: &'a Localizer,
    ) -> Self {
        let first = prediction.results.first().map(|row| row.workload.as_str());
        let is_first = |row: &&Prediction| Some(row.workload.as_str()) == first;
        let rows = prediction.results.iter().filter(is_first).collect();
        Self { drawn: &picture.drives, rows, localizer }
    }

    /// With the figures of its drives as in the picture; none if those of any are unknown.
    fn show(&self, ids: &[&str], device: DeviceView) -> DeviceView {
        let drawn: Option<Vec<&DrawnDrive>> = ids.iter().map(|id| self.drawn.get(*id)).collect();
        let Some([first, rest @ ..]) = drawn.as_deref() else { return device };
        let sum = |figure: fn(&DrawnDrive) -> f64| {
            RateText::mb_s(figure(first) + rest.iter().map(|it| figure(it)).sum::<f64>())
        };
        let (got, could) = (sum(|it| it.got_mb_s), sum(|it| it.could_mb_s));
        let [text, of, lost] = match rest {
            [] => first.figures.clone(),
            _ => {
                let of = Message::new("picture-of").with("rate", could.text());
                let loss = loss(could.bytes_per_s, got.bytes_per_s).unwrap_or_default();
                [got.text().to_owned(), self.localizer.say(&of), loss]
            }
        };
        let shown = |text: String| Some(text).filter(|text| !text.is_empty());
        DeviceView {
            alone: Some(could),
            together: Some(RateText { text, ..got }),
            of_text: shown(of),
            loss_text: shown(lost),
            ..device
        }
    }

    /// In the largest set that it is part of.
    fn together(&self, drive: &str) -> Option<&'a Prediction> {
        let mut sets =
            self.rows.iter().filter(|row| row.target == drive && row.set != TargetSet::Alone);
        let alone = || self.rows.iter().find(|row| row.target == drive);
        sets.next().or_else(alone).copied()
    }

    fn limit(&self, device: &device::MovableDevice) -> Option<String> {
        let first = device.body.drives.keys().next()?;
        Some(self.localizer.text_of(&self.together(first.as_str())?.limit.name))
    }
}
