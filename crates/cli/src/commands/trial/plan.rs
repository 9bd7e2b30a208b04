//! From the command line and the machine to a trial decided in every respect, or to why not.

use std::collections::BTreeMap;

use narrows_array::RaidLevel;
use narrows_array::build::FileSystemKind;
use narrows_host::programs;
use narrows_host::trial::{apart, folder, loops};
use narrows_messages::Message;
use narrows_record::trial::TrialMember;
use narrows_topology::Topology;
use narrows_units::Bytes;
use narrows_verdict::trial::shared;

use super::engine::{self, EngineSupport};
use super::order::{BackingFile, TrialOrder, TrialWork};
use super::places::{self, ScratchLocation};
use crate::args::trial::{TrialArgs, TrialEngineName, TrialJobName};
use crate::failure::{CommandFailure, Result};

/// The stripe size of btrfs, always: BTRFS_STRIPE_LEN of fs/btrfs/volumes.h.
const BTRFS_CHUNK: Bytes = Bytes::kib(64);
const CHUNKS: [Bytes; 2] = [Bytes::kib(4), Bytes::mib(16)];
const MIB: u64 = 1 << 20;
/// The room that scratch files leave: a tenth, and this at least.
const LEAVES: u64 = 256 << 20;

pub struct TrialPlan {
    pub order: TrialOrder,
    pub members: Vec<TrialMember>,
    pub remarks: Vec<Message>,
}

/// Decides everything. Nothing is made yet.
pub fn plan(args: &TrialArgs, topology: &Topology) -> Result<TrialPlan> {
    let works = works(args)?;
    if args.drives.len() < args.level.fewest() {
        let what = Message::new("trial-too-few").with("level", args.level.as_str());
        let what = what.with("least", args.level.fewest());
        return Err(CommandFailure::usage(what.with("given", args.drives.len())));
    }
    let locations = places::find(topology, &args.drives)?;
    let engine = engine::choose(EngineSupport::here(), args.raid_engine, args.fs)
        .map_err(CommandFailure::new)?;
    let is_any = engine == TrialEngineName::Md && args.level == RaidLevel::Stripe;
    let named_chunk = args.chunk.map(|size| chunk(size, is_any)).transpose()?;
    let fs = engine::file_system(engine, args.fs).map_err(CommandFailure::new)?;
    let order = order(args, works, &locations, (engine, fs), named_chunk)?;
    has_room(&order, &locations)?;
    let members = members(&locations, &order);
    let remarks = remarks(&order, &members, named_chunk);
    Ok(TrialPlan { order, members, remarks })
}

pub fn allowed() -> Result<()> {
    if !apart::is_allowed() {
        return Err(CommandFailure::new(Message::new("trial-no-rights")));
    }
    if loops::is_there() { Ok(()) } else { Err(CommandFailure::new(Message::new("trial-no-loop"))) }
}

fn works(args: &TrialArgs) -> Result<Vec<TrialWork>> {
    let mut works: Vec<TrialWork> = Vec::new();
    for job in &args.job {
        if !works.contains(&TrialWork::Job(*job)) {
            works.push(TrialWork::Job(*job));
        }
    }
    if let Some(program) = args.command.first() {
        if programs::find(program).is_none() {
            let what = Message::new("trial-no-command").with("command", program);
            return Err(CommandFailure::usage(what));
        }
        works.push(TrialWork::Command(args.command.clone()));
    }
    if works.is_empty() {
        Err(CommandFailure::usage(Message::new("trial-nothing-to-do")))
    } else {
        Ok(works)
    }
}

/// mdadm(8): powers of two, but for RAID 0 (`is_any`), whose chunks are any number of 4 KiB.
fn chunk(size: Bytes, is_any: bool) -> Result<Bytes> {
    let [least, most] = CHUNKS;
    let is_whole = size.get().is_power_of_two() || is_any && size.get().is_multiple_of(least.get());
    let fits = (least..=most).contains(&size) && is_whole;
    fits.then_some(size).ok_or_else(|| {
        let id = if is_any { "trial-bad-chunk-stripe" } else { "trial-bad-chunk" };
        let what = Message::new(id).with("chunk", size);
        CommandFailure::usage(what.with("least", least).with("most", most))
    })
}

