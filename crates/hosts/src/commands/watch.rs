//! `narrows hosts watch`: a job on many hosts, watched on each of them at once.
//!
//! Every rank watches in the background; rank 0 collects new observations from all of them once a second, so
//! that a host's observations survive its loss.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use narrows::destination::OutputFileKind;
use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::interrupt;
use narrows::measuring::job::WatchRequest;
use narrows::output::{self, CliOutput};
use narrows::progress::ProgressReporter;
use narrows::run_directory::{self, name_run};
use narrows_messages::Message;
use narrows_record::hosts::exchange::{RankAnswer, RankReply, RankTask};
use narrows_record::hosts::watch::{HostsWatchDocument, HostsWatchRequest, WatchedHost};
use narrows_record::hosts::{RankFault, RankFaultKind};
use narrows_record::schema;
use narrows_record::watch::{WatchRecord, WatchSubject};
use narrows_report::page;

use super::campaign::{refused, sentence};
use super::drivers::SingleHost;
use super::run_folder::{self, RunFolder};
use crate::args::HostsWatchArgs as Args;
use crate::cluster::watched::conclude;
use crate::cluster::{Clock, HostOrders, HostsDriver};
use crate::measuring::{RankRole, WatchPlan, join_to_watch, options};

/// Between two orders to all hosts.
const PACE: Duration = Duration::from_secs(1);
/// An interrupt is noticed after so long.
const LOOK: Duration = Duration::from_millis(50);
/// Seconds of all hosts together that are kept here, a few kilobytes each; each host's own record has all.
const MOST_SECONDS: usize = 36_000;
/// At least this many of each host.
const LEAST_SECONDS: usize = 60;

pub fn run(args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    if args.on.is_some() {
        return Err(CommandFailure::usage(Message::new("hosts-watch-virtual")));
    }
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let plan = plan(args);
    let cancel = interrupt::flag();
    let (options, own) = (options(&plan), plan.clone());
    let role = if args.here {
        let alone = SingleHost::new(options, Arc::clone(&cancel), output).watching(own);
        RankRole::Asks(Box::new(alone))
    } else {
        join_to_watch(options, own, &cancel, output)?
    };
    let mut driver = match role {
        RankRole::Asks(driver) => driver,
        // Another rank than the first: it has answered all there was to answer.
        RankRole::Answered(exit) => return Ok(exit),
    };
    let (id, started) = name_run();
    let document = HostsWatchDocument {
        schema: schema::HOSTS_WATCH.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        asked: request(&plan),
        ..HostsWatchDocument::default()
    };
    let mut course = HostsWatchRun::new(document, driver.as_mut(), &cancel, output);
    course.run(plan.is_kept)?;
    let HostsWatchRun { document, folder, .. } = course;
    let page = || page::hosts_watch(&document, &output.localizer);
    if let Some(folder) = &folder.path {
        run_folder::report_of(folder, page(), &document, output)?;
    }
    output.html(html, &document, page)?;
    output.result(&document, page)?;
    // Whoever watches without an end ends it by interrupting: that is no failure.
    let is_cut = args.lasts.is_some() || !args.command.is_empty();
    Ok(match (document.partial, is_cut && cancel.load(Ordering::Relaxed)) {
        (_, true) => ProgramExit::Interrupted,
        (true, _) => ProgramExit::Partial,
        _ => ProgramExit::Ok,
    })
}

fn plan(args: &Args) -> WatchPlan {
    let wanted = match (&args.name, args.command.is_empty()) {
        (Some(name), _) => WatchRequest::Named(name.clone()),
        (None, false) => WatchRequest::Command(args.command.clone()),
        (None, true) => WatchRequest::Machine,
    };
    let (is_traced, is_kept) = (!args.no_tracing, !args.no_report);
    WatchPlan { wanted, lasts: args.lasts, is_traced, is_kept }
}

fn request(plan: &WatchPlan) -> HostsWatchRequest {
    let (subject, name) = match &plan.wanted {
        WatchRequest::Command(words) => (WatchSubject::Command, words.join(" ")),
        WatchRequest::Named(name) => (WatchSubject::Process, name.clone()),
        WatchRequest::Process(pid) => (WatchSubject::Process, pid.to_string()),
        WatchRequest::Machine => (WatchSubject::Machine, String::new()),
    };
    HostsWatchRequest { subject, name, for_s: plan.lasts.map(|lasts| lasts.as_secs()) }
}

