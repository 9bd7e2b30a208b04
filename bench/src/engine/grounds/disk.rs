//! A file on the disk under the project: a target that is the limit, and that scatters.

use std::fs;

use narrows_units::Bytes;

use super::super::figure::EngineQuantity;
use super::super::fio;
use super::super::question::{BenchTarget, EngineTools, RequestStream};
use super::super::rule::RatioRule;
use super::loops::{defaults, fast};
use super::{BenchCase, BenchContext};
use narrows_rig::loopdev;
use xtask::Fallible;

const FILE_MIB: u64 = 1024;

/// Reads, sequential and random: speed beside fio at its best, figures beside plain fio's.
pub fn run(bench: &mut BenchContext) -> Fallible {
    let file = bench.folder.join("judged");
    loopdev::write_whole(&file, FILE_MIB)?;
    let detail = format!("a file of {FILE_MIB} MiB on the disk under the project");
    for (block, is_random) in [(128 << 10, false), (4 << 10, true)] {
        let question = RequestStream {
            place: BenchTarget::File(file.clone()),
            is_random,
            is_write: false,
            block: Bytes::new(block),
            depth: 32,
            time_s: bench.options.time_s,
        };
        bench.compare(&fast("disk", &detail, &question, &bench.tools));
        bench.compare(&true_there(&detail, &question, &bench.tools));
    }
    defaults(bench, "disk", &detail, &file);
    Ok(fs::remove_file(&file)?)
}

fn true_there(detail: &str, question: &RequestStream, tools: &EngineTools) -> BenchCase {
    BenchCase {
        name: format!("disk, truth, {}", question.spelled()),
        detail: detail.to_owned(),
        narrows: question.narrows(tools),
        judge: question.fio(tools),
        candidates: &fio::PLAIN,
        wants: vec![
            (EngineQuantity::MbS, RatioRule::HoldsOneOr(0.02)),
            (EngineQuantity::P99Us, RatioRule::InsideScatter),
        ],
    }
}
