//! NVMe commands past the block layer, inside an emulated machine: the rates are those of the link,
//! and data is read and written at the right place.

use serde_json::Value;

use crate::machine_bed::{Results, assert_near, list};

const JOB: &str = include_str!("../rigs/machine_bed/passthrough.sh");

/// 2.5 GT/s x2 with payloads of 128 bytes, as in `rig.rs`.
const TWO_LANES_MB_S: f64 = 419.4;

fn only(run: &Value) -> &Value {
    match list(run, "results") {
        [one] => one,
        others => panic!("{} results: {run}", others.len()),
    }
}

fn check_rates(results: &Results) {
    for (name, engine) in [
        ("commands.json", "passthrough"),
        ("usual.json", "io_uring"),
        ("polled.json", "passthrough"),
    ] {
        let run = results.json(name);
        let result = only(&run);
        assert_eq!(results.exit_code(name), 0, "{name}: {}", results.text(&format!("{name}.said")));
        assert_eq!((&result["errors"], &result["partial"]), (&0.into(), &false.into()), "{name}");
        assert_near(result["mb_s"].as_f64().unwrap(), TWO_LANES_MB_S);
        let method = &result["method"];
        assert_eq!(method["engine"], engine, "{name}");
        // The guest's kernel, 6.1, has both for commands too.
        assert_eq!(method["registered_buffers"], true, "{name}: {method}");
        assert_eq!(method["registered_files"], true, "{name}: {method}");
        assert_eq!(method["polled"], name == "polled.json", "{name}: {method}");
    }
}

/// Each refusal with its exit code and part of its message.
fn check_refusals(results: &Results) {
    for (name, code, text) in [
        ("transfer.json", 3, "that one NVMe command is sure to transfer"),
        ("file.json", 2, "directly to drives"),
        ("nobody.json", 1, "this requires root"),
    ] {
        let output = results.text(&format!("{name}.said")) + &results.text(name);
        assert_eq!(results.exit_code(name), code, "{name}: {output}");
        assert!(output.contains(text), "{name}: {output}");
    }
}

/// Commands wrote 64 MiB from the start, then read it, and each block was the one that belongs
/// there; reads through the block layer find them in the same places.
fn check_content(results: &Results) {
    let run = results.json("written.json");
    assert_eq!(results.exit_code("written.json"), 0, "{}", results.text("written.json.said"));
    let rounds = list(&run, "results");
    assert_eq!(rounds.len(), 2);
    for round in rounds {
        assert_eq!(round["method"]["engine"], "passthrough", "{round}");
        assert_eq!(round["errors"], 0, "{round}");
    }
    let verified = &rounds[1]["verified"];
    // 64 MiB in blocks of 128 KiB.
    assert_eq!((&verified["blocks"], &verified["wrong"]), (&512.into(), &0.into()), "{verified}");

    let heads = results.bytes("heads");
    let blocks = [0, 1, 31, 32, 33, 4095, 8192, 16383];
    assert_eq!(heads.len(), 64 * blocks.len());
    for (head, block) in heads.chunks(64).zip(blocks) {
        // As `narrows_engine::BlockStamp` writes it: a mark, and in bytes 16 to 23 the place.
        assert_eq!(&head[..8], b"NARROWSv", "block {block}");
        assert_eq!(head[16..24], u64::to_le_bytes(block * 4096), "block {block}");
    }
}

#[test]
fn commands_do_what_reads_and_writes_do() {
    let Some(results) = Results::of_job("x2-slot", "commands", JOB) else { return };
    check_rates(&results);
    check_refusals(&results);
    check_content(&results);
}
