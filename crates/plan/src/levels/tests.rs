use narrows_catalog::drive;

use super::*;

/// 10 Gbit/s are 1,250 MB/s; 1,448 of 1,538 bytes are files: 1,176.9 MB/s.
#[test]
fn networks_are_called_in_any_usual_way() {
    for text in ["10GbE", "10g", "10 Gbit/s", "10 Gbps", "10", "1.25GB/s"] {
        let path = NetworkPath::named(text).unwrap();
        assert_eq!(path.name, "10GbE", "{text}");
        assert!((path.carries.as_mb_s() - 1176.9).abs() < 0.1, "{}", path.carries);
    }
    assert!((NetworkPath::named("2.5GbE").unwrap().carries.as_mb_s() - 294.2).abs() < 0.1);
    for text in ["", "fast", "-1G", "0", "1e9G", "10GbE card"] {
        assert_eq!(NetworkPath::named(text), None, "{text}");
    }
}

/// An IronWolf of 8 TB writes 210 MB/s outside and 0.41 to 0.55 of that inside, on average 148 to
/// 163 MB/s: 13.7 to 15.0 h, unless md's 204.8 MB/s hold it up, which is a matter of minutes. Behind a
/// share of 50 MB/s it takes 44.4 h either way.
#[test]
fn a_disk_takes_the_time_that_its_surface_takes() {
    let model = drive::drive("seagate-ironwolf-8tb").unwrap();
    let outer = model.seq_write.unwrap().as_mb_s();
    let free = pass(model, true, BytesPerSec::mb_s(560.0)).unwrap();
    let mean = |inner: f64| 8e6 / (outer * (1.0 + inner) / 2.0) / 3600.0;
    assert!((free.low - mean(0.55)).abs() < 0.01, "{free:?}");
    assert!((mean(0.41)..mean(0.41) + 0.5).contains(&free.high.unwrap()), "{free:?}");
    let held = pass(model, false, BytesPerSec::mb_s(50.0)).unwrap();
    assert!((held.low - 44.44).abs() < 0.01 && (held.high.unwrap() - 44.44).abs() < 0.01);
}

/// A shingled disk is rebuilt at its rate at best, and how much longer it takes depends on its earlier
/// contents.
#[test]
fn the_end_of_a_shingled_rebuild_is_open() {
    let time = |id: &str| pass(drive::drive(id).unwrap(), true, BytesPerSec::mb_s(560.0)).unwrap();
    assert_eq!(time("wd-red-4tb").high, None);
    assert!(time("wd-red-plus-4tb").high.is_some());
}

/// How slowly a drive is written once its fast part is full is not always known.
#[test]
fn the_end_of_a_flash_rebuild_is_open_where_nobody_says() {
    let of = |id: &str| pass(drive::drive(id).unwrap(), true, BytesPerSec::mb_s(10_000.0)).unwrap();
    let known = |model: &&drive::DriveModel| {
        !model.spins && model.seq_write.is_some() && model.seq_write_after_cache.is_some()
    };
    let model = drive::all().iter().find(known).unwrap();
    assert!(of(&model.id).high.is_some(), "{}", model.id);
    let open = |model: &&drive::DriveModel| {
        !model.spins
            && model.seq_write.is_some()
            && model.seq_write_after_cache.is_none()
            && model.fast_write_cache.is_none()
    };
    let model = drive::all().iter().find(open).unwrap();
    assert_eq!(of(&model.id).high, None, "{}", model.id);
}
