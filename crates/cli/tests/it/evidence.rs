//! Data missing from a text has no figure in any answer: listings without links, as people post them.

use crate::home::{narrows, program};

/// `lspci` of an ordinary machine with three drives, of which no model is known.
const BARE: &str = "\
00:00.0 Host bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse Root Complex
00:01.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge
00:01.2 PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge
01:00.0 Non-Volatile memory controller: Sandisk Corp Device 501e (rev 01)
02:00.0 Non-Volatile memory controller: Phison Electronics Corporation Device 5999 (rev 01)
03:00.0 Non-Volatile memory controller: Intel Corporation Device f1ff
04:00.0 SATA controller: ASMedia Technology Inc. ASM1062 Serial ATA Controller (rev 02)
05:00.0 VGA compatible controller: NVIDIA Corporation GP104 [GeForce GTX 1080] (rev a1)
";

/// The same without rights: the capabilities of every function are hidden.
fn without_rights() -> String {
    let function = |line: &str| {
        format!(
            "{line}\n\tFlags: bus master, fast devsel, latency 0\n\tCapabilities: <access denied>\n\n"
        )
    };
    BARE.lines().map(function).collect()
}

/// `lspci | grep -i non-vol`.
fn grepped() -> String {
    BARE.lines()
        .filter(|line| line.contains("Non-Volatile"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Rates in a page, the line that explains the unit aside.
fn rates(page: &str) -> Vec<&str> {
    let is_rate = |word: &&str| word.starts_with("MB/s") || word.starts_with("GB/s");
    let lines = page.lines().filter(|line| !line.contains("1 MB/s ="));
    lines.flat_map(str::split_whitespace).filter(is_rate).collect()
}

#[test]
fn no_answer_has_a_rate_where_no_link_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("listing.txt").display().to_string();
    let html = folder.path().join("page.html").display().to_string();
    for text in [BARE.to_owned(), without_rights(), grepped()] {
        std::fs::write(&path, text).unwrap();
        for command in [
            &["see"][..],
            &["predict"],
            &["predict", "--html", &html, "--force"],
            &["predict", "--json"],
            &["lanes"],
            &["check"],
            &["plan", "--drives", "samsung-990-pro-2tb"],
        ] {
            let output = program(&command[..1]).arg(&path).args(&command[1..]).output().unwrap();
            let page = String::from_utf8_lossy(&output.stdout);
            assert!(matches!(output.status.code(), Some(0..=3)), "{command:?}: {output:?}");
            if command.contains(&"--json") {
                let document: serde_json::Value = serde_json::from_str(&page).unwrap();
                assert_eq!(document["results"], serde_json::json!([]), "{page}");
            } else {
                assert!(rates(&page).is_empty(), "{command:?}:\n{page}");
            }
            if command.contains(&"--html") {
                let report = std::fs::read_to_string(&html).unwrap();
                assert!(rates(&report).is_empty(), "{:?}", rates(&report));
            }
        }
        // The first line of an answer is how to see more.
        let output = narrows(&["predict", &path]);
        let page = String::from_utf8_lossy(&output.stdout);
        let first = page.lines().skip_while(|line| !line.starts_with('▶'));
        let answer: String = first.take(2).collect::<Vec<_>>().join(" ");
        assert!(answer.contains("sudo lspci"), "{page}");
    }
}

/// A capture's text without any line or attribute of a link.
fn without_links(text: &str) -> String {
    const KEYS: [&str; 6] =
        ["LnkCap", "LnkSta", "LnkCtl2", "available PCIe bandwidth", "Link: Sp", "Link: Su"];
    let is_other = |line: &&str| !KEYS.iter().any(|key| line.contains(key));
    let mut text: String = text.lines().filter(is_other).flat_map(|line| [line, "\n"]).collect();
    while let Some((before, behind)) = text.split_once(" pci_link_speed=\"") {
        let behind = behind.split_once('"').map_or("", |(_, behind)| behind);
        text = format!("{before}{behind}");
    }
    text
}

/// Every text and XML of the folder of captures, its links removed: the rest bounds no drive, unless the
/// catalogue knows its model, so that no rate is predicted. The throughput of a chipset's uplink is
/// documented.
#[test]
fn no_capture_without_links_has_a_predicted_rate() {
    let Some(captures) = crate::home::captures() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut checked = 0;
    for kind in ["lspci", "pastes", "hwloc"] {
        for entry in std::fs::read_dir(captures.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if !path.extension().is_some_and(|it| it == "txt" || it == "xml") {
                continue;
            }
            let text = without_links(&std::fs::read_to_string(&path).unwrap());
            let bare = folder.path().join(path.file_name().unwrap());
            std::fs::write(&bare, text).unwrap();
            let bare = bare.display().to_string();
            let narrows =
                |words: &[&str]| String::from_utf8_lossy(&narrows(words).stdout).into_owned();
            let predicted: serde_json::Value =
                serde_json::from_str(&narrows(&["predict", &bare, "--json"])).unwrap();
            assert_eq!(predicted["results"], serde_json::json!([]), "{bare}");
            let document: serde_json::Value =
                serde_json::from_str(&narrows(&["see", &bare, "--json"])).unwrap();
            for function in document["storage"].as_array().unwrap() {
                let usable = &function["link"]["usable_mb_s"];
                assert!(usable.is_null(), "{bare}: {function:#}");
            }
            let planned = narrows(&["plan", &bare, "--drives", "samsung-990-pro-2tb"]);
            assert!(rates(&planned).is_empty(), "{bare}:\n{planned}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

/// An array over drives of known models whose links are not in the text: each drive has the rate of its data sheet,
/// and the array has none, neither in the answer nor in what it says of everyday work.
#[test]
fn drives_without_links_are_not_added_up_in_an_array() {
    let text = "\
NAME    MODEL                    SIZE TYPE  TRAN
nvme0n1 Samsung SSD 990 PRO 2TB  1.8T disk  nvme
nvme1n1 Samsung SSD 990 PRO 2TB  1.8T disk  nvme

Personalities : [raid0]
md0 : active raid0 nvme0n1[0] nvme1n1[1]
      3906764800 blocks super 1.2 512k chunks

unused devices: <none>
";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("listing.txt").display().to_string();
    std::fs::write(&path, text).unwrap();
    let output = narrows(&["predict", &path, "--json", "--upgrades", "--meaning"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |key: &str| -> Vec<String> {
        let rows = document[key].as_array().unwrap().iter();
        rows.filter_map(|row| row["target"].as_str().map(str::to_owned)).collect()
    };
    assert!(of("results").contains(&"nvme0n1".to_owned()), "{document:#}");
    for key in ["results", "meanings", "upgrades"] {
        assert!(!of(key).contains(&"md0".to_owned()), "{key}: {document:#}");
    }
    let page = String::from_utf8_lossy(&narrows(&["predict", &path]).stdout).into_owned();
    assert!(page.contains("No rate for md0"), "{page}");
    assert!(page.contains("nvme0n1, nvme1n1: alone"), "{page}");
}

/// What the list does not place stands below no processor.
#[test]
fn devices_of_unknown_place_are_drawn_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("listing.txt").display().to_string();
    std::fs::write(&path, BARE).unwrap();
    let page = String::from_utf8_lossy(&narrows(&["see", &path]).stdout).into_owned();
    let (processor, apart) =
        page.split_once("location unknown").unwrap_or_else(|| panic!("{page}"));
    for device in ["0000:01:00.0", "SATA controller", "GPU"] {
        assert!(apart.contains(device) && !processor.contains(&format!("─ {device}")), "{page}");
    }
}
