//! Drives on one place as rows of a picture: alike ones together, arrays in one device.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::predict::LimitRecord;

use super::content::{DriveRow, DriveRowMember, FlowAmount};
use super::rates::{FigureOrigin, LOSS_MIN, PictureRates, is_on_the_path};
use crate::clean::short;
use crate::figures::FlowRate;
use crate::words;

/// From this many alike drives on one place a row represents all of them; three are still drawn
/// each.
const ALIKE_MIN: usize = 4;
/// Rows on one place; of more, the rest share the last.
const MOST_ROWS: usize = 40;
/// Most names in a row.
const MOST_NAMES: usize = 200;

#[derive(Clone, Debug, Default)]
pub(super) struct PictureDrive<'a> {
    /// Its id in the document, by which figures are looked up.
    pub(super) id: &'a str,
    pub(super) name: String,
    /// Empty if unknown.
    pub(super) model: String,
    pub(super) link: String,
    pub(super) slot: String,
    /// The array that it is part of, with its kind; empty if none.
    pub(super) array: String,
    pub(super) warning: Option<String>,
    /// Every name by which limits refer to its own link.
    pub(super) own: Vec<&'a str>,
    /// Capacity of its link if the drive can fill it, or rate of the drive itself if known and lower,
    /// 10^6 bytes per second.
    pub(super) carries: Option<f64>,
    /// Rate of the drive itself, if known, 10^6 bytes per second.
    pub(super) rated: Option<f64>,
    /// Its link is as fast as its own end supports.
    pub(super) is_full: bool,
}

impl PictureDrive<'_> {
    fn shortened(self) -> Self {
        Self {
            name: short(self.name),
            model: short(self.model),
            link: short(self.link),
            slot: short(self.slot),
            array: short(self.array),
            warning: self.warning.map(short),
            ..self
        }
    }
}

/// Losses below a location, keyed by the link or location that limits the flow.
pub(super) type Losses<'a> = BTreeMap<&'a str, f64>;

#[derive(Clone, Copy)]
pub(super) struct LabelWriter<'a> {
    pub(super) rates: &'a PictureRates,
    pub(super) localizer: &'a Localizer,
}

/// Rate of a drive, and where it is limited.
struct DriveFlow<'a> {
    amount: FlowAmount,
    flow: FlowRate,
    /// The link or place on its way that lets no more through.
    stop: Option<&'a str>,
}

impl<'a> LabelWriter<'a> {
    pub(super) fn is_capacity(&self) -> bool {
        self.rates.origin == FigureOrigin::Capacity
    }

    fn kind(&self, is_rated: bool) -> DriveFigureKind {
        match (self.is_capacity(), is_rated) {
            (false, _) => DriveFigureKind::Flow,
            (true, true) => DriveFigureKind::Rated,
            (true, false) => DriveFigureKind::Link,
        }
    }

