//! Measured figures beside their predictions, with possible explanations.

use narrows_messages::{Localizer, Message, sureness};
use narrows_record::predict::PredictDocument;
use narrows_record::shortfall::{BandPosition, PredictionShortfall};

use super::set_name;
use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::figures::is_sequential;
use crate::page::remark;
use crate::words;

/// So many complaints are shown in full; a run may hold hundreds of figures.
const MOST: usize = 12;

/// A section for each figure; nothing if none was measured.
pub(super) fn measured(page: &mut Page, predict: &PredictDocument, localizer: &Localizer) {
    for shortfall in predict.measured.iter().take(MOST) {
        one(page, shortfall, localizer);
    }
    crate::page::more(page, predict.measured.len().saturating_sub(MOST), localizer);
    if predict.measured.iter().any(|shortfall| !shortfall.causes.is_empty()) {
        page.blank();
        remark(page, &localizer.text("shortfall-legend"));
    }
}

fn one(page: &mut Page, shortfall: &PredictionShortfall, localizer: &Localizer) {
    let title = Message::new("shortfall-title").with("of", of(shortfall, localizer));
    page.heading(&localizer.say(&title));
    let (sign, ink) = match shortfall.lies {
        BandPosition::Inside => ("● ", CellInk::Good),
        BandPosition::Below | BandPosition::Above => ("▶ ", CellInk::Strong),
    };
    page.paragraph(sign, &words::sentence(&shortfall.text, localizer), ink);
    for (at, cause) in shortfall.causes.iter().enumerate() {
        let (id, ink) = if cause.holds {
            ("shortfall-cause", CellInk::Strong)
        } else {
            ("shortfall-cause-misses", CellInk::Plain)
        };
        let message = Message::new(id)
            .with("what", words::sentence(&cause.what, localizer))
            .with("rate", rate(shortfall, cause.mb_s))
            .with("low", rate(shortfall, cause.low_mb_s))
            .with("high", rate(shortfall, cause.high_mb_s))
            .with("percent", sureness(cause.likelihood));
        page.paragraph(&format!("{:>2} ", at + 1), &localizer.say(&message), ink);
        let look = words::sentence(&cause.look, localizer);
        let look = Message::new("shortfall-look").with("look", look);
        page.paragraph("   ", &localizer.say(&look), CellInk::Faint);
    }
    if !shortfall.causes.is_empty() || shortfall.lies != BandPosition::Inside {
        let percent = format!("{:.0}", shortfall.unknown * 100.0);
        let unknown = Message::new("shortfall-unknown").with("percent", percent);
        page.paragraph("   ", &localizer.say(&unknown), CellInk::Faint);
    }
    for sentence in &shortfall.apart {
        page.paragraph("≈ ", &words::sentence(sentence, localizer), CellInk::Plain);
    }
}

/// The target or set, and its workload.
fn of(shortfall: &PredictionShortfall, localizer: &Localizer) -> String {
    let set = match (&shortfall.set, shortfall.targets.as_slice()) {
        (_, [target]) => clean(target),
        (set, targets) => set_name(set, targets, localizer),
    };
    let job = shortfall.job.as_deref().map(clean);
    words::dotted([set, job.unwrap_or_else(|| words::workload(&shortfall.workload, localizer))])
}

/// In the unit in which the workload is compared.
fn rate(shortfall: &PredictionShortfall, mb_s: f64) -> String {
    if is_sequential(&shortfall.workload) || shortfall.measured_mb_s <= 0.0 {
        return words::rate(mb_s);
    }
    words::iops(mb_s * shortfall.measured_iops / shortfall.measured_mb_s)
}
