//! One course of rounds on all hosts: which hosts are there, whether they share one target, the rounds,
//! the conclusions. The document is kept after each round.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::output::CliOutput;
use narrows::progress::ProgressReporter;
use narrows::run_directory;
use narrows_files::cluster_file::ClusterFile;
use narrows_formats::lldp;
use narrows_messages::Message;
use narrows_record::hosts::exchange::{NetworkSwitch, RankAnswer, RankReply, RankTask, RoundOrder};
use narrows_record::hosts::{HostEntry, HostsDocument, RankFault, RankFaultKind};

use super::course::{ALL_PAIRS, CampaignCourse, pairs, sets};
use super::findings;
use super::run_folder::{self, RunFolder};
use crate::cluster::causes::next_experiment;
use crate::cluster::inquiry::{HostsInquiry, next_of};
use crate::cluster::{HostOrders, HostUnits, machine, sharing};

/// Clocks further apart are reported: files of one host may seem to lie in another's future.
const FAR_US: f64 = 1e6;

pub struct HostsCampaign<'a> {
    pub document: HostsDocument,
    pub orders: HostOrders<'a>,
    pub cluster: Option<&'a ClusterFile>,
    pub course: CampaignCourse,
    pub folder: RunFolder,
    pub cancel: Arc<AtomicBool>,
    pub output: &'a CliOutput,
    /// Each host's own run is brought into the folder.
    pub gather: bool,
}

