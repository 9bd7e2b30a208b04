//! The words of `docs/machine-file.md` for files put together; a new one is a line in [`TABLES`].

use proptest::prelude::*;
use proptest::sample::select;

/// Values of one kind as TOML: good ones, then bad ones.
pub type Values = (&'static [&'static str], &'static [&'static str]);

/// A table, and its keys: which a table of its kind always has, then which it can have.
type Table = (&'static str, &'static [(&'static str, Values)], &'static [(&'static str, Values)]);

pub const PLACE: Values = (
    &["\"cpu\"", "\"chipset\"", "\"t0\"", "\"t1\"", "\"t2\"", "\"t3\""],
    &["\"t4\"", "\"t5\"", "\"nowhere\"", "\"\"", "7"],
);
pub const SLOT: Values =
    (&["\"S1\"", "\"S2\"", "\"S3\""], &["\"S9\"", "\"S1/2\"", "\"S1/0\"", "\"cpu\""]);
pub const SLOTS: Values =
    (&["[\"S1\", \"S2\"]", "[\"S3\"]"], &["[]", "[\"S1\", \"S1\"]", "\"S1\""]);
pub const LINK: Values = (
    &["\"3.0 x4\"", "\"1.0 x1\"", "\"PCIe 3.0 x2\"", "\"6.0 x16\""],
    &["\"3.0 x0\"", "\"9.0 x4\"", "\"3.0 x99999\"", "\"x4\"", "\"-3.0 x4\"", "\"NaN GT/s x4\""],
);
pub const RATE: Values = (
    &["\"2300 MB/s\"", "\"1 B/s\"", "\"90 GiB/s\""],
    &[
        "\"0 MB/s\"",
        "\"-1 MB/s\"",
        "\"1e308 GB/s\"",
        "\"1e-320 B/s\"",
        "\"NaN MB/s\"",
        "\"inf MB/s\"",
        "\"2,3 GB/s\"",
        "2300",
    ],
);
pub const BITS: Values = (&["\"100 Gbit/s\"", "\"1 Gbit/s\""], &["\"0 Gbit/s\"", "\"NaN Gbit/s\""]);
const SATA: Values = (&["\"6 Gbit/s\"", "\"1.5 Gbit/s\""], &["\"0 Gbit/s\"", "\"7 Gbit/s\""]);
const SAS: Values = (&["\"12 Gbit/s\""], &["\"0 Gbit/s\"", "\"inf Gbit/s\""]);
const USB: Values = (&["\"480 Mbit/s\"", "\"10 Gbit/s\""], &["\"0 Mbit/s\"", "\"-5 Gbit/s\""]);
pub const IOPS: Values = (
    &["\"800k IOPS\"", "\"150 IOPS\""],
    &["\"0 IOPS\"", "\"-1 IOPS\"", "\"1e309 IOPS\"", "\"NaN IOPS\""],
);
pub const TIME: Values =
    (&["\"60 us\"", "\"9 ms\""], &["\"0 us\"", "\"-1 us\"", "\"1e300 s\"", "\"NaN s\""]);
pub const BYTES: Values = (
    &["\"128 KiB\"", "\"1 TB\"", "\"9000 B\""],
    &["\"0 B\"", "\"-1 B\"", "\"1e30 TB\"", "\"0.1 B\"", "\"NaN KiB\""],
);
pub const CHUNK: Values = (&["\"128 KiB\"", "\"4 KiB\""], &["\"0 KiB\"", "\"1 B\"", "\"1e30 TB\""]);
pub const COUNT: Values =
    (&["1", "2", "24"], &["0", "-1", "65537", "1000000000", "18446744073709551616"]);
pub const SHARE: Values = (&["0", "70", "100"], &["101", "-1", "4294967296"]);
pub const FLAG: Values = (&["true", "false"], &["\"yes\"", "1"]);
pub const DRIVES: Values = (
    &["[\"a\", \"b\"]", "[\"c\"]", "[\"t0\", \"t1\"]"],
    &["[]", "[\"a\", \"a\"]", "[\"nowhere\"]", "[\"t9\"]", "[\"stripe\"]", "\"a\""],
);

const CEILINGS: [(&str, Values); 4] =
    [("read", RATE), ("write", RATE), ("both", RATE), ("operations", IOPS)];

const TABLES: &[Table] = &[
    (
        "root_complex",
        &[],
        &[("socket", (&["0", "1"], &["-1", "4294967296"])), CEILINGS[0], CEILINGS[1], CEILINGS[2]],
    ),
    (
        "chipset",
        &[("link", LINK)],
        &[("on", PLACE), ("model", (&["\"intel-z170\""], &["\"no-such\""])), CEILINGS[3]],
    ),
    (
        "switch",
        &[("on", PLACE), ("link", LINK)],
        &[CEILINGS[0], CEILINGS[1], CEILINGS[2], CEILINGS[3]],
    ),
    (
        "controller",
        &[
            (
                "kind",
                (&["\"sata\"", "\"sas\"", "\"raid\"", "\"usb\"", "\"nvme\""], &["\"toaster\""]),
            ),
            ("on", PLACE),
        ],
        &[("link", LINK), ("slot", SLOT), CEILINGS[2], CEILINGS[3]],
    ),
    (
        "tunnel",
        &[
            ("on", PLACE),
            ("kind", (&["\"thunderbolt3\"", "\"usb4-40\"", "\"usb2\""], &["\"usb9\""])),
        ],
        &[("link", LINK), CEILINGS[0]],
    ),
    (
        "network",
        &[("on", PLACE), ("rate", BITS)],
        &[
            ("mtu", BYTES),
            ("protocol", (&["\"nvme-tcp\"", "\"smb\""], &["\"pigeon\""])),
            ("connections", COUNT),
        ],
    ),
    (
        "slot",
        &[("on", PLACE), ("link", LINK)],
        &[
            ("splits", (&["[\"x8/x8\"]", "[\"x2/x2\"]"], &["[\"\"]", "[\"x0/x0\"]", "[\"/\"]"])),
            ("split", (&["\"x2/x2\""], &["\"x3/x5\"", "\"\""])),
            ("devices", (&["[\"pcie\", \"sata\"]"], &["[]", "[\"toast\"]"])),
        ],
    ),
    (
        "drive",
        &[("on", PLACE), ("link", LINK)],
        &[
            ("count", COUNT),
            ("slot", SLOT),
            ("slots", SLOTS),
            ("sata", SATA),
            ("sas", SAS),
            ("usb", USB),
            ("spins", FLAG),
            ("size", BYTES),
            ("read", RATE),
            ("write", RATE),
            ("random_read", IOPS),
            ("random_write", IOPS),
            ("read_latency", TIME),
            ("write_latency", TIME),
            ("sequential_latency", TIME),
            ("at_depth", COUNT),
            ("max_depth", COUNT),
            ("measured", FLAG),
            ("fill", SHARE),
            ("cache", BYTES),
            ("write_after_cache", RATE),
            ("protected", FLAG),
            ("encrypted", FLAG),
            ("model", (&["\"samsung-950-pro-256gb\""], &["\"no-such\"", "\"\""])),
        ],
    ),
    (
        "card",
        &[
            ("kind", (&["\"gpu\"", "\"network\"", "\"other\""], &["\"toaster\""])),
            ("slot", SLOT),
            ("link", LINK),
        ],
        &[("sends", RATE), ("receives", RATE), ("on", PLACE)],
    ),
    (
        "array",
        &[
            (
                "level",
                (
                    &["0", "1", "10", "5", "6", "\"jbod\"", "\"raidz1\""],
                    &["7", "-1", "\"\"", "4294967296"],
                ),
            ),
            ("members", DRIVES),
        ],
        &[
            (
                "engine",
                (&["\"md\"", "\"zfs\"", "\"intel-rst\"", "\"windows-stripe\""], &["\"hamster\""]),
            ),
            ("chunk", CHUNK),
            ("drive_buffer", FLAG),
            ("cache", (&["\"none\"", "\"write-back\""], &["\"write-sideways\""])),
            ("bitmap", (&["\"internal\"", "\"external\""], &["\"odd\""])),
            ("controller", PLACE),
            ("write_mostly", DRIVES),
            ("log", DRIVES),
            ("ashift", (&["12"], &["3"])),
            ("direct", FLAG),
        ],
    ),
    (
        "workload",
        &[],
        &[
            ("profile", (&["\"rand-read-4k-q32\""], &["\"rand-read-0k-q0\"", "\"no-such\""])),
            ("pattern", (&["\"random\"", "\"sequential\""], &["\"wavy\""])),
            ("read_share", SHARE),
            ("block", CHUNK),
            ("depth", COUNT),
            ("jobs", COUNT),
            ("on", DRIVES),
            ("interface", (&["\"io-uring\"", "\"sync\""], &["\"post\""])),
            ("at_once", FLAG),
            ("fsync", COUNT),
            ("amount", BYTES),
            ("to", PLACE),
            ("together", PLACE),
            (
                "application",
                (&["{ rate = \"65 MB/s\", overlaps = true }"], &["{ rate = \"0 MB/s\" }", "{}"]),
            ),
        ],
    ),
    (
        "rule",
        &[],
        &[
            ("when", (&["[\"S1\"]", "[\"S1:sata\"]"], &["[\"S9\"]", "[]", "[\":\"]"])),
            (
                "then",
                (
                    &["[{ slot = \"S2\", link = \"3.0 x1\" }]"],
                    &["[{ slot = \"S9\", off = true }]", "[{}]"],
                ),
            ),
        ],
    ),
];

pub const GOOD: &str = r#"schema = "narrows.machine/1"
name = "a machine"
[host]
chipset = "intel-z170"
max_payload = "256 B"
[[switch]]
id = "plx"
on = "cpu"
link = "3.0 x16"
[[slot]]
id = "S1"
on = "plx"
link = "3.0 x4"
[[slot]]
id = "S2"
on = "chipset"
link = "2.0 x4"
[[slot]]
id = "S3"
on = "cpu"
link = "3.0 x8"
[[drive]]
id = "a"
on = "chipset"
link = "3.0 x4"
read = "2300 MB/s"
random_read = "300k IOPS"
read_latency = "80 us"
[[drive]]
id = "b"
model = "samsung-950-pro-256gb"
on = "chipset"
[[drive]]
id = "c"
on = "plx"
sata = "6 Gbit/s"
[[array]]
id = "stripe"
level = 0
chunk = "64 KiB"
members = ["a", "b"]
"#;

fn value((good, bad): Values) -> impl Strategy<Value = &'static str> {
    prop_oneof![15 => select(good), 1 => select(bad)]
}

fn line((key, values): (&'static str, Values), chance: f64) -> impl Strategy<Value = String> {
    let line = value(values).prop_map(move |value| format!("{key} = {value}\n"));
    prop::option::weighted(chance, line).prop_map(Option::unwrap_or_default)
}

/// A table without its `id`.
fn table((name, always, sometimes): Table) -> impl Strategy<Value = String> {
    let always = always.iter().map(|key| line(*key, 0.98).boxed());
    let sometimes = sometimes.iter().map(|key| line(*key, 0.15).boxed());
    let lines: Vec<_> = always.chain(sometimes).collect();
    lines.prop_map(move |lines| format!("[[{name}]]\n@{}", lines.concat()))
}

/// The good file with tables after it, called t0, t1, ... so that each can be on any.
pub fn files() -> impl Strategy<Value = String> {
    let tables: Vec<_> = TABLES.iter().map(|kind| table(*kind).boxed()).collect();
    let tables = prop::collection::vec(proptest::strategy::Union::new(tables), 1..7);
    (tables, prop::option::weighted(0.05, select(vec!["a", "plx", "cpu", "", "t1"]))).prop_map(
        |(tables, same)| {
            let name = |at: usize| same.map_or(format!("t{at}"), str::to_owned);
            let named = |(at, text): (usize, &String)| match text.contains("[[rule]]") {
                true => text.replacen('@', "", 1),
                false => text.replacen('@', &format!("id = \"{}\"\n", name(at)), 1),
            };
            GOOD.to_owned() + &tables.iter().enumerate().map(named).collect::<String>()
        },
    )
}
