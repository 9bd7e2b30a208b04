//! `--plan`: the array of a plan, a recommendation or a machine file, on the drives that it names and no others.

use serde_json::Value;

use crate::build::{apart, json, pair, part, states};
use crate::home::{Home, text_of};
use crate::loops::Loop;

/// Two drives by their names by-id, mirrored by btrfs.
const MACHINE: &str = "machine() { printf 'schema = \"narrows.machine/1\"\n\
[[drive]]\nid = \"a\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nby_id = \"%s\"\n\
[[drive]]\nid = \"b\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nby_id = \"%s\"\n\
[[array]]\nid = \"pair\"\nlevel = 1\nengine = \"btrfs\"\nmembers = [\"a\", \"b\"]\n' $1 $2; }; ";

#[test]
fn a_machine_files_array_is_built_on_its_drives() {
    let Some([one, two]) = pair() else { return };
    let script = "set -- $serials; machine $2 $4 > /run/plan.toml; machine $2 gone > /run/gone.toml; \
        of() { name=$1; shift; $narrows build --lang en --json --mount /srv/data \"$@\" > /run/out 2> /run/said; \
            code=$?; echo BEGIN $name; cat /run/out; echo; echo END; \
            echo BEGIN $name.code; echo $code; cat /run/said; echo END; }; \
        of shown --plan /run/plan.toml --rehearse; \
        of other --plan /run/plan.toml --level raid0 --name more --rehearse; \
        of gone --plan /run/gone.toml --rehearse; \
        of none --plan /run/plan.toml --array three --rehearse; \
        of built --plan /run/plan.toml $serials";
    let Some(output) = apart(&format!("{MACHINE}{script}"), &[&one, &two]) else { return };
    let shown = json(&output, "shown");
    let array = &shown["array"];
    assert_eq!((&array["level"], &array["engine"]), (&"raid1".into(), &"btrfs".into()), "{output}");
    let serials: Vec<_> =
        array["members"].as_array().unwrap().iter().map(|it| &it["serial"]).collect();
    let named = |device: &Loop| format!("test-{}", device.name().trim_start_matches("/dev/"));
    assert_eq!(serials, [&Value::from(named(&one)), &Value::from(named(&two))]);
    let other = &json(&output, "other")["array"];
    assert_eq!((&other["level"], &other["name"]), (&"raid0".into(), &"more".into()));
    let gone = part(&output, "gone.code");
    assert!(gone.starts_with('5') && gone.contains("is not in this machine"), "{gone}");
    let none = part(&output, "none.code");
    assert!(none.starts_with('1') && none.contains("It has: pair"), "{none}");
    let built = json(&output, "built");
    assert!(states(&built, "steps").iter().all(|state| state == "done"), "{built:#}");
}

/// A plan and a measurement of another machine name drives by serial numbers, which are not here.
#[test]
fn documents_name_drives_by_their_serial_numbers() {
    let home = Home::new();
    let file = "schema = \"narrows.machine/1\"\n\
        [[drive]]\nid = \"a\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nserial = \"NOT-HERE-A\"\n\
        [[drive]]\nid = \"b\"\non = \"cpu\"\nmodel = \"samsung-950-pro-256gb\"\nserial = \"NOT-HERE-B\"\n";
    let machine = home.path().join("machine.toml");
    std::fs::write(&machine, file).unwrap();
    let machine = machine.to_str().unwrap();
    let how = ["--time", "100ms", "--chunk", "16K", "--workload", "seq-read-1m-q8"];
    let words = ["stripe", "a", "b", "--on", machine, "--json", "--no-report"];
    let stripe = home.narrows(&[&words[..], &how].concat());
    let document = crate::json::document(&stripe.stdout);
    let arrays = document["stripe"]["candidates"].as_array().unwrap();
    let array = arrays.iter().find(|it| it["level"] == "raid0").expect("a stripe is tried");
    let kept = home.path().join("stripe.json");
    std::fs::write(&kept, &stripe.stdout).unwrap();
    let kept = kept.to_str().unwrap();
    let of =
        |more: &[&str]| home.narrows(&[&["build", "--plan", kept, "--rehearse"], more].concat());
    let build = of(&["--array", array["id"].as_str().unwrap()]);
    assert_eq!(build.status.code(), Some(5), "{}", text_of(&build));
    assert!(text_of(&build).contains("NOT-HERE-A"), "{}", text_of(&build));
    let build = of(&["--array", "a"]);
    assert!(text_of(&build).contains("a is a single drive"), "{}", text_of(&build));
    let board = home.path().join("board.toml");
    let slots =
        file.replacen("[[drive]]", "[host]\nboard = \"asrock-z170-oc-formula\"\n[[drive]]", 1);
    let slots = slots.replacen("on = \"cpu\"", "slot = \"M2_1\"", 1);
    std::fs::write(&board, slots.replacen("on = \"cpu\"", "slot = \"M2_2\"", 1)).unwrap();
    let want = ["--want", "raid1:linux-md=a+b", "--json"];
    let plan = home.narrows(&[&["plan", board.to_str().unwrap()], &want[..]].concat());
    let document = crate::json::document(&plan.stdout);
    assert_eq!(document["devices"][0]["serials"], serde_json::json!(["NOT-HERE-A"]));
    std::fs::write(kept, &plan.stdout).unwrap();
    let build = of(&[]);
    assert_eq!(build.status.code(), Some(5), "{}", text_of(&build));
    assert!(text_of(&build).contains("NOT-HERE-A"), "{}", text_of(&build));
    let other = home.path().join("other.json");
    std::fs::write(&other, "{\"schema\": \"narrows.see/1\"}").unwrap();
    let build = home.narrows(&["build", "--plan", other.to_str().unwrap(), "--rehearse"]);
    assert!(text_of(&build).contains("narrows.see/1"), "{}", text_of(&build));
}
