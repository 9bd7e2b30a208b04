//! Short texts that all pages share: links, sizes, names of kinds, workloads.
//!
//! Everything from the document passes through [`clean`] here or in the page that shows it.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Localizer, Message, drive_names, natural};
use narrows_record::predict::Prediction;
use narrows_record::run::workload_title;
use narrows_record::see::{
    ArrayKind, ArrayRecord, DeviceKind, EvidenceBasis, HostRecord, LinkDegradation, LinkRecord,
    LinkState, MountRecord, PortKind, PortRecord, StorageKind, StorageRecord, THIS_MACHINE,
};
use narrows_units::{Bytes, BytesPerSec, Iops, named_link};

use crate::clean::clean;
use crate::figures::{FlowRate, MainUnit, MeasuredFigure, PredictedBand, distinct};
use crate::layout::width;
use crate::names;
use crate::tree::{TreeNode, TreeNodeKind};

/// Of longer lists of names the beginning is shown.
const MOST_NAMES: usize = 12;
/// Names of drives in a cell take this many columns; if there are more, the first represents all.
const NAMES_WIDTH: usize = 24;

/// RAID engines with a name of their own.
const ENGINES: [(&str, &str); 4] = [
    ("intel-rst", "Intel RST"),
    ("vroc", "Intel VROC"),
    ("amd-raidxpert", "AMD RAIDXpert2"),
    ("windows-stripe", "Windows"),
];

/// `2.35 GB/s`.
pub(crate) fn rate(mb_s: f64) -> String {
    BytesPerSec::mb_s(mb_s).to_string()
}

/// `57.1k IOPS`.
pub(crate) fn iops(per_second: f64) -> String {
    Iops::new(per_second).to_string()
}

