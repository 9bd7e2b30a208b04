//! What hosts will get of a cluster, in words.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message};
use narrows_record::cluster_file::{Cluster, Target};
use narrows_record::hosts::predict::{Predicted, PredictedHost, PredictedLimit, PredictedWorkload};
use narrows_record::schema;
use narrows_workload::Workload;

use crate::flows::{Ask, Place, Share, capacity, shares};
use crate::trial::groups;

/// Each host alone and all together on a target, under each workload.
pub fn predict(
    cluster: &Cluster,
    target: &str,
    workloads: &[Workload],
    localizer: &Localizer,
) -> Option<Predicted> {
    let at = cluster.targets.iter().position(|known: &Target| known.id == target)?;
    let say = Say { cluster, localizer };
    Some(Predicted {
        schema: schema::HOSTS_PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        cluster: cluster.name.clone(),
        target: target.to_owned(),
        groups: groups(cluster),
        workloads: workloads.iter().map(|workload| say.workload(at, workload)).collect(),
    })
}

struct Say<'a> {
    cluster: &'a Cluster,
    localizer: &'a Localizer,
}

impl Say<'_> {
    fn workload(&self, target: usize, workload: &Workload) -> PredictedWorkload {
        let ask = |host| Ask { host, target, workload, same_file: false };
        let hosts = 0..self.cluster.hosts.len();
        let asks: Vec<Ask<'_>> = hosts.map(ask).collect();
        let together = shares(self.cluster, &asks);
        let one = |ask: &Ask<'_>| shares(self.cluster, std::slice::from_ref(ask)).pop();
        let told = asks.iter().zip(&together).map(|(asked, share)| {
            let alone = one(asked).unwrap_or(Share { mb_s: f64::INFINITY, stopped_by: None });
            PredictedHost {
                host: self.cluster.hosts[asked.host].id.clone(),
                alone_mb_s: finite(alone.mb_s),
                together_mb_s: finite(share.mb_s),
                alone_by: self.by(alone.stopped_by),
                together_by: self.by(share.stopped_by),
            }
        });
        let told: Vec<PredictedHost> = told.collect();
        PredictedWorkload {
            workload: workload.name.clone(),
            sum_mb_s: together.iter().map(|share| finite(share.mb_s)).sum(),
            limits: self.limits(&told, &together, workload),
            hosts: told,
        }
    }

    fn limits(
        &self,
        hosts: &[PredictedHost],
        together: &[Share],
        workload: &Workload,
    ) -> Vec<PredictedLimit> {
        let mut by: BTreeMap<Place, Vec<String>> = BTreeMap::new();
        for (host, share) in hosts.iter().zip(together) {
            if let Some(place) = share.stopped_by {
                by.entry(place).or_default().push(host.host.clone());
            }
        }
        let limit = |(place, hosts): (Place, Vec<String>)| PredictedLimit {
            kind: kind(place).to_owned(),
            place: self.name(place),
            text: self.by(Some(place)),
            capacity_mb_s: capacity(self.cluster, place, workload),
            hosts,
        };
        let mut limits: Vec<PredictedLimit> = by.into_iter().map(limit).collect();
        limits.sort_by_key(|limit| std::cmp::Reverse(limit.hosts.len()));
        limits
    }

    fn name(&self, place: Place) -> String {
        match place {
            Place::Host(at, _) | Place::HostCard(at, _) | Place::Depth(at) => {
                self.cluster.hosts[at].id.clone()
            }
            Place::Uplink(at, _) => self.cluster.networks[at].id.clone(),
            Place::ServerCard(at, _) | Place::ServerDrives(at) | Place::ServerCpu(at) => {
                self.cluster.servers[at].id.clone()
            }
        }
    }

    fn by(&self, place: Option<Place>) -> String {
        let id = match place {
            None => "hosts-by-nothing",
            Some(Place::Host(..)) => "hosts-by-host",
            Some(Place::HostCard(..)) => "hosts-by-host-card",
            Some(Place::Depth(_)) => "hosts-by-depth",
            Some(Place::Uplink(..)) => "hosts-cause-uplink",
            Some(Place::ServerCard(..)) => "hosts-cause-card",
            Some(Place::ServerDrives(_)) => "hosts-cause-drives",
            Some(Place::ServerCpu(_)) => "hosts-cause-cpu",
        };
        let name = place.map(|place| self.name(place)).unwrap_or_default();
        self.localizer.say(&Message::new(id).with("place", name))
    }
}

fn kind(place: Place) -> &'static str {
    match place {
        Place::Host(..) => "application",
        Place::Depth(_) => "depth",
        Place::HostCard(..) | Place::Uplink(..) => "network",
        Place::ServerCard(..) | Place::ServerDrives(_) | Place::ServerCpu(_) => "server",
    }
}

fn finite(mb_s: f64) -> Option<f64> {
    mb_s.is_finite().then_some(mb_s)
}
