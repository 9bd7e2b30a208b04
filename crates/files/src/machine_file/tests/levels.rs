//! Which levels each engine has.

use super::*;

const LEVELS: [&str; 9] = ["jbod", "0", "1", "10", "5", "6", "raidz1", "raidz2", "raidz3"];

/// The levels that an array of four drives behind a RAID card can have with this engine.
fn levels(engine: &str) -> Vec<&'static str> {
    let controller = if engine == "hardware" { "controller = \"c\"\n" } else { "" };
    let file = |level: &str| {
        format!(
            "schema = \"narrows.machine/1\"\n[[controller]]\nid = \"c\"\nkind = \"raid\"\non = \"cpu\"\n\
             [[drive]]\nid = \"d\"\ncount = 4\non = \"c\"\nsas = \"12 Gbit/s\"\n\
             [[array]]\nid = \"a\"\nlevel = \"{level}\"\nengine = \"{engine}\"\nmembers = [\"d\"]\n{controller}"
        )
    };
    LEVELS.into_iter().filter(|level| read(&file(level)).is_ok()).collect()
}

#[test]
fn engines_have_the_levels_that_there_are() {
    let plain = ["jbod", "0", "1", "10", "5", "6"];
    for engine in ["md", "btrfs", "hardware"] {
        assert_eq!(levels(engine), plain, "{engine}");
    }
    for engine in ["intel-rst", "vroc"] {
        assert_eq!(levels(engine), ["0", "1", "10", "5"], "{engine}");
    }
    assert_eq!(levels("amd-raidxpert"), ["jbod", "0", "1", "10", "5"]);
    assert_eq!(levels("zfs"), ["0", "1", "10", "raidz1", "raidz2", "raidz3"]);
    assert_eq!(levels("dm-stripe"), ["0"]);
    assert_eq!(levels("windows-stripe"), ["0", "1"]);
}

/// Drives of a `count` keep their order under the name that they share; a single one has none.
#[test]
fn drives_of_a_count_share_a_name() {
    let file = read(
        "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\ncount = 11\non = \"cpu\"\n\
         link = \"4.0 x4\"\n[[drive]]\nid = \"e\"\non = \"cpu\"\nlink = \"4.0 x4\"\n",
    );
    let groups = file.unwrap().groups;
    let ids: Vec<&str> = groups["d"].iter().map(Id::as_str).collect();
    assert_eq!((groups.len(), ids.len(), ids[1], ids[10]), (1, 11, "d2", "d11"));
}
