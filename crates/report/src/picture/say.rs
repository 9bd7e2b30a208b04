//! Text of a picture beside its bands: the answer and its figures.

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::predict::{LimitRecordKind, PredictDocument, PredictedUpgrade};
use narrows_record::word::{FigureUnit, TargetSet};

use super::content::{DriveRow, FlowAmount, KeyFigure, NodeChild, PictureContent, PictureNode};
use super::passage::{DrawnNodes, PictureBottleneck, used};
use super::rates::{DriveRate, FigureOrigin, OtherTotal, PictureRates, RunLead, is_own};
use super::rows::lost_percent;
use crate::clean::{clean, cut, short};
use crate::figures::{full, is_sequential};
use crate::words;

/// Letters of one piece of advice; the program's own sentences are shorter.
const MOST_ADVICE: usize = 600;
/// Links below their speed that a title names.
const MOST_NAMED: usize = 3;

/// The picture around its places.
pub(super) fn content(
    drawn: DrawnNodes,
    rates: &PictureRates,
    advice: Vec<String>,
    (machine, version): (String, &str),
    localizer: &Localizer,
) -> PictureContent {
    let DrawnNodes { roots, idle, mut tight, .. } = drawn;
    own_links(&mut tight, rates, localizer);
    let mut content = PictureContent {
        roots,
        idle: idle.into_iter().map(short).collect(),
        advice: advice.into_iter().map(short_advice).collect(),
        idle_heading: localizer.text("picture-idle"),
        many: "picture-drives",
        language: localizer.language().tag(),
        machine: short(machine),
        subject: subject(rates, localizer),
        program: format!("narrows {}", short(clean(version))),
        is_capacity: rates.origin == FigureOrigin::Capacity,
        others: others(rates, localizer),
        ..PictureContent::default()
    };
    let sum = |place: &PictureNode| place.leaves;
    let all = content.roots.iter().map(sum).fold(FlowAmount::default(), |a, b| a + b);
    let lost = content.could() - all.got;
    let drives = content.drives().iter().map(|row| row.ids.len()).sum();
    let got = FlowAmount { got: full(all.got, rates.total_mb_s, drives), lost };
    if let [root] = content.roots.as_mut_slice()
        && got.got != root.leaves.got
        && !root.flow.is_empty()
    {
        root.flow = words::bound(words::rate(got.got), root.at_most);
    }
    let worst = match &rates.named {
        // What the text names may be no place of the picture, such as memory.
        Some(named) => tight.iter().find(|it| it.limit.as_ref() == Some(&named.id)),
        None => tight.iter().max_by(|a, b| a.amount.lost.total_cmp(&b.amount.lost)),
    };
    let more = rates.named_more.unwrap_or(tight.len() - usize::from(worst.is_some()));
    let writer = HeadlineWriter { rates, content: &content, worst, more, all: got, localizer };
    let (title, subtitle, figures) = (writer.title(), writer.subtitle(), writer.figures());
    content.is_bottleneck =
        worst.is_some() || got.lost > 0.0 && rates.origin != FigureOrigin::Capacity;
    if got.lost > 0.0 {
        let is_own = content.drives().iter().any(|row| row.amount.is_some_and(|it| it.lost > 0.0));
        let id = match rates.origin {
            FigureOrigin::Capacity if !is_own => "picture-hatched-capacity",
            _ => "picture-hatched",
        };
        content.hatching = localizer.text(id);
    }
    let mut content = PictureContent { title, subtitle, figures, ..content };
    content.description = description(&content, localizer);
    content
}

/// Adds the links that are no places of the picture, such as a drive's own: beside bottlenecks of several, they count
/// as well.
fn own_links(tight: &mut Vec<PictureBottleneck>, rates: &PictureRates, localizer: &Localizer) {
    let places = tight.len();
    for rate in rates.by_drive.values().filter(|rate| rate.could > rate.got.mb_s) {
        let Some(limit) = rate.limit.as_ref().filter(|it| it.kind == LimitRecordKind::Link) else {
            continue;
        };
        let amount = FlowAmount { got: rate.got.mb_s, lost: rate.could - rate.got.mb_s };
        match tight.iter().position(|it| it.limit.as_ref() == Some(&limit.id)) {
            Some(at) if at < places => {}
            Some(at) => {
                tight[at].drives += 1;
                tight[at].amount += amount;
                tight[at].busy = Some(used(limit));
            }
            None => tight.push(PictureBottleneck {
                name: short(words::limit(&limit.name, localizer)),
                drives: 1,
                amount,
                busy: (limit.unit == FigureUnit::MbS)
                    .then(|| 100.0 * amount.got / limit.capacity.max(1.0)),
                at_most: rate.got.at_most,
                limit: Some(limit.id.clone()),
            }),
        }
    }
}

