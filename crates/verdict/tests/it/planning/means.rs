//! Which means of RAID, side by side on write-up 001's board.

use narrows_plan::feasibility::{FeasibilityVerdict, RaidEngineKind};
use narrows_plan::means::{RaidEngineRow, beside};
use narrows_plan::placement::Placement;
use narrows_verdict::planned::beyond;

use super::bed::{Case, same};

fn case() -> Case {
    Case::on("gigabyte-ga-z170x-ud5", "a=samsung-950-pro-256gb, b=samsung-950-pro-256gb")
}

/// Both in the chipset's M.2 slots; one on each side; both on the processor's lanes.
fn placements(case: &Case) -> Vec<Placement> {
    let slots = [["M2H_32G", "M2D_32G"], ["PCIEX16", "M2H_32G"], ["PCIEX16", "PCIEX8"]];
    slots.iter().map(|slots| case.placed(slots)).collect()
}

fn rows(case: &Case) -> Vec<RaidEngineRow> {
    let ask = case.ask("raid0=a+b");
    beside(&case.inventory, &case.devices, &placements(case), &ask.arrays[0])
}

fn row(rows: &[RaidEngineRow], means: RaidEngineKind) -> &RaidEngineRow {
    rows.iter().find(|row| row.means == Some(means)).unwrap()
}

/// The chipset's RAID takes only the M.2 slots and ends at the uplink; the operating systems' take
/// any, and bring both drives' 2,200 from the first arrangement that bypasses it.
#[test]
fn the_chipsets_raid_is_held_at_the_uplink_and_the_systems_is_not() {
    let case = case();
    let rows = rows(&case);
    let rst = row(&rows, RaidEngineKind::Rst);
    assert_eq!(
        (rst.placement, rst.made.as_ref().unwrap().verdict),
        (Some(0), FeasibilityVerdict::Yes)
    );
    let rate = |row: &RaidEngineRow| row.rates.read.as_ref().unwrap().rate.as_mb_s();
    assert!((3000.0..3600.0).contains(&rate(rst)), "{}", rate(rst));
    for means in [RaidEngineKind::Windows, RaidEngineKind::LinuxMd] {
        let row = row(&rows, means);
        assert_eq!(row.placement, Some(1), "{means}");
        assert!(same(rate(row), 4400.0), "{means}: {}", rate(row));
    }
    // Windows does not start from its own stripe.
    assert_eq!(
        row(&rows, RaidEngineKind::Windows).starts.as_ref().unwrap().verdict,
        FeasibilityVerdict::No
    );
}

/// A Z170 has no Volume Management Device and is not AMD's: no rates are given.
#[test]
fn what_the_platform_lacks_makes_nothing() {
    let case = case();
    let rows = rows(&case);
    for means in [RaidEngineKind::RstVmd, RaidEngineKind::Vroc, RaidEngineKind::Raidxpert2] {
        let row = row(&rows, means);
        assert_eq!(row.made.as_ref().unwrap().verdict, FeasibilityVerdict::No, "{means}");
        assert_eq!(row.rates.read, None, "{means}");
    }
}

/// Known facts of each: TRIM through the chipset's RAID at level 0 only (write-up 001 and the
/// maker), through md at three levels; no source is known for VROC. The card is listed beside them
/// with its slot's capacity.
#[test]
fn facts_stand_beside_with_their_sources_and_unknown_is_null() {
    let case = case();
    let rows = rows(&case);
    let rows = beyond::means(&rows, (&case.inventory, &case.devices), &placements(&case));
    let row = |id: &str| rows.iter().find(|row| row.engine == id).unwrap();
    let trim = |id: &str| row(id).trim.as_ref().map(|said| said.is.join(" "));
    assert_eq!(trim("intel-rst").as_deref(), Some("0"));
    assert_eq!(trim("linux-md").as_deref(), Some("0 1 10"));
    assert_eq!(trim("intel-vroc"), None);
    assert!(row("raid-card").at_most_mb_s.unwrap() > 6000.0);
    assert_eq!(row("raid-card").read, None);
    let mixing = |id: &str| row(id).mixing.as_ref().unwrap().is[0].as_str();
    assert_eq!((mixing("intel-rst"), mixing("windows")), ("chipset", "any"));
    assert_eq!(row("windows").places[0].slot, "PCIEX16");
}

