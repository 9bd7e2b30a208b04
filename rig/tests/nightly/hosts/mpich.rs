//! The same binary's sources built with MPICH, and started by its launcher.

use super::{CORE, array, sets, shared};
use crate::host_bed::{Bed, turn_of_mpich};

/// Three hosts that are started by hydra find that they share a server's link.
#[test]
fn ranks_under_hydra_find_what_they_share() {
    let Some(_turn) = turn_of_mpich() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} host s 100 core 200; serve s 100 pattern size=1G
        for i in 1 2 3; do host h$i $i core; show h$i 100; done
        launch_hydra h1,h2,h3 $NARROWS_OF_MPICH explain --target $BED/shared/disk \
            --workload seq-read-128k-q4 --time 2s --no-experiments --gather --json"
    ));
    let document = ran.document();
    assert_eq!(ran.code, Some(0), "{}{}", ran.errors, document["notes"]);
    assert_eq!(shared(&document), sets(&[&["h1", "h2", "h3"]]), "{}", document["sharing"]);
    let late = document["start"]["late_us_p95"].as_f64().unwrap();
    println!("start: {late} µs");
    // Each host's own run came to rank 0 with its samples.
    let id = document["id"].as_str().unwrap();
    for host in ["h1", "h2", "h3"] {
        let run = bed.path(&format!("state/h1/narrows/runs/{id}/hosts/{host}/run.json"));
        assert!(run.is_file(), "{run:?}");
    }
}

/// hydra may treat the others as it likes when one is killed: by default it ends them, and the run goes on later;
/// with that disabled, they go on at once. Nothing is left either way.
#[test]
fn a_killed_rank_under_hydra_loses_its_round() {
    let Some(_turn) = turn_of_mpich() else { return };
    for goes_on in ["", "GOES_ON=1"] {
        let bed = Bed::new();
        let ran = bed.run(&format!(
            "{CORE} for i in 1 2 3; do host h$i $i core; done
            {goes_on} launch_hydra h1,h2,h3 $NARROWS_OF_MPICH measure --target $BED/shared --time 2s --json \
                >$BED/first 2>$BED/errors &
            launched=$!
            a_round_is_kept h1
            signal_ranks KILL 2
            wait $launched || true
            ls -A $BED/shared >$BED/left
            launch_hydra h1,h2,h3 $NARROWS_OF_MPICH resume latest --json"
        ));
        let left = std::fs::read_to_string(bed.path("left")).unwrap();
        assert_eq!(left, "", "left in the shared folder");
        assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
        let document = ran.document();
        let rounds = array(&document, "rounds").iter();
        let whole = rounds.filter(|round| array(round, "figures").len() == 3).count();
        assert!(whole >= 1, "{document}");
    }
}

/// Started by another MPI's launcher each rank sees itself alone, and says which MPI it has.
#[test]
fn another_launcher_is_named() {
    let Some(_turn) = turn_of_mpich() else { return };
    for (launch, own) in
        [("launch h1,h2 $NARROWS_OF_MPICH", "MPICH"), ("launch_hydra h1,h2 $NARROWS", "Open MPI")]
    {
        let ran = Bed::new().run(&format!(
            "{CORE} host h1 1 core; host h2 2 core
            {launch} measure --target $BED/shared --time 1s"
        ));
        assert_eq!(ran.code, Some(2), "{}{}", ran.shown, ran.errors);
        assert!(ran.errors.contains(own) && ran.errors.contains("mpicc"), "{}", ran.errors);
    }
}