/// The answer, every row of drives, every link and the advice, as one text.
pub(super) fn description(content: &PictureContent, localizer: &Localizer) -> String {
    let figures = content.figures.iter().map(|it| format!("{} {}", it.value, it.label));
    let figures = words::list(figures);
    let mut parts = vec![content.title.clone(), content.subtitle.clone(), figures];
    parts.extend(content.roots.iter().flat_map(|root| texts_of(root, localizer)));
    parts.extend(content.advice.iter().cloned());
    parts.retain(|part| !part.is_empty());
    parts.join(" | ")
}

/// What so many lose, beside what they get and could get.
pub(super) fn lost_at(
    localizer: &Localizer,
    id: &'static str,
    count: usize,
    amount: FlowAmount,
) -> String {
    let message = Message::new(id)
        .count("count", count)
        .with("got", words::rate(amount.got))
        .with("could", words::rate(amount.could()))
        .with("percent", lost_percent(amount).trim_start_matches('−'));
    localizer.say(&message)
}

/// Advice repeats names of any length.
pub(super) fn short_advice(text: String) -> String {
    // A drawing has no letters of another kind for commands.
    cut(text.replace('`', ""), MOST_ADVICE)
}

/// Every row of drives below a place, and the place's own link.
fn texts_of(place: &PictureNode, localizer: &Localizer) -> Vec<String> {
    let mut parts: Vec<String> = place
        .below
        .iter()
        .flat_map(|below| match below {
            NodeChild::Place(place) => texts_of(place, localizer),
            NodeChild::Drives(row) => vec![told_drives(row, localizer)],
        })
        .collect();
    let load = place.uplink.as_ref().map(|uplink| [uplink.name.clone(), uplink.load.clone()]);
    let own = [format!("{} {}", place.name, place.detail), place.flow.clone()];
    parts.push(words::dotted(own.into_iter().chain(load.into_iter().flatten())));
    parts
}

fn told_drives(row: &DriveRow, localizer: &Localizer) -> String {
    let what = match row.amount {
        None if row.is_failed => row.figures[0].clone(),
        None => localizer.text("picture-unknown"),
        Some(amount) => {
            let id = if amount.lost > 0.0 { "picture-moves" } else { "picture-moves-all" };
            let message = Message::new(id)
                .with("name", &row.name)
                .with("got", words::rate(amount.got))
                .with("could", words::rate(amount.could()))
                .with("percent", lost_percent(amount).trim_start_matches('−'));
            localizer.say(&message)
        }
    };
    let name = if row.amount.is_none() { row.name.as_str() } else { "" };
    words::dotted([name, &what, &row.link, &row.warning, &row.array])
}

/// An upgrade that gains less than this part of the rate is not named: it is within the scatter of
/// a measurement.
const WORTH_NAMING: f64 = 0.05;

/// The change that gains most for the picture's set, in the document's words.
pub(super) fn upgrade(
    predict: &PredictDocument,
    rates: &PictureRates,
    localizer: &Localizer,
) -> Option<String> {
    if !rates.is_short() {
        return None;
    }
    let is_several = rates.by_drive.len() > 1;
    let mut upgrades = predict.upgrades.iter().filter(|it| it.workload == rates.workload);
    let of_set = |it: &&PredictedUpgrade| (it.set != TargetSet::Alone) == is_several;
    let best = upgrades.find(|it| of_set(it) && it.kind.is_offered() && it.gain >= WORTH_NAMING)?;
    let message = Message::new("picture-upgrade")
        .with("what", words::sentence(&best.what, localizer))
        .with("gain", words::percent(best.gain))
        .with("rate", words::rate(best.mb_s));
    Some(localizer.say(&message))
}

