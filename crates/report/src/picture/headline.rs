//! The words of a picture: also for pages that show them beside it.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::predict::PredictDocument;

use super::content::FlowAmount;
use super::passage::DrawnPassage;
use super::rates::PictureRates;
use super::{machine, say};

/// Title, subtitle, key figures and advice of a picture, and what it shows of each drive and place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureHeadline {
    /// The answer in a few words.
    pub title: String,
    pub subtitle: String,
    /// Figures beside the title, the most important first.
    pub figures: Vec<HeadlineFigure>,
    pub advice: Option<String>,
    /// The limit is a bottleneck that drives share or that holds one back.
    pub is_bottleneck: bool,
    /// By the drive's id in the document.
    pub drives: BTreeMap<String, DrawnDrive>,
    /// By every name that limits use for the place.
    pub places: BTreeMap<String, DrawnPlace>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnDrive {
    pub got_mb_s: f64,
    pub could_mb_s: f64,
    /// `1.20 GB/s`, `of 2.00 GB/s` and `−40 %`; empty where there is nothing to say.
    pub figures: [String; 3],
}

/// The flow through the link of a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnPlace {
    pub mb_s: f64,
    /// `3.59 GB/s`.
    pub text: String,
    /// Part of its capacity, 0 to 1; `None` if that is unknown, or no drive runs.
    pub busy: Option<f64>,
    pub is_tight: bool,
}

/// A large figure with its label below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeadlineFigure {
    /// `3.59 GB/s`.
    pub value: String,
    /// `bottleneck, 100 % busy`.
    pub label: String,
    pub is_alert: bool,
}

/// The words of the picture that [`super::predict`] draws.
pub fn headline(
    predict: &PredictDocument,
    advice: Option<String>,
    localizer: &Localizer,
) -> PictureHeadline {
    let rates = PictureRates::of_predict(predict, localizer).or_links();
    let advice = advice.filter(|_| rates.is_short());
    let advice = advice.or_else(|| say::upgrade(predict, &rates, localizer));
    let drawn = machine::drawn(&predict.machine, &rates, localizer);
    let places = drawn.passed.iter().flat_map(DrawnPassage::by_name).collect();
    let around = (String::new(), predict.narrows.as_str());
    let content = say::content(drawn, &rates, advice.into_iter().collect(), around, localizer);
    // Each drive of a row by itself.
    let mut drives = BTreeMap::new();
    for row in content.drives() {
        let Some(FlowAmount { got, lost }) = row.amount else { continue };
        let count = row.keys.len().max(1) as f64;
        let (got_mb_s, could_mb_s) = (got / count, (got + lost) / count);
        for (at, key) in row.keys.iter().enumerate() {
            let figures = row.members.get(at).map_or(&row.figures, |member| &member.figures);
            let drawn = DrawnDrive { got_mb_s, could_mb_s, figures: figures.clone() };
            drives.insert(key.clone(), drawn);
        }
    }
    let figures = content.figures.into_iter().map(|figure| HeadlineFigure {
        value: figure.value,
        label: figure.label,
        is_alert: figure.is_alert,
    });
    PictureHeadline {
        title: content.title,
        subtitle: content.subtitle,
        figures: figures.collect(),
        advice: content.advice.into_iter().next(),
        is_bottleneck: content.is_bottleneck,
        drives,
        places,
    }
}
