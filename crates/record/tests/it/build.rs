//! `build` records the requested array.

use narrows_array::RaidLevel;
use narrows_array::build::{
    ArrayEngine, ArrayIdentifiers, ArrayRequest, Container, FileSystemKind, Identifier,
    MemberDevice, MemberSpan, SystemFacilities, Trim,
};
use narrows_record::build::*;
use narrows_units::Bytes;

#[test]
fn what_is_recorded_is_what_was_wanted() {
    let member = MemberDevice {
        path: "/dev/disk/by-id/nvme-a".to_owned(),
        name: "nvme0n1".to_owned(),
        serial: "A".to_owned(),
        size: 1 << 40,
        holds: vec!["xfs".to_owned()],
    };
    let wanted = ArrayRequest {
        name: "data".to_owned(),
        engine: ArrayEngine::Md,
        container: Some(Container::Imsm),
        level: RaidLevel::Parity(2),
        chunk: Bytes::kib(128),
        members: vec![member; 5],
        span: MemberSpan::Partition,
        file_system: Some(FileSystemKind::Ext4),
        mount: Some("/srv".to_owned()),
        trim: Trim::Discard,
        wipe: true,
    };
    let system = SystemFacilities {
        host: "box".to_owned(),
        mdadm_conf: "/etc/mdadm.conf".to_owned(),
        initial_ram_disk: Some(narrows_array::build::InitialRamDisk::InitramfsTools),
        has_systemd: true,
        has_trim_timer: true,
    };
    let [array, file_system] = [[1; 16], [2; 16]].map(Identifier::of_random);
    let ids = ArrayIdentifiers { array, file_system };
    let recorded = ArrayRequestRecord::of(&wanted, &system, &ids);
    // Three of five hold data.
    assert_eq!(recorded.size, 3 << 40);
    assert_eq!(recorded.parts(), Some((wanted, system, ids)));
    assert_eq!(ArrayRequestRecord { engine: "raid".to_owned(), ..recorded }.parts(), None);
}
