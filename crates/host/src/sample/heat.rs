//! Temperatures of drives, and counters of throttling.
//!
//! For: counters of drives and processors; one that rises means that cooling was measured.
//!
//! Not here: comparing two samples with their times, which the run does.
//!
//! Source: NVM Express Base Specification 2.0, section 5.16.1.3 and section 8.15.5 (Host Controlled
//! Thermal Management); kernel Documentation/hwmon/sysfs-interface.rst (`temp[1-*]_alarm`);
//! drivers of arch/x86/kernel/cpu/mce/therm_throt.c, whose `*_throttle_count` "are events since
//! last boot".

use super::{Sampler, plain};
pub use crate::facts::{DriveHeat, ThrottlingSign};
use crate::nvme;
use crate::nvme::health::NvmeHeat;

/// A hostile tree can have any number of processors.
const CPUS_MAX: usize = 8192;

impl Sampler {
    /// Queries a drive's temperature and throttling: an NVMe drive's health page if this user may,
    /// else its sensors. Waits for a drive that hangs.
    pub fn drive_heat(&self, name: &str) -> DriveHeat {
        let page = self
            .controller(name)
            .and_then(|controller| nvme::health_page(self.reader.as_ref()?, &controller));
        if let Some(page) = page {
            let heat = NvmeHeat::of(&page);
            let [light, heavy] = heat.transitions.map(u64::from);
            let [light_s, heavy_s] = heat.slowed_s.map(u64::from);
            let signs_of = vec![
                now(name, "Critical Warning: Temperature", heat.warns),
                counted(name, "Thermal Management Temperature 1 Transition Count", light),
                counted(name, "Thermal Management Temperature 2 Transition Count", heavy),
                counted(name, "Total Time For Thermal Management Temperature 1", light_s),
                counted(name, "Total Time For Thermal Management Temperature 2", heavy_s),
                counted(name, "Warning Composite Temperature Time", heat.warning_minutes.into()),
                counted(name, "Critical Composite Temperature Time", heat.critical_minutes.into()),
            ];
            return DriveHeat { celsius: heat.celsius, signs: signs_of };
        }
        let alarm = self.is_alarmed(name).map(|alarmed| now(name, "temp_alarm", alarmed));
        let signs = alarm.into_iter().collect();
        DriveHeat { celsius: self.temperature_c(name), signs }
    }

    /// Whether queries to a drive run apart from its reads and writes. Those to an NVMe drive have
    /// a queue of their own; a SATA drive finishes all that is in flight before it answers.
    pub fn is_asked_apart(&self, name: &str) -> bool {
        name.starts_with("nvme")
    }

    /// The processors' throttling counters: Intel's have them, others do not.
    pub fn cpu_signs(&self) -> Vec<ThrottlingSign> {
        let cpus = self.list("sys/devices/system/cpu").filter(|name| {
            name.strip_prefix("cpu").is_some_and(|number| number.parse::<u32>().is_ok())
        });
        let mut signs: Vec<ThrottlingSign> =
            cpus.take(CPUS_MAX).flat_map(|cpu| self.signs_at(&cpu)).collect();
        // All processors of a package report the package's counter.
        signs.sort_by(|a, b| (&a.what, b.value).cmp(&(&b.what, a.value)));
        signs.dedup_by(|later, first| later.what == first.what);
        signs
    }

    fn signs_at(&self, cpu: &str) -> Vec<ThrottlingSign> {
        let folder = format!("sys/devices/system/cpu/{cpu}");
        let count = |file| self.number(&format!("{folder}/thermal_throttle/{file}"));
        let (core, package) = ("core_throttle_count", "package_throttle_count");
        let core = count(core).map(|value| counted(cpu, core, value));
        let number = || self.number(&format!("{folder}/topology/physical_package_id"));
        let package = count(package)
            .and_then(|value| Some(counted(&format!("package{}", number()?), package, value)));
        core.into_iter().chain(package).collect()
    }

