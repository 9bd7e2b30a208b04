//! Known facts of an entry, as pairs of a label's id and a value.

use narrows_messages::{Localizer, Message};
use narrows_record::catalog::{
    CatalogBoard, CatalogCard, CatalogChipset, CatalogCpu, CatalogDrive, CatalogMachine,
    CatalogWorkload,
};

use super::{connection, lanes, pcie, size};
use crate::{processor, words};

/// A label's id and a value; `None` if unknown.
pub(super) type Fact = (&'static str, Option<String>);

pub(super) fn machine(machine: &CatalogMachine) -> Vec<Fact> {
    vec![("catalog-name", machine.name.clone())]
}

pub(super) fn board(board: &CatalogBoard, localizer: &Localizer) -> Vec<Fact> {
    vec![
        ("catalog-name", Some(board.name.clone())),
        ("catalog-chipset", board.chipset.clone()),
        ("catalog-socket", board.socket.clone()),
        ("catalog-form-factor", board.form_factor.clone()),
        ("catalog-nvme-boot", board.nvme_boot.as_deref().map(|boot| nvme_boot(boot, localizer))),
    ]
}

pub(super) fn drive(drive: &CatalogDrive, localizer: &Localizer) -> Vec<Fact> {
    let us = |us: Option<f64>| us.map(words::micros);
    vec![
        ("catalog-name", Some(drive.name.clone())),
        ("catalog-aliases", listed(&drive.aliases)),
        ("catalog-size", Some(size(drive.size))),
        ("catalog-link", Some(connection(drive))),
        ("catalog-forms", Some(forms(&drive.forms, localizer))),
        ("catalog-read", drive.read_mb_s.map(words::rate)),
        ("catalog-write", drive.write_mb_s.map(words::rate)),
        ("catalog-random-read", drive.random_read_iops.map(words::iops)),
        ("catalog-random-write", drive.random_write_iops.map(words::iops)),
        ("catalog-random-condition", drive.random_condition.clone()),
        ("catalog-read-latency", us(drive.read_latency_us)),
        ("catalog-write-latency", us(drive.write_latency_us)),
        ("catalog-fast-cache", drive.fast_write_cache.map(size)),
        ("catalog-after-cache", drive.write_after_cache_mb_s.map(words::rate)),
        ("catalog-memory", drive.memory.as_deref().map(|it| memory(it, localizer))),
        ("catalog-power-loss", Some(power_loss(&drive.power_loss, localizer))),
        ("catalog-option-rom", Some(option_rom(&drive.option_rom, localizer))),
    ]
}

pub(super) fn chipset(chipset: &CatalogChipset, localizer: &Localizer) -> Vec<Fact> {
    let uplink = chipset.uplink.as_ref().map(|it| {
        let shown = if it.shown { "catalog-uplink-shown" } else { "catalog-uplink-hidden" };
        format!("{}: {} ({})", it.name, it.link, localizer.text(shown))
    });
    let ports = |count: u8, rate: &str| (count > 0).then(|| format!("{count} × {rate}"));
    let sata = [ports(chipset.sata_6g, "6 Gb/s"), ports(chipset.sata_3g, "3 Gb/s")];
    vec![
        ("catalog-name", Some(chipset.name.clone())),
        ("catalog-year", Some(chipset.year.to_string())),
        ("catalog-family", Some(chipset.family.clone())),
        ("catalog-uplink", uplink),
        ("catalog-lanes", Some(lanes(&chipset.lanes))),
        ("catalog-sata", listed(&sata.into_iter().flatten().collect::<Vec<_>>())),
        ("catalog-nvme-raid", chipset.nvme_raid.clone()),
    ]
}

pub(super) fn cpu(cpu: &CatalogCpu, localizer: &Localizer) -> Vec<Fact> {
    let cores = cpu.cores.as_ref();
    let models: Vec<String> = cpu.models.iter().map(|it| processor::model(it, localizer)).collect();
    let memory = cpu.memory.as_ref();
    let roots = cpu.roots.as_ref();
    vec![
        ("catalog-name", Some(cpu.name.clone())),
        ("catalog-lanes", Some(lanes(&cpu.lanes))),
        ("catalog-splits", listed(&cpu.splits)),
        (
            "catalog-cores",
            cores.map(|it| {
                sourced(processor::cores(it, localizer), &it.confidence, &it.source, localizer)
            }),
        ),
        ("catalog-models", (!models.is_empty()).then(|| models.join("; "))),
        (
            "catalog-cpu-memory",
            memory.map(|it| {
                sourced(processor::memory(it, localizer), &it.confidence, &it.source, localizer)
            }),
        ),
        (
            "catalog-roots",
            roots.map(|it| {
                sourced(processor::roots(it, localizer), &it.confidence, &it.source, localizer)
            }),
        ),
    ]
}

/// A fact with a confidence and sources of its own.
fn sourced(fact: String, word: &str, source: &[String], localizer: &Localizer) -> String {
    format!("{fact} ({}: {})", words::confidence(word, localizer), source.join("; "))
}

pub(super) fn card(card: &CatalogCard, localizer: &Localizer) -> Vec<Fact> {
    let counted = |count: u8| (count > 0).then(|| count.to_string());
    let ports = card.port_gbit_s.filter(|_| card.ports > 0);
    let ports = ports.map(|rate| format!("{} × {rate} Gbit/s", card.ports));
    let has_sockets = matches!(card.kind.as_str(), "carrier" | "switch-carrier");
    vec![
        ("catalog-name", Some(card.name.clone())),
        ("catalog-kind", Some(card_kind(&card.kind, localizer))),
        ("catalog-length", Some(format!("x{}", card.length))),
        ("catalog-link", card.link.map(pcie)),
        (if card.kind == "expander" { "catalog-uplink" } else { "catalog-ports" }, ports),
        (if has_sockets { "catalog-bays" } else { "catalog-places" }, counted(card.bays)),
        ("catalog-plugs", card.plugs.clone()),
        ("catalog-slots-thick", card.slots_thick.map(|slots| thickness(slots, card))),
    ]
}

/// `3 (2–4)`.
fn thickness(slots: f64, card: &CatalogCard) -> String {
    match card.slots_thick_between {
        Some([thin, thick]) => format!("{slots} ({thin}–{thick})"),
        None => slots.to_string(),
    }
}

pub(super) fn workload(workload: &CatalogWorkload, localizer: &Localizer) -> Vec<Fact> {
    vec![
        ("catalog-pattern", Some(pattern(workload, localizer))),
        ("catalog-block", Some(words::size(workload.block))),
        ("catalog-depth", Some(workload.depth.to_string())),
        ("catalog-jobs", Some(workload.jobs.to_string())),
    ]
}

/// Parent of a slot and its link: `chipset, PCIe 3.0 x4`.
pub(super) fn offer(on: &str, link: Option<narrows_record::see::LinkState>) -> String {
    let offer = link.map_or_else(|| "SATA".to_owned(), pcie);
    format!("{on}, {offer}")
}

/// `random, 100 % reads`.
pub(super) fn pattern(workload: &CatalogWorkload, localizer: &Localizer) -> String {
    let id = if workload.pattern == "random" { "catalog-random" } else { "catalog-sequential" };
    localizer.say(&Message::new(id).with("percent", workload.read_percent))
}

fn nvme_boot(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "built-in" => "catalog-boot-built-in",
        "uefi-option-rom" => "catalog-boot-uefi-option-rom",
        "legacy-option-rom" => "catalog-boot-legacy-option-rom",
        _ => "catalog-boot-not-built-in",
    })
}