impl HostsCampaign<'_> {
    /// Runs the rounds, concludes and keeps the document.
    pub fn run(&mut self) -> Result<ProgramExit> {
        let begun = self.greet().and_then(|()| self.look_for_marker());
        let ran = begun.map(|()| self.rounds());
        if self.gather && ran.is_ok() {
            self.bring_runs();
        }
        // Also after a failure: the other hosts wait for orders until this one comes.
        self.orders.give(RankTask::End);
        ran?;
        let document = &mut self.document;
        document.partial |= self.cancel.load(Ordering::Relaxed);
        document.sharing = sharing(document, self.cluster);
        document.findings = findings::of(document);

        self.keep();
        let mut exit = if self.document.partial { ProgramExit::Partial } else { ProgramExit::Ok };
        if self.cancel.load(Ordering::Relaxed) {
            exit = ProgramExit::Interrupted;
        }
        Ok(exit)
    }

    /// Finds the hosts with the target. Hosts without it, or with other options, are left out.
    fn greet(&mut self) -> Result<()> {
        let target = self.document.asked.target.clone();
        let writes =
            self.document.asked.direction == narrows_record::word::TransferDirection::Write;
        let servers = self.document.asked.servers.clone();
        let answers = self.orders.give(RankTask::Greet { target, writes, servers });
        refused(&answers)?;
        let known = std::mem::take(&mut self.document.hosts);
        self.document.hosts = answers.iter().map(|answer| self.host(answer)).collect();
        distinct(&mut self.document.hosts);
        // A host that no longer answers with its name keeps it.
        for host in
            self.document.hosts.iter_mut().filter(|host| host.targets.is_empty() && !host.serves)
        {
            let before = known.iter().find(|it| it.rank == host.rank);
            before.into_iter().for_each(|it| host.host.clone_from(&it.host));
        }
        // A run that goes on has the hosts that it had; their places among the ranks may differ.
        let is_same = |host: &HostEntry| known.iter().any(|it| it.host == host.host);
        if !known.is_empty() && !self.document.hosts.iter().any(is_same) {
            return Err(CommandFailure::usage(Message::new("hosts-resume-others")));
        }
        for answer in &answers {
            for fault in &answer.faults {
                self.note_fault(answer.rank, fault);
            }
        }
        self.leave_out_others(&answers);
        self.learn_groups(&answers);
        name_ranks(&mut self.document);
        let far = |host: &&HostEntry| host.clock_offset_us.is_some_and(|it| it.abs() > FAR_US);
        let far: Vec<(String, f64)> = self
            .document
            .hosts
            .iter()
            .filter(far)
            .map(|host| (host.host.clone(), host.clock_offset_us.unwrap_or_default()))
            .collect();
        for (host, offset) in far {
            let seconds = format!("{:.0}", offset / 1e6);
            let what = Message::new("hosts-clock-far").with("host", &host).with("seconds", seconds);
            self.note(Some(&host), &what);
        }
        self.look_for_servers()?;
        let there = self.document.ranks_left().count();
        if there == 0 || HostUnits::of(&self.document).is_empty() {
            let target = self.document.asked.target.clone().unwrap_or_default();
            let id = if target.is_empty() { "hosts-no-drives" } else { "hosts-no-target" };
            return Err(CommandFailure::new(Message::new(id).with("target", target)));
        }
        if self.document.hosts.iter().filter(|host| !host.serves).count() == 1 {
            self.note(None, &Message::new("hosts-one-rank"));
        }
        // Not every pair runs if there are too many.
        let units = HostUnits::of(&self.document).len();
        if self.course.has_pairs() && units > ALL_PAIRS {
            let what = Message::new("hosts-pairs-cut").count("pairs", pairs(units).len());
            let what = what.count("all", units * (units - 1) / 2);
            self.note(None, &what.count("units", units));
        }
        Ok(())
    }

    /// Where no file names groups, hosts at one switch are likely to share its uplink.
    fn learn_groups(&mut self, answers: &[RankAnswer]) {
        if !self.document.groups.is_empty() {
            return;
        }
        let at = |answer: &RankAnswer| match &answer.reply {
            RankReply::Greeting(greeting) => {
                Some((self.document.name(answer.rank).to_owned(), greeting.switches.clone()))
            }
            _ => None,
        };
        let hosts: Vec<(String, Vec<NetworkSwitch>)> = answers.iter().filter_map(at).collect();
        self.document.groups = lldp::groups(&hosts);
    }

    /// A host named as a server must be there: a missing report would go unnoticed later.
    fn look_for_servers(&self) -> Result<()> {
        let serving = self.document.hosts.iter().filter(|host| host.serves).count();
        if serving >= self.document.asked.servers.len() {
            return Ok(());
        }
        let known: Vec<&str> = self.document.hosts.iter().map(|host| host.host.as_str()).collect();
        let what = Message::new("hosts-no-such-server");
        let what = what.with("servers", self.document.asked.servers.join(", "));
        Err(CommandFailure::usage(what.with("known", known.join(", "))))
    }

    fn host(&self, answer: &RankAnswer) -> HostEntry {
        let clock = self.orders.driver.clock(answer.rank);
        let is_gone = |fault: &RankFault| {
            matches!(
                fault.kind,
                RankFaultKind::Lost | RankFaultKind::Hung | RankFaultKind::NoTarget
            )
        };
        let lost_in = answer.faults.iter().any(is_gone).then_some(0);
        let base = HostEntry {
            rank: answer.rank,
            host: format!("rank{}", answer.rank),
            clock_offset_us: clock.map(|clock| clock.offset_us),
            clock_error_us: clock.map(|clock| clock.error_us),
            lost_in,
            ..HostEntry::default()
        };
        match &answer.reply {
            RankReply::Greeting(greeting) => HostEntry {
                host: greeting.host.clone(),
                targets: greeting.targets.clone(),
                file_system: greeting.file_system.clone(),
                source: greeting.source.clone(),
                folder: greeting.folder,
                serves: greeting.serves,
                // A host without its target has nothing to run.
                lost_in: lost_in.or((greeting.targets.is_empty() && !greeting.serves).then_some(0)),
                ..base
            },
            _ => HostEntry { lost_in: Some(0), ..base },
        }
    }

    /// Hosts whose options differ from rank 0's.
    fn leave_out_others(&mut self, answers: &[RankAnswer]) {
        let options = |answer: &RankAnswer| match &answer.reply {
            RankReply::Greeting(greeting) => Some(greeting.options.clone()),
            _ => None,
        };
        let Some(own) = answers.iter().find_map(options) else { return };
        for answer in answers {
            if let Some(other) = options(answer).filter(|other| *other != own) {
                self.leave_out(answer.rank, &RankFault::new(RankFaultKind::OtherOptions, other));
            }
        }
    }

    fn leave_out(&mut self, rank: u32, fault: &RankFault) {
        let host = self.document.hosts.iter_mut().find(|host| host.rank == rank);
        if let Some(host) = host {
            host.lost_in.get_or_insert(0);
        }
        self.note_fault(rank, fault);
    }

    /// Checks that all see a marker that one of them writes into the target. If it is no directory, that
    /// is unknown.
    fn look_for_marker(&mut self) -> Result<()> {
        let Some(target) = self.document.asked.target.clone() else { return Ok(()) };
        let Some(rank) = self.document.ranks_left().next() else { return Ok(()) };
        // One host alone sees its own marker anyway.
        if self.document.ranks_left().count() < 2 {
            return Ok(());
        }
        // Random, so that a marker which another run left behind does not pass for this one.
        let text = format!("{:016x}", getrandom::u64().unwrap_or(u64::from(std::process::id())));
        let marked =
            self.orders.give(RankTask::Mark { rank, target: target.clone(), text: text.clone() });
        let is_there = |answer: &RankAnswer| answer.reply == RankReply::Marker { found: true };
        if !marked.iter().any(is_there) {
            self.note(None, &Message::new("hosts-marker-none").with("target", &target));
            return Ok(());
        }
        let looked =
            self.orders.give(RankTask::Look { target: target.clone(), text: text.clone() });
        self.orders.give(RankTask::Unmark { rank, target: target.clone(), text });
        // A server's own file of that name does not matter.
        let measures: Vec<u32> = self.document.ranks_left().collect();
        let looked = looked.iter().filter(|it| measures.contains(&it.rank));
        let missed = looked.filter(|it| it.reply == RankReply::Marker { found: false });
        let missed: Vec<u32> = missed.map(|answer| answer.rank).collect();
        for other in missed.iter().filter(|other| **other != rank) {
            self.leave_out(*other, &RankFault::new(RankFaultKind::NotShared, target.clone()));
        }
        match self.document.ranks_left().count() {
            0 | 1 => {
                let what = Message::new("hosts-not-shared").with("target", target);
                Err(CommandFailure::new(what))
            }
            _ => Ok(()),
        }
    }

    /// Round after round, until the course is through, too few hosts are left or it is interrupted.
    fn rounds(&mut self) {
        let mut inquiry = HostsInquiry::default();
        let progress = ProgressReporter::new(self.output);
        while !self.cancel.load(Ordering::Relaxed) {
            let Some((experiment, round)) = self.next(&mut inquiry) else { break };
            let names = round.parts.iter().map(|part| self.document.name(part.rank).to_owned());
            let names: Vec<String> = names.collect();
            let what =
                Message::new("hosts-measuring").with("number", self.document.rounds.len() + 1);
            let mut shown: Vec<&str> = names.iter().take(MOST_NAMES).map(String::as_str).collect();
            shown.extend((names.len() > MOST_NAMES).then_some("..."));
            let what = what.with("hosts", shown.join(" + "));
            progress.say(self.output.localizer.say(&what));
            let answers = self.orders.give(RankTask::Round(round.clone()));
            self.document.take_round(&round, &answers);
            if let Some(last) = self.document.rounds.last_mut() {
                last.experiment = experiment;
            }
            for answer in &answers {
                for fault in &answer.faults {
                    self.note_fault(answer.rank, fault);
                }
            }
            // Rounds of virtual hosts take no time: most of it would go into writing.
            if !(self.orders.driver.is_virtual() && self.folder.is_fresh()) {
                self.keep();
            }
        }
    }

    /// Puts each host's run into its own directory beside the document.
    fn bring_runs(&mut self) {
        let Some(folder) = self.folder.path.clone() else { return };
        for answer in self.orders.give(RankTask::Gather) {
            let name = self.document.name(answer.rank).to_owned();
            match &answer.reply {
                RankReply::Kept { run, .. } if run.results.is_empty() => {}
                RankReply::Kept { run, samples } => {
                    let kept =
                        run_directory::keep_inside(&folder, &name, (run, samples), self.output);
                    if let Err(failure) = kept {
                        self.output.fail(&failure);
                        self.document.partial = true;
                        return;
                    }
                }
                _ => {
                    let what = Message::new("hosts-not-gathered").with("host", &name);
                    self.document.partial = true;
                    self.note(Some(&name), &what);
                }
            }
        }
    }

    fn next(&self, inquiry: &mut HostsInquiry) -> Option<(Option<String>, RoundOrder)> {
        match &self.course {
            CampaignCourse::Sets(names) => {
                next_of(&self.document, &sets(&self.document, names)).map(|round| (None, round))
            }
            CampaignCourse::Explain { experiments, both_ways } => {
                if let Some(round) = inquiry.next(&self.document) {
                    return Some((None, round));
                }
                let sharing = sharing(&self.document, self.cluster)?;
                let next = next_experiment(&self.document, &sharing, *both_ways);
                next.filter(|_| *experiments).map(|(id, round)| (Some(id), round))
            }
        }
    }

    fn keep(&mut self) {
        let (document, output) = (&self.document, self.output);
        let is_kept =
            self.folder.write(output, |folder| run_folder::write(folder, document, output));
        self.document.partial |= !is_kept;
    }

    fn note_fault(&mut self, rank: u32, fault: &RankFault) {
        let host = self.document.name(rank).to_owned();
        let what = Message::new(sentence(&fault.kind)).with("host", &host).with("why", &fault.why);
        self.document.partial = true;
        self.note(Some(&host), &what);
    }

    fn note(&mut self, about: Option<&str>, what: &Message) {
        run_folder::note(&mut self.document.notes, about, what);
    }
}

