//! `narrows plan`: the answer, its document, the file that it saves, and its response to mistakes.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::home::{program, text_of, texts, verbose};

const BOARD: &str = "catalog:asrock-z170-oc-formula";
const THREE: [&str; 2] = ["--drives", "3x plextor-px-256m8pe"];

fn narrows(args: &[&str]) -> Output {
    verbose(args, "100")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("pages are UTF-8")
}

fn json(args: &[&str]) -> Value {
    crate::json::document(&narrows(&[args, &["--json"]].concat()).stdout)
}

fn slot_of<'a>(placed: &'a Value, device: &str) -> &'a str {
    let puts = placed["placements"].as_array().expect("puts");
    let put = puts.iter().find(|put| put["device"] == device).expect(device);
    put["slot"].as_str().expect("a slot")
}

/// Three drives of 2,000 MB/s behind a chipset whose uplink carries 3,585 MB/s: the obvious
/// arrangement has all three there. Two on processor lanes relieve the uplink, and each runs at its
/// own speed.
#[test]
fn the_answer_takes_drives_off_the_uplink() {
    let plan = json(&[&["plan", BOARD][..], &THREE, &["--cards", "gpu"]].concat());
    assert_eq!(plan["schema"], "narrows.plan/1");
    let total = plan["best"]["total_mb_s"].as_f64().unwrap();
    assert!((5900.0..6100.0).contains(&total), "three drives alone: {total}");
    let obvious = plan["obvious"]["total_mb_s"].as_f64().unwrap();
    assert!((3400.0..3700.0).contains(&obvious), "the uplink: {obvious}");
    assert_eq!(plan["obvious"]["limit"]["kind"], "uplink");
    assert_eq!(plan["proof"]["exact"], true);
    assert_eq!(slot_of(&plan["best"], "gpu"), "PCIE1", "cards stay in the long slot");
    let against = plan["obvious"]["scores"][0]["against_best"].as_f64().unwrap();
    assert!((against - (obvious / total - 1.0)).abs() < 0.001);
}

#[test]
fn the_page_begins_with_the_answer_and_draws_the_board() {
    let output = narrows(&[&["plan", BOARD][..], &THREE, &["--cards", "gpu"]].concat());
    let page = text(&output);
    assert!(output.status.success(), "{}", text_of(&output));
    let answer = page.find("▶ Recommended placement: ").unwrap();
    let board = page.find("\nBoard\n").unwrap();
    assert!(answer < board);
    for part in ["CPU", "chipset · Intel Z170", "DMI 3.0", "default slots", "narrows measure --on"]
    {
        assert!(page.contains(part), "{part} is missing:\n{page}");
    }
    // The long slot shares its lanes with the others of the processor: the page says so.
    assert!(page.contains("because PCIE7 is in use"), "{page}");
}

/// From 50 to 120 columns nothing but unbreakable words goes beyond the edge.
#[test]
fn pages_fit_narrow_terminals_in_both_languages_and_ascii() {
    for language in ["en", "ja"] {
        for columns in ["50", "80", "120"] {
            let mut command = program(&["plan", BOARD, "--lang", language]);
            let page = text(&command.args(THREE).env("COLUMNS", columns).output().unwrap());
            let most: usize = columns.parse().unwrap();
            let long = page.lines().find(|line| line.chars().count() > most);
            assert_eq!(long, None, "{language} at {columns}");
        }
    }
    let page = text(&narrows(&[&["plan", BOARD, "--ascii"][..], &THREE].concat()));
    assert!(page.is_ascii(), "{page}");
}

/// The machine file of a plan is the plan: predicting it gives the figures of the plan.
#[test]
fn the_kept_plan_predicts_and_measures_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.toml");
    let path = file.to_str().unwrap();
    for (source, more) in [
        (BOARD, &["--drives", "3x plextor-px-256m8pe", "--cards", "2x gpu, intel-x540-t2"][..]),
        (
            "catalog:intel-z170",
            &["--drives", "2x samsung-950-pro-256gb", "--want", "raid0:linux-md"],
        ),
        ("catalog:asrock-z170-oc-formula/3x-m8pe", &[]),
    ] {
        let plan = json(&[&["plan", source, "--save", path][..], more].concat());
        for flow in plan["best"]["flows"].as_array().unwrap() {
            same_prediction(path, flow);
        }
    }
    let args = ["measure", "--on", path, "--time", "100ms", "--no-report", "--quiet"];
    let output = narrows(&args);
    assert!(output.status.success(), "{}", text_of(&output));
}

