//! The state of the whole machine around a run.
//!
//! For: the facts that are needed to interpret a result years later, or to compare two, and that
//! the topology does not have: kernel, processors' clocks, limits, load, and boot time.
//!
//! Not here: the machine's parts ([`crate::capture()`]), the target's layers and queue
//! ([`crate::place`]).
//!
//! Source: kernel Documentation/admin-guide/pm/cpufreq.rst, proc(5) (`loadavg`, `cmdline`),
//! getrlimit(2).

mod boot;
mod command_line;
mod mitigations;
mod systemd;

use narrows_units::{Bytes, Gigahertz};
use rustix::process::{Resource, getrlimit};

pub use self::boot::boot;
use crate::Root;
use crate::cpu_list;
pub use crate::facts::{BootDurations, HostContext};
use crate::root::RootReader;

/// Reads the state of a machine. Unknown facts are left out. On the live machine this queries
/// systemd, which may take a second if it is stuck.
pub fn context(root: &Root) -> HostContext {
    let Ok(reader) = root.open() else { return HostContext::default() };
    let list = reader.text("sys/devices/system/cpu/online").unwrap_or_default();
    let cpus = cpu_list::parse(&list);
    let command_line = reader.text("proc/cmdline");
    HostContext {
        kernel: reader.text("proc/sys/kernel/osrelease"),
        command_line: command_line.map(|line| command_line::without_secrets(&line)),
        governor: cpus.first().and_then(|cpu| governor(&reader, *cpu)),
        clock_limit: clock_limit(&reader),
        mitigations: mitigations::costly(&reader),
        memlock: reader.is_live().then(memlock).flatten(),
        load: reader.text("proc/loadavg").and_then(|text| load(&text)),
        boot: boot::boot_of(&reader),
        cpus: cpus.len() as u32,
    }
}

fn governor(reader: &RootReader, cpu: u32) -> Option<String> {
    reader.text(&format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor"))
}

/// `scaling_max_freq` is in kHz. Fast and slow cores have policies of their own.
fn clock_limit(reader: &RootReader) -> Option<Gigahertz> {
    let policies = reader.list("sys/devices/system/cpu/cpufreq").into_iter();
    let limit = |(name, _): (String, _)| {
        let path = format!("sys/devices/system/cpu/cpufreq/{name}/scaling_max_freq");
        reader.text(&path)?.parse::<u32>().ok()
    };
    let fastest_khz = policies.filter_map(limit).max()?;
    Some(Gigahertz::new(f64::from(fastest_khz) / 1e6))
}

fn memlock() -> Option<Bytes> {
    getrlimit(Resource::Memlock).current.map(Bytes::new)
}

/// `0.20 0.18 0.12 1/80 11206`.
fn load(text: &str) -> Option<[f64; 3]> {
    let mut averages = text.split_whitespace().map(|word| word.parse::<f64>().ok());
    let mut next = || averages.next()?.filter(|load| load.is_finite() && *load >= 0.0);
    Some([next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::tree;

    #[test]
    fn a_machine_tells_what_it_has() {
        let cpu = "sys/devices/system/cpu";
        let folder = tree(&[
            ("proc/sys/kernel/osrelease", "6.12.48-amd64\n"),
            ("proc/cmdline", "root=UUID=0123 quiet nvme.poll_queues=2\n"),
            ("proc/loadavg", "0.20 0.18 12.5 1/80 11206\n"),
            (&format!("{cpu}/online"), "2-3,8\n"),
            (&format!("{cpu}/cpu2/cpufreq/scaling_governor"), "powersave\n"),
            (&format!("{cpu}/cpufreq/policy2/scaling_max_freq"), "2100000\n"),
            (&format!("{cpu}/cpufreq/policy8/scaling_max_freq"), "4700000\n"),
            (&format!("{cpu}/vulnerabilities/meltdown"), "Mitigation: PTI\n"),
        ]);
        let expected = HostContext {
            kernel: Some("6.12.48-amd64".to_owned()),
            command_line: Some("root=... quiet nvme.poll_queues=2".to_owned()),
            cpus: 3,
            governor: Some("powersave".to_owned()),
            clock_limit: Some(Gigahertz::new(4.7)),
            mitigations: vec!["meltdown: PTI".to_owned()],
            memlock: None,
            load: Some([0.2, 0.18, 12.5]),
            boot: None,
        };
        assert_eq!(context(&Root::at(folder.path())), expected);
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        let huge = "9".repeat(100_000);
        let folder = tree(&[
            ("proc/loadavg", "nan inf -1"),
            ("sys/devices/system/cpu/online", &huge),
            ("sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq", "<unknown>"),
        ]);
        assert_eq!(context(&Root::at(folder.path())), HostContext::default());
        assert_eq!(context(&Root::at("/no/such/folder")), HostContext::default());
        assert_eq!([load("1 2"), load("inf 1 1"), load("")], [None; 3]);
    }

    #[test]
    fn this_machine_has_a_kernel_and_processors() {
        let here = context(&Root::live());
        assert!(here.kernel.is_some_and(|release| release.contains('.')));
        assert!(here.cpus > 0 && here.load.is_some());
    }
}
