//! The workload of every arrangement: workloads by name, every combination of lists, or the usual.

use narrows_messages::Message;
use narrows_model::RaidLevel;
use narrows_units::Bytes;
use narrows_verdict::stripe::{grid, usual_jobs};
use narrows_workload::{Direction, Pattern, Workload};

use crate::args::PatternName;
use crate::args::stripe::{StripeArgs, StripeJobArgs};
use crate::failure::{CommandFailure, Result};
use crate::measuring::workloads;
use crate::measuring::writes::writes;

/// Patterns, blocks and depths of a grid of which only others are given.
const PATTERNS: [Pattern; 2] = [Pattern::Sequential, Pattern::Random];
const BLOCKS: [Bytes; 3] = [Bytes::kib(4), Bytes::kib(128), Bytes::mib(1)];
const DEPTHS: [u32; 2] = [1, 32];

/// Why nothing may be written.
#[derive(Clone, Debug)]
pub enum SweepWriteRefusal {
    /// This target is open for reading only.
    Target(String),
    /// Parity writes are left to their layer to calculate.
    Parity,
}

impl SweepWriteRefusal {
    /// Why not at any of these levels; `None` if one of them has no parity.
    pub fn at(levels: &[RaidLevel]) -> Option<Self> {
        levels.iter().all(|level| has_parity(*level)).then_some(Self::Parity)
    }

    fn refused(&self) -> CommandFailure {
        match self {
            Self::Target(target) => {
                let what = Message::new("stripe-verb-no-writes").with("target", target);
                CommandFailure::refused(what)
            }
            Self::Parity => CommandFailure::usage(Message::new("stripe-verb-parity-writes")),
        }
    }

    /// That the usual writes are left out.
    pub fn remark(&self) -> Message {
        match self {
            Self::Target(target) => Message::new("stripe-verb-only-reads").with("target", target),
            Self::Parity => Message::new("stripe-verb-parity-only-reads"),
        }
    }
}

pub fn has_parity(level: RaidLevel) -> bool {
    matches!(level, RaidLevel::Parity(_))
}

/// The workloads, most important first, each once.
pub fn of(args: &StripeArgs, no_writes: Option<&SweepWriteRefusal>) -> Result<Vec<Workload>> {
    let jobs = &args.jobs;
    let is_write_wanted = jobs.write || !jobs.workload.is_empty();
    let mut all = Vec::new();
    for name in names(jobs) {
        let workload = workloads::named(&name)?;
        match no_writes.filter(|_| writes(&workload)) {
            Some(why) if is_write_wanted => return Err(why.refused()),
            Some(_) => {}
            None if all.contains(&workload) => {}
            None => all.push(workload),
        }
    }
    Ok(all)
}

/// The named workloads, or the lists' combinations, which have their own names.
fn names(args: &StripeJobArgs) -> Vec<String> {
    if !args.workload.is_empty() {
        return args.workload.clone();
    }
    let both = args.read == args.write;
    let goes = |job: &Workload| both || (job.direction() == Direction::Read) == args.read;
    let jobs = listed(args).into_iter().filter(goes);
    jobs.map(|job| job.name).collect()
}

fn listed(args: &StripeJobArgs) -> Vec<Workload> {
    if args.pattern.is_empty() && args.block.is_empty() && args.depth.is_empty() {
        return usual_jobs();
    }
    let patterns = args.pattern.iter().map(|pattern| match pattern {
        PatternName::Sequential => Pattern::Sequential,
        PatternName::Random => Pattern::Random,
    });
    let patterns = or(patterns.collect(), &PATTERNS);
    let (blocks, depths) = (or(args.block.clone(), &BLOCKS), or(args.depth.clone(), &DEPTHS));
    grid(&blocks, &depths, &[Direction::Read, Direction::Write], &patterns)
}

fn or<T: Clone>(given: Vec<T>, usual: &[T]) -> Vec<T> {
    if given.is_empty() { usual.to_vec() } else { given }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        stripe: StripeArgs,
    }

    fn jobs(
        words: &[&str],
        no_writes: Option<&SweepWriteRefusal>,
    ) -> Result<Vec<String>, &'static str> {
        let line = Line::parse_from([&["stripe"], words].concat());
        let jobs = of(&line.stripe, no_writes).map_err(|failure| failure.what.id())?;
        Ok(jobs.into_iter().map(|job| job.name).collect())
    }

    #[test]
    fn lists_make_every_combination() {
        let both = ["--pattern", "random", "--block", "4K,64K", "--depth", "8"];
        assert_eq!(jobs(&both, None).unwrap().len(), 4);
        let reads = jobs(&[&both[..], &["--read"]].concat(), None).unwrap();
        assert_eq!(reads, ["rand-read-4k-q8", "rand-read-64k-q8"]);
        // Two patterns and three blocks where only the depth is given.
        assert_eq!(jobs(&["--depth", "1", "--write"], None).unwrap().len(), 6);
        let named = ["--workload", "seq-read-1m-q8,rand-rw70-4k-q8,seq-read-1m-q8"];
        assert_eq!(jobs(&named, None).unwrap(), ["seq-read-1m-q8", "rand-rw70-4k-q8"]);
        assert_eq!(jobs(&["--workload", "quickly"], None), Err("cli-no-such-workload"));
    }

    #[test]
    fn the_usual_writes_are_left_out_and_wanted_ones_refused() {
        let raw = SweepWriteRefusal::Target("sda".to_owned());
        let usual = jobs(&[], None).unwrap();
        let reads = jobs(&[], Some(&raw)).unwrap();
        assert_eq!(usual.len(), 2 * reads.len());
        assert!(reads.iter().all(|name| name.contains("read")));
        assert_eq!(jobs(&["--write"], Some(&raw)), Err("stripe-verb-no-writes"));
        let mixed = ["--workload", "rand-rw70-4k-q8"];
        assert_eq!(jobs(&mixed, Some(&raw)), Err("stripe-verb-no-writes"));
        assert_eq!(
            jobs(&["--write"], Some(&SweepWriteRefusal::Parity)),
            Err("stripe-verb-parity-writes")
        );
        assert!(SweepWriteRefusal::at(&[RaidLevel::Parity(1), RaidLevel::Stripe]).is_none());
        assert!(SweepWriteRefusal::at(&[RaidLevel::Parity(1), RaidLevel::Parity(2)]).is_some());
    }
}
