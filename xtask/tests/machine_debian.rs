//! An array that a whole Debian made is there again after a reboot, with what was written to it.

mod machine_bed;

use machine_bed::Results;

/// Building the system and two boots take two minutes: `cargo xtask nightly` asks for it.
#[test]
fn an_array_outlives_a_reboot() {
    if std::env::var_os("NARROWS_NIGHTLY").is_none() {
        println!("nightly only: `cargo xtask nightly`");
        return;
    }
    let Some(results) = Results::of_debian("debian") else { return };
    let after = results.text("mdstat.after");
    assert!(results.text("mdstat.before").contains("md0 : active raid0 nvme"));
    assert!(after.contains("active raid0 nvme"), "{after}");
    assert!(results.said.contains("RIG-START boot 2 "), "{}", results.said);
    assert_eq!(results.text("after"), results.text("before"));
}
