use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_model::{ArrayPlan, RaidEngine, RaidLevel};
use narrows_topology::graph::{Drive, FactBasis};
use narrows_topology::{Id, Topology};
use narrows_units::BytesPerSec;
use proptest::prelude::*;

use super::*;
use crate::device::{CardBay, DeviceBody, DeviceShape};
use crate::feasibility::RaidEngineKind;
use crate::inventory::InventorySlot;
use crate::placement::{DeviceLocation, Placement};

fn drive(id: &str, model: &str, bus: SlotBus) -> MovableDevice {
    let drives = [(Id::new(id), Drive::default())].into();
    let body = DeviceBody { drives, ..DeviceBody::default() };
    let shape = if bus == SlotBus::Pcie { DeviceShape::M2 } else { DeviceShape::Sata };
    let (id, model) = (id.to_owned(), model.to_owned());
    MovableDevice {
        id,
        model,
        shape,
        bus,
        link: None,
        body,
        raid: None,
        bays: 0,
        bay: CardBay::default(),
        thickness: None,
    }
}

fn card(id: &str, model: &str, sends_mb_s: f64) -> MovableDevice {
    let node = Id::new(id);
    let rate = BytesPerSec::mb_s(sends_mb_s);
    let demand = narrows_model::Demand { node, sends: rate, receives: rate };
    let demands = if sends_mb_s > 0.0 { vec![demand] } else { Vec::new() };
    let body = DeviceBody { demands, ..DeviceBody::default() };
    let (id, model, shape) = (id.to_owned(), model.to_owned(), DeviceShape::Card(8));
    MovableDevice {
        id,
        model,
        shape,
        bus: SlotBus::Pcie,
        link: None,
        body,
        raid: None,
        bays: 0,
        bay: CardBay::default(),
        thickness: None,
    }
}

/// Two M.2 drives of one model, a SATA drive, a graphics card, a network card for 2 x 10 Gbit/s.
fn devices() -> Vec<MovableDevice> {
    vec![
        drive("a", "m8pe", SlotBus::Pcie),
        drive("0000:0d:00.0", "m8pe", SlotBus::Pcie),
        drive("disk", "disk", SlotBus::Sata),
        card("gpu", "r9-nano", 0.0),
        card("nic", "x540", 2500.0),
    ]
}

fn slot(id: &str) -> InventorySlot {
    InventorySlot {
        id: id.to_owned(),
        form: Some(SlotForm::M2),
        devices: vec![SlotBus::Pcie],
        basis: FactBasis::Documented,
        ..InventorySlot::below(Id::new("cpu"))
    }
}

/// With the first drive in it today.
fn inventory() -> SlotInventory {
    let slots = ["M2_1", "M2_2", "PCIE1"].map(slot).to_vec();
    let today = Placement { locations: vec![DeviceLocation::Slot(0)], ..Placement::default() };
    let fixed = narrows_model::Machine { topology: Topology::default(), ..Default::default() };
    SlotInventory { slots, today, fixed, ..SlotInventory::default() }
}

fn read_all(words: &str) -> Result<PlacementRequest, Message> {
    read([words], &inventory(), &devices())
}

fn request(words: &str) -> PlacementRequest {
    read_all(words).unwrap_or_else(|problem| panic!("{words}: {problem:?}"))
}

/// The id of the mistake, and the suggested word.
fn wrong(words: &str) -> (&'static str, Option<String>) {
    let problem = read_all(words).expect_err(words);
    let near = problem.values().iter().find(|(name, _)| *name == "near");
    let near = near.map(|(_, value)| match value {
        narrows_messages::MessageValue::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    });
    (problem.id(), near)
}

fn together(name: &str) -> PlanObjective {
    PlanObjective::Together(workload(name).unwrap())
}

#[test]
fn without_words_reading_in_order_counts_first_and_at_random_second() {
    assert_eq!(request("").objectives, [together("sequential"), together("random")]);
    assert_eq!(request(" , ,").objectives, request("").objectives);
    assert!(request("gpu=full").objectives.len() == 2, "a wish alone leaves the usual aims");
}

#[test]
fn objectives_keep_their_order() {
    let objectives =
        request("random,write,each=seq-read-1m-q8,few-moves,a:rand-read-4k-q1,free-sata")
            .objectives;
    let each = PlanObjective::Each(workload("seq-read-1m-q8").unwrap());
    let of_a = PlanObjective::Of("a".to_owned(), workload("rand-read-4k-q1").unwrap());
    let (random, write) = (together("random"), together("write"));
    assert_eq!(
        objectives,
        [random, write, each, PlanObjective::FewMoves, of_a, PlanObjective::FreeSata]
    );
}

#[test]
fn names_may_be_models_kinds_and_addresses() {
    assert_eq!(
        request("m8pe=cpu").constraints,
        [Constraint::OnProcessor(0), Constraint::OnProcessor(1)]
    );
    assert_eq!(request("drives=chipset").constraints.len(), 3);
    assert_eq!(request("0000:0d:00.0=full").constraints, [Constraint::FullLink(1)]);
    let of = &request("0000:0d:00.0:random").objectives[0];
    assert!(matches!(of, PlanObjective::Of(id, _) if id == "0000:0d:00.0"), "{of:?}");
}

