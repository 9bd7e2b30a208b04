//! The temperature sensors of drives.
//!
//! For: the hottest sensor of a drive, and the drive's own limit. Reading a temperature sends a
//! request to the drive, at most once a second for NVMe.
//!
//! Source: kernel Documentation/hwmon/sysfs-interface.rst and drivetemp.rst;
//! drivers/nvme/host/hwmon.c, whose inputs and alarms come from one health page, kept for a second.

use super::{Sampler, plain};

/// A hwmon folder has at most nine sensors of a drive; a hostile tree can have any number.
const SENSORS_MAX: usize = 64;

impl Sampler {
    /// A drive's temperature (`nvme0n1`, `nvme0`, `sda`), of its hottest sensor, in °C.
    ///
    /// This sends a request to the drive, so it is for drives that are being measured: it could
    /// keep an idle disk awake. A drive that hangs makes the caller wait.
    pub fn temperature_c(&self, name: &str) -> Option<i32> {
        let sensors = self.sensors(name)?;
        let inputs = self.named(&sensors, "_input").into_iter();
        inputs.filter_map(|path| parse_millidegrees(&self.text(&path)?)).max()
    }

    /// The temperature in whole degrees Celsius above which the drive is too hot: the critical one,
    /// else the highest operating one.
    pub fn temperature_limit_c(&self, name: &str) -> Option<i32> {
        let sensors = self.sensors(name)?;
        let limit = |file| parse_millidegrees(&self.text(&format!("{sensors}/{file}"))?);
        // A drive without such a limit gives 0, or the equivalent of 65535 K.
        let possible = |limit: &i32| (1..200).contains(limit);
        ["temp1_crit", "temp1_max"].into_iter().find_map(|file| limit(file).filter(possible))
    }

    /// Whether one of its sensors is in alarm; none without an alarm file.
    pub(super) fn is_alarmed(&self, name: &str) -> Option<bool> {
        let sensors = self.sensors(name)?;
        let alarms = self.named(&sensors, "_alarm").into_iter();
        alarms.filter_map(|path| Some(self.number(&path)? != 0)).reduce(|one, other| one || other)
    }

    /// The hwmon folder of a drive: the first that has a temperature.
    fn sensors(&self, name: &str) -> Option<String> {
        let name = plain(name)?;
        let device = format!("sys/class/block/{name}/device");
        let folders = [device.clone(), format!("{device}/hwmon"), format!("sys/class/nvme/{name}")];
        let sensor = folders.iter().find_map(|folder| self.hwmon(folder));
        // With native multipath a namespace's device is its subsystem, with links to controllers.
        let controllers = self.list(&device).filter(|name| name.starts_with("nvme"));
        sensor.or_else(|| {
            controllers.into_iter().find_map(|name| self.hwmon(&format!("{device}/{name}")))
        })
    }

    fn hwmon(&self, folder: &str) -> Option<String> {
        let mut names = self.list(folder).filter(|name| name.starts_with("hwmon"));
        names.find_map(|name| {
            let path = format!("{folder}/{name}");
            (!self.named(&path, "_input").is_empty()).then_some(path)
        })
    }

    /// The files `temp<N>` with an ending.
    fn named(&self, folder: &str, ending: &str) -> Vec<String> {
        let is_one = |name: &String| name.starts_with("temp") && name.ends_with(ending);
        let names = self.list(folder).filter(is_one).take(SENSORS_MAX);
        names.map(|name| format!("{folder}/{name}")).collect()
    }
}

/// Thousandths of a degree Celsius, rounded to the nearest degree.
fn parse_millidegrees(text: &str) -> Option<i32> {
    let thousandths: i32 = text.trim().parse().ok()?;
    Some(thousandths.checked_add(500)?.div_euclid(1000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::tree;

    #[test]
    fn thousandths_are_rounded() {
        let texts = ["36850", "-1600", "x", "2147483647"];
        assert_eq!(texts.map(parse_millidegrees), [Some(37), Some(-2), None, None]);
    }

    #[test]
    fn sensors_are_found_at_each_place_and_the_hottest_counts() {
        let (_folder, sampler) = tree(&[
            ("sys/class/block/nvme0n1/device/hwmon3/temp1_input", "41000\n"),
            ("sys/class/block/nvme0n1/device/hwmon3/temp2_input", "58100\n"),
            ("sys/class/block/sda/device/hwmon/hwmon1/temp1_input", "29400\n"),
            ("sys/class/block/nvme1n1/device/nvme1/hwmon4/temp1_input", "50000\n"),
        ]);
        let drives = ["nvme0n1", "sda", "nvme1n1", "sdb", "../block/sda"];
        let expected = [Some(58), Some(29), Some(50), None, None];
        assert_eq!(drives.map(|name| sampler.temperature_c(name)), expected);
    }

    #[test]
    fn limits_that_are_none_are_left_out() {
        let (_folder, sampler) = tree(&[
            ("sys/class/block/a/device/hwmon0/temp1_input", "41000"),
            ("sys/class/block/a/device/hwmon0/temp1_crit", "84850"),
            ("sys/class/block/a/device/hwmon0/temp1_alarm", "0"),
            ("sys/class/block/b/device/hwmon1/temp1_input", "41000"),
            ("sys/class/block/b/device/hwmon1/temp1_crit", "65261850"),
            ("sys/class/block/b/device/hwmon1/temp1_max", "70000"),
            ("sys/class/block/b/device/hwmon1/temp1_alarm", "1"),
        ]);
        let limits = ["a", "b", "c"].map(|name| sampler.temperature_limit_c(name));
        assert_eq!(limits, [Some(85), Some(70), None]);
        let alarms = ["a", "b", "c"].map(|name| sampler.is_alarmed(name));
        assert_eq!(alarms, [Some(false), Some(true), None]);
    }
}
