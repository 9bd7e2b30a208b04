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
    "gigabyte-ga-z170x-ud5/2x-950pro"
    "gigabyte-ga-z170mx-gaming-5/2x-ssd750"
    "asus-z170-a/sm961"
    "msi-x99s-sli-plus/3x-hg6"
};

/// The machine file of that name.
pub fn machine(name: &str) -> Option<&'static str> {
    MACHINES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    MACHINES.iter().map(|(name, _)| *name)
}