#[test]
fn cards_have_widths_and_rates() {
    assert_eq!(request("gpu>=x8").constraints, [Constraint::Lanes(3, 8)]);
    // Both ports of 10 Gbit/s: 2,500 MB/s each way.
    assert_eq!(
        request("nic=line-rate").constraints,
        [Constraint::LineRate(4, BytesPerSec::mb_s(2500.0))]
    );
    assert_eq!(
        request("nic>=1250MB/s").constraints,
        [Constraint::LineRate(4, BytesPerSec::mb_s(1250.0))]
    );
    assert_eq!(wrong("gpu=line-rate").0, "plan-no-line-rate");
    assert_eq!(wrong("gpu>=x0").0, "plan-bad-amount");
}

/// Words as people type them, with their equivalent in the parent's words.
#[test]
fn words_are_understood_as_people_type_them() {
    for (typed, usual) in [
        ("mirror", "raid1"),
        ("Mirror=m8pe", "raid1=m8pe"),
        ("stripe", "raid0"),
        ("RAID0", "raid0"),
        ("Raid 0", "raid0"),
        ("RAID-10=a+0000:0d:00.0+disk", "raid10=a+0000:0d:00.0+disk"),
        ("raid1:mdadm", "raid1:linux-md"),
        ("RAID1:RST/VMD", "raid1:intel-rst/intel-rst-vmd"),
        ("raidz=drives", "raid5:linux-md=drives"),
        ("gpu=x16", "gpu>=x16"),
        ("gpu>=16", "gpu>=x16"),
        ("gpu=16x", "gpu>=x16"),
        ("gpu x8", "gpu>=x8"),
        ("GPU=full", "gpu=full"),
        ("gpu=Full", "gpu=full"),
        ("full gpu", "gpu=full"),
        ("10gbe", "nic>=1250MB/s"),
        ("10 GbE", "nic>=1250MB/s"),
        ("bootable", "boot"),
        ("Boot=a", "boot=a"),
        ("raid0,boot", "raid0,boot=disk"),
        ("bootable,raid0=drives", "raid0=drives,boot=raid0"),
        ("mirror,boot=Mirror", "raid1,boot=raid1"),
        ("IOPS", "random"),
        ("sequential read", "sequential"),
        ("Writes", "write"),
        ("no adapters", "no-adapters"),
        ("free sata>=2", "free-sata>=2"),
        ("free-sata=2", "free-sata>=2"),
        ("a=CPU", "a=cpu"),
        ("nic=line rate", "nic=line-rate"),
    ] {
        assert_eq!(request(typed), request(usual), "{typed}");
    }
}

/// Whatever the mistake in a word for a level, no other level is suggested.
#[test]
fn no_other_level_is_proposed() {
    for typed in ["raid", "raid2", "raid3", "raidz4", "raid50", "RAIDO", "zfs", "rai1", "mirrr"] {
        let (id, near) = wrong(typed);
        let is_level = |near: &String| near.contains("raid") || near.contains("jbod");
        assert!(!near.as_ref().is_some_and(is_level), "{typed}: {near:?}");
        let is_question = typed.to_lowercase().starts_with("raid") || typed == "zfs";
        assert_eq!(id == "plan-which-level", is_question, "{typed}: {id}");
    }
}

#[test]
fn an_array_takes_the_drives_that_no_other_array_has() {
    let parsed = request("raid0");
    assert_eq!(parsed.arrays[0].members, [0, 1], "the SATA drive stays out");
    assert_eq!(parsed.arrays[0].means, RaidEngineKind::ALL);
    // Any one of the drives, unlike all of those named.
    assert_eq!(request("boot").constraints, [Constraint::StartsFromAny(vec![0, 1, 2])]);
    assert_eq!(request("boot=drives").constraints, [0, 1, 2].map(Constraint::Starts));
    let parsed = request("boot=raid1,raid1:intel-rst/linux-md=m8pe");
    assert_eq!(parsed.arrays[0].level, RaidLevel::Mirror);
    assert_eq!(parsed.arrays[0].means, [RaidEngineKind::Rst, RaidEngineKind::LinuxMd]);
    assert_eq!(parsed.constraints, [Constraint::ArrayStarts("raid1".to_owned())]);
    assert_eq!(wrong("raid0=a+0000:0d:00.0,raid1").0, "plan-array-few");
    assert_eq!(wrong("raid5=m8pe").0, "plan-array-few");
}

#[test]
fn arrays_of_one_level_have_names_of_their_own() {
    let arrays = request("raid0=a+disk,raid0=m8pe").arrays;
    let ids: Vec<&str> = arrays.iter().map(|array| array.id.as_str()).collect();
    assert_eq!(ids, ["raid0", "raid0-2"]);
}

