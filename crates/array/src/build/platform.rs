//! RAID capabilities of the firmware, from `mdadm --detail-platform --export`.
//!
//! Source: mdadm's super-intel.c, `print_imsm_capability_export`. Until mdadm 4.3 it printed `raid10` for RAID 5 and
//! vice versa, so either word counts for both; mdadm refuses impossible requests.

use narrows_messages::Message;

use crate::RaidLevel;
use crate::build::ArrayRequest;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirmwareController {
    /// Levels, as `raid1`.
    pub levels: Vec<String>,
    /// Sizes of chunks, as `128k`.
    pub chunks: Vec<String>,
    /// Most drives; `None` if the firmware does not report it.
    pub drives: Option<usize>,
}

impl FirmwareController {
    /// All controllers that the text names; empty if the firmware has no such RAID.
    pub fn all(text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let words = || value.split_whitespace().map(str::to_lowercase).collect();
            match (key, all.last_mut()) {
                ("MD_FIRMWARE_TYPE", _) if value == "imsm" => all.push(Self::default()),
                ("IMSM_SUPPORTED_RAID_LEVELS", Some(last)) => last.levels = words(),
                ("IMSM_SUPPORTED_CHUNK_SIZES", Some(last)) => last.chunks = words(),
                ("IMSM_MAX_DISKS", Some(last)) => last.drives = value.trim().parse().ok(),
                _ => {}
            }
        }
        all
    }

    /// Why none of these controllers supports such an array; `None` if one does.
    pub fn refusal(all: &[Self], wanted: &ArrayRequest) -> Option<Message> {
        let about = |id| Message::new(id).with("level", wanted.level.as_str());
        let has_level = all.iter().filter(|it| it.has_level(wanted.level));
        let has_level: Vec<&Self> = has_level.collect();
        let has_chunk = |it: &&&Self| !wanted.level.has_chunks() || it.has_chunk(wanted);
        let has_room = |it: &&&Self| it.drives.is_none_or(|most| wanted.members.len() <= most);
        match has_level.first() {
            _ if all.is_empty() => Some(Message::new("build-imsm-none")),
            None => Some(about("build-imsm-level")),
            Some(_) if !has_level.iter().any(|it| has_room(&it)) => {
                Some(about("build-imsm-drives").with("drives", wanted.members.len()))
            }
            Some(first) if !has_level.iter().any(|it| has_chunk(&it)) => {
                let what = about("build-imsm-chunk").with("chunk", wanted.chunk);
                Some(what.with("chunks", first.chunks.join(", ")))
            }
            Some(_) => None,
        }
    }

    fn has_level(&self, level: RaidLevel) -> bool {
        let has = |word: &str| self.levels.iter().any(|it| it == word);
        match level {
            // mdadm before 4.3 has the two words exchanged.
            RaidLevel::MirroredStripe | RaidLevel::Parity(_) => has("raid5") || has("raid10"),
            level => has(level.as_str()),
        }
    }

    fn has_chunk(&self, wanted: &ArrayRequest) -> bool {
        let kib = wanted.chunk.get() >> 10;
        // mdadm prints `1M` from 1024 KiB on; `all` made it lower case.
        let word = if kib >= 1024 { format!("{}m", kib >> 10) } else { format!("{kib}k") };
        self.chunks.contains(&word)
    }
}

#[cfg(test)]
mod tests {
    use narrows_units::Bytes;
    use proptest::prelude::*;

    use super::*;
    use crate::build::ArrayEngine;
    use crate::build::wanted::tests::wanted;

    const RST: &str = "MD_FIRMWARE_TYPE=imsm\nIMSM_VERSION=15.2.0.2649\n\
        IMSM_SUPPORTED_RAID_LEVELS=raid0 raid1 raid10 raid5 \n\
        IMSM_SUPPORTED_CHUNK_SIZES=4k 8k 16k 32k 64k 128k \n\
        IMSM_2TB_VOLUMES=yes\nIMSM_2TB_DISKS=yes\nIMSM_MAX_DISKS=6\n\
        IMSM_MAX_VOLUMES_PER_ARRAY=2\nIMSM_MAX_VOLUMES_PER_CONTROLLER=4\n";

    fn refusal_id(all: &[FirmwareController], wanted: &ArrayRequest) -> Option<&'static str> {
        FirmwareController::refusal(all, wanted).map(|message| message.id())
    }

    #[test]
    fn only_what_the_firmware_takes_is_built() {
        let all = FirmwareController::all(RST);
        assert_eq!(all.len(), 1);
        let mut stripe = wanted(ArrayEngine::Md, RaidLevel::Stripe, 2);
        assert_eq!(refusal_id(&all, &stripe), None);
        stripe.chunk = Bytes::kib(512);
        assert_eq!(refusal_id(&all, &stripe), Some("build-imsm-chunk"));
        let mirror = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        assert_eq!(refusal_id(&all, &mirror), None, "which has no chunks");
        assert_eq!(
            refusal_id(&all, &wanted(ArrayEngine::Md, RaidLevel::Stripe, 7)),
            Some("build-imsm-drives")
        );
        assert_eq!(refusal_id(&FirmwareController::all(""), &mirror), Some("build-imsm-none"));
        let lone =
            FirmwareController::all("MD_FIRMWARE_TYPE=imsm\nIMSM_SUPPORTED_RAID_LEVELS=raid1\n");
        assert_eq!(
            refusal_id(&lone, &wanted(ArrayEngine::Md, RaidLevel::Parity(1), 3)),
            Some("build-imsm-level")
        );
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "((MD_FIRMWARE_TYPE|IMSM_MAX_DISKS|IMSM_SUPPORTED_CHUNK_SIZES)=[a-z0-9 ]{0,9}\n){0,5}") {
            let all = FirmwareController::all(&text);
            let stripe = wanted(ArrayEngine::Md, RaidLevel::Stripe, 2);
            let _ = FirmwareController::refusal(&all, &stripe);
        }
    }
}
