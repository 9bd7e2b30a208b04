//! Words of later versions are kept as they are.

use narrows_record::see::{ArrayKind, StorageKind, TransportName};

/// A run of a later version may name a kind of controller that this one has never heard of.
#[test]
fn words_of_later_versions_are_kept() {
    let read = |text: &str| serde_json::from_str::<StorageKind>(text).unwrap();
    assert_eq!(read("\"nvme\""), StorageKind::Nvme);
    let later = read("\"holographic\"");
    assert_eq!(later, StorageKind::Unlisted("holographic".to_owned()));
    assert_eq!(serde_json::to_string(&later).unwrap(), "\"holographic\"");
    assert_eq!(serde_json::to_string(&StorageKind::Nvme).unwrap(), "\"nvme\"");
}

/// Also texts that resemble a known word, but would be written otherwise.
#[test]
fn texts_are_written_as_they_were_read() {
    let links = ["SATA 1.5 Gbit/s", "SAS 22.5 Gbit/s", "USB 10 Gbit/s", "virtio"];
    let odd = ["SATA 6.0 Gbit/s", "SATA 6 Gbit/s x2", "USB", ""];
    for text in links.into_iter().chain(odd) {
        let read = TransportName::from(text);
        assert_eq!(read.to_string(), text);
        assert_eq!(matches!(read, TransportName::Unlisted(_)), odd.contains(&text), "{text}");
    }
    for text in ["md raid0 (imsm)", "md inactive (imsm)", "dm crypt", "dm lvm", "md raid0"] {
        assert_eq!(ArrayKind::from(text).to_string(), text);
    }
}
