//! `/dev/zero` without O_DIRECT: the kernel answers at once, so the engine is the limit.

use narrows_units::Bytes;

use super::super::figure::EngineQuantity;
use super::super::fio;
use super::super::question::{BenchTarget, RequestStream};
use super::super::rule::RatioRule;
use super::{BenchCase, BenchContext};
use crate::engine::narrows;

const BLOCK: Bytes = Bytes::new(4096);
const DEPTH: u32 = 32;

/// Beside fio with all its latencies, beside fio without any, and both without a device.
pub fn run(bench: &mut BenchContext) {
    let question = RequestStream {
        place: BenchTarget::Character("/dev/zero"),
        is_random: true,
        is_write: false,
        block: BLOCK,
        depth: DEPTH,
        time_s: bench.options.time_s,
    };
    let detail = format!("/dev/zero without O_DIRECT, {}, one core", question.spelled());
    let case = |name: &str, candidates, least| BenchCase {
        name: name.to_owned(),
        detail: detail.clone(),
        narrows: question.narrows(&bench.tools),
        judge: question.fio(&bench.tools),
        candidates,
        wants: vec![
            (EngineQuantity::Iops, RatioRule::AtLeast(least)),
            (EngineQuantity::IopsPerCoreSecond, RatioRule::AtLeast(least)),
            (EngineQuantity::UserUsPerIo, RatioRule::Shown),
        ],
    };
    let cases = [
        case("zero, full latencies", &fio::FULL, 2.2),
        case("zero, gtod_reduce", &fio::REDUCED, 1.8),
        empty(bench),
    ];
    cases.iter().for_each(|case| bench.compare(case));
}

/// Both engines' own cost, with nothing behind them: our requests are the kernel's no-ops, the
/// judge's never reach the kernel.
fn empty(bench: &BenchContext) -> BenchCase {
    let time_s = bench.options.time_s;
    let words = format!("--rw=randread --bs=4096 --iodepth={DEPTH} --runtime={time_s}s --size=1g");
    let judge = fio::bare(fio::reads).with(["--ioengine=null", "--norandommap"]);
    let ours = narrows::side(&bench.tools).with(["measure", "nop", "--pattern", "random"]);
    BenchCase {
        name: "empty loop".to_owned(),
        detail: "no device: our no-op requests beside fio's null engine, one core".to_owned(),
        narrows: ours.with(narrows::stream(BLOCK, DEPTH, time_s)),
        judge: judge.with(words.split(' ')).pinned(bench.tools.cpu),
        candidates: &fio::FULL,
        wants: vec![
            (EngineQuantity::Iops, RatioRule::Shown),
            (EngineQuantity::UserUsPerIo, RatioRule::Shown),
        ],
    }
}