/// Several ranks on one host have their rank after the name.
fn distinct(hosts: &mut [HostEntry]) {
    let mut ranks: BTreeMap<String, usize> = BTreeMap::new();
    hosts.iter().for_each(|host| *ranks.entry(host.host.clone()).or_default() += 1);
    for host in hosts.iter_mut() {
        if ranks.get(&host.host).is_some_and(|ranks| *ranks > 1) {
            host.host = format!("{}#{}", host.host, host.rank);
        }
    }
}

/// Groups name hosts; where a host has several ranks, its group has all of them.
fn name_ranks(document: &mut HostsDocument) {
    let mut ranks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for rank in document.hosts.iter().map(|host| &*host.host).filter(|rank| machine(rank) != *rank)
    {
        ranks.entry(machine(rank)).or_default().push(rank);
    }
    for group in &mut document.groups {
        let named = std::mem::take(&mut group.hosts).into_iter();
        let of_it = |name: String| match ranks.get(name.as_str()) {
            Some(ranks) => ranks.iter().map(|rank| (*rank).to_owned()).collect(),
            None => vec![name],
        };
        group.hosts = named.flat_map(of_it).collect();
    }
}

/// Longest list of names that fits one line.
const MOST_NAMES: usize = 6;

/// Hosts that run another build are refused: their messages may mean something else.
pub(super) fn refused(answers: &[RankAnswer]) -> Result<()> {
    let other = |fault: &&RankFault| fault.kind == RankFaultKind::OtherBuild;
    let Some(fault) = answers.iter().flat_map(|answer| &answer.faults).find(other) else {
        return Ok(());
    };
    let what = Message::new("hosts-other-build").with("found", &fault.why);
    Err(CommandFailure::refused(what.with("own", env!("CARGO_PKG_VERSION"))))
}

pub(super) fn sentence(kind: &RankFaultKind) -> &'static str {
    match kind {
        RankFaultKind::Lost => "hosts-fault-lost",
        RankFaultKind::Hung => "hosts-fault-hung",
        RankFaultKind::NoSpace => "hosts-fault-no-space",
        RankFaultKind::NoTarget => "hosts-fault-no-target",
        RankFaultKind::OtherBuild => "hosts-fault-other-build",
        RankFaultKind::OtherOptions => "hosts-fault-other-options",
        RankFaultKind::NotShared => "hosts-fault-not-shared",
        RankFaultKind::Clock => "hosts-fault-clock",
        RankFaultKind::Failed | RankFaultKind::Unlisted(_) => "hosts-fault-failed",
    }
}
