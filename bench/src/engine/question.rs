//! The workload for both sides, in each one's own options.

use std::path::PathBuf;

use narrows_units::Bytes;

use super::figure::EngineFigures;
use super::fio;
use super::side::BenchSide;
use crate::engine::narrows;

/// The size of a file that a side writes, as both spell it.
const WRITTEN: &str = "256M";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchTarget {
    /// A character device, which takes no direct I/O.
    Character(&'static str),
    File(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestStream {
    pub place: BenchTarget,
    pub is_random: bool,
    pub is_write: bool,
    pub block: Bytes,
    pub depth: u32,
    pub time_s: u32,
}

/// The machine resources that both sides use.
#[derive(Clone)]
pub struct EngineTools {
    /// The binary as users get it.
    pub narrows: PathBuf,
    /// Our runs are kept here, not among the user's own.
    pub state: PathBuf,
    /// fio reads into reserved huge pages, as we read into transparent ones.
    pub huge_pages: bool,
    /// The core that both sides issue from.
    pub cpu: u32,
}

impl RequestStream {
    /// In words, for records.
    pub fn spelled(&self) -> String {
        let pattern = if self.is_random { "random" } else { "sequential" };
        let way = if self.is_write { "writes" } else { "reads" };
        format!("{pattern} {way}, {}, depth {}", self.block, self.depth)
    }

    /// Our side of it, in memory of the same kind as the judge's.
    pub fn narrows(&self, tools: &EngineTools) -> BenchSide {
        let side = self.measured_by(narrows::side(tools));
        if tools.huge_pages { side.with(["--huge-pages"]) } else { side }
    }

    /// Both sides with their defaults, where the scheduler puts them. Both write to a new file of the same size.
    pub fn defaults(&self, tools: &EngineTools) -> [BenchSide; 2] {
        let judge = fio::bare(self.read()).with(["--ioengine=io_uring"]).with(self.fio_words());
        let judge = match &self.place {
            BenchTarget::File(path) if self.is_write => {
                let new = path.with_file_name("written-by-fio");
                let file = format!("--filename={}", new.display());
                judge.with([file, format!("--size={WRITTEN}")]).leaving([new])
            }
            _ => judge.with(self.fio_target()),
        };
        [self.measured_by(narrows::free(tools)), judge]
    }

    /// We write to a new file next to the one named, because we never write to existing files.
    fn measured_by(&self, side: BenchSide) -> BenchSide {
        let pattern = if self.is_random { "random" } else { "sequential" };
        let stream = narrows::stream(self.block, self.depth, self.time_s);
        let side = side.with(["measure"]);
        let side = match &self.place {
            BenchTarget::Character(path) => side.with([*path]),
            BenchTarget::File(path) if self.is_write => {
                let new = path.with_file_name("written");
                let words = ["--write", "--scratch-size", WRITTEN, "--keep"];
                side.with(words).with([new.display().to_string()]).leaving(narrows::kept(&new))
            }
            BenchTarget::File(path) => side.with(["--file".to_owned(), path.display().to_string()]),
        };
        side.with(["--pattern", pattern]).with(stream)
    }

    /// The judge's, without the flags that are tried.
    pub fn fio(&self, tools: &EngineTools) -> BenchSide {
        let mut words = self.fio_words();
        words.extend(self.fio_target());
        if self.is_write {
            // The existing file is as long: nothing is laid out, and no other file is written.
            words.extend(
                ["--overwrite=1", "--refill_buffers=0", "--fallocate=none"].map(str::to_owned),
            );
        }
        if tools.huge_pages {
            words.push("--iomem=mmaphuge".to_owned());
        }
        fio::side(self.read()).with(words).pinned(tools.cpu)
    }

    fn read(&self) -> fn(&str) -> Option<EngineFigures> {
        if self.is_write { fio::writes } else { fio::reads }
    }

    fn fio_words(&self) -> Vec<String> {
        let direction = match (self.is_random, self.is_write) {
            (false, false) => "read",
            (true, false) => "randread",
            (false, true) => "write",
            (true, true) => "randwrite",
        };
        let mut words = vec![
            format!("--rw={direction}"),
            format!("--bs={}", self.block.get()),
            format!("--iodepth={}", self.depth),
            format!("--runtime={}s", self.time_s),
            format!("--direct={}", u8::from(matches!(self.place, BenchTarget::File(_)))),
        ];
        if !self.is_write {
            words.push("--readonly".to_owned());
        }
        words
    }

    fn fio_target(&self) -> Vec<String> {
        match &self.place {
            BenchTarget::Character(path) => {
                vec![format!("--filename={path}"), "--filesize=1g".to_owned()]
            }
            BenchTarget::File(path) => vec![format!("--filename={}", path.display())],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn spelled(place: BenchTarget, is_write: bool) -> [String; 2] {
        let question = RequestStream {
            place,
            is_random: true,
            is_write,
            block: Bytes::new(4096),
            depth: 32,
            time_s: 5,
        };
        let tools = EngineTools {
            narrows: "/p/target/release/narrows".into(),
            state: "/p/state".into(),
            huge_pages: false,
            cpu: 1,
        };
        [question.narrows(&tools), question.fio(&tools)].map(|side| side.spelled(Path::new("/p")))
    }

    #[test]
    fn both_are_asked_the_same() {
        let [ours, theirs] = spelled(BenchTarget::Character("/dev/zero"), false);
        assert_eq!(
            ours,
            "taskset --cpu-list 1 target/release/narrows measure /dev/zero --pattern random \
             --block 4096 --depth 32 --time 5s --no-report --json"
        );
        for flag in ["--rw=randread", "--bs=4096", "--iodepth=32", "--runtime=5s", "--direct=0"] {
            assert!(theirs.contains(flag), "{theirs}");
        }
    }

    #[test]
    fn fio_reads_unless_told_to_write() {
        let place = || BenchTarget::File("/p/target/bench/judged".into());
        let [ours, theirs] = spelled(place(), false);
        assert!(ours.contains("--file target/bench/judged"), "{ours}");
        assert!(theirs.contains("--readonly") && theirs.contains("--direct=1"), "{theirs}");
        let [ours, writing] = spelled(place(), true);
        assert!(ours.contains("--keep target/bench/written"), "not what is there: {ours}");
        assert!(writing.contains("--rw=randwrite") && !writing.contains("--readonly"), "{writing}");
    }
}
