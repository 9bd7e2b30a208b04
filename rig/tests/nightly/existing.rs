//! Arrays that are there already, explained on a real kernel: the slow member is named, healthy ones have nothing
//! wrong, one that is degraded is reported.

use serde_json::Value;

use crate::machine_bed::Results;

const JOB: &str = include_str!("../rigs/machine_bed/existing.sh");

fn findings(document: &Value) -> Vec<&str> {
    let array_findings =
        document["array"]["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    array_findings.iter().filter_map(|finding| finding["id"].as_str()).collect()
}

/// Neither a slow member nor a costly layer; its rate is near its members' limits.
fn assert_healthy(results: &Results, name: &str, members: f64) {
    let document = results.json(&format!("{name}.json"));
    assert_eq!(results.exit_code(&format!("{name}.json")), 0, "{document:#}");
    let ids = findings(&document);
    let is_bad = |id: &&&str| id.starts_with("in-place-slow") || **id == "in-place-layer-costs";
    assert!(!ids.iter().any(|id| is_bad(&id)), "{name}: {document:#}");
    let rate = document["array"]["rows"][0]["array"]["mb_s"].as_f64().unwrap();
    assert!(rate > 0.8 * members * 20.0, "{name}: {rate} MB/s of {members} members");
}

#[test]
fn existing_arrays_are_explained() {
    let Some(results) = Results::of_debian_job("existing", JOB) else { return };
    let rounds = results.json("rounds.json");
    assert_eq!(rounds["rounds"].as_array().unwrap().len(), 8 * 6, "{rounds:#}");

    assert_healthy(&results, "healthy", 4.0);
    assert_healthy(&results, "mirror", 1.0);
    assert_healthy(&results, "volume", 4.0);

    let slow = results.json("slow.json");
    let finding = &slow["array"]["findings"][0];
    assert_eq!(finding["id"], "in-place-slow-stripe", "{slow:#}");
    assert_eq!(finding["targets"], serde_json::json!(["loop2"]), "{slow:#}");
    assert!(!findings(&slow).contains(&"in-place-layer-costs"), "{slow:#}");
    assert!(results.text("again").contains("loop2"), "a kept run is explained again");

    let degraded = results.json("degraded.json");
    assert_eq!(findings(&degraded)[0], "in-place-degraded", "{degraded:#}");
    assert!(degraded["array"]["rows"][0]["cost"].is_null());

    let fitness = results.json("fitness.json");
    let state = |document: &Value, id: &str| {
        let all = document["fitness"].as_array().cloned().unwrap_or_default();
        all.iter().find(|fit| fit["id"] == id).map(|fit| fit["state"].clone())
    };
    assert_eq!(state(&fitness, "read_ahead"), Some("doubtful".into()), "{fitness:#}");
    assert_eq!(state(&fitness, "chunk"), Some("suits".into()));
    let risk = results.json("risk.json");
    assert_eq!(state(&risk, "members"), Some("at_risk".into()), "{risk:#}");
    assert_eq!(results.exit_code("risk.json"), 4);
    assert!(results.text("check.json").contains("build-degraded"), "`check` says it too");
}
