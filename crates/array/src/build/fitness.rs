//! Whether the settings of an existing array suit it: for each its value, the consequence, and the command that
//! changes it.
//!
//! Sources: md(4) and kernel Documentation/admin-guide/md.rst (bitmaps, stripe cache), mdadm(8) (`--grow`,
//! `--bitmap-chunk`: 64 MiB is usual), ext4(5) and tune2fs(8) (stride, stripe_width), xfs(5) (sunit and swidth
//! in sectors of 512 bytes), blockdev(8) (read-ahead in the same), drivers/md/raid5.c
//! (devices_handle_discard_safely).
//!
//! Not here: reading any of it (`host`), settings missing for the next start
//! ([`crate::build::standing`]).

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::build::{ObservedArray, ObservedBitmap, ObservedMember};

const SECTOR: u64 = 512;
/// md's page, of which the stripe cache counts each member's (PAGE_SIZE of most processors).
const PAGE: u64 = 4096;
/// Smaller chunks cut a request of 64 KiB, which is a usual one, into more than four.
const CHUNK_MIN: u64 = 16 << 10;
/// Bitmap chunks smaller than this are updated too often: mdadm's own choice is 64 MiB.
const BITMAP_MIN: u64 = 4 << 20;
/// md's own choice is 256 pages; four times as many hold the stripes of some writers at once.
const STRIPE_CACHE_MIN: u64 = 1024;
const STRIPE_CACHE: u64 = 4096;

