//! The bottleneck to be explained, and the figures around it.

use std::collections::BTreeMap;

use narrows_record::predict::LimitRecord;
use narrows_record::run::{RunDocument, TargetMeasurement, WorkloadParameters};
use narrows_record::see::{DriveRecord, Hop, LinkState, StorageRecord};
use narrows_record::sharing::{CapacityRange, SharedLimit, SharingRecord};

use super::links::{common, last_look, part, wider};
use super::nature::{SituationLoad, fill};
use super::situation::MeasuredSituation;
use crate::explain::carries;
use crate::sharing::places::PathLocations;
use crate::thresholds::causes::{AT_CAPACITY, GAINS};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum BottleneckIndex {
    /// That of several drives, by its index in `limits`.
    Shared(usize),
    /// A drive's own, by its index in `private`.
    Own(usize),
}

pub(super) struct BottleneckSubject<'a> {
    pub about: BottleneckIndex,
    pub run: &'a RunDocument,
    pub sharing: &'a SharingRecord,
    pub situations: &'a [MeasuredSituation<'a>],
    pub places: &'a PathLocations<'a>,
    pub base: &'a MeasuredSituation<'a>,
    pub drives: Vec<String>,
    /// Its capacity, MB/s.
    pub found: CapacityRange,
}

impl<'a> BottleneckSubject<'a> {
    /// The bottleneck of several drives at this index in `limits`; `None` if no set shows it.
    pub fn shared(
        run: &'a RunDocument,
        sharing: &'a SharingRecord,
        at: usize,
        (situations, places): (&'a [MeasuredSituation<'a>], &'a PathLocations<'a>),
    ) -> Option<Self> {
        let limit = sharing.limits.get(at)?;
        let found = limit.capacity_mb_s;
        let fits = |it: &&MeasuredSituation<'_>| {
            it.workload == sharing.workload && it.is_free() && it.has_all(&limit.drives)
        };
        // First the sets that fill it, and of these the smallest: further drives bring limits of
        // their own.
        let rank = |it: &&MeasuredSituation<'_>| {
            let off = (it.sum(&limit.drives) - found.value).abs();
            (off > AT_CAPACITY * found.value, it.rows.len())
        };
        let base = situations.iter().filter(fits).min_by_key(rank)?;
        let drives = limit.drives.clone();
        let is_sound = drives.len() > 1 && found.value > 0.0;
        let about = BottleneckIndex::Shared(at);
        is_sound.then_some(Self { about, run, sharing, situations, places, base, drives, found })
    }

    /// A drive's own bottleneck, at this index in `private`.
    pub fn own(
        run: &'a RunDocument,
        sharing: &'a SharingRecord,
        at: usize,
        (situations, places): (&'a [MeasuredSituation<'a>], &'a PathLocations<'a>),
    ) -> Option<Self> {
        let own = sharing.private.get(at)?;
        let drives = vec![own.drive.clone()];
        let found = own.capacity_mb_s;
        let fits = |it: &&MeasuredSituation<'_>| {
            it.workload == sharing.workload && it.is_free() && it.is_alone() && it.has_all(&drives)
        };
        let base = situations.iter().find(fits)?;
        let about = BottleneckIndex::Own(at);
        let subject = Self { about, run, sharing, situations, places, base, drives, found };
        (found.value > 0.0).then_some(subject)
    }

    /// Whether it is on virtual hardware.
    pub fn is_simulated(&self) -> bool {
        self.run.simulation.is_some() || self.rows().any(|row| row.simulated)
    }

    /// Whether another program measured it, on a machine where no command of ours may run.
    pub fn is_imported(&self) -> bool {
        self.rows().any(|row| row.imported.is_some())
    }

    pub fn is_shared(&self) -> bool {
        matches!(self.about, BottleneckIndex::Shared(_))
    }

    pub fn rows(&self) -> impl Iterator<Item = &'a TargetMeasurement> {
        self.base.rows_of(&self.drives)
    }

    /// A drive's rate alone under a workload, MB/s.
    pub fn alone(&self, drive: &str, workload: &str) -> Option<f64> {
        let is_it =
            |it: &&MeasuredSituation<'_>| it.is_alone() && it.workload == workload && it.is_free();
        let own = self.situations.iter().filter(is_it).find_map(|it| it.rate(drive));
        let known = || self.sharing.private.iter().find(|own| own.drive == drive);
        let inferred = || Some(known()?.capacity_mb_s.value);
        own.or_else(|| inferred().filter(|_| workload == self.sharing.workload))
    }

    /// The rate that each drive could take under the bottleneck's own workload.
    pub fn loads(&self) -> Vec<SituationLoad> {
        let asked = self.asked();
        let load = |drive: &String| {
            let wants = self.alone(drive, &self.sharing.workload).unwrap_or(self.found.value);
            let (block, jobs) = (asked.block_bytes, asked.jobs);
            SituationLoad { drive: drive.clone(), wants, most: wants, block, jobs }
        };
        self.within_inner(self.drives.iter().map(load).collect())
    }

    /// The loads after the bottlenecks inside this one: excess cut off by an inner one never
    /// arrives here.
    pub fn within_inner(&self, mut loads: Vec<SituationLoad>) -> Vec<SituationLoad> {
        let is_inside = |limit: &&SharedLimit| {
            limit.drives.len() < self.drives.len()
                && limit.drives.iter().all(|drive| self.drives.contains(drive))
        };
        let mut inner: Vec<&SharedLimit> = self.sharing.limits.iter().filter(is_inside).collect();
        inner.sort_by_key(|limit| limit.drives.len());
        // From the inside out: no more reaches the next than a smaller one lets through.
        for limit in inner {
            let is_below = |load: &&mut SituationLoad| limit.drives.contains(&load.drive);
            let below: Vec<&mut SituationLoad> = loads.iter_mut().filter(is_below).collect();
            let wants: Vec<f64> = below.iter().map(|load| load.wants).collect();
            let most: Vec<f64> = below.iter().map(|load| load.most).collect();
            let capacity = limit.capacity_mb_s.value;
            let through = fill(&wants, capacity).into_iter().zip(fill(&most, capacity));
            for (load, (wants, most)) in below.into_iter().zip(through) {
                (load.wants, load.most) = (wants, most);
            }
        }
        loads
    }

    /// The workload of the situation that shows the bottleneck.
    pub fn asked(&self) -> WorkloadParameters {
        let row = self.rows().next();
        row.map(|row| row.asked.clone()).unwrap_or_default()
    }

    /// Total requests per second where the bottleneck shows.
    pub fn iops(&self) -> f64 {
        self.found.value * 1e6 / self.asked().block_bytes.max(1) as f64
    }

    pub fn storage(&self, drive: &str) -> Option<&'a StorageRecord> {
        let drive = self.run.machine.drives.iter().find(|known| known.id == drive)?;
        let controller = drive.controller.as_ref()?;
        self.run.machine.storage.iter().find(|storage| storage.id == *controller)
    }

    /// The drive's own link, nearest to it.
    pub fn own_link(&self, drive: &str) -> Option<&'a Hop> {
        let storage = self.storage(drive)?;
        let is_on_it = |other: &&DriveRecord| other.controller.as_ref() == Some(&storage.id);
        // The link of a controller of several drives is no drive's own.
        if self.run.machine.drives.iter().filter(is_on_it).count() > 1 {
            return None;
        }
        let hop = storage.hops.first()?;
        (!hop.link.internal && hop.link.usable_mb_s.is_some()).then_some(hop)
    }

    /// The state of the drive's own link in the rounds that show the bottleneck; without samples,
    /// that of the topology. Of several rounds the widest counts, so that all were as narrow.
    pub fn link_seen(&self, drive: &str) -> Option<LinkState> {
        let rows = self.base.rows.get(drive).into_iter().flatten().copied();
        rows.filter_map(last_look).reduce(wider).or(self.own_link(drive)?.link.current)
    }

    /// The bandwidth of the drive's own link as observed, MB/s.
    pub fn link_carries(&self, drive: &str) -> Option<f64> {
        let link = &self.own_link(drive)?.link;
        let seen = self.link_seen(drive).zip(link.current);
        let factor = seen.map_or(1.0, |(seen, current)| part(seen, current));
        link.usable_mb_s.map(|usable| usable * factor).filter(|usable| *usable > 0.0)
    }

    /// The state that a link should have had under load: the capability of both of its ends.
    pub fn trained_down(&self, drive: &str) -> Option<(LinkState, LinkState)> {
        let link = &self.own_link(drive)?.link;
        let full = link.possible.or(link.current)?;
        let full = link.port_possible.map_or(full, |port| common(full, port));
        let seen = self.link_seen(drive)?;
        (carries(seen) < carries(full)).then_some((seen, full))
    }

    /// Logical processors of the machine.
    pub fn cpus(&self) -> Option<u32> {
        let virtual_cores = self.run.simulation.as_ref().and_then(|it| it.cores);
        let context = self.run.context.as_ref().map(|context| context.cpus).or(virtual_cores);
        context.filter(|&cpus| cpus > 0).or(self.run.machine.host.logical_cpus)
    }

    /// The limit that the model names for all of these drives where the bottleneck shows, and the
    /// predicted sum of their rates.
    pub fn predicted(&self) -> Option<(&'a LimitRecord, f64)> {
        let (mut named, mut sum): (Option<&'a LimitRecord>, f64) = (None, 0.0);
        for drive in &self.drives {
            let of_drive = self.run.predictions.iter().find(|it| {
                it.target == *drive && it.set == *self.base.set && it.workload == self.base.workload
            })?;
            let limit = named.get_or_insert(&of_drive.limit);
            if (limit.kind, &limit.id) != (of_drive.limit.kind, &of_drive.limit.id) {
                return None;
            }
            sum += of_drive.mb_s;
        }
        named.map(|limit| (limit, sum)).filter(|(_, sum)| *sum > 0.0)
    }

    /// The lowest described capacity of the locations that all of these drives pass, if above the
    /// measured rate: no other cause can allow more in another situation. MB/s.
    pub fn ceiling(&self) -> f64 {
        let passed = self.places.locations.iter().filter(|location| {
            self.drives.iter().all(|drive| location.drives.contains(&drive.as_str()))
        });
        let carried = passed.filter_map(|location| location.capacity);
        carried
            .filter(|capacity| *capacity > GAINS * self.found.value)
            .fold(f64::INFINITY, f64::min)
    }

    /// The other known limit of each drive, its own links: predictions do not exceed it.
    pub fn roofs(&self) -> BTreeMap<String, f64> {
        let of = |drive: &String| (drive.clone(), self.roof(drive));
        self.drives.iter().map(of).filter(|(_, roof)| roof.is_finite()).collect()
    }

    /// What a drive's own PCIe link and its SATA, SAS or USB link carry; infinite if neither is known.
    fn roof(&self, drive: &str) -> f64 {
        let known = self.run.machine.drives.iter().find(|known| known.id == drive);
        let cable = known.and_then(|known| known.usable_mb_s).unwrap_or(f64::INFINITY);
        self.link_carries(drive).unwrap_or(f64::INFINITY).min(cable)
    }

    /// The least and the most that a drive could move in requests of another size, if it moves `wants` in those
    /// of the bottleneck: larger requests move no less, at most as many of them, and no more than its links carry;
    /// smaller ones no more, and at least as many.
    pub fn in_blocks_of(&self, drive: &str, wants: f64, block: u64) -> (f64, f64) {
        let factor = block as f64 / self.asked().block_bytes.max(1) as f64;
        if factor < 1.0 {
            return (wants * factor, wants);
        }
        (wants, (wants * factor).min(self.roof(drive)).max(wants))
    }
}
