//! Predictions for published machines.

use narrows_files::machine_file;
use narrows_record::run::RunFinding;

use super::super::advice;
use super::*;

fn machine(name: &str) -> Machine {
    let text = narrows_catalog::machine::machine(name).unwrap();
    machine_file::read(text).unwrap().machine
}

fn advised(machine: &Machine) -> Vec<RunFinding> {
    let drives: Vec<Id> = machine.figures.keys().cloned().collect();
    advice::advise(machine, &drives, Some(Bytes::kib(64)))
}

fn of<'a>(found: &'a [RunFinding], id: &str) -> &'a RunFinding {
    found.iter().find(|it| it.id == id).unwrap()
}

/// The write-up measured 3,257 MB/s over a chipset's uplink and advised drives of about 1,600 MB/s for a
/// pair. The uplink's usable 3,587.5 MB/s by link arithmetic are 1,793.75 each: above the advice by the
/// loss of the chipset's RAID below the link, a tenth, which is no property of the slots. A RAID 0 of
/// two 2,300 MB/s drives gets 3,587.5 of 4,600, 78 %.
#[test]
fn the_speed_that_fits_a_slot_pair_is_half_of_what_is_shared() {
    let found = advised(&machine("gigabyte-ga-z170x-ud5/2x-950pro"));
    let fit = of(&found, "stripe-advice-fit");
    assert!(fit.text.in_english().contains("drives faster than 1.79 GB/s"), "{:?}", fit.text);
    let limit = fit.limit.as_ref().unwrap();
    assert!((limit.capacity / 2.0 - 1600.0).abs() < 200.0, "{limit:?}");
    assert_eq!(fit.targets, ["pro1", "pro2"]);
    let separate = of(&found, "stripe-advice-separate");
    assert!(
        separate.text.in_english().contains("reads at 3.59 GB/s, not 4.60 GB/s"),
        "{separate:?}"
    );
}

/// Two streams keep both copies busy, as fast as the uplink lets a stripe be; each write goes to
/// both drives, at 950 MB/s rather than twice that.
#[test]
fn a_mirror_behind_a_full_uplink_reads_as_fast() {
    let found = advised(&machine("gigabyte-ga-z170x-ud5/2x-950pro"));
    let mirror = of(&found, "stripe-advice-mirror-streams");
    assert!(mirror.text.in_english().contains("3.59 GB/s vs. 3.59 GB/s"), "{:?}", mirror.text);
    assert!(
        mirror.text.in_english().contains("950 MB/s instead of 1.90 GB/s"),
        "{:?}",
        mirror.text
    );
}

/// Three of the four drives hang on the chipset: 3,587.5 / 3 = 1,196.
#[test]
fn only_those_that_share_count() {
    let found = advised(&machine("asrock-z170-oc-formula/3x-m8pe"));
    let fit = of(&found, "stripe-advice-fit");
    assert_eq!(fit.targets, ["m8pe1", "m8pe2", "m8pe3"]);
    assert!(fit.text.in_english().contains("1.20 GB/s"), "{:?}", fit.text);
}

/// One drive on either side shares nothing; drives that just fit are not capped; of drives without
/// figures, of one drive and of none nothing is known.
#[test]
fn nothing_is_made_up() {
    assert_eq!(advised(&machine("gigabyte-ga-z170x-ud5/2x-950pro-split")), []);
    assert_eq!(advised(&machine("gigabyte-ga-z170x-ud5/2x-1600")), []);
    let mut unknown = machine("gigabyte-ga-z170x-ud5/2x-950pro");
    let drives: Vec<Id> = unknown.figures.keys().cloned().collect();
    let advise = |machine: &Machine, drives: &[Id]| advice::advise(machine, drives, None);
    assert_eq!((advise(&unknown, &drives[..1]), advise(&unknown, &[])), (vec![], vec![]));
    unknown.figures.remove(&drives[0]);
    assert_eq!(advise(&unknown, &drives), []);
    assert_eq!(advise(&Machine::default(), &drives), []);
}
