//! `narrows hosts predict`: what hosts will get of a cluster.

use narrows_cluster::predict;
use narrows_messages::Message;
use narrows_report::page;
use narrows_workload::{Workload, default_profiles};

use super::asked::workload;
use super::drivers::cluster;
use crate::args::hosts::HostsPredict;
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &HostsPredict, output: &Output) -> Result<Exit, Failure> {
    let (cluster, _) = cluster(&args.cluster, output)?;
    let named = args.workload.iter().map(|name| workload(name));
    let mut workloads: Vec<Workload> = named.collect::<Result<_, _>>()?;
    if workloads.is_empty() {
        workloads = default_profiles();
    }
    let first = cluster.targets.first().map(|target| target.id.clone());
    let target = args.target.clone().or(first);
    let target =
        target.ok_or_else(|| Failure::usage(Message::new("hosts-cluster-without-target")))?;
    let document = predict(&cluster, &target, &workloads, &output.localizer).ok_or_else(|| {
        let known: Vec<&str> = cluster.targets.iter().map(|target| &*target.id).collect();
        let what = Message::new("hosts-no-such-target").with("target", &target);
        Failure::usage(what.with("known", known.join(", ")))
    })?;
    output.result(&document, || page::hosts_predict(&document, &output.localizer))?;
    Ok(Exit::Ok)
}