fn order(
    args: &TrialArgs,
    works: Vec<TrialWork>,
    locations: &[ScratchLocation],
    (engine, fs): (TrialEngineName, FileSystemKind),
    chunk: Option<Bytes>,
) -> Result<TrialOrder> {
    let size = args.size.get().div_ceil(MIB) * MIB;
    let each = member_size(args.level, locations.len(), size);
    let least = least(fs, args.level.data_members(locations.len()) as u64);
    if args.size < least {
        let what = Message::new("trial-too-small").with("size", args.size);
        return Err(CommandFailure::usage(what.with("least", least)));
    }
    let backing = |location: &ScratchLocation, size: u64| BackingFile {
        name: location.name.clone(),
        folder: location.folder.clone(),
        number: location.number,
        size,
        block: location.block,
    };
    let is_between = works.contains(&TrialWork::Job(TrialJobName::Between));
    let process = std::process::id();
    Ok(TrialOrder {
        engine,
        level: args.level,
        chunk: chunk_of(engine, chunk).get(),
        fs,
        size,
        members: locations.iter().map(|location| backing(location, each)).collect(),
        alone: backing(&locations[0], size),
        other: is_between.then(|| backing(&locations[1], size)),
        works,
        namespace: apart::namespace(),
        prepare: args.prepare.clone(),
        repeat: args.repeat,
        warm_up: args.warm_up,
        folder: folder::of_process(&process.to_string()),
        label: format!("{}{process}", narrows_host::trial::PREFIX),
    })
}

/// btrfs has its own chunk; md's is the default of mdadm(8).
fn chunk_of(engine: TrialEngineName, named: Option<Bytes>) -> Bytes {
    match engine {
        TrialEngineName::Btrfs => BTRFS_CHUNK,
        TrialEngineName::Md => named.unwrap_or(narrows_model::RaidEngine::Md.default_chunk()),
    }
}

/// The smallest file system over this many members with different data: mkfs.xfs(8) refuses less
/// than 300 MB, mkfs.btrfs(8) devices below about 110 MiB; ext4 takes a journal and tables beside
/// the inputs of the jobs.
fn least(fs: FileSystemKind, different: u64) -> Bytes {
    match fs {
        FileSystemKind::Xfs => Bytes::mib(512),
        FileSystemKind::Ext4 => Bytes::mib(160),
        FileSystemKind::Btrfs => Bytes::mib(512.max(160 * different)),
    }
}

/// A member's share of a file system of `size` bytes, in whole MiB. Two copies of everything also
/// go onto an odd number of members (md(4), "near").
fn member_size(level: RaidLevel, members: usize, size: u64) -> u64 {
    let members = members.max(1) as u64;
    let each = match level {
        RaidLevel::Mirror => size,
        RaidLevel::MirroredStripe => size.saturating_mul(2).div_ceil(members),
        // A stripe: `--level` has no others.
        _ => size.div_ceil(members),
    };
    each.div_ceil(MIB) * MIB
}

/// Scratch files of one file system together must leave the room that each alone would.
fn has_room(order: &TrialOrder, locations: &[ScratchLocation]) -> Result<()> {
    let mut wanted: BTreeMap<u64, u64> = BTreeMap::new();
    for backing in order.backings() {
        let sum = wanted.entry(backing.number).or_default();
        *sum = sum.saturating_add(backing.size);
    }
    for location in locations {
        let free = location.free.get();
        let most = free.saturating_sub((free / 10).max(LEAVES));
        let wanted = wanted.get(&location.number).copied().unwrap_or_default();
        if wanted > most {
            let what = Message::new("trial-no-room").with("path", location.folder.display());
            let what = what.with("wanted", Bytes::new(wanted)).with("most", Bytes::new(most));
            return Err(CommandFailure::new(what));
        }
    }
    Ok(())
}

fn members(locations: &[ScratchLocation], order: &TrialOrder) -> Vec<TrialMember> {
    let sized = locations.iter().zip(&order.members);
    sized
        .map(|(location, backing)| TrialMember {
            name: location.name.clone(),
            drives: location.drives.clone(),
            folder: location.folder.display().to_string(),
            size: backing.size,
        })
        .collect()
}

