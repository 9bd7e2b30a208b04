use super::*;

fn free() -> DriveFacts {
    DriveFacts {
        path: "/dev/sdx".into(),
        name: "sdx".to_owned(),
        size: Bytes::gib(1),
        content: Some(DriveContent::default()),
        libblkid: Some("2.38.1".to_owned()),
        identity: DriveIdentity { serial: Some("S1".to_owned()), ..DriveIdentity::default() },
        ..DriveFacts::default()
    }
}

fn ids(facts: &DriveFacts, typed: &[&str]) -> Vec<&'static str> {
    let typed: Vec<String> = typed.iter().map(|text| (*text).to_owned()).collect();
    decide(facts, &typed).iter().map(|refusal| refusal.why.id()).collect()
}

fn pair(device: &str, by: &str) -> Vec<(String, String)> {
    vec![(device.to_owned(), by.to_owned())]
}

#[test]
fn a_free_drive_with_its_serial_typed_may_be_written() {
    assert_eq!(ids(&free(), &["S1"]), [""; 0]);
    assert_eq!(ids(&free(), &["other", " S1 "]), [""; 0], "one of several");
}

#[test]
fn each_reason_alone_refuses() {
    let signature = Signature::of("ext", Some(1080));
    let copy = Signature { is_copy: true, ..signature.clone() };
    let content = |places: &[u64], unfinished| {
        Some(DriveContent { places: places.to_vec(), unfinished, ..DriveContent::default() })
    };
    let hour = Some(std::time::Duration::from_secs(3600));
    let cases: [(&str, DriveFacts); 23] = [
        ("guard-partition", DriveFacts { partition_of: Some("sdx".into()), ..free() }),
        ("guard-no-medium", DriveFacts { size: Bytes::ZERO, ..free() }),
        ("guard-read-only", DriveFacts { read_only: true, ..free() }),
        ("guard-mounted", DriveFacts { mounts: pair("sdx1", "/home"), ..free() }),
        ("guard-held", DriveFacts { holders: pair("sdx", "dm-0"), ..free() }),
        ("guard-stands-on", DriveFacts { stands_on: Some("sdy".into()), ..free() }),
        ("guard-twin", DriveFacts { twins: vec!["loop3".to_owned()], ..free() }),
        ("guard-in-flight", DriveFacts { in_flight: vec!["bus (7)".to_owned()], ..free() }),
        ("guard-swap", DriveFacts { swaps: vec!["sdx2".to_owned()], ..free() }),
        ("guard-array", DriveFacts { arrays: pair("sdx1", "md0"), ..free() }),
        ("guard-partitioned", DriveFacts { partitions: vec!["sdx1".to_owned()], ..free() }),
        ("guard-signed", DriveFacts { signatures: vec![signature], ..free() }),
        ("guard-signed-copy", DriveFacts { signatures: vec![copy], ..free() }),
        ("guard-has-data", DriveFacts { content: content(&[4096], None), ..free() }),
        ("guard-not-shown-empty", DriveFacts { content: content(&[], hour), ..free() }),
        ("guard-not-read", DriveFacts { content: None, ..free() }),
        ("guard-no-libblkid", DriveFacts { libblkid: None, ..free() }),
        ("guard-system", DriveFacts { system: vec!["/".to_owned()], ..free() }),
        ("guard-busy", DriveFacts { busy: Some("busy".to_owned()), ..free() }),
        ("guard-open", DriveFacts { writers: pair("sdx", "kvm (7)"), ..free() }),
        ("guard-no-serial", DriveFacts { identity: DriveIdentity::default(), ..free() }),
        (
            "guard-unknown",
            DriveFacts { unknown: vec![(OverwriteCheck::Mounts, "no".into())], ..free() },
        ),
        ("guard-serial-other", DriveFacts { identity: by("S2", None), ..free() }),
    ];
    for (id, facts) in cases {
        assert_eq!(ids(&facts, &["S1"]), [id]);
    }
    assert_eq!(ids(&free(), &[]), ["guard-serial-missing"]);
}

fn by(serial: &str, wwn: Option<&str>) -> DriveIdentity {
    DriveIdentity {
        serial: (!serial.is_empty()).then(|| serial.to_owned()),
        wwn: wwn.map(str::to_owned),
        by_id: Some("usb-x".to_owned()),
    }
}

#[test]
fn all_reasons_are_said() {
    let facts = DriveFacts {
        mounts: pair("sdx1", "/"),
        swaps: vec!["sdx2".to_owned()],
        system: vec!["/".to_owned()],
        ..free()
    };
    let all = ["guard-mounted", "guard-swap", "guard-system", "guard-serial-other"];
    assert_eq!(ids(&facts, &["nonsense"]), all);
}

/// The serial comes before the WWN and that before the by-id name; a lesser one is not accepted if
/// there is a better one, because it may be another drive's.
#[test]
fn what_must_be_typed_is_the_best_there_is() {
    let facts = |identity| DriveFacts { identity, ..free() };
    let both = facts(by("S1", Some("W1")));
    assert_eq!(ids(&both, &["W1"]), ["guard-serial-other"]);
    assert_eq!(ids(&both, &["usb-x"]), ["guard-serial-other"]);
    assert_eq!(ids(&facts(by("", Some("W1"))), &["W1"]), [""; 0]);
    assert_eq!(ids(&facts(by("", None)), &["usb-x"]), [""; 0]);
    assert_eq!(ids(&facts(by("S1", None)), &["s1"]), ["guard-serial-other"], "case counts");
    assert_eq!(ids(&facts(by("S1", None)), &[""]), ["guard-serial-other"]);
}

#[test]
fn what_was_looked_at_and_removable_media_are_remarked() {
    let facts = DriveFacts { removable: true, ..free() };
    let ids: Vec<_> = remarks(&facts).iter().map(Message::id).collect();
    assert_eq!(ids, ["guard-removable", "guard-shown-empty"]);
    let own =
        DriveFacts { content: Some(DriveContent { own: 7, ..DriveContent::default() }), ..free() };
    let ids: Vec<_> = remarks(&own).iter().map(Message::id).collect();
    assert_eq!(ids, ["guard-shown-own"]);
    assert_eq!(remarks(&DriveFacts { libblkid: None, ..free() }), []);
}

/// A mark explains the data; a member of a set is refused for itself.
#[test]
fn marks_explain_data_and_sets_are_a_reason_of_their_own() {
    let marked = |kind: &str| DriveFacts {
        signatures: vec![Signature::of(kind, Some(0))],
        content: Some(DriveContent { places: vec![0], ..DriveContent::default() }),
        ..free()
    };
    assert_eq!(ids(&marked("ext4"), &["S1"]), ["guard-signed"]);
    assert_eq!(ids(&marked("md"), &["S1"]), ["guard-signed", "guard-of-set"]);
    let checks: Vec<_> =
        decide(&marked("LVM1_member"), &["S1".to_owned()]).iter().map(|it| it.check).collect();
    assert_eq!(checks, [OverwriteCheck::Signatures, OverwriteCheck::Sets]);
}
