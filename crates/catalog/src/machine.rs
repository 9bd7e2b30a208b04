//! Whole machines: machine files that come with the program, by name.
//!
//! They are in `data/machines/<board>/<name>.toml` and are read like any other machine file;
//! `catalog:<board>/<name>` names one on the command line.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::own;
use crate::packed::{PackedText, packed};

static TEXTS: PackedText = packed!("machines");

/// Names and texts of our own machine files.
static OURS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let mut rest = TEXTS.text().split('\0');
    std::iter::from_fn(|| Some((rest.next()?, rest.next()?))).collect()
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMachine {
    /// Its name for `catalog:`.
    pub name: &'static str,
    pub text: &'static str,
    /// The user's file; `None` for one of ours.
    pub file: Option<&'static str>,
    /// Replaces one of ours with the same name.
    pub replaces: bool,
}

impl NamedMachine {
    /// The description in the file; `None` if it has none, or is not TOML.
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

/// The machine of that name, with its origin.
pub fn named(name: &str) -> Option<NamedMachine> {
    all().find(|machine| machine.name == name)
}

/// All machines, the user's first.
pub fn all() -> impl Iterator<Item = NamedMachine> {
    let is_ours = |name: &str| OURS.iter().any(|(known, _)| *known == name);
    let own = own::machines().iter().map(move |it| NamedMachine {
        name: &it.name,
        text: &it.file.text,
        file: Some(&it.file.path),
        replaces: is_ours(&it.name),
    });
    let ours = OURS.iter().filter(|(name, _)| own::machines().iter().all(|it| it.name != *name));
    let ours = ours.map(|(name, text)| NamedMachine { name, text, file: None, replaces: false });
    own.chain(ours)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|machine| machine.name)
}