/// The watch of all hosts, from their names to the last second.
struct HostsWatchRun<'a> {
    document: HostsWatchDocument,
    orders: HostOrders<'a>,
    cancel: &'a AtomicBool,
    output: &'a CliOutput,
    folder: RunFolder,
    began: Instant,
    /// This many of each host's latest seconds are kept here.
    keep: usize,
    /// By rank: it watches, and has not ended.
    open: Vec<bool>,
}

impl<'a> HostsWatchRun<'a> {
    fn new(
        document: HostsWatchDocument,
        driver: &'a mut dyn HostsDriver,
        cancel: &'a AtomicBool,
        output: &'a CliOutput,
    ) -> Self {
        let (orders, folder) = (HostOrders::new(driver), RunFolder::default());
        let (began, keep, open) = (Instant::now(), 0, Vec::new());
        Self { document, orders, cancel, output, folder, began, keep, open }
    }

    fn run(&mut self, is_kept: bool) -> Result<()> {
        let begun = self.meet().and_then(|()| self.begin(is_kept));
        if begun.is_ok() {
            // Once a second, until all have ended or it is interrupted.
            let progress = ProgressReporter::new(self.output);
            while self.open.contains(&true) {
                let next = Instant::now() + PACE;
                while Instant::now() < next && !self.is_interrupted() {
                    std::thread::sleep(LOOK);
                }
                // Read before the order: whichever turn is the last has `stop`.
                let stop = self.is_interrupted();
                for answer in self.orders.give(RankTask::Watched { stop }) {
                    self.take(answer);
                }
                let so_far = self.began.elapsed().as_secs_f64();
                progress.say(page::watched_hosts(&self.document, so_far, &self.output.localizer));
                self.document.asked.for_s.iter().for_each(|lasts| progress.at(so_far / lasts));
                self.keep_in_between();
                if stop {
                    break;
                }
            }
        }
        self.orders.give(RankTask::End);
        begun?;
        conclude(&mut self.document);
        // An open-ended watch is complete whenever it ends.
        let is_cut = self.document.asked.for_s.is_some()
            || self.document.asked.subject == WatchSubject::Command;
        self.document.partial |= is_cut && self.is_interrupted();
        self.keep();
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Finds the hosts. Those with other options are left out.
    fn meet(&mut self) -> Result<()> {
        let answers = self.orders.give(RankTask::Introduce);
        refused(&answers)?;
        self.document.hosts =
            answers.iter().map(|it| host(it, self.orders.driver.clock(it.rank))).collect();
        let options = |answer: &RankAnswer| match &answer.reply {
            RankReply::Greeting(greeting) => Some(greeting.options.clone()),
            _ => None,
        };
        // Rank 0's command line is the one that the others must match.
        let own = answers.first().and_then(options).unwrap_or_default();
        for answer in &answers {
            answer.faults.iter().for_each(|fault| self.lose(answer.rank, fault));
            if let Some(other) = options(answer).filter(|other| *other != own) {
                self.lose(answer.rank, &RankFault::new(RankFaultKind::OtherOptions, other));
            }
        }
        // Of several ranks on one host the first watches, unless each starts its own command.
        let is_command = self.document.asked.subject == WatchSubject::Command;
        let there = self.document.hosts.iter().filter(|host| host.lost_after_s.is_none());
        let names: Vec<(u32, String)> = there.map(|it| (it.rank, it.host.clone())).collect();
        for host in self.document.hosts.iter_mut().filter(|host| host.lost_after_s.is_none()) {
            let first = names.iter().find(|(_, name)| *name == host.host).map(|(rank, _)| *rank);
            let is_shared = names.iter().filter(|(_, name)| *name == host.host).count() > 1;
            if is_shared && is_command {
                host.host = format!("{}#{}", host.host, host.rank);
            } else {
                host.watched_by = first.filter(|first| *first != host.rank);
            }
        }
        let others = self.document.hosts.iter().filter(|host| host.watched_by.is_some()).count();
        if others > 0 {
            self.note(None, &Message::new("hosts-watch-same-host").count("ranks", others));
        }
        if self.document.hosts.len() == 1 {
            self.note(None, &Message::new("hosts-watch-one-rank"));
        }
        Ok(())
    }

    fn begin(&mut self, is_kept: bool) -> Result<()> {
        let watches =
            |host: &&WatchedHost| host.lost_after_s.is_none() && host.watched_by.is_none();
        let ranks: Vec<u32> =
            self.document.hosts.iter().filter(watches).map(|host| host.rank).collect();
        self.keep = (MOST_SECONDS / ranks.len().max(1)).max(LEAST_SECONDS);
        self.open = vec![false; self.document.hosts.len()];
        ranks.iter().for_each(|rank| self.open[*rank as usize] = true);
        if is_kept {
            let made = run_directory::make_folder(&mut self.document.id, &self.document.started);
            self.folder = RunFolder::new(Some(made?));
        }
        let keep = u32::try_from(self.keep).unwrap_or(u32::MAX);
        let answers = self.orders.give(RankTask::Watch { ranks, keep });
        self.began = Instant::now();
        let faults = answers.iter().filter(|answer| !answer.faults.is_empty());
        let faults: Vec<&RankAnswer> = faults.collect();
        for answer in &faults {
            answer.faults.iter().for_each(|fault| self.lose(answer.rank, fault));
        }
        let first = faults.first().and_then(|answer| answer.faults.first());
        match first.filter(|_| !self.open.contains(&true)) {
            // No host watches: the first one's reason is as good as any.
            Some(fault) if !self.is_interrupted() => {
                // Takes the directory of a run that never was away again; it is empty.
                self.folder.path.take().iter().for_each(|folder| run_directory::take_back(folder));
                let what = Message::new("hosts-watch-none").with("why", &fault.why);
                Err(CommandFailure::new(what))
            }
            _ => Ok(()),
        }
    }

    fn take(&mut self, answer: RankAnswer) {
        let rank = answer.rank;
        answer.faults.iter().for_each(|fault| self.lose(rank, fault));
        let RankReply::Watched { watch, ended } = answer.reply else { return };
        let at = rank as usize;
        let (Some(host), Some(open)) = (self.document.hosts.get_mut(at), self.open.get_mut(at))
        else {
            return;
        };
        // A host given up as lost that answers again has more seconds than were kept here.
        if host.lost_after_s.take_if(|after| *after > 0.0).is_some() {
            *open = true;
        }
        if !*open {
            return;
        }
        *open = !ended;
        match &mut host.watch {
            Some(known) if !ended => join(known, *watch, self.keep),
            _ => host.watch = Some(*watch),
        }
    }

    /// A host that does not answer, or is left out.
    fn lose(&mut self, rank: u32, fault: &RankFault) {
        let at = rank as usize;
        let was_open = self.open.get_mut(at).map(std::mem::take);
        let Some(host) = self.document.hosts.get_mut(at) else { return };
        // A host that had watched to the end loses nothing.
        if was_open == Some(false) {
            return;
        }
        // Its record ends with its last answer, not when it was given up.
        let watched = host.watch.as_ref().map(|watch| watch.watched_s);
        host.lost_after_s.get_or_insert(watched.unwrap_or_default());
        let name = host.host.clone();
        let what = Message::new(sentence(&fault.kind)).with("host", &name).with("why", &fault.why);
        self.document.partial = true;
        self.note(Some(&name), &what);
    }

    fn note(&mut self, about: Option<&str>, what: &Message) {
        run_folder::note(&mut self.document.notes, about, what);
    }

    /// Saves the observations so far, for a launcher that kills before the end.
    fn keep_in_between(&mut self) {
        if self.folder.path.is_none() || self.folder.is_fresh() {
            return;
        }
        // Until the end what is kept is a part, whatever becomes of this process.
        let partial = std::mem::replace(&mut self.document.partial, true);
        conclude(&mut self.document);
        self.keep();
        self.document.partial = partial;
    }

    fn keep(&mut self) {
        let (document, output) = (&self.document, self.output);
        let is_kept =
            self.folder.write(output, |folder| run_folder::write_watched(folder, document, output));
        self.document.partial |= !is_kept;
    }
}

fn host(answer: &RankAnswer, clock: Option<Clock>) -> WatchedHost {
    let name = match &answer.reply {
        RankReply::Greeting(greeting) => greeting.host.clone(),
        _ => format!("rank{}", answer.rank),
    };
    WatchedHost {
        rank: answer.rank,
        host: name,
        clock_offset_us: clock.map(|clock| clock.offset_us),
        clock_error_us: clock.map(|clock| clock.error_us),
        ..WatchedHost::default()
    }
}

/// Adds new seconds; everything else is replaced.
fn join(known: &mut WatchRecord, new: WatchRecord, keep: usize) {
    let mut seconds = std::mem::take(&mut known.seconds);
    *known = new;
    seconds.append(&mut known.seconds);
    seconds.drain(..seconds.len().saturating_sub(keep));
    known.seconds = seconds;
}
