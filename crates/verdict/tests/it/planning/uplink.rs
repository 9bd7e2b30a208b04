//! Write-ups 000, 001 and 003: the limit of the chipset's uplink to the processor, and ways around
//! it.

use narrows_model::LimitKind;

use super::bed::{Case, same};

/// Capacity of four lanes of 8 GT/s and DMI 3.0: 1,777 MB/s were measured through two lanes
/// (write-up 003).
const UPLINK: f64 = 3554.0;

/// By arithmetic the model has 1 % more.
fn near(rate: f64, expected: f64) -> bool {
    (rate / expected - 1.0).abs() < 0.012
}

/// Write-up 000: three M8Pe of 2,000 MB/s in the three M.2 slots, all at once. Each got 1,100 to
/// 1,500, 3,500 in all: a third of the uplink is 1,185.
#[test]
fn three_drives_in_the_chipsets_slots_share_its_uplink() {
    let case = Case::on("asrock-z170-oc-formula", "3x plextor-px-256m8pe");
    let best = case.best("seq-read-128k-q32, no-adapters");
    assert!(near(best.score(), UPLINK), "{}", best.score());
    assert_eq!(best.limit(), LimitKind::Uplink);
    for outcome in &best.candidate.outcomes {
        assert!((1100.0..1500.0).contains(&outcome.rate.as_mb_s()), "{}", outcome.rate);
    }
}

/// "Who is after sequential speed puts them on adapters on the processor's side": all 6,000 MB/s.
/// Two of the three suffice, as one alone does not fill the uplink; two on it would be
/// 3,554 + 2,000 = 5,554, so that nothing with one adapter brings as much.
#[test]
fn adapters_on_processor_lanes_bring_all_three_to_their_own_rate() {
    let case = Case::on(
        "asrock-z170-oc-formula",
        "a=plextor-px-256m8pe, b=plextor-px-256m8pe, c=plextor-px-256m8pe",
    );
    let best = case.best("seq-read-128k-q32");
    assert!(same(best.score(), 6000.0), "{}", best.score());
    let slots = case.slots(&best.candidate.placement);
    let on_adapters = slots.iter().filter(|slot| slot.starts_with("PCIE")).count();
    assert_eq!(on_adapters, 2, "{slots:?}");
    let one = case.best("seq-read-128k-q32, a=chipset, b=chipset");
    assert!(near(one.score(), UPLINK + 2000.0), "{}", one.score());
}

/// Write-up 000's whole machine, with two graphics cards, the network card and the boot drive in
/// the four long slots: the three drives are left with the M.2 slots, and the uplink.
#[test]
fn cards_take_the_processors_lanes_and_leave_the_uplink_to_the_drives() {
    let devices = "3x plextor-px-256m8pe, ssd750=intel-ssd-750-400gb@aic, g1=gpu, g2=gpu, \
                  nic=intel-x540-t2";
    let case = Case::on("asrock-z170-oc-formula", devices);
    let best = case.best("seq-read-128k-q32, g1>=x8, g2>=x4, ssd750=cpu, boot=ssd750");
    assert!(near(best.score(), UPLINK + 2200.0), "{}", best.score());
}

/// Write-up 000: "what a database server or a ZFS cache is on belongs on the processor's own bus".
#[test]
fn a_log_goes_on_the_processors_lanes() {
    let case = Case::on("asrock-z170-oc-formula", "log=plextor-px-256m8pe");
    let best = case.best("log=log");
    assert!(best.slot("log").starts_with("PCIE"), "{}", best.slot("log"));
}

/// Write-up 001: one drive on an adapter in the processor's slot, the other in the chipset's M.2
/// slot, the stripe made by the operating system: 4,604 MB/s were measured. Two drives of 2,200 by
/// their datasheet are 4,400; the band covers the result.
#[test]
fn one_drive_on_each_side_is_not_held_back_by_the_uplink() {
    let case =
        Case::on("gigabyte-ga-z170x-ud5", "a=samsung-950-pro-256gb, b=samsung-950-pro-256gb");
    let best = case.best("seq-read-128k-q32, raid0:windows=a+b, a=cpu, b=chipset");
    assert!(same(best.score(), 4400.0), "{}", best.score());
    let (low, high) = best.band();
    assert!((low..=high).contains(&4604.0), "{low} to {high}");
}

/// Write-ups 001 and 003: the fastest arrangement does not start the machine, and the one that does
/// is held at the uplink, 3,257 to 3,300 MB/s as measured.
#[test]
fn what_starts_is_slower_than_what_is_fastest() {
    let drives = "a=samsung-950-pro-256gb, b=samsung-950-pro-256gb";
    let case = Case::on("gigabyte-ga-z170x-ud5", drives);
    let fastest = case.best("seq-read-128k-q32, raid0:windows/linux-md=a+b");
    let firmware = case.best("seq-read-128k-q32, raid0=a+b, firmware-raid");
    assert!(same(fastest.score(), 4400.0), "{}", fastest.score());
    let (low, high) = firmware.band();
    assert!((low..=high).contains(&3257.0), "{low} to {high}");
    assert_eq!(firmware.limit(), LimitKind::Uplink);
    assert!(firmware.slot("a").starts_with("M2"), "{}", firmware.slot("a"));
    let blamed = case.blamed("seq-read-128k-q32, raid0:windows=a+b, boot=raid0");
    assert_eq!(blamed, ["boot=raid0"]);
}

