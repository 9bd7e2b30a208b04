//! A loop device in memory: as fast as a block device gets here, and held to known limits.
//!
//! Without a limit our speed and processor time are judged; with one, our figures are. The limits are the kernel's (`rig::throttle`). Latencies and time lines are not judged
//! under them, because the limiter lets requests through in bursts.

use std::path::Path;

use narrows_units::Bytes;

use super::super::figure::EngineQuantity;
use super::super::fio;
use super::super::question::{BenchTarget, EngineTools, RequestStream};
use super::super::rule::{RatioRule, Want};
use super::{BenchCase, BenchContext};
use narrows_rig::loopdev::LoopDrive;
use narrows_rig::throttle::ThrottleRule;
use xtask::Fallible;

/// Typical of a SATA drive, far below the limits of both programs and the backing memory.
const BYTES_PER_S: u64 = 235_000_000;
/// Far below the rate of one request at a time here.
const READS_PER_S: u64 = 5_000;

const KIB: u64 = 1024;

/// Block, depth, random, write.
type Stream = (u64, u32, bool, bool);

/// As fast as it goes: first our speed beside fio at its best, then our figures beside plain fio's.
pub fn unlimited(bench: &mut BenchContext, drive: &LoopDrive) {
    let detail = "XFS on a loop device in memory, no limit";
    for stream in [(4 * KIB, 32, true, false), (128 * KIB, 32, false, false)] {
        let question = question(bench, &drive.file, stream);
        bench.compare(&fast("loop", detail, &question, &bench.tools));
    }
    let question = question(bench, &drive.file, (4 * KIB, 32, true, false));
    bench.compare(&BenchCase {
        name: format!("loop, truth, {}", question.spelled()),
        detail: detail.to_owned(),
        narrows: question.narrows(&bench.tools),
        judge: question.fio(&bench.tools),
        candidates: &fio::PLAIN,
        wants: vec![(EngineQuantity::P99Us, RatioRule::InsideScatter)],
    });
    defaults(bench, "loop", detail, &drive.file);
}

/// Eight workloads with the defaults of both programs: a rate is that of an ordinary program.
pub fn defaults(bench: &mut BenchContext, ground: &str, detail: &str, file: &Path) {
    for (block, is_random) in [(128 * KIB, false), (4 * KIB, true)] {
        for (is_write, depth) in [(false, 1), (false, 32), (true, 1), (true, 32)] {
            let question = question(bench, file, (block, depth, is_random, is_write));
            let [narrows, judge] = question.defaults(&bench.tools);
            bench.compare(&BenchCase {
                name: format!("{ground}, defaults, {}", question.spelled()),
                detail: detail.to_owned(),
                narrows,
                judge,
                candidates: &fio::PLAIN,
                wants: vec![(EngineQuantity::Iops, RatioRule::HoldsOneOr(0.03))],
            });
        }
    }
}

/// For cases limited by the target: never slower, and by little CPU time. The block layer merges sequential
/// requests in eights into longer ones, so the target gets other requests than ours: those are compared one
/// by one.
pub fn fast(
    ground: &str,
    detail: &str,
    question: &RequestStream,
    tools: &EngineTools,
) -> BenchCase {
    BenchCase {
        name: format!("{ground}, {}", question.spelled()),
        detail: detail.to_owned(),
        narrows: question.narrows(tools),
        judge: question.fio(tools),
        candidates: if question.is_random { &fio::FULL } else { &fio::PLAIN },
        wants: vec![
            (EngineQuantity::Iops, RatioRule::AtLeast(0.97)),
            (EngineQuantity::UserUsPerIo, RatioRule::MeansAtMost(0.25)),
        ],
    }
}

/// Held to a limit.
pub fn limited(bench: &mut BenchContext, drive: &mut LoopDrive) -> Fallible {
    let bytes = (EngineQuantity::MbS, RatioRule::Within(0.01));
    let reads = (EngineQuantity::Iops, RatioRule::Within(0.05));
    let by_bytes = [ThrottleRule::ReadBytes(BYTES_PER_S), ThrottleRule::WriteBytes(BYTES_PER_S)];
    let by_reads = [ThrottleRule::Reads(READS_PER_S)];
    let cases: [(Stream, &[ThrottleRule], Want); 6] = [
        ((128 * KIB, 32, false, false), &by_bytes, bytes),
        ((1024 * KIB, 32, false, false), &by_bytes, bytes),
        ((128 * KIB, 32, false, true), &by_bytes, bytes),
        ((1024 * KIB, 32, false, true), &by_bytes, bytes),
        ((4 * KIB, 1, true, false), &by_reads, reads),
        ((4 * KIB, 32, true, false), &by_reads, reads),
    ];
    for (stream, limits, want) in cases {
        drive.limit(limits)?;
        let question = question(bench, &drive.file, stream);
        let case = BenchCase {
            name: format!("limited, {}", question.spelled()),
            detail: format!("XFS on a loop device in memory, limited to {}", spelled(limits)),
            narrows: question.narrows(&bench.tools),
            judge: question.fio(&bench.tools),
            candidates: &fio::PLAIN,
            wants: vec![want],
        };
        bench.compare(&case);
    }
    Ok(())
}

fn spelled(limits: &[ThrottleRule]) -> String {
    limits.iter().map(ThrottleRule::to_string).collect::<Vec<_>>().join(", ")
}

fn question(
    bench: &BenchContext,
    file: &Path,
    (block, depth, is_random, is_write): Stream,
) -> RequestStream {
    RequestStream {
        place: BenchTarget::File(file.to_owned()),
        is_random,
        is_write,
        block: Bytes::new(block),
        depth,
        time_s: bench.options.time_s,
    }
}
