//! Drives' own write caches are switched off for a cache mode and back on after it, also when the
//! run is killed, on the emulated machine's NVMe controllers.

use crate::machine_bed::{Results, list};

const JOB: &str = include_str!("../rigs/machine_bed/caches.sh");

#[test]
fn controllers_switch_their_caches_off_and_on_again() {
    let Some(results) = Results::of_job("md-trio", "caches", JOB) else { return };
    // Three drives, whose caches were on at first, after a run, and after one that was killed.
    for name in ["first.json", "second.json", "third.json"] {
        let output = results.text(&format!("{name}.said"));
        assert_eq!(results.exit_code(name), 0, "{output}");
        // Writes are reported only if the controller answered that its cache is on.
        let changed = output.split("Restored by").next().unwrap_or_default();
        assert_eq!(changed.matches("--feature-id=6 --value=0").count(), 3, "{name}");
    }
    let first = results.json("first.json");
    let mut modes: Vec<&str> =
        list(&first["stripe"], "caches").iter().map(|one| one["mode"].as_str().unwrap()).collect();
    modes.sort_unstable();
    assert_eq!(modes, ["direct", "direct+drive-cache-off", "write-through"]);
    assert!(
        list(&first["stripe"], "caches").iter().all(|one| one["not_tried"].is_null()),
        "{first}"
    );
    let journal = results.json("journal.json");
    assert_eq!((&journal["kind"], &journal["state"]), (&"write_cache".into(), &"running".into()));
    assert_eq!(list(&journal, "settings").len(), 3);
    for setting in list(&journal, "settings") {
        let path = setting["path"].as_str().unwrap();
        assert!(path.starts_with("dev/nvme") && path.ends_with("/feature/06"), "{path}");
        assert_eq!(setting["before"], "write back");
        // The controller's serial number.
        assert!(setting["drive"].as_str().is_some_and(|serial| !serial.is_empty()), "{setting}");
    }
    assert_eq!(results.json("after.json")["state"], "cut_short");
    assert!(results.text("restore.said").contains("Nothing to restore"));
}
