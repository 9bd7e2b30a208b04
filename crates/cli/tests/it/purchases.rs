//! Prices in files, RAID levels and numbers of drives, names in any spelling, generic boards by size.

use std::process::Output;

use serde_json::Value;

use crate::home::{text_of, verbose};

fn narrows(args: &[&str]) -> Output {
    verbose(args, "160")
}

fn json(args: &[&str]) -> Value {
    crate::json::document(&narrows(&[args, &["--json"]].concat()).stdout)
}

/// Prices of the user's table are those of the offers; lines that make no sense are reported.
#[test]
fn a_table_of_prices_prices_what_could_be_bought() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.csv");
    let table =
        "Modell;Preis\n990 PRO 2TB;\"189,90 €\"\nWD SN850X 2TB;149,00 €\nNo such drive;1 €\n";
    std::fs::write(&file, table).unwrap();
    let path = file.to_str().unwrap();
    let args = ["plan", "catalog:msi-mag-b650-tomahawk-wifi", "--drives", "970evo+1tb", "--buy"];
    let args = [&args[..], &["--prices", path]].concat();
    let plan = json(&args);
    let offers = plan["buying"]["offers"].as_array().unwrap();
    let price = |model: &str| {
        let offer = offers.iter().find(|it| it["kind"] == "instead" && it["of"] == model);
        offer.and_then(|it| it["price"].as_f64())
    };
    assert_eq!(price("samsung-990-pro-2000gb"), Some(189.9));
    assert_eq!(price("wd-black-sn850x-2000gb"), Some(149.0));
    let output = narrows(&args);
    assert!(output.status.success(), "{}", text_of(&output));
    assert!(text_of(&output).contains("line 4") && text_of(&output).contains("No such drive"));
    // The command line's own word goes before the file's.
    let own = json(&[&args[..], &["--price", "990pro2tb=170"]].concat());
    assert!(own["buying"].to_string().contains("170.0"), "{}", own["buying"]);
    std::fs::write(&file, "nothing;here\n").unwrap();
    let output = narrows(&args);
    assert_eq!(output.status.code(), Some(2), "{}", text_of(&output));
}

/// Ports of a board with an array of equal drives: their capacity is arithmetic, and a network of 1
/// Gbit/s, 117.7 MB/s of files, is full with any two disks.
#[test]
fn levels_and_numbers_of_drives_stand_beside_each_other() {
    let args = ["plan", "catalog:topton-cwwk-n100-nas", "--drives", "4x ironwolf 8tb", "--levels"];
    let plan = json(&[&args[..], &["--network", "1GbE"]].concat());
    let rows = plan["levels"]["rows"].as_array().unwrap();
    let row = |level: &str, drives: u64| {
        let row = rows.iter().find(|row| row["level"] == level && row["drives"] == drives);
        row.unwrap_or_else(|| panic!("no {level} of {drives}"))
    };
    for (level, drives, usable) in [
        ("raid0", 2, 16.0),
        ("raid1", 2, 8.0),
        ("raid10", 4, 16.0),
        ("raid5", 3, 16.0),
        ("raid5", 6, 40.0),
        ("raid6", 6, 32.0),
        // Two groups of three, each with one of parity.
        ("raid50", 6, 32.0),
    ] {
        assert_eq!(row(level, drives)["usable_tb"], usable, "{level} of {drives}");
        assert_eq!(row(level, drives)["network_is_bottleneck"], true);
        assert!((row(level, drives)["served_mb_s"].as_f64().unwrap() - 117.7).abs() < 0.1);
    }
    assert!(rows.iter().all(|row| row["drives"].as_u64() <= Some(6)), "six ports");
    assert_eq!(row("raid0", 4)["rebuild"], Value::Null, "all is lost");
    for (level, may_fail) in [("raid0", 0), ("raid10", 1), ("raid5", 1), ("raid6", 2)] {
        assert_eq!(row(level, 4)["may_fail"], may_fail, "{level}");
    }
    assert_eq!(row("raid50", 6)["may_fail"], 1, "both may be in one group");
    assert_eq!(row("raid50", 6)["zfs"], "2 x raidz1");
    // A small write takes two accesses of a mirror, four of raid5 and six of raid6.
    let writes = |level| row(level, 6)["random_write"]["iops"].as_f64().unwrap();
    assert!(writes("raid10") > writes("raid5") && writes("raid5") > writes("raid6"));
    // Reading six disks behind one chip takes no less than reading one.
    let hours = |row: &Value, what: &str, end: &str| row[what][end].as_f64().unwrap();
    assert!(hours(row("raid6", 6), "scrub", "low") >= hours(row("raid5", 3), "scrub", "low"));
    for row in rows {
        if row["rebuild"] != Value::Null {
            assert!(hours(row, "rebuild", "low") <= hours(row, "rebuild", "high"), "{row}");
        }
    }
    for word in ["fast", "-1G"] {
        let network = format!("--network={word}");
        assert_eq!(narrows(&[&args[..], &[&network]].concat()).status.code(), Some(2), "{word}");
    }
}