pub(super) fn card_kind(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "gpu" => "catalog-card-gpu",
        "network" => "catalog-card-network",
        "sas" => "catalog-card-sas",
        "sata" => "catalog-card-sata",
        "raid" => "catalog-card-raid",
        "usb" => "catalog-card-usb",
        "carrier" => "catalog-card-carrier",
        "switch-carrier" => "catalog-card-switch-carrier",
        "riser" => "catalog-card-riser",
        "expander" => "catalog-card-expander",
        "adapter" => "catalog-card-adapter",
        _ => "catalog-card-other",
    })
}

fn forms(words: &[String], localizer: &Localizer) -> String {
    let rendered = words.iter().map(|word| match word.as_str() {
        "m2" => "M.2".to_owned(),
        "u2" => "U.2".to_owned(),
        "sata" => "SATA".to_owned(),
        _ => localizer.text("catalog-form-card"),
    });
    rendered.collect::<Vec<_>>().join(&localizer.text("between-names"))
}

fn memory(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "dram" => "catalog-memory-dram",
        "host" => "catalog-memory-host",
        _ => "catalog-memory-none",
    })
}

fn power_loss(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "protected" => "catalog-power-protected",
        "at-rest" => "catalog-power-at-rest",
        _ => "catalog-power-unprotected",
    })
}

fn option_rom(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "legacy" => "catalog-rom-legacy",
        "uefi" => "catalog-rom-uefi",
        "none" => "catalog-rom-none",
        "not-needed" => "catalog-rom-not-needed",
        _ => "catalog-rom-unknown",
    })
}

fn listed(texts: &[String]) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join(", "))
}