#[derive(Clone, Debug, PartialEq)]
pub struct SettingFit {
    /// Which one, as documents call it.
    pub id: &'static str,
    pub state: SettingFitState,
    pub fact: Message,
    pub consequence: Option<Message>,
    /// The command that changes it; `None` if none is needed or none exists.
    pub command: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingFitState {
    Suits,
    Doubtful,
    /// The next failure loses the array.
    AtRisk,
    NotSeen,
}

/// All findings about an array, in the order of their weight.
pub fn judge(array: &ObservedArray) -> Vec<SettingFit> {
    let fits = [
        members(array),
        syncing(array),
        alignment(array),
        stripe_unit(array),
        bitmap(array),
        chunk(array),
        read_ahead(array),
        stripe_cache(array),
        trim(array),
    ];
    fits.into_iter().flatten().collect()
}

fn suits(id: &'static str, fact: Message) -> SettingFit {
    SettingFit { id, state: SettingFitState::Suits, fact, consequence: None, command: None }
}

fn doubtful(
    id: &'static str,
    fact: Message,
    consequence: Message,
    command: Option<String>,
) -> SettingFit {
    SettingFit {
        id,
        state: SettingFitState::Doubtful,
        fact,
        consequence: Some(consequence),
        command,
    }
}

fn not_observed(id: &'static str, fact: Message) -> SettingFit {
    SettingFit { state: SettingFitState::NotSeen, ..suits(id, fact) }
}

fn is_redundant(array: &ObservedArray) -> bool {
    array.has_parity() || matches!(array.level.as_str(), "raid1" | "raid10")
}

fn members(array: &ObservedArray) -> Option<SettingFit> {
    if !is_redundant(array) {
        return None;
    }
    let Some(missing) = array.missing else {
        return Some(not_observed("members", Message::new("fit-members-not-seen")));
    };
    if missing == 0 {
        return Some(suits("members", Message::new("fit-members-whole")));
    }
    let fact = Message::new("fit-members-missing").count("missing", missing as usize);
    let command = Some(format!("mdadm --manage /dev/{} --add /dev/NEW", array.device));
    let left = array.spare_losses().unwrap_or_default();
    let consequence = match left {
        0 => Message::new("fit-members-none-left"),
        _ => Message::new("fit-members-left").count("left", left as usize),
    };
    let state = if left == 0 { SettingFitState::AtRisk } else { SettingFitState::Doubtful };
    Some(SettingFit { state, ..doubtful("members", fact, consequence, command) })
}

fn syncing(array: &ObservedArray) -> Option<SettingFit> {
    let what = array.sync.as_ref().filter(|_| array.is_syncing())?;
    let fact = Message::new("fit-syncing").with("what", what);
    Some(doubtful("sync", fact, Message::new("fit-syncing-so"), None))
}

/// Start of a member's data, and the physical block size of its drive.
fn offset(member: &ObservedMember) -> Option<(u64, u64)> {
    let begins = member.start?.checked_add(member.data_offset?)?;
    Some((begins, member.physical_block.filter(|block| *block > 0)?))
}

fn names(members: &[&ObservedMember]) -> String {
    members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn alignment(array: &ObservedArray) -> Option<SettingFit> {
    let unseen: Vec<&ObservedMember> =
        array.members.iter().filter(|it| offset(it).is_none()).collect();
    if !unseen.is_empty() {
        let what = Message::new("fit-alignment-not-seen").with("members", names(&unseen));
        return Some(not_observed("alignment", what));
    }
    let is_off = |it: &&ObservedMember| offset(it).is_some_and(|(at, block)| at % block != 0);
    let off: Vec<&ObservedMember> = array.members.iter().filter(is_off).collect();
    let first = array.members.first()?;
    let Some(worst) = off.first() else {
        let (at, _) = offset(first)?;
        return Some(suits("alignment", Message::new("fit-alignment").with("at", Bytes::new(at))));
    };
    let (at, block) = offset(worst)?;
    let fact = Message::new("fit-alignment-off").with("members", names(&off)).with("at", at);
    let fact = fact.with("block", Bytes::new(block));
    Some(doubtful("alignment", fact, Message::new("fit-alignment-off-so"), None))
}

fn stripe_unit(array: &ObservedArray) -> Option<SettingFit> {
    let (chunk, stripe) = (array.chunk?, array.stripe()?);
    if let Some(why) = &array.geometry_unread {
        let what = Message::new("fit-unit-not-seen").with("why", why);
        return Some(not_observed("stripe_unit", what));
    }
    let geometry = array.geometry.as_ref()?;
    let fact = Message::new(if geometry.unit == 0 { "fit-unit-none" } else { "fit-unit" })
        .with("fs", &geometry.kind)
        .with("unit", Bytes::new(geometry.unit))
        .with("width", Bytes::new(geometry.width))
        .with("chunk", Bytes::new(chunk))
        .with("stripe", Bytes::new(stripe));
    if (geometry.unit, geometry.width) == (chunk, stripe) {
        return Some(suits("stripe_unit", fact));
    }
    let so = if array.has_parity() { "fit-unit-parity-so" } else { "fit-unit-so" };
    let command = unit_command(array, &geometry.kind, geometry.block, (chunk, stripe));
    Some(doubtful("stripe_unit", fact, Message::new(so), command))
}

fn unit_command(
    array: &ObservedArray,
    kind: &str,
    block: u64,
    (chunk, stripe): (u64, u64),
) -> Option<String> {
    let device = &array.device;
    match kind {
        "ext4" => {
            let (stride, width) = (chunk.checked_div(block)?, stripe.checked_div(block)?);
            Some(format!("tune2fs -E stride={stride},stripe_width={width} /dev/{device}"))
        }
        "xfs" => {
            let at = array.mounted.first().map_or("MOUNTPOINT", String::as_str);
            let (unit, width) = (chunk / SECTOR, stripe / SECTOR);
            // XFS takes these options with a fresh mount only; a remount ignores them.
            Some(format!("umount {at} && mount -o sunit={unit},swidth={width} /dev/{device} {at}"))
        }
        _ => None,
    }
}

fn bitmap(array: &ObservedArray) -> Option<SettingFit> {
    if !is_redundant(array) {
        return None;
    }
    let device = &array.device;
    let Some(bitmap) = array.bitmap else {
        return Some(not_observed("bitmap", Message::new("fit-bitmap-not-seen")));
    };
    let each = match bitmap {
        ObservedBitmap::None => {
            let fact = Message::new("fit-bitmap-none");
            let command = format!("mdadm --grow --bitmap=internal /dev/{device}");
            let so = Message::new("fit-bitmap-none-so");
            return Some(doubtful("bitmap", fact, so, Some(command)));
        }
        ObservedBitmap::Chunks(None) => {
            return Some(suits("bitmap", Message::new("fit-bitmap-there")));
        }
        ObservedBitmap::Chunks(Some(each)) => each,
    };
    let fact = Message::new("fit-bitmap").with("each", Bytes::new(each));
    if each >= BITMAP_MIN {
        return Some(suits("bitmap", fact));
    }
    // mdadm adds a bitmap only where none is: a different chunk size needs removal and a new one.
    let grow = "mdadm --grow --bitmap";
    let command =
        format!("{grow}=none /dev/{device} && {grow}=internal --bitmap-chunk=64M /dev/{device}");
    Some(doubtful("bitmap", fact, Message::new("fit-bitmap-small-so"), Some(command)))
}

fn chunk(array: &ObservedArray) -> Option<SettingFit> {
    let (chunk, stripe) = (array.chunk?, array.stripe()?);
    let fact = Message::new("fit-chunk").with("chunk", Bytes::new(chunk));
    let fact = fact.with("stripe", Bytes::new(stripe));
    if chunk >= CHUNK_MIN {
        return Some(suits("chunk", fact));
    }
    let device = &array.device;
    // The backup must lie outside the array: the stripes under way are lost with it otherwise
    // (mdadm(8), --backup-file).
    let command =
        format!("mdadm --grow /dev/{device} --chunk=64K --backup-file=/var/tmp/{device}.backup");
    Some(doubtful("chunk", fact, Message::new("fit-chunk-small-so"), Some(command)))
}

fn read_ahead(array: &ObservedArray) -> Option<SettingFit> {
    let stripe = array.stripe()?;
    let Some(read_ahead) = array.read_ahead else {
        return Some(not_observed("read_ahead", Message::new("fit-read-ahead-not-seen")));
    };
    let fact = Message::new("fit-read-ahead")
        .with("read_ahead", Bytes::new(read_ahead))
        .with("stripe", Bytes::new(stripe));
    if read_ahead >= stripe {
        return Some(suits("read_ahead", fact));
    }
    // Two stripes, as md itself sets for stripes and parity.
    let command = format!("blockdev --setra {} /dev/{}", 2 * stripe / SECTOR, array.device);
    Some(doubtful("read_ahead", fact, Message::new("fit-read-ahead-so"), Some(command)))
}

fn stripe_cache(array: &ObservedArray) -> Option<SettingFit> {
    if !array.has_parity() {
        return None;
    }
    let Some(pages) = array.stripe_cache else {
        return Some(not_observed("stripe_cache", Message::new("fit-cache-not-seen")));
    };
    let each = PAGE * u64::from(array.wanted_members.unwrap_or_default());
    let fact = Message::new("fit-cache").with("pages", pages);
    let fact = fact.with("memory", Bytes::new(pages.saturating_mul(each)));
    if pages >= STRIPE_CACHE_MIN {
        return Some(suits("stripe_cache", fact));
    }
    let so = Message::new("fit-cache-small-so").with("memory", Bytes::new(STRIPE_CACHE * each));
    let path = format!("/sys/block/{}/md/stripe_cache_size", array.device);
    let command = format!("echo {STRIPE_CACHE} > {path}");
    Some(doubtful("stripe_cache", fact, so, Some(command)))
}

fn trim(array: &ObservedArray) -> Option<SettingFit> {
    // One unknown member may be the one that stops TRIM.
    let known: Option<Vec<u64>> = array.members.iter().map(|member| member.discard).collect();
    let (Some(known), Some(own)) = (known.filter(|it| !it.is_empty()), array.discard) else {
        return Some(not_observed("trim", Message::new("fit-trim-not-seen")));
    };
    let with = known.iter().filter(|most| **most > 0).count();
    if with == 0 {
        return Some(suits("trim", Message::new("fit-trim-no-drive")));
    }
    if own > 0 {
        return Some(suits("trim", Message::new("fit-trim-passes")));
    }
    let fact = Message::new("fit-trim-stops").count("with", with).count("members", known.len());
    // Levels 4, 5 and 6 wait for the administrator's word that trimmed blocks read as zeros; the
    // other levels pass on what their members take and have no switch.
    let (so, command) = if array.has_parity() {
        ("fit-trim-parity-so", Some(DISCARD_SAFELY.to_owned()))
    } else {
        ("fit-trim-so", None)
    };
    Some(doubtful("trim", fact, Message::new(so), command))
}

const DISCARD_SAFELY: &str = "echo 'options raid456 devices_handle_discard_safely=Y' > \
                              /etc/modprobe.d/raid456.conf";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::build::Geometry;

    /// A RAID 5 of three drives with nothing wrong.
    fn well() -> ObservedArray {
        let member = |slot: u32| ObservedMember {
            name: format!("sd{slot}"),
            drive: format!("sd{slot}"),
            slot: Some(slot),
            start: Some(1 << 20),
            data_offset: Some(128 << 20),
            physical_block: Some(4096),
            discard: Some(0),
            rotational: Some(false),
        };
        ObservedArray {
            device: "md0".to_owned(),
            level: "raid5".to_owned(),
            chunk: Some(512 << 10),
            wanted_members: Some(3),
            members: (0..3).map(member).collect(),
            missing: Some(0),
            sync: Some("idle".to_owned()),
            read_ahead: Some(4 << 20),
            bitmap: Some(ObservedBitmap::Chunks(Some(64 << 20))),
            stripe_cache: Some(4096),
            discard: Some(0),
            geometry: Some(Geometry {
                kind: "ext4".to_owned(),
                block: 4096,
                unit: 512 << 10,
                width: 1 << 20,
            }),
            ..ObservedArray::default()
        }
    }

    /// The settings that do not suit, with the command that fixes each.
    fn findings(array: &ObservedArray) -> Vec<(&'static str, SettingFitState, Option<String>)> {
        let fits = judge(array).into_iter().filter(|fit| fit.state != SettingFitState::Suits);
        fits.map(|fit| (fit.id, fit.state, fit.command)).collect()
    }

    fn doubt(array: &ObservedArray) -> (&'static str, Option<String>) {
        let findings = findings(array);
        let [(id, SettingFitState::Doubtful, command)] = findings.as_slice() else {
            panic!("{findings:?}")
        };
        (id, command.clone())
    }

    #[test]
    fn nothing_is_said_against_an_array_that_suits() {
        assert_eq!(findings(&well()), []);
        assert_eq!(judge(&well()).len(), 8, "all but the state of synchronising is judged");
    }

    #[test]
    fn each_setting_that_does_not_suit_is_told_with_its_command() {
        let mut array = well();
        array.geometry.as_mut().unwrap().width = 2 << 20;
        let command = "tune2fs -E stride=128,stripe_width=256 /dev/md0";
        assert_eq!(doubt(&array), ("stripe_unit", Some(command.to_owned())));
        let xfs = Geometry { kind: "xfs".to_owned(), block: 4096, unit: 0, width: 0 };
        array = ObservedArray { geometry: Some(xfs), mounted: vec!["/srv".to_owned()], ..well() };
        let command = "umount /srv && mount -o sunit=1024,swidth=2048 /dev/md0 /srv";
        assert_eq!(doubt(&array), ("stripe_unit", Some(command.to_owned())));
        array = ObservedArray { bitmap: Some(ObservedBitmap::None), ..well() };
        let command = "mdadm --grow --bitmap=internal /dev/md0";
        assert_eq!(doubt(&array), ("bitmap", Some(command.to_owned())));
        array = ObservedArray { read_ahead: Some(128 << 10), ..well() };
        assert_eq!(
            doubt(&array),
            ("read_ahead", Some("blockdev --setra 4096 /dev/md0".to_owned()))
        );
        array = ObservedArray { stripe_cache: Some(256), ..well() };
        let command = "echo 4096 > /sys/block/md0/md/stripe_cache_size";
        assert_eq!(doubt(&array), ("stripe_cache", Some(command.to_owned())));
        array = well();
        array.members.iter_mut().for_each(|member| member.discard = Some(1 << 30));
        assert_eq!(doubt(&array), ("trim", Some(DISCARD_SAFELY.to_owned())));
        array = well();
        array.members[1].start = Some(63 * 512);
        assert_eq!(doubt(&array), ("alignment", None));
    }

    #[test]
    fn only_what_bears_no_further_loss_is_at_risk() {
        let state = |level: &str, wanted: u32, missing: u32| {
            let array = ObservedArray {
                level: level.to_owned(),
                wanted_members: Some(wanted),
                missing: Some(missing),
                ..well()
            };
            findings(&array).iter().find(|it| it.0 == "members").map(|it| it.1)
        };
        assert_eq!(state("raid5", 3, 1), Some(SettingFitState::AtRisk));
        assert_eq!(state("raid6", 4, 1), Some(SettingFitState::Doubtful));
        assert_eq!(state("raid6", 4, 2), Some(SettingFitState::AtRisk));
        assert_eq!(state("raid1", 3, 1), Some(SettingFitState::Doubtful));
        assert_eq!(state("raid1", 2, 1), Some(SettingFitState::AtRisk));
        assert_eq!(state("raid1", 2, 0), None);
        assert_eq!(state("raid0", 2, 0), None);
    }

    /// Levels without stripes, copies or parity are not checked for them.
    #[test]
    fn a_stripe_has_no_bitmap_and_a_mirror_no_chunk() {
        let ids = |level: &str, chunk| {
            let array = ObservedArray { level: level.to_owned(), chunk, ..well() };
            judge(&array).iter().map(|fit| fit.id).collect::<Vec<_>>()
        };
        let stripe = ["alignment", "stripe_unit", "chunk", "read_ahead", "trim"];
        assert_eq!(ids("raid0", Some(64 << 10)), stripe);
        assert_eq!(ids("raid1", None), ["members", "alignment", "bitmap", "trim"]);
    }

    #[test]
    fn what_cannot_be_seen_is_said() {
        let blind = ObservedArray {
            device: "md0".to_owned(),
            level: "raid5".to_owned(),
            chunk: Some(512 << 10),
            wanted_members: Some(3),
            members: vec![ObservedMember::default()],
            geometry_unread: Some("Permission denied".to_owned()),
            ..ObservedArray::default()
        };
        let findings = findings(&blind);
        assert!(findings.iter().all(|it| it.1 == SettingFitState::NotSeen), "{findings:?}");
        let ids: Vec<&str> = findings.iter().map(|it| it.0).collect();
        let all = ["members", "alignment", "stripe_unit", "bitmap", "read_ahead", "stripe_cache"];
        assert_eq!(ids, [&all[..], &["trim"]].concat());
    }

    proptest! {
        /// Whatever a kernel or damaged superblock reports, nothing panics, and each unsuitable setting says
        /// why.
        #[test]
        fn any_numbers_are_judged(
            (level, chunk, layout) in (
                prop::sample::select(vec!["raid0", "raid1", "raid10", "raid5", "raid6", "", "x"]),
                any::<Option<u64>>(),
                any::<Option<u64>>(),
            ),
            (wanted, missing) in (any::<Option<u32>>(), any::<Option<u32>>()),
            start in any::<Option<u64>>(),
            (offset, block) in (any::<Option<u64>>(), any::<Option<u64>>()),
            (read_ahead, cache, unit) in (any::<Option<u64>>(), any::<Option<u64>>(), any::<u64>()),
        ) {
            let mut array = ObservedArray {
                level: level.to_owned(),
                chunk,
                layout,
                wanted_members: wanted,
                missing,
                read_ahead,
                stripe_cache: cache,
                ..well()
            };
            array.geometry.as_mut().unwrap().unit = unit;
            let member = &mut array.members[0];
            (member.start, member.data_offset, member.physical_block) = (start, offset, block);
            for fit in judge(&array) {
                let is_doubt =
                    matches!(fit.state, SettingFitState::Doubtful | SettingFitState::AtRisk);
                prop_assert_eq!(fit.consequence.is_some(), is_doubt);
            }
        }
    }
}
