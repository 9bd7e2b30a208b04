//! Many hosts' topologies side by side: equal hosts folded, and how a host differs from most.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::{DocumentText, Message};
use narrows_record::check::Severity;
use narrows_record::hosts::fleet::{
    EqualHostGroup, Fleet, HostDifference, HostProblems, VaryingFact,
};
use narrows_record::schema;
use narrows_record::see::{DriveRecord, SeeDocument};
use narrows_verdict::check;

use super::watched::LEAST_HOSTS;

/// A drive this many degrees above the median of its kind on other hosts stands out: neighbours in one
/// rack differ by less.
const MUCH_HOTTER_C: i32 = 10;

/// The subject of a fact: the drive's number from 1, or 0 for the host; and which fact.
type Key = (u32, &'static str);

/// Of hosts with other numbers of drives, each drive's number means another one.
const DRIVES: Key = (0, "hosts-differs-drives");

type HostFacts = BTreeMap<Key, String>;

/// The facts compared. Serial numbers, names and temperatures differ anyway.
fn facts(see: &SeeDocument) -> HostFacts {
    let host = &see.host;
    let mut facts = BTreeMap::new();
    let mut add = |drive: u32, id: &'static str, value: Option<String>| {
        if let Some(value) = value {
            facts.insert((drive, id), value);
        }
    };
    add(0, "hosts-differs-cpu", host.cpu.clone());
    add(0, "hosts-differs-board", host.board.clone());
    add(0, "hosts-differs-firmware", host.firmware.clone());
    add(0, "hosts-differs-kernel", host.kernel.clone());
    // A capture that shows only controllers shows their links: drives assumed behind them count.
    add(0, "hosts-differs-drives", Some(see.drives.len().to_string()));
    for (number, drive) in (1u32..).zip(&see.drives) {
        add(number, "hosts-differs-model", drive.model.clone());
        add(number, "hosts-differs-drive-firmware", drive.firmware.clone());
        add(number, "hosts-differs-link", link(see, drive));
        add(number, "hosts-differs-transport", drive.transport.as_ref().map(ToString::to_string));
    }
    facts
}

/// The link of a drive's controller as it runs.
fn link(see: &SeeDocument, drive: &DriveRecord) -> Option<String> {
    let controller = drive.controller.as_ref()?;
    let storage = see.storage.iter().find(|storage| storage.id == *controller)?;
    Some(storage.link.as_ref()?.current?.to_string())
}

pub fn fleet(hosts: &[(String, SeeDocument)]) -> Fleet {
    let all: Vec<HostFacts> = hosts.iter().map(|(_, see)| facts(see)).collect();
    let usual = usual(&all);
    let mut differences = Vec::new();
    for ((name, see), own) in hosts.iter().zip(&all) {
        let is_other = usual.get(&DRIVES) != own.get(&DRIVES);
        for (key, most) in usual.iter().filter(|((drive, _), _)| *drive == 0 || !is_other) {
            let here = own.get(key);
            if here != Some(most) {
                differences.push(difference(name, see, *key, (here, most)));
            }
        }
    }
    differences.extend(hotter(hosts));
    let kinds = kinds(hosts, &all);
    let varying = varying(&kinds, &usual);
    let problems = hosts.iter().filter_map(|(host, see)| {
        let grave = check(see).into_iter().filter(|problem| problem.severity > Severity::Hint);
        let count = u32::try_from(grave.count()).unwrap_or(u32::MAX);
        (count > 0).then(|| HostProblems { host: host.clone(), count })
    });
    Fleet {
        schema: schema::HOSTS_SEE.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        differences,
        varying,
        problems: problems.collect(),
        kinds: kinds.into_iter().map(|(_, kind)| kind).collect(),
    }
}

/// What is not the same on all kinds. Drives of which the same differs in the same way are one fact.
fn varying(kinds: &[(&HostFacts, EqualHostGroup)], usual: &HostFacts) -> Vec<VaryingFact> {
    let keys: BTreeSet<&Key> = kinds.iter().flat_map(|(facts, _)| facts.keys()).collect();
    let mut varying: Vec<VaryingFact> = Vec::new();
    for key in keys {
        let (drive, id) = *key;
        let counts = |facts: &HostFacts| {
            drive == 0 || usual.contains_key(&DRIVES) && usual.get(&DRIVES) == facts.get(&DRIVES)
        };
        let compared = kinds.iter().filter(|(facts, _)| counts(facts));
        let different: BTreeSet<Option<&String>> =
            compared.map(|(facts, _)| facts.get(key)).collect();
        if different.len() < 2 {
            continue;
        }
        let values = kinds.iter().map(|(facts, _)| facts.get(key).filter(|_| counts(facts)));
        let values: Vec<Option<String>> = values.map(Option::<&String>::cloned).collect();
        let same = varying.iter_mut().find(|it| drive > 0 && it.id == id && it.values == values);
        match same {
            Some(fact) => fact.drives.push(drive),
            None => varying.push(VaryingFact {
                id: id.to_owned(),
                drives: Some(drive).filter(|drive| *drive > 0).into_iter().collect(),
                most: usual.get(key).cloned(),
                values,
            }),
        }
    }
    varying
}