/// Every flow of the plan, predicted from the file under the same workload with the same others.
fn same_prediction(path: &str, flow: &Value) {
    let together: Vec<&str> =
        flow["together"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let workload = flow["workload"].as_str().unwrap();
    let set = together.join(",");
    let predicted = json(&["predict", path, "--workload", workload, "--together", &set]);
    let rows = predicted["results"].as_array().expect("results");
    let same = rows.iter().find(|row| {
        row["target"] == flow["target"]
            && (row["together"].as_array().map(Vec::len) == Some(together.len()))
    });
    let same = same.unwrap_or_else(|| panic!("{flow} is not in {rows:?}"));
    assert_eq!((&same["mb_s"], &same["low_mb_s"]), (&flow["mb_s"], &flow["low_mb_s"]), "{flow}");
}

#[test]
fn impossible_constraints_are_named_and_exit_with_four() {
    // The board's processor has 16 lanes; a card with all of them leaves none for two drives.
    let constraints = "gpu>=x16,plextor-px-256m8pe=cpu";
    let args = [&["plan", BOARD][..], &THREE, &["--cards", "gpu", "--want", constraints]].concat();
    let output = narrows(&args);
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    let plan = json(&args);
    assert_eq!(plan["best"], Value::Null);
    let blamed = plan["impossible"]["constraints"].as_array().unwrap();
    assert!((1..=2).contains(&blamed.len()), "the fewest: {blamed:?}");
}

#[test]
fn slips_get_the_nearest_right_word() {
    for (args, near) in [
        (&["plan", BOARD, "--drives", "plextor-px-256m8pee"][..], "plextor-px-256m8pe"),
        (&["plan", BOARD, "--drives", "plextor-px-256m8pe", "--want", "sequental"], "sequential"),
        (&["plan", BOARD, "--drives", "a=plextor-px-256m8pe", "--want", "a@M2_9"], "M2_1"),
        (&["plan", "catalog:asrock-z170-oc-frmla", "--cards", "gpu"], "asrock-z170-oc-formula"),
        (&["plan", BOARD, "--cards", "gpu", "--boards=asus-z170-aa"], "asus-z170-a"),
    ] {
        let output = narrows(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text_of(&output).contains(near), "{args:?}: {}", text_of(&output));
    }
}

#[test]
fn a_bare_board_asks_what_is_to_be_placed() {
    let output = narrows(&["plan", BOARD]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("--drives"), "{}", text_of(&output));
}

#[test]
fn prices_and_settings_are_looked_at() {
    for args in [
        &["plan", BOARD, "--cards", "gpu", "--price", "gpu=cheap"][..],
        &["plan", BOARD, "--cards", "gpu", "--price", "gpu=-3"],
        &["plan", BOARD, "--cards", "gpu", "--set", "no value"],
    ] {
        assert_eq!(narrows(args).status.code(), Some(2), "{args:?}");
    }
}

const HERE: &str = r#"
schema = "narrows.machine/1"
[host]
chipset = "intel-z170"
[[slot]]
id = "M2_1"
on = "chipset"
link = "3.0 x4"
[[slot]]
id = "M2_2"
on = "chipset"
link = "3.0 x4"
[[slot]]
id = "PCIE1"
on = "cpu"
link = "3.0 x4"
[[drive]]
id = "a"
slot = "M2_1"
link = "3.0 x4"
read = "3000 MB/s"
measured = true
[[drive]]
id = "b"
slot = "M2_2"
link = "3.0 x4"
read = "3000 MB/s"
measured = true
"#;

/// Two drives of 3,000 MB/s share an uplink that carries 3,587 MB/s, beside a free processor slot:
/// one move gives each its own path, and it does not matter which of them moves.
#[test]
fn a_machine_that_is_there_gets_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("here.toml");
    std::fs::write(&file, HERE).unwrap();
    let plan = json(&["plan", file.to_str().unwrap(), "--want", "sequential"]);
    let moves = plan["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1, "{moves:?}");
    assert_eq!(moves[0]["carried"][0]["to"], "PCIE1");
    let rate = |of: &str| plan[of]["total_mb_s"].as_f64().unwrap();
    assert!((3400.0..3700.0).contains(&rate("today")), "{}", rate("today"));
    assert!((5990.0..6010.0).contains(&rate("best")), "{}", rate("best"));
    assert_eq!(plan["few_moves"][0]["moves"], 1);
}

#[test]
fn the_drawing_is_whole_and_names_every_device() {
    let folder = tempfile::tempdir().unwrap();
    let file: &Path = &folder.path().join("board.svg");
    let drawn = ["--svg", file.to_str().unwrap()];
    let output = narrows(&[&["plan", BOARD][..], &THREE, &drawn].concat());
    assert!(output.status.success());
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for name in ["px-256m8pe-1", "px-256m8pe-3", "PCIE1", "DMI 3.0"] {
        assert!(svg.contains(name), "{name}");
    }
}

const UD5: &str = "catalog:gigabyte-ga-z170x-ud5";

/// The slow SATA drive's own 250 MB/s is the figure of the slowest alone, and a fast one alone ends at
/// its link: the uplink, which both together fill, is the limit of neither.
#[test]
fn the_limit_is_that_of_the_objectives_own_run() {
    let drives = "x=samsung-960-pro-512gb@m2,y=intel-x25-m-g2-80gb";
    for (want, limit, kind, set) in [
        ("each=seq-read-128k-q32", "y", "drive", "--set each"),
        ("x:seq-read-128k-q32", "x", "link", "PLAN.toml x --workload"),
    ] {
        let plan = json(&["plan", UD5, "--drives", drives, "--want", want]);
        assert_eq!(plan["best"]["limit"]["kind"], kind, "{want}: {}", plan["best"]["limit"]);
        let text = plan["findings"][0]["text"].as_str().unwrap();
        assert!(text.contains(&format!(" {limit} ")) && !text.contains("uplink"), "{text}");
        assert!(plan["confirm"]["command"].as_str().unwrap().contains(set), "{}", plan["confirm"]);
    }
}

/// The card's ports move 2.5 GB/s each way; today it has four lanes of 5 GT/s, 2 GB/s at most.
#[test]
fn what_today_breaks_is_said() {
    let full = "catalog:asrock-z170-oc-formula/full";
    let plan = json(&["plan", full, "--want", "nic=line-rate,sequential"]);
    assert_eq!(plan["today"]["breaks"].as_array().unwrap().len(), 1);
    let sentence = plan["today"]["why"].as_str().unwrap();
    assert!(
        sentence.contains("nic transfers 2.50 GB/s") && !sentence.contains("same result"),
        "{sentence}"
    );
    let counts = json(&["plan", full, "--want", "few-moves"]);
    assert_eq!(counts["obvious"]["scores"][0]["against_best"], Value::Null);
}

/// Three drives of 2.2 GB/s could use both other processor slots, which would leave a graphics card four
/// lanes: it keeps eight, the cost is reported, and so are the words for more and for less.
#[test]
fn a_card_that_gives_way_is_named_with_the_word_that_forbids_it() {
    let args =
        ["plan", UD5, "--drives", "3x samsung-950-pro-256gb", "--cards", "g=amd-radeon-r9-nano"];
    let text = |plan: &Value| plan["findings"][0]["text"].as_str().unwrap().to_owned();
    let plan = json(&args);
    let page = text(&plan);
    assert!(page.contains("g (x8 of x16)") && page.contains("--want g=full"), "{page}");
    let findings = plan["findings"].as_array().unwrap();
    let texts: Vec<&str> = findings.iter().filter_map(|it| it["text"].as_str()).collect();
    let cost = texts.iter().find(|text| text.contains("g (x4 of x16)")).unwrap();
    assert!(cost.contains("--want g>=x4"), "{cost}");
    let given_up = text(&json(&[&args[..], &["--want", "g>=x4"]].concat()));
    assert!(given_up.contains("g in PCIEX4"), "{given_up}");
    let kept = text(&json(&[&args[..], &["--want", "g=full"]].concat()));
    assert!(!kept.contains("of x16"), "{kept}");
    // Without drives there is no throughput.
    let bare = text(&json(&["plan", "catalog:asus-z170-a", "--cards", "gpu"]));
    assert!(!bare.contains("MB/s"), "{bare}");
}

/// A plan not known to be possible is incomplete: `docs/plan.md` says 3.
#[test]
fn what_is_not_known_for_sure_exits_with_three() {
    let args = ["plan", "catalog:intel-x299", "--drives", "2x samsung-960-pro-512gb"];
    let args = [&args[..], &["--want", "raid0:intel-vroc"]].concat();
    let plan = json(&args);
    assert_eq!(plan["best"]["answers"][0]["verdict"], "not-known", "{}", plan["findings"]);
    assert_eq!(narrows(&args).status.code(), Some(3));
}

#[test]
fn an_arrays_profile_is_an_objective_and_wrong_names_are_refused() {
    let three = ["plan", UD5, "--drives", "3x samsung-950-pro-256gb"];
    let plan = json(&[&three[..], &["--want", "raid0,raid0:random"]].concat());
    assert_eq!(plan["objectives"][0]["word"], "raid0:random");
    for more in [
        &["--set", "foo=bar"][..],
        &["--price", "foo=3"],
        &["--want", "950-pro-1@M2X"],
        &["--want", "nic=line-rate"],
        &["--want", "raid0,raid1"],
    ] {
        let output = narrows(&[&three[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(!text_of(&output).contains("“nics”"), "{}", text_of(&output));
    }
}

/// Three drives of one model: the effect of its model, firmware and system on starting is the same for
/// each, and is printed once.
#[test]
fn what_several_answers_share_stands_there_once() {
    let output =
        narrows(&[&["plan", BOARD][..], &THREE, &["--want", "boot=plextor-px-256m8pe"]].concat());
    let page = text(&output);
    assert_eq!(page.matches("the machine boots from px-256m8pe-").count(), 3, "{page}");
    assert_eq!(page.matches("Plextor PX-256M8Pe is an NVMe drive.").count(), 1, "{page}");
    assert_eq!(page.matches(": boot storage devices with UEFI drivers").count(), 1, "{page}");
    assert_eq!(page.matches("the rest is as above").count(), 2, "{page}");
}

/// People name a generic board by its socket.
#[test]
fn a_generic_board_is_named_by_its_socket() {
    let of = |source: &str| json(&["plan", source, "--cards", "gpu,nic-10g"])["best"].clone();
    assert_eq!(of("catalog:am5-x670e"), of("catalog:amd-x670e"));
    assert_eq!(of("catalog:lga1700-z790"), of("catalog:intel-z790"));
    for wrong in ["catalog:am5-z790", "catalog:am5-none"] {
        assert_eq!(narrows(&["plan", wrong, "--cards", "gpu"]).status.code(), Some(2), "{wrong}");
    }
}

/// Two graphics cards and one slot of sixteen lanes: the existing one keeps it, and the new one gets the
/// four lanes that are left. Without drives there is nothing that this could cost.
#[test]
fn a_graphics_card_that_is_there_keeps_its_slot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("machine.toml");
    let text = "schema = \"narrows.machine/1\"\n[host]\nchipset = \"intel-z790\"\n\
                [[slot]]\nid = \"X16\"\non = \"cpu\"\nlink = \"5.0 x16\"\nform = \"x16\"\n\
                [[slot]]\nid = \"X4\"\non = \"chipset\"\nlink = \"4.0 x4\"\nform = \"x16\"\n\
                [[card]]\nid = \"old\"\nkind = \"gpu\"\nslot = \"X16\"\nlink = \"4.0 x16\"\n";
    std::fs::write(&file, text).unwrap();
    let plan = json(&["plan", file.to_str().unwrap(), "--cards", "new=gpu"]);
    let puts = plan["best"]["placements"].as_array().unwrap().iter();
    let puts: Vec<(&str, &str)> =
        puts.map(|put| (put["device"].as_str().unwrap(), put["slot"].as_str().unwrap())).collect();
    assert_eq!(puts, [("old", "X16"), ("new", "X4")], "{plan}");
    let findings = plan["findings"].as_array().unwrap().iter();
    assert!(findings.clone().all(|it| !it["text"].as_str().unwrap().contains("MB/s")), "{plan}");
}

const HYPER: [&str; 4] =
    ["--cards", "asus-hyper-m2-x16-gen4", "--drives", "6x samsung-990-pro-2000gb"];

/// Six drives, three M.2 slots: three on the carrier, whose slot the firmware splits by a setting that
/// the board's manual names.
#[test]
fn a_carrier_says_what_to_set_in_the_firmware() {
    let board = "catalog:gigabyte-b650-aorus-elite-ax";
    let plan = json(&[&["plan", board][..], &HYPER].concat());
    let split = &plan["best"]["splits"][0];
    assert_eq!((&split["slot"], &split["split"]), (&"PCIEX16".into(), &"x4/x4/x4/x4".into()));
    assert_eq!(split["setting"], "PCIEX16 Bifurcation");
    assert_eq!((&split["sockets"], &split["of"]), (&serde_json::json!([1, 2, 3, 4]), &4.into()));
    assert_eq!(split["is_offered"], true);
    for (language, sentence) in
        [("en", "Set “PCIEX16 Bifurcation”"), ("ja", "「PCIEX16 Bifurcation」")]
    {
        let page = narrows(&[&["plan", board, "--lang", language][..], &HYPER].concat());
        assert!(text(&page).contains(sentence), "{}", text(&page));
    }
}

/// Two U.2 drives, and a graphics card in the one slot: each drive takes a kit with a cable to an M.2 socket.
#[test]
fn adapters_are_a_list_to_buy() {
    let drives = ["--drives", "2x samsung-pm9a3-3840gb-u-2"];
    let cards = ["--cards", "gpu", "--want", "gpu=full,sequential"];
    let board = ["plan", "catalog:asus-rog-strix-b860-g-gaming-wifi"];
    let plan = json(&[&board[..], &drives, &cards].concat());
    let adapters = plan["best"]["adapters"].as_array().unwrap();
    let needed: usize = adapters.iter().map(|it| it["devices"].as_array().unwrap().len()).sum();
    let puts = plan["best"]["placements"].as_array().unwrap();
    assert_eq!(needed, puts.iter().filter(|put| !put["adapter"].is_null()).count());
    assert_eq!(needed, 2, "{adapters:?}");
}

/// The system that the user names is the one that there is: another is no answer.
#[test]
fn the_operating_system_limits_raid_engines() {
    let with = |os: &str, engine: &str| {
        let drives = ["--drives", "2x samsung-950-pro-256gb", "--os", os, "--want", engine];
        json(&[&["plan", "catalog:asus-z170-a"][..], &drives].concat())
    };
    assert_eq!(with("windows", "raid0:windows/linux-md")["best"]["arrays"][0]["engine"], "windows");
    assert_eq!(with("linux", "raid0:windows/linux-md")["best"]["arrays"][0]["engine"], "linux-md");
    assert!(with("linux", "raid0:windows")["best"].is_null());
}

const Z790: &str = "catalog:asus-rog-strix-z790-a-gaming-wifi";

/// A drive of 7,175 MB/s on the processor's M.2 slot and three behind DMI 4.0 x8, which carries 14,350: 21,525
/// while the card has all lanes; with one more on the card's slot 28,700. The three behind the uplink could do
/// 21,525, 1.5 times its throughput.
#[test]
fn the_trade_between_drives_and_the_cards_lanes_is_shown_with_its_words() {
    let four = ["plan", Z790, "--drives", "4x samsung-990-pro-2000gb", "--cards", "gpu"];
    let plan = json(&four);
    let rows: Vec<(f64, u64, &str, bool)> = plan["trades"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let lanes = row["cards"][0]["link"]["lanes"].as_u64().unwrap();
            let mb_s = (row["score"]["value"].as_f64().unwrap() / 10.0).round() / 100.0;
            (mb_s, lanes, row["want"].as_str().unwrap(), row["is_best"] == true)
        })
        .collect();
    assert_eq!(rows, [(21.53, 16, "gpu>=x16", true), (28.7, 4, "gpu>=x4", false)]);
    for (mb_s, lanes, words, _) in &rows {
        let plan = json(&[&four[..], &["--want", words]].concat());
        let total = plan["best"]["total_mb_s"].as_f64().unwrap();
        assert!((total / 1000.0 - mb_s).abs() < 0.01, "{words}: {total}");
        let puts = plan["best"]["placements"].as_array().unwrap();
        let card = puts.iter().find(|put| put["device"] == "gpu").unwrap();
        assert_eq!(card["current"]["lanes"], *lanes, "{words}");
    }
    let page = text(&narrows(&four));
    assert!(page.contains("Trade-off: drives against card lanes"), "{page}");
    let over = "DMI 4.0 x8 is oversubscribed 1.5 : 1: the devices behind it could move 21.53 GB/s";
    assert!(page.contains(over), "{page}");
    assert!(page.contains("28.70 GB/s +33.3 %  PCIe 4.0 x4   gpu>=x4"), "{page}");
}

/// One drive has its slot and the card all lanes: nothing is to be chosen.
#[test]
fn without_a_choice_no_trade_is_shown() {
    let one = ["plan", Z790, "--drives", "samsung-990-pro-2000gb", "--cards", "gpu"];
    assert_eq!(json(&one)["trades"], serde_json::json!([]));
    assert!(!text(&narrows(&one)).contains("Trade-off"));
}

/// Behind the uplink a third of 14,350 MB/s is left for a drive that has 7,175 on the processor's lanes; a slot
/// of one lane takes it on a card, a SATA port not at all, and four lanes leave a graphics card twelve short.
#[test]
fn a_slot_that_was_asked_for_is_answered_for_with_what_the_best_would_give() {
    let devices = ["--drives", "a=samsung-9100-pro-2000gb, 3x samsung-990-pro-2000gb", "--cards"];
    let finding = |want: &str, id: &str| {
        let plan = json(&[&["plan", Z790], &devices[..], &["gpu", "--want", want]].concat());
        let findings = plan["findings"].as_array().unwrap().clone();
        let finding = findings.iter().find(|it| it["id"] == id);
        finding.unwrap_or_else(|| panic!("{want}: {findings:?}"))["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let own = finding("a@PCIEX16(G4)_1", "plan-finding-pinned-own");
    for part in ["PCIEX16(G4)_1 (PCIe 4.0 x4)", "4.78 GB/s", "M.2_1 (PCIe 4.0 x4): 7.18 GB/s"] {
        assert!(own.contains(part), "{own}");
    }
    let one = finding("a@PCIEX1(G3)", "plan-finding-pinned-own");
    assert!(one.contains("PCIEX1(G3) (PCIe 3.0 x1) delivers 897 MB/s"), "{one}");
    let out = finding("a@SATA6G_1", "plan-finding-pinned-out");
    assert!(out.contains("a cannot be in SATA6G_1 (sata)"), "{out}");
    let card = finding("gpu@PCIEX16(G4)_1", "plan-finding-pinned-card");
    assert!(card.contains("Its best slot would be PCIEX16(G5) (PCIe 5.0 x16)"), "{card}");
    // The best slot is requested: there is nothing to report.
    let plan = json(&[&["plan", Z790], &devices[..], &["gpu", "--want", "a@M.2_1"]].concat());
    assert!(!plan.to_string().contains("plan-finding-pinned"), "{plan}");
}

/// The chipset's RAID takes PCIEX16_3 with four lanes only, and these cost two of the six SATA ports.
#[test]
fn an_array_that_costs_ports_is_not_planned_beside_them() {
    let board = ["plan", "catalog:asus-z170-a", "--drives", "2x samsung-950-pro-256gb", "--want"];
    let plan = json(&[&board[..], &["raid0:intel-rst"]].concat());
    assert_eq!(plan["best"]["set"][0]["name"], "PCIEX16_3 bandwidth");
    let page = text(&narrows(&[&board[..], &["raid0:intel-rst,free-sata>=6"]].concat()));
    for part in [
        "Not possible together: 6 SATA ports stay free; Intel RST builds raid0.",
        "PCIEX16_3 (PCIEX16_3 bandwidth = x4), M2",
        "At most 4 of 6 SATA ports can stay free.",
    ] {
        assert!(page.contains(part), "{part} is missing:\n{page}");
    }
}

/// Unknown properties of a board are not impossible.
#[test]
fn boards_of_which_something_is_not_known_are_said_to_be_so() {
    let boards =
        "--boards=supermicro-h13ssl-n,msi-mag-b650-tomahawk-wifi,gigabyte-z890-aorus-master";
    let plan = json(&[
        "plan",
        "catalog:msi-mag-b650-tomahawk-wifi",
        "--drives",
        "2x samsung-990-pro-2000gb",
        "--want",
        "raid0:amd-raidxpert2",
        boards,
    ]);
    let rows = plan["boards"].as_array().unwrap().iter();
    let rows: Vec<(&str, bool, bool)> = rows
        .map(|row| (row["board"].as_str().unwrap(), row["possible"] == true, row["open"] == true))
        .collect();
    assert_eq!(
        rows,
        [
            ("msi-mag-b650-tomahawk-wifi", true, false),
            ("supermicro-h13ssl-n", false, true),
            ("gigabyte-z890-aorus-master", false, false),
        ]
    );
    let why = plan["boards"][1]["why"].to_string();
    assert!(why.contains("check the firmware's RAID menu: Supermicro H13SSL-N"), "{why}");
    let why = plan["boards"][2]["why"].to_string();
    assert!(why.contains("AMD RAIDXpert2 cannot build raid0"), "{why}");
}

/// Words for a kind mean every device of it, whatever it is called.
#[test]
fn kinds_are_named_in_the_singular_too() {
    let cards = "nvidia-geforce-rtx-4090, nic-10g, broadcom-hba-9400-8i";
    let words = "gpu=full,nic=line-rate,hba>=x4,drive=cpu";
    let drives = "samsung-990-pro-2000gb";
    let plan = json(&["plan", Z790, "--drives", drives, "--cards", cards, "--want", words]);
    let constraints = texts(&plan["constraints"], "word");
    let about = ["geforce-rtx-4090=full", "10g>=", "hba-9400-8i>=x4", "990-pro=cpu"];
    assert_eq!(constraints.len(), about.len(), "{constraints:?}");
    for (constraint, about) in constraints.iter().zip(about) {
        assert!(constraint.starts_with(about), "{constraint} {about}");
    }
}

const B560: &str = "catalog:asus-prime-b560m-a";

/// ASUS, PRIME B560M-A: M.2_1 works with 11th-generation processors only, and x16 is 3.0 with those of the 10th.
/// A drive of 7,000 MB/s then has the chipset's PCIe 3.0 x4.
#[test]
fn a_slot_that_is_dead_with_the_processor_is_not_planned_with() {
    let one = ["--cards", "gpu", "--drives", "samsung-990-pro-2000gb"];
    for cpu in ["i5-10400", "10400F", "Core i5 10400", "Intel(R) Core(TM) i5-10400 CPU @ 2.90GHz"] {
        let plan = json(&[&["plan", B560, "--cpu", cpu][..], &one].concat());
        assert_eq!(slot_of(&plan["best"], "990-pro"), "M.2_2", "{cpu}");
        let gpu = &plan["best"]["placements"][1]["current"];
        assert_eq!((&gpu["gts"], &gpu["lanes"]), (&8.0.into(), &16.into()), "{cpu}");
    }
    let plan = json(&[&["plan", B560, "--cpu", "i5-11400"][..], &one].concat());
    assert_eq!(slot_of(&plan["best"], "990-pro"), "M.2_1");
    let plan = json(&[&["plan", B560][..], &one].concat());
    let notes = plan["notes"].to_string();
    assert!(notes.contains("No processor given"), "{notes}");
}

/// The 5600G has PCIe 3.0: 16 lanes for the card and four for the first M.2 slot, so that two drives of 7,175 MB/s
/// have 3,588 each. The saved file predicts the same.
#[test]
fn a_saved_plan_keeps_its_processor() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("plan.toml").display().to_string();
    let board = "catalog:msi-mag-b550-tomahawk";
    let drives = ["--cards", "gpu", "--drives", "2x samsung-990-pro-2000gb"];
    let cpu = ["--cpu", "ryzen 5600g", "--save", &file];
    let plan = json(&[&["plan", board][..], &drives, &cpu].concat());
    let planned = plan["best"]["total_mb_s"].as_f64().unwrap();
    assert!((planned - 7175.0).abs() < 1.0, "{planned}");
    let predict = |with: &[&str]| {
        let words = ["predict", &file, "--workload", "seq-read-128k-q32"];
        let document = json(&[&words[..], with].concat());
        let rows = document["results"].as_array().unwrap().clone();
        let both = rows.iter().filter(|row| row["together"].as_array().unwrap().len() == 2);
        both.map(|row| row["mb_s"].as_f64().unwrap()).sum::<f64>()
    };
    assert!((predict(&[]) - planned).abs() < 1.0, "{}", predict(&[]));
    // A 5950X has PCIe 4.0, and the chipset's four lanes stay 3.0: 7,175 and 3,588.
    let other = predict(&["--cpu", "5950X"]);
    assert!((other - 10_762.0).abs() < 2.0, "{other}");
    let refused = narrows(&["plan", &file, "--set", "CPU=banana"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text_of(&refused));
}

#[test]
fn a_processor_of_another_socket_is_refused() {
    let refused = |cpu: &str| {
        let output = narrows(&["plan", B560, "--cards", "gpu", "--cpu", cpu]);
        assert_eq!(output.status.code(), Some(2), "{cpu}");
        text_of(&output)
    };
    assert!(refused("5950X").contains("AM4"), "{}", refused("5950X"));
    assert!(refused("banana").contains("no processor \"banana\""), "{}", refused("banana"));
}

/// Boards that are not in the catalogue, with the chipset and the size in their names: never a board of another
/// socket, which a nearly equal name would be.
#[test]
fn a_board_that_is_missing_is_answered_by_a_generic_one_of_its_chipset() {
    for (name, chipset, x16) in [
        ("asrock-x870e-phantom", "AMD X870E", "PCIe 5.0 x16"),
        ("gigabyte b650e aorus pro", "AMD B650E", "PCIe 5.0 x16"),
        ("asrock b760 steel legend", "Intel B760", "PCIe 5.0 x16"),
        ("asrock a620m-hdv", "AMD A620", "PCIe 4.0 x16"),
        ("asrock b760 pg lightning/d4", "Intel B760", "PCIe 5.0 x16"),
        ("asrock rack x470d4u2-2t", "AMD X470", "PCIe 3.0 x16"),
    ] {
        let plan = json(&["plan", &format!("catalog:{name}"), "--cards", "gpu"]);
        let findings = plan["findings"].as_array().unwrap();
        let missing = findings.iter().find(|finding| finding["id"] == "plan-missing-board");
        let sentence = missing.expect(name)["text"].as_str().unwrap();
        assert!(sentence.contains(name) && sentence.contains(chipset), "{sentence}");
        let gpu = &plan["best"]["placements"][0]["current"];
        let link =
            format!("PCIe {}.0 x{}", gpu["gts"].as_f64().unwrap().log2() as u8, gpu["lanes"]);
        assert_eq!(link, x16, "{name}");
    }
    let refused = narrows(&["plan", "catalog:minisforum-um890", "--cards", "gpu"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text_of(&refused));
}

/// Of processors with one number, the one for the board's socket.
#[test]
fn a_processor_is_the_one_that_fits_the_board() {
    for (board, name) in [("asus-prime-trx40-pro", "Threadripper"), ("intel-x79", "i7-3970X")] {
        let board = format!("catalog:{board}");
        let page = text(&narrows(&["plan", &board, "--cpu", "3970x", "--cards", "gpu"]));
        assert!(page.contains(name), "{page}");
    }
    let open = narrows(&["plan", "catalog:asus-z170-a", "--cpu", "3970x", "--cards", "gpu"]);
    assert_eq!(open.status.code(), Some(2), "{}", text_of(&open));
}

/// Six thick cards and four drives, riser cables welcome: from the long slots, not from M.2 sockets
/// with a quarter of the lanes.
#[test]
fn riser_cables_cost_no_lanes_where_long_slots_are_left() {
    let args = ["plan", "catalog:asrock-rack-romed8-2t", "--cards", "6x rtx 3090"];
    let drives = ["--drives", "4x samsung 980 pro 1tb", "--want", "risers"];
    let plan = json(&[&args[..], &drives].concat());
    let places = plan["best"]["placements"].as_array().unwrap();
    let cards: Vec<&Value> =
        places.iter().filter(|it| it["device"].as_str().unwrap().contains("rtx")).collect();
    assert_eq!(cards.len(), 6);
    for card in cards {
        assert!(card["current"]["lanes"].as_u64().unwrap() >= 8, "{card}");
    }
}

/// It is not documented how the slot of this board can be split: the split is a branch of the answer, and no proof denies it.
#[test]
fn a_split_that_is_not_known_is_a_branch_of_the_answer() {
    let drives = ["--drives", "5x samsung-990-pro-2000gb", "--cards", "asus-hyper-m2-x16-gen4"];
    let args = [&["plan", "catalog:asus-tuf-gaming-x870-plus-wifi"][..], &drives].concat();
    let plan = json(&args);
    let findings = plan["findings"].as_array().unwrap();
    let branch = findings.iter().find(|finding| finding["id"] == "plan-finding-split");
    let branch = branch.expect("a branch")["text"].as_str().unwrap();
    assert!(branch.contains("PCIEX16(G5) split x4/x4"), "{branch}");
    let page = text(&narrows(&args));
    assert!(page.contains("With the splits that are known, no placement is better"), "{page}");
}

/// This machine, a Z170 board, has no AM5 socket: the other board is planned as sold, whose SATA ports take the
/// drive. A board with its own socket is assumed to be this machine's.
#[test]
fn a_board_that_this_machine_cannot_be_is_planned_bare() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here.txt");
    let listing = "\
00:00.0 Host bridge [0600]: Intel Corporation Xeon E3-1200 v5/E3-1500 v5/6th Gen Core Processor Host Bridge/DRAM Registers [8086:191f] (rev 07)
00:17.0 SATA controller [0106]: Intel Corporation Q170/Q150/B150/H170/H110/Z170/CM236 Chipset SATA Controller [AHCI Mode] [8086:a102] (rev 31)
00:1f.0 ISA bridge [0601]: Intel Corporation Z170 Chipset LPC/eSPI Controller [8086:a145] (rev 31)
";
    std::fs::write(&here, listing).unwrap();
    let plan = |board: &str| {
        let words = ["plan", "--board", board, "--drives", "samsung-860-evo-1tb", "--json"];
        program(&words).env("HWLOC_XMLFILE", &here).output().expect("the binary runs")
    };
    let other = crate::json::document(&plan("asus-rog-strix-x670e-e-gaming-wifi").stdout);
    assert_eq!(other["source"], "catalog:asus-rog-strix-x670e-e-gaming-wifi");
    assert!(slot_of(&other["best"], "860-evo").starts_with("SATA"), "{other}");
    let own = plan("asus-z170-a");
    assert!(text_of(&own).contains("here.txt does not show the links"), "{}", text_of(&own));
}

/// Without a source a chipset, or a socket with a size, means the board that most of its kind are like: B450 of
/// AM4's microATX boards, not X570.
#[test]
fn a_kind_of_board_needs_no_source() {
    for (kind, name) in [
        ("b650 itx", "AMD B650, Mini-ITX"),
        ("b650", "AMD B650"),
        ("am4 matx", "AMD B450, microATX"),
        ("asus prime b650-plus", "ASUS PRIME B650-PLUS"),
    ] {
        let page = text(&narrows(&["plan", "--board", kind, "--drives", "samsung 990 pro 2tb"]));
        assert_eq!(page.lines().next(), Some(name), "{page}");
    }
    let page = text(&narrows(&["plan", "b650 itx", "--drives", "samsung 990 pro 2tb"]));
    assert_eq!(page.lines().next(), Some("AMD B650, Mini-ITX"), "{page}");
}

/// A network rate without a card for it adds one, and names it.
#[test]
fn a_network_that_is_wanted_without_a_card_brings_one() {
    let args = ["plan", "catalog:msi-b550-a-pro", "--drives", "samsung 980 pro 1tb"];
    let page = text(&narrows(&[&args[..], &["--want", "10gbe"]].concat()));
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("The plan has no network card of this rate"), "{page}");
    assert!(page.contains("nic sends"), "{page}");
}

/// A NAS sends files over its network card: if that sends less than the drives deliver, it comes first.
#[test]
fn what_a_network_sends_of_fast_drives_comes_first() {
    let args = ["plan", "catalog:msi-b550-a-pro", "--drives", "samsung 990 pro 2tb"];
    let with = |cards: &str| json(&[&args[..], &["--cards", cards]].concat());
    let first = |plan: &Value| plan["findings"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(first(&with("nic=aquantia-aqc107")), "plan-finding-network");
    assert_eq!(first(&with("nic=aquantia-aqc107, gpu")), "plan-answer", "a desktop");
}

/// Who names neither system nor engine gets Linux's array, however another engine reads; Windows' own is for
/// Windows.
#[test]
fn an_array_without_a_system_is_linuxs() {
    let ask = ["plan", "catalog:asus-z170-a", "--drives", "2x 850 evo 250gb", "--want", "raid1"];
    assert_eq!(json(&ask)["best"]["arrays"][0]["engine"], "linux-md");
    let windows = json(&[&ask[..], &["--os", "windows"]].concat());
    assert_ne!(windows["best"]["arrays"][0]["engine"], "linux-md");
}

/// A socket and a size choose a generic board and the boards to rank.
#[test]
fn boards_are_chosen_by_socket_and_size() {
    let ask = ["plan", "catalog:am4 itx", "--cards", "gpu", "--drives", "990 pro 1tb"];
    let plan = json(&[&ask[..], &["--boards=am4,itx"]].concat());
    assert!(plan["inventory"]["name"].as_str().unwrap().ends_with("Mini-ITX"), "{plan}");
    let boards = plan["boards"].as_array().unwrap();
    let known = |board: &Value| narrows_catalog::board::board(board["board"].as_str().unwrap());
    assert!(!boards.is_empty());
    for board in boards.iter().map(|board| known(board).unwrap()) {
        assert_eq!(
            (board.socket.as_deref(), board.form_factor.as_deref()),
            (Some("AM4"), Some("Mini-ITX"))
        );
    }
    let none = narrows(&[&ask[..], &["--boards=lga1851,am4"]].concat());
    assert_eq!(none.status.code(), Some(0), "any of the sockets: {}", text_of(&none));
}

/// Behind a full uplink three drives read the same wherever they are, but one alone reads four times as much in a slot
/// of four lanes as in one of one.
#[test]
fn of_equal_totals_each_drive_keeps_its_lanes() {
    let ask = ["plan", "catalog:msi-z490-a-pro", "--cards", "gpu", "--drives", "3x 990 pro 2tb"];
    let plan = json(&ask);
    let slots: Vec<&str> =
        (1..=3).map(|drive| slot_of(&plan["best"], &format!("990-pro-{drive}"))).collect();
    assert!(slots.contains(&"PCI_E3") && !slots.contains(&"PCI_E2"), "{slots:?}");
}
