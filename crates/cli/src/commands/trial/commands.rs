//! The very commands that make, mount and stop an array, as words.
//!
//! Not here: running them (`inside`), the purpose of each (`rehearsal`).
//!
//! Source: mdadm(8), mkfs.xfs(8) (`-d su=,sw=`), mke2fs(8) (`-E stride=,stripe_width=`),
//! mkfs.btrfs(8), btrfs(5) (`device=`). None may discard: discarded blocks of a loop device become
//! holes in its file. ext4 makes all its tables at once, or it would continue with that during
//! measurements.

use narrows_array::RaidLevel;
use narrows_array::build::FileSystemKind;

use super::order::TrialOrder;
use crate::args::trial::TrialEngineName;

/// Blocks of ext4, in which it counts.
const EXT4_BLOCK: u64 = 4096;

fn words(parts: &[&str], rest: &[String]) -> Vec<String> {
    parts.iter().map(|part| (*part).to_owned()).chain(rest.iter().cloned()).collect()
}

/// The device of an order's md array.
pub fn md_device(order: &TrialOrder) -> String {
    format!("/dev/md/{}", order.label)
}

/// Loads md, of a kernel that has it as a module.
pub fn load_md() -> Vec<String> {
    words(&["modprobe", "md_mod"], &[])
}

/// Makes the md array of these members. Nothing is synchronised: both halves of a mirror hold
/// nothing yet that anybody reads before writing it.
pub fn make_md(order: &TrialOrder, members: &[String]) -> Vec<String> {
    let count = members.len().to_string();
    let level = order.level.as_str().trim_start_matches("raid");
    let chunk = (order.chunk >> 10).to_string();
    let device = md_device(order);
    let name = format!("--name={}", order.label);
    let mut made = words(&["mdadm", "--create", &device, "--run", "--metadata=1.2", &name], &[]);
    made.extend(words(&["--homehost=any", "--level", level, "--raid-devices", &count], &[]));
    if order.level.has_chunks() {
        made.extend(words(&["--chunk", &chunk], &[]));
    }
    if order.level != RaidLevel::Stripe {
        made.extend(words(&["--assume-clean", "--bitmap=none"], &[]));
    }
    made.extend_from_slice(members);
    made
}

pub fn stop_md(device: &str) -> Vec<String> {
    words(&["mdadm", "--stop", device], &[])
}

/// Makes the file system of the array: on the md device, or on all members with btrfs.
pub fn make_array_fs(order: &TrialOrder, devices: &[String]) -> Vec<String> {
    if order.engine == TrialEngineName::Btrfs {
        let level = order.level.as_str();
        return words(&["mkfs.btrfs", "-q", "-f", "-K", "-d", level, "-m", level], devices);
    }
    let stripe = order
        .level
        .has_chunks()
        .then(|| (order.chunk, order.level.data_members(order.members.len()) as u64));
    make_fs(order.fs, stripe, devices)
}

/// Makes a file system on one device; `stripe` is the chunk and how many of them lie side by side.
pub fn make_fs(fs: FileSystemKind, stripe: Option<(u64, u64)>, device: &[String]) -> Vec<String> {
    match fs {
        FileSystemKind::Xfs => {
            let aligned =
                stripe.map(|(chunk, wide)| ["-d".into(), format!("su={chunk},sw={wide}")]);
            let mut made = words(&["mkfs.xfs", "-q", "-f", "-K"], &[]);
            made.extend(aligned.into_iter().flatten());
            made.extend_from_slice(device);
            made
        }
        FileSystemKind::Ext4 => {
            let eager = "nodiscard,lazy_itable_init=0,lazy_journal_init=0";
            let aligned = stripe.map(|(chunk, wide)| {
                let stride = (chunk / EXT4_BLOCK).max(1);
                format!(",stride={stride},stripe_width={}", stride * wide)
            });
            let options = format!("{eager}{}", aligned.unwrap_or_default());
            words(&["mkfs.ext4", "-q", "-F", "-b", "4096", "-E", &options], device)
        }
        FileSystemKind::Btrfs => {
            words(&["mkfs.btrfs", "-q", "-f", "-K", "-d", "single", "-m", "single"], device)
        }
    }
}

