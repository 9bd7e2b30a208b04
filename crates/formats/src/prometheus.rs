//! Figures in Prometheus' text format, and metrics of a machine's links, drives and arrays.
//!
//! For: `watch --prometheus`, which serves a job's second, and `check --prometheus`, which node_exporter's textfile
//! collector reads. The number of series depends only on a machine's devices: at most [`MOST`] of a name. Serial
//! numbers are labels only on request.
//!
//! Source: Prometheus' "Exposition formats", text format version 0.0.4, and "Metric and label naming".

use std::fmt::Write;

use narrows_messages::clean_text;
use narrows_record::check::{CheckDocument, Severity};
use narrows_record::see::{DriveRecord, LinkState, SeeDocument};

/// More series of one name are left out.
pub const MOST: usize = 4096;

/// Counters that only a running machine has.
#[derive(Clone, Debug, Default)]
pub struct MachineCounters {
    /// Errors that a PCI function has reported (AER): its address, `correctable`, `nonfatal` or `fatal`, how many.
    pub pcie_errors: Vec<(String, &'static str, u64)>,
    /// Thermal counters of a drive: its name, the counter, the count.
    pub heat: Vec<(String, String, u64)>,
    pub arrays: Vec<MdArrayState>,
}

#[derive(Clone, Debug, Default)]
pub struct MdArrayState {
    pub name: String,
    /// One of [`STATES`].
    pub state: &'static str,
    /// Drives that it is made for; `None` if unknown.
    pub drives: Option<usize>,
    /// Drives that are not in sync; `None` if unknown.
    pub missing: Option<usize>,
}

/// The words for how an array is.
pub const STATES: [&str; 6] =
    ["whole", "synchronizing", "degraded", "rebuilding", "not_running", "unknown"];

/// Text that grows by a metric at a time.
#[derive(Debug, Default)]
pub struct PrometheusText {
    pub text: String,
}

impl PrometheusText {
    /// Values that go up and down, each with its labels; a value that is not a number is unknown, and
    /// left out.
    pub fn gauge(&mut self, name: &str, help: &str, values: &[(String, f64)]) {
        self.metric(name, "gauge", help, values);
    }

    /// Values that only grow. Source: the name of such a metric ends in `_total`.
    pub fn counter(&mut self, name: &str, help: &str, values: &[(String, f64)]) {
        self.metric(name, "counter", help, values);
    }

    fn metric(&mut self, name: &str, kind: &str, help: &str, values: &[(String, f64)]) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in values.iter().filter(|(_, value)| !value.is_nan()).take(MOST) {
            let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
            let _ = writeln!(self.text, "{name}{labels} {value}");
        }
    }
}

/// `name="value"`, escaped.
pub fn label(name: &str, value: &str) -> String {
    let value = clean_text(value).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{name}=\"{value}\"")
}

pub(crate) fn labels(each: &[(&str, &str)]) -> String {
    each.iter().map(|(name, value)| label(name, value)).collect::<Vec<_>>().join(",")
}

pub fn of_machine(
    machine: &SeeDocument,
    check: &CheckDocument,
    counters: &MachineCounters,
    has_serials: bool,
) -> String {
    let mut to = PrometheusText::default();
    to.gauge(
        "narrows_build_info",
        "The version of Narrows that wrote this.",
        &[(label("version", &check.narrows), 1.0)],
    );
    links(&mut to, machine);
    drives(&mut to, machine, counters, has_serials);
    let errors = counters.pcie_errors.iter().map(|(device, severity, count)| {
        (labels(&[("device", device), ("severity", severity)]), *count as f64)
    });
    to.counter(
        "narrows_pcie_errors_total",
        "Errors that a PCI function has reported since the start (AER).",
        &errors.collect::<Vec<_>>(),
    );
    arrays(&mut to, &counters.arrays);
    let grave =
        [(Severity::Hint, "hint"), (Severity::Warning, "warning"), (Severity::Danger, "danger")];
    let counts = grave.map(|(severity, word)| {
        let found = check.findings.iter().filter(|found| found.severity == severity);
        (label("severity", word), found.count() as f64)
    });
    to.gauge("narrows_check_findings", "What the check found, by how grave it is.", &counts);
    let is_partial = f64::from(u8::from(check.partial));
    to.gauge(
        "narrows_check_partial",
        "1 where not all that is there could be looked at.",
        &[(String::new(), is_partial)],
    );
    to.text
}

