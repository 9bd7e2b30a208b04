//! Words of which a key takes only certain ones.

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_messages::Message;
use narrows_model::{Arbitration, ArrayCacheMode, Bitmap, RaidEngine};
use narrows_topology::cable::StorageProtocol;
use narrows_workload::{IoInterface, Pattern};

use crate::machine_file::slip::{nearest, shown};

pub(crate) trait WordChoice: Copy + PartialEq {
    /// Every word with its meaning, each once: the form that is written and shown in errors.
    fn words() -> Vec<(&'static str, Self)>;

    fn synonyms() -> Vec<(&'static str, Self)> {
        Vec::new()
    }

    /// Unsupported words, each with the message that says what to write instead.
    fn missing() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Parses a word; capitals, hyphens, dots and spaces make no difference.
    fn read(text: &str) -> Result<Self, Message> {
        let wanted = folded(text);
        let known = Self::words().into_iter().chain(Self::synonyms());
        let mut matching = known.filter(|(word, _)| folded(word) == wanted);
        if let Some((_, value)) = matching.next() {
            return Ok(value);
        }
        let missing = Self::missing().into_iter().find(|(word, _)| folded(word) == wanted);
        Err(match missing {
            Some((_, id)) => Message::new(id).with("word", shown(text)),
            None => unknown_word::<Self>(text),
        })
    }
}

/// A word without variations in spelling.
pub(crate) fn folded(text: &str) -> String {
    let counts = |c: &char| !matches!(c, '-' | '_' | ' ' | '.');
    text.chars().filter(counts).flat_map(char::to_lowercase).collect()
}

/// Says which words there are: no choice has more than a line of them.
pub(crate) fn unknown_word<T: WordChoice>(text: &str) -> Message {
    let words: Vec<&str> = T::words().into_iter().map(|(word, _)| word).collect();
    match nearest(text, words.iter().copied()) {
        Some(near) => {
            Message::new("machine-unknown-word-near").with("word", shown(text)).with("near", near)
        }
        None => Message::new("machine-unknown-word")
            .with("word", shown(text))
            .with("words", format!("\"{}\"", words.join("\", \""))),
    }
}

macro_rules! words {
    ($($type:ty { $($word:literal $(| $synonym:literal)* => $value:expr,)* })*) => {
        $(impl $crate::machine_file::description::word::WordChoice for $type {
            fn words() -> Vec<(&'static str, Self)> {
                vec![$(($word, $value)),*]
            }

            fn synonyms() -> Vec<(&'static str, Self)> {
                vec![$($(($synonym, $value),)*)*]
            }
        })*
    };
}

pub(crate) use words;

words! {
    Arbitration {
        "flat" => Self::Flat,
        "port" => Self::PerPort,
    }
    ArrayCacheMode {
        "none" | "off" => Self::None,
        "read-only" => Self::ReadOnly,
        "write-through" | "wt" => Self::WriteThrough,
        "write-back" | "wb" => Self::WriteBack,
    }
    Bitmap {
        "none" => Self::None,
        "internal" => Self::Internal,
        "external" => Self::External,
    }
    StorageProtocol {
        "nvme-tcp" | "nvme/tcp" | "nvmf-tcp" | "nvme-of-tcp" => Self::NvmeTcp,
        "nvme-rdma" | "nvme/rdma" | "nvmf-rdma" | "nvme-of-rdma" | "roce" => Self::NvmeRdma,
        "iscsi" => Self::Iscsi,
        "nfs" | "nfs3" | "nfs4" => Self::Nfs,
        "smb" | "smb3" | "cifs" => Self::Smb,
    }
    Pattern {
        "sequential" | "seq" | "linear" => Self::Sequential,
        "random" | "rand" | "rnd" => Self::Random,
    }
    SlotBus {
        "pcie" => Self::Pcie,
        "sata" => Self::Sata,
    }
    SlotForm {
        "x16" => Self::X16,
        "x8" => Self::X8,
        "x4" => Self::X4,
        "x1" => Self::X1,
        "m2" => Self::M2,
        "u2" => Self::U2,
        "sata" => Self::Sata,
        "sata-3g" => Self::Sata3g,
        "sata-express" => Self::SataExpress,
        "mini-pcie" => Self::MiniPcie,
        "slimsas" | "sff-8654" => Self::SlimSas,
        "mcio" => Self::Mcio,
        "oculink" => Self::OcuLink,
        "minisas-hd" | "sff-8643" => Self::MiniSasHd,
        "minisas" | "sff-8087" => Self::MiniSas,
    }
}

impl WordChoice for RaidEngine {
    fn words() -> Vec<(&'static str, Self)> {
        Self::NAMES.to_vec()
    }

    fn synonyms() -> Vec<(&'static str, Self)> {
        vec![
            ("mdadm", Self::Md),
            ("mdraid", Self::Md),
            ("lvm", Self::DmStripe),
            ("openzfs", Self::Zfs),
            ("dynamic-disk", Self::WindowsStripe),
            ("rst", Self::IntelRst),
            ("irst", Self::IntelRst),
            ("intel-vroc", Self::Vroc),
            ("raidxpert", Self::AmdRaidxpert),
            ("raidxpert2", Self::AmdRaidxpert),
            ("amd-raidxpert2", Self::AmdRaidxpert),
            ("amd-raid", Self::AmdRaidxpert),
            ("hardware-raid", Self::Hardware),
            ("raid-card", Self::Hardware),
        ]
    }

    fn missing() -> Vec<(&'static str, &'static str)> {
        vec![("storage-spaces", "machine-engine-storage-spaces")]
    }
}

impl WordChoice for IoInterface {
    fn words() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|interface| (interface.as_str(), interface)).to_vec()
    }

    /// fio's engines of the same kind, and the kernels' names for them.
    fn synonyms() -> Vec<(&'static str, Self)> {
        vec![
            ("uring", Self::IoUring),
            ("aio", Self::Libaio),
            ("linux-aio", Self::Libaio),
            ("psync", Self::Sync),
            ("pvsync", Self::Sync),
            ("pvsync2", Self::Sync),
            ("pread", Self::Sync),
            ("windowsaio", Self::Windows),
            ("overlapped", Self::Windows),
            ("spdk", Self::Polled),
            ("page-cache", Self::Buffered),
            // Without O_DIRECT its calls return when the data is there.
            ("libaio-buffered", Self::Buffered),
            ("psync-buffered", Self::Buffered),
            ("bam", Self::Gpu),
        ]
    }

    fn missing() -> Vec<(&'static str, &'static str)> {
        vec![
            ("mmap", "machine-interface-mmap"),
            ("posixaio", "machine-interface-posixaio"),
            ("gds", "machine-interface-gds"),
            ("cufile", "machine-interface-gds"),
        ]
    }
}