/// The workload, and whether it was measured, predicted or simulated.
fn subject(rates: &PictureRates, localizer: &Localizer) -> String {
    let origin = localizer.text(match rates.origin {
        FigureOrigin::Capacity => "picture-capacity",
        FigureOrigin::Predicted => "picture-predicted",
        FigureOrigin::Measured => "picture-measured",
        FigureOrigin::Simulated => "picture-simulated",
    });
    let workload = if rates.workload.is_empty() {
        String::new()
    } else {
        words::workload(&rates.workload, localizer)
    };
    words::dotted([workload, origin])
}

/// Totals of all drives under other workloads.
fn others(rates: &PictureRates, localizer: &Localizer) -> Vec<KeyFigure> {
    let figure = |other: &OtherTotal| {
        let value = if is_sequential(&other.workload) {
            words::rate(other.mb_s)
        } else {
            words::iops(other.iops)
        };
        let label = words::workload(&other.workload, localizer);
        KeyFigure { value: words::bound(value, other.at_most), label, is_alert: false }
    };
    rates.others.iter().map(figure).collect()
}

struct HeadlineWriter<'a> {
    rates: &'a PictureRates,
    content: &'a PictureContent,
    worst: Option<&'a PictureBottleneck>,
    /// How many there are beside the worst.
    more: usize,
    all: FlowAmount,
    localizer: &'a Localizer,
}