/// A bare figure with as many digits as people compare: `3510`, `41.2`, `0.87`.
pub(crate) fn number(value: f64) -> String {
    // A sum of nothing is -0.
    let value = value + 0.0;
    match value.abs() {
        v if v >= 99.95 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// `84.2 µs`, `1.20 ms`.
pub(crate) fn micros(us: f64) -> String {
    narrows_units::Nanos::secs(us / 1e6).to_string()
}

/// `0.083 s`, `2.4 s`, `250 s`, `17 min`, `11.5 h`: how long a job takes.
pub(crate) fn duration(seconds: f64) -> String {
    // Ranges end where rounding would print a figure of the next one.
    match seconds {
        s if s < 0.9995 => format!("{s:.3} s"),
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 599.5 => format!("{s:.0} s"),
        s if s < 35_970.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// A figure with its unit: `1.20 GB/s`, `57.1k IOPS`.
pub(crate) fn with_unit(value: f64, unit: MainUnit) -> String {
    match unit {
        MainUnit::Bytes => rate(value),
        MainUnit::Requests => iops(value),
    }
}

/// `≤ 826`: an upper bound, perhaps a loose one.
pub(crate) fn bound(text: String, at_most: bool) -> String {
    if at_most { format!("≤ {text}") } else { text }
}

/// `2.35 GB/s`, or `≤ 2.35 GB/s`.
pub(crate) fn flow(flow: FlowRate) -> String {
    bound(rate(flow.mb_s), flow.at_most)
}

/// A figure without its unit: `2312` MB/s, `57.1k` operations per second.
pub(crate) fn figure(value: f64, unit: MainUnit) -> String {
    match unit {
        MainUnit::Bytes => number(value),
        MainUnit::Requests => iops(value).trim_end_matches(" IOPS").to_owned(),
    }
}

/// A figure with its unit if the workload is compared in bytes: `1.20 GB/s`; else bare operations,
/// `57.1k`.
pub(crate) fn rated(value: f64, unit: MainUnit) -> String {
    match unit {
        MainUnit::Bytes => rate(value),
        MainUnit::Requests => figure(value, unit),
    }
}

/// The heading over [`rated`].
pub(crate) fn rated_heading(unit: MainUnit, localizer: &Localizer) -> String {
    match unit {
        MainUnit::Bytes => localizer.text("predict-column-rate"),
        MainUnit::Requests => unit.name().to_owned(),
    }
}

/// The ends of a band in the unit of the figure between them: `0.95–1.22` beside `1.20 GB/s`.
pub(crate) fn band_ends(band: &PredictedBand, unit: MainUnit) -> String {
    if unit == MainUnit::Bytes && rate(band.middle).ends_with("GB/s") {
        return format!("{:.2}–{:.2}", band.low / 1e3, band.high / 1e3);
    }
    format!("{}–{}", figure(band.low, unit), figure(band.high, unit))
}

/// Drives in a cell: `m8pe1–m8pe4, ssd750`; of names that have no room, the first and how many more.
pub(crate) fn drives_in_cell<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    let all = clean(&drive_names(&names));
    names.sort_by(|a, b| natural(a, b));
    match names.split_first() {
        Some((first, others)) if width(&all) > NAMES_WIDTH && !others.is_empty() => {
            format!("{} +{}", clean(first), others.len())
        }
        _ => all,
    }
}

/// A limit's name as a label in a column, where room is scarce.
pub(crate) fn limit(name: &DocumentText, localizer: &Localizer) -> String {
    clean(&localizer.label_of(name))
}

/// How far a fact is to be trusted.
pub(crate) fn confidence(word: &str, localizer: &Localizer) -> String {
    localizer.text(match word {
        "high" => "catalog-confidence-high",
        "medium" => "catalog-confidence-medium",
        _ => "catalog-confidence-low",
    })
}

/// A document's text in the reader's language.
pub(crate) fn sentence(text: &DocumentText, localizer: &Localizer) -> String {
    clean(&localizer.text_of(text))
}

/// A measured figure: `–` if nothing completed, with `*` if it was cut short.
pub(crate) fn reading(reading: &MeasuredFigure, unit: MainUnit) -> String {
    let figure = reading.figure.map_or_else(|| "–".to_owned(), |value| figure(value, unit));
    if reading.partial { format!("{figure}*") } else { figure }
}

/// That there is more than is shown.
pub(crate) fn more(count: usize, localizer: &Localizer) -> Option<String> {
    let message = Message::new("report-more").count("count", count);
    (count > 0).then(|| localizer.say(&message))
}

/// `a, b, c`; of many the first, and how many more.
pub(crate) fn list(names: impl IntoIterator<Item: AsRef<str>>) -> String {
    joined(names, ", ")
}

/// `a1–a12, b3`: as [`list`], those that count up by their ends.
pub(crate) fn drives<'a>(names: impl Iterator<Item = &'a str>) -> String {
    list(drive_names(names.map(clean)).split(", "))
}

fn joined(names: impl IntoIterator<Item: AsRef<str>>, between: &str) -> String {
    let mut all = names.into_iter();
    let first = all.by_ref().take(MOST_NAMES);
    let mut names: Vec<String> = first.map(|name| clean(name.as_ref())).collect();
    let more = all.count();
    if more > 0 {
        names.push(format!("+{more}"));
    }
    names.join(between)
}

/// `+3.1 %`, with a true minus sign; `0 %` within rounding.
pub(crate) fn percent(share: f64) -> String {
    let text = format!("{:.1}", (share * 100.0).abs());
    match text.as_str() {
        "0.0" => "0 %".to_owned(),
        _ if share < 0.0 => format!("−{text} %"),
        _ => format!("+{text} %"),
    }
}

/// `256 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    Bytes::new(bytes).to_string()
}

/// Joined with middle dots, empty ones left out.
pub(crate) fn dotted<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| clean(part.as_ref())).collect();
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// What its owner calls it, else processor and board; else where the machine was observed, if that was not
/// right here.
pub(crate) fn machine_title(host: &HostRecord, source: &str, localizer: &Localizer) -> String {
    let name = host.name.as_deref().map(clean).unwrap_or_default();
    let title = if name.is_empty() { parts(host) } else { name };
    if !title.is_empty() {
        return title;
    }
    let file = source.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if is_here(source) { localizer.text("report-machine") } else { clean(file) }
}

