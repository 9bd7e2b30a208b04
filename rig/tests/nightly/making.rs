//! Cases of `narrows build` that need a whole Debian: an array that exists because a file lists it, a stripe of
//! LVM, whose device mapper this needs, and a set of the firmware.

use serde_json::{Value, json};

use crate::machine_bed::{Results, list};

const ENSURE: &str = include_str!("../rigs/machine_bed/ensure.sh");
const LVM: &str = include_str!("../rigs/machine_bed/lvm.sh");
const IMSM: &str = include_str!("../rigs/machine_bed/imsm.sh");

/// The names of a document's steps, all of which were done now.
fn done(document: &Value) -> Vec<&str> {
    let steps = document["steps"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(steps.iter().all(|step| step["state"] == "done"), "{document:#}");
    steps.iter().filter_map(|step| step["id"].as_str()).collect()
}

#[test]
fn an_array_is_there_because_a_file_says_so() {
    let Some(results) = Results::of_debian_job("ensure", ENSURE) else { return };
    for name in ["rehearsed", "built", "same", "waited", "added", "mounted", "after"] {
        let name = format!("{name}.json");
        assert_eq!(results.exit_code(&name), 0, "{name}: {}", results.output);
    }
    assert_eq!(results.exit_code("level.json"), 5, "another level costs what is on it");
    let built = results.json("built.json");
    assert_eq!(done(&built)[..2], ["join", "format"]);
    let sync = &built["synchronization"];
    assert_eq!(sync["state"], "running", "{built:#}");
    assert!(sync["done"].as_u64() < sync["all"].as_u64() && sync["left_s"].is_number(), "{sync}");
    // Nothing is done twice, also after a reboot.
    for name in ["same.json", "waited.json", "after.json"] {
        let document = results.json(name);
        assert_eq!(done(&document), Vec::<&str>::new(), "{name}");
        assert_eq!(document["findings"][0]["id"], "build-as-wanted", "{name}: {document:#}");
    }
    assert_eq!(
        results.json("waited.json")["synchronization"],
        json!({
            "state": "done", "done": null, "all": null, "mb_s": null, "left_s": null,
        })
    );
    assert!(results.text("waited.json.said").contains("left"), "no word of how far it is");
    let added = ["name_array", "renew_initial_ram_disk", "start_degraded", "name_mount", "reload"];
    assert_eq!(done(&results.json("added.json")), added);
    assert_eq!(done(&results.json("mounted.json")), ["mount"]);
    assert_eq!(results.text("mount.after").trim(), "/srv/data");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
}

/// Broken off within its members and between group and volume: the group is recognised by its tag, its members by the identifiers that were chosen
/// for them.
#[test]
fn a_stripe_of_lvm_is_continued_outlives_a_reboot_and_is_taken_apart() {
    let Some(results) = Results::of_debian_job("lvm", LVM) else { return };
    assert_eq!(results.text("kills").lines().count(), 2, "{}", results.output);
    for killed in [1, 3] {
        let resumed = results.json(&format!("resumed-{killed}.json"));
        let steps = resumed["steps"].as_array().unwrap();
        let already = steps.iter().take_while(|step| step["state"] == "already").count();
        assert_eq!(already, killed, "{resumed:#}");
    }
    let begun = ["physical_volume", "physical_volume", "join", "volume", "format"];
    assert_eq!(done(&results.json("build.json"))[..5], begun);
    assert_eq!(results.exit_code("twice"), 5, "its name and its drives are taken");
    assert_eq!(results.text("mount.after").trim(), "/srv/data");
    let stripes = results.text("stripes.after");
    assert_eq!(stripes.split_whitespace().collect::<Vec<_>>(), ["2", "64.00k"]);
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    assert_eq!(results.exit_code("undo.json"), 0, "{}", results.text("undo.json.said"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
}

/// A set for Intel's firmware: refused if there is no such firmware, built if mdadm is set not to ask for it,
/// named within its set.
#[test]
fn a_set_of_the_firmware_is_built_outlives_a_reboot_and_is_taken_apart() {
    let Some(results) = Results::of_debian_job("imsm", IMSM) else { return };
    assert_eq!(results.exit_code("refused.json"), 5);
    assert!(results.text("refused.json").contains("no Intel RAID"), "{}", results.output);
    assert_eq!(results.text("state.refused"), results.text("state.before"));
    let built = results.json("build.json");
    assert_eq!(results.exit_code("build.json"), 0, "{}", results.output);
    assert_eq!(done(&built)[..4], ["container", "join", "format", "name_array"]);
    assert_eq!(built["synchronization"]["state"], "done");
    let kinds: Vec<Value> =
        list(&results.json("see.json"), "arrays").iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(kinds, ["md raid1 (imsm)", "md inactive (imsm)"]);
    assert!(results.text("mdstat.after").contains("active raid1"), "{}", results.output);
    assert_eq!(results.text("mount.after").trim(), "/srv/data");
    assert!(results.text("device.after").starts_with("/dev/md12"), "not under its name");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    assert_eq!(results.json("explain.json")["existing"]["lacks"], json!([]));
    assert_eq!(results.exit_code("adopt.json"), 0, "{}", results.text("adopt.json.said"));
    assert_eq!(results.text("conf.adopted"), results.text("conf.built"));
    assert_eq!(results.exit_code("undo.json"), 0, "{}", results.text("undo.json.said"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
}
