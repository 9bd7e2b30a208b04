//! The line of udev's rules that has an array started although a drive of it is missing.
//!
//! mdadm's own rule has systemd wait 30 s for the missing drive and then start the array
//! (`mdadm-last-resort@.timer`), but only if it is this rule that hands the other drives to the array. With
//! initramfs-tools that was done before systemd ran, so nothing waits for it or starts it.
//!
//! Sources: udev(7); mdadm 4.2, `udev-md-raid-assembly.rules` and `systemd/mdadm-last-resort@.timer`.

use crate::build::Identifier;

/// After mdadm's own rules, which are numbered 63 and 64.
pub const FILE: &str = "/etc/udev/rules.d/65-md-degraded.rules";

/// For members of the array with this identifier: the timer is started for the array that holds them and does not
/// run yet. It stops when the array starts by itself.
pub fn start_degraded(array: Identifier) -> String {
    // `%k` is the member's name, `%c` the program's output, `$$` a dollar sign.
    let holder = "for a in /sys/class/block/%k/holders/md*; \
                  do grep -q inactive $$a/md/array_state && echo $${a##*/}; done";
    // For a member, blkid's ID_FS_UUID is the identifier of the array, spelled with dashes.
    format!(
        "ACTION==\"add|change\", SUBSYSTEM==\"block\", ENV{{ID_FS_UUID}}==\"{array}\", \
         PROGRAM==\"/bin/sh -c '{holder}'\", RESULT==\"md*\", \
         ENV{{SYSTEMD_WANTS}}+=\"mdadm-last-resort@%c.timer\""
    )
}

/// Whether this line starts the array with this identifier, whoever wrote it and however it finds it.
pub(crate) fn is_of(line: &str, array: Identifier) -> bool {
    let line = line.trim_start();
    !line.starts_with('#')
        && line.contains("mdadm-last-resort@")
        && line.contains(&array.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_the_array_as_udev_does() {
        let array = Identifier::of_random([0x11; 16]);
        let line = start_degraded(array);
        assert!(is_of(&line, array) && !is_of(&format!("# {line}"), array));
        assert!(!is_of(&line, Identifier::of_random([0x12; 16])));
        assert_eq!(
            line,
            "ACTION==\"add|change\", SUBSYSTEM==\"block\", \
             ENV{ID_FS_UUID}==\"11111111-1111-4111-9111-111111111111\", \
             PROGRAM==\"/bin/sh -c 'for a in /sys/class/block/%k/holders/md*; \
             do grep -q inactive $$a/md/array_state && echo $${a##*/}; done'\", RESULT==\"md*\", \
             ENV{SYSTEMD_WANTS}+=\"mdadm-last-resort@%c.timer\""
        );
    }
}