/// Processor and board.
fn parts(host: &HostRecord) -> String {
    dotted([&host.cpu, &host.board].into_iter().flatten())
}

/// The same as far as the machine's name does not say it.
fn unnamed(host: &HostRecord, name: &str) -> String {
    dotted([&host.cpu, &host.board].into_iter().flatten().filter(|part| !name.contains(*part)))
}

/// Where a document's machine was observed.
pub(crate) fn source(source: &str, localizer: &Localizer) -> String {
    if is_here(source) { localizer.text("cli-this-machine") } else { clean(source) }
}

/// Whether a document's source is the machine that wrote it.
fn is_here(source: &str) -> bool {
    source.is_empty() || source == THIS_MACHINE
}

/// The lesser facts of the machine: processor and board, too, where its owner's name is the title.
pub(crate) fn host_facts(host: &HostRecord, localizer: &Localizer) -> String {
    let count =
        |id: &'static str, n: u32| localizer.say(&Message::new(id).count("count", n as usize));
    let boot = host.uefi.map(|uefi| if uefi { "UEFI" } else { "BIOS" }.to_owned());
    let secure = host.secure_boot.filter(|on| *on).map(|_| "Secure Boot".to_owned());
    let virtual_machine = |name: &String| match name.as_str() {
        "unknown" | "" => localizer.text("report-virtual-machine-plain"),
        name => localizer.say(&Message::new("report-virtual-machine").with("hypervisor", name)),
    };
    let kernel = |release: &String| format!("Linux {}", release.trim_start_matches("Linux "));
    let facts = [
        host.name.as_ref().map(|name| unnamed(host, name)),
        host.chipset.clone(),
        host.hypervisor.as_ref().map(virtual_machine),
        host.logical_cpus.map(|n| count("report-logical-cpus", n)),
        host.numa_nodes.filter(|n| *n > 1).map(|n| count("report-numa-nodes", n)),
        host.kernel.as_ref().map(kernel),
        host.system.clone(),
        boot,
        secure,
        host.firmware.clone(),
    ];
    dotted(facts.into_iter().flatten())
}

/// An uplink as people write it: `DMI 3.0 x4`.
pub(crate) fn uplink(name: Option<&str>, link: LinkState) -> String {
    named_link(name.map(clean).as_deref(), &link.to_string())
}

/// A link's current and, if better, possible state: `PCIe 3.0 x2 of x4`.
pub(crate) fn link(link: &LinkRecord, localizer: &Localizer) -> String {
    if link.internal {
        return localizer.text("report-link-internal");
    }
    match (link.current, link.possible) {
        (Some(current), Some(possible)) if current != possible => {
            let same_rate = current.gts == possible.gts;
            let most =
                if same_rate { format!("x{}", possible.lanes) } else { possible.to_string() };
            let message = Message::new("report-link-of").with("current", current);
            localizer.say(&message.with("possible", most))
        }
        (Some(current), _) => current.to_string(),
        (None, Some(possible)) => {
            localizer.say(&Message::new("report-link-up-to").with("possible", possible))
        }
        (None, None) => localizer.text("report-link-unknown"),
    }
}

/// A place's link with its own name, or a drive's connection to its controller.
pub(crate) fn link_of(place: &TreeNode<'_>, localizer: &Localizer) -> String {
    let transport = match place.what {
        TreeNodeKind::Drive(drive, _) => drive.transport.as_ref(),
        _ => None,
    };
    let name = place.link_name.map(clean);
    let name = name.or_else(|| transport.map(|transport| clean(&transport.to_string())));
    match (name, place.link) {
        (Some(name), Some(of)) if !of.internal => named_link(Some(&name), &link(of, localizer)),
        (Some(name), _) => name,
        (None, Some(of)) => link(of, localizer),
        (None, None) => String::new(),
    }
}