    /// The rows of a location's drives, and the part lost further on. With too many rows, the last
    /// represents all the rest, so that sums stay complete.
    pub(super) fn rows(
        &self,
        items: Vec<PictureDrive<'a>>,
        losses: &mut Losses<'a>,
    ) -> Vec<DriveRow> {
        let mut groups = self.groups(items);
        let rest: Vec<PictureDrive<'a>> = if groups.len() > MOST_ROWS {
            groups.drain(MOST_ROWS - 1..).flatten().collect()
        } else {
            Vec::new()
        };
        let mut rows: Vec<DriveRow> = groups.iter().map(|group| self.row(group, losses)).collect();
        if !rest.is_empty() {
            let mut row = self.row(&rest, losses);
            let message = Message::new("picture-drives").count("count", rest.len());
            row.name = self.localizer.say(&message);
            // These have neither link nor warning nor array in common.
            (row.link, row.warning, row.each, row.array) = Default::default();
            rows.push(row);
        }
        rows
    }

    /// Alike drives together, those of an array in one device.
    fn groups(&self, items: Vec<PictureDrive<'a>>) -> Vec<Vec<PictureDrive<'a>>> {
        let mut arrays: BTreeMap<String, usize> = BTreeMap::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut groups: Vec<Vec<PictureDrive<'a>>> = Vec::new();
        for item in items.into_iter().map(PictureDrive::shortened) {
            let next = arrays.len();
            if !item.array.is_empty() {
                arrays.entry(item.array.clone()).or_insert(next);
            }
            // Properties that drives must share to share a row.
            let moves = self.moves(&item).map(|moves| {
                // Alike drives have links of their own, whose names differ.
                let shared = moves.stop.filter(|stop| !item.own.contains(stop));
                format!("{} {}", words::flow(moves.flow), words::rate(moves.amount.could()))
                    + shared.unwrap_or_default()
            });
            let is_failed = self.rates.failed.contains(item.id);
            let rest = (item.rated.is_some(), &item.warning, is_failed);
            let likeness =
                format!("{}|{}|{}|{moves:?}|{rest:?}", &item.model, &item.link, &item.array);
            let at = *known.entry(likeness).or_insert(groups.len());
            match groups.get_mut(at) {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        // Drives of an array are adjacent; all others follow in their own order.
        groups.sort_by_key(|group| {
            let array = group.first().map(|item| item.array.as_str()).unwrap_or_default();
            arrays.get(array).copied().unwrap_or(arrays.len())
        });
        let apart = groups.into_iter().flat_map(|group| match group.len() {
            0..ALIKE_MIN => group.into_iter().map(|one| vec![one]).collect(),
            _ => vec![group],
        });
        apart.collect()
    }

    /// Actual and possible rate of a drive; `None` if unknown.
    fn moves(&self, item: &PictureDrive<'a>) -> Option<DriveFlow<'a>> {
        if self.is_capacity() {
            let flow = FlowRate { mb_s: item.carries?, at_most: false };
            let could = item.rated.unwrap_or(flow.mb_s).max(flow.mb_s);
            let is_loss = !item.is_full && could - flow.mb_s > could * LOSS_MIN;
            let lost = if is_loss { could - flow.mb_s } else { 0.0 };
            let stop = item.own.first().copied().filter(|_| is_loss);
            return Some(DriveFlow { amount: FlowAmount { got: flow.mb_s, lost }, flow, stop });
        }
        let rate = self.rates.by_drive.get(item.id)?;
        let limit = rate.limit.as_ref().filter(|limit| is_on_the_path(limit));
        // A link below what the drive's own end supports holds back what another slot would bring.
        let is_own = limit.is_some_and(|limit| item.own.contains(&limit.id.as_str()));
        let elsewhere = item.rated.filter(|_| is_own && !item.is_full).unwrap_or_default();
        let could = rate.could.max(elsewhere);
        let is_loss = could - rate.got.mb_s > could * LOSS_MIN;
        let could = if is_loss { could } else { rate.could };
        let amount = FlowAmount { got: rate.got.mb_s, lost: could - rate.got.mb_s };
        let stop = limit.filter(|_| amount.lost > 0.0).map(|limit| limit.id.as_str());
        Some(DriveFlow { amount, flow: rate.got, stop })
    }

    fn row(&self, group: &[PictureDrive<'a>], losses: &mut Losses<'a>) -> DriveRow {
        let mut row = DriveRow::default();
        let mut each = None;
        for item in group {
            row.ids.push(item.name.clone());
            row.keys.push(item.id.to_owned());
            row.is_link_alert |= item.warning.is_some();
            row.is_tight |= self.is_held_by_its_link(item);
            let Some(moves) = self.moves(item) else { continue };
            let is_own = moves.stop.is_some_and(|stop| item.own.contains(&stop));
            row.is_link_alert |= is_own;
            // What its own link holds back never leaves the drive.
            let passes = if is_own { 0.0 } else { moves.amount.lost };
            row.leaves += FlowAmount { lost: passes, ..moves.amount };
            if let Some(stop) = moves.stop.filter(|_| !is_own) {
                *losses.entry(stop).or_default() += moves.amount.lost;
            }
            row.at_most |= moves.flow.at_most;
            row.amount = Some(row.amount.unwrap_or_default() + moves.amount);
            // All of a row move the same, so that the last stands for each.
            each = Some(moves);
        }
        if group.len() > 1 {
            row.members = group.iter().take(MOST_NAMES).map(|item| self.member(item)).collect();
        }
        if let Some(first) = group.first() {
            self.name(&mut row, first);
        }
        row.is_link_alert |= row.is_tight;
        // A warning says what is wrong with the link, and leaves no room for more.
        if row.is_tight && row.warning.is_empty() {
            let _ = write!(row.link, " · {}", self.localizer.text("report-narrow-place"));
        }
        if let (Some(amount), Some(moves)) = (row.amount, each) {
            row.is_rated = group.iter().all(|item| item.rated.is_some());
            let held = group.first().and_then(|item| Some((item.rated?, item.carries?)));
            row.held_by_link = held.filter(|(rated, carries)| rated - carries > rated * LOSS_MIN);
            let kind = self.kind(group.iter().all(is_at_rate));
            row.figures = figures(amount, row.at_most, kind, self.localizer);
            row.each = self.each(&moves, row.ids.len());
        } else if row.keys.iter().any(|id| self.rates.failed.contains(id)) {
            row.is_failed = true;
            row.figures[0] = self.localizer.text("picture-failed");
        }
        row
    }

    /// Whether the title names the drive's own link, or that of another drive for all such links.
    fn is_held_by_its_link(&self, item: &PictureDrive<'a>) -> bool {
        let Some(named) = self.rates.named.as_ref().filter(|limit| is_on_the_path(limit)) else {
            return false;
        };
        let rates = self.rates.by_drive.values();
        let is_same = |limit: &&LimitRecord| limit.id == named.id;
        let is_shared = rates.filter_map(|it| it.limit.as_ref()).filter(is_same).count() > 1;
        let own = self.rates.by_drive.get(item.id).and_then(|rate| rate.limit.as_ref());
        let own = own.filter(|limit| limit.kind == named.kind && !is_shared);
        let is_it = |limit: &LimitRecord| item.own.contains(&limit.id.as_str());
        is_it(named) || own.is_some_and(is_it)
    }

    fn member(&self, item: &PictureDrive<'a>) -> DriveRowMember {
        let figures = self.moves(item).map(|moves| {
            figures(moves.amount, moves.flow.at_most, self.kind(is_at_rate(item)), self.localizer)
        });
        DriveRowMember {
            name: item.name.clone(),
            model: item.model.clone(),
            slot: item.slot.clone(),
            link: item.link.clone(),
            figures: figures.unwrap_or_default(),
        }
    }

    fn name(&self, row: &mut DriveRow, first: &PictureDrive<'a>) {
        row.array.clone_from(&first.array);
        row.model.clone_from(&first.model);
        let count = row.ids.len();
        let names = drive_names(row.ids.iter().take(MOST_NAMES).map(String::as_str));
        let slot = if count == 1 { first.slot.as_str() } else { "" };
        (row.name, row.about) = match (count, first.model.as_str()) {
            (1, model) => (first.name.clone(), model.to_owned()),
            (_, "") => {
                let message = Message::new("picture-drives").count("count", count);
                (self.localizer.say(&message), names)
            }
            (_, model) => (format!("{count} × {model}"), names),
        };
        let mark = if row.is_link_alert { "⚠ " } else { "" };
        row.warning = first.warning.clone().unwrap_or_default();
        row.link = format!("{mark}{}", words::dotted([first.link.as_str(), slot]));
    }

    fn each(&self, moves: &DriveFlow<'_>, count: usize) -> String {
        if count < 2 {
            return String::new();
        }
        let id = if moves.amount.lost > 0.0 { "picture-each-of" } else { "picture-each" };
        let got = words::rate(moves.flow.mb_s);
        let message = Message::new(id).with("got", words::bound(got, moves.flow.at_most));
        self.localizer.say(&message.with("could", words::rate(moves.amount.could())))
    }
}

/// Whether the rate of the drive itself is what its figure shows or compares with.
fn is_at_rate(item: &PictureDrive<'_>) -> bool {
    let link = item.carries.filter(|_| item.is_full).unwrap_or(f64::INFINITY);
    item.rated.is_some_and(|rated| rated <= link)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DriveFigureKind {
    Flow,
    /// Its rated speed, or that of its link if lower.
    Rated,
    Link,
}

/// Actual and possible rate of drives, and the part lost.
pub(super) fn figures(
    amount: FlowAmount,
    at_most: bool,
    shown: DriveFigureKind,
    localizer: &Localizer,
) -> [String; 3] {
    let of_capacity = |id| [words::rate(amount.got), localizer.text(id), String::new()];
    match shown {
        DriveFigureKind::Flow => {}
        DriveFigureKind::Rated if amount.lost > 0.0 => {}
        DriveFigureKind::Rated => return of_capacity("picture-rated"),
        DriveFigureKind::Link => return of_capacity("picture-link"),
    }
    let of = Message::new("picture-of").with("rate", words::rate(amount.could()));
    let got = words::bound(words::rate(amount.got), at_most);
    // Of a mere bound, how much more were possible is unknown.
    let is_bound = at_most && amount.lost <= 0.0;
    let of = if is_bound { String::new() } else { localizer.say(&of) };
    [got, of, lost_percent(amount)]
}

/// `−40 %`; empty without a loss.
pub(super) fn lost_percent(amount: FlowAmount) -> String {
    let percent = 100.0 * amount.lost / amount.could().max(f64::MIN_POSITIVE);
    if percent < 0.5 { String::new() } else { format!("−{percent:.0} %") }
}
