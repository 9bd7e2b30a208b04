use narrows_catalog::board;
use narrows_files::inventory::{devices_beside, of_board};
use narrows_messages::DocumentText;
use narrows_plan::search::{SearchEffort, best};
use narrows_plan::words;

use super::stands_against;

/// Why a plan on a board fails.
fn why(board: &str, devices: &str, want: &str) -> Vec<String> {
    let inventory = of_board(board::board(board).expect("a board")).unwrap();
    let devices = devices_beside(&inventory, devices).expect("pieces");
    let ask = words::read([want], &inventory, &devices).expect("words");
    let found = best(&inventory, &devices, &ask, &SearchEffort::default());
    let impossible = found.expect_err("there is no arrangement");
    let lines = stands_against(&inventory, (&devices, &ask), &impossible);
    let lines: Vec<String> = lines.iter().map(DocumentText::in_english).collect();
    assert!(lines.iter().all(|line| !line.contains('?')), "{lines:?}");
    lines
}

/// The board has three long slots, an M.2 socket for a riser, and no other that takes a card: five
/// cards are one too many, whatever array two of them are to make.
#[test]
fn cards_without_a_slot_are_no_matter_of_arrays() {
    let cards = "s1=intel-ssd-750-400gb@aic, s2=intel-ssd-750-400gb@aic, 3x gpu";
    let lines = why("gigabyte-ga-z170mx-gaming-5", cards, "raid0=s1+s2");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("s1, s2, gpu-1, gpu-2, gpu-3 fit only"), "{lines:?}");
    assert!(lines[0].contains("5 devices for 4 slots"), "{lines:?}");
}

/// One line for a hundred that all want the same: six names, and 94 more.
#[test]
fn many_devices_take_few_lines() {
    let lines = why("gigabyte-ga-z170mx-gaming-5", "100x gpu", "sequential");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("and 94 more"), "{lines:?}");
}

/// An M.2 module has no SATA plug; the board has six SATA ports and no more.
#[test]
fn every_constraint_to_blame_has_its_reason() {
    let (board, drive) = ("gigabyte-ga-z170x-ud5", "a=samsung-950-pro-256gb");
    assert_eq!(why(board, drive, "a@SATA3_0"), ["a does not fit SATA3_0."]);
    let ports = why(board, drive, "free-sata>=99");
    assert_eq!(ports, ["At most 6 of 6 SATA ports can stay free."]);
    // Sixteen lanes are in PCIEX16 alone, and on the chipset there is one long slot, PCIEX4.
    let both = why(board, "gpu", "gpu=full,gpu=chipset");
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both[0].contains("PCIEX16") && both[1].contains("PCIEX4"), "{both:?}");
}

/// Processors of this socket split sixteen lanes into 8, 4 and 4, never the first eight: a plain card for two drives
/// serves one there.
#[test]
fn a_card_of_which_no_slot_serves_all_bays_says_so() {
    let board = "hpe-proliant-microserver-gen10-plus-v2";
    let lines = why(board, "dual-m2, 2x samsung-970-evo-plus-1000gb", "sequential");
    let cut = "has 2 bays for drives, but no slot here splits its lanes for more than one";
    assert!(lines[0].contains(cut), "{lines:?}");
}
