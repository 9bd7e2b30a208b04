//! Whole machines: machine files that come with the program, by name.
//!
//! They stand in `data/machines/<board>/<name>.toml` and are read like any other machine file;
//! `catalog:<board>/<name>` names one on the command line.

macro_rules! machines {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../data/machines/", $name, ".toml")))),*]
    };
}

const MACHINES: &[(&str, &str)] = machines! {
    "asrock-z170-oc-formula/3x-m8pe"
    "asrock-z170-oc-formula/3x-m8pe-on-cpu"
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
    "published/am5-sn8100-kc3000"
    "published/bedrock-v3000-2x-legend710"
    "published/cm4-980"
    "published/ds1019-760p"
    "published/ds1520-kc3000"
    "published/ds1522"
    "published/ds1823xs-sn850x"
    "published/ds720"
    "published/ds918"
    "published/esc8000-v100-p2p"
    "published/h110-sm951"
    "published/h55-vertex-le"
    "published/h800-nvme-p2p"
    "published/ich-4x-raptor"
    "published/md-raid1-2x-1600gb"
    "published/md-raid5-5x-980pro"
    "published/p3600-depth-sweep"
    "published/pcduino3-usb2"
    "published/pi5-p3plus"
    "published/rock5c-nvme"
    "published/rs1221-980"
    "published/rs3617rpxs-970evoplus"
    "published/win10-850evo"
    "published/win10-860qvo"
    "published/x399-2x-990evoplus"
    "published/x570-aorus-2tb"
    "published/x570-b450-aorus-gen4"
    "published/z97-m2-xp941"
    "published/zfs-sata-ssd"
};

/// The machine file of that name.
pub fn machine(name: &str) -> Option<&'static str> {
    MACHINES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    MACHINES.iter().map(|(name, _)| *name)
}
