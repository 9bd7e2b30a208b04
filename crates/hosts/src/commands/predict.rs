//! `narrows hosts predict`: predicted rates of hosts in a cluster.

use narrows::destination::OutputFileKind;
use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::output::CliOutput;
use narrows_messages::Message;
use narrows_report::{page, picture};
use narrows_workload::{Workload, default_profiles};

use super::drivers::cluster;
use super::request::workload;
use crate::args::{DrawnFiles, HostsPredict};
use crate::cluster::predict;

pub fn run(args: &HostsPredict, output: &CliOutput) -> Result<ProgramExit> {
    let DrawnFiles { html, picture: drawn, force } = &args.drawn;
    let html = output.destination(html.as_deref(), OutputFileKind::Report, *force)?;
    let drawn = drawn.files(*force, output)?;
    let (cluster, _) = cluster(&args.cluster)?;
    let named = args.workload.iter().map(|name| workload(name));
    let mut workloads: Vec<Workload> = named.collect::<Result<_, _>>()?;
    if workloads.is_empty() {
        workloads = default_profiles();
    }
    let first = cluster.targets.first().map(|target| target.id.clone());
    let target = args.target.clone().or(first);
    let target = target
        .ok_or_else(|| CommandFailure::usage(Message::new("hosts-cluster-without-target")))?;
    let document = predict(&cluster, &target, &workloads).ok_or_else(|| {
        let known: Vec<&str> = cluster.targets.iter().map(|target| &*target.id).collect();
        let what = Message::new("hosts-no-such-target").with("target", &target);
        CommandFailure::usage(what.with("known", known.join(", ")))
    })?;
    let page = || page::hosts_predict(&document, &output.localizer);
    output.html(html, &document, page)?;
    drawn.draw(|layout| picture::hosts_predict(&document, layout, &output.localizer), output)?;
    output.result(&document, || {
        if output.text { page::posted::hosts_predict(&document, &output.localizer) } else { page() }
    })?;
    Ok(ProgramExit::Ok)
}