/// That the drives below could fill a shared link several times over.
pub(crate) fn crowded(place: &TreeNode<'_>, localizer: &Localizer) -> Option<String> {
    let crowd = place.crowd()?;
    let id = if crowd.is_rated { "report-crowded-rated" } else { "report-crowded" };
    let message = Message::new(id).with("rate", rate(crowd.below_mb_s));
    Some(localizer.say(&message.count("count", crowd.drives)))
}

/// A problem or doubt about a location's link.
pub(crate) fn link_warning(place: &TreeNode<'_>, localizer: &Localizer) -> Option<String> {
    let storage = match place.what {
        TreeNodeKind::Drive(_, storage) => storage?,
        TreeNodeKind::Controller(storage) => storage,
        _ => return None,
    };
    if storage.degraded != Some(true) {
        return None;
    }
    let port = storage.link.as_ref().and_then(|link| link.port_possible);
    Some(match (&storage.degraded_by, port) {
        (Some(LinkDegradation::Port), Some(port)) => localizer
            .say(&Message::new("report-degraded-by-port").with("port", offer(storage, port))),
        (Some(LinkDegradation::Device), _) => localizer.text("report-degraded-by-device"),
        (_, None) => localizer.text("report-degraded-one-end"),
        _ => localizer.text("report-degraded"),
    })
}

/// The port's capability, in as few words as distinguish it from the device's.
fn offer(storage: &StorageRecord, port: LinkState) -> String {
    let possible = storage.link.as_ref().and_then(|link| link.possible);
    match possible {
        Some(possible) if possible.gts == port.gts => format!("x{}", port.lanes),
        Some(possible) if possible.lanes == port.lanes => {
            let port = port.to_string();
            port.split_once(" x").map_or(port.clone(), |(generation, _)| generation.to_owned())
        }
        _ => port.to_string(),
    }
}

/// A location's short name and its common name.
pub(crate) fn place(place: &TreeNode<'_>, localizer: &Localizer) -> (String, String) {
    match place.what {
        TreeNodeKind::Machine => (localizer.text("report-kind-machine"), String::new()),
        TreeNodeKind::Unplaced => (localizer.text("report-kind-unplaced"), String::new()),
        TreeNodeKind::Port(port) => {
            // Of several processors each goes by its number.
            let is_processor = port.kind == PortKind::Processor;
            let name =
                if is_processor { clean(&port.id) } else { port_kind(&port.kind, localizer) };
            (name, port_detail(port, place.chipset))
        }
        TreeNodeKind::Controller(storage) => {
            let kind = match storage.kind {
                StorageKind::Nvme => "report-kind-nvme",
                StorageKind::Ahci => "report-kind-ahci",
                StorageKind::Raid => "report-kind-raid",
                StorageKind::Sas => "report-kind-sas",
                StorageKind::Virtio => "report-kind-virtio",
                StorageKind::Usb => "report-kind-usb",
                _ => "report-kind-storage",
            };
            let model = storage_model(storage).unwrap_or_else(|| clean(&storage.address));
            (localizer.text(kind), model)
        }
        TreeNodeKind::Drive(drive, storage) => {
            // An assumed drive has no name of its own, only its controller's.
            let pci_id = storage.filter(|_| drive.assumed).and_then(|it| it.pci_id.as_deref());
            let model = drive.model.as_deref().map(|model| names::model(model, pci_id));
            let model = model.or_else(|| storage.and_then(storage_model));
            let assumed = drive.assumed.then(|| localizer.text("report-drive-assumed"));
            (several(&drive.id, drive.equal), dotted([model, assumed].into_iter().flatten()))
        }
        TreeNodeKind::Device(device, count) => {
            let kind = match device.kind {
                DeviceKind::Gpu => "report-kind-gpu",
                _ => "report-kind-network",
            };
            let model = device.model.as_deref().unwrap_or(&device.id);
            let model = names::model(model, device.pci_id.as_deref());
            let model = if count > 1 { format!("{model} ×{count}") } else { model };
            (localizer.text(kind), model)
        }
    }
}

