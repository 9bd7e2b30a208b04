//! Whole machines: machine files that come with the program, by name.
//!
//! They stand in `data/machines/<board>/<name>.toml` and are read like any other machine file;
//! `catalog:<board>/<name>` names one on the command line.

use serde::Deserialize;

use crate::own;

macro_rules! machines {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../data/machines/", $name, ".toml")))),*]
    };
}

const MACHINES: &[(&str, &str)] = machines! {
    "asrock-z170-oc-formula/3x-m8pe"
    "asrock-z170-oc-formula/3x-m8pe-on-cpu"
    "asrock-z170-oc-formula/full"
    "gigabyte-ga-z170x-ud5/2x-950pro"
    "gigabyte-ga-z170x-ud5/2x-950pro-split"
    "gigabyte-ga-z170x-ud5/2x-1600"
    "gigabyte-ga-z170mx-gaming-5/2x-ssd750"
    "gigabyte-ga-z170mx-gaming-5/2x-ssd750-linux"
    "gigabyte-ga-z170mx-gaming-5/2x-ssd750-single"
    "asus-z170-a/sm961"
    "asus-z170-a/2x-960pro"
    "asus-z170-a/2x-960pro-split"
    "asus-z170-pro-gaming/sm961"
    "msi-x99s-sli-plus/3x-hg6"
    "published/890gx-vertex-le"
    "published/980pro-1-seq4k-read"
    "published/980pro-2-raid10f2-seq4k-read"
    "published/980pro-2-raid10f2-seq512k-read"
    "published/980pro-4-raid0-seq4k-read"
    "published/980pro-4-raid0-seq512k-read"
    "published/accelsior-e2-gen2x1"
    "published/am5-sn8100-kc3000"
    "published/amd4rc-16-four-each"
    "published/amd4rc-17-uneven"
    "published/amd4rc-19-spread"
    "published/amd4rc-30-all"
    "published/amd4rc-4+4-on-two-rc"
    "published/amd4rc-6-on-one-rc"
    "published/amd4rc-8-on-one-rc-blind"
    "published/aorus-aic-8x-read"
    "published/aorus-aic-8x-write"
    "published/ax161-raid10-sync16k-write"
    "published/bedrock-v3000-2x-legend710"
    "published/c224-4hdd-raid10-read"
    "published/c224-4hdd-raid10-write"
    "published/c224-4hdd-raid5-write"
    "published/cm4-1qvo-mixed4k"
    "published/cm4-4qvo-raid0-mixed4k"
    "published/cm4-4qvo-raid0-read"
    "published/cm4-4qvo-raid0-write"
    "published/cm4-980"
    "published/cm4-mx500-read"
    "published/cn8030-gen2x1-dd"
    "published/cn8030-gen3x1-dd"
    "published/dl385-24nvme-raw-rand4k"
    "published/dl385-md-raid5-rand4k-4.18"
    "published/dl385-md-raid5-rand4k-5.14"
    "published/dl385-md-raid5-seq1m"
    "published/ds1019-760p"
    "published/ds1520-kc3000"
    "published/ds1522"
    "published/ds1821-card-gen3x4-hdparm"
    "published/ds1821-onboard-gen3x2-hdparm"
    "published/ds1823xs-sn850x"
    "published/ds720"
    "published/ds918"
    "published/esc8000-v100-p2p"
    "published/gen5x2-9100pro-pagecache"
    "published/gen5x2-9100pro-read"
    "published/h110-sm951"
    "published/h55-vertex-le"
    "published/h800-nvme-p2p"
    "published/hx14900-2drives-step-stream"
    "published/hx14900-cpu-plus-chipset-2drives"
    "published/ich-4x-raptor"
    "published/imx8mm-gen2x1-dd"
    "published/koroneia-3-rand4k-16t"
    "published/ktsaou-md-raid5-read"
    "published/ktsaou-md-raid5-write"
    "published/ktsaou-raidz2-read"
    "published/md-raid1-2x-1600gb"
    "published/md-raid5-5x-980pro"
    "published/nx05-1-rand4k-64t"
    "published/nx05-8-rand4k-64t"
    "published/nx05-8-randwrite4k-64t"
    "published/nx05-raid0-4-rand4k-1t"
    "published/nx05-raid0-8-rand4k-1t-uring"
    "published/nx05-raid0-8-rand4k-64t"
    "published/odroidh2-gen2x4-read"
    "published/odroidh2-gen2x4-write"
    "published/odroidh2-sata-860evo-read"
    "published/odroidh2-sata-hg6-write"
    "published/orangepi5-gen1x1-read"
    "published/orangepi5-gen1x1-write"
    "published/p3600-depth-sweep"
    "published/p3600-md-raid1-write64k"
    "published/p5800x-1t-qd8-randwrite"
    "published/pcduino3-usb2"
    "published/pi4-usb3-ssd-hdparm"
    "published/pi4-usb3-ssd-rand4k"
    "published/pi5-gen2x1-rand4k-read"
    "published/pi5-gen2x1-rand4k-write"
    "published/pi5-gen3x1-rand4k-read"
    "published/pi5-p3plus"
    "published/portmult-5disks-128k"
    "published/portmult-5disks-32k"
    "published/quanta-3nvme-rand4k"
    "published/r5c-nvme-tcp-1g-read"
    "published/r5c-nvme-tcp-1g-write"
    "published/roce-1-target"
    "published/roce-2-targets"
    "published/roce-4-targets"
    "published/rock5-usb-hub-read"
    "published/rock5-usb-hub-write"
    "published/rock5-usb-separate-read"
    "published/rock5-usb-separate-write"
    "published/rock5b-2xusb3-raid0-write"
    "published/rock5b-usb2-read"
    "published/rock5b-usb3-read-16m"
    "published/rock5b-usb3-read-1m"
    "published/rock5c-nvme"
    "published/rs1221-980"
    "published/rs3617rpxs-970evoplus"
    "published/s3700-24-rand4k-read"
    "published/s3700-24-seq128k-read"
    "published/s3700-24-seq128k-write"
    "published/s3700-4-seq128k-read"
    "published/sas2008-8ssd-rand4k"
    "published/sas2008-8ssd-read"
    "published/sas9202-16e-read"
    "published/smb-10g-raidz2-read"
    "published/smb-10g-ramdisk-read"
    "published/tb3-sonnet-wdblack-read"
    "published/usb4-asm2464-sn7100-ddwrite"
    "published/usb4-asm2464-sn7100-hdparm"
    "published/valkyria1-2pm9a3-raid0-qd1"
    "published/valkyria3-2pm1733-raid0-qd1"
    "published/win10-850evo"
    "published/win10-860qvo"
    "published/x299-vroc-raid0-optane-qd1"
    "published/x399-2x-990evoplus"
    "published/x470-chipset-m2-gen2x4-read"
    "published/x470-raidxpert-driver-qd1"
    "published/x570-aorus-2tb"
    "published/x570-b450-aorus-gen4"
    "published/x86-gen2x1-dd"
    "published/x86-gen3x1-dd"
    "published/x86-gen3x4-dd"
    "published/x8sax-2lsi-16x25e-read"
    "published/z170-irst-3x950pro-read"
    "published/z370-chipset-m2-sx8200-read"
    "published/z97-m2-xp941"
    "published/zfs-sata-ssd"
};