/// An EPYC board has no chipset, and its processor is AMD's: none of Intel's engines is available, for NVMe or
/// SATA drives, and AMD's are unknown. Intel's boards lack AMD's.
#[test]
fn no_engine_stands_on_a_platform_of_another_maker() {
    let of = |board: &str, drives: &str, means: RaidEngineKind| {
        let case = Case::on(board, drives);
        let ask = case.ask("raid0=a+b");
        let search =
            narrows_plan::search::SearchEffort { allow_unknown: true, ..Default::default() };
        let found =
            narrows_plan::search::best(&case.inventory, &case.devices, &ask, &search).unwrap();
        let placements = [found.candidates[0].placement.clone()];
        let rows = beside(&case.inventory, &case.devices, &placements, &ask.arrays[0]);
        row(&rows, means).made.as_ref().unwrap().verdict
    };
    let nvme = "a=samsung-990-pro-2000gb, b=samsung-990-pro-2000gb";
    let sata = "a=samsung-850-evo-250gb, b=samsung-850-evo-250gb";
    for (board, drives) in [
        ("supermicro-h13ssl-n", nvme),
        ("msi-mag-b650-tomahawk-wifi", nvme),
        ("msi-mag-b650-tomahawk-wifi", sata),
        ("gigabyte-trx50-aero-d", sata),
        ("gigabyte-x399-aorus-pro", nvme),
    ] {
        for means in [RaidEngineKind::Rst, RaidEngineKind::RstVmd, RaidEngineKind::Vroc] {
            assert_eq!(of(board, drives, means), FeasibilityVerdict::No, "{board} {means}");
        }
    }
    assert_eq!(
        of("supermicro-h13ssl-n", nvme, RaidEngineKind::Raidxpert2),
        FeasibilityVerdict::NotKnown
    );
    assert_eq!(
        of("msi-mag-b650-tomahawk-wifi", sata, RaidEngineKind::Raidxpert2),
        FeasibilityVerdict::Yes
    );
    assert_eq!(
        of("asus-pro-ws-w790-ace", nvme, RaidEngineKind::Raidxpert2),
        FeasibilityVerdict::No
    );
}

/// No system is named. Whoever makes an array by Windows or Linux has one of today, and no advice is about
/// drivers that Windows 7 lacks.
#[test]
fn an_array_of_the_system_is_made_by_one_of_today() {
    let board = "msi-mag-b650-tomahawk-wifi";
    let found = narrows_catalog::board::board(board).unwrap();
    let inventory = narrows_files::inventory::of_board(found).unwrap();
    let devices = super::bed::named("a=samsung-990-pro-2000gb, b=samsung-990-pro-2000gb");
    let case = Case { inventory, devices };
    let ask = case.ask("raid0=a+b");
    let rows =
        beside(&case.inventory, &case.devices, &[case.placed(&["M2_1", "M2_2"])], &ask.arrays[0]);
    for means in [RaidEngineKind::Windows, RaidEngineKind::LinuxMd] {
        let row = row(&rows, means);
        let both = row.made.iter().chain(&row.starts).flat_map(|answer| &answer.set);
        let ids: Vec<&str> = both.map(narrows_messages::Message::id).collect();
        assert!(ids.iter().any(|id| id.ends_with("-os")), "{means}: {ids:?}");
        for old in ["feasible-set-os-driver", "feasible-set-windows-7-module"] {
            assert!(!ids.contains(&old), "{means}: {ids:?}");
        }
    }
}