/// `Intel RST RAID 0`: engines with a name of their own; others as machine files spell them.
pub(crate) fn array_kind(kind: &ArrayKind) -> String {
    let spelled = clean(&kind.to_string());
    let named = ENGINES.iter().find_map(|(engine, name)| {
        Some(format!("{name}{}", spelled.strip_prefix(engine)?.replace(" raid", " RAID ")))
    });
    named.unwrap_or(spelled)
}

/// The name of a drive, with the number of equal ones that it represents.
pub(crate) fn several(id: &str, equal: Option<u32>) -> String {
    match equal {
        Some(equal) => format!("{} × {}", number(f64::from(equal)), clean(id)),
        None => clean(id),
    }
}

/// A chipset's own name says "chipset" once more at its end.
fn port_detail(port: &PortRecord, chipset: Option<&str>) -> String {
    if let Some(chipset) = chipset {
        return clean(chipset.strip_suffix(" chipset").unwrap_or(chipset));
    }
    let model = port.model.as_deref().map(|model| names::model(model, port.pci_id.as_deref()));
    let is_named = port.id.contains(':') || port.kind == PortKind::Card;
    let address = || is_named.then(|| clean(&port.id));
    let name = model.or_else(address).unwrap_or_default();
    match name.split_once("x ") {
        // `2x EPYC 9354` is what the machine has; each is one of them.
        Some((count, one)) if port.kind == PortKind::Processor && count.parse::<u32>().is_ok() => {
            one.to_owned()
        }
        _ => name,
    }
}

fn storage_model(storage: &StorageRecord) -> Option<String> {
    let model = storage.model.as_deref()?;
    Some(names::model(model, storage.pci_id.as_deref()))
}

/// The kind of a place that others are attached to.
pub(crate) fn port_kind(kind: &PortKind, localizer: &Localizer) -> String {
    localizer.text(match kind {
        PortKind::Processor => "report-kind-processor",
        PortKind::Chipset => "report-kind-chipset",
        PortKind::Switch => "report-kind-switch",
        PortKind::RootPort => "report-kind-root-port",
        PortKind::DownstreamPort => "report-kind-downstream-port",
        PortKind::RootComplex => "report-kind-root-complex",
        PortKind::Tunnel => "report-kind-tunnel",
        PortKind::NetworkLink => "report-kind-network-link",
        PortKind::Card => "report-kind-card",
        _ => "report-kind-bridge",
    })
}

/// The rest worth a look: size, slot, mount points, the arrays it is part of, warnings aside.
pub(crate) fn details(
    place: &TreeNode<'_>,
    arrays: &[ArrayRecord],
    localizer: &Localizer,
) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(crowded(place, localizer));
    if let TreeNodeKind::Drive(drive, _) = place.what {
        parts.extend(drive.size.map(size));
    }
    if let Some(slot) = place.slot {
        parts.push(self::slot(&slot.label, localizer));
    }
    if let TreeNodeKind::Drive(drive, _) = place.what {
        let of_it = |array: &&ArrayRecord| array.drives.contains(&drive.id);
        let names: Vec<&str> = arrays.iter().filter(of_it).map(|a| a.id.as_str()).collect();
        if !names.is_empty() {
            let message = Message::new("report-part-of").with("arrays", list(names));
            parts.push(localizer.say(&message));
        }
        parts.extend(mounts(&drive.mounts));
    }
    parts.extend(place.link.and_then(|link| {
        (link.basis == EvidenceBasis::Assumed).then(|| localizer.text("report-link-assumed"))
    }));
    if let TreeNodeKind::Controller(StorageRecord { remapped_nvme: Some(n @ 1..), .. }) = place.what
    {
        parts.push(localizer.say(&Message::new("report-remapped").count("count", *n as usize)));
    }
    parts
}