/// Links of storage controllers: the current link, and the capability of both ends.
fn links(to: &mut PrometheusText, machine: &SeeDocument) {
    let each = machine.storage.iter().filter_map(|it| Some((it, it.link.as_ref()?)));
    let states = each.flat_map(|(storage, link)| {
        let ends =
            [("current", link.current), ("device", link.possible), ("port", link.port_possible)];
        let known = ends.into_iter().filter_map(|(of, state)| Some((of, state?)));
        known.map(|(of, state)| (labels(&[("device", &storage.address), ("of", of)]), state))
    });
    let states: Vec<(String, LinkState)> = states.collect();
    let values = |of: fn(&LinkState) -> f64| -> Vec<(String, f64)> {
        states.iter().map(|(labels, state)| (labels.clone(), of(state))).collect()
    };
    to.gauge(
        "narrows_link_transfers_per_second",
        "Speed of a lane: what the link runs at (current), and what its device and its port can do.",
        &values(|state| state.gts * 1e9),
    );
    to.gauge(
        "narrows_link_lanes",
        "Width: what the link runs at (current), and what its device and its port can do.",
        &values(|state| f64::from(state.lanes)),
    );
    let degraded = machine.storage.iter().filter_map(|storage| {
        // No series if that is unknown: 0 would mean a good link.
        let is_degraded = f64::from(u8::from(storage.degraded?));
        Some((label("device", &storage.address), is_degraded))
    });
    to.gauge(
        "narrows_link_degraded",
        "1 where a link runs below what its device can do.",
        &degraded.collect::<Vec<_>>(),
    );
}

fn drives(
    to: &mut PrometheusText,
    machine: &SeeDocument,
    counters: &MachineCounters,
    has_serials: bool,
) {
    let about = |drive: &DriveRecord| {
        let controller = drive.controller.as_ref();
        let device = machine.storage.iter().find(|storage| Some(&storage.id) == controller);
        let known = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut each = vec![
            label("drive", &drive.id),
            label("device", device.map(|it| it.address.as_str()).unwrap_or_default()),
            label("model", &known(&drive.model)),
            label("firmware", &known(&drive.firmware)),
        ];
        if has_serials {
            each.push(label("serial", &known(&drive.serial)));
        }
        (each.join(","), 1.0)
    };
    let real = || machine.drives.iter().filter(|drive| !drive.assumed);
    to.gauge(
        "narrows_drive_info",
        "A drive, and the PCI function of its controller.",
        &real().map(about).collect::<Vec<_>>(),
    );
    let values = |of: &dyn Fn(&DriveRecord) -> Option<f64>| -> Vec<(String, f64)> {
        real().filter_map(|drive| Some((label("drive", &drive.id), of(drive)?))).collect()
    };
    to.gauge(
        "narrows_drive_wear_ratio",
        "Part of the endurance that is used, by the drive's own account; it can exceed 1.",
        &values(&|drive| Some(f64::from(drive.percentage_used?) / 100.0)),
    );
    to.gauge(
        "narrows_drive_temperature_celsius",
        "Temperature.",
        &values(&|drive| Some(f64::from(drive.temperature_c?))),
    );
    let heat = counters.heat.iter().map(|(drive, counter, count)| {
        (labels(&[("drive", drive), ("counter", counter)]), *count as f64)
    });
    to.counter(
        "narrows_drive_thermal_total",
        "What an NVMe drive has counted of its heat, by the specification's names.",
        &heat.collect::<Vec<_>>(),
    );
}

fn arrays(to: &mut PrometheusText, arrays: &[MdArrayState]) {
    let states = arrays.iter().flat_map(|array| {
        STATES.map(|state| {
            let is_it = f64::from(u8::from(array.state == state));
            (labels(&[("array", &array.name), ("state", state)]), is_it)
        })
    });
    to.gauge(
        "narrows_array_state",
        "1 for the state that an array is in.",
        &states.collect::<Vec<_>>(),
    );
    let counts = |of: fn(&MdArrayState) -> Option<usize>| -> Vec<(String, f64)> {
        let each = arrays.iter().filter_map(|array| Some((&array.name, of(array)?)));
        each.map(|(name, count)| (label("array", name), count as f64)).collect()
    };
    to.gauge(
        "narrows_array_drives",
        "Drives that an array is made for.",
        &counts(|array| array.drives),
    );
    to.gauge(
        "narrows_array_missing_drives",
        "Drives of an array that are not in sync: missing, failed or being rebuilt.",
        &counts(|array| array.missing),
    );
}