impl HeadlineWriter<'_> {
    fn is_capacity(&self) -> bool {
        self.rates.origin == FigureOrigin::Capacity
    }

    /// Whether the drives' own rates are known: for all of them, or for any.
    fn is_rated(&self, of_all: bool) -> bool {
        let rows = self.content.drives();
        if of_all {
            !rows.is_empty() && rows.iter().all(|row| row.is_rated)
        } else {
            rows.iter().any(|row| row.is_rated)
        }
    }

    /// Number of drives that the picture describes: if drives run, those that do.
    fn drives(&self) -> usize {
        let rows = self.content.drives().into_iter();
        rows.filter(|row| self.is_shown(row)).map(|row| row.ids.len()).sum()
    }

    fn is_shown(&self, row: &DriveRow) -> bool {
        self.is_capacity() || row.amount.is_some()
    }

    /// The only drive that was measured: how it does beside others is not known then.
    fn only(&self) -> Option<String> {
        let is_measured =
            matches!(self.rates.origin, FigureOrigin::Measured | FigureOrigin::Simulated);
        let mut rows = self.content.drives().into_iter().filter(|row| row.amount.is_some());
        let row = rows.next().filter(|row| is_measured && row.ids.len() == 1)?;
        let got = words::rate(row.amount.unwrap_or_default().got);
        let message = Message::new("picture-alone").with("name", &row.name).with("rate", got);
        rows.next().is_none().then(|| self.localizer.say(&message))
    }

    /// The figures belong to drives that the machine does not show, such as those in other
    /// programs' files.
    fn is_nowhere(&self) -> bool {
        !self.is_capacity() && self.drives() == 0
    }

    /// What the text names, else what limits a single drive, or the one that loses most where no link is to
    /// blame.
    fn limit(&self) -> Option<String> {
        if let Some(named) = &self.rates.named {
            return Some(self.with_more(&short(words::limit(&named.name, self.localizer))));
        }
        let lost = |rate: &&DriveRate| rate.could - rate.got.mb_s;
        // Of equal losses the first.
        let rates = self.rates.by_drive.values().rev();
        let most = rates.max_by(|a, b| lost(a).total_cmp(&lost(b)))?;
        most.limit.as_ref().map(|limit| short(words::limit(&limit.name, self.localizer)))
    }

    fn title(&self) -> String {
        match &self.rates.lead {
            Some(RunLead::Fault(title)) => self.localizer.say(title),
            Some(RunLead::NoContention) if self.drives() > 1 => {
                let message = Message::new("picture-no-contention").count("count", self.drives());
                self.localizer.say(&message)
            }
            _ => self.of_limits(),
        }
    }

    /// The title from what holds the drives back.
    fn of_limits(&self) -> String {
        let say = |id: &'static str, name: String| {
            self.localizer.say(&Message::new(id).with("name", name))
        };
        let links = |id: &'static str, alerts: &[&DriveRow]| {
            let names: Vec<&str> =
                alerts.iter().take(MOST_NAMED).map(|row| row.name.as_str()).collect();
            let name = self.and_more(&names.join(", "), alerts.len() - names.len());
            self.localizer.say(&Message::new(id).with("name", name).count("count", alerts.len()))
        };
        let count =
            |id: &'static str| self.localizer.say(&Message::new(id).count("count", self.drives()));
        let shown = self.content.drives().into_iter().filter(|row| self.is_shown(row));
        let mut alerts: Vec<&DriveRow> = shown.filter(|drives| drives.is_link_alert).collect();
        let lost = |row: &&DriveRow| row.amount.is_some_and(|amount| amount.lost > 0.0);
        // Those that lose something stand for the rest.
        let is_lossy = alerts.iter().any(lost);
        alerts.retain(|row| !is_lossy || lost(row));
        match (self.worst, alerts.as_slice(), self.is_capacity()) {
            (Some(tight), _, true) => say("picture-shared", self.with_more(&tight.name)),
            (Some(tight), _, false) => say("picture-bottleneck", self.with_more(&tight.name)),
            (None, [_, ..], true) if is_lossy => links("picture-own-link", &alerts),
            (None, [_, ..], true) => links("picture-narrow-link", &alerts),
            (None, [], true) if self.has_links() => count("picture-links"),
            (None, [], true) => count("picture-no-links"),
            (None, _, false) if self.is_held() => match self.limit() {
                Some(limit) => say("picture-bottleneck", limit),
                None => count("picture-contention"),
            },
            (None, [_, ..], false) => links("picture-narrow-link", &alerts),
            (None, [], false) if self.is_nowhere() => self.localizer.text("picture-nowhere"),
            (None, [], false) => self.only().unwrap_or_else(|| count("picture-no-contention")),
        }
    }

    /// Whether any drive's link is known, or there are no drives. A disk's may be faster than the disk, whose rate is
    /// not known.
    fn has_links(&self) -> bool {
        let rows = self.content.drives();
        let is_known = |row: &&DriveRow| {
            row.amount.is_some() || row.link.contains(|c: char| c.is_ascii_digit())
        };
        rows.is_empty() || rows.iter().any(is_known)
    }

    /// Whether anything is lost, or any drive is limited by something other than itself.
    fn is_held(&self) -> bool {
        let limits = self.rates.by_drive.values().filter_map(|rate| rate.limit.as_ref());
        let is_elsewhere = limits.into_iter().any(|limit| !is_own(limit));
        self.all.lost > 0.0 || self.rates.named.is_some() || is_elsewhere
    }

    /// The bottleneck's name, and how many others there are.
    fn with_more(&self, name: &str) -> String {
        self.and_more(name, self.more)
    }

    fn and_more(&self, name: &str, more: usize) -> String {
        match more {
            0 => name.to_owned(),
            more => {
                let message = Message::new("picture-and-more").with("name", name);
                self.localizer.say(&message.count("count", more))
            }
        }
    }

    fn subtitle(&self) -> String {
        if matches!(self.rates.lead, Some(RunLead::Fault(_))) {
            // What the others run into; of drives that only are slow, the title says it all.
            return if self.worst.is_some() { self.of_limits() } else { String::new() };
        }
        let mut rates = self.rates.by_drive.values();
        if !self.is_capacity() && rates.len() > 0 && rates.all(|rate| rate.is_unknown) {
            return self.localizer.text("picture-links-only");
        }
        // Of several links, each of a drive's own, their total cost is shown.
        let Some(tight) = self.worst.filter(|it| it.drives > 1 || self.more == 0) else {
            let apart = if self.is_capacity() { self.lost_apart() } else { String::new() };
            if !apart.is_empty() {
                return apart;
            }
            if self.is_capacity() && self.is_rated(true) {
                let rows = self.content.drives();
                let held = rows.iter().find_map(|row| Some((row, row.held_by_link?)));
                let Some((row, (rated, carries))) = held else {
                    return self.localizer.text("picture-links-suffice");
                };
                let message = Message::new("picture-link-below-drive")
                    .with("drives", &row.name)
                    .count("count", row.ids.len())
                    .with("rated", words::rate(rated))
                    .with("link", words::rate(carries));
                return self.localizer.say(&message);
            }
            if self.content.drives().is_empty() || (self.is_capacity() && !self.has_links()) {
                return String::new();
            }
            let drives = self.rates.by_drive.iter();
            let unknown: Vec<_> = drives.filter(|(_, rate)| rate.is_unknown).collect();
            return match (self.is_capacity(), self.is_held()) {
                (true, _) => self.localizer.text("picture-links-only"),
                (false, _) if !unknown.is_empty() => {
                    let drives = drive_names(unknown.into_iter().map(|(drive, _)| drive));
                    let message = Message::new("picture-link-only-of").with("drives", drives);
                    self.localizer.say(&message)
                }
                (false, true) => self.lost_apart(),
                (false, false) if self.is_nowhere() => String::new(),
                (false, false) if self.only().is_some() => {
                    self.localizer.text("picture-alone-hint")
                }
                (false, false) => self.localizer.text("picture-reaches-all"),
            };
        };
        let amount = tight.amount;
        let id = match (self.is_capacity(), !lost_percent(amount).is_empty()) {
            (true, _) if self.is_rated(false) => "picture-crowded-rated",
            (true, _) => "picture-crowded",
            (false, true) => "picture-lost-at",
            (false, false) => "picture-shared-by",
        };
        lost_at(self.localizer, id, tight.drives, amount)
    }

    /// Losses of drives that are not caused by a shared link or location of the picture.
    fn lost_apart(&self) -> String {
        let rows = self.content.drives();
        let losing =
            rows.iter().filter_map(|row| Some((row, row.amount.filter(|it| it.lost > 0.0)?)));
        let sum = |(count, all): (usize, FlowAmount), (row, amount): (&&DriveRow, FlowAmount)| {
            (count + row.ids.len(), all + amount)
        };
        match losing.fold((0, FlowAmount::default()), sum) {
            (0, _) => String::new(),
            (_, amount) if lost_percent(amount).is_empty() => String::new(),
            (count, amount) => lost_at(self.localizer, "picture-lost-at", count, amount),
        }
    }

    fn figures(&self) -> Vec<KeyFigure> {
        let mut figures = Vec::new();
        let mut figure = |value: String, label: String, is_alert: bool| {
            figures.push(KeyFigure { value, label, is_alert });
        };
        let text = |id: &'static str| self.localizer.text(id);
        // Beside figures of all drives, one bottleneck of several has no figure of its own.
        if let Some(tight) = self.worst.filter(|_| self.more == 0) {
            let busy = |percent: f64| {
                let message = Message::new("picture-busy").with("percent", format!("{percent:.0}"));
                self.localizer.say(&message)
            };
            let label = match tight.busy.filter(|_| !self.is_capacity()) {
                Some(percent) => busy(percent),
                None => text("picture-passes"),
            };
            // A limit of requests is given in requests.
            let named = self.rates.named.as_ref().filter(|it| it.unit == FigureUnit::Iops);
            let got = named
                .map_or_else(|| words::rate(tight.amount.got), |limit| words::iops(limit.load));
            figure(words::bound(got, tight.at_most), label, true);
        }
        if self.content.could() <= 0.0 {
            return figures;
        }
        if self.is_capacity() {
            let id = if self.is_rated(false) { "picture-rated-sum" } else { "picture-links-sum" };
            // Beside one shared link, of the drives that share it.
            let shared = self.worst.filter(|_| self.more == 0).map(|it| it.amount.could());
            let sum = shared.unwrap_or_else(|| self.content.could());
            figure(words::rate(sum), text(id), false);
            return figures;
        }
        // With one bottleneck, the loss there, as its drives report it.
        let amount = self.worst.filter(|_| self.more == 0).map_or(self.all, |it| it.amount);
        let percent = lost_percent(amount);
        if self.worst.map_or(self.all, |it| it.amount).lost > 0.0 && !percent.is_empty() {
            // Beside the loss at the worst of several, that of all drives needs its name.
            let is_all = self.worst.is_some() && self.more > 0;
            let id = if is_all { "picture-lost-all" } else { "picture-lost" };
            let lost = Message::new(id).with("percent", percent);
            let rate = words::rate(amount.lost);
            figure(format!("−{rate}"), self.localizer.say(&lost), true);
        }
        let all = Message::new("picture-all").count("count", self.drives());
        let at_most = self.content.roots.iter().any(|root| root.at_most);
        let got = self.rates.total_iops.map_or_else(|| words::rate(self.all.got), words::iops);
        figure(words::bound(got, at_most), self.localizer.say(&all), false);
        figures
    }
}
