//! Measuring on many hosts, explaining it, and going on with a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows::destination::{Destination, OutputFileKind};
use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::input;
use narrows::interrupt;
use narrows::output::{self, CliOutput};
use narrows::picture::PictureFiles;
use narrows::run_directory::name_run;
use narrows_files::cluster_file::{self, ClusterFile};
use narrows_formats::ior;
use narrows_formats::{lldp, topology_conf};
use narrows_messages::Message;
use narrows_record::hosts::{HostGroup, HostsDocument};
use narrows_record::schema;
use narrows_report::{page, picture};

use super::campaign::HostsCampaign;
use super::course::CampaignCourse;
use super::drivers::{ClusterSource, SingleHost, described};
use super::findings;
use super::request::{options, request};
use super::run_folder::{self, RunFolder};
use crate::args::{
    DrawnFiles, HostsExplain, HostsMeasure, HostsOptions, HostsResume, HostsSelection,
};
use crate::cluster::trial::groups as groups_of;
use crate::cluster::virtual_hosts::VirtualHosts;
use crate::cluster::{HostOrders, sharing};
use crate::measuring::{RankRole, is_launched, join};

pub fn measure(args: &HostsMeasure, output: &CliOutput) -> Result<ProgramExit> {
    begin(&args.options, &args.which, CampaignCourse::Sets(args.set.clone()), output)
}

pub fn explain(args: &HostsExplain, output: &CliOutput) -> Result<ProgramExit> {
    if let Some(run) = &args.run {
        // The conclusions from a kept run, drawn again.
        let files = HostsOutput::of(&args.options, output)?;
        let (_, mut document) = run_folder::find(run)?;
        let cluster = cluster_of(&document)?;
        document.sharing = sharing(&document, cluster.as_ref());
        document.findings = findings::of(&document);
        files.show(&document, output)?;
        return Ok(if document.partial { ProgramExit::Partial } else { ProgramExit::Ok });
    }
    let experiments = !args.no_experiments;
    let course = CampaignCourse::Explain { experiments, both_ways: args.both_ways };
    begin(&args.options, &args.which, course, output)
}

pub fn resume(args: &HostsResume, output: &CliOutput) -> Result<ProgramExit> {
    let cancel = interrupt::flag();
    // Only rank 0 has the run: the others must have joined before it is looked for.
    let joined = if is_launched() && !args.here {
        Some(join(format!("resume {}", args.run), &cancel, output)?)
    } else {
        None
    };
    if let Some(RankRole::Answered(exit)) = joined {
        return Ok(exit);
    }
    let (folder, mut document) = run_folder::find(&args.run)?;
    let cluster = cluster_of(&document)?;
    let course = CampaignCourse::of(&document.asked);
    // Hosts that answer now take part; earlier losses belong to the rounds before.
    document.partial = false;
    document.notes.clear();
    let which = HostsSelection { here: args.here, ..HostsSelection::default() };
    // A kept run's own options are in its document.
    let no_files = HostsOptions {
        target: document.asked.target.clone(),
        workload: Some(document.asked.workload.clone()),
        time: narrows_units::Nanos::secs(document.asked.time_s),
        server: document.asked.servers.clone(),
        groups: None,
        no_report: false,
        ior: false,
        gather: false,
        drawn: DrawnFiles::default(),
    };
    let options = HostsOptions { gather: args.gather, ..no_files };
    let campaign =
        CampaignRequest { document, course, folder: Some(folder), cluster: cluster.as_ref() };
    let role = match joined {
        Some(role) => role,
        None => role(&campaign, &which, &cancel, output)?,
    };
    run(campaign, &options, (role, cancel), output)
}

fn cluster_of(document: &HostsDocument) -> Result<Option<ClusterFile>> {
    let Some(simulation) = &document.simulation else { return Ok(None) };
    cluster_file::read(&simulation.text)
        .map(Some)
        .map_err(|error| CommandFailure::new(error.problem))
}

struct CampaignRequest<'c> {
    document: HostsDocument,
    course: CampaignCourse,
    /// The directory of a run that goes on.
    folder: Option<PathBuf>,
    cluster: Option<&'c ClusterFile>,
}

fn begin(
    args: &HostsOptions,
    which: &HostsSelection,
    course: CampaignCourse,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let on = described(which, output)?;
    let mut request = request(args, &course)?;
    if let (Some(on), None) = (&on, &request.target) {
        request.target = only_target(on)?;
    }
    let (id, started) = name_run();
    let document = HostsDocument {
        schema: schema::HOSTS.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        asked: request,
        simulation: on.as_ref().map(|on| on.simulation.clone()),
        groups: groups(args.groups.as_deref(), on.as_ref())?,
        ..HostsDocument::default()
    };
    let cluster = on.as_ref().map(|on| &on.cluster);
    let campaign = CampaignRequest { document, course, folder: None, cluster };
    let cancel = interrupt::flag();
    let role = role(&campaign, which, &cancel, output)?;
    run(campaign, args, (role, cancel), output)
}

