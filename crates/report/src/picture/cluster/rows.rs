//! Hosts and switches as rows: those of one place together; if there are many, only their number.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message, drive_names};

use super::segments::Segment;
use crate::clean::{clean, short};
use crate::picture::content::{DriveRow, FlowAmount};
use crate::picture::rows::{DriveFigureKind, figures};
use crate::words;

/// This many hosts that are alike share a row if the picture has more than [`FEW`].
const ALIKE_MIN: usize = 4;
/// So many hosts in all can be drawn one by one.
const FEW: usize = 8;
/// Switches on one place that are drawn; of more, those where most is lost.
pub(super) const MOST_SWITCHES: usize = 10;
/// A host whose rate alone differs by this part from the median of its neighbours has a row of its
/// own.
const OTHER: f64 = 0.15;

#[derive(Clone, Debug, Default)]
pub(super) struct PictureHost<'a> {
    pub(super) name: &'a str,
    /// Alone, 10^6 bytes per second.
    pub(super) alone: Option<f64>,
    /// With all others; `None` if it did not run with them.
    pub(super) together: Option<f64>,
    /// Index of the segment that limits it; `None` if unknown.
    pub(super) stop: Option<usize>,
}

impl PictureHost<'_> {
    /// Its rate and loss; less than `least` of its potential is no loss.
    pub(super) fn amount(&self, least: f64) -> Option<FlowAmount> {
        let got = self.together?;
        let lost = self.alone.unwrap_or(got) - got;
        Some(FlowAmount { got, lost: if lost > least * (got + lost) { lost } else { 0.0 } })
    }
}

pub(super) struct HostRowBuilder<'a> {
    pub(super) hosts: &'a [PictureHost<'a>],
    /// The least part of a rate that is a loss.
    pub(super) least: f64,
    pub(super) localizer: &'a Localizer,
}

/// How a host's rate alone lies beside its neighbours'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HostPace {
    Slow,
    Usual,
    Fast,
    Unknown,
}

