//! Which board of the catalogue a machine's firmware names.

use narrows_catalog::board::{self, Board};
use narrows_topology::Topology;

/// Words of makers' names, which firmware and people spell in ways of their own.
const MAKERS: &str = "\
    asustek computer inc asus asrock asrockrack rack gigabyte technology co ltd micro star \
    international msi evga corp";
/// Words that one of both names has and the other has not.
const OPTIONAL: [&str; 4] = ["ga", "cf", "edition", "motherboard"];

/// The board by its name in the firmware; `None` if there is no name or the catalogue has no such
/// board.
pub fn board_of(topology: &Topology) -> Option<&'static Board> {
    let name = words(topology.host.board.as_deref()?);
    let mut boards = board::all().iter().filter(|board| names(&board.name).contains(&name));
    let first = boards.next();
    // Boards that differ only in the words left out are indistinguishable.
    first.filter(|_| !name.is_empty() && boards.next().is_none())
}

/// The names of the boards that share an entry, as `Supermicro X10DRi, X10DRi-T`. Further ones leave out what they
/// begin with like the first, which may be any number of words.
fn names(entry: &str) -> Vec<String> {
    let mut all = entry.split(", ");
    let first = all.next().unwrap_or_default();
    let begins: Vec<&str> = first.split(' ').collect();
    let of = |other: &str| {
        let beginnings = (1..=begins.len()).map(|count| begins[..count].join(" "));
        beginnings.map(|begin| words(&format!("{begin} {other}"))).collect::<Vec<String>>()
    };
    [words(first)].into_iter().chain(all.flat_map(of)).collect()
}

/// The rest of a name: without makers, parentheses (`MS-7885`) and revisions, and without regard to
/// dashes and spaces.
fn words(name: &str) -> String {
    let name = name.split(" (").next().unwrap_or_default().to_lowercase();
    // A plus sign belongs to the model's name: Extreme7+.
    let parts = name.split(|c: char| !c.is_alphanumeric() && c != '+');
    let parts = parts
        .filter(|part| MAKERS.split(' ').all(|maker| maker != *part) && !OPTIONAL.contains(part));
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use narrows_topology::evidence::HostFacts;

    fn id_of(name: &str) -> Option<&'static str> {
        let host = HostFacts { board: Some(name.to_owned()), ..HostFacts::default() };
        let topology = Topology { host, ..Topology::default() };
        board_of(&topology).map(|board| board.id.as_str())
    }

    /// As the firmware of these boards writes them into SMBIOS.
    #[test]
    fn boards_are_known_by_what_their_firmware_calls_them() {
        assert_eq!(id_of("ASRock Z170 OC Formula"), Some("asrock-z170-oc-formula"));
        assert_eq!(id_of("ASUSTeK COMPUTER INC. Z170-A"), Some("asus-z170-a"));
        assert_eq!(id_of("ASUSTeK COMPUTER INC. Z170 PRO GAMING"), Some("asus-z170-pro-gaming"));
        assert_eq!(
            id_of("Gigabyte Technology Co., Ltd. Z170X-UD5-CF"),
            Some("gigabyte-ga-z170x-ud5")
        );
        assert_eq!(id_of("MSI X99S SLI PLUS (MS-7885)"), Some("msi-x99s-sli-plus"));
        assert_eq!(id_of("ASRock Z170 Extreme7+"), Some("asrock-z170-extreme7-plus"));
        assert_eq!(id_of("Supermicro X10DRi"), Some("supermicro-x10dri"));
        assert_eq!(id_of("Supermicro X10DRi-T"), Some("supermicro-x10dri"));
        assert_eq!(id_of("ASRockRack X570D4U-2L2T"), Some("asrock-rack-x570d4u"));
        assert_eq!(
            id_of("ASUSTeK COMPUTER INC. TUF GAMING Z790-PLUS WIFI D4"),
            Some("asus-tuf-gaming-z790-plus-wifi")
        );
    }

    #[test]
    fn other_boards_are_not_taken_for_one_of_them() {
        for name in ["", "ASRock", "ASUSTeK COMPUTER INC. Z170-AR", "Dell Inc. 0JRJM9"] {
            assert_eq!(id_of(name), None, "{name}");
        }
    }

    #[test]
    fn every_board_is_found_by_each_of_its_names() {
        for board in board::all() {
            for name in names(&board.name) {
                assert_eq!(id_of(&name), Some(board.id.as_str()), "{name}");
            }
        }
    }
}
