//! A file on the disk under the project: a target that is the limit, and that scatters.

use std::fs;

use narrows_units::Bytes;

use super::super::figure::Quantity;
use super::super::fio;
use super::super::question::{BenchTarget, Question, Tools};
use super::super::rule::Rule;
use super::loops::fast;
use super::{Bench, Case};
use narrows_rig::loopdev;
use xtask::Done;

const FILE_MIB: u64 = 1024;

/// Reads, sequential and random: speed beside fio at its best, figures beside plain fio's.
pub fn run(bench: &mut Bench) -> Done {
    let file = bench.folder.join("judged");
    loopdev::write_whole(&file, FILE_MIB)?;
    let detail = format!("a file of {FILE_MIB} MiB on the disk under the project");
    for (block, is_random) in [(128 << 10, false), (4 << 10, true)] {
        let question = Question {
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
    Ok(fs::remove_file(&file)?)
}

fn true_there(detail: &str, question: &Question, tools: &Tools) -> Case {
    Case {
        name: format!("disk, truth, {}", question.spelled()),
        detail: detail.to_owned(),
        narrows: question.narrows(tools),
        judge: question.fio(tools),
        candidates: &fio::PLAIN,
        wants: vec![
            (Quantity::MbS, Rule::HoldsOneOr(0.02)),
            (Quantity::P99Us, Rule::InsideScatter),
        ],
    }
}