fn remarks(order: &TrialOrder, members: &[TrialMember], chunk: Option<Bytes>) -> Vec<Message> {
    let same = shared(members);
    let shared = (!same.is_empty())
        .then(|| Message::new("trial-same-drive").with("drives", same.join(", ")));
    let is_fixed = order.engine == TrialEngineName::Btrfs && order.level.has_chunks();
    let other = chunk.filter(|chunk| is_fixed && *chunk != BTRFS_CHUNK);
    let fixed = other.map(|chunk| {
        Message::new("trial-chunk-fixed").with("chunk", chunk).with("fixed", BTRFS_CHUNK)
    });
    let is_command = order.works.iter().any(|work| matches!(work, TrialWork::Command(_)));
    let is_cold = is_command && order.warm_up == 0;
    let warm = is_cold.then(|| Message::new("trial-outside-cache"));
    [shared, fixed, warm].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn members_share_what_they_hold_together() {
        assert_eq!(member_size(RaidLevel::Stripe, 2, 2 * GIB), GIB);
        // A third of 2048 MiB is 682.7 MiB: 683 in whole ones.
        assert_eq!(member_size(RaidLevel::Stripe, 3, 2 * GIB), 683 * MIB);
        assert_eq!(member_size(RaidLevel::Mirror, 3, 2 * GIB), 2 * GIB);
        // Twice 2048 MiB over four members, and over five: 819.2 MiB, 820 in whole ones.
        assert_eq!(member_size(RaidLevel::MirroredStripe, 4, 2 * GIB), GIB);
        assert_eq!(member_size(RaidLevel::MirroredStripe, 5, 2 * GIB), 820 * MIB);
    }

    #[test]
    fn md_takes_the_chunk_of_mdadm_where_nobody_says() {
        assert_eq!(chunk_of(TrialEngineName::Md, None), Bytes::kib(512));
        assert_eq!(chunk_of(TrialEngineName::Md, Some(Bytes::kib(128))), Bytes::kib(128));
        assert_eq!(chunk_of(TrialEngineName::Btrfs, Some(Bytes::kib(128))), BTRFS_CHUNK);
    }

    /// Four btrfs members of 160 MiB make more than the least of all.
    #[test]
    fn file_systems_have_a_least_size() {
        assert_eq!(least(FileSystemKind::Btrfs, 4), Bytes::mib(640));
        assert_eq!(
            [FileSystemKind::Btrfs, FileSystemKind::Xfs, FileSystemKind::Ext4]
                .map(|fs| least(fs, 2)),
            [512, 512, 160].map(Bytes::mib)
        );
    }

    #[test]
    fn a_chunk_is_a_power_of_two() {
        let id = |kib, any| chunk(Bytes::kib(kib), any).map_err(|failure| failure.what.id());
        assert_eq!(id(128, false), Ok(Bytes::kib(128)));
        for wrong in [0, 2, 96, 100, 32 << 10] {
            assert_eq!(id(wrong, false), Err("trial-bad-chunk"), "{wrong} KiB");
        }
        // md stripes with any number of 4 KiB.
        assert_eq!([12, 96].map(|kib| id(kib, true)), [12, 96].map(|kib| Ok(Bytes::kib(kib))));
        for wrong in [0, 2, 14, 32 << 10] {
            assert_eq!(id(wrong, true), Err("trial-bad-chunk-stripe"), "{wrong} KiB");
        }
    }

    fn location(folder: &str, number: u64, free: u64) -> ScratchLocation {
        ScratchLocation {
            name: folder.to_owned(),
            folder: folder.into(),
            number,
            free: Bytes::new(free),
            drives: Vec::new(),
            block: 512,
        }
    }

    fn args(words: &[&str]) -> TrialArgs {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            trial: TrialArgs,
        }
        let line = ["trial"].iter().chain(words);
        <Line as clap::Parser>::parse_from(line).trial
    }

    /// Both members and the one alone are on one file system: 1 + 1 + 2 GiB, of which a tenth must
    /// stay free: 4 GiB of 4.4 leave too little, of 4.5 enough.
    #[test]
    fn what_stands_on_one_file_system_is_added_up() {
        let args = args(&["--job", "load", "--size", "2G"]);
        let made = |free: u64| {
            let locations = [location("/a", 1, free), location("/b", 1, free)];
            let kinds = (TrialEngineName::Btrfs, FileSystemKind::Btrfs);
            let order = order(&args, works(&args).unwrap(), &locations, kinds, None).unwrap();
            has_room(&order, &locations).map_err(|failure| failure.what.id())
        };
        assert_eq!(made(44 * GIB / 10), Err("trial-no-room"));
        assert_eq!(made(45 * GIB / 10), Ok(()));
    }

    #[test]
    fn what_is_to_be_done_must_be_said() {
        let id = |words: &[&str]| works(&args(words)).map_err(|failure| failure.what.id());
        assert_eq!(id(&[]), Err("trial-nothing-to-do"));
        assert_eq!(id(&["--", "no-such-program-anywhere"]), Err("trial-no-command"));
        let both = id(&["--job", "load,copy", "--job", "load", "--", "sh", "-c", "true"]).unwrap();
        let names: Vec<String> = both.iter().map(TrialWork::name).collect();
        assert_eq!(names, ["load", "copy", "sh -c true"]);
        let quoted = id(&["--", "sh", "-c", "cp -r /a . && echo it's"]).unwrap();
        assert_eq!(quoted[0].name(), r"sh -c 'cp -r /a . && echo it'\''s'");
    }
}
