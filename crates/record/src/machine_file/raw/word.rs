//! Words of which a key takes only certain ones.

use narrows_catalog::board::{Device, Form};
use narrows_messages::Message;
use narrows_model::{Arbitration, Bitmap, CacheMode, Engine};
use narrows_topology::cable::Protocol;
use narrows_workload::{Interface, Pattern};

use crate::machine_file::slip::{nearest, shown};

/// A choice among words.
pub(crate) trait Word: Copy {
    /// Every word and what it stands for.
    fn words() -> Vec<(&'static str, Self)>;
}

/// Says which words there are: no choice has more than ten.
pub(crate) fn unknown_word<T: Word>(text: &str) -> Message {
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
    ($($type:ty { $($word:literal => $value:expr,)* })*) => {
        $(impl $crate::machine_file::raw::word::Word for $type {
            fn words() -> Vec<(&'static str, Self)> {
                vec![$(($word, $value)),*]
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
    CacheMode {
        "none" => Self::None,
        "read-only" => Self::ReadOnly,
        "write-through" => Self::WriteThrough,
        "write-back" => Self::WriteBack,
    }
    Bitmap {
        "none" => Self::None,
        "internal" => Self::Internal,
        "external" => Self::External,
    }
    Protocol {
        "nvme-tcp" => Self::NvmeTcp,
        "nvme-rdma" => Self::NvmeRdma,
        "nfs" => Self::Nfs,
        "smb" => Self::Smb,
    }
    Pattern {
        "sequential" => Self::Sequential,
        "random" => Self::Random,
    }
    Device {
        "pcie" => Self::Pcie,
        "sata" => Self::Sata,
    }
    Form {
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
    }
}

impl Word for Engine {
    fn words() -> Vec<(&'static str, Self)> {
        Self::NAMES.to_vec()
    }
}

impl Word for Interface {
    fn words() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|interface| (interface.as_str(), interface)).to_vec()
    }
}