/// Mount options of the file system: none may discard, as btrfs does by default since Linux 6.2,
/// and btrfs needs the list of all its devices.
pub fn mount_options(fs: FileSystemKind, devices: &[String]) -> String {
    let mut options = vec!["nodiscard".to_owned()];
    if fs == FileSystemKind::Btrfs && devices.len() > 1 {
        options.extend(devices.iter().map(|device| format!("device={device}")));
    }
    options.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::trial::order::BackingFile;

    fn order(
        engine: TrialEngineName,
        level: RaidLevel,
        fs: FileSystemKind,
        members: usize,
    ) -> TrialOrder {
        let backing = |name: &str| BackingFile {
            name: name.to_owned(),
            folder: "/".into(),
            number: 1,
            size: 1 << 30,
            block: 512,
        };
        TrialOrder {
            engine,
            level,
            chunk: 128 << 10,
            fs,
            size: 2 << 30,
            members: (0..members).map(|_| backing("a")).collect(),
            alone: backing("a"),
            other: None,
            works: Vec::new(),
            namespace: 1,
            prepare: None,
            repeat: 1,
            warm_up: 0,
            folder: "/run/narrows/trial-7".into(),
            label: "narrows-trial-7".to_owned(),
        }
    }

    fn devices(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| format!("/dev/{name}")).collect()
    }

    #[test]
    fn an_md_stripe_is_made_and_aligned_to() {
        let order = order(TrialEngineName::Md, RaidLevel::Stripe, FileSystemKind::Xfs, 3);
        let made = make_md(&order, &devices(&["loop1", "loop2", "loop3"])).join(" ");
        assert_eq!(
            made,
            "mdadm --create /dev/md/narrows-trial-7 --run --metadata=1.2 --name=narrows-trial-7 \
             --homehost=any --level 0 --raid-devices 3 --chunk 128 \
             /dev/loop1 /dev/loop2 /dev/loop3"
        );
        // Three members with 128 KiB each make stripes of 384 KiB.
        let fs = make_array_fs(&order, &devices(&["md0"])).join(" ");
        assert_eq!(fs, "mkfs.xfs -q -f -K -d su=131072,sw=3 /dev/md0");
        let ext4 = TrialOrder { fs: FileSystemKind::Ext4, ..order };
        let fs = make_array_fs(&ext4, &devices(&["md0"])).join(" ");
        // 128 KiB are 32 blocks of 4 KiB; three of them 96.
        assert!(fs.contains("stride=32,stripe_width=96") && fs.contains("nodiscard"), "{fs}");
    }

    /// Of four members in pairs only two hold different data; a mirror has no stripes.
    #[test]
    fn mirrors_count_by_what_differs() {
        let ten = order(TrialEngineName::Md, RaidLevel::MirroredStripe, FileSystemKind::Xfs, 4);
        assert!(make_array_fs(&ten, &devices(&["md0"])).join(" ").contains("su=131072,sw=2"));
        let one = order(TrialEngineName::Md, RaidLevel::Mirror, FileSystemKind::Xfs, 2);
        assert!(!make_array_fs(&one, &devices(&["md0"])).join(" ").contains("su="));
        let made = make_md(&one, &devices(&["loop1", "loop2"])).join(" ");
        assert!(made.contains("--assume-clean") && !made.contains("--chunk"), "{made}");
    }

    #[test]
    fn btrfs_joins_its_devices_itself() {
        let order = order(TrialEngineName::Btrfs, RaidLevel::Stripe, FileSystemKind::Btrfs, 2);
        let two = devices(&["loop1", "loop2"]);
        assert_eq!(
            make_array_fs(&order, &two).join(" "),
            "mkfs.btrfs -q -f -K -d raid0 -m raid0 /dev/loop1 /dev/loop2"
        );
        let options = mount_options(FileSystemKind::Btrfs, &two);
        assert_eq!(options, "nodiscard,device=/dev/loop1,device=/dev/loop2");
        assert_eq!(mount_options(FileSystemKind::Btrfs, &two[..1]), "nodiscard");
        assert_eq!(mount_options(FileSystemKind::Xfs, &two), "nodiscard");
    }
}