#[test]
fn arrays_that_are_there_stay_until_a_word_takes_their_drives() {
    let mut inventory = inventory();
    let members = ["a", "0000:0d:00.0"].map(Id::new).to_vec();
    let plan = ArrayPlan::new(RaidLevel::Stripe, RaidEngine::IntelRst, members);
    inventory.fixed.arrays.insert(Id::new("fast"), plan);
    let devices = devices();
    let kept = read(["boot=fast"], &inventory, &devices).unwrap();
    assert_eq!((kept.arrays[0].id.as_str(), &kept.arrays[0].members), ("fast", &vec![0, 1]));
    assert_eq!(kept.arrays[0].means, [RaidEngineKind::Rst, RaidEngineKind::RstVmd]);
    assert_eq!(kept.constraints, [Constraint::ArrayStarts("fast".to_owned())]);
    let other = read(["raid1=a+disk"], &inventory, &devices).unwrap();
    assert_eq!(other.arrays.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["raid1"]);
}

#[test]
fn places_and_neighbours() {
    assert_eq!(request("a@m2_2").constraints, [Constraint::At(0, "M2_2".to_owned())]);
    assert_eq!(request("near=a+gpu").constraints, [Constraint::Near(0, 3)]);
    assert_eq!(
        request("near=gpu+m8pe").constraints,
        [Constraint::Near(3, 0), Constraint::Near(3, 1)]
    );
    assert_eq!(request("a=stay").constraints, [Constraint::Stays(0)]);
    assert_eq!(wrong("gpu=stay").0, "plan-not-in-yet");
    assert_eq!(
        request("to=gpu").objectives,
        [PlanObjective::ToCard(3, workload("sequential").unwrap())]
    );
}

#[test]
fn a_log_is_on_the_processor_and_quick() {
    let parsed = request("log=a");
    assert_eq!(
        (parsed.constraints, parsed.objectives),
        (vec![Constraint::OnProcessor(0)], vec![PlanObjective::Latency(0)])
    );
    assert_eq!(wrong("log=gpu").0, "plan-not-a-drive");
}

#[test]
fn wrong_words_get_the_nearest_right_ones() {
    let near = |words: &str| wrong(words).1;
    assert_eq!(near("sequental").as_deref(), Some("sequential"));
    assert_eq!(near("gpi=full").as_deref(), Some("gpu"));
    assert_eq!(near("gpu=ful").as_deref(), Some("full"));
    assert_eq!(near("a@M2_9").as_deref(), Some("M2_1"));
    assert_eq!(near("raid0:intel-rts").as_deref(), Some("intel-rst"));
    assert_eq!(near("botg=a").as_deref(), Some("boot=a"));
    assert_eq!(wrong("gpu").0, "plan-bare-name");
    assert_eq!(wrong("firmware-raid").0, "plan-no-array");
    assert_eq!(wrong("boot=raid0").0, "plan-boot-no-array");
    assert_eq!(wrong("xyzzy").0, "plan-unknown-word");
    assert_eq!(wrong("no risers"), ("plan-unknown-word", None));
}

/// Words as people might write them, right and wrong.
fn word() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("a"),
        Just("m8pe"),
        Just("disk"),
        Just("gpu"),
        Just("nic"),
        Just("drives"),
        Just("raid0"),
        Just("x"),
        Just("")
    ];
    let shape = prop_oneof![
        Just("{}=full"),
        Just("{}=cpu"),
        Just("boot={}"),
        Just("near={}+gpu"),
        Just("{}>=x8"),
        Just("{}@M2_1"),
        Just("raid1={}+disk"),
        Just("raid0"),
        Just("raid10:vroc={}"),
        Just("each=random"),
        Just("{}:write"),
        Just("latency={}"),
        Just("to={}"),
        Just("{}=stay"),
        Just("free-sata>=3"),
        Just("firmware-raid"),
        Just("no-adapters"),
        Just("risers"),
        Just("{}>=900MB/s"),
        Just("lanes={}"),
        Just("few-moves"),
        Just("random"),
        Just("{}"),
    ];
    (shape, name).prop_map(|(shape, name)| shape.replace("{}", name))
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(words in "[-a-z0-9=:@+>.,/ \u{3042}]{0,40}") {
        let _ = read_all(&words);
    }

    /// A request, written as words and read again, is the same.
    #[test]
    fn words_written_mean_what_was_read(words in prop::collection::vec(word(), 0..6)) {
        let devices = devices();
        if let Ok(parsed) = read(words.iter().map(String::as_str), &inventory(), &devices) {
            let arrays = parsed.arrays.iter().map(|it| array(it, &devices));
            let constraints = parsed.constraints.iter().map(|it| constraint(it, &devices));
            let objectives = parsed.objectives.iter().map(|it| objective(it, &devices));
            let again: Vec<String> = arrays.chain(constraints).chain(objectives).collect();
            prop_assert_eq!(request(&again.join(",")), parsed, "{:?}", again);
        }
    }
}