/// Write-up 003: whether one drive sits on the processor's or on the chipset's lanes makes no
/// difference to its read rate, since four lanes carry as much on either side as the uplink behind
/// one of them.
#[test]
fn one_drive_alone_reads_as_fast_on_either_side() {
    let case = Case::on("asus-z170-pro-gaming", "ssd=samsung-sm961-128gb");
    let [cpu, chipset] =
        ["ssd=cpu", "ssd=chipset"].map(|side| case.best(&format!("sequential, {side}")).score());
    assert!(same(cpu, chipset), "{cpu} and {chipset}");
}

/// Write-up 003: "RAID that only the chipset's slots can be in is hardly faster than one of the
/// fastest drives": two 960 PRO of 3,500 MB/s at the uplink's 3,554 at most, while Windows on the
/// processor's lanes passes 4,000.
#[test]
fn firmware_raid_of_the_fastest_drives_is_hardly_worth_it() {
    let one = Case::on("asus-z170-a", "a=samsung-960-pro-512gb");
    let two = Case::on("asus-z170-a", "a=samsung-960-pro-512gb, b=samsung-960-pro-512gb");
    let single = one.best("sequential").score();
    let firmware = two.best("sequential, raid0=a+b, firmware-raid").score();
    let windows = two.best("sequential, raid0:windows=a+b").score();
    assert!(firmware < single * 1.05, "{firmware} beside {single}");
    assert!(windows > 4000.0, "{windows}");
}

/// Write-up 002's way out: "but with RAID 1 it is another story". Written data goes down the uplink
/// twice, 2 x 900 MB/s, which it carries: the mirror writes as fast as one drive, while the
/// stripe's 4,400 of reading do not fit.
#[test]
fn a_mirror_fits_through_the_uplink_and_a_stripe_does_not() {
    let drives = "s1=intel-ssd-750-400gb@aic, s2=intel-ssd-750-400gb@aic";
    let case = Case::on("asrock-z170m-oc-formula", drives);
    let mirror = case.best("seq-write-128k-q32, raid1=s1+s2, firmware-raid");
    let stripe = case.best("seq-read-128k-q32, raid0=s1+s2, firmware-raid");
    assert!((mirror.score() / 900.0 - 1.0).abs() < 0.05, "{}", mirror.score());
    assert_ne!(mirror.limit(), LimitKind::Uplink);
    assert_eq!(stripe.limit(), LimitKind::Uplink);
}

/// Write-up 003: the long slot on the chipset of the Z170-A has two lanes unless set otherwise in
/// the firmware, and 1,777 MB/s with them. The plan sets it for a drive of 3,500 there.
#[test]
fn the_plan_sets_four_lanes_where_the_firmware_has_two() {
    let case = Case::on("asus-z170-a", "a=samsung-960-pro-512gb");
    let best = case.best("sequential, a@PCIEX16_3");
    let settings = &best.candidate.placement.settings;
    assert_eq!(settings.get("PCIEX16_3 bandwidth").map(String::as_str), Some("x4"));
    assert!(best.score() > 3400.0, "{}", best.score());
}

/// Two of them as an array beside a graphics card at full width: the M.2 slot and that slot. Its two
/// lanes carry half of the uplink's rate, so that the rate needs no setting; the firmware's RAID took
/// a drive of four lanes with all four only, so that the plan sets them.
#[test]
fn half_an_uplink_fits_through_two_lanes() {
    let case = Case::on("asus-z170-a", "a=samsung-960-pro-512gb, b=samsung-960-pro-512gb, gpu");
    let of = |array: &str| {
        let best = case.best(&format!("seq-read-128k-q32, {array}, gpu>=x16"));
        let mut slots = [best.slot("a"), best.slot("b")];
        slots.sort();
        assert_eq!(slots, ["M2", "PCIEX16_3"], "{array}");
        let settings = best.candidate.placement.settings.clone();
        (settings.get("PCIEX16_3 bandwidth").cloned(), best.limit())
    };
    assert_eq!(of("raid0=a+b, firmware-raid"), (Some("x4".to_owned()), LimitKind::Uplink));
    assert_eq!(of("raid0:linux-md=a+b").0, None);
}

/// Write-up 002: "had they been 2.5-inch SSD 750 from the start, it would have been simple": with a
/// cable kit in the M.2 slot and the other as a card, the Z170-A makes a firmware RAID of them.
#[test]
fn a_u2_drive_by_a_kit_makes_the_raid_that_two_cards_cannot() {
    let words = "sequential, raid0=s1+s2, firmware-raid";
    let cards = "s1=intel-ssd-750-400gb@aic, s2=intel-ssd-750-400gb@aic";
    let kit = "s1=intel-ssd-750-400gb@aic, s2=intel-ssd-750-400gb@u2";
    assert!(Case::on("asus-z170-a", cards).search(words).is_err());
    let case = Case::on("asus-z170-a", kit);
    let best = case.best(words);
    assert_eq!((best.slot("s1"), best.slot("s2")), ("PCIEX16_3".to_owned(), "M2".to_owned()));
}
