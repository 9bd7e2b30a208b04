//! The page's calls: arrangements made by hand, what fits where, and requests that make no sense.

use narrows_verdict::answer::TimeBudget;
use narrows_web::PageService;
use serde_json::{Value, json};

const BOARD: &str = "asus-z170-a";

fn state(rest: Value) -> Value {
    let mut state = json!({ "v": 1, "lang": "en", "source": { "catalog": BOARD } });
    for (key, value) in rest.as_object().unwrap() {
        state[key] = value.clone();
    }
    state
}

fn arrange(state: &Value) -> Value {
    serde_json::from_str(&PageService::default().arrange(&state.to_string())).unwrap()
}

fn fits(state: &Value, device: &str) -> Value {
    serde_json::from_str(&PageService::default().fits(&state.to_string(), device)).unwrap()
}

fn device<'a>(view: &'a Value, id: &str) -> &'a Value {
    let devices = view["devices"].as_array().unwrap();
    devices
        .iter()
        .find(|device| device["id"] == id)
        .unwrap_or_else(|| panic!("{id} in {devices:?}"))
}

fn slot<'a>(view: &'a Value, id: &str) -> &'a Value {
    view["slots"].as_array().unwrap().iter().find(|slot| slot["id"] == id).unwrap()
}

fn two_drives_and_a_card() -> Value {
    json!({ "add": ["samsung-950-pro-256gb*2", "gpu"] })
}

