//! Predicted rates of hosts in a cluster, in words.

use std::collections::BTreeMap;

use narrows_files::cluster_file::{ClusterFile, ClusterTarget};
use narrows_messages::{DocumentText, Message};
use narrows_record::hosts::predict::{
    HostsPredictDocument, PredictedHost, PredictedLimit, PredictedWorkload,
};
use narrows_record::schema;
use narrows_workload::Workload;

use crate::cluster::flows::{
    ClusterLocation, DemandShare, HostDemand, capacity, shares, shares_without,
};
use crate::cluster::trial::groups;

/// Each host alone and all together on a target, under each workload.
pub fn predict(
    cluster: &ClusterFile,
    target: &str,
    workloads: &[Workload],
) -> Option<HostsPredictDocument> {
    let at = cluster.targets.iter().position(|known: &ClusterTarget| known.id == target)?;
    let say = PredictionBuilder { cluster };
    Some(HostsPredictDocument {
        schema: schema::HOSTS_PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        cluster: cluster.name.clone(),
        target: target.to_owned(),
        groups: groups(cluster),
        workloads: workloads.iter().map(|workload| say.workload(at, workload)).collect(),
    })
}

/// Of more places that are full at once no more are named.
const MOST_EQUAL: usize = 8;
/// A rate that rises by less than this part without a place does not rise.
const RISES: f64 = 1e-6;

struct PredictionBuilder<'a> {
    cluster: &'a ClusterFile,
}

impl PredictionBuilder<'_> {
    fn workload(&self, target: usize, workload: &Workload) -> PredictedWorkload {
        let ask = |host| HostDemand { host, target, workload, same_file: false };
        let hosts = 0..self.cluster.hosts.len();
        let asks: Vec<HostDemand<'_>> = hosts.map(ask).collect();
        let together = shares(self.cluster, &asks);
        let one = |ask: &HostDemand<'_>| shares(self.cluster, std::slice::from_ref(ask)).pop();
        let predicted = asks.iter().zip(&together).map(|(ask, share)| {
            let alone = one(ask).unwrap_or(DemandShare { mb_s: f64::INFINITY, stopped_by: None });
            PredictedHost {
                host: self.cluster.hosts[ask.host].id.clone(),
                alone_mb_s: finite(alone.mb_s),
                together_mb_s: finite(share.mb_s),
                alone_by: self.by(alone.stopped_by),
                together_by: self.by(share.stopped_by),
            }
        });
        let predicted: Vec<PredictedHost> = predicted.collect();
        PredictedWorkload {
            workload: workload.name.clone(),
            sum_mb_s: together.iter().map(|share| finite(share.mb_s)).sum(),
            limits: self.limits(&predicted, (&asks, &together), workload),
            hosts: predicted,
        }
    }

    fn limits(
        &self,
        hosts: &[PredictedHost],
        (asks, together): (&[HostDemand<'_>], &[DemandShare]),
        workload: &Workload,
    ) -> Vec<PredictedLimit> {
        let mut by: BTreeMap<ClusterLocation, Vec<String>> = BTreeMap::new();
        for (host, share) in hosts.iter().zip(together) {
            if let Some(place) = share.stopped_by {
                by.entry(place).or_default().push(host.host.clone());
            }
        }
        // So many requests in flight are the same limit on each host.
        let is_depth = |place: &ClusterLocation| matches!(place, ClusterLocation::Depth(_));
        let deep: Vec<ClusterLocation> = by.keys().copied().filter(is_depth).collect();
        let hosts: Vec<String> =
            deep.iter().filter_map(|place| by.remove(place)).flatten().collect();
        if let Some(first) = deep.first() {
            by.insert(*first, hosts);
        }
        let limit = |(place, hosts): (ClusterLocation, Vec<String>)| PredictedLimit {
            kind: kind(place).to_owned(),
            place: self.name(place),
            text: match place {
                ClusterLocation::Depth(_) if hosts.len() > 1 => {
                    DocumentText::from(Message::new("hosts-by-depth-each"))
                }
                _ if hosts.len() > 1 => self.by_all(&self.full(place, asks, together)),
                _ => self.by(Some(place)),
            },
            capacity_mb_s: capacity(self.cluster, place, workload),
            hosts,
        };
        let mut limits: Vec<PredictedLimit> = by.into_iter().map(limit).collect();
        limits.sort_by_key(|limit| std::cmp::Reverse(limit.hosts.len()));
        limits
    }

    /// A place, and those without which hosts that it stops would get no more: all of them are full.
    fn full(
        &self,
        place: ClusterLocation,
        asks: &[HostDemand<'_>],
        together: &[DemandShare],
    ) -> Vec<ClusterLocation> {
        let mut full = vec![place];
        let stopped: Vec<usize> =
            (0..together.len()).filter(|at| together[*at].stopped_by == Some(place)).collect();
        while full.len() < MOST_EQUAL {
            let free = shares_without(self.cluster, asks, &full);
            let rises = |at: &usize| free[*at].mb_s > together[*at].mb_s * (1.0 + RISES);
            let next = stopped.first().and_then(|at| free[*at].stopped_by);
            match next.filter(|next| !full.contains(next)) {
                Some(next) if !stopped.iter().any(rises) => full.push(next),
                _ => break,
            }
        }
        full
    }

    fn by_all(&self, places: &[ClusterLocation]) -> DocumentText {
        let mut names = places.iter().map(|place| self.by(Some(*place)));
        let first = names.next().unwrap_or_default();
        match names.len() {
            0 => first,
            _ => {
                let what = Message::new("hosts-by-several").text("first", first);
                DocumentText::from(what.list("others", "stripe-list", names))
            }
        }
    }

    fn name(&self, place: ClusterLocation) -> String {
        match place {
            ClusterLocation::Host(at, _)
            | ClusterLocation::HostCard(at, _)
            | ClusterLocation::Depth(at) => self.cluster.hosts[at].id.clone(),
            ClusterLocation::Uplink(at, _) => self.cluster.networks[at].id.clone(),
            ClusterLocation::ServerCard(at, _)
            | ClusterLocation::ServerDrives(at)
            | ClusterLocation::ServerCpu(at) => self.cluster.servers[at].id.clone(),
        }
    }

    fn by(&self, place: Option<ClusterLocation>) -> DocumentText {
        let id = match place {
            None => "hosts-by-nothing",
            Some(ClusterLocation::Host(..)) => "hosts-by-host",
            Some(ClusterLocation::HostCard(..)) => "hosts-by-host-card",
            Some(ClusterLocation::Depth(_)) => "hosts-by-depth",
            Some(ClusterLocation::Uplink(..)) => "hosts-cause-uplink",
            Some(ClusterLocation::ServerCard(..)) => "hosts-cause-card",
            Some(ClusterLocation::ServerDrives(_)) => "hosts-cause-drives",
            Some(ClusterLocation::ServerCpu(_)) => "hosts-cause-cpu",
        };
        let name = place.map(|place| self.name(place)).unwrap_or_default();
        DocumentText::from(Message::new(id).with("place", name))
    }
}

fn kind(place: ClusterLocation) -> &'static str {
    match place {
        ClusterLocation::Host(..) => "application",
        ClusterLocation::Depth(_) => "depth",
        ClusterLocation::HostCard(..) | ClusterLocation::Uplink(..) => "network",
        ClusterLocation::ServerCard(..)
        | ClusterLocation::ServerDrives(_)
        | ClusterLocation::ServerCpu(_) => "server",
    }
}

fn finite(mb_s: f64) -> Option<f64> {
    mb_s.is_finite().then_some(mb_s)
}
