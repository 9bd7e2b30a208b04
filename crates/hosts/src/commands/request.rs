//! The command line of hosts, the same for every host.

use narrows::failure::{CommandFailure, Result};
use narrows_messages::Message;
use narrows_record::hosts;
use narrows_units::Nanos;
use narrows_workload::{Workload, profile};

use super::course::CampaignCourse;
use crate::args::HostsOptions;

const USUAL: &str = "seq-read-128k-q32";
/// Before anything counts.
const RAMP: Nanos = Nanos::millis(500);

/// The command line as documents have it.
pub fn request(args: &HostsOptions, course: &CampaignCourse) -> Result<hosts::HostsRequest> {
    let name = args.workload.as_deref().unwrap_or(USUAL);
    let workload = workload(name)?;
    let mut servers = args.server.clone();
    servers.sort();
    servers.dedup();
    Ok(hosts::HostsRequest {
        target: args.target.clone(),
        block_bytes: workload.block.get(),
        depth: workload.depth,
        jobs: workload.jobs,
        direction: workload.direction().into(),
        workload: workload.name,
        time_s: args.time.as_secs(),
        ramp_s: RAMP.as_secs(),
        explain: matches!(course, CampaignCourse::Explain { .. }),
        sets: course.sets(),
        both_ways: matches!(course, CampaignCourse::Explain { both_ways: true, .. }),
        no_experiments: matches!(course, CampaignCourse::Explain { experiments: false, .. }),
        servers,
    })
}

/// A workload by its name.
pub fn workload(name: &str) -> Result<Workload> {
    profile(name).ok_or_else(|| {
        CommandFailure::usage(Message::new("machine-no-such-profile").with("id", name))
    })
}

/// The request as one text that hosts compare.
pub fn options(request: &hosts::HostsRequest) -> String {
    let target = request.target.as_deref().unwrap_or("own drives");
    let (time, ramp) = (request.time_s, request.ramp_s);
    let all = format!("{} on {target}, {time} s after {ramp} s", request.workload);
    match request.servers.as_slice() {
        [] => all,
        servers => format!("{all}, served by {}", servers.join(", ")),
    }
}
