//! Tables of mounts and swap areas without names of people and hosts.
//!
//! Kept: devices under /dev, types, and mount points that every system has. The rest of a path is
//! hashed, and options that are not known to be harmless are dropped: they can hold user names,
//! servers and paths.
//!
//! Source: fstab(5), kernel Documentation/filesystems/proc.rst sections 3.5 and 1.7.

use super::token::Salt;

/// Paths that say nothing about the owner.
const PLAIN_PATHS: &[&str] = &[
    "/",
    "/boot",
    "/boot/efi",
    "/efi",
    "/home",
    "/usr",
    "/usr/local",
    "/var",
    "/var/lib",
    "/var/log",
    "/var/tmp",
    "/var/cache",
    "/tmp",
    "/opt",
    "/srv",
    "/mnt",
    "/media",
    "/nix",
    "/nix/store",
    "/root",
    "/run",
    "/dev",
    "/proc",
    "/sys",
    "/data",
    "/@",
    "/@home",
    "[swap]",
];
/// Folders without names of people.
const PLAIN_TOPS: &[&str] = &["/proc/", "/sys/"];
/// Options that describe how a file system is used, and nothing else.
const PLAIN_OPTIONS: &[&str] = &[
    "ro",
    "rw",
    "noatime",
    "relatime",
    "lazytime",
    "discard",
    "discard=async",
    "ssd",
    "nossd",
    "nobarrier",
    "barrier=0",
    "noquota",
    "dax",
    "nodatacow",
    "nodatasum",
    "autodefrag",
    "sync",
];

/// /proc/mounts: `source target type options 0 0`.
pub(super) fn mounts(salt: &Salt, text: &str) -> String {
    lines(text, |line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[from, target, fs, flags, ..] = fields.as_slice() else { return String::new() };
        let (from, target) = (source(salt, from), path(salt, target));
        format!("{from} {target} {fs} {} 0 0", options(flags))
    })
}

/// /proc/self/mountinfo: `id parent dev root target options [tags] - type source options`.
pub(super) fn mountinfo(salt: &Salt, text: &str) -> String {
    lines(text, |line| {
        let Some((mount, device)) = line.split_once(" - ") else { return String::new() };
        let mount: Vec<&str> = mount.split(' ').collect();
        let device: Vec<&str> = device.split(' ').collect();
        let &[id, parent, number, root, target, flags, ..] = mount.as_slice() else {
            return String::new();
        };
        let &[fs, from, ref super_flags @ ..] = device.as_slice() else { return String::new() };
        let (root, target, from) = (path(salt, root), path(salt, target), source(salt, from));
        let super_flags = options(super_flags.first().copied().unwrap_or("rw"));
        let flags = options(flags);
        format!("{id} {parent} {number} {root} {target} {flags} - {fs} {from} {super_flags}")
    })
}

/// /proc/swaps: a heading, then `file type size used priority` in columns.
pub(super) fn swaps(salt: &Salt, text: &str) -> String {
    let mut heading = true;
    lines(text, |line| {
        if std::mem::take(&mut heading) {
            return line.to_owned();
        }
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (file, rest) = line.split_at(end);
        path(salt, file) + rest
    })
}

fn lines(text: &str, line: impl FnMut(&str) -> String) -> String {
    let lines = text.lines().map(line).filter(|line| !line.is_empty());
    lines.map(|line| line + "\n").collect()
}

/// A plain word such as `tmpfs` stays, a server or a pool's data set does not.
fn source(salt: &Salt, source: &str) -> String {
    let word = source.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    match source.strip_prefix("/dev/") {
        Some(device) => format!("/dev/{}", node(salt, device)),
        None if word => source.to_owned(),
        None => salt.word(source),
    }
}

/// Kernel names stay; names given by people, as to volume groups, do not.
fn node(salt: &Salt, device: &str) -> String {
    match device.split_once('/') {
        None => device.to_owned(),
        Some(("mapper", name)) => format!("mapper/{}", salt.word(name)),
        Some(_) => salt.word(device),
    }
}

/// A path whose first part stays, if it is a usual one, and whose rest is hashed.
pub(super) fn path(salt: &Salt, path: &str) -> String {
    if path.starts_with("/dev/") {
        return source(salt, path);
    }
    if PLAIN_PATHS.contains(&path) || PLAIN_TOPS.iter().any(|top| path.starts_with(top)) {
        return path.to_owned();
    }
    let usual = |top: &&&str| {
        top.len() > 1 && path.strip_prefix(**top).is_some_and(|rest| rest.starts_with('/'))
    };
    let top = PLAIN_PATHS.iter().filter(usual).max_by_key(|top| top.len());
    format!("{}/{}", top.copied().unwrap_or_default(), salt.word(path))
}

fn options(options: &str) -> String {
    let known = |option: &&str| {
        let value = option.split_once('=').map_or("", |(name, _)| name);
        PLAIN_OPTIONS.contains(option) || matches!(value, "compress" | "compress-force" | "data")
    };
    options.split(',').filter(known).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: Salt = Salt::of([7; 32]);

    #[test]
    fn people_and_servers_go_devices_stay() {
        let text = "/dev/sda1 /home/ann/disk ext4 rw,noatime,uhelper=ann 0 0\n\
                    nas.ann.example:/export /mnt/nas nfs4 rw,addr=10.0.0.7 0 0\n\
                    tmpfs /run/user/1000 tmpfs rw,uid=1000 0 0\nbroken\n";
        let hidden = mounts(&SALT, text);
        assert!(hidden.starts_with("/dev/sda1 /home/anon-"), "{hidden}");
        assert!(hidden.contains(" ext4 rw,noatime 0 0\n"), "{hidden}");
        for secret in ["ann", "nas", "10.0.0.7", "1000", "broken"] {
            assert!(!hidden.replace("anon", "").contains(secret), "{secret}: {hidden}");
        }
        let info = mountinfo(
            &SALT,
            "36 35 8:1 /@ann /home/ann rw,noatime master:1 - btrfs /dev/sda1 rw,ssd,subvol=/@ann\n",
        );
        assert!(info.starts_with("36 35 8:1 /anon-") && info.ends_with("btrfs /dev/sda1 rw,ssd\n"));
        assert!(!info.replace("anon", "").contains("ann"), "{info}");
    }

    #[test]
    fn the_same_path_hides_the_same_way_everywhere() {
        let swaps = swaps(&SALT, "Filename Type\n/home/ann/swap\tfile\t8\n/dev/dm-1 partition 8\n");
        let hidden = path(&SALT, "/home/ann/swap");
        assert_eq!(swaps, format!("Filename Type\n{hidden}\tfile\t8\n/dev/dm-1 partition 8\n"));
        assert_eq!(path(&SALT, "/boot/efi"), "/boot/efi");
        assert!(path(&SALT, "/boot/efi/x").starts_with("/boot/efi/anon-"));
        assert!(path(&SALT, "relative").starts_with("/anon-"));
    }
}