/// Of several products that may be meant none is taken, and they are named; of capacities of one product the slowest.
#[test]
fn a_name_that_several_have_is_not_guessed() {
    let board = "catalog:msi-mag-b650-tomahawk-wifi";
    let output = narrows(&["plan", board, "--cards", "connectx-4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("mellanox-connectx-4"), "{}", text_of(&output));
    let open = narrows(&["plan", board, "--drives", "2x 990pro"]);
    let page =
        String::from_utf8_lossy(&open.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(open.status.success() && page.contains("990pro is taken as Samsung 990 PRO"), "{page}");
    let plan = json(&["plan", "catalog:MSI MAG B650 Tomahawk WiFi", "--drives", "2x990pro2tb"]);
    assert_eq!(plan["devices"].as_array().unwrap().len(), 2);
    assert_eq!(plan["inventory"]["board"], "msi-mag-b650-tomahawk-wifi");
}

/// A Mini-ITX board has one slot for cards: the graphics card has it, and for the network card only a cable
/// from an M.2 slot is left. Larger ones take both, and say which boards they were derived from.
#[test]
fn generic_boards_have_what_their_size_has_room_for() {
    let slots = |plan: &Value, forms: &[&str]| {
        let slots = plan["inventory"]["slots"].as_array().unwrap();
        slots.iter().filter(|slot| forms.iter().any(|form| slot["form"] == *form)).count()
    };
    let cards = ["x16", "x8", "x4", "x1"];
    let small = ["plan", "catalog:am5-b650-itx", "--cards", "gpu, nic=x550-t2"];
    let page = String::from_utf8(narrows(&small).stdout).unwrap();
    assert!(page.contains("No slot is left for nic: it is on a riser cable"), "{page}");
    let without = narrows(&[&small[..], &["--want", "no-adapters"]].concat());
    assert_eq!(without.status.code(), Some(4), "{}", text_of(&without));
    let small = json(&small);
    assert_eq!(slots(&small, &cards), 1);
    assert!(slots(&small, &["m2"]) <= 2 && slots(&small, &["sata"]) <= 4);
    // Most microATX boards with B650 have one long slot.
    let middle = json(&["plan", "catalog:am5-b650-matx", "--cards", "gpu"]);
    assert!((1..=4).contains(&slots(&middle, &cards)));
    for board in ["catalog:am5-x670e-atx", "catalog:z790-atx", "catalog:epyc-sp5-server"] {
        let plan = json(&["plan", board, "--cards", "gpu, nic=x550-t2, hba=lsi-sas-9300-8i"]);
        assert!(plan["best"] != Value::Null, "{board}: {}", plan["impossible"]);
        assert!(slots(&plan, &cards) >= 2, "{board}");
        assert!(plan["notes"].to_string().contains("assumed"), "{board}: {}", plan["notes"]);
    }
}
