//! How a drive is recognised.

use narrows_record::identity::*;
use narrows_record::see::{DriveRecord, SeeDocument};

fn drive(id: &str, model: &str, serial: &str, wwn: &str) -> DriveRecord {
    let text = |text: &str| Some(text.to_owned());
    let (model, serial, wwn) = (text(model), text(serial), text(wwn));
    DriveRecord { id: id.to_owned(), model, serial, wwn, ..DriveRecord::default() }
}

#[test]
fn a_serial_that_two_drives_share_tells_nothing() {
    let drives = vec![
        drive("nvme0n1", "X", "S1", "a"),
        drive("nvme0n2", "X", "S1", "b"),
        drive("sda", "Y", " S2 ", ""),
    ];
    let machine = SeeDocument { drives, ..SeeDocument::default() };
    let key = |target| IdentityRecord::of(target, &machine).key(target);
    assert_eq!(key("nvme0n1"), "wwn a");
    assert_eq!(key("nvme0n2"), "wwn b");
    assert_eq!(key("sda"), "serial S2");
    assert_eq!(key("/tmp/file"), "name /tmp/file");
}