/// A machine file by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMachine {
    /// What `catalog:` names it by.
    pub name: &'static str,
    pub text: &'static str,
    /// The user's file; none for one of ours.
    pub file: Option<&'static str>,
    /// It stands for one of ours with the same name.
    pub replaces: bool,
}

impl NamedMachine {
    /// What the file says that it is; none where it does not say, or is no TOML.
    pub fn title(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Titled {
            name: Option<String>,
        }
        toml::from_str::<Titled>(self.text).ok()?.name
    }
}

/// The machine file of that name.
pub fn machine(name: &str) -> Option<&'static str> {
    named(name).map(|machine| machine.text)
}

/// The machine of that name, with where it comes from.
pub fn named(name: &str) -> Option<NamedMachine> {
    all().find(|machine| machine.name == name)
}

/// All machines, the user's first.
pub fn all() -> impl Iterator<Item = NamedMachine> {
    let is_ours = |name: &str| MACHINES.iter().any(|(known, _)| *known == name);
    let own = own::machines().iter().map(move |it| NamedMachine {
        name: &it.name,
        text: &it.file.text,
        file: Some(&it.file.path),
        replaces: is_ours(&it.name),
    });
    let ours =
        MACHINES.iter().filter(|(name, _)| own::machines().iter().all(|it| it.name != *name));
    let ours = ours.map(|(name, text)| NamedMachine { name, text, file: None, replaces: false });
    own.chain(ours)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|machine| machine.name)
}
