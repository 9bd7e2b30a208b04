//! The words of a picture: also for pages that show them beside it.

use narrows_messages::Localizer;
use narrows_record::predict::PredictDocument;

use super::rates::PictureRates;
use super::{machine, say};

/// Title, subtitle, key figures and advice of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureHeadline {
    /// The answer in a few words.
    pub title: String,
    pub subtitle: String,
    /// Figures beside the title, the most important first.
    pub figures: Vec<HeadlineFigure>,
    /// Advice; `None` if there is none.
    pub advice: Option<String>,
    /// The limit is a bottleneck that drives share or that holds one back.
    pub is_bottleneck: bool,
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
    let rates = PictureRates::of_predict(predict).or_links();
    let advice = advice.filter(|_| rates.is_short());
    let advice = advice.or_else(|| say::upgrade(predict, &rates, localizer));
    let drawn = machine::drawn(&predict.machine, &rates, localizer);
    let around = (String::new(), predict.narrows.as_str());
    let content = say::content(drawn, &rates, advice.into_iter().collect(), around, localizer);
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
    }
}
