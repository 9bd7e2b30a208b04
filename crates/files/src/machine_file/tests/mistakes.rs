//! Each kind of mistake: its position and its message.

use narrows_messages::{Language, Localizer};

use super::*;

const DRIVE: &str = "[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"4.0 x4\"\n";

/// The text below the schema line, `line:column`, and a part of the message. `@` is replaced by
/// [`DRIVE`].
const MISTAKES: &[(&str, &str, &str)] = &[
    // Keys, words and values.
    ("[[drive]]\nid = \"d\"\nraed = \"1 GB/s\"", "4:1", "no key `raed`; did you mean `read`?"),
    ("[[drvie]]\nid = \"d\"", "2:3", "no key `drvie`; did you mean `drive`?"),
    ("[host]\nzzz = 1", "3:1", "[host] has no key `zzz`"),
    ("[[drive]]\non = \"cpu\"", "2:1", "[[drive]] needs `id`"),
    ("[[drive]]\nid = 5", "3:6", "text in quotes"),
    ("drive = 5", "2:9", "list in brackets"),
    ("drive = [5]", "2:10", "table: [[drive]]"),
    ("[[drive]]\nid = \"\"", "3:6", "empty text"),
    ("[[drive]]\nid = \"a\\u0007b\"", "3:6", "control characters"),
    ("@measured = \"yes\"", "6:12", "true or false"),
    ("@at_depth = 1.5", "6:12", "whole number"),
    ("@at_depth = nan", "6:12", "whole number"),
    ("@at_depth = 0", "6:12", "between 1 and 65536"),
    ("@read = \"2,3 GB/s\"", "6:8", "\"2,3 GB/s\" is not a rate"),
    ("@read = 2300", "6:8", "\"2300\" is not a rate"),
    ("@read = inf", "6:8", "\"inf\" is not a rate"),
    ("@read = \"nan MB/s\"", "6:8", "is not a rate"),
    ("@read = \"1e400 MB/s\"", "6:8", "is not a rate"),
    ("@read = \"0 MB/s\"", "6:8", "more than 0"),
    ("@random_read = \"5 MB/s\"", "6:15", "800k IOPS"),
    ("@read_latency = \"85\"", "6:16", "is not a time"),
    ("@size = \"1 QB\"", "6:8", "is not a size"),
    ("[host]\nclock = \"3,9 GHz\"", "3:9", "is not a clock"),
    ("[host]\nclock = \"3900 GHz\"", "3:9", "faster than 100 GHz"),
    ("[host]\ncores = 0", "3:9", "between 1 and 65536"),
    ("[host]\nmax_payload = \"300 B\"", "3:15", "128, 256"),
    (
        "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1",
        "2:1",
        "deeper",
    ),
    ("[[drive]\nid = 1", "2:9", "not valid TOML"),
    // Links.
    (
        "[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"4.0 x0\"",
        "5:8",
        "\"4.0 x0\" is not a PCIe link",
    ),
    ("[[slot]]\nid = \"s\"\non = \"cpu\"\nlink = \"9.0 x4\"", "5:8", "is not a PCIe link"),
    ("[[slot]]\nid = \"s\"\non = \"cpu\"", "3:6", "needs `link`"),
    ("[[drive]]\nid = \"d\"\non = \"cpu\"", "3:6", "needs `link`"),
    // Names.
    (
        "@[[card]]\nid = \"d\"\nkind = \"gpu\"\non = \"cpu\"",
        "7:6",
        "\"d\" already exists, in line 3",
    ),
    ("@count = 2\n[[drive]]\nid = \"d2\"\non = \"cpu\"\nlink = \"4.0 x4\"", "8:6", "in line 3"),
    ("[[switch]]\nid = \"cpu\"\non = \"cpu\"\nlink = \"4.0 x4\"", "3:6", "is reserved"),
    ("[[drive]]\nid = \"d\"\non = \"nvm\"\nlink = \"4.0 x4\"", "4:6", "no location named \"nvm\""),
    ("[[drive]]\nid = \"d\"\non = \"cpv\"\nlink = \"4.0 x4\"", "4:6", "did you mean \"cpu\"?"),
    ("[[drive]]\nid = \"d\"\non = \"chipset\"\nlink = \"4.0 x4\"", "4:6", "no chipset yet"),
    ("@[[drive]]\nid = \"e\"\non = \"d\"\nlink = \"4.0 x4\"", "8:6", "a [[drive]] (line 3)"),
    ("[[drive]]\nid = \"d\"\nlink = \"4.0 x4\"", "3:6", "not attached to anything"),
    ("[host]\nchipset = \"intel-z17O\"", "3:11", "did you mean \"intel-z170\"?"),
    ("[[drive]]\nid = \"d\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256bg\"", "5:9", "256gb\"?"),
    ("[[drive]]\nid = \"d\"\non = \"cpu\"\nmodel = \"970 evo\"", "5:9", "is ambiguous"),
    ("[[workload]]\nid = \"w\"\nbs = \"4k\"", "4:1", "is `block` here"),
    ("[[workload]]\nid = \"w\"\nrw = \"randread\"", "4:1", "`pattern` and `read_share` here"),
    ("[[workload]]\nid = \"w\"\niodepth = 32", "4:1", "is `depth` here"),
    ("[[workload]]\nid = \"w\"\nnumjobs = 4", "4:1", "is `jobs` here"),
    ("[[array]]\nid = \"a\"\nrecordsize = \"128k\"", "4:1", "are `record` here"),
    ("[[drive]]\nid = \"d\"\nrpm = 7200", "4:1", "`spins = true`"),
    // Places.
    (
        "[[switch]]\nid = \"a\"\non = \"b\"\nlink = \"4.0 x4\"\n[[switch]]\nid = \"b\"\non = \"a\"\nlink = \"4.0 x4\"",
        "4:6",
        "in line 8: a -> b -> a",
    ),
    ("[[switch]]\nid = \"a\"\non = \"a\"\nlink = \"4.0 x4\"", "4:6", "a -> a"),
    (
        "[[slot]]\nid = \"s\"\non = \"a\"\nlink = \"4.0 x4\"\n[[switch]]\nid = \"a\"\nslot = \"s\"\nlink = \"4.0 x4\"",
        "4:6",
        "a -> a",
    ),
    ("[[chipset]]\nid = \"c\"", "3:6", "needs `model`"),
    ("[[root_complex]]\nid = \"r\"\nsocket = 99", "4:10", "between 0 and 63"),
    ("[[root_complex]]\nid = \"r\"\non = \"cpu\"\nsocket = 1", "4:6", "`socket` (line 5)"),
    (
        "[[tunnel]]\nid = \"t\"\non = \"cpu\"\nkind = \"usb3-10\"\nlink = \"3.0 x4\"",
        "6:8",
        "USB cable (line 5)",
    ),
    ("[[tunnel]]\nid = \"t\"\non = \"cpu\"\nkind = \"thunderbold3\"", "5:8", "\"thunderbolt3\"?"),
    ("[[hub]]\nid = \"h\"\non = \"cpu\"", "3:6", "a hub needs `rate`"),
    ("[[hub]]\nid = \"h\"\non = \"cpu\"\nrate = \"6 Gbit/s\"", "5:8", "USB runs at"),
    ("[[hub]]\nid = \"h\"\non = \"cpu\"\nkind = \"usb4-40\"", "5:8", "use a [[tunnel]]"),
    (
        "[[hub]]\nid = \"h\"\non = \"cpu\"\nkind = \"usb2\"\nrate = \"5 Gbit/s\"",
        "6:8",
        "`kind` (line 5)",
    ),
    ("[[network]]\nid = \"n\"\non = \"cpu\"\nrate = \"100 GB/s\"", "5:8", "6 Gbit/s"),
    ("[[network]]\nid = \"n\"\non = \"cpu\"\nrate = \"0 Gbit/s\"", "5:8", "more than 0"),
    (
        "[[network]]\nid = \"n\"\non = \"cpu\"\nrate = \"9 Gbit/s\"\nmtu = \"100 B\"",
        "6:7",
        "between 576",
    ),
    (
        "[[controller]]\nid = \"c\"\non = \"cpu\"\nkind = \"floppy\"",
        "5:8",
        "\"sata\", \"sas\", \"raid\"",
    ),
    // Drives.
    ("@count = 0", "6:9", "at least 1"),
    ("@count = -1", "6:9", "at least 1"),
    ("@count = 1000000000", "6:9", "at most 65536"),
    ("@count = 99999999999999999999", "6:9", "at most 65536"),
    ("@sata = \"6 Gbit/s\"", "5:8", "a SATA or SAS drive (line 6)"),
    ("@sata = \"6 Gbit/s\"\nusb = \"5 Gbit/s\"", "7:7", "line 6"),
    ("@sata = \"5 Gbit/s\"", "6:8", "SATA runs at"),
    ("[[drive]]\nid = \"d\"\non = \"cpu\"\nsas = \"5 Gbit/s\"", "5:7", "SAS runs at"),
    ("[[drive]]\nid = \"d\"\non = \"cpu\"\nusb = \"6 Gbit/s\"", "5:7", "USB runs at"),
    (
        "[[drive]]\nid = \"d\"\non = \"cpu\"\nmodel = \"toshiba-hg6-128gb\"\nlink = \"3.0 x4\"",
        "6:8",
        "(line 5) is a SATA drive",
    ),
    (
        "[[drive]]\nid = \"d\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nsata = \"6 Gbit/s\"",
        "6:8",
        "(line 5) is a PCIe drive",
    ),
    ("@cache = \"5 GB\"", "6:9", "set together"),
    ("@count = 2\nserial = \"S1\"", "7:10", "a single drive"),
    // Arrays.
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\n[[array]]\nid = \"b\"\nlevel = 0\nmembers = [\"d\"]",
        "13:12",
        "already a member of \"a\" (line 9)",
    ),
    ("@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\", \"d\"]", "9:17", "(line 9)"),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"dd\"]",
        "9:12",
        "no drive named \"dd\"; did you mean \"d\"?",
    ),
    ("@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"a\"]", "9:12", "a [[array]] (line 7)"),
    ("@[[array]]\nid = \"a\"\nlevel = 5\nmembers = [\"d\"]", "7:6", "at least 2 members; it has 1"),
    ("@[[array]]\nid = \"a\"\nlevel = 0", "7:6", "at least 1 members; it has 0"),
    ("@[[array]]\nid = \"a\"\nlevel = 7\nmembers = [\"d\"]", "8:9", "no level 7"),
    (
        "@[[array]]\nid = \"a\"\nlevel = \"raidz3\"\nmembers = [\"d\"]",
        "8:9",
        "does not support this level",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 1\nengine = \"dm-stripe\"\nmembers = [\"d\"]",
        "8:9",
        "\"dm-stripe\" (line 9)",
    ),
    ("@[[array]]\nid = \"a\"\nlevel = 0\nengine = \"mdd\"\nmembers = [\"d\"]", "9:10", "\"md\"?"),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\nchunk = \"0 KiB\"",
        "10:9",
        "more than 0",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\nchunk = \"700 B\"",
        "10:9",
        "multiple of 512 B",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 1\nmembers = [\"d\"]\nchunk = \"64 KiB\"",
        "10:9",
        "a level that does not stripe (line 8)",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = \"jbod\"\nmembers = [\"d\"]\nchunk = \"64 KiB\"",
        "10:9",
        "a level that does not stripe (line 8)",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\nbitmap = \"internal\"",
        "10:10",
        "(see line 8)",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nengine = \"hardware\"\nmembers = [\"d\"]",
        "7:6",
        "needs `controller`",
    ),
    (
        "@[[controller]]\nid = \"c\"\nkind = \"raid\"\non = \"cpu\"\n[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\nengine = \"hardware\"\ncontroller = \"c\"",
        "15:14",
        "drive \"d\" (line 13) is not attached to \"c\"",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\ncontroller = \"c\"",
        "10:14",
        "only to the RAID engine \"hardware\"",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"d\"]\nlayout = \"far\"",
        "10:10",
        "level 10 have a layout (see line 8)",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 10\nengine = \"btrfs\"\nmembers = [\"d\"]\nlayout = \"f2\"",
        "11:10",
        "(see line 9)",
    ),
    (
        "@[[array]]\nid = \"a\"\nlevel = 10\nmembers = [\"d\"]\nlayout = \"left\"",
        "10:10",
        "\"near\", \"far\" or \"offset\"",
    ),
    ("@[[array]]\nid = \"a\"\nlevel = \"50\"\nmembers = [\"d\"]", "8:9", "array of arrays"),
    // Figures.
    ("@read = { value = \"1 GB/s\", low = \"2 GB/s\" }", "6:34", "include the figure (line 6)"),
    ("@read = { value = \"1 GB/s\", hihg = \"2 GB/s\" }", "6:28", "did you mean `high`?"),
    ("@read = { low = \"2 GB/s\" }", "6:8", "needs `value`"),
    ("@read = { value = \"1 GB/s\", depth = 0 }", "6:36", "between 1 and 65536"),
    ("@read = { value = \"1 GB/s\", block = \"4 B\" }", "6:36", "between 512 B"),
    ("@read_latency = { value = \"9 us\", depth = 2 }", "6:42", "at QD1"),
    ("@sequential_latency = { value = \"9 us\", block = \"4 KiB\" }", "6:48", "no transfer"),
    ("@driver = \"vrok\"", "6:10", "\"vroc\"?"),
    ("@driver = \"zfs\"", "6:10", "\"vroc\", \"intel-rst\" and"),
    // Workloads.
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\nthreads = \"sharde\"",
        "9:11",
        "\"shared\"?",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32-gpu\"",
        "8:11",
        "set `to`, the [[card]]",
    ),
    ("@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q23x\"", "8:11", "no workload named"),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\ndepth = 4",
        "9:9",
        "profile (line 8)",
    ),
    (
        "@[[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"",
        "7:6",
        "`depth` is missing",
    ),
    (
        "@[[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 B\"\ndepth = 1",
        "9:9",
        "between 512 B and 1 GiB",
    ),
    (
        "@[[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"\ndepth = 70000",
        "10:9",
        "between 1 and 65536",
    ),
    (
        "@[[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"\ndepth = 1\nread_share = 101",
        "11:14",
        "between 0 and 100",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\non = [\"e\"]",
        "9:7",
        "did you mean \"d\"?",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\non = [\"d\", \"d\"]",
        "9:12",
        "line 9",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\nto = \"d\"",
        "9:6",
        "not a [[card]] but a [[drive]] (line 3)",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\ntogether = \"copy\"",
        "9:12",
        "set of one",
    ),
    (
        "@[[workload]]\nid = \"w\"\nprofile = \"seq-read-128k-q32\"\napplication = { rate = \"1 GB/s\" }",
        "9:15",
        "needs `overlaps`",
    ),
];

/// Slots named `s` and `t`; the text below them starts at line 11.
const SLOTS: &str = "[[slot]]\nid = \"s\"\non = \"cpu\"\nlink = \"3.0 x16\"\n[[slot]]\nid = \"t\"\non = \"cpu\"\nlink = \"3.0 x8\"\n\n";

const MISTAKES_IN_SLOTS: &[(&str, &str, &str)] = &[
    (
        "[[drive]]\nid = \"d\"\nslots = [\"s\", \"s\"]\nlink = \"4.0 x4\"",
        "13:15",
        "\"s\" is already used by \"d1\" (line 13)",
    ),
    ("[[drive]]\nid = \"d\"\nslot = \"u\"\nlink = \"4.0 x4\"", "13:8", "no slot named \"u\""),
    ("[[drive]]\nid = \"d\"\nslot = \"s/2\"\nlink = \"4.0 x4\"", "13:8", "not split"),
    (
        "[[drive]]\nid = \"d\"\nslot = \"s\"\non = \"cpu\"\nlink = \"4.0 x4\"",
        "14:6",
        "`slot` (line 13)",
    ),
    ("[[drive]]\nid = \"d\"\non = \"s\"\nlink = \"4.0 x4\"", "13:6", "`slot` instead of `on`"),
    (
        "[[drive]]\nid = \"d\"\ncount = 3\nslots = [\"s\", \"t\"]\nlink = \"4.0 x4\"",
        "13:9",
        "2 slots for 3 drives",
    ),
    (
        "[[drive]]\nid = \"d\"\nslot = \"s\"\nslots = [\"t\"]\nlink = \"4.0 x4\"",
        "14:10",
        "`slot` (line 13)",
    ),
    (
        "[[drive]]\nid = \"d\"\nslot = \"s\"\nsata = \"6 Gbit/s\"",
        "13:8",
        "\"s\" does not accept \"d\", a SATA drive",
    ),
    (
        "[[drive]]\nid = \"d\"\nslot = \"s\"\nlink = \"3.0 x4\"\n[[rule]]\nwhen = [\"t\"]\nthen = [{ slot = \"s\", off = true }]\n[[drive]]\nid = \"e\"\nslot = \"t\"\nlink = \"3.0 x4\"",
        "13:8",
        "\"s\" is disabled while t is in use, here by \"e\" (line 20)",
    ),
    (
        "[[drive]]\nid = \"d\"\nslot = \"s\"\nlink = \"3.0 x4\"\n[settings]\n\"M.2\" = \"off\"\n[[rule]]\nsetting = \"M.2 = off\"\nthen = [{ slot = \"s\", off = true }]",
        "13:8",
        "\"M.2 = off\" (line 16)",
    ),
    (
        "[[rule]]\nwhen = [\"v\"]\nthen = [{ slot = \"s\", off = true }]",
        "12:9",
        "no slot named \"v\"",
    ),
    (
        "[[rule]]\nwhen = [\"s:ide\"]\nthen = [{ slot = \"s\", off = true }]",
        "12:9",
        "not a use of a slot",
    ),
    (
        "[[rule]]\nwhen = [\"s\"]\nthen = [{ slot = \"v\", off = true }]",
        "13:18",
        "no slot named \"v\"",
    ),
    ("[[rule]]\nwhen = [\"s\"]\nthen = [{ slot = \"t\" }]", "13:18", "what happens to the slot"),
    (
        "[[rule]]\nwhen = [\"s\"]\nthen = [{ slot = \"t\", off = true, link = \"3.0 x4\" }]",
        "13:42",
        "off (line 13)",
    ),
    (
        "[[rule]]\nwhen = [\"s\"]\nthen = [{ slot = \"t\", on = \"v\" }]",
        "13:28",
        "no location named \"v\"",
    ),
    (
        "[[rule]]\nwhen = [\"s\"]\nsetting = \"M.2\"\nthen = [{ slot = \"t\", off = true }]",
        "13:11",
        "NAME = VALUE",
    ),
    ("[settings]\n\"M.2\" = \"x4\"", "12:1", "no rule uses"),
    (
        "[[slot]]\nid = \"u\"\non = \"cpu\"\nlink = \"3.0 x8\"\nsplit = \"x8/x8\"",
        "15:9",
        "16 lanes of a slot that has 8",
    ),
    (
        "[[slot]]\nid = \"u\"\non = \"cpu\"\nlink = \"3.0 x8\"\nsplits = [\"x4/x4\"]\nsplit = \"x4/x2\"",
        "16:9",
        "`splits` (line 15)",
    ),
    ("[[slot]]\nid = \"u:1\"\non = \"cpu\"\nlink = \"3.0 x8\"", "12:6", "must not contain a colon"),
];

#[test]
fn each_is_told_where_it_stands() {
    for (text, place, text_part) in MISTAKES {
        let text = text.replacen('@', DRIVE, 1);
        fails(&format!("schema = \"narrows.machine/1\"\n{text}\n"), place, text_part);
    }
}

#[test]
fn those_of_slots_and_rules_name_both_places() {
    for (text, place, text_part) in MISTAKES_IN_SLOTS {
        fails(&format!("schema = \"narrows.machine/1\"\n{SLOTS}{text}\n"), place, text_part);
    }
}

#[test]
fn a_board_and_another_chipset_contradict_each_other() {
    let file = "schema = \"narrows.machine/1\"\n[host]\nboard = \"asrock-z170-oc-formula\"\n\
                chipset = \"intel-z270\"\n";
    fails(file, "4:11", "(line 3) has another chipset, \"intel-z170\"");
}

/// As `plan`, `nvme list` and people write them; another number is another product, which is not proposed.
#[test]
fn models_are_found_by_every_usual_name() {
    let file = |model: &str| {
        format!(
            "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\non = \"cpu\"\nmodel = \"{model}\"\n"
        )
    };
    for model in [
        "samsung-990-pro-2tb",
        "Samsung SSD 990 PRO 2TB",
        "990pro2tb",
        "SAMSUNG MZQL2960HCJR-00A07",
        "SAMSUNG MZQL2960HCJR",
    ] {
        assert!(read(&file(model)).is_ok(), "{model}");
    }
    for model in ["samsung-991-pro-2tb", "Samsung SSD 9999 PRO 2TB", "QEMU NVMe Ctrl"] {
        let error = read(&file(model)).unwrap_err();
        assert_eq!(error.problem.id(), "machine-no-such-drive-model", "{model}");
    }
}

#[test]
fn what_is_no_machine_file_says_so() {
    fails("", "1:1", "narrows.machine/1 needs `schema`");
    fails("schema = \"narrows.run/1\"\n", "1:10", "not \"narrows.machine/1\"");
    fails("[", "1:2", "not valid TOML");
}

fn fails(file: &str, place: &str, text_part: &str) {
    let Err(error) = read(file) else { panic!("was read:\n{file}") };
    let TextPosition::Column(line, column) = error.place else { panic!("no place: {error:?}") };
    for language in Language::ALL {
        let text = Localizer::new(language).say(&error.problem);
        assert!(!text.contains("{$"), "{text}");
        if language == Language::English {
            assert_eq!(
                (format!("{line}:{column}").as_str(), text.contains(text_part)),
                (place, true),
                "{text}\n{file}"
            );
        }
    }
}
