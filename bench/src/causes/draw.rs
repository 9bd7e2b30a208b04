//! Machines whose cause is known: the description, and the hardware that answers in its place.

use std::fmt::Write;

use narrows_infer::trial::SplitMix64;

/// A kind of machine.
pub struct CauseFamily {
    pub name: &'static str,
    /// Whether the hardware is not as described.
    pub differs: bool,
    pub draw: fn(&mut SplitMix64) -> DrawnMachine,
}

/// A machine with the cause of one of its limits.
pub struct DrawnMachine {
    pub described: String,
    pub behaves: Option<String>,
    pub faults: Option<String>,
    pub options: Vec<&'static str>,
    /// The drives of the limit; one for a drive's own.
    pub drives: Vec<String>,
    pub right: Vec<ExpectedCause>,
    /// The state of a link that the answer has to name.
    pub state: Option<String>,
}

/// Ids of causes that are right.
pub enum ExpectedCause {
    Is(String),
    Begins(&'static str),
}

impl ExpectedCause {
    pub fn is(&self, id: &str) -> bool {
        match self {
            Self::Is(right) => id == right,
            Self::Begins(right) => id.starts_with(right),
        }
    }
}

pub const FAMILIES: [CauseFamily; 32] = [
    as_described("chipset uplink", |chance| {
        shared(chance, DrawnLocation::Chipset, DrawnChange::None)
    }),
    as_described("switch uplink", |chance| {
        shared(chance, DrawnLocation::Switch, DrawnChange::None)
    }),
    as_described("controller's link", |chance| {
        shared(chance, DrawnLocation::Controller, DrawnChange::None)
    }),
    as_described("ceiling of a controller", |chance| ceiling(chance, "read", true)),
    as_described("IOPS of a controller", |chance| ceiling(chance, "operations", true)),
    as_described("root complex", |chance| root_complex(chance, true)),
    as_described("few cores", |chance| cores(chance, true)),
    as_described("card fills an uplink", |chance| card(chance, true)),
    as_described("a drive's narrow link", |chance| own_link(chance, true)),
    differs("uplink trained lower", |chance| {
        shared(chance, DrawnLocation::Chipset, DrawnChange::Lower)
    }),
    differs("switch trained lower", |chance| {
        shared(chance, DrawnLocation::Switch, DrawnChange::Lower)
    }),
    differs("controller trained lower", |chance| {
        shared(chance, DrawnLocation::Controller, DrawnChange::Lower)
    }),
    differs("uplink faster than described", |chance| {
        shared(chance, DrawnLocation::Chipset, DrawnChange::Faster)
    }),
    differs("switch faster than described", |chance| {
        shared(chance, DrawnLocation::Switch, DrawnChange::Faster)
    }),
    differs("hidden switch", hidden_switch),
    differs("attached elsewhere", attached_elsewhere),
    differs("unknown ceiling of a controller", |chance| ceiling(chance, "read", false)),
    differs("unknown IOPS of a controller", |chance| ceiling(chance, "operations", false)),
    differs("unknown root complex", |chance| root_complex(chance, false)),
    differs("fewer cores than described", |chance| cores(chance, false)),
    differs("unknown card on an uplink", |chance| card(chance, false)),
    differs("a drive's link trained lower", |chance| own_link(chance, false)),
    differs("a drive's link falls", link_falls),
    as_described("root complex of many", |chance| root_complex_of_many(chance, true)),
    differs("unknown root complex of many", |chance| root_complex_of_many(chance, false)),
    differs("network at a lower rate", slower_network),
    differs("USB hub at a lower rate", slower_hub),
    differs("narrower link inside a cable", slower_tunnel),
    differs("SATA, SAS, USB at a lower rate", slower_cable),
    differs("second chipset trained lower", second_chipset),
    differs("unknown IOPS, small requests", |chance| ceiling(chance, "small", false)),
    differs("a slower drive", slower_drive),
];

const fn as_described(
    name: &'static str,
    draw: fn(&mut SplitMix64) -> DrawnMachine,
) -> CauseFamily {
    CauseFamily { name, differs: false, draw }
}

const fn differs(name: &'static str, draw: fn(&mut SplitMix64) -> DrawnMachine) -> CauseFamily {
    CauseFamily { name, differs: true, draw }
}

/// Approximate throughput per lane of each generation after coding and packet overhead, MB/s, so that
/// the intended limit binds in the machines drawn.
const LANE: [f64; 6] = [0.0, 210.0, 420.0, 880.0, 1770.0, 3550.0];

fn carries((generation, lanes): (usize, usize)) -> f64 {
    LANE[generation] * lanes as f64
}

fn link((generation, lanes): (usize, usize)) -> String {
    format!("{generation}.0 x{lanes}")
}

fn pick<T: Copy>(chance: &mut SplitMix64, of: &[T]) -> T {
    of[chance.whole(0, of.len() - 1)]
}

/// A drive: its own link and its read rate.
#[derive(Clone, Copy)]
struct DrawnDrive {
    link: (usize, usize),
    read: f64,
}

impl DrawnDrive {
    fn draw(chance: &mut SplitMix64) -> Self {
        let link = pick(chance, &[(3, 4), (3, 4), (4, 4), (4, 4), (5, 4)]);
        let read = chance.between(0.55, 0.99) * carries(link);
        Self { link, read: (read / 10.0).round() * 10.0 }
    }