impl HostRowBuilder<'_> {
    /// The hosts on one place: alike ones together, or each by itself if there are few.
    pub(super) fn of(&self, members: &[usize]) -> Vec<DriveRow> {
        let median = self.median(members);
        let mut alike: BTreeMap<(HostPace, Option<usize>), Vec<usize>> = BTreeMap::new();
        for at in members {
            let host = &self.hosts[*at];
            let pace = match host.together {
                Some(_) => pace(host.alone, median),
                None => HostPace::Unknown,
            };
            alike.entry((pace, host.stop)).or_default().push(*at);
        }
        let mut groups: Vec<(HostPace, Vec<usize>)> =
            alike.into_iter().map(|((pace, _), group)| (pace, group)).collect();
        groups.sort_by_key(|(_, group)| group.first().copied());
        let is_apart = |group: &[usize]| group.len() < ALIKE_MIN || self.hosts.len() <= FEW;
        let rows = groups.into_iter().flat_map(|(pace, group)| {
            if is_apart(&group) {
                group.iter().map(|at| self.row(&[*at], pace)).collect()
            } else {
                vec![self.row(&group, pace)]
            }
        });
        rows.collect()
    }

    fn median(&self, members: &[usize]) -> Option<f64> {
        let mut rates: Vec<f64> = members.iter().filter_map(|at| self.hosts[*at].alone).collect();
        rates.sort_by(f64::total_cmp);
        // Of two, neither is the usual one.
        rates.get(rates.len() / 2).copied().filter(|_| rates.len() > 2)
    }

    fn row(&self, members: &[usize], pace: HostPace) -> DriveRow {
        let names: Vec<String> =
            members.iter().map(|at| short(clean(self.hosts[*at].name))).collect();
        let named = drive_names(&names);
        let mut row = DriveRow { is_rated: true, ..DriveRow::default() };
        match names.as_slice() {
            [only] => row.name.clone_from(only),
            several => {
                row.name = self.count("hosts-picture-hosts", several.len());
                row.about = short(named);
            }
        }
        if pace == HostPace::Slow {
            row.link = format!("⚠ {}", self.localizer.text("hosts-picture-slow"));
            row.is_link_alert = true;
        }
        row.amount = self.sum(members);
        row.leaves = row.amount.unwrap_or_default();
        (row.keys, row.ids) = (names.clone(), names);
        self.finish(row)
    }

    /// Combined rate and loss of hosts; `None` if none of them ran.
    fn sum(&self, members: &[usize]) -> Option<FlowAmount> {
        let amounts = members.iter().filter_map(|at| self.hosts[*at].amount(self.least));
        amounts.reduce(|a, b| a + b)
    }

    /// Figures follow from the sums.
    fn finish(&self, mut row: DriveRow) -> DriveRow {
        let Some(amount) = row.amount else { return row };
        row.figures = figures(amount, false, DriveFigureKind::Flow, self.localizer);
        if row.ids.len() > 1 {
            let part = row.ids.len() as f64;
            let each =
                Message::new("hosts-picture-mean").with("got", words::rate(amount.got / part));
            row.each = self.localizer.say(&each.with("could", words::rate(amount.could() / part)));
        }
        row
    }

    /// Switches without room, as one row. Losses at their own links end here.
    pub(super) fn switches(&self, segments: &[Segment], which: &[usize]) -> DriveRow {
        let names: Vec<String> = which.iter().map(|at| short(clean(&segments[*at].name))).collect();
        let mut members: Vec<usize> =
            which.iter().flat_map(|at| segments[*at].members.iter().copied()).collect();
        members.sort_unstable();
        let is_inside = |at: &usize| {
            // Climbs from the segment that stops a host until it meets one of these switches.
            let mut here = Some(*at);
            while here.is_some_and(|at| !which.contains(&at)) {
                here = here.and_then(|at| segments[at].above);
            }
            here.is_some()
        };
        let stopped =
            members.iter().filter(|at| self.hosts[**at].stop.as_ref().is_some_and(is_inside));
        let stopped: Vec<usize> = stopped.copied().collect();
        let amount = self.sum(&members);
        let lost_here = self.sum(&stopped).unwrap_or_default().lost;
        let all = amount.unwrap_or_default();
        let hosts = self.count("hosts-picture-hosts", members.len());
        let names = drive_names(names.iter().filter(|name| !name.is_empty()));
        let ids = members.iter().map(|at| short(clean(self.hosts[*at].name))).collect();
        self.finish(DriveRow {
            name: self.count("hosts-picture-switches", which.len()),
            about: short(words::dotted([hosts, names])),
            ids,
            is_rated: true,
            is_link_alert: lost_here > 0.0,
            amount,
            leaves: FlowAmount { lost: (all.lost - lost_here).max(0.0), ..all },
            ..DriveRow::default()
        })
    }

    fn count(&self, id: &'static str, count: usize) -> String {
        self.localizer.say(&Message::new(id).count("count", count))
    }

    /// Of many switches on one place those drawn, in their order, and the others; the greatest losses
    /// are drawn first.
    pub(super) fn shown(
        &self,
        segments: &[Segment],
        switches: &[usize],
    ) -> (Vec<usize>, Vec<usize>) {
        if switches.len() <= MOST_SWITCHES {
            return (switches.to_vec(), Vec::new());
        }
        let lost = |at: usize| {
            let stopped = segments[at].members.iter().filter(|host| {
                self.hosts[**host].stop.is_some_and(|stop| {
                    segments[stop].members.iter().all(|inner| segments[at].has(*inner))
                })
            });
            self.sum(&stopped.copied().collect::<Vec<_>>()).unwrap_or_default().lost
        };
        let mut by_loss: Vec<(usize, f64)> = switches.iter().map(|at| (*at, lost(*at))).collect();
        by_loss.sort_by(|a, b| b.1.total_cmp(&a.1));
        // If nothing is lost, a few say as much as many.
        let losing = by_loss.iter().filter(|(_, lost)| *lost > 0.0).count();
        // One row is kept for the rest.
        let most = losing.clamp(2, MOST_SWITCHES - 1);
        let mut rest: Vec<usize> = by_loss.iter().skip(most).map(|(at, _)| *at).collect();
        rest.sort_unstable_by_key(|at| segments[*at].members.first().copied());
        let drawn = switches.iter().copied().filter(|at| !rest.contains(at)).collect();
        (drawn, rest)
    }
}

fn pace(alone: Option<f64>, median: Option<f64>) -> HostPace {
    let Some((alone, median)) = alone.zip(median) else { return HostPace::Usual };
    match alone / median {
        part if part < 1.0 - OTHER => HostPace::Slow,
        part if part > 1.0 + OTHER => HostPace::Fast,
        _ => HostPace::Usual,
    }
}