    /// The controller of an NVMe namespace or controller by kernel name.
    fn controller(&self, name: &str) -> Option<String> {
        let name = plain(name)?;
        if nvme::is_controller(name) {
            return Some(name.to_owned());
        }
        let device = format!("sys/class/block/{name}/device");
        let target = self.reader.as_ref()?.link(&device)?;
        let own = target.rsplit('/').next().filter(|name| nvme::is_controller(name));
        // With native multipath it is the subsystem, which has links to the controllers.
        let others = || self.list(&device).find(|name| nvme::is_controller(name));
        own.map(str::to_owned).or_else(others)
    }
}

fn counted(what: &str, counter: &'static str, value: u64) -> ThrottlingSign {
    ThrottlingSign { what: what.to_owned(), counter, counts: true, value }
}

fn now(what: &str, counter: &'static str, is_so: bool) -> ThrottlingSign {
    ThrottlingSign { what: what.to_owned(), counter, counts: false, value: is_so.into() }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::sample::tests::tree;

    fn cpu(number: u32, core: &str, package: &str) -> [(String, String); 3] {
        let folder = format!("sys/devices/system/cpu/cpu{number}");
        [
            (format!("{folder}/thermal_throttle/core_throttle_count"), core.to_owned()),
            (format!("{folder}/thermal_throttle/package_throttle_count"), package.to_owned()),
            (format!("{folder}/topology/physical_package_id"), "0".to_owned()),
        ]
    }

    /// Both processors report package 0; the greater count, 9, is the later one.
    #[test]
    fn each_package_is_told_once() {
        let files: Vec<_> = cpu(0, "3", "7").into_iter().chain(cpu(11, "many", "9")).collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let (_folder, sampler) = tree(&files);
        let expected = [
            counted("cpu0", "core_throttle_count", 3),
            counted("package0", "package_throttle_count", 9),
        ];
        assert_eq!(sampler.cpu_signs(), expected);
    }

    #[test]
    fn counts_rise_and_flags_are_so() {
        let before = [counted("cpu0", "core_throttle_count", 3), now("sda", "temp_alarm", true)];
        let rise = |value| counted("cpu0", "core_throttle_count", value).since(&before);
        assert_eq!([rise(3), rise(10), rise(1)], [0, 7, 0]);
        assert_eq!(counted("cpu1", "core_throttle_count", 5).since(&before), 0);
        assert_eq!(now("sda", "temp_alarm", true).since(&before), 1);
        assert_eq!(now("sda", "temp_alarm", false).since(&before), 0);
    }

    #[test]
    fn a_drive_with_sensors_tells_its_alarm_and_one_without_nothing() {
        let (_folder, sampler) = tree(&[
            ("sys/class/block/sda/device/hwmon/hwmon1/temp1_input", "71000"),
            ("sys/class/block/sda/device/hwmon/hwmon1/temp1_alarm", "1"),
        ]);
        let heat = sampler.drive_heat("sda");
        assert_eq!(heat.celsius, Some(71));
        assert_eq!(heat.signs, [now("sda", "temp_alarm", true)]);
        assert!(sampler.drive_heat("vda").is_empty() && sampler.drive_heat("../x").is_empty());
    }

    #[test]
    fn the_controller_is_found_with_and_without_multipath() {
        let (folder, sampler) = tree(&[
            ("sys/devices/nvme3/nvme3n1/size", "1"),
            ("sys/devices/nvme-subsys1/nvme1n1/size", "1"),
            ("sys/devices/nvme-subsys1/nvme7/state", "live"),
        ]);
        let root = folder.path();
        std::fs::create_dir_all(root.join("sys/class/block")).unwrap();
        for (name, controller) in [("nvme3n1", "nvme3"), ("nvme1n1", "nvme-subsys1")] {
            let place = root.join(format!("sys/devices/{controller}/{name}"));
            symlink(format!("../../{controller}"), place.join("device")).unwrap();
            let target = format!("../../devices/{controller}/{name}");
            symlink(target, root.join("sys/class/block").join(name)).unwrap();
        }
        let controllers =
            ["nvme3n1", "nvme1n1", "nvme9", "sda"].map(|name| sampler.controller(name));
        let expected = [Some("nvme3"), Some("nvme7"), Some("nvme9"), None];
        assert_eq!(controllers.each_ref().map(Option::as_deref), expected);
    }
}