#[test]
fn what_is_added_goes_where_there_is_room() {
    let view = arrange(&state(two_drives_and_a_card()));
    for id in ["950-pro-1", "950-pro-2", "gpu"] {
        let device = device(&view, id);
        assert_eq!(slot(&view, device["slot"].as_str().unwrap())["holds"], id);
    }
    assert_eq!(device(&view, "950-pro-2")["added"], 0);
    assert_eq!(device(&view, "gpu")["added"], 1);
    assert_eq!(view["unplaced"], json!([]));
    let ids: Vec<&Value> = view["places"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    for slot in view["slots"].as_array().unwrap().iter().filter(|slot| slot["off"].is_null()) {
        assert!(ids.contains(&&slot["under"]), "{slot}");
    }
}

#[test]
fn pins_are_honoured_and_what_cannot_be_is_put_aside_with_the_reason() {
    let mut it = state(two_drives_and_a_card());
    it["pins"] = json!({ "950-pro-1": "PCIEX16_3", "950-pro-2": null, "gpu": "M2" });
    let view = arrange(&it);
    assert_eq!(device(&view, "950-pro-1")["slot"], "PCIEX16_3");
    let aside: Vec<&str> =
        view["unplaced"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(aside.contains(&"950-pro-2"), "{aside:?}");
    assert!(device(&view, "950-pro-2")["limit"].is_null(), "it was put aside");
    let two = json!({ "950-pro-1": "M2", "950-pro-2": "M2", "gpu": "PCIEX16_1" });
    it["pins"] = two;
    let view = arrange(&it);
    assert_eq!(view["unplaced"], json!(["950-pro-2"]));
    let why = device(&view, "950-pro-2")["limit"].as_str().unwrap();
    assert!(why.contains("950-pro-1") && why.contains("M2"), "{why}");
    it["pins"] = json!({ "950-pro-1": "NO SUCH SLOT" });
    assert!(arrange(&it)["error"].is_null());
}

#[test]
fn slots_light_up_as_the_arrangement_then_takes_the_device() {
    let base = state(two_drives_and_a_card());
    let view = arrange(&base);
    for id in ["950-pro-1", "gpu"] {
        let told = fits(&base, id);
        for fit in told["slots"].as_array().unwrap() {
            let mut moved = base.clone();
            for device in view["devices"].as_array().unwrap() {
                moved["pins"][device["id"].as_str().unwrap()] = device["slot"].clone();
            }
            moved["pins"][id] = fit["slot"].clone();
            if let Some(occupant) = fit["taken_by"].as_str() {
                moved["pins"][occupant] = Value::Null;
            }
            let is_there = device(&arrange(&moved), id)["slot"] == fit["slot"];
            assert_eq!(fit["ok"], is_there, "{id} in {}", fit["slot"]);
            assert_eq!(fit["reason"].is_null(), is_there);
        }
    }
}

#[test]
fn the_best_arrangement_is_reached_by_its_pins() {
    let mut it = state(two_drives_and_a_card());
    it["pins"] = json!({ "950-pro-1": "M2", "950-pro-2": "PCIEX16_3", "gpu": "PCIEX16_1" });
    let best = PageService::default().best(&it.to_string(), TimeBudget::UNLIMITED);
    let best: Value = serde_json::from_str(&best).unwrap();
    assert!(best["plan"]["proof"]["exact"].is_boolean(), "{best}");
    assert!(best["plan"]["best"]["flows"][0]["limit"]["name"].is_string(), "{best}");
    it["pins"] = best["pins"].clone();
    it["set"] = best["set"].clone();
    let view = arrange(&it);
    assert_eq!(view["unplaced"], json!([]));
    let total = best["plan"]["best"]["total_mb_s"].as_f64().unwrap();
    let drives = ["950-pro-1", "950-pro-2"].map(|id| device(&view, id));
    let sum: f64 = drives.iter().map(|it| it["together"]["bytes_per_s"].as_f64().unwrap()).sum();
    assert!((sum / 1e6 - total).abs() < 1.0, "{sum} {total}");
}

#[test]
fn drives_that_hang_somewhere_for_good_are_shown() {
    let of = json!({ "v": 1, "lang": "en", "source": { "catalog": "asus-z170-pro-gaming/sm961" } });
    let view = arrange(&of);
    let devices = view["devices"].as_array().unwrap();
    let see = PageService::default().document(&of.to_string(), "see", TimeBudget::UNLIMITED);
    let see: Value = serde_json::from_str(&see).unwrap();
    let drives = see["drives"].as_array().unwrap();
    assert_eq!(devices.iter().filter(|it| it["kind"] == "drive").count(), drives.len());
    assert!(devices.iter().all(|it| it["alone"]["bytes_per_s"].as_f64().unwrap() > 0.0));
}

#[test]
fn an_array_has_figures_and_answers() {
    let mut it = state(two_drives_and_a_card());
    it["array"] = json!({ "level": "raid0", "engine": "md", "chunk": "128 KiB", "members": [] });
    let array = &arrange(&it)["array"];
    assert!(array["figures"].as_array().unwrap().len() >= 3, "{array}");
    assert!(array["feasibility"].as_array().unwrap().iter().any(|row| row["verdict"] == "yes"));
    it["array"]["level"] = json!("raid6");
    assert_eq!(arrange(&it)["array"]["figures"], json!([]), "two drives are too few");
}

#[test]
fn what_makes_no_sense_is_told_in_the_readers_language() {
    let wrong = [
        json!({ "v": 2, "lang": "ja" }),
        json!({ "v": 1, "lang": "ja", "source": null }),
        json!({ "v": 1, "lang": "ja", "source": { "catalog": "<script>alert(1)</script>" } }),
        json!({ "v": 1, "lang": "ja", "source": { "file": "gone" } }),
        json!({ "v": 1, "lang": "ja", "source": { "catalog": BOARD }, "add": ["nonsense"] }),
        json!({ "v": 1, "lang": "ja", "source": { "catalog": BOARD }, "cpu": "nonsense" }),
        json!({ "v": 1, "lang": "ja", "source": { "catalog": BOARD }, "set": { "a": "b" } }),
        json!({ "v": 1, "lang": "ja", "source": { "catalog": BOARD }, "workload": "nonsense" }),
    ];
    for state in wrong {
        let message = arrange(&state)["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(!message.is_ascii() && message.len() < 1000, "{state}: {message}");
    }
}

/// All texts of an answer, documents aside: those are the terminal's.
fn texts(answer: &Value, into: &mut Vec<String>) {
    match answer {
        Value::String(text) => into.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| texts(one, into)),
        Value::Object(all) => {
            let is_shown = |key: &str| !["plan", "picture"].contains(&key);
            let shown = all.iter().filter(|(key, _)| is_shown(key));
            shown.for_each(|(_, one)| texts(one, into));
        }
        _ => {}
    }
}

#[test]
fn the_page_says_what_to_click_and_names_no_command() {
    let boards = narrows_catalog::board::all().iter().step_by(12).map(|board| board.id.as_str());
    let adds = [json!([]), json!(["samsung-990-pro-2000gb*3", "gpu", "quad-m2"])];
    for board in boards {
        for (lang, add) in ["en", "ja"].iter().zip(&adds) {
            let of = json!({ "v": 1, "lang": lang, "source": { "catalog": board }, "add": add });
            let mut all = Vec::new();
            texts(&arrange(&of), &mut all);
            for text in all {
                let is_typed = |word: &str| text.contains(word);
                let typed = ["`", " --", "narrows ", "[host]", "[[drive]]"]
                    .into_iter()
                    .find(|it| is_typed(it));
                assert_eq!(typed, None, "{board}: {text}");
            }
        }
    }
}

const FIXTURES: [&str; 3] = ["z170-trio.tar.gz", "x2-slot.tar.gz", "two-socket-8.tar.gz"];

/// Arrangements of every shape: captures, published machines, boards with devices; in one language.
fn arrangements(lang: &str) -> Vec<(String, Value)> {
    let mut service = PageService::default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    let captures = FIXTURES.map(|name| {
        service.put(name, &std::fs::read(format!("{folder}{name}")).unwrap());
        json!({ "v": 1, "lang": lang, "source": { "file": name } })
    });
    let of = |id: &str| json!({ "v": 1, "lang": lang, "source": { "catalog": id } });
    let machines = narrows_catalog::machine::names().map(&of);
    let boards = narrows_catalog::board::all().iter().step_by(9).map(|board| {
        let mut it = of(&board.id);
        it["add"] = json!(["samsung-990-pro-2000gb*3", "wd-red-plus-8tb", "gpu"]);
        it
    });
    let states: Vec<Value> = captures.into_iter().chain(machines).chain(boards).collect();
    let view = |state: Value| {
        let view = serde_json::from_str(&service.arrange(&state.to_string())).unwrap();
        (state["source"].to_string(), view)
    };
    states.into_iter().map(view).collect()
}

/// The map and the picture beside it have one figure for each drive and each link.
#[test]
fn a_map_has_the_figures_of_its_picture() {
    for (name, view) in arrangements("en") {
        let picture =
            view["picture"]["narrow"].as_str().unwrap_or_else(|| panic!("{name}: {view}"));
        let has = |text: &str| picture.contains(&text.replace('&', "&amp;"));
        let devices = view["devices"].as_array().unwrap();
        let alike =
            |text: &Value| devices.iter().filter(|it| it["together"]["text"] == *text).count();
        for device in devices.iter().filter(|device| !device["together"].is_null()) {
            let got = device["together"]["text"].as_str().unwrap();
            // Four or more alike share a row.
            assert!(has(got) || alike(&device["together"]["text"]) > 3, "{name}: {got}");
            let lost = device["loss_text"].as_str().unwrap_or_default();
            assert!(has(lost), "{name}: {lost} of {}", device["id"]);
        }
        for place in view["places"].as_array().unwrap() {
            let flow = place["link"]["flow"]["text"].as_str().unwrap_or_default();
            assert!(has(flow), "{name}: {flow} at {}", place["id"]);
        }
    }
}

/// A value that is missing leaves a verb without subject, or a particle at the start of a sentence.
#[test]
fn no_sentence_of_the_page_has_a_hole() {
    let english =
        ["  ", " .", " ,", "()", "of has", "whether has", "whether is ", "whether boots", " on ."];
    let japanese = ["（）", "。の", "。が", "。を", "。は", "。 の", "。 が"];
    for (lang, traces) in [("en", english.as_slice()), ("ja", japanese.as_slice())] {
        for (name, view) in arrangements(lang) {
            let mut all = Vec::new();
            texts(&view, &mut all);
            for text in all {
                let trace = traces.iter().find(|trace| text.contains(**trace));
                assert_eq!(trace, None, "{name}: {text}");
                let is_headless = lang == "ja" && text.starts_with(['の', 'が', 'を', 'は']);
                assert!(!is_headless, "{name}: {text}");
            }
        }
    }
}

#[test]
fn what_a_thick_card_covers_is_said_and_the_bays_of_a_carrier_are_places() {
    // Its expansion slots are in rows 1 to 7: a graphics card of two and a half slots covers two.
    let of = json!({ "v": 1, "lang": "en", "source": { "catalog": "asrock-rack-romed8-2t" },
        "add": ["gpu"], "pins": { "gpu": "PCIE7" } });
    let view = arrange(&of);
    let covered = |id: &str| slot(&view, id)["covered"].as_str().unwrap_or_default().to_owned();
    assert_eq!((slot(&view, "PCIE7")["row"].clone(), covered("PCIE7")), (json!(1), String::new()));
    assert!(covered("PCIE6").contains("gpu") && covered("PCIE5").contains("gpu"));
    assert_eq!(covered("PCIE4"), "");

    let mut it = state(json!({ "add": ["quad-m2", "samsung-950-pro-256gb*2"] }));
    it["pins"] = json!({ "m2": "PCIEX16_1", "950-pro-1": "PCIEX16_1/1" });
    let view = arrange(&it);
    assert_eq!(slot(&view, "PCIEX16_1")["holds"], "m2", "{}", view["devices"]);
    let bay = slot(&view, "PCIEX16_1/1");
    assert_eq!((&bay["within"], &bay["holds"]), (&json!("PCIEX16_1"), &json!("950-pro-1")));
    let told = fits(&it, "950-pro-2");
    let bays = told["slots"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["slot"].as_str().unwrap().starts_with("PCIEX16_1/"));
    assert!(bays.clone().count() >= 2, "{told}");
    for fit in bays {
        let mut moved = it.clone();
        moved["pins"]["950-pro-2"] = fit["slot"].clone();
        if !fit["taken_by"].is_null() {
            moved["pins"]["950-pro-1"] = Value::Null;
        }
        let is_there = device(&arrange(&moved), "950-pro-2")["slot"] == fit["slot"];
        assert_eq!(fit["ok"], is_there, "{fit}");
    }
}

#[test]
fn drives_that_agree_on_booting_share_a_row() {
    let it = state(json!({ "add": ["samsung-950-pro-256gb*2"] }));
    let view = arrange(&it);
    let rows = view["feasibility"].as_array().unwrap();
    let named =
        |id: &str| rows.iter().filter(|row| row["what"].as_str().unwrap().contains(id)).count();
    assert_eq!((named("950-pro-1"), named("950-pro-2")), (1, 1), "{rows:?}");
}
