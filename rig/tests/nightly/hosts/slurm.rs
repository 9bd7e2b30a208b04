//! Slurm as the launcher: `srun` with its own PMIx, and the batch script of the documentation with its time limit.

use std::path::Path;

use serde_json::Value;

use super::{CORE, array};
use crate::host_bed::{Bed, turn};

/// Beginning of a script that needs Slurm.
const NEEDED: &str = "for program in slurmctld slurmd munged srun; do
        command -v $program >/dev/null || { echo \"skipped: $program is not installed\"; exit 0; }
    done";

/// Slurm starts the same by `srun`, with its own PMIx.
#[test]
fn srun_starts_ranks_too() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} {NEEDED}
        for i in 1 2 3; do host h$i $i core; done
        slurm h1:1 h2:2 h3:3
        srun -N 3 --mpi=pmix --cpu-bind=none $NARROWS measure --target $BED/shared --time 1s --no-report --json
        # Without a plugin that tells ranks of each other each would be alone: that is reported.
        srun -N 2 --mpi=none $NARROWS measure --target $BED/shared --json >$BED/alone 2>&1 || true"
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
    let document = ran.document();
    let hosts: Vec<&str> =
        array(&document, "hosts").iter().filter_map(|host| host["host"].as_str()).collect();
    assert_eq!(hosts, ["h1", "h2", "h3"]);
    let alone = std::fs::read_to_string(bed.path("alone")).unwrap();
    assert!(alone.contains("--mpi=pmix"), "{alone}");
}

/// A job that runs is watched by its name, from a step beside it on the same hosts.
#[test]
fn a_running_job_is_watched_beside_it() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        "{CORE} {NEEDED}
        for i in 1 2 3; do host h$i $i core; done
        slurm h1:1 h2:2 h3:3
        srun -N 3 --cpu-bind=none sleep 60 2>$BED/job &
        wait_for sh -c 'squeue -h -t running | grep -q . && pgrep -x sleep >/dev/null'
        job=$(squeue -h -o %i)
        srun --jobid $job --overlap -N 3 --ntasks-per-node=1 --cpu-bind=none --mpi=pmix \
            $NARROWS watch --name sleep --for 2s --no-report --json
        scancel $job"
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
    let document = ran.document();
    let hosts = array(&document, "hosts");
    assert_eq!(hosts.len(), 3, "{document}");
    assert!(hosts.iter().all(|host| host["watch"]["name"] == "sleep"), "{document}");
    assert_eq!(document["shares"][0]["limit"], "application");
}

/// The batch script from the documentation, with a time limit that ends it in the middle: Slurm asks the ranks
/// to end, the rounds so far are the result, and `srun` goes on with the rest.
#[test]
fn a_batch_job_ends_with_what_it_has_at_its_time_limit() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hosts/narrows.sbatch");
    let ran = bed.run(&format!(
        r#"{CORE} {NEEDED}
        for i in 1 2 3; do host h$i $i core; done
        mkdir $BED/bin; ln -s $NARROWS $BED/bin/narrows-hosts; export PATH="$BED/bin:$PATH"
        export XDG_STATE_HOME=$BED/state/all
        slurm h1:1 h2:2 h3:3
        # A minute is the shortest limit; the signal comes 45 s before its end, too early for many rounds.
        cd $BED
        sbatch --wait --nodes=3 --time=1 --signal=TERM@45 --output=$BED/output {script} $BED/shared >$BED/submitted 2>&1 || echo $? >$BED/code
        ls -A $BED/shared >$BED/left
        srun -N 3 --mpi=pmix --cpu-bind=none narrows-hosts resume latest --json"#,
        script = script.display()
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    let text = |name: &str| std::fs::read_to_string(bed.path(name)).unwrap_or_default();
    println!("{}{}", text("output"), text("submitted"));
    assert_eq!(text("left"), "", "left in the shared folder");
    assert!(!text("code").is_empty(), "{}", text("output"));
    let second = ran.document();
    assert_eq!(ran.code, Some(0), "{}", second["notes"]);
    let hosts: Vec<&str> =
        array(&second, "hosts").iter().filter_map(|host| host["host"].as_str()).collect();
    assert_eq!(hosts, ["h1", "h2", "h3"]);
    assert_eq!(second["sharing"]["complete"], Value::Bool(true), "{}", second["sharing"]);
}