/// The default target of virtual hosts, their only one; `None` if they have own drives.
fn only_target(on: &ClusterSource) -> Result<Option<String>> {
    let has_drives = on.cluster.hosts.iter().any(|host| host.drives.count > 0);
    match on.cluster.targets.as_slice() {
        [] if has_drives => Ok(None),
        [] => Err(CommandFailure::usage(Message::new("hosts-cluster-without-target"))),
        [one] => Ok(Some(one.id.clone())),
        several => {
            let known: Vec<&str> = several.iter().map(|target| &*target.id).collect();
            let what = Message::new("hosts-which-target").with("known", known.join(", "));
            Err(CommandFailure::usage(what))
        }
    }
}

/// Groups named in a file, else those of the cluster file.
fn groups(file: Option<&Path>, on: Option<&ClusterSource>) -> Result<Vec<HostGroup>> {
    let Some(path) = file else {
        return Ok(on.map(|on| groups_of(&on.cluster)).unwrap_or_default());
    };
    let unreadable = |path: &Path, error: &std::io::Error| {
        let what = Message::new("cli-source-unreadable").with("source", path.display());
        CommandFailure::new(what.with("why", error))
    };
    let text = |path: &Path| {
        let bytes = input::read_written(path).map_err(|error| unreadable(path, &error))?;
        Ok::<String, CommandFailure>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let groups = if path.is_dir() {
        // Each file is the output of `lldpctl -f json` on one host, and is named after it.
        let entries = std::fs::read_dir(path).map_err(|error| unreadable(path, &error))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|it| it == "json"));
        files.sort();
        let host = |file: &PathBuf| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, lldp::read(&text(file)?)))
        };
        lldp::groups(&files.iter().map(host).collect::<Result<Vec<_>>>()?)
    } else {
        topology_conf::read(&text(path)?)
    };
    if groups.is_empty() {
        Err(CommandFailure::new(Message::new("hosts-no-groups").with("path", path.display())))
    } else {
        Ok(groups)
    }
}

fn run(
    mut request: CampaignRequest<'_>,
    args: &HostsOptions,
    (role, cancel): (RankRole<'_>, Arc<AtomicBool>),
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut driver = match role {
        RankRole::Asks(driver) => driver,
        // Another rank than the first: it has answered all there was to answer.
        RankRole::Answered(exit) => return Ok(exit),
    };
    let files = HostsOutput::of(args, output)?;
    if request.folder.is_none() && !args.no_report {
        request.folder = Some(run_folder::begin(&mut request.document)?);
    }
    let mut campaign = HostsCampaign {
        document: request.document,
        orders: HostOrders::new(driver.as_mut()),
        cluster: request.cluster,
        course: request.course,
        folder: RunFolder::new(request.folder),
        cancel,
        output,
        gather: args.gather,
    };
    let exit = campaign.run()?;
    let HostsCampaign { document, folder, .. } = campaign;
    if let Some(folder) = &folder.path {
        run_folder::report(folder, &document, output)?;
    }
    files.show(&document, output)?;
    Ok(exit)
}

/// Where a document is shown, judged before the work begins.
struct HostsOutput {
    html: Option<Destination>,
    drawn: PictureFiles,
    ior: bool,
}

impl HostsOutput {
    fn of(args: &HostsOptions, output: &CliOutput) -> Result<Self> {
        let DrawnFiles { html, picture, force } = &args.drawn;
        let html = output.destination(html.as_deref(), OutputFileKind::Report, *force)?;
        Ok(Self { html, drawn: picture.files(*force, output)?, ior: args.ior })
    }

    fn show(self, document: &HostsDocument, output: &CliOutput) -> Result<()> {
        let page = || page::hosts(document, &output.localizer);
        output.html(self.html, document, page)?;
        self.drawn.draw(|layout| picture::hosts(document, layout, &output.localizer), output)?;
        if self.ior {
            // The summary as IOR prints it; deviations from IOR are stated beside it.
            return match ior::of(document) {
                Some(lines) => {
                    output.remark(&Message::new("hosts-ior"));
                    output.lines(&lines)
                }
                None => Err(CommandFailure::new(Message::new("hosts-ior-none"))),
            };
        }
        output.result(document, || {
            if output.text { page::posted::hosts(document, &output.localizer) } else { page() }
        })
    }
}

/// Who carries the orders, or that this is a rank whose work is done.
fn role<'a>(
    request: &CampaignRequest<'a>,
    which: &HostsSelection,
    cancel: &Arc<AtomicBool>,
    output: &'a CliOutput,
) -> Result<RankRole<'a>> {
    let document = &request.document;
    let options = options(&document.asked);
    if let (Some(cluster), Some(simulation)) = (request.cluster, &document.simulation) {
        let before = u32::try_from(document.rounds.len()).unwrap_or(u32::MAX);
        let hosts = VirtualHosts::new(cluster, options, simulation.seed).after(before);
        return Ok(RankRole::Asks(Box::new(hosts)));
    }
    if which.here {
        return Ok(RankRole::Asks(Box::new(SingleHost::new(options, Arc::clone(cancel), output))));
    }
    join(options, cancel, output)
}
