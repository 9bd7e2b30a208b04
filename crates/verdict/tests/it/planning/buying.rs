//! Purchases worth making: write-up 001's advice, and gains on write-up 000's board.

use narrows_files::inventory;
use narrows_model::LimitKind;
use narrows_plan::buying::{PurchaseChoice, PurchaseKind, fillings, offers};
use narrows_plan::feasibility::RaidEngineKind;
use narrows_workload::profile;

use super::bed::{Case, named, same, search};

/// "For a RAID 0 by the chipset drives of about 1.6 GB/s are what can be used to the full": the
/// uplink's share for each of two is at most 3,554 / 2 = 1,777, less the cost of remapping. The
/// slowest drive that fills it reads between that advice and that share.
#[test]
fn drives_of_about_half_the_uplink_fill_it() {
    let case =
        Case::on("gigabyte-ga-z170x-ud5", "a=samsung-950-pro-256gb, b=samsung-950-pro-256gb");
    let at = case.placed(&["M2H_32G", "M2D_32G"]);
    let ask = case.ask("raid0=a+b");
    let workload = profile("seq-read-128k-q32").unwrap();
    let found = fillings(
        &case.inventory,
        &case.devices,
        &at,
        &[(&ask.arrays[0], RaidEngineKind::Rst)],
        &workload,
    );
    let [filling] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(filling.devices, [0, 1]);
    assert!(same(filling.now.get(), filling.place.get()), "{filling:?}");
    assert_eq!(filling.limit.as_ref().unwrap().limit.kind, LimitKind::Uplink);
    let slowest = filling.slowest.unwrap().seq_read.unwrap().as_mb_s();
    assert!((1550.0..=1850.0).contains(&slowest), "{}: {slowest}", filling.slowest.unwrap().id);
}

/// Three drives in the M.2 slots of write-up 000's board: a third of 3,554 is 1,185 each, so that
/// drives of 2,000 are faster than their places, and even the 128 GB one of 1,600 fills them.
#[test]
fn three_drives_on_one_uplink_are_faster_than_their_places() {
    let case = Case::on("asrock-z170-oc-formula", "3x plextor-px-256m8pe");
    let at = case.placed(&["M2_1", "M2_2", "M2_3"]);
    let workload = profile("seq-read-128k-q32").unwrap();
    let found = fillings(&case.inventory, &case.devices, &at, &[], &workload);
    let filling = &found[0];
    assert!((filling.place.as_mb_s() / 3554.0 - 1.0).abs() < 0.01, "{filling:?}");
    let slowest = filling.slowest.unwrap().seq_read.unwrap().as_mb_s();
    assert!((1140.0..=1600.0).contains(&slowest), "{}", filling.slowest.unwrap().id);
}

/// In its own slot on the processor's lanes the drive is the limit: a 960 PRO of 3,500 comes within
/// 3 % of four lanes of 8 GT/s.
#[test]
fn a_place_of_its_own_takes_the_fastest_drives() {
    let case = Case::on("asrock-z170-oc-formula", "plextor-px-256m8pe");
    let at = case.placed(&["PCIE5"]);
    let workload = profile("seq-read-128k-q32").unwrap();
    let filling = &fillings(&case.inventory, &case.devices, &at, &[], &workload)[0];
    assert!(same(filling.now.as_mb_s(), 2000.0), "{filling:?}");
    assert!(filling.place.as_mb_s() > 3400.0, "{filling:?}");
    let slowest = filling.slowest.unwrap().seq_read.unwrap().as_mb_s();
    assert!((3300.0..=3600.0).contains(&slowest), "{}", filling.slowest.unwrap().id);
}

/// Three M8Pe in the M.2 slots, 3,554 MB/s in all. A better slot for two of them costs two
/// adapters, say 30, and brings 6,000. A fourth drive without moving any is impossible (there is no
/// fourth M.2 slot), but in its best place, with the others in theirs, four bring 3 x 2,000 on the
/// processor's lanes and 2,000 through the uplink. Drives of 3,500 in place of these bring 2 x
/// 3,500 or more on the processor's lanes. At the same price of 300, the limits of uplink and slots
/// decide between the faster drives' 3 x 3,500 and the fourth's 8,000.
#[test]
fn what_the_same_money_brings_is_told_apart() {
    let case = Case::on("asrock-z170-oc-formula", "3x plextor-px-256m8pe");
    let ask = case.ask("seq-read-128k-q32");
    let another = named("fourth=plextor-px-256m8pe").remove(0);
    let faster =
        named("f1=samsung-960-pro-512gb, f2=samsung-960-pro-512gb, f3=samsung-960-pro-512gb");
    let board = narrows_catalog::board::board("gigabyte-ga-z170mx-gaming-5").unwrap();
    let choices = [
        PurchaseChoice::Slots,
        PurchaseChoice::Another(Box::new(another), 0),
        PurchaseChoice::Instead(vec![0, 1, 2], faster.clone()),
        PurchaseChoice::Board(Box::new(inventory::of_board(board).unwrap())),
        PurchaseChoice::Both(Box::new(inventory::of_board(board).unwrap()), vec![0, 1, 2], faster),
    ];
    let price = |choice: &PurchaseChoice| match choice.way() {
        PurchaseKind::Slots => Some(30.0),
        _ => Some(300.0),
    };
    let given = ask.constraints.len();
    let asked = (&case.inventory, &case.devices[..], &ask, given);
    let offers = offers(asked, 3554.0, &choices, price, (&search, &search));
    let score =
        |way: &PurchaseKind| offers.iter().find(|it| it.way == *way).unwrap().score.unwrap();
    assert!(same(score(&PurchaseKind::Slots), 6000.0));
    assert!(same(score(&PurchaseKind::Another("plextor-px-256m8pe".into())), 8000.0));
    // Three of 3,500 on three processor slots.
    assert!(same(score(&PurchaseKind::Instead("samsung-960-pro-512gb".into())), 10_500.0));
    // Two processor slots and an M.2 slot there: no more than here for three.
    assert!(same(score(&PurchaseKind::Board("gigabyte-ga-z170mx-gaming-5".into())), 6000.0));
    // The same board with the faster drives: more than either.
    let both =
        PurchaseKind::Both("gigabyte-ga-z170mx-gaming-5".into(), "samsung-960-pro-512gb".into());
    assert!(score(&both) >= 10_000.0, "{}", score(&both));
    assert_eq!(offers[0].way, PurchaseKind::Instead("samsung-960-pro-512gb".into()));
    // For its price the better slot adds most: 2,446 for 30 against 6,946 for 300.
    let most = offers.iter().max_by(|a, b| a.per_price.unwrap().total_cmp(&b.per_price.unwrap()));
    assert_eq!(most.unwrap().way, PurchaseKind::Slots);
}