/// Drives that are much hotter than the same drive of most other hosts. One that says nothing of its heat
/// is not compared.
fn hotter(hosts: &[(String, SeeDocument)]) -> Vec<HostDifference> {
    let drives = || {
        hosts.iter().flat_map(|(name, see)| {
            let numbered = (1u32..).zip(&see.drives);
            numbered
                .filter_map(move |(number, drive)| Some((name, number, drive, heat(see, drive)?)))
        })
    };
    let mut by_model: BTreeMap<&str, BTreeMap<&String, Vec<i32>>> = BTreeMap::new();
    for (name, _, drive, heat) in drives() {
        let model = drive.model.as_deref().unwrap_or_default();
        by_model.entry(model).or_default().entry(name).or_default().push(heat);
    }
    let hot = drives().filter_map(|(name, number, drive, heat)| {
        let of_model = &by_model[drive.model.as_deref().unwrap_or_default()];
        let others = of_model.iter().filter(|(other, _)| **other != name);
        let mut others: Vec<i32> = others.flat_map(|(_, heats)| heats.iter().copied()).collect();
        others.sort_unstable();
        let usual =
            others.get(others.len() / 2).copied().filter(|_| of_model.len() >= LEAST_HOSTS)?;
        let (own, most) = (format!("{heat} °C"), format!("{usual} °C"));
        (heat - usual >= MUCH_HOTTER_C).then(|| {
            let what = Message::new("hosts-differs-heat").with("host", name).with("own", &own);
            let what = what.with("most", &most).with("number", number).with("drive", &drive.id);
            let (host, id) = (name.clone(), what.id().to_owned());
            let text = DocumentText::from(what);
            HostDifference {
                host,
                id,
                text,
                drive: Some(number),
                own: Some(own.into()),
                most: most.into(),
            }
        })
    });
    hot.collect()
}

/// How hot a drive is: by itself, else its controller.
fn heat(see: &SeeDocument, drive: &DriveRecord) -> Option<i32> {
    let controller = || {
        let id = drive.controller.as_ref()?;
        see.storage.iter().find(|storage| storage.id == *id)?.temperature_c
    };
    drive.temperature_c.or_else(controller)
}

/// The facts that more than half of the hosts share.
fn usual(all: &[HostFacts]) -> HostFacts {
    let mut counts: BTreeMap<(Key, &String), usize> = BTreeMap::new();
    for (key, value) in all.iter().flatten() {
        *counts.entry((*key, value)).or_default() += 1;
    }
    let most = counts.into_iter().filter(|(_, count)| 2 * count > all.len());
    most.map(|((key, value), _)| (key, value.clone())).collect()
}

fn difference(
    host: &str,
    see: &SeeDocument,
    (drive, id): Key,
    (own, most): (Option<&String>, &String),
) -> HostDifference {
    let number = (drive > 0).then_some(drive);
    let of = |at: u32| see.drives.get(at as usize - 1);
    let name = number.and_then(of).map_or("", |drive| drive.id.as_str());
    let not_reported = || Message::new("hosts-not-seen").into();
    let own_text: DocumentText = own.cloned().map_or_else(not_reported, DocumentText::from);
    let what = Message::new(id).with("host", host).text("own", own_text).with("most", most);
    let what = what.with("number", drive).with("drive", name);
    HostDifference {
        host: host.to_owned(),
        id: id.to_owned(),
        text: DocumentText::from(what),
        drive: number,
        own: own.cloned().map(DocumentText::from),
        most: most.as_str().into(),
    }
}

/// Equal hosts with their facts, most hosts first.
fn kinds<'a>(
    hosts: &[(String, SeeDocument)],
    all: &'a [HostFacts],
) -> Vec<(&'a HostFacts, EqualHostGroup)> {
    let mut kinds: Vec<(&HostFacts, EqualHostGroup)> = Vec::new();
    for ((name, see), own) in hosts.iter().zip(all) {
        match kinds.iter_mut().find(|(known, _)| *known == own) {
            Some((_, kind)) => kind.hosts.push(name.clone()),
            None => {
                kinds.push((own, EqualHostGroup { hosts: vec![name.clone()], see: see.clone() }))
            }
        }
    }
    kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.hosts.len()));
    kinds
}
