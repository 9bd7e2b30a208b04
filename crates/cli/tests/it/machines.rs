//! Every machine of the catalogue and every capture of the project, with the answers for it. The modules behind
//! the commands are called, without a process each, and once for all tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use narrows_record::lanes::LanesDocument;
use narrows_record::plan::PlanDocument;
use narrows_verdict::answer::inventory::InventoriedMachine;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::answer::{TimeBudget, lanes, plan};
use serde_json::Value;

use crate::home::program;

const FIXTURES: [&str; 3] = ["two-socket-8.tar.gz", "x2-slot.tar.gz", "z170-trio.tar.gz"];

/// Every machine of the catalogue, the published ones among them.
pub fn catalogue() -> impl Iterator<Item = SourceMachine> {
    let of = |name| SourceMachine::of_catalogue(name);
    narrows_catalog::machine::names().map(move |name| of(name).expect(name))
}

/// Those, and every capture.
pub fn all() -> impl Iterator<Item = SourceMachine> {
    let fixture = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
        SourceMachine::of_bytes(name, &std::fs::read(path).unwrap(), None).expect(name)
    };
    catalogue().chain(FIXTURES.map(fixture))
}

/// Listings of the collection that `NARROWS_CAPTURES` names; none without one.
pub fn collection() -> impl Iterator<Item = SourceMachine> {
    let folder = std::env::var_os("NARROWS_CAPTURES").map(std::path::PathBuf::from);
    let folders = folder.into_iter().flat_map(|of| ["lspci", "pastes"].map(|name| of.join(name)));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).expect("the collection"));
    files.filter_map(|file| {
        let path = file.expect("a file").path();
        let name = path.file_name()?.to_str()?.to_owned();
        // Some are there to be refused.
        SourceMachine::of_bytes(&name, &std::fs::read(&path).unwrap(), None).ok()
    })
}

pub struct Answered {
    pub name: String,
    pub lanes: LanesDocument,
    /// `None` if nothing reveals a slot.
    pub plan: Option<PlanDocument>,
}

pub static ANSWERED: LazyLock<Vec<Answered>> = LazyLock::new(|| {
    let of = |source: SourceMachine| {
        let planned = InventoriedMachine::of(source, None).expect("no board is named");
        let name = planned.seen.name.clone();
        let lanes = lanes::answer(&planned, None).expect(&name);
        let request = plan::PlanRequest { top: 2, ..plan::PlanRequest::default() };
        let plan = plan::answer(&request, planned, TimeBudget::UNLIMITED);
        Answered { name, lanes, plan: plan.ok().map(|answer| answer.plan) }
    };
    all().map(of).collect()
});

/// Results of `narrows check` for every machine of the catalogue, by its name there.
pub static CHECKED: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let check = |source: SourceMachine| {
        let mut command = program(&["check", &source.name, "--json"]);
        let output = command.env("NARROWS_CATALOG", "").output().unwrap();
        (source.name, crate::json::document(&output.stdout))
    };
    catalogue().map(check).collect()
});