/// A slot's label; a bare number needs the word before it.
pub(crate) fn slot(label: &str, localizer: &Localizer) -> String {
    let label = clean(label);
    if label.chars().any(char::is_alphabetic) {
        return label;
    }
    localizer.say(&Message::new("report-slot").with("slot", label))
}

/// Mount points, the first three by name.
pub(crate) fn mounts(mounts: &[MountRecord]) -> Option<String> {
    let mut targets: Vec<String> = mounts.iter().map(|mount| clean(&mount.target)).collect();
    targets.dedup();
    let more = targets.len().saturating_sub(3);
    targets.truncate(3);
    if more > 0 {
        targets.push(format!("+{more}"));
    }
    (!targets.is_empty()).then(|| targets.join(" "))
}

/// So many members of an array are named one by one.
const MOST_MEMBERS: usize = 4;

/// An array in one line: kind, chunk, size, mount points.
pub(crate) fn array(array: &ArrayRecord, localizer: &Localizer) -> String {
    let chunk = |chunk: u64| localizer.say(&Message::new("report-chunk").with("size", size(chunk)));
    let parts = [
        Some(array_kind(&array.kind)),
        array.chunk.map(chunk),
        array.size.map(size),
        mounts(&array.mounts),
        Some(match array.drives.len() {
            0..=MOST_MEMBERS => joined(&array.drives, " + "),
            _ => drives(array.drives.iter().map(String::as_str)),
        }),
    ];
    dotted(parts.into_iter().flatten())
}

/// Empty ports below a location, alike ones counted: those of slots, or those with no slot's number or name,
/// which most often lead nowhere. `None` if none.
pub(crate) fn empty_ports(place: &TreeNode<'_>, of_slots: bool) -> Option<String> {
    let ports = place.empty.iter().filter(|port| port.slot.is_some() == of_slots);
    let offers: Vec<String> = ports.map(|port| offer_of(port)).collect();
    if offers.is_empty() {
        return None;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for offer in &offers {
        *counts.entry(offer.clone()).or_default() += 1;
    }
    let offers = distinct(offers.iter().map(String::as_str));
    let offer_text = |offer: &&str| match counts.get(*offer) {
        Some(count @ 2..) => format!("{count} × {offer}"),
        _ => (*offer).to_owned(),
    };
    let offers: Vec<String> = offers.iter().map(offer_text).collect();
    Some(list(offers.iter().map(String::as_str)))
}

fn offer_of(port: &PortRecord) -> String {
    let offer = port.offers.map(|link| link.to_string()).unwrap_or_else(|| clean(&port.id));
    match &port.slot {
        Some(slot) => format!("{} ({offer})", clean(&slot.label)),
        None => offer,
    }
}

/// A prediction in the unit in which its workload is compared: `3.59 GB/s`, `210.0k IOPS`.
pub fn predicted(row: &Prediction) -> String {
    let unit = MainUnit::of(&row.workload);
    with_unit(unit.pick(row.mb_s, row.iops), unit)
}

/// A workload as benchmarks write it, `SEQ128K Q32T1 read`; its name if it has no description.
pub fn workload(name: &str, localizer: &Localizer) -> String {
    sentence(&workload_title(name), localizer)
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;

    use super::*;

    #[test]
    fn workloads_are_told_whole() {
        let localizer = Localizer::new(Language::English);
        for (name, expected) in [
            ("rand-rw70-8k-q4-j2", "RND8K Q4T2, 70 % reads"),
            ("seq-rw30-1m-q1", "SEQ1M Q1T1, 30 % reads"),
            ("rand-write-4k-q1", "RND4K Q1T1 write"),
            ("backup", "backup"),
        ] {
            assert_eq!(workload(name, &localizer), expected);
        }
    }
}
