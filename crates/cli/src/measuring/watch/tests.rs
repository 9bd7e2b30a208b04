//! A machine of a few files that change while a set runs on it.

use std::path::Path;

use super::*;

const FUNCTION: &str = "sys/bus/pci/devices/0000:01:00.0";
const DRIVE: &str = "sys/class/block/nvme0n1";

fn put(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn runs_at(root: &Path, speed: &str, lanes: &str) {
    put(root, &format!("{FUNCTION}/current_link_speed"), speed);
    put(root, &format!("{FUNCTION}/current_link_width"), lanes);
}

/// A drive with these `sectors` read, `interrupts` on processor 1 and `heat` in thousandths of a
/// degree; a processor that `throttled` this often.
fn stands_at(root: &Path, sectors: u64, interrupts: u64, heat: u32, throttled: u64) {
    put(root, &format!("{DRIVE}/stat"), &format!("9 0 {sectors} 0 0 0 8 0 0 5"));
    put(root, &format!("{FUNCTION}/msi_irqs/40"), "msix");
    put(root, "sys/kernel/irq/40/per_cpu_count", &format!("0,{interrupts}\n"));
    put(root, &format!("{DRIVE}/device/hwmon1/temp1_input"), &heat.to_string());
    put(root, &format!("{DRIVE}/device/hwmon1/temp1_crit"), "84850");
    let cpu = "sys/devices/system/cpu/cpu0/thermal_throttle";
    put(root, &format!("{cpu}/core_throttle_count"), &throttled.to_string());
}

#[test]
fn what_changes_around_a_drive_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    stands_at(root, 100, 7, 41_000, 5);
    runs_at(root, "2.5 GT/s PCIe", "4");
    let drives =
        [(Id::new("nvme0n1"), "0000:01:00.0".parse().ok()), (Id::new("/tmp/a file"), None)];
    let watch = DriveWatch::at(&Root::at(root), &drives);
    let start = Instant::now();
    watch.look_at(0.0, start);
    runs_at(root, "16.0 GT/s PCIe", "4");
    watch.look_at(0.5, start + Duration::from_secs(1));
    runs_at(root, "16.0 GT/s PCIe", "2");
    watch.look_at(0.9, start + Duration::from_secs(2));
    stands_at(root, 300, 27, 66_400, 8);

    let around = watch.finish();
    assert_eq!(around.len(), 2);
    let link = |gts, lanes| Some(LinkState { gts, lanes });
    let WatchedSurroundings { watched, link: middle, temperature_c, slowed } = &around[0];
    let links: Vec<_> = watched.links.iter().map(|look| (look.at_s, look.link)).collect();
    assert_eq!(links, [(0.0, link(2.5, 4)), (1.0, link(16.0, 4)), (2.0, link(16.0, 2))]);
    assert_eq!(*middle, link(16.0, 4));
    // 200 sectors of 512 bytes; writes stood still.
    assert_eq!((watched.interrupts, watched.interrupted_cpus.as_slice()), (Some(20), &[1][..]));
    let celsius: Vec<i32> = watched.temperatures.iter().map(|look| look.celsius).collect();
    assert_eq!((celsius.as_slice(), *temperature_c), (&[41, 66][..], Some(66)));
    assert_eq!(watched.temperature_limit_c, Some(85));
    let throttles = watched.throttles.iter().map(|one| (one.what.as_str(), one.count));
    assert_eq!(throttles.collect::<Vec<_>>(), [("cpu0", 3)]);
    assert!(slowed.drive.is_empty() && slowed.processors.len() == 1, "{slowed:?}");

    let file = &around[1];
    assert!(file.watched.links.is_empty() && file.watched.interrupts.is_none());
    assert_eq!((file.link, file.temperature_c), (None, None));
}

#[test]
fn a_drive_that_vanishes_leaves_what_was_seen() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    stands_at(root, 100, 7, 41_000, 5);
    runs_at(root, "16.0 GT/s PCIe", "4");
    let watch =
        DriveWatch::at(&Root::at(root), &[(Id::new("nvme0n1"), "0000:01:00.0".parse().ok())]);
    let start = Instant::now();
    watch.look_at(0.0, start);
    std::fs::remove_dir_all(root.join("sys")).unwrap();
    watch.look_at(0.6, start + Duration::from_secs(3));
    let around = watch.finish().remove(0);
    let last = around.watched.links.last().map(|look| (look.at_s, look.link));
    assert_eq!(last, Some((3.0, None)));
    assert_eq!(around.link, Some(LinkState { gts: 16.0, lanes: 4 }));
    assert_eq!(around.watched.interrupts, None);
    assert_eq!(around.watched.temperatures.len(), 1);
}

#[test]
fn of_many_processors_the_most_throttled_are_told() {
    let now = Instant::now();
    let sign = |cpu: usize| ThrottlingSign {
        what: format!("cpu{cpu}"),
        counter: "core_throttle_count",
        counts: true,
        value: cpu as u64,
    };
    let mut processors = HeatHistory::default();
    processors.throttles.extend((0..64).map(|cpu| (now, sign(cpu))));
    let throttles_since = throttles(&HeatHistory::default(), &processors, now);
    let counts: Vec<u64> = throttles_since.iter().map(|one| one.count).collect();
    assert_eq!(counts, [63, 62, 61, 60, 59, 58, 57, 56]);
}