    fn text(&self, id: &str, on: &str) -> String {
        let Self { link: own, read } = self;
        format!(
            "[[drive]]\nid = \"{id}\"\n{on}\nlink = \"{}\"\nread = \"{read} MB/s\"\n",
            link(*own)
        )
    }
}

/// Drives of one or two sorts, as machines have them.
fn drives(chance: &mut SplitMix64, count: usize) -> Vec<DrawnDrive> {
    let (a, b) = (DrawnDrive::draw(chance), DrawnDrive::draw(chance));
    let mixed = chance.part() < 0.4;
    (0..count).map(|at| if mixed && at % 2 == 1 { b } else { a }).collect()
}

fn sum(drives: &[DrawnDrive]) -> f64 {
    drives.iter().map(|drive| drive.read).sum()
}

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|at| format!("d{at}")).collect()
}

fn with_drives(mut text: String, drives: &[DrawnDrive], on: impl Fn(usize) -> String) -> String {
    for (at, drive) in drives.iter().enumerate() {
        text.push_str(&drive.text(&format!("d{}", at + 1), &on(at)));
    }
    text
}

fn host(cores: usize) -> String {
    format!("schema = \"narrows.machine/1\"\nname = \"drawn\"\n[host]\ncores = {cores}\n")
}

/// Drives on the processor that share nothing with the others.
fn bystanders(chance: &mut SplitMix64, text: &mut String) {
    for at in 0..chance.whole(0, 2) {
        let drive = DrawnDrive::draw(chance);
        text.push_str(&drive.text(&format!("own{at}"), "on = \"cpu\""));
    }
}

#[derive(Clone, Copy)]
enum DrawnLocation {
    Chipset,
    Switch,
    Controller,
}

