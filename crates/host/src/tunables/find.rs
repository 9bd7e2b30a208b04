//! The settings of a machine, and their possible values.

use narrows_topology::PciAddress;
use narrows_units::TransferRate;

use super::{Tunable, selected};
use crate::root::RootReader;
use crate::{Root, cpu_list};

/// Before the port's address in the `type` of a cooling device that limits its rate.
pub(super) const PORT_COOLING: &str = "PCIe_Port_Link_Speed_";

/// A setting with its value and its possible values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunableChoice<T> {
    pub tunable: Tunable,
    pub now: T,
    /// The possible values, in the kernel's order.
    pub possible: Vec<T>,
}

/// The scheduler of a disk, by kernel name; `None` if it has none, or does not exist.
pub fn scheduler(root: &Root, disk: &str) -> Option<TunableChoice<String>> {
    let tunable = Tunable::Scheduler(disk.to_owned());
    let tunable = Tunable::of_path(&tunable.path())?;
    let text = root.open().ok()?.text(&tunable.path())?;
    let possible = text.split_whitespace().map(|name| name.trim_matches(['[', ']']).to_owned());
    Some(TunableChoice { now: selected(&text).to_owned(), possible: possible.collect(), tunable })
}

/// The rate of a PCIe port: the current one, and all rates from its highest down. `None` if the
/// kernel has no such setting for this port.
pub fn link_speed(root: &Root, port: PciAddress) -> Option<TunableChoice<TransferRate>> {
    let reader = root.open().ok()?;
    let wanted = format!("{PORT_COOLING}{port}");
    let entries = reader.list("sys/class/thermal").into_iter();
    let mut numbers =
        entries.filter_map(|(name, _)| name.strip_prefix("cooling_device")?.parse().ok());
    let number = numbers.find(|number: &u32| {
        let kind = reader.text(&format!("sys/class/thermal/cooling_device{number}/type"));
        kind.as_deref() == Some(&wanted)
    })?;
    let state = |file: &str| -> Option<u8> {
        reader.text(&format!("sys/class/thermal/cooling_device{number}/{file}"))?.parse().ok()
    };
    // State 0 is the port's highest rate, the last one 2.5 GT/s (pcie_cooling_get_max_level).
    let most = state("max_state")?;
    let rate = |state: u8| TransferRate::from_generation(most.checked_sub(state)?.checked_add(1)?);
    let possible: Vec<TransferRate> = (0..=most).filter_map(rate).collect();
    Some(TunableChoice {
        tunable: Tunable::LinkSpeed(number),
        now: rate(state("cur_state")?)?,
        possible,
    })
}

impl TunableChoice<TransferRate> {
    /// The value for a rate: its number of steps below the highest.
    pub fn state(&self, rate: TransferRate) -> Option<String> {
        Some(self.possible.iter().position(|possible| *possible == rate)?.to_string())
    }
}

/// The highest allowed clock of each cpufreq policy, in kHz, with the lowest and highest of its
/// processors; with `node`, only of that NUMA node's processors. Empty if the kernel does not
/// control the clock, as in most virtual machines.
pub fn clock_limits(root: &Root, node: Option<u32>) -> Vec<TunableChoice<u64>> {
    let Ok(reader) = root.open() else { return Vec::new() };
    let of_node = node.map(|node| {
        let path = format!("sys/devices/system/node/node{node}/cpulist");
        cpu_list::parse(&reader.text(&path).unwrap_or_default())
    });
    let is_wanted = |cpus: &[u32]| {
        of_node.as_ref().is_none_or(|wanted| cpus.iter().any(|cpu| wanted.contains(cpu)))
    };
    let entries = reader.list("sys/devices/system/cpu/cpufreq").into_iter();
    let mut policies: Vec<u32> =
        entries.filter_map(|(name, _)| name.strip_prefix("policy")?.parse().ok()).collect();
    policies.sort_unstable();
    policies.into_iter().filter_map(|policy| clock_limit(&reader, policy, &is_wanted)).collect()
}

fn clock_limit(
    reader: &RootReader,
    policy: u32,
    is_wanted: &impl Fn(&[u32]) -> bool,
) -> Option<TunableChoice<u64>> {
    let text =
        |file: &str| reader.text(&format!("sys/devices/system/cpu/cpufreq/policy{policy}/{file}"));
    let khz = |file: &str| -> Option<u64> { text(file)?.parse().ok() };
    // Unlike lists elsewhere, this one has spaces between its numbers (cpufreq.rst).
    let cpus = cpu_list::parse(&text("related_cpus").unwrap_or_default().replace(' ', ","));
    is_wanted(&cpus).then_some(())?;
    Some(TunableChoice {
        tunable: Tunable::ClockLimit(policy),
        now: khz("scaling_max_freq")?,
        possible: vec![khz("cpuinfo_min_freq")?, khz("cpuinfo_max_freq")?],
    })
}
