//! Drives.

use narrows_catalog::drive::{self, DriveModel, Interface};
use narrows_model::{ArrayPlan, DriveFigures, Figure};
use narrows_topology::evidence::Transport;
use narrows_topology::graph::Drive;
use narrows_topology::{Basis, Id};
use narrows_units::{GbitPerSec, LinkWidth};

use super::text::{Exact, Scaled, Table, is_name, link, quoted};
use super::{At, alone};

/// A drive as a `[[drive]]`: by its model where the catalogue has it, with what differs from that.
/// None for a drive that a machine file has no word for: a hypervisor's, or one without any link.
pub(crate) fn drive(
    id: &Id,
    found: &Drive,
    (own_link, at): (Option<LinkWidth>, &At),
    figures: Option<&DriveFigures>,
) -> Option<Table> {
    let model = model_of(found);
    let table = connected(Table::new("[[drive]]").says("id", id), found, model, own_link)?;
    let spins = (found.rotational == Some(true)).then_some(true);
    let table = match spins {
        Some(spins) => table.raw("spins", spins),
        None => table,
    };
    let size = found.size.filter(|size| model.is_none_or(|model| model.size != *size));
    let table = table.may_say("size", size.map(Exact::exact));
    let by_itself = alone(&table.clone().says("on", "cpu")).figures.remove(id);
    let table = differing(table, figures, &by_itself.unwrap_or_default());
    let table = table.may_say("serial", found.serial.as_ref().filter(|text| is_name(text)));
    Some(match at {
        At::Slot(slot) => table.says("slot", slot),
        At::On(on) => table.says("on", on),
    })
}

fn model_of(found: &Drive) -> Option<&'static DriveModel> {
    let name = found.model.as_deref().filter(|_| !found.assumed)?;
    let exact = drive::all().iter().find(|model| model.name == name);
    exact.or_else(|| drive::find(name, found.size))
}

fn connected(
    table: Table,
    found: &Drive,
    model: Option<&'static DriveModel>,
    own_link: Option<LinkWidth>,
) -> Option<Table> {
    let id = model.map(|model| model.id.as_str());
    let of_model = model.and_then(|model| model.link);
    let rate = |gbit_s: f64| GbitPerSec::new(gbit_s).exact();
    match found.transport {
        // A model on SATA says its rate itself; another rate than its own is said.
        Some(Transport::Sata { gbit_s }) => {
            let model = model.filter(|_| of_model.is_none());
            let own = model.and_then(rate_of).is_none_or(|own| own != gbit_s);
            let table = table.may_say("model", model.map(|model| &model.id));
            Some(table.may_say("sata", own.then(|| rate(gbit_s))))
        }
        Some(Transport::Sas { gbit_s }) => Some(table.says("sas", rate(gbit_s))),
        Some(Transport::Usb { mbit_s }) => {
            let table = table.may_say("model", id).says("usb", rate(f64::from(mbit_s) / 1e3));
            Some(table.may_say("link", own_link.map(link)))
        }
        Some(Transport::Virtio) => None,
        None => {
            let id = id.filter(|_| of_model.is_some());
            let own = own_link.filter(|own| id.is_none() || of_model != Some(*own));
            let is_said = id.is_some() || own.is_some();
            is_said.then(|| table.may_say("model", id).may_say("link", own.map(link)))
        }
    }
}

/// Gbit/s of a SATA model.
fn rate_of(model: &DriveModel) -> Option<f64> {
    match model.interface {
        Interface::Sata3g => Some(3.0),
        Interface::Sata6g => Some(6.0),
        Interface::Nvme | Interface::AhciPcie => None,
    }
}

/// The figures that the reader would not come to by itself. Those of a class cannot be said; they are
/// what the reader fills in.
fn differing(table: Table, figures: Option<&DriveFigures>, by_itself: &DriveFigures) -> Table {
    let Some(figures) = figures else { return table };
    let mut table = table;
    macro_rules! say {
        ($($key:ident)*) => {
            $(if let Some(figure) = figures.$key.filter(|it| is_own(it, by_itself.$key)) {
                table = says_figure(table, stringify!($key), figure);
            })*
        };
    }
    say!(read write random_read random_write read_latency write_latency sequential_latency);
    say!(sequential_operations);
    let count = |own: Option<u32>, other: Option<u32>| own.filter(|_| own != other);
    if let Some(depth) = count(figures.at_depth, by_itself.at_depth) {
        table = table.raw("at_depth", depth);
    }
    if let Some(depth) = count(figures.max_depth, by_itself.max_depth) {
        table = table.raw("max_depth", depth);
    }
    if let Some(cache) = figures.cache.filter(|_| figures.cache != by_itself.cache) {
        table = table.says("cache", cache.size.exact());
        table = table.says("write_after_cache", cache.after.value.exact());
    }
    if let Some(protected) = figures.protected.filter(|_| figures.protected != by_itself.protected)
    {
        table = table.raw("protected", protected);
    }
    if is_measured(figures) { table.raw("measured", true) } else { table }
}

/// A figure, with its range where that is not the usual one of its kind.
fn says_figure<T: Exact + Scaled + Copy>(table: Table, key: &str, figure: Figure<T>) -> Table {
    let Figure { value, band, basis } = figure;
    let is_measured = basis == Basis::Observed;
    let usual = if is_measured { Figure::measured(value) } else { Figure::documented(value) };
    if band == usual.band {
        return table.says(key, value.exact());
    }
    let end = |part: f64| quoted(&value.scaled(part).exact());
    let (low, high) = (end(band.low), end(band.high));
    let value = quoted(&value.exact());
    table.raw(key, format!("{{ value = {value}, low = {low}, high = {high} }}"))
}

/// The driver that a drive is behind.
pub(crate) fn behind(table: Table, driver: Option<&ArrayPlan>) -> Table {
    table.may_say("driver", driver.map(|driver| driver.engine.as_str()))
}

fn is_own<T: PartialEq>(figure: &Figure<T>, by_itself: Option<Figure<T>>) -> bool {
    by_itself.as_ref() != Some(figure) && figure.basis != Basis::Assumed
}

/// One word for all figures of a drive, as in the file that they come from.
fn is_measured(figures: &DriveFigures) -> bool {
    let rates = [figures.read, figures.write].into_iter().flatten().map(|it| it.basis);
    let operations = [figures.random_read, figures.random_write].into_iter().flatten();
    let times = [figures.read_latency, figures.write_latency, figures.sequential_latency];
    let operations = operations.map(|it| it.basis);
    let times = times.into_iter().flatten().map(|it| it.basis);
    rates.chain(operations).chain(times).any(|basis| basis == Basis::Observed)
}