impl DrawnLocation {
    fn id(self) -> &'static str {
        match self {
            Self::Chipset => "chipset",
            Self::Switch => "plx",
            Self::Controller => "hba",
        }
    }

    fn text(self, width: (usize, usize)) -> String {
        let (id, link) = (self.id(), link(width));
        match self {
            Self::Chipset => format!("[[chipset]]\nid = \"{id}\"\nlink = \"{link}\"\n"),
            Self::Switch => format!("[[switch]]\nid = \"{id}\"\non = \"cpu\"\nlink = \"{link}\"\n"),
            Self::Controller => format!(
                "[[controller]]\nid = \"{id}\"\nkind = \"sas\"\non = \"cpu\"\nlink = \"{link}\"\n"
            ),
        }
    }

    /// The link above its drives is the limit; a controller and its link are one place.
    fn right(self) -> Vec<ExpectedCause> {
        let kinds = ["uplink", "link", "controller"];
        kinds.map(|kind| ExpectedCause::Is(format!("{kind}:{}", self.id()))).into()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum DrawnChange {
    None,
    Lower,
    Faster,
}

/// A link that drives share. The lesser of the two links is narrow enough to be filled by them.
fn shared(chance: &mut SplitMix64, place: DrawnLocation, change: DrawnChange) -> DrawnMachine {
    let sas = matches!(place, DrawnLocation::Controller);
    let real = loop {
        let width = (chance.whole(2, 5), pick(chance, &[2, 4, 8]));
        // A link that the drives cannot fill is no bottleneck.
        if !sas || 1.2 * carries(width) < SAS_DRIVES_MOST as f64 * SAS_READ_MOST {
            break width;
        }
    };
    let (generation, lanes) = real;
    let described = match change {
        DrawnChange::None => real,
        DrawnChange::Lower if generation < 5 && chance.part() < 0.5 => (generation + 1, lanes),
        DrawnChange::Lower if chance.part() < 0.5 => (generation, 2 * lanes),
        DrawnChange::Lower => ((generation + 1).min(5), 2 * lanes),
        DrawnChange::Faster if generation > 2 && chance.part() < 0.5 => (generation - 1, lanes),
        DrawnChange::Faster => (generation, (lanes / 2).max(1)),
    };
    let drives = if sas {
        let capacity = carries(real);
        let read = chance.between(0.5, 0.95) * SAS_READ_MOST.min(capacity);
        let read = (read / 10.0).round() * 10.0;
        let count = ((1.5 * capacity / read).ceil() as usize).clamp(2, SAS_DRIVES_MOST);
        let read = read.max(1.6 * capacity / count as f64).min(SAS_READ_MOST);
        vec![DrawnDrive { link: (0, 0), read }; count]
    } else {
        filling(chance, carries(real))
    };
    let mut rest = String::new();
    bystanders(chance, &mut rest);
    let on = |_| format!("on = \"{}\"", place.id());
    let text = |width| {
        let text = host(16) + &place.text(width);
        if sas { with_sas(text, &drives) } else { with_drives(text, &drives, on) + &rest }
    };
    DrawnMachine {
        described: text(described),
        behaves: (change != DrawnChange::None).then(|| text(real)),
        drives: names(drives.len()),
        ..machine(place.right())
    }
}

fn machine(right: Vec<ExpectedCause>) -> DrawnMachine {
    DrawnMachine {
        described: String::new(),
        behaves: None,
        faults: None,
        options: Vec::new(),
        drives: Vec::new(),
        right,
        state: None,
    }
}

/// As many drives as want at least 1.4 times the capacity, two or more, and at most eight.
fn filling(chance: &mut SplitMix64, capacity: f64) -> Vec<DrawnDrive> {
    loop {
        let count = chance.whole(2, 8);
        let drives = drives(chance, count);
        // Each is below its limit by itself, so that they share it.
        if sum(&drives) > 1.4 * capacity && drives.iter().all(|it| it.read < 0.9 * capacity) {
            return drives;
        }
        if chance.part() < 0.02 {
            // Slower drives for a narrow link.
            let slow = DrawnDrive { link: (3, 4), read: (capacity * 0.6).round() };
            return vec![slow; chance.whole(3, 5)];
        }
    }
}

/// The most drives behind a controller, and the most that one of them reads over 12 Gbit/s, MB/s.
const SAS_DRIVES_MOST: usize = 24;
const SAS_READ_MOST: f64 = 1100.0;

fn with_sas(mut text: String, drives: &[DrawnDrive]) -> String {
    for (at, drive) in drives.iter().enumerate() {
        let _ = write!(
            text,
            "[[drive]]\nid = \"d{}\"\non = \"hba\"\nsas = \"12 Gbit/s\"\nread = \"{} MB/s\"\n",
            at + 1,
            drive.read.round()
        );
    }
    text
}

/// The same with a rate of small requests.
fn with_small_sas(text: String, drives: &[DrawnDrive], iops: f64) -> String {
    let figures = format!("random_read = \"{iops:.0} IOPS\"\nread_latency = \"90 us\"\nread =");
    with_sas(text, drives).replace("read =", &figures)
}

/// A controller with its own ceiling, in bytes or in requests.
fn ceiling(chance: &mut SplitMix64, of: &str, is_described: bool) -> DrawnMachine {
    let width = pick(chance, &[(3, 8), (4, 8), (3, 16)]);
    let mut most = chance.between(0.3, 0.8) * carries(width);
    let count = chance.whole(8, 24);
    // The ceiling binds, and below it nothing else does.
    most = most.min(0.7 * 1050.0 * count as f64).round();
    let drives =
        vec![
            DrawnDrive { link: (0, 0), read: (1.1 * 1.4 * most / count as f64).min(1100.0) };
            count
        ];
    // Of 4 KiB each drive takes as many requests as together fill the ceiling three times.
    let small = (most * 1e6 / 131_072.0 * 8.0).round();
    let (key, value) = match of {
        "read" => ("read", format!("{most} MB/s")),
        "small" => ("operations", format!("{small} IOPS")),
        _ => ("operations", format!("{} IOPS", (most * 1e6 / 131_072.0).round())),
    };
    let plain = host(32) + &DrawnLocation::Controller.text(width);
    let with_sas = |text: String, drives: &[DrawnDrive]| match of {
        "small" => with_small_sas(text, drives, 3.0 * small / count as f64),
        _ => with_sas(text, drives),
    };
    let real = with_sas(format!("{plain}{key} = \"{value}\"\n"), &drives);
    let described = if is_described { real.clone() } else { with_sas(plain, &drives) };
    let right = match of {
        "read" => vec![
            ExpectedCause::Is("controller:hba".to_owned()),
            ExpectedCause::Is("ceiling:hba".to_owned()),
        ],
        _ => vec![ExpectedCause::Begins("controller:requests")],
    };
    DrawnMachine {
        described,
        behaves: (!is_described).then_some(real),
        drives: names(count),
        options: if of == "small" { vec!["--workload", "rand-read-4k-q32"] } else { Vec::new() },
        ..machine(right)
    }
}

/// A root complex that carries less than the links below it.
fn root_complex(chance: &mut SplitMix64, is_described: bool) -> DrawnMachine {
    let count = chance.whole(4, 16);
    let drive = DrawnDrive { link: (4, 4), read: (chance.between(0.6, 0.98) * 7000.0).round() };
    let drives = vec![drive; count];
    let most = (chance.between(0.3, 0.75) * sum(&drives)).round();
    root_complex_of(most, &drives, is_described)
}

/// Servers with up to 56 drives on one processor, which moves some 40 GB/s.
fn root_complex_of_many(chance: &mut SplitMix64, is_described: bool) -> DrawnMachine {
    let count = chance.whole(16, 56);
    let drive = DrawnDrive { link: (4, 4), read: (chance.between(0.6, 0.98) * 7000.0).round() };
    let most = chance.between(36_000.0, 44_000.0).round();
    root_complex_of(most, &vec![drive; count], is_described)
}

fn root_complex_of(most: f64, drives: &[DrawnDrive], is_described: bool) -> DrawnMachine {
    let count = drives.len();
    let ceiling = format!("read = \"{most} MB/s\"\n");
    let head = host(64) + "[[root_complex]]\nid = \"rc1\"\nsocket = 0\n";
    let on = |_| "on = \"rc1\"".to_owned();
    let real = with_drives(format!("{head}{ceiling}"), drives, on);
    let described = if is_described { real.clone() } else { with_drives(head, drives, on) };
    DrawnMachine {
        described,
        behaves: (!is_described).then_some(real),
        drives: names(count),
        ..machine(vec![
            ExpectedCause::Begins("root_complex:"),
            ExpectedCause::Is("uplink:rc1".to_owned()),
        ])
    }
}

/// Too few cores for the requests of this many drives.
fn cores(chance: &mut SplitMix64, is_described: bool) -> DrawnMachine {
    let count = chance.whole(8, 16);
    let drive = DrawnDrive { link: (5, 4), read: (chance.between(0.8, 0.98) * 13_500.0).round() };
    let drives = vec![drive; count];
    let on = |_| "on = \"cpu\"".to_owned();
    let text = |cores: usize| {
        with_drives(format!("{}clock = \"{:.1} GHz\"\n", host(cores), 2.0), &drives, on)
    };
    let few = 1;
    DrawnMachine {
        described: text(if is_described { few } else { 16 }),
        behaves: (!is_described).then(|| text(few)),
        drives: names(count),
        ..machine(vec![ExpectedCause::Is("cpu:cores".to_owned())])
    }
}

/// A network card whose traffic takes a part of a shared link.
fn card(chance: &mut SplitMix64, is_described: bool) -> DrawnMachine {
    let width = pick(chance, &[(3, 4), (4, 4), (3, 8), (4, 8)]);
    let taken = (chance.between(0.3, 0.6) * carries(width)).round();
    let left = carries(width) - taken;
    let drives = filling(chance, left);
    let place = pick(chance, &[DrawnLocation::Chipset, DrawnLocation::Switch]);
    let on = |_| format!("on = \"{}\"", place.id());
    let text = |sends: &str| {
        let card = format!(
            "[[card]]\nid = \"nic\"\nkind = \"network\"\non = \"{}\"\nlink = \"4.0 x8\"\n{sends}",
            place.id()
        );
        with_drives(host(16) + &place.text(width) + &card, &drives, on)
    };
    let real = text(&format!("sends = \"{taken} MB/s\"\n"));
    let right = if is_described {
        place.right().into_iter().chain([ExpectedCause::Begins("traffic:")]).collect()
    } else {
        vec![ExpectedCause::Begins("traffic:")]
    };
    DrawnMachine {
        described: if is_described { real.clone() } else { text("") },
        behaves: (!is_described).then_some(real),
        drives: names(drives.len()),
        ..machine(right)
    }
}

/// A drive whose own link is narrower than the drive.
fn own_link(chance: &mut SplitMix64, is_described: bool) -> DrawnMachine {
    let fast =
        DrawnDrive { link: (4, 4), read: (chance.between(0.8, 0.99) * carries((4, 4))).round() };
    let narrow = pick(chance, &[(3, 1), (3, 2), (4, 1), (4, 2), (3, 4), (1, 4)]);
    let other = DrawnDrive::draw(chance);
    let text = |width| {
        let slot = format!("[[slot]]\nid = \"S1\"\non = \"cpu\"\nlink = \"{}\"\n", link(width));
        let drives = fast.text("d1", "slot = \"S1\"") + &other.text("d2", "on = \"cpu\"");
        host(16) + &slot + &drives
    };
    DrawnMachine {
        described: text(if is_described { narrow } else { (4, 4) }),
        behaves: (!is_described).then(|| text(narrow)),
        drives: vec!["d1".to_owned()],
        ..machine(vec![ExpectedCause::Begins("link:")])
    }
}

/// Drives that are described as on links of their own and share one.
fn hidden_switch(chance: &mut SplitMix64) -> DrawnMachine {
    let width = pick(chance, &[(3, 4), (3, 8), (4, 4), (4, 8), (3, 2)]);
    let drives = filling(chance, carries(width));
    let mut rest = String::new();
    bystanders(chance, &mut rest);
    let described = with_drives(host(16), &drives, |_| "on = \"cpu\"".to_owned()) + &rest;
    let switch = host(16) + &DrawnLocation::Switch.text(width);
    let behaves = with_drives(switch, &drives, |_| "on = \"plx\"".to_owned()) + &rest;
    DrawnMachine {
        described,
        behaves: Some(behaves),
        drives: names(drives.len()),
        ..machine(vec![
            ExpectedCause::Begins("uplink:unseen"),
            ExpectedCause::Begins("link:unseen"),
        ])
    }
}

/// One drive more than described behind a shared link.
fn attached_elsewhere(chance: &mut SplitMix64) -> DrawnMachine {
    let width = pick(chance, &[(3, 4), (4, 4), (3, 8)]);
    let drives = loop {
        let drives = filling(chance, carries(width));
        if drives.len() > 2 {
            break drives;
        }
    };
    let place = pick(chance, &[DrawnLocation::Chipset, DrawnLocation::Switch]);
    let at = chance.whole(0, drives.len() - 1);
    let head = host(16) + &place.text(width);
    let there = format!("on = \"{}\"", place.id());
    let described = with_drives(head.clone(), &drives, |drive| {
        if drive == at { "on = \"cpu\"".to_owned() } else { there.clone() }
    });
    DrawnMachine {
        described,
        behaves: Some(with_drives(head, &drives, |_| there.clone())),
        drives: names(drives.len()),
        ..machine(place.right())
    }
}

/// A drive's link that loses lanes while it runs.
fn link_falls(chance: &mut SplitMix64) -> DrawnMachine {
    let fast =
        DrawnDrive { link: (4, 4), read: (chance.between(0.8, 0.99) * carries((4, 4))).round() };
    let text =
        fast.text("d1", "on = \"cpu\"") + &DrawnDrive::draw(chance).text("d2", "on = \"cpu\"");
    let lanes = pick(chance, &[1, 2]);
    let from = chance.whole(1, 500);
    let faults = format!(
        "schema = \"narrows.faults/1\"\n[[fault]]\nwhat = \"d1\"\nfrom = \"{from} ms\"\n\
         kind = \"link\"\nlanes = {lanes}\n"
    );
    DrawnMachine {
        described: host(16) + &text,
        faults: Some(faults),
        drives: vec!["d1".to_owned()],
        ..machine(vec![ExpectedCause::Begins("link:")])
    }
}

/// Two rates of a list, the greater first.
fn two_rates(chance: &mut SplitMix64, rates: &[f64]) -> [f64; 2] {
    let high = chance.whole(1, rates.len() - 1);
    let low = chance.whole(high.saturating_sub(2), high - 1);
    [rates[high], rates[low]]
}

/// Drives behind a network link that negotiated a lower rate.
fn slower_network(chance: &mut SplitMix64) -> DrawnMachine {
    let [described, real] = two_rates(chance, &[5.0, 10.0, 25.0, 40.0, 50.0, 100.0]);
    let drives = filling(chance, real * 118.0);
    let (protocol, mtu) =
        pick(chance, &[("nvme-rdma", 9000), ("nvme-tcp", 9000), ("nvme-rdma", 1500)]);
    let connections = if protocol == "nvme-tcp" { "connections = 8\n" } else { "" };
    let text = |rate: f64| {
        let network = format!(
            "[[network]]\nid = \"net\"\non = \"cpu\"\nrate = \"{rate} Gbit/s\"\nmtu = \"{mtu} B\"\n\
             protocol = \"{protocol}\"\n{connections}"
        );
        with_drives(host(32) + &network, &drives, |_| "on = \"net\"".to_owned())
    };
    DrawnMachine {
        described: text(described),
        behaves: Some(text(real)),
        drives: names(drives.len()),
        state: Some(format!("Ethernet {real} Gbit/s")),
        ..machine(vec![
            ExpectedCause::Is("link:net".to_owned()),
            ExpectedCause::Is("uplink:net".to_owned()),
        ])
    }
}

/// A drive on a cable: the key of its rate, and what it reads.
fn cabled(id: &str, on: &str, link: &str, read: f64) -> String {
    format!("[[drive]]\nid = \"{id}\"\non = \"{on}\"\n{link}\nread = \"{read:.0} MB/s\"\n")
}

/// A hub in a slower port.
fn slower_hub(chance: &mut SplitMix64) -> DrawnMachine {
    let [described, real] = two_rates(chance, &[480.0, 5000.0, 10_000.0, 20_000.0]);
    let count = chance.whole(2, 4);
    let carries = if real < 1000.0 { 40.0 } else { real * 0.09 };
    let read = carries * chance.between(0.75, 0.88);
    let text = |rate: f64| {
        let mut text = host(8)
            + &format!(
                "[[controller]]\nid = \"xhci\"\nkind = \"usb\"\non = \"cpu\"\n[[hub]]\nid = \"hub\"\n\
                        on = \"xhci\"\nrate = \"{rate} Mbit/s\"\n"
            );
        for at in 1..=count {
            let link = format!("usb = \"{described} Mbit/s\"");
            text += &cabled(&format!("d{at}"), "hub", &link, read);
        }
        text
    };
    DrawnMachine {
        described: text(described),
        behaves: Some(text(real)),
        drives: names(count),
        state: Some(format!("USB {real} Mbit/s")),
        ..machine(vec![
            ExpectedCause::Is("link:hub".to_owned()),
            ExpectedCause::Is("uplink:hub".to_owned()),
        ])
    }
}

/// A Thunderbolt or USB4 enclosure with fewer lanes inside than described.
fn slower_tunnel(chance: &mut SplitMix64) -> DrawnMachine {
    let kind = pick(chance, &["thunderbolt3", "thunderbolt4"]);
    let real = pick(chance, &["3.0 x2", "3.0 x1", "2.0 x4"]);
    let lanes: f64 = match real {
        "3.0 x2" => 2.0,
        _ => 1.0,
    };
    let read = lanes * 850.0 * chance.between(0.6, 0.85) * if real == "2.0 x4" { 1.8 } else { 1.0 };
    let count = chance.whole(2, 3);
    let text = |link: &str| {
        let mut text = host(8)
            + &format!(
                "[[tunnel]]\nid = \"dock\"\non = \"cpu\"\nkind = \"{kind}\"\nlink = \"{link}\"\n"
            );
        for at in 1..=count {
            text += &cabled(&format!("d{at}"), "dock", "link = \"3.0 x4\"", read);
        }
        text
    };
    DrawnMachine {
        described: text("3.0 x4"),
        behaves: Some(text(real)),
        drives: names(count),
        state: Some(real.to_owned()),
        ..machine(vec![
            ExpectedCause::Is("link:dock".to_owned()),
            ExpectedCause::Is("uplink:dock".to_owned()),
        ])
    }
}

/// One drive whose own cable negotiated less than it can.
fn slower_cable(chance: &mut SplitMix64) -> DrawnMachine {
    let (key, kind, unit, rates): (_, _, _, &[f64]) = pick(
        chance,
        &[
            ("sata", "sata", "Gbit/s", &[1.5, 3.0, 6.0]),
            ("sas", "sas", "Gbit/s", &[3.0, 6.0, 12.0]),
            ("usb", "usb", "Mbit/s", &[480.0, 5000.0, 10_000.0]),
        ],
    );
    let [described, real] = two_rates(chance, rates);
    let carries = if unit == "Mbit/s" { described * 0.1 } else { described * 92.0 };
    let read = carries * chance.between(0.88, 0.95);
    let text = |rate: f64| {
        let mut text = host(8)
            + &format!(
                "[[controller]]\nid = \"c\"\nkind = \"{kind}\"\non = \"cpu\"\nlink = \"3.0 x8\"\n"
            );
        for at in 1..=4 {
            let rate = if at == 1 { rate } else { described };
            text += &cabled(&format!("d{at}"), "c", &format!("{key} = \"{rate} {unit}\""), read);
        }
        text
    };
    DrawnMachine {
        described: text(described),
        behaves: Some(text(real)),
        drives: names(1),
        state: Some(format!("{} {real} {unit}", key.to_uppercase())),
        ..machine(vec![ExpectedCause::Begins("link:")])
    }
}

/// Two chipsets in a row, as on X670E: the second one's uplink fell.
fn second_chipset(chance: &mut SplitMix64) -> DrawnMachine {
    let real = pick(chance, &[(3, 4), (4, 2), (3, 2)]);
    let drives = filling(chance, carries(real));
    let text = |width| {
        let chipsets = format!(
            "[[chipset]]\nid = \"chipset\"\nlink = \"4.0 x4\"\n[[chipset]]\nid = \"second\"\non = \"chipset\"\n\
             link = \"{}\"\n",
            link(width)
        );
        let other = DrawnDrive { link: (3, 4), read: 2000.0 }.text("c", "on = \"chipset\"");
        with_drives(host(16) + &chipsets + &other, &drives, |_| "on = \"second\"".to_owned())
    };
    DrawnMachine {
        described: text((4, 4)),
        behaves: Some(text(real)),
        drives: names(drives.len()),
        state: Some(link(real)),
        ..machine(vec![ExpectedCause::Is("uplink:second".to_owned())])
    }
}

/// A drive that is slower than described, at no link's rate.
fn slower_drive(chance: &mut SplitMix64) -> DrawnMachine {
    let fast = (chance.between(0.8, 0.98) * carries((4, 4))).round();
    let part = loop {
        let part = chance.between(0.3, 0.8);
        // Not what the link would carry in another state.
        if [0.5, 0.25].iter().all(|state| (part * fast / carries((4, 4)) - state).abs() > 0.04) {
            break part;
        }
    };
    let text = |read: f64| {
        let mut drives = vec![DrawnDrive { link: (4, 4), read: fast }; 3];
        drives[0].read = read.round();
        with_drives(host(16), &drives, |_| "on = \"cpu\"".to_owned())
    };
    DrawnMachine {
        described: text(fast),
        behaves: Some(text(part * fast)),
        drives: names(1),
        ..machine(vec![ExpectedCause::Begins("drive:")])
    }
}
