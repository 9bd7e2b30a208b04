//! Whole machines: machine files that come with the program, by name.
//!
//! They stand in `data/machines/<board>/<name>.toml` and are read like any other machine file;
//! `catalog:<board>/<name>` names one on the command line.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::own;
use crate::packed::{PackedText, packed};

static TEXTS: PackedText = packed!("machines");

/// Names and texts of our own machine files.
fn ours() -> &'static [(&'static str, &'static str)] {
    static MACHINES: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let mut rest = TEXTS.text().split('\0');
        std::iter::from_fn(|| Some((rest.next()?, rest.next()?))).collect()
    })
}

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
        struct MachineTitle {
            name: Option<String>,
        }
        toml::from_str::<MachineTitle>(self.text).ok()?.name
    }
}

pub fn machine(name: &str) -> Option<&'static str> {
    named(name).map(|machine| machine.text)
}

/// The machine of that name, with where it comes from.
pub fn named(name: &str) -> Option<NamedMachine> {
    all().find(|machine| machine.name == name)
}

/// All machines, the user's first.
pub fn all() -> impl Iterator<Item = NamedMachine> {
    let is_ours = |name: &str| ours().iter().any(|(known, _)| *known == name);
    let own = own::machines().iter().map(move |it| NamedMachine {
        name: &it.name,
        text: &it.file.text,
        file: Some(&it.file.path),
        replaces: is_ours(&it.name),
    });
    let ours = ours().iter().filter(|(name, _)| own::machines().iter().all(|it| it.name != *name));
    let ours = ours.map(|(name, text)| NamedMachine { name, text, file: None, replaces: false });
    own.chain(ours)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|machine| machine.name)
}
